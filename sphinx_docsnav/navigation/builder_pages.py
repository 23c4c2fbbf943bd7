"""Pages that Sphinx makes without a document, which docs.json can list or link to."""

from __future__ import annotations

import re
from pathlib import Path
from types import MappingProxyType

from sphinx_docsnav.faults import Fault, FaultKind, Severity

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


def is_builder_page(path: str) -> bool:
    """Return whether *path* is that of a page that a builder may make without a document."""
    return _NAME.match(path.strip("/")) is not None


def page_covered(docname: str, path: Path, other: str = "") -> Fault:
    """Return the fault of a page at the address of *other*, or of a page that Sphinx makes."""
    owner = f"page '{other}', only one of them is shown" if other else "a page of Sphinx's own"
    message = f"page '{docname}' has the address of {owner}"
    return Fault(
        FaultKind.PAGE_COVERED, Severity.WARNING, message, path, hint="give it another name"
    )
