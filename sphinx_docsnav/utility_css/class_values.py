"""The values of utility classes: lengths, fractions, colours, and values in brackets."""

from __future__ import annotations

import re

from sphinx_docsnav.utility_css.palette import COLOURS

_SPACING_STEP = 0.25
"""Size of one step of the spacing scale, in rem."""
_NUMBER = re.compile(r"\d{1,4}(?:\.\d{1,3})?")
_FRACTION = re.compile(r"(\d{1,4})/(\d{1,4})")
_BRACKETS = re.compile(r"\[([^\[\]]{1,120})\]")
_PLAIN = re.compile(r"[\w.%#+*/(), -]+")
_FUNCTION = re.compile(r"([\w-]*)\(")
_FUNCTIONS = frozenset(
    "calc clamp fit-content hsl hsla max min minmax oklab oklch repeat rgb rgba var".split()  # noqa: SIM905 -- words
)
_CALCULATES = re.compile(r"\b(?:calc|clamp|max|min)\(")
_OPERATOR = re.compile(
    r"(?P<name>var\([^()]*\))"
    r"|(?<=[\w%)])\s*(?P<sign>[-+*/])\s*(?=[\d.(]|(?:calc|clamp|max|min|var)\()"
)
"""An operator between two values, or the name of a variable, which may look like two."""
_COLOUR = re.compile(r"#[0-9a-fA-F]{3,8}|(?:rgba?|hsla?|oklch|oklab)\(.*\)|var\(--[\w-]+\)")
_SIZES = {
    "auto": "auto",
    "px": "1px",
    "full": "100%",
    "fit": "fit-content",
    "min": "min-content",
    "max": "max-content",
    "none": "none",
}


def arbitrary(value: str) -> str:
    """Return what *value* has in brackets as a CSS value, empty if it is not safe to use.

    Safe are numbers, words, colours and a few functions; no quotes, braces,
    escapes or addresses, so that a value cannot end its rule or load anything.
    """
    found = _BRACKETS.fullmatch(value)
    if found is None or not _PLAIN.fullmatch(found[1]):
        return ""
    text = found[1].replace("_", " ")
    if _CALCULATES.search(text):
        text = _OPERATOR.sub(_spaced, text)
    known = all(name in _FUNCTIONS for name in _FUNCTION.findall(text))
    return text if known and _is_balanced(text) else ""


def _spaced(found: re.Match[str]) -> str:
    """Return an operator with the spaces that CSS requires; names as they are."""
    return found["name"] or f" {found['sign']} "


def _is_balanced(text: str) -> bool:
    depth = 0
    for character in text:
        depth += (character == "(") - (character == ")")
        if depth < 0:
            return False
    return depth == 0


def number(value: str) -> str:
    """Return a plain number, or one in brackets; empty for anything else."""
    return value if _NUMBER.fullmatch(value) else arbitrary(value)


def spacing(value: str) -> str:
    """Return a length of the spacing scale: ``4`` is 1rem."""
    if value == "px":
        return "1px"
    if _NUMBER.fullmatch(value):
        steps = float(value) * _SPACING_STEP
        return f"{steps:g}rem" if steps else "0"
    return arbitrary(value)


def size(value: str) -> str:
    """Return a length, a fraction of what is around, or a word such as ``full``."""
    fraction = _FRACTION.fullmatch(value)
    if fraction and int(fraction[2]):
        return f"{100 * int(fraction[1]) / int(fraction[2]):.6g}%"
    return _SIZES.get(value) or spacing(value)


def negated(length: str) -> str:
    """Return *length* with the other sign."""
    return f"calc({length} * -1)" if "(" in length or " " in length else f"-{length}"


def colour(value: str) -> str:
    """Return a colour: ``zinc-950``, ``white/20`` or ``[#fff]``; empty for anything else."""
    name, slash, share = value.partition("/")
    if value.startswith("["):
        name, slash, share = (*value.partition("]/"),) if "]/" in value else (value, "", "")
        name = name if name.endswith("]") else f"{name}]"
        text = arbitrary(name)
        found = text if _COLOUR.fullmatch(text) else ""
    else:
        found = COLOURS.get(name, "")
    if not found or not slash:
        return found
    part = _share(share)
    return f"color-mix(in srgb,{found} {part},transparent)" if part else ""


def _share(value: str) -> str:
    """Return an opacity as a percentage: ``20``, ``[0.2]`` or ``[20%]``."""
    if _NUMBER.fullmatch(value):
        return f"{value}%"
    inner = arbitrary(value)
    if _NUMBER.fullmatch(inner):
        return f"{float(inner) * 100:g}%"
    return inner if _NUMBER.fullmatch(inner.removesuffix("%")) else ""
