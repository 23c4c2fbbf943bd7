"""``Date``; the time zone is UTC, the language English, the present the day of the build."""

from __future__ import annotations

import math
import os
import re
import time
from collections.abc import Callable
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from babel import Locale
from babel.dates import format_datetime, match_skeleton

from sphinx_docsnav.mdx.expressions.budget import Budget
from sphinx_docsnav.mdx.expressions.text_methods import CallFunction, Method, locale_of
from sphinx_docsnav.mdx.expressions.values import (
    UNDEFINED,
    DateValue,
    ErrorValue,
    RefusalError,
    ThrownError,
    Value,
    is_nothing,
    to_number,
    to_text,
)

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_DAY = 86_400
_LONGEST = 8.64e15
"""Milliseconds from 1970 that JavaScript can count."""
_ISO = re.compile(
    r"(\d{4})(?:-(\d\d)(?:-(\d\d))?)?(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,3})\d*)?)?(Z|[+-]\d\d:?\d\d)?)?\Z",
    re.ASCII,
)
_FORMS = ("%B %d, %Y", "%b %d, %Y", "%d %B %Y", "%d %b %Y", "%m/%d/%Y", "%Y/%m/%d", "%Y-%m-%d")
_PARTS: dict[str, dict[str, str]] = {
    "weekday": {"long": "EEEE", "short": "EEE", "narrow": "EEEEE"},
    "year": {"numeric": "y", "2-digit": "yy"},
    "month": {"long": "MMMM", "short": "MMM", "numeric": "M", "2-digit": "MM"},
    "day": {"numeric": "d", "2-digit": "dd"},
    "hour": {"numeric": "h", "2-digit": "hh"},
    "minute": {"numeric": "mm", "2-digit": "mm"},
    "second": {"numeric": "ss", "2-digit": "ss"},
}
_DATE = {"year": "numeric", "month": "numeric", "day": "numeric"}
_TIME = {"hour": "numeric", "minute": "numeric", "second": "numeric"}
_STYLES: dict[str, dict[str, dict[str, str]]] = {
    "dateStyle": {
        "full": {**_DATE, "weekday": "long", "month": "long"},
        "long": {**_DATE, "month": "long"},
        "medium": {**_DATE, "month": "short"},
        "short": {**_DATE, "year": "2-digit"},
    },
    "timeStyle": {"medium": _TIME, "short": {"hour": "numeric", "minute": "numeric"}},
}
_OTHER_OPTIONS = {"timeZone", "hour12", *_STYLES}


def _from_numbers(numbers: list[float]) -> float:
    """Return the milliseconds of year, month from 0, day, hours, …; parts may be too large."""
    if not all(map(math.isfinite, numbers)):
        return math.nan
    if any(abs(number) > 1e6 for number in numbers):  # noqa: PLR2004  # a year that no page means
        raise RefusalError("a date of such large numbers is not supported")
    year, month, day, *rest = (int(n) for n in (*numbers, *(0, 0, 1, 0, 0, 0, 0)[len(numbers) :]))
    year, month = year + month // 12, month % 12
    if not 1 <= year <= 9999:  # noqa: PLR2004  # the years that datetime knows
        raise RefusalError("a date before the year 1 or after 9999 is not supported")
    hours, minutes, seconds, milliseconds = rest[:4]
    start = (datetime(year, month + 1, 1, tzinfo=UTC) - _EPOCH).total_seconds() * 1000
    minutes_in_all = ((day - 1) * 24 + hours) * 60 + minutes
    return start + (minutes_in_all * 60 + seconds) * 1000 + milliseconds


def _from_arguments(arguments: list[Value]) -> float:
    year, *rest = (float(to_number(item)) for item in arguments[:7] or [UNDEFINED])
    return _from_numbers([year + 1900 if 0 <= year <= 99 else year, *rest])  # noqa: PLR2004  # two digits


def _from_text(text: str) -> float:
    """Return the milliseconds of a written date, NaN if it is none.

    :raises RefusalError: it is in a form that only browsers read.
    """
    found = _ISO.match(text.strip())
    if found:
        year, month, day, hour, minute, second, fraction, zone = found.groups()
        parts = [year, month or 1, day or 1, hour or 0, minute or 0, second or 0]
        numbers = [float(part) for part in parts]
        clock = (hour or "00", minute or "00", second or "00", (fraction or "").strip("0"))
        is_clock = clock[0] < "24" and clock[1] < "60" and clock[2] < "60"
        is_day = 1 <= numbers[1] <= 12 and 1 <= numbers[2] <= 31  # noqa: PLR2004  # months, days
        if not (is_day and (is_clock or clock == ("24", "00", "00", ""))):
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
    if any(map(str.isdigit, text)):
        raise RefusalError(f"the date '{text[:40]}' is not written in a form that is supported")
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
        moment = _from_arguments(arguments)
    elif isinstance(given, DateValue):
        moment = given.time
    else:
        given = to_text(given) if isinstance(given, list) else given
        moment = _from_text(given) if isinstance(given, str) else float(to_number(given))
    return DateValue(moment if abs(moment) <= _LONGEST else math.nan)


def _parse(arguments: list[Value], budget: Budget, call: CallFunction) -> float:
    text = arguments[0] if arguments else UNDEFINED
    return _time(new_date([text if isinstance(text, str) else ""], budget, call))


def _utc(arguments: list[Value], _budget: Budget, _call: CallFunction) -> float:
    return _time(DateValue(_from_arguments(arguments)))


def _time(value: DateValue) -> int | float:
    return value.time if math.isnan(value.time) else int(value.time)


def _part(read: Callable[[datetime], int]) -> Method:
    """Return the method that gives one number of a date, NaN of no date."""

    def method(
        value: DateValue, _arguments: list[Value], _budget: Budget, _call: CallFunction
    ) -> Value:
        moment = value.moment()
        return math.nan if moment is None else read(moment)

    return method


def date_text(value: DateValue) -> str | None:
    """Return *value* as JSON has it."""
    moment = value.moment()
    if moment is None:
        return None
    return moment.replace(tzinfo=None).isoformat(timespec="milliseconds") + "Z"


def _iso(value: DateValue, *_: object) -> str:
    text = date_text(value)
    if text is None:
        error = ThrownError("toISOString() of a date that is none")
        error.value = ErrorValue(name="RangeError", message="Invalid time value")
        raise error
    return text


def _words(first: int, last: int) -> Method:
    """Return the method that gives some words of a date's text."""

    def method(
        value: DateValue, _arguments: list[Value], _budget: Budget, _call: CallFunction
    ) -> Value:
        text = str(value)
        return text if math.isnan(value.time) else " ".join(text.split(" ")[first:last])

    return method


def _localized(name: str, usual: dict[str, str], shown: set[str]) -> Method:
    """Return the method *name*, in American English if no language is given.

    :param usual: its options if none is given of the parts *shown*.
    """

    def method(
        value: DateValue, arguments: list[Value], _budget: Budget, _call: CallFunction
    ) -> Value:
        moment = value.moment()
        if moment is None:
            return "Invalid Date"
        given: Value = arguments[1] if len(arguments) > 1 else None
        options = {} if is_nothing(given) else given
        try:
            parts = {
                part: style
                for name, styles in _STYLES.items()
                if name in options
                for part, style in styles[options[name]].items()
            }
            parts |= {part: options[part] for part in _PARTS if part in options}
            if not shown & set(parts):
                parts |= usual
            forms = {part: forms[parts[part]] for part, forms in _PARTS.items() if part in parts}
            if set(options) - {*_PARTS, *_OTHER_OPTIONS}:
                raise KeyError  # noqa: TRY301  # another option like those without a form
            if (zone := options.get("timeZone", "UTC")) not in ("UTC", "GMT", UNDEFINED):
                moment = moment.astimezone(ZoneInfo(str(zone)))  # needs the system's time zones
        except (AttributeError, TypeError, KeyError, ValueError, OSError):
            raise RefusalError(f"these options of '{name}()' are not supported") from None
        return _written(moment, forms, locale_of(arguments), options.get("hour12"))

    return method


def _written(moment: datetime, forms: dict[str, str], locale: Locale, hour12: Value) -> str:
    """Return *moment* with the parts that have *forms*."""
    month = forms.get("month", "")
    date = "".join(forms.get(part, "") for part in ("year", "month", "weekday", "day"))
    time = [forms[part] for part in _TIME if part in forms]
    is_american = locale.language == "en" and (locale.territory or "US") == "US"
    if is_american:
        day = " ".join(forms[name] for name in ("month", "day") if name in forms)
        glue = ", " if "day" in forms else " "
        if len(month) < 3:  # noqa: PLR2004  # a number
            day, glue = "/".join(forms[n] for n in ("month", "day") if n in forms), "/"
        dated = glue.join(part for part in (day, forms.get("year", "")) if part)
        pattern = ", ".join(part for part in (forms.get("weekday", ""), dated) if part)
        texts = [format_datetime(moment, pattern, locale=locale)] if pattern else []
        clock = ":".join(time) + (" a" if "hour" in forms else "")
    else:
        pattern = _pattern(date, month, locale) if date else ""
        texts = [format_datetime(moment, pattern, locale=locale)] if date else []
        clock = locale.time_formats["medium" if "second" in forms else "short"].pattern
        clock = clock.replace("\N{NARROW NO-BREAK SPACE}", " ")
    if time:
        if hour12 is False:
            clock = ":".join(["kk" if is_american else "HH", *time[1:]])
        texts.append(format_datetime(moment, clock, locale=locale))
    if is_american and texts[:-1] and not set(forms) - {"weekday", *_TIME}:
        return " ".join(texts)
    is_word = len(month) > 3 and locale.language == "en"  # noqa: PLR2004  # MMMM
    return (" at " if is_word else ", ").join(texts)


def _pattern(skeleton: str, month: str, locale: Locale) -> str:
    """Return the pattern of *locale* for *skeleton*, with the month as long as it asks for."""
    known = locale.datetime_skeletons
    nearest = match_skeleton(skeleton, known)
    if nearest is None:
        raise RefusalError(f"dates of these parts are not supported in '{locale}'")
    pattern = known[nearest].pattern
    return re.sub("MMM+", month, pattern) if len(month) > 2 else pattern  # noqa: PLR2004  # a word


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
    "toISOString": _iso,
    "toJSON": lambda value, *_: date_text(value),
    "toDateString": _words(0, 4),
    "toTimeString": _words(4, 9),
    "toLocaleDateString": _localized("toLocaleDateString", _DATE, {"weekday", *_DATE}),
    "toLocaleTimeString": _localized("toLocaleTimeString", _TIME, {*_TIME}),
    "toLocaleString": _localized("toLocaleString", {**_DATE, **_TIME}, {*_PARTS}),
    "toString": lambda value, *_: str(value),
}
"""Methods of dates."""
formatted_date = _localized("Intl.DateTimeFormat", _DATE, {*_PARTS})
"""``format()`` of ``Intl.DateTimeFormat``."""
