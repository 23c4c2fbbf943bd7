"""Which styles a page may write: properties by list, values by grammar, nothing over the site.

A style may change how its element looks and how its content is laid out. It
may not load anything, and it may not move or paint the element over other
parts of the page, which could pass for the site's own.
"""

from __future__ import annotations

import re


def _names(words: str) -> frozenset[str]:
    return frozenset(words.split())


_PROPERTIES = _names(
    "color opacity visibility display overflow overflow-x overflow-y float clear cursor pointer- "
    "events background background-color background-image background-position background-repeat "
    "background-size background-clip mask-image -webkit-mask-image width height min-width max- "
    "width min-height max-height aspect-ratio box-sizing object-fit object-position inline-size "
    "block-size padding padding-top padding-right padding-bottom padding-left padding-inline "
    "padding-block padding-inline-start padding-inline-end padding-block-start padding-block-end "
    "margin margin-top margin-right margin-bottom margin-left margin-inline margin-block margin- "
    "inline-start margin-inline-end margin-block-start margin-block-end border border-top border- "
    "right border-bottom border-left border-color border-style border-width border-radius border- "
    "collapse border-spacing border-image border-top-color border-right-color border-bottom-color "
    "border-left-color border-top-style border-right-style border-bottom-style border-left-style "
    "border-top-width border-right-width border-bottom-width border-left-width border-top-left- "
    "radius border-top-right-radius border-bottom-left-radius border-bottom-right-radius border- "
    "inline-start border-inline-end box-shadow text-shadow outline outline-color outline-style "
    "outline-width font font-family font-size font-style font-variant font-weight font-stretch "
    "font-feature-settings font-variant-numeric line-height letter-spacing word-spacing text- "
    "align text-align-last text-decoration text-decoration-color text-decoration-line text- "
    "decoration-style text-decoration-thickness text-indent text-overflow text-transform text- "
    "underline-offset text-wrap white-space word-break overflow-wrap word-wrap hyphens tab-size "
    "vertical-align direction writing-mode list-style list-style-type list-style-position flex "
    "flex-basis flex-direction flex-flow flex-grow flex-shrink flex-wrap gap row-gap column-gap "
    "grid grid-area grid-auto-columns grid-auto-flow grid-auto-rows grid-column grid-column-end "
    "grid-column-start grid-column-gap grid-gap grid-row grid-row-end grid-row-start grid-row-gap "
    "grid-template grid-template-areas grid-template-columns grid-template-rows align-content "
    "align-items align-self justify-content justify-items justify-self place-content place-items "
    "place-self order columns column-count column-width column-rule break-inside table-layout "
    "caption-side empty-cells animation animation-delay animation-direction animation-duration "
    "animation-fill-mode animation-iteration-count animation-name animation-play-state animation- "
    "timing-function transition transition-delay transition-duration transition-property "
    "transition-timing-function user-select accent-color color-scheme fill fill-opacity fill-rule "
    "stroke stroke-width stroke-linecap stroke-linejoin stroke-opacity stroke-dasharray stroke- "
    "dashoffset"
)
"""Positions, offsets, layers, transforms and filters are none of them."""
_FUNCTIONS = _names(
    "rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark calc min max clamp var "
    "linear-gradient radial-gradient conic-gradient repeating-linear-gradient repeating-radial- "
    "gradient repeating-conic-gradient repeat minmax fit-content cubic-bezier steps"
)
"""Functions that compute; none of them loads anything."""
_VALUES = {"position": frozenset({"static", "relative"})}
"""Properties of which only some values are allowed."""
_INWARD = ("margin", "text-indent", "letter-spacing", "word-spacing", "vertical-align")
"""Properties that move what they apply to out of its box with a negative length."""
_SHADOWS = ("box-shadow", "text-shadow", "outline", "text-underline-offset")
"""Properties that paint outside of the box."""
_LENGTHS = {"": 0.0, "px": 16.0, "em": 1.0, "rem": 1.0, "ex": 2.0, "ch": 2.0, "pt": 12.0}
"""How far a length of each unit may lead out of the box; a number without a unit is 0."""
_SHADOW_FACTOR = 4
"""A shadow may reach that many times as far."""
MAX_LENGTH = 2_000
"""A longer value is left out."""
_VALUE = re.compile(r"(?:[\w\s.,%/+*#!()-]|\"[\w\s.,-]*\"|'[\w\s.,-]*')*", re.ASCII)
_CALL = re.compile(r"([\w-]*)\(", re.ASCII)
_SEPARATOR = re.compile(r"[\s,/]+")
_LENGTH = re.compile(r"([+-]?(?:\d+\.?\d*|\.\d+))([a-z]*|%)", re.ASCII)
_WORD = re.compile(rf"{_LENGTH.pattern}|#[0-9a-f]{{3,8}}|!?[a-z-]+", re.ASCII)
_COLOR = re.compile(r"\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\([^()]*\)")
_CUSTOM = re.compile(r"--[\w-]{1,80}", re.ASCII)
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_NAME = re.compile(r"[A-Z]")
_UNITLESS = _names(
    "opacity zIndex fontWeight lineHeight flex flexGrow flexShrink order zoom aspectRatio"
)


def clean_style(value: object) -> str:
    """Return a style, written as text or as an object, without what is not allowed."""
    if not value:
        return ""
    if isinstance(value, dict):
        pairs = [(_css_name(name), _css_value(name, item)) for name, item in value.items()]
    else:
        parts = _COMMENT.sub("", str(value)).split(";")
        pairs = [(name, item) for name, _, item in (part.partition(":") for part in parts)]
    found = ((name.strip(), item.strip()) for name, item in pairs)
    return "; ".join(f"{name}: {item}" for name, item in found if is_style_allowed(name, item))


def is_style_allowed(name: str, value: str) -> bool:
    """Return whether a page may set the property *name* to *value*."""
    lower = value.lower()
    if not value or len(value) > MAX_LENGTH or not _VALUE.fullmatch(value):
        return False
    if (
        "/*" in value
        or "*/" in value
        or lower.count("(") != lower.count(")")
        or not _FUNCTIONS.issuperset(_CALL.findall(lower))
    ):
        return False
    name = name if name.startswith("--") else name.lower()
    if name in _VALUES:
        return lower.replace("!important", "").strip() in _VALUES[name]
    if name not in _PROPERTIES and not _CUSTOM.fullmatch(name):
        return False
    if name.startswith(_INWARD):
        return _stays_inside(lower.strip())
    return not name.startswith(_SHADOWS) or _stays_near(lower.strip())


def _stays_inside(value: str) -> bool:
    """Return whether all lengths are positive or short; computed values are not checked."""
    return all(
        _is_known(word) and _is_short(-_length(word), word, 1) for word in _SEPARATOR.split(value)
    )


def _stays_near(value: str) -> bool:
    """Return whether all lengths are short; colours are ignored."""
    words = _SEPARATOR.split(_COLOR.sub("red", value))
    return all(
        _is_known(word) and _is_short(abs(_length(word)), word, _SHADOW_FACTOR) for word in words
    )


def _is_known(word: str) -> bool:
    return bool(_WORD.fullmatch(word))


def _length(word: str) -> float:
    match = _LENGTH.fullmatch(word)
    return float(match[1]) if match else 0.0


def _is_short(length: float, word: str, factor: int) -> bool:
    match = _LENGTH.fullmatch(word)
    return length <= 0 or match is None or length <= _LENGTHS.get(match[2], 0.0) * factor


def _css_name(name: object) -> str:
    words = str(name)
    if words.startswith("--"):
        return words
    return _NAME.sub(lambda letter: f"-{letter.group().lower()}", words)


def _css_value(name: object, value: object) -> str:
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return f"{value}px" if number and value and str(name) not in _UNITLESS else str(value)
