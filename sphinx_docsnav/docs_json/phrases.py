"""Values and names as messages show them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from sphinx_docsnav.messages import did_you_mean, shorten
from sphinx_docsnav.sitefiles.nearest import find_similar_name

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
"""A value that a JSON file can hold."""

_LIKENESS = 0.8
"""The minimum similarity of a name to the one that it misspells, from 0 to 1."""
_SHORTEST = 3
"""The minimum length of a misspelled name; shorter ones resemble too many others."""


def describe(value: object) -> str:
    """Return a JSON value as messages name it: ``the number 5``, ``a list``."""
    if value is None:
        return "null"
    # Before numbers, as booleans are integers in Python.
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return f"the number {shorten(str(value))}"
    if isinstance(value, str):
        return f"the string {quote(value)}" if value else "an empty string"
    return "a list" if isinstance(value, (list, tuple)) else "an object"


def quote(text: str) -> str:
    """Return *text* in single quotes, cut if it is long."""
    return f"'{shorten(text)}'"


def join_names(names: Iterable[str], conjunction: str) -> str:
    """Return quoted *names* as ``'a', 'b' or 'c'``."""
    quoted = [quote(name) for name in names]
    if len(quoted) < 2:  # noqa: PLR2004 - one name has no conjunction
        return "".join(quoted)
    return f"{', '.join(quoted[:-1])} {conjunction} {quoted[-1]}"


def find_closest_name(name: str, names: Sequence[str]) -> str:
    """Return the one of *names* most like *name*, whatever its case, or ``""``."""
    # Reversed, so that of names that differ in case only the first one is suggested.
    by_case = {known.lower(): known for known in reversed(names)}
    return by_case.get(find_similar_name(name.lower(), by_case), "")


def suggest_name(name: str, names: Sequence[str]) -> str:
    """Return the hint ``did you mean 'icon'?``, or ``""`` if nothing is like *name*."""
    return did_you_mean(shorten(find_closest_name(name, names)))


def find_misspelled(name: str, names: Iterable[str]) -> str:
    """Return the one of *names* that *name* misspells, or ``""``.

    Stricter than `find_closest_name`, where a name that is none of them may be right: it has the
    same letters in another order, but for the ``s`` of a plural, or most of them.
    """
    if len(name) < _SHORTEST:
        return ""
    by_case = {known.casefold(): known for known in sorted(names)}
    folded = name.casefold()
    letters = _sort_letters(folded)
    # Letters in another order are a typing error, however low their measured similarity is.
    swapped = [known for known in by_case if letters & _sort_letters(known)]
    close = swapped[0] if swapped else find_similar_name(folded, by_case, _LIKENESS)
    return by_case.get(close, "")


def _sort_letters(word: str) -> set[str]:
    """Return the sorted letters of *word*, and those without the ``s`` of a plural."""
    return {"".join(sorted(form)) for form in (word, word.removesuffix("s"))}


def sets_option(settings: Mapping[str, object], name: str) -> bool:
    """Return whether conf.py sets *name*, where ``a.b`` is the option ``b`` of the dict ``a``.

    :param settings: the values that conf.py sets; one that is no literal counts as set.
    """
    dictionary, dot, option = name.partition(".")
    value = settings.get(dictionary)
    return dictionary in settings and (not dot or not isinstance(value, Mapping) or option in value)
