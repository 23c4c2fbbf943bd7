"""Example values made from a schema, where a specification has none of its own."""

from __future__ import annotations

import math
import re
import warnings
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from typing import Any

from sphinx_docsnav.data_files.json_values import MISSING
from sphinx_docsnav.openapi.content.page_values import Mode
from sphinx_docsnav.openapi.content.request import is_file_schema
from sphinx_docsnav.openapi.content.schema import BY_DISCRIMINATOR, Flat, Flatten, Parts
from sphinx_docsnav.openapi.content.schema_phrases import shorten, write_type_label, write_value
from sphinx_docsnav.openapi.content.value_reader import get_component_name, is_number

MAX_DEPTH = 8
"""How deep an example is nested at most; what must be there, twice as deep."""

MAX_VALUES = 60
"""How many values an example has at most."""

_MAX_ITEMS = 3

_MAX_AROUND = 100
"""Schemas around a value, choices in one another among them; no file that people write has more."""

_STRINGS = {
    "date": "2024-05-17",
    "date-time": "2024-05-17T09:30:00Z",
    "time": "09:30:00Z",
    "duration": "P3D",
    "email": "user@example.com",
    "idn-email": "user@example.com",
    "hostname": "example.com",
    "idn-hostname": "example.com",
    "ipv4": "192.0.2.1",
    "ipv6": "2001:db8::1",
    "uri": "https://example.com/",
    "url": "https://example.com/",
    "iri": "https://example.com/",
    "uri-reference": "/path",
    "iri-reference": "/path",
    "uri-template": "/path/{id}",
    "uuid": "123e4567-e89b-12d3-a456-426614174000",
    "byte": "c3RyaW5n",
    "base64url": "c3RyaW5n",
    "password": "********",
    "json-pointer": "/path",
    "relative-json-pointer": "0",
    "regex": "^[a-z]+$",
}

MAX_OPTIONS = 6
"""How many options of a body have examples."""

_LONGEST_PATTERN, _LONGEST_MATCH = 300, 200

_OF_CATEGORY = {
    "digit": "1",
    "word": "a",
    "space": " ",
    "not_digit": "a",
    "not_word": "-",
    "not_space": "a",
}

_CANDIDATES = "a1A -_.x0"


def make_examples(
    flat_of: Flatten, parts: Parts, mode: Mode, *, only_required: bool = False
) -> Iterator[tuple[str, object]]:
    """Yield an example; of a request whose schema is a choice, one by name for each option."""
    flat = flat_of(parts)
    options = flat.choices[0].options if flat.choices else ()
    is_one = mode is not Mode.REQUEST or len(options) < 2 or find_own_example(flat) is not MISSING  # noqa: PLR2004
    found: list[tuple[str, object]] = []
    for number, option in enumerate(() if is_one else options[:MAX_OPTIONS]):
        inner = flat_of(option)
        title = inner.name or inner.keywords.get("title") or write_type_label(flat_of, inner)
        found.append(
            (
                shorten(str(title), 60),
                make_example(flat_of, parts, mode, only_required=only_required, option=number),
            )
        )
    names = [name for name, _ in found]
    if len(set(names)) == len(names) > 1 and MISSING not in [value for _, value in found]:
        yield from found
        return
    made = make_example(flat_of, parts, mode, only_required=only_required)
    if made is not MISSING:
        yield "", made


def make_example(
    flat_of: Flatten, parts: Parts, mode: Mode, *, only_required: bool = False, option: int = 0
) -> object:
    """Return a value that fits the schema, `MISSING` if there is none (``false``).

    The schema's own examples, default and constant come first. Read-only
    properties are left out of requests, write-only ones of responses; optional
    properties are left out where they would make the value too large or
    contain themselves.

    :param option: which of several options is taken where the schema itself is a choice.
    """
    return _ExampleMaker(flat_of, mode, option, only_required=only_required).value(
        parts, 0, frozenset()
    )


class _ExampleMaker:
    """Makes one example."""

    def __init__(
        self, flat_of: Flatten, mode: Mode, option: int = 0, *, only_required: bool = False
    ) -> None:
        self.flat_of = flat_of
        self.only_required = only_required
        self.option = option
        self.mode = mode
        self.made = 0

    def value(self, parts: Parts, depth: int, above: frozenset[int]) -> object:
        """Return an example of *parts*; *above* are the schemas around it."""
        flat = self.flat_of(parts)
        self.made += 1
        given = find_own_example(flat)
        if given is not MISSING or flat.is_impossible:
            return given
        if flat.origin & above or depth > 2 * MAX_DEPTH or len(above) > _MAX_AROUND:
            return _make_empty(flat)
        inside = above | flat.origin
        if flat.choices:
            return self.choice(flat, depth, inside)
        kind = flat.types[0] if flat.types else "null" if flat.nullable else "any"
        if kind == "object":
            return self.properties(flat, depth, inside)
        if kind == "array":
            return self.array(flat, depth, inside)
        return _make_scalar(kind, flat)

    def properties(self, flat: Flat, depth: int, inside: frozenset[int]) -> dict[str, object]:
        """Return an example object."""
        unwanted = "readOnly" if self.mode is Mode.REQUEST else "writeOnly"
        result: dict[str, object] = {}
        for name, parts in flat.properties.items():
            property_ = self.flat_of(parts)
            needed = name in flat.required or name in _list_dependents(flat, result)
            if property_.keywords.get(unwanted) is True or property_.is_impossible:
                continue
            if not needed and (
                (self.only_required and self.mode is Mode.REQUEST)
                or self.made > MAX_VALUES
                or depth > MAX_DEPTH
                or property_.origin & inside
                or property_.keywords.get("deprecated") is True
            ):
                continue
            result[name] = self.value(parts, depth + 1, inside)
        others = flat.schemas.get("additionalProperties")
        has_others = others and isinstance(others[0].value, dict) and others[0].value
        absent = {*flat.required, *_list_dependents(flat, result)} - flat.properties.keys()
        for name in sorted(absent) or (["key"] if has_others and not flat.properties else []):
            result[name] = (
                self.value(others, depth + 1, inside) if others and has_others else "string"
            )
        return result

    def array(self, flat: Flat, depth: int, inside: frozenset[int]) -> list[object]:
        """Return an example array: its fixed items, or one item."""
        if flat.prefix:
            return [self.value(parts, depth + 1, inside) for parts in flat.prefix[:20]]
        items = (*flat.schemas.get("items", ()), *flat.schemas.get("contains", ()))
        if not items or self.flat_of(items).origin & inside:
            return []
        item = self.value(items, depth + 1, inside)
        least = flat.keywords.get("minItems")
        count = least if isinstance(least, int) and 1 <= least <= _MAX_ITEMS else 1
        return [] if item is MISSING else [item] * count

    def choice(self, flat: Flat, depth: int, inside: frozenset[int]) -> object:
        """Return an example of the first option, with what holds for every option."""
        first = flat.choices[0]
        option = first.options[self.option]
        self.option = 0  # of all choices inside it, the first
        around = inside
        if first.keyword == BY_DISCRIMINATOR:
            # An option contains its base, which is no recursion. Two bases can lead to each other;
            # their discriminators stay in the way.
            rule_id = id(first.discriminator.value) if first.discriminator else 0
            if rule_id in inside:
                return self.properties(flat, depth, inside)
            around = (inside - flat.identity) | {rule_id}
        value = self.value(option, depth, around)
        if not isinstance(value, dict):
            return value
        result = {**self.properties(flat, depth, inside), **value}
        rule = first.discriminator.value if first.discriminator else None
        deciding = rule.get("propertyName") if isinstance(rule, dict) else None
        if isinstance(rule, dict) and isinstance(deciding, str) and deciding in result:
            name = self.flat_of(option).name
            mapping = rule.get("mapping")
            names = mapping.items() if isinstance(mapping, dict) else ()
            value_for = [key for key, target in names if get_component_name(str(target)) == name]
            constant = isinstance(result[deciding], str) and result[deciding] != "string"
            if not constant and (value_for or name):
                result[deciding] = value_for[0] if value_for else name
        return result


def _list_dependents(flat: Flat, value: Collection[str]) -> Iterator[str]:
    """Yield the names that ``dependentRequired`` asks for beside those of *value*."""
    for name, others in flat.dependent.items():
        if name in value and isinstance(others, list):
            yield from (other for other in others if isinstance(other, str))


def find_own_example(flat: Flat) -> object:
    """Return the example that the schema itself gives, `MISSING` if it gives none.

    A number is text where the schema has texts alone, and text of digits a number.
    """
    found = _find_raw_example(flat)
    if flat.types == ("string",) and is_number(found):
        return write_value(found)
    if flat.types == ("integer",) and isinstance(found, str):
        return int(found) if re.fullmatch(r"-?[0-9]{1,15}", found) else found
    return found


def _find_raw_example(flat: Flat) -> object:
    keywords = flat.keywords
    for key in ("example", "const", "default"):
        if key in keywords and (key != "default" or keywords[key] is not None):
            return keywords[key]
        examples = keywords.get("examples")
        if key == "example" and isinstance(examples, list) and examples:
            return examples[0]
    enum = keywords.get("enum")
    return enum[0] if isinstance(enum, list) and enum else MISSING


def _make_empty(flat: Flat) -> object:
    """Return the smallest value of the type, for schemas whose example would be infinite."""
    kind = flat.types[0] if flat.types else ""
    return {"object": {}, "array": []}.get(kind, _make_scalar(kind, flat))


def _make_scalar(kind: str, flat: Flat) -> object:
    if is_file_schema(flat.keywords, flat.types):
        return "<binary>"
    if kind == "boolean":
        return True
    if kind in ("integer", "number"):
        return _make_number(kind, flat.keywords)
    if kind == "string":
        return _make_string(flat.keywords)
    return None


def _make_number(kind: str, keywords: dict[str, object]) -> float:
    """Return 1 or what is nearest to it within the limits."""
    low, high, step = (
        value if isinstance(value, (int, float)) and not isinstance(value, bool) else None
        for value in (keywords.get("minimum"), keywords.get("maximum"), keywords.get("multipleOf"))
    )
    above, below = keywords.get("exclusiveMinimum"), keywords.get("exclusiveMaximum")
    if above is True and low is not None:  # OpenAPI 3.0 marks the limit
        low += 1
    elif is_number(above):
        low = above + 1 if low is None else max(low, above + 1)
    if below is True and high is not None:
        high -= 1
    elif is_number(below):
        high = below - 1 if high is None else min(high, below - 1)
    if low is not None and high is not None and low > high:
        middle = (low + high) / 2  # both bounds are exclusive, and less than 2 apart
        low = high = middle
    value: float = 1
    if low is not None and value < low:
        value = low
    if high is not None and value > high:
        value = high
    if step and step > 0:
        with suppress(OverflowError):  # the limits are too large for multiples of such a step
            multiple = step * max(1, math.ceil(value / step))
            value = multiple if math.isfinite(multiple) else value
    return int(value) if kind == "integer" and abs(value) < 1e300 else value  # noqa: PLR2004  infinity has no integer


def _make_string(keywords: dict[str, object]) -> str:
    form = keywords.get("format")
    if keywords.get("contentEncoding") in ("base64", "base64url"):
        form = "byte"
    text = _STRINGS.get(form, "string") if isinstance(form, str) else "string"
    least, most = keywords.get("minLength"), keywords.get("maxLength")
    pattern = keywords.get("pattern")
    if isinstance(pattern, str) and text == "string":
        made = make_matching_text(pattern, least if isinstance(least, int) else 0)
        if made is not None and not (isinstance(most, int) and len(made) > most):
            return made
    if isinstance(least, int) and len(text) < least <= 200:  # noqa: PLR2004  longer ones are not useful
        text = (text * least)[:least]
    if isinstance(most, int) and 0 <= most < len(text) and text == "string":
        text = text[:most]
    return text


def make_matching_text(pattern: str, least: int = 0) -> str | None:
    """Return a short text of at least *least* characters that *pattern* matches, if it is simple.

    The pattern is read and never run, so no pattern of a stranger takes long.
    """
    if len(pattern) > _LONGEST_PATTERN:
        return None
    try:
        with warnings.catch_warnings(action="ignore"):  # about sets in later versions of Python
            # No public name of Python reads a pattern; without this one, the text is "string".
            steps = list(re._parser.parse(pattern))  # type: ignore[attr-defined]  # noqa: SLF001
    except (re.error, AttributeError, RecursionError, OverflowError):
        return None
    for more in (1, least):
        made = _make_match(steps, more, alone=True)
        if made is not None and least <= len(made) <= _LONGEST_MATCH:
            return made
    return None


def _make_match(
    steps: Sequence[tuple[object, Any]], more: int, *, alone: bool = False
) -> str | None:
    """Return a text that *steps* match, with *more* in place of each number that is free.

    :param alone: nothing comes before and after, so that the ends of the text may be named.
    """
    made = ""
    if alone:
        first, last = bool(steps) and _is_anchor(steps[0]), len(steps) > 1 and _is_anchor(steps[-1])
        steps = steps[first : len(steps) - last]
    alone = alone and len(steps) == 1
    for kind, value in steps:
        part: str | None = None
        if str(kind) == "LITERAL":
            part = chr(value)
        elif str(kind) in {"IN", "ANY", "NOT_LITERAL"}:
            part = next(
                (
                    c
                    for c in _list_candidates(str(kind), value)
                    if _matches_step(str(kind), value, c)
                ),
                None,
            )
        elif str(kind) in {"MAX_REPEAT", "MIN_REPEAT"}:
            low, high, inner = value
            one = _make_match(inner, more) if low <= _LONGEST_MATCH else None
            part = None if one is None else one * min(max(low, more), high, _LONGEST_MATCH)
        elif str(kind) == "SUBPATTERN" and not value[1]:
            part = _make_match(value[3], more, alone=alone)
        elif str(kind) == "BRANCH":
            part = _make_match(value[1][0], more, alone=alone)
        if part is None or len(made) > _LONGEST_MATCH:
            return None
        made += part
    return made


def _is_anchor(step: tuple[object, Any]) -> bool:
    return str(step[0]) == "AT" and str(step[1]) in {"AT_BEGINNING", "AT_END"}


def _list_candidates(kind: str, value: Any) -> Iterator[str]:  # noqa: ANN401 -- a step of a pattern
    """Yield characters that may be what one step matches."""
    for name, given in value if kind == "IN" else ():
        if str(name) in {"LITERAL", "RANGE"}:
            yield chr(given if str(name) == "LITERAL" else given[0])
    yield from _CANDIDATES


def _matches_step(kind: str, value: Any, character: str) -> bool:  # noqa: ANN401 -- a step of a pattern
    if kind != "IN":
        return kind == "ANY" or character != chr(value)
    found, code = False, ord(character)
    for name, given in value:
        word = str(given).removeprefix("CATEGORY_").lower()
        found = found or (
            code == given
            if str(name) == "LITERAL"
            else given[0] <= code <= given[1]
            if str(name) == "RANGE"
            else _OF_CATEGORY.get(word) == character
        )
    return found is not (str(value[0][0]) == "NEGATE")
