"""The pages of a build for a comparison: anchors, links, lists and sidebars."""

from __future__ import annotations

import json
import posixpath
import re
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import quote, unquote, urljoin, urlsplit

from sphinx_docsnav.vocabulary.html_names import VOID_ELEMENTS

TEST_HOST = "site.invalid"
TOCTREE_CLASS = "toctree-wrapper"
"""The class of a toctree in the text of a page."""
SIDEBARS = {
    "alabaster": "sphinxsidebarwrapper",
    "furo": "sidebar-tree",
    "piccolo_theme": "sphinxsidebarwrapper",
    "pydata_sphinx_theme": "bd-docs-nav",
    "shibuya": "globaltoc",
    "sphinx_book_theme": "bd-docs-nav",
    "sphinx_immaterial": "md-nav--primary",
    "sphinx_rtd_theme": "wy-menu-vertical",
    "sphinxawesome_theme": "left-sidebar",
}
"""The class or id of the element with the navigation in the sidebar, by theme."""
_LATEX_TITLE = re.compile(
    r"\\(part|chapter|section|subsection|subsubsection|paragraph|subparagraph)\*?\{"
)
_LATEX_LABEL = re.compile(r"\\label\{([^}]*\}?)\}")
TEXT_SUFFIXES = frozenset((".1", ".fjson", ".pot", ".tex", ".texi", ".txt", ".xhtml", ".xml"))
"""The suffixes of files, other than HTML, that builders write for pages."""
_LISTS = frozenset(("ul", "ol"))
_INVENTORY_ENTRY = re.compile(r"(.+?)\s+(\S+)\s+-?\d+\s+?(\S*)\s+(.*)")
_INVENTORY_LIMIT = 100_000_000
"""The number of bytes of a decompressed inventory that are read."""
_COPIED_FOLDERS = frozenset(("_static", "_sources", "_downloads"))


@dataclass(slots=True)
class SidebarLabel:
    """The label of an entry, or a caption, in the sidebar of a page."""

    level: int
    """The number of lists around it; -1 for a caption that is no link, and for a link in no list,
    such as the name of the project."""
    target: str = ""
    """The address of its link without a query; empty for a caption."""
    text: str = ""
    """Its text."""


class PageReader(HTMLParser):
    """Collects the anchors, links, title and lists of a page, and the labels of its sidebar.

    :param sidebar: the class or id of the element with the navigation.
    :param shared: reads a shared sidebar, from its key.
    """

    def __init__(self, sidebar: str, shared: Callable[[str], PageReader] | None = None) -> None:
        super().__init__()
        self.ids: set[str] = set()
        # The ids in the text, to which other sites may link; themes have further ones in `nav`.
        self.anchors: set[str] = set()
        self._is_text_nav: list[bool] = []
        self.links: set[str] = set()
        self.relations: dict[str, str] = {}
        self.sidebar_labels: list[SidebarLabel] = []
        # The numbers of labels before the ends of groups; what follows is below none of them.
        self.group_ends: set[int] = set()
        self._group_depths: list[int] = []
        self.title = ""
        self.lists: list[str] = []
        self._list = 0
        self._in_title = False
        self._sidebar = sidebar
        # The number of open elements of the sidebar; `_link` is that number at the open label.
        self._depth = 0
        self._link = 0
        self._level = 0
        # The id of the last tag if it was an input field, which may fold what follows; else empty.
        self._box = ""
        # The depth of an icon with a text.
        self._icon = 0
        self._shared = shared
        # The key of a shared sidebar, the depth of its container, and the number of labels before.
        self._short = ("", 0, 0)
        # The depth of the headings of the page, and the number of labels before.
        self._headings = (0, 0)
        # The position of the page's own label; -1 without one.
        self._current = -1

    @property
    def labels(self) -> list[str]:
        """The texts of the labels of the sidebar."""
        return [label.text for label in self.sidebar_labels]

    @property
    def parents(self) -> list[tuple[str, str]]:
        """Each label of the sidebar with that of the entry above it; captions are above none."""
        return [(label.text, above.text if above else "") for label, above in self._pair_labels()]

    @property
    def distinct_parents(self) -> list[tuple[str, str]]:
        """The value of `parents` without the entries that repeat another one in the same place.

        Toctrees of one document can list a page twice; in a docs.json, a list has it once.
        """
        # The first of the entries that repeat each other stands for all, also above others.
        first_entries: dict[tuple[int, int, str, str], tuple[SidebarLabel, str]] = {}
        first_ids = {id(None): 0}
        caption = 0
        for number, (label, above) in enumerate(self._pair_labels()):
            # The entries of a caption are in another place than those before it.
            caption = number if label.level < 0 else caption
            key = (caption, first_ids[id(above)], label.text, label.target)
            entry = (label, above.text if above else "")
            first_ids[id(label)] = id(first_entries.setdefault(key, entry)[0])
        return [(label.text, above_text) for label, above_text in first_entries.values()]

    def _pair_labels(self) -> Iterator[tuple[SidebarLabel, SidebarLabel | None]]:
        """Yield each label of the sidebar with the entry above it."""
        above: list[SidebarLabel] = []
        for index, label in enumerate(self.sidebar_labels):
            if index in self.group_ends:
                above.clear()
            while above and above[-1].level >= label.level:
                above.pop()
            yield label, above[-1] if above else None
            # A group with a page is a heading with a link in our sidebars, and a caption is text.
            if label.level >= 0:
                above.append(label)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Handle the start of an element."""
        values = {name: value or "" for name, value in attrs}
        # Links lead neither to controls nor to their labels; only ``a`` is a target by its name.
        if tag not in {"button", "input", "label"}:
            names = ("id", "name") if tag == "a" else ("id",)
            ids = {values[name] for name in names if values.get(name)}
            self.ids |= ids
            self.anchors |= ids if all(self._is_text_nav) else set()
        if tag == "nav":
            # docutils writes a table of contents in the text.
            self._is_text_nav.append("contents" in _read_class_names(values))
        target = values.get("href") or values.get("src")
        if target:
            self.links.add(target)
        if tag == "title" and not self.title:
            self._in_title = True
        # `_list` is the number of open elements from the toctree on; 0 outside of toctrees.
        if tag not in VOID_ELEMENTS and (self._list or TOCTREE_CLASS in _read_class_names(values)):
            self._list += 1
        if self._list and tag == "a" and target:
            self.lists.append(target)
        if tag == "link" and values.get("rel") in {"prev", "next"}:
            self.relations[values["rel"]] = values.get("href", "")
        is_in_sidebar = bool(self._depth) or self._sidebar in _read_class_names(values)
        if is_in_sidebar and tag not in VOID_ELEMENTS:
            self._open_in_sidebar(tag, values)
        # That of the headings of the page folds no entries.
        is_box = tag == "input" and values.get("id") != "__toc"
        self._box = values.get("id", "") if is_box else ""

    def _open_in_sidebar(self, tag: str, values: Mapping[str, str]) -> None:
        """Handle the start of an element in the sidebar, or of the sidebar."""
        self._depth += 1
        self._level += tag in _LISTS
        labels = self.sidebar_labels
        # A script inserts the labels here; remember where they belong in the order.
        if "data-docsnav-shared" in values:
            self._short = (values["data-docsnav-shared"], self._depth, len(labels))
        class_names = _read_class_names(values)
        # Immaterial marks objects by a letter for their kind, which is no part of their names.
        if "objinfo-icon" in class_names:
            self._icon = self._depth
        if "docsnav-group" in class_names:
            self._group_depths.append(self._depth)
        if "docsnav-headings" in class_names:
            self._headings = (self._depth, len(labels))
        # In Immaterial, a caption is the label of the box before it, in an item with its entries.
        is_box_label = "md-nav__link" in class_names and values.get("for") == self._box
        if is_box_label:
            self._group_depths.append(self._depth - 1)
        is_caption = is_box_label or "caption" in values.get("class", "").split()
        is_label = is_caption or (tag == "a" and values.get("href"))
        # Elements inside a link belong to its label.
        if tag == "a" and self._link:
            labels[-1].level = max(labels[-1].level, 0)
        if is_label and not self._link:
            self._link = self._depth
            level = self._level if tag == "a" and self._level else -1
            target = urlsplit(values.get("href", ""))._replace(query="").geturl()
            labels.append(SidebarLabel(level, target))
            if values.get("aria-current") == "page":
                self._current = len(labels) - 1

    def handle_endtag(self, tag: str) -> None:
        """Handle the end of an element."""
        self._in_title = False
        if tag == "nav" and self._is_text_nav:
            self._is_text_nav.pop()
        self._list -= bool(self._list and tag not in VOID_ELEMENTS)
        if self._depth and tag not in VOID_ELEMENTS:
            if self._link == self._depth:
                self._link = 0
            if self._icon == self._depth:
                self._icon = 0
            if self._group_depths[-1:] == [self._depth]:
                self._group_depths.pop()
                self.group_ends.add(len(self.sidebar_labels))
            if self._headings[0] == self._depth:
                self._place_headings(self._headings[1])
                self._headings = (0, 0)
            key, depth, start = self._short
            # At the end of the container, its labels replace the few that the page contains itself.
            if depth == self._depth and key and self._shared:
                self._insert_shared(self._shared(key), start)
                self._short = ("", 0, 0)
            self._depth -= 1
            self._level -= tag in _LISTS

    def _insert_shared(self, shared: PageReader, start: int) -> None:
        """Replace the labels of a short sidebar by those of the whole one.

        :param start: the number of labels before them.
        """
        labels = self.sidebar_labels
        current = labels[self._current].text if self._current >= start else None
        labels[start:] = (
            replace(label, level=self._level + label.level) for label in shared.sidebar_labels
        )
        ends = {start + end for end in shared.group_ends}
        self.group_ends = {end for end in self.group_ends if end <= start} | ends
        if current is not None:
            places = range(start, len(labels))
            self._current = next((n for n in places if labels[n].text == current), -1)

    def _place_headings(self, start: int) -> None:
        """Put the headings of the page where a script puts them: at the end of each of its entries.

        :param start: the number of labels before them.
        """
        labels, headings = self.sidebar_labels[:start], self.sidebar_labels[start:]
        if self._current < 0:
            return
        target = labels[self._current].target
        # From the end, so that the positions of the entries before stay.
        for index in reversed(range(start)):
            if index != self._current and labels[index].target != target:
                continue
            level = labels[index].level
            rest = range(index + 1, len(labels))
            end = next((n for n in rest if labels[n].level <= level), len(labels))
            labels[end:end] = (replace(label, level=level + label.level) for label in headings)
            self.group_ends = {n + len(headings) if n > index else n for n in self.group_ends}
        self.sidebar_labels = labels

    def handle_data(self, data: str) -> None:
        """Handle a text."""
        if self._link and not self._icon:
            self.sidebar_labels[-1].text += data
        if self._in_title:
            self.title += data


def _read_class_names(values: Mapping[str, str]) -> list[str]:
    return f"{values.get('class', '')} {values.get('id', '')}".split()


@dataclass(frozen=True, slots=True)
class Output:
    """The output directory of one build."""

    folder: Path
    sidebar: str = ""
    """The class or id of the element with the navigation; empty if it is not compared."""
    pages: dict[str, PageReader] = field(default_factory=dict)
    """The pages by the paths of their files."""
    texts: dict[str, list[str]] = field(default_factory=dict)
    """The lines of files in other formats, by their paths; of LaTeX, without titles and labels."""
    latex_titles: dict[str, list[tuple[str, str]]] = field(default_factory=dict)
    """The level and the text of each title in LaTeX files, by their paths."""
    latex_labels: dict[str, list[str]] = field(default_factory=dict)
    """The labels in LaTeX files, by their paths."""

    def read(self) -> Output:
        """Read all pages, and the files of pages in other formats."""
        for name in self.times():
            if Path(name).suffix in TEXT_SUFFIXES:
                lines = _read_lines(self.folder / name)
                if name.endswith(".tex"):
                    self.latex_titles[name] = list(_read_latex_titles(lines))
                    self.latex_labels[name] = _LATEX_LABEL.findall("\n".join(lines))
                    # Leave out lines that have only a title or labels.
                    rest = (line for line in lines if not _LATEX_TITLE.match(line))
                    lines = [line for line in rest if _LATEX_LABEL.sub("", line).strip(" %")]
                self.texts[name] = lines
        for path in sorted(self.folder.rglob("*.html")):
            name = path.relative_to(self.folder).as_posix()
            # Source code of modules is not a page, and its anchors are the lines of code.
            if not name.startswith(("_static/", "_modules/")):
                self.pages[name] = self.read_page(path)
        return self

    def read_page(self, path: Path) -> PageReader:
        """Read one page."""
        reader = PageReader(self.sidebar, self._read_shared_sidebar)
        reader.feed(path.read_text("utf-8"))
        for label in reader.sidebar_labels:
            label.text = " ".join(label.text.split())
        return reader

    def _read_shared_sidebar(self, key: str) -> PageReader:
        """Read a sidebar that several pages share in a script."""
        script = self.folder / "_static" / f"docsnav-sidebar-{key}.js"
        # The script calls one function with a key and the markup, which are JSON.
        _, _, arguments = script.read_text("ascii").rpartition("})(")
        _, markup = json.loads(f"[{arguments.strip().removesuffix(');')}]")
        reader = PageReader("shared")
        reader.feed(f'<div class="shared">{markup}</div>')
        return reader

    def dead_links(self) -> set[tuple[str, str]]:
        """Return the links without a target in the output, each with its page."""
        return {
            (name, link)
            for name, page in self.pages.items()
            for link in page.links
            if not self._is_alive(name, link)
        }

    def _is_alive(self, name: str, link: str) -> bool:
        url = urlsplit(urljoin(f"https://{TEST_HOST}/{quote(name)}", link))
        if url.netloc != TEST_HOST or url.scheme != "https":
            return True
        # By default, sphinx-notfound-page writes links with this prefix into its page.
        path = unquote(url.path[1:]).removeprefix("en/latest/")
        path = f"{path}index.html" if not path or path.endswith("/") else path
        if not (self.folder / path).is_file():
            return False
        # Anchors in files other than pages are unknown, so such a link counts as alive.
        if not url.fragment or path not in self.pages:
            return True
        return unquote(url.fragment) in self.pages[path].ids | {"top"}

    def relations(self) -> dict[tuple[str, str], str]:
        """Return the previous and the next page of each page, as paths from the root."""
        return {
            (name, kind): posixpath.normpath(posixpath.join(posixpath.dirname(name), link))
            for name, page in self.pages.items()
            for kind, link in page.relations.items()
        }

    def inventory(self) -> set[str]:
        """Return the entries of ``objects.inv``."""
        path = self.folder / "objects.inv"
        return set(read_inventory_lines(path)) if path.exists() else set()

    def times(self) -> dict[str, int]:
        """Return the modification time of each page, in nanoseconds, by path."""
        return {
            path.relative_to(self.folder).as_posix(): path.stat().st_mtime_ns
            for path in self.folder.rglob("*")
            if path.suffix == ".html"
            or (path.suffix in TEXT_SUFFIXES and not _COPIED_FOLDERS & {*path.parts})
        }

    def size(self) -> int:
        """Return the total size of all files, in bytes."""
        return sum(path.stat().st_size for path in self.folder.rglob("*") if path.is_file())


def _read_lines(path: Path) -> list[str]:
    """Return the lines of a file that come from pages, without dates and additions of themes."""
    text = path.read_text("utf-8", "replace")
    if path.suffix == ".fjson":
        page = json.loads(text)
        text = f"{page.get('title')}\n{page.get('body')}\n{page.get('toc')}"
    # A sitemap is one line.
    text = text.replace("><", ">\n<") if path.suffix == ".xml" else text
    return [line for line in text.splitlines() if not line.startswith('"POT-Creation-Date')]


def _read_latex_titles(lines: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield the level and the text of each title; Sphinx writes a title on a line of its own."""
    for line in lines:
        if title := _LATEX_TITLE.search(line):
            yield title[1], line[title.end() :].rstrip().removesuffix("}")


def describe_first_difference(old: list[str], new: list[str]) -> str:
    """Return a description of the first difference between two lists of labels."""
    # The empty labels at the end make a list differ from a longer one that starts with it.
    pairs = zip([*old, ""], [*new, ""], strict=False)
    index = next((n for n, (a, b) in enumerate(pairs) if a != b), 0)
    return f"entry {index}: {old[index : index + 3]} -> {new[index : index + 3]}"


def read_inventory_lines(path: Path) -> list[str]:
    """Return the lines of an ``objects.inv`` after its header."""
    compressed = path.read_bytes().split(b"\n", 4)[4]
    data = zlib.decompressobj().decompress(compressed, _INVENTORY_LIMIT)
    return data.decode("utf-8", "replace").splitlines()


def read_inventory(path: Path) -> Iterator[tuple[str, str, str, str]]:
    """Yield the entries of an ``objects.inv``: name, role, address from the root, and title."""
    for entry in map(_INVENTORY_ENTRY.fullmatch, read_inventory_lines(path)):
        if entry:
            name, role, address, title = entry.groups()
            # `$` at the end abbreviates the name, and `-` is the name as the title.
            address = f"{address[:-1]}{name}" if address.endswith("$") else address
            yield name, role, address, name if title.strip() == "-" else title.strip()
