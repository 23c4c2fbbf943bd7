"""Where references lead that are no plain JSON pointers."""

from __future__ import annotations

from pathlib import Path

import pytest
from openapi.specs import Told, load, spec, write

from sphinx_docsnav.data_files.json_values import format_pointer
from sphinx_docsnav.openapi import Specifications
from sphinx_docsnav.openapi.spec_document import BadReferenceError, Bundle

SCHEMAS = {
    "Shelf": {
        "$id": "https://library.example/shelf",
        "$defs": {
            "Width": {"$anchor": "width", "type": "number"},
            "Node": {"$dynamicAnchor": "node", "properties": {"next": {"$dynamicRef": "#node"}}},
        },
        "properties": {"width": {"$ref": "#/$defs/Width"}},
    },
    "Late": {"$anchor": "width"},
}
ABOVE = ("components", "schemas", "Shelf", "properties", "width")


@pytest.mark.parametrize(
    ("reference", "place"),
    [
        ("#width", "/components/schemas/Shelf/$defs/Width"),
        ("#node", "/components/schemas/Shelf/$defs/Node"),
        ("#/components/schemas/Late", "/components/schemas/Late"),
        ("#/$defs/Width", "/components/schemas/Shelf/$defs/Width"),
        ("https://library.example/shelf", "/components/schemas/Shelf"),
        ("https://library.example/shelf#width", "/components/schemas/Shelf/$defs/Width"),
        ("https://library.example/shelf#/$defs/Width", "/components/schemas/Shelf/$defs/Width"),
        (
            "https://library.example/openapi.json#/components/schemas/Late",
            "/components/schemas/Late",
        ),
        ("https://library.example/openapi.json", ""),
    ],
)
def test_schemas_are_found_by_the_names_they_give_themselves(
    reference: str, place: str, tmp_path: Path
) -> None:
    value = spec(components={"schemas": SCHEMAS})
    value["$self"] = "https://library.example/openapi.json"
    found, _ = load(tmp_path, value)
    assert format_pointer(found.resolver.target(reference, found.document, ABOVE).keys) == place


@pytest.mark.parametrize(
    ("reference", "message"),
    [
        ("#none", "names nothing"),
        ("#/$defs/None", "names nothing"),
        ("https://library.example/none", "leads out of the site"),
    ],
)
def test_other_names_lead_nowhere(reference: str, message: str, tmp_path: Path) -> None:
    found, _ = load(tmp_path, spec(components={"schemas": SCHEMAS}))
    with pytest.raises(BadReferenceError, match=message):
        found.resolver.target(reference, found.document, ABOVE)


def test_a_bundle_has_what_other_files_hold_among_its_components(tmp_path: Path) -> None:
    pet = {"$ref": "parts.json#/defs/Pet"}
    properties = {"parameters": pet, "gone": {"$ref": "no.json"}}
    write(
        tmp_path,
        o=spec(
            {"/a": {"$ref": "item.json"}},
            components={"schemas": {"Pet": {"properties": properties}}},
        ),
        item={"get": {"parameters": [{"$ref": "parts.json#/p/limit"}]}},
        parts={
            "p": {"limit": {"in": "query", "name": "limit"}},
            "defs": {
                "Pet": {
                    "items": {"$ref": "#/defs/Pet"},
                    "not": {"$ref": "o.json#/components/schemas/Pet"},
                    "discriminator": {"propertyName": "k", "mapping": {"a": "#/defs/Pet"}},
                }
            },
        },
    )
    specs = Specifications(tmp_path, Told(tmp_path))

    made = Bundle(specs.load("o.json").document, specs.resolver).value

    other = "#/components/schemas/Pet-2"
    assert made["paths"] == {"/a": {"$ref": "#/components/pathItems/item"}}
    assert made["components"] == {
        "schemas": {
            "Pet": {"properties": {"parameters": {"$ref": other}, "gone": {"$ref": "no.json"}}},
            "Pet-2": {
                "items": {"$ref": other},
                "not": {"$ref": "#/components/schemas/Pet"},
                "discriminator": {"propertyName": "k", "mapping": {"a": other}},
            },
        },
        "pathItems": {"item": {"get": {"parameters": [{"$ref": "#/components/parameters/limit"}]}}},
        "parameters": {"limit": {"in": "query", "name": "limit"}},
    }
