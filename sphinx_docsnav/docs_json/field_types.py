"""The values that fields have: texts, links, colours, banners, icons, specifications.

Each type checks what docs.json writes and gives the value other modules use.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable
from dataclasses import dataclass
from types import NoneType
from typing import Annotated, Any, Literal, TypeAlias, TypeVar, Union, get_args

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Discriminator,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    Strict,
    Tag,
    WithJsonSchema,
)
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from sphinx_docsnav.docs_json import kinds
from sphinx_docsnav.messages import describe
from sphinx_docsnav.sitefiles.page_links import MAX_OPEN_WILDCARDS, STAR, WILDCARD, is_pattern
from sphinx_docsnav.sitefiles.safe_urls import clean_url, find_scheme, split_url
from sphinx_docsnav.vocabulary.html_names import LINK_SCHEMES

_UNUSABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff]")
"""Characters that no label, path or address can have; XML forbids most of them."""


class StrictModel(BaseModel):
    """The base of the models of docs.json: values are not converted, and models are immutable.

    The validator of a model is made when it is first used, not when it is imported:
    most sites use few of them.
    """

    model_config = ConfigDict(
        frozen=True,
        strict=True,
        extra="forbid",
        defer_build=True,
        # A docstring below a field is its description in the JSON Schema.
        use_attribute_docstrings=True,
    )


class SettingsModel(StrictModel):
    """A part of docs.json outside ``navigation``; fields that it does not list pass in silence."""

    model_config = ConfigDict(extra="ignore", populate_by_name=True)


def refuse(expected: str, found: str) -> PydanticCustomError:
    """Return the error for a value of the right type that cannot be meant."""
    context = {"expected": expected, "found": found}
    return PydanticCustomError("docsnav_value", "{expected}", context)


def check_text(text: str) -> str:
    """Return *text*, which is not blank and has no control characters."""
    if not text:
        raise refuse("some text", "an empty string")
    return check_characters(text)


def check_characters(text: str) -> str:
    """Return *text*, which has no control characters."""
    if found := describe_unusable_character(text):
        raise refuse("text", found)
    return text


def describe_unusable_character(text: str) -> str:
    """Return what is wrong with the first character that *text* cannot have, ``""`` if none is."""
    match = None if text.isprintable() else _UNUSABLE.search(text)
    if match is None:
        return ""
    # Two of the characters are no controls: U+FFFE and U+FFFF.
    kind = "the character" if match[0] > "\x7f" else "the control character"
    return f"{kind} \\u{ord(match[0]):04x} in it"


Text = Annotated[
    str, AfterValidator(check_text), WithJsonSchema({"type": "string", "minLength": 1})
]
"""A string that is not empty."""

AnyText = Annotated[str, AfterValidator(check_characters)]
"""A string, perhaps empty."""


@dataclass(frozen=True, slots=True)
class As:
    """Annotation: check a field as *written*, then turn it into what other modules use."""

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


FieldType = TypeVar("FieldType")


class _NotNull:
    """Annotation: the field may be absent, and is never null."""

    def __get_pydantic_core_schema__(
        self, source: object, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        # Drop `None` from the type that docs.json may write; the default remains.
        written = [option for option in get_args(source) if option is not NoneType]
        return handler.generate_schema(Union[tuple(written)])  # noqa: UP007 - not known before


Maybe: TypeAlias = Annotated[FieldType | None, _NotNull()]
"""A value, or ``None`` where docs.json has no such field."""


Listed: TypeAlias = Annotated[tuple[FieldType, ...], Strict(strict=False)]
"""A list, kept as a tuple."""


def _name_json_type(value: object) -> str:
    if isinstance(value, str):
        return "<string>"
    if isinstance(value, dict):
        return "<object>"
    return "<list>" if isinstance(value, list) else "<other>"


def choose_by_type(expected: str, **members: Any) -> Any:  # noqa: ANN401  # a type for pydantic
    """Return a union of *members*, by the JSON types ``string``, ``object`` and ``list``.

    :param expected: names all of them in messages.
    """
    tagged = [Annotated[member, Tag(f"<{name}>")] for name, member in members.items()]
    by_type = Discriminator(_name_json_type, "docsnav_type", expected)
    return Annotated[Union[tuple(tagged)], by_type]  # noqa: UP007 - not known before


def accept_one_or_many(expected: str, item: Any) -> As:  # noqa: ANN401  # a type for pydantic
    """Return the annotation of a tuple that docs.json writes as one *item* or as a list."""
    written = choose_by_type(expected, string=item, list=list[item])
    return As(written, lambda value: (value,) if isinstance(value, str) else tuple(value))


# Links


def check_address(text: str) -> str:
    """Return *text*, which can be split into the parts of an address."""
    if split_url(text) is None:
        raise refuse("a URL or a path", describe(text))
    return text


def check_redirect_source(source: str) -> str:
    """Return *source*, a path whose wildcards can be told apart and compared in a short time."""
    check_address(source)
    if not is_pattern(source):
        return source
    wildcards = WILDCARD.findall(source)
    names = [wildcard.strip(":*") or STAR for wildcard in wildcards]
    if len(set(names)) < len(names):
        raise refuse("a path in which each wildcard has another name", describe(source))
    if any(name[0].isdigit() for name in names):
        raise refuse("wildcards whose names begin with a letter", describe(source))
    # Each open wildcard multiplies the time of a comparison by the length of the path.
    if sum(wildcard.endswith("*") for wildcard in wildcards) > MAX_OPEN_WILDCARDS:
        most = f"a path with at most {MAX_OPEN_WILDCARDS} wildcards that end in '*'"
        raise refuse(most, describe(source))
    return source


def check_href(href: str) -> str:
    """Return *href*, a URL that is safe to follow or a path."""
    check_text(href)
    href = href.strip()
    # As a browser reads it: control characters cannot hide a scheme.
    scheme = find_scheme(clean_url(href))
    if not href:
        raise refuse("a URL", "blanks")
    if scheme and scheme not in LINK_SCHEMES:
        allowed = "a URL that begins with https, http, mailto, tel or ftp"
        raise refuse(allowed, f"one that begins with '{scheme}:'")
    return check_address(href)


Href = Annotated[
    str, AfterValidator(check_href), WithJsonSchema({"type": "string", "minLength": 1})
]
"""A URL, or a path of a page."""


# Colours

_HEX = re.compile(r"^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$")


def check_color(color: str) -> str:
    """Return *color*, written as ``#rgb`` or ``#rrggbb``."""
    if not _HEX.fullmatch(color):
        raise refuse("a colour like '#16A34A'", describe(color))
    return color


HexColor = Annotated[
    str,
    AfterValidator(check_color),
    WithJsonSchema({"type": "string", "pattern": _HEX.pattern}),
]
"""``#rgb`` or ``#rrggbb``."""


def make_mode_reader(model: type[BaseModel]) -> Callable[[Any], Any]:
    """Return a function that makes a *model* with ``light`` and ``dark`` of one text for both."""
    return lambda written: (
        model.model_construct(light=written, dark=written) if isinstance(written, str) else written
    )


class ColorPair(StrictModel):
    """A colour for light and one for dark backgrounds."""

    light: Maybe[HexColor] = None
    """On light backgrounds. For example ``"#16A34A"``."""
    dark: Maybe[HexColor] = None
    """On dark backgrounds. For example ``"#07C983"``."""


def _read_color(written: ColorPair) -> str:
    light, dark = written.light or written.dark or "", written.dark or written.light or ""
    return light if light == dark else f"light-dark({light},{dark})"


Color = Annotated[str, As(ColorPair, _read_color)]
"""An object with ``light`` and ``dark``, as a value of CSS; one of them stands for both."""


# Banners

BannerType = Literal["info", "warning", "critical"]


BannerColor = Annotated[
    ColorPair,
    As(
        choose_by_type(
            "a colour or an object with 'light' and 'dark'", string=HexColor, object=ColorPair
        ),
        make_mode_reader(ColorPair),
    ),
]
"""A colour, or an object with ``light`` and ``dark``."""


class BannerObject(StrictModel):
    """A line above every page."""

    content: Text
    """The text; Markdown links work. For example ``"[News](/news)"``."""
    dismissible: bool = False
    """Readers can close it for good. For example ``true``."""
    type: Maybe[BannerType] = None
    """How urgent it is. For example ``"info"``."""
    color: Maybe[BannerColor] = None
    """Its background: a colour, or one for light and one for dark mode; ``type`` yields to it.
    For example ``{"light": "#1e3a5f", "dark": "#475569"}``."""


def _read_banner(written: BannerObject) -> kinds.Banner:
    color = written.color or ColorPair()
    return kinds.Banner(
        written.content,
        written.dismissible,
        written.type or "",
        light=color.light or color.dark or "",
        dark=color.dark or color.light or "",
    )


BannerField = Annotated[kinds.Banner | None, As(BannerObject, _read_banner)]
"""An object with ``content``, ``dismissible``, ``type`` and ``color``."""


# Icons and specifications

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


class IconObject(StrictModel):
    """An icon with its style or library."""

    name: AnyText
    """The icon's name in its library. For example ``"book"``."""
    style: Maybe[IconStyle] = None
    """Font Awesome's style of drawing. For example ``"solid"``."""
    library: Maybe[IconLibrary] = None
    """The library that has the icon, instead of ``icons.library``. For example ``"lucide"``."""


def _read_icon(written: str | IconObject) -> kinds.Icon | None:
    if isinstance(written, str):
        return kinds.Icon(written) if written else None
    if not written.name:
        return None
    return kinds.Icon(written.name, written.style or "", written.library or "")


IconField = Annotated[
    kinds.Icon | None,
    As(
        choose_by_type(
            "an icon's name or an object with 'name'", string=AnyText, object=IconObject
        ),
        _read_icon,
    ),
]
"""A name, a URL, a path, or an object with ``name``, ``style`` and ``library``."""


class OpenApiObject(StrictModel):
    """A specification with the folder of its endpoint pages."""

    source: Text
    """Path or URL of the specification. For example ``"openapi.json"``."""
    directory: Maybe[AnyText] = None
    """Folder in the addresses of its endpoint pages. For example ``"api-reference"``."""
    overlays: Maybe[list[Text]] = None
    """OpenAPI Overlays that change the specification. For example ``["overlay.yaml"]``."""


_OneOpenApi = choose_by_type(
    "a path or URL, or an object with 'source'", string=Text, object=OpenApiObject
)


def _read_openapi(
    written: str | OpenApiObject | list[str | OpenApiObject],
) -> kinds.OpenApiSource | None:
    entries = written if isinstance(written, list) else [written]
    if not entries:
        return None
    sources = (entry if isinstance(entry, str) else entry.source for entry in entries)
    # The first directory counts for all specifications of the element.
    directories = (
        entry.directory
        for entry in entries
        if isinstance(entry, OpenApiObject) and entry.directory is not None
    )
    overlays = tuple(
        (entry.source.strip(), tuple(entry.overlays))
        for entry in entries
        if isinstance(entry, OpenApiObject) and entry.overlays
    )
    return kinds.OpenApiSource(tuple(map(str.strip, sources)), next(directories, None), overlays)


OpenApi = Annotated[
    kinds.OpenApiSource | None,
    As(
        choose_by_type(
            "a path or URL, an object with 'source', or a list of these",
            string=Text,
            object=OpenApiObject,
            list=list[_OneOpenApi],  # type: ignore[valid-type]  # made by a function
        ),
        _read_openapi,
    ),
]
"""One specification or several; only an element's own, what it inherits is found later."""

OBJECTS: dict[str, type[BaseModel]] = {
    "icon": IconObject,
    "openapi": OpenApiObject,
    "color": ColorPair,
    "banner": BannerObject,
}
"""The fields of elements that can be objects."""
