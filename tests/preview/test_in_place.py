"""What builds of the preview cannot update in place, so that all pages are built."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

import pytest
from building import Project
from preview.driving import DrivenWorker, driven_worker

if not hasattr(os, "fork"):
    pytest.skip("the worker copies processes", allow_module_level=True)

CONF = """
import os, sys
sys.path.insert(0, os.path.abspath("."))
extensions = ["listing"]
html_theme = "basic"
"""
LISTING = """
from docutils import nodes
from sphinx.util.docutils import SphinxDirective

{before}

class Placeholder(nodes.General, nodes.Element):
    pass

class Term(SphinxDirective):
    required_arguments = 1

    def run(self):
        kept(self.env).setdefault(self.env.docname, []).append(self.arguments[0])
        return []

class Listing(SphinxDirective):
    def run(self):
        return [Placeholder()]

def show(app, doctree, docname):
    for node in list(doctree.findall(Placeholder)):
        found = [f"{{name}} {{terms}}" for name, terms in kept(app.env).items()]
        node.replace_self(nodes.paragraph(text=", ".join(found)))

def setup(app):
    app.add_node(Placeholder)
    app.add_directive("myterm", Term)
    app.add_directive("mylisting", Listing)
    app.connect("doctree-resolved", show)
    {connect}
"""
IN_MODULE = LISTING.format(before="KEPT = {}\ndef kept(env):\n    return KEPT", connect="")
FORGETTING = "app.connect('env-purge-doc', lambda app, env, name: kept(env).pop(name, None))"
IN_ENV = LISTING.format(
    before="def kept(env):\n    return env.__dict__.setdefault('my_terms', {})", connect=FORGETTING
)
EMPTIED = LISTING.format(
    before="def kept(env):\n    return env.my_terms",
    connect="app.connect('builder-inited', lambda app: setattr(app.env, 'my_terms', {}))",
)
READING = """
from pathlib import Path
from docutils import nodes
from sphinx.util.docutils import SphinxDirective

class Listing(SphinxDirective):
    def run(self):
        return [nodes.paragraph(text=Path(self.env.srcdir, "data.txt").read_text())]

def setup(app):
    app.add_directive("mylisting", Listing)
"""
PAGES = {
    "conf.py": CONF,
    "index.rst": "Home\n====\n\n.. toctree::\n\n   apples\n   pears\n   all\n",
    "apples.rst": "Apples\n======\n\nRed words.\n",
    "pears.rst": "Pears\n=====\n\nText.\n",
    "all.rst": "All\n===\n\nText.\n",
}
TERMS = {
    "apples.rst": f"{PAGES['apples.rst']}\n.. myterm:: apple\n",
    "pears.rst": f"{PAGES['pears.rst']}\n.. myterm:: pear\n",
    "all.rst": f"{PAGES['all.rst']}\n.. mylisting::\n",
}


@dataclass(frozen=True)
class Case:
    """A project with an extension, and an edit."""

    extension: str
    edit: Mapping[str, str]
    files: Mapping[str, str]
    reason: str = ""
    """A part of what the author reads, if all pages are built."""


WORD = {"apples.rst": TERMS["apples.rst"].replace("Red", "Green")}
TERM = {"pears.rst": TERMS["pears.rst"].replace(":: pear", ":: quince")}
CASES = {
    "variables": Case(IN_MODULE, WORD, TERMS, "listing keeps what it reads in 'listing.KEPT'"),
    "a term": Case(IN_ENV, TERM, TERMS, "data of listing changed"),
    "a word": Case(IN_ENV, WORD, TERMS),
    "emptied": Case(EMPTIED, WORD, TERMS, "data of listing changed"),
    "a file": Case(
        READING,
        {"data.txt": "pepper"},
        {"all.rst": TERMS["all.rst"], "data.txt": "salt"},
    ),
    "a title": Case(
        "def setup(app): pass",
        {"pears.rst": "Quinces\n=======\n\nText.\n"},
        {},
        "other pages may show the titles",
    ),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_what_an_extension_shows_is_that_of_a_clean_build(
    project: Project, tmp_path: Path, case: Case
) -> None:
    project.write({**PAGES, **case.files, "listing.py": case.extension})
    with started(project, tmp_path) as worker:
        worker.build_whole()
        project.write(case.edit)
        reasons = worker.build_whole()["reasons"]
        assert case.reason in "; ".join(reasons)
        assert bool(reasons) == bool(case.reason)
        # The edits of a word above come last in the environment, and a listing shows its order.
        project.write({"all.rst": f"{(project.src / 'all.rst').read_text()}\nMore.\n"})
        worker.build_whole()
    assert project.files() == clean_files(project)


def test_a_build_of_all_pages_leaves_no_file_of_an_earlier_one(
    project: Project, tmp_path: Path
) -> None:
    project.write(PAGES | {"listing.py": "def setup(app): pass", "new/page.rst": "New\n===\n"})
    with started(project, tmp_path) as worker:
        worker.build_whole()
        assert "new/page.html" in project.files()
        (project.src / "new/page.rst").unlink()
        worker.build_whole()
        assert not (project.output() / "new").exists()
        assert project.files() == clean_files(project)
        project.write({"apples.rst": PAGES["apples.rst"].replace("Red", "Green")})
        assert "pears.rst" not in worker.build_whole()["documents"]
    assert b"Green" in project.files()["apples.html"]


def test_a_heading_that_a_page_of_docs_json_refers_to_is_shown_there(
    project: Project, tmp_path: Path
) -> None:
    project.write(
        {
            "conf.py": 'extensions = ["sphinx_docsnav"]\nhtml_theme = "basic"\n',
            "docs.json": '{"navigation": {"pages": ["index", "apples", "pears"]}}',
            "index.rst": PAGES["pears.rst"],
            "apples.rst": f"{PAGES['apples.rst']}\nSee :ref:`there`.\n",
            "pears.rst": f"{PAGES['pears.rst']}\n.. _there:\n\nPart\n----\n",
        }
    )
    with started(project, tmp_path) as worker:
        assert worker.build_whole()["reasons"] == []
        project.write({"index.rst": PAGES["pears.rst"].replace("Text", "Words")})
        assert worker.build_whole()["reasons"] == []
        project.write({"pears.rst": f"{PAGES['pears.rst']}\n.. _there:\n\nEnd\n----\n"})
        worker.build_whole()
    assert b">End</span>" in project.files()["apples.html"]
    assert project.files() == clean_files(project)


@pytest.mark.parametrize("folder", ["out/html", ""], ids=["apart", "around the sources"])
def test_a_build_of_all_pages_leaves_the_files_of_others(
    project: Project, tmp_path: Path, folder: str
) -> None:
    project.write(PAGES | {"listing.py": "def setup(app): pass"})
    output = project.root / folder
    arguments: list[str | Path] = [project.src, output, "-d", project.root / "doctrees"]
    output.mkdir(parents=True, exist_ok=True)
    (output / "CNAME").write_text("docs.example")
    with driven_worker(tmp_path / "preview", arguments) as worker:
        worker.build_whole()
        project.write({"pears.rst": "Quinces\n=======\n\nText.\n", "own/notes.txt": "Mine."})
        assert worker.build_whole()["reasons"]
    assert "Quinces" in (output / "all.html").read_text("utf-8")
    assert (output / "CNAME").read_text() == "docs.example"
    assert (project.src / "own/notes.txt").read_text() == "Mine."
    assert (project.src / "pears.rst").is_file()


def started(project: Project, folder: Path) -> AbstractContextManager[DrivenWorker]:
    """Run a worker for the project's own conf.py."""
    doctrees = project.root / "doctrees"
    return driven_worker(folder / "preview", [project.src, project.output(), "-d", doctrees])


def clean_files(project: Project) -> dict[str, bytes]:
    """Return the files of a clean build in a process of its own."""
    doctrees = project.root / "clean"
    words = [str(path) for path in (project.src, project.output("clean"), "-d", doctrees, "-q")]
    subprocess.run([sys.executable, "-m", "sphinx", *words], check=True, capture_output=True)
    return project.files("clean")
