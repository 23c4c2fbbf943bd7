"""What the value of a property can be, and what a message says about another one."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from pydantic import AfterValidator, ValidationError
from pydantic_core import PydanticCustomError

from sphinx_docsnav.docs_json.phrases import describe, did_you_mean, listing
from sphinx_docsnav.icons.libraries import STYLE_EXPECTED, STYLES

_CSS_COLOR = re.compile(
    r"#[0-9a-fA-F]{3,8}|[a-zA-Z]{3,20}"
    r"|(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\([0-9a-zA-Z.,%/ +-]{3,60}\)"
    r"|var\(--[\w-]{1,60}(?:, ?#[0-9a-fA-F]{3,8})?\)"
)
_WITHOUT_HASH = re.compile(r"[0-9a-fA-F]{3}|[0-9a-fA-F]{6}")
_PIXELS = re.compile(r"\d{1,3}(?:\.\d+)?(?:px)?")
_EXPECTED: Mapping[str, tuple[str, str]] = {
    "bool": ("true or false", "true"),
    "int": ("a whole number", "2"),
}
"""What is expected, and an example, by the first word of the type of pydantic's error."""


@dataclass(frozen=True, slots=True)
class WrongValue:
    """A property whose value cannot be used."""

    name: str
    """The attribute."""
    expected: str
    """What the message says is expected."""
    found: str
    """What the message says was found."""
    hint: str = ""
    """The remedy, as a clause."""


def wrong_values(error: ValidationError) -> tuple[WrongValue, ...]:
    """Return what is wrong with the properties of a component, in order of their names."""
    found: dict[str, WrongValue] = {}
    for item in error.errors():
        name, given = str(item["loc"][0]), item.get("ctx", {})
        expected, example = _EXPECTED.get(item["type"].partition("_")[0], ("text", ""))
        hint = f"write {name}={{{example}}}" if example else ""
        found[name] = WrongValue(
            name,
            given.get("expected", expected),
            describe(item["input"]),
            given.get("hint", hint),
        )
    return tuple(found[name] for name in sorted(found))


def one_of(*names: str, expected: str = "") -> AfterValidator:
    """Return the check of a property that is empty or one of *names*, in any case.

    :param expected: what a message says instead of a long list.
    """

    def check(value: str) -> str:
        if value and value.lower() not in names:
            raise _refusal(expected or listing(names, "or"), did_you_mean(value, names))
        return value

    return AfterValidator(check)


def safe_color(value: str) -> str:
    """Return *value* if it is a colour of CSS and nothing more, else ``""``."""
    return value if _CSS_COLOR.fullmatch(value) else ""


def _check_color(value: str) -> str:
    if value and not safe_color(value):
        hint = f"write '#{value}'" if _WITHOUT_HASH.fullmatch(value) else ""
        raise _refusal("a colour like '#16A34A'", hint)
    return value


def _check_pixels(value: str) -> str:
    if value and not _PIXELS.fullmatch(value):
        raise _refusal("a number of pixels", "")
    return value.removesuffix("px")


def _refusal(expected: str, hint: str) -> PydanticCustomError:
    return PydanticCustomError("value", "wrong value", {"expected": expected, "hint": hint})


CssColor = Annotated[str, AfterValidator(_check_color)]
"""A colour of CSS, or empty."""
Pixels = Annotated[str, AfterValidator(_check_pixels)]
"""A number of pixels as text, or empty."""
StyleName = Annotated[
    str,
    one_of(
        *STYLES,
        expected=STYLE_EXPECTED,
    ),
]
"""A style that some library of icons has, or empty."""
