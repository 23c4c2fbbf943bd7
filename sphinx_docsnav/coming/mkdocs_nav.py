"""The navigation of a MkDocs project: ``nav``, or its folders, and the files of three plugins.

awesome-nav (``.nav.yml``), awesome-pages (``.pages``) and literate-nav (``SUMMARY.md``) put a part
of ``nav`` into a folder. All of them name pages, folders, links and patterns, so one reader serves
all; a folder without such a file has its pages first, then its folders.
"""

from __future__ import annotations

import posixpath
import re
from collections import defaultdict
from collections.abc import Mapping
from html import unescape
from pathlib import Path, PurePosixPath
from typing import Any

from sphinx_docsnav.coming.config_file import ConfigFile, DocsEntry, EntryMaker, is_on, read_config
from sphinx_docsnav.data_files.json_values import Keys, as_object, as_text, walk_values
from sphinx_docsnav.messages import describe
from sphinx_docsnav.sitefiles.safe_files import find_site_file
from sphinx_docsnav.sitefiles.safe_urls import is_external
from sphinx_docsnav.sitefiles.walk import IgnoreRules, walk_site

AWESOME_NAV, AWESOME_PAGES, LITERATE_NAV = "awesome-nav", "awesome-pages", "literate-nav"
NAV_FILES = {AWESOME_NAV: ".nav.yml", AWESOME_PAGES: ".pages", LITERATE_NAV: "SUMMARY.md"}
"""The plugins that read a file in each folder, and its name."""
ROOT = "."
"""The path of the folder of the pages."""
MAX_ENTRIES = 20_000
"""The maximum number of entries, with the paths that patterns are compared with."""
PATHS_PER_ENTRY = 50
"""How many paths that are compared with a pattern count as one entry."""
MAX_LEVELS = 50
"""The maximum depth of sections, and of folders in each other."""
_INDEXES = frozenset({"index", "README"})
_FOLDER_OPTIONS = frozenset({"title", "nav", "arrange", "hide", "append_unmatched", "glob"})
_OPTION_REMEDY = "change the entries in docs.json as it says"
_NAV_MARK = "<!--nav-->"
_LIST_ITEM = re.compile(r"( {0,100})(?:[*+-]|[0-9]{1,9}[.)]) +(\S.*)")
_LINK = re.compile(r"\[([^\]]*)\]\(<?([^\s<>()]+)>?(?:[ \t][^()]*)?\)")
_HTML_TAG = re.compile(r"</?[a-zA-Z][^<>]*>")
_DIGITS = re.compile(r"([0-9]+)")


class MkDocsNavReader:
    """Reads the navigation of one project."""

    def __init__(
        self, config: ConfigFile, maker: EntryMaker, plugin: str, *, has_section_pages: bool
    ) -> None:
        """Find the pages of the project.

        :param plugin: the one of `NAV_FILES` that the project uses; "" for none.
        :param has_section_pages: whether the title of a section leads to its index.
        """
        self.config = config
        self.maker = maker
        self.plugin = plugin
        self.nav_file = NAV_FILES.get(plugin, "")
        self.has_section_pages = has_section_pages
        self.pages = _list_pages(maker.root, config.get_text("exclude_docs"), self.nav_file)
        self.folders = {
            str(folder) for path in self.pages for folder in PurePosixPath(path).parents
        }
        self.paths_by_folder: defaultdict[str, set[str]] = defaultdict(set)
        for path in (self.pages | self.folders) - {ROOT}:
            self.paths_by_folder[posixpath.dirname(path) or ROOT].add(path)
        self.listed: set[str] = set()
        """The pages and folders that patterns leave out, because they have an entry."""
        self._read_folders: set[str] = set()
        self._level = 0
        self._count = 0

    def read_root(self, nav: object, folder: str = ROOT) -> list[DocsEntry]:
        """Return the entries of *nav*, or those of *folder* without it.

        :param folder: what the paths in *nav* are relative to.
        """
        # With awesome-pages, `nav` comes first; `...` in it stands for what it does not list.
        has_nav_file = (self.maker.root / folder / self.nav_file).is_file()
        is_overridden = self.plugin == AWESOME_NAV or (self.plugin == LITERATE_NAV and has_nav_file)
        if not nav or is_overridden:
            return self._list_folder(folder, None)
        return self._read_items(nav, folder, self.config, ("nav",))

    def _list_folder(self, folder: str, title: str | None = "") -> list[DocsEntry]:
        """Return the section of a folder, unless its file hides it.

        :param title: that of ``nav``; ``None`` for the entries of the folder without a section.
        """
        if folder in self._read_folders:
            self.config.warn((), f"the folder '{folder}' is listed twice; only the first is kept")
            return []
        self._read_folders.add(folder)
        source = ConfigFile(self.config.path, {}, self.config.text, self.config.report)
        file = find_site_file(self.maker.root, posixpath.join(folder, self.nav_file))
        if file and self.plugin == LITERATE_NAV:
            source.value["nav"] = read_summary(file.read_text("utf-8", "replace"))
        elif file:
            source = read_config(file, self.config.report)
            _warn_of_options(source.value, source, ())
        options = source.value
        items = options.get("nav") or options.get("arrange") or ["*"]
        if isinstance(items, list) and is_on(options.get("append_unmatched")):
            items = [*items, "*"]
        entries = self._read_items(items, folder, source, ("nav",))
        if title is None or is_on(options.get("hide")):
            return entries if title is None else []
        name = self.maker.make_title(posixpath.basename(folder))
        return self._make_section(title or as_text(options.get("title")) or name, entries)

    def _read_items(
        self, items: object, folder: str, source: ConfigFile, keys: Keys
    ) -> list[DocsEntry]:
        """Return the entries of a list of ``nav`` at *keys* in *source*."""
        if not isinstance(items, list):
            source.warn(keys, f"expected a page or a list, found {describe(items)}; it is omitted")
            return []
        self._level += 1
        self._count_entries(len(items), source, keys)
        # What has a name comes first, because patterns before it leave it out.
        self.listed.update(
            _join(folder, value)
            for _keys, value in walk_values(items)
            if isinstance(value, str) and "*" not in value and not value.startswith("...")
        )
        entries: list[DocsEntry] = []
        for number, item in enumerate(items):
            item_keys = (*keys, str(number))
            target = item
            if self.plugin == AWESOME_NAV and "glob" in as_object(item):
                _warn_of_options(item, source, item_keys)
                target = item["glob"]
            for markup, value in target.items() if isinstance(target, dict) else [("", target)]:
                title = " ".join(unescape(_HTML_TAG.sub("", markup)).split())
                if isinstance(value, str):
                    entries += self._read_target(title, value, folder)
                else:
                    children = self._read_items(value, folder, source, (*item_keys, markup))
                    entries += self._make_section(title, children) if title else children
        self._level -= 1
        return entries

    def _count_entries(self, number: int, source: ConfigFile, keys: Keys) -> None:
        """Count *number* more entries, and stop if there are too many."""
        self._count += number
        if self._level > MAX_LEVELS or self._count > MAX_ENTRIES:
            limits = f"{MAX_LEVELS} levels and {MAX_ENTRIES:,} entries"
            raise source.stop(keys, f"a navigation has at most {limits}, but this one has more")

    def _read_target(self, title: str, target: str, folder: str) -> list[DocsEntry]:
        """Return the entries for an address, a pattern, a page or a folder."""
        if is_external(target):
            return [{"title": title or target, "href": target}]
        if "*" in target or target.startswith("..."):  # such as ``... | *.md``
            pattern = target.removeprefix("...").strip("| ") or "*"
            return self._list_matches(pattern, folder)
        path = _join(folder, target)
        if path in self.folders and self.plugin:
            return self._list_folder(path, title)
        if path.endswith(".md"):  # `check` reports a page that does not exist
            return [self._make_page(path, title)]
        return [{"title": title or target, "href": f"/{path}"}]

    def _make_page(self, path: str, title: str = "") -> DocsEntry:
        docname = path.removesuffix(".md")
        # MkDocs has this title for the first page if it has none.
        if docname == "index" and not title and not self.maker.find_title(docname):
            title = "Home"
        return self.maker.make_page(docname, title)

    def _make_section(self, title: str, entries: list[DocsEntry]) -> list[DocsEntry]:
        """Return the group of a section; with ``navigation.indexes``, its index is its page."""
        index = next(filter(_is_index, entries), None) if self.has_section_pages else None
        if index is not None:
            entries = [entry for entry in entries if entry is not index]
        root = index["page"] if isinstance(index, dict) else index or ""
        return [self.maker.make_group(title, entries, root)] if entries or root else []

    def _list_matches(self, pattern: str, folder: str) -> list[DocsEntry]:
        """Return the entries of the pages and folders that match *pattern* and have none yet."""
        rules = IgnoreRules((f"/{_join(folder, pattern)}{'/' * pattern.endswith('/')}",))
        candidates = self.paths_by_folder[folder]
        if "**" in pattern:  # all pages below, without their folders
            candidates = self.pages
        elif "/" in pattern:
            candidates = self.pages | self.folders
        # Comparing a pattern with many paths takes longer than reading one entry.
        self._count_entries(len(candidates) // PATHS_PER_ENTRY, self.config, ("nav",))
        matches = [
            path
            for path in candidates
            if path not in self.listed and rules.ignores(path, folder=path not in self.pages)
        ]
        self.listed.update(matches)
        entries: list[DocsEntry] = []
        for path in sorted(matches, key=self._make_sort_key):
            entries += [self._make_page(path)] if path in self.pages else self._list_folder(path)
        return entries

    def _make_sort_key(self, path: str) -> tuple[bool, bool, list[tuple[int, str]]]:
        """Return the key that sorts the index first and folders last."""
        # awesome-nav compares numbers in names as numbers.
        parts = _DIGITS.split(path) if self.plugin == AWESOME_NAV else [path]
        numbers = [(int(part[:50]) if part.isdecimal() else 0, part) for part in parts]
        return not _is_index(path), path not in self.pages, numbers


def _warn_of_options(options: Mapping[str, object], source: ConfigFile, keys: Keys) -> None:
    """Report the options of a folder or a pattern that are not converted."""
    for name in options.keys() - _FOLDER_OPTIONS:
        source.warn((*keys, name), f"the option '{name}' is omitted", _OPTION_REMEDY)


def read_summary(text: str) -> list[object]:
    """Return the list of a SUMMARY.md as items of ``nav``; empty if it has none."""
    text = text.partition(_NAV_MARK)[2] or text
    items: list[object] = []
    root: dict[str, Any] = {"": items}
    # The indentation of each open item, and the item; what has items below it is a section.
    levels = [(-1, root)]
    for match in filter(None, map(_LIST_ITEM.match, text.expandtabs(4).splitlines())):
        indent, content = len(match[1]), match[2].rstrip()
        while levels[-1][0] >= indent:
            levels.pop()
        parent = levels[-1][1]
        ((title, below),) = parent.items()
        if not isinstance(below, list):
            below = parent[title] = [below]
        link = _LINK.match(content)
        item: dict[str, Any] = {link[1]: link[2]} if link else {content: []}
        below.append(content if "*" in content and not link else item)
        levels.append((indent, item))
    return items


def _list_pages(root: Path, exclude_docs: str, nav_file: str) -> set[str]:
    """Return the paths of the pages in *root*, without a README.md beside an index.md."""
    rules = IgnoreRules(exclude_docs.splitlines())
    files = walk_site(root, skip=lambda folder: rules.ignores(folder, folder=True)).files
    pages = {path for path in files if path.endswith(".md")}
    pages -= {posixpath.join(posixpath.dirname(path), nav_file) for path in pages}
    pages -= {f"{path.removesuffix('index.md')}README.md" for path in pages}
    return {path for path in pages if not rules.ignores(path, folder=False)}


def _join(folder: str, target: str) -> str:
    """Return the path of *target*, relative to *folder*, from the folder of the pages."""
    return posixpath.normpath(posixpath.join(folder, target)).lstrip("/") or ROOT


def _is_index(entry: DocsEntry) -> bool:
    path = entry if isinstance(entry, str) else entry.get("page", "")
    return path.removesuffix(".md").rpartition("/")[2] in _INDEXES
