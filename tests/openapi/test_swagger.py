"""Swagger 2.0 documents are read as if they had been converted to OpenAPI 3.0.

``swagger/`` holds documents of every kind, ``swagger/expected/`` what ``swagger2openapi``, a
package of npm, makes of them. Written again with::

    for file in *.yaml *.json; do npx swagger2openapi $file -o expected/${file%.*}.json; done
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from openapi.echo_server import echo_server
from openapi.page_text import page_text
from openapi.request_oracle import Oracle
from openapi.sample_runners import RUNNERS
from openapi.specs import Told, load, write
from openapi.test_audit import build_pages
from openapi.test_samples_of_sites import fill_placeholders
from tools.openapi_audit import Audit, read

from sphinx_docsnav.data_files.json_values import as_text, find_value
from sphinx_docsnav.openapi import SampleSettings, Specification, Specifications, read_operation

FOLDER = Path(__file__).parent / "swagger"
FILES = sorted(path for path in FOLDER.iterdir() if path.is_file())
each_file = pytest.mark.parametrize("file", FILES, ids=lambda path: path.stem)


def _converted(file: Path) -> Path:
    return FOLDER / "expected" / f"{file.stem}.json"


def _load(folder: Path, file: Path) -> tuple[Specification, list[str]]:
    """Return the specification *file* and what was told of it."""
    folder.mkdir(parents=True)
    name = f"openapi{file.suffix}"
    shutil.copy(file, folder / name)
    told = Told(folder)
    specification = Specifications(folder, told).load(name)
    assert specification.operations
    return specification, told.lines


@each_file
def test_pages_equal_those_of_the_converted_file(tmp_path: Path, file: Path) -> None:
    texts = []
    for folder, source in (("swagger", file), ("converted", _converted(file))):
        specification, told = _load(tmp_path / folder, source)
        texts.append({each.name: page_text(each) for each in specification.operations})
        assert told == []
    assert texts[0] == texts[1]


@each_file
def test_servers_credentials_and_information_equal_those_of_the_converted_file(
    tmp_path: Path, file: Path
) -> None:
    specification, _ = _load(tmp_path / "swagger", file)
    converted = read(_converted(file))
    schemes = ("components", "securitySchemes")
    assert find_value(specification.value, schemes) == find_value(converted, schemes)
    for key in ("info", "servers", "security", "tags", "externalDocs"):
        assert specification.value.get(key) == converted.get(key)


@pytest.mark.on_demand
@each_file
def test_every_fact_of_the_converted_file_is_on_a_page(tmp_path: Path, file: Path) -> None:
    _, out = build_pages(tmp_path, file)
    audit = Audit(read(_converted(file)), out)
    assert list(audit.find_missing()) == []
    assert audit.page_by_anchor


SERVER = "https://api.example.com/case"


@pytest.mark.parametrize("language", ["curl", "python", "node"])
def test_samples_send_what_the_converted_file_describes(tmp_path: Path, language: str) -> None:
    runner = RUNNERS[language]
    if reason := runner.missing():
        pytest.skip(reason)
    codes: dict[str, str] = {}
    checks = []
    for file in FILES:
        if file.stem == "no_address":
            continue
        specification, _ = _load(tmp_path / file.stem, file)
        base = as_text(find_value(specification.value, ("servers", "0", "url")))
        for operation in specification.operations:
            if "x-codeSamples" not in operation.value:
                content = read_operation(operation, _refuse, samples=SampleSettings((language,)))
                name = str(len(codes))
                codes[name] = fill_placeholders(content.samples[0].code.replace(base, SERVER))
                checks.append((name, file, operation, content))
    (tmp_path / "run").mkdir()
    with echo_server() as server:
        run = {n: code.replace(SERVER, f"{server.address}/{n}") for n, code in codes.items()}
        told = runner.run(run, tmp_path / "run")
    differences = []
    for name, file, operation, content in checks:
        received = server.take(name)
        assert received is not None, (file, operation.name, told)
        oracle = Oracle({**read(_converted(file)), "servers": [{"url": SERVER}]})
        differences += oracle.differences(operation.path, operation.method, content, received)
    assert len(checks) > 15
    assert differences == [], told


def _refuse(message: str, place: object) -> None:
    raise AssertionError(f"{message} {place}")


DOCUMENT = {
    "swagger": "2.0",
    "info": {"title": "Pets", "version": "1"},
    "basePath": "/v1",
    "parameters": {
        "list": {"name": "l", "in": "query", "type": "array", "collectionFormat": "tsv"}
    },
    "paths": {
        "/pets": {
            "parameters": [{"name": "why", "in": "formData", "type": "string"}],
            "get": {
                "parameters": [{"$ref": "#/parameters/list"}],
                "responses": {"200": {"description": "", "schema": {"$ref": "#/definitions/Pett"}}},
            },
            "put": {
                "parameters": [
                    {"name": "n", "in": "query", "type": "string"},
                    {"name": "b", "in": "body", "schema": {"type": 5}},
                ],
                "responses": {"404": {"$ref": "#/responses/none"}},
            },
            "post": {"responses": {"204": {"description": "Done."}}},
        }
    },
    "definitions": {"Pet": {"type": "object"}},
    "responses": {"none": {"description": "None.", "headers": {"X": {"type": 7}}}},
}


def test_messages_name_the_lines_of_the_file_as_written(tmp_path: Path) -> None:
    write(tmp_path, openapi=DOCUMENT)
    lines = (tmp_path / "openapi.json").read_text("utf-8").splitlines()
    told = Told(tmp_path)
    specifications = Specifications(tmp_path, told)
    for operation in specifications.load("openapi.json").operations:
        read_operation(
            operation,
            lambda message, place: specifications.report_problem(
                place.document, place.keys, message
            ),
        )
    found = []
    for message in told.lines:
        place, _, text = message.partition(": WARNING: ")
        line = lines[int(place.split(":")[1]) - 1].strip()
        found.append((line, text.partition(";")[0]))
    schema = '"schema": {'
    missing = "$ref '#/definitions/Pett' names nothing in 'openapi.json'"
    meant = "(did you mean '#/definitions/Pet'?)"
    assert found == [
        ('"collectionFormat": "tsv"', "collectionFormat 'tsv' has no equivalent here in OpenAPI 3"),
        ("{", "a request has only one body"),
        (schema, f"/paths/~1pets/get/responses/200/schema: {missing} {meant}"),
        (schema, "/paths/~1pets/put/parameters/1/schema: unknown type 5"),
        ('"X": {', "/responses/none/headers/X: unknown type 7"),
    ]


def test_a_body_of_a_path_is_the_body_of_its_operations(tmp_path: Path) -> None:
    specification, _ = load(tmp_path, DOCUMENT)
    put, post = (
        each.value["requestBody"]["content"]  # type: ignore[index]  # an object of the file
        for each in specification.operations
        if each.method in ("put", "post")
    )
    assert list(put) == ["application/json"]
    form = post["application/x-www-form-urlencoded"]["schema"]
    assert form == {"type": "object", "properties": {"why": {"type": "string"}}}


def test_references_lead_to_converted_parts_of_other_files(tmp_path: Path) -> None:
    write(
        tmp_path,
        openapi={
            "swagger": "2.0",
            "produces": ["application/xml"],
            "consumes": ["application/json"],
            "paths": {
                "/a": {"$ref": "paths/a.json"},
                "/b": {
                    "post": {
                        "parameters": [
                            {"$ref": "common.json#/parameters/Size"},
                            {"$ref": "common.json#/parameters/Pet"},
                        ],
                        "responses": {
                            "200": {"$ref": "common.json#/responses/Pet"},
                            "400": {"$ref": "parts.json#/wrong"},
                        },
                    },
                    "put": {
                        "parameters": [{"$ref": "parts.json#/file"}],
                        "responses": {
                            "200": {
                                "description": "",
                                "schema": {"$ref": "#/paths/~1c/get/responses/200/schema"},
                            },
                        },
                    },
                },
                "/c": {
                    "get": {
                        "responses": {
                            "200": {"description": "", "schema": {"type": "string", "format": "c"}}
                        }
                    }
                },
            },
        },
        common={
            "parameters": {
                "Size": {"name": "size", "in": "query", "type": "integer"},
                "Pet": {"name": "pet", "in": "body", "schema": {"$ref": "#/definitions/Pet"}},
            },
            "responses": {
                "Pet": {"description": "A pet.", "schema": {"$ref": "#/definitions/Pet"}}
            },
            "definitions": {
                "Pet": {
                    "discriminator": "kind",
                    "properties": {"kind": {"type": "string"}, "owner": {"$ref": "person.json"}},
                }
            },
        },
        parts={
            "file": {"name": "file", "in": "formData", "type": "file"},
            "wrong": {"description": "Wrong.", "schema": {"$ref": "common.json#/definitions/Pet"}},
        },
        person={"type": "object", "properties": {"name": {"type": "string", "x-nullable": True}}},
        paths__a={"get": {"responses": {"200": {"description": "", "schema": {"type": "file"}}}}},
    )
    told = Told(tmp_path)
    specification = Specifications(tmp_path, told).load("openapi.json")
    pages = {each.name: page_text(each) for each in specification.operations}
    assert told.lines == []
    assert "TOLD" not in "".join(pages.values())
    assert "application/xml" in pages["GET /a"]
    assert "- size integer" in pages["POST /b"]
    assert pages["POST /b"].count("- kind string") == 2  # the error refers to it
    assert "name string or null" in pages["POST /b"]
    assert "multipart/form-data" in pages["PUT /b"]
    assert "string<c>" in pages["PUT /b"]


def test_a_reference_in_a_circle_is_named_as_written(tmp_path: Path) -> None:
    reference = {"$ref": "common.json#/parameters/a"}
    paths = {"/a": {"get": {"parameters": [reference], "responses": {}}}}
    write(
        tmp_path,
        openapi={"swagger": "2.0", "info": {}, "paths": paths},
        common={"parameters": {"a": reference}},
    )
    messages: list[str] = []
    for operation in Specifications(tmp_path, Told(tmp_path)).load("openapi.json").operations:
        read_operation(operation, lambda message, _located: messages.append(message))
    assert messages == ["$ref 'common.json#/parameters/a' refers to itself; left out"]


def test_a_missing_scheme_is_asked_for_where_swagger_has_them(tmp_path: Path) -> None:
    operation: dict[str, object] = {"security": [{"key": []}], "responses": {}}
    specification, _ = load(tmp_path, {"swagger": "2.0", "paths": {"/a": {"get": operation}}})
    messages: list[str] = []
    for each in specification.operations:
        read_operation(each, lambda message, _located: messages.append(message))
    reason = "security scheme 'key' is not in securityDefinitions"
    assert messages == [f"{reason}; only its name is shown; add 'key' there"]


def test_a_renamed_field_is_named_at_its_own_position(tmp_path: Path) -> None:
    pet = {"type": "object", "properties": {"name": {"type": "string", "x-nullable": "yes"}}}
    query = {"name": "q", "in": "query", "type": "string", "x-nullable": "no"}
    response = {"description": "", "schema": {"$ref": "#/definitions/Pet"}}
    paths = {"/a": {"get": {"parameters": [query], "responses": {"200": response}}}}
    write(tmp_path, openapi={"swagger": "2.0", "paths": paths, "definitions": {"Pet": pet}})
    told = Told(tmp_path)
    specs = Specifications(tmp_path, told)
    for operation in specs.load("openapi.json").operations:
        read_operation(
            operation,
            lambda message, located: specs.report_problem(located.document, located.keys, message),
        )

    lines = (tmp_path / "openapi.json").read_text().splitlines()
    numbers = [number for number, line in enumerate(lines, 1) if "x-nullable" in line]
    texts = ("parameters/0/x-nullable: ", "/definitions/Pet/properties/name/x-nullable: ")
    assert [line.split(":")[1] for line in told.lines] == [str(number) for number in numbers]
    assert all(text in line for text, line in zip(texts, told.lines, strict=True))


WRONG_PATHS: list[dict[str, object]] = [
    {"get": None, "put": {"parameters": {"a": 1}}},
    {"get": {"parameters": [None, {"in": 3}, {"in": "body"}]}},
    {"get": {"parameters": [{"$ref": "#/parameters/a"}], "responses": []}},
    {"get": {"parameters": [{"$ref": "../../etc/passwd"}], "produces": [{}], "consumes": "x"}},
    {"get": {"responses": {"200": None, "201": {"headers": {"A": 1}, "examples": []}}}},
    {"get": {"parameters": [{"name": 1, "in": "formData", "schema": 7}], "schemes": [None]}},
    {"get": {"parameters": [{"name": ["a"], "in": "formData"}, {"name": {}, "in": "body"}]}},
]


@pytest.mark.parametrize("item", WRONG_PATHS, ids=json.dumps)
def test_wrong_values_are_no_traceback(tmp_path: Path, item: dict[str, object]) -> None:
    loop = {"a": {"$ref": "#/parameters/a"}, "b": None}
    wrong: dict[str, object] = {"securityDefinitions": {"a": None}, "definitions": [], "host": 5}
    value = {"swagger": 2.0, **wrong, "parameters": loop, "paths": {"/a": item}}
    specification, _ = load(tmp_path, value)
    for operation in specification.operations:
        page_text(operation)
