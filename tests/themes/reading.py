"""What a reader is told by a built page, as values to compare."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from xml.etree.ElementTree import Element

import html5lib

FOLDS = {True: "-", False: "+"}
"""How a fold is drawn: open, closed."""


@dataclass(frozen=True)
class Page:
    """A built page."""

    html: str
    """Its text."""
    tree: Element
    """The same, parsed as a browser does."""

    @classmethod
    def read(cls, path: Path) -> Page:
        """Read a file of the output."""
        text = path.read_text("utf-8")
        return cls(text, html5lib.parse(text, namespaceHTMLElements=False))

    def all(self, *classes: str, root: Element | None = None) -> list[Element]:
        """Return the elements that have all of *classes*."""
        wanted = set(classes)
        start = self.tree if root is None else root
        return [e for e in start.iter() if wanted <= set((e.get("class") or "").split())]

    def one(self, *classes: str) -> Element:
        """Return the first element that has all of *classes*."""
        return self.all(*classes)[0]

    @property
    def sidebar(self) -> str:
        """The sidebar as text: one line an entry, deeper ones further in.

        ``*`` is the current page, ``-`` an open fold, ``+`` a closed one.
        """
        return "\n".join(_sidebar(self.one("docsnav-sidebar"), 0))

    @property
    def tabs(self) -> list[str]:
        """The tabs, the current one marked, menus with what is in them."""
        return list(_choices(self._first(*TAB_LISTS)))

    def _first(self, *places: str) -> Element:
        return next(found[0] for place in places if (found := self.all(place)))

    def switch(self, kind: str) -> list[str]:
        """Return what a switcher lists, the current choice marked."""
        switches = self.all("docsnav-switch", f"docsnav-{kind}")
        return list(_choices(switches[0], "docsnav-choices")) if switches else []

    @property
    def anchors(self) -> list[str]:
        """The anchors on top of the sidebar, the current one marked."""
        return [_choice(link) for nav in self.all("docsnav-anchors")[:1] for link in nav.iter("a")]


TAB_LISTS = ("docsnav-headtabs", "md-tabs__list", "docsnav-tablist")
"""Classes of the lists that hold tabs; which one, the theme decides."""


def text_of(element: Element) -> str:
    """Return the text of an element, spaces collapsed."""
    return " ".join("".join(element.itertext()).split())


def _direct(element: Element, tag: str) -> Iterator[Element]:
    # A list "More" is hidden until tabs do not fit.
    return (child for child in element if child.tag == tag and "hidden" not in child.attrib)


def _sidebar(element: Element, depth: int) -> Iterator[str]:
    for child in element:
        if child.tag == "p":
            yield "  " * depth + f"[{text_of(child)}]" + _leads(child)
        elif child.tag == "li":
            yield from _entry(child, depth)
        elif child.tag in ("ul", "div"):
            yield from _sidebar(child, depth + (child.tag == "ul"))


def _entry(item: Element, depth: int) -> Iterator[str]:
    link = next(_direct(item, "a"), None)
    fold = next(_direct(item, "details"), None)
    title = (
        link if link is not None else next(_direct(fold, "summary")) if fold is not None else item
    )
    mark = "*" if link is not None and link.get("aria-current") == "page" else " "
    folds = FOLDS[fold.get("open") is not None] if fold is not None else " "
    yield "  " * depth + mark + folds + text_of(title) + _leads(item)
    if fold is not None:
        yield from _sidebar(fold, depth)


def _leads(element: Element) -> str:
    link = next(_direct(element, "a"), None)
    return "" if link is None else f" -> {link.attrib['href']}"


def _choices(listed: Element, within: str = "") -> Iterator[str]:
    if within:
        listed = next(e for e in listed.iter() if within in (e.get("class") or ""))
    for item in _direct(listed, "li"):
        link = next(_direct(item, "a"), None)
        menu = next(_direct(item, "details"), None)
        if link is not None:
            yield _choice(link)
        elif menu is not None:
            summary = next(_direct(menu, "summary"))
            yield ("*" if summary.get("aria-current") else "") + text_of(summary)
            yield from (f"  {choice}" for choice in _choices(next(_direct(menu, "ul"))))


def _choice(link: Element) -> str:
    mark = "*" if link.get("aria-current") else ""
    return f"{mark}{text_of(link)} -> {link.attrib['href']}"
