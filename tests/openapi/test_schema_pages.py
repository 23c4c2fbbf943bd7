"""The pages of schemas."""

from __future__ import annotations

from pathlib import Path

import pytest
from docutils import nodes
from docutils.frontend import get_default_settings
from docutils.utils import new_document
from openapi.page_text import make_nodes
from openapi.specs import spec, write

from sphinx_docsnav.endpoints.introduction_page import make_schema_nodes
from sphinx_docsnav.endpoints.markup_parts import SchemaLinkNode
from sphinx_docsnav.endpoints.page_writer import OperationContext
from sphinx_docsnav.openapi import SchemaCatalogue, Specifications, read_operation


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
    paths = {"/a": {"get": operation, "put": {**operation, "summary": "Change"}}}
    write(tmp_path, openapi=spec(paths, components={"schemas": {"Node": node}}))
    catalogue = SchemaCatalogue(Specifications(tmp_path, _refuse).load("openapi.json"))
    (schema,) = catalogue.list_page_schemas(catalogue.names)
    document = new_document("page", get_default_settings())
    serials = (f"serial-{number}" for number in range(1000))
    pages = {id(schema.located.value): "api/schemas/node"}
    context = OperationContext(document, lambda: next(serials), _refuse, schema_pages=pages)
    made = make_schema_nodes(schema, context, "api/schemas/node")
    elements = [element for node in made for element in node.findall(nodes.Element)]
    ids = {name for element in elements for name in element["ids"]}
    links = [link for node in made for link in node.findall(SchemaLinkNode)]
    inner = [link for link in links if "fields" in link.astext() or "Node" in link.astext()]
    assert {link.html_attributes().get("href") for link in inner} == {"#schema"}
    assert "schema" in ids
    users = [item.astext() for node in made for item in node.findall(nodes.list_item)]
    assert [user for user in users if "/a" in user] == ["GET /a", "PUT /a Change"]


def test_what_many_operations_return_is_shown_once_and_linked(tmp_path: Path) -> None:
    def fields(prefix: str, count: int) -> dict[str, object]:
        return {f"{prefix}{number}": {"type": "string"} for number in range(count)}

    def ref(name: str) -> dict[str, object]:
        return {"schema": {"$ref": f"#/components/schemas/{name}"}}

    error = {"type": "object", "description": "Wrong.\n\nMore.", "properties": fields("e", 90)}
    part = {"type": "object", "properties": fields("p", 30)}
    inside = {name: ref("Part")["schema"] for name in ("first", "second")}
    thing = {"type": "object", "properties": {**fields("t", 12), **inside}}
    answer = {
        "responses": {
            "200": {"description": "", "content": {"application/json": ref("Thing")}},
            "4XX": {"description": "", "content": {"application/json": ref("Error")}},
            "500": {"description": "", "content": {"application/json": ref("Tiny")}},
        }
    }
    tiny = {"type": "object", "properties": fields("x", 2)}
    schemas = {"Error": error, "Part": part, "Thing": thing, "Tiny": tiny}
    paths = {f"/{name}": {"get": answer} for name in "ab"}
    write(tmp_path, openapi=spec(paths, components={"schemas": schemas}))
    specification = Specifications(tmp_path, _refuse).load("openapi.json")
    named = SchemaCatalogue(specification).list_page_schemas()
    pages = {id(each.located.value): f"api/{each.name}" for each in named}
    for operation in specification.operations:
        good, bad, small = (
            response.contents[0]
            for response in read_operation(operation, _refuse, pages=pages).responses
        )
        assert good.view
        assert bad.view
        assert small.view
        assert len(good.view.fields) == 14
        assert [
            (field.name, [link.docname for link in field.view.links], field.view.count)
            for field in good.view.fields
            if field.view.links
        ] == [("first", ["api/Part"], 30), ("second", ["api/Part"], 30)]
        assert ([link.docname for link in bad.view.links], bad.view.count) == (["api/Error"], 90)
        assert (bad.view.fields, bad.view.description, bad.examples) == ((), "Wrong.", ())
        assert len(small.view.fields) == 2
        assert small.examples


def test_a_schema_without_a_page_is_no_link() -> None:
    assert SchemaLinkNode("", docname="").html_tag == "span"
    assert SchemaLinkNode("", target="pet").html_tag == "a"


@pytest.mark.parametrize("keyword", ["allOf", "oneOf"])
def test_an_item_of_a_list_has_no_page(tmp_path: Path, keyword: str) -> None:
    large = {"properties": {f"p{number}": {"type": "string"} for number in range(60)}}
    reference = {"$ref": f"#/components/schemas/Big/{keyword}/0"}
    content = {"application/json": {"schema": {"properties": {"a": reference, "b": reference}}}}
    operation = {"responses": {"200": {"description": "", "content": content}}}
    schemas = {"Big": {keyword: [large, {"type": "object"}]}}
    write(tmp_path, openapi=spec({"/a": {"get": operation}}, components={"schemas": schemas}))
    specification = Specifications(tmp_path, _refuse).load("openapi.json")
    assert [each.name for each in SchemaCatalogue(specification).list_page_schemas()] == []


def _name_schema_pages(root: Path, schema: object, **schemas: object) -> list[str]:
    body = {"content": {"application/json": {"schema": schema}}}
    operation = {"requestBody": body, "responses": {}}
    write(root, openapi=spec({"/a": {"post": operation}}, components={"schemas": schemas}))
    catalogue = SchemaCatalogue(Specifications(root, _refuse).load("openapi.json"))
    return [schema.name for schema in catalogue.list_page_schemas()]


def _make_object(prefix: str, count: int) -> dict[str, object]:
    names = (f"{prefix}{number}" for number in range(count))
    return {"type": "object", "properties": {name: {"type": "string"} for name in names}}


def test_a_page_of_a_part_of_a_component_has_the_name_of_the_part(tmp_path: Path) -> None:
    reference = {"$ref": "#/components/schemas/Big/properties/inner"}
    big = {"properties": {"inner": _make_object("p", 60)}}
    schema = {"properties": {"a": reference, "b": reference}}
    assert _name_schema_pages(tmp_path, schema, Big=big) == ["inner"]


def test_large_parts_of_alternatives_have_pages(tmp_path: Path) -> None:
    alternatives = [{"properties": {name: _make_object(name, 90)}} for name in ("one", "two")]
    names = _name_schema_pages(tmp_path, {"oneOf": alternatives})
    assert names == ["POST /a: one", "POST /a: two"]


def test_a_part_that_is_written_in_two_places_has_no_page(tmp_path: Path) -> None:
    halves = [{"items": _make_object(prefix, 90)} for prefix in "xy"]
    schema = {"properties": {"list": {"type": "array", "allOf": halves}}}
    assert _name_schema_pages(tmp_path, schema) == []


def test_values_that_are_left_out_are_a_link_to_the_page_of_the_schema(tmp_path: Path) -> None:
    values = [f"v{number}" for number in range(216)]
    content = {"application/json": {"schema": {"properties": {"kind": KIND}}}}
    operation = {"responses": {"200": {"description": "", "content": content}}}
    schemas = {"Kind": {"type": "string", "enum": values}}
    write(tmp_path, openapi=spec({"/a": {"get": operation}}, components={"schemas": schemas}))
    (shown,) = Specifications(tmp_path, _refuse).load("openapi.json").operations
    catalogue = SchemaCatalogue(shown.specification)
    pages = {id(each.located.value): "kind" for each in catalogue.list_page_schemas()}
    made, _ = make_nodes(shown, schema_pages=pages)
    links = [link for node in made for link in node.findall(SchemaLinkNode)]
    assert [link["docname"] for link in links if " more values" in link.astext()] == ["kind"]
    text = "".join(node.astext() for node in made)
    assert text.count("more values") == 1


KIND = {"$ref": "#/components/schemas/Kind"}
