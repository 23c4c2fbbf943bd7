"""Reports values of a schema that contradict each other."""

from __future__ import annotations

import re
from collections.abc import Collection, Container, Iterable, Iterator

from sphinx_docsnav.docs_json.phrases import did_you_mean, quote
from sphinx_docsnav.openapi.content.layers import unfollowed
from sphinx_docsnav.openapi.content.value_reader import Reader, is_number
from sphinx_docsnav.openapi.spec_document import Located

_LIMITS = (
    ("minLength", "maxLength"),
    ("minItems", "maxItems"),
    ("minProperties", "maxProperties"),
    ("minContains", "maxContains"),
    ("minimum", "maximum"),
    ("exclusiveMinimum", "maximum"),
    ("minimum", "exclusiveMaximum"),
    ("exclusiveMinimum", "exclusiveMaximum"),
)
"""Keywords of the least and of the greatest value."""
_MOST_CHOICES = 500
"""A schema with more values in its ``enum`` is not checked: many places can refer to it."""
_MOST_COMPARED, _LONGEST_COMPARED = 60, 100
"""How many texts, and of how many characters, are compared to find a like one."""


def check_limits(reader: Reader, located: Located, wrong: Container[str]) -> None:
    """Report an empty ``enum``, and the first least value above the greatest one.

    :param wrong: keywords to ignore.
    """
    value = located.value
    if not isinstance(value, dict):
        return
    if value.get("enum") == []:
        message = "'enum' lists no values; left out; list them, or remove it"
        reader.odd(message, located.child("enum") or located)
    if not any(low in value for low, _ in _LIMITS):
        return
    for low, high in _LIMITS:
        least, greatest = value.get(low), value.get(high)
        if low in wrong or high in wrong or not is_number(least) or not is_number(greatest):
            continue
        # OpenAPI 3.0: ``exclusiveMinimum: true`` beside ``minimum``
        flags = (f"exclusive{word[0].upper()}{word[1:]}" for word in (low, high))
        is_exclusive = "exclusive" in low + high or any(value.get(flag) is True for flag in flags)
        if least > greatest or (is_exclusive and least == greatest):
            relation = "is not below" if is_exclusive else "is above"
            what = f"{low!r} {_text(least)} {relation} {high!r} {_text(greatest)}"
            message = f"{what}, so no value is valid; shown as written; swap or correct them"
            reader.odd(message, located.child(low) or located)
            return


def check_choices(reader: Reader, layers: Iterable[Located], choices: object) -> None:
    """Report the first default or example that is not among *choices*, the values of ``enum``.

    :param layers: the objects that the schema is made of.

    Only plain values are compared, by their text: YAML reads ``5`` and ``no`` as other types
    than an author may mean. ``null`` and an empty text say that there is none.
    """
    if not isinstance(choices, list) or not 0 < len(choices) <= _MOST_CHOICES:
        return
    given = [item for layer in layers for item in _given(layer)]
    if not given or not all(map(_is_plain, choices)):
        return
    known = {_text(choice): None for choice in choices if choice is not None}
    for keyword, located in given:
        text = _text(located.value)
        if text not in known:
            hint = meant(text, known) or "correct it, or add it to 'enum'"
            message = f"{keyword} {quote(text)} is not in 'enum'; shown as written; {hint}"
            reader.odd(message, located)
            return


def meant(text: str, known: Collection[str]) -> str:
    """Return the hint ``did you mean 'asc'?``; ``""`` without a like text, or for many of them."""
    if len(known) > _MOST_COMPARED or len(text) > _LONGEST_COMPARED:
        return ""
    return did_you_mean(text, [name for name in known if len(name) <= _LONGEST_COMPARED])


def _given(located: Located) -> Iterator[tuple[str, Located]]:
    """Yield the default and the examples of a schema, with what they are."""
    named = ((keyword, located.child(keyword)) for keyword in ("default", "example"))
    listed = (("example", child) for child in unfollowed(located, "examples"))
    for what, child in (*named, *listed):
        if child is not None and child.value not in (None, "") and _is_plain(child.value):
            yield what, child


def _is_plain(value: object) -> bool:
    return value is None or isinstance(value, (str, int, float))


def _text(value: object) -> str:
    """Return a plain value as JSON writes it, without quotes."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value).lower() if isinstance(value, bool) else str(value)


_LONGEST_PATTERN = 10_000
_DIALECTS = re.compile(r"\\Q|\(\?#|\(\?[a-zA-Z]*x|\[\^?\]|&&")
"""What gives brackets another meaning in the regular expressions of other languages."""
_NESTED = re.compile(r"^\[(?:\\.|[^\\\[])*\[", re.DOTALL)
"""The start of a class with a bracket in it, which some languages read as another class."""
_TOKEN = re.compile(r"\\[\s\S]|\[(?:[^\]\\]|\\[\s\S])*\]|[\s\S]")
"""An escaped character, a class, or one character."""


def check_pattern(reader: Reader, located: Located) -> None:
    """Report a ``pattern`` that no language reads as a regular expression.

    It is not run. What is valid in some language is not reported.
    """
    pattern = located.value.get("pattern") if isinstance(located.value, dict) else None
    if not isinstance(pattern, str) or len(pattern) > _LONGEST_PATTERN:
        return
    mistake = None if _DIALECTS.search(pattern) else _mistake(pattern)
    if mistake:
        what = f"pattern {quote(pattern)} is no regular expression: {mistake}"
        hint = "shown as written; correct it, or write the character after a backslash"
        reader.odd(f"{what}; {hint}", located.child("pattern") or located)


def _mistake(pattern: str) -> str:
    """Return what is wrong in a regular expression, ``""`` if nothing is."""
    open_groups: list[int] = []
    before = "|"
    for token in _TOKEN.finditer(pattern):
        text, number = token[0], token.start() + 1
        if text == "(":
            open_groups.append(number)
        elif text == ")":
            if not open_groups:
                return f"')' at character {number} closes nothing"
            open_groups.pop()
        elif len(text) > 1 and _NESTED.search(text):
            return ""
        elif text == "[":
            return f"'[' at character {number} is not closed"
        elif text == "\\":
            return f"'\\' at character {number} escapes nothing"
        elif text in ("*", "+") and before == "|":
            return f"{text!r} at character {number} repeats nothing"
        before = text
    return f"'(' at character {open_groups[-1]} is not closed" if open_groups else ""
