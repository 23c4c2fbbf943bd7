"""Dates in texts of authors, such as the headings of a changelog, in the language of the page."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date

from babel import Locale, UnknownLocaleError
from babel.dates import format_skeleton

from sphinx_docsnav.sitefiles.languages import find_catalog_code

_DATE_IN_DIGITS = (
    r"\b(\d{4})(?:[-/.]|\s?[年년])\s?(\d{1,2})"
    r"(?:[-/.]\s?(\d{1,2})|\s?[月월](?:\s?(\d{1,2}))?)(?!\d)"
)
"""A date in digits: ``2026-08-21``, ``2026/8``, ``2026年8月21日``."""

_DATE_IN_WORDS = (
    r"(?:(\d{1,2})\.?(?:[nrst][dht]|er|º)?\s+)?(?:(?:de|of)\s+)?(?<![^\W\d])([^\W\d]{3,20})\.?,?\s+"
    r"(?:(\d{1,2})(?:[nrst][dht])?,?\s+)?(?:(?:de|of)\s+)?(\d{4})\b"
)
"""A date with the name of a month: ``August 21, 2026``, ``21 de agosto de 2026``, ``Aug 2026``."""

_OTHER_WORD = re.compile(r"\d|\w\w")
"""A word besides a date; single letters belong to dates, such as ``日``."""


def number_months(code: str) -> Mapping[str, int]:
    """Return the numbers of months by their names and their first three letters, in lower case."""
    numbers: dict[str, int] = {}
    for language in ("en", find_catalog_code(code)):
        try:
            names = Locale.parse(language).months["format"]["wide"]
        except (UnknownLocaleError, ValueError):
            continue
        for number, name in names.items():
            numbers.setdefault(name.lower(), number)
            numbers.setdefault(name.lower()[:3], number)
    return numbers


def find_day(text: str, months: Mapping[str, int]) -> date | None:
    """Return the first date in *text*: ``2026-08-21``, ``August 21, 2026``, ``August 2026``."""
    # Dates in numbers are unambiguous, so they come first.
    for year, month, day, other in re.findall(_DATE_IN_DIGITS, text):
        if parsed := _make_day(year, month, day or other or 1):
            return parsed
    for first, name, second, year in re.findall(_DATE_IN_WORDS, text):
        number = months.get(name.lower()) or months.get(name.lower()[:3])
        if number and (parsed := _make_day(year, number, first or second or 1)):
            return parsed
    return None


def _make_day(year: str, month: str | int, day: str | int) -> date | None:
    try:
        return date(int(year), int(month), int(day))
    except ValueError:
        return None


def parse_day(text: str, months: Mapping[str, int]) -> date | None:
    """Return the date that *text* is; ``None`` if it says anything else."""
    rest = re.sub(_DATE_IN_WORDS, "", re.sub(_DATE_IN_DIGITS, "", text))
    return None if _OTHER_WORD.search(rest) else find_day(text, months)


def format_month(day: date, code: str) -> str:
    """Return the month and year of *day*, as a list in a language shows it: ``August 2026``."""
    for language in (find_catalog_code(code), "en"):
        try:
            name = format_skeleton("yMMMM", day, locale=Locale.parse(language))
        except (UnknownLocaleError, ValueError):
            continue
        break
    return name[:1].upper() + name[1:]
