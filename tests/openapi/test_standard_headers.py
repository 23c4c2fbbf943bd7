"""Header parameters that OpenAPI ignores are explained on the page."""

from __future__ import annotations

from pathlib import Path

import pytest
from openapi.page_text import find, page_text
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
