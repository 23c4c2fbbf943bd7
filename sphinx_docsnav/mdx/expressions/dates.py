"""``Date``, in the time zone UTC, in English by default; the current date is that of the build."""

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
from sphinx_docsnav.mdx.expressions.text_methods import CallFunction, Method, get_locale
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
_MAX_TIME = 8.64e15
"""The largest number of milliseconds from 1970 that JavaScript allows."""
_ISO = re.compile(
    r"(\d{4})(?:-(\d\d)(?:-(\d\d))?)?(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,3})\d*)?)?(Z|[+-]\d\d:?\d\d)?)?\Z",
    re.ASCII,
)
"""A date, or a date and time, in ISO format."""
_WRITTEN_FORMATS = (
    "%B %d, %Y",
    "%b %d, %Y",
    "%d %B %Y",
    "%d %b %Y",
    "%m/%d/%Y",
    "%Y/%m/%d",
    "%Y-%m-%d",
)
"""Other formats of dates that all browsers read in the same way."""
_PART_PATTERNS: dict[str, dict[str, str]] = {
    "weekday": {"long": "EEEE", "short": "EEE", "narrow": "EEEEE"},
    "year": {"numeric": "y", "2-digit": "yy"},
    "month": {"long": "MMMM", "short": "MMM", "numeric": "M", "2-digit": "MM"},
    "day": {"numeric": "d", "2-digit": "dd"},
    "hour": {"numeric": "h", "2-digit": "hh"},
    "minute": {"numeric": "mm", "2-digit": "mm"},
    "second": {"numeric": "ss", "2-digit": "ss"},
}
"""The pattern of CLDR for each part of a date, by the option of ``toLocaleString()``."""
_DATE = {"year": "numeric", "month": "numeric", "day": "numeric"}
"""The default parts of a date."""
_TIME = {"hour": "numeric", "minute": "numeric", "second": "numeric"}
"""The default parts of a time."""
_STYLES: dict[str, dict[str, dict[str, str]]] = {
    "dateStyle": {
        "full": {**_DATE, "weekday": "long", "month": "long"},
        "long": {**_DATE, "month": "long"},
        "medium": {**_DATE, "month": "short"},
        "short": {**_DATE, "year": "2-digit"},
    },
    "timeStyle": {"medium": _TIME, "short": {"hour": "numeric", "minute": "numeric"}},
}
"""The parts of each predefined style."""
_OTHER_OPTIONS = {"timeZone", "hour12", *_STYLES}
"""Other options that are supported."""


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
    for form in _WRITTEN_FORMATS:
        try:
            parsed = datetime.strptime(text.strip(), form).replace(tzinfo=UTC)
        except ValueError:
            continue
        return (parsed - _EPOCH).total_seconds() * 1000
    # A text with digits is probably a date that browsers read in their own ways.
    if any(map(str.isdigit, text)):
        raise RefusalError(f"the date '{text[:40]}' is not written in a form that is supported")
    return math.nan


def _get_today(_arguments: list[Value], budget: Budget, _call: CallFunction) -> int:
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


def _call_parse(arguments: list[Value], budget: Budget, call: CallFunction) -> float:
    """Return the value of ``Date.parse()``."""
    text = arguments[0] if arguments else UNDEFINED
    return _get_time(construct_date([text if isinstance(text, str) else ""], budget, call))


def _call_utc(arguments: list[Value], _budget: Budget, _call: CallFunction) -> float:
    """Return the value of ``Date.UTC()``."""
    return _get_time(DateValue(_get_time_of_arguments(arguments)))


def _get_time(value: DateValue) -> int | float:
    """Return the milliseconds of a date."""
    return value.time if math.isnan(value.time) else int(value.time)


def _make_part_method(read: Callable[[datetime], int]) -> Method:
    """Return a method that returns one number of a date; NaN for an invalid date."""

    def method(
        value: DateValue, _arguments: list[Value], _budget: Budget, _call: CallFunction
    ) -> Value:
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


def _make_words_method(first: int, last: int) -> Method:
    """Return a method that returns the words *first* to *last* of a date's text."""

    def method(
        value: DateValue, _arguments: list[Value], _budget: Budget, _call: CallFunction
    ) -> Value:
        text = str(value)
        return text if math.isnan(value.time) else " ".join(text.split(" ")[first:last])

    return method


def _make_locale_method(name: str, defaults: dict[str, str], required_parts: set[str]) -> Method:
    """Return the method *name*, which uses American English by default.

    :param defaults: the options if none for the parts *required_parts* is given.
    """

    def method(
        value: DateValue, arguments: list[Value], _budget: Budget, _call: CallFunction
    ) -> Value:
        moment = value.moment()
        if moment is None:
            return "Invalid Date"
        argument: Value = arguments[1] if len(arguments) > 1 else None
        options = {} if is_nothing(argument) else argument
        try:
            # Predefined styles stand for several parts, which single options override.
            parts = {
                part: style
                for name, styles in _STYLES.items()
                if name in options
                for part, style in styles[options[name]].items()
            }
            parts |= {part: options[part] for part in _PART_PATTERNS if part in options}
            if not required_parts & set(parts):
                parts |= defaults
            forms = {
                part: forms[parts[part]] for part, forms in _PART_PATTERNS.items() if part in parts
            }
            if set(options) - {*_PART_PATTERNS, *_OTHER_OPTIONS}:
                raise KeyError  # noqa: TRY301  # another option like those without a form
            if (zone := options.get("timeZone", "UTC")) not in ("UTC", "GMT", UNDEFINED):
                moment = moment.astimezone(ZoneInfo(str(zone)))  # needs the system's time zones
        except (AttributeError, TypeError, KeyError, ValueError, OSError):
            raise RefusalError(f"these options of '{name}()' are not supported") from None
        return _format_parts(moment, forms, get_locale(arguments), options.get("hour12"))

    return method


def _format_parts(moment: datetime, forms: dict[str, str], locale: Locale, hour12: Value) -> str:
    """Return *moment* with the parts that *forms* has patterns for."""
    month = forms.get("month", "")
    date = "".join(forms.get(part, "") for part in ("year", "month", "weekday", "day"))
    time = [forms[part] for part in _TIME if part in forms]
    is_american = locale.language == "en" and (locale.territory or "US") == "US"
    # American formats are built here, as browsers differ from CLDR; others come from CLDR.
    if is_american:
        day = " ".join(forms[name] for name in ("month", "day") if name in forms)
        separator = ", " if "day" in forms else " "
        if len(month) < 3:  # noqa: PLR2004  # a number
            day, separator = "/".join(forms[n] for n in ("month", "day") if n in forms), "/"
        date_pattern = separator.join(part for part in (day, forms.get("year", "")) if part)
        pattern = ", ".join(part for part in (forms.get("weekday", ""), date_pattern) if part)
        texts = [format_datetime(moment, pattern, locale=locale)] if pattern else []
        clock = ":".join(time) + (" a" if "hour" in forms else "")
    else:
        pattern = _find_pattern(date, month, locale) if date else ""
        texts = [format_datetime(moment, pattern, locale=locale)] if date else []
        clock = locale.time_formats["medium" if "second" in forms else "short"].pattern
        clock = clock.replace("\N{NARROW NO-BREAK SPACE}", " ")
    if time:
        if hour12 is False:
            clock = ":".join(["kk" if is_american else "HH", *time[1:]])
        texts.append(format_datetime(moment, clock, locale=locale))
    if is_american and texts[:-1] and not set(forms) - {"weekday", *_TIME}:
        return " ".join(texts)
    has_month_name = len(month) > 3 and locale.language == "en"  # noqa: PLR2004  # MMMM
    return (" at " if has_month_name else ", ").join(texts)


def _find_pattern(skeleton: str, month: str, locale: Locale) -> str:
    """Return the pattern of *locale* for *skeleton*, with the month as *month* writes it."""
    skeletons = locale.datetime_skeletons
    nearest = match_skeleton(skeleton, skeletons)
    if nearest is None:
        raise RefusalError(f"dates of these parts are not supported in '{locale}'")
    pattern = skeletons[nearest].pattern
    return re.sub("MMM+", month, pattern) if len(month) > 2 else pattern  # noqa: PLR2004  # a word


DATE: dict[str, Callable[[list[Value], Budget, CallFunction], Value]] = {
    "now": _get_today,
    "parse": _call_parse,
    "UTC": _call_utc,
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
    "toDateString": _make_words_method(0, 4),
    "toTimeString": _make_words_method(4, 9),
    "toLocaleDateString": _make_locale_method("toLocaleDateString", _DATE, {"weekday", *_DATE}),
    "toLocaleTimeString": _make_locale_method("toLocaleTimeString", _TIME, {*_TIME}),
    "toLocaleString": _make_locale_method("toLocaleString", {**_DATE, **_TIME}, {*_PART_PATTERNS}),
    "toString": lambda value, *_: str(value),
}
"""The methods of dates."""
format_date = _make_locale_method("Intl.DateTimeFormat", _DATE, {*_PART_PATTERNS})
"""The method ``format()`` of ``Intl.DateTimeFormat``."""
