"""The values that fields of elements have: icons, colours, links, banners, specifications.

Each type checks what docs.json writes and gives the value the other rooms use.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Discriminator,
    GetCoreSchemaHandler,
    Tag,
)
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from sphinx_docsnav.docs_json.words import describe
from sphinx_docsnav.navigation import tree

CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
"""Characters that no label, path or address can have."""


class Strictly(BaseModel):
    """Base of the models of docs.json: nothing is converted, nothing changes."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")


def refuse(expected: str, found: str) -> PydanticCustomError:
    """Return the error for a value of the right type that cannot be meant."""
    context = {"expected": expected, "found": found}
    return PydanticCustomError("docsnav_value", "{expected}", context)


def check_text(text: str) -> str:
    """Return *text*, which says something and has no control characters."""
    if not text:
        raise refuse("some text", "an empty string")
    return check_characters(text)


def check_characters(text: str) -> str:
    """Return *text*, which has no control characters."""
    if not text.isprintable() and (match := CONTROL.search(text)):
        raise refuse("text", f"the control character \\u{ord(match[0]):04x} in it")
    return text


Text = Annotated[str, AfterValidator(check_text)]
"""A string that is not empty."""

AnyText = Annotated[str, AfterValidator(check_characters)]
"""A string, perhaps empty."""


@dataclass(frozen=True, slots=True)
class As:
    """Annotation: check a field as *written*, then turn it into what other rooms use."""

    written: Any
    """The type that docs.json writes; the JSON Schema shows this one."""
    convert: Callable[[Any], Any]
    """From that to the annotated type."""

    def __get_pydantic_core_schema__(
        self, _source: object, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        """Return the schema that pydantic runs."""
        schema = handler.generate_schema(self.written)
        return core_schema.no_info_after_validator_function(self.convert, schema)


def _json_type(value: object) -> str:
    if isinstance(value, str):
        return "<string>"
    if isinstance(value, dict):
        return "<object>"
    return "<list>" if isinstance(value, list) else "<other>"


def by_type(expected: str) -> Discriminator:
    """Choose a member of a union by JSON type; *expected* names all of them."""
    return Discriminator(_json_type, "docsnav_type", expected)


# Links

_SCHEME = re.compile(r"\s*([A-Za-z][A-Za-z0-9+.-]*):")
SCHEMES = ("http", "https", "mailto", "tel")
"""The kinds of address that a link may have."""


def check_href(href: str) -> str:
    """Return *href*, a URL that is safe to follow or a path."""
    check_text(href)
    href = href.strip()
    scheme = _SCHEME.match(href)
    if not href:
        raise refuse("a URL", "blanks")
    if scheme and scheme[1].lower() not in SCHEMES:
        allowed = "a URL that begins with https, http, mailto or tel"
        raise refuse(allowed, f"one that begins with '{scheme[1]}:'")
    return href


Href = Annotated[str, AfterValidator(check_href)]
"""A URL, or a path of a page."""


def is_external(href: str) -> bool:
    """Return whether *href* leads out of the site; everything else is a path in it."""
    return href.startswith("//") or _SCHEME.match(href) is not None


# Icons

IconStyle = Literal[
    "brands",
    "duotone",
    "light",
    "regular",
    "sharp-duotone-solid",
    "sharp-light",
    "sharp-regular",
    "sharp-solid",
    "sharp-thin",
    "solid",
    "thin",
]
IconLibrary = Literal["fontawesome", "lucide", "tabler"]


class IconObject(Strictly):
    """An icon with its style or library."""

    name: AnyText
    """The icon's name in its library. For example ``"book"``."""
    style: IconStyle | None = None
    """Font Awesome's style of drawing. For example ``"solid"``."""
    library: IconLibrary | None = None
    """The library that has the icon, instead of ``icons.library``. For example ``"lucide"``."""


def _icon(written: str | IconObject) -> tree.Icon | None:
    if isinstance(written, str):
        return tree.Icon(written) if written else None
    if not written.name:
        return None
    return tree.Icon(written.name, written.style or "", written.library or "")


Icon = Annotated[
    tree.Icon | None,
    As(
        Annotated[
            Annotated[AnyText, Tag("<string>")] | Annotated[IconObject, Tag("<object>")],
            by_type("an icon's name or an object with 'name'"),
        ],
        _icon,
    ),
]
"""A name, a URL, a path, or an object with ``name``, ``style`` and ``library``."""


# OpenAPI specifications


@dataclass(frozen=True, slots=True)
class OpenApiSource:
    """The OpenAPI specifications of an element."""

    sources: tuple[str, ...]
    """Paths or URLs as docs.json has them."""
    directory: str | None = None
    """The folder that the endpoint pages' addresses begin with; ``None`` if not said."""


class OpenApiObject(Strictly):
    """A specification with the folder of its endpoint pages."""

    source: Text
    """Path or URL of the specification. For example ``"openapi.json"``."""
    directory: AnyText | None = None
    """Folder in the addresses of its endpoint pages. For example ``"api-reference"``."""
    overlays: list[Text] | None = None
    """OpenAPI overlays, applied to the specification."""


_OneOpenApi = Annotated[
    Annotated[Text, Tag("<string>")] | Annotated[OpenApiObject, Tag("<object>")],
    by_type("a path or URL, or an object with 'source'"),
]


def _openapi(written: str | OpenApiObject | list[str | OpenApiObject]) -> OpenApiSource | None:
    entries = written if isinstance(written, list) else [written]
    if not entries:
        return None
    sources = (entry if isinstance(entry, str) else entry.source for entry in entries)
    directories = (
        entry.directory
        for entry in entries
        if isinstance(entry, OpenApiObject) and entry.directory is not None
    )
    return OpenApiSource(tuple(source.strip() for source in sources), next(directories, None))


OpenApi = Annotated[
    OpenApiSource | None,
    As(
        Annotated[
            Annotated[Text, Tag("<string>")]
            | Annotated[OpenApiObject, Tag("<object>")]
            | Annotated[list[_OneOpenApi], Tag("<list>")],
            by_type("a path or URL, an object with 'source', or a list of these"),
        ],
        _openapi,
    ),
]
"""One specification or several; only an element's own, what it inherits is found later."""


# Colours

_HEX = re.compile(r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})")


def check_color(color: str) -> str:
    """Return *color*, written as ``#rgb`` or ``#rrggbb``."""
    if not _HEX.fullmatch(color):
        raise refuse("a colour like '#16A34A'", describe(color))
    return color


HexColor = Annotated[str, AfterValidator(check_color)]
"""``#rgb`` or ``#rrggbb``."""


class ColorPair(Strictly):
    """A colour for light and one for dark backgrounds."""

    light: HexColor | None = None
    """On light backgrounds. For example ``"#16A34A"``."""
    dark: HexColor | None = None
    """On dark backgrounds. For example ``"#07C983"``."""


def _color(written: ColorPair) -> str:
    return written.light or written.dark or ""


Color = Annotated[str, As(ColorPair, _color)]
"""An object with ``light`` and ``dark``; the first that is there is used."""


# Banners

BannerType = Literal["info", "warning", "critical"]


class BannerObject(Strictly):
    """A line above every page."""

    content: Text
    """What it says; Markdown links work. For example ``"[News](/news)"``."""
    dismissible: bool = False
    """Readers can close it for good. For example ``true``."""
    type: BannerType | None = None
    """How urgent it is. For example ``"info"``."""
    color: ColorPair | None = None
    """Its background."""


def _banner(written: BannerObject) -> tree.Banner:
    return tree.Banner(written.content, written.dismissible, written.type or "")


Banner = Annotated[tree.Banner | None, As(BannerObject, _banner)]
"""An object with ``content``, ``dismissible`` and ``type``."""

OBJECTS: dict[str, type[BaseModel]] = {
    "icon": IconObject,
    "openapi": OpenApiObject,
    "color": ColorPair,
    "banner": BannerObject,
}
"""The fields of elements that can be objects."""
