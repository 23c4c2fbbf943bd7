"""The parts that pages of one division and one folder depth have in common."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count
from typing import Any

from sphinx_docsnav.docs_json.kinds import Kind
from sphinx_docsnav.navigation.endpoint_pages import MAX_UNFOLDED
from sphinx_docsnav.navigation.switch import SWITCHED
from sphinx_docsnav.navigation.tree import ALWAYS_CURRENT, Element, Page
from sphinx_docsnav.themes.addresses import shorten_links
from sphinx_docsnav.themes.part_markup import PART_TEXTS, SIDEBAR, IconSymbols, Part, mark
from sphinx_docsnav.themes.shared_sidebar import PART, SharedSidebar, ShortSidebar
from sphinx_docsnav.themes.variable import (
    KEYS,
    Choice,
    Crumb,
    Entry,
    FooterView,
    Lazy,
    Level,
    NavbarView,
    Notice,
    PageLanguage,
    Run,
    Viewer,
)

RenderTemplate = Callable[[str, dict[str, Any]], str]
"""Renders a template by name with a context."""


@dataclass(eq=False)
class Frame:
    """The levels, anchors and sidebar of the pages of a division."""

    root: Element
    """The root of the navigation."""
    chain: tuple[Element, ...]
    """The divisions from the outermost to the innermost."""
    is_in_tree: bool
    """Whether its pages are in the navigation tree; the search page, for example, is not."""
    prefix: str
    """The relative path from its pages to the root of the output."""
    viewer: Viewer
    """Makes the data of templates."""
    render: RenderTemplate
    """Renders the templates of parts."""
    language: PageLanguage
    """The language of its pages."""
    notice: Notice | None
    """The banner."""
    navbar: NavbarView | None
    """The links at the top."""
    footer: FooterView | None
    """The footer."""
    home: str
    """The folder of its pages, if it contains all pages of the sidebar: ``api/``; else empty."""
    extras: Mapping[str, Any]
    """The values of the adapter for cached templates."""
    part_options: Mapping[str, str]
    """The parts that the project hides or moves into the sidebar: ``docsnav_theme_options``."""
    first_in_header: bool
    """Whether only tabs link to their first pages, and the sidebar begins with the second."""
    find_shared: Callable[[], SharedSidebar | None] = field(default=lambda: None)
    """Returns the value of `shared`; called once."""
    _keys: dict[Element | Page | str, str] = field(default_factory=dict)
    _levels_by_key: dict[str, int] = field(default_factory=dict)
    _places: Counter[str] = field(default_factory=Counter)
    _numbers: Iterator[int] = field(default_factory=count)
    _switches: dict[str, tuple[Element, str]] = field(default_factory=dict)
    _parts: dict[str, Part] = field(default_factory=dict)
    _crumbs: dict[Element, Crumb] = field(default_factory=dict)

    @property
    def division(self) -> Element:
        """The innermost division, or the root: its groups and pages are the sidebar."""
        return self.chain[-1] if self.chain else self.root

    @cached_property
    def words(self) -> Mapping[str, str]:
        """The texts of the extension in the language of the pages."""
        return PART_TEXTS.of(self.language["code"])

    @cached_property
    def has_language(self) -> bool:
        """Whether its pages are in a language of docs.json."""
        return any(division.kind is Kind.LANGUAGE for division in self.chain)

    @cached_property
    def current(self) -> frozenset[Element]:
        """The divisions that are marked as current."""
        return frozenset(
            division
            for division in self.chain
            if self.is_in_tree or division.kind in ALWAYS_CURRENT
        )

    @cached_property
    def levels(self) -> list[Level]:
        """The levels of choices, from the outermost to the innermost."""
        parents = (self.root, *self.chain)
        return [self._make_level(parent) for parent in parents if self._has_level(parent)]

    @cached_property
    def shown_levels(self) -> list[Level]:
        """The levels that are neither hidden nor in the sidebar."""
        return [level for level in self.levels if level["kind"] not in self.part_options]

    @property
    def switches(self) -> dict[str, tuple[Element, str]]:
        """Versions, languages, products and dropdowns by key, with the URL of their first page."""
        # The keys are set while levels are made.
        _ = self.levels
        return self._switches

    @property
    def keys(self) -> Mapping[Element | Page | str, str]:
        """The key of the marks of each item in the sidebar; pages also by docname."""
        # The keys are set while the sidebar is made.
        _ = self.sidebar
        return self._keys

    @property
    def levels_by_key(self) -> Mapping[str, int]:
        """The level of each entry of the sidebar by its key."""
        # The levels are set while the sidebar is made.
        _ = self.sidebar
        return self._levels_by_key

    @cached_property
    def shared(self) -> SharedSidebar | None:
        """The shared form of a large sidebar; ``None`` for a small one."""
        return self.find_shared()

    def _has_level(self, parent: Element) -> bool:
        return any(
            child.kind is not Kind.ITEM and self.viewer.shows(child) for child in parent.divisions
        )

    def _make_level(self, parent: Element) -> Level:
        child_divisions = parent.divisions
        choices = {
            child: self._key_switch(child, self.viewer.choice(child, self.prefix, self.current))
            for child in child_divisions
            # A hidden division stays the current one on its own pages: switches name it there.
            if self.viewer.shows(child) or child in self.current
        }
        current = next((choices[child] for child in child_divisions if child in self.current), None)
        shown_choices = [choices[child] for child in choices if self.viewer.shows(child)]
        # Tabs at the end of the bar follow the others, in their order.
        shown_choices.sort(key=lambda choice: choice["at_end"])
        return Level(kind=KEYS[child_divisions[0].kind], choices=shown_choices, current=current)

    def _key_switch(self, element: Element, choice: Choice) -> Choice:
        """Give a switch a key: its URL depends on the page, because it leads to the same page."""
        if element.kind in SWITCHED and not element.href:
            choice["key"] = f"to{len(self._switches)}"
            self._switches[choice["key"]] = (element, choice["url"])
        return choice

    @cached_property
    def global_anchors(self) -> list[Choice]:
        """The elements of ``global`` in the root and in each division of the chain."""
        if "anchors" in self.part_options:
            return []
        return [
            self.viewer.choice(element, self.prefix, self.current)
            for parent in (self.root, *self.chain)
            for element in parent.global_elements
            if self.viewer.shows(element)
        ]

    @cached_property
    def sidebar(self) -> list[Entry]:
        """The entries of the division, none of them marked as current."""
        items = [item for item in self.division.children if not self.is_in_header(item)]
        return self.viewer.entries(items, self.prefix, self._give_key)

    def short_sidebar(self) -> ShortSidebar:
        """Return the maker of the parts of the sidebar that pages show."""
        level = self.extras.get("level") or "toctree-l"
        return ShortSidebar(self.sidebar, level, self.words["more"])

    def is_in_header(self, item: Element | Page) -> bool:
        """Return whether only the tab of the division links to *item*."""
        # The tab in the header is the link to its first page; the sidebar would repeat it.
        is_first = self.division.children[:1] == (item,)
        return is_first and self.first_in_header and self.division.kind is Kind.TAB

    @cached_property
    def runs(self) -> list[Run]:
        """The sidebar as headings with their lists."""
        runs: list[Run] = []
        for entry in self.sidebar:
            if entry["kind"] == "group" and entry["level"] == 0:
                runs.append(Run(heading=entry, entries=entry["children"]))
            # Consecutive entries outside of top-level groups form one list.
            elif runs and runs[-1]["heading"] is None:
                runs[-1]["entries"].append(entry)
            else:
                runs.append(Run(heading=None, entries=[entry]))
        return runs

    @cached_property
    def has_filter(self) -> bool:
        """Whether the sidebar has a field for filtering, because it lists many endpoints."""
        # Endpoints of all levels count, because the filter also finds those in closed groups.
        pending, count = list(self.sidebar), 0
        while pending:
            entry = pending.pop()
            count += bool(entry["method"])
            pending += entry["children"]
        return count > MAX_UNFOLDED

    @cached_property
    def folds_endpoints(self) -> bool:
        """Whether it lists many endpoints, all in groups that fold and have pages of their own."""
        pending = [(entry, False) for entry in self.sidebar] if self.has_filter else []
        while pending:
            entry, is_in_fold = pending.pop()
            if entry["method"] and not is_in_fold:
                return False
            # Groups at the top level are headings, unless they fold, too.
            folds = entry["kind"] == "group" and entry["level"] > 0 and bool(entry["url"])
            pending += [(child, folds) for child in entry["children"]]
        return self.has_filter

    def _give_key(self, item: Element | Page, entry: Entry) -> None:
        # A page may have several entries; the first one is its own.
        key = entry["key"] = f"e{next(self._numbers)}"
        self._levels_by_key[key] = entry["level"]
        self._keys.setdefault(item, key)
        if isinstance(item, Page):
            # A heading is not an entry of its page, so it neither marks nor counts as one.
            if item.anchor:
                return
            self._keys.setdefault(item.docname, key)
            # Links have the empty docname, and are not counted as entries of one page.
            self._places[item.docname] += bool(item.docname)
            if self._places[item.docname] > 1:  # a script marks the place that the address names
                sign = "&" if "?" in entry["url"] else "?"
                entry["url"] += f"{sign}place={self._places[item.docname]}"
        # The root or overview page of a group has no entry but the group's, so it marks that one.
        elif item.root is not None:
            self._keys.setdefault(item.root, key)
        elif item.about:
            self._keys.setdefault(item.about, key)

    def crumb(self, item: Element | Page) -> Crumb:
        """Return a step of the breadcrumbs."""
        if isinstance(item, Page):
            return self.viewer.crumb(item, self.prefix)
        if item not in self._crumbs:
            self._crumbs[item] = self.viewer.crumb(item, self.prefix)
        return self._crumbs[item]

    def part(self, name: str) -> Part:
        """Return the part of the template ``docsnav/cached/<name>.html``; it is rendered once."""
        if name not in self._parts:
            tabs_below = name == "sidebar" and self.part_options.get("tabs") == SIDEBAR
            data = Lazy(self, _WITH_TABS_BELOW if tabs_below else _FIELDS, {})
            # Icons are placeholders until the whole part is known: only then can repeats be shared.
            icons = IconSymbols(name)
            context = {"docsnav": data, "mark": mark, "draw": icons.place}
            rendered = self.render(f"docsnav/cached/{name}.html", context).strip()
            markup = icons.draw(rendered, is_whole=name != PART)
            # The keys of *data* are the fields that the template has read: `Lazy` makes only those.
            self._parts[name] = Part.parse(shorten_links(markup, self.prefix, self.home), data)
        return self._parts[name]

    def shows_only_sidebar(self, name: str) -> bool:
        """Return whether a part shows only the sidebar, and nothing of other divisions."""
        reads = self.part(name).reads
        # The template of a shared sidebar reads no entries; that of its script did.
        if RUNS in reads and self.shared is not None:
            reads |= self.shared.part.reads
        return RUNS in reads and reads <= _OF_ONE_DIVISION

    @property
    def shared_values(self) -> dict[str, str]:
        """The values with which a template refers to a shared sidebar; empty without one."""
        if self.shared is None:
            return {}
        url = self.viewer.addresses.file(f"_static/{self.shared.file}", self.prefix)
        return {"key": self.shared.key, "root": self.prefix or "./", "url": url}


RUNS = "runs"
"""The field of the sidebar."""
_FIELDS: Mapping[str, Callable[[Frame], Any]] = {
    "words": lambda frame: frame.words,
    "language": lambda frame: frame.language,
    "banner": lambda frame: frame.notice,
    "navbar": lambda frame: frame.navbar,
    "footer": lambda frame: frame.footer,
    "theme": lambda frame: frame.extras,
    "levels": lambda frame: frame.shown_levels,
    "tabs_below": lambda _frame: False,
    RUNS: lambda frame: [] if "sidebar" in frame.part_options else frame.runs,
    "has_filter": lambda frame: "sidebar" not in frame.part_options and frame.has_filter,
    "global_anchors": lambda frame: frame.global_anchors,
    "shared": lambda frame: frame.shared_values,
}
"""The fields for templates of parts, each made when a template reads it."""
_WITH_TABS_BELOW = {**_FIELDS, "levels": lambda frame: frame.levels, "tabs_below": lambda _: True}
_OF_ONE_DIVISION = frozenset(
    {"words", "language", "theme", "tabs_below", "has_filter", RUNS, "shared"}
)
"""The fields that do not depend on the labels and URLs of other divisions."""
