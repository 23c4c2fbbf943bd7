"""Lists and tables that pages write as html, in formats other than HTML."""

from __future__ import annotations

from pathlib import Path

import pytest
from docutils import nodes
from openapi.page_text import replace_components
from rendering import render

_WIDE_HEAD = """
<table>
<thead><tr><th colSpan="2">A</th></tr></thead>
<tr><td>1</td><td>2</td></tr>
</table>
"""


def _plain(text: str) -> nodes.document:
    document = render(Path(), text).document
    replace_components(document)
    return document


def _cells(text: str) -> list[list[str]]:
    rows = _plain(text).findall(nodes.row)
    return [[entry.astext() for entry in row.findall(nodes.entry)] for row in rows]


@pytest.mark.parametrize(
    ("text", "kind", "items"),
    [
        ("<ul>\n<li>a</li>\n<li>**b**</li>\n</ul>", nodes.list_item, ["a", "b"]),
        ("<ol><li>a</li><li>b</li></ol>", nodes.list_item, ["a", "b"]),
        ("<blockquote>\n\na\n\nb\n\n</blockquote>", nodes.block_quote, ["a\n\nb"]),
        ("<dl><dt>a</dt><dd>b</dd><dd>c</dd></dl>", nodes.definition_list_item, ["a\n\nb\n\nc"]),
        ("<dl><dd>b</dd><dt>a</dt></dl>", nodes.term, ["b", "a"]),
    ],
)
def test_lists_and_quotes_keep_their_structure(
    text: str, kind: type[nodes.Element], items: list[str]
) -> None:
    assert [node.astext() for node in _plain(text).findall(kind)] == items


def test_a_list_in_a_list() -> None:
    text = "<ul>\n<li>\na\n\n<ul>\n<li>b</li>\n</ul>\n</li>\n</ul>"
    items = list(_plain(text).findall(nodes.list_item))
    assert [item.astext().split() for item in items] == [["a", "b"], ["b"]]
    assert items[1].parent.parent is items[0]


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        (
            "<table><tr><th>A</th></tr><tr><td>1</td><td>2</td></tr></table>",
            [["A", ""], ["1", "2"]],
        ),
        (
            _WIDE_HEAD,
            [["A"], ["1", "2"]],
        ),
        (
            "<table><tr><td rowSpan='9'>A</td><td>1</td></tr><tr><td>2</td></tr></table>",
            [["A", "1"], ["2"]],
        ),
        ("<table><tr><td><table><tr><td>a</td></tr></table></td></tr></table>", [["a"]]),
        ("<table></table>", []),
    ],
)
def test_tables_keep_their_cells(text: str, cells: list[list[str]]) -> None:
    assert _cells(text) == cells


def test_a_cell_covers_no_row_that_the_table_does_not_have() -> None:
    text = "<table><tr><td rowSpan='9'>A</td><td>1</td></tr><tr><td>2</td></tr></table>"
    assert next(_plain(text).findall(nodes.entry))["morerows"] == 1


def test_a_caption_is_the_title_of_the_table() -> None:
    table = next(
        _plain("<table><caption>T</caption><tr><td>1</td></tr></table>").findall(nodes.table)
    )
    assert next(table.findall(nodes.title)).astext() == "T"
