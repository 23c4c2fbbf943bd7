"""What changed between two versions of a specification, and which of it breaks clients."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from openapi.specs import Told, write

from sphinx_docsnav.openapi import Specifications
from sphinx_docsnav.openapi.content.comparison import Comparison, get_version_marks
from sphinx_docsnav.openapi.specification import find_older_versions


def api(operation: dict[str, Any], version: str = "1", /, **components: object) -> dict[str, Any]:
    return {
        "openapi": "3.1.0",
        "info": {"title": "Pets", "version": version},
        "paths": {"/pets/{id}": {"post": operation}},
        "components": {"schemas": components},
    }


def compare(tmp_path: Path, old: dict[str, Any], new: dict[str, Any]) -> list[str]:
    """Return what is told of two versions, one line for each change."""
    write(tmp_path, old=old, new=new)
    specs = Specifications(tmp_path, Told(tmp_path))
    found = Comparison(specs.load("old.json"), specs.load("new.json"))
    told = []
    for each in (*found.operations, *found.components):
        if each.kind != "changed":
            told.append(f"{each.kind} {each.name} {each.impact.name}")
        for change in each.changes:
            words = (each.name, change.kind, change.location, change.field, change.aspect)
            values = (change.before, change.after) if change.aspect else ()
            told.append(" ".join(filter(None, (*words, *values, change.impact.name))))
    return told


def query(**schema: object) -> dict[str, Any]:
    required = schema.pop("required", False)
    return {"parameters": [{"in": "query", "name": "n", "required": required, "schema": schema}]}


def body(required: list[str], **properties: object) -> dict[str, Any]:
    schema = {"type": "object", "required": required, "properties": properties}
    return {"requestBody": {"content": {"application/json": {"schema": schema}}}}


def answer(required: list[str], **properties: object) -> dict[str, Any]:
    content = body(required, **properties)["requestBody"]["content"]
    return {"responses": {"200": {"description": "", "content": content}}}


TEXT = {"type": "string"}
NULL = {"type": ["string", "null"]}
PUT: dict[str, Any] = {"put": {}}
RULES: dict[str, tuple[dict[str, Any], dict[str, Any], list[str]]] = {
    "nothing": (query(**TEXT), query(**TEXT), []),
    "optional parameter": ({}, query(**TEXT), ["added query n NONE"]),
    "required parameter": ({}, query(**TEXT, required=True), ["added query n BREAKS"]),
    "parameter removed": (query(**TEXT), {}, ["removed query n MAYBE"]),
    "parameter becomes required": (
        query(**TEXT),
        query(**TEXT, required=True),
        ["changed query n required false true BREAKS"],
    ),
    "parameter becomes optional": (
        query(**TEXT, required=True),
        query(**TEXT),
        ["changed query n required true false NONE"],
    ),
    "field with a default becomes required": (
        body([], a={**TEXT, "default": "x"}),
        body(["a"], a={**TEXT, "default": "x"}),
        ["changed body a required false true NONE"],
    ),
    "type of parameter": (
        query(type="integer"),
        query(type="number"),
        ["changed query n type integer number NONE"],
    ),
    "narrower type of parameter": (
        query(type="number"),
        query(type="integer"),
        ["changed query n type number integer BREAKS"],
    ),
    "limit falls": (
        query(maximum=9),
        query(maximum=5),
        ["changed query n maximum 9 5 BREAKS"],
    ),
    "limit is lifted": (query(maximum=9), query(), ["changed query n maximum 9 - NONE"]),
    "default of a parameter": (
        query(default=1),
        query(default=2),
        ["changed query n default 1 2 BREAKS"],
    ),
    "values of a parameter": (
        query(enum=["a", "b"]),
        query(enum=["a", "c"]),
        ["changed query n enum \N{MINUS SIGN} b; + c BREAKS"],
    ),
    "required field of a body": (
        body([], a=TEXT),
        body(["b"], a=TEXT, b=TEXT),
        ["added body b BREAKS"],
    ),
    "with a default": (
        body([], a=TEXT),
        body(["b"], a=TEXT, b={**TEXT, "default": "x"}),
        ["added body b NONE"],
    ),
    "field of a body removed": (body([], a=TEXT), body([]), ["removed body a MAYBE"]),
    "body added": ({}, body([]), ["added body NONE"]),
    "field of a response": (answer([]), answer([], a=TEXT), ["added 200 a NONE"]),
    "required field of a response removed": (
        answer(["a"], a=TEXT),
        answer([]),
        ["removed 200 a BREAKS"],
    ),
    "optional field of a response removed": (
        answer([], a=TEXT),
        answer([]),
        ["removed 200 a MAYBE"],
    ),
    "field of a response may be absent": (
        answer(["a"], a=TEXT),
        answer([], a=TEXT),
        ["changed 200 a required true false BREAKS"],
    ),
    "null in a response": (
        answer([], a=TEXT),
        answer([], a=NULL),
        ["changed 200 a type string string or null BREAKS"],
    ),
    "null in a request": (
        body([], a=TEXT),
        body([], a=NULL),
        ["changed body a type string string or null NONE"],
    ),
    "values of a response": (
        answer([], a={"enum": ["x"]}),
        answer([], a={"enum": ["x", "y"]}),
        ["changed 200 a enum + y MAYBE"],
    ),
    "read-only fields are no part of a request": (
        body([]),
        body(["a"], a={**TEXT, "readOnly": True}),
        [],
    ),
    "deprecated field": (
        answer([], a=TEXT),
        answer([], a={**TEXT, "deprecated": True}),
        ["deprecated 200 a NONE"],
    ),
    "items": (
        answer([], a={"type": "array", "items": TEXT}),
        answer([], a={"type": "array", "items": NULL}),
        ["changed 200 a[] type string string or null BREAKS"],
    ),
    "status removed": (
        {"responses": {"200": {"description": ""}, "404": {"description": ""}}},
        {"responses": {"201": {"description": ""}}},
        ["added 201 NONE", "removed 200 BREAKS", "removed 404 NONE"],
    ),
    "credentials": (
        {"security": [{"a": []}, {"b": []}]},
        {"security": [{"a": [], "c": []}]},
        ["changed security a | b a + c BREAKS"],
    ),
    "another credential is enough, too": (
        {"security": [{"a": []}]},
        {"security": [{"a": []}, {"b": []}]},
        ["changed security a a | b NONE"],
    ),
    "texts": (
        {"summary": "A", **query(description="one"), **answer([], a={"title": "T"})},
        {"summary": "B", **query(description="one\n"), **answer([], a={"description": "D"})},
        ["changed summary NONE", "changed 200 a title NONE", "changed 200 a description NONE"],
    ),
    "servers of an operation": (
        {"servers": [{"url": "/a"}, {"url": "/b"}]},
        {"servers": [{"url": "/b"}, {"url": "/c"}]},
        ["changed servers \N{MINUS SIGN} /a; + /c MAYBE"],
    ),
    "callbacks": (
        {"callbacks": {"paid": {"{$url}": {"post": body([], a=TEXT)}}, "old": {"{$url}": PUT}}},
        {"callbacks": {"paid": {"{$url}": {"post": body([], a=NULL)}}, "new": {"{$url}": PUT}}},
        [
            "changed callback paid POST body a type string string or null BREAKS",
            "added callback new PUT NONE",
            "removed callback old PUT MAYBE",
        ],
    ),
}


@pytest.mark.parametrize("rule", RULES)
def test_rule(tmp_path: Path, rule: str) -> None:
    old, new, expected = RULES[rule]

    told = compare(tmp_path, api(old), api(new))

    assert [line.removeprefix("POST /pets/{id} ") for line in told] == expected


def test_servers_of_all_operations_are_told_once(tmp_path: Path) -> None:
    sides = [{**api({}), "servers": [{"url": url}]} for url in ("/v1", "/v2")]
    assert compare(tmp_path, *sides) == []
    specs = Specifications(tmp_path, Told(tmp_path))
    (change,) = Comparison(specs.load("old.json"), specs.load("new.json")).general_changes
    assert (change.aspect, change.after, change.impact.name) == (
        "servers",
        "\N{MINUS SIGN} /v1; + /v2",
        "MAYBE",
    )


def test_operations_and_names_of_path_parameters(tmp_path: Path) -> None:
    old, new = api({"deprecated": True}), api({})
    old["paths"]["/gone"] = {"get": {}, "put": {"deprecated": True}}
    new["paths"] = {"/pets/{pet_id}": new["paths"]["/pets/{id}"], "/new": {"get": {}}}
    new["paths"]["/pets/{pet_id}"]["post"]["deprecated"] = True

    assert compare(tmp_path, old, new) == [
        "added GET /new NONE",
        "removed GET /gone BREAKS",
        "removed PUT /gone MAYBE",
    ]


def test_a_component_is_told_once_and_recursion_ends(tmp_path: Path) -> None:
    node: dict[str, Any] = {
        "type": "object",
        "properties": {"next": {"$ref": "#/components/schemas/Node"}},
    }
    inline = {"type": "object", "properties": {"next": {"$ref": "#/paths/~1pets~1{id}/get"}}}
    more = {**node, "properties": {**node["properties"], "name": TEXT}}
    content = answer([], a={"$ref": "#/components/schemas/Node"}, b={"$ref": "#/components/x"})
    old, new = api(content, Node=node), api(content, Node=more)
    for each in (old, new):
        each["components"]["x"] = inline
        each["paths"]["/pets/{id}"]["get"] = {**inline, **content}

    assert compare(tmp_path, old, new) == ["Node added response name NONE"]


def test_options_of_a_choice(tmp_path: Path) -> None:
    cat, dog = ({"$ref": f"#/components/schemas/{name}"} for name in ("Cat", "Dog"))
    parts: dict[str, Any] = {"Cat": {"type": "object"}, "Dog": {"type": "object"}}
    one, two = {"oneOf": [cat, TEXT]}, {"oneOf": [cat, dog, TEXT]}

    assert compare(tmp_path, api(answer([], a=one), **parts), api(answer([], a=two), **parts)) == [
        "POST /pets/{id} changed 200 a oneOf + Dog MAYBE"
    ]
    assert compare(tmp_path, api(body([], a=two), **parts), api(body([], a=one), **parts)) == [
        "POST /pets/{id} changed body a oneOf \N{MINUS SIGN} Dog BREAKS"
    ]
    assert compare(tmp_path, api(body([], a=cat), **parts), api(body([], a=one), **parts)) == [
        "POST /pets/{id} changed body a oneOf + string NONE"
    ]


@pytest.mark.parametrize(("shared", "is_older"), [(1, False), (2, True)])
def test_an_older_version_shares_half_of_its_operations(
    tmp_path: Path, shared: int, *, is_older: bool
) -> None:
    old, new = api({}, "1"), api({}, "2")
    old["paths"] = {f"/{number}": {"get": {}} for number in range(3)}
    new["paths"] = {f"/{number}": {"get": {}} for number in range(shared)}
    write(tmp_path, one=old, two=new)
    specs = Specifications(tmp_path, Told(tmp_path))
    older, newer = specs.load("one.json"), specs.load("two.json")
    find_older_versions([newer, older])
    assert (older in newer.older) == is_older


def test_marks_of_three_versions(tmp_path: Path) -> None:
    first, second, third = (
        api(body([], **{name: {**TEXT, "deprecated": name == gone} for name in names}), version)
        for version, names, gone in (("1", "a", ""), ("2", "ab", ""), ("3", "abc", "a"))
    )
    write(tmp_path, one=first, two=second, three=third)
    history = {"three.json": ("one.json", "two.json")}
    specs = Specifications(tmp_path, Told(tmp_path), history=history)

    marks = {
        keys[-1]: since for (_, keys), since in get_version_marks(specs.load("three.json")).items()
    }

    assert marks == {"a": ("", "3"), "b": ("2", ""), "c": ("3", "")}
    assert [each.name for each in specs.list_in_site()] == ["three.json"]
