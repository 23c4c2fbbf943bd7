"""Other extensions make the same pages with this extension as without it.

Needs the dependency group ``extensions``; extensions that are not installed are skipped.
"""

from __future__ import annotations

import importlib.util
import json
import shutil
import subprocess
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest
from building import Project, Result

from sphinx_docsnav.cli.compared_output import Output

MODULE = '''"""A shelf."""


def lend(book: str, days: int = 7) -> str:
    """Lend a book.

    Args:
        book: Its title.
        days: For how long.
    """
    return book * days
'''
NOTEBOOK = {
    "cells": [{"cell_type": "markdown", "id": "a", "metadata": {}, "source": ["# Notes\n"]}],
    "metadata": {"kernelspec": {"name": "python3", "display_name": "Python 3"}},
    "nbformat": 4,
    "nbformat_minor": 5,
}
GET_BOOKS = {"summary": "List", "responses": {"200": {"description": "Fine"}}}
SPECIFICATION = {
    "openapi": "3.0.0",
    "info": {"title": "Books", "version": "1"},
    "paths": {"/books": {"get": GET_BOOKS}},
}
REFERENCE = "@book{mill, title={On Liberty}, author={Mill, J. S.}, year={1859}, publisher={P}}"
SIGNATURE = 'id="shelf.lend"'


@dataclass(frozen=True)
class Extension:
    """An extension, what it needs to have something to do, and where that shows."""

    module: str
    body: str = ""
    """What a page of the project has of it."""
    shows: Mapping[str, str] = field(default_factory=dict)
    """A text for each file of the output of the builder ``html``."""
    pages: Iterable[str] = ()
    """Documents that come with it."""
    files: Mapping[str, str] = field(default_factory=dict)
    conf: Mapping[str, Any] = field(default_factory=dict)
    program: str = ""
    """A program that it runs."""
    name: str = ""
    """What the test is called, if not after the module."""
    alone: bool = False
    """It cannot be used together with another extension of the list."""

    def __str__(self) -> str:
        return self.name or self.module


RST: Mapping[str, Any] = {"source_suffix": {".rst": "restructuredtext"}}
"""Suffixes that an extension may add to; Sphinx would keep them for other builds otherwise."""
AUTOSUMMARY = Extension(
    "sphinx.ext.autosummary",
    ".. autosummary::\n   :toctree: gen\n   :recursive:\n\n   shelf\n",
    {"gen/shelf.html": 'id="module-shelf"'},
    conf={"extensions": ["sphinx.ext.autodoc"], "autosummary_generate": True},
    name="autosummary",
)
EXTENSIONS = [
    Extension("sphinx.ext.autodoc", ".. autofunction:: shelf.lend\n", {"extra.html": SIGNATURE}),
    Extension(
        "sphinx.ext.napoleon",
        ".. autofunction:: shelf.lend\n   :no-index:\n",
        {"extra.html": "Parameters"},
        conf={"extensions": ["sphinx.ext.autodoc"]},
    ),
    AUTOSUMMARY,
    Extension(
        AUTOSUMMARY.module,
        AUTOSUMMARY.body,
        AUTOSUMMARY.shows,
        conf={**AUTOSUMMARY.conf, **RST},
        name="autosummary with source_suffix",
        alone=True,
    ),
    Extension(
        "autoapi.extension",
        shows={"autoapi/shelf/index.html": SIGNATURE},
        pages=["autoapi/shelf/index"],
        conf={"autoapi_dirs": ["package"], "autoapi_add_toctree_entry": False},
        alone=True,
    ),
    Extension(
        "autodoc2",
        shows={"apidocs/shelf/shelf.html": SIGNATURE},
        pages=["apidocs/index"],
        conf={"autodoc2_packages": ["package/shelf"], "autodoc2_render_plugin": "rst"},
        alone=True,
    ),
    Extension(
        "sphinx.ext.apidoc",
        shows={"apidoc/shelf.html": SIGNATURE},
        pages=["apidoc/modules"],
        conf={
            "extensions": ["sphinx.ext.autodoc"],
            "apidoc_modules": [{"path": "package/shelf", "destination": "apidoc"}],
        },
        alone=True,
    ),
    Extension(
        "myst_parser", "", {"page.html": "From MyST"}, ["page"], {"page.md": "# From MyST\n"}, RST
    ),
    Extension(
        "myst_nb",
        shows={"notes.html": "Notes"},
        pages=["notes"],
        files={"notes.ipynb": json.dumps(NOTEBOOK)},
        conf={"nb_execution_mode": "off", **RST},
        alone=True,
    ),
    Extension(
        "nbsphinx",
        shows={"notes.html": "Notes"},
        pages=["notes"],
        files={"notes.ipynb": json.dumps(NOTEBOOK)},
        conf={"nbsphinx_execute": "never", **RST},
        program="pandoc",
    ),
    Extension("sphinx_design", ".. card:: Card\n\n   Text\n", {"extra.html": "sd-card"}),
    Extension("sphinx_copybutton", "::\n\n   ls\n", {"extra.html": "copybutton.js"}),
    Extension(
        "sphinx_tabs.tabs",
        ".. tabs::\n\n   .. tab:: One\n\n      Text\n",
        {"extra.html": "sphinx-tabs-tab"},
    ),
    Extension(
        "sphinxext.opengraph",
        shows={"usage.html": "og:title"},
        conf={"ogp_site_url": "https://example.com/", "ogp_social_cards": {"enable": False}},
    ),
    Extension(
        "sphinx_sitemap",
        shows={"sitemap.xml": "https://example.com/en/usage.html"},
        conf={"html_baseurl": "https://example.com/"},
    ),
    Extension("notfound.extension", shows={"404.html": "/en/latest/index.html"}),
    Extension(
        "sphinx_reredirects",
        shows={"old.html": "usage.html"},
        conf={"redirects": {"old": "usage.html"}},
    ),
    Extension(
        "sphinxcontrib.mermaid", ".. mermaid::\n\n   graph LR\n   A --> B\n", {"extra.html": "A --"}
    ),
    Extension(
        "sphinxcontrib.bibtex",
        ":cite:`mill`\n\n.. bibliography::\n",
        {"extra.html": "On Liberty"},
        files={"refs.bib": REFERENCE},
        conf={"bibtex_bibfiles": ["refs.bib"]},
    ),
    Extension(
        "sphinxcontrib.httpdomain",
        ".. http:get:: /readers\n\n   All.\n",
        {"extra.html": 'id="get--readers"', "http-routingtable.html": "/readers"},
    ),
    Extension(
        "sphinxcontrib.openapi",
        ".. openapi:: books.json\n",
        {"extra.html": 'id="get--books"'},
        files={"books.json": json.dumps(SPECIFICATION)},
    ),
    Extension("sphinx.ext.intersphinx", "`Text`\n", {"extra.html": "Text"}),
    Extension(
        "sphinx.ext.todo",
        ".. todo:: Later\n\n.. todolist::\n",
        {"extra.html": "Later"},
        conf={"todo_include_todos": True},
    ),
    Extension("sphinx.ext.graphviz", ".. graph:: g\n\n   a -- b;\n", program="dot"),
    Extension(
        "sphinx.ext.extlinks",
        ":issue:`7`\n",
        {"extra.html": "https://example.com/issues/7"},
        conf={"extlinks": {"issue": ("https://example.com/issues/%s", "issue %s")}},
    ),
    Extension(
        "sphinx_intl",
        shows={"usage.html": "Gebrauch"},
        files={"locales/de/LC_MESSAGES/usage.po": 'msgid "Usage"\nmsgstr "Gebrauch"\n'},
        conf={"locale_dirs": ["locales"], "language": "de", "extensions": []},
        alone=True,
    ),
    # It warns of the pages that autosummary writes.
    Extension("sphinx_llms_txt", shows={"llms.txt": "Usage"}, alone=True),
    Extension("sphinx_last_updated_by_git", shows={"usage.html": "Last updated"}, program="git"),
]


def unusable(extension: Extension) -> str:
    """Return why an extension cannot be tried here; empty if it can."""
    top = extension.module.partition(".")[0]
    if importlib.util.find_spec(top) is None or not importlib.util.find_spec(extension.module):
        return f"{extension.module} is not installed"
    if extension.program and not shutil.which(extension.program):
        return f"{extension.program} is not installed"
    return ""


def conf_of(extensions: list[Extension], ours: list[str]) -> str:
    conf: dict[str, Any] = {}
    modules: list[str] = []
    for extension in extensions:
        conf |= extension.conf
        # sphinx-intl is a command, no extension
        own = [] if extension.module == "sphinx_intl" else [extension.module]
        modules += [*extension.conf.get("extensions", ()), *own]
    settings = {"project": "Shelf", "html_theme": "basic", "html_last_updated_fmt": "%Y", **conf}
    settings["extensions"] = list(dict.fromkeys([*modules, *ours]))
    path = 'sys.path.insert(0, str(pathlib.Path(__file__).parent / "package"))'
    lines = ["import pathlib, sys", path]
    lines += [f"{name} = {value!r}" for name, value in settings.items()]
    return "\n".join(lines) + "\n"


def write(project: Project, extensions: list[Extension]) -> None:
    """Write a project that uses *extensions*, and a docs.json with the order of its toctrees."""
    pages = "".join(f"   {page}\n" for extension in extensions for page in extension.pages)
    bodies = "\n".join(extension.body for extension in extensions)
    toctree = f".. toctree::\n\n{pages}\n" if pages else ""
    navigation = {"groups": [{"group": "All", "pages": ["index", "usage", "extra", "end"]}]}
    project.write(
        {
            "package/shelf/__init__.py": MODULE,
            "index.rst": "Shelf\n=====\n\n.. toctree::\n\n   usage\n   extra\n   end\n",
            "usage.rst": "Usage\n=====\n\nText.\n",
            "extra.rst": f"Extra\n=====\n\n{toctree}{bodies}",
            "end.rst": "End\n===\n",
            "docs.json": json.dumps({"navigation": navigation}),
        }
    )
    for extension in extensions:
        project.write(extension.files)
    if any(extension.program == "git" for extension in extensions):
        identity = ("-c", "user.name=A", "-c", "user.email=a@example.com")
        for words in (("init", "-q"), ("add", "-A"), (*identity, "commit", "-qm", "All")):
            subprocess.run(["git", *words], cwd=project.src, check=True)


def build(project: Project, builder: str, out: str, conf: str) -> Result:
    project.write({"conf.py": conf})
    return project.build(builder, out=out, parallel=2, conf={"html_theme": "basic"})


def is_shown(project: Project, out: str, name: str, text: str) -> bool:
    """Return whether a file has *text*; *name* is its path with the builder ``html``."""
    path = project.output(out) / name
    if not path.is_file():
        path = path.with_suffix("") / "index.html"
    return text in path.read_text("utf-8")


def check(project: Project, extensions: list[Extension], builder: str) -> None:
    """Build with and without this extension, and compare."""
    write(project, extensions)
    plain = build(project, builder, "plain", conf_of(extensions, []))
    ours = build(project, builder, "ours", conf_of(extensions, ["sphinx_docsnav"]))
    assert (plain.warnings, ours.warnings) == ("", "")
    old, new = (Output(project.output(out)).read() for out in ("plain", "ours"))
    assert sorted(new.pages) == sorted(old.pages)
    assert new.inventory() == old.inventory()
    assert new.dead_links() - old.dead_links() == set()
    assert new.relations() == old.relations()
    for extension in extensions:
        for name, text in extension.shows.items():
            found = [is_shown(project, out, name, text) for out in ("plain", "ours")]
            # Addresses in the texts are those of the builder "html".
            assert found[0] or builder != "html", (name, text)
            assert found[1] == found[0], (name, text)
    assert ours.app.env.get_doctree("extra").astext() == plain.app.env.get_doctree("extra").astext()


@pytest.mark.on_demand
@pytest.mark.parametrize("builder", ["html", "dirhtml"])
@pytest.mark.parametrize("extension", EXTENSIONS, ids=str)
def test_an_extension_makes_the_same_pages(
    project: Project, extension: Extension, builder: str
) -> None:
    if reason := unusable(extension):
        pytest.skip(reason)
    check(project, [extension], builder)


@pytest.mark.on_demand
@pytest.mark.parametrize("builder", ["html", "dirhtml"])
def test_all_extensions_together_make_the_same_pages(project: Project, builder: str) -> None:
    usable = [one for one in EXTENSIONS if not one.alone and not unusable(one)]
    if len(usable) < 10:
        pytest.skip("most extensions are not installed")
    check(project, usable, builder)
