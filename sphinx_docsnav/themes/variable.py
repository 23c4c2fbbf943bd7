"""The ``docsnav`` template variable: plain dicts, lists, text and booleans.

Labels and descriptions are text, to be escaped by the template; ``icon`` and
a banner's ``html`` are markup that is safe without escaping. Addresses are
relative to the page, or absolute where they lead out of the site.

`Lazy` makes a field when a template first reads it; `WatchedList` reports that it is read.
"""

from __future__ import annotations

from collections import UserList
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypedDict, TypeVar, cast

from sphinx_docsnav.docs_json.kinds import Icon, Kind
from sphinx_docsnav.navigation.tree import Element, Page, Visibility
from sphinx_docsnav.sitefiles.languages import autonym, browser_code, direction
from sphinx_docsnav.themes.addresses import Addresses


class Choice(TypedDict, total=False):
    """A tab, menu item, anchor, dropdown, product, version or language.

    A field of docs.json that its model declares as shown is a key of the same name.
    """

    kind: str
    """``tab``, ``item``, ``anchor``, ``dropdown``, ``product``, ``version`` or ``language``."""
    label: str
    """What a reader sees; a language in its own words."""
    url: str
    """Where it leads; empty for a tab that only opens its menu."""
    external: bool
    """The address leads out of the site."""
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
    """A tab that belongs to the end of the bar; such tabs are the last ones."""
    key: str
    """Set where the address is each page's own (as in switches), else empty."""


class Level(TypedDict):
    """Elements of one kind that a reader chooses between."""

    kind: str
    """The kind of the choices, as in docs.json: ``tabs``, ``versions`` …"""
    choices: list[Choice]
    """What there is to choose, in order."""
    current: Choice | None
    """The one above the page; ``None`` on pages in no sidebar."""


class Entry(TypedDict, total=False):
    """A group or a page of the sidebar.

    A field of a group that its model declares as shown is a key of the same name.
    """

    kind: str
    """``group`` or ``page``."""
    label: str
    """The title; empty for a group without a heading."""
    url: str
    """Where the title leads; empty for a group that only folds."""
    external: bool
    """The address leads out of the site."""
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
    """How many endpoints a group that folds holds, and nothing else; 0 for other entries."""
    level: int
    """Its depth: 0 for the headings, 1 for what is directly below them or beside them."""
    expanded: bool
    """Opens with the page: ``expanded`` in docs.json, or on the way to the current page."""
    current: bool
    """The page itself, or above it."""
    here: bool
    """The page itself."""
    children: list[Entry]
    """The entries below it."""
    key: str
    """Unique in the sidebar."""


class Run(TypedDict):
    """A heading with its entries, or pages without a heading."""

    heading: Entry | None
    """The top-level group."""
    entries: list[Entry]
    """What is listed."""


class Crumb(TypedDict, total=False):
    """A step of the breadcrumbs, or a neighbour in reading order."""

    label: str
    """The title as text."""
    url: str
    """Where it leads; empty if nowhere."""
    description: str
    """What a neighbour says of itself, as text, or empty."""


class Notice(TypedDict):
    """The banner."""

    html: str
    """Its content as safe inline markup."""
    kind: str
    """``info``, ``warning``, ``critical`` or empty."""
    dismissible: bool
    """A reader can close it for good."""
    key: str
    """Changes with the content; what is remembered when it is closed."""
    style: str
    """A value of the attribute ``style``: colours of docs.json as custom properties, or empty."""


class BarLink(TypedDict):
    """A link of the navbar or the footer."""

    label: str
    """The label; of an icon without text, its accessible name."""
    url: str
    """Where it leads."""
    external: bool
    """The address leads out of the site."""
    icon: str
    """An inline SVG, or empty."""
    bare: bool
    """Whether only the icon is shown; the label is for screen readers and on hovering."""


class NavbarView(TypedDict):
    """``navbar`` of docs.json."""

    links: list[BarLink]
    """Plain links, in order."""
    primary: BarLink | None
    """The button."""


class LinkColumn(TypedDict):
    """A column of the footer."""

    header: str
    """Its heading, or empty."""
    links: list[BarLink]
    """What it lists."""


class FooterView(TypedDict):
    """``footer`` of docs.json."""

    socials: list[BarLink]
    """Networks, each with an icon."""
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
    """BCP 47."""
    url: str
    """Its address."""


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
        """What the values are made of."""
        self.makers = makers
        """How to make each value that is not ready."""

    def __missing__(self, key: str) -> Any:  # noqa: ANN401 -- as a dict of anything
        value = self[key] = self.makers[key](self.view)
        return value

    def plain(self) -> dict[str, Any]:
        """Return all of it as a plain dict, for the ``json`` and ``pickle`` builders."""
        return {**{key: self[key] for key in self.makers}, **self}


WatchedItem = TypeVar("WatchedItem")


class WatchedList(UserList[WatchedItem]):
    """A list that calls *on_read* on every access.

    Not a `list`: Python's own code reads the items of those without a method call.
    """

    def __init__(
        self, items: Iterable[WatchedItem] = (), on_read: Callable[[], object] = lambda: None
    ) -> None:
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
"""Takes an item of the tree and the entry made of it."""


def divisions(element: Element) -> tuple[Element, ...]:
    """Return the divisions directly below *element*."""
    return element.divisions


@dataclass
class Viewer:
    """Makes plain data of the tree; holds what that needs to know of the site."""

    addresses: Addresses
    """Where documents are."""
    first_page: Callable[[Element], Page | None]
    """The first page a reader meets below an element."""
    draw: Callable[[Icon, str], str]
    """An icon as safe markup for pages at a prefix, or empty."""
    drilldown: bool
    """Titles of nested groups lead to their first page."""
    drilldown_set: bool = False
    """docs.json has ``drilldown``, whichever it is."""
    hanging: Callable[[str], Iterable[Page]] = field(default=lambda _docname: ())
    """Pages in the page's own toctrees."""
    number: Callable[[str], str] = field(default=lambda _docname: "")
    """The section number of a document, with what follows it; empty for none."""
    _visibility: Visibility = field(default_factory=Visibility)

    def shows(self, item: Element | Page) -> bool:
        """Return whether a reader sees *item* (`Visibility.shows`) and its link leads somewhere."""
        href = item.href if isinstance(item, Element) else item.url
        if href and not self.addresses.link(href, "")[0]:
            return False
        return self._visibility.shows(item)

    def choice(self, element: Element, prefix: str, current: frozenset[Element]) -> Choice:
        """Return a division as something to choose."""
        url, external = self.element(element, prefix)
        language = element.kind is Kind.LANGUAGE
        menu = [
            self.choice(item, prefix, current)
            for item in divisions(element)
            if item.kind is Kind.ITEM and self.shows(item)
        ]
        choice = Choice(
            kind=element.kind.value,
            label=autonym(element.code) if language else element.label,
            url="" if menu and element.kind is Kind.TAB else url,
            external=external,
            icon=self.draw(element.icon, prefix) if element.icon else "",
            tag="",
            description="",
            color="",
            code=browser_code(element.code) if language else "",
            direction=direction(element.code) if language else "",
            current=element in current,
            menu=menu,
            at_end=element.align == "end",
            key="",
        )
        return cast("Choice", {**choice, **element.shown_texts, **element.shown_values})

    def element(self, element: Element, prefix: str) -> tuple[str, bool]:
        """Return where an element leads and whether that is outside the site."""
        if element.href:
            return self.addresses.link(element.href, prefix)
        first = element.root or self.first_page(element)
        return self.addresses.page(first, prefix) if first else ("", False)

    def pages(self, items: Iterable[Element | Page]) -> Iterator[Page]:
        """Yield the pages that the sidebar lists for *items*."""
        for item in items:
            if not self.shows(item) or (isinstance(item, Element) and item.kind in KEYS):
                continue
            if isinstance(item, Page):
                yield from self.hanging(item.docname) if item.untitled else (item,)
            else:
                yield from () if item.root is None else (item.root,)
                yield from self.pages(item.children)

    def entries(
        self, items: Iterable[Element | Page], prefix: str, note: Note, level: int = 0
    ) -> list[Entry]:
        """Return the groups and pages among *items* as sidebar entries, hidden ones left out.

        :param note: called with each item and the entry made of it.
        """
        made = []
        for item in items:
            if not self.shows(item) or (isinstance(item, Element) and item.kind in KEYS):
                continue
            if isinstance(item, Page) and item.untitled:
                made += self.entries(self.hanging(item.docname), prefix, note, level)
                continue
            if isinstance(item, Element):
                entry = self._group(item, prefix, note, max(level, 1) if item.folds else level)
            else:
                entry = self._page(item, prefix, note, level)
            note(item, entry)
            made.append(entry)
        return made

    def _page(self, page: Page, prefix: str, note: Note, level: int) -> Entry:
        url, external = self.addresses.page(page, prefix)
        method, _, path = page.operation.partition(" ")
        return Entry(
            kind="page",
            label=self.number(page.docname) + (page.title or page.docname),
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
            children=self.entries(self.hanging(page.docname), prefix, note, max(level, 1) + 1),
        )

    def _group(self, group: Element, prefix: str, note: Note, level: int) -> Entry:
        url, external = self._title_leads_to(group, prefix, level)
        number = self.number(group.root.docname) if group.root else ""
        brought = self.hanging(group.root.docname) if group.root else ()
        children = self.entries((*brought, *group.children), prefix, note, level + 1)
        entry = Entry(
            kind="group",
            label=number + group.label.strip(),
            url=url,
            external=external,
            icon=self.draw(group.icon, prefix) if group.icon else "",
            tag="",
            method="",
            path="",
            deprecated=False,
            count=len(children) if level and all(each["method"] for each in children) else 0,
            level=level,
            expanded=level == 0 or group.expanded,
            current=False,
            here=False,
            children=children,
        )
        return cast("Entry", {**entry, **group.shown_texts, **group.shown_values})

    def _title_leads_to(self, group: Element, prefix: str, level: int) -> tuple[str, bool]:
        """Return the target of a title: its root page; in nested groups, what drilldown sets.

        The page about a generated group, unless docs.json has ``drilldown`` for nested groups.
        """
        if group.root is not None:
            return self.addresses.page(group.root, prefix)
        if group.about and (level == 0 or not self.drilldown_set):
            return self.addresses.page(Page(group.about), prefix)
        if self.drilldown and level > 0:
            return self.element(group, prefix)
        return "", False

    def crumb(self, item: Element | Page, prefix: str) -> Crumb:
        """Return a step of the breadcrumbs."""
        if isinstance(item, Page):
            label = self.number(item.docname) + (item.title or item.docname)
            return Crumb(label=label, url=self.addresses.page(item, prefix)[0])
        if item.kind is Kind.GROUP:
            main = item.root or (Page(item.about) if item.about else None)
            url = self.addresses.page(main, prefix)[0] if main else ""
            number = self.number(item.root.docname) if item.root else ""
            return Crumb(label=number + item.label.strip(), url=url)
        label = autonym(item.code) if item.kind is Kind.LANGUAGE else item.label
        return Crumb(label=label, url=self.element(item, prefix)[0])
