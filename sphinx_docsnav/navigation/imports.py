"""Which files pages import: those are parts, not pages."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

_IMPORT = re.compile(
    rb"""^[ \t]*import\s[^'"`;]{0,500}?['"]([^'"\n]+\.mdx?)['"]""",
    re.MULTILINE,
)
_FENCE = re.compile(rb"^[ \t]*(`{3,20}|~{3,20}).*?^[ \t]*\1", re.MULTILINE | re.DOTALL)


def imported_files(root: Path, files: Iterable[str]) -> frozenset[str]:
    """Return the files that any of *files* imports, as POSIX paths from *root*.

    Imports in code blocks are examples and do not count. A path counts from
    the root if it begins with ``/``, from the importing file if with a dot.
    """
    found: set[str] = set()
    for file in files:
        try:
            text = (root / file).read_bytes()
        except OSError:
            continue
        if b"import" in text and _IMPORT.search(text):
            found.update(_targets(file, text))
    return frozenset(found)


def _targets(file: str, text: bytes) -> Iterator[str]:
    for match in _IMPORT.finditer(_FENCE.sub(b"", text)):
        target = match[1].decode("utf-8", "replace")
        folder = posixpath.dirname(file) if target.startswith(".") else ""
        yield posixpath.normpath(posixpath.join(folder, target.lstrip("/")))
