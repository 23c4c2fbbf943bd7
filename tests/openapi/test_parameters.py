"""What a page says of parameters: descriptions, and headers that OpenAPI ignores."""

from __future__ import annotations

from pathlib import Path

import pytest
from docutils import nodes
from openapi.page_text import find, make_nodes, page_text
from openapi.specs import spec, write


@pytest.mark.parametrize(
    ("name", "place", "source"),
    [
        ("Accept", "header", "the media types of the responses"),
        ("content-type", "header", "the media type of the request body"),
        ("AUTHORIZATION", "header", "the security schemes"),
        ("X-Accept", "header", ""),
        ("Accept", "query", ""),
    ],
)
def test_a_header_that_openapi_ignores_says_where_it_comes_from(
    tmp_path: Path, name: str, place: str, source: str
) -> None:
    parameter = {"name": name, "in": place, "schema": {"type": "string"}}
    operation = {"parameters": [parameter], "responses": {"200": {"description": "ok"}}}
    write(tmp_path, openapi=spec({"/pets": {"get": operation}}))
    text = page_text(find(tmp_path, "get /pets"))
    sentence = f"OpenAPI takes this header from {source}"
    assert (sentence in text) if source else ("OpenAPI takes" not in text)


@pytest.mark.parametrize(
    ("own", "of_schema", "told"),
    [
        ("Which alert.", "Its number.", "Which alert. Its number."),
        ("Its number", "Its number.", "Its number"),
        ("Its number, from 1.", "Its number", "Its number, from 1."),
        ("", "Its number.", "Its number."),
    ],
)
def test_a_parameter_says_what_it_and_its_schema_say(
    tmp_path: Path, own: str, of_schema: str, told: str
) -> None:
    schema = {"type": "integer", "description": of_schema}
    parameter = {"name": "n", "in": "query", "description": own, "schema": schema}
    operation = {"parameters": [parameter], "responses": {"200": {"description": "ok"}}}
    write(tmp_path, openapi=spec({"/pets": {"get": operation}}))
    text = " ".join(page_text(find(tmp_path, "get /pets")).split())
    assert f"n integer {told} ## Responses" in text


@pytest.mark.parametrize(
    ("description", "targets"),
    [
        (
            "See https://a.b/c, (http://d.e), www.f.gh or i@j.kl.",
            ["https://a.b/c", "http://d.e", "http://www.f.gh", "mailto:i@j.kl"],
        ),
        (
            "<a href='https://a.b'>www.c.de and https://f.g</a> [www.h.ij](https://k.l)",
            ["https://a.b", "https://k.l"],
        ),
        ("`https://a.b` xhttps://c.d https:// javascript://f.g", []),
    ],
)
def test_addresses_in_a_description_are_links(
    tmp_path: Path, description: str, targets: list[str]
) -> None:
    write(tmp_path, openapi=spec({"/a": {"get": {"description": description}}}))
    made, _ = make_nodes(find(tmp_path, "get /a"))
    links = nodes.section("", *made).findall(nodes.reference)
    assert [link["refuri"] for link in links if "refuri" in link] == targets


def test_examples_of_a_parameters_content_are_shown(tmp_path: Path) -> None:
    examples = {"one": {"summary": "Only new", "value": {"state": "new"}}}
    content = {"application/json": {"schema": {"type": "object"}, "examples": examples}}
    parameter = {"name": "filter", "in": "query", "content": content}
    write(tmp_path, openapi=spec({"/pets": {"get": {"parameters": [parameter]}}}))
    text = page_text(find(tmp_path, "get /pets"))
    assert "Only new" in text
    assert 'example {"state": "new"}' in text
