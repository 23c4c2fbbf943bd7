"""What a reader finds in the files of a build."""

from __future__ import annotations

import posixpath
import zlib
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

HOST = "site.invalid"
VOID = frozenset(
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr")
)


class PageReader(HTMLParser):
    """Collects the anchors and links of a page, and the labels of its sidebar."""

    def __init__(self, sidebar: str) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: set[str] = set()
        self.relations: dict[str, str] = {}
        self.labels: list[str] = []
        self._sidebar = sidebar
        self._depth = 0
        self._link = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag != "input":
            self.ids |= {values[name] for name in ("id", "name") if values.get(name)}
        target = values.get("href") or values.get("src")
        if target:
            self.links.add(target)
        if tag == "link" and values.get("rel") in {"prev", "next"}:
            self.relations[values["rel"]] = values.get("href", "")
        inside = bool(self._depth) or self._sidebar in values.get("class", "").split()
        if not inside or tag in VOID:
            return
        self._depth += 1
        if tag == "a" and target:
            self._link = self._depth
            self.labels.append("")

    def handle_endtag(self, tag: str) -> None:
        if self._depth and tag not in VOID:
            if self._link == self._depth:
                self._link = 0
            self._depth -= 1

    def handle_data(self, data: str) -> None:
        if self._link:
            self.labels[-1] += data


@dataclass(frozen=True, slots=True)
class Output:
    """The output directory of one build."""

    folder: Path
    sidebar: str = ""
    """A class of the element that holds the navigation."""
    pages: dict[str, PageReader] = field(default_factory=dict)
    """Every page, by the path of its file."""

    def read(self) -> Output:
        """Read all pages."""
        for path in sorted(self.folder.rglob("*.html")):
            name = path.relative_to(self.folder).as_posix()
            if not name.startswith(("_static/", "_modules/")):
                reader = PageReader(self.sidebar)
                reader.feed(path.read_text("utf-8"))
                reader.labels = [" ".join(label.split()) for label in reader.labels]
                self.pages[name] = reader
        return self

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
        data = (self.folder / "objects.inv").read_bytes().split(b"\n", 4)[4]
        return set(zlib.decompress(data).decode().splitlines())

    def times(self) -> dict[str, int]:
        """Return when each page was written."""
        return {
            path.relative_to(self.folder).as_posix(): path.stat().st_mtime_ns
            for path in self.folder.rglob("*.html")
        }

    def size(self) -> int:
        """Return the bytes of all files."""
        return sum(path.stat().st_size for path in self.folder.rglob("*") if path.is_file())
