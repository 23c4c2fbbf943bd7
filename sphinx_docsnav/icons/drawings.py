"""From the name of an icon in docs.json or on a page to a drawing for a page.

SVG files of the libraries are sanitized: only shapes with their geometry and paint
are kept; no scripts, no links, no styles, no references to anything outside the icon.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from html import escape
from xml.etree import ElementTree as ET

from sphinx_docsnav.docs_json.kinds import Icon
from sphinx_docsnav.faults import Fault, FaultKind, Severity
from sphinx_docsnav.icons.libraries import (
    LIBRARIES,
    Library,
    aliases,
    icon_index,
    pro_names,
    read_icon,
    substitutes,
)
from sphinx_docsnav.sitefiles.nearest import similar_name

_NAMESPACE = "{http://www.w3.org/2000/svg}"
_SHAPES = frozenset({"g", "path", "circle", "ellipse", "line", "polygon", "polyline", "rect"})
_PAINT = (
    "clip-rule",
    "fill",
    "fill-opacity",
    "fill-rule",
    "opacity",
    "stroke",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-opacity",
    "stroke-width",
)
_GEOMETRY = (
    "cx",
    "cy",
    "d",
    "height",
    "points",
    "r",
    "rx",
    "ry",
    "transform",
    "width",
    "x",
    "x1",
    "x2",
    "y",
    "y1",
    "y2",
)
_VALUE = re.compile(r"(?!.*url)[\w\s#%.,()+-]*\Z", re.IGNORECASE | re.ASCII | re.DOTALL)
_BLANK = re.compile(r"[\s,]*M0[\s,]+0h24v24H0z\Z")
_OPENING = (
    '<svg class="docsnav-icon" xmlns="http://www.w3.org/2000/svg" aria-hidden="true"'
    ' focusable="false" width="1em" height="1em"'
)


def inline_svg(text: str) -> str | None:
    """Return the icon in *text* as one ``<svg>`` element of the size and colour of its words.

    The element is well-formed XML and good HTML, is hidden from screen readers
    and takes ``currentColor``. None if *text* is no SVG with a view box.
    """
    try:
        root = ET.fromstring(text)  # noqa: S314  an archive of an installed package, not input
    except ET.ParseError:
        return None
    box = root.get("viewBox", "")
    if root.tag != f"{_NAMESPACE}svg" or not _VALUE.match(box) or not box:
        return None
    paint = {name: root.get(name, "") for name in _PAINT if root.get(name)}
    paint.setdefault("fill", "currentColor")
    return f'{_OPENING} viewBox="{escape(box)}"{_attributes(paint)}>{_children(root)}</svg>'


def svg_symbol(drawing: str, name: str) -> str:
    """Return what `inline_svg` has returned as a ``<symbol>`` with the id *name*."""
    return f'<symbol id="{name}"{drawing.removeprefix(_OPENING).removesuffix("</svg>")}</symbol>'


def symbol_use(name: str) -> str:
    """Return an icon whose drawing is the symbol *name* of the same page."""
    return (
        '<svg class="docsnav-icon" aria-hidden="true" focusable="false" width="1em" height="1em">'
        f'<use href="#{name}"/></svg>'
    )


def is_drawing(icon: str) -> bool:
    """Return whether *icon* is what `inline_svg` returns."""
    return icon.startswith(_OPENING)


def _children(parent: ET.Element) -> str:
    return "".join(_shape(child) for child in parent)


def _shape(element: ET.Element) -> str:
    """Return one shape as XML; nothing for other elements and for blank backgrounds."""
    name = str(element.tag).removeprefix(_NAMESPACE)
    if name not in _SHAPES or _BLANK.match(element.get("d", "")):
        return ""
    attributes = {key: element.get(key, "") for key in (*_GEOMETRY, *_PAINT) if element.get(key)}
    inside = _children(element)
    return f"<{name}{_attributes(attributes)}" + (f">{inside}</{name}>" if inside else "/>")


def _attributes(values: dict[str, str]) -> str:
    return "".join(f' {k}="{escape(v)}"' for k, v in values.items() if _VALUE.match(v))


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
    return _of_pro(name, style) if home.name == "fontawesome" and name in pro_names() else None


def _of_pro(name: str, style: str) -> FoundIcon | None:
    """Return the free icon that has the most words in common with one of Font Awesome Pro."""
    words, best, nearest = _words(name), (1, 0), None
    for library, other, theirs in _vocabulary():
        shared = words.keys() & theirs.keys()
        if not shared or ("slash" in words) != ("slash" in theirs):
            continue
        # A first word says what is drawn; a word that only the other has changes the meaning.
        score = sum(2 if words[word] == 0 else 1 for word in shared) - len(theirs) + len(shared)
        if (score, -len(other)) > best:
            best, nearest = (score, -len(other)), (library, other)
    return nearest and _in_library(*nearest, style)


@cache
def _vocabulary() -> list[tuple[Library, str, dict[str, int]]]:
    return [
        (library, name, _words(name))
        for library in LIBRARIES.values()
        for name in icon_index(library)
    ]


def _words(name: str) -> dict[str, int]:
    return {word.removesuffix("s"): place for place, word in enumerate(name.split("-"))}


@lru_cache(maxsize=4096)
def nearest_name(icon: Icon, default_library: str = "fontawesome") -> str:
    """Return the name of a drawn icon that is spelled most like *icon*; empty if none is near."""
    name, _ = _name_and_style(icon)
    for library in _looking_order(LIBRARIES.get(icon.library or default_library)):
        known = [*icon_index(library), *aliases(library.name), *substitutes()]
        if near := similar_name(name, known, 0.75):
            return near
    return ""


def icon_fault(icon: Icon, default_library: str = "fontawesome") -> Fault | None:
    """Return the warning about an icon that no library draws, without a place; else None.

    An icon of Font Awesome Pro is called that, also where one like it is drawn.
    """
    if icon_kind(icon.name) is not IconKind.NAME:
        return None
    found, near = find_icon(icon, default_library), ""
    if (name := _name_and_style(icon)[0]) in pro_names():
        if found is not None and found.name == name:
            return None
        drawn = f"'{found.name}' is drawn" if found else "it is left out"
        message = f"icon '{icon.name}' is not in the free set of Font Awesome; {drawn}"
    elif found is not None:
        return None
    else:
        near = nearest_name(icon, default_library)
        message = f"no free icon library has an icon '{icon.name}'; it is left out"
    hint = f"did you mean '{near}'?" if near else ""
    return Fault(FaultKind.ICON_MISSING, Severity.WARNING, message, hint=hint)


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
