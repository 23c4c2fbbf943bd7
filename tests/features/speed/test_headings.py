"""Lists of headings that are kept as texts: the same output and the same nodes as Sphinx's."""

from __future__ import annotations

import copy
import pickle

import pytest
from building import Project
from docutils import nodes
from sphinx import addnodes
from sphinx.environment import BuildEnvironment

from sphinx_docsnav.features.speed import writes_headings_as_sphinx
from sphinx_docsnav.features.speed.heading_lists import bullet_list, read_entries

FILES = {
    "conf.py": 'extensions = ["sphinx_docsnav"]\n',
    "index.rst": "Start\n=====\n\n.. toctree::\n   :numbered:\n   :hidden:\n\n   numbered\n",
    "numbered.rst": "Numbered\n========\n\nPart\n----\n",
    "plain.rst": 'A & B\n=====\n\n"Quoted" <tag> a @ b\n-----------------\n\n'
    "Below\n~~~~~\n\nText.\n\nLast\n----\n",
    "shallow.rst": ":tocdepth: 1\n\nShallow\n=======\n\nOne\n---\n\nTwo\n~~~\n",
    "coded.rst": "Coded\n=====\n\nThe ``code`` *here*\n-------------------\n",
    "chosen.rst": "Chosen\n======\n\n.. only:: html\n\n   One\n   ---\n\nTwo\n---\n",
    "empty.rst": "Text alone.\n",
    "page.mdx": "# Page\n\n## One @ \\<b>\n\n## Two\n\n"
    '<Accordion title="Two">\n### Three\n</Accordion>\n',
    "docs.json": '{"navigation": {"pages": ["plain", "shallow", "coded", "chosen", "empty",'
    ' "page"]}}',
}


def _shown(env: BuildEnvironment) -> dict[str, str]:
    return {docname: toc.pformat() for docname, toc in env.tocs.items()}


@pytest.mark.parametrize("theme", ["alabaster", "furo", "pydata_sphinx_theme"])
def test_lists_of_headings_are_those_of_sphinx(project: Project, theme: str) -> None:
    if theme != "alabaster":
        pytest.importorskip(theme)
    project.write(FILES)
    apps = [
        project.build(out=out, conf={"html_theme": theme, "docsnav_fast": quick}).app
        for out, quick in (("slow", False), ("fast", True), ("fast", True))
    ]
    assert writes_headings_as_sphinx(apps[1]) == (theme != "pydata_sphinx_theme")
    slow, fast, again = (app.env for app in apps)
    assert project.files("fast") == project.files("slow")
    kept = {name for name, toc in fast.tocs.items() if isinstance(toc, bullet_list) and toc.entries}
    assert kept == {"plain", "page"}
    assert _shown(fast) == _shown(slow) == _shown(again)


ENTRIES = (("", "A", (("#b", 'B & "C"', ()),)), ("#d", "D", ()))


def _stored(toc: bullet_list) -> bullet_list:
    loaded: bullet_list = pickle.loads(pickle.dumps(toc))  # noqa: S301 -- our own
    return loaded


def test_nodes_of_a_list_are_made_when_they_are_read() -> None:
    made = bullet_list(ENTRIES, "page")
    assert not list(made.findall(addnodes.toctree))
    assert _stored(made).entries == ENTRIES
    links = list(made.findall(nodes.reference))
    assert [link["anchorname"] for link in links] == ["", "#b", "#d"]
    assert {link["refuri"] for link in links} == {"page"}
    assert made.entries is None
    assert read_entries(nodes.bullet_list("", *made.children), "page") == ENTRIES
    local = bullet_list(ENTRIES, None)
    assert [link["refuri"] for link in local.findall(nodes.reference)] == ["#", "#b", "#d"]


def test_changes_of_a_list_are_stored() -> None:
    made = bullet_list(ENTRIES, "page")
    next(made.findall(nodes.list_item))["classes"].append("kept")
    assert _stored(made).pformat() == made.pformat()
    assert 'classes="kept"' in made.pformat()
    for changed in (emptied := bullet_list(ENTRIES, "page"), bullet_list(ENTRIES, "page")):
        changed["classes"].append("own")
    emptied.clear()
    assert emptied.pformat() == '<bullet_list classes="own">\n'
    assert changed.entries is None
    assert changed.pformat().startswith('<bullet_list classes="own">\n    <list_item>\n')


def test_a_copy_of_a_list_is_as_the_list() -> None:
    made = bullet_list(ENTRIES, "page")
    shown = bullet_list(ENTRIES, "page").pformat()
    for copied in (made.deepcopy(), copy.deepcopy(made), copy.copy(made)):
        assert copied.pformat() == shown
    assert (type(made.copy()), made.copy().children) == (nodes.bullet_list, [])


def test_a_list_belongs_to_the_node_that_it_is_put_into() -> None:
    parent = nodes.section("", made := bullet_list(ENTRIES, "page"))
    assert made.parent is parent
    assert [item.parent for item in made.children] == [made, made]


def test_other_lists_are_left_to_sphinx() -> None:
    def listed(*content: nodes.Node, **attributes: str) -> nodes.bullet_list:
        link = nodes.reference(
            "", "", *content, internal=True, refuri="page", anchorname="#a", **attributes
        )
        return nodes.bullet_list("", nodes.list_item("", addnodes.compact_paragraph("", "", link)))

    text = nodes.Text("Title")
    assert read_entries(listed(text), "page") == (("#a", "Title", ()),)
    assert read_entries(listed(nodes.literal("", "Title")), "page") is None
    assert read_entries(listed(text, skip="1"), "page") is None
    assert read_entries(listed(text), "other") is None
    assert read_entries(nodes.paragraph(), "page") is None
