"""What navigation each page shows, as a digest, to know which pages a change touches.

A page shows the sidebar of its division, and for each division it is in: the
divisions beside it, where each leads, and the global elements. All of that is
reduced to text once per division; a page adds what is its own. A digest per
page and output folder is kept beside the doctrees; pages whose digest is
another than last time are written again, without being read.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from hashlib import blake2b
from pathlib import Path

from sphinx.builders import Builder

from sphinx_docsnav.docs_json.kinds import Kind
from sphinx_docsnav.navigation import Site, Trail
from sphinx_docsnav.navigation.site import ListedPage
from sphinx_docsnav.navigation.switch import SWITCHED, Switches
from sphinx_docsnav.navigation.tree import Element, Page
from sphinx_docsnav.sitefiles.write import write_if_changed


def digest(*parts: object) -> str:
    """Return a short digest of *parts*, equal for parts that print equal."""
    return blake2b(repr(parts).encode("utf-8", "surrogatepass"), digest_size=10).hexdigest()


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """The digest of the navigation on a page, in the pieces that show in different places."""

    own: str
    """What only templates and handlers show: neighbours, versions, settings …"""
    crumbs: str
    """The way to the page."""
    bars: str
    """What only parts show, except the sidebar: bars and switchers."""
    sidebar: str
    """The sidebar of the division."""

    def __str__(self) -> str:
        return f"{self.own}:{self.crumbs}:{self.bars}:{self.sidebar}"

    @classmethod
    def parse(cls, text: str) -> Fingerprint:
        """Read what `str` has made; of anything else, something that equals nothing."""
        own, crumbs, bars, sidebar = (*text.split(":"), "", "", "")[:4]
        return cls(own, crumbs, bars, sidebar)


@dataclass(slots=True)
class NavigationDigests:
    """Computes digests; what several pages share is computed once."""

    site: Site
    """The described site."""
    settings: str
    """Digest of whatever else every page shows: name, banner …"""
    bars: str
    """Digest of the links at the top and of the footer of the site."""
    titles: Mapping[str, str]
    """The title of each document."""
    relations: Mapping[str, Sequence[str | None]]
    """Sphinx's parent, previous and next document of each document."""
    switches: Switches
    """Where switches lead."""
    beside: Callable[[str], object]
    """What else a page shows that the navigation decides, by docname."""
    number: Callable[[str], str]
    """The section number of a document."""
    _above: dict[str, str] = field(init=False)
    _guests: dict[str, list[tuple[ListedPage, ...]]] = field(default_factory=dict)
    _sidebars: dict[Element, str] = field(default_factory=dict)
    _levels: dict[Element, str] = field(default_factory=dict)
    _elements: dict[Element, str] = field(default_factory=dict)
    _others: dict[tuple[Element, str], str] = field(default_factory=dict)
    _pages: dict[Page, tuple[tuple[str, object], ...]] = field(default_factory=dict)
    _switched: dict[tuple[Element, ...], list[Element]] = field(default_factory=dict)
    _around: dict[tuple[Element, ...], Fingerprint] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._above = {
            page.docname: name for name, pages in self.site.hanging.items() for page in pages
        }
        for places in self.site.guests.values():
            self._guests.setdefault(places[0].page.docname, []).append(places)

    def of(self, docname: str) -> str:
        """Return the digest of the navigation that page *docname* shows."""
        trail, between = self._place(docname)
        chain = trail.chain if trail else ()
        shared = self._shared_by(chain, trail.divisions if trail else ())
        own = digest(
            shared.own,
            [
                (self._step(page), page and page.description)
                for page in self.site.neighbours(docname)
            ],
            [(name, self.titles.get(name), self.number(name)) for name in between],
            self._relations(docname),
            self._targets(docname, chain),
            (docname in self.site.guest_names, self._hosts(docname)),
            self.beside(docname),
        )
        return str(Fingerprint(own, shared.crumbs, shared.bars, shared.sidebar))

    def _shared_by(self, chain: tuple[Element, ...], divisions: tuple[Element, ...]) -> Fingerprint:
        """Return the digests that all pages in the same elements share; computed once."""
        if chain in self._around:
            return self._around[chain]
        levels = (self.site.root, *divisions)
        own = digest(
            self.settings,
            [self.level(element) for element in levels if _is_named_elsewhere(element)],
            [self._hidden_values(element) for element in chain],
        )
        bars = digest(
            [self.level(element) for element in levels],
            [self._element(element) for element in chain],
            self.bars,
            [(element.navbar, element.footer) for element in chain],
        )
        crumbs = digest([self._crumb(element) for element in chain])
        sidebar = digest(self.sidebar(levels[-1]), self.site.is_in_one_row)
        self._around[chain] = Fingerprint(own, crumbs, bars, sidebar)
        return self._around[chain]

    def _hosts(self, docname: str) -> list[object]:
        """Return the divisions that list the page beside its own, each for its first such page.

        A script has what they show. They may have no page of their own that changes with them.
        """
        return [
            (
                str(self._shared_by(places[0].divisions, places[0].divisions)),
                [self._targets(place.page.docname, places[0].divisions) for place in places],
            )
            for places in self._guests.get(docname, ())
        ]

    def _place(self, docname: str) -> tuple[Trail | None, list[str]]:
        """Return the trail whose sidebar the page has, and the pages between that and it.

        That is the page's own; that of the listed page with a toctree of it; or that of
        the site's first page, for documents in no sidebar.
        """
        between: list[str] = []
        name = docname
        while name not in self.site.listed and name in self._above:
            between.append(name)
            name = self._above[name]
        if name in self.site.listed:
            return self.site.trail(name), between
        trail = self.site.trail(docname)
        first = self.site.first_page(self.site.root)
        if trail is None and first is not None:
            trail = self.site.trail(first.docname)
        return trail, [docname]

    def _relations(self, docname: str) -> list[tuple[str, str | None]]:
        """Return the relations that Sphinx passes to themes: parents, previous and next page."""
        parent, *beside = self.relations.get(docname, (None, None, None))
        found = [(name or "", self.titles.get(name or "")) for name in beside]
        while parent:
            found.append((parent, self.titles.get(parent)))
            parent = self.relations.get(parent, (None, None, None))[0]
        return found

    def _targets(self, docname: str, chain: tuple[Element, ...]) -> list[tuple[str, bool]]:
        """Return where each switch around the page leads, and if that is the same page."""
        if chain not in self._switched:
            self._switched[chain] = [
                element
                for parent in (self.site.root, *chain)
                for element in parent.divisions
                if element.kind in SWITCHED and not element.href
            ]
        targets = [self.switches.target(docname, element) for element in self._switched[chain]]
        return [
            (self._name(found.page), found.rule.is_same_page) if found else ("", False)
            for found in targets
        ]

    def sidebar(self, division: Element) -> str:
        """Return the digest of the list that all pages of *division* have beside them."""
        if division not in self._sidebars:
            self._sidebars[division] = digest([self._entry(child) for child in division.children])
        return self._sidebars[division]

    def level(self, element: Element) -> str:
        """Return the digest of the divisions in *element*, as bars and switchers show them."""
        if element not in self._levels:
            divisions = [self._division(child) for child in element.divisions]
            everywhere = [self._division(child) for child in element.global_elements]
            self._levels[element] = digest(divisions, everywhere)
        return self._levels[element]

    def _element(self, element: Element) -> str:
        """Return the digest of what a page shows of *element* itself."""
        if element not in self._elements:
            self._elements[element] = digest(own_values(element))
        return self._elements[element]

    def _hidden_values(self, element: Element) -> str:
        """Return the digest of what is shown of *element* otherwise than by parts and crumbs."""
        key = (element, "own")
        if key not in self._others:
            all_values = element.kind in NAMED_ELSEWHERE
            shown = (v for v in own_values(element) if all_values or v[0] not in PRESENTED)
            self._others[key] = digest(list(shown))
        return self._others[key]

    def _crumb(self, element: Element) -> str:
        """Return the digest of *element* as a step of the way to a page."""
        key = (element, "crumb")
        if key not in self._others:
            self._others[key] = digest(self._link(element), self._step(element.root))
        return self._others[key]

    def _step(self, page: Page | None) -> object:
        """Return how a page looks as the next or previous one, or on the way to another."""
        return (self._own(page), self.number(page.docname)) if page else None

    def _division(self, element: Element) -> tuple[object, ...]:
        """Return how a division looks from outside: itself, where it leads, a tab's menu."""
        items = (item for item in element.divisions if item.kind is Kind.ITEM)
        return (*self._link(element), [self._link(item) for item in items])

    def _link(self, element: Element) -> tuple[object, ...]:
        first = self.site.first_page(element)
        return (own_values(element), self._name(first), self.site.shows(element))

    def _entry(self, child: Element | Page) -> object:
        """Return how an entry of a sidebar looks, with what folds out of it."""
        if isinstance(child, Page):
            return self._page(child)
        if child.kind is not Kind.GROUP:
            return self._division(child)
        root = self._page(child.root) if child.root else None
        return (own_values(child), root, [self._entry(below) for below in child.children])

    def _page(self, page: Page) -> object:
        """Return the appearance of a page's entry, with the pages below it."""
        below = [self._page(child) for child in self.site.hanging.get(page.docname, ())]
        return (self._own(page), self.number(page.docname), below)

    def _own(self, page: Page) -> tuple[tuple[str, object], ...]:
        """Return the own values of *page*, which its sidebar and both neighbours show."""
        if page not in self._pages:
            self._pages[page] = (*own_values(page), ("in", self.site.guest_keys.get(page)))
        return self._pages[page]

    def _name(self, page: Page | None) -> str:
        return f"{page.docname}?{self.site.guest_keys.get(page, '')}" if page else ""


STRUCTURE = frozenset({"children", "root", "global_elements"})
"""Fields that hold other elements and pages, which `NavigationDigests` walks."""
PRESENTED = frozenset(
    {"label", "icon", "tag", "description", "color", "align", "expanded", "about"}
)
"""Fields that only bars, switchers, the sidebar and the way to a page show."""
NAMED_ELSEWHERE = frozenset({Kind.LANGUAGE, Kind.VERSION, Kind.PRODUCT})
"""Kinds of division that pages name elsewhere too: in notices, and to search engines."""
BARS = frozenset({"navbar", "footer"})
"""Fields that only the parts of a page inside the element show."""
INVISIBLE = frozenset({"pointer", "searchable", "boost"})
"""Fields that no page shows: the position in docs.json changes with every line above it, and
search has files of its own."""
_SHOWN = {
    kind: tuple(e.name for e in fields(kind) if e.name not in STRUCTURE | BARS | unseen)
    for kind, unseen in ((Element, INVISIBLE), (Page, INVISIBLE | {"description"}))
}
"""The other fields; only neighbours show the description of a page."""


def own_values(item: Element | Page) -> tuple[tuple[str, object], ...]:
    """Return what a page shows of *item* itself: each field, new ones included, with its value."""
    return tuple((name, getattr(item, name)) for name in _SHOWN[type(item)])


def _is_named_elsewhere(parent: Element) -> bool:
    return any(element.kind in NAMED_ELSEWHERE for element in parent.divisions)


def digests_file(doctreedir: Path, builder: Builder) -> Path:
    """Return the file of digests for the output folder of *builder*."""
    folder = digest(builder.name, str(builder.outdir))
    return doctreedir / "_docsnav" / f"shown-{builder.name}-{folder}.json"


def read_digests(path: Path) -> dict[str, str]:
    """Return the digests of the last build; none if there was no such build."""
    try:
        value = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return {}
    return {str(key): str(item) for key, item in value.items()} if isinstance(value, dict) else {}


def write_digests(path: Path, shown: Mapping[str, str]) -> None:
    """Keep *shown* for the next build, if it is not there already."""
    write_if_changed(path, json.dumps(dict(sorted(shown.items())), indent=0))
