"""What pydantic refuses, in our words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from sphinx_docsnav.docs_json.fields import OBJECTS
from sphinx_docsnav.docs_json.finding import Finding
from sphinx_docsnav.docs_json.positions import escape_key
from sphinx_docsnav.docs_json.words import describe, did_you_mean, listing, quote
from sphinx_docsnav.faults import FaultKind, Severity

_EXPECTED = {
    "string_type": "a string",
    "bool_type": "true or false",
    "float_type": "a number",
    "int_type": "a whole number",
    "list_type": "a list",
    "dict_type": "an object",
    "mapping_type": "an object",
    "model_type": "an object",
    "model_attributes_type": "an object",
}
"""What pydantic's types of error ask for."""

_CHOICE = re.compile(r"'([^']*)'")


def explain(error: ValidationError, pointer: str) -> Iterator[tuple[ErrorDetails, Finding]]:
    """Yield what pydantic refuses in the value at *pointer*, each with its finding."""
    for details in error.errors(include_url=False):
        yield details, _explain_one(details, pointer)


def location(details: ErrorDetails) -> tuple[str | int, ...]:
    """Return the steps from the value to what is refused, as docs.json has them."""
    return tuple(step for step in details["loc"] if not str(step).startswith("<"))


def without(value: Any, steps: Sequence[str | int]) -> Any:
    """Return a copy of *value* without what stands at *steps*."""
    if not steps:
        return None
    step, rest = steps[0], steps[1:]
    if isinstance(value, Mapping):
        items = {key: item for key, item in value.items() if key != step or rest}
        return {key: without(item, rest) if key == step else item for key, item in items.items()}
    if isinstance(value, list) and isinstance(step, int):
        below = [without(value[step], rest)] if rest else []
        return [*value[:step], *below, *value[step + 1 :]]
    return value


def _explain_one(details: ErrorDetails, pointer: str) -> Finding:
    steps = location(details)
    here = "".join(f"/{escape_key(str(step))}" for step in steps)
    kind, found = details["type"], details["input"]
    context = details.get("ctx", {})
    if kind == "missing":
        return _missing(pointer + here.rpartition("/")[0], str(steps[-1]), found)
    if kind == "extra_forbidden":
        return unknown_field(pointer + here, str(steps[-1]), _fields_at(steps[:-1]))
    if kind == "literal_error":
        choices = _CHOICE.findall(context["expected"])
        return unknown_value(pointer + here, found, choices)
    if kind == "docsnav_value":
        message = f"expected {context['expected']}, found {context['found']}"
        return Finding(FaultKind.WRONG_VALUE, pointer + here, message, context["hint"])
    expected = details["msg"] if kind == "docsnav_type" else _EXPECTED[kind]
    return wrong_type(pointer + here, expected, found)


def wrong_type(pointer: str, expected: str, found: Any, hint: str = "") -> Finding:
    """Return the finding for a value of another JSON type."""
    message = f"expected {expected}, found {describe(found)}"
    if found is None and not hint:
        hint = "leave the field out"
    return Finding(FaultKind.WRONG_TYPE, pointer, message, hint)


def unknown_field(pointer: str, name: str, known: Sequence[str], hint: str = "") -> Finding:
    """Return the finding for a field that nobody knows."""
    message = "unknown field, ignored"
    hint = hint or did_you_mean(name, known)
    warning = Severity.WARNING
    return Finding(FaultKind.UNKNOWN_FIELD, pointer, message, hint, warning, at_key=True)


def unknown_value(pointer: str, found: Any, choices: Sequence[str]) -> Finding:
    """Return the finding for a value that is not among *choices*."""
    message = f"expected {listing(choices, 'or')}, found {describe(found)}"
    if not isinstance(found, str):
        return Finding(FaultKind.WRONG_TYPE, pointer, message)
    hint = did_you_mean(found, choices)
    kind, warning = FaultKind.UNKNOWN_VALUE, Severity.WARNING
    return Finding(kind, pointer, f"{message}, ignored", hint, warning)


def _missing(pointer: str, field: str, found: Any) -> Finding:
    """Return the finding for a field that must be there."""
    names = list(found) if isinstance(found, Mapping) else []
    message = f"expected the field {quote(field)}, found {only(names)}"
    return Finding(FaultKind.MISSING_FIELD, pointer, message)


def only(names: Sequence[str]) -> str:
    """Name the fields that an object has instead of the one it should have."""
    if not names:
        return "no field at all"
    shown = listing(names[:4], "and") if len(names) <= 4 else f"{listing(names[:3], ',')} …"  # noqa: PLR2004
    return f"only {shown}"


def _fields_at(steps: Sequence[str | int]) -> list[str]:
    """Return the fields of the object at *steps* below an element."""
    names = [step for step in steps if step in OBJECTS]
    return list(OBJECTS[str(names[-1])].model_fields) if names else []
