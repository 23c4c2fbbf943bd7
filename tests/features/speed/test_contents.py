"""Lists of headings without nodes: the same output and the same nodes as Sphinx's."""

from __future__ import annotations

import copy
import pickle

import pytest
from building import Project
from docutils import nodes
from sphinx import addnodes
from sphinx.environment import BuildEnvironment

from sphinx_docsnav.features.speed import contents

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
    slow, fast, again = (
        project.build(out=out, conf={"html_theme": theme, "docsnav_fast": quick}).app.env
        for out, quick in (("slow", False), ("fast", True), ("fast", True))
    )
    assert project.files("fast") == project.files("slow")
    without = {name for name, toc in fast.tocs.items() if type(toc) is contents.bullet_list}
    if theme == "furo":  # others look into lists of other pages, or have a translator of their own
        assert without == {"plain", "page"}
    assert _shown(fast) == _shown(slow) == _shown(again)


def _list() -> nodes.bullet_list:
    below = ("#b", 'B & "C"', ())
    return contents.listing((("", "A", (below,)), ("#d", "D", ())), "page", is_local=False)


def test_a_list_of_headings_becomes_an_ordinary_one() -> None:
    made = _list()
    assert isinstance(made, nodes.bullet_list)
    assert not list(made.findall(addnodes.toctree))
    assert type(pickle.loads(pickle.dumps(made))) is contents.bullet_list  # noqa: S301 -- our own
    assert [link["anchorname"] for link in made.findall(nodes.reference)] == ["", "#b", "#d"]
    assert type(made) is nodes.bullet_list
    made["classes"].append("kept")
    stored = pickle.loads(pickle.dumps(made))  # noqa: S301 -- our own
    assert stored.pformat() == made.pformat()
    for copied in (_list().deepcopy(), copy.deepcopy(_list())):
        assert copied.pformat() == _list().pformat()
    assert (type(_list().copy()), _list().copy().children) == (nodes.bullet_list, [])


def test_a_list_keeps_the_document_that_it_is_put_into() -> None:
    parent = nodes.section("", made := _list())
    assert len(made) == 2
    assert made.parent is parent
