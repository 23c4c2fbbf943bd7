"""Texts that are made to match a pattern."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from openapi.specs import load, spec

from sphinx_docsnav.openapi.content.catalogue import list_body_schemas
from sphinx_docsnav.openapi.content.example import make_examples, make_matching_text
from sphinx_docsnav.openapi.content.layout import Layout
from sphinx_docsnav.openapi.content.page_values import Mode
from sphinx_docsnav.openapi.content.value_reader import Reader
from sphinx_docsnav.openapi.spec_document import Located


@pytest.mark.parametrize(
    ("pattern", "least", "text"),
    [
        ("^#([0-9a-f]{6})$", 0, "#000000"),
        ("^[A-Z]{2}[0-9]{2}$", 0, "AA00"),
        ("^[a-z]+$", 4, "aaaa"),
        (r"^\d{4}-\d{2}$", 0, "1111-11"),
        ("^(yes|no)?$", 0, "yes"),
        ("^[^a0-9]$", 0, "A"),
        (r"^[^\s/]{2}\.\w$", 0, "aa.a"),
        ("x|y", 0, "x"),
        (r"^\S{1,100}@\S{1,100}$", 0, "a@a"),
        ("^(ab){2,}c*$", 0, "ababc"),
        ("^[a-z]{300}$", 0, None),
        ("^(?=a)a$", 0, None),
        (r"^(a)\1$", 0, None),
        (r"\p{L}", 0, None),
        ("(", 0, None),
        ("^" + "(a|aa)*" * 50 + "$", 0, None),
        ("(" * 200, 0, None),
    ],
)
def test_text_that_matches_a_pattern(pattern: str, least: int, text: str | None) -> None:
    assert make_matching_text(pattern, least) == text
    if text is not None:
        assert re.search(pattern, text)


def _nested(levels: int) -> dict[str, Any]:
    leaf = {"type": "string"}
    inner = _nested(levels - 1) if levels else leaf
    return {"type": "object", "required": ["a"], "properties": {"a": inner, "b": leaf}}


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "object", "required": ["a", "b"], "properties": {"a": {"type": "integer"}}},
        {"required": ["a"], "additionalProperties": {"type": "integer"}, "type": "object"},
        {"properties": {"a": {"type": "string"}}, "dependentRequired": {"a": ["b", "c"]}},
        {"type": "string", "example": 353},
        {"type": "integer", "example": "18967"},
        {"type": "string", "pattern": "(^[A-Z][0-9]+$)|(^[a-f]{3}$)"},
        {"type": "array", "contains": {"const": 3}},
        {"type": "array", "items": {"type": "integer"}, "contains": {"minimum": 5}},
        {"type": "integer", "exclusiveMinimum": 3, "exclusiveMaximum": 5},
        {"type": "string", "pattern": "^#([0-9a-f]{6})$"},
        _nested(12),
    ],
)
def test_a_made_example_fits_its_schema(tmp_path: Path, schema: dict[str, Any]) -> None:
    body = {"content": {"application/json": {"schema": schema}}}
    specification, _ = load(tmp_path, spec({"/a": {"post": {"requestBody": body}}}))
    (operation,) = specification.operations
    reader = Reader(specification.resolver, lambda *_: None)
    whole = Located(operation.value, operation.document, operation.keys)
    ((_, located),) = list_body_schemas(reader, whole)
    ((_, made),) = make_examples(Layout(reader).flat, (located,), Mode.REQUEST)
    assert list(Draft202012Validator(schema).iter_errors(made)) == []
