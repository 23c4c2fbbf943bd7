"""API references of ``docsnav_openapi``, in projects without docs.json."""

from __future__ import annotations

import json
import re
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from building import Project
from features.endpoints.test_endpoints import inventory
from sphinx import addnodes
from sphinx.errors import ConfigError
from sphinx_processes import SphinxProcesses

from sphinx_docsnav.endpoints.markup_parts import FieldHeadNode

OK = {"200": {"description": "Fine."}}
FIELDS = {letter: {"type": "string"} for letter in "abcdefgh"}
API: dict[str, Any] = {
    "openapi": "3.1.0",
    "info": {"title": "Pet shop", "version": "1"},
    "tags": [{"name": "Pets", "description": "What people keep."}],
    "paths": {
        "/pets": {
            "get": {"summary": "List pets", "tags": ["Pets"], "responses": OK},
            "post": {
                "operationId": "addPet",
                "summary": "Add a pet",
                "tags": ["Pets"],
                "requestBody": {
                    "content": {
                        "application/json": {"schema": {"$ref": "#/components/schemas/Pet"}}
                    }
                },
                "responses": OK,
            },
        },
        "/health": {"get": {"operationId": "getHealth", "responses": OK}},
        "/secret": {"get": {"summary": "Hidden", "x-hidden": True, "responses": OK}},
    },
    "components": {"schemas": {"Pet": {"type": "object", "properties": FIELDS}}},
}
FILES = {
    "conf.py": (
        'extensions = ["sphinx_docsnav"]\ndocsnav_openapi = {"api/index": "../openapi.json"}\n'
    ),
    "index.rst": "Start\n=====\n\n:endpoint:`addPet`\n\n.. toctree::\n\n   guide\n   api/index\n",
    "guide.rst": "Guide\n=====\n\nText.\n",
    "notes.md": "No page of this project.\n",
    "stray.mdx": "Neither is this.\n",
}
PAGES = {
    "api/get-health",
    "api/hidden",
    "api/index",
    "api/pets",
    "api/pets/add-a-pet",
    "api/pets/list-pets",
    "api/schemas",
    "api/schemas/pet",
}


def write_api(project: Project, **changes: object) -> None:
    project.root.joinpath("openapi.json").write_text(json.dumps({**API, **changes}), "utf-8")


@pytest.fixture
def project(tmp_path: Path) -> Project:
    made = Project(tmp_path)
    made.write(FILES)
    write_api(made)
    return made


def toctree(html: str) -> list[str]:
    """Return the addresses in the list of contents of a page."""
    return re.findall(
        r'<li class="toctree-l\d"><a class="reference internal" href="([^"#]+)"', html
    )


@pytest.mark.parametrize(
    "builder", ["html", "dirhtml", "latex", "epub", "text", "man", "texinfo", "singlehtml"]
)
def test_every_builder_writes_the_reference_without_a_warning(
    project: Project, builder: str
) -> None:
    conf = {"epub_copyright": "2026", "version": "1", "copyright": "2026"}
    result = project.build(builder, conf=conf)
    assert result.warnings == ""
    assert result.app.env.found_docs == {"index", "guide", *PAGES}
    assert result.app.env.toctree_includes == {
        "index": ["guide", "api/index"],
        "api/index": ["api/pets", "api/get-health", "api/schemas"],
        "api/pets": ["api/pets/list-pets", "api/pets/add-a-pet"],
        "api/schemas": ["api/schemas/pet"],
    }


def test_the_sources_and_the_rest_of_the_project_stay_as_they_are(project: Project) -> None:
    before = sorted(path.name for path in project.src.rglob("*"))
    project.build()
    assert sorted(path.name for path in project.src.rglob("*")) == before
    page = (project.output() / "guide.html").read_text("utf-8")
    project.write(
        {"conf.py": "", "api/index.rst": "Pet shop\n========\n", "index.rst": "Start\n=====\n"}
    )
    project.write({"index.rst": FILES["index.rst"].replace(":endpoint:`addPet`", "x")})
    project.build(out="plain")
    plain = (project.output("plain") / "guide.html").read_text("utf-8")
    body = re.compile(r'<div class="body" role="main">.*?</div>', re.DOTALL)
    assert body.findall(page) == body.findall(plain)
    assert "docsnav" not in page.replace("docsnav-endpoints", "")


def test_worker_processes_write_the_same_files(project: Project) -> None:
    project.build()
    # A file for download has an address that depends on the folder of the doctrees.
    project.build(out="parallel", parallel=2, doctrees="html", fresh=True)
    assert project.files("parallel") == project.files()


def test_an_edit_reads_the_operation_and_what_lists_it(project: Project) -> None:
    project.build()
    assert project.build().read == (0, 0, 0)
    paths = json.loads(json.dumps(API["paths"]))
    paths["/health"]["get"]["responses"]["200"]["description"] = "Well."
    verbose = {"name": "verbose", "in": "query", "schema": {"type": "string"}, "example": "yes"}
    paths["/health"]["get"]["parameters"] = [verbose]
    write_api(project, paths=paths)
    result = project.build()
    # With the introduction, whose files for download have everything.
    assert result.read == (0, 2, 0)
    made = next(path for path in project.output().rglob("*.postman_collection.json"))
    assert "verbose" in made.read_text("utf-8")
    assert "Well." in (project.output() / "api/get-health.html").read_text("utf-8")
    paths["/health"]["get"]["summary"] = "Tell the state"
    write_api(project, paths=paths)
    result = project.build()
    assert result.read == (0, 2, 1)
    assert not (project.output() / "api/get-health.html").exists()
    fresh = project.build(out="fresh", doctrees="html", fresh=True)
    assert result.warnings == fresh.warnings == ""
    assert project.files("fresh") == project.files()


def test_a_page_is_written_again_when_a_title_far_above_it_changes(project: Project) -> None:
    conf = {"html_theme": "classic"}  # shows all titles above a page
    project.write({"guide.rst": "Guide\n=====\n\n.. toctree::\n\n   part\n"})
    project.write({"part.rst": "Part\n====\n\n.. toctree::\n\n   leaf\n"})
    project.write({"leaf.rst": "Leaf\n====\n\nText.\n"})
    project.build(conf=conf)
    project.write({"guide.rst": "Manual\n======\n\n.. toctree::\n\n   part\n"})
    assert project.build(conf=conf).warnings == ""
    assert b">Manual</a>" in project.files()["leaf.html"]


def test_a_specification_can_be_a_value_of_conf_py(project: Project) -> None:
    conf = f"extensions = ['sphinx_docsnav']\ndocsnav_openapi = {{'api/index': {API!r}}}\n"
    project.write({"conf.py": conf})
    result = project.build()
    assert result.warnings == ""
    assert (project.output() / "api/pets/add-a-pet.html").is_file()
    project.write({"conf.py": conf.replace("Fine.", "Very fine.")})
    assert project.build().read == (0, 5, 0)


@pytest.mark.parametrize("source", ["../openapi.json", API], ids=["file", "value"])
def test_the_setting_may_name_a_document_with_all_endpoints(
    project: Project, source: object
) -> None:
    # The order of both documents does not matter.
    sources = {"api/all-endpoints": source, "api/index": source}
    conf = f"extensions = ['sphinx_docsnav']\ndocsnav_openapi = {sources!r}\n"
    project.write({"conf.py": conf})
    result = project.build()
    assert result.warnings == ""
    assert result.app.env.found_docs == {"index", "guide", "api/all-endpoints", *PAGES}
    pages = result.app.env.toctree_includes["api/index"]
    assert pages == ["api/pets", "api/get-health", "api/schemas", "api/all-endpoints"]
    page = (project.output() / "api/all-endpoints.html").read_text("utf-8")
    assert page.count('class="docsnav-listed-endpoint"') == 3
    assert 'href="pets/add-a-pet.html#' in page


def test_a_document_called_all_endpoints_may_introduce_an_api(project: Project) -> None:
    (project.root / "other.json").write_text(json.dumps(API), "utf-8")
    sources = {"api/all-endpoints": "../other.json", "api/index": "../openapi.json"}
    conf = f"extensions = ['sphinx_docsnav']\ndocsnav_openapi = {sources!r}\n"
    project.write({"conf.py": conf})
    includes = project.build().app.env.toctree_includes
    assert "api/all-endpoints/pets" in includes["api/all-endpoints"]


def test_references_lead_to_the_pages_also_over_the_inventory(project: Project) -> None:
    project.build()
    index = (project.output() / "index.html").read_text("utf-8")
    assert 'href="api/pets/add-a-pet.html#post-pets"' in index
    lines = inventory(project.output())
    assert (
        "addPet docsnav:operation -1 api/pets/add-a-pet.html#post-pets POST /pets: Add a pet"
        in (lines)
    )


def test_hidden_endpoints_are_in_no_search_index_or_inventory(project: Project) -> None:
    project.build()
    assert (project.output() / "api/hidden.html").is_file()
    lines = [line for line in inventory(project.output()) if " std:doc " not in line]
    assert not [line for line in lines if "api/hidden" in line]
    for name in ("searchindex.js", "docsnav-endpoints.html", "genindex.html", "api/index.html"):
        assert "hidden.html" not in (project.output() / name).read_text("utf-8")
    assert '"api/hidden"' not in (project.output() / "searchindex.js").read_text("utf-8")


def test_titles_and_limits_are_in_the_language_of_the_project(project: Project) -> None:
    limits = {"name": {"type": "string", "minLength": 1, "maxLength": 9}, "age": {"minimum": 3}}
    together = {"age": ["name"]}
    pet = {"type": "object", "properties": {**FIELDS, **limits}, "dependentRequired": together}
    write_api(project, components={"schemas": {"Pet": pet}})
    out = Path(project.build(conf={"language": "fr"}).app.outdir)
    assert "<h1>Schémas" in (out / "api/schemas.html").read_text("utf-8")
    page = (out / "api/schemas/pet.html").read_text("utf-8")
    assert "longueur <code>1 à 9</code>" in page
    assert "valeur au moins <code>3</code>" in page
    assert "si 'age' est fourni, 'name' est requis" in page.replace("&#x27;", "'")


def test_groups_of_tags_are_captions_by_a_setting(project: Project) -> None:
    write_api(project, **{"x-tagGroups": [{"name": "Animals", "tags": ["Pets"]}]})
    result = project.build(conf={"docsnav_openapi_options.groups": "tags"})
    assert result.warnings == ""
    html = (project.output() / "index.html").read_text("utf-8")
    assert toctree(html)[:2] == ["guide.html", "api/index.html"]
    found = result.app.env.tocs["api/index"].findall(addnodes.toctree)
    captions = [node.get("caption") for node in found]
    assert captions == ["Animals", None]


def test_nested_tags_are_nested_pages_and_other_kinds_are_badges(project: Project) -> None:
    tags = [
        {"name": "Animals", "description": "All that lives."},
        {"name": "Pets", "summary": "Pets at home", "parent": "Animals"},
        {"name": "beta", "summary": "Beta", "kind": "badge"},
    ]
    get = {
        "operationId": "addPet",
        "summary": "List pets",
        "tags": ["beta", "Pets"],
        "responses": OK,
    }
    write_api(project, openapi="3.2.0", tags=tags, paths={"/pets": {"get": get}})
    result = project.build()
    assert result.warnings == ""
    about = (project.output() / "api/animals.html").read_text("utf-8")
    assert "All that lives." in about
    assert re.search(r'href="pets\.html">Pets at home</a> \(1\)', about)
    page = (project.output() / "api/beta/list-pets.html").read_text("utf-8")
    assert '<span class="docsnav-tag">Beta</span>' in page
    above = result.app.env.toctree_includes
    assert above["api/index"][0] == "api/animals"
    assert (above["api/animals"], above["api/pets"]) == (["api/pets"], ["api/beta/list-pets"])


def test_the_reference_joins_the_navigation_of_docs_json(project: Project) -> None:
    docs = {"navigation": {"pages": ["index", "guide", "api/index"]}}
    project.write({"docs.json": json.dumps(docs), "index.rst": "Start\n=====\n"})
    result = project.build()
    assert result.warnings == ""
    html = (project.output() / "guide.html").read_text("utf-8")
    assert re.search(r'<a [^>]*href="api/pets/add-a-pet\.html"', html)


def test_the_reference_joins_the_navigation_of_toctrees(project: Project) -> None:
    (project.src / "stray.mdx").unlink()
    result = project.build(conf={"docsnav_config": "toctree"})
    assert result.warnings == ""
    html = (project.output() / "guide.html").read_text("utf-8")
    assert re.search(r'<a [^>]*href="api/pets/add-a-pet\.html"', html)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (
            '{"/api": "a.json"}',
            "expected the name of a document, such as 'api/index', found '/api'",
        ),
        ('{"api": 3}', "at 'api', expected a path, an address or a dict, found int"),
        ('"a.json"', "expected a dict, found 'a.json'"),
    ],
)
def test_a_value_that_cannot_be_is_refused(project: Project, value: str, message: str) -> None:
    project.write({"conf.py": f"extensions = ['sphinx_docsnav']\ndocsnav_openapi = {value}\n"})
    with pytest.raises(ConfigError, match=re.escape(f"docsnav_openapi: {message}")):
        project.build()


def test_a_missing_specification_stops_the_build(project: Project) -> None:
    (project.root / "openapi.json").unlink()
    with pytest.raises(Exception, match="no specification"):
        project.build()


@pytest.mark.slow
@pytest.mark.skipif(find_spec("sphinx_immaterial") is None, reason="needs sphinx-immaterial")
def test_an_index_of_urls_is_read_again(project: Project, processes: SphinxProcesses) -> None:
    words = ("-q", str(project.src), str(project.output("html")))  # Immaterial changes Sphinx
    own = 'extensions += ["sphinx_immaterial"]\nhtml_theme = "sphinx_immaterial"\n'
    project.write({"conf.py": f"{FILES['conf.py']}{own}html_theme_options = {{'font': False}}\n"})
    for version in ("1", "2"):
        write_api(project, info={"title": "Pets", "version": version})
        done = processes.run(*words)
        assert (done.returncode, done.stderr) == (0, "")
    assert "Pets" in project.output("html").joinpath("api/index.html").read_text("utf-8")


def test_older_versions_have_pages_and_badges(project: Project) -> None:
    project.write({"conf.py": 'extensions = ["sphinx_docsnav"]'})
    older = json.loads(json.dumps(API))
    del older["paths"]["/health"], older["components"]["schemas"]["Pet"]["properties"]["h"]
    newer = {**API, "info": {"title": "Pet shop", "version": "2.1"}}
    old, new = project.root / "old.json", project.root / "new.json"
    old.write_text(json.dumps(older), "utf-8")
    new.write_text(json.dumps(newer), "utf-8")
    project.conf |= {
        "docsnav_openapi": {"api/index": "../new.json"},
        "docsnav_openapi_options": {"history": {"api/index": "../old.json"}},
    }
    first = project.build()
    assert first.warnings == ""
    pages = first.app.env.all_docs.keys() - PAGES
    assert pages == {"api/changes", "api/changes/2-1", "guide", "index"}

    text = first.app.env.get_doctree("api/changes/2-1").astext()
    assert "GET /health" in text
    assert re.search(r"Pet · Used by POST /pets\s+Added Request h\s", text)
    assert "new in 2.1" in first.app.env.get_doctree("api/get-health").astext()
    schema = first.app.env.get_doctree("api/schemas/pet")
    marks = [head["marks"] for head in schema.findall(FieldHeadNode)]
    assert marks == [()] * 7 + [(("since", "new in 2.1"),)]
    assert project.build().read == (0, 0, 0)
    del older["paths"]["/secret"]
    old.write_text(json.dumps(older), "utf-8")
    again = project.build()
    assert "new in 2.1" in again.app.env.get_doctree("api/hidden").astext()
    project.build(out="clean", parallel=2, doctrees="html", fresh=True)
    assert project.files("clean") == project.files()


def test_versions_of_one_api_in_one_site_are_compared(project: Project) -> None:
    older = {**API, "paths": {"/pets": API["paths"]["/pets"]}}
    newer = {**API, "info": {"title": "Pet shop v2", "version": "2026-08-21"}}
    other = {**API, "info": {"title": "Pet shop", "version": "3"}, "paths": {"/x": {"get": {}}}}
    files = {"one.json": older, "two.json": newer, "three.json": other}
    project.write({name: json.dumps(value) for name, value in files.items()})
    versions = [
        {"version": v, "groups": [{"group": "API", "openapi": {"source": f, "directory": v}}]}
        for v, f in zip(("one", "two", "three"), files, strict=True)
    ]
    (project.src / "conf.py").unlink()
    project.write({"docs.json": json.dumps({"name": "P", "navigation": {"versions": versions}})})

    built = project.build(conf={"html_theme": "alabaster", "html_baseurl": "https://example.com/"})

    assert {name for name in built.app.env.all_docs if "changes" in name} == {
        "two/changes",
        "two/changes/2026-08-21",
    }
    feed = (project.output() / "two/changes/rss.xml").read_text("utf-8")
    assert "<title>2026-08-21</title>" in feed
    assert "Added: 2" in feed


def test_an_older_version_that_cannot_be_read_is_a_warning(project: Project) -> None:
    project.conf["docsnav_openapi_options"] = {"history": {"api/index": ["../old.json"]}}

    built = project.build()

    assert built.app.env.all_docs.keys() == {*PAGES, "guide", "index"}
    assert "older version 'older/1.json' of specification 'api/index.json'" in built.warnings
