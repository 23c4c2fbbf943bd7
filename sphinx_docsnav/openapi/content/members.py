"""A schema as a page shows it, nested lists of fields: what is in it, and the words for each."""

from __future__ import annotations

import enum
from collections.abc import Iterator
from dataclasses import dataclass

from sphinx_docsnav.openapi.content.schema import ChoiceSet, Flat, FlatOf, Parts
from sphinx_docsnav.openapi.content.schema_phrases import Fact, shorten
from sphinx_docsnav.openapi.content.sentences import Sentence, is_said, subject
from sphinx_docsnav.openapi.content.value_reader import component_name


class Mode(enum.StrEnum):
    """Who sends the value; read-only fields are left out of requests, write-only of responses."""

    REQUEST = "request"
    RESPONSE = "response"
    BOTH = "both"
    """Nobody in particular: nothing is left out."""


class Role(enum.StrEnum):
    """What a field is in its schema."""

    PROPERTY = "property"
    PATTERN = "pattern"
    """A property whose name matches the pattern that is its name."""
    OTHER = "other"
    """Any property without an entry of its own."""
    ITEM = "item"
    """An item at a fixed place of an array."""
    OPTION = "option"
    """One of the schemas to choose from."""
    RULE = "rule"
    """A schema that holds under a condition, or must not hold."""


@dataclass(frozen=True, slots=True)
class SchemaLink:
    """Where the fields of a component are, if not here."""

    name: str
    """The component's name; may be empty."""
    docname: str = ""
    """The page of the schema; empty if another place of this page shows the fields."""
    place: str = ""
    """What that place is called in `View.place`."""


@dataclass(frozen=True, slots=True)
class FieldView:
    """The display values of a schema."""

    type: str
    """The type in a few words."""
    name: str = ""
    """The component's name."""
    docname: str = ""
    """The page of the component; empty if it has none."""
    title: str = ""
    """The schema's ``title``, if it differs from the name."""
    description: str = ""
    """Markdown."""
    facts: tuple[Fact, ...] = ()
    """Limits, defaults, choices."""
    deprecated: bool = False
    """``deprecated: true``."""
    access: str = ""
    """``read-only``, ``write-only`` or nothing."""
    fields: tuple[Field, ...] = ()
    """What is in it."""
    choices: tuple[SchemaChoice, ...] = ()
    """What to choose from."""
    place: str = ""
    """A name for this place, if others link to it."""
    links: tuple[SchemaLink, ...] = ()
    """Where the fields that are not here are shown."""
    count: int = 0
    """How many fields and options it has, shown here or behind a link."""
    recursive: bool = False
    """The value is inside another of its kind."""
    left_out: int = 0
    """How many fields are shown nowhere, because no page could hold them."""
    docs: tuple[str, str] = ("", "")
    """External documentation: URL and description."""
    since: tuple[str, str] = ("", "")
    """The versions since which it is there, and deprecated; empty if the oldest one has it so."""


@dataclass(frozen=True, slots=True)
class Field:
    """A named place in a schema."""

    name: str
    """The property's name, the pattern, the item's number or the option's label."""
    role: Role
    """What it is."""
    view: FieldView
    """The value there."""
    required: bool = False
    """It must be there."""
    generic: Sentence | None = None
    """The name, to be translated, of what the schema does not name: ``Option 2``."""


@dataclass(frozen=True, slots=True)
class SchemaChoice:
    """Schemas to choose from."""

    label: Sentence
    """``One of`` or ``Any of``, and the property that decides."""
    options: tuple[Field, ...]
    """The schemas."""


RULES = {
    "propertyNames": "every property name",
    "contains": "at least one item",
    "if": "if it is",
    "then": "then it is",
    "else": "else it is",
    "not": "it is not",
    "contentSchema": "decoded content",
    "unevaluatedProperties": "any further property",
    "unevaluatedItems": "any further item",
}
"""Keywords whose schemas are shown like fields, with their labels."""


def says_something(parts: Parts | None) -> bool:
    """Return whether a schema has constraints, but allows some value."""
    return bool(parts) and all(part.value not in (True, False, {}) for part in parts or ())


def told_apart(view: FieldView) -> str:
    """Return the property that can only have one value, with the value; "" if there is none."""
    for field_ in view.fields:
        for fact in field_.view.facts:
            if fact.kind == "const":
                return f"{field_.name}: {fact.values[0]}"
    return ""


def new_title(title: object, *names: str) -> str:
    """Return a schema's title in one line; "" if it only spells one of *names* again."""
    if not isinstance(title, str) or any(_letters(title) == _letters(name) for name in names):
        return ""
    return shorten(title, 120)


def _letters(text: str) -> str:
    return "".join(character for character in text.casefold() if character.isalnum())


def access(flat: Flat) -> str:
    """Return ``read-only``, ``write-only`` or nothing."""
    if flat.keywords.get("readOnly") is True:
        return "read-only"
    return "write-only" if flat.keywords.get("writeOnly") is True else ""


def discriminator(choices: ChoiceSet) -> tuple[str, dict[str, str]]:
    """Return the deciding property and its values, each with a component's name."""
    value = choices.discriminator.value if choices.discriminator else None
    if not isinstance(value, dict) or not isinstance(value.get("propertyName"), str):
        return "", {}
    mapping = value.get("mapping")
    pairs = mapping.items() if isinstance(mapping, dict) else ()
    names = {str(key): component_name(str(target)) for key, target in pairs}
    default = value.get("defaultMapping")
    if isinstance(default, str):
        names["otherwise"] = component_name(default)
    return shorten(value["propertyName"], 60), names


Member = tuple[Sentence | str, Role, Parts, bool]
"""Name, in words if the schema gives none, kind, schema, and whether it is required."""

_UNWANTED = {Mode.REQUEST: "readOnly", Mode.RESPONSE: "writeOnly"}
_ARRAYS_IN_ARRAYS = 12


def members(flat_of: FlatOf, flat: Flat, mode: Mode) -> Iterator[Member]:
    """Yield the fields of *flat*, without those that the mode never sees."""
    unwanted = _UNWANTED.get(mode, "")
    for name, parts in flat.properties.items():
        if not unwanted or flat_of(parts).keywords.get(unwanted) is not True:
            yield name, Role.PROPERTY, parts, name in flat.required
    for name, parts in flat.patterns.items():
        yield name, Role.PATTERN, parts, False
    for number, parts in enumerate(flat.prefix, 1):
        yield Sentence("item {0}", (str(number),)), Role.ITEM, parts, False
    items, others = flat.schemas.get("items"), flat.schemas.get("additionalProperties")
    holds_more = _holds_more(flat_of, flat)
    if items and says_something(items) and holds_more:
        yield Sentence("other items" if flat.prefix else "each item"), Role.ITEM, items, False
    if others and says_something(others) and holds_more:
        yield Sentence("any other property"), Role.OTHER, others, False
    yield from _rules(flat_of, flat)


def _rules(flat_of: FlatOf, flat: Flat) -> Iterator[Member]:
    """Yield the rules that cannot be written as a sentence."""
    for keyword, label in RULES.items():
        if says_something(flat.schemas.get(keyword)) and not is_said(flat_of, flat, keyword):
            name = subject(flat, keyword) if keyword == "contains" else Sentence(label)
            yield name, Role.RULE, flat.schemas[keyword], False
    for other, parts in flat.dependent_schemas.items():
        if not is_said(flat_of, flat, "dependentSchemas", other):
            given = Sentence("{0} is given", (f"'{other}'",))
            yield Sentence("if {0}", (given,)), Role.RULE, parts, False


def open_choices(flat_of: FlatOf, flat: Flat) -> Iterator[ChoiceSet]:
    """Yield the choices that are not part of the type's text."""
    for choices in flat.choices:
        options = [flat_of(option) for option in choices.options]
        if is_said(flat_of, flat, choices.keyword):
            continue
        if any(o.properties or o.keywords or o.schemas or o.choices or o.name for o in options):
            yield choices


def levels(flat_of: FlatOf, parts: Parts) -> tuple[Parts, ...]:
    """Return a schema and those inside it down to the one whose fields are shown.

    That is the schema of the items of an array, or of the values of a map.
    """
    found = [parts]
    for _ in range(_ARRAYS_IN_ARRAYS):
        flat = flat_of(found[-1])
        inner = flat.schemas.get("items") if "array" in flat.types else None
        if inner is None and "object" in flat.types:
            inner = flat.schemas.get("additionalProperties")
        if inner is None or not says_something(inner) or _holds_more(flat_of, flat):
            break
        found.append(inner)
    return tuple(found)


def _holds_more(flat_of: FlatOf, flat: Flat) -> bool:
    """Return whether an array or a map has more to show than plain items or values."""
    if flat.choices or flat.prefix or flat.patterns or flat.properties or flat.dependent_schemas:
        return True
    both = "items" in flat.schemas and "additionalProperties" in flat.schemas
    return both or any(
        says_something(flat.schemas.get(keyword)) and not is_said(flat_of, flat, keyword)
        for keyword in RULES
    )
