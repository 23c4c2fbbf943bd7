"""Planting over a plain Sphinx project, without docs.json."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest
from building import Project
from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from sphinx_docsnav.core.site.env_record import Done
from sphinx_docsnav.core.site.outline import make_outline
from sphinx_docsnav.core.site.plant import PLANTED, find_own_toctrees, plant
from sphinx_docsnav.docs_json.kinds import Kind
from sphinx_docsnav.navigation.tree import Element, Page

TREES: dict[str, Element] = {}
"""The navigation of the next build; the extension under test looks here."""

PAGES = {
    "index.rst": "Home\n====\n\nHello.\n",
    "a.rst": "A\n=\n\nSection\n-------\n\nText.\n",
    "b.rst": "B\n=\n",
    "api.rst": "Api\n===\n\n.. toctree::\n\n   b\n   own\n",
    "own.rst": "Own\n===\n",
    "lost.rst": "Lost\n====\n",
}


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("env-updated", update)
    app.connect("env-purge-doc", purge)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def done_of(env: BuildEnvironment) -> dict[str, Done]:
    done: dict[str, Done] = env.__dict__.setdefault("planted", {})
    return done


def purge(app: Sphinx, env: BuildEnvironment, docname: str) -> None:
    del app
    done_of(env).pop(docname, None)


def update(app: Sphinx, env: BuildEnvironment) -> list[str]:
    own = find_own_toctrees(env)
    plan = make_outline(TREES["now"], "index", own)
    return plant(env, app.builder, plan, own, done_of(env))


@pytest.fixture
def project(project: Project) -> Project:
    TREES["now"] = tree("a", "b", "api")
    project.extensions = (__name__,)
    project.write(PAGES)
    return project


def tree(*docnames: str, label: str = "Group") -> Element:
    pages = tuple(Page(docname) for docname in docnames)
    return Element(Kind.NAVIGATION, children=(Element(Kind.GROUP, label, pages),))


def planted(result_doctrees: Path, docname: str) -> list[tuple[str, list[str]]]:
    doctree: nodes.document = pickle.loads(  # noqa: S301 -- our own
        (result_doctrees / f"{docname}.doctree").read_bytes()
    )
    return [
        (node.get("caption") or "", node["includefiles"])
        for node in doctree.findall(addnodes.toctree)
    ]


def test_no_document_is_an_orphan(project: Project) -> None:
    assert project.build().warnings == ""


def test_relations_follow_the_navigation(project: Project) -> None:
    env = project.build().app.env
    assert env.collect_relations() == {
        "index": [None, None, "a"],
        "a": ["index", "index", "b"],
        "b": ["index", "a", "api"],
        "api": ["index", "b", "own"],
        "own": ["api", "api", None],
    }


def test_serial_and_parallel_reading_plant_the_same(project: Project) -> None:
    serial = project.build().app.env
    parallel = project.build(out="two", parallel=2).app.env
    assert parallel.toctree_includes == serial.toctree_includes
    assert parallel.files_to_rebuild == serial.files_to_rebuild
    assert {name: toc.pformat() for name, toc in parallel.tocs.items()} == {
        name: toc.pformat() for name, toc in serial.tocs.items()
    }


def test_a_new_order_reads_nothing_and_moves_the_pages(project: Project) -> None:
    project.build()
    TREES["now"] = tree("b", "api", "a")
    result = project.build()
    assert result.read == (0, 0, 0)
    assert result.app.env.toctree_includes["index"] == ["b", "api", "a"]
    assert planted(project.root / "doctrees" / "html", "index") == [("Group", ["b", "api", "a"])]


def test_a_new_label_stores_no_environment(project: Project) -> None:
    project.build()
    pickled = project.root / "doctrees" / "html" / "environment.pickle"
    before = pickled.stat().st_mtime_ns
    for label in ("", "Other"):
        TREES["now"] = tree("a", "b", "api", label=label)
        clean = project.build(out="clean", fresh=True).app.env
        for _ in range(2):
            env = project.build().app.env
            assert env.tocs["index"].pformat() == clean.tocs["index"].pformat()
            captions = [caption for caption, _ in planted(project.root / "doctrees/html", "index")]
            assert captions == [label]
    assert pickled.stat().st_mtime_ns == before


def test_an_incremental_environment_equals_a_clean_one(project: Project) -> None:
    project.build()
    TREES["now"] = tree("own", "b", label="Other")
    project.write({"index.rst": "Home\n====\n\nChanged.\n", "api.rst": "Api\n===\n"})
    now = project.build().app.env
    clean = project.build(out="clean", fresh=True).app.env
    assert now.toctree_includes == clean.toctree_includes
    assert now.files_to_rebuild == clean.files_to_rebuild
    for docname, toc in clean.tocs.items():
        assert now.tocs[docname].pformat() == toc.pformat()


def test_decision_23_an_own_toctree_keeps_its_entries(project: Project) -> None:
    """A planted toctree adds the documents that no toctree of an author adds."""
    project.write({"index.rst": "Home\n====\n\n.. toctree::\n\n   api\n"})
    doctrees = project.root / "doctrees" / "html"
    project.build()
    assert planted(doctrees, "api") == [("", ["b", "own"])]
    assert planted(doctrees, "index") == [("", ["api"]), ("Group", ["a"])]
    TREES["now"] = tree("own", "lost", "a")
    project.build()
    assert planted(doctrees, "api") == [("", ["b", "own"])]
    assert planted(doctrees, "index") == [("", ["api"]), ("Group", ["lost", "a"])]


def test_documents_whose_toctrees_name_each_other_are_not_lost(project: Project) -> None:
    project.write({"own.rst": "Own\n===\n\n.. toctree::\n\n   api\n"})
    project.build("singlehtml")
    page = (project.output("singlehtml") / "index.html").read_text()
    assert [page.count(f"<h{level}>{title}<") for level, title in ((2, "Api"), (3, "Own"))] == [
        1,
        1,
    ]


def test_an_own_toctree_still_shows_every_entry_as_content(project: Project) -> None:
    project.build()
    html = (project.output() / "api.html").read_text().partition("toctree-wrapper")[2]
    assert html.index('href="b.html"') < html.index('href="own.html"')


def test_latex_gets_every_page_once_and_no_group_as_name_of_its_contents(project: Project) -> None:
    result = project.build("latex")
    tex = next(project.output("latex").glob("*.tex")).read_text()
    assert result.warnings == ""
    assert [tex.count(f"{{{title}}}\n\\label") for title in ("A", "B", "Api", "Own")] == [
        1,
        1,
        1,
        1,
    ]
    assert "Group" not in tex


def test_builders_take_turns_in_one_doctree_folder(project: Project) -> None:
    project.build(doctrees="shared")
    project.build("latex", doctrees="shared")
    result = project.build(doctrees="shared")
    assert result.read == (0, 0, 0)
    assert planted(project.root / "doctrees" / "shared", "index") == [("Group", ["a", "b", "api"])]


def test_epub_has_no_entry_twice(project: Project) -> None:
    conf = {"epub_show_urls": "no", "version": "1", "copyright": "c"}
    assert project.build("epub", conf=conf).warnings == ""


def test_a_removed_page_is_forgotten(project: Project) -> None:
    project.build()
    (project.src / "b.rst").unlink()
    project.write({"api.rst": "Api\n===\n"})
    TREES["now"] = tree("a", "api")
    result = project.build()
    assert result.warnings == ""
    assert "b" not in result.app.env.files_to_rebuild


def test_decision_23_lists_and_numbers_have_nothing_planted(project: Project) -> None:
    env = project.build().app.env
    assert not list(env.tocs["index"].findall(addnodes.toctree))
    assert [PLANTED in node for node in env.get_doctree("index").findall(addnodes.toctree)] == [
        True
    ]
