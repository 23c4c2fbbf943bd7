"""Later builds report again what earlier builds found, until it is mended."""

from __future__ import annotations

import json

import pytest
from building import Project, Result

NOWHERE = {"$ref": "#/components/schemas/Nope"}
BODY = {
    "content": {"application/json": {"schema": {"type": "object", "properties": {"a": NOWHERE}}}}
}
DOCS = {
    "name": "Zoo",
    "navigation": {
        "tabs": [
            {"tab": "Guide", "pages": ["index", "other", "third"]},
            {"tab": "API", "openapi": "api.json"},
        ]
    },
}
FILES = {
    "docs.json": json.dumps(DOCS),
    "index.mdx": "# Home\n\n<Foo>x</Foo>\n\n[gone](/nowhere)\n",
    "other.mdx": "# Other\n\n{1 +}\n\n[part](/third#no-such-part)\n",
    "third.mdx": "# Third\n\n## A part\n",
}


def api(**paths: object) -> str:
    operations = {f"/{name}": {"post": value} for name, value in paths.items()}
    info = {"title": "T", "version": "1"}
    return json.dumps({"openapi": "3.1.0", "info": info, "paths": operations})


def operation(**fields: object) -> dict[str, object]:
    return {"responses": {"200": {"description": "d"}}, **fields}


@pytest.fixture
def zoo(project: Project) -> Project:
    project.write({**FILES, "api.json": api(a=operation(requestBody=BODY))})
    return project


def messages(result: Result) -> list[str]:
    return sorted(line for line in result.warnings.splitlines() if "[docsnav." in line)


@pytest.mark.parametrize("parallel", [0, 2])
@pytest.mark.parametrize("fast", [True, False])
def test_each_build_has_the_same_messages(zoo: Project, *, fast: bool, parallel: int) -> None:
    conf = {"docsnav_fast": fast}
    first = zoo.build(parallel=parallel, conf=conf)
    assert len(messages(first)) == 5

    for again in (0, 2, 0):
        later = zoo.build(parallel=again, conf=conf)
        assert "reading sources... [" not in later.status
        assert messages(later) == messages(first)


def test_a_reference_that_leads_nowhere_is_reported_also_where_a_collection_was_made_before(
    zoo: Project,
) -> None:
    (line,) = [line for line in messages(zoo.build()) if "openapi_field" in line]
    assert "/paths/~1a/post/requestBody/content/application~1json/schema/properties/a" in line


@pytest.mark.parametrize("parallel", [0, 2])
def test_an_edit_changes_the_messages_of_its_page_only(zoo: Project, parallel: int) -> None:
    before = messages(zoo.build(parallel=parallel))
    zoo.write({"index.mdx": "# Home\n"})

    after = zoo.build(parallel=parallel)

    assert after.read == (0, 1, 0)
    assert messages(after) == [line for line in before if "index.mdx" not in line]
    assert messages(zoo.build()) == messages(after)


def test_a_deleted_page_takes_its_messages_with_it(zoo: Project) -> None:
    before = messages(zoo.build())
    docs = json.loads(FILES["docs.json"])
    docs["navigation"]["tabs"][0]["pages"] = ["index", "third"]
    zoo.write({"docs.json": json.dumps(docs)})
    (zoo.src / "other.mdx").unlink()

    assert messages(zoo.build()) == [line for line in before if "other.mdx" not in line]


def test_a_page_that_is_mended_elsewhere_has_no_message(zoo: Project) -> None:
    zoo.build()
    zoo.write({"nowhere.mdx": "# Here\n", "third.mdx": "# Third\n\n## No such part\n"})

    lines = messages(zoo.build())

    assert not [line for line in lines if "link_missing" in line or "anchor_missing" in line]


def test_a_mistake_that_pages_share_stays_when_the_first_of_them_is_mended(zoo: Project) -> None:
    shared = {"$ref": "#/components/schemas/Shared"}
    body = {"content": {"application/json": {"schema": shared}}}
    schemas = {"Shared": {"type": "object", "properties": {"a": NOWHERE}}}

    def write(*users: str) -> None:
        paths = {
            name: operation(**({"requestBody": body} if name in users else {})) for name in "ab"
        }
        spec = json.loads(api(**paths)) | {"components": {"schemas": schemas}}
        zoo.write({"api.json": json.dumps(spec)})

    write("a", "b")
    first = messages(zoo.build())
    write("b")
    assert messages(zoo.build()) == first
    write()
    assert len(messages(zoo.build())) == len(first) - 1


def test_suppressed_messages_stay_suppressed(zoo: Project) -> None:
    conf = {"suppress_warnings": ["docsnav"]}
    assert messages(zoo.build(conf=conf)) == messages(zoo.build(conf=conf)) == []


@pytest.mark.parametrize("builder", ["dirhtml", "singlehtml", "text", "latex", "epub", "dummy"])
def test_each_builder_repeats_its_messages(zoo: Project, builder: str) -> None:
    conf = {"version": "1", "epub_copyright": "c"}
    first = messages(zoo.build(builder, conf=conf))
    assert len(first) >= 4
    assert messages(zoo.build(builder, conf=conf)) == first
