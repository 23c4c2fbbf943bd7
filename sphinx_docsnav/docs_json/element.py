"""What all elements of ``navigation`` have in common.

All have the same fields, so that resolving does not depend on the kind;
``fields`` and ``holds`` list those that each kind may have in docs.json:
the specification's (2.1) first, then what sites use beyond it.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import CoreSchema, core_schema

from sphinx_docsnav.docs_json.field_types import AnyText, BannerField, Color, Href, Maybe, Strictly
from sphinx_docsnav.docs_json.kinds import Kind
from sphinx_docsnav.docs_json.loadable import IconField, OpenApi
from sphinx_docsnav.docs_json.site_settings import Footer, Navbar


@dataclass(frozen=True, slots=True)
class PageEntry:
    """A string of ``pages``, or the ``root`` of a group."""

    text: str
    """A page path or an endpoint reference, as docs.json has it."""
    pointer: str
    """Its JSON pointer in the merged file."""
    title: str = ""
    """The title in the sidebar, instead of the page's own; empty if docs.json sets none."""
    href: str = ""
    """The address that the entry links to instead of being a page."""


class PageObject(Strictly):
    """An entry of ``pages`` with a title of its own: a page, or a link."""

    page: Maybe[AnyText] = None
    """The path of the page. For example ``"guides/setup"``."""
    href: Href = ""
    """Where the entry links instead of being a page. For example ``"https://example.com"``."""
    title: AnyText = ""
    """What the sidebar shows. For example ``"Source code"``."""


@dataclass(frozen=True, eq=False)
class Checked:
    """Annotation: the reader has checked the value; *schema* describes it to editors."""

    schema: dict[str, Any]
    """The JSON Schema of what docs.json writes; ``{"$model": "Tab"}`` is that of the class."""

    def __get_pydantic_core_schema__(
        self, _source: object, _handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        """Return the schema that pydantic runs: anything passes."""
        return core_schema.any_schema()

    def __get_pydantic_json_schema__(
        self, _schema: CoreSchema, _handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        """Return the schema for editors; pydantic adds to what it gets."""
        return copy.deepcopy(self.schema)


def _list_of(model: str) -> Checked:
    return Checked({"type": "array", "items": {"$model": model}})


_PAGE = {"type": "string", "minLength": 1}
_PAGES = {
    "type": "array",
    "items": {"anyOf": [_PAGE, {"$model": "Group"}, {"$model": "PageObject"}]},
}

Directory = Literal["none", "accordion", "card"]


class ElementModel(Strictly):
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
    tag: AnyText = ""
    """A badge beside the label. For example ``"NEW"``."""
    root: Annotated[PageEntry | None, Checked(_PAGE)] = None
    """The page that the group's title opens. For example ``"guides/index"``."""
    expanded: Maybe[bool] = None
    """A nested group starts open; without it, collapsed. For example ``true``."""
    href: Href = ""
    """Where the element links instead of holding pages. For example ``"https://example.com"``."""
    description: AnyText = ""
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
    color: Color = ""
    """The element's colour on light and dark backgrounds. For example ``{"light": "#16A34A"}``."""
    name: AnyText = ""
    """A product's display name, instead of ``product``. For example ``"Cloud"``."""
    align: Maybe[Literal["start", "end"]] = None
    """The end of the bar for the tab; it has no effect, as tabs are shown in order.
    For example ``"end"``."""
    searchable: Maybe[bool] = None
    """Pages of a hidden element are found by search; here they never are. For example ``true``."""
    public: Maybe[bool] = None
    """Pages can be read without signing in; a static site has no sign-in. For example ``true``."""
    boost: Maybe[float] = None
    """Weight of the pages in search; here all weigh the same. For example ``2``."""
    asyncapi: Any = None
    """An AsyncAPI specification; no pages are made from it. For example ``"asyncapi.json"``."""
    graphql: Any = None
    """A GraphQL schema; no pages are made from it. For example ``"schema.graphql"``."""
    sdk: Any = None
    """The reference of a library; no pages are made from it."""
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

    @property
    def children(self) -> tuple[ElementModel | PageEntry, ...]:
        """The elements or pages of its one kind of child, in order."""
        for key in self.holds:
            children: tuple[ElementModel | PageEntry, ...] = getattr(self, key)
            if children:
                return children
        return ()
