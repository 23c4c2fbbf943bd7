"""The values that an expression can have, and their conversion to text and numbers.

Texts are `str`, numbers `int` or `float`, arrays `list`, objects `dict`, and ``null`` is ``None``.
"""

from __future__ import annotations

import enum
import math
import re
import sys
from array import array
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from sphinx_docsnav.vocabulary.html_names import COMPONENT_NAMES

if TYPE_CHECKING:
    from sphinx_docsnav.mdx.expressions import syntax_tree as nodes
MAX_JOINED = 10_000
"""The maximum number of items of nested arrays that are joined to one text."""
SPACES = (
    "\t\n\v\f\r \xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000\ufeff"
)
"""The characters that JavaScript treats as white space."""
_INDEX = re.compile(r"0|[1-9]\d{0,8}", re.ASCII)
"""A whole number as the key of an object."""
_BASED = re.compile(r"0(?:[xX][0-9a-fA-F]+|[bB][01]+|[oO][0-7]+)")
"""A number in another base."""
_DECIMAL = re.compile(r"[+-]?(?:Infinity|(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)", re.ASCII)
"""A decimal number as text."""
_NOT_IN_A_BUILD = {
    **dict.fromkeys(
        ("Math.random", "crypto"),
        "a page is built once, so that every reader would see the same value",
    ),
    **dict.fromkeys(
        ("fetch", "XMLHttpRequest", "WebSocket", "EventSource", "axios"),
        "a page loads nothing; write the data in the page or import them from a file",
    ),
    **dict.fromkeys(("process", "require"), "a page is built without Node.js"),
    **dict.fromkeys(
        (
            *("document", "localStorage", "location", "navigator", "sessionStorage", "window"),
            *("alert", "matchMedia", "requestAnimationFrame", "setInterval", "setTimeout"),
        ),
        "a page is built without a browser",
    ),
}
"""Names that every script in a browser knows, and why they have no value here."""
ELEMENTS = frozenset(name for name in COMPONENT_NAMES if "." not in name)
"""The components of the format, which code may use by name."""
_STANDARD = frozenset({"Intl", "Map", "Promise", "Set", "URL"})
"""Objects of JavaScript that every script knows, but that pages cannot use."""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class _Undefined(enum.Enum):
    UNDEFINED = "undefined"

    def __repr__(self) -> str:
        return "UNDEFINED"

    def __bool__(self) -> bool:
        return False


UNDEFINED: Final = _Undefined.UNDEFINED
"""JavaScript's ``undefined``."""


@dataclass(frozen=True, slots=True, eq=False)
class JsxValue:
    """An element as a value: ``icon={<img src="x" />}``, or the result of a component."""

    name: str
    """``""`` for a fragment."""
    props: dict[str, Any]
    """The evaluated attributes, without ``children``."""
    children: tuple[Any, ...]
    """Texts, numbers, elements and lists; ``None``, booleans and `UNDEFINED` show nothing."""
    target: Any = None
    """The value of its name in the scope; ``None`` if the name is unbound."""
    whole: Any = None
    """The rendered element, if it is a child that the page gives to a component."""


@dataclass(frozen=True, slots=True)
class FunctionPosition:
    """The position of a function's source."""

    file: str = ""
    """The file, relative to the site; ``""`` for the page itself."""
    line: int = 1


class RefusalError(Exception):
    """The end of an evaluation without a value; the text is the reason."""

    def __init__(
        self,
        reason: str,
        unbound: str = "",
        position: FunctionPosition | None = None,
        *,
        is_reported: bool = False,
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        """The reason, as a clause."""
        self.unbound = unbound
        """The unknown name, if that is the reason."""
        self.position = position
        """The position of the refused statement."""
        self.is_reported = is_reported
        """Whether the reason has been reported."""


class ThrownError(RefusalError):
    """An error of the page's code, which its own ``catch`` can handle."""

    value: Any = UNDEFINED
    """The value that was thrown."""


class DisplayValue:
    """A value that the page shows and that code can only pass on."""

    __slots__ = ()


def refuse_name(name: str, construct: str = "") -> RefusalError:
    """Return the refusal of a name that nothing defines.

    :param construct: what is refused if not the name alone, such as ``new Date()``.
    """
    reason = _NOT_IN_A_BUILD.get(name)
    if reason:
        # A name alone may be a placeholder; a construct is code.
        unbound = "" if construct else name
        return RefusalError(f"'{construct or name}' has no value here: {reason}", unbound)
    if construct:
        return RefusalError(f"'{construct}' is not supported")
    return RefusalError(f"'{name}' is not known here", name)


def refuse_function(name: str, owner: str, *, is_known_owner: bool = False) -> RefusalError:
    """Return the refusal of a function *name* that *owner* does not have.

    :param is_known_owner: whether pages know other functions of *owner*.
    """
    if name in _NOT_IN_A_BUILD:
        return refuse_name(name)
    if owner in _STANDARD or (is_known_owner and owner not in _NOT_IN_A_BUILD):
        return RefusalError(f"'{name}()' is not supported")
    return refuse_name(owner)


@dataclass(frozen=True, slots=True, eq=False)
class JsxComponent:
    """A function as a value: a component of the page, or a callback."""

    function: nodes.Function
    scope: Mapping[str, Any]
    """The names that it can use."""
    name: str = ""
    """The name under which it was exported."""
    position: FunctionPosition = FunctionPosition()
    """The position of its source."""


@dataclass(frozen=True, slots=True, eq=False)
class BuiltIn:
    """A function or object that is known to all pages, such as ``Math`` and ``Math.max``."""

    name: str
    """Its full name, for messages."""
    function: Callable[..., Any] | None = None
    """What a call does; ``None`` if it cannot be called.

    It gets the arguments, the budget, and a function that calls functions.
    """
    members: Mapping[str, Any] = field(default_factory=dict)
    """Its members, which pages cannot change."""


@dataclass(frozen=True, slots=True)
class Opaque:
    """A name of something that cannot be shown: a package, or a component that needs code."""

    reason: str
    """The reason, as a clause that follows the name."""
    is_reported: bool = False
    """Whether the reason has been reported, so that tags of that name need no message."""

    def refuse(self, use: str) -> RefusalError:
        """Return the refusal of code that needs the value.

        :param use: what the code does with it, such as ``a function that is called``.
        """
        return RefusalError(f"{use} {self.reason}", is_reported=self.is_reported)


@dataclass(frozen=True, slots=True)
class Unsupported:
    """The result of an evaluation without a value.

    The code is not in the subset, costs too much, or uses an unknown name.
    """

    reason: str
    """The reason, as a clause."""
    unbound: str = ""
    """The unknown name, if that is the reason."""
    source: str = field(default="", compare=False)
    """The source of the expression."""
    position: FunctionPosition | None = field(default=None, compare=False)
    """The line that cannot be evaluated, if it is known."""
    is_reported: bool = field(default=False, compare=False)
    """Whether the reason has been reported: an import that is missing."""

    def __bool__(self) -> bool:
        return False


@dataclass(slots=True, eq=False)
class RegexValue:
    """A regular expression; ``exec()`` changes its position."""

    pattern: str
    """The pattern between the slashes."""
    flags: str
    """The letters after them."""
    last_index: int = 0
    """The index where the next search starts, with the flag ``g``."""

    def __str__(self) -> str:
        return f"/{self.pattern}/{self.flags}"


@dataclass(frozen=True, slots=True)
class DateValue:
    """A date."""

    time: float
    """Milliseconds from 1970 in UTC; NaN for an invalid date."""

    def moment(self) -> datetime | None:
        """Return the date and time; ``None`` for an invalid date.

        :raises RefusalError: if `datetime` does not have its year.
        """
        try:
            return None if math.isnan(self.time) else _EPOCH + timedelta(milliseconds=self.time)
        except OverflowError:
            raise RefusalError("a date before the year 1 or after 9999 is not supported") from None

    def __str__(self) -> str:
        moment = self.moment()
        if moment is None:
            return "Invalid Date"
        # The names are English in every locale.
        week_day, month, day, time, _year = moment.ctime().split()
        day = f"{week_day} {month} {int(day):02} {moment.year:04}"
        return f"{day} {time} GMT+0000 (Coordinated Universal Time)"


class ErrorValue(dict[str, Any]):
    """An error with ``name`` and ``message``, which a spread or a loop does not see.

    A message that differs between browsers is ``None``.
    """

    def member(self, key: str) -> Value:
        """Return the member *key*; `UNDEFINED` if there is none.

        :raises RefusalError: if it differs between browsers.
        """
        value = self.get(key, None if key in ("cause", "stack") else UNDEFINED)
        if value is None:
            raise RefusalError(f"the {key} of this error is not known here")
        return value

    def __str__(self) -> str:
        return ": ".join(filter(None, (to_text(self.member(key)) for key in ("name", "message"))))


class MatchList(list[Any]):
    """The result of ``match()``: the text and its groups, with some properties."""

    members: dict[str, Any]
    """``index``, ``input`` and ``groups``."""


Value: TypeAlias = Any
"""Any value of this module."""


def is_function(value: Value) -> bool:
    """Return whether *value* can be called."""
    return isinstance(value, (BuiltIn, JsxComponent))


def is_nothing(value: Value) -> bool:
    """Return whether *value* is ``null`` or ``undefined``."""
    return value is None or value is UNDEFINED


def is_number(value: Value) -> bool:
    """Return whether *value* is a number; booleans are not."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def is_truthy(value: Value) -> bool:
    """Return whether ``if`` takes *value* for true; empty arrays and objects are."""
    # NaN is false in JavaScript and true in Python.
    if isinstance(value, float) and math.isnan(value):
        return False
    if isinstance(value, (list, dict)):
        return True
    if isinstance(value, (str, int, float)) or is_nothing(value):
        return bool(value)
    return True


def format_number(value: float) -> str:
    """Return a number in JavaScript's notation."""
    if isinstance(value, int):
        return str(value)
    if math.isnan(value):
        return "NaN"
    if math.isinf(value):
        return "Infinity" if value > 0 else "-Infinity"
    # Minus zero is printed without a sign.
    text = repr(value or 0)
    mantissa, sign, exponent = text.partition("e")
    if sign and not -6 <= int(exponent) < 21:  # noqa: PLR2004  # where JavaScript changes to exponents
        return f"{mantissa}e{int(exponent):+d}"
    # Between the limits, JavaScript writes all digits.
    return f"{Decimal(text):f}".removesuffix(".0")


def to_text(value: Value) -> str:
    """Return *value* as text, for a template or an attribute.

    :raises RefusalError: if an array has too many items, or for a name that cannot be imported.
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return value
    if isinstance(value, (int, float)):
        return format_number(value)
    if isinstance(value, list):
        return _join_items(value, [MAX_JOINED])
    if is_nothing(value):
        return "null" if value is None else "undefined"
    if isinstance(value, Opaque):
        raise value.refuse("a name that is used as text")
    return str(value) if isinstance(value, _WITH_TEXT) else "[object Object]"


_WITH_TEXT = (RegexValue, DateValue, ErrorValue)
"""Values that have a text of their own."""


def to_units(text: str) -> str:
    """Return *text* in the units in which JavaScript counts: two for a character beyond U+FFFF."""
    if text.isascii():
        return text
    # Each code of UTF-16 becomes a character of its own.
    codes = array("H", text.encode(f"utf-16-{sys.byteorder[0]}e", "surrogatepass"))
    return text if len(codes) == len(text) else "".join(map(chr, codes))


def join_surrogates(text: str) -> str:
    """Return *text* with a character for each pair of surrogates."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


def from_units(text: str) -> str:
    """Return *text* without surrogates.

    :raises RefusalError: if it has half of a pair, which no page can show.
    """
    try:
        return (
            text
            if text.isascii()
            else text.encode("utf-16-le", "surrogatepass").decode("utf-16-le")
        )
    except UnicodeDecodeError:
        raise RefusalError(
            "half of a character that JavaScript counts as two, such as an emoji, is no text"
        ) from None


def _join_items(items: list[Value], left: list[int]) -> str:
    """Return *items* joined by commas; *left* has the number of items that may be visited."""
    left[0] -= 1 + len(items)
    if left[0] < 0:
        raise RefusalError(f"a list gets longer than {MAX_JOINED:,} items")
    return ",".join(
        _join_items(item, left)
        if isinstance(item, list)
        else ("" if is_nothing(item) else to_text(item))
        for item in items
    )


def sort_members(value: Mapping[str, Value]) -> dict[str, Value]:
    """Return an object with its members in JavaScript's order: whole numbers first."""
    if isinstance(value, ErrorValue):
        return {}
    numbers = [key for key in value if _INDEX.fullmatch(key)]
    # The other members follow in the order in which they were added.
    return {**{key: value[key] for key in sorted(numbers, key=int)}, **value}


def to_number(value: Value) -> int | float:
    """Return *value* as a number; NaN if it is none."""
    if isinstance(value, (int, float)):
        return int(value) if isinstance(value, bool) else value
    if value is None:
        return 0
    if isinstance(value, DateValue):
        return to_integer(value.time)
    if isinstance(value, list):
        value = to_text(value)
    if isinstance(value, str):
        text = value.strip(SPACES)
        if _BASED.fullmatch(text):
            return to_integer(int(text, 0))
        return to_integer(float(text or 0)) if not text or _DECIMAL.fullmatch(text) else math.nan
    return math.nan


def to_integer(value: float) -> int | float:
    """Return a whole number as `int`, so that it is printed and used as an index like one.

    As in JavaScript, numbers beyond the range of `float` are infinite.
    """
    # Integers of Python have no limit, those of JavaScript are exact below 2 ** 53.
    if isinstance(value, int):
        if abs(value) < 2**53:
            return value
        try:
            return float(value)
        except OverflowError:
            return math.inf if value > 0 else -math.inf
    is_whole = value.is_integer() and abs(value) < 2**53
    return int(value) if is_whole and not is_minus_zero(value) else value


def is_minus_zero(value: float) -> bool:
    """Return whether *value* is the negative zero."""
    return value == 0 and math.copysign(1, value) < 0


def strictly_equal(left: Value, right: Value) -> bool:
    """Return ``left === right``; objects only equal themselves."""
    if is_number(left) and is_number(right):
        return bool(left == right)
    if isinstance(left, (str, bool)) and type(left) is type(right):
        return bool(left == right)
    return left is right


def loosely_equal(left: Value, right: Value) -> bool:
    """Return ``left == right`` for values that can be compared without code."""
    if is_nothing(left) or is_nothing(right):
        return is_nothing(left) and is_nothing(right)
    simple = (str, int, float)
    # An array is compared by its text with what is no array.
    if isinstance(left, list) != isinstance(right, list):
        left, right = (to_text(side) if isinstance(side, list) else side for side in (left, right))
    if isinstance(left, simple) and isinstance(right, simple) and type(left) is not type(right):
        return to_number(left) == to_number(right)
    return strictly_equal(left, right)
