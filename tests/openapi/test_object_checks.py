"""Mistakes in the objects of a specification that would lose something in silence."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from openapi.page_text import find, make_nodes, page_text
from openapi.specs import load, spec, write

from sphinx_docsnav.openapi import read_introduction, read_operation

PLACES = "'path', 'query', 'querystring', 'header' or 'cookie'"
TEXT = {"type": "string"}

MISTAKES: dict[str, tuple[dict[str, Any], list[str]]] = {
    "parameters": (
        {
            "parameters": [
                {"in": "query", "schema": TEXT},
                {"name": "a", "schema": TEXT},
                {"name": "b", "in": "qeury"},
                {"nme": "c", "in": "query"},
                {"name": "d", "in": "query", "styl": "form"},
                {"name": "d", "in": "query", "type": "string"},
            ]
        },
        [
            "parameters/0: this parameter has no 'name'; left out; add one",
            (
                "parameters/1: parameter 'a' has no 'in', which says where it is sent; left out; "
                f"write {PLACES}"
            ),
            "parameters/2: unknown place 'qeury' of parameter 'b'; left out; did you mean 'query'?",
            "parameters/3/nme: unknown field 'nme'; it is ignored; did you mean 'name'?",
            "parameters/4/styl: unknown field 'styl'; it is ignored; did you mean 'style'?",
            (
                "parameters/5/type: a parameter of OpenAPI 3 has no 'type'; it is ignored; "
                "write it in 'schema'"
            ),
            (
                "parameters/5: there are two query parameters 'd'; the last one is shown; "
                "remove or rename the other"
            ),
        ],
    ),
    "servers": (
        {
            "servers": [
                {"url": "https://{regon}.a.b", "variables": {"region": {"default": "eu"}}},
                {"url": "https://{a}.b", "variables": {"a": {"enum": ["x"]}}},
                {"url": "https://{b}.c:{d}{d}", "variables": {"d": {"default": ""}}},
                {"description": "x"},
                {"urll": "https://a.b"},
                {"url": "api.a.bc:8080/v1"},
                {"url": "localhost:3000"},
                {"url": "{c}.a.bc", "variables": {"c": {"default": "eu"}}},
                {"url": "api/v1.0"},
                {"url": "index.php/api"},
                {"url": "https://{e}", "variables": {"e": {"default": "a.b", "enum": ["a.c"]}}},
                {"url": "https://{f}", "variables": {"f": None}},
            ]
        },
        [
            (
                "servers/0: no variable describes '{regon}' of server 'https://{regon}.a.b'; "
                "kept as written; did you mean 'region'?"
            ),
            (
                "servers/1/variables/a: variable 'a' of server 'https://{a}.b' has no default; "
                "kept as written; add 'default'"
            ),
            (
                "servers/2: no variable describes '{b}' of server 'https://{b}.c:{d}{d}'; "
                "kept as written; add 'b' to 'variables'"
            ),
            "servers/3: this server has no 'url'; left out; add its address",
            "servers/4/urll: unknown field 'urll'; it is ignored; did you mean 'url'?",
            *(
                f"servers/{number}/url: server {url!r} begins with no scheme; "
                f"read as '{scheme}://{url}'; write the scheme"
                for number, scheme, url in (
                    (5, "https", "api.a.bc:8080/v1"),
                    (6, "http", "localhost:3000"),
                    (7, "https", "{c}.a.bc"),
                )
            ),
            (
                "servers/10/variables/e: default 'a.b' of variable 'e' is not in its 'enum'; "
                "it is used; did you mean 'a.c'?"
            ),
            "servers/11/variables/f: expected an object as 'f', found null; read as empty",
        ],
    ),
    "security": (
        {
            "security": [
                {"apikey": []},
                {"key": [], "old": []},
                {"oauth": ["pets.read", "pet:read", "admin", 5], "open": ["x"], "empty": ["x"]},
                {"oauth": "pet:read"},
                "key",
                None,
            ]
        },
        [
            (
                "security/0: security scheme 'apikey' is not in components/securitySchemes; "
                "only its name is shown; did you mean 'api_key'?"
            ),
            (
                "/components/securitySchemes/key/in: unknown place 'heder' of an API key; "
                "shown as written; did you mean 'header'?"
            ),
            (
                "/components/securitySchemes/old/type: unknown type of security scheme 'htpp'; "
                "shown as written; did you mean 'http'?"
            ),
            (
                "security/2/oauth/1: no flow of security scheme 'oauth' lists the scope "
                "'pet:read'; shown without a description; did you mean 'pets:read'?"
            ),
            (
                "security/2/oauth/2: no flow of security scheme 'oauth' lists the scope 'admin'; "
                "shown without a description; add it to 'scopes' of a flow"
            ),
            (
                "security/3/oauth: expected a list as 'oauth', found the string 'pet:read'; "
                "it is ignored"
            ),
            (
                "security/4: expected an object in 'security', found the string 'key'; left out; "
                "write the scheme with its scopes, such as 'key: []'"
            ),
            (
                "security/5: expected an object in 'security', found null; left out; "
                "write the scheme with its scopes, such as 'key: []'"
            ),
        ],
    ),
    "contents": (
        {
            "sumary": "x",
            "requestBody": {"schema": {}},
            "responses": {
                "2000": {"schema": {}},
                "201": {"headers": {"X": {"schma": TEXT}}},
                "2XX": {"content": {"json": {"shema": TEXT, "x-shema": 1}}},
                "404": {"type": "object", "properties": {"a": TEXT}},
                "default": {},
                "x-500": 1,
            },
        },
        [
            "sumary: unknown field 'sumary'; it is ignored; did you mean 'summary'?",
            (
                "requestBody/schema: a request body of OpenAPI 3 has no 'schema'; it is ignored; "
                "write it in 'content', below a media type"
            ),
            (
                "responses/2000: '2000' is no status of a response; shown as written; "
                "write '200', '2XX' or 'default'"
            ),
            (
                "responses/2000/schema: a response of OpenAPI 3 has no 'schema'; it is ignored; "
                "write it in 'content', below a media type"
            ),
            (
                "responses/201/headers/X/schma: unknown field 'schma'; it is ignored; "
                "did you mean 'schema'?"
            ),
            (
                "responses/2XX/content/json/shema: unknown field 'shema'; it is ignored; "
                "did you mean 'schema'?"
            ),
            (
                "responses/2XX/content/json: 'json' is no media type; shown as written; "
                "write a name such as 'application/json'"
            ),
            (
                "responses/404/properties: a response of OpenAPI 3 has no 'properties'; it is "
                "ignored; write it in 'content', below a media type, in 'schema'"
            ),
        ],
    ),
}


MISTAKES["links and examples"] = (
    {
        "operationId": "list",
        "parameters": [
            {"name": "a", "in": "query", "schema": TEXT, "content": {"text/plain": {}}},
            {"name": "b", "in": "query", "content": {"text/plain": {}, "text/html": {}}},
            {"name": "c", "in": "query", "examples": {"x": {"name": "c"}}},
        ],
        "responses": {
            "200": {
                "content": {
                    "text/plain": {
                        "example": "a",
                        "examples": {"b": {"value": "b"}},
                    },
                    "text/html": {"examples": {"a": {"values": 1}, "b": {"id": 1}, "c": {}}},
                },
                "links": {
                    "a": {"operationId": "lsit"},
                    "b": {"operationId": "other"},
                    "c": {"operationRef": "#/paths/~1b/get"},
                    "d": {"operationID": "list"},
                    "e": {"operationId": "list", "operationRef": "#/paths/~1a/get"},
                    "f": {"operationRef": "other.json#/paths/~1b/get"},
                    "g": {"operationId": "notify"},
                },
            },
        },
        "callbacks": {
            "a": {
                "b": {
                    "post": {
                        "operationId": "notify",
                        "callbacks": {"c": {"d": {"post": {"callbacks": {"e": {}}}}}},
                    }
                },
            }
        },
    },
    [
        (
            "parameters/0/content: 'schema' and 'content' exclude each other; 'content' is left "
            "out; remove one of them"
        ),
        (
            "parameters/1/content: a parameter is sent in one media type; others than "
            "'text/plain' are left out; remove them"
        ),
        (
            "parameters/2/examples/x: this example has no 'value', so nothing is shown of it; "
            "write what it consists of under 'value'"
        ),
        (
            "responses/200/content/text/plain/examples: 'example' and 'examples' exclude each "
            "other; 'examples' is left out; remove one of them"
        ),
        (
            "responses/200/content/text/html/examples/a/values: unknown field 'values'; it is "
            "ignored; did you mean 'value'?"
        ),
        (
            "responses/200/content/text/html/examples/b: this example has no 'value', so nothing "
            "is shown of it; write what it consists of under 'value'"
        ),
        (
            "responses/200/links/a/operationId: no operation has the operationId 'lsit' of this "
            "link; shown as written; did you mean 'list'?"
        ),
        (
            "responses/200/links/b/operationId: no operation has the operationId 'other' of this "
            "link; shown as written; correct it"
        ),
        (
            "responses/200/links/c/operationRef: operationRef '#/paths/~1b/get' names nothing in "
            "this file; shown as written; correct it"
        ),
        (
            "responses/200/links/d/operationID: unknown field 'operationID'; it is ignored; "
            "did you mean 'operationId'?"
        ),
        (
            "responses/200/links/e/operationRef: 'operationId' and 'operationRef' exclude each "
            "other; 'operationRef' is left out; remove one of them"
        ),
        ("callbacks/a/b/post/callbacks/c/d/post/callbacks: callbacks inside 2 others are left out"),
    ],
)


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_told_once_with_its_place(tmp_path: Path, name: str) -> None:
    operation, expected = MISTAKES[name]
    schemes = {
        "api_key": {"type": "apiKey", "in": "header", "name": "k"},
        "key": {"type": "apiKey", "in": "heder", "name": "k"},
        "old": {"type": "htpp"},
        "oauth": {
            "type": "oauth2",
            "flows": {
                "implicit": {"scopes": {"pets.read": ""}},
                "password": {"scopes": {"pets:read": "", "write": 1}},
            },
        },
        "open": {"type": "openIdConnect", "openIdConnectUrl": "https://a.b"},
        "empty": {"type": "oauth2", "flows": {"implicit": {"scopes": {}}, "password": {}}},
    }
    write(
        tmp_path,
        openapi=spec({"/a": {"get": operation}}, components={"securitySchemes": schemes}),
    )
    _, told = make_nodes(find(tmp_path, "get /a"))
    assert [line.removeprefix("/paths//a/get/") for line in told] == expected


def test_a_reference_that_misspells_a_name_has_a_suggestion(tmp_path: Path) -> None:
    content = {"application/json": {"schema": {"$ref": "#/components/schema/Pett"}}}
    write(
        tmp_path,
        openapi=spec(
            {"/a": {"get": {"requestBody": {"content": content}}}},
            components={"schemas": {"Pet": TEXT}},
        ),
    )
    _, (told,) = make_nodes(find(tmp_path, "get /a"))
    assert told.endswith(
        "$ref '#/components/schema/Pett' names nothing in 'openapi.json' "
        "(did you mean '#/components/schemas/Pet'?); left out"
    )


def test_keywords_of_a_wrong_type_are_told_and_ignored(tmp_path: Path) -> None:
    schema = {
        "properties": {
            "a": {"typ": "string", "enum": "x", "maxLength": "five", "minLength": True},
            "b": {"type": "string", "required": True, "readOnly": "yes", "x-formt": 1},
            "c": {"type": "object", "properties": ["d"], "note": 1, "allOf": None},
            "d": {"type": "array", "item": TEXT},
        }
    }
    body = {"content": {"application/json": {"schema": schema}}}
    write(tmp_path, openapi=spec({"/a": {"get": {"requestBody": body}}}))
    operation = find(tmp_path, "get /a")
    told = [line.rpartition("/properties/")[2] for line in make_nodes(operation)[1]]
    assert told == [
        "a/typ: unknown field 'typ'; it is ignored; did you mean 'type'?",
        "a/enum: expected a list as 'enum', found the string 'x'; it is ignored",
        ("a/maxLength: expected a number as 'maxLength', found the string 'five'; it is ignored"),
        "a/minLength: expected a number as 'minLength', found true; it is ignored",
        ("b/readOnly: expected true or false as 'readOnly', found the string 'yes'; it is ignored"),
        (
            "b: expected a list of names as 'required', found true; ignored; "
            "name the property in the list 'required' of the object that has it"
        ),
        "c/properties: expected an object as 'properties', found a list; it is ignored",
        "d/item: unknown field 'item'; it is ignored; did you mean 'items'?",
    ]
    assert "five" not in page_text(operation).partition("TOLD")[0]


LIMITS = "no value is valid; shown as written; swap or correct them"
LETTERS = ["asc", "desc", 5, None]
VALUES: dict[str, tuple[object, str]] = {
    "number": (
        {"minimum": 10, "maximum": 5.5},
        f"'minimum' 10 is above 'maximum' 5.5, so {LIMITS}",
    ),
    "text": (
        {"minLength": 6, "maxLength": 5},
        f"'minLength' 6 is above 'maxLength' 5, so {LIMITS}",
    ),
    "items": ({"minItems": 6, "maxItems": 5}, f"'minItems' 6 is above 'maxItems' 5, so {LIMITS}"),
    "exclusive": (
        {"exclusiveMinimum": 5, "maximum": 5},
        f"'exclusiveMinimum' 5 is not below 'maximum' 5, so {LIMITS}",
    ),
    "both exclusive": (
        {"exclusiveMinimum": 5, "exclusiveMaximum": 4, "minimum": 0, "maximum": 9},
        f"'exclusiveMinimum' 5 is not below 'exclusiveMaximum' 4, so {LIMITS}",
    ),
    "exclusive of 3.0": (
        {"minimum": 5, "exclusiveMinimum": True, "maximum": 5},
        f"'minimum' 5 is not below 'maximum' 5, so {LIMITS}",
    ),
    "equal": ({"minimum": 5, "maximum": 5, "minLength": 1, "maxLength": 1}, ""),
    "of a wrong type": (
        {"minItems": "6", "maxItems": 5},
        "expected a number as 'minItems', found the string '6'; it is ignored",
    ),
    "default": (
        {"enum": LETTERS, "default": "ASC"},
        "default 'ASC' is not in 'enum'; shown as written; did you mean 'asc'?",
    ),
    "default of another schema": (
        {"allOf": [{"enum": LETTERS}], "default": "up"},
        "default 'up' is not in 'enum'; shown as written; correct it, or add it to 'enum'",
    ),
    "default as text": ({"enum": LETTERS, "default": "5"}, ""),
    "default of no text": ({"enum": ["a"], "default": ""}, ""),
    "default null": ({"type": "string", "enum": ["a"], "default": None}, ""),
    "default of a list": ({"type": "array", "enum": ["a"], "default": "b"}, ""),
    "default list": ({"enum": ["a"], "default": ["a"]}, ""),
    "default true": (
        {"enum": [1], "default": True},
        "default 'true' is not in 'enum'; shown as written; correct it, or add it to 'enum'",
    ),
    "example": (
        {"enum": LETTERS, "example": 6, "default": 5.0},
        "example '6' is not in 'enum'; shown as written; correct it, or add it to 'enum'",
    ),
    "examples": (
        {"enum": LETTERS, "examples": ["asc", "dsc"]},
        "example 'dsc' is not in 'enum'; shown as written; did you mean 'desc'?",
    ),
    "odd enum": ({"enum": [["a"], {"b": 1}], "default": "a"}, ""),
    "empty enum": ({"enum": []}, "'enum' lists no values; left out; list them, or remove it"),
    "enums that exclude each other": ({"allOf": [{"enum": ["a"]}, {"enum": ["b"]}]}, ""),
    "group": (
        {"pattern": "^(a|b$"},
        "pattern '^(a|b$' is no regular expression: '(' at character 2 is not closed",
    ),
    "end of group": (
        {"pattern": "a)"},
        "pattern 'a)' is no regular expression: ')' at character 2 closes nothing",
    ),
    "class": (
        {"pattern": "a[b(c"},
        "pattern 'a[b(c' is no regular expression: '[' at character 2 is not closed",
    ),
    "backslash": (
        {"pattern": "a\\"},
        r"pattern 'a\' is no regular expression: '\' at character 2 escapes nothing",
    ),
    "repeat": (
        {"pattern": "*.json"},
        "pattern '*.json' is no regular expression: '*' at character 1 repeats nothing",
    ),
    "valid": ({"pattern": r"^(?:\)|[)(*\]]|(?<a>]{}){2,3}?|a*?|\k<a>$)(?=x)(?<!y)"}, ""),
    "other dialects": ({"pattern": "(?i)[[:alpha:](]|(?P<n>a++)"}, ""),
    "verb": ({"pattern": "(*UTF8)a"}, ""),
    "odd class": ({"pattern": "[](]"}, ""),
    "comment": ({"pattern": "(?#()a"}, ""),
}
"""Values of a schema that contradict each other, and the message about them."""


@pytest.mark.parametrize("name", VALUES)
def test_values_that_contradict_each_other_are_told(tmp_path: Path, name: str) -> None:
    schema, expected = VALUES[name]
    body = {"content": {"application/json": {"schema": {"properties": {"a": schema}}}}}
    write(tmp_path, openapi=spec({"/a": {"get": {"requestBody": body}}}))
    _, told = make_nodes(find(tmp_path, "get /a"))
    found = [line.partition("/properties/a")[2].partition(": ")[2] for line in told]
    assert [re.split("; shown as written; correct it, or write", line)[0] for line in found] == [
        expected
    ][: bool(expected)]


def test_a_required_name_that_misspells_a_property_is_told(tmp_path: Path) -> None:
    schemas = {
        "Pet": {
            "required": ["nmae", "owner", "kind", "names"],
            "properties": {"name": TEXT, "kind": TEXT, "kinds": TEXT},
        },
        "Base": {"properties": {"title": TEXT}},
        "Derived": {
            "allOf": [{"$ref": "#/components/schemas/Base"}],
            "required": ["title", "other", "titles", "naem"],
            "properties": {"titels": TEXT},
        },
        "Choice": {
            "required": ["nam"],
            "properties": {"name": TEXT},
            "oneOf": [{"properties": {"nam": TEXT}}, {"properties": {"nam": {}}}],
        },
    }
    body = {name: {"schema": {"$ref": f"#/components/schemas/{name}"}} for name in schemas}
    write(
        tmp_path,
        openapi=spec(
            {"/a": {"get": {"requestBody": {"content": body}}}}, components={"schemas": schemas}
        ),
    )
    _, told = make_nodes(find(tmp_path, "get /a"))
    assert [line.removeprefix("/components/schemas/") for line in told if "names '" in line] == [
        (
            "Pet/required/3: 'required' names 'names', which is no property; listed as a rule; "
            "did you mean 'name'?"
        ),
        (
            "Pet/required/0: 'required' names 'nmae', which is no property; listed as a rule; "
            "did you mean 'name'?"
        ),
        (
            "Derived/required/2: 'required' names 'titles', which is no property; "
            "listed as a rule; did you mean 'titels'?"
        ),
    ]


def test_misspelled_parts_of_a_specification_are_told(tmp_path: Path) -> None:
    flows = {"authorizationcode": {}, "implicit": {"scope": {}, "tokenUrl": ""}, "x-flow": {}}
    components = {
        "schema": {},
        "securitySchemes": {"o": {"type": "oauth2", "flows": flows}},
        "x-schemas": {},
        "other": {},
    }
    written = spec({"/a": {"get": {}}}, server=[], webhook={}, components=components, host="a")
    write(tmp_path, openapi=written)
    told: list[str] = []
    specification = find(tmp_path, "get /a").specification
    read_introduction(specification, lambda message, at: told.append(f"{at.keys[-1]}: {message}"))
    assert told == [
        f"{wrong}: unknown field {wrong!r}; it is ignored; did you mean {right!r}?"
        for wrong, right in (
            ("server", "servers"),
            ("webhook", "webhooks"),
            ("schema", "schemas"),
            ("authorizationcode", "authorizationCode"),
            ("scope", "scopes"),
        )
    ]


def test_tags_that_nothing_shows_are_told(tmp_path: Path) -> None:
    tags = [None, "a", {"nme": "b"}, {"description": "c"}, {"name": "d"}, {"name": "d"}]
    groups = [{"name": "G", "tags": ["d", "e", "b"]}, {"tags": ["d"]}, {"name": "H", "tags": "d"}]
    operation = {"tags": ["e", {"name": "b"}, None]}
    written = spec({"/a": {"get": operation}}, tags=tags, **{"x-tagGroups": groups})
    specification, told = load(tmp_path, written)
    assert [line.partition("WARNING: ")[2].partition(" [")[0] for line in told] == [
        (
            "/paths/~1a/get/tags/1: expected a name in 'tags', found an object; left out; "
            "write the name of the tag alone"
        ),
        (
            "/paths/~1a/get/tags/2: expected a name in 'tags', found null; left out; "
            "write the name of the tag alone"
        ),
    ]
    told.clear()
    read_introduction(
        specification, lambda message, at: told.append(f"{'/'.join(at.keys)}: {message}")
    )
    remedy = "left out; write the name of the tag in its 'name'"
    assert told == [
        "x-tagGroups/0/tags/2: no tag is called 'b'; left out; correct it",
        "x-tagGroups/1: this group of tags has no 'name'; left out; add one",
        "x-tagGroups/2/tags: expected a list as 'tags', found the string 'd'; it is ignored",
        f"tags/0: expected an object in 'tags', found null; {remedy}",
        f"tags/1: expected an object in 'tags', found the string 'a'; {remedy}",
        "tags/2/nme: unknown field 'nme'; it is ignored; did you mean 'name'?",
        "tags/3: this tag has no 'name'; left out; add one",
        (
            "tags/5: tag 'd' is listed already; this entry is left out; "
            "remove it, or rename one of them"
        ),
    ]


def test_an_example_without_a_value_has_no_tab(tmp_path: Path) -> None:
    examples = {"a": {"id": 1}, "b": {"value": 2}, "c": {"description": "Says it."}}
    response = {"content": {"application/json": {"examples": examples}}}
    write(tmp_path, openapi=spec({"/p": {"get": {"responses": {"200": response}}}}))
    content = read_operation(find(tmp_path, "get /p"), lambda *_: None)
    assert [each.name for each in content.responses[0].contents[0].examples] == ["b", "c"]


def test_a_mapping_that_leads_nowhere_is_told(tmp_path: Path) -> None:
    mapping = {
        "a": "#/components/schemas/Pet",
        "b": "Pett",
        "c": "#/gone",
        "d": 5,
        "e": "x.json",
        "f": "com.acme.Dog",
    }
    rule = {"propertyName": "k", "mapping": mapping}
    body = {"content": {"a/b": {"schema": {"discriminator": rule, "oneOf": [{}, {}]}}}}
    write(
        tmp_path,
        openapi=spec({"/a": {"get": {"requestBody": body}}}, components={"schemas": {"Pet": TEXT}}),
    )
    _, told = make_nodes(find(tmp_path, "get /a"))
    assert [line.rpartition("/mapping/")[2] for line in told] == [
        (
            "b: $ref '#/components/schemas/Pett' names nothing in 'openapi.json' "
            "(did you mean '#/components/schemas/Pet'?); left out"
        ),
        "c: $ref '#/gone' names nothing in 'openapi.json'; left out",
        "d: expected text as 'd', found the number 5; it is ignored; write a reference to a schema",
        ("f: $ref '#/components/schemas/com.acme.Dog' names nothing in 'openapi.json'; left out"),
    ]


@pytest.mark.parametrize(
    ("url", "shown"),
    [("a.b.com/v1", "https://a.b.com/v1/p"), ("api/v1", "https://api.example.com/api/v1/p")],
)
def test_samples_have_a_whole_address_whatever_the_server(
    tmp_path: Path, url: str, shown: str
) -> None:
    write(tmp_path, openapi=spec({"/p": {"get": {}}}, servers=[{"url": url}]))
    assert shown in page_text(find(tmp_path, "get /p"))


def test_an_address_has_the_values_of_its_variables(tmp_path: Path) -> None:
    variables = {"b": {"default": ""}, "c": {"default": "v1"}}
    server = {"url": "https://{a}.x{b}/{c}/{c}", "variables": variables}
    write(tmp_path, openapi=spec({"/p": {"get": {}}}, servers=[server]))
    assert "https://{a}.x/v1/v1/p" in page_text(find(tmp_path, "get /p"))


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ({"name": "MIT"}, "MIT"),
        ({"name": "MIT", "identifier": "MIT"}, "MIT"),
        ({"name": "MIT License", "identifier": "MIT"}, "MIT License (MIT)"),
    ],
)
def test_a_licence_has_its_name_and_another_identifier(
    tmp_path: Path, written: dict[str, str], shown: str
) -> None:
    written_spec = spec({"/a": {"get": {}}})
    written_spec["info"]["license"] = written
    write(tmp_path, openapi=written_spec)
    specification = find(tmp_path, "get /a").specification
    assert read_introduction(specification, lambda *_: None).licence == (shown, "")


@pytest.mark.parametrize(
    ("reference", "is_told"), [("#/components/schemas/Pet", True), ("#/x", False)]
)
def test_a_reference_inside_an_example_is_told_if_it_leads_somewhere(
    tmp_path: Path, reference: str, *, is_told: bool
) -> None:
    examples = {"one": {"value": {"pets": [{"$ref": reference}]}}}
    content = {"application/json": {"examples": examples}}
    operation = {"responses": {"200": {"description": "", "content": content}}}
    components = {"schemas": {"Pet": {"type": "object"}}}
    write(tmp_path, openapi=spec({"/a": {"get": operation}}, components=components))
    text = page_text(find(tmp_path, "get /a"))
    message = f"value/pets/0: $ref '{reference}' inside the value of an example is shown as written"
    assert (message in text) is is_told
