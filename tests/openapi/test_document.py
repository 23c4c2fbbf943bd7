"""Where references lead that are no plain JSON pointers."""

from __future__ import annotations

from pathlib import Path

import pytest
from openapi.specs import load, spec

from sphinx_docsnav.openapi.json_values import pointer_text
from sphinx_docsnav.openapi.spec_document import BadReferenceError

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
    assert pointer_text(found.resolver.target(reference, found.document, ABOVE).keys) == place


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
