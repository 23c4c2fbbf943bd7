"""``Date``; the time zone is UTC, the language English, the present the day of the build."""

from __future__ import annotations

import math
import os
import re
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from sphinx_docsnav.mdx.expressions.budget import Budget
from sphinx_docsnav.mdx.expressions.text_methods import CallFunction, Method
from sphinx_docsnav.mdx.expressions.values import (
    UNDEFINED,
    DateValue,
    RefusalError,
    Value,
    is_nothing,
    to_number,
)

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_DAY = 86_400
_LONGEST = 8.64e15
"""Milliseconds from 1970 that JavaScript can count."""
_ISO = re.compile(
    r"(\d{4})(?:-(\d\d)(?:-(\d\d))?)?(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,3})\d*)?)?(Z|[+-]\d\d:?\d\d)?)?\Z"
)
_FORMS = ("%B %d, %Y", "%b %d, %Y", "%d %B %Y", "%d %b %Y", "%m/%d/%Y", "%Y/%m/%d")
_PARTS: dict[str, dict[str, str]] = {
    "weekday": {"long": "%A", "short": "%a"},
    "year": {"numeric": "%Y", "2-digit": "%y"},
    "month": {"long": "%B", "short": "%b", "numeric": "{0.month}", "2-digit": "%m"},
    "day": {"numeric": "{0.day}", "2-digit": "%d"},
}


def _from_numbers(numbers: list[float]) -> float:
    """Return the milliseconds of year, month from 0, day, hours, …; parts may be too large."""
    if not all(map(math.isfinite, numbers)) or any(abs(number) > 1e6 for number in numbers):  # noqa: PLR2004  # a year that no page means
        return math.nan
    year, month, day, *rest = (int(n) for n in (*numbers, *(0, 0, 1, 0, 0, 0, 0)[len(numbers) :]))
    year, month = year + month // 12, month % 12
    if not 1 <= year <= 9999:  # noqa: PLR2004  # the years that datetime knows
        return math.nan
    hours, minutes, seconds, milliseconds = rest[:4]
    start = (datetime(year, month + 1, 1, tzinfo=UTC) - _EPOCH).total_seconds() * 1000
    minutes_in_all = ((day - 1) * 24 + hours) * 60 + minutes
    return start + (minutes_in_all * 60 + seconds) * 1000 + milliseconds


def _from_text(text: str) -> float:
    """Return the milliseconds of a written date, NaN if it is in no form that is known."""
    found = _ISO.match(text.strip())
    if found:
        year, month, day, hour, minute, second, fraction, zone = found.groups()
        parts = [year, month or 1, day or 1, hour or 0, minute or 0, second or 0]
        numbers = [float(part) for part in parts]
        if not (1 <= numbers[1] <= 12 and 1 <= numbers[2] <= 31):  # noqa: PLR2004  # months, days
            return math.nan
        numbers[1] -= 1
        result = _from_numbers([*numbers, float((fraction or "0").ljust(3, "0"))])
        if zone and zone != "Z":
            away = int(zone[1:3]) * 60 + int(zone[-2:])
            result -= away * 60_000 * (-1 if zone[0] == "-" else 1)
        return result
    for form in _FORMS:
        try:
            read = datetime.strptime(text.strip(), form).replace(tzinfo=UTC)
        except ValueError:
            continue
        return (read - _EPOCH).total_seconds() * 1000
    return math.nan


def _now(_arguments: list[Value], budget: Budget, _call: CallFunction) -> int:
    """Return the start of the day of the build, which two builds of one day share."""
    budget.is_dated = True
    seconds = int(os.environ.get("SOURCE_DATE_EPOCH") or time.time())
    return seconds // _DAY * _DAY * 1000


def new_date(arguments: list[Value], budget: Budget, call: CallFunction) -> DateValue:
    """Return ``new Date(…)``."""
    given = arguments[0] if arguments else _now([], budget, call)
    if len(arguments) > 1:
        moment = _from_numbers([float(to_number(item)) for item in arguments[:7]])
    elif isinstance(given, DateValue):
        moment = given.time
    else:
        moment = _from_text(given) if isinstance(given, str) else float(to_number(given))
    return DateValue(moment if abs(moment) <= _LONGEST else math.nan)


def _parse(arguments: list[Value], budget: Budget, call: CallFunction) -> float:
    text = arguments[0] if arguments else UNDEFINED
    return _time(new_date([text if isinstance(text, str) else ""], budget, call))


def _utc(arguments: list[Value], _budget: Budget, _call: CallFunction) -> float:
    return _time(DateValue(_from_numbers([float(to_number(item)) for item in arguments[:7]])))


def _time(value: DateValue) -> int | float:
    return value.time if math.isnan(value.time) else int(value.time)


def _moment(value: DateValue) -> datetime | None:
    try:
        return None if math.isnan(value.time) else _EPOCH + timedelta(milliseconds=value.time)
    except OverflowError:
        return None


def _part(read: Callable[[datetime], int]) -> Method:
    """Return the method that gives one number of a date, NaN of no date."""

    def method(
        value: DateValue, _arguments: list[Value], _budget: Budget, _call: CallFunction
    ) -> Value:
        moment = _moment(value)
        return math.nan if moment is None else read(moment)

    return method


def _text(write: Callable[[datetime], str]) -> Method:
    def method(
        value: DateValue, _arguments: list[Value], _budget: Budget, _call: CallFunction
    ) -> Value:
        moment = _moment(value)
        return "Invalid Date" if moment is None else write(moment)

    return method


def _iso(moment: datetime) -> str:
    return f"{moment:%Y-%m-%dT%H:%M:%S}.{moment.microsecond // 1000:03}Z"


def _local_date(
    value: DateValue, arguments: list[Value], _budget: Budget, _call: CallFunction
) -> str:
    """Return ``toLocaleDateString()`` in American English, with the common options."""
    moment = _moment(value)
    options: Value = arguments[1] if len(arguments) > 1 else None
    if moment is None:
        return "Invalid Date"
    if is_nothing(options):
        return f"{moment.month}/{moment.day}/{moment.year}"
    if not isinstance(options, dict) or set(options) - {*_PARTS, "timeZone"}:
        raise RefusalError("these options of 'toLocaleDateString()' are not supported")
    shown: dict[str, str] = {}
    for name, forms in _PARTS.items():
        if name in options:
            if options[name] not in forms:
                raise RefusalError("these options of 'toLocaleDateString()' are not supported")
            shown[name] = moment.strftime(forms[options[name]].format(moment))
    if options.get("month") in ("long", "short"):
        day = " ".join(shown[name] for name in ("month", "day") if name in shown)
        glue = ", " if "day" in shown else " "
        dated = glue.join(part for part in (day, shown.get("year", "")) if part)
    else:
        dated = "/".join(shown[name] for name in ("month", "day", "year") if name in shown)
    return ", ".join(part for part in (shown.get("weekday", ""), dated) if part)


DATE: dict[str, Callable[[list[Value], Budget, CallFunction], Value]] = {
    "now": _now,
    "parse": _parse,
    "UTC": _utc,
}
"""Functions of ``Date``."""
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
DATE_METHODS: dict[str, Method] = {
    **{f"get{name}": _part(read) for name, read in _PARTS_OF_DATES.items()},
    **{f"getUTC{name}": _part(read) for name, read in _PARTS_OF_DATES.items()},
    "getTimezoneOffset": lambda *_: 0,
    "getTime": lambda value, *_: _time(value),
    "valueOf": lambda value, *_: _time(value),
    "toISOString": _text(_iso),
    "toJSON": _text(_iso),
    "toDateString": _text(lambda moment: f"{moment:%a %b %d %Y}"),
    "toLocaleDateString": _local_date,
    "toString": _text(lambda moment: f"{moment:%a %b %d %Y %H:%M:%S} GMT+0000"),
}
"""Methods of dates."""
