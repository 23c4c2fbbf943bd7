"""Example values generated from schemas, for specifications without examples."""

from __future__ import annotations

import math
import re
import warnings
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from sphinx_docsnav.data_files.json_values import MISSING
from sphinx_docsnav.openapi.content.page_values import Mode
from sphinx_docsnav.openapi.content.request import is_file_schema
from sphinx_docsnav.openapi.content.schema import (
    BY_DISCRIMINATOR,
    Flat,
    Flatten,
    Parts,
    excludes_property,
)
from sphinx_docsnav.openapi.content.schema_phrases import shorten, write_type_label, write_value
from sphinx_docsnav.openapi.content.value_reader import get_component_name, is_number

MAX_DEPTH = 8
"""Number of levels of optional values; required values may be twice as deep."""

MAX_VALUES = 60
"""Number of values above which optional properties are left out."""

_MAX_ITEMS = 3
"""Number of items in a generated array."""

_MAX_AROUND = 100
"""Number of schemas around a value, nested choices included; more are cut off."""

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
"""Examples by ``format``."""

MAX_OPTIONS = 6
"""Number of options of a body that have examples."""

_LONGEST_PATTERN, _LONGEST_MATCH = 300, 200
"""Lengths up to which a pattern is read, and up to which a matching text is generated."""

_OF_CATEGORY = {
    "digit": "1",
    "word": "a",
    "space": " ",
    "not_digit": "a",
    "not_word": "-",
    "not_space": "a",
}
"""A character of each category of a regular expression."""

_CANDIDATES = "a1A -_.x0"
"""Characters that are tried for a step of a regular expression."""


def make_examples(
    flat_of: Flatten, parts: Parts, mode: Mode, *, only_required: bool = False
) -> Iterator[tuple[str, object]]:
    """Yield generated examples with their names.

    A request whose schema is a choice has one for each option; otherwise there is one without name.

    :param only_required: whether optional properties of requests are left out.
    """
    flat = flat_of(parts)
    options = flat.choices[0].options if flat.choices else ()
    # Only a request with several options and without an example in the schema has several.
    is_choice = mode is Mode.REQUEST and len(options) > 1
    has_one_example = not is_choice or find_own_example(flat) is not MISSING
    named_examples: list[tuple[str, object]] = []
    for number, option in enumerate(() if has_one_example else options[:MAX_OPTIONS]):
        inner = flat_of(option)
        title = inner.name or inner.keywords.get("title") or write_type_label(flat_of, inner)
        named_examples.append(
            (
                shorten(str(title), 60),
                make_example(flat_of, parts, mode, only_required=only_required, option=number),
            )
        )
    # Options are only useful if readers can tell them apart.
    names = [name for name, _ in named_examples]
    if len(set(names)) == len(names) > 1 and MISSING not in [value for _, value in named_examples]:
        yield from named_examples
        return
    value = make_example(flat_of, parts, mode, only_required=only_required)
    if value is not MISSING:
        yield "", value


def make_example(
    flat_of: Flatten, parts: Parts, mode: Mode, *, only_required: bool = False, option: int = 0
) -> object:
    """Return a value that is valid for the schema, `MISSING` if there is none (``false``).

    Examples, default and constant of the schema take precedence. Read-only properties are not part
    of requests, write-only ones not of responses. Optional properties are left out where the value
    would become too large or contain itself.

    :param only_required: whether optional properties of requests are left out.
    :param option: the number of the option to use if the schema is a choice.
    """
    return _ExampleMaker(flat_of, mode, option, only_required=only_required).make(
        parts, 0, frozenset()
    )


class _ExampleMaker:
    """Generates one example."""

    def __init__(
        self, flat_of: Flatten, mode: Mode, option: int = 0, *, only_required: bool = False
    ) -> None:
        self.flat_of = flat_of
        self.only_required = only_required
        self.option = option
        self.mode = mode
        self.value_count = 0

    def make(self, parts: Parts, depth: int, above: frozenset[int]) -> object:
        """Return an example of *parts*; *above* are the identities of the schemas around it."""
        flat = self.flat_of(parts)
        self.value_count += 1
        own_example = find_own_example(flat)
        if own_example is not MISSING or flat.is_impossible:
            return own_example
        # A recursive schema ends here.
        if flat.origin & above or depth > 2 * MAX_DEPTH or len(above) > _MAX_AROUND:
            return _make_empty(flat)
        schema_ids = above | flat.origin
        if flat.choices:
            return self.make_option(flat, depth, schema_ids)
        kind = flat.types[0] if flat.types else "null" if flat.nullable else "any"
        if kind == "object":
            return self.make_object(flat, depth, schema_ids)
        if kind == "array":
            return self.make_array(flat, depth, schema_ids)
        return _make_scalar(kind, flat)

    def make_object(self, flat: Flat, depth: int, schema_ids: frozenset[int]) -> dict[str, object]:
        """Return an example of an object."""
        excluding_keyword = "readOnly" if self.mode is Mode.REQUEST else "writeOnly"
        result: dict[str, object] = {}
        for name, parts in flat.properties.items():
            property_ = self.flat_of(parts)
            is_needed = name in flat.required or name in _list_dependents(flat, result)
            is_excluded = excludes_property(self.flat_of, flat, name, excluding_keyword)
            if is_excluded or property_.is_impossible:
                continue
            if not is_needed and (
                (self.only_required and self.mode is Mode.REQUEST)
                or self.value_count > MAX_VALUES
                or depth > MAX_DEPTH
                or property_.origin & schema_ids
                or property_.keywords.get("deprecated") is True
            ):
                continue
            result[name] = self.make(parts, depth + 1, schema_ids)
        others = flat.schemas.get("additionalProperties")
        has_others = others and isinstance(others[0].value, dict) and others[0].value
        # Required names without a description, and one entry of a map.
        absent = {*flat.required, *_list_dependents(flat, result)} - flat.properties.keys()
        for name in sorted(absent) or (["key"] if has_others and not flat.properties else []):
            result[name] = (
                self.make(others, depth + 1, schema_ids) if others and has_others else "string"
            )
        for rule in flat.base_discriminators if flat.name else ():
            _select_schema(result, rule, flat.name)
        return result

    def make_array(self, flat: Flat, depth: int, schema_ids: frozenset[int]) -> list[object]:
        """Return an example of an array: its fixed items, or the least number of equal items."""
        if flat.prefix:
            return [self.make(parts, depth + 1, schema_ids) for parts in flat.prefix[:20]]
        items = (*flat.schemas.get("items", ()), *flat.schemas.get("contains", ()))
        if not items or self.flat_of(items).origin & schema_ids:
            return []
        item = self.make(items, depth + 1, schema_ids)
        least = flat.keywords.get("minItems")
        count = least if isinstance(least, int) and 1 <= least <= _MAX_ITEMS else 1
        return [] if item is MISSING else [item] * count

    def make_option(self, flat: Flat, depth: int, schema_ids: frozenset[int]) -> object:
        """Return an example of one option, with the properties that all options share."""
        first = flat.choices[0]
        option = first.options[self.option]
        # Choices inside the option use their first option.
        self.option = 0
        option_ids = schema_ids
        if first.keyword == BY_DISCRIMINATOR:
            # An option contains its base, which is no recursion. Two bases can lead to each other;
            # their discriminators stay in the way.
            rule_id = id(first.discriminator.value) if first.discriminator else 0
            if rule_id in schema_ids:
                return self.make_object(flat, depth, schema_ids)
            option_ids = (schema_ids - flat.identity) | {rule_id}
        value = self.make(option, depth, option_ids)
        if not isinstance(value, dict):
            return value
        result = {**self.make_object(flat, depth, schema_ids), **value}
        rule = first.discriminator.value if first.discriminator else None
        if isinstance(rule, dict):
            _select_schema(result, rule, self.flat_of(option).name)
        return result


def _list_dependents(flat: Flat, value: Collection[str]) -> Iterator[str]:
    """Yield the names that ``dependentRequired`` adds to those of *value*."""
    for name, others in flat.dependent.items():
        if name in value and isinstance(others, list):
            yield from (other for other in others if isinstance(other, str))


def find_own_example(flat: Flat) -> object:
    """Return the example in the schema itself, `MISSING` if there is none.

    YAML may read a text as a number or the other way round, so the value is converted to the
    schema's only type.
    """
    value = _find_raw_example(flat)
    if flat.types == ("string",) and is_number(value):
        return write_value(value)
    if flat.types == ("integer",) and isinstance(value, str):
        return int(value) if re.fullmatch(r"-?[0-9]{1,15}", value) else value
    return value


def _find_raw_example(flat: Flat) -> object:
    """Return ``example``, ``examples``, ``const``, ``default`` or ``enum`` as written."""
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
    """Return the smallest value of a type, for a schema whose example would be infinite."""
    type_ = flat.types[0] if flat.types else ""
    return {"object": {}, "array": []}.get(type_, _make_scalar(type_, flat))


def _select_schema(example: dict[str, object], rule: Mapping[str, object], name: str) -> None:
    """Give *example* the value by which the discriminator *rule* selects the component *name*."""
    property_name = rule.get("propertyName")
    if not isinstance(property_name, str) or property_name not in example:
        return
    mapping = rule.get("mapping")
    names = mapping.items() if isinstance(mapping, dict) else ()
    selecting_values = [key for key, target in names if get_component_name(str(target)) == name]
    value = example[property_name]
    has_constant = isinstance(value, str) and value != "string"
    if not has_constant and (selecting_values or name):
        example[property_name] = selecting_values[0] if selecting_values else name


def _make_scalar(type_: str, flat: Flat) -> object:
    """Return an example of a single value."""
    if is_file_schema(flat.keywords, flat.types):
        return "<binary>"
    if type_ == "boolean":
        return True
    if type_ in ("integer", "number"):
        return _make_number(type_, flat.keywords)
    if type_ == "string":
        return _make_string(flat.keywords)
    return None


def _make_number(type_: str, keywords: dict[str, object]) -> float:
    """Return 1, or the number nearest to it that the limits allow."""
    limits = map(keywords.get, ("minimum", "maximum", "multipleOf"))
    low, high, step = (value if is_number(value) else None for value in limits)
    exclusive_low = keywords.get("exclusiveMinimum")
    exclusive_high = keywords.get("exclusiveMaximum")
    # OpenAPI 3.0 marks a limit as exclusive, later versions have a second limit.
    if exclusive_low is True and low is not None:
        low += 1
    elif is_number(exclusive_low):
        low = exclusive_low + 1 if low is None else max(low, exclusive_low + 1)
    if exclusive_high is True and high is not None:
        high -= 1
    elif is_number(exclusive_high):
        high = exclusive_high - 1 if high is None else min(high, exclusive_high - 1)
    if low is not None and high is not None and low > high:
        middle = (low + high) / 2
        # Both limits are exclusive and less than 2 apart.
        low = high = middle
    value: float = 1 if low is None else max(1, low)
    if high is not None:
        value = min(value, high)
    # Round up to a multiple; limits may be too large for a float.
    if step and step > 0:
        with suppress(OverflowError):  # the limits are too large for multiples of such a step
            multiple = step * max(1, math.ceil(value / step))
            value = multiple if math.isfinite(multiple) else value
    return int(value) if type_ == "integer" and abs(value) < 1e300 else value  # noqa: PLR2004  infinity has no integer


def _make_string(keywords: dict[str, object]) -> str:
    """Return an example of a text."""
    format_ = keywords.get("format")
    if keywords.get("contentEncoding") in ("base64", "base64url"):
        format_ = "byte"
    text = _STRINGS.get(format_, "string") if isinstance(format_, str) else "string"
    least, most = keywords.get("minLength"), keywords.get("maxLength")
    pattern = keywords.get("pattern")
    # A format is more specific than a pattern.
    if isinstance(pattern, str) and text == "string":
        matching_text = make_matching_text(pattern, least if isinstance(least, int) else 0)
        if matching_text is not None and not (isinstance(most, int) and len(matching_text) > most):
            return matching_text
    if isinstance(least, int) and len(text) < least <= 200:  # noqa: PLR2004  longer ones are not useful
        text = (text * least)[:least]
    if isinstance(most, int) and 0 <= most < len(text) and text == "string":
        text = text[:most]
    return text


def make_matching_text(pattern: str, least: int = 0) -> str | None:
    """Return a short text that *pattern* matches, ``None`` if the pattern is too complicated.

    The pattern is parsed and never executed, so a hostile one takes no time.

    :param least: the minimum length of the text.
    """
    if len(pattern) > _LONGEST_PATTERN:
        return None
    try:
        with warnings.catch_warnings(action="ignore"):  # about sets in later versions of Python
            # No public name of Python reads a pattern; without this one, the text is "string".
            steps = list(re._parser.parse(pattern))  # type: ignore[attr-defined]  # noqa: SLF001
    except (re.error, AttributeError, RecursionError, OverflowError):
        return None
    for repetitions in (1, least):
        text = _make_match(steps, repetitions, alone=True)
        if text is not None and least <= len(text) <= _LONGEST_MATCH:
            return text
    return None


def _make_match(
    steps: Sequence[tuple[object, Any]], more: int, *, alone: bool = False
) -> str | None:
    """Return a text that *steps* match.

    :param more: the number of repetitions where the pattern leaves it open.
    :param alone: whether the steps are the whole pattern, so that anchors match.
    """
    text = ""
    # Anchors at both ends match nothing by themselves.
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
            repeated = _make_match(inner, more) if low <= _LONGEST_MATCH else None
            part = (
                None if repeated is None else repeated * min(max(low, more), high, _LONGEST_MATCH)
            )
        elif str(kind) == "SUBPATTERN" and not value[1]:
            part = _make_match(value[3], more, alone=alone)
        elif str(kind) == "BRANCH":
            part = _make_match(value[1][0], more, alone=alone)
        # Other steps, such as back references, are not supported.
        if part is None or len(text) > _LONGEST_MATCH:
            return None
        text += part
    return text


def _is_anchor(step: tuple[object, Any]) -> bool:
    """Return whether a step is ``^`` or ``$``."""
    return str(step[0]) == "AT" and str(step[1]) in {"AT_BEGINNING", "AT_END"}


def _list_candidates(kind: str, value: Any) -> Iterator[str]:  # noqa: ANN401 -- a step of a pattern
    """Yield characters that one step may match."""
    for name, argument in value if kind == "IN" else ():
        if str(name) in {"LITERAL", "RANGE"}:
            yield chr(argument if str(name) == "LITERAL" else argument[0])
    yield from _CANDIDATES


def _matches_step(kind: str, value: Any, character: str) -> bool:  # noqa: ANN401 -- a step of a pattern
    """Return whether one step matches *character*."""
    if kind != "IN":
        return kind == "ANY" or character != chr(value)
    is_listed, code = False, ord(character)
    for name, argument in value:
        category = str(argument).removeprefix("CATEGORY_").lower()
        is_listed = is_listed or (
            code == argument
            if str(name) == "LITERAL"
            else argument[0] <= code <= argument[1]
            if str(name) == "RANGE"
            else _OF_CATEGORY.get(category) == character
        )
    return is_listed is not (str(value[0][0]) == "NEGATE")
