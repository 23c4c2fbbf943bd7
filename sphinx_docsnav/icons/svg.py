"""SVG files made fit to stand inside a page.

Only shapes and their geometry and paint pass: no scripts, no links, no styles,
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
    opening = (
        '<svg class="docsnav-icon" xmlns="http://www.w3.org/2000/svg" aria-hidden="true"'
        f' focusable="false" width="1em" height="1em" viewBox="{escape(box)}"'
    )
    return f"{opening}{_attributes(paint)}>{_children(root)}</svg>"


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
