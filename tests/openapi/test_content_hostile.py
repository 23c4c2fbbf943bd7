"""Markup and traps in every field of a specification come out as text or safe Markdown."""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from typing import Any

import html5lib
import pytest
import yaml
from docutils import nodes
from openapi.page_text import find, make_nodes, page_text
from openapi.specs import spec, write
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace

from sphinx_docsnav.endpoints import page_writer
from sphinx_docsnav.faults import Fault, Position
from sphinx_docsnav.openapi import Specifications

BAD = (
    "<script>alert(1)</script><img src=x onerror=alert(1)>\"'><svg onload=alert(1)> "
    "[a](javascript:alert(1)) [b](JaVaScRiPt:alert(1)) [c](java\nscript:alert(1)) "
    "<a href='data:text/html,x'>d</a> <a href=\"&#106;avascript:x\" onclick=x>e</a> "
    "![f](vbscript:x) <iframe src=https://x></iframe> <style>*{}</style> "
    "{1+1} ${x} %s \\ ` | :role:`x`"
)


def hostile(value: Any, key: str = "") -> Any:  # noqa: ANN401 - any JSON
    """Return *value* with hostile words for every text that may be free."""
    keep = {"openapi", "in", "type", "method", "$ref", "style", "scheme"}
    if isinstance(value, dict):
        return {k: hostile(v, k) for k, v in value.items()}
    if isinstance(value, list):
        return [hostile(item, key) for item in value]
    return BAD if isinstance(value, str) and key not in keep else value


def specification() -> dict[str, Any]:
    schema = {
        "type": "object",
        "title": "x",
        "description": "x",
        "required": ["x"],
        "properties": {
            BAD: {"type": "string", "enum": ["x"], "default": "x", "pattern": "x", "format": "x"},
            "a": {
                "oneOf": [
                    {"title": "x", "type": "object", "properties": {BAD: {}}},
                    {"type": "string"},
                ]
            },
            "b": {"type": "array", "items": {"$ref": "#/components/schemas/N"}},
            "c": {
                "const": "x",
                "examples": ["x"],
                "externalDocs": {"url": "x", "description": "x"},
            },
        },
    }
    media = {
        BAD: {"schema": schema, "examples": {BAD: {"summary": "x", "value": {"x": "x"}}}},
        "application/json": {"schema": schema, "encoding": {BAD: {"contentType": "x"}}},
        "application/xml": {"schema": schema},
        "text/html": {"example": "x", "schema": {"type": "string"}},
    }
    value: dict[str, Any] = hostile(
        spec(
            {
                "/pets/{x}": {
                    "post": {
                        "summary": "x",
                        "description": "x",
                        "operationId": "x",
                        "tags": ["x"],
                        "externalDocs": {"url": "javascript:alert(1)", "description": "x"},
                        "servers": [
                            {
                                "url": "https://{v}",
                                "description": "x",
                                "variables": {"v": {"default": "x"}},
                            }
                        ],
                        "security": [{"k": ["x"]}, {BAD: []}],
                        "parameters": [
                            {
                                "name": BAD,
                                "in": place,
                                "description": "x",
                                "schema": {"type": "string"},
                                "example": "x",
                                "required": True,
                            }
                            for place in ("path", "query", "header", "cookie")
                        ],
                        "requestBody": {"description": "x", "content": media},
                        "responses": {
                            BAD: {
                                "description": "x",
                                "content": media,
                                "headers": {BAD: {"schema": schema}},
                            },
                            "200": {
                                "description": "x",
                                "links": {BAD: {"operationId": "x", "parameters": {BAD: "x"}}},
                            },
                        },
                        "callbacks": {
                            BAD: {BAD: {"post": {"responses": {"200": {"description": "x"}}}}}
                        },
                    }
                }
            },
            components={
                "schemas": {"N": schema},
                "securitySchemes": {
                    "k": {
                        "type": "oauth2",
                        "description": "x",
                        "flows": {
                            "implicit": {"authorizationUrl": "javascript:x", "scopes": {BAD: "x"}}
                        },
                    }
                },
            },
        )
    )
    return value


def build(root: Path, value: object) -> list[Path]:
    """Return the pages of a specification's operations, of its schemas and about the whole."""
    site = root / "site"
    site.mkdir()
    write(
        site,
        openapi=value,
        docs={"name": "T", "navigation": {"groups": [{"group": "A", "openapi": "openapi.json"}]}},
    )
    (site / "conf.py").write_text("extensions = ['sphinx_docsnav']\n")
    warnings = StringIO()
    with docutils_namespace():
        Sphinx(
            site, site, root / "out", root / "trees", "html", status=None, warning=warnings
        ).build()
    pages = [path for path in (root / "out").rglob("*.html") if "api-reference" in path.as_posix()]
    assert pages, warnings.getvalue()
    return pages


def conformance(version: str) -> dict[str, Any]:
    """Return the specification that uses every field, hostile in each."""
    file = Path(__file__).parent / "conformance" / f"v3_{version}.yaml"
    value: dict[str, Any] = hostile(yaml.safe_load(file.read_text("utf-8")))
    return value


@pytest.mark.slow
@pytest.mark.parametrize(
    ("value", "count"),
    [(specification(), 4), (conformance("0"), 7), (conformance("1"), 4), (conformance("2"), 4)],
    ids=["names", "3.0", "3.1", "3.2"],
)
def test_no_field_becomes_markup_that_does_something(
    value: dict[str, Any], count: int, tmp_path: Path
) -> None:
    pages = build(tmp_path, value)
    assert len(pages) == count
    for path in pages:
        page = html5lib.parse(path.read_text("utf-8"), namespaceHTMLElements=False)
        article = page.find(".//*[@class='docsnav-endpoint-columns']/..")
        assert article is not None
        tags = {element.tag for element in article.iter() if isinstance(element.tag, str)}
        assert tags.isdisjoint({"script", "svg", "iframe", "style", "object", "form"})
        for element in article.iter():
            for name, text in element.attrib.items():
                assert not (name in {"href", "src"} and ":" in text and not text.startswith("http"))
    for built in (*pages, *(tmp_path / "out").glob("*.html")):
        for element in html5lib.parse(built.read_text("utf-8"), namespaceHTMLElements=False).iter():
            assert element.tag != "script" or "alert" not in (element.text or "")
            assert not any(name.startswith("on") for name in element.attrib), element.attrib


@pytest.mark.slow
@pytest.mark.parametrize(
    "schema",
    [
        {"$ref": "#/components/schemas/Loop"},
        {"allOf": [{"$ref": "#/components/schemas/Self"}]},
        {"$ref": "#/components/schemas/Wide"},
        {"$ref": "#/components/schemas/Deep0"},
        {"$ref": "#/components/schemas/Nothing"},
        {
            "type": ["object", "string", 7],
            "properties": [],
            "required": "x",
            "items": 3,
            "enum": {},
        },
        {"oneOf": [{"$ref": "#/components/schemas/Tangle"}] * 50},
        "no schema",
    ],
    ids=["loop", "self", "wide", "deep", "nothing", "types", "tangle", "text"],
)
def test_no_schema_hangs_or_grows_without_bound(schema: object, tmp_path: Path) -> None:
    deep = {
        f"Deep{n}": {
            "properties": {k: {"$ref": f"#/components/schemas/Deep{n + 1}"} for k in "abcd"}
        }
        for n in range(60)
    }
    schemas = {
        "Loop": {"$ref": "#/components/schemas/Loop"},
        "Self": {"allOf": [{"$ref": "#/components/schemas/Self"}], "type": "object"},
        "Wide": {
            "properties": {
                f"p{n}": {"type": "string", "description": "x" * 50} for n in range(20_000)
            }
        },
        "Tangle": {
            "properties": {k: {"$ref": "#/components/schemas/Tangle"} for k in "abcdefgh"},
            "oneOf": [{"$ref": "#/components/schemas/Tangle"}, {"type": "string"}],
        },
        "Deep60": {"type": "string"},
        **deep,
    }
    content = {"application/json": {"schema": schema}}
    operation = {"requestBody": {"content": content}, "responses": {"200": {"content": content}}}
    write(tmp_path, openapi=spec({"/a": {"post": operation}}, components={"schemas": schemas}))
    made, _ = make_nodes(find(tmp_path, "post /a"))
    assert sum(1 for node in made for _ in node.findall()) < 40_000


@pytest.mark.slow
def test_a_million_characters_in_every_text_make_a_page(tmp_path: Path) -> None:
    long = "x" * 1_000_000
    operation = {
        "summary": long,
        "description": long,
        "operationId": long,
        "tags": [long],
        "parameters": [{"name": "a", "in": "query", "schema": {"pattern": long, "enum": [long]}}],
        "responses": {"200": {"description": "Fine."}},
    }
    pages = build(tmp_path, spec({"/a": {"get": operation}}))
    assert len(pages) == 3  # the operation, its tag, and the whole API
    path = next(page for page in pages if "docsnav-endpoint-bar" in page.read_text("utf-8"))
    page = html5lib.parse(path.read_text("utf-8"), namespaceHTMLElements=False)
    title = "".join(page.find(".//h1").itertext())
    assert title.startswith("x" * 299 + "…")
    assert page.find(".//*[@class='docsnav-endpoint-columns']/..") is not None


def test_a_page_reads_only_so_much_text_as_markdown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_writer, "MAX_MARKDOWN", 20_000)
    parameters = [{"name": f"p{n}", "in": "query", "description": "*a* " * 1000} for n in range(20)]
    write(tmp_path, openapi=spec({"/a": {"get": {"parameters": parameters}}}))
    made, _ = make_nodes(find(tmp_path, "get /a"))
    count = sum(1 for node in made for _ in node.findall(nodes.emphasis))
    assert 1000 <= count <= 20_000 / 4


@pytest.mark.parametrize("suffix", ["json", "yaml"])
def test_characters_that_xml_forbids_are_left_out_of_every_text(
    tmp_path: Path, suffix: str
) -> None:
    text = """{"openapi": "3.1.0", "info": {"title": "T\\u0001", "version": "1"}, "paths": {
    "/a\\u0005b": {"get": {"operationId": "op\\u0006", "tags": ["t\\u0003g"], "responses": {}}}}}"""
    (tmp_path / f"openapi.{suffix}").write_text(text, "utf-8")
    faults: list[Fault] = []
    (specification,) = Specifications(tmp_path, faults.append).list_in_site()
    (operation,) = specification.operations
    assert (operation.path, operation.tag) == ("/ab", "tg")
    assert [(fault.message, fault.position) for fault in faults] == [
        (
            "texts contain characters that XML forbids (U+0001, U+0003, U+0005); they are left out",
            Position(1),
        )
    ]


def test_texts_beside_an_alias_of_yaml_have_no_forbidden_characters(tmp_path: Path) -> None:
    paths = '{/a: {get: &get {summary: "s\\u0002"}}, /b: {get: *get}}'
    text = f'openapi: 3.1.0\ninfo: {{title: "T\\u0001", version: "1"}}\npaths: {paths}\n'
    (tmp_path / "openapi.yaml").write_text(text, "utf-8")
    (specification,) = Specifications(tmp_path, lambda _fault: None).list_in_site()
    assert specification.value["info"] == {"title": "T", "version": "1"}
    assert [operation.summary for operation in specification.operations] == ["s", "s"]


NO_SCHEME = (
    "security scheme 'missing' is not in components/securitySchemes; only its name is shown; "
    "add 'missing' there"
)


def test_what_is_odd_is_told_with_its_place_and_left_out(tmp_path: Path) -> None:
    operation = {
        "deprecated": "yes",
        "description": ["x"],
        "security": [{"missing": []}],
        "parameters": [{"name": "a", "in": "body"}, 3, {"$ref": "#/none"}],
        "requestBody": [],
        "responses": {"200": {"$ref": "#/none"}, "3": {"content": ""}},
        "servers": {},
    }
    write(tmp_path, openapi=spec({"/a": {"get": operation}}))
    assert "\n- missing\n" in page_text(find(tmp_path, "get /a"))
    _, told = make_nodes(find(tmp_path, "get /a"))
    assert told == [
        "/paths//a/get/servers: expected a list as 'servers', found an object; it is ignored",
        f"/paths//a/get/security/0: {NO_SCHEME}",
        (
            "/paths//a/get/parameters/0: unknown place 'body' of parameter 'a'; left out; "
            "describe it in 'requestBody'"
        ),
        "/paths//a/get/parameters/1: expected a parameter object; left out",
        "/paths//a/get/parameters/2: $ref '#/none' names nothing in 'openapi.json'; left out",
        (
            "/paths//a/get/requestBody: expected an object as 'requestBody', found a list; "
            "it is ignored"
        ),
        "/paths//a/get/responses/200: $ref '#/none' names nothing in 'openapi.json'; left out",
        (
            "/paths//a/get/responses/3: '3' is no status of a response; shown as written; "
            "write '200', '2XX' or 'default'"
        ),
        (
            "/paths//a/get/responses/3/content: expected an object as 'content', "
            "found an empty string; it is ignored"
        ),
        "/paths//a/get/description: expected text as 'description', found a list; it is ignored",
        (
            "/paths//a/get/deprecated: expected true or false as 'deprecated', "
            "found the string 'yes'; it is ignored"
        ),
    ]
