"""The oracle accepts a right request and names what is wrong with another one."""

from __future__ import annotations

from pathlib import Path

import pytest
from openapi.echo_server import Received
from openapi.page_text import find
from openapi.request_oracle import Oracle
from openapi.specs import spec, write

from sphinx_docsnav.openapi import read_operation

FORM = "application/x-www-form-urlencoded"
OPERATION = {
    "parameters": [
        {"name": "p", "in": "path", "style": "matrix", "explode": True, "example": [1, 2]},
        {"name": "q", "in": "query", "style": "deepObject", "example": {"a": {"b": 1}}},
        {"name": "X-A", "in": "header", "example": ["x", "y"]},
    ],
    "requestBody": {
        "content": {
            FORM: {
                "example": {"t": ["a", "b"], "o": {"c": 1}},
                "encoding": {"t": {"explode": True}},
            }
        }
    },
}
RIGHT = ("/a/;p=1;p=2?q%5Ba%5D%5Bb%5D=1", "x,y", FORM, b"t=a&t=b&o=%7B%22c%22%3A1%7D")


@pytest.mark.parametrize(
    ("place", "wrong", "told"),
    [
        (0, RIGHT[0], ""),
        (0, "/a/1,2?q%5Ba%5D%5Bb%5D=1", "path p"),
        (0, "/a/;p=1;p=2?q%5Ba%5D=b,1", "query q"),
        (0, f"{RIGHT[0]}&more=1", "query has"),
        (1, "x", "header X-A"),
        (2, "application/json", "body of type"),
        (3, b"t=a%2Cb&o=%7B%22c%22%3A1%7D", "field t"),
        (3, b"t=a&t=b&o=c%2C1", "field o"),
        (3, b"", "no body"),
    ],
)
def test_the_oracle_names_what_is_wrong(
    place: int, wrong: object, told: str, tmp_path: Path
) -> None:
    value = spec({"/a/{p}": {"post": OPERATION}})
    write(tmp_path, openapi=value)
    content = read_operation(find(tmp_path, "post /a/{p}"), lambda *_: None)
    parts: list[object] = list(RIGHT)
    parts[place] = wrong
    target, header, kind, body = parts
    assert isinstance(target, str)
    assert isinstance(body, bytes)
    headers = (("X-A", str(header)), ("Content-Type", str(kind)))
    sent = Received("POST", target, headers, body)

    found = Oracle(value).differences("/a/{p}", "post", content, sent)

    assert [difference.startswith(told) for difference in found] == ([True] if told else [])
