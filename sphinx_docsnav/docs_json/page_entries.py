"""The entries of ``pages`` that are no elements: pages and links."""

from __future__ import annotations

from dataclasses import dataclass

from sphinx_docsnav.docs_json.field_types import AnyText, Href, Maybe, Strictly


@dataclass(frozen=True, slots=True)
class PageEntry:
    """A string of ``pages``, or the ``root`` of a group."""

    text: str
    """A page path or an endpoint reference, as docs.json has it."""
    pointer: str
    """Its JSON pointer in the merged file."""
    title: str = ""
    """The title in the sidebar, instead of the page's own; empty if docs.json sets none."""
    href: str = ""
    """The address that the entry links to instead of being a page."""


class PageObject(Strictly):
    """An entry of ``pages`` with a title of its own: a page, or a link."""

    page: Maybe[AnyText] = None
    """The path of the page. For example ``"guides/setup"``."""
    href: Href = ""
    """Where the entry links instead of being a page. For example ``"https://example.com"``."""
    title: AnyText = ""
    """What the sidebar shows. For example ``"Source code"``."""
