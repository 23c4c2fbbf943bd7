"""Request samples of an operation: the languages, and the samples that its author has written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from sphinx_docsnav.openapi.content import compiled_samples, script_samples
from sphinx_docsnav.openapi.content.page_values import Sample
from sphinx_docsnav.openapi.content.request import Request
from sphinx_docsnav.openapi.content.sample_text import write_http
from sphinx_docsnav.openapi.content.value_reader import Reader
from sphinx_docsnav.openapi.spec_document import Located

DEFAULT_LANGUAGES = ("curl", "python", "javascript", "go")
"""The languages if docs.json lists none."""

_LANGUAGE_ALIASES = {
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
"""Other names for keys of `LANGUAGES`."""


@dataclass(frozen=True, slots=True)
class SampleSettings:
    """Options for request samples (``api.examples`` of docs.json)."""

    languages: tuple[str, ...] = DEFAULT_LANGUAGES
    """The languages of generated samples in their order, by the names of `LANGUAGES`."""
    generated: bool = True
    """Whether samples are generated in languages for which the author has written none
    (``autogenerate``)."""
    defaults: str = ""
    """Which parameters a sample has: ``required``: only required ones; ``all``: every one; empty:
    required ones, and those with an example. A body has all properties unless this is
    ``required``."""
    prefill: bool = True
    """Whether the form that sends requests starts with the values of the samples."""


@dataclass(frozen=True, slots=True)
class SampleLanguage:
    """A programming language or tool for which samples are generated."""

    label: str
    """The name that readers see."""
    pygments: str
    """The name of the Pygments lexer."""
    quoting: str
    """The kind of string literals, for ``endpoint.js``, which inserts what readers type:
    ``double``, ``dollar``, ``single``, ``shell``, ``powershell`` or ``plain``."""
    write: Callable[[Request], str]
    """Returns the source text that sends a request."""


DEFAULT_SAMPLES = SampleSettings()
"""The options if docs.json sets none."""

LANGUAGES: Mapping[str, SampleLanguage] = {
    "curl": SampleLanguage("cURL", "bash", "shell", script_samples.write_curl),
    "wget": SampleLanguage("Wget", "bash", "shell", script_samples.write_wget),
    "python": SampleLanguage("Python", "python", "double", script_samples.write_python_requests),
    "httpx": SampleLanguage(
        "Python (httpx)", "python", "double", script_samples.write_python_httpx
    ),
    "javascript": SampleLanguage(
        "JavaScript", "javascript", "double", script_samples.write_browser_javascript
    ),
    "typescript": SampleLanguage(
        "TypeScript", "typescript", "double", script_samples.write_browser_javascript
    ),
    "node": SampleLanguage("Node.js", "javascript", "double", script_samples.write_node_javascript),
    "php": SampleLanguage("PHP", "php", "single", script_samples.write_php),
    "ruby": SampleLanguage("Ruby", "ruby", "single", script_samples.write_ruby),
    "powershell": SampleLanguage(
        "PowerShell", "powershell", "powershell", script_samples.write_powershell
    ),
    "http": SampleLanguage("HTTP", "http", "plain", write_http),
    "go": SampleLanguage("Go", "go", "double", compiled_samples.write_go),
    "java": SampleLanguage("Java", "java", "double", compiled_samples.write_java),
    "kotlin": SampleLanguage("Kotlin", "kotlin", "dollar", compiled_samples.write_kotlin),
    "csharp": SampleLanguage("C#", "csharp", "double", compiled_samples.write_csharp),
    "swift": SampleLanguage("Swift", "swift", "double", compiled_samples.write_swift),
    "rust": SampleLanguage("Rust", "rust", "double", compiled_samples.write_rust),
    "dart": SampleLanguage("Dart", "dart", "dollar", compiled_samples.write_dart),
}
"""All languages by the names that ``api.examples.languages`` uses."""


def find_language(name: str) -> SampleLanguage | None:
    """Return the language that docs.json calls *name*, ``None`` if it is unknown."""
    key = name.strip().lower()
    return LANGUAGES.get(_LANGUAGE_ALIASES.get(key, key))


def write_samples(
    request: Request, languages: Iterable[str], others: tuple[Request, ...] = ()
) -> tuple[Sample, ...]:
    """Return *request* in each of *languages*; unknown languages are skipped.

    :param others: the same request with other credentials and bodies.
    """
    known_languages = dict.fromkeys(filter(None, (find_language(name) for name in languages)))
    return tuple(_write_sample(language, request, others) for language in known_languages)


def _write_sample(
    language: SampleLanguage, request: Request, others: tuple[Request, ...]
) -> Sample:
    """Return a request and its alternatives in one language."""
    code = language.write(request)
    # A sample that consists of comments says that the language cannot send the request.
    is_note = all(line.startswith("//") for line in code.splitlines())
    return Sample(
        language.label,
        language.pygments,
        code,
        quoting="plain" if is_note else language.quoting,
        others=tuple(language.write(other) for other in others),
    )


def read_author_samples(reader: Reader, operation: Located) -> tuple[Sample, ...]:
    """Return the samples in the specification (``x-codeSamples``), grouped by language."""
    for key in ("x-codeSamples", "x-code-samples"):
        samples = []
        for entry in reader.items(operation, key):
            if reader.text(entry, "source").strip():
                samples.append(_read_author_sample(reader, entry))
            else:
                reader.report("sample without 'source'; left out", entry)
        labels = list(dict.fromkeys(sample.label for sample in samples))
        if samples:
            return tuple(sorted(samples, key=lambda sample: labels.index(sample.label)))
    return ()


def _read_author_sample(reader: Reader, entry: Located) -> Sample:
    """Return one entry of ``x-codeSamples``."""
    name, title = reader.text(entry, "lang"), reader.text(entry, "label")
    source = reader.text(entry, "source").strip("\n")
    sample_language = find_language(name)
    label = sample_language.label if sample_language else name or title or "Sample"
    # Many specifications call any shell command "shell" or "bash".
    if sample_language is LANGUAGES["curl"] and name.lower() != "curl" and "curl" not in source:
        label = "Shell"
    # A title that repeats the language says nothing.
    if title.casefold() in (label.casefold(), name.casefold()):
        title = ""
    return Sample(
        label,
        sample_language.pygments if sample_language else name.lower() or "text",
        source,
        title,
    )
