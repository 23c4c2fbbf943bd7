"""Documents that docs.json does not list, below a page whose own toctree has them."""

from __future__ import annotations

import json
import re

import pytest
from building import Project

DOCUMENTS = ["index", "one", "one/a", "one/a/x", "one/b", "two"]
"""In reading order."""
ONE = """
One
===

.. toctree::
   :numbered:

   Custom title <one/a>
   one/b
"""


def titled(title: str, toctree: str = "") -> str:
    text = f"{title}\n{'=' * len(title)}\n"
    return f"{text}\n.. toctree::\n\n   {toctree}\n" if toctree else text


@pytest.fixture
def tree(project: Project) -> Project:
    """A project whose page `one` has documents below it."""
    navigation = {"groups": [{"group": "All pages", "pages": ["index", "one", "two"]}]}
    project.conf = {"html_theme": "alabaster", "html_sidebars": {"**": ["globaltoc.html"]}}
    project.write(
        {
            "conf.py": "extensions = ['sphinx_docsnav']\n",
            "docs.json": json.dumps({"navigation": navigation}),
            "index.rst": titled("Home"),
            "one.rst": ONE,
            "one/a.rst": titled("A", "a/x"),
            "one/a/x.rst": titled("X"),
            "one/b.rst": titled("B"),
            "two.rst": titled("Two"),
        }
    )
    return project


def text(project: Project, docname: str) -> str:
    return (project.output() / f"{docname}.html").read_text("utf-8")


def relation(project: Project, docname: str, name: str) -> str:
    found = re.search(rf'<link rel="{name}" title="([^"]*)"', text(project, docname))
    return found[1] if found else ""


def labels(project: Project, docname: str) -> list[str]:
    page = text(project, docname)
    found = re.search(r'<nav[^>]*class="docsnav-sidebar.*?</nav>', page, re.DOTALL)
    assert found is not None
    return re.findall(r'class="docsnav-label">([^<]*)<', found[0])


def test_previous_and_next_pass_through_them(tree: Project) -> None:
    assert tree.build().warnings == ""
    titles = ["", "Home", "One", "1. A", "1.1. X", "2. B", "Two", ""]
    for number, docname in enumerate(DOCUMENTS, 1):
        around = (relation(tree, docname, "prev"), relation(tree, docname, "next"))
        assert (docname, *around) == (docname, titles[number - 1], titles[number + 1])


def test_the_sidebar_keeps_numbers_and_titles_of_their_toctree(tree: Project) -> None:
    tree.build()
    expected = ["All pages", "Home", "One", "1. Custom title", "1.1. X", "2. B", "Two"]
    assert labels(tree, "two") == expected


def test_new_numbers_reach_all_sidebars(tree: Project) -> None:
    tree.build()
    tree.write(
        {"one.rst": ONE.replace("   one/b\n", "").replace("   Custom", "   one/b\n   Custom")}
    )
    tree.build()
    assert labels(tree, "two") == [
        "All pages",
        "Home",
        "One",
        "1. B",
        "2. Custom title",
        "2.1. X",
        "Two",
    ]
    before = tree.times()
    assert tree.build().read == (0, 0, 0)
    assert tree.written(before) == []


def test_documents_of_a_group_title_are_in_the_sidebar(tree: Project) -> None:
    group = {"group": "Parts", "root": "one", "pages": ["two"]}
    navigation = {"groups": [{"group": "All pages", "pages": ["index", group]}]}
    tree.write({"docs.json": json.dumps({"navigation": navigation})})
    assert tree.build().warnings == ""
    expected = ["All pages", "Home", "Parts", "1. Custom title", "1.1. X", "2. B", "Two"]
    assert labels(tree, "two") == expected
    assert relation(tree, "two", "prev") == "2. B"


def test_toctrees_above_which_no_page_is_listed_stop_no_page(tree: Project) -> None:
    brought = titled("Below")
    tree.write({"alone.rst": ":orphan:\n\n" + titled("Alone", "below"), "below.rst": brought})
    tree.build()
    assert "Below" in text(tree, "below")
