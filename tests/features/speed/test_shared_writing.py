"""``docsnav_fast`` with several processes: each writes its documents completely."""

from __future__ import annotations

from typing import Any, NoReturn

import pytest
from building import Project
from sphinx.builders import Builder
from sphinx.writers.html5 import HTML5Translator
from sphinx_processes import SphinxProcesses

from sphinx_docsnav.core.guard import RAISE, guard_of
from sphinx_docsnav.core.plain import KeepOffline
from sphinx_docsnav.features.speed import divide_evenly

FAST = {"docsnav_fast": True}
PAGES = {
    "one.rst": "One\n===\n\n.. image:: reference/a/pot.svg\n\n:download:`docs.json`\n\n"
    ".. index:: first entry\n\n:doc:`guides/setup`\n",
    "reference/two.rst": "Two\n===\n\n.. image:: b/pot.svg\n\n:download:`options.rst`\n",
    "reference/a/pot.svg": "<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'/>",
    "reference/b/pot.svg": "<svg xmlns='http://www.w3.org/2000/svg' width='2' height='2'/>",
}


def _fail(*_arguments: object) -> NoReturn:
    raise ValueError("broken")


@pytest.fixture(autouse=True)
def _only_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Sphinx's own way of writing in several processes fail."""
    monkeypatch.setattr(Builder, "_write_parallel", _fail)


def test_one_process_and_three_write_the_same(features: Project) -> None:
    """A site with images, downloads, snippets, versions, redirects and a specification."""
    features.write(PAGES)
    features.build(out="one", conf=FAST)
    features.build(out="three", conf=FAST, parallel=3)
    names = features.files("one")
    assert len([name for name in names if name.startswith("_images/")]) == 2
    assert len([name for name in names if name.startswith("_downloads/")]) == 2
    assert features.files("three") == features.files("one")

    edited = {name: f"{text}\nNew words.\n" for name, text in PAGES.items() if ".rst" in name}
    features.write({**edited, "one.rst": "One\n===\n\nOther words.\n"})
    features.build(out="three", conf=FAST, parallel=3)
    features.build(out="clean", conf=FAST)
    index = "_static/docsnav-search/index.js"
    assert features.files("three")[index] == features.files("clean")[index]


def test_each_language_has_the_index_of_one_process(project: Project) -> None:
    """Each index is fed in all processes, with the words of its language."""
    languages = [
        {"language": code, "pages": [f"{code}/{name}" for name in "abc"]} for code in ("en", "fr")
    ]
    text = {"en": "Running words", "fr": "Les mots suivants"}
    project.write(
        {"docs.json": f'{{"navigation": {{"languages": {languages}}}}}'.replace("'", '"')}
    )
    for element in languages:
        for name in element["pages"]:
            project.write({f"{name}.mdx": f"# {name}\n\n{text[name[:2]]} {name}.\n"})
    project.build("dirhtml", out="one", conf=FAST)
    project.build("dirhtml", out="two", conf=FAST, parallel=2)
    assert "_static/docsnav-search/index-fr.js" in project.files("one")
    assert project.files("two") == project.files("one")


BAD = {
    "docs.json": '{"navigation": {"pages": ["index", "bad", "good"]}}',
    "index.mdx": "INDEX\n",
    "bad.mdx": "# Bad\n\nBEFORE *marked*\n",
    "good.mdx": "GOOD\n",
}


@pytest.mark.parametrize(
    ("owner", "name", "message"),
    [
        (KeepOffline, "run", "bad.mdx: ERROR: the page cannot be resolved: ValueError: broken"),
        (
            HTML5Translator,
            "visit_emphasis",
            "bad.mdx:3:1: ERROR: the page cannot be written: ValueError: broken",
        ),
    ],
)
def test_a_page_that_fails_in_a_worker_is_named(
    project: Project, monkeypatch: pytest.MonkeyPatch, owner: type, name: str, message: str
) -> None:
    method = getattr(owner, name)

    def broken(*arguments: Any) -> object:  # noqa: ANN401 -- those of the method
        if any("<emphasis>marked" in str(getattr(each, "document", each)) for each in arguments):
            _fail()
        return method(*arguments)

    monkeypatch.delenv(RAISE)
    monkeypatch.setattr(owner, name, broken)
    monkeypatch.setattr(KeepOffline, "is_supported", lambda _self: True)
    project.write(BAD)
    result = project.build(conf=FAST, parallel=2)
    assert message in result.warnings
    assert len(guard_of(result.app).failures) == result.app.statuscode == 1
    assert b"BEFORE" in project.files()["bad.html"]
    assert b"GOOD" in project.files()["good.html"]


def test_warnings_of_workers_are_shown_and_fail_the_build(
    project: Project, processes: SphinxProcesses
) -> None:
    project.write({"docs.json": '{"navigation": {"pages": ["index", "a", "b", "c"]}}'})
    project.write({f"{name}.rst": f"{name * 3}\n===\n\n:doc:`no`\n" for name in "abc"})
    project.write({"index.mdx": "# Start\n"})
    settings = ("extensions=sphinx_docsnav", "html_theme=basic", "docsnav_fast=1")
    options = [word for setting in settings for word in ("-D", setting)]
    words = ("-C", "-q", "-W", "-j2", *options, str(project.src), str(project.output()))
    ended = processes.run(*words)
    assert ended.returncode == 1
    lines = sorted(line for line in ended.stderr.splitlines() if "unknown document" in line)
    assert [line.partition("src/")[2][:7] for line in lines] == ["a.rst:4", "b.rst:4", "c.rst:4"]


COLLECTS = """
extensions = ["sphinx_docsnav"]
docsnav_fast = True

def setup(app):
    app.seen = []
    app.connect("doctree-resolved", lambda app, doctree, docname: app.seen.append(docname))
"""


def test_what_a_project_collects_is_in_the_main_process(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    project.write({**BAD, "conf.py": COLLECTS})
    assert sorted(project.build(parallel=2).app.__dict__["seen"]) == ["bad", "good", "index"]


def test_chunks_are_neighbours_of_equal_size() -> None:
    names = [f"page{number}" for number in range(9)]
    for sizes in ([1] * 9, [1, 1, 1, 1, 90, 1, 1, 1, 1], [1] * 8 + [100], [100] + [1] * 8):
        chunks = divide_evenly(names, sizes, 3)
        assert [name for chunk in chunks for name in chunk] == names
        assert len(chunks) <= 3
    assert list(map(len, divide_evenly(names, [1] * 9, 3))) == [3, 3, 3]
    assert divide_evenly(names, [1, 1, 1, 1, 90, 1, 1, 1, 1], 3) == [
        names[:4],
        names[4:5],
        names[5:],
    ]
    assert divide_evenly([], [], 3) == []
