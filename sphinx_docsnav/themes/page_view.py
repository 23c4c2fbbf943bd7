"""One page of the output: its position, its marks, and its `docsnav` variable.

A page is in the tree, below one of its pages, near it, or outside it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from html import escape
from typing import Any

from sphinx_docsnav.docs_json.kinds import Kind
from sphinx_docsnav.navigation import Site, Trail
from sphinx_docsnav.navigation.switch import Target, alternates
from sphinx_docsnav.navigation.tree import Element, Page
from sphinx_docsnav.themes.division_frame import ALWAYS_CURRENT, RUNS, Frame
from sphinx_docsnav.themes.variable import Alternate, Choice, Crumb, Entry, Level, WatchedList


@dataclass(frozen=True)
class Standing:
    """The position of a page in the output."""

    path: tuple[Element | Page, ...]
    """Groups, and pages that brought this one, from the outermost; without divisions."""
    page: Page | None
    """The page; ``None`` for pages in no sidebar."""
    way: tuple[Element | Page, ...] = ()
    """What the breadcrumbs name, from the outside in."""
    previous: Page | None = None
    """The page before it."""
    next: Page | None = None
    """The page after it."""


_REPLACED = frozenset({"levels", RUNS, "global_anchors"})
"""The fields of a frame that are those of its division."""
CRUMBS, DATA = "crumbs", "data"
"""What a template may read of the navigation beside parts: the way to the page; anything else."""


@dataclass(eq=False)
class PageView:
    """What the templates of one page are given."""

    frame: Frame
    """What it shares with its neighbours."""
    standing: Standing
    """Its position."""
    switch: Callable[[Element], Target | None]
    """Where the switch to a division leads; ``None`` for its first page."""
    asked: set[str] = field(default_factory=set)
    """The parts that the templates have taken."""
    wrap: Callable[[str, str], str] = field(default=lambda _name, markup: markup)
    """Marks a part, so that it can be found in the finished page."""
    computed: bool = False
    """The theme has computed what its templates read; what is rendered from here on is the page."""
    reads: set[str] = field(default_factory=set)
    """What the templates have read beside parts: `CRUMBS`, `DATA`."""
    guest_mark: str = ""
    """What encloses a part, with ``{}`` for its name, if another division lists the page, too: a
    script replaces the part."""
    _parts: dict[str, str] = field(default_factory=dict)

    @cached_property
    def _switch_marks(self) -> dict[str, str]:
        """The values of the marks in switchers."""
        return {f"{key}.": escape(url) for key, url in self.addresses.items()}

    @cached_property
    def _sidebar_marks(self) -> dict[str, str]:
        """The values of the marks in the sidebar."""
        values: dict[str, str] = {}
        for item in self.standing.path:
            key = self._key(item)
            values |= {f"{key}.item": " current", f"{key}.open": " open"}
        here = self.standing.page and self._key(self.standing.page)
        if here:
            values[f"{here}.item"] = " current current-page"
            values[f"{here}.link"] = ' aria-current="page"'
            values[f"{here}.open"] = " open"
        if self.frame.shared:
            groups = [key for key in map(self._key, self.standing.path) if key]
            nearest = here or (groups[-1] if groups else "")
            values["shared.marks"] = self.frame.shared.marks(values)
            values["shared.rows"] = self.frame.shared.rows(
                nearest, self.frame.prefix, is_page=bool(here)
            )
        return values

    @property
    def files(self) -> tuple[str, ...]:
        """The names of files that belong to its parts."""
        return (self.frame.shared.file,) if self.frame.shared else ()

    @property
    def marked(self) -> list[str]:
        """The keys of the entries in the sidebar that the page marks, its own last."""
        items = (*self.standing.path, *((self.standing.page,) if self.standing.page else ()))
        return [self._key(item) for item in items]

    def _key(self, item: Element | Page) -> str:
        by_name = self.frame.keys.get(item.docname, "") if isinstance(item, Page) else ""
        return self.frame.keys.get(item, by_name)

    @cached_property
    def addresses(self) -> dict[str, str]:
        """Where each switch leads from this page, by the choice's key."""
        return {
            key: self._address(target.page) if (target := self.switch(element)) else first
            for key, (element, first) in self.frame.switches.items()
        }

    def _address(self, page: Page) -> str:
        return self.frame.viewer.addresses.page(page, self.frame.prefix)[0]

    def part(self, name: str) -> str:
        """Return a part's markup for a template, with marks around it."""
        self.asked.add(name)
        return self.wrap(name, self.markup(name))

    def markup(self, name: str) -> str:
        """Return a part's markup for this page."""
        if name not in self._parts:
            part = self.frame.part(name)
            marks = self._switch_marks if part.places else {}
            if part.places and RUNS in part.reads:
                marks = marks | self._sidebar_marks
            text = part.fill(marks) if part.places else part.text
            if self.guest_mark and not part.reads.isdisjoint(_REPLACED):
                text = f"{self.guest_mark.format(name)}{text}{self.guest_mark.format('')}"
            self._parts[name] = text
        return self._parts[name]

    @cached_property
    def crumbs(self) -> list[Crumb]:
        """The way to the page through divisions and groups, the page itself left out."""
        way = self.standing.way
        if self.standing.page is not None and self.frame.is_in_header(self.standing.page):
            way = tuple(item for item in way if item is not self.frame.division)
        return [self.frame.crumb(item) for item in way]

    def parents(self, *, with_unlinked: bool) -> WatchedList[dict[str, str]]:
        """Return the breadcrumbs as the ``parents`` of Sphinx's templates: ``link`` and ``title``.

        :param with_unlinked: keep those without an address, such as groups without a page.
        """
        crumbs = self.crumbs
        # Themes add the page itself, which a division of one page has named already.
        if self.standing.page and crumbs and crumbs[-1] == self.frame.crumb(self.standing.page):
            crumbs = crumbs[:-1]
        return WatchedList(
            (
                {"link": crumb["url"], "title": escape(crumb["label"])}
                for crumb in crumbs
                if crumb["url"] or with_unlinked
            ),
            lambda: self.reads.add(CRUMBS),
        )

    @cached_property
    def section(self) -> Crumb | None:
        """The group of the page."""
        groups = [item for item in self.standing.path if isinstance(item, Element)]
        named = [group for group in groups if group.label.strip()]
        return self.frame.crumb(named[-1]) if named else None

    def neighbour(self, page: Page | None) -> Crumb | None:
        """Return the previous or next page as a link, with the page's own title."""
        if page is None:
            return None
        crumb = self.frame.crumb(replace(page, title=page.page_title or page.title))
        return {**crumb, "description": page.description}

    @cached_property
    def alternates(self) -> list[Alternate]:
        """The same page in other languages, and its own, where there is one.

        The default language's comes once more at the end, as ``x-default``.
        """
        if not self.frame.has_language:
            return []
        switches = self.frame.switches.values()
        languages = [element for element, _ in switches if element.kind is Kind.LANGUAGE]
        found = alternates(languages, self.switch)
        document = self.frame.viewer.addresses.document
        return [
            Alternate(code=code, url=document(page.docname, self.frame.prefix))
            for code, page in found
        ]

    @cached_property
    def levels(self) -> list[Level]:
        """The levels with the addresses of this page."""

        def own(choice: Choice) -> Choice:
            return {**choice, "url": self.addresses.get(choice["key"], choice["url"])}

        return [
            Level(
                kind=level["kind"],
                choices=[own(choice) for choice in level["choices"]],
                current=own(level["current"]) if level["current"] else None,
            )
            for level in self.frame.shown
        ]

    def sidebar(self) -> list[Entry]:
        """Return the sidebar with the page's own entry and the way to it marked."""
        shared_entries = self.frame.sidebar  # keys are given while it is made
        own = self._key(self.standing.page) if self.standing.page else ""
        way = {own, *map(self._key, self.standing.path)}

        def entry(shared: Entry) -> Entry:
            return {
                **shared,
                "current": shared["key"] in way,
                "here": shared["key"] == own,
                "expanded": shared["expanded"] or shared["key"] in way,
                "children": list(map(entry, shared["children"])),
            }

        return list(map(entry, shared_entries))

    def offers(self, key: str) -> bool:
        """Return whether `choices` returns any."""
        return any(level["choices"] for level in self.frame.shown if level["kind"] == key)

    def choices(self, key: str) -> list[Choice]:
        """Return the choices of the outermost level of a kind, such as ``tabs``."""
        for level in self.levels:
            if level["kind"] == key:
                return level["choices"]
        return []


KINDS = ("tabs", "products", "dropdowns", "versions", "languages", "anchors")
"""Levels that have a field of the ``docsnav`` variable to themselves."""


def _read(what: str, make: Callable[[PageView], Any]) -> Callable[[PageView], Any]:
    """Return *make*, which notes that a template reads what it makes."""

    def noted(view: PageView) -> Any:  # noqa: ANN401 -- whatever the field holds
        view.reads.add(what)
        return make(view)

    return noted


FIELDS: Mapping[str, Callable[[PageView], Any]] = {
    **{kind: _read(DATA, partial(PageView.choices, key=kind)) for kind in KINDS},
    "levels": _read(DATA, lambda view: view.levels),
    "global_anchors": _read(DATA, lambda view: view.frame.global_anchors),
    "sidebar": _read(DATA, PageView.sidebar),
    "breadcrumbs": _read(CRUMBS, lambda view: view.crumbs),
    "section": _read(CRUMBS, lambda view: view.section),
    "previous": lambda view: view.neighbour(view.standing.previous),
    "next": lambda view: view.neighbour(view.standing.next),
    "banner": lambda view: view.frame.notice,
    "navbar": _read(DATA, lambda view: view.frame.navbar),
    "footer": _read(DATA, lambda view: view.frame.footer),
    "language": lambda view: view.frame.language,
    "words": lambda view: view.frame.words,
    "alternates": lambda view: view.alternates,
    "beside": lambda view: not view.frame.inside,
}
"""How the fields of the ``docsnav`` template variable are made."""


PagePlace = tuple[tuple[Element, ...], bool, Standing]
"""Divisions from the outermost; whether the page is in the tree; where in the sidebar."""


@dataclass
class Places:
    """Finds the place of each page; looks things up, never walks the site."""

    site: Site
    """The described site."""
    near: Mapping[str, str] = field(default_factory=dict)
    """For pages in no sidebar: the document whose divisions they belong to."""
    _brought_by: dict[str, str] = field(default_factory=dict)
    _brought: dict[str, Page] = field(default_factory=dict)
    _known_ancestors: dict[Element, tuple[tuple[Element, ...], tuple[Element, ...]]] = field(
        default_factory=dict
    )

    def __post_init__(self) -> None:
        for parent, children in self.site.hanging.items():
            for child in children:
                self._brought_by.setdefault(child.docname, parent)
                self._brought.setdefault(child.docname, child)

    def hanging(self, docname: str) -> tuple[Page, ...]:
        """Return the pages in toctrees of *docname* that docs.json does not list."""
        return self.site.hanging.get(docname, ())

    def of(self, pagename: str, *, document: bool) -> PagePlace:
        """Return the place of a page of the output.

        :param document: it is made from a document; else it is search, an index …
        """
        trail = self.site.trail(pagename) if document else None
        if trail is not None and trail.page is not None:
            divisions, groups = self._ancestors(trail)
            standing = Standing(groups, trail.page, trail.breadcrumbs, trail.previous, trail.next)
            return divisions, True, standing
        owner, between = self._owner(pagename)
        above = self.site.trail(owner) if owner else None
        if above is not None and above.page is not None:
            path = (above.page, *between)
            standing = Standing(
                (*above.groups, *path),
                self._brought[pagename],
                (*above.breadcrumbs, *path),
                *self.site.neighbours(pagename),
            )
            return above.divisions, True, standing
        return self._beside(trail, pagename)

    def _ancestors(self, trail: Trail) -> tuple[tuple[Element, ...], tuple[Element, ...]]:
        """Return the divisions and the groups of a trail, the same for all pages of a group."""
        if not trail.chain:
            return (), ()
        innermost = trail.chain[-1]
        if innermost not in self._known_ancestors:
            self._known_ancestors[innermost] = (trail.divisions, trail.groups)
        return self._known_ancestors[innermost]

    def _beside(self, trail: Trail | None, pagename: str) -> PagePlace:
        """Return the place near a trail, else of the page it is near, else of the first.

        Toctrees of a project have no place for it but the version that all of them are in, as in
        themes.
        """
        around = self.site.neighbours(pagename)
        in_row = self.site.is_in_one_row
        if trail is not None and not in_row:
            return trail.divisions, True, Standing((), None, (), *around)
        first = self.site.first_page(self.site.root)
        name = self.near.get(pagename, first.docname if first else "")
        near = self.site.trail(name)
        divisions = near.divisions if near else ()
        if in_row:
            divisions = tuple(each for each in divisions if each.kind in ALWAYS_CURRENT)
            return divisions, trail is not None, Standing((), None, (), *around)
        return divisions, False, Standing((), None)

    def _owner(self, docname: str) -> tuple[str, list[Page]]:
        """Return the listed page above a brought one, and the brought pages between them."""
        between: list[Page] = []
        seen = {docname}
        parent = self._brought_by.get(docname, "")
        while parent in self._brought and parent not in self.site.listed and parent not in seen:
            seen.add(parent)
            between.insert(0, self._brought[parent])
            parent = self._brought_by.get(parent, "")
        return (parent if parent in self.site.listed else ""), between
