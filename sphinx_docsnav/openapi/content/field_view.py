"""A schema as a page shows it: nested lists of fields."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from sphinx_docsnav.openapi.content.schema_phrases import Fact
from sphinx_docsnav.openapi.content.sentences import Sentence


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
