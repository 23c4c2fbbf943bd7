"""The types and limits of a schema in words."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from sphinx_docsnav.openapi.content.schema import Flat, FlatOf
from sphinx_docsnav.openapi.content.sentences import Sentence, sentences
from sphinx_docsnav.openapi.content.value_reader import is_number

MAX_TEXT = 2_000
"""Longest value that is shown, in characters."""
MAX_VALUES = 60
"""A component with more values in its ``enum`` has a page of its own."""
_BRIEF_VALUES = 12


_MAX_NESTED_ITEMS = 5
_MAX_NAMED = 4
SHORT = 80
"""Longer lists and objects are no facts; samples show them."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A limit or default of a value: ``length`` ``1`` to ``63``."""

    label: Sentence | str
    """What it says: a text that can be translated, or a name of the specification."""
    values: tuple[str, ...] = ()
    """What of it: one value, or the values to choose from; shown as code."""
    kind: str = ""
    """``const``, ``enum`` or ``example`` if it says which values are valid or usual."""
    is_range: bool = False
    """The values are the least and the greatest one."""
    more: int = 0
    """How many values are left out."""


def type_label(flat_of: FlatOf, flat: Flat, depth: int = 0) -> str:
    """Return the type in a few words: ``array of (string<uuid> or integer) or null``.

    :param depth: how many arrays and maps are around it already.
    """
    return " or ".join(_labels(flat_of, flat, depth)) or "any"


def _inner_label(flat_of: FlatOf, flat: Flat, depth: int) -> str:
    """Return the type of what is in an array or a map; several are set apart from those of it."""
    labels = _labels(flat_of, flat, depth)
    return f"({' or '.join(labels)})" if len(labels) > 1 else "".join(labels) or "any"


def _labels(flat_of: FlatOf, flat: Flat, depth: int) -> list[str]:
    labels = dict.fromkeys(_types(flat_of, flat, depth, frozenset()))
    is_nullable = labels.pop("null", "") is None
    if len(labels) > 1 or is_nullable:
        labels.pop("never", None)
    if len(labels) > _MAX_NAMED and not flat.types:
        labels = {f"one of {len(labels)} types": None}
    return [*labels, *(["null"] if is_nullable else [])]


def _types(flat_of: FlatOf, flat: Flat, depth: int, around: frozenset[int]) -> Iterator[str]:
    """Yield the types of a schema, those of a choice without itself.

    :param depth: how many arrays, maps and choices are around it already.
    :param around: the identities of the choices around it.
    """
    if flat.never:
        yield "never"
        return
    yield from (_one_type(flat_of, flat, name, depth) for name in flat.types)
    if flat.nullable:
        yield "null"
    if flat.types or not flat.choices:
        if not flat.types and not flat.nullable:
            yield "any"
        return
    if depth >= _MAX_NESTED_ITEMS:
        yield "any"
        return
    own = around | flat.identity
    for option in flat.choices[0].options:
        inner = flat_of(option)
        if not inner.identity & own or not inner.choices:
            yield from _types(flat_of, inner, depth + 1, own)


def _one_type(flat_of: FlatOf, flat: Flat, name: str, depth: int) -> str:
    if (
        name == "array"
        and "items" in flat.schemas
        and not flat.prefix
        and depth < _MAX_NESTED_ITEMS
    ):
        return f"array of {_inner_label(flat_of, flat_of(flat.schemas['items']), depth + 1)}"
    if name == "object" and not flat.properties and depth < _MAX_NESTED_ITEMS:
        values = flat.schemas.get("additionalProperties")
        if values and values[0].value not in (True, False, {}):
            return f"map of {_inner_label(flat_of, flat_of(values), depth + 1)}"
    form = flat.keywords.get("format")
    if isinstance(form, str) and form and name not in ("object", "array"):
        return f"{name}<{shorten(form, 60)}>"
    return name


def facts(flat: Flat, flat_of: FlatOf, *, brief: bool = False) -> tuple[Fact, ...]:
    """Return the limits, choices, defaults and examples of a value, in reading order.

    :param brief: another page has all values of a long ``enum``.
    """
    return tuple(_facts(flat, flat_of, brief=brief))


def _facts(flat: Flat, flat_of: FlatOf, *, brief: bool) -> Iterator[Fact]:
    keywords = flat.keywords
    if "const" in keywords:
        yield _constant(keywords["const"])
    enum = keywords.get("enum")
    if isinstance(enum, list) and len(enum) == 1:
        yield _constant(enum[0])
    elif isinstance(enum, list) and enum:
        cut = brief and len(enum) > MAX_VALUES
        shown = tuple(value_text(value) for value in (enum[:_BRIEF_VALUES] if cut else enum))
        yield one_of(shown, len(enum) - len(shown))
    if "default" in keywords:
        yield default_fact(value_text(keywords["default"]))
    yield from _limits(keywords)
    for word, label in _TEXTS.items():
        values = [v for v in (keywords.get(word), *flat.further.get(word, ())) if _is_plain(v)]
        if values:
            yield Fact(Sentence(label), tuple(dict.fromkeys(map(value_text, values))))
    if keywords.get("uniqueItems") is True:
        yield Fact(Sentence("no value twice"))
    yield from _rules(flat)
    yield from map(Fact, sentences(flat_of, flat))
    if "const" not in keywords and not (isinstance(enum, list) and len(enum) == 1):
        yield from _examples(keywords)  # an example of a constant would repeat it


def one_of(values: tuple[str, ...], more: int = 0) -> Fact:
    """Return the values to choose from; *more* is how many are left out."""
    return Fact(Sentence("one of"), values, "enum", more=more)


def default_fact(value: str) -> Fact:
    """Return the default."""
    return Fact(Sentence("default"), (value,))


def example_fact(values: Iterable[object]) -> Fact:
    """Return example values, none of them twice."""
    return Fact(Sentence("example"), tuple(dict.fromkeys(map(value_text, values))), "example")


def _constant(value: object) -> Fact:
    return Fact(Sentence("always"), (value_text(value),), "const")


def _is_plain(value: object) -> bool:
    return isinstance(value, (str, int, float)) and not isinstance(value, bool)


def _rules(flat: Flat) -> Iterator[Fact]:
    """Yield which properties may not be there, and which must."""
    if _is_closed(flat, "additionalProperties", "unevaluatedProperties"):
        yield Fact(Sentence("no other properties"))
    if _is_closed(flat, "items", "unevaluatedItems"):
        yield Fact(Sentence("no other items"))
    unknown = sorted(flat.required - flat.properties.keys())
    if unknown:
        yield Fact(Sentence("must have"), tuple(shorten(name, 120) for name in unknown))


def _is_closed(flat: Flat, others: str, unevaluated: str) -> bool:
    """Return whether nothing may be there that is not described.

    A schema for all *others* evaluates them, so that *unevaluated* says nothing beside it.
    """
    rest = flat.schemas.get(others) or flat.schemas.get(unevaluated, ())
    return any(part.value is False for part in rest)


_TEXTS = {
    "multipleOf": "multiple of",
    "pattern": "pattern",
    "contentEncoding": "encoding",
    "contentMediaType": "content",
    "$comment": "comment",
}
_RANGES = (
    ("value", "minimum", "maximum"),
    ("length", "minLength", "maxLength"),
    ("items", "minItems", "maxItems"),
    ("properties", "minProperties", "maxProperties"),
    ("matching items", "minContains", "maxContains"),
)


def _limits(keywords: dict[str, object]) -> Iterator[Fact]:
    """Yield ranges: ``length`` ``1`` to ``63``; exclusive limits of both dialects.

    In words, because not every font of every format has the signs.
    """
    for label, low_word, high_word in _RANGES:
        low, high = keywords.get(low_word), keywords.get(high_word)
        above, below = "at least", "at most"
        if label == "value":
            low, above = _exclusive(low, keywords.get("exclusiveMinimum"), above, "more than", 1)
            high, below = _exclusive(high, keywords.get("exclusiveMaximum"), below, "less than", -1)
        if low is not None and high is not None and (above, below) == ("at least", "at most"):
            both = (value_text(low),) if low == high else (value_text(low), value_text(high))
            yield Fact(Sentence(label), both, is_range=len(both) > 1)
            continue
        for words_of, value in ((above, low), (below, high)):
            if value is not None:
                said = Sentence("{0} {1}", (Sentence(label), Sentence(words_of)))
                yield Fact(said, (value_text(value),))


def _exclusive(
    limit: object, exclusive: object, phrase: str, strict: str, sign: int
) -> tuple[object, str]:
    """Return the limit and its phrase: 3.0 marks a limit as exclusive, 3.1 has a second limit.

    :param sign: 1 for a lower limit, -1 for an upper one: the narrower of two counts.
    """
    if exclusive is True and limit is not None:
        return limit, strict
    if not is_number(exclusive) or (is_number(limit) and sign * limit > sign * exclusive):
        return limit, phrase
    return exclusive, strict


def _examples(keywords: dict[str, object]) -> Iterator[Fact]:
    """Yield the schema's own examples."""
    given = keywords.get("examples")
    values = list(given) if isinstance(given, list) else []
    if isinstance(given, dict):
        values = list(given.values())
    if "example" in keywords:
        values.insert(0, keywords["example"])
    if values:
        yield example_fact(values)


def value_text(value: object) -> str:
    """Return a value as JSON writes it; text without quotes unless quotes matter."""
    if isinstance(value, str) and value.strip() == value and value:
        return shorten(value, MAX_TEXT)
    return shorten(json.dumps(value, ensure_ascii=False, default=str), MAX_TEXT)


def shorten(text: str, limit: int) -> str:
    """Return *text* in one line of at most *limit* characters."""
    line = " ".join(text.split())
    return line if len(line) <= limit else line[: limit - 1] + "…"
