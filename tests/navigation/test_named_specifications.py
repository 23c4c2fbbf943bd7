"""Specifications that docs.json names: ``api.openapi``, unusable files, missing ones."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support import MakeSite

from sphinx_docsnav.faults import Fault, fault_text
from sphinx_docsnav.messages import grouped
from sphinx_docsnav.navigation import Site, load_site

URL = "https://example.com/openapi.json"
SPEC = {"openapi": "3.1.0", "info": {"title": "A", "version": "1"}, "paths": {"/a": {"get": {}}}}
PAGE = "---\ntitle: A\nopenapi: GET /a\n---\n"


def load(root: Path, **fetched: object) -> tuple[Site, list[str]]:
    faults: list[Fault] = []

    def fetch(_: str) -> bytes:
        return json.dumps(fetched).encode()

    site = load_site(root, faults.append, remote=fetch if fetched else False, keep_going=True)
    return site, [fault_text(fault, root) for fault in grouped(faults, root)]


@pytest.mark.parametrize("named", [URL, [URL], {"source": URL}])
def test_api_openapi_is_for_the_front_matter_of_pages(make_site: MakeSite, named: object) -> None:
    root = make_site({"pages": ["a"]}, {"a.mdx": PAGE}, api={"openapi": named})
    site, messages = load(root, **SPEC)
    assert site.operations["a"].name == "GET /a"
    assert messages == []


def test_api_openapi_that_was_not_fetched_is_one_warning_before_its_pages(
    make_site: MakeSite,
) -> None:
    pages = {f"p{n}.mdx": PAGE for n in range(59)}
    root = make_site(
        {"pages": [name.removesuffix(".mdx") for name in pages]}, pages, api={"openapi": URL}
    )
    site, messages = load(root)
    assert [page.operation for page in site.root.pages()] == ["GET /a"] * 59
    assert len(messages) == 5
    assert messages[0].startswith("docs.json:3:16: WARNING: /api/openapi: specification 'https://")
    assert "was not fetched" in messages[0]
    assert messages[1] == (
        f"p0.mdx:3:1: WARNING: no specification has 'openapi: GET /a', and '{URL}' could not be "
        "used; the page shows no endpoint [docsnav.openapi_page]"
    )
    assert "56 more places with the same problem" in messages[4]


def test_a_missing_api_openapi_is_a_warning(make_site: MakeSite) -> None:
    root = make_site({"pages": ["index"]}, {"index.mdx": "# A\n"}, api={"openapi": "missing.json"})
    assert load(root)[1] == [
        (
            "docs.json:3:16: WARNING: /api/openapi: the site has no specification 'missing.json'; "
            "write the path of a JSON or YAML file from the root of the site "
            "[docsnav.openapi_missing]"
        )
    ]


def test_a_specification_that_pages_name_and_nobody_has_is_one_problem(
    make_site: MakeSite,
) -> None:
    pages = {f"p{n}.mdx": f"---\nopenapi: oas get /x{n}\n---\n" for n in range(1407)}
    root = make_site({"pages": [name.removesuffix(".mdx") for name in pages]}, pages)
    _, messages = load(root)
    assert len(messages) == 4
    assert messages[0].startswith("p0.mdx:2:1: WARNING: the site has no specification 'oas', ")
    assert "1,404 more places" in messages[3]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('{"name": "a-package"}', "found no 'openapi' field"),
        ('{"openapi": "3.1.0", "info": {}}', "it has no 'paths'; add 'paths'"),
        (
            '{"openapi": "3.1.0", "path": {"/a": {"get": {}}}}',
            "it has no 'paths'; did you mean 'paths' instead of 'path'?",
        ),
        ('{"openapi": "3.1.0", "paths": {}}', "its 'paths' contain no operation"),
        ('{"swagger": "1.2", "paths": {"/a": {"get": {}}}}', "found Swagger 1.2"),
    ],
)
def test_a_file_that_is_no_specification_is_an_error_with_the_reason(
    make_site: MakeSite, text: str, reason: str
) -> None:
    groups = [{"group": "A", "openapi": "o.json"}, {"group": "B", "openapi": "o.json"}]
    root = make_site({"groups": groups}, {"index.mdx": "# A\n", "o.json": text})
    _, (message,) = load(root)
    assert message.startswith("docs.json:6:20: ERROR: /navigation/groups/0/openapi: ")
    assert reason in message


def test_text_after_the_end_of_a_specification_is_a_warning(make_site: MakeSite) -> None:
    text = f"{json.dumps(SPEC)}\nand more"
    root = make_site({"pages": ["index"]}, {"index.mdx": PAGE, "o.json": text})
    site, (message,) = load(root)
    assert site.operations["index"].name == "GET /a"
    assert message.startswith("o.json:2:1: WARNING: text after the end of the first document")


def test_a_file_of_another_sort_that_nobody_names_is_no_mistake(make_site: MakeSite) -> None:
    package = '{"name": "x", "openapi": ""}'
    root = make_site({"pages": ["index"]}, {"index.mdx": PAGE, "package.json": package})
    assert [message.rpartition(" ")[2] for message in load(root)[1]] == ["[docsnav.openapi_page]"]


def test_overlays_of_docs_json_hold_for_every_page_of_their_file(make_site: MakeSite) -> None:
    pytest.importorskip("jsonpath_rfc9535")
    action = {"target": "$.paths['/a']", "update": {"post": {"summary": "New"}}}
    named = {"source": "o.json", "overlays": ["overlay.json"]}
    files = {
        "a.mdx": "---\nopenapi: POST /a\n---\n",
        "o.json": json.dumps(SPEC),
        "overlay.json": json.dumps({"overlay": "1.0.0", "actions": [action]}),
    }
    group = {"group": "B", "pages": ["o.json POST /a", {"group": "C", "openapi": [named]}]}
    site, messages = load(make_site({"pages": ["a", group]}, files))
    assert (site.operations["a"].title, messages) == ("New", [])
