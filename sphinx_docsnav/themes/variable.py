"""The ``docsnav`` template variable: plain dicts, lists, text and booleans.

Labels and descriptions are text, which templates must escape; ``icon`` and the ``html`` of a banner
are safe markup. URLs are relative to the page, or absolute if they lead out of the site.

`Lazy` makes a field when a template first reads it; `WatchedList` reports that it is read.
"""

from __future__ import annotations

from collections import UserList
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from html import escape
from itertools import pairwise
from typing import Any, Generic, TypedDict, TypeVar, cast

from sphinx_docsnav.docs_json.kinds import Icon, Kind
from sphinx_docsnav.navigation.tree import (
    DocumentEntries,
    Element,
    Page,
    PagePlace,
    is_visible,
)
from sphinx_docsnav.sitefiles.languages import direction, find_autonym, make_browser_code
from sphinx_docsnav.themes.addresses import Addresses


class Choice(TypedDict, total=False):
    """A tab, menu item, anchor, dropdown, product, version or language.

    A field of docs.json that its model declares as shown is a key of the same name.
    """

    kind: str
    """``tab``, ``item``, ``anchor``, ``dropdown``, ``product``, ``version`` or ``language``."""
    label: str
    """The label; of a language, its name in that language."""
    url: str
    """The URL; empty for a tab that only opens its menu."""
    external: bool
    """Whether the URL leads out of the site."""
    icon: str
    """An inline SVG, or empty."""
    tag: str
    """Text of a badge, or empty."""
    description: str
    """Text under the label, or empty."""
    color: str
    """A colour of CSS, or empty."""
    code: str
    """A language's BCP 47 code, else empty."""
    direction: str
    """``ltr`` or ``rtl`` of a language, else empty."""
    current: bool
    """Whether the page is below it."""
    menu: list[Choice]
    """A tab's or product's menu items."""
    at_end: bool
    """Whether the tab belongs to the end of the bar; such tabs are the last ones."""
    key: str
    """The key of a choice whose URL depends on the page (as in switches); else empty."""


class Level(TypedDict):
    """Elements of one kind among which a reader chooses."""

    kind: str
    """The kind of the choices, as in docs.json: ``tabs``, ``versions`` …"""
    choices: list[Choice]
    """The choices in order."""
    current: Choice | None
    """The choice that contains the page; ``None`` on pages without a sidebar."""


class Entry(TypedDict, total=False):
    """A group or a page of the sidebar.

    A field of a group that its model declares as shown is a key of the same name.
    """

    kind: str
    """``group`` or ``page``."""
    label: str
    """The title; empty for a group without a heading."""
    html: str
    """The title as safe inline markup, if it is the title of a page with formulas, code or other
    markup; else empty."""
    url: str
    """The URL of the title; empty for a group that only folds."""
    external: bool
    """Whether the URL leads out of the site."""
    icon: str
    """An inline SVG, or empty."""
    tag: str
    """Text of a badge, or empty."""
    method: str
    """``GET``, ``POST`` … of an endpoint page, ``WEBHOOK`` of a webhook's, else empty."""
    path: str
    """``/pets/{id}`` of an endpoint page, the name of a webhook, else empty."""
    deprecated: bool
    """The operation is deprecated."""
    count: int
    """The number of endpoints in a folding group of endpoints only; 0 for other entries."""
    level: int
    """The depth: 0 for headings, 1 for entries directly below or beside them."""
    expanded: bool
    """Whether it is open initially: ``expanded`` in docs.json, or above the current page."""
    current: bool
    """Whether it is the entry of the page or above it."""
    here: bool
    """Whether it is the entry of the page."""
    children: list[Entry]
    """The entries below it."""
    key: str
    """Unique in the sidebar."""


class Run(TypedDict):
    """A heading with its entries, or pages without a heading."""

    heading: Entry | None
    """The top-level group."""
    entries: list[Entry]
    """The entries below the heading."""


class Crumb(TypedDict, total=False):
    """A step of the breadcrumbs, or a neighbour in reading order."""

    label: str
    """The title as text."""
    html: str
    """The title as safe inline markup, if it is the title of a page with formulas, code or other
    markup; else empty."""
    url: str
    """The URL; empty without a link."""
    description: str
    """The description of a previous or next page, as text; empty for breadcrumbs."""


class Notice(TypedDict):
    """The banner."""

    html: str
    """Its content as safe inline markup."""
    kind: str
    """``info``, ``warning``, ``critical`` or empty."""
    dismissible: bool
    """Whether a reader can close it permanently."""
    key: str
    """A digest of the content, which the browser stores when the banner is closed."""
    style: str
    """A value of the attribute ``style``: colours of docs.json as custom properties, or empty."""


class BarLink(TypedDict):
    """A link of the navbar or the footer."""

    label: str
    """The label; of an icon without text, its accessible name."""
    url: str
    """The URL of the link."""
    external: bool
    """Whether the URL leads out of the site."""
    icon: str
    """An inline SVG, or empty."""
    bare: bool
    """Whether only the icon is shown; the label is then for screen readers and for hovering."""


class NavbarView(TypedDict):
    """``navbar`` of docs.json."""

    links: list[BarLink]
    """Plain links, in order."""
    primary: BarLink | None
    """The button."""


class LinkColumn(TypedDict):
    """A column of the footer."""

    header: str
    """The heading; may be empty."""
    links: list[BarLink]
    """The links of the column."""


class FooterView(TypedDict):
    """``footer`` of docs.json."""

    socials: list[BarLink]
    """Links to social networks, each with an icon."""
    columns: list[LinkColumn]
    """Columns of links."""


class PageLanguage(TypedDict):
    """The language of a page."""

    code: str
    """BCP 47, for ``lang`` and ``hreflang``."""
    direction: str
    """``ltr`` or ``rtl``."""


class Alternate(TypedDict):
    """The same page in another language."""

    code: str
    """The language, BCP 47."""
    url: str
    """The URL of the page."""


ViewType = TypeVar("ViewType")


class Lazy(dict[str, Any], Generic[ViewType]):
    """A dict that makes a missing value when it is first read."""

    def __init__(
        self,
        view: ViewType,
        makers: Mapping[str, Callable[[ViewType], Any]],
        ready: Mapping[str, Any],
    ) -> None:
        super().__init__(ready)
        self.view = view
        """The argument of the makers."""
        self.makers = makers
        """The functions that make the values which are not ready, by key."""

    def __missing__(self, key: str) -> Any:  # noqa: ANN401 -- as a dict of anything
        value = self[key] = self.makers[key](self.view)
        return value

    def plain(self) -> dict[str, Any]:
        """Return all values as a plain dict, for the ``json`` and ``pickle`` builders."""
        # Reading each key makes its value; values that were set later override the made ones.
        return {**{key: self[key] for key in self.makers}, **self}


WatchedItem = TypeVar("WatchedItem")


class WatchedList(UserList[WatchedItem]):
    """A list that calls *on_read* on every access.

    It is not derived from `list`, whose items Python's C code reads without a method call.
    """

    def __init__(self, items: Iterable[WatchedItem], on_read: Callable[[], object]) -> None:
        self._items = list(items)
        self._on_read = on_read

    @property
    def data(self) -> list[WatchedItem]:
        """The items."""
        self._on_read()
        return self._items

    @data.setter
    def data(self, items: list[WatchedItem]) -> None:
        self._items = items


KEYS = {
    Kind.TAB: "tabs",
    Kind.ITEM: "menu",
    Kind.ANCHOR: "anchors",
    Kind.DROPDOWN: "dropdowns",
    Kind.PRODUCT: "products",
    Kind.VERSION: "versions",
    Kind.LANGUAGE: "languages",
}
"""The key of docs.json that lists elements of a kind; every kind of division has one."""

Note = Callable[["Element | Page", Entry], None]
"""Called with an item of the tree and its entry."""


@dataclass
class Viewer:
    """Makes plain data from elements of the tree."""

    addresses: Addresses
    """Makes the URLs of pages and links."""
    first_page: Callable[[Element], Page | None]
    """Returns the first page below an element."""
    draw: Callable[[Icon, str], str]
    """Returns an icon as safe markup for pages at a prefix; may be empty."""
    drilldown: bool | None
    """Whether titles of nested groups link to their first page; ``None`` if not set."""
    hanging: Callable[[str], Iterable[Page]] = field(default=lambda _docname: ())
    """Returns the pages in the toctrees of a document."""
    entries_of: Callable[[str], DocumentEntries | None] = field(default=lambda _docname: None)
    """Returns the entries of a document; ``None`` if they are its own and the pages below it."""
    arrange: Callable[[Element], DocumentEntries | None] = field(default=lambda _group: None)
    """Returns the entries of a group among the headings of its main page; ``None`` if the toctrees
    of that page list none of them, or the sidebar has no headings."""
    max_level: int = 0
    """The level of the deepest groups and pages; 0 for any."""
    max_heading_level: int = 0
    """The level of the deepest headings; 0 for any."""
    number: Callable[[Page], str] = field(default=lambda _page: "")
    """Returns the section number of a page or heading, with a suffix; empty without numbers."""
    render_title: Callable[[Page, str, str], str] = field(default=lambda *_texts: "")
    """Returns the title of a page or heading as markup, from the text and the prefix of its link;
    empty if the text is another one, or the title is only text."""
    has_plain_titles: bool = False
    """Whether entries of the sidebar have no markup."""

    def shows(self, item: Element | Page) -> bool:
        """Return whether *item* is visible (`is_visible`), and its link has a target."""
        href = item.href if isinstance(item, Element) else item.url
        # An unsafe link, or one to an index that is not built, has no entry.
        if href and not self.addresses.link(href, "")[0]:
            return False
        return is_visible(item)

    def choice(self, element: Element, prefix: str, current: frozenset[Element]) -> Choice:
        """Return a division as a choice.

        :param current: the divisions to mark as current.
        """
        url, external = self.element(element, prefix)
        language = element.kind is Kind.LANGUAGE
        menu = [
            self.choice(item, prefix, current)
            for item in element.divisions
            if item.kind is Kind.ITEM and self.shows(item)
        ]
        choice = Choice(
            kind=element.kind.value,
            label=find_autonym(element.code) if language else element.label,
            # A tab with a menu opens it; its pages are below the items, and none is the tab's own.
            url="" if menu and element.kind is Kind.TAB else url,
            external=external,
            icon=self.draw(element.icon, prefix) if element.icon else "",
            tag="",
            description="",
            color="",
            code=make_browser_code(element.code) if language else "",
            direction=direction(element.code) if language else "",
            current=element in current,
            menu=menu,
            at_end=element.align == "end",
            key="",
        )
        # Fields that the model declares as shown override the empty values above.
        return cast("Choice", {**choice, **element.shown_texts, **element.shown_values})

    def element(self, element: Element, prefix: str) -> tuple[str, bool]:
        """Return the URL of an element, and whether it leads out of the site."""
        if element.href:
            return self.addresses.link(element.href, prefix)
        # A division leads to its own page, or else to the first page that a reader finds in it.
        first = element.root or self.first_page(element)
        return self.addresses.page(first, prefix) if first else ("", False)

    def pages(self, items: Iterable[Element | Page]) -> Iterator[Page]:
        """Yield the pages that the sidebar lists for *items*."""
        for item in items:
            if not self.shows(item) or (isinstance(item, Element) and item.kind in KEYS):
                continue
            if isinstance(item, Page):
                # As in Sphinx, a page without a title is in no list; those below it replace it.
                yield from self.hanging(item.docname) if item.untitled else (item,)
            else:
                yield from () if item.root is None else (item.root,)
                yield from self.pages(item.children)

    def entries(
        self, items: Iterable[Element | Page], prefix: str, note: Note, level: int = 0
    ) -> list[Entry]:
        """Return the sidebar entries of the visible groups and pages among *items*.

        :param note: called with each item and its entry.
        """
        result: list[Entry] = []
        for item in items:
            # Divisions are choices in bars and switches, not entries of the sidebar.
            if not self.shows(item) or (isinstance(item, Element) and item.kind in KEYS):
                continue
            if self._is_too_deep(item, level):
                continue
            if isinstance(item, Page) and item.untitled:
                result += self.entries(self.hanging(item.docname), prefix, note, level)
                continue
            others = self._find_entries(item)
            result += self.entries(others.before, prefix, note, level) if others else []
            if isinstance(item, Element):
                # A group that folds is never a heading, even at the top level.
                entry = self._make_group_entry(
                    item, prefix, note, max(level, 1) if item.folds else level
                )
            else:
                entry = self._make_page_entry(item, prefix, note, level)
            note(item, entry)
            result.append(entry)
            result += self.entries(others.after, prefix, note, level) if others else []
        return result

    def _is_too_deep(self, item: Element | Page, level: int) -> bool:
        """Return whether an option of the theme leaves out an entry at a level."""
        page = item.root if isinstance(item, Element) else item
        is_heading = page is not None and bool(page.anchor)
        limit = self.max_heading_level if is_heading else self.max_level
        return bool(limit) and level > limit

    def _find_entries(self, item: Element | Page) -> DocumentEntries | None:
        """Return the entries of a document as `entries_of` does; ``None`` for other items."""
        if not isinstance(item, Page) or item.url or item.anchor:
            return None
        entries = self.entries_of(item.docname)
        if entries and item.own_title:
            # One title of its own stands for all titles of the document, but not for other pages.
            after = tuple(filter(_has_page, entries.after))
            return replace(entries, after=after)
        return entries

    def _list_below(self, page: Page) -> Iterable[Element | Page]:
        """Return the headings and the pages of toctrees below a page."""
        if page.anchor:
            return ()
        own_entries = self._find_entries(page)
        return self.hanging(page.docname) if own_entries is None else own_entries.below

    def path(self, place: PagePlace) -> tuple[Element | Page, ...]:
        """Return the groups and pages above a page in the sidebar, outermost first.

        A toctree beside the title of its document has its pages beside the document, not below it.
        """
        groups, steps = place.groups, list[Element | Page]()
        entries_below: tuple[Element | Page, ...] = (*groups[1:], *place.above[:1], place.page)
        for group, entry in zip(groups, entries_below, strict=False):
            arranged = self.arrange(group)
            steps += [group, *((arranged.path_to(entry) if arranged else None) or ())]
        for page, child in pairwise((*place.above, place.page)):
            # The toctrees of a group's main page are among the entries of the group.
            is_main = bool(groups) and page is groups[-1].root
            others = (self.arrange(groups[-1]) if is_main else None) or self._find_entries(page)
            headings = others.path_to(child) if others else []
            if headings is not None:
                steps += [page, *headings]
            elif others:
                steps += others.path_beside(child)
        return tuple(steps)

    def _make_page_entry(self, page: Page, prefix: str, note: Note, level: int) -> Entry:
        url, external = self.addresses.page(page, prefix)
        method, _, path = page.operation.partition(" ")
        label, markup = self._title(page, page.title or page.docname, prefix)
        return Entry(
            kind="page",
            label=label,
            html="" if self.has_plain_titles else markup,
            url=url,
            external=external,
            icon=self.draw(page.icon, prefix) if page.icon else "",
            tag=page.tag,
            method=method,
            path=path,
            deprecated=page.deprecated,
            count=0,
            level=max(level, 1),
            expanded=False,
            current=False,
            here=False,
            # Pages in the toctrees of a listed page are below it, as in Sphinx.
            children=self.entries(self._list_below(page), prefix, note, max(level, 1) + 1),
        )

    def _make_group_entry(self, group: Element, prefix: str, note: Note, level: int) -> Entry:
        url, external = self._find_title_address(group, prefix, level)
        label, markup = self._title(group.root, group.label.strip(), prefix)
        # The root page of a group can have a toctree of its own; its pages come first.
        toctree_pages = self._list_below(group.root) if group.root else ()
        arranged = self.arrange(group)
        below = arranged.below if arranged else (*toctree_pages, *group.children)
        children = self.entries(below, prefix, note, level + 1)
        entry = Entry(
            kind="group",
            label=label,
            html="" if self.has_plain_titles else markup,
            url=url,
            external=external,
            icon=self.draw(group.icon, prefix) if group.icon else "",
            tag="",
            method="",
            path="",
            deprecated=False,
            # A number is shown only where it counts endpoints; with other pages, it would mislead.
            count=len(children) if level and all(child["method"] for child in children) else 0,
            level=level,
            expanded=level == 0 or group.expanded,
            current=False,
            here=False,
            children=children,
        )
        return cast("Entry", {**entry, **group.shown_texts, **group.shown_values})

    def _find_title_address(self, group: Element, prefix: str, level: int) -> tuple[str, bool]:
        """Return the URL of a group's title, and whether it leads out of the site.

        It is the root page of the group; of a generated group, the overview page, unless docs.json
        sets ``drilldown`` and the group is nested; with ``drilldown``, the first page.
        """
        if group.root is not None:
            return self.addresses.page(group.root, prefix)
        if group.about and (level == 0 or self.drilldown is None):
            return self.addresses.page(Page(group.about), prefix)
        if self.drilldown and level > 0:
            return self.element(group, prefix)
        return "", False

    def _title(self, page: Page | None, title: str, prefix: str) -> tuple[str, str]:
        """Return the title of an entry with the number of its page, as text and as markup.

        :returns: empty markup if the title is only text.
        """
        if page is None:
            return title, ""
        number, markup = self.number(page), self.render_title(page, title, prefix)
        return number + title, escape(number) + markup if markup else ""

    def crumb(self, item: Element | Page, prefix: str) -> Crumb:
        """Return a step of the breadcrumbs."""
        if isinstance(item, Page):
            # As in Sphinx, a title that a list gives the page is for lists.
            title = item.page_title or item.title or item.docname
            label, markup = self._title(item, title, prefix)
            return Crumb(label=label, html=markup, url=self.addresses.page(item, prefix)[0])
        if item.kind is Kind.GROUP:
            main = item.root or (Page(item.about) if item.about else None)
            url = self.addresses.page(main, prefix)[0] if main else ""
            label, markup = self._title(item.root, item.label.strip(), prefix)
            return Crumb(label=label, html=markup, url=url)
        label = find_autonym(item.code) if item.kind is Kind.LANGUAGE else item.label
        return Crumb(label=label, html="", url=self.element(item, prefix)[0])


def _has_page(item: Element | Page) -> bool:
    """Return whether an entry is more than headings of one page."""
    pages = (item,) if isinstance(item, Page) else item.pages()
    return any(not page.anchor for page in pages)
