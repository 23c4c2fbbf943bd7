"""The values that name something to load: icons and OpenAPI specifications."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import BaseModel, Tag

from sphinx_docsnav.docs_json import kinds
from sphinx_docsnav.docs_json.field_types import (
    AnyText,
    As,
    BannerObject,
    ColorPair,
    Maybe,
    Strictly,
    Text,
    by_type,
)

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
    style: Maybe[IconStyle] = None
    """Font Awesome's style of drawing. For example ``"solid"``."""
    library: Maybe[IconLibrary] = None
    """The library that has the icon, instead of ``icons.library``. For example ``"lucide"``."""


def _icon(written: str | IconObject) -> kinds.Icon | None:
    if isinstance(written, str):
        return kinds.Icon(written) if written else None
    if not written.name:
        return None
    return kinds.Icon(written.name, written.style or "", written.library or "")


IconField = Annotated[
    kinds.Icon | None,
    As(
        Annotated[
            Annotated[AnyText, Tag("<string>")] | Annotated[IconObject, Tag("<object>")],
            by_type("an icon's name or an object with 'name'"),
        ],
        _icon,
    ),
]
"""A name, a URL, a path, or an object with ``name``, ``style`` and ``library``."""


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
    directory: Maybe[AnyText] = None
    """Folder in the addresses of its endpoint pages. For example ``"api-reference"``."""
    overlays: Maybe[list[Text]] = None
    """OpenAPI overlays; they are not applied. For example ``["overlay.yaml"]``."""


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

OBJECTS: dict[str, type[BaseModel]] = {
    "icon": IconObject,
    "openapi": OpenApiObject,
    "color": ColorPair,
    "banner": BannerObject,
}
"""The fields of elements that can be objects."""
