"""What ``check`` has found in pages, kept until they change.

A page is the same while its text, the files it is made from, the settings that it
is read with, the names of the site's files and this program are the same.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import sphinx_docsnav
from sphinx_docsnav.faults import Fault, FaultKind, Position, Severity
from sphinx_docsnav.navigation.checked_pages import CheckedPage, PageLink
from sphinx_docsnav.navigation.inventory import PageInventory
from sphinx_docsnav.sitefiles.file_digests import FileDigests, digest_of
from sphinx_docsnav.sitefiles.page_links import Address, AddressKind

Stored = dict[str, Any]
"""A page as JSON has it."""


class CheckCache:
    """The file of one site in the user's cache folder.

    :param inventory: the files of the site. One more or less can mend or break a picture of any
        page.
    :param settings: what pages are read with; a change makes all pages new.
    """

    def __init__(self, inventory: PageInventory, settings: object) -> None:
        root = inventory.root
        self._file = cache_folder() / f"{digest_of(str(root).encode())}.json"
        parts = (repr(settings), _program(), *sorted(inventory.files))
        self._state = digest_of("\0".join(parts).encode("utf-8", "surrogateescape"))
        read = {f"{root}{os.sep}{file}": digest for file, digest in inventory.digests.items()}
        self._digests = FileDigests(read)
        self._known: dict[str, Stored] = {}
        self._paths: dict[str, Path] = {}
        with contextlib.suppress(OSError, ValueError):
            stored = json.loads(self._file.read_bytes())
            if isinstance(stored, dict) and stored.get("state") == self._state:
                self._known = dict(stored["pages"])

    def find(self, docname: str, path: Path) -> CheckedPage | None:
        """Return what was found in a page; ``None`` if it has to be checked again."""
        stored = self._known.get(docname)
        if stored is None or stored["files"].get(str(path)) != self._digests.of(str(path)):
            return None
        if any(self._digests.of(name) != digest for name, digest in stored["files"].items()):
            return None
        try:
            return _read(stored, self._path)
        except (KeyError, TypeError, ValueError):
            return None

    def keep(self, pages: Mapping[str, CheckedPage], paths: Mapping[str, Path]) -> None:
        """Store what was found in *pages*; without the right to write, do nothing."""
        stored = {}
        for docname, page in pages.items():
            names = {str(paths[docname]), *map(str, page.files)}
            files = {name: self._digests.of(name) for name in sorted(names)}
            stored[docname] = {"files": files, **_written(page)}
        text = json.dumps({"state": self._state, "pages": stored})
        new = self._file.with_suffix(f".{os.getpid()}")
        with contextlib.suppress(OSError):
            self._file.parent.mkdir(parents=True, exist_ok=True)
            new.write_text(text, "utf-8")
            new.replace(self._file)

    def _path(self, name: str) -> Path:
        """Return *name* as a path, which links repeat many times."""
        if name not in self._paths:
            self._paths[name] = Path(name)
        return self._paths[name]


def cache_folder() -> Path:
    """Return the folder for files of this program that can be made again."""
    if given := os.environ.get("XDG_CACHE_HOME"):
        base = Path(given)
    elif sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path.home() / ".cache"
    return base / "sphinx-docsnav" / "check"


def _program() -> str:
    """Return a text that differs between installations of the program."""
    folder = Path(sphinx_docsnav.__file__).parent
    times = [
        os.stat(Path(parent) / name).st_mtime_ns  # noqa: PTH116 -- of 600 files, in every run
        for parent, _folders, names in os.walk(folder)
        for name in names
        if name.endswith(".py")
    ]
    return f"{sphinx_docsnav.__version__} {sys.version} {len(times)} {max(times, default=0)}"


def _written(page: CheckedPage) -> Stored:
    return {
        "faults": [
            [
                fault.kind.value,
                fault.severity.value,
                fault.message,
                str(fault.path) if fault.path else None,
                _place(fault.position),
                fault.pointer,
                fault.hint,
                fault.problem,
            ]
            for fault in page.faults
        ],
        "links": [
            [
                link.address.where.name,
                link.address.url,
                link.address.paths,
                link.address.anchor,
                str(link.path),
                _place(link.position),
            ]
            for link in page.links
        ],
        "anchors": sorted(page.anchors),
    }


def _place(position: Position | None) -> list[int] | None:
    return [position.line, position.column] if position else None


def _read(stored: Stored, path_of: Callable[[str], Path]) -> CheckedPage:
    faults = tuple(
        Fault(
            FaultKind(kind),
            Severity(severity),
            message,
            path_of(path) if path else None,
            Position(*place) if place else None,
            pointer,
            hint,
            problem,
        )
        for kind, severity, message, path, place, pointer, hint, problem in stored["faults"]
    )
    links = tuple(
        PageLink(
            Address(AddressKind[where], url, tuple(paths), anchor), path_of(path), Position(*place)
        )
        for where, url, paths, anchor, path, place in stored["links"]
    )
    return CheckedPage(
        faults, links, frozenset(stored["anchors"]), frozenset(map(path_of, stored["files"]))
    )
