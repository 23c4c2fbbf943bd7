"""Lists of headings that are written from their texts: the same output as Sphinx's."""

from __future__ import annotations

import pytest
from building import Project
from docutils import nodes
from sphinx import addnodes

from sphinx_docsnav.features import speed
from sphinx_docsnav.features.speed import heading_entries

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


@pytest.mark.parametrize("theme", ["alabaster", "furo", "pydata_sphinx_theme"])
def test_lists_of_headings_are_those_of_sphinx(
    project: Project, monkeypatch: pytest.MonkeyPatch, theme: str
) -> None:
    if theme != "alabaster":
        pytest.importorskip(theme)
    project.write(FILES)
    project.build(out="slow", conf={"html_theme": theme, "docsnav_fast": False})
    taken: list[str] = []

    def note(toc: nodes.Node, docname: str) -> object:
        entries = heading_entries(toc, docname)
        taken.extend([docname] if entries is not None else [])
        return entries

    monkeypatch.setattr(speed, "heading_entries", note)
    project.build(out="fast", conf={"html_theme": theme, "docsnav_fast": True})
    assert project.files("fast") == project.files("slow")
    assert {"plain", "page"} <= set(taken)
    assert not {"coded", "chosen", "shallow"} & set(taken)


def test_other_lists_are_left_to_sphinx() -> None:
    def listed(*content: nodes.Node, **attributes: str) -> nodes.bullet_list:
        link = nodes.reference(
            "", "", *content, internal=True, refuri="page", anchorname="#a", **attributes
        )
        return nodes.bullet_list("", nodes.list_item("", addnodes.compact_paragraph("", "", link)))

    text = nodes.Text("Title")
    assert heading_entries(listed(text), "page") == (("#a", "Title", ()),)
    assert heading_entries(listed(nodes.literal("", "Title")), "page") is None
    assert heading_entries(listed(text, skip="1"), "page") is None
    assert heading_entries(listed(text), "other") is None
    assert heading_entries(nodes.paragraph(), "page") is None
