"""What ``check`` has found in pages, kept until they change.

A page is the same while its text, the files it is made from, the settings that it
is read with, the names of the site's files and this program are the same.
"""

from __future__ import annotations

import contextlib
import importlib.util
import json
import os
import sys
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any

import sphinx_docsnav
from sphinx_docsnav.messages import fault_of_json, json_of_fault
from sphinx_docsnav.navigation.checked_pages import CheckedPage
from sphinx_docsnav.navigation.inventory import PageInventory
from sphinx_docsnav.sitefiles.write import FileDigests, digest_of

Stored = list[Any]
"""A page as JSON has it: the digest of its file, those of the files it was made from, links,
anchors, faults of both kinds and links elsewhere."""


class CheckCache:
    """The file of one site in the user's cache folder.

    :param inventory: the files of the site. One more or less can mend or break a picture of any
        page.
    :param settings: what pages are read with; a change makes all pages new.
    """

    def __init__(self, inventory: PageInventory, settings: object) -> None:
        root = inventory.root
        self._file = cache_folder("check") / f"{digest_of(str(root).encode())}.json"
        parts = (repr(settings), _program(), *sorted(inventory.files))
        self._state = digest_of("\0".join(parts).encode("utf-8", "surrogateescape"))
        self._folder = f"{root}{os.sep}"
        read = {self._folder + file: digest for file, digest in inventory.digests.items()}
        self._digests = FileDigests(read)
        self._known: dict[str, Stored] = {}
        with contextlib.suppress(OSError, ValueError):
            stored = json.loads(self._file.read_bytes())
            if isinstance(stored, dict) and stored.get("state") == self._state:
                self._known = dict(stored["pages"])

    def find(self, docname: str, file: str) -> CheckedPage | None:
        """Return what was found in a page; ``None`` if it has to be checked again.

        :param file: the file of the page, from the root.
        """
        stored = self._known.get(docname)
        if stored is None:
            return None
        try:
            digest, files, links, anchors, faults, accessibility, elsewhere = stored
            known = {self._folder + file: digest, **files}
            if any(self._digests.of(name) != as_known for name, as_known in known.items()):
                return None
            return CheckedPage(
                tuple(map(fault_of_json, faults)),
                links,
                frozenset(anchors),
                files,
                tuple(map(fault_of_json, accessibility)),
                elsewhere,
            )
        except (AttributeError, KeyError, TypeError, ValueError):
            return None

    def keep(self, pages: Mapping[str, CheckedPage], files: Mapping[str, str]) -> None:
        """Store what was found in *pages*; without the right to write, do nothing.

        :param files: the files of the pages, from the root.
        """
        digest_at = self._digests.of
        stored = {
            docname: (
                digest_at(self._folder + files[docname]),
                {name: digest_at(name) for name in page.files},
                page.links,
                sorted(page.anchors),
                [json_of_fault(fault) for fault in page.faults],
                [json_of_fault(fault) for fault in page.accessibility],
                page.elsewhere,
            )
            for docname, page in pages.items()
        }
        text = json.dumps({"state": self._state, "pages": stored})
        new = self._file.with_suffix(f".{os.getpid()}")
        with contextlib.suppress(OSError):
            self._file.parent.mkdir(parents=True, exist_ok=True)
            new.write_text(text, "utf-8")
            new.replace(self._file)


def cache_folder(name: str) -> Path:
    """Return a folder, of this *name*, for files of this program that can be made again."""
    if given := os.environ.get("XDG_CACHE_HOME"):
        base = Path(given)
    elif sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path.home() / ".cache"
    return base / "sphinx-docsnav" / name


def _program() -> str:
    """Return a text that differs between installations of the program and of what converts."""
    folder = Path(sphinx_docsnav.__file__).parent
    times = [
        os.stat(Path(parent) / name).st_mtime_ns  # noqa: PTH116 -- of 600 files, in every run
        for parent, _folders, names in os.walk(folder)
        for name in names
        if name.endswith(".py")
    ]
    converters = ("docutils", "mmdr")
    versions = [version(name) for name in converters if importlib.util.find_spec(name)]
    own = (sphinx_docsnav.__version__, len(times), max(times, default=0))
    return f"{own} {sys.version} {versions}"
