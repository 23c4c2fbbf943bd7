"""What files import, which operations they show, and whether they are text."""

from __future__ import annotations

import os
import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from sphinx_docsnav.faults import Fault
from sphinx_docsnav.sitefiles.characters import encoding_fault
from sphinx_docsnav.sitefiles.write import digest_of

_IMPORT = re.compile(
    rb"""^[ \t]*import\s[^'"`;]{0,500}?['"]([^'"\n]+\.mdx?)['"]""",
    re.MULTILINE,
)
_OPENAPI = re.compile(
    rb"""\A(?:\xef\xbb\xbf)?---[ \t]*\r?\n(?:(?!---).*\n)*?"""
    rb"""openapi:[ \t]*(['"]?)([^\r\n]+?)\1[ \t]*\r?$""",
    re.MULTILINE,
)
_FENCE = re.compile(rb"^[ \t]*(`{3,20}|~{3,20}).*?^[ \t]*\1", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Contents:
    """What one look into files that may be pages finds."""

    imported: frozenset[str]
    """The files that any of them imports, as POSIX paths from the root."""
    encoding_faults: Mapping[str, Fault]
    """``page_encoding`` of each file that is not UTF-8."""
    openapi: Mapping[str, str]
    """The value of ``openapi`` in front matter, by file."""
    digests: Mapping[str, str]
    """What each file holds, as `FileDigests` says it."""


def look_into(root: Path, files: Iterable[str]) -> Contents:
    """Return what is in *files*, POSIX paths from *root*.

    Imports in code blocks are examples and do not count. A path counts from
    the root if it begins with ``/``, from the importing file if with a dot.
    """
    imported: set[str] = set()
    faults: dict[str, Fault] = {}
    openapi: dict[str, str] = {}
    digests: dict[str, str] = {}
    folder = f"{root}{os.sep}"  # a path object for each of many thousand files takes as long
    for file in files:
        try:
            with open(folder + file, "rb") as stream:  # noqa: PTH123 -- see above
                text = stream.read()
        except OSError:
            continue
        digests[file] = digest_of(text)
        fault = encoding_fault(folder + file, text)
        if fault is not None:
            faults[file] = fault
        if b"import" in text and _IMPORT.search(text):
            imported.update(_targets(file, text))
        if b"openapi:" in text and (found := _OPENAPI.match(text)):
            openapi[file] = found[2].decode("utf-8", "replace")
    return Contents(frozenset(imported), faults, openapi, digests)


def _targets(file: str, text: bytes) -> Iterator[str]:
    for match in _IMPORT.finditer(_FENCE.sub(b"", text)):
        target = match[1].decode("utf-8", "replace")
        folder = posixpath.dirname(file) if target.startswith(".") else ""
        yield posixpath.normpath(posixpath.join(folder, target.lstrip("/")))
