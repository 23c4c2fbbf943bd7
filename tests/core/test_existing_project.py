"""A Sphinx project adds the extension and a docs.json, and nothing else changes."""

from __future__ import annotations

import json
import shutil

import pytest
from building import SITES, Project
from sphinx.errors import SphinxError

BUILDERS = [
    *("html", "dirhtml", "singlehtml", "json", "latex"),
    *("epub", "text", "man", "gettext", "linkcheck"),
]
EPUB = {"epub_show_urls": "no"}


@pytest.fixture
def shelf(project: Project) -> Project:
    """A project with conf.py, pages of its own kind, and toctrees."""
    shutil.copytree(SITES / "project", project.src)
    project.conf = {"html_theme": "alabaster"}
    return project


def navigate(project: Project, navigation: object, **fields: object) -> None:
    project.write({"docs.json": json.dumps({**fields, "navigation": navigation})})


def stop(project: Project, **conf: object) -> str:
    """Build what cannot be built; return what ends it."""
    with pytest.raises(SphinxError) as caught:
        project.build(conf=conf)
    return f"{caught.value.category}: {caught.value}"


@pytest.mark.parametrize("builder", BUILDERS)
def test_every_builder_succeeds_without_a_warning(shelf: Project, builder: str) -> None:
    assert shelf.build(builder, conf=EPUB).warnings == ""


def test_no_document_is_lost_and_none_is_new(shelf: Project) -> None:
    docnames = set(shelf.build().app.env.all_docs)
    shelf.extensions = ()
    conf = (shelf.src / "conf.py").read_text()
    shelf.write({"conf.py": conf.replace(', "sphinx_docsnav"', "")})
    assert set(shelf.build(out="without").app.env.all_docs) == docnames


def test_the_inventory_has_the_same_entries(shelf: Project) -> None:
    shelf.build()
    conf = (shelf.src / "conf.py").read_text()
    shelf.write({"conf.py": conf.replace(', "sphinx_docsnav"', "")})
    shelf.build(out="without")
    with_ours, without = (shelf.files(out)["objects.inv"] for out in ("html", "without"))
    assert with_ours == without


def test_the_project_keeps_its_name_and_reads_markdown_only_if_it_did(shelf: Project) -> None:
    config = shelf.build().app.config
    assert config.project == "Shelf"
    assert config.html_title == "Shelf 1.0 documentation"


def test_docs_json_decides_about_order_and_own_toctrees_about_the_rest(shelf: Project) -> None:
    env = shelf.build().app.env
    assert env.toctree_includes == {
        "index": [
            "changes",
            "guide/install",
            "guide/usage",
            "guide/tuning",
            "reference/index",
            "reference/shelf",
        ],
        "reference/index": ["reference/tools", "reference/tools-more"],
    }


def test_every_document_stands_in_one_toctree_only(shelf: Project) -> None:
    result = shelf.build()
    below = [child for children in result.app.env.toctree_includes.values() for child in children]
    assert len(below) == len(set(below))
    assert "multiple toctrees" not in result.status


def test_serial_and_parallel_builds_are_equal(shelf: Project) -> None:
    shelf.build()
    shelf.build(out="two", parallel=2)
    assert shelf.files("two") == shelf.files()


def test_a_second_build_reads_and_writes_nothing(shelf: Project) -> None:
    shelf.build()
    before = shelf.times()
    assert shelf.build().read == (0, 0, 0)
    assert shelf.written(before) == []


def test_without_docs_json_one_clear_error_ends_the_build(shelf: Project) -> None:
    (shelf.src / "docs.json").unlink()
    assert stop(shelf) == (
        f"docs.json error: no 'docs.json' in {shelf.src}; "
        "put the file there, let 'sphinx-docsnav init' write it from your toctrees, or set "
        "docsnav_config in conf.py to its path"
    )


def test_docsnav_config_names_the_file(shelf: Project) -> None:
    (shelf.src / "docs.json").rename(shelf.src / "guide" / "nav.json")
    assert shelf.build(conf={"docsnav_config": "guide/nav.json"}).warnings == ""


def test_an_error_in_docs_json_ends_the_build_before_a_page_is_read(shelf: Project) -> None:
    navigate(
        shelf,
        {
            "tabs": [
                {"tab": "A", "pages": ["index"], "anchors": [{"anchor": "B", "pages": ["index"]}]},
                {"pages": []},
            ]
        },
    )
    text = stop(shelf)
    assert text.startswith("docs.json error: docs.json:1:")
    assert text.endswith("(and 1 more)")
    assert not (shelf.root / "doctrees" / "html" / "index.doctree").exists()


def test_with_keep_going_what_is_left_is_built(shelf: Project) -> None:
    navigate(shelf, {"tabs": [{"tab": "A", "pages": ["index"]}, {"pages": ["guide/usage"]}]})
    result = shelf.build(conf={"docsnav_keep_going": True})
    assert "docs.json:1:" in result.warnings
    assert "ERROR: /navigation/tabs/1" in result.warnings
    assert result.app.env.toctree_includes["index"][-1] != "guide/usage"


def test_a_missing_page_is_one_warning_with_its_place(shelf: Project) -> None:
    navigate(shelf, {"pages": ["index", "guide/instal"]})
    assert shelf.build().warnings == (
        "docs.json:1:36: WARNING: /navigation/pages/1: page 'guide/instal' does not exist; "
        "its entry is left out; did you mean 'guide/install'? [docsnav.page_missing]\n"
    )


def test_messages_can_be_suppressed_by_their_type(shelf: Project) -> None:
    navigate(shelf, {"pages": ["index", "guide/instal"]})
    assert shelf.build(conf={"suppress_warnings": ["docsnav.page_missing"]}).warnings == ""


def test_unlisted_pages_are_built_without_an_orphan_warning(shelf: Project) -> None:
    navigate(shelf, {"pages": ["guide/install"]})
    shelf.write({"index.rst": "Shelf\n=====\n"})
    result = shelf.build()
    assert result.warnings == ""
    assert "changes" in result.app.env.all_docs


def test_unlisted_pages_can_be_warned_of(shelf: Project) -> None:
    shelf.write({"index.rst": "Shelf\n=====\n"})
    warnings = shelf.build(conf={"docsnav_unlisted": "warn"}).warnings
    assert warnings == (
        "changes.rst: WARNING: page 'changes' is not in docs.json; built, and in no sidebar "
        "[docsnav.page_unlisted]\n"
    )


def test_unlisted_pages_can_be_excluded(shelf: Project) -> None:
    shelf.write({"index.rst": "Shelf\n=====\n", "reference/index.rst": "Reference\n=========\n"})
    result = shelf.build(conf={"docsnav_unlisted": "exclude"})
    assert result.warnings == ""
    assert not {"changes", "reference/tools"} & result.app.env.all_docs.keys()
    again = shelf.build(conf={"docsnav_unlisted": "exclude"})
    assert again.read == (0, 0, 0)
    back = shelf.build()
    assert back.read == (3, 0, 0)


def test_a_page_with_hidden_in_its_fields_is_not_found_by_search(shelf: Project) -> None:
    shelf.write({"guide/tuning.rst": ":hidden:\n\nTuning\n======\n\nAbracadabra.\n"})
    result = shelf.build()
    assert result.warnings == ""
    assert "guide/tuning" not in shelf.searched()


def test_a_source_folder_apart_from_conf_py(shelf: Project) -> None:
    conf = (shelf.src / "conf.py").read_text()
    shelf.write({"../conf/conf.py": conf})
    (shelf.src / "conf.py").unlink()
    assert shelf.build(confdir=shelf.root / "conf").warnings == ""


def test_doctrees_among_the_sources_are_no_sources(shelf: Project) -> None:
    navigate(shelf, {"pages": ["guide/install"]})
    (shelf.src / "index.rst").unlink()
    result = shelf.build(doctree_folder=shelf.src / "_trees")
    assert result.warnings == ""
    again = shelf.build(doctree_folder=shelf.src / "_trees")
    assert again.read == (0, 0, 0)


def test_a_project_gets_the_files_that_it_uses(shelf: Project) -> None:
    navigate(shelf, {"pages": ["index"]})
    shelf.build()
    static = shelf.output() / "_static"
    names = {path.name for path in static.glob("docsnav*")}
    search = {"docsnav-search", "docsnav-search-page.js", "docsnav-search.css"}
    search |= {"docsnav-search.js"}
    assert names == {"docsnav.css", "docsnav.js", *search}
    shelf.write({"more.mdx": "<Card title='A' />\n"})
    shelf.build()
    assert (static / "docsnav-components.css").is_file()
    (shelf.src / "more.mdx").unlink()
    shelf.write({"index.rst": (shelf.src / "index.rst").read_text() + "\nEdited.\n"})
    shelf.build()  # Sphinx 8 writes nothing where only a page has gone
    assert {path.name for path in static.glob("docsnav*")} == names
    navigate(shelf, {"groups": [{"group": group, "pages": ["index"]} for group in "AB"]})
    shelf.build()
    assert (static / "docsnav-place.js").is_file()
