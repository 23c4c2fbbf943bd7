"""Mistakes in docs.json by JSON pointer, before their positions in the file are known.

`explain` converts the errors of pydantic to findings with messages of this package.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from sphinx_docsnav.data_files.json_values import Json, format_pointer
from sphinx_docsnav.docs_json.field_types import OBJECTS
from sphinx_docsnav.faults import FaultKind, Severity
from sphinx_docsnav.messages import describe, did_you_mean, join_names, quote, shorten
from sphinx_docsnav.sitefiles.nearest import find_closest_name, suggest_name

_EXPECTED = {
    "string_type": "a string",
    "bool_type": "true or false",
    "float_type": "a number",
    "list_type": "a list",
    "tuple_type": "a list",
    "dict_type": "an object",
    "model_type": "an object",
}
"""What was expected, by the type of a pydantic error."""
_OBJECTS = {
    "BannerObject": "an object with 'content'",
    "ColorPair": "an object with 'light' or 'dark'",
}
"""What was expected, by the name of a model whose fields matter more than its type."""
_SHOWN = 4
"""The maximum number of fields of an object that a message names."""
_CHOICE = re.compile(r"'([^']*)'")
OTHER_NAMES = {
    **dict.fromkeys(("title", "name", "label", "text", "heading"), "label"),
    **dict.fromkeys(("url", "link", "path"), "href"),
    **dict.fromkeys(("children", "items", "contents"), "pages"),
    **dict.fromkeys(("isDefaultOpen", "defaultOpen", "open"), "expanded"),
    "from": "source",
    "to": "destination",
}
"""The fields that are meant, by their names in other navigation formats."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A mistake at a JSON pointer; line and column are determined when it is reported."""

    kind: FaultKind
    """The type of the message."""
    pointer: str
    """The value that is wrong."""
    message: str
    """What was expected and what was found."""
    hint: str = ""
    """The remedy; empty if there is none to suggest."""
    severity: Severity = Severity.ERROR
    """ERROR, WARNING or INFO."""
    at_key: bool = False
    """Whether the position is that of the field name instead of the value."""
    stopped_hint: str = ""
    """A remedy that applies only if errors stop the build."""
    built: str = ""
    """What is built with ``keep_going`` after an error; if empty, all but the element."""


Steps = tuple[str | int, ...]
"""The path from a value to a value inside it: field names and indexes."""


def explain(error: ValidationError, pointer: str) -> list[tuple[Steps, Finding]]:
    """Return the errors of pydantic in the value at *pointer*, each with its path."""
    explained = [_explain_one(details, pointer) for details in error.errors(include_url=False)]
    missing = [
        (finding.pointer, did_you_mean(str(steps[-1])))
        for steps, finding in explained
        if finding.kind is FaultKind.MISSING_FIELD
    ]
    # A misspelled field is both unknown and missing; one message is enough.
    return [
        (steps, finding)
        for steps, finding in explained
        if finding.kind is not FaultKind.UNKNOWN_FIELD
        or (finding.pointer.rpartition("/")[0], finding.hint) not in missing
    ]


def _explain_one(details: ErrorDetails, pointer: str) -> tuple[Steps, Finding]:
    # The file has no step for the tag of a union, `<string>`, or for a key, `[key]`.
    steps = tuple(
        step for step in details["loc"] if not (step == "[key]" or str(step).startswith("<"))
    )
    here = pointer + format_pointer(steps)
    kind, value = details["type"], details["input"]
    context = details.get("ctx", {})
    # Pydantic reports a missing field below the object, where the file has nothing to point to.
    if kind == "missing":
        field, fields = str(steps[-1]), _list_fields(steps[:-1])
        # One of the unknown names is probably the missing field, under the name of another
        # format or with a typing error.
        is_object = isinstance(value, Mapping)
        unknown = [name for name in value if name not in fields] if is_object else []
        other = next((name for name in unknown if OTHER_NAMES.get(name) == field), "")
        typed = other or find_closest_name(field, unknown)
        hint = did_you_mean(field, typed) if typed else ""
        return steps, make_missing_finding(here.rpartition("/")[0], field, value, hint)
    if kind == "extra_forbidden":
        return steps, make_unknown_finding(here, str(steps[-1]), _list_fields(steps[:-1]))
    if kind == "literal_error":
        return steps, _make_value_finding(here, value, _CHOICE.findall(context["expected"]))
    if kind == "docsnav_value":
        message = f"expected {context['expected']}, found {context['found']}"
        return steps, Finding(FaultKind.WRONG_VALUE, here, message)
    # Unions of this package carry their own description of all members.
    expected = details["msg"] if kind == "docsnav_type" else _EXPECTED[kind]
    expected = _OBJECTS.get(context.get("class_name", ""), expected)
    return steps, make_type_finding(here, expected, value, _make_quotes_hint(kind, value))


def _make_quotes_hint(kind: str, value: Json) -> str:
    """Return a hint for quotes that are missing or too many, empty for another mistake."""
    if kind == "string_type" and isinstance(value, (int, float)):
        return f'write it in double quotes: "{shorten(json.dumps(value))}"'
    if kind == "bool_type" and isinstance(value, str) and value.lower() in ("true", "false"):
        return f"write {value.lower()} without quotes"
    return ""


def _list_fields(steps: Steps) -> Sequence[str]:
    """Return the fields of the object at *steps* below an element."""
    names = [step for step in steps if isinstance(step, str) and step in OBJECTS]
    return list(OBJECTS[names[-1]].model_fields) if names else []


def remove_value(value: object, steps: Sequence[str | int]) -> object:
    """Return a copy of *value* without the value at *steps*."""
    step, rest = steps[0], steps[1:]
    if isinstance(value, Mapping):
        # Copies along the path only; everything beside it is shared with the original value.
        items = {key: item for key, item in value.items() if key != step or rest}
        return {
            key: remove_value(item, rest) if key == step else item for key, item in items.items()
        }
    if isinstance(value, list) and isinstance(step, int):
        below = [remove_value(value[step], rest)] if rest else []
        return [*value[:step], *below, *value[step + 1 :]]
    return value


def make_type_finding(pointer: str, expected: str, value: Json, hint: str = "") -> Finding:
    """Return the finding for *value*, which has another type than *expected*."""
    message = f"expected {expected}, found {describe(value)}"
    return Finding(FaultKind.WRONG_TYPE, pointer, message, hint)


def make_missing_finding(pointer: str, field: str, value: object, hint: str = "") -> Finding:
    """Return the finding for a required field that the object *value* does not have."""
    names = list(value) if isinstance(value, Mapping) else []
    message = f"expected the field {quote(field)}, found {list_other_fields(names)}"
    return Finding(FaultKind.MISSING_FIELD, pointer, message, hint)


def make_unknown_finding(pointer: str, name: str, fields: Sequence[str], hint: str = "") -> Finding:
    """Return the finding for *name*, which is none of *fields*."""
    message = f"unknown field {quote(name)}; it is ignored"
    hint = hint or suggest_name(name, fields)
    kind, warning = FaultKind.UNKNOWN_FIELD, Severity.WARNING
    return Finding(kind, pointer, message, hint, warning, at_key=True)


def _make_value_finding(pointer: str, value: Json, choices: Sequence[str]) -> Finding:
    """Return the finding for *value*, which is not among *choices*."""
    if not isinstance(value, str):
        return make_type_finding(pointer, join_names(choices, "or"), value)
    message = f"expected {join_names(choices, 'or')}, found {describe(value)}; it is ignored"
    kind, warning = FaultKind.UNKNOWN_VALUE, Severity.WARNING
    return Finding(kind, pointer, message, suggest_name(value, choices), warning)


def list_other_fields(names: Sequence[str]) -> str:
    """Return the part of a message that lists the fields which an object has instead."""
    if not names:
        return "no field at all"
    if len(names) > _SHOWN:
        return f"only {', '.join(quote(name) for name in names[:_SHOWN])} …"
    return f"only {join_names(names, 'and')}"
