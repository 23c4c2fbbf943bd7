"""The words for what a schema is in another one."""

from __future__ import annotations

from sphinx_docsnav.openapi.content.field_view import FieldView
from sphinx_docsnav.openapi.content.schema import ChoiceSet, Flat, Parts
from sphinx_docsnav.openapi.content.schema_phrases import shorten
from sphinx_docsnav.openapi.content.value_reader import component_name

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
