"""Entries of ``pages`` that are no page of the site: patterns, and pages that Sphinx makes.

Both are additions of this extension. ``api/*`` matches every page of that folder, similar
to Sphinx's ``:glob:``; ``genindex``, ``modindex`` and ``search`` are pages without a
document, which docs.json can list or link to.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from types import MappingProxyType

from sphinx_docsnav.faults import Fault, FaultKind, Severity

_PARTS = re.compile(r"\*\*/?|\*|\?|\[!?[^]/]+\]|.", re.DOTALL)


ENTRIES = MappingProxyType(
    {
        "genindex": ("genindex", "Index"),
        "modindex": ("py-modindex", "Module Index"),
        "py-modindex": ("py-modindex", "Module Index"),
        "search": ("search", "Search"),
    }
)
"""What ``pages`` may name, with the page and its English title; as in Sphinx's toctrees."""
MADE_BY_SPHINX = ("genindex", "search")
"""Pages of HTML that Sphinx makes, after those of documents."""
_NAME = re.compile(r"(?:genindex|search|[\w-]*modindex|docsnav-[\w-]+)(?:\.html)?\Z")


def is_page_pattern(text: str) -> bool:
    """Return whether a page entry that names no page may be a pattern."""
    return "*" in text or "?" in text or re.search(r"\[[^]]+\]", text) is not None


def compile_page_pattern(text: str) -> re.Pattern[str]:
    """Return the regular expression for a pattern: ``*`` within a folder, ``**`` below it.

    A pattern that is none, as a range of letters backwards, matches nothing.
    """
    try:
        return re.compile("".join(map(_translate_part, _PARTS.findall(text.strip("/ ")))))
    except re.error:  # a range such as [z-a]
        return re.compile(r"(?!)")


def _translate_part(part: str) -> str:
    if part.startswith("**"):
        return "(?:.*/)?" if part.endswith("/") else ".*"
    if part in "*?":
        return "[^/]" + part.replace("?", "")
    if part.startswith("[") and len(part) > 1:
        # A set never matches a slash, as in Sphinx.
        characters = part[1:-1]
        negated = characters.startswith("!")
        escaped = (
            characters.removeprefix("!")
            .replace("\\", r"\\")
            .replace("^", r"\^")
            .replace("[", r"\[")
        )
        return f"(?!/)[{'^' if negated else ''}{escaped}]"
    return re.escape(part)


def list_matches(text: str, docnames: Iterable[str]) -> list[str]:
    """Return the *docnames* that a pattern matches, in alphabetical order."""
    pattern = compile_page_pattern(text)
    return sorted(name for name in docnames if pattern.fullmatch(name))


def is_builder_page(path: str) -> bool:
    """Return whether *path* is that of a page that a builder may make without a document."""
    return _NAME.match(path.strip("/")) is not None


def explain_ungenerated_page(name: str) -> tuple[str, str]:
    """Return the message and the hint about a link to a builder's page that a build lacks."""
    return (
        f"this build generates no page {name!r}; the link is left out",
        "Sphinx generates it if it has entries",
    )


def make_covered_fault(docname: str, path: Path, other: str = "") -> Fault:
    """Return the fault of a page at the address of *other*, or of a page that Sphinx makes."""
    owner = f"page '{other}', only one of them is shown" if other else "a page of Sphinx's own"
    message = f"page '{docname}' has the address of {owner}"
    return Fault(
        FaultKind.PAGE_COVERED, Severity.WARNING, message, path, hint="give it another name"
    )
