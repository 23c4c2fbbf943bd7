"""A schema for display: ``$ref`` resolved, ``allOf`` merged, both notations of null read.

Nothing is expanded further than one level: properties, items and choices stay
`Parts` until they are used, so that recursive schemas are safe.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from sphinx_docsnav.docs_json.phrases import did_you_mean, listing, misspelled, quote
from sphinx_docsnav.openapi.content.value_reader import (
    Reader,
    check_fields,
    describe_type,
    find_wrong_keywords,
    get_component_name,
    is_number,
    suggest_value,
)
from sphinx_docsnav.openapi.spec_document import Located, extensions_of

Parts = tuple[Located, ...]
"""Schemas that all hold for one value: several where parts of ``allOf`` share a property."""

TYPES = ("string", "number", "integer", "boolean", "object", "array", "null")

_LOWER_BOUNDS = frozenset(
    {"minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties", "minContains"}
)

_UPPER_BOUNDS = frozenset(
    {"maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties", "maxContains"}
)

_CUMULATIVE_KEYWORDS = frozenset({"description", "pattern", "multipleOf", "$comment"})
"""Keywords whose values all count if several parts of ``allOf`` have one."""

BY_DISCRIMINATOR = "discriminator"
"""The keyword of a choice between the schemas that extend another one."""

_SUBSCHEMA_KEYWORDS = (
    "items",
    "additionalProperties",
    "not",
    "contains",
    "propertyNames",
    "if",
    "then",
    "else",
    "contentSchema",
    "unevaluatedItems",
    "unevaluatedProperties",
)

_STRUCTURAL_KEYWORDS = frozenset(
    {
        *_SUBSCHEMA_KEYWORDS,
        "$ref",
        "$dynamicRef",
        "$defs",
        "definitions",
        "allOf",
        "oneOf",
        "anyOf",
        "type",
        "nullable",
        "properties",
        "patternProperties",
        "prefixItems",
        "required",
        "dependentRequired",
        "dependentSchemas",
        "discriminator",
        "enum",
    }
)

MAX_PARTS = 200
"""Of how many objects one schema may be made; more are ignored."""

_LIMIT_PAIRS = (
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

_LONGEST_PATTERN = 10_000

_DIALECTS = re.compile(r"\\Q|\(\?#|\(\?[a-zA-Z]*x|\[\^?\]|&&")
"""What gives brackets another meaning in the regular expressions of other languages."""

_NESTED = re.compile(r"^\[(?:\\.|[^\\\[])*\[", re.DOTALL)
"""The start of a class with a bracket in it, which some languages read as another class."""

_TOKEN = re.compile(r"\\[\s\S]|\[(?:[^\]\\]|\\[\s\S])*\]|[\s\S]")
"""An escaped character, a class, or one character."""


@dataclass(frozen=True, slots=True)
class ChoiceSet:
    """A ``oneOf`` or ``anyOf``."""

    keyword: str
    """``oneOf`` or ``anyOf``."""
    options: tuple[Parts, ...]
    """The schemas to choose from, without ``null``."""
    discriminator: Located | None
    """The discriminator object of the alternatives."""


@dataclass(slots=True)
class Flat:
    """One schema with everything that holds for the value itself."""

    types: tuple[str, ...] = ()
    """JSON types without ``null``; empty for any."""
    nullable: bool = False
    """``null`` is allowed."""
    keywords: dict[str, object] = field(default_factory=dict)
    """Keywords with plain values: ``format``, ``maxLength``, ``description`` …"""
    other_values: dict[str, list[object]] = field(default_factory=dict)
    """Other values of keywords in *keywords*, from other parts of ``allOf``."""
    properties: dict[str, Parts] = field(default_factory=dict)
    """Named properties in reading order."""
    patterns: dict[str, Parts] = field(default_factory=dict)
    """``patternProperties``."""
    schemas: dict[str, Parts] = field(default_factory=dict)
    """Single subschemas by keyword: ``items``, ``not``, ``contains``, ``if`` …"""
    prefix: tuple[Parts, ...] = ()
    """``prefixItems``."""
    dependent: dict[str, object] = field(default_factory=dict)
    """``dependentRequired``."""
    dependent_schemas: dict[str, Parts] = field(default_factory=dict)
    """``dependentSchemas``."""
    required: frozenset[str] = frozenset()
    """Names of properties that must be there."""
    choices: tuple[ChoiceSet, ...] = ()
    """``oneOf`` and ``anyOf``."""
    name: str = ""
    """The component's name, if the schema is one."""
    origin: frozenset[int] = frozenset()
    """What it was made of; an example inside it with a common member does not end."""
    identity: frozenset[int] = frozenset()
    """Identities of the schema's parts; a schema inside it with one of them is recursive."""
    bases: tuple[tuple[str, int], ...] = ()
    """The components that it takes its properties from: name and identity."""
    key: int = 0
    """Equal for equal components, 0 where the schema is no component."""
    is_impossible: bool = False
    """No value is valid (``false``)."""
    parts: Parts = ()
    """What it was made of, kept alive for caches by identity."""
    problems: tuple[tuple[str, Located], ...] = ()
    """What was found while it was made: messages, and the values that they are about. Each page
    that shows the schema reports them, also if it was made for another one."""


Flatten = Callable[[Parts], Flat]
"""Merges the schemas that apply to one value."""


def flatten(reader: Reader, parts: Parts, without: Container[int] = ()) -> Flat:
    """Return the schema that *parts* make together.

    :param without: identities of components whose share is left out.
    """
    layers = Layers(reader, without)
    for part in parts:
        layers.add(part)
    flat = Flat(
        origin=frozenset(layers.object_ids),
        identity=frozenset(layers.identity),
        bases=tuple(dict.fromkeys(layers.bases)),
        is_impossible=layers.is_impossible,
    )
    flat.name, flat.key = layers.name if len(parts) == 1 else ("", 0)
    for located in layers.outer_first:
        check_fields(reader, located, "schema")
        wrong = find_wrong_keywords(reader, located)
        check_limits(reader, located, wrong)
        check_pattern(reader, located)
        _merge_keywords(flat, located, layers.replaced_descriptions, wrong)
        _merge_types(flat, located, reader)
        _merge_choices(flat, located, reader)
    for located in layers.inner_first:
        _merge_properties(flat, located, reader)
        _merge_schemas(flat, located)
    if without == ():  # else, properties may be missing
        _check_required(flat, layers.outer_first, reader)
    if not flat.types:
        flat.types = _infer_types(flat)
    is_map = flat.properties or flat.patterns or "additionalProperties" in flat.schemas
    if flat.types == ("object",) and "items" in flat.schemas and not is_map:
        message = "'items' are those of an array, found type 'object'; shown as an array"
        reader.report(f"{message}; write 'type: array'", flat.schemas["items"][0])
        flat.types = ("array",)
    if not {"array", "object"} & set(flat.types):  # there, the choices may be those of the items
        check_choices(reader, layers.outer_first, flat.keywords.get("enum"))
    return flat


def _check_required(flat: Flat, merged: Iterable[Located], reader: Reader) -> None:
    """Report required names that misspell a property; others may be in additional properties."""
    if flat.choices or flat.patterns:
        return
    unknown = flat.required - flat.properties.keys()
    properties = flat.properties.keys() - flat.required
    if not unknown or not properties:
        return
    named = [item for part in merged for item in list_unresolved(part, "required")]
    places = {item.value: item for item in reversed(named) if isinstance(item.value, str)}
    for name in sorted(unknown & places.keys()):
        near = misspelled(name, properties)
        if near:
            message = f"'required' names {quote(name)}, which is no property; listed as a rule"
            reader.report(f"{message}; did you mean {quote(near)}?", places[name])


def _merge_keywords(
    flat: Flat, located: Located, replaced: Container[int], wrong: Container[str]
) -> None:
    """Take keywords with plain values: the outermost text is first, the narrowest limit wins.

    :param replaced: identities of the objects whose description another one replaces.
    :param wrong: keywords to ignore.
    """
    value = located.value
    if not isinstance(value, dict):
        return
    for word, given in value.items():
        if (
            word in _STRUCTURAL_KEYWORDS
            or word in wrong
            or (word == "description" and id(value) in replaced)
        ):
            continue
        known = flat.keywords.setdefault(word, given)
        if is_number(known) and is_number(given) and word in _LOWER_BOUNDS | _UPPER_BOUNDS:
            flat.keywords[word] = (max if word in _LOWER_BOUNDS else min)(known, given)
        elif word in _CUMULATIVE_KEYWORDS and given != known:
            flat.other_values.setdefault(word, []).append(given)
    enum = value.get("enum")
    if isinstance(enum, list):
        known = flat.keywords.get("enum")
        flat.keywords["enum"] = [v for v in enum if v in known] if isinstance(known, list) else enum


def _merge_types(flat: Flat, located: Located, reader: Reader) -> None:
    value = located.value
    if not isinstance(value, dict):
        return
    given = value.get("type")
    names = given if isinstance(given, list) else [given] if given is not None else []
    known = tuple(name for name in names if name in TYPES)
    for name in names:
        if name not in TYPES:
            near = did_you_mean(name, TYPES) if isinstance(name, str) else ""
            hint = near or f"OpenAPI has {listing(TYPES, 'and')}"
            reader.report(f"unknown type {name!r}; it is ignored; {hint}", located)
    flat.nullable = flat.nullable or value.get("nullable") is True or "null" in known
    types = tuple(name for name in known if name != "null")
    if types and flat.types:
        common = _intersect_types(flat.types, types)
        if not common:
            both = f"{listing(flat.types, 'or')} and {listing(types, 'or')}"
            reader.report(
                f"no value has the types {both} at once; all of them are shown; correct 'allOf'",
                located,
            )
        flat.types = common or (*flat.types, *types)
    elif known:
        flat.types = types or ("null",)


def _intersect_types(first: tuple[str, ...], second: tuple[str, ...]) -> tuple[str, ...]:
    """Return the types in both; an integer is a number."""
    return tuple(
        t for t in second if t in first or (t == "integer" and "number" in first)
    ) or tuple(t for t in first if t == "integer" and "number" in second)


def _merge_choices(flat: Flat, located: Located, reader: Reader) -> None:
    for keyword in ("oneOf", "anyOf"):
        real = list_options(located, keyword)
        flat.nullable = flat.nullable or len(real) < len(list_unresolved(located, keyword))
        if len(real) > 1:  # a single one is a part of the schema itself
            discriminator = reader.child(located, "discriminator")
            options = tuple((option,) for option in real)
            flat.choices += (ChoiceSet(keyword, options, discriminator),)
    if id(located.value) in flat.identity and not flat.choices:
        options = tuple((option,) for option in extensions_of(located))
        if options:
            discriminator = reader.child(located, "discriminator")
            flat.choices = (ChoiceSet(BY_DISCRIMINATOR, options, discriminator),)


def _merge_properties(flat: Flat, located: Located, reader: Reader) -> None:
    for key, into in (
        ("properties", flat.properties),
        ("patternProperties", flat.patterns),
        ("dependentSchemas", flat.dependent_schemas),
    ):
        below = located.child(key)
        if below is None or not isinstance(below.value, dict):
            continue
        for name in below.value:
            child = below.child(name)
            if child is not None:
                into[name] = (*into.get(name, ()), child)
    value = located.value
    required = value.get("required") if isinstance(value, dict) else None
    if isinstance(required, list):
        flat.required |= frozenset(name for name in required if isinstance(name, str))
    elif required is not None:
        message = (
            f"expected a list of names as 'required', found {describe_type(required)}; ignored"
        )
        hint = "; name the property in the list 'required' of the object that has it"
        reader.report(message + (hint if isinstance(required, bool) else ""), located)
    dependent = value.get("dependentRequired") if isinstance(value, dict) else None
    if isinstance(dependent, dict):
        flat.dependent.update(dependent)


def _merge_schemas(flat: Flat, located: Located) -> None:
    for key in _SUBSCHEMA_KEYWORDS:
        child = located.child(key)
        if key == "propertyNames" and child is not None and child.value == {"type": "string"}:
            continue  # as all names are
        if child is not None and isinstance(child.value, (dict, bool)):
            flat.schemas[key] = (*flat.schemas.get(key, ()), child)
    prefix = list_unresolved(located, "prefixItems")
    if prefix:
        flat.prefix = tuple((item,) for item in prefix)


def _infer_types(flat: Flat) -> tuple[str, ...]:
    """Return the type that the keywords of a schema without ``type`` are about."""
    if flat.properties or flat.patterns or "additionalProperties" in flat.schemas:
        return ("object",)
    if "items" in flat.schemas or flat.prefix:
        return ("array",)
    values = flat.keywords.get("enum", [flat.keywords["const"]] if "const" in flat.keywords else [])
    kinds = {_name_json_type(value) for value in values} if isinstance(values, list) else set()
    flat.nullable = flat.nullable or "null" in kinds
    return tuple(sorted(kinds - {"null"}))


def _name_json_type(value: object) -> str:
    kinds: tuple[tuple[type, str], ...] = (
        (bool, "boolean"),
        (int, "integer"),
        (float, "number"),
        (str, "string"),
        (list, "array"),
        (dict, "object"),
    )
    return next((name for kind, name in kinds if isinstance(value, kind)), "null")


class Layers:
    """The objects that a schema is made of, through ``$ref`` and ``allOf``."""

    def __init__(self, reader: Reader, without: Container[int] = ()) -> None:
        """Nothing is added yet.

        :param without: identities of objects to leave out, with what they are made of.
        """
        self.reader = reader
        self.excluded = without
        self.outer_first: list[Located] = []
        """A schema before what it is made of: the order in which texts win."""
        self.inner_first: list[Located] = []
        """A schema after what it is made of: the order in which properties are shown."""
        self.object_ids: set[int] = set()
        """The identities of the objects."""
        self._ids_in_progress: set[int] = set()
        """Those of the objects that are being added: what leads back to one is in a circle."""
        self.name: tuple[str, int] = ("", 0)
        """The component's name and identity, if the whole is one component."""
        self.bases: list[tuple[str, int]] = []
        """Names and identities of the components that it takes its properties from."""
        self.identity: set[int] = set()
        """The identities of the objects that make up the schema."""
        self.replaced_descriptions: set[int] = set()
        """The identities of the objects whose description stands beside a ``$ref`` to them."""
        self.is_impossible = False
        """One of the parts is ``false``."""
        self._base_depth = 0

    def add(self, located: Located, *, naming: bool = True) -> None:
        """Add *located* and what it is made of; nothing is added twice."""
        value = located.value
        if value is False:
            self.is_impossible = True
        if not isinstance(value, dict):
            if not isinstance(value, bool):
                self.reader.report(
                    f"expected a schema, found {describe_type(value)}; ignored", located
                )
            return
        if (
            id(value) in self.object_ids
            or id(value) in self.excluded
            or len(self.object_ids) > MAX_PARTS
        ):
            return
        self.object_ids.add(id(value))
        self._ids_in_progress.add(id(value))
        if naming:
            self.identity.add(id(value))
        self.outer_first.append(located)
        self._add_reference(located, value, naming=naming)
        parts = list_unresolved(located, "allOf")
        alone = naming and len(parts) == 1 and not value.get("properties")
        for part in parts:
            self.add(part, naming=alone)
        for option in _find_single_options(located):
            self.add(option, naming=naming and not value.get("properties"))
        self.inner_first.append(located)
        self._ids_in_progress.discard(id(value))

    def _add_reference(
        self, located: Located, value: Mapping[str, object], *, naming: bool
    ) -> None:
        reference = value.get("$ref", value.get("$dynamicRef"))
        if not isinstance(reference, str):
            return
        target = self.reader.target(reference, located)
        if target is None:
            return
        if id(target.value) in self._ids_in_progress:
            self.reader.report(
                f"$ref {reference!r} leads back to where it stands; ignored", located
            )
        if "description" in value or id(value) in self.replaced_descriptions:
            self.replaced_descriptions.add(id(target.value))
        of_component = target.keys[:1] == ("components",)
        name = target.keys[-1] if of_component else get_component_name(reference)
        if naming and not self.name[0]:
            self.name = (name, id(target.value))
        if not self._base_depth:
            self.bases.append((name, id(target.value)))
        self._base_depth += 1
        self.add(target, naming=naming)
        self._base_depth -= 1


def list_unresolved(located: Located, key: str) -> list[Located]:
    """Return the items of the list under *key*, ``$ref`` not followed."""
    below = located.child(key)
    if below is None or not isinstance(below.value, list):
        return []
    found = (below.child(str(number)) for number in range(len(below.value)))
    return [item for item in found if item is not None]


def is_null(option: Located) -> bool:
    """Return whether a schema allows nothing but ``null``."""
    return isinstance(option.value, dict) and option.value.get("type") in ("null", ["null"])


def list_options(located: Located, keyword: str) -> list[Located]:
    """Return the options of ``oneOf`` or ``anyOf`` but ``null``."""
    return [option for option in list_unresolved(located, keyword) if not is_null(option)]


def _find_single_options(located: Located) -> list[Located]:
    """Return options that are no choice: ``anyOf`` a schema or ``null`` is that schema."""
    found = (list_options(located, keyword) for keyword in ("oneOf", "anyOf"))
    return [options[0] for options in found if len(options) == 1]


def check_limits(reader: Reader, located: Located, wrong: Container[str]) -> None:
    """Report an empty ``enum``, and the first least value above the greatest one.

    :param wrong: keywords to ignore.
    """
    value = located.value
    if not isinstance(value, dict):
        return
    if value.get("enum") == []:
        message = "'enum' lists no values; left out; list them, or remove it"
        reader.report(message, located.child("enum") or located)
    if not any(low in value for low, _ in _LIMIT_PAIRS):
        return
    for low, high in _LIMIT_PAIRS:
        least, greatest = value.get(low), value.get(high)
        if low in wrong or high in wrong or not is_number(least) or not is_number(greatest):
            continue
        # OpenAPI 3.0: ``exclusiveMinimum: true`` beside ``minimum``
        flags = (f"exclusive{word[0].upper()}{word[1:]}" for word in (low, high))
        is_exclusive = "exclusive" in low + high or any(value.get(flag) is True for flag in flags)
        if least > greatest or (is_exclusive and least == greatest):
            relation = "is not below" if is_exclusive else "is above"
            limits = (_write_plain_value(least), _write_plain_value(greatest))
            what = f"{low!r} {limits[0]} {relation} {high!r} {limits[1]}"
            message = f"{what}, so no value is valid; shown as written; swap or correct them"
            reader.report(message, located.child(low) or located)
            return


def check_choices(reader: Reader, layers: Iterable[Located], enum_values: object) -> None:
    """Report the first default or example that is not among *choices*, the values of ``enum``.

    :param layers: the objects that the schema is made of.

    Only plain values are compared, by their text: YAML reads ``5`` and ``no`` as other types
    than an author may mean. ``null`` and an empty text say that there is none.
    """
    if not isinstance(enum_values, list) or not 0 < len(enum_values) <= _MOST_CHOICES:
        return
    given = [item for layer in layers for item in _list_values(layer)]
    if not given or not all(map(_is_plain, enum_values)):
        return
    known = {_write_plain_value(choice): None for choice in enum_values if choice is not None}
    for keyword, located in given:
        text = _write_plain_value(located.value)
        if text not in known:
            hint = suggest_value(text, known) or "correct it, or add it to 'enum'"
            message = f"{keyword} {quote(text)} is not in 'enum'; shown as written; {hint}"
            reader.report(message, located)
            return


def _list_values(located: Located) -> Iterator[tuple[str, Located]]:
    """Yield the default and the examples of a schema, with what they are."""
    named = ((keyword, located.child(keyword)) for keyword in ("default", "example"))
    listed = (("example", child) for child in list_unresolved(located, "examples"))
    for what, child in (*named, *listed):
        if child is not None and child.value not in (None, "") and _is_plain(child.value):
            yield what, child


def _is_plain(value: object) -> bool:
    return value is None or isinstance(value, (str, int, float))


def _write_plain_value(value: object) -> str:
    """Return a plain value as JSON writes it, without quotes."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value).lower() if isinstance(value, bool) else str(value)


def check_pattern(reader: Reader, located: Located) -> None:
    """Report a ``pattern`` that no language reads as a regular expression.

    It is not run. What is valid in some language is not reported.
    """
    pattern = located.value.get("pattern") if isinstance(located.value, dict) else None
    if not isinstance(pattern, str) or len(pattern) > _LONGEST_PATTERN:
        return
    mistake = None if _DIALECTS.search(pattern) else _find_pattern_mistake(pattern)
    if mistake:
        what = f"pattern {quote(pattern)} is no regular expression: {mistake}"
        hint = "shown as written; correct it, or write the character after a backslash"
        reader.report(f"{what}; {hint}", located.child("pattern") or located)


def _find_pattern_mistake(pattern: str) -> str:
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
