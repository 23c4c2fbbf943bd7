"""Pages without a title: in no list, with Sphinx's own warning."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from building import Project

FILES = {
    "conf.py": "",
    "index.rst": "Home\n====\n\n.. toctree::\n   :hidden:\n\n   plain\n   holder\n   titled\n",
    "plain.rst": "A paragraph only.\n",
    "holder.rst": "Only a list.\n\n.. toctree::\n   :hidden:\n\n   below\n",
    "below.rst": "Below\n=====\n",
    "titled.rst": "Titled\n======\n",
}
NAVIGATION = {"pages": ["index", "plain", "holder", "titled"]}
MODES: dict[str, dict[str, Any]] = {"docs.json": {}, "toctree": {"docsnav_config": "toctree"}}
WARNING = (
    "index.rst:4: WARNING: toctree contains reference to document 'plain' that doesn't have a "
    "title: no link will be generated [toc.no_title]\n"
)


@pytest.fixture
def untitled(project: Project) -> Project:
    project.write(FILES)
    project.conf = {"html_theme": "furo"}
    return project


def labels(project: Project, out: str) -> list[str]:
    """Return the texts of the sidebar's links, that to the front page left out."""
    page = (project.output(out) / "titled.html").read_text("utf-8")
    tree = page[page.index('<div class="sidebar-tree') : page.index("</aside>")]
    found = (re.sub("<[^>]*>", "", link) for link in re.findall(r"<a .*?</a>", tree, re.DOTALL))
    return [label.strip() for label in found if label.strip() != "Home"]


@pytest.mark.parametrize("mode", MODES)
def test_a_page_without_a_title_is_in_no_sidebar_as_in_sphinx(untitled: Project, mode: str) -> None:
    plain = untitled.build(out="plain").warnings
    if mode == "docs.json":
        untitled.write({"docs.json": json.dumps({"navigation": NAVIGATION})})
    conf = {"extensions": ["sphinx_docsnav"], **MODES[mode]}
    ours = untitled.build(out="ours", conf=conf).warnings
    assert labels(untitled, "plain") == labels(untitled, "ours") == ["Below", "Titled"]
    assert set(plain.splitlines()) == set(ours.splitlines())
    assert ours == f"{untitled.src}/{WARNING}"


def test_formats_without_a_sidebar_warn_of_nothing(untitled: Project) -> None:
    untitled.write({"docs.json": json.dumps({"navigation": NAVIGATION})})
    assert untitled.build("text", conf={"extensions": ["sphinx_docsnav"]}).warnings == ""


def test_a_title_in_docs_json_is_shown(untitled: Project) -> None:
    pages = ["index", {"page": "plain", "title": "Named"}, "titled"]
    untitled.write({"docs.json": json.dumps({"navigation": {"pages": pages}})})
    assert untitled.build(out="ours", conf={"extensions": ["sphinx_docsnav"]}).warnings == ""
    assert labels(untitled, "ours") == ["Below", "Named", "Titled"]  # below the front page


def test_a_title_that_is_added_appears_and_one_that_is_removed_disappears(
    untitled: Project,
) -> None:
    untitled.write({"docs.json": json.dumps({"navigation": NAVIGATION})})
    conf = {"extensions": ["sphinx_docsnav"]}
    untitled.build(out="ours", conf=conf)
    untitled.write({"plain.rst": "Plain\n=====\n"})
    assert untitled.build(out="ours", conf=conf).warnings == ""
    assert labels(untitled, "ours") == ["Plain", "Below", "Titled"]
    untitled.write({"plain.rst": FILES["plain.rst"]})
    assert untitled.build(out="ours", conf=conf).warnings == f"{untitled.src}/{WARNING}"
    assert labels(untitled, "ours") == ["Below", "Titled"]
