"""The values an expression can have, and how they turn into text.

Texts are `str`, numbers `int` or `float`, arrays `list`, objects `dict`,
``null`` is ``None``.
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
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from sphinx_docsnav.vocabulary.component_names import COMPONENT_NAMES

if TYPE_CHECKING:
    from sphinx_docsnav.mdx.expressions import syntax_tree as nodes


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
    """An element as a value: ``icon={<img src="x" />}``, or what a component returns."""

    name: str
    """``""`` for a fragment."""
    props: dict[str, Any]
    """Attributes, evaluated; ``children`` is not among them."""
    children: tuple[Any, ...]
    """Texts, numbers, elements and lists; ``None``, booleans and `UNDEFINED` show nothing."""
    target: Any = None
    """The value of the name in the scope; ``None`` if it is unbound."""
    whole: Any = None
    """What the page shows for it if it stands there already, as a child of a component."""


@dataclass(frozen=True, slots=True)
class FunctionPosition:
    """The position of a function's source."""

    file: str = ""
    """The file, relative to the site; ``""`` for the page itself."""
    line: int = 1


class RefusalError(Exception):
    """The evaluation ends without a value; the text has the reason."""

    def __init__(self, reason: str, unbound: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        """Why."""
        self.unbound = unbound
        """The name nobody explains, if that is why."""
        self.place: FunctionPosition | None = None
        """The statement that was refused."""


class ThrownError(RefusalError):
    """An error that the page's own ``catch`` may take."""

    value: Any = UNDEFINED
    """What was thrown."""


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
"""Names that every script in a browser knows, and why they have no value."""


class Shown:
    """What the page shows and code can only pass on, as an element without properties."""

    __slots__ = ()


ELEMENTS = frozenset(name for name in COMPONENT_NAMES if "." not in name)
"""The format's components, which code may choose among by name."""
_STANDARD = frozenset({"Promise"})
"""Objects of JavaScript that every script knows, and pages do not."""


def unknown_name(name: str, construct: str = "") -> RefusalError:
    """Return the refusal of a name that nothing defines.

    :param construct: what is refused if it is not the name alone, such as ``new Date()``.
    """
    reason = _NOT_IN_A_BUILD.get(name)
    if reason:
        unbound = "" if construct else name
        return RefusalError(f"'{construct or name}' has no value here: {reason}", unbound)
    if construct:
        return RefusalError(f"'{construct}' is not supported")
    return RefusalError(f"'{name}' is not known here", name)


def unknown_function(name: str, owner: str, *, known: bool = False) -> RefusalError:
    """Return the refusal of a function *name* of an *owner* that has none of that name.

    :param known: whether pages know other functions of *owner*.
    """
    if name in _NOT_IN_A_BUILD:
        return unknown_name(name)
    if owner in _STANDARD or (known and owner not in _NOT_IN_A_BUILD):
        return RefusalError(f"'{name}()' is not supported")
    return unknown_name(owner)


@dataclass(frozen=True, slots=True, eq=False)
class JsxComponent:
    """A function as a value: a component of the page, or a callback of ``map``."""

    function: nodes.Function
    scope: Mapping[str, Any]
    """The names it sees."""
    name: str = ""
    """The name it was exported under."""
    place: FunctionPosition = FunctionPosition()
    """Where its source starts."""


@dataclass(frozen=True, slots=True, eq=False)
class BuiltIn:
    """A function or object that every page knows, such as ``Math`` and ``Math.max``."""

    name: str
    """Its full name, as messages write it."""
    function: Callable[..., Any] | None = None
    """What a call does; ``None`` if it cannot be called. It takes the arguments, the budget, and
    a function that calls functions."""
    members: Mapping[str, Any] = field(default_factory=dict)
    """Its members; no page can change them."""


@dataclass(frozen=True, slots=True)
class Opaque:
    """A name for something that cannot be shown: a package, a component with code."""

    reason: str
    """Why, as a clause that follows the name."""


@dataclass(frozen=True, slots=True)
class Unsupported:
    """There is no value: the source is not in the subset, or uses an unknown name."""

    reason: str
    """Why, as a clause."""
    unbound: str = ""
    """The name nobody explains, if that is why."""
    source: str = field(default="", compare=False)
    """The source of the expression."""
    place: FunctionPosition | None = field(default=None, compare=False)
    """The line that cannot be evaluated, if it is known."""

    def __bool__(self) -> bool:
        return False


@dataclass(slots=True, eq=False)
class RegexValue:
    """A regular expression; ``exec()`` moves it on."""

    pattern: str
    """The pattern between the slashes."""
    flags: str
    """The letters after them."""
    last_index: int = 0
    """Where the next search of one with the flag ``g`` starts."""

    def __str__(self) -> str:
        return f"/{self.pattern}/{self.flags}"


@dataclass(frozen=True, slots=True)
class DateValue:
    """A moment that the page names."""

    time: float
    """Milliseconds from 1970 in UTC; NaN if it is no date."""

    def moment(self) -> datetime | None:
        """Return the moment, ``None`` if it is no date.

        :raises RefusalError: its year is none that `datetime` knows.
        """
        try:
            return None if math.isnan(self.time) else _EPOCH + timedelta(milliseconds=self.time)
        except OverflowError:
            raise RefusalError("a date before the year 1 or after 9999 is not supported") from None

    def __str__(self) -> str:
        moment = self.moment()
        if moment is None:
            return "Invalid Date"
        week_day, month, day, time, _year = moment.ctime().split()  # English in every locale
        day = f"{week_day} {month} {int(day):02} {moment.year:04}"
        return f"{day} {time} GMT+0000 (Coordinated Universal Time)"


_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class ErrorValue(dict[str, Any]):
    """An error: ``name`` and ``message``, which a spread or a loop does not see.

    A message that each browser words in its own way is ``None``.
    """

    def member(self, key: str) -> Value:
        """Return the member *key*, `UNDEFINED` if it has none."""
        found = self.get(key, None if key in ("cause", "stack") else UNDEFINED)
        if found is None:
            raise RefusalError(f"the {key} of this error is not known here")
        return found

    def __str__(self) -> str:
        return ": ".join(filter(None, (to_text(self.member(key)) for key in ("name", "message"))))


class MatchList(list[Any]):
    """What ``match()`` finds: the text and its groups, with some properties."""

    members: dict[str, Any]
    """``index``, ``input`` and ``groups``."""


class SetList(list[Any]):
    """A ``Set`` as the list of its items: it can be spread and looped over."""


class MapList(list[Any]):
    """A ``Map`` as the list of its pairs."""


Value: TypeAlias = Any
"""Any of the above."""


def is_nothing(value: Value) -> bool:
    """Return whether *value* is ``null`` or ``undefined``."""
    return value is None or value is UNDEFINED


def is_number(value: Value) -> bool:
    """Return whether *value* is a number; booleans are none."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def truthy(value: Value) -> bool:
    """Return what ``if`` makes of *value*: empty arrays and objects are true."""
    if isinstance(value, float) and math.isnan(value):
        return False
    if isinstance(value, (list, dict)):
        return True
    if isinstance(value, (str, int, float)) or is_nothing(value):
        return bool(value)
    return True


def number_text(value: float) -> str:
    """Return a number as JavaScript prints it."""
    if isinstance(value, int):
        return str(value)
    if math.isnan(value):
        return "NaN"
    if math.isinf(value):
        return "Infinity" if value > 0 else "-Infinity"
    text = repr(value or 0)
    mantissa, sign, exponent = text.partition("e")
    if sign and not -6 <= int(exponent) < 21:  # noqa: PLR2004  # where JavaScript changes to exponents
        return f"{mantissa}e{int(exponent):+d}"
    return f"{Decimal(text):f}".removesuffix(".0")


MAX_JOINED = 10_000
"""Items of arrays in arrays that are made one text."""


def to_text(value: Value) -> str:  # noqa: PLR0911  # one line per type
    """Return *value* in a template or an attribute; nothing that needs code is text.

    :raises RefusalError: an array holds too much.
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return value
    if isinstance(value, (int, float)):
        return number_text(value)
    if isinstance(value, (SetList, MapList)):
        return "[object Set]" if isinstance(value, SetList) else "[object Map]"
    if isinstance(value, list):
        return _list_text(value, [MAX_JOINED])
    if value is None:
        return "null"
    if value is UNDEFINED:
        return "undefined"
    return str(value) if isinstance(value, _WITH_TEXT) else "[object Object]"


_WITH_TEXT = (RegexValue, DateValue, ErrorValue)
SPACES = "\t\n\v\f\r \xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
SPACES += "\u2028\u2029\u202f\u205f\u3000\ufeff"
"""What JavaScript takes for white space."""


def units(text: str) -> str:
    """Return *text* as JavaScript counts it: two surrogates for a character beyond U+FFFF."""
    if text.isascii():
        return text
    codes = array("H", text.encode(f"utf-16-{sys.byteorder[0]}e", "surrogatepass"))
    return text if len(codes) == len(text) else "".join(map(chr, codes))


def combined(text: str) -> str:
    """Return *text* with a character in place of each pair of surrogates."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


def characters(text: str) -> str:
    """Return *text* without surrogates.

    :raises RefusalError: it has half of a pair, which no page can show.
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


def _list_text(items: list[Value], left: list[int]) -> str:
    """Return *items* joined by commas; *left* is how many more may be visited."""
    left[0] -= 1 + len(items)
    if left[0] < 0:
        raise RefusalError(f"a list gets longer than {MAX_JOINED:,} items")
    return ",".join(
        _list_text(item, left)
        if isinstance(item, list) and not isinstance(item, (SetList, MapList))
        else ("" if is_nothing(item) else to_text(item))
        for item in items
    )


def in_order(value: Mapping[str, Value]) -> dict[str, Value]:
    """Return an object with its members as JavaScript lists them: whole numbers first."""
    if isinstance(value, ErrorValue):
        return {}
    numbers = [key for key in value if _INDEX.fullmatch(key)]
    return {**{key: value[key] for key in sorted(numbers, key=int)}, **value}


_INDEX = re.compile(r"0|[1-9]\d{0,8}", re.ASCII)


def to_number(value: Value) -> int | float:
    """Return *value* as a number, NaN if it is none."""
    if isinstance(value, (int, float)):
        return int(value) if isinstance(value, bool) else value
    if value is None:
        return 0
    if isinstance(value, DateValue):
        return tidy(value.time)
    if isinstance(value, list):
        value = to_text(value)
    if isinstance(value, str):
        text = value.strip(SPACES)
        if _BASED.fullmatch(text):
            return tidy(int(text, 0))
        return tidy(float(text or 0)) if not text or _DECIMAL.fullmatch(text) else math.nan
    return math.nan


_BASED = re.compile(r"0(?:[xX][0-9a-fA-F]+|[bB][01]+|[oO][0-7]+)")
_DECIMAL = re.compile(r"[+-]?(?:Infinity|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)", re.ASCII)


def tidy(value: float) -> int | float:
    """Return a whole number as `int`, so that it prints and indexes as one.

    Like JavaScript's, numbers have no more than a `float` can hold; larger ones are infinite.
    """
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
    """Return whether *value* is the zero that prints like the other one."""
    return value == 0 and math.copysign(1, value) < 0


def strictly_equal(left: Value, right: Value) -> bool:
    """Return ``left === right``: objects are equal to themselves only."""
    if is_number(left) and is_number(right):
        return bool(left == right)
    if isinstance(left, (str, bool)) and type(left) is type(right):
        return bool(left == right)
    return left is right


def loosely_equal(left: Value, right: Value) -> bool:
    """Return ``left == right`` for values that need no code to compare."""
    if is_nothing(left) or is_nothing(right):
        return is_nothing(left) and is_nothing(right)
    simple = (str, int, float)
    if isinstance(left, list) != isinstance(right, list):
        left, right = (to_text(side) if isinstance(side, list) else side for side in (left, right))
    if isinstance(left, simple) and isinstance(right, simple) and type(left) is not type(right):
        return to_number(left) == to_number(right)
    return strictly_equal(left, right)


class StateNote(NamedTuple):
    """What a message says of the states of a component."""

    clause: str
    """A clause that follows its name."""
    hint: str = "write the contents as <Tabs> of the page"
    """What its author can do."""
