"""What a reader finds in the files of a build."""

from __future__ import annotations

import json
import posixpath
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

from sphinx_docsnav.vocabulary.html_names import VOID_ELEMENTS

HOST = "site.invalid"
TOCTREE = "toctree-wrapper"
"""The class of a list of pages in a page."""
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
"""The class or id of the element that holds the navigation in the sidebar, by theme."""
TEXTS = frozenset((".1", ".fjson", ".pot", ".tex", ".texi", ".txt", ".xhtml", ".xml"))
"""The suffixes of what builders write for the pages, other than HTML."""


class PageReader(HTMLParser):
    """Collects the anchors, links, title and lists of a page, and the labels of its sidebar.

    :param sidebar: a class, or the id, of the element that holds the navigation.
    :param shared: returns the labels of a sidebar that pages share, by its key.
    """

    def __init__(self, sidebar: str, shared: Callable[[str], list[str]] | None = None) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: set[str] = set()
        self.relations: dict[str, str] = {}
        self.labels: list[str] = []
        self.title = ""
        self.lists: list[str] = []
        self._list = 0
        self._in_title = False
        self._sidebar = sidebar
        self._depth = 0
        self._link = 0
        self._shared = shared
        self._short = ("", 0, 0)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take the beginning of an element."""
        values = {name: value or "" for name, value in attrs}
        if tag != "input":
            self.ids |= {values[name] for name in ("id", "name") if values.get(name)}
        target = values.get("href") or values.get("src")
        if target:
            self.links.add(target)
        if tag == "title" and not self.title:
            self._in_title = True
        if tag not in VOID_ELEMENTS and (self._list or TOCTREE in _names(values)):
            self._list += 1
        if self._list and tag == "a" and target:
            self.lists.append(target)
        if tag == "link" and values.get("rel") in {"prev", "next"}:
            self.relations[values["rel"]] = values.get("href", "")
        inside = bool(self._depth) or self._sidebar in _names(values)
        if not inside or tag in VOID_ELEMENTS:
            return
        self._depth += 1
        if "data-docsnav-shared" in values:
            self._short = (values["data-docsnav-shared"], self._depth, len(self.labels))
        is_label = (tag == "a" and target) or "caption" in values.get("class", "").split()
        if is_label and not self._link:
            self._link = self._depth
            self.labels.append("")

    def handle_endtag(self, tag: str) -> None:
        """Take the end of an element."""
        self._in_title = False
        self._list -= bool(self._list and tag not in VOID_ELEMENTS)
        if self._depth and tag not in VOID_ELEMENTS:
            if self._link == self._depth:
                self._link = 0
            key, depth, start = self._short
            if depth == self._depth and key and self._shared:
                self.labels[start:] = self._shared(key)
                self._short = ("", 0, 0)
            self._depth -= 1

    def handle_data(self, data: str) -> None:
        """Take a text."""
        if self._link:
            self.labels[-1] += data
        if self._in_title:
            self.title += data


def _names(values: Mapping[str, str]) -> list[str]:
    return f"{values.get('class', '')} {values.get('id', '')}".split()


@dataclass(frozen=True, slots=True)
class Output:
    """The output directory of one build."""

    folder: Path
    sidebar: str = ""
    """The class or id of the element that holds the navigation, if that is read."""
    pages: dict[str, PageReader] = field(default_factory=dict)
    """Every page, by the path of its file."""
    texts: dict[str, list[str]] = field(default_factory=dict)
    """The lines of what another builder wrote, by the path of its file."""

    def read(self) -> Output:
        """Read all pages, and all that was written of them in another format."""
        for name in self.times():
            if Path(name).suffix in TEXTS:
                self.texts[name] = _lines(self.folder / name)
        for path in sorted(self.folder.rglob("*.html")):
            name = path.relative_to(self.folder).as_posix()
            if not name.startswith(("_static/", "_modules/")):
                self.pages[name] = self.read_page(path)
        return self

    def read_page(self, path: Path) -> PageReader:
        """Read one page."""
        reader = PageReader(self.sidebar, self._shared_labels)
        reader.feed(path.read_text("utf-8"))
        reader.labels = [" ".join(label.split()) for label in reader.labels]
        return reader

    def _shared_labels(self, key: str) -> list[str]:
        """Return the labels of a sidebar that a script holds for several pages."""
        script = self.folder / "_static" / f"docsnav-sidebar-{key}.js"
        _, _, arguments = script.read_text("ascii").rpartition("})(")
        _, markup = json.loads(f"[{arguments.strip().removesuffix(');')}]")
        reader = PageReader("shared")
        reader.feed(f'<div class="shared">{markup}</div>')
        return reader.labels

    def dead_links(self) -> set[tuple[str, str]]:
        """Return pages and links in them that lead to no file or to no anchor."""
        return {
            (name, link)
            for name, page in self.pages.items()
            for link in page.links
            if not self._leads_somewhere(name, link)
        }

    def _leads_somewhere(self, name: str, link: str) -> bool:
        url = urlsplit(urljoin(f"https://{HOST}/{name}", link))
        if url.netloc != HOST or url.scheme != "https":
            return True
        path = unquote(url.path[1:]).removeprefix("en/latest/")
        path = f"{path}index.html" if not path or path.endswith("/") else path
        if not (self.folder / path).is_file():
            return False
        if not url.fragment or path not in self.pages:
            return True
        return unquote(url.fragment) in self.pages[path].ids | {"top"}

    def relations(self) -> dict[tuple[str, str], str]:
        """Return the previous and next page of each page, as paths from the root."""
        return {
            (name, kind): posixpath.normpath(posixpath.join(posixpath.dirname(name), link))
            for name, page in self.pages.items()
            for kind, link in page.relations.items()
        }

    def inventory(self) -> set[str]:
        """Return the entries of ``objects.inv``."""
        path = self.folder / "objects.inv"
        if not path.exists():
            return set()
        data = path.read_bytes().split(b"\n", 4)[4]
        return set(zlib.decompress(data).decode().splitlines())

    def times(self) -> dict[str, int]:
        """Return when each page was written."""
        return {
            path.relative_to(self.folder).as_posix(): path.stat().st_mtime_ns
            for path in self.folder.rglob("*")
            if path.suffix == ".html" or (path.suffix in TEXTS and not _COPIED & {*path.parts})
        }

    def size(self) -> int:
        """Return the bytes of all files."""
        return sum(path.stat().st_size for path in self.folder.rglob("*") if path.is_file())


_COPIED = frozenset(("_static", "_sources", "_downloads"))


def _lines(path: Path) -> list[str]:
    """Return the lines of a file that come from the pages: without dates, and what themes add."""
    text = path.read_text("utf-8", "replace")
    if path.suffix == ".fjson":
        page = json.loads(text)
        text = f"{page.get('title')}\n{page.get('body')}\n{page.get('toc')}"
    return [line for line in text.splitlines() if not line.startswith('"POT-Creation-Date')]


def first_difference(old: list[str], new: list[str]) -> str:
    """Return where two lists of labels begin to differ."""
    pairs = zip([*old, ""], [*new, ""], strict=False)
    place = next((n for n, (a, b) in enumerate(pairs) if a != b), 0)
    return f"entry {place}: {old[place : place + 3]} -> {new[place : place + 3]}"
