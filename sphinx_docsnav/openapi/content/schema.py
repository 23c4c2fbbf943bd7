"""A schema for display: ``$ref`` resolved, ``allOf`` merged, both notations of null read.

Nothing is expanded further than one level: properties, items and choices stay
`Parts` until they are used, so that recursive schemas are safe.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from dataclasses import dataclass, field

from sphinx_docsnav.docs_json.phrases import did_you_mean, listing, misspelled, quote
from sphinx_docsnav.openapi.content.keywords import (
    Layers,
    check_choices,
    check_limits,
    check_pattern,
    choices,
    unfollowed,
)
from sphinx_docsnav.openapi.content.value_reader import (
    Reader,
    check_fields,
    is_number,
    type_name,
    wrong_keywords,
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
_KEPT = frozenset({"description", "pattern", "multipleOf", "$comment"})
"""Keywords whose values all count if several parts of ``allOf`` have one."""


@dataclass(frozen=True, slots=True)
class ChoiceSet:
    """A ``oneOf`` or ``anyOf``."""

    keyword: str
    """``oneOf`` or ``anyOf``."""
    options: tuple[Parts, ...]
    """The schemas to choose from, without ``null``."""
    discriminator: Located | None
    """The discriminator object of the alternatives."""


EXTENDED = "discriminator"
"""The keyword of a choice between the schemas that extend another one."""


@dataclass(slots=True)
class Flat:
    """One schema with everything that holds for the value itself."""

    types: tuple[str, ...] = ()
    """JSON types without ``null``; empty for any."""
    nullable: bool = False
    """``null`` is allowed."""
    keywords: dict[str, object] = field(default_factory=dict)
    """Keywords with plain values: ``format``, ``maxLength``, ``description`` …"""
    further: dict[str, list[object]] = field(default_factory=dict)
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
    never: bool = False
    """No value is valid (``false``)."""
    parts: Parts = ()
    """What it was made of, kept alive for caches by identity."""
    problems: tuple[tuple[str, Located], ...] = ()
    """What was found while it was made: messages, and the values that they are about. Each page
    that shows the schema reports them, also if it was made for another one."""


FlatOf = Callable[[Parts], Flat]
"""Merges the schemas that apply to one value."""


_SINGLE = (
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
_HANDLED = frozenset(
    {
        *_SINGLE,
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


def flatten(reader: Reader, parts: Parts, without: Container[int] = ()) -> Flat:
    """Return the schema that *parts* make together.

    :param without: identities of components whose share is left out.
    """
    layers = Layers(reader, without)
    for part in parts:
        layers.add(part)
    flat = Flat(
        origin=frozenset(layers.seen),
        identity=frozenset(layers.identity),
        bases=tuple(dict.fromkeys(layers.bases)),
        never=layers.never,
    )
    flat.name, flat.key = layers.name if len(parts) == 1 else ("", 0)
    for located in layers.outer_first:
        check_fields(reader, located, "schema")
        wrong = wrong_keywords(reader, located)
        check_limits(reader, located, wrong)
        check_pattern(reader, located)
        _merge_keywords(flat, located, layers.replaced, wrong)
        _merge_types(flat, located, reader)
        _merge_choices(flat, located, reader)
    for located in layers.inner_first:
        _merge_properties(flat, located, reader)
        _merge_schemas(flat, located)
    if without == ():  # else, properties may be missing
        _check_required(flat, layers.outer_first, reader)
    if not flat.types:
        flat.types = _implied_types(flat)
    is_map = flat.properties or flat.patterns or "additionalProperties" in flat.schemas
    if flat.types == ("object",) and "items" in flat.schemas and not is_map:
        message = "'items' are those of an array, found type 'object'; shown as an array"
        reader.odd(f"{message}; write 'type: array'", flat.schemas["items"][0])
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
    named = [item for part in merged for item in unfollowed(part, "required")]
    places = {item.value: item for item in reversed(named) if isinstance(item.value, str)}
    for name in sorted(unknown & places.keys()):
        near = misspelled(name, properties)
        if near:
            message = f"'required' names {quote(name)}, which is no property; listed as a rule"
            reader.odd(f"{message}; did you mean {quote(near)}?", places[name])


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
        if word in _HANDLED or word in wrong or (word == "description" and id(value) in replaced):
            continue
        known = flat.keywords.setdefault(word, given)
        if is_number(known) and is_number(given) and word in _LOWER_BOUNDS | _UPPER_BOUNDS:
            flat.keywords[word] = (max if word in _LOWER_BOUNDS else min)(known, given)
        elif word in _KEPT and given != known:
            flat.further.setdefault(word, []).append(given)
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
            reader.odd(f"unknown type {name!r}; it is ignored; {hint}", located)
    flat.nullable = flat.nullable or value.get("nullable") is True or "null" in known
    types = tuple(name for name in known if name != "null")
    if types and flat.types:
        common = _common(flat.types, types)
        if not common:
            both = f"{listing(flat.types, 'or')} and {listing(types, 'or')}"
            reader.odd(
                f"no value has the types {both} at once; all of them are shown; correct 'allOf'",
                located,
            )
        flat.types = common or (*flat.types, *types)
    elif known:
        flat.types = types or ("null",)


def _common(first: tuple[str, ...], second: tuple[str, ...]) -> tuple[str, ...]:
    """Return the types in both; an integer is a number."""
    return tuple(
        t for t in second if t in first or (t == "integer" and "number" in first)
    ) or tuple(t for t in first if t == "integer" and "number" in second)


def _merge_choices(flat: Flat, located: Located, reader: Reader) -> None:
    for keyword in ("oneOf", "anyOf"):
        real = choices(located, keyword)
        flat.nullable = flat.nullable or len(real) < len(unfollowed(located, keyword))
        if len(real) > 1:  # a single one is a part of the schema itself
            discriminator = reader.child(located, "discriminator")
            options = tuple((option,) for option in real)
            flat.choices += (ChoiceSet(keyword, options, discriminator),)
    if id(located.value) in flat.identity and not flat.choices:
        options = tuple((option,) for option in extensions_of(located))
        if options:
            discriminator = reader.child(located, "discriminator")
            flat.choices = (ChoiceSet(EXTENDED, options, discriminator),)


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
        message = f"expected a list of names as 'required', found {type_name(required)}; ignored"
        hint = "; name the property in the list 'required' of the object that has it"
        reader.odd(message + (hint if isinstance(required, bool) else ""), located)
    dependent = value.get("dependentRequired") if isinstance(value, dict) else None
    if isinstance(dependent, dict):
        flat.dependent.update(dependent)


def _merge_schemas(flat: Flat, located: Located) -> None:
    for key in _SINGLE:
        child = located.child(key)
        if key == "propertyNames" and child is not None and child.value == {"type": "string"}:
            continue  # as all names are
        if child is not None and isinstance(child.value, (dict, bool)):
            flat.schemas[key] = (*flat.schemas.get(key, ()), child)
    prefix = unfollowed(located, "prefixItems")
    if prefix:
        flat.prefix = tuple((item,) for item in prefix)


def _implied_types(flat: Flat) -> tuple[str, ...]:
    """Return the type that the keywords of a schema without ``type`` are about."""
    if flat.properties or flat.patterns or "additionalProperties" in flat.schemas:
        return ("object",)
    if "items" in flat.schemas or flat.prefix:
        return ("array",)
    values = flat.keywords.get("enum", [flat.keywords["const"]] if "const" in flat.keywords else [])
    kinds = {_json_type(value) for value in values} if isinstance(values, list) else set()
    flat.nullable = flat.nullable or "null" in kinds
    return tuple(sorted(kinds - {"null"}))


def _json_type(value: object) -> str:
    kinds: tuple[tuple[type, str], ...] = (
        (bool, "boolean"),
        (int, "integer"),
        (float, "number"),
        (str, "string"),
        (list, "array"),
        (dict, "object"),
    )
    return next((name for kind, name in kinds if isinstance(value, kind)), "null")
