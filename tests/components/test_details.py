"""Folds, fields and colours: ``<details>`` of HTML, Expandable, ResponseField, Color."""

from __future__ import annotations

from pathlib import Path

import pytest
from docutils import nodes
from rendering import render

from sphinx_docsnav.components.fields import FieldNode
from sphinx_docsnav.components.misc import ColorsNode


@pytest.mark.parametrize(
    "text",
    [
        "<details>\n  <summary>More</summary>\n  Text *here*.\n</details>\n",
        "<details>\n<summary>More</summary>\n\nText *here*.\n</details>\n",
        "<details><summary>More</summary>Text *here*.</details>\n",
    ],
)
def test_a_summary_is_the_title_wherever_the_text_begins(tmp_path: Path, text: str) -> None:
    page = render(tmp_path, text)
    assert "More" in page.tree
    assert "Details" not in page.tree
    assert page.document.astext().split() == ["Fallback", "More", "Text", "here."]


def test_the_summary_of_an_expandable_is_its_title(tmp_path: Path) -> None:
    page = render(tmp_path, '<Expandable summary="More">\n  Text\n</Expandable>\n')
    assert page.document.astext().split() == ["Fallback", "More", "Text"]
    assert page.messages == []


def test_a_row_of_colours_is_a_part_of_their_table(tmp_path: Path) -> None:
    item = '<Color.Item name="coal" value="#222" />'
    row = f'<Color.Row title="Warm">{item}</Color.Row>'
    page = render(tmp_path, f'<Color variant="table">{row}</Color>\n')
    classes = [node["classes"] for node in page.document.findall(ColorsNode)]
    assert classes == [["docsnav-colors", "docsnav-colors-table"], ["docsnav-color-row"]]


def test_a_field_without_a_name_has_no_empty_name(tmp_path: Path) -> None:
    page = render(tmp_path, '<ResponseField type="string" required>\n  Text\n</ResponseField>\n')
    [message] = page.messages
    assert "expected the name of the field in 'name'; shown without a name" in message
    assert not list(page.document.findall(nodes.literal))
    assert page.document.astext().split() == ["Fallback", "string", "required", "Text"]


def test_the_types_of_a_field_are_separated(tmp_path: Path) -> None:
    page = render(
        tmp_path,
        "<ParamField path='a' type={['string', 'number']} />\n\n"
        "<ParamField path='b' type={[]} />\n\n<ParamField path='c' type='' />\n",
    )
    fields = [node.astext().split("\n\n")[0] for node in page.document.findall(FieldNode)]
    assert fields == ["a string | number path", "b path", "c path"]
    assert page.messages == []
