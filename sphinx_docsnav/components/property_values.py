"""Types of properties with checks of their values, and messages about wrong values."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from pydantic import AfterValidator, ValidationError
from pydantic_core import PydanticCustomError

from sphinx_docsnav.docs_json.phrases import describe, join_names, suggest_name
from sphinx_docsnav.icons import STYLE_EXPECTED, STYLES

_CSS_COLOR = re.compile(
    r"#[0-9a-fA-F]{3,8}|[a-zA-Z]{3,20}"
    r"|(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\([0-9a-zA-Z.,%/ +-]{3,60}\)"
    r"|var\(--[\w-]{1,60}(?:, ?#[0-9a-fA-F]{3,8})?\)"
)
"""A colour by number, name, function or variable."""
_WITHOUT_HASH = re.compile(r"[0-9a-fA-F]{3}|[0-9a-fA-F]{6}")
"""The number of a colour without its ``#``."""
_PIXELS = re.compile(r"\d{1,3}(?:\.\d+)?(?:px)?")
_EXPECTED: Mapping[str, tuple[str, str]] = {
    "bool": ("true or false", "true"),
    "int": ("a whole number", "2"),
}
"""What is expected, and an example, by the first word of the type of pydantic's error."""


@dataclass(frozen=True, slots=True)
class WrongValue:
    """A property with a value that cannot be used."""

    name: str
    """The name of the attribute."""
    expected: str
    """What is expected, as part of a message."""
    found: str
    """The value, as part of a message."""
    hint: str = ""
    """The remedy, as a clause."""


def describe_wrong_values(error: ValidationError) -> tuple[WrongValue, ...]:
    """Return the properties of a component whose values cannot be used, ordered by name."""
    wrong_by_name: dict[str, WrongValue] = {}
    for item in error.errors():
        name, context = str(item["loc"][0]), item.get("ctx", {})
        expected, example = _EXPECTED.get(item["type"].partition("_")[0], ("text", ""))
        hint = f"write {name}={{{example}}}" if example else ""
        wrong_by_name[name] = WrongValue(
            name,
            context.get("expected", expected),
            describe(item["input"]),
            context.get("hint", hint),
        )
    return tuple(wrong_by_name[name] for name in sorted(wrong_by_name))


def require_one_of(*names: str, expected: str = "") -> AfterValidator:
    """Return a validator of a property that is empty or one of *names*, in any case.

    :param expected: what messages say instead of a long list.
    """

    def check(value: str) -> str:
        if value and value.lower() not in names:
            raise _make_error(expected or join_names(names, "or"), suggest_name(value, names))
        return value

    return AfterValidator(check)


def check_color(value: str) -> str:
    """Return *value* if it is a colour of CSS and nothing else, otherwise ``""``."""
    return value if _CSS_COLOR.fullmatch(value) else ""


def _check_color(value: str) -> str:
    """Return *value* if it is a colour or empty; raise an error otherwise."""
    if value and not check_color(value):
        # The most frequent mistake is a missing ``#``.
        hint = f"write '#{value}'" if _WITHOUT_HASH.fullmatch(value) else ""
        raise _make_error("a colour like '#16A34A'", hint)
    return value


def _check_pixels(value: str) -> str:
    """Return *value* without its unit if it is a number of pixels or empty."""
    if value and not _PIXELS.fullmatch(value):
        raise _make_error("a number of pixels", "")
    return value.removesuffix("px")


def _make_error(expected: str, hint: str) -> PydanticCustomError:
    """Return pydantic's error with what was expected."""
    return PydanticCustomError("value", "wrong value", {"expected": expected, "hint": hint})


CssColor = Annotated[str, AfterValidator(_check_color)]
"""A colour of CSS, or empty."""
Pixels = Annotated[str, AfterValidator(_check_pixels)]
"""A number of pixels as text, or empty."""
StyleName = Annotated[
    str,
    require_one_of(
        *STYLES,
        expected=STYLE_EXPECTED,
    ),
]
"""A style that some library of icons has, or empty."""
