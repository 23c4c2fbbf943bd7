"""``navbar`` and ``footer`` of a site and of its languages: the links and texts in them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sphinx_docsnav.docs_json.positions import escape_key
from sphinx_docsnav.docs_json.site_settings import Footer, Navbar, NavbarLink
from sphinx_docsnav.navigation.tree import Element, Page

if TYPE_CHECKING:
    from sphinx_docsnav.docs_json import DocsJson


def all_bars(docs: DocsJson, root: Element) -> Iterator[tuple[Navbar | None, Footer | None, str]]:
    """Yield the bars of the site and of each language, with the JSON pointer of what has them."""
    yield docs.navbar, docs.footer, ""
    for element in _elements(root):
        if element.navbar is not None or element.footer is not None:
            yield element.navbar, element.footer, element.pointer


def navbar_links(docs: DocsJson, root: Element) -> Iterator[tuple[NavbarLink, str]]:
    """Yield each link of every ``navbar`` with its JSON pointer."""
    for navbar, _, pointer in all_bars(docs, root):
        if navbar is None:
            continue
        for index, link in enumerate(navbar.links):
            yield link, docs.source.written(f"{pointer}/navbar/links/{index}")
        if navbar.primary is not None:
            yield navbar.primary, f"{pointer}/navbar/primary"


def bar_links(docs: DocsJson, root: Element) -> Iterator[tuple[str, str]]:
    """Yield each address in a ``navbar`` or ``footer`` with its JSON pointer."""
    for link, pointer in navbar_links(docs, root):
        yield link.href, f"{pointer}/href"
    for _, footer, pointer in all_bars(docs, root):
        if footer is None:
            continue
        for name, href in footer.socials.items():
            yield href, f"{pointer}/footer/socials/{escape_key(name)}"
        for number, column in enumerate(footer.links):
            for index, item in enumerate(column.items):
                here = f"{pointer}/footer/links/{number}/items/{index}/href"
                yield item.href, docs.source.written(here)


def bar_texts(docs: DocsJson, root: Element) -> Iterator[tuple[str, str]]:
    """Yield each text that readers see in a ``navbar`` or ``footer`` with its JSON pointer."""
    for link, pointer in navbar_links(docs, root):
        if link.label.strip():
            yield link.label, f"{pointer}/label"
    for _, footer, pointer in all_bars(docs, root):
        for number, column in enumerate(footer.links if footer else ()):
            here = f"{pointer}/footer/links/{number}"
            if column.header.strip():
                yield column.header, docs.source.written(f"{here}/header")
            for index, item in enumerate(column.items):
                if item.label.strip():
                    yield item.label, docs.source.written(f"{here}/items/{index}/label")


def _elements(element: Element) -> Iterator[Element]:
    yield element
    for child in element.children:
        if not isinstance(child, Page):
            yield from _elements(child)
