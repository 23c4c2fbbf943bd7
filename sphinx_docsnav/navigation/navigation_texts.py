"""The texts and links of docs.json that readers see: of elements, ``navbar`` and ``footer``.

Texts are found for translators and replaced by translations; links are found for checks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from sphinx_docsnav.data_files.json_values import escape_key
from sphinx_docsnav.docs_json.kinds import Banner, Kind
from sphinx_docsnav.navigation.tree import Element, Page

if TYPE_CHECKING:
    from sphinx_docsnav.docs_json import DocsJson
    from sphinx_docsnav.docs_json.site_settings import Footer, Navbar, NavbarLink

Translate = Callable[[str], str]
"""Returns the translation of a text, or the text."""


def list_navigation_texts(element: Element) -> Iterator[tuple[str, str]]:
    """Yield each text in *element* and below it, with its JSON pointer in docs.json.

    Codes of languages are no texts.
    """
    # The label of a language is its code.
    if element.kind is not Kind.LANGUAGE and element.label.strip():
        yield element.label, f"{element.pointer}/{element.kind.value}"
    for name, written in element.shown_texts.items():
        if text := written.strip():
            yield text, f"{element.pointer}/{name}"
    if element.banner is not None:
        yield element.banner.content, f"{element.pointer}/banner/content"
    for child in (*element.global_elements, *element.children):
        if isinstance(child, Element):
            yield from list_navigation_texts(child)
        # Other titles are those of documents, which have catalogues of their own.
        elif child.own_title and child.own_title != child.url:
            yield child.own_title, f"{child.pointer}/title"


def translate_element(element: Element, translate: Translate) -> Element:
    """Return *element* with its texts, and those below it, translated."""

    def translate_text(text: str) -> str:
        return translate(text) if text.strip() else text

    def translate_page(page: Page) -> Page:
        if not page.own_title:
            return page
        title = translate_text(page.own_title)
        return replace(page, title=title, own_title=title)

    is_text = element.kind is not Kind.LANGUAGE
    return replace(
        element,
        label=translate_text(element.label) if is_text else element.label,
        shown_texts={
            name: translate_text(text.strip()) for name, text in element.shown_texts.items()
        },
        banner=translate_banner(element.banner, translate),
        root=translate_page(element.root) if element.root else None,
        children=tuple(
            translate_page(child)
            if isinstance(child, Page)
            else translate_element(child, translate)
            for child in element.children
        ),
        global_elements=tuple(
            translate_element(global_element, translate)
            for global_element in element.global_elements
        ),
    )


def translate_banner(banner: Banner | None, translate: Translate) -> Banner | None:
    """Return *banner* with its text translated."""
    return banner and replace(banner, content=translate(banner.content))


def list_bars(docs: DocsJson, root: Element) -> Iterator[tuple[Navbar | None, Footer | None, str]]:
    """Yield the bars of the site and of each language, with the JSON pointer of what has them."""
    yield docs.navbar, docs.footer, ""
    for element in (root, *root.walk()):
        if isinstance(element, Element) and (element.navbar or element.footer):
            yield element.navbar, element.footer, element.pointer


def list_navbar_links(docs: DocsJson, root: Element) -> Iterator[tuple[NavbarLink, str]]:
    """Yield each link of every ``navbar`` with its JSON pointer."""
    for navbar, _, pointer in list_bars(docs, root):
        if navbar is None:
            continue
        for index, link in enumerate(navbar.links):
            yield link, docs.source.written(f"{pointer}/navbar/links/{index}")
        if navbar.primary is not None:
            yield navbar.primary, f"{pointer}/navbar/primary"


def list_bar_links(docs: DocsJson, root: Element) -> Iterator[tuple[str, str]]:
    """Yield each address in a ``navbar`` or ``footer`` with its JSON pointer."""
    for link, pointer in list_navbar_links(docs, root):
        yield link.href, f"{pointer}/href"
    for _, footer, pointer in list_bars(docs, root):
        if footer is None:
            continue
        for name, href in footer.socials.items():
            yield href, f"{pointer}/footer/socials/{escape_key(name)}"
        for number, column in enumerate(footer.links):
            for index, item in enumerate(column.items):
                item_pointer = f"{pointer}/footer/links/{number}/items/{index}/href"
                yield item.href, docs.source.written(item_pointer)


def list_bar_texts(docs: DocsJson, root: Element) -> Iterator[tuple[str, str]]:
    """Yield each text that readers see in a ``navbar`` or ``footer`` with its JSON pointer."""
    for link, pointer in list_navbar_links(docs, root):
        if link.label.strip():
            yield link.label, f"{pointer}/label"
    for _, footer, pointer in list_bars(docs, root):
        for number, column in enumerate(footer.links if footer else ()):
            column_pointer = f"{pointer}/footer/links/{number}"
            if column.header.strip():
                yield column.header, docs.source.written(f"{column_pointer}/header")
            for index, item in enumerate(column.items):
                if item.label.strip():
                    yield item.label, docs.source.written(f"{column_pointer}/items/{index}/label")
