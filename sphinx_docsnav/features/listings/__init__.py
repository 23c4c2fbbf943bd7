"""Cards or folds at the end of the main page of a group, one for each of its entries (HTML)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from sphinx_docsnav.components.component_nodes import make_title
from sphinx_docsnav.core.builders import find_address, has_page_files
from sphinx_docsnav.core.events import SHOWN, connect
from sphinx_docsnav.core.settings import metadata
from sphinx_docsnav.core.site.env_record import facts_of
from sphinx_docsnav.core.state import derive, find_state, state_of
from sphinx_docsnav.docs_json.kinds import Icon
from sphinx_docsnav.icons import IconKind, find_icon_kind
from sphinx_docsnav.navigation.page_facts import PageFacts
from sphinx_docsnav.navigation.site import Site
from sphinx_docsnav.navigation.tree import Element, Page, is_visible
from sphinx_docsnav.sitefiles.safe_urls import clean_href


@dataclass(frozen=True, slots=True)
class ListingEntry:
    """One entry of a listing."""

    title: str
    """The title of a page, or the label of a group."""
    docname: str
    """The linked document; empty for an external link."""
    url: str = ""
    """The URL of an external link."""
    icon: Icon | None = None
    description: str = ""
    """The description of the page; empty for groups."""
    below: tuple[ListingEntry, ...] = ()
    """The entries of a group."""


@dataclass(frozen=True, slots=True)
class Listing:
    """The list at the end of a page."""

    style: str
    """``card`` or ``accordion``."""
    entries: tuple[ListingEntry, ...]
    """The entries of its group, in reading order."""


def find_listings(site: Site, facts_of: Callable[[str], PageFacts]) -> dict[str, Listing]:
    """Return the listings by docname.

    The main page of a group has one if the group or an element around it has a ``directory``.
    Hidden entries are left out.

    :param facts_of: returns the facts of a document, for its description.
    """
    listings: dict[str, Listing] = {}
    for element in site.root.walk():
        if isinstance(element, Element) and element.root is not None and element.listing:
            entries = tuple(_list_entries(element, site, facts_of))
            if entries:
                listings.setdefault(element.root.docname, Listing(element.listing, entries))
    return listings


def _list_entries(
    element: Element, site: Site, facts_of: Callable[[str], PageFacts]
) -> Iterator[ListingEntry]:
    """Yield the visible entries of *element*."""
    from sphinx_docsnav.rendering.renderer import render_plain_text  # noqa: PLC0415 -- most sites list no groups

    for child in element.children:
        if not is_visible(child):
            continue
        if isinstance(child, Page):
            facts = facts_of(child.docname)
            description = render_plain_text(facts.description, html=bool(facts.openapi))
            yield ListingEntry(
                child.title, child.docname, child.url, child.icon, " ".join(description.split())
            )
            continue
        below = tuple(_list_entries(child, site, facts_of))
        docname, url = _find_target(child, site.first_page(child), below)
        if docname or url:
            yield ListingEntry(child.label, docname, url, child.icon, below=below)


def _find_target(
    element: Element, first: Page | None, below: tuple[ListingEntry, ...]
) -> tuple[str, str]:
    """Return the docname or the URL that the entry of *element* links to; both may be empty."""
    if element.href:
        return "", element.href
    # A group without a URL of its own leads to its first page, as in the sidebar.
    if first is not None and not first.hidden:
        return first.docname, ""
    if element.root is not None and not element.root.hidden:
        return element.root.docname, element.root.url
    return (below[0].docname, below[0].url) if below else ("", "")


def map_listings(app: Sphinx) -> dict[str, Listing]:
    """Return the listings of the site by docname; they are computed once."""
    return derive(app, _compute_listings)


def _compute_listings(app: Sphinx) -> dict[str, Listing]:
    return find_listings(state_of(app).site, partial(facts_of, app.env))


def describe_listings(app: Sphinx) -> Callable[[str], object]:
    """Return a function that returns the listing of a document (``docsnav-shown``)."""
    return map_listings(app).get


def add_listing(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Add the listing of a page to its doctree (``doctree-resolved``)."""
    if not has_page_files(app.builder):
        return
    listing = map_listings(app).get(docname) if find_state(app) is not None else None
    if listing is None:
        return
    writer = _ListingWriter(app, docname)
    # The content of a page is inside the section of its title.
    section = next((child for child in doctree if isinstance(child, nodes.section)), doctree)
    section.append(
        writer.make_cards(listing)
        if listing.style == "card"
        else writer.make_folds(listing.entries)
    )


class _ListingWriter:
    """Makes the nodes of the listing of one page."""

    def __init__(self, app: Sphinx, docname: str) -> None:
        self.app = app
        self.docname = docname
        self.icons = state_of(app).icons

    def make_cards(self, listing: Listing) -> nodes.Node:
        from sphinx_docsnav.components.cards import CardGroupNode  # noqa: PLC0415 -- most sites list no groups

        cards = [self.make_card(entry) for entry in listing.entries]
        return CardGroupNode("", *cards, classes=["docsnav-cards", "docsnav-listing"], columns=2)

    def make_card(self, entry: ListingEntry) -> nodes.Node:
        from sphinx_docsnav.components.cards import CardNode, ColumnNode  # noqa: PLC0415 -- most sites list no groups

        box = CardNode("", classes=["docsnav-card"])
        icon = self.make_icon_nodes(entry)
        if icon:
            box += make_title(icon, "docsnav-card-icon")
        arrow = " docsnav-card-arrow" if entry.url else ""
        box += make_title(self.make_link(entry), f"docsnav-card-title{arrow}")
        if entry.description:
            paragraph = nodes.paragraph(entry.description, entry.description)
            box += ColumnNode("", paragraph, classes=["docsnav-card-body"])
        return box

    def make_folds(self, entries: Iterable[ListingEntry]) -> nodes.Node:
        from sphinx_docsnav.components.accordion import FoldGroupNode  # noqa: PLC0415 -- most sites list no groups

        folds = [self.make_fold_of_entry(entry) for entry in entries]
        return FoldGroupNode("", *folds, classes=["docsnav-details-group", "docsnav-listing"])

    def make_fold_of_entry(self, entry: ListingEntry) -> nodes.Node:
        from sphinx_docsnav.components.accordion import make_fold  # noqa: PLC0415 -- most sites list no groups

        title = [*self.make_icon_nodes(entry), nodes.Text(entry.title)]
        items = [nodes.list_item("", self.make_paragraph(below)) for below in entry.below]
        body = nodes.bullet_list("", *items) if items else self.make_paragraph(entry)
        return make_fold(title, [body], "docsnav-accordion", opened=False)

    def make_paragraph(self, entry: ListingEntry) -> nodes.paragraph:
        """Return a paragraph with the link to an entry and the description of the page."""
        description = [nodes.Text(f": {entry.description}")] if entry.description else []
        return nodes.paragraph("", "", *self.make_link(entry), *description)

    def make_icon_nodes(self, entry: ListingEntry) -> list[nodes.Node]:
        """Return the icon of an entry; empty without one."""
        from sphinx_docsnav.components.inline import make_icon  # noqa: PLC0415 -- most sites list no groups

        icon = entry.icon
        if icon is None or find_icon_kind(icon.name) is not IconKind.NAME:
            return []
        drawing = self.icons.svg(icon)
        return [make_icon(icon.name, drawing)] if drawing else []

    def make_link(self, entry: ListingEntry) -> list[nodes.Node]:
        """Return the title of an entry, as a link if its address is usable."""
        if entry.url:
            safe_url = clean_href(entry.url)
            reference = nodes.reference("", entry.title, refuri=safe_url, internal=False)
            return [reference if safe_url else nodes.Text(entry.title)]
        url = find_address(self.app.builder, self.docname, entry.docname)
        if url is None:
            return [nodes.Text(entry.title)]
        return [nodes.reference("", entry.title, refuri=url, internal=True)]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the feature; called by Sphinx."""
    connect(
        app, "doctree-resolved", 500, add_listing, "the links of the listing need no resolution"
    )
    connect(app, SHOWN, 500, describe_listings, "pages show titles of the pages in their group")
    return metadata()
