"""The HTML and the styles that a page may use, by allow-lists.

What is not listed does not reach the output, and no HTML is passed through as text. A style may
change how its element looks and how its content is laid out. It may not load anything, and it may
not move or paint the element over other parts of the page, where it could pass for a part of the
site.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass

from sphinx_docsnav.sitefiles.nearest import find_misspelled
from sphinx_docsnav.vocabulary.css_names import (
    IN_FLOW_POSITIONS,
    LINE_LENGTHS,
    STYLE_FUNCTIONS,
    STYLE_PROPERTIES,
    UNITLESS_PROPERTIES,
)
from sphinx_docsnav.vocabulary.html_names import (
    BLOCK_ELEMENTS,
    ELEMENT_ATTRIBUTES,
    GLOBAL_ATTRIBUTES,
    KNOWN_ATTRIBUTES,
    OTHER_ATTRIBUTES,
    PHRASING_ELEMENTS,
)
from sphinx_docsnav.vocabulary.svg_names import (
    CAMEL_CASE_ATTRIBUTES,
    HYPHENATED_ATTRIBUTES,
    PLAIN_ATTRIBUTES,
    SVG_ELEMENTS,
)

HTML_ALIASES: Mapping[str, str] = {"Link": "a"}
"""Elements that pages write as components of a framework."""
ALLOWED = (PHRASING_ELEMENTS | BLOCK_ELEMENTS | SVG_ELEMENTS) - {"math"}
"""The elements that a page may use; of others, only the content is shown."""
REPLACED: Mapping[str, str] = {"form": "div", "dialog": "div"}
"""Elements that are written as others, as a page can neither send nor open anything."""
MAX_LENGTH = 2_000
"""The maximum length of the value of a style, in characters."""

_INWARD = ("margin", "text-indent", "letter-spacing", "word-spacing", "vertical-align")
"""Properties that can move an element out of its box by a negative length."""
_PAINTING = (
    "box-shadow",
    "text-shadow",
    "outline",
    "text-decoration",
    "text-underline-offset",
    "column-rule",
)
"""Properties that paint outside the box."""
_PAINTED_LINES = 4
"""The number of lines of text that a shadow may extend beyond its box."""

_VALUE = re.compile(r"(?:[\w\s.,%/+*#!()-]|\"[\w\s.,-]*\"|'[\w\s.,-]*')*", re.ASCII)
"""Characters that a value consists of, or quoted text."""
_CALL = re.compile(r"([\w-]*)\(", re.ASCII)
_SEPARATOR = re.compile(r"[\s,/]+")
_LENGTH = re.compile(r"([+-]?(?:\d+\.?\d*|\.\d+))([a-z]*|%)", re.ASCII)
_WORD = re.compile(rf"{_LENGTH.pattern}|#[0-9a-f]{{3,8}}|!?[a-z-]+", re.ASCII)
"""A part of a value: a length, a colour, or a keyword."""
_COLOR = re.compile(r"\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\([^()]*\)")
"""A colour with numbers that are no lengths."""
_CUSTOM = re.compile(r"--[\w-]{1,80}", re.ASCII)
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_MASKS = frozenset({"mask", "mask-image", "-webkit-mask", "-webkit-mask-image"})
"""Properties that cut the shape of a picture out of an element."""
_OVERLAY = frozenset(("position", "top", "right", "bottom", "left", "inset", "width", "height"))
"""Properties that lay a frame over the box around it."""
_PERCENT = re.compile(r"(?<![\w.])(\d{1,3}(?:\.\d+)?)%")
"""A percentage, such as that of a padding."""
_SHAPE = "aspect-ratio"
"""The property from which a frame gets its height."""
_DEFAULT_SHAPE = "16 / 9"
"""The shape of most videos."""
REFERENCES = ("href", "xlinkHref", "xlink:href")
"""Attributes of drawings that refer to a part of a drawing."""
OWN_ID = re.compile(r"#[\w:.-]+")
"""A reference to a part of the same page."""
_OWN_PART = re.compile(r"\s*url\(\s*['\"]?#[\w:.-]+['\"]?\s*\)[\w\s#]*")
"""A value that refers to a part of the same drawing."""
_MAY_LOAD = re.compile(r"\\|\b(?:url|src|image|image-set|cross-fade|element)\s*\(", re.IGNORECASE)
"""What loads a file in a value of CSS, or an escape, which can hide it."""
_FILES: Mapping[str, frozenset[str]] = {
    "video": frozenset({"src", "poster"}),
    "audio": frozenset({"src"}),
    "source": frozenset({"src", "srcSet", "srcset"}),
    "track": frozenset({"src"}),
}
"""Attributes that name a file, by element."""
_ADDRESSES: Mapping[str, frozenset[str]] = {
    "a": frozenset({"href"}),
    "img": frozenset({"src"}),
    "iframe": frozenset({"src"}),
}
"""Attributes that are addresses, by element."""
_ANY = GLOBAL_ATTRIBUTES | {"class", "className", "id", "style"}
"""Attributes that every element may have."""
_NONE: frozenset[str] = frozenset()
_NAME = re.compile(r"[a-zA-Z][a-zA-Z0-9_.-]*")
_CLASS = re.compile(r"[^\s\"'<>&`=]{1,80}")
"""The name of a class, without characters of markup."""


def _hyphenate(name: str) -> str:
    """Return *name* with hyphens in place of capital letters: ``stroke-width``."""
    return re.sub(r"[A-Z]", lambda letter: f"-{letter.group().lower()}", name)


_SVG_ATTRIBUTES = (
    PLAIN_ATTRIBUTES
    | HYPHENATED_ATTRIBUTES
    | frozenset(map(_hyphenate, HYPHENATED_ATTRIBUTES))
    | CAMEL_CASE_ATTRIBUTES
)


def get_file_attributes(tag: str) -> frozenset[str]:
    """Return the attributes of *tag* whose values are files of this or another site."""
    return _FILES.get(tag, frozenset())


def is_attribute_allowed(tag: str, name: str) -> bool:
    """Return whether an allowed element may have an attribute called *name*.

    Ids, classes, styles and URLs are checked by other functions.
    """
    if name.startswith(("data-", "aria-")):
        return bool(_NAME.fullmatch(name)) and not name.startswith("data-docsnav")
    if tag in SVG_ELEMENTS and name in _SVG_ATTRIBUTES:
        return True
    return name in GLOBAL_ATTRIBUTES or name in ELEMENT_ATTRIBUTES.get(tag, frozenset())


def has_effect(tag: str, name: str) -> bool:
    """Return whether an attribute called *name* of an allowed element may change the page."""
    names = (_ANY, _FILES.get(tag, _NONE), _ADDRESSES.get(tag, _NONE))
    return is_attribute_allowed(tag, name) or any(name in group for group in names)


def find_similar_attribute(tag: str, name: str) -> str:
    """Return the attribute of HTML that *name* misspells; ``""`` if it resembles none.

    HTML has many attributes, and frameworks add others, so an unknown name can be right.
    """
    if (
        tag in SVG_ELEMENTS
        or name.startswith(("data-", "aria-", "on"))
        or name.lower() in KNOWN_ATTRIBUTES | OTHER_ATTRIBUTES
    ):
        return ""
    attributes = (
        _ANY
        | ELEMENT_ATTRIBUTES.get(tag, _NONE)
        | _FILES.get(tag, _NONE)
        | _ADDRESSES.get(tag, _NONE)
    )
    return "" if attributes & {name, name.lower()} else find_misspelled(name, attributes)


def get_html_name(name: str) -> str:
    """Return the name in HTML of an attribute that JSX calls *name*."""
    if name == "htmlFor":
        return "for"
    if name in HYPHENATED_ATTRIBUTES:
        return _hyphenate(name)
    return name if name in CAMEL_CASE_ATTRIBUTES else name.lower()


def is_value_allowed(tag: str, name: str, value: str) -> bool:
    """Return whether an allowed attribute may have *value*: drawings load no other file."""
    if tag not in SVG_ELEMENTS or name not in _SVG_ATTRIBUTES or _MAY_LOAD.search(value) is None:
        return True
    return _OWN_PART.fullmatch(value) is not None


def clean_classes(value: object) -> list[str]:
    """Return the class names in *value*, without those that contain characters of markup."""
    if not value:
        return []
    return [name for name in str(value).split() if _CLASS.fullmatch(name)]


@dataclass(frozen=True, slots=True)
class Declaration:
    """A property of a style, by its name in CSS, and its value."""

    name: str
    value: str

    @property
    def has_known_name(self) -> bool:
        """Whether a page may set the property to some value."""
        name = self.name.lower()
        return name in STYLE_PROPERTIES or name == "position" or is_custom_property(self.name)


def is_custom_property(name: str) -> bool:
    """Return whether *name* is that of a CSS variable such as ``--tree-width``."""
    return bool(_CUSTOM.fullmatch(name))


def check_style(style: object) -> tuple[str, tuple[Declaration, ...]]:
    """Return the allowed part of a style as CSS, and the declarations that are not allowed.

    :param style: CSS as text, or an object of JSX; a false value is no style.
    """
    allowed: list[Declaration] = []
    dropped: list[Declaration] = []
    for declaration in _parse_declarations(style) if style else ():
        is_allowed = is_style_allowed(declaration.name, declaration.value)
        (allowed if is_allowed else dropped).append(declaration)
    # Without the picture that its mask loads, an icon would be a box of its background's colour.
    if any(declaration.name.lower() in _MASKS for declaration in dropped):
        allowed.append(Declaration("background", "none"))
    return _write_style(allowed), tuple(dropped)


def place_frame(style: object) -> str | None:
    """Return the style of a frame in its place, if *style* lays the frame over the box around it.

    Videos are commonly written as a box of no height with a padding in per cent, and a frame that
    is positioned over it. As pages position nothing, the frame gets the shape of the box: first
    that of most videos, and that of `take_shape` if the box has one.

    :returns: CSS; ``None`` for a style that leaves the frame in its place.
    """
    declarations = _parse_declarations(style) if style else []
    if not any(
        (entry.name.lower(), entry.value.lower()) == ("position", "absolute")
        for entry in declarations
    ):
        return None
    others = [entry for entry in declarations if entry.name.lower() not in (*_OVERLAY, _SHAPE)]
    shape = [Declaration("width", "100%"), Declaration(_SHAPE, _DEFAULT_SHAPE)]
    return _write_style([*others, *shape])


def take_shape(box: object, frame: str) -> tuple[str, str] | None:
    """Return the styles of a box and of the frame in it, the frame with the shape of the box.

    :param box: the style of an element whose padding in per cent gives it its height.
    :param frame: the style of the frame directly inside, by `place_frame`.
    :returns: CSS for both; ``None`` if the box has no such padding or no position, or if the frame
        was in its place.
    """
    declarations = _parse_declarations(box) if box else []
    paddings = [entry.value for entry in declarations if entry.name.lower().startswith("padding")]
    percents = [match[1] for value in paddings if (match := _PERCENT.search(value))]
    shape = f"{_SHAPE}: {_DEFAULT_SHAPE}"
    # A frame is positioned over the nearest box that is positioned itself.
    is_positioned = any(entry.name.lower() == "position" for entry in declarations)
    if not percents or not is_positioned or shape not in frame:
        return None
    others = [
        entry
        for entry in declarations
        if entry.name.lower() != "height" and not entry.name.lower().startswith("padding")
    ]
    return _write_style(others), frame.replace(shape, f"{_SHAPE}: 100 / {percents[0]}")


def _write_style(declarations: list[Declaration]) -> str:
    """Return *declarations* as CSS."""
    return "; ".join(f"{entry.name}: {entry.value}" for entry in declarations)


def _parse_declarations(style: object) -> list[Declaration]:
    """Return the declarations of *style* that have a value."""
    if isinstance(style, dict):
        # As in React, a property whose value is null, undefined or a boolean is not written.
        pairs = [
            (_get_css_name(name), _get_css_value(name, value))
            for name, value in style.items()
            if value is not None and not isinstance(value, bool)
        ]
        return [Declaration(name, value.strip()) for name, value in pairs if value.strip()]
    # A semicolon inside quotes splits a value, too, as no allowed value contains one.
    parts = [part.partition(":") for part in _COMMENT.sub("", str(style)).split(";")]
    return [Declaration(name.strip(), value.strip()) for name, _, value in parts if name.strip()]


def is_style_allowed(name: str, value: str) -> bool:
    """Return whether a page may set the property *name* to *value*."""
    if not _is_value(value):
        return False
    # A variable has no effect of its own; where it is used, the site's styles decide.
    if is_custom_property(name):
        return True
    name, value = name.lower(), value.lower()
    if name == "position":
        return value.replace("!important", "").strip() in IN_FLOW_POSITIONS
    # Lengths are limited where they could reach other parts of the page.
    if name.startswith(_INWARD):
        return name in STYLE_PROPERTIES and _stays_inside(value)
    if name.startswith(_PAINTING):
        return name in STYLE_PROPERTIES and _stays_near(value)
    return name in STYLE_PROPERTIES


def _is_value(value: str) -> bool:
    """Return whether *value* fits the grammar of values, for any property."""
    if not value or len(value) > MAX_LENGTH or not _VALUE.fullmatch(value):
        return False
    # A comment could hide a part of the value from the checks below.
    if "/*" in value or "*/" in value or value.count("(") != value.count(")"):
        return False
    return STYLE_FUNCTIONS.issuperset(_CALL.findall(value.lower()))


def _stays_inside(value: str) -> bool:
    """Return whether no length is more negative than a line of text; functions are refused."""
    return all(_measure_lines(part) >= -1 for part in _SEPARATOR.split(value))


def _stays_near(value: str) -> bool:
    """Return whether all lengths are short; colours are ignored."""
    parts = _SEPARATOR.split(_COLOR.sub("red", value))
    return all(abs(_measure_lines(part)) <= _PAINTED_LINES for part in parts)


def _measure_lines(part: str) -> float:
    """Return a length in lines of text; 0 for a colour or a keyword.

    :returns: infinity for a unit that is not listed, NaN for what is none of these.
    """
    match = _LENGTH.fullmatch(part)
    if match is None:
        return 0.0 if _WORD.fullmatch(part) else math.nan
    number, line_length = float(match[1]), LINE_LENGTHS.get(match[2])
    if line_length is not None:
        return number / line_length
    return math.copysign(math.inf, number) if number else 0.0


def _get_css_name(name: str) -> str:
    """Return the name in CSS of a property of JSX: ``font-size`` for ``fontSize``."""
    return name if name.startswith("--") else _hyphenate(name)


def _get_css_value(name: str, value: object) -> str:
    """Return the value of a property of JSX; a number is in pixels if the property has a unit."""
    is_number = isinstance(value, (int, float))
    is_unitless = name.startswith("--") or _get_css_name(name) in UNITLESS_PROPERTIES
    return f"{value}px" if is_number and value and not is_unitless else str(value)
