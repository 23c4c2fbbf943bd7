"""The same page in another version, language, product or dropdown.

From a page to a division beside one of its own, the first of these that leads
somewhere:

1. the page that a setting names by hand;
2. the same document, if the other division lists it too;
3. the document whose path differs only in the divisions' own parts:
   ``v1/a`` and ``v2/a``, ``docs/a`` and ``fr/docs/a``, ``i18n/fr/a`` and ``a``;
4. the entry at the same position: under the same labels; in another language
   the same number, in elements that hold equally many;
5. the first page of the group with the same labels;
6. the other division's first page.

A division's own part of a path is a segment that is its label, or that most of
its pages and hardly any page beside it have at one depth.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable
from dataclasses import dataclass

from sphinx_docsnav.docs_json.kinds import Kind
from sphinx_docsnav.navigation.entry_positions import Positions
from sphinx_docsnav.navigation.path_parts import OwnParts, own_parts
from sphinx_docsnav.navigation.site import Site
from sphinx_docsnav.navigation.tree import Element, Page

SWITCHED = frozenset({Kind.VERSION, Kind.LANGUAGE, Kind.PRODUCT, Kind.DROPDOWN})
"""The kinds of division whose switchers link to the same page; tabs link to their first page."""


class SwitchRule(enum.Enum):
    """Why a page was chosen."""

    BY_HAND = 1
    SAME_DOCUMENT = 2
    SAME_PATH = 3
    SAME_POSITION = 4
    SAME_GROUP = 5
    FIRST_PAGE = 6

    @property
    def is_same_page(self) -> bool:
        """Whether the page corresponds to the current one, and is not just a division's first."""
        return self not in (SwitchRule.SAME_GROUP, SwitchRule.FIRST_PAGE)


@dataclass(frozen=True, slots=True)
class Target:
    """Where a switcher leads."""

    page: Page
    """The page."""
    rule: SwitchRule
    """Why this one."""


class Switches:
    """Answers where switchers lead; made once for a site, each answer a few look-ups."""

    def __init__(self, site: Site, pairs: Iterable[tuple[str, str]] = ()) -> None:
        """Store the arguments; the entries of divisions are indexed on first use.

        :param pairs: documents that are the same page, as configured.
        """
        self._site = site
        self._pairs: dict[str, list[str]] = {}
        for one, other in pairs:
            self._pairs.setdefault(one, []).append(other)
            self._pairs.setdefault(other, []).append(one)
        self._beside: dict[Element, dict[Element, _Division]] = {}
        self._unlisted = self._by_division()
        self._last: tuple[str, Element | None, tuple[_Division | None, list[str]]]
        self._last = "", None, (None, [])

    def target(self, docname: str, element: Element) -> Target | None:
        """Return where the switch to *element* leads from a document.

        :param element: a division; for all rules to apply, one beside a
            division that the document is in.
        :returns: ``None`` if *element* has no page.
        """
        parent = self._site.parent(element)
        there = self._divisions(parent).get(element) if parent is not None else None
        if parent is not None and there is not None:
            found = self._named(docname, there) or self._alike(docname, parent, there)
            if found is not None:
                return found
        first = self._site.first_page(element)
        return Target(first, SwitchRule.FIRST_PAGE) if first else None

    def _named(self, docname: str, there: _Division) -> Target | None:
        """Return the page that a setting names, else the same document."""
        for other in self._pairs.get(docname, ()):
            if other in there.pages:
                return Target(there.pages[other], SwitchRule.BY_HAND)
        page = there.pages.get(docname)
        return Target(page, SwitchRule.SAME_DOCUMENT) if page else None

    def _alike(self, docname: str, parent: Element, there: _Division) -> Target | None:
        """Return the page of the same path, position or group."""
        here, keys = self._location_in(docname, parent)
        if here is None:
            return None
        for key in keys:
            if key in there.by_key:
                return Target(there.by_key[key], SwitchRule.SAME_PATH)
        place = self._site.listed.get(docname)
        if place is None:
            return None
        page = there.positions.same(here.positions, place.page)
        if page is not None:
            return Target(page, SwitchRule.SAME_POSITION)
        group = there.positions.group(here.positions, place.page)
        first = self._site.first_page(group) if group is not None else None
        return Target(first, SwitchRule.SAME_GROUP) if first else None

    def _location_in(self, docname: str, parent: Element) -> tuple[_Division | None, list[str]]:
        """Return the division in *parent* that a document is in, and its path without own parts.

        The last result is cached: it is needed for every sibling division of a page.
        """
        if self._last[0] != docname or self._last[1] is not parent:
            place = self._site.listed.get(docname)
            trail = self._site.trail(docname) if place is None else None
            chain = place.chain if place else trail.chain if trail else ()
            divisions = self._divisions(parent)
            here = next((divisions[e] for e in chain if e in divisions), None)
            keys = here.keys.get(docname) or here.parts.keys(docname) if here else []
            self._last = docname, parent, (here, keys)
        return self._last[2]

    def _divisions(self, parent: Element) -> dict[Element, _Division]:
        """Return what the divisions in *parent* hold."""
        if parent not in self._beside:
            divisions = [
                child
                for child in parent.children
                if isinstance(child, Element) and child.kind is not Kind.GROUP
            ]
            pages = [self._pages(division) for division in divisions]
            parts = own_parts([(d.label, tuple(p)) for d, p in zip(divisions, pages, strict=True)])
            self._beside[parent] = {
                division: _Division(division, found, part)
                for division, found, part in zip(divisions, pages, parts, strict=True)
            }
        return self._beside[parent]

    def _pages(self, division: Element) -> dict[str, Page]:
        """Return the pages that *division* shows, then those near it that it does not list."""
        pages: dict[str, Page] = {}
        for page in _shown(division):
            pages.setdefault(page.docname, page)
        for docname in self._unlisted.get(division, ()):
            pages.setdefault(docname, Page(docname))
        return pages

    def _by_division(self) -> dict[Element, list[str]]:
        found: dict[Element, list[str]] = {}
        for docname in self._site.outside:
            trail = self._site.trail(docname)
            for division in trail.divisions if trail else ():
                found.setdefault(division, []).append(docname)
        return found


class _Division:
    """What a division holds, by path and by position."""

    def __init__(self, element: Element, pages: dict[str, Page], parts: OwnParts) -> None:
        self.pages = pages
        self.parts = parts
        self.positions = Positions(element)
        self.by_key: dict[str, Page] = {}
        self.keys = {docname: parts.keys(docname) for docname in pages}
        for rank in range(max(map(len, self.keys.values()), default=0)):
            for docname, keys in self.keys.items():
                if rank < len(keys):
                    self.by_key.setdefault(keys[rank], pages[docname])


def _shown(element: Element) -> Iterable[Page]:
    """Yield the pages below *element* that are not hidden, in reading order."""
    if element.root is not None and not element.root.hidden:
        yield element.root
    for child in element.children:
        if isinstance(child, Page):
            if not child.hidden and not child.url:
                yield child
        elif not child.hidden:
            yield from _shown(child)
