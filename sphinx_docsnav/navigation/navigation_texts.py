"""The texts of docs.json that readers see: found for translators, and replaced by translations."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from sphinx_docsnav.docs_json.kinds import Banner, Kind
from sphinx_docsnav.navigation.tree import Element, Page

Translate = Callable[[str], str]
"""Returns the translation of a text, or the text."""


def navigation_texts(element: Element) -> Iterator[tuple[str, str]]:
    """Yield each text in *element* and below it, with its JSON pointer in docs.json.

    Codes of languages are no texts.
    """
    if element.kind is not Kind.LANGUAGE and element.label.strip():
        yield element.label, f"{element.pointer}/{element.kind.value}"
    for name in ("tag", "description"):
        if text := getattr(element, name).strip():
            yield text, f"{element.pointer}/{name}"
    if element.banner is not None:
        yield element.banner.content, f"{element.pointer}/banner/content"
    for child in (*element.global_elements, *element.children):
        if isinstance(child, Element):
            yield from navigation_texts(child)
        elif child.own_title and child.own_title != child.url:
            yield child.own_title, f"{child.pointer}/title"


def translated(element: Element, translate: Translate) -> Element:
    """Return *element* with its texts, and those below it, translated."""

    def text(written: str) -> str:
        return translate(written) if written.strip() else written

    def page(item: Page) -> Page:
        if not item.own_title:
            return item
        title = text(item.own_title)
        return replace(item, title=title, own_title=title)

    is_text = element.kind is not Kind.LANGUAGE
    return replace(
        element,
        label=text(element.label) if is_text else element.label,
        tag=text(element.tag.strip()),
        description=text(element.description.strip()),
        banner=translated_banner(element.banner, translate),
        root=page(element.root) if element.root else None,
        children=tuple(
            page(child) if isinstance(child, Page) else translated(child, translate)
            for child in element.children
        ),
        global_elements=tuple(translated(each, translate) for each in element.global_elements),
    )


def translated_banner(banner: Banner | None, translate: Translate) -> Banner | None:
    """Return *banner* with its text translated."""
    return banner and replace(banner, content=translate(banner.content))
