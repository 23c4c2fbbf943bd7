"""``Date`` in the time zone UTC, without formats of languages; today is the day of the build."""

from __future__ import annotations

import math
import os
import re
import time
from collections.abc import Callable
from datetime import UTC, datetime

from sphinx_docsnav.mdx.expressions.budget import Budget
from sphinx_docsnav.mdx.expressions.operations import CallFunction, Method
from sphinx_docsnav.mdx.expressions.values import (
    UNDEFINED,
    DateValue,
    ErrorValue,
    RefusalError,
    ThrownError,
    Value,
    to_number,
    to_text,
)

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_DAY = 86_400
_MAX_TIME = 8.64e15
"""The largest number of milliseconds from 1970 that JavaScript allows."""
_ISO = re.compile(
    r"(\d{4})(?:-(\d\d)(?:-(\d\d))?)?(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,3})\d*)?)?(Z|[+-]\d\d:?\d\d)?)?\Z",
    re.ASCII,
)
"""A date, or a date and time, in ISO format."""


def _get_time_of_numbers(numbers: list[float]) -> float:
    """Return the milliseconds of a year, a month counted from 0, a day, hours and so on.

    As in JavaScript, a part can be larger than its unit.

    :raises RefusalError: if the year is outside 1 to 9999.
    """
    if not all(map(math.isfinite, numbers)):
        return math.nan
    if any(abs(number) > 1e6 for number in numbers):  # noqa: PLR2004  # a year that no page means
        raise RefusalError("a date of such large numbers is not supported")
    year, month, day, *clock = (int(n) for n in (*numbers, *(0, 0, 1, 0, 0, 0, 0)[len(numbers) :]))
    # Months beyond December belong to later years.
    year, month = year + month // 12, month % 12
    if not 1 <= year <= 9999:  # noqa: PLR2004  # the years that datetime knows
        raise RefusalError("a date before the year 1 or after 9999 is not supported")
    hours, minutes, seconds, milliseconds = clock[:4]
    start = (datetime(year, month + 1, 1, tzinfo=UTC) - _EPOCH).total_seconds() * 1000
    total_minutes = ((day - 1) * 24 + hours) * 60 + minutes
    return start + (total_minutes * 60 + seconds) * 1000 + milliseconds


def _get_time_of_arguments(arguments: list[Value]) -> float:
    """Return the milliseconds of the arguments of ``new Date(year, month, …)``."""
    year, *rest = (float(to_number(item)) for item in arguments[:7] or [UNDEFINED])
    return _get_time_of_numbers([year + 1900 if 0 <= year <= 99 else year, *rest])  # noqa: PLR2004  # two digits


def _parse_date(text: str) -> float:
    """Return the milliseconds of a date as text; NaN if it is none.

    :raises RefusalError: if it is in a format that only browsers read.
    """
    match = _ISO.match(text.strip())
    if match:
        year, month, day, hour, minute, second, fraction, zone = match.groups()
        parts = [year, month or 1, day or 1, hour or 0, minute or 0, second or 0]
        numbers = [float(part) for part in parts]
        clock = (hour or "00", minute or "00", second or "00", (fraction or "").strip("0"))
        # Midnight can be the end of a day.
        is_clock = clock[0] < "24" and clock[1] < "60" and clock[2] < "60"
        is_day = 1 <= numbers[1] <= 12 and 1 <= numbers[2] <= 31  # noqa: PLR2004  # months, days
        if not (is_day and (is_clock or clock == ("24", "00", "00", ""))):
            return math.nan
        numbers[1] -= 1
        result = _get_time_of_numbers([*numbers, float((fraction or "0").ljust(3, "0"))])
        if zone and zone != "Z":
            offset = int(zone[1:3]) * 60 + int(zone[-2:])
            result -= offset * 60_000 * (-1 if zone[0] == "-" else 1)
        return result
    # A text with digits is probably a date that browsers read in their own ways.
    if any(map(str.isdigit, text)):
        raise RefusalError(f"the date '{text[:40]}' is not written in a form that is supported")
    return math.nan


def _get_today(_arguments: list[Value], budget: Budget, *_: object) -> int:
    """Return the beginning of the day of the build, so that builds of one day are equal."""
    budget.mark_dated()
    # Reproducible builds set the time.
    seconds = int(os.environ.get("SOURCE_DATE_EPOCH") or time.time())
    return seconds // _DAY * _DAY * 1000


def construct_date(arguments: list[Value], budget: Budget, call: CallFunction) -> DateValue:
    """Return the value of ``new Date(…)``."""
    argument = arguments[0] if arguments else _get_today([], budget, call)
    if len(arguments) > 1:
        moment = _get_time_of_arguments(arguments)
    elif isinstance(argument, DateValue):
        moment = argument.time
    else:
        argument = to_text(argument) if isinstance(argument, list) else argument
        moment = _parse_date(argument) if isinstance(argument, str) else float(to_number(argument))
    # A date out of range is invalid, as in JavaScript.
    return DateValue(moment if abs(moment) <= _MAX_TIME else math.nan)


def _get_time(value: DateValue) -> int | float:
    """Return the milliseconds of a date."""
    return value.time if math.isnan(value.time) else int(value.time)


def _make_part_method(read: Callable[[datetime], int]) -> Method:
    """Return a method that returns one number of a date; NaN for an invalid date."""

    def method(value: DateValue, *_: object) -> Value:
        moment = value.moment()
        return math.nan if moment is None else read(moment)

    return method


def get_iso_text(value: DateValue) -> str | None:
    """Return *value* in the format of JSON; ``None`` for an invalid date."""
    moment = value.moment()
    if moment is None:
        return None
    return moment.replace(tzinfo=None).isoformat(timespec="milliseconds") + "Z"


def _to_iso_string(value: DateValue, *_: object) -> str:
    """Return the value of ``toISOString()``, which throws for an invalid date."""
    text = get_iso_text(value)
    if text is None:
        error = ThrownError("toISOString() of a date that is none")
        error.value = ErrorValue(name="RangeError", message="Invalid time value")
        raise error
    return text


DATE: dict[str, Callable[[list[Value], Budget, CallFunction], Value]] = {
    "now": _get_today,
}
"""The functions of ``Date``."""
_PARTS_OF_DATES: dict[str, Callable[[datetime], int]] = {
    "FullYear": lambda moment: moment.year,
    "Month": lambda moment: moment.month - 1,
    "Date": lambda moment: moment.day,
    "Day": lambda moment: moment.isoweekday() % 7,
    "Hours": lambda moment: moment.hour,
    "Minutes": lambda moment: moment.minute,
    "Seconds": lambda moment: moment.second,
    "Milliseconds": lambda moment: moment.microsecond // 1000,
}
"""The numbers of a date, by the name of their methods."""
DATE_METHODS: dict[str, Method] = {
    **{f"get{name}": _make_part_method(read) for name, read in _PARTS_OF_DATES.items()},
    **{f"getUTC{name}": _make_part_method(read) for name, read in _PARTS_OF_DATES.items()},
    "getTimezoneOffset": lambda *_: 0,
    "getTime": lambda value, *_: _get_time(value),
    "valueOf": lambda value, *_: _get_time(value),
    "toISOString": _to_iso_string,
    "toJSON": lambda value, *_: get_iso_text(value),
    "toString": lambda value, *_: str(value),
}
"""The methods of dates."""
