"""Operations as targets of references, in the inventory, in the index and in the search."""

from __future__ import annotations

import html
import json
import re
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from building import Project, Result
from sphinx.errors import ConfigError

from sphinx_docsnav.features.endpoints import domain

PETS: dict[str, Any] = {
    "get": {
        "operationId": "listPets",
        "summary": "List pets",
        "tags": ["Pets"],
        "parameters": [{"name": "limitation", "in": "query", "schema": {"type": "integer"}}],
        "responses": {"200": {"description": "Fine."}},
    }
}
FILES = {
    "docs.json": json.dumps(
        {
            "navigation": {
                "groups": [{"group": "A", "pages": ["index"]}, {"group": "B", "openapi": "o.json"}]
            }
        }
    ),
    "o.json": json.dumps(
        {"openapi": "3.1.0", "info": {"title": "Pets", "version": "1"}, "paths": {"/pets": PETS}}
    ),
    "index.rst": "Start\n=====\n\n:endpoint:`get /pets/` :endpoint:`All <listPets>` "
    ":docsnav:operation:`GET /pets` :any:`GET /pets`\n",
}
PAGE = "api-reference/pets/list-pets"


def inventory(out: Path) -> list[str]:
    """Return the lines of ``objects.inv``."""
    data = (out / "objects.inv").read_bytes()
    return zlib.decompress(data.split(b"\n", 4)[4]).decode().splitlines()


@pytest.fixture
def project(tmp_path: Path) -> Project:
    made = Project(tmp_path)
    made.write(FILES)
    return made


@pytest.mark.parametrize("parallel", [0, 2])
def test_roles_lead_to_the_page_by_method_and_path_or_by_operation_id(
    project: Project, parallel: int
) -> None:
    result = project.build(parallel=parallel)
    assert result.warnings == ""
    html = (Path(result.app.outdir) / "index.html").read_text("utf-8")
    assert html.count(f'href="{PAGE}.html#get-pets"') == 4


def test_an_endpoint_that_no_page_shows_is_a_warning(project: Project) -> None:
    project.write({"index.rst": "Start\n=====\n\n:endpoint:`GET /cats`\n"})
    assert "index.rst:4: WARNING: no page shows the endpoint 'GET /cats' [ref.endpoint]" in (
        project.build().warnings
    )


def test_operations_are_in_the_inventory_the_index_and_the_search(project: Project) -> None:
    out = Path(project.build().app.outdir)
    place = f"{PAGE}.html#get-pets GET /pets: List pets"
    for name in ("GET /pets", "listPets"):
        assert f"{name} docsnav:operation -1 {place}" in inventory(out)
        assert f"{name.lower()} std:label -1 {place}" in inventory(out)
    label = "docsnav-endpoints std:label -1 docsnav-endpoints.html Endpoints"
    assert label in inventory(out)
    general = (out / "genindex.html").read_text("utf-8")
    assert f'<a href="{PAGE}.html#endpoint">listPets</a>' in general
    assert 'id="endpoint"' in (out / f"{PAGE}.html").read_text("utf-8")
    index = (out / "docsnav-endpoints.html").read_text("utf-8")
    assert "<strong>Pets</strong>" in index
    assert "GET /pets</code>" in index
    assert project.search_data(f"pages/{PAGE}")["operation"] == "GET /pets"


def test_all_examples_and_the_bodies_of_callbacks_are_shown(project: Project) -> None:
    answers = {f"case{number}": {"value": {"shown": number}} for number in range(14)}
    event = {"type": "object", "properties": {"sent": {"type": "string", "example": "ping"}}}
    call = {"requestBody": {"content": {"application/json": {"schema": event}}}, "responses": {}}
    get = PETS["get"] | {
        "responses": {
            "200": {"description": "", "content": {"application/json": {"examples": answers}}}
        },
        "callbacks": {"onEvent": {"{$request.query.url}": {"post": call}}},
    }
    info = {"title": "Pets", "version": "1"}
    value = {"openapi": "3.1.0", "info": info, "paths": {"/pets": {"get": get}}}
    project.write({"o.json": json.dumps(value)})
    page = (Path(project.build().app.outdir) / f"{PAGE}.html").read_text("utf-8")
    text = html.unescape(re.sub(r"<[^>]+>", "", page))
    assert re.findall(r'"shown": (\d+)', text) == [str(number) for number in range(14)]
    assert '"sent": "ping"' in text


def test_a_long_index_has_several_pages_and_loses_them_again(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    def write(count: int) -> None:
        get = {"summary": "One", "tags": ["T"]}
        paths = {f"/p{number}": {"get": get} for number in range(count)}
        info = {"title": "P", "version": "1"}
        project.write(
            {
                "o.json": json.dumps({"openapi": "3.1.0", "info": info, "paths": paths}),
                "index.rst": "Start\n=====\n\nText.\n",
            }
        )

    monkeypatch.setattr(domain, "PAGE_ENTRIES", 2)
    write(5)
    project.build()
    texts = [
        (project.output() / f"docsnav-endpoints{end}.html").read_text("utf-8")
        for end in ("", "-2", "-3")
    ]
    assert [re.findall(r"GET (/p\d)</code>", text) for text in texts] == [
        ["/p0", "/p1"],
        ["/p2", "/p3"],
        ["/p4"],
    ]
    assert re.search(r'href="docsnav-endpoints-3.html#"[^E]*Endpoints, part 3<', texts[0])
    write(2)
    project.build()
    names = sorted(path.name for path in project.output().glob("docsnav-endpoints*"))
    assert names == ["docsnav-endpoints.html"]


@pytest.mark.parametrize(
    ("first", "second", "count"),
    [("a/b/x", "a/b/y", 2), ("a/b/x", "a/c/y", 1), ("a/b/x", "y", 0), ("x", "a/y", 0)],
)
def test_the_nearest_page_shares_most_folders(first: str, second: str, count: int) -> None:
    assert domain._count_shared_folders(first, second) == count


def test_a_removed_operation_is_forgotten(project: Project) -> None:
    project.build()
    cats = {"openapi": "3.1.0", "info": {"title": "Pets", "version": "1"}, "paths": {"/cats": PETS}}
    project.write(
        {"o.json": json.dumps(cats), "index.rst": "Start\n=====\n\n:endpoint:`GET /cats`\n"}
    )
    out = Path(project.build().app.outdir)
    operations = [line for line in inventory(out) if "docsnav:operation" in line]
    place = f"{PAGE}.html#get-cats GET /cats: List pets"
    assert operations == [
        f"GET /cats docsnav:operation -1 {place}",
        f"listPets docsnav:operation -1 {place}",
    ]


def test_references_of_httpdomain_find_our_operations(tmp_path: Path) -> None:
    pytest.importorskip("sphinxcontrib.httpdomain")
    project = Project(tmp_path, extensions=("sphinx_docsnav", "sphinxcontrib.httpdomain"))
    project.write({**FILES, "index.rst": "Start\n=====\n\n:http:get:`/pets`\n"})
    result = project.build()
    assert result.warnings == ""
    html = (Path(result.app.outdir) / "index.html").read_text("utf-8")
    assert f'href="{PAGE}.html#get-pets"' in html


@pytest.mark.parametrize(
    "builder", ["latex", "text", "man", "texinfo", "gettext", "epub", "dirhtml"]
)
def test_every_builder_writes_the_page(project: Project, builder: str) -> None:
    conf = {"epub_copyright": "x", "version": "1"} if builder == "epub" else {}
    assert project.build(builder, conf=conf).warnings == ""


def test_an_unknown_renderer_is_an_error_that_names_the_known_ones(project: Project) -> None:
    with pytest.raises(ConfigError, match="expected one of docsnav, found 'other'"):
        project.build(conf={"docsnav_openapi_options.renderer": "other"})


def test_validation_tells_what_the_schema_of_openapi_forbids(project: Project) -> None:
    pytest.importorskip("openapi_spec_validator")
    parts = {
        "Kind": {"enum": ["cat", "dog"], "example": "cow"},
        "Pet": {
            "type": "object",
            "required": ["id", "kind"],
            "properties": {"id": {"readOnly": True}, "kind": {"$ref": "more.json#/Kind"}},
        },
    }
    body = {"content": {"application/json": {"schema": {"$ref": "more.json#/Pet"}}}}
    paths = {"/pets": PETS, "/kinds": {"post": {"requestBody": body}}}
    value = {"openapi": "3.1.0", "info": {}, "paths": paths}
    project.write({"o.json": json.dumps(value), "more.json": json.dumps(parts)})
    warnings = project.build(conf={"docsnav_openapi_options.validate": True}).warnings
    assert "/info: not valid: 'title' is a required property [docsnav.openapi_field]" in warnings
    assert (
        "the example made from this schema does not fit it: $.kind: 'cow' is not one of ['cat', "
        "'dog']; write an 'example' beside the schema or inside it, or correct the schema"
    ) in warnings
    assert warnings.count("does not fit it") == 1


def test_a_language_that_samples_are_not_written_in_is_a_warning(project: Project) -> None:
    docs = json.loads(FILES["docs.json"])
    docs["api"] = {"examples": {"languages": ["curl", "pyhton"]}}
    project.write({"docs.json": json.dumps(docs)})
    result = project.build()
    assert "/api/examples/languages/1: expected one of curl, wget, python" in result.warnings
    assert (
        "found 'pyhton'; left out; did you mean 'python'? [docsnav.wrong_value]" in result.warnings
    )
    html = (Path(result.app.outdir) / f"{PAGE}.html").read_text("utf-8")
    assert "cURL" in html
    assert "JavaScript" not in html


def test_pages_speak_the_language_of_their_place(project: Project) -> None:
    start = {"group": "Start", "pages": ["index"]}
    reference = {"group": "API", "openapi": {"source": "o.json", "directory": "en"}}
    languages = [
        {"language": "en", "groups": [start, reference]},
        {"language": "de", "openapi": {"source": "o.json", "directory": "de"}},
    ]
    docs = {"navigation": {"languages": languages}}
    project.write({"docs.json": json.dumps(docs), "index.rst": "Start\n=====\n"})
    assert project.build().warnings == ""
    html = (project.output() / "de/pets/list-pets.html").read_text("utf-8")
    assert re.search(r'<section id="query-parameters">\s*<h2>Abfrageparameter', html)
    assert re.search(r'<section id="responses">\s*<h2>Antworten', html)
    assert 'aria-label="Beispiele"' in html
    assert 'href="../overview.html"' in html


def test_only_options_with_content_fold(project: Project) -> None:
    html = options_page(project, {"title": "Empty", "type": "string", "enum": [""]})
    assert re.findall(OPTION, html) == [("div", "Empty"), ("details", "Full")]
    assert 'Empty</span> <span class="docsnav-field-type">string</span></p>' in html
    assert '<span>always <code>""</code></span>' in html


def test_fields_are_named_by_their_option_if_another_one_has_fields(project: Project) -> None:
    assert 'id="body-a"' in options_page(project, {"title": "Empty", "type": "string"})
    other = {"title": "Other", "type": "object", "properties": {"a": {}}}
    found = re.findall('id="(body-[^"]+)"', options_page(project, other))
    assert found == ["body-other", "body-other-a", "body-full", "body-full-a"]


OPTION = re.compile(r'<(\w+) class="docsnav-variant".*?docsnav-variant-name">(\w+)', re.DOTALL)


def options_page(project: Project, first: Mapping[str, object]) -> str:
    """Return the page of an operation whose body is *first*, or an object with one field."""
    full = {"title": "Full", "type": "object", "properties": {"a": {}}}
    schema = {"oneOf": [first, full]}
    body = {"content": {"application/json": {"schema": schema}}}
    paths = {"/pets": {"get": {**PETS["get"], "requestBody": body}}}
    spec = {"openapi": "3.1.0", "info": {"title": "Pets", "version": "1"}, "paths": paths}
    project.write({"o.json": json.dumps(spec)})
    project.build()
    return (project.output() / f"{PAGE}.html").read_text("utf-8")


def test_links_in_descriptions_lead_to_pages_of_the_site(project: Project) -> None:
    text = "See [start](/index), [pets](/api-reference/pets/list-pets) and [none](/no/page)."
    paths = {"/pets": {"get": {**PETS["get"], "description": text}}}
    spec = {"openapi": "3.1.0", "info": {"title": "Pets", "version": "1"}, "paths": paths}
    project.write({"o.json": json.dumps(spec)})
    result = project.build()
    html = (project.output() / f"{PAGE}.html").read_text("utf-8")
    assert 'href="../../index.html">start</a>' in html
    assert 'href="#">pets</a>' in html
    (warning,) = result.warnings.splitlines()
    assert warning == (
        "o.json:1:296: WARNING: /paths/~1pets/get/description: link to '/no/page': "
        "no such page or file, kept as written [docsnav.link_missing]"
    )


def test_a_link_to_a_missing_anchor_in_a_specification_is_reported_once(project: Project) -> None:
    pet = {"description": "See [more](#more) in [docs](/index).", "type": "string"}
    content = {"text/plain": {"schema": {"$ref": "#/components/schemas/Pet"}}}
    operation = {"responses": {"200": {"description": "Fine.", "content": content}}}
    spec = {
        "openapi": "3.1.0",
        "info": {"title": "Pets", "version": "1"},
        "paths": {path: {"get": {**operation, "summary": path}} for path in ("/a", "/b")},
        "components": {"schemas": {"Pet": pet}},
    }
    docs = {"navigation": {"groups": [{"group": "G", "openapi": "o.json", "pages": ["index"]}]}}
    start = {"docs.json": json.dumps(docs), "index.rst": "Start\n=====\n"}
    project.write({"o.json": json.dumps(spec), **start})
    (warning,) = project.build().warnings.splitlines()
    assert warning.endswith(
        "/components/schemas/Pet/description: the pages that show this text do not have the anchor "
        "that it links to; write the address of a page before '#more' [docsnav.anchor_missing]"
    )


def test_many_links_of_a_generator_to_schemas_are_one_problem_with_a_count(
    project: Project,
) -> None:
    fields = {
        f"f{number}": {"type": "string", "description": f"See [it](#schema_{number})."}
        for number in range(50)
    }
    schema = {"type": "object", "properties": fields}
    responses = {
        "200": {"description": "Fine.", "content": {"application/json": {"schema": schema}}}
    }
    spec = {
        "openapi": "3.1.0",
        "info": {"title": "Pets", "version": "1"},
        "paths": {"/a": {"get": {"responses": responses}}},
    }
    docs = {"navigation": {"groups": [{"group": "G", "openapi": "o.json", "pages": ["index"]}]}}
    start = {"docs.json": json.dumps(docs), "index.rst": "Start\n=====\n"}
    project.write({"o.json": json.dumps(spec), **start})
    *places, count = project.build().warnings.splitlines()
    assert [place.partition("; ")[0].rpartition(": ")[2] for place in places] == [
        "the pages that show this text do not have the anchor that it links to"
    ] * 3
    assert count.startswith("WARNING: 47 more places with the same problem (")


def test_headings_of_descriptions_are_sections_of_pages_about_an_api(project: Project) -> None:
    spec = {
        "openapi": "3.1.0",
        "info": {
            "title": "Pets",
            "version": "7",
            "description": "Hello.\n\n# Use\n\nA.\n\n## Limits\n\nB.\n\n# Servers\n\nC.",
        },
        "servers": [{"url": "https://api.example.com"}],
        "tags": [{"name": "Pets", "description": "## Kinds\n\nMany."}],
        "paths": {"/pets": PETS},
    }
    project.write({"o.json": json.dumps(spec), "index.rst": "Start\n=====\n"})
    assert project.build().warnings == ""

    def outline(page: str) -> list[str]:
        html = (project.output() / f"api-reference/{page}.html").read_text("utf-8")
        found = re.findall(r'<section id="([\w-]+)">\s*<h(\d)>|<dd[^>]*>(?:<p>)?(7)', html)
        return [f"{level} {name}" if name else version for name, level, version in found]

    sections = ["2 use", "3 limits", "2 servers-2", "2 servers", "2 endpoints"]
    assert outline("overview") == ["1 pets", "7", *sections]
    assert outline("pets") == ["1 pets", "2 kinds", "2 endpoints"]
    html = (project.output() / "api-reference/overview.html").read_text("utf-8")
    assert re.search(r">Pets</a> \(1\) Many\.", html)


def test_links_for_viewers_of_specifications_lead_to_pages(project: Project) -> None:
    links = {
        "Redoc": "#operation/makePet",
        "Scalar": "#tag/big-pets/POST/pets",
        "Swagger": "#/Big%20pets/makePet",
        "tag": "#tag/Big-pets",
        "schema": "#/schemas/Pet",
        "section": "#section/About/The-pets",
        "nothing": "#operation/none",
    }
    text = " ".join(f"[{name}]({url})" for name, url in links.items())
    pet = {"type": "object", "properties": {name: {"type": "string"} for name in "abcdefghij"}}
    body = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Pet"}}}}

    def write(summary: str) -> None:
        post = {**PETS["get"], "operationId": "makePet", "summary": summary, "requestBody": body}
        spec = {
            "openapi": "3.1.0",
            "info": {
                "title": "Pets",
                "version": "1",
                "description": "# The pets\n\nA.\n\n## Cats\n\nB.",
            },
            "paths": {
                "/": {"get": {"summary": "Home", "tags": ["Big pets"], "description": text}},
                "/pets": {"post": {**post, "tags": ["Big pets"]}},
            },
            "components": {"schemas": {"Pet": pet}},
        }
        project.write({"o.json": json.dumps(spec), "index.rst": "Start\n=====\n"})

    def shown() -> dict[str, str]:
        html = (project.output() / "api-reference/big-pets/home.html").read_text("utf-8")
        found = {name: re.search(rf'href="([^"]*)">{name}</a>', html) for name in links}
        return {name: match[1] if match else "" for name, match in found.items()}

    write("Make")
    (warning,) = project.build().warnings.splitlines()
    assert "before '#operation/none'" in warning
    operation = "make.html#post-pets"
    assert shown() == {
        "Redoc": operation,
        "Scalar": operation,
        "Swagger": operation,
        "tag": "../big-pets.html",
        "schema": "../schemas/pet.html#schema",
        "section": "../overview.html#the-pets",
        "nothing": "#operation/none",
    }
    write("Create")
    project.build()
    assert shown()["Redoc"] == "create.html#post-pets"


def test_links_to_a_tag_whose_operations_docs_json_lists_lead_to_the_introduction(
    project: Project,
) -> None:
    get = {**PETS["get"], "description": "[Tag](#tag/Big-pets)", "tags": ["Big pets"]}
    info = {"title": "Pets", "version": "1"}
    spec = {"openapi": "3.1.0", "info": info, "paths": {"/pets": {"get": get}}}
    group = {"group": "API", "openapi": "o.json", "pages": ["index", "GET /pets"]}
    docs = json.dumps({"navigation": {"groups": [group]}})
    project.write({"docs.json": docs, "index.rst": "Start\n=====\n", "o.json": json.dumps(spec)})
    assert project.build().warnings == ""
    html = (project.output() / "api-reference/big-pets/list-pets.html").read_text("utf-8")
    assert '../overview.html#tag-big-pets">Tag</a>' in html


def test_links_of_a_response_lead_to_the_operations_page(project: Project) -> None:
    links = {"next": {"operationRef": "#/paths/~1pets/get"}, "none": {"operationId": "nothing"}}
    put = {"summary": "Put", "responses": {"200": {"description": "Fine.", "links": links}}}
    spec = {
        "openapi": "3.1.0",
        "info": {"title": "Pets", "version": "1"},
        "paths": {"/pets": {**PETS, "put": put}},
    }
    project.write({"o.json": json.dumps(spec)})
    (warning,) = project.build(conf={"nitpicky": True}).warnings.splitlines()
    assert "no operation has the operationId 'nothing' of this link" in warning
    html = (project.output() / "api-reference/put.html").read_text("utf-8")
    assert re.search(r'leads to <a [^>]*href="pets/list-pets.html#get-pets"[^>]*>', html)
    assert re.search(r"leads to <code[^>]*>.*nothing", html)


def test_links_to_a_folder_that_the_site_lacks_are_counted(project: Project) -> None:
    paths = {
        f"/pets/{number}": {"get": {"description": f"See [more](/documentation/{number})."}}
        for number in range(9)
    }
    project.write({"o.json": json.dumps({"openapi": "3.1.0", "info": {}, "paths": paths})})

    lines = [line for line in project.build().warnings.splitlines() if "/documentation/" in line]

    assert [line.count("link to '/documentation/") for line in lines] == [1, 1, 1, 0]
    assert "6 more places with the same problem (the site has no pages below" in lines[3]


def test_pages_share_the_sidebar_of_folded_endpoints_and_link_to_every_group(
    project: Project,
) -> None:
    tags = [f"Tag {number}" for number in range(5)]
    paths = {
        f"/{number}/{letter}": {"get": {"tags": [tag], "summary": f"Get {letter} of {number}"}}
        for number, tag in enumerate(tags)
        for letter in "abcdef"
    }
    references = [f"GET {path}" for path in paths]
    value = {"openapi": "3.1.0", "info": {"title": "Pets"}, "paths": paths}
    listed = {"group": "Listed", "openapi": "o.json", "pages": references}
    tabs = [
        {"tab": "Guide", "pages": ["index"]},
        {"tab": "API", "openapi": "o.json"},
        {"tab": "Own", "groups": [listed]},
    ]
    project.write({"o.json": json.dumps(value), "index.rst": "Start\n=====\n"})
    project.write({"docs.json": json.dumps({"navigation": {"tabs": tabs[:2]}})})

    page = Path(project.build().app.outdir, "api-reference/tag-2/get-b-of-2.html")
    text = page.read_text("utf-8")

    assert "_static/docsnav-sidebar-" in text
    sidebar = text[text.index("docsnav-sidebar") : text.index("_static/docsnav-sidebar-")]
    links = re.findall(r'href="([^"]*)"', sidebar)
    assert [link for link in links if re.search(r"/tag-\d\.html$", link)] == [
        f"../../api-reference/tag-{number}.html" for number in range(5)
    ]
    assert sum("/tag-2/" in link for link in links) == 6
    assert not any("/tag-3/" in link for link in links)
    # A heading has no page that lists its endpoints, so that pages have all of them.
    project.write({"docs.json": json.dumps({"navigation": {"tabs": [tabs[0], tabs[2]]}})})
    project.build()
    assert "_static/docsnav-sidebar-" not in page.read_text("utf-8")


def test_the_name_of_the_only_api_is_not_alone_in_a_line(project: Project) -> None:
    get = {"tags": ["Pets"], "summary": "List pets"}
    value = {"openapi": "3.1.0", "info": {"title": "Harbour"}, "paths": {"/pets": {"get": get}}}
    project.write({"o.json": json.dumps(value)})
    page = Path(project.build().app.outdir) / f"{PAGE}.html"
    assert "API: " not in page.read_text("utf-8")

    # With another API, the page is read again.
    groups = [{"group": name, "openapi": f"{name}.json"} for name in ("o", "p")]
    second = {**value, "info": {"title": "Port"}, "paths": {"/ships": {"get": {}}}}
    docs = {"navigation": {"groups": [*groups, {"group": "A", "pages": ["index"]}]}}
    project.write({"p.json": json.dumps(second), "docs.json": json.dumps(docs)})
    project.build()
    assert 'API: <a href="../overview.html">Harbour</a>' in page.read_text("utf-8")


def test_a_link_that_many_pages_show_is_told_once_where_it_is_written(project: Project) -> None:
    schema = {"type": "object", "properties": {"a": {"description": "See [a](/no/page#x)."}}}
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Pet"}}}
    shared = {"responses": {"200": {"description": "Fine.", "content": content}}}
    spec = {
        "openapi": "3.1.0",
        "info": {"title": "Pets", "version": "1"},
        "paths": {"/pets": {"get": {**PETS["get"], **shared}, "put": shared, "post": shared}},
        "components": {"schemas": {"Pet": schema}},
    }
    project.write({"o.json": json.dumps(spec, indent=1), "index.rst": "Start\n=====\n"})
    (warning,) = project.build().warnings.splitlines()
    assert warning.startswith("o.json:")
    assert ": WARNING: /components/schemas/Pet/properties/a/description: link to " in warning


def test_an_oddity_of_many_operations_is_told_in_proportion(project: Project) -> None:
    shared = {"security": [{"none": []}], "responses": {"200": {"description": "Fine."}}}
    paths = {f"/pets/{number}": {"get": shared} for number in range(30)}
    spec = {"openapi": "3.1.0", "info": {"title": "Pets", "version": "1"}, "paths": paths}
    project.write({"o.json": json.dumps(spec), "index.rst": "Start\n=====\n"})
    result = project.build(parallel=2)
    lines = [line for line in result.warnings.splitlines() if "scheme 'none' is not in" in line]
    assert len(lines) == 4  # three places, and how many there are
    assert "27 more" in lines[-1]


@pytest.mark.parametrize(
    ("own", "leads", "shown"),
    [("All the pets.", 0, 1), ("Mine.", 1, 0), ("All the", 0, 1)],
)
def test_a_description_is_shown_once(project: Project, own: str, leads: int, shown: int) -> None:
    paths = {"/pets": {"get": {**PETS["get"], "description": "All the pets.\n\nAnd more."}}}
    spec = {"openapi": "3.1.0", "info": {"title": "Pets", "version": "1"}, "paths": paths}
    page = f"---\ntitle: Mine\ndescription: {own}\nopenapi: GET /pets\n---\n\nText.\n"
    docs = {"navigation": {"pages": ["index", "mine"]}}
    files = {"o.json": json.dumps(spec), "mine.mdx": page, "docs.json": json.dumps(docs)}
    project.write({**files, "index.rst": "Start\n=====\n\nText.\n"})
    project.build()
    html = (project.output() / "mine.html").read_text("utf-8")
    assert html.count(f"{own}</p>") == leads + (own == "All the pets.")
    assert html.count("<p>And more.</p>") == shown


PET = {
    "type": "object",
    "description": "An animal.",
    "properties": {
        "name": {"type": "string"},
        "owner": {"$ref": "#/components/schemas/Owner"},
        "parents": {"type": "array", "items": {"$ref": "#/components/schemas/Pet"}},
    },
}
TAGGED = {"pets": PETS, "toys": {"get": {"summary": "List toys", "tags": ["Toys"]}}}
OWNER = {"type": "object", "properties": {f"field{n}": {"type": "string"} for n in range(200)}}


def answer(name: str) -> dict[str, Any]:
    """Return the responses of an operation that answers with a component."""
    schema = {"$ref": f"#/components/schemas/{name}"}
    content = {"application/json": {"schema": schema}}
    return {"200": {"description": "Fine.", "content": content}}


def specification(**fields: object) -> str:
    """Return a specification with a pet that has an owner with many fields."""
    return json.dumps(
        {
            "openapi": "3.1.0",
            "info": {
                "title": "Pet shop",
                "version": "1.2",
                "description": "Sells *pets*.",
                "termsOfService": "https://example.com/terms",
                "contact": {"name": "Ann", "email": "ann@example.com"},
                "license": {"name": "MIT", "identifier": "MIT"},
            },
            "tags": [{"name": "Pets", "description": "All about pets."}],
            "paths": {
                "/pets": {"get": {**PETS["get"], "responses": answer("Pet")}},
                "/secret": {
                    "get": {"x-hidden": True, "operationId": "secret", "responses": answer("Pet")}
                },
            },
            "components": {"schemas": {"Pet": PET, "Owner": OWNER}},
            **fields,
        }
    )


SHOP = {**FILES, "o.json": specification(), "index.rst": "Start\n=====\n\nText.\n"}


@pytest.fixture
def shop(project: Project) -> Project:
    project.write(SHOP)
    return project


@pytest.fixture(scope="module")
def built_shop(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """Build the shop once, for all tests that only read its pages."""
    shop = Project(tmp_path_factory.mktemp("shop"))
    shop.write(SHOP)
    assert shop.build().warnings == ""
    return shop


def test_a_field_that_does_not_fit_links_to_the_page_of_its_schema(built_shop: Project) -> None:
    out = built_shop.output()
    page = (out / f"{PAGE}.html").read_text("utf-8")
    assert 'href="../schemas/owner.html"' in page
    assert "field199" not in page
    owner = (out / "api-reference/schemas/owner.html").read_text("utf-8")
    assert 'id="schema-field199"' in owner
    assert 'href="pet.html"' in owner
    pet = (out / "api-reference/schemas/pet.html").read_text("utf-8")
    assert 'href="../pets/list-pets.html#get-pets"' in pet


def test_the_introduction_says_what_the_specification_says_of_itself(built_shop: Project) -> None:
    out = built_shop.output()
    page = (out / "api-reference/overview.html").read_text("utf-8")
    assert "<h1>Pet shop" in page
    said = (
        *("<em>pets</em>", "1.2", "mailto:", "https://example.com/terms", "MIT"),
        *("All about pets.", 'href="pets/list-pets.html"', 'href="schemas/owner.html"'),
        'href="../docsnav-endpoints.html"',
    )
    assert [words for words in said if words not in page] == []
    assert 'href="../overview.html"' in (out / f"{PAGE}.html").read_text("utf-8")


TAG = "api-reference/pets"


def test_documentation_with_an_unsafe_url_is_text_without_a_link(shop: Project) -> None:
    docs = {"url": "javascript:alert(1)", "description": "Read the *manual*"}
    fields = {
        "externalDocs": docs,
        "tags": [{"name": "Pets", "externalDocs": {"url": "javascript:tag()"}}],
        "paths": {"/pets": {"get": {**PETS["get"], "externalDocs": docs}}},
    }
    shop.write({"o.json": specification(**fields)})
    shop.build()
    for name, text in (
        ("api-reference/overview", "Read the <em>manual</em>"),
        (TAG, "javascript:tag()"),
        (PAGE, "Read the <em>manual</em>"),
    ):
        page = (shop.output() / f"{name}.html").read_text("utf-8")
        assert text in page, name
        assert 'href="javascript' not in page


def test_the_heading_of_a_group_leads_to_the_page_of_its_tag(built_shop: Project) -> None:
    out = built_shop.output()
    endpoint = (out / f"{PAGE}.html").read_text("utf-8")
    heading = r'has-children current[^"]*"><a class="reference internal" href="([^"]*)"( aria)?'
    assert re.findall(heading, endpoint) == [("../../api-reference/pets.html", "")]
    page = (out / f"{TAG}.html").read_text("utf-8")
    assert re.findall(heading, page) == [("../api-reference/pets.html", " aria")]
    assert "<p>All about pets.</p>" in page
    table = page[page.index("<table") : page.index("</table>")]
    assert 'href="pets/list-pets.html"' in table
    assert "<code>GET /pets</code>" in table
    assert "List pets" in table
    assert f'href="{TAG}.html#"' in (out / "docsnav-endpoints.html").read_text("utf-8")
    assert 'href="pets.html"' in (out / "api-reference/overview.html").read_text("utf-8")


def test_a_long_path_in_a_table_breaks_before_its_slashes(shop: Project) -> None:
    shop.write({"o.json": specification(paths={"/shops/{shop}/pets": {"get": PETS["get"]}})})
    shop.build()
    page = (shop.output() / f"{TAG}.html").read_text("utf-8")
    assert "<code>GET /shops<wbr />/{shop}<wbr />/pets</code>" in page


def test_the_name_of_a_tag_is_escaped_in_the_index(shop: Project) -> None:
    listed = {"get": {**PETS["get"], "tags": ["Pets & <b>"]}}
    shop.write({"o.json": specification(paths={"/pets": listed})})
    out = Path(shop.build().app.outdir)
    page = (out / "docsnav-endpoints.html").read_text("utf-8")
    assert "<strong>Pets\N{NO-BREAK SPACE}&amp;\N{NO-BREAK SPACE}b</strong>" in page
    assert "Pets & " not in page


@pytest.mark.parametrize("drilldown", [True, False])
def test_drilldown_decides_what_the_title_of_a_folded_group_does(
    shop: Project, *, drilldown: bool
) -> None:
    shop.write({"o.json": specification(paths={f"/{n}": TAGGED[n] for n in TAGGED})})
    docs = json.loads(FILES["docs.json"])
    pattern = r'<li class="toctree-l1 has-children[^"]*">(.*?<span class="docsnav-count">\d</span>)'
    titles = re.findall(pattern, page_of(shop.build()))
    found = [re.findall('href="([^"]*)"', title) for title in titles]
    assert found == [["api-reference/pets.html"], ["api-reference/toys.html"]]
    assert [title[-8] for title in titles] == ["1", "1"]
    docs["interaction"] = {"drilldown": drilldown}
    shop.write({"docs.json": json.dumps(docs)})
    titles = re.findall(pattern, page_of(shop.build()))
    found = [re.findall('href="([^"]*)"', title) for title in titles]
    pages = ["pets/list-pets", "toys/list-toys"] if drilldown else []
    assert [url for urls in found for url in urls] == [f"api-reference/{p}.html" for p in pages]


def page_of(result: Result) -> str:
    """Return the HTML of the first page."""
    return (Path(result.app.outdir) / "index.html").read_text("utf-8")


def test_pages_about_a_specification_are_in_no_sidebar_and_unlisted_is_no_matter(
    shop: Project,
) -> None:
    result = shop.build(conf={"docsnav_unlisted": "warn"})
    assert "api-reference/get-secret" in result.warnings
    assert "overview" not in result.warnings
    assert "schemas" not in result.warnings


def test_hidden_operations_are_in_no_index_no_search_and_no_inventory(built_shop: Project) -> None:
    out = built_shop.output()
    names = ("docsnav-endpoints.html", "genindex.html", "api-reference/overview.html")
    texts = [(out / name).read_text("utf-8") for name in (*names, "search.html")]
    assert "api-reference/get-secret" not in built_shop.searched()
    pages = built_shop.indexed()
    kinds = re.findall(r"(\d+)([a-z])", str(built_shop.search_data("index")["kinds"]))
    letters = "".join(letter * int(number) for number, letter in kinds)
    found = {name for name, letter in zip(pages, letters, strict=True) if letter == "a"}
    assert found == {name for name in pages if name.startswith("api-reference/")}
    assert [text for text in texts if "/secret" in text] == []
    assert [line for line in inventory(out) if "secret" in line and "std:doc" not in line] == []
    assert (out / "api-reference/get-secret.html").is_file()


def test_a_schema_is_a_target_of_references(shop: Project) -> None:
    shop.write({"index.rst": "Start\n=====\n\n:docsnav:schema:`Pet` :ref:`owner`\n"})
    result = shop.build()
    assert result.warnings == ""
    html = (Path(result.app.outdir) / "index.html").read_text("utf-8")
    assert html.count('href="api-reference/schemas/pet.html#schema"') == 1
    assert html.count('href="api-reference/schemas/owner.html#schema"') == 1


def test_a_method_of_the_specifications_own_looks_like_a_method(shop: Project) -> None:
    extra = {"COPY": {"summary": "Copy pets", "tags": ["Pets"]}}  # "docsnav-copy" is a button
    paths = {"/pets": {**PETS, "additionalOperations": extra}}
    shop.write({"o.json": specification(openapi="3.2.0", paths=paths)})
    page = (Path(shop.build().app.outdir) / f"{TAG}/copy-pets.html").read_text("utf-8")
    assert page.count('class="docsnav-method">COPY<') == 2


def test_a_page_of_the_site_takes_the_place_of_a_generated_one(shop: Project) -> None:
    shop.write({"api-reference/schemas/owner.mdx": "---\ntitle: Our owners\n---\n\nOwn words.\n"})
    out = Path(shop.build().app.outdir)
    assert "Own words" in (out / "api-reference/schemas/owner.html").read_text("utf-8")
    assert 'href="../schemas/owner.html"' in (out / f"{PAGE}.html").read_text("utf-8")


def test_docs_json_may_list_pages_about_a_specification(shop: Project) -> None:
    pages = ["index", "api-reference/overview", "api-reference/schemas/pet"]
    navigation = {"groups": [{"group": "A", "pages": pages}, {"group": "B", "openapi": "o.json"}]}
    shop.write({"docs.json": json.dumps({"navigation": navigation})})
    result = shop.build()
    assert result.warnings == ""
    html = (Path(result.app.outdir) / "index.html").read_text("utf-8")
    assert 'href="api-reference/overview.html"' in html


def test_docs_json_may_list_a_page_with_all_endpoints(shop: Project) -> None:
    name = "api-reference/all-endpoints"
    shop.build()
    endpoints = shop.searched()
    inventory_before = inventory(shop.output())
    assert not (shop.output() / f"{name}.html").exists()
    groups = [{"group": "A", "pages": ["index", name]}, {"group": "B", "openapi": "o.json"}]
    shop.write({"docs.json": json.dumps({"navigation": {"groups": groups}})})
    shop.conf |= {"html_baseurl": "https://pets.example", "docsnav_sitemap": "1"}

    result = shop.build()

    assert result.warnings == ""
    page = (shop.output() / f"{name}.html").read_text("utf-8")
    # Each endpoint has a heading that leads to its page, an anchor, and its fields.
    sections = re.findall(r'<section class="docsnav-listed-endpoint" id="([^"]*)">', page)
    assert sections
    for section in sections:
        assert re.search(rf'id="{section}">\n<h\d><a class="[^"]*" href="[^"#]+\.html#', page)
    ids = re.findall(r' id="([^"]*)"', page)
    assert len(ids) == len(set(ids))
    assert any(f"{section}.response-" in each for section in sections for each in ids)
    assert 'data-docsnav-servers="[]"' in page
    assert page.count('docsnav-endpoint"') + page.count('docsnav-endpoint-sampled"') == len(
        sections
    )
    # It repeats what other pages show, and they are found.
    assert shop.searched() == endpoints
    assert name not in (shop.output() / "sitemap.xml").read_text("utf-8")
    assert [line for line in inventory(shop.output()) if name not in line] == inventory_before


def test_a_book_has_a_link_in_place_of_all_endpoints(shop: Project) -> None:
    name = "api-reference/all-endpoints"
    groups = [{"group": "A", "pages": ["index", name]}, {"group": "B", "openapi": "o.json"}]
    shop.write({"docs.json": json.dumps({"navigation": {"groups": groups}})})
    assert shop.build("text", out="text").warnings == ""
    text = (shop.output("text") / f"{name}.txt").read_text("utf-8")
    assert len(text.strip().splitlines()) == 4


def test_a_schema_that_no_endpoint_uses_has_a_page_only_if_docs_json_lists_it(
    shop: Project,
) -> None:
    schemas = {"Pet": PET, "Owner": OWNER, "Alone": OWNER}
    shop.write({"o.json": specification(components={"schemas": schemas})})
    alone = Path(shop.build().app.outdir) / "api-reference/schemas/alone.html"
    assert not alone.exists()
    pages = ["index", "api-reference/schemas/alone"]
    navigation = {"groups": [{"group": "A", "pages": pages}, {"group": "B", "openapi": "o.json"}]}
    shop.write({"docs.json": json.dumps({"navigation": navigation})})
    result = shop.build()
    assert result.warnings == ""
    assert alone.is_file()


def test_a_page_with_openapi_in_its_front_matter_links_to_schemas(shop: Project) -> None:
    navigation = {"groups": [{"group": "A", "pages": ["index", "mine"]}]}
    shop.write(
        {
            "docs.json": json.dumps({"navigation": navigation}),
            "mine.mdx": "---\ntitle: Mine\nopenapi: get /pets\n---\n",
        }
    )
    html = (Path(shop.build().app.outdir) / "mine.html").read_text("utf-8")
    assert 'href="api-reference/schemas/owner.html"' in html


def test_fields_have_the_ids_that_the_service_gives_them(shop: Project) -> None:
    schema: dict[str, Any] = {
        "properties": {"createdAt": {}, "crop_box": {"properties": {"left-edge": {}}}}
    }
    content = {"application/json": {"schema": schema}}
    operation = {
        "summary": "List pets",
        "tags": ["Pets"],
        "parameters": [{"name": "actionType", "in": "query", "schema": {}}],
        "requestBody": {"content": content},
        "responses": {
            "200": {"description": "Fine.", "content": content},
            "404": {"description": "No.", "content": content},
        },
    }
    shop.write({"o.json": specification(paths={"/pets": {"post": operation}})})
    html = (Path(shop.build().app.outdir) / f"{PAGE}.html").read_text("utf-8")
    for name in (
        *("parameter-action-type", "body-created-at", "body-crop-box", "body-crop-box-left-edge"),
        *("response-created-at", "response-crop-box-left-edge", "response-404-created-at"),
    ):
        assert f'id="{name}"' in html
        assert f'href="#{name}"' in html


def test_overview_schemas_and_buttons_speak_the_language_of_their_page(shop: Project) -> None:
    languages = [
        {"language": "en", "pages": ["index"]},
        {"language": "de", "openapi": {"source": "o.json", "directory": "de"}},
    ]
    shop.write({"docs.json": json.dumps({"navigation": {"languages": languages}})})
    result = shop.build()
    assert result.warnings == ""
    out = Path(result.app.outdir)
    overview = (out / "de/overview.html").read_text("utf-8")
    said = ("Alle Endpunkte", "Kontakt", "Lizenz", "Nutzungsbedingungen", "<h2>Schemas")
    assert [words for words in said if words not in overview] == []
    assert "Verwendet von" in (out / "de/schemas/owner.html").read_text("utf-8")
    page = (out / "de/pets/list-pets.html").read_text("utf-8")
    assert "&quot;copy&quot;: &quot;Kopieren&quot;" in page
    assert "&quot;copy&quot;: &quot;Kopieren&quot;" in overview


def inline(prefix: str, count: int = 200) -> dict[str, Any]:
    """Return an object schema with many fields and no name."""
    return {"type": "object", "properties": {f"{prefix}{i}": {} for i in range(count)}}


def test_a_large_part_without_a_name_has_a_page_unless_it_must_be_sent(shop: Project) -> None:
    sent: dict[str, Any] = {"must": inline("must"), "may": inline("may")}
    form = {"type": "object", "required": ["must"], "properties": sent}
    told: dict[str, Any] = {name: inline(name) for name in ("left", "right")}
    answer = {"type": "array", "items": {"type": "object", "properties": told}}
    operation = {
        **PETS["get"],
        "requestBody": {"content": {"application/x-www-form-urlencoded": {"schema": form}}},
        "responses": {
            "200": {"description": "", "content": {"application/json": {"schema": answer}}}
        },
    }
    info = {"title": "Pets", "version": "1"}
    spec = {"openapi": "3.1.0", "info": info, "paths": {"/pets": {"get": operation}}}
    shop.write({"o.json": json.dumps(spec)})
    result = shop.build()
    assert result.warnings == ""
    out = Path(result.app.outdir)
    page = (out / f"{PAGE}.html").read_text("utf-8")
    assert 'id="body-must-must199"' in page
    assert 'href="../schemas/get-pets-may.html"' in page
    assert "may199" not in page.partition("docsnav-endpoint-samples")[0]
    # Known from the first line on: styles that wait for the samples would move what is shown.
    assert '<div class="docsnav-endpoint docsnav-endpoint-sampled"' in page
    part = (out / "api-reference/schemas/get-pets-may.html").read_text("utf-8")
    assert 'id="schema-may199"' in part
    assert "<h1>GET /pets: may" in part
    assert 'href="../pets/list-pets.html#get-pets"' in part
    right = (out / "api-reference/schemas/get-pets-200-right.html").read_text("utf-8")
    assert 'id="schema-right199"' in right
    assert "GET /pets: may" not in (out / "api-reference/overview.html").read_text("utf-8")


def test_docs_json_and_the_page_show_or_hide_the_form(project: Project) -> None:
    site = json.loads(FILES["docs.json"])
    site["navigation"]["groups"][0]["pages"] += ["own", "quiet"]
    project.write(
        {
            "own.mdx": "---\ntitle: Own\nopenapi: get /pets\nplayground: interactive\n---\n",
            "quiet.mdx": "---\ntitle: Quiet\nopenapi: get /pets\nplayground: none\n---\n",
        }
    )
    shown = {}
    for playground in ({}, {"display": "interactive"}, {"display": "none"}):
        project.write({"docs.json": json.dumps({**site, "api": {"playground": playground}})})
        for by_setting in (False, True):
            settings: dict[str, Any] = {
                "docsnav_openapi_options.try_it": by_setting,
                "docsnav_openapi_options.proxy": "/p?u=",
            }
            assert project.build(conf=settings).warnings == ""
            files = project.files()
            shown[playground.get("display"), by_setting] = "".join(
                name[0]
                for name in ("own", "quiet", PAGE)
                if b"docsnav-try-it" in files[f"{name}.html"]
            )
            assert b"docsnav-try-it.js" in files["own.html"]
            assert "_static/docsnav-try-it.js" in files
    assert shown == {
        (None, False): "o",
        (None, True): "oa",
        ("interactive", False): "oa",
        ("interactive", True): "oa",
        ("none", False): "o",
        ("none", True): "o",
    }
    assert b"/p?u=" in files["own.html"]
    project.write({"docs.json": json.dumps({**site, "api": {"playground": {"proxy": False}}})})
    project.build(
        conf={"docsnav_openapi_options.try_it": True, "docsnav_openapi_options.proxy": "/p?u="}
    )
    assert b"/p?u=" not in project.files()["own.html"]


def test_a_second_tag_is_on_the_page_and_its_description_on_that_of_the_api(
    project: Project,
) -> None:
    operation = {**PETS["get"], "tags": ["Pets", "Second"]}
    described = [
        {"name": name, "description": f"About {name}."} for name in ("Pets", "Second", "Unused")
    ]
    value = {**json.loads(FILES["o.json"]), "tags": described, "paths": {"/p": {"get": operation}}}
    project.write({"o.json": json.dumps(value), "index.rst": "Start\n=====\n"})
    assert project.build().warnings == ""
    page, whole = (
        re.sub(r"\s+", " ", re.sub("<[^>]+>", " ", project.files()[f"{name}.html"].decode()))
        for name in (PAGE, "api-reference/overview")
    )
    assert " Second " in page
    assert "About Second." in whole
    assert "About Unused." in whole
    assert "GET /p List pets" in whole[whole.index("About Second.") : whole.index("About Unused")]
    described[1]["description"] = "Changed."
    operation["summary"] = "All pets"
    project.write({"o.json": json.dumps(value)})
    project.build()
    whole = project.files()["api-reference/overview.html"].decode()
    assert "Changed." in whole
    assert "All pets" in whole


def test_the_specification_can_be_downloaded_if_the_site_shows_all_of_it(project: Project) -> None:
    project.build()
    overview = "api-reference/overview"
    (link,) = re.findall(
        r'href="\.\./(_downloads/\w+/o\.json)"', (project.output() / f"{overview}.html").read_text()
    )
    assert (project.output() / link).read_text() == FILES["o.json"]
    project.write({"o.json": FILES["o.json"].replace('"get": {', '"get": {"x-excluded": false, ')})
    project.build()
    page = project.files()[f"{overview}.html"].decode()
    assert "/o.json" in page
    (link_of_all,) = re.findall(r'href="\.\./(_downloads/\w+/o\.postman_collection\.json)"', page)
    assert b'"baseUrl"' in (project.output() / link_of_all).read_bytes()
    value = json.loads(FILES["o.json"])
    value["paths"]["/secret"] = {"get": {**PETS["get"], "operationId": "s", "x-excluded": True}}
    project.write({"o.json": json.dumps(value)})
    project.build()
    assert b"/o.json" not in project.files()[f"{overview}.html"]
    assert b"secret" not in (project.output() / link_of_all).read_bytes()
    assert (
        not (project.output() / link).is_file()
        or b"secret" not in (project.output() / link).read_bytes()
    )
