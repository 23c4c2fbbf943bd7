"""Entries of another tool's navigation as elements of docs.json."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sphinx_docsnav.sitefiles.safe_files import find_site_file

DocsEntry = str | dict[str, Any]
"""An entry of ``pages``: a page, a page with a title, a link or a group."""

PAGE_SUFFIXES = (".md", ".mdx", ".ipynb", ".rst")
"""The suffixes of pages whose titles are read."""


@dataclass(frozen=True, slots=True)
class EntryMaker:
    """Makes entries of ``pages``, without titles that repeat those of the pages."""

    root: Path
    """The folder of the pages."""
    read_title: Callable[[Path], str]
    """Returns the title that a page's file contains, or ""."""

    def make_page(self, docname: str, title: str = "") -> DocsEntry:
        """Return the entry of a page; *title* is that of the navigation, if it has one."""
        is_own = title in ("", self.find_title(docname))
        return docname if is_own else {"page": docname, "title": title}

    def make_group(self, label: str, entries: list[DocsEntry], root: str = "") -> DocsEntry:
        """Return a group; a page if it consists of its main page only."""
        if not entries and root:
            return self.make_page(root, label)
        return {"group": label, **({"root": root} if root else {}), "pages": entries}

    def find_title(self, docname: str) -> str:
        """Return the title of a page; "" if there is no file, or no title at its beginning."""
        files = (find_site_file(self.root, f"{docname}{suffix}") for suffix in PAGE_SUFFIXES)
        return next((self.read_title(file) for file in files if file), "")

    def make_tabs(self, entries: Iterable[DocsEntry]) -> dict[str, Any]:
        """Return navigation with a tab for each of *entries*."""
        return {"tabs": [self._make_tab(entry) for entry in entries]}

    def _make_tab(self, entry: DocsEntry) -> dict[str, Any]:
        if isinstance(entry, str):
            label = self.find_title(entry) or make_title_of_name(entry.rpartition("/")[2])
            return {"tab": label, "pages": [entry]}
        if "page" in entry:
            # A page without a title has that of its entry.
            page = entry["page"] if self.find_title(entry["page"]) else entry
            return {"tab": entry["title"], "pages": [page]}
        if "href" in entry:
            return {"tab": entry["title"], "href": entry["href"]}
        # Tabs have no main page: it comes first.
        root_pages = [entry["root"]] if "root" in entry else []
        return {"tab": entry["group"], **make_sidebar([*root_pages, *entry["pages"]])}


def make_sidebar(entries: list[DocsEntry]) -> dict[str, Any]:
    """Return *entries* as ``groups`` if all are groups, else as ``pages``."""
    are_groups = entries and all(map(is_group, entries))
    return {"groups" if are_groups else "pages": entries}


def is_group(entry: DocsEntry) -> bool:
    """Return whether *entry* is a group."""
    return isinstance(entry, dict) and "group" in entry


def make_title_of_name(name: str) -> str:
    """Return the title for the name of a folder or page, as MkDocs makes it."""
    title = name.replace("-", " ").replace("_", " ")
    return title.capitalize() if title.lower() == title else title
