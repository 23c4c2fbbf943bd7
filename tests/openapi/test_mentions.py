"""Where a specification writes the links that a page shows."""

from __future__ import annotations

from pathlib import Path

import pytest
from openapi.page_text import find
from openapi.specs import spec, write

from sphinx_docsnav.data_files.json_values import format_pointer
from sphinx_docsnav.openapi.mentions import find_mentions

SCHEMA = {
    "description": "See [a](/a).",
    "example": {"note": "(/example)"},
    "properties": {"example": {"description": "(/in-example)"}, "b": {"$ref": "other.json#/B"}},
}
OPERATION = {
    "summary": "x",
    "externalDocs": {"url": "/docs"},
    "x-note": "(/extension)",
    "x-mint": {"content": "(/own)"},
    "responses": {"200": {"content": {"a/b": {"schema": {"$ref": "#/components/schemas/A"}}}}},
}


@pytest.mark.parametrize(
    ("address", "places"),
    [
        ("/a", ["/components/schemas/A/description", "/B/description"]),
        ("/docs", ["/paths/~1p/get/externalDocs/url"]),
        ("/item", ["/paths/~1p/description"]),
        ("/own", ["/paths/~1p/get/x-mint/content"]),
        ("/scope", ["/components/securitySchemes/s/flows/implicit/scopes/r"]),
        ("/in-example", ["/components/schemas/A/properties/example/description"]),
        ("/example", ["/paths/~1p/get"]),
        ("/extension", ["/paths/~1p/get"]),
        ("/elsewhere", ["/paths/~1p/get"]),
    ],
)
def test_a_link_is_found_where_it_is_written(
    address: str, places: list[str], tmp_path: Path
) -> None:
    flows = {"implicit": {"scopes": {"r": "(/scope)"}}}
    value = spec(
        {"/p": {"description": "(/item)", "get": OPERATION, "put": {"summary": "(/elsewhere)"}}},
        components={
            "schemas": {"A": SCHEMA},
            "securitySchemes": {"s": {"type": "oauth2", "flows": flows}},
        },
    )
    back = {"$ref": "openapi.json#/components/schemas/A"}
    write(tmp_path, openapi=value, other={"B": {"description": "(/a) (/abc)", "items": back}})
    found = find_mentions(find(tmp_path, "get /p"), address)
    assert [format_pointer(text.keys) for text in found] == places


def test_the_path_item_of_an_additional_operation_is_the_one_above(tmp_path: Path) -> None:
    item = {"description": "(/item)", "additionalOperations": {"PURGE": {"description": "(/p)"}}}
    write(tmp_path, openapi={**spec({"/p": item}), "openapi": "3.2.0"})
    operation = find(tmp_path, "PURGE /p")
    found = [find_mentions(operation, address)[0] for address in ("/item", "/p")]
    assert [format_pointer(text.keys) for text in found] == [
        "/paths/~1p/description",
        "/paths/~1p/additionalOperations/PURGE/description",
    ]
