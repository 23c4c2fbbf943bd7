"""The operations of one specification, by order, reference and tag."""

from __future__ import annotations

from pathlib import Path

import pytest
from openapi.specs import load, spec

from sphinx_docsnav.openapi import EndpointReference, SpecificationError


def test_operations_come_in_path_order_then_method_order_then_webhooks(tmp_path: Path) -> None:
    paths = {"/b": {"post": {}, "get": {}, "query": {}, "parameters": []}, "/a": {"trace": {}}}
    extra: dict[str, object] = {"additionalOperations": {"COPY": {}}, "delete": {}}
    value = spec({**paths, "/c": extra}, webhooks={"new": {"post": {}}}, openapi="3.2.0")

    specification, told = load(tmp_path, value)

    assert [o.name for o in specification.operations] == [
        "GET /b",
        "POST /b",
        "QUERY /b",
        "TRACE /a",
        "DELETE /c",
        "COPY /c",
        "webhook new",
    ]
    assert told == []


@pytest.mark.parametrize(
    ("method", "path", "found"),
    [
        ("get", "/pets", "GET /pets"),
        ("get", "/pets/", "GET /pets"),
        ("get", "/shops", "GET /shops/"),
        ("webhook", "new", "webhook new"),
        ("put", "/pets", None),
        ("get", "/Pets", None),
        ("post", "new", None),
    ],
)
def test_a_reference_is_matched_exactly_but_for_a_last_slash(
    tmp_path: Path, method: str, path: str, found: str | None
) -> None:
    value = spec({"/pets": {"get": {}}, "/shops/": {"get": {}}}, webhooks={"new": {"post": {}}})
    specification, _ = load(tmp_path, value)

    operation = specification.find(EndpointReference(method, path))

    assert (operation.name if operation else None) == found


@pytest.mark.parametrize(
    ("text", "near"),
    [
        (("get", "/pet/{petId}"), "GET /pet/{id}"),
        (("get", "/pet/:id"), "GET /pet/{id}"),
        (("get", "/pett"), "GET /pet"),
        (("delete", "/quite/another"), ""),
    ],
)
def test_the_nearest_operation_is_named(tmp_path: Path, text: tuple[str, str], near: str) -> None:
    specification, _ = load(tmp_path, spec({"/pet": {"get": {}}, "/pet/{id}": {"get": {}}}))

    assert specification.find_similar(EndpointReference(*text)) == near


def test_a_group_is_called_by_x_group_else_the_tag(tmp_path: Path) -> None:
    tags = [{"name": "pet", "x-group": "Animals"}, {"name": "shop", "x-displayName": "Shops"}]
    specification, _ = load(tmp_path, spec(tags=tags))

    labels = [specification.tags.label(tag) for tag in ("pet", "shop", "other", "")]

    assert labels == ["Animals", "shop", "other", "API Reference"]


def test_a_path_items_ref_is_followed_and_fields_beside_it_stay(tmp_path: Path) -> None:
    items = {"pet": {"get": {"summary": "Get"}}}
    value = spec({"/p": {"$ref": "#/components/pathItems/pet", "post": {}}})
    value["components"] = {"pathItems": items}

    specification, told = load(tmp_path, value)

    assert [o.name for o in specification.operations] == ["GET /p", "POST /p"]
    assert told == []


def test_odd_parts_are_told_with_their_place_and_left_out(tmp_path: Path) -> None:
    paths = {
        "/a": [],
        "/b": {"get": "x", "post": {}},
        "/c": {"$ref": "#/no"},
        "/d": {"$ref": "#/paths/~1d"},
        "x-note": 1,
    }

    specification, told = load(tmp_path, spec(paths))

    assert [o.name for o in specification.operations] == ["POST /b"]
    assert told == [
        (
            "openapi.json:7:3: WARNING: /paths/~1a: expected an object, found a list; "
            "the path is left out [docsnav.openapi_field]"
        ),
        (
            "openapi.json:9:4: WARNING: /paths/~1b/get: expected an object, found the string 'x'; "
            "the operation is left out [docsnav.openapi_field]"
        ),
        (
            "openapi.json:12:3: WARNING: /paths/~1c: $ref '#/no' names nothing in 'openapi.json'; "
            "the path is left out [docsnav.openapi_field]"
        ),
        (
            "openapi.json:15:3: WARNING: /paths/~1d: $ref '#/paths/~1d' refers to itself; "
            "the path is left out [docsnav.openapi_field]"
        ),
    ]


def test_a_broken_generator_is_told_a_thousand_times(tmp_path: Path) -> None:
    _, told = load(tmp_path, spec({f"/{i}": None for i in range(1005)}))

    assert len(told) == 1001
    assert told[-1] == (
        "openapi.json:1007:3: WARNING: /paths/~11000: more than 1,000 problems in this file; this "
        "one and others are left out; correct the problems above, and check again "
        "[docsnav.openapi_field]"
    )


@pytest.mark.parametrize(
    ("value", "message", "hint"),
    [
        (
            {"swagger": "1.2", "paths": {}},
            "specification 'openapi.json': expected OpenAPI 3 or Swagger 2.0, found Swagger 1.2",
            "save it in one of these versions",
        ),
        (
            {"openapi": "4.0.0"},
            "specification 'openapi.json': expected OpenAPI 3.0, 3.1 or 3.2, found 4.0.0",
            "",
        ),
        (
            {"overlay": "1.0.0", "actions": []},
            (
                "specification 'openapi.json': expected an OpenAPI specification, found an "
                "Overlay, which changes a specification"
            ),
            "apply it to its specification first, and name the result",
        ),
        (
            {"name": "x"},
            (
                "specification 'openapi.json': expected an OpenAPI specification, "
                "found no 'openapi' field"
            ),
            'an OpenAPI file begins with a version, as in openapi: "3.1.0"',
        ),
        (
            "[1, 2",
            (
                "specification 'openapi.json' cannot be read: openapi.json:1:6: "
                "expected ']' to close the list of line 1, found the end of the file"
            ),
            "",
        ),
    ],
)
def test_what_is_no_openapi_3_is_refused(
    tmp_path: Path, value: object, message: str, hint: str
) -> None:
    with pytest.raises(SpecificationError) as caught:
        load(tmp_path, value)

    assert (caught.value.message, caught.value.hint) == (message, hint)


@pytest.mark.parametrize("version", ["3.0.3", "3.1.0", "3.2.0", "3.1", 3.0])
def test_versions_3_0_to_3_2_are_read(tmp_path: Path, version: object) -> None:
    specification, _ = load(tmp_path, spec(openapi=version))

    assert specification.version == str(version)


def test_an_operation_knows_what_the_service_does_with_extensions(tmp_path: Path) -> None:
    operation = {
        "summary": "Generate\n a response",
        "description": "Text",
        "tags": ["a", "b"],
        "deprecated": True,
        "x-hidden": True,
        "x-excluded": 1,
        "x-mint": {"href": "/ver/v1.2", "metadata": {"icon": "x"}, "content": "<Note/>"},
    }
    specification, _ = load(tmp_path, spec({"/a": {"get": operation}}))
    (found,) = specification.operations

    assert found.docname(None) == "ver/v1"
    assert (found.summary, found.tag) == ("Generate a response", "a")
    assert (found.hidden, found.excluded, found.deprecated) == (True, True, True)
    assert (found.metadata, found.content) == ({"icon": "x"}, "<Note/>")
    assert found.reference == "/openapi.json get /a"


def test_a_webhooks_address_has_no_method(tmp_path: Path) -> None:
    specification, _ = load(tmp_path, spec(webhooks={"newPet": {"post": {"tags": ["t"]}}}))

    assert specification.operations[0].docname(None) == "api-reference/t/newpet"
    assert specification.operations[0].reference == "/openapi.json webhook newPet"


def edited(tmp_path: Path, **components: object) -> list[str]:
    body = {"$ref": "#/components/schemas/A"}
    paths = {"/a": {"get": {"x": body}}, "/b": {"get": {}}, "/c": {"get": {"x": {"$ref": "#/no"}}}}
    schemas = {"A": {"p": {"$ref": "#/components/schemas/B"}}, "B": {}, "C": {}}
    value = spec(paths, components={"schemas": {**schemas, **components}})
    return [o.digest for o in load(tmp_path, value)[0].operations]


def test_a_digest_changes_with_what_the_operation_refers_to_only(tmp_path: Path) -> None:
    before = edited(tmp_path)

    assert edited(tmp_path) == before
    assert edited(tmp_path, C={"x": 1}) == before
    assert [a == b for a, b in zip(edited(tmp_path, B={"x": 1}), before, strict=True)] == [
        False,
        True,
        True,
    ]


def test_a_digest_ends_though_schemas_refer_in_circles(tmp_path: Path) -> None:
    digests = edited(tmp_path, B={"$ref": "#/components/schemas/A"})

    assert len(set(digests)) == 3


def test_an_operation_id_of_two_operations_is_told(tmp_path: Path) -> None:
    operations = {"/a": {"get": {"operationId": "x"}}, "/b": {"get": {"operationId": "x"}}}

    _, told = load(tmp_path, spec(operations))

    assert told == [
        (
            "openapi.json:14:5: WARNING: /paths/~1b/get/operationId: operationId 'x' is already "
            "that of GET /a; choose another one [docsnav.openapi_field]"
        )
    ]


def test_one_path_item_under_two_paths_has_its_operation_id_once(tmp_path: Path) -> None:
    shared = {"get": {"operationId": "x"}}
    paths = {path: {"$ref": "#/components/pathItems/x"} for path in ("/a", "/b")}

    _, told = load(tmp_path, spec(paths, components={"pathItems": {"x": shared}}))

    assert told == []


def test_a_part_of_a_path_without_a_parameter_is_told(tmp_path: Path) -> None:
    components = {"parameters": {"id": {"name": "id", "in": "path"}}}
    item = {
        "parameters": [{"$ref": "#/components/parameters/id"}, {"name": "no", "in": "query"}],
        "get": {"parameters": [{"name": "own", "in": "path"}]},
    }

    _, told = load(tmp_path, spec({"/{id}/{own}/{no}": item}, components=components))

    assert told == [
        (
            "openapi.json:17:4: WARNING: /paths/~1{id}~1{own}~1{no}/get: no path parameter "
            "describes '{no}' of path '/{id}/{own}/{no}'; add one, or correct its name "
            "[docsnav.openapi_field]"
        )
    ]


def test_paths_that_do_not_fit_their_parameters_are_told(tmp_path: Path) -> None:
    here = {"name": "id", "in": "path"}
    paths = {
        "/a": {"parameters": [here], "get": {"tags": "pets"}, "put": {}},
        "/b/{id": {"get": {"parameters": [{**here, "in": "query"}]}},
    }

    _, told = load(tmp_path, spec(paths))

    assert [line.partition("WARNING: ")[2] for line in told] == [
        (
            "/paths/~1b~1{id: path '/b/{id' has a '{' that is not closed; write '{name}' for a "
            "parameter [docsnav.openapi_field]"
        ),
        (
            "/paths/~1a/parameters/0: path '/a' has no '{id}' for this path parameter; add it to "
            "the path, or correct the parameter [docsnav.openapi_field]"
        ),
        (
            "/paths/~1a/get/tags: expected a list of names as 'tags'; ignored; write it in "
            "brackets [docsnav.openapi_field]"
        ),
    ]


def test_a_method_that_does_not_exist_is_told_and_left_out(tmp_path: Path) -> None:
    item: dict[str, object] = {"gett": {}, "post": {}, "x-own": {}, "parameters": []}
    specification, told = load(tmp_path, spec({"/pets": item}))

    assert [o.name for o in specification.operations] == ["POST /pets"]
    assert told == [
        (
            "openapi.json:8:4: WARNING: /paths/~1pets/gett: 'gett' is not an HTTP method; it is "
            "left out; did you mean 'get'? [docsnav.openapi_field]"
        )
    ]


def test_a_path_without_a_slash_is_told_and_read(tmp_path: Path) -> None:
    specification, told = load(tmp_path, spec({"pets": {"get": {}, "post": {}}}))

    assert [o.name for o in specification.operations] == ["GET pets", "POST pets"]
    assert told == [
        (
            "openapi.json:7:3: WARNING: /paths/pets: path 'pets' does not begin with a slash; "
            "write '/pets' [docsnav.openapi_field]"
        )
    ]


def test_paths_that_differ_only_in_the_names_of_parameters_are_told_and_read(
    tmp_path: Path,
) -> None:
    paths = {
        path: {"get": {"parameters": [{"name": name, "in": "path"}]}}
        for path, name in (("/a/{x}", "x"), ("/a/{x}/b", "x"), ("/a/{y}", "y"))
    }

    specification, told = load(tmp_path, spec(paths))

    assert [o.name for o in specification.operations] == [
        "GET /a/{x}",
        "GET /a/{x}/b",
        "GET /a/{y}",
    ]
    assert told == [
        (
            "openapi.json:27:3: WARNING: /paths/~1a~1{y}: path '/a/{y}' is equal to '/a/{x}' "
            "except for the names of parameters; move its operations to that path, or change one "
            "of the paths [docsnav.openapi_field]"
        )
    ]
