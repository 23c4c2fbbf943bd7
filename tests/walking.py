"""Walk a built site as a reader does who uses nothing but the sidebar, tabs and switchers."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

OURS = ("tablist", "headtabs", "switches", "anchors", "sidebar")
REGIONS = frozenset({*(f"docsnav-{part}" for part in OURS), "md-tabs", "md-select"})
"""Classes of the elements that hold the navigation, in every theme."""
VOID = frozenset(
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr")
)
REFRESH = re.compile(r"\d+;\s*url=(.+)", re.IGNORECASE)


class NavigationLinks(HTMLParser):
    """Collects the links of the navigation, and the page that the browser is sent to."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.refresh = ""
        self._depth = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag == "meta" and (match := REFRESH.fullmatch(values.get("content", ""))):
            self.refresh = match[1]
        inside = self._depth or not REGIONS.isdisjoint(values.get("class", "").split())
        if inside and tag == "a" and "href" in values:
            self.links.append(values["href"])
        if inside and tag not in VOID:
            self._depth += 1

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Leave the depth as it is: ``<path/>`` has no end tag."""

    def handle_endtag(self, tag: str) -> None:
        if self._depth and tag not in VOID:
            self._depth -= 1


def linked_pages(out: Path, page: str) -> set[str]:
    """Return the pages of *out* that the navigation of *page* links to, as paths of files."""
    parser = NavigationLinks()
    parser.feed((out / page).read_text("utf-8"))
    addresses = [*parser.links, *filter(None, [parser.refresh])]
    here = f"https://site.invalid/{page}"
    found = (urlsplit(urljoin(here, address)) for address in addresses)
    return {unquote(url.path[1:]) for url in found if url.netloc == "site.invalid"}


def reachable_pages(out: Path) -> set[str]:
    """Return the documents that one gets to from ``index.html``.

    A link that leads to no file fails: the navigation has no dead links.
    """
    seen = {"index.html"}
    waiting = ["index.html"]
    while waiting:
        page = waiting.pop()
        new = {name for name in linked_pages(out, page) if name.endswith(".html")} - seen
        seen |= new
        waiting += new
    return {name.removesuffix(".html") for name in seen}
