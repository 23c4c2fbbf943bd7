"""Walk a built site as a reader does who uses nothing but the sidebar, tabs and switchers."""

from __future__ import annotations

import re
from collections import defaultdict
from html import unescape
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

OURS = ("tablist", "headtabs", "switches", "anchors", "sidebar")
REGIONS = frozenset({*(f"docsnav-{part}" for part in OURS), "md-tabs", "md-select"})
"""Classes of the elements that hold the navigation, in every theme."""
VOID = frozenset(
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr")
)
REFRESH = re.compile(r"\d+;\s*url=(.+)", re.IGNORECASE)


MARKUP = re.compile(
    r"<!--.*?-->|<(script|style)\b.*?</\1\s*>"
    r"""|<(/?)([a-zA-Z][^\s/>]*)((?:[^>"']|"[^"]*"|'[^']*')*)>""",
    re.DOTALL | re.IGNORECASE,
)
"""A comment, an element without elements in it, or a tag: what it is, its name and attributes.

Python's parser takes longer to read a large site than Sphinx takes to build it.
"""
ATTRIBUTE = re.compile(r"""([^\s=/"'>]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""")


class NavigationLinks:
    """The links of the navigation in a page, and the page that the browser is sent to."""

    def __init__(self, text: str) -> None:
        self.links: list[str] = []
        self.refresh = ""
        depth = 0
        for match in MARKUP.finditer(text):
            _, end, name, written = match.groups()
            tag = (name or "").lower()
            if not tag or tag in VOID:
                if tag == "meta" and (sent := REFRESH.fullmatch(_values(written)["content"])):
                    self.refresh = sent[1]
            elif end:
                depth -= depth > 0
            elif not written.endswith("/"):  # ``<path/>`` has no end tag
                if not depth and REGIONS.isdisjoint(_values(written)["class"].split()):
                    continue
                depth += 1
                if tag == "a" and (address := _values(written)["href"]):
                    self.links.append(address)


def _values(written: str) -> defaultdict[str, str]:
    """Return the attributes of a tag; those that are missing are empty."""
    found: defaultdict[str, str] = defaultdict(str)
    for name, *values in ATTRIBUTE.findall(written):
        found[name.lower()] = unescape("".join(values))
    return found


def linked_pages(out: Path, page: str) -> set[str]:
    """Return the pages of *out* that the navigation of *page* links to, as paths of files."""
    navigation = NavigationLinks((out / page).read_text("utf-8"))
    addresses = [*navigation.links, *filter(None, [navigation.refresh])]
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
