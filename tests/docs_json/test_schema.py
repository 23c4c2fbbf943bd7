"""The JSON Schema accepts good files and refuses what the reader refuses."""

from __future__ import annotations

import contextlib
import copy
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft7Validator
from pydantic import BaseModel

from sphinx_docsnav.docs_json import read_docs_json
from sphinx_docsnav.docs_json.json_schema import make_json_schema
from sphinx_docsnav.docs_json.models import MODELS, ElementModel, Navigation
from sphinx_docsnav.faults import DocsNavError, Fault, FaultKind, Severity

SCHEMA = make_json_schema()
VALIDATOR = Draft7Validator(SCHEMA)
FAULTS = Path(__file__).parent.parent / "faults"

OF_A_VALUE = {
    FaultKind.MISSING_FIELD,
    FaultKind.MISPLACED,
    FaultKind.MIXED_CHILDREN,
    FaultKind.HREF_CHILDREN,
    FaultKind.ROOT_MISSING,
    FaultKind.WRONG_TYPE,
    FaultKind.UNKNOWN_FIELD,
    FaultKind.UNKNOWN_LANGUAGE,
    FaultKind.UNKNOWN_VALUE,
}
"""What a schema can say of a file; odd links, blanks and files that refer to others it cannot."""


def written(folder: Path) -> tuple[Any, set[FaultKind], bool] | None:
    """Return the value of a faulty file, the kinds of its faults, and if one is more than INFO.

    ``None`` for a file without a value.
    """
    faults: list[Fault] = []
    path = folder / "docs.json"
    try:
        value = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return None
    if "$ref" in path.read_text("utf-8"):
        return None
    with contextlib.suppress(DocsNavError):
        read_docs_json(path, faults.append)
    serious = any(fault.severity is not Severity.INFO for fault in faults)
    return value, {fault.kind for fault in faults}, serious


FILES = {
    folder.name: found
    for folder in sorted(FAULTS.iterdir())
    if folder.is_dir() and (found := written(folder)) is not None
}


def test_the_schema_is_one() -> None:
    Draft7Validator.check_schema(SCHEMA)
    assert "$id" not in SCHEMA  # the site that publishes it adds its URL
    assert "$defs" not in json.dumps(SCHEMA)


@pytest.mark.parametrize(
    "name", [name for name, (_, kinds, _) in FILES.items() if kinds & OF_A_VALUE]
)
def test_it_refuses_what_the_reader_refuses(name: str) -> None:
    assert not VALIDATOR.is_valid(FILES[name][0])


ACCEPTED = {FaultKind.NO_EFFECT, FaultKind.UNSUPPORTED}


@pytest.mark.parametrize(
    "name",
    [name for name, (_, kinds, serious) in FILES.items() if not serious or kinds <= ACCEPTED],
)
def test_it_accepts_what_is_only_mentioned(name: str) -> None:
    assert [error.message for error in VALIDATOR.iter_errors(FILES[name][0])] == []


def test_it_accepts_unknown_settings() -> None:
    assert VALIDATOR.is_valid({"navigation": {"pages": ["index"]}, "contextual": {"options": []}})


def test_it_accepts_references() -> None:
    docs = {
        "navigation": {"tabs": [{"$ref": "a.json"}, {"tab": "B", "groups": {"$ref": "b.json"}}]}
    }
    assert VALIDATOR.is_valid(docs)
    assert VALIDATOR.is_valid({"navigation": {"$ref": "navigation.json"}})


@pytest.mark.parametrize(
    "fields",
    [
        {"redirects": {"$ref": "redirects.json"}},
        {"redirects": [{"$ref": "redirect.json"}]},
        {"logo": {"light": {"$ref": "light.json"}}},
        {"api": {"$ref": "api.json"}},
        {"api": {"examples": {"languages": {"$ref": "languages.json"}}}},
        {"colors": {"$ref": "colors.json"}, "variables": {"$ref": "variables.json"}},
    ],
)
def test_it_accepts_a_reference_outside_navigation(fields: dict[str, Any]) -> None:
    assert VALIDATOR.is_valid({**fields, "navigation": {"pages": ["index"]}})


def test_it_accepts_a_reference_instead_of_the_whole() -> None:
    assert VALIDATOR.is_valid({"$ref": "everything.json"})


@pytest.mark.parametrize("fields", [{"theme": 5}, {"api": {"url": []}}])
def test_it_accepts_any_value_of_a_setting_without_effect(fields: dict[str, Any]) -> None:
    assert VALIDATOR.is_valid({**fields, "navigation": {"pages": ["index"]}})


def test_it_refuses_a_page_without_a_path() -> None:
    assert not VALIDATOR.is_valid({"navigation": {"pages": ["index", ""]}})


def test_it_refuses_a_wrong_setting_with_an_effect() -> None:
    assert not VALIDATOR.is_valid({"redirects": 5, "navigation": {"pages": ["index"]}})


@pytest.mark.parametrize("model", [Navigation, *dict.fromkeys(MODELS.values())])
def test_every_field_has_a_description(model: type[ElementModel]) -> None:
    definition = SCHEMA["definitions"][model.__name__]
    assert set(definition["properties"]) == {*model.fields, *model.holds}
    for name, field in definition["properties"].items():
        assert field.get("description"), name


def examples(schema: object, root: dict[str, Any]) -> Iterator[tuple[dict[str, Any], Any]]:
    """Yield every part of *schema* that has examples, with each of them."""
    if isinstance(schema, list):
        for item in schema:
            yield from examples(item, root)
    elif isinstance(schema, dict):
        part = {**copy.copy(schema), "definitions": root["definitions"]}
        if isinstance(schema.get("examples"), list):
            yield from ((part, example) for example in schema["examples"])
        for item in schema.values():
            yield from examples(item, root)


def test_the_examples_are_good() -> None:
    found = list(examples(SCHEMA, SCHEMA))
    assert len(found) > 100
    for schema, example in found:
        Draft7Validator(schema).validate(example)


SITES = Path(os.environ.get("DOCSNAV_SITES", "/nowhere"))


@pytest.mark.sites
@pytest.mark.parametrize(
    "path", sorted(SITES.glob("*/source/docs.json")), ids=lambda p: p.parts[-3]
)
def test_a_real_site_without_errors_and_warnings_is_valid_as_written(path: Path) -> None:
    faults: list[Fault] = []
    read_docs_json(path, faults.append)
    wrong = [fault for fault in faults if fault.severity is not Severity.INFO]
    value = json.loads(path.read_text("utf-8"))
    errors = [error.message[:200] for error in VALIDATOR.iter_errors(value)]
    assert errors == [] or wrong


@pytest.mark.sites
@pytest.mark.parametrize(
    "path", sorted(SITES.glob("*/source/docs.json")), ids=lambda p: p.parts[-3]
)
def test_real_sites_have_only_fields_that_nobody_knows(path: Path) -> None:
    faults: list[Fault] = []
    docs = read_docs_json(path, faults.append)
    assert {fault.kind for fault in faults} <= {FaultKind.UNKNOWN_FIELD, FaultKind.NO_EFFECT}
    unknown = {fault.pointer for fault in faults if fault.kind is FaultKind.UNKNOWN_FIELD}
    value = copy.deepcopy(docs.source.value)
    for pointer in unknown:
        *steps, last = pointer.split("/")[1:]
        holder: Any = value
        for step in steps:
            holder = holder[int(step) if isinstance(holder, list) else step]
        del holder[last]
    assert [error.message for error in VALIDATOR.iter_errors(value)] == []
    assert VALIDATOR.is_valid(docs.source.value) == (not unknown)


def test_models_of_other_libraries_with_the_same_names_are_not_described() -> None:
    other = type("SiteSettings", (BaseModel,), {"__module__": "other.library"})

    assert make_json_schema() == SCHEMA
    assert other.__name__ == "SiteSettings"


def test_the_schema_without_docstrings_describes_the_fields() -> None:
    command = [sys.executable, "-OO", "-m", "sphinx_docsnav", "schema"]
    done = subprocess.run(command, capture_output=True, check=True, text=True)
    schema = json.loads(done.stdout)
    group, whole = schema["definitions"]["Group"], SCHEMA["definitions"]["Group"]
    assert group["properties"] == whole["properties"]
    assert group["properties"]["tag"]["description"] == "A badge beside the label."
    assert {**group, "description": whole["description"]} == whole
