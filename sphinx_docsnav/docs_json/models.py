"""The elements of ``navigation``: one frozen class per kind."""

from __future__ import annotations

from sphinx_docsnav.docs_json.element import ElementModel
from sphinx_docsnav.docs_json.field_types import Text
from sphinx_docsnav.docs_json.kinds import Kind


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
    )
    holds = ("languages", "versions", "tabs", "anchors", "dropdowns", "groups", "pages", "menu")

    product: Text
    """What the switcher shows. For example ``"Cloud"``."""

    @property
    def label(self) -> str:
        """The display name: ``name`` if docs.json has one."""
        return self.name if self.name.strip() else super().label


_ANY_OTHER = (
    *("icon", "tag", "root", "expanded", "href", "description", "openapi", "banner"),
    *("hidden", "default", "directory", "asyncapi", "global"),
)


class Version(ElementModel):
    """A version of what the site documents, with its own navigation."""

    kind = Kind.VERSION
    noun = "a version"
    label_field = "version"
    fields = ("version", *_ANY_OTHER)
    holds = ("languages", "tabs", "dropdowns", "anchors", "products", "groups", "pages")

    version: Text
    """What the switcher shows. For example ``"v2.0"``."""


class Language(ElementModel):
    """A language of the site, with its own navigation."""

    kind = Kind.LANGUAGE
    noun = "a language"
    label_field = "language"
    fields = ("language", *_ANY_OTHER, "navbar", "footer")
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

GLOBAL_HOLDS = ("anchors", "languages", "versions", "tabs", "dropdowns", "products")
"""The lists that ``global`` may have; the specification knows ``anchors``."""
