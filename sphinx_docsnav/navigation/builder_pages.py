"""Pages that Sphinx makes without a document, which docs.json can list or link to."""

from __future__ import annotations

import re
from types import MappingProxyType

ENTRIES = MappingProxyType(
    {
        "genindex": ("genindex", "Index"),
        "modindex": ("py-modindex", "Module Index"),
        "py-modindex": ("py-modindex", "Module Index"),
        "search": ("search", "Search"),
    }
)
"""What ``pages`` may name, with the page and its English title; as in Sphinx's toctrees."""

_NAME = re.compile(r"(?:genindex|search|[\w-]*modindex|docsnav-[\w-]+)(?:\.html)?\Z")


def is_builder_page(path: str) -> bool:
    """Return whether *path* is that of a page that a builder may make without a document."""
    return _NAME.match(path.strip("/")) is not None
