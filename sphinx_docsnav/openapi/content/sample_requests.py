"""Requests written out in the languages that readers use."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from sphinx_docsnav.openapi.content import compiled, scripts
from sphinx_docsnav.openapi.content.request import Request
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
class Language:
    """A language that requests are written in."""

    label: str
    """What the reader chooses."""
    pygments: str
    """Pygments' name for it."""
    write: Callable[[Request], str]
    """Writes a request."""


LANGUAGES: Mapping[str, Language] = {
    "curl": Language("cURL", "bash", scripts.curl),
    "python": Language("Python", "python", scripts.python),
    "javascript": Language("JavaScript", "javascript", scripts.javascript),
    "typescript": Language("TypeScript", "typescript", scripts.javascript),
    "node": Language("Node.js", "javascript", scripts.javascript),
    "php": Language("PHP", "php", scripts.php),
    "ruby": Language("Ruby", "ruby", scripts.ruby),
    "powershell": Language("PowerShell", "powershell", scripts.powershell),
    "http": Language("HTTP", "http", scripts.http),
    "go": Language("Go", "go", compiled.go),
    "java": Language("Java", "java", compiled.java),
    "kotlin": Language("Kotlin", "kotlin", compiled.kotlin),
    "csharp": Language("C#", "csharp", compiled.csharp),
    "swift": Language("Swift", "swift", compiled.swift),
    "rust": Language("Rust", "rust", compiled.rust),
    "dart": Language("Dart", "dart", compiled.dart),
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


def find_language(name: str) -> Language | None:
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
