"""Cards or folds at the end of a group's main page, for what the group holds (HTML)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.util.typing import ExtensionMetadata

from sphinx_docsnav.components.component_nodes import make_title
from sphinx_docsnav.core.events import SHOWN, connect
from sphinx_docsnav.core.page_addresses import find_address
from sphinx_docsnav.core.settings import metadata
from sphinx_docsnav.core.site.env_record import facts_of
from sphinx_docsnav.core.site.stale_outputs import SINGLE
from sphinx_docsnav.core.state import derive, find_state, state_of
from sphinx_docsnav.docs_json.kinds import Icon
from sphinx_docsnav.icons import IconKind, icon_kind
from sphinx_docsnav.navigation.page_facts import PageFacts
from sphinx_docsnav.navigation.site import Site
from sphinx_docsnav.navigation.tree import Element, Page
from sphinx_docsnav.sitefiles.safe_urls import safe_href


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


def listings_of(app: Sphinx) -> dict[str, Listing]:
    """Return the listing of each document that has one; made once for a site."""
    return derive(app, _find_listings)


def _find_listings(app: Sphinx) -> dict[str, Listing]:
    return listings(state_of(app).site, partial(facts_of, app.env))


def shown_listings(app: Sphinx) -> Callable[[str], object]:
    """Return the listing of a document, as its page shows it (``docsnav-shown``)."""
    return listings_of(app).get


def add_listing(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Add its listing to a page that is about to be written (``doctree-resolved``)."""
    builder = app.builder
    if not isinstance(builder, StandaloneHTMLBuilder) or builder.name in SINGLE:
        return
    listing = listings_of(app).get(docname) if find_state(app) is not None else None
    if listing is None:
        return
    writer = _ListingWriter(app, docname)
    section = next((child for child in doctree if isinstance(child, nodes.section)), doctree)
    section.append(
        writer.cards(listing) if listing.style == "card" else writer.folds(listing.entries)
    )


class _ListingWriter:
    """Turns entries into the nodes of components, with links from one page."""

    def __init__(self, app: Sphinx, docname: str) -> None:
        self.app = app
        self.docname = docname
        self.icons = state_of(app).icons

    def cards(self, listing: Listing) -> nodes.Node:
        from sphinx_docsnav.components.cards import CardGroupNode  # noqa: PLC0415 -- most sites list no groups

        cards = [self.card(entry) for entry in listing.entries]
        return CardGroupNode("", *cards, classes=["docsnav-cards", "docsnav-listing"], columns=2)

    def card(self, entry: ListingEntry) -> nodes.Node:
        from sphinx_docsnav.components.cards import CardNode, ColumnNode  # noqa: PLC0415 -- most sites list no groups

        box = CardNode("", classes=["docsnav-card"])
        icon = self.icon(entry)
        if icon:
            box += make_title(icon, "docsnav-card-icon")
        arrow = " docsnav-card-arrow" if entry.url else ""
        box += make_title(self.link(entry), f"docsnav-card-title{arrow}")
        if entry.description:
            words = nodes.paragraph(entry.description, entry.description)
            box += ColumnNode("", words, classes=["docsnav-card-body"])
        return box

    def folds(self, entries: Iterable[ListingEntry]) -> nodes.Node:
        from sphinx_docsnav.components.accordion import FoldGroupNode  # noqa: PLC0415 -- most sites list no groups

        folds = [self.fold(entry) for entry in entries]
        return FoldGroupNode("", *folds, classes=["docsnav-details-group", "docsnav-listing"])

    def fold(self, entry: ListingEntry) -> nodes.Node:
        from sphinx_docsnav.components.accordion import make_fold  # noqa: PLC0415 -- most sites list no groups

        title = [*self.icon(entry), nodes.Text(entry.title)]
        items = [nodes.list_item("", self.paragraph(below)) for below in entry.below]
        body = nodes.bullet_list("", *items) if items else self.paragraph(entry)
        return make_fold(title, [body], "docsnav-accordion", opened=False)

    def paragraph(self, entry: ListingEntry) -> nodes.paragraph:
        """Return the link to an entry, followed by the page's description."""
        words = [nodes.Text(f": {entry.description}")] if entry.description else []
        return nodes.paragraph("", "", *self.link(entry), *words)

    def icon(self, entry: ListingEntry) -> list[nodes.Node]:
        from sphinx_docsnav.components.inline import make_icon  # noqa: PLC0415 -- most sites list no groups

        icon = entry.icon
        if icon is None or icon_kind(icon.name) is not IconKind.NAME:
            return []
        drawing = self.icons.svg(icon)
        return [make_icon(icon.name, drawing)] if drawing else []

    def link(self, entry: ListingEntry) -> list[nodes.Node]:
        if entry.url:
            safe = safe_href(entry.url)
            outside = nodes.reference("", entry.title, refuri=safe, internal=False)
            return [outside if safe else nodes.Text(entry.title)]
        address = find_address(self.app.builder, self.docname, entry.docname)
        if address is None:
            return [nodes.Text(entry.title)]
        return [nodes.reference("", entry.title, refuri=address, internal=True)]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the feature; called by Sphinx."""
    connect(
        app, "doctree-resolved", 500, add_listing, "the links of the listing need no resolution"
    )
    connect(app, SHOWN, 500, shown_listings, "pages show titles of the pages in their group")
    return metadata()
