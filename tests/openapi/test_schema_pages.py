"""The pages of schemas."""

from __future__ import annotations

from pathlib import Path

import pytest
from docutils import nodes
from docutils.frontend import get_default_settings
from docutils.utils import new_document
from openapi.specs import spec, write

from sphinx_docsnav.endpoints.markup_parts import SchemaLinkNode
from sphinx_docsnav.endpoints.page_writer import OperationContext
from sphinx_docsnav.endpoints.schema_page import schema_nodes
from sphinx_docsnav.openapi import Specifications
from sphinx_docsnav.openapi.content.catalogue import SchemaCatalogue


def _refuse(*told: object) -> None:
    raise AssertionError(told)


@pytest.mark.parametrize("inside", ["next", "children", "allOf"])
def test_a_link_to_what_the_page_itself_shows_leads_to_its_place(
    tmp_path: Path, inside: str
) -> None:
    ref = {"$ref": "#/components/schemas/Node"}
    forms = {
        "next": ref,
        "children": {"type": "array", "items": ref},
        "allOf": {"allOf": [ref, {"properties": {"more": {}}}]},
    }
    fields = {f"p{number}": {"type": "string"} for number in range(24)}
    node = {"type": "object", "properties": {**fields, inside: forms[inside]}}
    content = {"application/json": {"schema": ref}}
    operation = {"responses": {"200": {"description": "", "content": content}}}
    write(
        tmp_path, openapi=spec({"/a": {"get": operation}}, components={"schemas": {"Node": node}})
    )
    catalogue = SchemaCatalogue(Specifications(tmp_path, _refuse).load("openapi.json"))
    (schema,) = catalogue.schemas(catalogue.names)
    document = new_document("page", get_default_settings())
    serials = (f"serial-{number}" for number in range(1000))
    pages = {id(schema.located.value): "api/schemas/node"}
    context = OperationContext(document, lambda: next(serials), _refuse, schema_pages=pages)
    made = schema_nodes(schema, context, "api/schemas/node")
    elements = [element for node in made for element in node.findall(nodes.Element)]
    ids = {name for element in elements for name in element["ids"]}
    links = [link for node in made for link in node.findall(SchemaLinkNode)]
    inner = [link for link in links if "fields" in link.astext() or "Node" in link.astext()]
    assert {link.html_attributes().get("href") for link in inner} == {"#schema"}
    assert "schema" in ids
