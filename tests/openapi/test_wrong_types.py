"""A value of a wrong type, in each field of each object of OpenAPI 3.1, has one message."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from pathlib import Path
from typing import Any

from openapi.specs import spec, write

from sphinx_docsnav.data_files.json_values import Keys, format_pointer, split_pointer
from sphinx_docsnav.faults import Fault
from sphinx_docsnav.openapi import (
    Content,
    Located,
    Specifications,
    read_introduction,
    read_operation,
)

LIST: list[object] = []
OBJECT: dict[str, object] = {}
TEXT = "a"
PARAMETER = {"name": "a", "in": "query", "schema": {}}
SCHEMA = {
    "properties": {},
    "dependentRequired": {},
    "discriminator": {"propertyName": "a"},
    "xml": {},
    "externalDocs": {"url": "https://a.b"},
}
OPERATION: dict[str, Any] = {
    "externalDocs": {"url": "https://a.b"},
    "parameters": [
        {**PARAMETER, "examples": {"a": {"value": 1}}},
        {"name": "b", "in": "query", "content": {}},
    ],
    "requestBody": {
        "content": {
            "a/json": {"schema": SCHEMA, "examples": {"a": {"value": 1}}},
            "multipart/form-data": {"encoding": {"a": {}}},
        }
    },
    "responses": {
        "200": {
            "headers": {"a": {"schema": {}}, "b": {"content": {}}},
            "content": {},
            "links": {"a": {"operationId": "right"}, "b": {}},
        }
    },
    "callbacks": {"a": {"b": {"get": {}}}},
    "servers": [{"url": "https://a.b", "variables": {"a": {"default": "a"}}}],
}
"""An operation that is right."""

TEXTS: dict[str, object] = dict.fromkeys(("summary", "description"), LIST)
IN_OPERATION: dict[str, dict[str, object]] = {
    "": {
        **TEXTS,
        **dict.fromkeys(("tags", "externalDocs", "requestBody", "responses", "callbacks"), TEXT),
        **dict.fromkeys(("parameters", "security", "servers"), OBJECT),
        "operationId": LIST,
        "deprecated": TEXT,
        "x-mint": TEXT,
    },
    "externalDocs": {"description": LIST, "url": LIST},
    "parameters/0": {
        **dict.fromkeys(("name", "in", "description", "style", "examples"), LIST),
        **dict.fromkeys(("required", "deprecated", "allowEmptyValue", "explode"), TEXT),
        "allowReserved": TEXT,
        "schema": TEXT,
    },
    "parameters/0/examples/a": TEXTS,
    "parameters/1": {"content": LIST},
    "requestBody": {"description": LIST, "content": LIST, "required": TEXT},
    "requestBody/content/a~1json": {"schema": TEXT, "examples": LIST},
    "requestBody/content/a~1json/examples/a": TEXTS,
    "requestBody/content/a~1json/schema": {
        **dict.fromkeys(("title", "description", "format", "pattern", "$comment"), LIST),
        **dict.fromkeys(("contentEncoding", "contentMediaType"), LIST),
        **dict.fromkeys(("multipleOf", "maximum", "exclusiveMaximum", "minimum"), TEXT),
        **dict.fromkeys(("exclusiveMinimum", "maxLength", "minLength", "maxItems"), TEXT),
        **dict.fromkeys(("minItems", "maxContains", "minContains", "maxProperties"), TEXT),
        **dict.fromkeys(("minProperties", "uniqueItems", "deprecated", "readOnly"), TEXT),
        **dict.fromkeys(("writeOnly", "nullable"), TEXT),
        **dict.fromkeys(("enum", "allOf", "oneOf", "anyOf", "prefixItems", "examples"), TEXT),
        **dict.fromkeys(("properties", "patternProperties", "dependentRequired"), LIST),
        **dict.fromkeys(("dependentSchemas", "discriminator", "xml", "externalDocs"), LIST),
        **dict.fromkeys(("items", "additionalProperties", "not", "contains"), LIST),
        **dict.fromkeys(("propertyNames", "if", "then", "else", "contentSchema"), LIST),
        **dict.fromkeys(("unevaluatedItems", "unevaluatedProperties"), LIST),
    },
    "requestBody/content/a~1json/schema/properties": {"a": LIST, "b": TEXT, "c": None},
    "requestBody/content/a~1json/schema/dependentRequired": {"a": TEXT},
    "requestBody/content/a~1json/schema/discriminator": {"propertyName": LIST, "mapping": TEXT},
    "requestBody/content/a~1json/schema/xml": {
        **dict.fromkeys(("name", "namespace", "prefix"), LIST),
        **dict.fromkeys(("attribute", "wrapped"), TEXT),
    },
    "requestBody/content/a~1json/schema/externalDocs": {"url": LIST, "description": LIST},
    "requestBody/content/multipart~1form-data": {"encoding": LIST},
    "requestBody/content/multipart~1form-data/encoding/a": {
        **dict.fromkeys(("contentType", "headers", "style"), LIST),
        **dict.fromkeys(("explode", "allowReserved"), TEXT),
    },
    "responses/200": dict.fromkeys(("description", "headers", "content", "links"), LIST),
    "responses/200/headers/a": {
        **dict.fromkeys(("description", "style", "examples"), LIST),
        **dict.fromkeys(("required", "deprecated", "explode", "schema"), TEXT),
    },
    "responses/200/headers/b": {"content": LIST},
    "responses/200/links/a": {"operationId": LIST, "description": LIST, "parameters": TEXT},
    "responses/200/links/b": {"operationRef": LIST, "server": TEXT},
    "callbacks/a/b": {**TEXTS, "parameters": OBJECT, "post": TEXT},
    "servers/0": dict.fromkeys(("url", "description", "variables"), LIST),
    "servers/0/variables/a": {"enum": TEXT, "default": LIST, "description": LIST},
    # Entries of maps.
    "responses": {"default": TEXT, "204": LIST, "2XX": None},
    "responses/200/content": {"a/b": TEXT, "a/c": LIST, "a/d": None},
    **{
        pointer: {"x": TEXT, "y": LIST, "z": None}
        for pointer in (
            *("responses/200/headers", "responses/200/links", "callbacks", "callbacks/a"),
            *("requestBody/content/a~1json/examples", "servers/0/variables"),
            "requestBody/content/multipart~1form-data/encoding",
        )
    },
}
"""Wrong values for the fields of objects, by the pointer to the object."""

DOCUMENT: dict[str, Any] = {
    "info": {"title": "a", "contact": {}, "license": {}},
    "externalDocs": {"url": "https://a.b"},
    "tags": [{"name": "a"}],
    "components": {
        "securitySchemes": {
            "a": {"type": "apiKey", "name": "a", "in": "query"},
            "b": {"type": "http", "scheme": "bearer"},
            "c": {"type": "openIdConnect"},
            "d": {"type": "oauth2", "flows": {"implicit": {"scopes": {}}}},
        }
    },
    "webhooks": {"a": {}},
}
"""The fields of a right specification, without paths."""

COMPONENTS = (
    *("schemas", "responses", "parameters", "examples", "requestBodies", "headers"),
    *("securitySchemes", "links", "callbacks", "pathItems"),
)
IN_DOCUMENT: dict[str, dict[str, object]] = {
    "": {
        **dict.fromkeys(("info", "servers", "webhooks", "components", "security"), TEXT),
        "tags": TEXT,
        "externalDocs": TEXT,
    },
    "info": dict.fromkeys(
        (
            *("title", "summary", "description", "termsOfService", "contact", "license"),
            "version",
        ),
        LIST,
    ),
    "info/contact": {"name": LIST, "url": LIST, "email": LIST},
    "info/license": {"name": LIST, "identifier": LIST, "url": LIST},
    "externalDocs": {"description": LIST, "url": LIST},
    "tags/0": {"name": LIST, "description": LIST, "externalDocs": LIST},
    "components": dict.fromkeys(COMPONENTS, LIST),
    "components/securitySchemes": {"x": None, "y": TEXT},
    "components/securitySchemes/a": {"description": LIST, "name": LIST},
    "components/securitySchemes/b": {"scheme": LIST, "bearerFormat": LIST},
    "components/securitySchemes/c": {"openIdConnectUrl": LIST},
    "components/securitySchemes/d": {"flows": LIST},
    "components/securitySchemes/d/flows": {"password": TEXT, "implicit": None},
    "components/securitySchemes/d/flows/implicit": dict.fromkeys(
        ("authorizationUrl", "tokenUrl", "refreshUrl", "scopes"), LIST
    ),
    "components/securitySchemes/d/flows/implicit/scopes": {"a": LIST},
    "webhooks": {"x": TEXT, "y": None},
    "webhooks/a": {"post": TEXT},
    "paths/~1right": {"put": TEXT, "additionalOperations": TEXT, "post": None},
}
"""The same for objects outside of operations."""

RIGHT = {
    "operationId": "right",
    "summary": "Right",
    "parameters": [PARAMETER],
    "requestBody": {"content": {"application/json": {"schema": {"properties": {"a": {}}}}}},
    "responses": {"200": {"description": "Right"}},
}


def change(value: Any, keys: Sequence[str], new: object) -> Any:  # noqa: ANN401 - any JSON
    """Return a copy of *value* with *new* at *keys*."""
    if not keys:
        return new
    copied = copy(value)
    key: Any = int(keys[0]) if isinstance(value, list) else keys[0]
    copied[key] = change(copied[key] if len(keys) > 1 else None, keys[1:], new)
    return copied


def list_changes(table: dict[str, dict[str, object]]) -> Iterator[tuple[Keys, object]]:
    """Yield the keys and the wrong value of each change."""
    for pointer, wrong_values in table.items():
        above = split_pointer(f"/{pointer}") if pointer else ()
        yield from (((*above, name), value) for name, value in wrong_values.items())


def read(folder: Path, value: object) -> tuple[list[str], Content]:
    """Return the pointers of all messages about a specification, and the content of ``/right``."""
    write(folder, openapi=value)
    faults: list[Fault] = []
    specifications = Specifications(folder, faults.append)

    def report(message: str, at: Located) -> None:
        specifications.report_problem(at.document, at.keys, message)

    specification = specifications.load("openapi.json")
    contents = {o.path: read_operation(o, report) for o in specification.operations}
    read_introduction(specification, report)
    return sorted(fault.pointer for fault in faults), contents["/right"]


def test_a_wrong_type_in_each_field_of_an_operation_has_one_message(tmp_path: Path) -> None:
    paths: dict[str, Any] = {"/right": {"get": RIGHT}, "/0": {"get": OPERATION}}
    expected = []
    # One operation for each of them, so that none hides another.
    for number, (keys, value) in enumerate(list_changes(IN_OPERATION), 1):
        paths[f"/{number}"] = {"get": change(OPERATION, keys, value)}
        expected.append(format_pointer(("paths", f"/{number}", "get", *keys)))
    assert len(expected) > 100
    pointers, right = read(tmp_path, spec(paths))
    assert pointers == sorted(expected)
    assert right == read(tmp_path / "right", spec({"/right": {"get": RIGHT}}))[1]


def test_a_wrong_type_outside_of_operations_has_one_message(tmp_path: Path) -> None:
    document = spec({"/right": {"get": RIGHT}}, **DOCUMENT)
    assert read(tmp_path, document)[0] == []
    for keys, value in list_changes(IN_DOCUMENT):
        pointers, right = read(tmp_path, change(document, keys, value))
        assert pointers == [format_pointer(keys)]
        assert right.summary == "Right"
