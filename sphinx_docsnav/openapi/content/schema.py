"""One schema out of everything that applies to a value.

``$ref`` and ``allOf`` are merged, and both notations of ``null`` are read. Only one level is
expanded: properties, items and options remain `Parts` until they are used, so that recursive
schemas need no special treatment.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from sphinx_docsnav.data_files.json_values import as_list, as_object
from sphinx_docsnav.messages import describe, did_you_mean, join_names, quote
from sphinx_docsnav.openapi.content.value_reader import (
    Reader,
    check_fields,
    get_component_name,
    is_number,
    suggest_value,
)
from sphinx_docsnav.openapi.spec_document import Located, list_extensions, make_mapping_reference
from sphinx_docsnav.sitefiles.nearest import find_misspelled, suggest_name

Parts = tuple[Located, ...]
"""The schemas that apply to one value; several if parts of ``allOf`` define the same property."""

TYPES = ("string", "number", "integer", "boolean", "object", "array", "null")
"""The types of JSON Schema."""

LOWER_LIMITS = (
    "minimum",
    "exclusiveMinimum",
    "minLength",
    "minItems",
    "minProperties",
    "minContains",
)
"""Keywords of lower limits; the greatest value counts."""

UPPER_LIMITS = (
    "maximum",
    "exclusiveMaximum",
    "maxLength",
    "maxItems",
    "maxProperties",
    "maxContains",
)
"""Keywords of upper limits; the least value counts."""

_CUMULATIVE_KEYWORDS = frozenset({"description", "pattern", "multipleOf", "$comment"})
"""Keywords of which all values count if several parts of ``allOf`` have one."""

BY_DISCRIMINATOR = "discriminator"
"""`ChoiceSet.keyword` of a choice between the schemas that extend a base schema."""

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
"""Keywords whose value is a single schema."""

_INNER_OBJECTS = (
    ("discriminator", "discriminator"),
    ("xml", "xml"),
    ("externalDocs", "external documentation"),
)
"""Keywords whose values are objects but no schemas, and the kinds of these objects."""

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
"""Keywords that are merged by rules of their own."""

MAX_PARTS = 200
"""Maximum number of objects that are merged to one schema; others are ignored."""

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
"""Keywords of a lower and of an upper limit for the same quantity."""

_EXCLUSIVE_FLAGS = {"minimum": "exclusiveMinimum", "maximum": "exclusiveMaximum"}
"""The keyword that marks a limit as exclusive with ``true`` in OpenAPI 3.0, and is an exclusive
limit itself in later versions, by the keyword of the limit."""

_MOST_CHOICES = 500
"""Number of values of ``enum`` up to which defaults and examples are checked: many pages may show
the schema."""

_LONGEST_PATTERN = 10_000
"""Length up to which a regular expression is checked, in characters."""

_DIALECTS = re.compile(r"\\Q|\(\?#|\(\?[a-zA-Z]*x|\[\^?\]|&&")
"""Syntax of some dialects of regular expressions in which brackets have another meaning."""

_NESTED = re.compile(r"^\[(?:\\.|[^\\\[])*\[", re.DOTALL)
"""The start of a character class with a bracket in it, which some dialects read as a nested
class."""

_TOKEN = re.compile(r"\\[\s\S]|\[(?:[^\]\\]|\\[\s\S])*\]|[\s\S]")
"""One token of a regular expression: an escaped character, a character class, or a character."""


@dataclass(frozen=True, slots=True)
class ChoiceSet:
    """The options of ``oneOf``, ``anyOf`` or a discriminator."""

    keyword: str
    """``oneOf``, ``anyOf`` or `BY_DISCRIMINATOR`."""
    options: tuple[Parts, ...]
    """The schemas to choose from, without ``null``."""
    discriminator: Located | None
    """The discriminator object, if there is one."""


@dataclass(slots=True)
class Flat:
    """One schema with everything that applies to its value."""

    types: tuple[str, ...] = ()
    """JSON types without ``null``; empty for any type."""
    nullable: bool = False
    """Whether ``null`` is valid."""
    keywords: dict[str, object] = field(default_factory=dict)
    """Keywords with plain values: ``format``, ``maxLength``, ``description`` …"""
    other_values: dict[str, list[object]] = field(default_factory=dict)
    """Further values of keywords that several parts of ``allOf`` have."""
    properties: dict[str, Parts] = field(default_factory=dict)
    """The properties by name, those of a base schema first."""
    patterns: dict[str, Parts] = field(default_factory=dict)
    """The schemas of ``patternProperties``, by pattern."""
    schemas: dict[str, Parts] = field(default_factory=dict)
    """Single subschemas by keyword: ``items``, ``not``, ``contains``, ``if`` …"""
    prefix: tuple[Parts, ...] = ()
    """The schemas of ``prefixItems``."""
    dependent: dict[str, object] = field(default_factory=dict)
    """``dependentRequired``: lists of names by property."""
    dependent_schemas: dict[str, Parts] = field(default_factory=dict)
    """``dependentSchemas``: schemas by property."""
    required: frozenset[str] = frozenset()
    """Names of required properties."""
    choices: tuple[ChoiceSet, ...] = ()
    """The options of ``oneOf``, ``anyOf`` and discriminators."""
    name: str = ""
    """The component's name; empty if the schema is no component."""
    origin: frozenset[int] = frozenset()
    """Identities of all objects that were merged. An example of a schema within itself would be
    infinite."""
    identity: frozenset[int] = frozenset()
    """Identities of the objects that are this schema, without its bases. A schema inside that has
    one of them is recursive."""
    bases: tuple[tuple[str, int], ...] = ()
    """Name and identity of each component from which it takes properties."""
    base_discriminators: tuple[Mapping[str, object], ...] = ()
    """The ``discriminator`` of each of its bases, which tells it apart from their other heirs."""
    key: int = 0
    """The identity of the component; 0 if the schema is no component."""
    is_impossible: bool = False
    """Whether no value is valid (the schema ``false``)."""
    parts: Parts = ()
    """The merged schemas; kept here because caches use their identities."""
    problems: tuple[tuple[str, Located], ...] = ()
    """Messages and the values that they are about. Every page that shows the schema reports them,
    even if another page has merged it."""


Flatten = Callable[[Parts], Flat]
"""Merges the schemas that apply to one value."""


def excludes_property(flat_of: Flatten, flat: Flat, name: str, keyword: str) -> bool:
    """Return whether ``readOnly`` or ``writeOnly`` keeps a property from being sent.

    It does not if only a base has the keyword: a later part of ``allOf`` describes the property
    again without it, and the schema requires the property.
    """
    parts = flat.properties[name]
    if flat_of(parts).keywords.get(keyword) is not True:
        return False
    is_described_again = len(parts) > 1 and flat_of(parts[-1:]).keywords.get(keyword) is not True
    return not (name in flat.required and is_described_again)


def flatten(reader: Reader, parts: Parts, without: Container[int] = ()) -> Flat:
    """Return the schema that *parts* are together.

    :param without: identities of components to leave out.
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
    # Outer before inner: the description next to a reference precedes that of its target.
    for located in layers.outer_first:
        wrong_keywords = check_fields(reader, located, "schema").ignored
        _check_inner_objects(reader, located)
        check_limits(reader, located, wrong_keywords)
        check_pattern(reader, located)
        _merge_keywords(flat, located, layers.replaced_descriptions, wrong_keywords)
        _merge_types(flat, located, reader)
        _merge_choices(flat, located, reader)
        rule = located.value.get("discriminator") if isinstance(located.value, dict) else None
        if isinstance(rule, dict) and id(located.value) not in layers.identity:
            flat.base_discriminators += (rule,)
    # Inner before outer: the properties of a base schema are listed first.
    for located in layers.inner_first:
        _merge_properties(flat, located, reader)
        _merge_schemas(flat, located)
    # Without some components, properties may be missing.
    if without == ():
        _check_required(flat, layers.outer_first, reader)
    _complete_types(flat, reader)
    # In an array, some authors write the values of the items into its "enum".
    if not {"array", "object"} & set(flat.types):
        check_choices(reader, layers.outer_first, flat.keywords.get("enum"))
    return flat


def _check_inner_objects(reader: Reader, located: Located) -> None:
    """Report mistakes in the objects of a schema that are no schemas."""
    for keyword, kind in _INNER_OBJECTS:
        if isinstance(located.value, dict) and keyword in located.value:
            inner = reader.child(located, keyword)
            if inner is not None:
                check_fields(reader, inner, kind)
                if kind == "discriminator":
                    _check_mapping(reader, inner)


def _check_mapping(reader: Reader, discriminator: Located) -> None:
    """Report references in the ``mapping`` of a discriminator that lead nowhere in their file."""
    mapping = reader.child(discriminator, "mapping")
    if mapping is None:
        return
    for value, target in as_object(mapping.value).items():
        entry = mapping.child(value) or mapping
        if not isinstance(target, str):
            message = f"expected text as {value!r}, found {describe(target)}; it is ignored"
            reader.report(f"{message}; write a reference to a schema", entry)
        else:
            reference = make_mapping_reference(target)
            # Other files are read when a schema refers to them.
            if reference.startswith("#") or "." not in reference:
                reader.target(reference, entry)


def _check_required(flat: Flat, layers: Iterable[Located], reader: Reader) -> None:
    """Report names in ``required`` that misspell a property.

    Other unknown names may be additional properties.
    """
    if flat.choices or flat.patterns:
        return
    unknown = flat.required - flat.properties.keys()
    properties = flat.properties.keys() - flat.required
    if not unknown or not properties:
        return
    items = [item for part in layers for item in list_unresolved(part, "required")]
    items_by_name = {item.value: item for item in reversed(items) if isinstance(item.value, str)}
    for name in sorted(unknown & items_by_name.keys()):
        near = find_misspelled(name, properties)
        if near:
            message = f"'required' names {quote(name)}, which is no property; listed as a rule"
            reader.report(f"{message}; {did_you_mean(near)}", items_by_name[name])


def _merge_keywords(
    flat: Flat, located: Located, replaced: Container[int], wrong: Container[str]
) -> None:
    """Add the keywords of *located* with plain values.

    The outermost text is the first one, and the narrowest limit counts.

    :param replaced: identities of the objects whose description another one replaces.
    :param wrong: keywords to ignore.
    """
    value = located.value
    if not isinstance(value, dict):
        return
    for keyword, new_value in value.items():
        if (
            keyword in _STRUCTURAL_KEYWORDS
            or keyword in wrong
            or (keyword == "description" and id(value) in replaced)
        ):
            continue
        old_value = flat.keywords.setdefault(keyword, new_value)
        if is_number(old_value) and is_number(new_value) and keyword in LOWER_LIMITS:
            flat.keywords[keyword] = max(old_value, new_value)
        elif is_number(old_value) and is_number(new_value) and keyword in UPPER_LIMITS:
            flat.keywords[keyword] = min(old_value, new_value)
        elif keyword in _CUMULATIVE_KEYWORDS and new_value != old_value:
            flat.other_values.setdefault(keyword, []).append(new_value)
    # Only values in every "enum" are valid.
    enum = value.get("enum")
    if isinstance(enum, list):
        old_value = flat.keywords.get("enum")
        flat.keywords["enum"] = (
            [v for v in enum if v in old_value] if isinstance(old_value, list) else enum
        )


def _merge_types(flat: Flat, located: Located, reader: Reader) -> None:
    """Set the types that are valid in *located* and in the parts before it."""
    value = located.value
    if not isinstance(value, dict):
        return
    type_value = value.get("type")
    names = (
        type_value
        if isinstance(type_value, list)
        else [type_value]
        if type_value is not None
        else []
    )
    known_names = tuple(name for name in names if name in TYPES)
    for name in names:
        if name not in TYPES:
            near = suggest_name(name, TYPES) if isinstance(name, str) else ""
            hint = near or f"OpenAPI has {join_names(TYPES, 'and')}"
            reader.report(f"unknown type {name!r}; it is ignored; {hint}", located)
    flat.nullable = flat.nullable or value.get("nullable") is True or "null" in known_names
    types = tuple(name for name in known_names if name != "null")
    # Both lists have to allow a value; only one of them may exist.
    if types and flat.types:
        common = _intersect_types(flat.types, types)
        if not common:
            both = f"{join_names(flat.types, 'or')} and {join_names(types, 'or')}"
            reader.report(
                f"no value has the types {both} at once; all of them are shown; correct 'allOf'",
                located,
            )
        flat.types = common or (*flat.types, *types)
    elif known_names:
        flat.types = types or ("null",)


def _intersect_types(first: tuple[str, ...], second: tuple[str, ...]) -> tuple[str, ...]:
    """Return the types that both lists allow.

    ``integer`` is narrower than ``number``, so it is the result for the two.
    """
    return tuple(
        t for t in second if t in first or (t == "integer" and "number" in first)
    ) or tuple(t for t in first if t == "integer" and "number" in second)


def _merge_choices(flat: Flat, located: Located, reader: Reader) -> None:
    """Add the options of ``oneOf`` and ``anyOf``, or those of a discriminator without them."""
    for keyword in ("oneOf", "anyOf"):
        proper_options = list_options(located, keyword)
        # OpenAPI 3.1 writes a nullable schema as a choice with the type "null".
        for option in list_unresolved(located, keyword):
            if is_null(option):
                flat.nullable = True
                _merge_null_description(flat, option)
        # A single option was merged into the schema; see `Layers`.
        if len(proper_options) > 1:
            discriminator = reader.child(located, "discriminator")
            options = tuple((option,) for option in proper_options)
            flat.choices += (ChoiceSet(keyword, options, discriminator),)
    # The children of a base schema name it in "allOf", and it names none of them.
    if id(located.value) in flat.identity and not flat.choices:
        options = tuple((option,) for option in list_extensions(located))
        if options:
            discriminator = reader.child(located, "discriminator")
            flat.choices = (ChoiceSet(BY_DISCRIMINATOR, options, discriminator),)


def _merge_null_description(flat: Flat, option: Located) -> None:
    """Add what an option that allows nothing but ``null`` says of it to the description."""
    text = option.value.get("description") if isinstance(option.value, dict) else None
    if isinstance(text, str) and text.strip():
        described = f"`null`: {text}"
        if flat.keywords.setdefault("description", described) != described:
            flat.other_values.setdefault("description", []).append(described)


def _merge_properties(flat: Flat, located: Located, reader: Reader) -> None:
    """Add properties, names of required ones, and rules for dependent ones."""
    for key, schemas_by_name in (
        ("properties", flat.properties),
        ("patternProperties", flat.patterns),
        ("dependentSchemas", flat.dependent_schemas),
    ):
        holder = located.child(key)
        if holder is None or not isinstance(holder.value, dict):
            continue
        for name in holder.value:
            child = holder.child(name)
            if child is not None:
                schemas_by_name[name] = (*schemas_by_name.get(name, ()), child)
    _merge_required(flat, located, reader)
    dependent = located.child("dependentRequired")
    if dependent is None:
        return
    for name, names in as_object(dependent.value).items():
        if isinstance(names, list):
            flat.dependent[name] = names
        else:
            actual = describe(names)
            message = f"expected a list of names as {name!r}, found {actual}; it is ignored"
            reader.report(message, dependent.child(name) or dependent)


def _merge_required(flat: Flat, located: Located, reader: Reader) -> None:
    """Add the names of required properties."""
    required = located.value.get("required") if isinstance(located.value, dict) else None
    if isinstance(required, list):
        flat.required |= frozenset(name for name in required if isinstance(name, str))
        # Only mistakes need a position.
        if not all(isinstance(name, str) for name in required):
            _report_wrong_names(located, reader)
    elif required is not None:
        message = f"expected a list of names as 'required', found {describe(required)}; ignored"
        hint = "; name the property in the list 'required' of the object that has it"
        reader.report(message + (hint if isinstance(required, bool) else ""), located)


def _report_wrong_names(located: Located, reader: Reader) -> None:
    """Report the items of ``required`` that are no names."""
    for item in list_unresolved(located, "required"):
        if not isinstance(item.value, str):
            message = f"expected a name in 'required', found {describe(item.value)}; left out"
            reader.report(f"{message}; write the name of a property in quotes", item)


def _merge_schemas(flat: Flat, located: Located) -> None:
    """Add the single subschemas and ``prefixItems``."""
    for key in _SUBSCHEMA_KEYWORDS:
        child = located.child(key)
        # Names are strings anyway.
        if key == "propertyNames" and child is not None and child.value == {"type": "string"}:
            continue
        if child is not None and isinstance(child.value, (dict, bool)):
            flat.schemas[key] = (*flat.schemas.get(key, ()), child)
    prefix = list_unresolved(located, "prefixItems")
    if prefix:
        flat.prefix = tuple((item,) for item in prefix)


def _complete_types(flat: Flat, reader: Reader) -> None:
    """Set the types that the other keywords of a schema imply, if it has none, or a wrong one."""
    is_map = flat.properties or flat.patterns or "additionalProperties" in flat.schemas
    if flat.types == ("object",) and "items" in flat.schemas and not is_map:
        message = "'items' are those of an array, found type 'object'; shown as an array"
        reader.report(f"{message}; write 'type: array'", flat.schemas["items"][0])
        flat.types = ("array",)
    if flat.types:
        return
    if is_map:
        flat.types = ("object",)
    elif "items" in flat.schemas or flat.prefix:
        flat.types = ("array",)
    else:
        constants = [flat.keywords["const"]] if "const" in flat.keywords else []
        # A constant is an enumeration of one value.
        kinds = set(map(_name_json_type, as_list(flat.keywords.get("enum", constants))))
        flat.nullable = flat.nullable or "null" in kinds
        flat.types = tuple(sorted(kinds - {"null"}))


def _name_json_type(value: object) -> str:
    """Return the JSON type of a value."""
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
    """The objects that a schema consists of, collected through ``$ref`` and ``allOf``."""

    def __init__(self, reader: Reader, without: Container[int] = ()) -> None:
        """Start without objects.

        :param without: identities of objects to leave out, with everything inside them.
        """
        self.reader = reader
        self.excluded = without
        self.outer_first: list[Located] = []
        """Each schema before its parts: the order in which texts take precedence."""
        self.inner_first: list[Located] = []
        """Each schema after its parts: the order in which properties are listed."""
        self.object_ids: set[int] = set()
        """The identities of the objects."""
        self._ids_in_progress: set[int] = set()
        """Identities of the objects that are being added: a reference to one of them is
        circular."""
        self.name: tuple[str, int] = ("", 0)
        """Name and identity of the component, if the whole schema is one component."""
        self.bases: list[tuple[str, int]] = []
        """Name and identity of each component from which the schema takes properties."""
        self.identity: set[int] = set()
        """Identities of the objects that are the schema itself, as opposed to its parts."""
        self.replaced_descriptions: set[int] = set()
        """Identities of the objects whose description is replaced by one next to a ``$ref``."""
        self.is_impossible = False
        """Whether one of the parts is ``false``."""
        self.is_full = False
        """Whether parts were left out because there are too many."""
        self._base_depth = 0

    def add(self, located: Located, *, naming: bool = True) -> None:
        """Add *located* and its parts; an object is added only once.

        :param naming: whether *located* is the schema itself, whose name is that of the whole.
        """
        value = located.value
        if value is False:
            self.is_impossible = True
        if not isinstance(value, dict):
            if not isinstance(value, bool):
                self.reader.report(f"expected a schema, found {describe(value)}; ignored", located)
            return
        # This also ends circular references.
        if id(value) in self.object_ids or id(value) in self.excluded:
            return
        if len(self.object_ids) > MAX_PARTS:
            if not self.is_full:
                message = f"a schema consists of more than {MAX_PARTS} others; the rest is left out"
                self.reader.report(f"{message}; move properties into fewer schemas", located)
            self.is_full = True
            return
        self.object_ids.add(id(value))
        self._ids_in_progress.add(id(value))
        if naming:
            self.identity.add(id(value))
        self.outer_first.append(located)
        self._add_reference(located, value, naming=naming)
        parts = list_unresolved(located, "allOf")
        # An "allOf" with one entry adds a description to a component, and keeps its name.
        is_wrapper = naming and len(parts) == 1 and not value.get("properties")
        for part in parts:
            self.add(part, naming=is_wrapper)
        # "anyOf" with one schema and "null" is that schema, nullable.
        for option in _find_single_options(located):
            self.add(option, naming=naming and not value.get("properties"))
        self.inner_first.append(located)
        self._ids_in_progress.discard(id(value))

    def _add_reference(
        self, located: Located, value: Mapping[str, object], *, naming: bool
    ) -> None:
        """Add the target of the reference in *value*, if there is one."""
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
        # A replacement also hides the descriptions of the targets behind the target.
        if "description" in value or id(value) in self.replaced_descriptions:
            self.replaced_descriptions.add(id(target.value))
        is_component = target.keys[:1] == ("components",)
        name = target.keys[-1] if is_component else get_component_name(reference)
        if naming and not self.name[0]:
            self.name = (name, id(target.value))
        # The bases of a base belong to its page.
        if not self._base_depth:
            self.bases.append((name, id(target.value)))
        self._base_depth += 1
        self.add(target, naming=naming)
        self._base_depth -= 1


def list_unresolved(located: Located, key: str) -> list[Located]:
    """Return the items of the list under *key*, references not resolved."""
    holder = located.child(key)
    if holder is None or not isinstance(holder.value, list):
        return []
    children = (holder.child(str(number)) for number in range(len(holder.value)))
    return [item for item in children if item is not None]


def is_null(option: Located) -> bool:
    """Return whether a schema allows only ``null``."""
    return isinstance(option.value, dict) and option.value.get("type") in ("null", ["null"])


def list_options(located: Located, keyword: str) -> list[Located]:
    """Return the options of ``oneOf`` or ``anyOf`` except ``null``."""
    return [option for option in list_unresolved(located, keyword) if not is_null(option)]


def _find_single_options(located: Located) -> list[Located]:
    """Return the options without an alternative: ``anyOf`` of a schema and ``null`` has one."""
    option_lists = (list_options(located, keyword) for keyword in ("oneOf", "anyOf"))
    return [options[0] for options in option_lists if len(options) == 1]


def check_limits(reader: Reader, located: Located, wrong: Container[str]) -> None:
    """Report an empty ``enum``, and the first lower limit above its upper limit.

    :param wrong: keywords to ignore.
    """
    value = located.value
    if not isinstance(value, dict):
        return
    if value.get("enum") == []:
        message = "'enum' lists no values; left out; list them, or remove it"
        reader.report(message, located.child("enum") or located)
    for keywords in _LIMIT_PAIRS:
        lower, upper = map(value.get, keywords)
        if (
            not is_number(lower)
            or not is_number(upper)
            or any(keyword in wrong for keyword in keywords)
        ):
            continue
        is_exclusive = any(
            keyword in _EXCLUSIVE_FLAGS.values() or value.get(_EXCLUSIVE_FLAGS.get(keyword)) is True
            for keyword in keywords
        )
        if lower > upper or (is_exclusive and lower == upper):
            relation = "is not below" if is_exclusive else "is above"
            lower_text, upper_text = map(_write_plain_value, (lower, upper))
            limits = f"{keywords[0]!r} {lower_text} {relation} {keywords[1]!r} {upper_text}"
            message = f"{limits}, so no value is valid; shown as written; swap or correct them"
            reader.report(message, located.child(keywords[0]) or located)
            return


def check_choices(reader: Reader, layers: Iterable[Located], enum_values: object) -> None:
    """Report the first default or example that is not among the values of ``enum``.

    Only plain values are compared, by their text, because YAML may read ``5`` or ``no`` as another
    type than the author intended. ``null`` and an empty text stand for no value.

    :param layers: the objects that the schema consists of.
    :param enum_values: the merged value of ``enum``.
    """
    if not isinstance(enum_values, list) or not 0 < len(enum_values) <= _MOST_CHOICES:
        return
    values = [item for layer in layers for item in _list_values(layer)]
    if not values or not all(map(_is_plain, enum_values)):
        return
    texts = {_write_plain_value(choice): None for choice in enum_values if choice is not None}
    for keyword, located in values:
        text = _write_plain_value(located.value)
        if text not in texts:
            hint = suggest_value(text, texts) or "correct it, or add it to 'enum'"
            message = f"{keyword} {quote(text)} is not in 'enum'; shown as written; {hint}"
            reader.report(message, located)
            return


def _list_values(located: Located) -> Iterator[tuple[str, Located]]:
    """Yield ``default`` or ``example``, and each default and example of a schema."""
    single_values = ((name, located.child(name)) for name in ("default", "example"))
    listed_examples = (("example", child) for child in list_unresolved(located, "examples"))
    for keyword, child in (*single_values, *listed_examples):
        if child is not None and child.value not in (None, "") and _is_plain(child.value):
            yield keyword, child


def _is_plain(value: object) -> bool:
    """Return whether a value is neither a list nor an object."""
    return value is None or isinstance(value, (str, int, float))


def _write_plain_value(value: object) -> str:
    """Return a plain value as JSON has it, without quotes."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value).lower() if isinstance(value, bool) else str(value)


def check_pattern(reader: Reader, located: Located) -> None:
    """Report a ``pattern`` that is no regular expression in any language.

    The expression is parsed here, never executed.
    """
    pattern = located.value.get("pattern") if isinstance(located.value, dict) else None
    if not isinstance(pattern, str) or len(pattern) > _LONGEST_PATTERN:
        return
    mistake = None if _DIALECTS.search(pattern) else _find_pattern_mistake(pattern)
    if mistake:
        problem = f"pattern {quote(pattern)} is no regular expression: {mistake}"
        hint = "shown as written; correct it, or write the character after a backslash"
        reader.report(f"{problem}; {hint}", located.child("pattern") or located)


def _find_pattern_mistake(pattern: str) -> str:
    """Return the mistake in a regular expression, ``""`` if there is none."""
    open_groups: list[int] = []
    previous = "|"
    for token in _TOKEN.finditer(pattern):
        text, number = token[0], token.start() + 1
        # Groups have to be balanced.
        if text == "(":
            open_groups.append(number)
        elif text == ")":
            if not open_groups:
                return f"')' at character {number} closes nothing"
            open_groups.pop()
        # In some languages the class continues behind its first closing bracket: give up.
        elif len(text) > 1 and _NESTED.search(text):
            return ""
        # A complete class or escape is one token, so these two are incomplete.
        elif text == "[":
            return f"'[' at character {number} is not closed"
        elif text == "\\":
            return f"'\\' at character {number} escapes nothing"
        # At the start or behind "|"; other positions are valid somewhere.
        elif text in ("*", "+") and previous == "|":
            return f"{text!r} at character {number} repeats nothing"
        previous = text
    return f"'(' at character {open_groups[-1]} is not closed" if open_groups else ""
