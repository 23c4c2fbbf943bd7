"""After an edit exactly what it touches is read and written, and nothing stale stays."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import sphinx
from building import SITES, Project


@pytest.fixture(scope="module")
def first_build(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the site of every kind of page once; return the folder of source and output."""
    root = tmp_path_factory.mktemp("built")
    shutil.copytree(SITES / "features", root / "src")
    Project(root).build()
    return root


@pytest.fixture
def built(first_build: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Project]:
    """Return the built site; afterwards, restore its files and their times of modification.

    It stays in its folder, as Sphinx reads all sources again when their folder is another.
    """
    unchanged = tmp_path_factory.mktemp("unchanged") / "site"
    shutil.copytree(first_build, unchanged)
    yield Project(first_build)
    shutil.rmtree(first_build)
    shutil.move(unchanged, first_build)


def edit(project: Project, name: str, old: str, new: str) -> None:
    text = (project.src / name).read_text()
    assert old in text
    project.write({name: text.replace(old, new)})


def change(project: Project, name: str, *keys: str | int, value: object) -> None:
    """Set the value at *keys* of a JSON file; ``None`` deletes it."""
    data: Any = json.loads((project.src / name).read_text())
    spot = data
    for key in keys[:-1]:
        spot = spot[key]
    if value is None:
        del spot[keys[-1]]
    else:
        spot[keys[-1]] = value
    project.write({name: json.dumps(data, indent=2)})


def list_in_version_1(project: Project, *names: str) -> None:
    change(project, "docs.json", "navigation", "versions", 1, "groups", 0, "pages", value=names)


def pages(names: list[str]) -> list[str]:
    return [name.removesuffix(".html") for name in names]


def touched_pages(names: list[str]) -> list[str]:
    """Return the documents of files, but for the root, which Sphinx before 8.2 always writes."""
    return [name for name in pages(names) if name != "index" or sphinx.version_info >= (8, 2)]


def assert_as_clean(project: Project) -> None:
    project.build(out="clean")
    now, clean = project.files(), project.files("clean")
    assert now.keys() == clean.keys()
    for name, data in clean.items():
        assert now[name].splitlines() == data.splitlines(), name


@contextmanager
def rebuilt(project: Project, *, read: tuple[int, int, int]) -> Iterator[list[str]]:
    """Build again after what is done inside; the list then holds the documents written.

    Added, changed and removed documents are *read*, and nothing is as a clean build has it not.
    """
    before = project.times()
    written: list[str] = []
    yield written
    assert project.build().read == read
    written += touched_pages(project.written(before))
    assert_as_clean(project)


EDITS_OF_ONE_PAGE = {
    "guides/setup": ("guides/setup.mdx", "Run the installer", "Run it"),
    "guides/intro": ("snippets/hello.mdx", "Welcome", "Come in"),
    "api/pets/list-pets": ("api/openapi.json", "All pets, *newest* first.", "All pets."),
    "api/pets/add-a-pet": ("api/openapi.json", "What it answers to", "Its name"),
}
"""Edits of a text, a snippet, an operation and a shared schema, by the only page with it."""


def test_an_edit_that_one_page_shows_reads_and_writes_that_page_alone(built: Project) -> None:
    for name, place in EDITS_OF_ONE_PAGE.items():
        before = built.times()
        edit(built, *place)
        assert built.build().read == (0, 1, 0), name
        assert touched_pages(built.written(before)) == [name]
    # Each edit wrote another page: what one of them had left stale would be so still.
    assert_as_clean(built)


def test_a_title_edit_writes_the_pages_that_show_it(built: Project) -> None:
    with rebuilt(built, read=(0, 1, 0)) as written:
        edit(built, "guides/caching.mdx", "title: Caching", "title: Caches")
    assert {"guides/setup", "reference/cli", "guides/intro"} <= set(written)
    assert not {"v1/intro", "api/overview", "guides/questions"} & set(written)


def test_a_label_edit_in_docs_json_reads_nothing(built: Project) -> None:
    with rebuilt(built, read=(0, 0, 0)) as written:
        edit(built, "docs.json", '"group": "Topics"', '"group": "Subjects"')
    assert {"guides/setup", "guides/topics", "reference/cli"} <= set(written)
    assert not {"v1/intro", "api/overview", "guides/questions"} & set(written)


def test_a_tab_label_is_written_on_every_page_of_its_version_only(built: Project) -> None:
    with rebuilt(built, read=(0, 0, 0)) as written:
        edit(built, "docs.json", '"tab": "Help"', '"tab": "Support"')
    assert {"guides/setup", "api/overview", "guides/questions"} <= set(written)
    assert "v1/setup" not in written


def test_the_banner_is_written_on_every_page(built: Project) -> None:
    before = built.times()
    edit(built, "docs.json", "is out", "is here")
    result = built.build()
    assert result.read == (0, 0, 0)
    assert set(pages(built.written(before))) == set(result.app.env.all_docs)
    assert_as_clean(built)


def test_a_moved_page_reads_nothing(built: Project) -> None:
    list_in_version_1(built, "v1/setup", "v1/intro")
    assert built.build().read == (0, 0, 0)
    assert_as_clean(built)


def test_a_summary_edit_writes_the_page_and_those_that_show_its_title(built: Project) -> None:
    sidebar = {page for page in pages(list(built.times())) if page.startswith("api/")}
    with rebuilt(built, read=(0, 2, 0)) as written:  # it, and the page of its tag
        edit(built, "api/openapi.json", '"summary": "List pets"', '"summary": "List Pets"')
    assert {"api/pets/list-pets"} <= set(written) <= sidebar


def test_a_schema_that_a_schema_of_the_operation_refers_to_counts(built: Project) -> None:
    owner = {"$ref": "#/components/schemas/Owner"}
    schemas = ("components", "schemas")
    change(built, "api/openapi.json", *schemas, "Owner", value={"type": "string"})
    change(built, "api/openapi.json", *schemas, "Pet", "properties", "owner", value=owner)
    built.build()
    with rebuilt(built, read=(0, 1, 0)) as written:
        change(built, "api/openapi.json", *schemas, "Owner", "maxLength", value=7)
    assert written == ["api/pets/add-a-pet"]


def test_a_schema_that_no_operation_uses_reads_nothing(built: Project) -> None:
    change(built, "api/openapi.json", "components", "schemas", "Spare", value={"type": "string"})
    assert built.build().read == (0, 0, 0)


def test_a_removed_operation_takes_its_page_away(built: Project) -> None:
    change(built, "api/openapi.json", "paths", "/pets/{id}", value=None)
    assert built.build().read == (0, 1, 1)  # the page of its tag
    assert not (built.output() / "api" / "pets" / "remove-a-pet.html").exists()
    assert_as_clean(built)


def test_a_variable_is_read_again(built: Project) -> None:
    edit(built, "docs.json", '"product": "Petstore"', '"product": "Shop"')
    built.build()
    assert "Why Shop" in (built.output() / "guides" / "intro.html").read_text()
    assert_as_clean(built)


def test_a_removed_page_goes_from_sidebars_and_from_the_output(built: Project) -> None:
    (built.src / "guides" / "topics.mdx").unlink()
    result = built.build()
    assert result.read == (0, 0, 1)
    assert "page 'guides/topics' does not exist" in result.warnings
    assert not (built.output() / "guides" / "topics.html").exists()
    assert_as_clean(built)


def test_a_new_page_enters_sidebars(built: Project) -> None:
    built.write({"v1/new.mdx": "---\ntitle: New\n---\n\nText.\n"})
    list_in_version_1(built, "v1/intro", "v1/new")
    assert built.build().read == (1, 0, 0)
    assert_as_clean(built)


def test_a_link_to_a_page_that_appears_is_written(built: Project) -> None:
    built.write({"guides/loose.mdx": "---\ntitle: Loose page\n---\n\nSee [it](/guides/later).\n"})
    built.build()
    built.write({"guides/later.mdx": "---\ntitle: Later\n---\n\nText.\n"})
    built.build()
    assert_as_clean(built)


@pytest.mark.parametrize("parallel", [0, 2])
def test_a_page_is_read_again_once_a_file_it_names_comes_into_being(
    features: Project, parallel: int
) -> None:
    wanting = (
        "---\ntitle: Loose\n---\n\nimport Note from '/snippets/later.mdx'\n\n![A map](/map.png)\n"
    )
    features.write({"guides/loose.mdx": wanting})
    assert "map.png" in features.build(parallel=parallel).warnings
    assert features.build(parallel=parallel).read == (0, 0, 0)
    (features.src / "map.png").write_bytes((features.src / "logo.svg").read_bytes())
    assert features.build(parallel=parallel).read == (0, 1, 0)
    features.write({"snippets/later.mdx": "Words.\n"})
    assert features.build(parallel=parallel).read == (0, 1, 0)
    assert_as_clean(features)


def test_hiding_a_group_takes_its_pages_out_of_search_without_reading(built: Project) -> None:
    change(built, "docs.json", "navigation", "versions", 1, "groups", 0, "hidden", value=True)
    assert built.build().read == (0, 0, 0)
    assert "v1/setup" not in built.searched()
    assert_as_clean(built)
    change(built, "docs.json", "navigation", "versions", 1, "groups", 0, "hidden", value=None)
    assert built.build().read == (0, 0, 0)
    assert_as_clean(built)


def test_an_index_of_the_site_takes_the_place_of_the_generated_one(built: Project) -> None:
    built.write({"index.mdx": "---\ntitle: Home\n---\n\nHome.\n"})
    built.build()
    assert_as_clean(built)
    (built.src / "index.mdx").unlink()
    built.build()
    assert_as_clean(built)


def test_an_own_toctree_can_lose_a_page_to_docs_json_and_get_it_back(built: Project) -> None:
    list_in_version_1(built, "v1/intro", "reference/options")
    assert built.build().read == (0, 0, 0)
    assert_as_clean(built)
    list_in_version_1(built, "v1/intro")
    assert built.build().read == (0, 0, 0)
    assert_as_clean(built)


def test_a_build_of_another_kind_in_between_leaves_no_stale_sidebar(features: Project) -> None:
    features.build(doctrees="shared")
    edit(features, "docs.json", '"group": "Topics"', '"group": "Subjects"')
    features.build("text", doctrees="shared")
    features.build(doctrees="shared")
    assert_as_clean(features)


def test_a_redirect_follows_its_page(built: Project) -> None:
    (built.src / "guides" / "loose.mdx").unlink()
    change(built, "docs.json", "redirects", 0, "source", value="/guides/loose")
    built.build()
    assert "http-equiv" in (built.output() / "guides" / "loose.html").read_text()
    assert not (built.output() / "start.html").exists()
    assert_as_clean(built)


def test_a_link_follows_its_redirect(project: Project) -> None:
    redirects = [{"source": "/old", "destination": "/a"}]
    docs = {"navigation": {"pages": ["index", "a", "b"]}, "redirects": redirects}
    project.write({"docs.json": json.dumps(docs), "a.mdx": "# A\n", "b.mdx": "# B\n"})
    project.write({"index.mdx": "# Start\n\n[words](/old)\n"})
    project.build()
    assert ' href="a.html">words' in (project.output() / "index.html").read_text("utf-8")
    change(project, "docs.json", "redirects", 0, "destination", value="/b")
    project.build()
    assert ' href="b.html">words' in (project.output() / "index.html").read_text("utf-8")
    assert_as_clean(project)


def test_links_of_docs_json_follow_their_redirects(project: Project) -> None:
    redirects = [{"source": "/old", "destination": "/docs/a#part"}]
    docs = {
        "navigation": {"pages": ["index", "a", "b"]},
        "redirects": redirects,
        "navbar": {"links": [{"label": "Words", "href": "/old"}]},
    }
    project.write({"docs.json": json.dumps(docs), "a.mdx": "# A\n", "b.mdx": "# B\n"})
    project.write({"index.mdx": "# Start\n"})
    project.build()
    assert 'href="a.html#part"' in (project.output() / "index.html").read_text("utf-8")
    for destination in ("/docs/b", "https://example.com/b", "/docs/a#other"):
        change(project, "docs.json", "redirects", 0, "destination", value=destination)
        project.build()
        assert_as_clean(project)


def test_a_link_with_the_path_on_the_server_follows_its_page(project: Project) -> None:
    docs = {"navigation": {"pages": ["index", "a"]}}
    project.write({"docs.json": json.dumps(docs), "a.mdx": "# A\n", "b.mdx": "# B\n"})
    project.write({"index.mdx": "# Start\n\n[words](/docs/b)\n"})
    project.build()
    assert ' href="b.html">words' in (project.output() / "index.html").read_text("utf-8")
    (project.src / "b.mdx").unlink()
    project.build()
    assert_as_clean(project)


@pytest.mark.parametrize(
    ("link", "redirect"),
    [
        ("/old", {"source": "/old", "destination": "/api#part"}),
        ("/old", {"source": "/:name", "destination": "/api"}),
        ("/old/api", {"source": "/old/:name", "destination": "/:name"}),
    ],
)
def test_a_link_follows_the_first_page_of_the_folder_it_is_redirected_to(
    project: Project, link: str, redirect: dict[str, str]
) -> None:
    docs = {"navigation": {"pages": ["index", "api/b", "api/a"]}, "redirects": [redirect]}
    project.write({"docs.json": json.dumps(docs), "api/a.mdx": "# A\n", "api/b.mdx": "# B\n"})
    project.write({"index.mdx": "# Start\n", "loose.mdx": f"# Loose\n\n[words]({link})\n"})
    project.build()
    page = (project.output() / "loose.html").read_text("utf-8")
    assert re.search(r'href="api/b.html[^"]*">words', page)
    change(project, "docs.json", "navigation", "pages", value=["index", "api/a", "api/b"])
    project.build()
    assert_as_clean(project)


def test_links_to_a_folder_follow_its_first_page(project: Project) -> None:
    pages = ["index", "api/b", "api/a"]
    docs = {
        "navigation": {"pages": pages, "global": {"anchors": [{"anchor": "API", "href": "/api"}]}},
        "redirects": [{"source": "/old", "destination": "/api"}],
    }
    project.write({"docs.json": json.dumps(docs), "api/a.mdx": "# A\n", "api/b.mdx": "# B\n"})
    project.write({"index.mdx": "# Start\n\n[words](/api), [other](/old)\n"})
    project.write({"plain.mdx": "# Plain\n\nWithout a link.\n"})

    def leads_to(page: str) -> bool:
        html = (project.output() / "index.html").read_text("utf-8")
        old = (project.output() / "old.html").read_text("utf-8")
        return f' href="{page}">words' in html and f' href="{page}">other' in html and page in old

    assert (project.build().warnings, leads_to("api/b.html")) == ("", True)
    assert 'href="api/b.html"' in (project.output() / "plain.html").read_text("utf-8")
    change(project, "docs.json", "navigation", "pages", value=["index", "api/a", "api/b"])
    project.build()
    assert leads_to("api/a.html")
    assert_as_clean(project)
    project.write({"api.mdx": "# API\n"})
    project.build()
    assert leads_to("api.html")
    assert_as_clean(project)


def test_pages_in_several_divisions_follow_each_of_them(project: Project) -> None:
    def write(tabs: dict[str, list[str]], group: str = "Guests") -> None:
        made: list[dict[str, Any]] = [{"tab": name, "pages": tabs[name]} for name in tabs]
        made[-1] = {"tab": "C", "groups": [{"group": group, "pages": tabs["C"]}]}
        project.write({"docs.json": json.dumps({"navigation": {"tabs": made}})})
        project.build()
        clean = f"clean {len(list((project.root / 'out').iterdir()))}"
        project.build(out=clean)
        assert project.files() == project.files(clean)

    def guests() -> list[bytes]:
        return [data for name, data in project.files().items() if "docsnav-in-" in name]

    project.write({f"{name}.mdx": f"# {name}\n" for name in ("index", "one", "two")})
    write({"A": ["index", "one"], "B": ["two"], "C": ["one"]})
    (script,) = guests()
    assert b"Guests" in script
    assert b'"one.html"' in script
    write({"A": ["index", "one"], "B": ["two"], "C": ["one"]}, "Others")
    assert b"Others" in guests()[0]
    write({"A": ["index"], "B": ["two", "one"], "C": ["one"]})
    write({"A": ["index"], "B": ["two"], "C": ["one"]})
    assert guests() == []
    assert "docsnav-sidebar--" not in (project.output() / "one.html").read_text("utf-8")


OBJECTS = {
    "docs.json": '{"navigation": {"pages": ["index", "links", "target"]}}',
    "index.rst": "Home\n====\n\nText.\n",
    "links.rst": "Links\n=====\n\n:ref:`there`, :term:`reef`, :py:func:`sail`, :numref:`map`, "
    ":eq:`area`\n",
    "target.rst": "Target\n======\n\n.. _there:\n\nPart\n----\n\n.. glossary::\n\n   reef\n"
    "      Rocks.\n\n.. py:function:: boats.sail(speed)\n\n.. _map:\n\n.. table:: A map\n\n   = =\n"
    "   a b\n   = =\n\n.. math:: a b\n   :label: area\n",
}


EDITS_OF_OBJECTS = (
    ("Part\n----", "Piece\n-----"),
    ("   reef\n", "   Reef\n"),
    ("boats.sail", "ships.sail"),
    (".. _map:", ".. table:: First\n\n   = =\n   a b\n   = =\n\n.. _map:"),
    (".. math:: a b", ".. math:: c\n   :label: first\n\n.. math:: a b"),
)


@pytest.mark.parametrize("lines", [0, 1, 3])
def test_a_build_follows_one_that_was_killed_in_the_file_of_its_settings(
    built: Project, lines: int
) -> None:
    info = built.root / "out" / "html" / ".buildinfo"
    info.write_text("".join(info.read_text().splitlines(keepends=True)[:lines]))
    built.write({"README.md": "# Another title\n"})
    built.build()
    assert_as_clean(built)
    assert len(info.read_text().splitlines()) == 4


def test_a_build_follows_one_whose_file_of_settings_is_no_text(built: Project) -> None:
    """As after a power failure, with other settings than before."""
    info = built.root / "out" / "html" / ".buildinfo"
    info.write_bytes(b"\0\xff" * 100)
    built.conf["html_show_sphinx"] = False
    built.build()
    assert_as_clean(built)
    assert len(info.read_text().splitlines()) == 4


def test_a_page_that_refers_to_an_object_that_changed_is_written(project: Project) -> None:
    project.conf["numfig"] = True
    project.write(OBJECTS)
    project.build()
    # Sphinx before 8.2 writes the root in each build that writes anything, for its index.
    others = {"index.html"} if sphinx.version_info >= (8, 2) else set()
    for old, new in EDITS_OF_OBJECTS:
        edit(project, "target.rst", old, new)
        before = project.times()
        project.build()
        assert "links.html" in project.written(before), old
        assert others.isdisjoint(project.written(before)), old
    assert_as_clean(project)


def test_a_page_that_refers_to_objects_is_not_written_when_others_change(project: Project) -> None:
    project.write(OBJECTS)
    project.build()
    edit(project, "target.rst", "Rocks", "Stones")
    before = project.times()
    project.build()
    assert "links.html" not in project.written(before)
