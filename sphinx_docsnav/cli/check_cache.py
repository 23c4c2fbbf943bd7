"""Cache of the results of ``check`` for pages that have not changed.

A page is unchanged if its file, the files that it uses, the settings, the names of all files of the
site and this program are unchanged.
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
from sphinx_docsnav.navigation.checks import CheckedPage
from sphinx_docsnav.navigation.inventory import PageInventory
from sphinx_docsnav.sitefiles.write import FileDigests, digest_of, replace_if_changed

Stored = list[Any]
"""A page in JSON: the digest of its file, the digests of the files that it uses, links, anchors,
faults, faults of accessibility, and external links."""


class CheckCache:
    """The cache file of one site, in the cache folder of the user.

    :param inventory: the files of the site; if one is added or removed, all pages are checked
        again, because any page may refer to it.
    :param settings: the settings with which pages are read.
    """

    def __init__(self, inventory: PageInventory, settings: object) -> None:
        root = inventory.root
        self._file = find_cache_folder("check") / f"{digest_of(str(root).encode())}.json"
        parts = (repr(settings), _fingerprint_program(), *sorted(inventory.files))
        # If any of these parts differs, no stored result is valid.
        self._state = digest_of("\0".join(parts).encode("utf-8", "surrogateescape"))
        self._folder = f"{root}{os.sep}"
        known_digests = {self._folder + file: digest for file, digest in inventory.digests.items()}
        self._digests = FileDigests(known_digests)
        self._stored_pages: dict[str, Stored] = {}
        with contextlib.suppress(OSError, ValueError):
            stored = json.loads(self._file.read_bytes())
            if isinstance(stored, dict) and stored.get("state") == self._state:
                self._stored_pages = dict(stored["pages"])

    def find(self, docname: str, file: str) -> CheckedPage | None:
        """Return the result of a page; ``None`` if it must be checked again.

        :param file: the file of the page, relative to the root.
        """
        stored = self._stored_pages.get(docname)
        if stored is None:
            return None
        try:
            digest, files, links, anchors, faults, accessibility, elsewhere = stored
            stored_digests = {self._folder + file: digest, **files}
            if any(
                self._digests.of(name) != stored_digest
                for name, stored_digest in stored_digests.items()
            ):
                return None
            return CheckedPage(
                tuple(map(fault_of_json, faults)),
                links,
                frozenset(anchors),
                files,
                tuple(map(fault_of_json, accessibility)),
                elsewhere,
            )
        # A damaged or foreign cache file is like no cache: the page is checked again.
        except (AttributeError, KeyError, TypeError, ValueError):
            return None

    def store(self, pages: Mapping[str, CheckedPage], files: Mapping[str, str]) -> None:
        """Store the results of *pages*; if the cache is not writable, do nothing.

        :param files: the files of the pages, relative to the root.
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
        with contextlib.suppress(OSError):
            replace_if_changed(self._file, [text], is_shared=True)


def find_cache_folder(name: str) -> Path:
    """Return the cache folder of this program with a *name*, in the cache folder of the user."""
    if cache_home := os.environ.get("XDG_CACHE_HOME"):
        base = Path(cache_home)
    elif sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path.home() / ".cache"
    return base / "sphinx-docsnav" / name


def _fingerprint_program() -> str:
    """Return a text that changes with this program, Python, and the packages that convert pages."""
    folder = Path(sphinx_docsnav.__file__).parent
    # During development, files change while the version stays the same.
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
