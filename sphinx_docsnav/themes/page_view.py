"""One page of the output: its position, its marks, and its `docsnav` variable."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial
from html import escape
from typing import Any

from sphinx_docsnav.navigation.switch import Target, find_translations
from sphinx_docsnav.navigation.tree import Element, Page, PagePlace
from sphinx_docsnav.themes.division_frame import RUNS, Frame
from sphinx_docsnav.themes.variable import Alternate, Choice, Crumb, Entry, Level, WatchedList

_REPLACED = frozenset({"levels", RUNS, "global_anchors"})
"""The fields of a frame that depend on its division."""
CRUMBS, DATA = "crumbs", "data"
"""The data that a template may read apart from parts: breadcrumbs, or anything else."""


@dataclass(eq=False)
class PageView:
    """The data for the templates of one page."""

    frame: Frame
    """The data that it shares with other pages of its division."""
    place: PagePlace
    """The position of the page in the navigation."""
    switch: Callable[[Element], Target | None]
    """Returns the target of the switch to a division; ``None`` for its first page."""
    previous: Page | None = None
    """The page before it."""
    next: Page | None = None
    """The page after it."""
    inserted_parts: set[str] = field(default_factory=set)
    """The names of the parts that templates have inserted."""
    wrap: Callable[[str, str], str] = field(default=lambda _name, markup: markup)
    """Marks a part, so that it can be found in the finished page."""
    theme_has_run: bool = False
    """Whether the handlers of the theme have run, so that the page itself is rendered now."""
    reads: set[str] = field(default_factory=set)
    """The data that templates have read apart from parts: `CRUMBS`, `DATA`."""
    find_headings: Callable[[], Iterable[Element | Page]] = field(default=lambda: ())
    """Returns the headings of the page; nothing in themes whose sidebar shows those of all."""
    guest_mark: str = ""
    """The text around a part, with ``{}`` for its name, if other divisions list the page, too; a
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
        # The entries above the page are current and open, but only the page's own link is
        # announced.
        for item in self.path:
            key = self._make_key(item)
            values |= {f"{key}.item": " current", f"{key}.open": " open"}
        # The entry of the page has more marks than the entries above it.
        here = self._own_key
        if here:
            values[f"{here}.item"] = " current current-page"
            values[f"{here}.link"] = ' aria-current="page"'
            values[f"{here}.open"] = " open"
        # In a shared sidebar, a script sets the marks; without scripts, the rows around *nearest*
        # show.
        if self.frame.shared:
            groups = [key for key in map(self._make_key, self.path) if key]
            # A page without an entry is shown in the innermost group that the sidebar lists.
            nearest = here or (groups[-1] if groups else "")
            values["shared.marks"] = self.frame.shared.marks(values)
            values["shared.rows"] = self.frame.shared.rows(
                nearest, self.frame.prefix, is_page=bool(here)
            )
        return values

    @property
    def files(self) -> tuple[str, ...]:
        """The names of the files that its parts load."""
        return (self.frame.shared.file,) if self.frame.shared else ()

    @property
    def marked(self) -> list[str]:
        """The keys of the entries that the page marks in the sidebar, its own last."""
        path = [self._make_key(item) for item in self.path]
        return [*path, self._own_key] if self.place.has_entry else path

    @cached_property
    def path(self) -> tuple[Element | Page, ...]:
        """The groups and pages above it in the sidebar, outermost first."""
        return self.frame.viewer.path(self.place)

    @property
    def _own_key(self) -> str:
        """The key of the page's own entry; empty for a page in no sidebar."""
        return self._make_key(self.place.page) if self.place.has_entry else ""

    def _make_key(self, item: Element | Page) -> str:
        # Entries made from toctrees are other objects for the same page, so fall back to its
        # docname.
        by_name = self.frame.keys.get(item.docname, "") if isinstance(item, Page) else ""
        return self.frame.keys.get(item, by_name)

    @cached_property
    def addresses(self) -> dict[str, str]:
        """The URL of each switch on this page, by the key of the choice."""
        address = self.frame.viewer.addresses.page
        return {
            key: address(target.page, self.frame.prefix)[0]
            if (target := self.switch(element))
            else first
            for key, (element, first) in self.frame.switches.items()
        }

    def part(self, name: str) -> str:
        """Return a part's markup for a template, with marks around it."""
        self.inserted_parts.add(name)
        return self.wrap(name, self.markup(name))

    def markup(self, name: str) -> str:
        """Return a part's markup for this page."""
        if name not in self._parts:
            part = self.frame.part(name)
            marks = self._switch_marks if part.places else {}
            if part.places and RUNS in part.reads:
                marks = marks | self._sidebar_marks
            text = part.fill(marks) if part.places else part.text
            # Only parts that depend on the division are enclosed; the others are always the same.
            if self.guest_mark and not part.reads.isdisjoint(_REPLACED):
                text = f"{self.guest_mark.format(name)}{text}{self.guest_mark.format('')}"
            self._parts[name] = text
        return self._parts[name]

    @cached_property
    def crumbs(self) -> list[Crumb]:
        """The breadcrumbs: divisions and groups above the page, without the page itself."""
        items = self.place.breadcrumbs
        # The step of the division would lead to the page itself, which ends the breadcrumbs.
        if self.is_in_header:
            items = tuple(item for item in items if item is not self.frame.division)
        return [self.frame.crumb(item) for item in items]

    @property
    def is_in_header(self) -> bool:
        """Whether the entry of the page is shown above the sidebar, for its division."""
        return self.place.has_entry and self.frame.is_in_header(self.place.page)

    @property
    def is_last_crumb(self) -> bool:
        """Whether the breadcrumbs end with the page, because it is the only one of its division."""
        if not self.place.has_entry or not self.crumbs:
            return False
        return self.crumbs[-1] == self.frame.crumb(self.place.page)

    def parents(self, *, with_unlinked: bool) -> WatchedList[dict[str, str]]:
        """Return the breadcrumbs as the ``parents`` of Sphinx's templates: ``link`` and ``title``.

        :param with_unlinked: keep those without an address, such as groups without a page.
        """
        # Themes append the page itself, which a division with one page has already named.
        crumbs = self.crumbs[:-1] if self.is_last_crumb else self.crumbs
        return WatchedList(
            (
                {"link": crumb["url"], "title": crumb["html"] or escape(crumb["label"])}
                for crumb in crumbs
                if crumb["url"] or with_unlinked
            ),
            lambda: self.reads.add(CRUMBS),
        )

    @cached_property
    def section(self) -> Crumb | None:
        """The group of the page."""
        groups = [item for item in self.path if isinstance(item, Element)]
        # A group with a blank label has no heading to show above the page.
        named = [group for group in groups if group.label.strip()]
        return self.frame.crumb(named[-1]) if named else None

    def neighbour(self, page: Page | None) -> Crumb | None:
        """Return the previous or next page as a link, with the page's own title."""
        if page is None:
            return None
        description = page.description
        if description:
            from sphinx_docsnav.rendering.renderer import render_plain_text

            description = render_plain_text(description)
        return {**self.frame.crumb(page), "description": description}

    @cached_property
    def alternates(self) -> list[Alternate]:
        """The translations of the page, including itself; empty without other languages.

        The page of the default language occurs a second time at the end, as ``x-default``.
        """
        document = self.frame.viewer.addresses.document
        return [
            Alternate(code=code, url=document(page.docname, self.frame.prefix))
            for code, page in find_translations((self.frame.root, *self.frame.chain), self.switch)
        ]

    @cached_property
    def levels(self) -> list[Level]:
        """The levels with the URLs for this page."""

        def own(choice: Choice) -> Choice:
            return {**choice, "url": self.addresses.get(choice["key"], choice["url"])}

        return [
            Level(
                kind=level["kind"],
                choices=[own(choice) for choice in level["choices"]],
                current=own(level["current"]) if level["current"] else None,
            )
            for level in self.frame.shown_levels
        ]

    def sidebar(self) -> list[Entry]:
        """Return the sidebar, in which the entry of the page and those above it are marked."""
        # This must be read first, because the keys are set while it is made.
        shared_entries = self.frame.sidebar
        own_key = self._own_key
        marked_keys = {own_key, *map(self._make_key, self.path)}

        def entry(shared: Entry) -> Entry:
            return {
                **shared,
                "current": shared["key"] in marked_keys,
                "here": shared["key"] == own_key,
                "expanded": shared["expanded"] or shared["key"] in marked_keys,
                "children": list(map(entry, shared["children"])),
            }

        return list(map(entry, shared_entries))

    @property
    def headings(self) -> list[Entry]:
        """The headings of the page as entries below its own, for links within the page."""
        frame = self.frame
        level = frame.levels_by_key.get(self._own_key)
        if level is None:
            return []
        entries = frame.viewer.entries(
            self.find_headings(), "", lambda _item, _entry: None, max(level, 1) + 1
        )

        def with_anchor(entry: Entry) -> Entry:
            anchor = f"#{entry['url'].partition('#')[2]}"
            return {**entry, "url": anchor, "children": list(map(with_anchor, entry["children"]))}

        return list(map(with_anchor, entries))

    @property
    def has_tabs(self) -> bool:
        """Whether there are tabs to choose from."""
        return any(level["choices"] for level in self.frame.shown_levels if level["kind"] == "tabs")

    def choices(self, key: str) -> list[Choice]:
        """Return the choices of the outermost level of a kind, such as ``tabs``."""
        for level in self.levels:
            if level["kind"] == key:
                return level["choices"]
        return []


KINDS = ("tabs", "products", "dropdowns", "versions", "languages", "anchors")
"""The levels that are also fields of the ``docsnav`` variable."""


def _read(what: str, make: Callable[[PageView], Any]) -> Callable[[PageView], Any]:
    """Return *make* with a record that a template reads its result."""

    def noted(view: PageView) -> Any:  # noqa: ANN401 -- whatever the field holds
        view.reads.add(what)
        return make(view)

    return noted


FIELDS: Mapping[str, Callable[[PageView], Any]] = {
    **{kind: _read(DATA, partial(PageView.choices, key=kind)) for kind in KINDS},
    "levels": _read(DATA, lambda view: view.levels),
    "global_anchors": _read(DATA, lambda view: view.frame.global_anchors),
    "sidebar": _read(DATA, PageView.sidebar),
    "headings": lambda view: view.headings,
    "breadcrumbs": _read(CRUMBS, lambda view: view.crumbs),
    "section": _read(CRUMBS, lambda view: view.section),
    "previous": lambda view: view.neighbour(view.previous),
    "next": lambda view: view.neighbour(view.next),
    "banner": lambda view: view.frame.notice,
    "navbar": _read(DATA, lambda view: view.frame.navbar),
    "footer": _read(DATA, lambda view: view.frame.footer),
    "language": lambda view: view.frame.language,
    "words": lambda view: view.frame.words,
    "alternates": lambda view: view.alternates,
    "beside": lambda view: not view.frame.is_in_tree,
}
"""The functions that make the fields of the ``docsnav`` template variable."""
