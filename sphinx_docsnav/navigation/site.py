"""The located tree with its indexes: the place of each page, its neighbours, first pages.

Each index is made in one walk when it is first needed; a look-up then takes time
proportional to the depth of the page. `Site.place` is the one function that says where a page is.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import KW_ONLY, dataclass, field, replace
from functools import cached_property
from hashlib import blake2b

from sphinx_docsnav.docs_json.kinds import Kind
from sphinx_docsnav.navigation.endpoint_pages import EndpointPage
from sphinx_docsnav.navigation.inventory import is_builder_page
from sphinx_docsnav.navigation.reference_pages import ReferencePage
from sphinx_docsnav.navigation.resolution import ResolvedNavigation
from sphinx_docsnav.navigation.tree import (
    ALWAYS_CURRENT,
    DocumentEntries,
    Element,
    Page,
    PagePlace,
)
from sphinx_docsnav.openapi import Operation
from sphinx_docsnav.sitefiles.page_links import (
    SERVED_BELOW,
    SiteDocuments,
    compile_redirects,
    find_first_pages,
)


@dataclass(slots=True)
class _Index:
    """Entries, parents and generated pages of the tree, collected in one walk."""

    order: list[PagePlace] = field(default_factory=list)
    places: dict[str, list[PagePlace]] = field(default_factory=dict)
    parents: dict[Element | Page, Element] = field(default_factory=dict)
    about: dict[str, tuple[Element, ...]] = field(default_factory=dict)

    def add_element(self, element: Element, chain: tuple[Element, ...]) -> None:
        """Add everything below an element.

        :param chain: the elements that contain it, from the outermost.
        """
        if element.root is not None:
            self.add_page(element.root, element, chain)
        if element.about:
            self.about.setdefault(element.about, chain)
        for child in element.children:
            if isinstance(child, Page):
                self.add_page(child, element, chain)
            else:
                self.parents[child] = element
                self.add_element(child, (*chain, child))

    def add_page(self, page: Page, parent: Element, chain: tuple[Element, ...]) -> None:
        """Add an entry of a page; links have no document."""
        self.parents[page] = parent
        if not page.docname:
            return
        place = PagePlace(page, chain)
        self.order.append(place)
        self.places.setdefault(page.docname, []).append(place)


@dataclass(eq=False, repr=False)
class Site:
    """The tree of a site whose pages have been found."""

    root: Element
    """The tree: every page in it is a document."""
    _: KW_ONLY
    unlisted: tuple[str, ...] = ()
    """The documents that docs.json does not list, in order of names."""
    navigation: ResolvedNavigation | None = None
    """The resolved docs.json; ``None`` for trees made by hand."""
    endpoints: tuple[EndpointPage, ...] = ()
    """The endpoint pages that have no file in the site: those to generate."""
    operations: Mapping[str, Operation] = field(default_factory=dict)
    """The operation of each document that shows one, by docname; full once described."""
    reference_pages: Mapping[str, ReferencePage] = field(default_factory=dict)
    """The pages to generate about whole specifications, by docname."""
    hanging: Mapping[str, tuple[Page, ...]] = field(default_factory=dict)
    """For each document, the entries of its own toctrees, in order; docs.json lists none of
    them."""
    divided: Mapping[str, DocumentEntries] = field(default_factory=dict)
    """The entries of each document that adds several to the level of its parent."""
    front: Page | None = None
    """The root page where docs.json does not list it; it comes before all others."""
    redirects: tuple[tuple[str, str], ...] = ()
    """Sources and destinations of the redirects of docs.json."""
    root_doc: str = "index"
    """The document at the address of the site."""
    served_below: str = SERVED_BELOW
    """The path on the server where the site is; its addresses may begin with it."""
    made_pages: Collection[str] = ()
    """The pages that the builder makes without a document, such as those of templates."""
    _first_pages: dict[Element, Page | None] = field(init=False, default_factory=dict)

    @cached_property
    def _index(self) -> _Index:
        index = _Index()
        index.add_element(self.root, ())
        return index

    @cached_property
    def listed(self) -> Mapping[str, PagePlace]:
        """Each listed document's own place: its first that is not hidden, else its first."""
        return {docname: _choose_place(places) for docname, places in self._index.places.items()}

    @cached_property
    def repeats(self) -> bool:
        """Whether a document has several entries, listed or hanging."""
        names = [place.page.docname for place in self._index.order]
        names += [page.docname for row in self.hanging.values() for page in row if page.docname]
        return len(set(names)) < len(names)

    @cached_property
    def guests(self) -> Mapping[str, tuple[PagePlace, ...]]:
        """The entries of each division for pages whose own place is in another one.

        The key of a division begins with a digest of its labels only: addresses contain it, so it
        must not depend on what else the site has.
        """
        places_by_division: dict[Element, list[PagePlace]] = {}
        for docname, places in self._index.places.items():
            own_division = self.listed[docname].division
            for place in places:
                if (
                    place.division is not None
                    and place.division is not own_division
                    and not place.hidden
                ):
                    places_by_division.setdefault(place.division, []).append(place)
        places_by_key: dict[str, tuple[PagePlace, ...]] = {}
        for entries in places_by_division.values():
            labels = "/".join(division.label for division in entries[0].divisions)
            key = blake2b(labels.encode("utf-8", "surrogatepass"), digest_size=4).hexdigest()
            places_by_key[
                key + "x" * sum(other_key.startswith(key) for other_key in places_by_key)
            ] = tuple(entries)
        return places_by_key

    @cached_property
    def guest_keys(self) -> Mapping[Page, str]:
        """The key of the division that an entry of `guests` is in."""
        return {place.page: key for key, places in self.guests.items() for place in places}

    @cached_property
    def guest_names(self) -> frozenset[str]:
        """The documents that `guests` has entries of."""
        return frozenset(page.docname for page in self.guest_keys)

    @cached_property
    def outside(self) -> tuple[str, ...]:
        """The documents in no sidebar: `unlisted`, and pages about whole specifications."""
        generated = (name for name in self.reference_pages if name not in self.listed)
        return (*self.unlisted, *generated)

    @cached_property
    def documents(self) -> SiteDocuments:
        """What an address of the site leads to: a page, or where a redirect leads."""
        unread = self.navigation.unread if self.navigation else ()
        return SiteDocuments(
            frozenset((*self.listed, *self.outside)),
            lambda: compile_redirects(self.redirects),
            self.root_doc,
            lambda: self.first_pages,
            lambda: unread,
            self.served_below,
            self.is_builder_page,
        )

    def is_builder_page(self, name: str) -> bool:
        """Return whether a builder may make the page *name* without a document."""
        return name in self.made_pages or is_builder_page(name)

    @cached_property
    def first_pages(self) -> Mapping[str, str]:
        """The first page below each folder without one of its own, in order of the navigation."""
        return find_first_pages((*self.listed, *self.outside))

    @cached_property
    def _unlisted(self) -> frozenset[str]:
        return frozenset(self.outside)

    def with_hanging(
        self,
        hanging: Mapping[str, tuple[Page, ...]],
        front: Page | None = None,
        divided: Mapping[str, DocumentEntries] | None = None,
    ) -> Site:
        """Return the site with documents that hang below its pages, and its own first page."""
        divided = divided or {}
        if hanging == self.hanging and front == self.front and divided == self.divided:
            return self
        return replace(self, hanging=hanging, front=front, divided=divided)

    @property
    def is_in_one_row(self) -> bool:
        """Whether previous and next lead through the whole site, as those of toctrees do."""
        return self.navigation is not None and self.navigation.in_one_row

    def neighbours(self, docname: str) -> tuple[Page | None, Page | None]:
        """Return the pages before and after a document, which may hang below a listed one.

        They are in the same division, and not hidden. The page about a generated group comes
        before the first page of that.
        """
        heading = self._index.about.get(docname)
        if heading is not None and docname not in self.listed:
            return None, self.first_page(heading[-1])
        return self._neighbours.get(docname, (None, None))

    def places(self, docname: str) -> tuple[PagePlace, ...]:
        """Return every place of a document, in reading order."""
        return tuple(self._index.places.get(docname, ()))

    def parent(self, item: Element | Page) -> Element | None:
        """Return the element that *item*, an object of this tree, is in."""
        return self._index.parents.get(item)

    def place(self, docname: str) -> PagePlace | None:
        """Return the place of a page; ``None`` if it is not part of the site.

        A page that docs.json does not list is

        - where the heading of a generated group is, if it is about that group;
        - below the listed page whose toctree leads to it;
        - else in the divisions of the listed page with the longest common path, and in no sidebar.
        """
        listed = self.listed.get(docname)
        if listed is not None:
            return listed
        heading = self._index.about.get(docname)
        if heading is not None:
            return PagePlace(Page(docname, title=heading[-1].label), heading)
        in_toctree = self._find_place_in_toctree(docname)
        if in_toctree is not None or docname not in self._unlisted:
            return in_toctree
        # The toctrees of a project say nothing of a page that none of them has.
        near = (
            self._find_common_divisions()
            if self.is_in_one_row
            else self._find_divisions_near(docname)
        )
        return PagePlace(Page(docname), near, has_entry=False)

    def place_of_other(self, pagename: str, near: str | None = None) -> PagePlace:
        """Return the place of a page of the output that is not part of the site: search, an index.

        :param near: the document whose divisions it belongs to; by default, the first page.
        """
        divisions = self._find_common_divisions(near)
        return PagePlace(Page(pagename), divisions, has_entry=False, in_site=False)

    def _find_place_in_toctree(self, docname: str) -> PagePlace | None:
        """Return the place below the listed page that toctrees lead from to a page, if any."""
        entries = self._toctree_entries
        if docname not in entries:
            return None
        parent, entry = entries[docname]
        between: list[Page] = []
        seen = {docname}  # toctrees may lead in a circle
        # Climb from toctree to toctree until a page is listed.
        while parent in entries and parent not in self.listed and parent not in seen:
            seen.add(parent)
            parent, page = entries[parent]
            between.insert(0, page)
        listed = self.listed.get(parent)
        return PagePlace(entry, listed.chain, (listed.page, *between)) if listed else None

    @cached_property
    def _toctree_entries(self) -> dict[str, tuple[str, Page]]:
        """The document whose toctree has a page first, and the entry there, by docname."""
        entries: dict[str, tuple[str, Page]] = {}
        for parent, pages in self.hanging.items():
            for page in pages:
                entries.setdefault(page.docname, (parent, page))
        return entries

    def _find_common_divisions(self, near: str | None = None) -> tuple[Element, ...]:
        """Return the divisions of a document, by default of the first page.

        Of a project's own toctrees, only the version and the like that all pages are in.
        """
        if near is None:
            first = self.first_page(self.root)
            near = first.docname if first else ""
        place = self.place(near)
        divisions = place.divisions if place else ()
        if self.is_in_one_row:
            return tuple(e for e in divisions if e.kind in ALWAYS_CURRENT)
        return divisions

    def first_page(self, element: Element) -> Page | None:
        """Return the page that *element* leads to: its first that is shown.

        A group's ``root`` comes first; of versions and languages, the default
        one. Entries with an address of their own (``url``) are no pages here.
        If all are hidden, it is the first of those. ``None`` for an element
        without pages.
        """
        if element not in self._first_pages:
            page = _find_first_page(element, hidden=False) or _find_first_page(element, hidden=True)
            self._first_pages[element] = page
        return self._first_pages[element]

    @cached_property
    def _neighbours(self) -> dict[str, tuple[Page | None, Page | None]]:
        """The pages before and after each page, within its division.

        With ``Navigation.in_one_row``, in the whole site. A page is followed by what hangs
        below it.
        """
        rows: dict[Element | None, list[Page]] = {}
        chain: tuple[Element, ...] | None = None
        row: list[Page] | None = None
        for place in self._index.order:
            page = place.page
            # Each page once, at its own place; links and hidden pages are skipped.
            if self.listed[page.docname] is not place or page.hidden or page.url:
                continue
            # The row changes with the chain only: what follows is made once for a group.
            if place.chain is not chain:  # neighbours share theirs
                chain = place.chain
                hidden = any(e.hidden for e in chain if e.kind is Kind.GROUP)
                division = None if self.is_in_one_row else place.division
                row = None if hidden else rows.setdefault(division, [])
            if row is not None:
                row.append(page)
                row.extend(self._walk_below(page.docname))
        # The first page of the site comes before all others.
        if self.front is not None and rows:
            first = next(iter(rows.values()))
            first[:0] = (self.front, *self._walk_below(self.front.docname))
        neighbours: dict[str, tuple[Page | None, Page | None]] = {}
        for row in rows.values():
            with_ends = (None, *row, None)
            for index, page in enumerate(row):
                neighbours[page.docname] = (with_ends[index], with_ends[index + 2])
        return neighbours

    def _walk_below(self, docname: str) -> Iterator[Page]:
        """Yield what hangs below a document, to any depth, in reading order."""
        waiting = list(reversed(self.hanging.get(docname, ())))
        # A stack, as toctrees may be nested deeper than Python can recurse.
        while waiting:
            page = waiting.pop()
            if page.hidden:
                continue
            yield page
            waiting.extend(reversed(self.hanging.get(page.docname, ())))

    @cached_property
    def _first_places(self) -> dict[str, PagePlace]:
        """The first place below each folder; a page counts as a folder."""
        first_places: dict[str, PagePlace] = {}
        for docname, place in self.listed.items():
            folder = docname
            # The first page below a folder stands for it; folders above that have one already
            # stop.
            while folder and folder not in first_places:
                first_places[folder] = place
                folder = folder.rpartition("/")[0]
            first_places.setdefault("", place)
        return first_places

    def _find_divisions_near(self, docname: str) -> tuple[Element, ...]:
        """Return the divisions of the first listed page in the innermost folder that has one."""
        folder = docname
        while folder and folder not in self._first_places:
            folder = folder.rpartition("/")[0]
        place = self._first_places.get(folder)
        # No listed page is near: the first page of the site decides.
        if not folder:
            first = self.first_page(self.root)
            place = self.listed[first.docname] if first else place
        return place.divisions if place else ()


def _choose_place(places: list[PagePlace]) -> PagePlace:
    if len(places) == 1:
        return places[0]
    return next((place for place in places if not place.hidden), places[0])


def _find_first_page(element: Element, *, hidden: bool) -> Page | None:
    if element.root is not None and (hidden or not element.root.hidden) and not element.root.url:
        return element.root
    for child in _sort_by_preference(element.children):
        if child.hidden and not hidden:
            continue
        if isinstance(child, Element):
            page = None if child.href else _find_first_page(child, hidden=hidden)
            if page is not None:
                return page
        elif not child.url:
            return child
    return None


def _sort_by_preference(children: tuple[Element | Page, ...]) -> Iterator[Element | Page]:
    """Yield *children*, the default version or language first."""
    default = next((c for c in children if isinstance(c, Element) and c.default), None)
    if default is not None:
        yield default
    for child in children:
        if child is not default:
            yield child
