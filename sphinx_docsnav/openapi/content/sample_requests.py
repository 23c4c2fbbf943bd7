"""Requests written out in the languages that readers use."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from sphinx_docsnav.openapi.content import compiled_samples, script_samples
from sphinx_docsnav.openapi.content.page_values import Sample
from sphinx_docsnav.openapi.content.request import Request
from sphinx_docsnav.openapi.content.sample_text import http
from sphinx_docsnav.openapi.content.value_reader import Reader
from sphinx_docsnav.openapi.spec_document import Located

DEFAULT_LANGUAGES = ("curl", "python", "javascript", "go")
"""The languages of a site that names none."""

_OTHER_NAMES = {
    "bash": "curl",
    "shell": "curl",
    "sh": "curl",
    "py": "python",
    "js": "javascript",
    "fetch": "javascript",
    "ts": "typescript",
    "nodejs": "node",
    "node.js": "node",
    "golang": "go",
    "rb": "ruby",
    "c#": "csharp",
    "cs": "csharp",
    "dotnet": "csharp",
    ".net": "csharp",
    "ps1": "powershell",
    "kt": "kotlin",
    "rs": "rust",
}


@dataclass(frozen=True, slots=True)
class SampleSettings:
    """What a site wants of its samples (``api.examples``)."""

    languages: tuple[str, ...] = DEFAULT_LANGUAGES
    """Languages of generated samples, in order, by the names of `LANGUAGES`."""
    generated: bool = True
    """Samples are generated in the languages in which the author has none (``autogenerate``)."""
    defaults: str = ""
    """``required``: only what is required is sent; ``all``: every parameter; empty: what is
    required, parameters that have an example, and every property of a body."""
    prefill: bool = True
    """The form that sends requests starts with the values of the samples."""


@dataclass(frozen=True, slots=True)
class SampleLanguage:
    """A language that requests are written in."""

    label: str
    """What the reader chooses."""
    pygments: str
    """Pygments' name for it."""
    quoting: str
    """How its strings are written, by the names of ``endpoint.js``, which writes what readers
    fill in: ``double``, ``dollar``, ``single``, ``shell``, ``powershell`` or ``plain``."""
    write: Callable[[Request], str]
    """Writes a request."""


DEFAULT_SAMPLES = SampleSettings()
"""The samples of a site that says nothing of them."""

LANGUAGES: Mapping[str, SampleLanguage] = {
    "curl": SampleLanguage("cURL", "bash", "shell", script_samples.curl),
    "wget": SampleLanguage("Wget", "bash", "shell", script_samples.wget),
    "python": SampleLanguage("Python", "python", "double", script_samples.python),
    "httpx": SampleLanguage("Python (httpx)", "python", "double", script_samples.httpx),
    "javascript": SampleLanguage("JavaScript", "javascript", "double", script_samples.javascript),
    "typescript": SampleLanguage("TypeScript", "typescript", "double", script_samples.javascript),
    "node": SampleLanguage("Node.js", "javascript", "double", script_samples.node),
    "php": SampleLanguage("PHP", "php", "single", script_samples.php),
    "ruby": SampleLanguage("Ruby", "ruby", "single", script_samples.ruby),
    "powershell": SampleLanguage(
        "PowerShell", "powershell", "powershell", script_samples.powershell
    ),
    "http": SampleLanguage("HTTP", "http", "plain", http),
    "go": SampleLanguage("Go", "go", "double", compiled_samples.go),
    "java": SampleLanguage("Java", "java", "double", compiled_samples.java),
    "kotlin": SampleLanguage("Kotlin", "kotlin", "dollar", compiled_samples.kotlin),
    "csharp": SampleLanguage("C#", "csharp", "double", compiled_samples.csharp),
    "swift": SampleLanguage("Swift", "swift", "double", compiled_samples.swift),
    "rust": SampleLanguage("Rust", "rust", "double", compiled_samples.rust),
    "dart": SampleLanguage("Dart", "dart", "dollar", compiled_samples.dart),
}
"""Every language by the name that ``api.examples.languages`` uses."""


def find_language(name: str) -> SampleLanguage | None:
    """Return the language that ``api.examples.languages`` means by *name*, None if unknown."""
    key = name.strip().lower()
    return LANGUAGES.get(_OTHER_NAMES.get(key, key))


def write_samples(
    request: Request, languages: Iterable[str], others: tuple[Request, ...] = ()
) -> tuple[Sample, ...]:
    """Return *request* in each of *languages*; unknown ones are left out.

    :param others: the request with other credentials that are enough.
    """
    chosen = dict.fromkeys(filter(None, (find_language(name) for name in languages)))
    return tuple(_written(language, request, others) for language in chosen)


def _written(language: SampleLanguage, request: Request, others: tuple[Request, ...]) -> Sample:
    code = language.write(request)
    is_note = all(line.startswith("//") for line in code.splitlines())
    return Sample(
        language.label,
        language.pygments,
        code,
        quoting="plain" if is_note else language.quoting,
        others=tuple(language.write(other) for other in others),
    )


def own_samples(reader: Reader, operation: Located) -> tuple[Sample, ...]:
    """Return the samples that the specification has itself (``x-codeSamples``), by language."""
    for key in ("x-codeSamples", "x-code-samples"):
        found = [_own(reader, entry) for entry in reader.items(operation, key)]
        labels = list(dict.fromkeys(sample.label for sample in found))
        if found:
            return tuple(sorted(found, key=lambda sample: labels.index(sample.label)))
    return ()


def _own(reader: Reader, entry: Located) -> Sample:
    name, title = reader.text(entry, "lang"), reader.text(entry, "label")
    source = reader.text(entry, "source").strip("\n")
    known = find_language(name)
    label = known.label if known else name or title or "Sample"
    if known is LANGUAGES["curl"] and name.lower() != "curl" and "curl" not in source:
        label = "Shell"
    if title.casefold() in (label.casefold(), name.casefold()):
        title = ""
    return Sample(label, known.pygments if known else name.lower() or "text", source, title)
