"""The navigation of a MkDocs project: ``nav``, or its folders, and the files of three plugins.

awesome-nav (``.nav.yml``), awesome-pages (``.pages``) and literate-nav (``SUMMARY.md``) put a part
of ``nav`` into a folder. All of them name pages, folders, links and patterns, so one reader serves
all; a folder without such a file has its pages first, then its folders.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path

from sphinx_docsnav.coming.config_file import ConfigFile, is_on, read_config
from sphinx_docsnav.coming.navigation_entries import DocsEntry, EntryMaker, make_title_of_name
from sphinx_docsnav.data_files.json_values import Keys, as_object, as_text
from sphinx_docsnav.messages import describe
from sphinx_docsnav.sitefiles.safe_files import find_site_file
from sphinx_docsnav.sitefiles.safe_urls import is_external
from sphinx_docsnav.sitefiles.walk import IgnoreRules, walk_site

AWESOME_NAV, AWESOME_PAGES, LITERATE_NAV = "awesome-nav", "awesome-pages", "literate-nav"
NAV_FILES = {AWESOME_NAV: ".nav.yml", AWESOME_PAGES: ".pages", LITERATE_NAV: "SUMMARY.md"}
"""The plugins that read a file in each folder, and its default name."""
MAX_ENTRIES = 20_000
"""The maximum number of entries; folders that name each other multiply them."""
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
_DIGITS = re.compile(r"([0-9]+)")


class MkDocsNavReader:
    """Reads the navigation of one project."""

    def __init__(self, config: ConfigFile, maker: EntryMaker, plugin: str, nav_file: str) -> None:
        """Find the pages of the project.

        :param plugin: the one of `NAV_FILES` that the project uses; "" for none.
        :param nav_file: the name of its files.
        """
        self.config = config
        self.maker = maker
        self.plugin = plugin
        self.nav_file = nav_file
        self.has_section_pages = False
        """Whether the title of a section leads to its index."""
        self.paths_by_folder = _list_pages(maker.root, config.get_text("exclude_docs"), nav_file)
        self.pages = {path for paths in self.paths_by_folder.values() for path in paths}
        self.pages -= self.paths_by_folder.keys()
        self.translations: Mapping[str, object] = {}
        """Other titles, by the title of ``nav``."""
        self.fallback_folder = ""
        """The folder of the language whose page stands for one that does not exist."""
        self._listed: set[str] = set()
        """The pages and folders that patterns leave out, because they have an entry."""
        self._open_folders: list[str] = []
        self._files: dict[Path, ConfigFile] = {}
        self._count = 0

    def read_root(self, nav: object, keys: Keys, folder: str = "") -> list[DocsEntry]:
        """Return the entries of *nav*, or those of *folder* without it.

        :param keys: where *nav* is in the configuration.
        :param folder: what the paths in *nav* are relative to.
        """
        # With awesome-pages, `nav` comes first; `...` in it stands for what it does not list.
        has_nav_file = (self.maker.root / folder / self.nav_file).is_file()
        is_overridden = self.plugin == AWESOME_NAV or (self.plugin == LITERATE_NAV and has_nav_file)
        if not nav or is_overridden:
            return self._read_folder(folder)[0]
        return self._read_items(nav, folder, self.config, keys)

    def _read_folder(self, folder: str) -> tuple[list[DocsEntry], Mapping[str, object]]:
        """Return the entries of a folder, and the options of its file."""
        if folder in self._open_folders or len(self._open_folders) > MAX_LEVELS:
            message = f"the folder '{folder}' would be below itself; it is omitted there"
            self.config.warn((), message)
            return [], {}
        self._open_folders.append(folder)
        source = self.config
        items: object = None
        options: Mapping[str, object] = {}
        file = find_site_file(self.maker.root, posixpath.join(folder, self.nav_file))
        if file and self.plugin == LITERATE_NAV:
            items = read_summary(file.read_text("utf-8", "replace"))
        elif file and self.plugin:
            source = self._read_file(file)
            options = source.value
            _warn_of_options(options, source, ())
            items = options.get("nav") or options.get("arrange")
            if isinstance(items, list) and is_on(options.get("append_unmatched")):
                items = [*items, "*"]
        entries = self._read_items(items or ["*"], folder, source, ("nav",))
        self._open_folders.pop()
        return entries, options

    def _read_file(self, path: Path) -> ConfigFile:
        """Return the file at *path*, which is read once."""
        if path not in self._files:
            self._files[path] = read_config(path, self.config.report)
        return self._files[path]

    def _read_items(
        self, items: object, folder: str, source: ConfigFile, keys: Keys
    ) -> list[DocsEntry]:
        """Return the entries of a list of ``nav`` at *keys* in *source*."""
        if not isinstance(items, list):
            source.warn(keys, f"expected a page or a list, found {describe(items)}; it is omitted")
            return []
        self._count_entries(len(items), source, keys)
        # What has a name comes first, because patterns before it leave it out.
        self._listed.update(_list_targets(items, folder))
        entries: list[DocsEntry] = []
        for number, item in enumerate(items):
            item_keys = (*keys, str(number))
            target = item
            if self.plugin == AWESOME_NAV and "glob" in as_object(item):
                _warn_of_options(item, source, item_keys)
                target = item["glob"]
            pairs = target.items() if isinstance(target, dict) else [("", target)]
            for name, value in pairs:
                title = as_text(self.translations.get(name, name))
                if isinstance(value, str):
                    entries += self._read_target(title, value, folder)
                else:
                    value_keys = (*item_keys, name) if name else item_keys
                    children = self._read_items(value, folder, source, value_keys)
                    entries += self._make_section(title, children) if title else children
        return entries

    def _count_entries(self, number: int, source: ConfigFile, keys: Keys) -> None:
        """Count *number* more entries, and stop if there are too many."""
        self._count += number
        if len(keys) > 2 * MAX_LEVELS or self._count > MAX_ENTRIES:
            limits = f"{MAX_LEVELS} levels and {MAX_ENTRIES:,} entries"
            raise source.stop(keys, f"a navigation has at most {limits}, but this one has more")

    def _read_target(self, title: str, target: str, folder: str) -> list[DocsEntry]:
        """Return the entries for an address, a pattern, a page or a folder."""
        if is_external(target):
            return [{"title": title or target, "href": target}]
        if target.startswith("..."):
            return self._list_matches(target.partition("|")[2].strip() or "*", folder)
        if "*" in target:
            return self._list_matches(target, folder)
        path = _join(folder, target)
        if path in self.paths_by_folder and self.plugin:
            return self._list_folder(path, title)
        if path.endswith(".md"):  # `check` reports a page that does not exist
            fallback = _join(self.fallback_folder, path.partition("/")[2])
            if path not in self.pages and fallback in self.pages:
                path = fallback
            return [self._make_page(path, title)]
        return [{"title": title or target, "href": f"/{path}"}]

    def _list_folder(self, folder: str, title: str = "") -> list[DocsEntry]:
        """Return the section of a folder, unless its file hides it."""
        entries, options = self._read_folder(folder)
        if is_on(options.get("hide")):
            return []
        name = make_title_of_name(folder.rpartition("/")[2])
        return self._make_section(title or as_text(options.get("title")) or name, entries)

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
        candidates: Collection[str] = self.paths_by_folder.get(folder, ())
        if "**" in pattern:  # all pages below, without their folders
            candidates = self.pages
        elif "/" in pattern:
            candidates = {*self.pages, *self.paths_by_folder}
        # Comparing a pattern with many paths takes longer than reading one entry.
        self._count_entries(len(candidates) // PATHS_PER_ENTRY, self.config, ("nav",))
        matches = [
            path
            for path in candidates
            if path not in self._listed and rules.ignores(path, folder=path not in self.pages)
        ]
        self._listed.update(matches)
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
    root: list[object] = []
    # The indentation of each open item, and the list for the items below it.
    levels: list[tuple[int, list[object]]] = [(-1, root)]
    for match in map(_LIST_ITEM.match, text.expandtabs(4).splitlines()):
        if match is None:
            continue
        indent, content = len(match[1]), match[2].rstrip()
        while levels[-1][0] >= indent:
            levels.pop()
        siblings = levels[-1][1]
        link = _LINK.match(content)
        below: list[object] = [link[2]] if link else []
        item = {link[1] if link else content: below}
        siblings.append(content if "*" in content and not link else item)
        levels.append((indent, below))
    return [_simplify(item) for item in root]


def _simplify(item: object) -> object:
    """Return an item of a SUMMARY.md; a link without items below it is a page."""
    if not isinstance(item, dict):
        return item
    ((title, below),) = item.items()
    is_page = len(below) == 1 and isinstance(below[0], str) and "*" not in below[0]
    return {title: below[0] if is_page else [_simplify(child) for child in below]}


def _list_pages(root: Path, exclude_docs: str, nav_file: str) -> dict[str, dict[str, None]]:
    """Return the paths of the pages and folders, as keys, in each folder that has pages in it."""
    rules = IgnoreRules(exclude_docs.splitlines())
    files = walk_site(root, skip=lambda folder: rules.ignores(folder, folder=True)).files
    pages = {path for path in files if path.endswith(".md")}
    paths_by_folder: dict[str, dict[str, None]] = {"": {}}
    for path in pages:
        name = posixpath.basename(path)
        is_second_index = name == "README.md" and f"{path.removesuffix(name)}index.md" in pages
        if is_second_index or name == nav_file or rules.ignores(path, folder=False):
            continue
        # The page and each folder above it are in the folder above them.
        for end, character in enumerate(f"{path}/"):
            if character == "/":
                parent = path[:end].rpartition("/")[0]
                paths_by_folder.setdefault(parent, {})[path[:end]] = None
    return paths_by_folder


def _list_targets(items: Iterable[object], folder: str) -> Iterator[str]:
    """Yield the paths that *items* and the sections in them name."""
    for item in items:
        for value in item.values() if isinstance(item, dict) else (item,):
            if isinstance(value, list):
                yield from _list_targets(value, folder)
            elif isinstance(value, str) and "*" not in value and not value.startswith("..."):
                yield _join(folder, value)


def _join(folder: str, target: str) -> str:
    """Return the path of *target*, relative to *folder*, from the folder of the pages."""
    path = posixpath.normpath(posixpath.join(folder, target)).lstrip("/")
    return "" if path == "." else path


def _is_index(entry: DocsEntry) -> bool:
    path = entry if isinstance(entry, str) else entry.get("page", "")
    return path.removesuffix(".md").rpartition("/")[2] in _INDEXES
