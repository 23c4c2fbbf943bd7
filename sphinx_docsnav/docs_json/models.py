"""The elements of ``navigation``, one frozen class per kind, and the entries of ``pages``.

All elements have the same fields, so that resolving does not depend on the kind;
``fields`` and ``holds`` list those that each kind may have in docs.json:
the specification's (2.1) first, then what sites use beyond it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Annotated, Any, ClassVar, Literal

from sphinx_docsnav.docs_json.field_types import (
    AnyText,
    BannerField,
    Checked,
    Color,
    Href,
    IconField,
    Maybe,
    OpenApi,
    StrictModel,
    Text,
    accept_one_or_many,
)
from sphinx_docsnav.docs_json.kinds import Kind, PageEntry, Shown
from sphinx_docsnav.docs_json.site_settings import Footer, Navbar

_PAGE = {"type": "string", "minLength": 1}
_ELSEWHERE = {
    "type": "object",
    "properties": {"sourceRef": _PAGE},
    "required": ["sourceRef"],
    "additionalProperties": False,
}
_PAGES = {
    "type": "array",
    "items": {"anyOf": [_PAGE, {"$model": "Group"}, {"$model": "PageObject"}, _ELSEWHERE]},
}
_DOTTED_NAME = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*\Z")
"""The name of a Python package."""
FROM_GIT = ("ref", "repository", "folder", "exclude")
"""The fields of versions that ``sphinx-docsnav versions`` builds from git."""
_COMMON_FIELDS = (
    *("icon", "tag", "root", "expanded", "href", "description", "openapi", "banner"),
    *("hidden", "default", "directory", "asyncapi", "global"),
)
"""The fields of versions and languages besides their own."""
GLOBAL_HOLDS = ("anchors", "languages", "versions", "tabs", "dropdowns", "products")
"""The lists that ``global`` may have; the specification knows ``anchors``."""


class PageObject(StrictModel):
    """An entry of ``pages`` with a title of its own: a page, or a link."""

    page: Maybe[AnyText] = None
    """The path of the page. For example ``"guides/setup"``."""
    href: Href = ""
    """Where the entry links instead of being a page. For example ``"https://example.com"``."""
    title: AnyText = ""
    """What the sidebar shows; also the heading of a page that has no title. For example
    ``"Source code"``."""


def _list_of(model: str) -> Checked:
    return Checked({"type": "array", "items": {"$model": model}})


Directory = Literal["none", "accordion", "card"]


def python_packages(sdk: object) -> tuple[str, ...]:
    """Return the names in ``{"python": "package"}``, which may be a list; none of anything else."""
    # Pages are made for Python only, so that another language makes the whole field unsupported.
    written = sdk.get("python") if isinstance(sdk, dict) and len(sdk) == 1 else None
    names = written if isinstance(written, list) else [written]
    valid = [name for name in names if isinstance(name, str) and _DOTTED_NAME.match(name)]
    # One invalid name makes all unusable, so that the author gets a message instead of half a list.
    return tuple(dict.fromkeys(valid)) if len(valid) == len(names) else ()


class ElementModel(StrictModel):
    """A division, a group, or the root."""

    kind: ClassVar[Kind]
    """What docs.json calls it."""
    noun: ClassVar[str]
    """The same with its article, for messages."""
    label_field: ClassVar[str] = ""
    """The field with its label; empty for the root."""
    fields: ClassVar[tuple[str, ...]]
    """The fields that docs.json may write in it, without those of ``holds``."""
    holds: ClassVar[tuple[str, ...]]
    """The kinds of child it may have, one at a time; of two, the first counts."""

    pointer: Annotated[str, Checked({})] = ""
    """JSON pointer of the element in the merged file."""

    icon: IconField = None
    """An icon: a name, a URL or path, or an object with name, style and library.
    For example ``"book"``."""
    tag: Annotated[AnyText, Shown.TEXT] = ""
    """A badge beside the label. For example ``"NEW"``."""
    root: Annotated[PageEntry | None, Checked(_PAGE)] = None
    """The page that the group's title opens. For example ``"guides/index"``."""
    expanded: Maybe[bool] = None
    """A nested group starts open; without it, collapsed. For example ``true``."""
    href: Href = ""
    """Where the element links instead of holding pages. For example ``"https://example.com"``."""
    description: Annotated[AnyText, Shown.TEXT] = ""
    """Text beside the label in menus and switchers. For example ``"Start here"``."""
    openapi: OpenApi = None
    """An OpenAPI specification: its endpoints become pages, or ``pages`` names some of them.
    What is below inherits it. For example ``"openapi.json"``."""
    banner: BannerField = None
    """The language's own banner. For example ``{"content": "News", "dismissible": true}``."""

    hidden: bool = False
    """Left out of what readers are shown; its pages are still built. For example ``true``."""
    default: bool = False
    """The version or language that readers come to first. For example ``true``."""
    directory: Maybe[Directory] = None
    """How a group's root page lists the group; holds for what is inside, too.
    For example ``"card"``."""
    color: Annotated[Color, Shown.VALUE] = ""
    """The element's colour on light and dark backgrounds. For example ``{"light": "#16A34A"}``."""
    name: AnyText = ""
    """A product's display name, instead of ``product``. For example ``"Cloud"``."""
    align: Maybe[Literal["start", "end"]] = None
    """The end of the bar where the tab is shown; ``end`` after all others.
    For example ``"end"``."""
    searchable: Maybe[bool] = None
    """Search finds the pages of a hidden element. For example ``true``."""
    public: Maybe[bool] = None
    """Pages can be read without signing in; a static site has no sign-in. For example ``true``."""
    boost: Maybe[float] = None
    """What search multiplies the rank of the pages with. For example ``2``."""
    asyncapi: Any = None
    """An AsyncAPI specification; no pages are made from it. For example ``"asyncapi.json"``."""
    graphql: Any = None
    """A GraphQL schema; no pages are made from it. For example ``"schema.graphql"``."""
    sdk: Any = None
    """The reference of a library. The pages of a Python package, which autosummary, autodoc2 or
    autoapi of the project makes, become a tree; of other kinds, no pages are made.
    For example ``{"python": "package"}``."""
    ref: AnyText = ""
    """The tag or branch of git with the version, or a pattern for several, whose ``version`` then
    has a ``*`` for their numbers; built by ``sphinx-docsnav versions``. For example ``"v2.0"``."""
    repository: AnyText = ""
    """The address of another git repository that has ``ref``.
    For example ``"https://example.com/sdk"``."""
    folder: AnyText = ""
    """The folder of the documentation in the repository, if it is another one than here.
    For example ``"docs"``."""
    exclude: Annotated[
        tuple[str, ...], accept_one_or_many("a pattern or a list of patterns", Text)
    ] = ()
    """Tags and branches that ``ref`` matches and that are no versions: a pattern, or a list.
    For example ``"v0.*"``."""
    navbar: Annotated[Navbar | None, Checked({"$model": "Navbar"})] = None
    """The language's own links at the top."""
    footer: Annotated[Footer | None, Checked({"$model": "Footer"})] = None
    """The language's own footer."""

    groups: Annotated[tuple[ElementModel, ...], _list_of("Group")] = ()
    """Groups of pages with a heading."""
    pages: Annotated[tuple[PageEntry | ElementModel, ...], Checked(_PAGES)] = ()
    """Paths of pages without extension, endpoint references like ``GET /pets``,
    nested groups, links, patterns like ``api/*`` and the pages ``genindex``, ``modindex`` and
    ``search``. For example ``["index", "guides/setup"]``."""
    menu: Annotated[tuple[ElementModel, ...], _list_of("Item")] = ()
    """Items that drop down from the tab."""
    tabs: Annotated[tuple[ElementModel, ...], _list_of("Tab")] = ()
    """Parts of the site, in a bar at the top."""
    anchors: Annotated[tuple[ElementModel, ...], _list_of("Anchor")] = ()
    """Items that stay at the top of the sidebar."""
    dropdowns: Annotated[tuple[ElementModel, ...], _list_of("Dropdown")] = ()
    """Entries of a menu at the top of the sidebar."""
    products: Annotated[tuple[ElementModel, ...], _list_of("Product")] = ()
    """Products, each with its own navigation."""
    versions: Annotated[tuple[ElementModel, ...], _list_of("Version")] = ()
    """Versions, each with its own navigation."""
    languages: Annotated[tuple[ElementModel, ...], _list_of("Language")] = ()
    """Languages, each with its own navigation."""
    global_: Annotated[tuple[ElementModel, ...], Checked({"$model": "Global"})] = ()
    """Elements that are shown on every page. For example
    ``{"anchors": [{"anchor": "Blog", "href": "https://example.com"}]}``."""

    @property
    def label(self) -> str:
        """The display name; empty for the root and where docs.json has only blanks."""
        written = getattr(self, self.label_field) if self.label_field else ""
        return written if written.strip() else ""

    def shown_values(self, kind: Shown) -> dict[str, Any]:
        """Return the values of the fields that are shown as *kind*, by name."""
        return {name: getattr(self, name) for name in _list_shown(type(self), kind)}

    @property
    def is_elsewhere(self) -> bool:
        """Whether its pages are in another commit or repository."""
        return bool(self.ref or self.repository)

    @property
    def python_packages(self) -> tuple[str, ...]:
        """The packages of Python whose pages it lists."""
        return python_packages(self.sdk)

    def walk(self) -> Iterator[ElementModel | PageEntry]:
        """Yield itself and all below it: the main pages of groups, children, global elements."""
        yield self
        if self.root is not None:
            yield self.root
        for child in (*self.children, *self.global_):
            if isinstance(child, ElementModel):
                yield from child.walk()
            else:
                yield child

    @property
    def children(self) -> tuple[ElementModel | PageEntry, ...]:
        """The elements or pages of its one kind of child, in order."""
        # The reader keeps one kind of child, so that at most one list has entries.
        for key in self.holds:
            children: tuple[ElementModel | PageEntry, ...] = getattr(self, key)
            if children:
                return children
        return ()


@cache
def _list_shown(model: type[ElementModel], kind: Shown) -> tuple[str, ...]:
    """Return the names of the fields of *model* in docs.json that are shown as *kind*."""
    fields = model.model_fields
    return tuple(name for name in model.fields if name in fields and kind in fields[name].metadata)


class Navigation(ElementModel):
    """The navigation of a site: one kind of element at the root, everything else inside it."""

    kind = Kind.NAVIGATION
    noun = "the root of the navigation"
    fields = ("global", "openapi", "directory")
    holds = (
        *("products", "languages", "versions", "tabs"),
        *("dropdowns", "anchors", "groups", "pages"),
    )


class Group(ElementModel):
    """Pages under a heading of the sidebar; nested groups fold."""

    kind = Kind.GROUP
    noun = "a group"
    label_field = "group"
    fields = (
        *("group", "icon", "tag", "root", "expanded", "openapi"),
        *("hidden", "directory", "searchable", "public", "boost", "asyncapi", "sdk"),
    )
    holds = ("pages",)

    group: Text
    """The heading. For example ``"Getting started"``."""


class Tab(ElementModel):
    """A part of the site, in the bar at the top."""

    kind = Kind.TAB
    noun = "a tab"
    label_field = "tab"
    fields = (
        *("tab", "icon", "href", "openapi"),
        *("hidden", "align", "searchable", "directory", "asyncapi", "graphql", "sdk", "global"),
    )
    holds = ("languages", "versions", "dropdowns", "anchors", "products", "groups", "pages", "menu")

    tab: Text
    """What the bar shows. For example ``"Guides"``."""


class Item(ElementModel):
    """An entry of the menu that drops down from a tab."""

    kind = Kind.ITEM
    noun = "a menu item"
    label_field = "item"
    fields = (
        *("item", "icon", "description", "href"),
        *("hidden", "directory", "openapi", "asyncapi", "global"),
    )
    holds = ("languages", "versions", "dropdowns", "anchors", "products", "tabs", "groups", "pages")

    item: Text
    """What the menu shows. For example ``"Webhooks"``."""


class Anchor(ElementModel):
    """An item that stays at the top of the sidebar."""

    kind = Kind.ANCHOR
    noun = "an anchor"
    label_field = "anchor"
    fields = (
        *("anchor", "icon", "href", "openapi"),
        *("color", "hidden", "directory", "asyncapi", "global"),
    )
    holds = ("languages", "versions", "dropdowns", "tabs", "products", "groups", "pages")

    anchor: Text
    """What the sidebar shows. For example ``"Blog"``."""


class Dropdown(ElementModel):
    """An entry of the menu at the top of the sidebar."""

    kind = Kind.DROPDOWN
    noun = "a dropdown"
    label_field = "dropdown"
    fields = (
        *("dropdown", "icon", "href", "openapi"),
        *("color", "description", "hidden", "directory", "asyncapi", "global"),
    )
    holds = ("languages", "versions", "tabs", "anchors", "products", "groups", "pages")

    dropdown: Text
    """What the menu shows. For example ``"API reference"``."""


class Product(ElementModel):
    """A product or large feature with its own navigation."""

    kind = Kind.PRODUCT
    noun = "a product"
    label_field = "product"
    fields = (
        *("product", "description", "icon", "href"),
        *("name", "color", "hidden", "directory", "openapi", "asyncapi", "global"),
        *FROM_GIT,
    )
    holds = ("languages", "versions", "tabs", "anchors", "dropdowns", "groups", "pages", "menu")

    product: Text
    """What the switcher shows. For example ``"Cloud"``."""

    @property
    def label(self) -> str:
        """The display name: ``name`` if docs.json has one."""
        return self.name if self.name.strip() else super().label


class Version(ElementModel):
    """A version of what the site documents, with its own navigation."""

    kind = Kind.VERSION
    noun = "a version"
    label_field = "version"
    fields = ("version", *_COMMON_FIELDS, *FROM_GIT)
    holds = ("languages", "tabs", "dropdowns", "anchors", "products", "groups", "pages")

    version: Text
    """What the switcher shows. For example ``"v2.0"``."""


class Language(ElementModel):
    """A language of the site, with its own navigation."""

    kind = Kind.LANGUAGE
    noun = "a language"
    label_field = "language"
    fields = ("language", *_COMMON_FIELDS, "navbar", "footer")
    holds = ("versions", "tabs", "dropdowns", "anchors", "products", "groups", "pages")

    language: Text
    """The language's code. For example ``"en"``."""


MODELS: dict[str, type[ElementModel]] = {
    "groups": Group,
    "pages": Group,
    "tabs": Tab,
    "menu": Item,
    "anchors": Anchor,
    "dropdowns": Dropdown,
    "products": Product,
    "versions": Version,
    "languages": Language,
}
"""The class of the objects in each list; the objects of ``pages`` are groups."""
