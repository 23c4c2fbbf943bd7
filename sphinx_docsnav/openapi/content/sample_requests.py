"""Requests written out in the languages that readers use."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from sphinx_docsnav.openapi.content.requests.request import Request
from sphinx_docsnav.openapi.content.samples import (
    csharp_samples,
    go_samples,
    javascript_samples,
    jvm_samples,
    native_samples,
    script_samples,
    shell_samples,
)
from sphinx_docsnav.openapi.content.samples.http_text import http
from sphinx_docsnav.openapi.content.value_reader import Reader
from sphinx_docsnav.openapi.spec_document import Located

DEFAULT_LANGUAGES = ("curl", "python", "javascript", "go")
"""The languages of a site that names none."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A request in one language."""

    label: str
    """What the reader chooses: ``Python``."""
    language: str
    """Pygments' name for it."""
    code: str
    """The source text."""


@dataclass(frozen=True, slots=True)
class SampleLanguage:
    """A language that requests are written in."""

    label: str
    """What the reader chooses."""
    pygments: str
    """Pygments' name for it."""
    write: Callable[[Request], str]
    """Writes a request."""


LANGUAGES: Mapping[str, SampleLanguage] = {
    "curl": SampleLanguage("cURL", "bash", shell_samples.curl),
    "wget": SampleLanguage("Wget", "bash", shell_samples.wget),
    "python": SampleLanguage("Python", "python", script_samples.python),
    "httpx": SampleLanguage("Python (httpx)", "python", script_samples.httpx),
    "javascript": SampleLanguage("JavaScript", "javascript", javascript_samples.javascript),
    "typescript": SampleLanguage("TypeScript", "typescript", javascript_samples.javascript),
    "node": SampleLanguage("Node.js", "javascript", javascript_samples.node),
    "php": SampleLanguage("PHP", "php", script_samples.php),
    "ruby": SampleLanguage("Ruby", "ruby", script_samples.ruby),
    "powershell": SampleLanguage("PowerShell", "powershell", shell_samples.powershell),
    "http": SampleLanguage("HTTP", "http", http),
    "go": SampleLanguage("Go", "go", go_samples.go),
    "java": SampleLanguage("Java", "java", jvm_samples.java),
    "kotlin": SampleLanguage("Kotlin", "kotlin", jvm_samples.kotlin),
    "csharp": SampleLanguage("C#", "csharp", csharp_samples.csharp),
    "swift": SampleLanguage("Swift", "swift", native_samples.swift),
    "rust": SampleLanguage("Rust", "rust", native_samples.rust),
    "dart": SampleLanguage("Dart", "dart", native_samples.dart),
}
"""Every language by the name that ``api.examples.languages`` uses."""

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


def find_language(name: str) -> SampleLanguage | None:
    """Return the language that ``api.examples.languages`` means by *name*, None if unknown."""
    key = name.strip().lower()
    return LANGUAGES.get(_OTHER_NAMES.get(key, key))


def write_samples(request: Request, languages: Iterable[str]) -> tuple[Sample, ...]:
    """Return *request* in each of *languages*; unknown ones are left out."""
    chosen = dict.fromkeys(filter(None, (find_language(name) for name in languages)))
    return tuple(
        Sample(language.label, language.pygments, language.write(request)) for language in chosen
    )


def own_samples(reader: Reader, operation: Located) -> tuple[Sample, ...]:
    """Return the samples that the specification has itself (``x-codeSamples``)."""
    for key in ("x-codeSamples", "x-code-samples"):
        samples = tuple(_own(reader, entry) for entry in reader.items(operation, key))
        if samples:
            return samples
    return ()


def _own(reader: Reader, entry: Located) -> Sample:
    name = reader.text(entry, "lang")
    known = find_language(name)
    label = reader.text(entry, "label") or (known.label if known else name) or "Sample"
    language = known.pygments if known else name.lower() or "text"
    return Sample(label, language, reader.text(entry, "source").strip("\n"))
