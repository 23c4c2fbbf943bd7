"""The ``docsnav`` template variable: plain dicts, lists, text and booleans.

Labels and descriptions are text, to be escaped by the template; ``icon`` and
a banner's ``html`` are markup that is safe without escaping. Addresses are
relative to the page, or absolute where they lead out of the site.

`Lazy` makes a field when a template first reads it; `WatchedList` reports that it is read.
"""

from __future__ import annotations

from collections import UserList
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic, TypedDict, TypeVar


class Choice(TypedDict, total=False):
    """A tab, menu item, anchor, dropdown, product, version or language."""

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
    """``#rrggbb``, or empty."""
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
    """A group or a page of the sidebar."""

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
