"""SVG files, sanitized for use inside a page.

Only shapes with their geometry and paint are kept: no scripts, no links, no styles,
no references to anything outside the icon.
"""

from __future__ import annotations

import re
from html import escape
from xml.etree import ElementTree as ET

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
