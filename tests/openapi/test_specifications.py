"""Finding a site's specifications: by docs.json, by front matter, on other hosts."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest
from openapi.specs import Told, spec, write

from sphinx_docsnav.faults import Position
from sphinx_docsnav.openapi import SpecificationError, Specifications
from sphinx_docsnav.openapi.remote import FetchError

PETS = spec({"/pets": {"get": {}}})
URL = "https://example.com/openapi.json"
SAVE = "to build without network, save the file in the site and name its path"


def specifications(root: Path, **options: object) -> tuple[Specifications, Told]:
    told = Told(root)
    return Specifications(root, told, **options), told  # type: ignore[arg-type]  # options of many types


def refused(specs: Specifications, source: str) -> str:
    with pytest.raises(SpecificationError) as caught:
        specs.load(source)
    error = caught.value
    return f"{error.severity} {error.message}; {error.hint} [{error.kind}]"


@pytest.mark.parametrize("source", ["api/o.json", "/api/o.json", "./api/o.json", " api//o.json "])
def test_docs_json_names_a_file_from_the_root(tmp_path: Path, source: str) -> None:
    write(tmp_path, api__o=PETS)
    specs, _ = specifications(tmp_path)

    assert specs.load(source).name == "api/o.json"
    assert specs.paths == (tmp_path / "api/o.json",)


def test_a_missing_file_is_an_error_with_the_nearest(tmp_path: Path) -> None:
    write(tmp_path, api__openapi=PETS)
    specs, _ = specifications(tmp_path)

    assert refused(specs, "api/opnapi.json") == (
        "ERROR the site has no specification 'api/opnapi.json'; "
        "did you mean 'api/openapi.json'? [openapi_missing]"
    )
    assert "did you mean 'api/openapi.json'?" in refused(specs, "API/openapi.json")


@pytest.mark.parametrize(
    "source", ["../o.json", "a\0b.json", "/etc/hosts", "x" * 5000, "link.json"]
)
def test_no_file_outside_the_site_is_read(tmp_path: Path, source: str) -> None:
    write(tmp_path, o=PETS)
    site = tmp_path / "site"
    site.mkdir()
    (site / "link.json").symlink_to(tmp_path / "o.json")
    specs, _ = specifications(site)

    assert "[openapi_missing]" in refused(specs, source)


def test_a_ref_leads_into_other_files_of_the_site_only(tmp_path: Path) -> None:
    paths = {
        "/a": {"$ref": "parts/a.yaml#/item"},
        "/b": {"$ref": "../out.json"},
        "/c": {"$ref": "https://example.com/c.json"},
        "/d": {"$ref": "parts/none.yaml"},
    }
    write(tmp_path, out={}, site__api__o=spec(paths))
    parts = tmp_path / "site/api/parts"
    parts.mkdir()
    (parts / "a.yaml").write_text("item:\n  get:\n    $ref: '#/op'\nop: {summary: Out}\n")
    specs, told = specifications(tmp_path / "site")

    names = [o.name for o in specs.load("api/o.json").operations]

    assert names == ["GET /a"]
    assert [line.partition(": WARNING: ")[2].partition(";")[0] for line in told.lines] == [
        "/paths/~1b: $ref '../out.json' names no JSON or YAML file of the site",
        "/paths/~1c: $ref 'https://example.com/c.json' leads out of the site and is not followed",
        "/paths/~1d: $ref 'parts/none.yaml' names no JSON or YAML file of the site",
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("GET /pets", "/v2/pets.json get /pets"),
        ("get /only", "/v1/pets.json get /only"),
        ("pets GET /pets", "/v2/pets.json get /pets"),
        ("pets.json GET /only", "/v1/pets.json get /only"),
        ("v1/pets GET /pets", "/v1/pets.json get /pets"),
        ("/v1/pets.json GET /pets", "/v1/pets.json get /pets"),
        ("shop GET /pets", None),
        ("GET /none", None),
        ("nonsense", None),
    ],
)
def test_front_matter_names_an_operation_loosely(
    tmp_path: Path, text: str, found: str | None
) -> None:
    write(tmp_path, v1__pets=spec({"/pets": {"get": {}}, "/only": {"get": {}}}), v2__pets=PETS)
    write(tmp_path, package={"name": "openapi"}, tsconfig="{broken")
    specs, told = specifications(tmp_path)

    operation = specs.find_operation(text)

    assert (operation.reference if operation else None) == found
    assert told.lines == []


def test_a_specification_above_the_page_is_asked_first(tmp_path: Path) -> None:
    write(tmp_path, v1=PETS, v2=PETS)
    specs, _ = specifications(tmp_path)

    operation = specs.find_operation("GET /pets", near=(specs.load("v1.json"),))

    assert operation is not None
    assert operation.reference == "/v1.json get /pets"


def test_a_file_that_looks_like_one_and_is_broken_is_told_once(tmp_path: Path) -> None:
    (tmp_path / "o.yaml").write_text("openapi: 3.1.0\npaths: [\n")
    specs, told = specifications(tmp_path)

    assert specs.find_operation("GET /a") is None
    assert specs.find_operation("GET /b") is None
    assert told.lines == [
        (
            "o.yaml:3:1: WARNING: specification 'o.yaml' cannot be read: o.yaml:3:1: expected JSON "
            "or YAML: did not find expected node content [docsnav.openapi_invalid]"
        )
    ]


@pytest.mark.parametrize("name", ["o.json", "openapi3.yaml", "v1.yml", "3.1/o", "V2.JSON"])
def test_a_configuration_that_names_a_specification_is_none(tmp_path: Path, name: str) -> None:
    (tmp_path / "mint.json").write_text(json.dumps({"openapi": name, "name": "x"}))
    specs, told = specifications(tmp_path)

    assert specs.find_operation("GET /a") is None
    assert told.lines == []


@pytest.mark.parametrize("version", ["V3.0", "OpenAPI 3.1.0", "three", "3,1", "", None, True, 4])
def test_a_wrong_version_is_reported_where_the_file_has_the_parts_of_a_specification(
    tmp_path: Path, version: object
) -> None:
    write(tmp_path, api={**PETS, "openapi": version}, own={"openapi": "./api.json"})
    specs, told = specifications(tmp_path)
    assert specs.list_in_site() == ()
    (line,) = told.lines
    assert re.search("specification 'api.json': expected OpenAPI 3.0, 3.1 or 3.2, found [^ ]", line)


@pytest.mark.parametrize("version", ["V3.0", "OpenAPI 3.1.0", "version 3", "3,1"])
def test_a_wrong_version_with_a_number_is_reported_in_a_file_without_these_parts(
    tmp_path: Path, version: str
) -> None:
    write(tmp_path, api={"openapi": version, "servers": []})
    specs, told = specifications(tmp_path)
    assert specs.list_in_site() == ()
    (line,) = told.lines
    assert f"expected OpenAPI 3.0, 3.1 or 3.2, found {version}" in line


def test_hidden_foreign_and_ignored_folders_are_not_searched(tmp_path: Path) -> None:
    write(tmp_path, **{".git__o": PETS, "node_modules__o": PETS, "old__o": PETS, "o": PETS})
    (tmp_path / ".mintignore").write_text("old/\n")
    specs, _ = specifications(tmp_path)

    assert [s.name for s in specs.list_in_site()] == ["o.json"]


def test_without_leave_no_remote_specification_is_fetched(tmp_path: Path) -> None:
    specs, _ = specifications(tmp_path)

    assert refused(specs, URL) == (
        f"WARNING specification '{URL}' was not fetched: remote specifications are turned off; "
        f"no pages are made from it, and links to them are not reported; {SAVE} [openapi_remote]"
    )


class Host:
    """A host that answers until it is down."""

    def __init__(self) -> None:
        self.asked = 0
        self.down = False

    def __call__(self, url: str) -> bytes:
        assert url == URL
        self.asked += 1
        if self.down:
            raise FetchError("no route")
        return b"openapi: 3.1.0\npaths: {/a: {get: {}}}\n"


def test_a_remote_specification_is_fetched_once_and_its_copy_used_while_young(
    tmp_path: Path,
) -> None:
    host = Host()
    for _ in range(3):
        specs, _ = specifications(tmp_path, remote=host, cache=tmp_path / "cache")
        assert [o.reference for o in specs.load(URL).operations] == [f"{URL} get /a"]

    assert host.asked == 1


def test_an_old_copy_stands_in_for_a_host_that_is_down(tmp_path: Path) -> None:
    host = Host()
    specifications(tmp_path, remote=host, cache=tmp_path / "cache")[0].load(URL)
    for copy in (tmp_path / "cache").iterdir():
        os.utime(copy, (1, 1))
    host.down = True

    specs, told = specifications(tmp_path, remote=host, cache=tmp_path / "cache")

    assert len(specs.load(URL).operations) == 1
    assert told.lines == [
        (
            f"WARNING: specification '{URL}' was not fetched: no route; an older copy is used; "
            f"{SAVE} [docsnav.openapi_remote]"
        )
    ]


def test_parsed_yaml_is_kept_by_content(tmp_path: Path) -> None:
    text = "openapi: 3.1.0\npaths: {/a: {get: {}}}\ninfo: 1\ninfo: 2\n" + "# comment\n" * 3000
    (tmp_path / "o.yaml").write_text(text)
    first, told_first = specifications(tmp_path, cache=tmp_path / "cache")
    again, told_again = specifications(tmp_path, cache=tmp_path / "cache")

    assert first.load("o.yaml").value == again.load("o.yaml").value
    assert told_first.lines == told_again.lines
    assert len(told_first.lines) == 1
    assert len(list((tmp_path / "cache").iterdir())) == 1


def test_a_broken_cache_counts_as_none(tmp_path: Path) -> None:
    text = "openapi: 3.1.0\npaths: {/a: {get: {}}}\n" + "# comment\n" * 3000
    (tmp_path / "o.yaml").write_text(text)
    specifications(tmp_path, cache=tmp_path / "cache")[0].load("o.yaml")
    for file in (tmp_path / "cache").iterdir():
        file.write_text("[")

    specs, told = specifications(tmp_path, cache=tmp_path / "cache")

    assert len(specs.load("o.yaml").operations) == 1
    assert told.lines == []


def test_overlays_change_a_specification_in_their_order(tmp_path: Path) -> None:
    pytest.importorskip("jsonpath_rfc9535")
    tags = [{"name": "a"}, {"name": "b"}, {"name": "c"}]
    item = {"get": {"summary": "Pets", "tags": ["a"]}, "put": {"deprecated": True}}
    value = spec({"/pets": item, "/old": {"get": {}}}, tags=tags)
    actions = [
        {"target": "$.info", "update": {"title": "Zoo", "contact": {"name": "Ann"}}},
        {"target": "$.paths[?@.get.summary == 'Pets'].get", "update": {"tags": ["b"]}},
        {"target": "$.tags[0,1]", "remove": True},
        {"target": "$.tags", "update": {"name": "d"}},
        {"target": "$.paths['/old']", "remove": True},
        {"target": "$.nothing", "remove": True},
        {"target": "$.paths[", "remove": True},
    ]
    later = [
        {"target": "$.paths['/pets'].put", "copy": "$.paths['/pets'].get"},
        {"target": "$.info.title", "update": "Zoo of pets"},
    ]
    one, two = ({"overlay": "1.1.0", "actions": each} for each in (actions, later))
    write(tmp_path, o=value, one=one, two=two, no={})
    plain, _ = specifications(tmp_path)
    specs, told = specifications(tmp_path)
    specs.set_overlays([("/o.json", ["one.json", "two.json", "no.json", "gone.json"])])
    found = specs.load("o.json")
    assert found.value["info"] == {"title": "Zoo of pets", "contact": {"name": "Ann"}}
    assert found.value["tags"] == [{"name": "c"}, {"name": "d"}]
    deprecated = {"deprecated": True}
    get, put = ({"summary": "Pets", "tags": ["a", "b"], **more} for more in ({}, deprecated))
    assert found.value["paths"] == {"/pets": {"get": get, "put": put}}
    assert found.digest != plain.load("o.json").digest
    skipped = "the action is left out"
    assert [line.partition("'o.json'")[2].partition(" [")[0] for line in told.lines] == [
        f": 'target' selects nothing; {skipped}",
        f": 'target' is no JSONPath: unbalanced brackets; {skipped}",
        ": expected an Overlay, found no 'overlay' field; not applied",
        (
            " is not applied: the site has no specification 'gone.json'; "
            "write the path of a JSON or YAML file from the root of the site"
        ),
    ]
    assert told.lines[0].startswith("one.json:36:4: WARNING: overlay 'one.json' of 'o.json'")


def test_2000_nested_schemas_leave_the_rest_of_the_file(tmp_path: Path) -> None:
    deep = '{"allOf": [' * 2_000 + "{}" + "]}" * 2_000
    schemas = f'{{"Deep": {deep}, "Pet": {{"type": "string"}}}}'
    write(
        tmp_path,
        openapi=f"""{{"openapi": "3.1.0", "info": {{}},
 "components": {{"schemas": {schemas}}},
 "paths": {{"/a": {{"get": {{}}}}}}}}""",
    )
    specs, told = specifications(tmp_path)

    specification = specs.load("openapi.json")

    assert [each.name for each in specification.operations] == ["GET /a"]
    assert told.lines == [
        (
            "openapi.json:2:1125: WARNING: expected at most 200 levels of lists and objects, "
            "found more; the content of this one is ignored [docsnav.openapi_field]"
        )
    ]


def test_a_wrong_byte_is_named_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "openapi.json").write_bytes(b'{"openapi": "3.1.0",\n "info": "caf\xe9"}')
    specs, told = specifications(tmp_path)

    with pytest.raises(SpecificationError) as caught:
        specs.load("openapi.json")

    assert caught.value.position == Position(2, 14)
    assert "found the byte 0xe9" in caught.value.message
    assert told.lines == []
