"""The styles that a page may write: properties by allow-list, values by grammar.

A style may change how its element looks and how its content is laid out. It may not load
anything, and it may not move or paint the element over other parts of the page, which could
pass for the site's own.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from sphinx_docsnav.vocabulary.css_names import (
    IN_FLOW_POSITIONS,
    LINE_LENGTHS,
    STYLE_FUNCTIONS,
    STYLE_PROPERTIES,
    UNITLESS_PROPERTIES,
)

MAX_LENGTH = 2_000
"""A longer value is left out."""

_INWARD = ("margin", "text-indent", "letter-spacing", "word-spacing", "vertical-align")
"""Properties that move what they apply to out of its box with a negative length."""
_PAINTING = (
    "box-shadow",
    "text-shadow",
    "outline",
    "text-decoration",
    "text-underline-offset",
    "column-rule",
)
"""Properties that paint outside of the box."""
_PAINTED_LINES = 4
"""A shadow may reach that many lines of text out of its box, a negative margin one."""

_VALUE = re.compile(r"(?:[\w\s.,%/+*#!()-]|\"[\w\s.,-]*\"|'[\w\s.,-]*')*", re.ASCII)
_CALL = re.compile(r"([\w-]*)\(", re.ASCII)
_SEPARATOR = re.compile(r"[\s,/]+")
_LENGTH = re.compile(r"([+-]?(?:\d+\.?\d*|\.\d+))([a-z]*|%)", re.ASCII)
_WORD = re.compile(rf"{_LENGTH.pattern}|#[0-9a-f]{{3,8}}|!?[a-z-]+", re.ASCII)
_COLOR = re.compile(r"\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\([^()]*\)")
_CUSTOM = re.compile(r"--[\w-]{1,80}", re.ASCII)
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_CAPITAL = re.compile(r"[A-Z]")


@dataclass(frozen=True, slots=True)
class Declaration:
    """One property of a style, by its name in CSS, and its value."""

    name: str
    value: str

    @property
    def has_known_name(self) -> bool:
        """Whether a page may set the property to some value."""
        name = self.name.lower()
        return name in STYLE_PROPERTIES or name == "position" or is_custom(self.name)


def is_custom(name: str) -> bool:
    """Return whether *name* is that of a variable of CSS: ``--tree-width``."""
    return bool(_CUSTOM.fullmatch(name))


def check_style(style: object) -> tuple[str, tuple[Declaration, ...]]:
    """Return the allowed part of a style as text, and the declarations that it left out.

    :param style: text of CSS, or an object of JSX; anything false is no style.
    """
    allowed: list[str] = []
    dropped: list[Declaration] = []
    for declaration in _declarations(style) if style else ():
        if is_style_allowed(declaration.name, declaration.value):
            allowed.append(f"{declaration.name}: {declaration.value}")
        else:
            dropped.append(declaration)
    return "; ".join(allowed), tuple(dropped)


def _declarations(style: object) -> list[Declaration]:
    """Return the declarations of *style*, without those that have no value."""
    if isinstance(style, dict):
        # React writes no property whose value is null, undefined or a boolean.
        pairs = [
            (_css_name(str(name)), _css_value(str(name), value))
            for name, value in style.items()
            if value is not None and not isinstance(value, bool)
        ]
        return [Declaration(name, value.strip()) for name, value in pairs if value.strip()]
    # A semicolon inside of quotes splits a value, too: no allowed value contains one.
    parts = [part.partition(":") for part in _COMMENT.sub("", str(style)).split(";")]
    return [Declaration(name.strip(), value.strip()) for name, _, value in parts if name.strip()]


def is_style_allowed(name: str, value: str) -> bool:
    """Return whether a page may set the property *name* to *value*."""
    if not _is_value(value):
        return False
    if is_custom(name):
        return True
    name, value = name.lower(), value.lower()
    if name == "position":
        return value.replace("!important", "").strip() in IN_FLOW_POSITIONS
    if name.startswith(_INWARD):
        return name in STYLE_PROPERTIES and _stays_inside(value)
    if name.startswith(_PAINTING):
        return name in STYLE_PROPERTIES and _stays_near(value)
    return name in STYLE_PROPERTIES


def _is_value(value: str) -> bool:
    """Return whether *value* fits the grammar of values, whatever its property is."""
    if not value or len(value) > MAX_LENGTH or not _VALUE.fullmatch(value):
        return False
    if "/*" in value or "*/" in value or value.count("(") != value.count(")"):
        return False
    return STYLE_FUNCTIONS.issuperset(_CALL.findall(value.lower()))


def _stays_inside(value: str) -> bool:
    """Return whether all lengths are positive or short; computed values are not checked."""
    return all(
        _is_known(word) and _is_short(-_length(word), word, 1) for word in _SEPARATOR.split(value)
    )


def _stays_near(value: str) -> bool:
    """Return whether all lengths are short; colours are ignored."""
    words = _SEPARATOR.split(_COLOR.sub("red", value))
    return all(
        _is_known(word) and _is_short(abs(_length(word)), word, _PAINTED_LINES) for word in words
    )


def _is_known(word: str) -> bool:
    return bool(_WORD.fullmatch(word))


def _length(word: str) -> float:
    match = _LENGTH.fullmatch(word)
    return float(match[1]) if match else 0.0


def _is_short(length: float, word: str, lines: int) -> bool:
    """Return whether *length*, that of *word*, is at most that of some lines of text."""
    match = _LENGTH.fullmatch(word)
    return length <= 0 or match is None or length <= LINE_LENGTHS.get(match[2], 0.0) * lines


def _css_name(name: str) -> str:
    """Return the name in CSS of a property that JSX writes with capital letters."""
    if name.startswith("--"):
        return name
    return _CAPITAL.sub(lambda letter: f"-{letter.group().lower()}", name)


def _css_value(name: str, value: object) -> str:
    """Return the value of a property of JSX; a number is a length unless the property has none."""
    is_number = isinstance(value, (int, float))
    unitless = name.startswith("--") or _css_name(name) in UNITLESS_PROPERTIES
    return f"{value}px" if is_number and value and not unitless else str(value)
