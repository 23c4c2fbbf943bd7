"""Builds of the preview for a project with conf.py: those of Sphinx, and one of everything."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from building import Project
from preview.conftest import Drive
from preview.driving import arguments_with_conf
from sphinx_processes import SphinxProcesses
from walking import NavigationLinks

from sphinx_docsnav.preview.channel import PREVIOUS_OUTPUT, SphinxArguments

if not hasattr(os, "fork"):
    pytest.skip("the worker copies processes", allow_module_level=True)

CONF = """
import os, sys
sys.path.insert(0, os.path.abspath("."))
extensions = ["sphinx_docsnav", "sphinx.ext.autodoc", "sphinx.ext.todo", "listing"]
html_theme = "basic"
todo_include_todos = True
"""
LISTING = """
from docutils import nodes
from sphinx.util.docutils import SphinxDirective

KEPT = {}

class Placeholder(nodes.General, nodes.Element):
    pass

class Term(SphinxDirective):
    required_arguments = 1

    def run(self):
        KEPT[self.env.docname] = self.arguments[0]
        return []

class Listing(SphinxDirective):
    def run(self):
        return [Placeholder()]

def show(app, doctree, docname):
    for node in list(doctree.findall(Placeholder)):
        terms = ", ".join(f"{name} has {term}" for name, term in sorted(KEPT.items()))
        node.replace_self(nodes.paragraph(text=f"All: {terms}."))

def setup(app):
    app.add_node(Placeholder)
    app.add_directive("myterm", Term)
    app.add_directive("mylisting", Listing)
    app.connect("doctree-resolved", show)
"""
FILES = {
    "conf.py": CONF,
    "listing.py": LISTING,
    "boats.py": '"""Boats."""\n\ndef sail():\n    """Go away."""\n',
    "docs.json": '{"navigation": {"groups": [{"group": "Fruit", "pages": ["apples", "pears"]}, '
    '{"group": "More", "pages": ["index", "all", "code"]}]}}',
    "index.rst": "Home\n====\n\nText.\n",
    "apples.rst": "Apples\n======\n\n.. myterm:: red\n\nWords.\n\n.. todo:: Eat.\n",
    "pears.rst": "Pears\n=====\n\n.. myterm:: green\n\nSee :doc:`apples`.\n",
    "all.rst": "All\n===\n\n.. todolist::\n\n.. mylisting::\n",
    "code.rst": "Code\n====\n\n.. automodule:: boats\n   :members:\n",
}
EDITS = [
    {"apples.rst": FILES["apples.rst"].replace("Eat", "Peel")},
    {"boats.py": FILES["boats.py"].replace("Go away", "Come back")},
    {
        "apples.rst": FILES["apples.rst"].replace("Apples\n======", "Quinces\n======="),
        "docs.json": FILES["docs.json"].replace("Fruit", "Food"),
    },
    {"conf.py": f"{CONF}html_title = 'Market'\n"},
]


def test_builds_after_edits_are_those_of_sphinx_with_the_navigation_right_on_every_page(
    project: Project, drive: Drive, processes: SphinxProcesses
) -> None:
    project.write(FILES)
    with drive(arguments_with_conf(project)) as worker:
        for edit in ({}, *EDITS):
            project.write(edit)
            assert worker.build()["code"] == 0
            run_sphinx(processes, project, "other")
            assert project.files() == project.files("other")
        run_sphinx(processes, project, "clean")
        assert navigation(project, "html") == navigation(project, "clean")
        # Sphinx cannot know what the extension of the project keeps in a variable.
        (stale,) = re.findall("All: .*", project.files()["all.html"].decode())
        assert worker.build_anew()["code"] == 0
        assert stale not in project.files()["all.html"].decode()
        assert project.files() == project.files("clean")


def test_a_build_of_everything_leaves_no_page_of_an_earlier_one_and_the_files_of_others(
    project: Project, drive: Drive, tmp_path: Path
) -> None:
    project.write(FILES | {"old/page.rst": "Old\n===\n"})
    project.output().mkdir(parents=True)
    (project.output() / "CNAME").write_text("docs.example")
    with drive(arguments_with_conf(project)) as worker:
        worker.build()
        assert "old/page.html" in project.files()
        (project.src / "old/page.rst").unlink()
        worker.build_anew()
        assert not (project.output() / "old").exists()
        assert project.files().pop("CNAME") == b"docs.example"
        project.write(EDITS[0])
        assert worker.build()["documents"] == ["apples.rst"]
    assert not (tmp_path / "preview" / PREVIOUS_OUTPUT).exists()


def test_labels_that_change_in_a_build_of_everything_and_back_are_right(
    project: Project, drive: Drive
) -> None:
    """What is known of the written pages is that of the folder that they are served from."""
    project.write(FILES)
    with drive(arguments_with_conf(project)) as worker:
        worker.build()
        project.write({"docs.json": FILES["docs.json"].replace("Fruit", "Food")})
        worker.build_anew()
        assert b"Food" in project.files()["pears.html"]
        project.write({"docs.json": FILES["docs.json"]})
        worker.build()
    assert b"Food" not in project.files()["pears.html"]


def test_a_build_of_everything_that_fails_keeps_the_pages_and_is_begun_again(
    project: Project, drive: Drive, tmp_path: Path
) -> None:
    project.write(FILES)
    folder = tmp_path / "preview"
    with drive(arguments_with_conf(project)) as worker:
        worker.build()
        pages = project.files()
        project.write({"conf.py": f"{CONF}1 / 0\n"})
        report = worker.build_anew()
        assert report["code"] == 2
        assert (report["failure"]["file"], report["failure"]["line"]) == ("conf.py", 7)
        kept = {
            name for name in pages if (folder / PREVIOUS_OUTPUT / name).read_bytes() == pages[name]
        }
        assert kept == pages.keys()
        project.write({"conf.py": CONF})
        assert worker.build()["code"] == 0
    assert project.files() == pages
    assert not (folder / PREVIOUS_OUTPUT).exists()


def test_sources_inside_of_the_output_stay_when_everything_is_built_anew(
    project: Project, drive: Drive
) -> None:
    project.write(FILES)
    source, output = str(project.src), str(project.root)
    arguments = SphinxArguments(source, source, output, str(project.root / "doctrees"), {})
    with drive(arguments) as worker:
        worker.build()
        project.write(EDITS[0] | {"notes.txt": "Mine."})
        assert worker.build_anew()["code"] == 0
    assert "Peel" in (project.root / "all.html").read_text("utf-8")
    assert (project.src / "notes.txt").read_text() == "Mine."


def run_sphinx(processes: SphinxProcesses, project: Project, name: str) -> None:
    """Run ``sphinx-build`` in a process of its own, with an output and doctrees called *name*."""
    folders = (project.src, project.output(name), "-d", project.root / "doctrees" / name)
    ended = processes.run("-q", *map(str, folders))
    assert ended.returncode == 0, ended.stderr


def navigation(project: Project, out: str) -> dict[str, tuple[list[str], list[str]]]:
    """Return the links and the headings of the sidebar on each page."""
    pages = {name: text.decode() for name, text in project.files(out).items() if "html" in name}
    return {
        name: (NavigationLinks(text).links, re.findall("docsnav-heading.*", text))
        for name, text in pages.items()
    }
