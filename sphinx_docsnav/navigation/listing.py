"""What a group's main page lists of its group (``directory`` in docs.json)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from sphinx_docsnav.docs_json.kinds import Icon
from sphinx_docsnav.navigation.page_facts import PageFacts
from sphinx_docsnav.navigation.site import Site
from sphinx_docsnav.navigation.tree import Element, Page


@dataclass(frozen=True, slots=True)
class ListingEntry:
    """One entry of a listing."""

    title: str
    """A page's title, or a group's label."""
    docname: str
    """Where it leads; empty for an entry that leads out of the site."""
    url: str = ""
    """Where it leads out of the site."""
    icon: Icon | None = None
    """Its icon."""
    description: str = ""
    """The description of the page; empty for groups."""
    below: tuple[ListingEntry, ...] = ()
    """What a group holds."""


@dataclass(frozen=True, slots=True)
class Listing:
    """What a page lists at its end."""

    style: str
    """``card`` or ``accordion``."""
    entries: tuple[ListingEntry, ...]
    """The entries of its group, in reading order."""


def listings(site: Site, facts_of: Callable[[str], PageFacts]) -> dict[str, Listing]:
    """Return the listing of each document that has one.

    That is the main page of a group with a ``directory``, its own or that of
    an element around it. Entries are those that a reader is shown.

    :param facts_of: returns the facts of a document, for its description.
    """
    found: dict[str, Listing] = {}
    for element in site.root.walk():
        if isinstance(element, Element) and element.root is not None and element.listing:
            entries = tuple(_entries(element, site, facts_of))
            if entries:
                found.setdefault(element.root.docname, Listing(element.listing, entries))
    return found


def _entries(
    element: Element, site: Site, facts_of: Callable[[str], PageFacts]
) -> Iterator[ListingEntry]:
    for child in element.children:
        if not site.shows(child):
            continue
        if isinstance(child, Page):
            said = facts_of(child.docname).description if child.docname else ""
            yield ListingEntry(
                child.title, child.docname, child.url, child.icon, " ".join(said.split())
            )
            continue
        below = tuple(_entries(child, site, facts_of))
        docname, url = _target(child, site.first_page(child), below)
        if docname or url:
            yield ListingEntry(child.label, docname, url, child.icon, below=below)


def _target(
    element: Element, first: Page | None, below: tuple[ListingEntry, ...]
) -> tuple[str, str]:
    """Return the document or the address that the entry of *element* leads to, or neither."""
    if element.href:
        return "", element.href
    if first is not None and not first.hidden:
        return first.docname, ""
    if element.root is not None and not element.root.hidden:
        return element.root.docname, element.root.url
    return (below[0].docname, below[0].url) if below else ("", "")
