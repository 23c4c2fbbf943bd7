"""From the name of an icon in docs.json or on a page to a drawing."""

from __future__ import annotations

import difflib
import enum
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from sphinx_docsnav.docs_json.kinds import Icon
from sphinx_docsnav.faults import Fault, FaultKind, Severity
from sphinx_docsnav.icons.libraries import (
    LIBRARIES,
    Library,
    aliases,
    icon_index,
    read_icon,
    substitutes,
)
from sphinx_docsnav.icons.svg import inline_svg

_PREFIX = re.compile(r"\A(?:fa|lucide|tabler|ti)[-:]")
_SHORTHANDS = {"fas": "solid", "far": "regular", "fal": "light", "fab": "brands", "fat": "thin"}
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


class IconKind(enum.StrEnum):
    """What the text of an icon can be."""

    NAME = "name"
    """The name of an icon of a library."""
    URL = "url"
    """An image elsewhere: ``https://…`` or ``//…``."""
    FILE = "file"
    """An image of the site."""


@dataclass(frozen=True, slots=True)
class FoundIcon:
    """An icon that an installed library draws."""

    library: str
    """The library that draws it."""
    name: str
    """Its name there."""
    style: str
    """Its style there; empty where the library has only one."""
    member: str
    """Its file in the library's archive."""


def icon_kind(name: str) -> IconKind:
    """Distinguish a library's name from the URL of an image and from a file of the site."""
    if re.match(r"(?:[a-z][a-z0-9+.-]*:)?//", name, re.IGNORECASE):
        return IconKind.URL
    image = re.search(r"\.(?:svg|png|jpe?g|gif|webp|ico|avif)\Z", name, re.IGNORECASE)
    return IconKind.FILE if image or "/" in name else IconKind.NAME


@lru_cache(maxsize=4096)
def icon_svg(icon: Icon, default_library: str = "fontawesome") -> str | None:
    """Return *icon* as an inline ``<svg>`` element, None if no library draws it.

    The caller shows icons that are files or URLs (`icon_kind`) itself.
    """
    found = find_icon(icon, default_library)
    if found is None:
        return None
    return inline_svg(read_icon(LIBRARIES[found.library], found.member))


@lru_cache(maxsize=4096)
def find_icon(icon: Icon, default_library: str = "fontawesome") -> FoundIcon | None:
    """Return the drawing that *icon* means.

    Looked for in this order: the icon's library (else *default_library*) by
    name and by the names it once had; the nearest icon for names that may not
    be shipped; the other libraries by name. A style that the icon is not drawn
    in gives the library's usual one.
    """
    if icon_kind(icon.name) is not IconKind.NAME:
        return None
    name, style = _name_and_style(icon)
    home = LIBRARIES.get((icon.library or default_library).lower(), LIBRARIES["fontawesome"])
    for library in _looking_order(home):
        found = _in_library(library, name, style)
        if found is None and library is home and name in substitutes():
            other, near = substitutes()[name]
            found = _in_library(LIBRARIES[other], near, style)
        if found is not None:
            return found
    return None


@lru_cache(maxsize=4096)
def nearest_name(icon: Icon, default_library: str = "fontawesome") -> str:
    """Return the name of a drawn icon that is spelled most like *icon*; empty if none is near."""
    name, _ = _name_and_style(icon)
    for library in _looking_order(LIBRARIES.get(icon.library or default_library)):
        known = [*icon_index(library), *aliases(library.name), *substitutes()]
        near = difflib.get_close_matches(name, known, n=1, cutoff=0.75)
        if near:
            return near[0]
    return ""


def icon_fault(icon: Icon, default_library: str = "fontawesome") -> Fault | None:
    """Return the warning about an icon that no library draws, without a place; else None."""
    if icon_kind(icon.name) is not IconKind.NAME or find_icon(icon, default_library):
        return None
    near = nearest_name(icon, default_library)
    return Fault(
        FaultKind.ICON_MISSING,
        Severity.WARNING,
        f"no icon library has an icon '{icon.name}'; it is left out",
        hint=f"did you mean '{near}'?" if near else "",
    )


def _name_and_style(icon: Icon) -> tuple[str, str]:
    """Return the name in the libraries' spelling, and the requested style.

    ``fa-solid fa-rocket`` and ``fab github`` are taken apart; ``ArrowRight``
    becomes ``arrow-right``.
    """
    parts = [_PREFIX.sub("", word) for word in icon.name.replace("_", "-").split()]
    style = icon.style.lower()
    while len(parts) > 1:
        first = parts.pop(0).lower()
        style = style or _SHORTHANDS.get(first, first)
    name = parts[0] if parts else ""
    spelled = name if name.islower() else _CAMEL.sub("-", name).lower()
    known = any(spelled in icon_index(library) for library in LIBRARIES.values())
    return (spelled if known else name.lower(), style)


def _looking_order(home: Library | None) -> Iterator[Library]:
    if home is not None:
        yield home
    yield from (library for library in LIBRARIES.values() if library is not home)


def _in_library(library: Library, name: str, style: str) -> FoundIcon | None:
    """Return the icon of *library* with that name or alias, in the nearest style drawn."""
    index = icon_index(library)
    own = name if name in index else aliases(library.name).get(name, "")
    members = index.get(own)
    if members is None:
        return None
    wanted = library.synonyms.get(style, style)
    chosen = wanted if wanted in members else next(s for s in library.styles if s in members)
    return FoundIcon(library.name, own, chosen, members[chosen])
