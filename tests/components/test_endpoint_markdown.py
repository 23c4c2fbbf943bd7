"""The Markdown of descriptions as nodes: what it may be, and what stays text."""

from __future__ import annotations

import pytest
from docutils import nodes

from sphinx_docsnav.endpoints.description_markdown import MAX_LENGTH, inline_nodes, markdown_nodes
from sphinx_docsnav.sitefiles.safe_urls import is_safe


def repr_of_start(text: str) -> str:
    return f"{text[:6]!r}-{len(text)}"


def _tree(text: str) -> str:
    made = nodes.Element("", *markdown_nodes(text, "spec.json", 1))
    return " ".join("".join(str(child) for child in made.children).split())


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("Plain words.", "<paragraph>Plain words.</paragraph>"),
        ("2 < 3 & {id}", "<paragraph>2 < 3 & {id}</paragraph>"),
        (
            "a *b* **c** `d`",
            (
                "<paragraph>a <emphasis>b</emphasis> <strong>c</strong> "
                "<literal>d</literal></paragraph>"
            ),
        ),
        (
            "[x](https://e.example)",
            '<paragraph><reference refuri="https://e.example">x</reference></paragraph>',
        ),
        (
            "![x](https://e.example/i.png)",
            '<paragraph><reference refuri="https://e.example/i.png">x</reference></paragraph>',
        ),
        ("# Title", "<rubric>Title</rubric>"),
        ("a<br>b", "<paragraph>a b</paragraph>"),
        (
            "<b>a</b> <unknown>b</unknown>",
            "<paragraph><strong>a</strong> <unknown>b</unknown></paragraph>",
        ),
        (
            "<p>a</p><ul><li>b</ul>",
            (
                '<paragraph>a</paragraph><bullet_list bullet="-"><list_item><paragraph>b'
                "</paragraph></list_item></bullet_list>"
            ),
        ),
        ("a <!-- b --> c", "<paragraph>a c</paragraph>"),
        ("a <b>b", "<paragraph>a <strong>b</strong></paragraph>"),
        ("> [!TIP]\n> Do.", "<tip><paragraph>Do.</paragraph></tip>"),
        ("> Said.", "<block_quote><paragraph>Said.</paragraph></block_quote>"),
        (
            "3. a",
            (
                '<enumerated_list enumtype="arabic" prefix="" start="3" suffix=".">'
                "<list_item><paragraph>a</paragraph></list_item></enumerated_list>"
            ),
        ),
        (
            "~~a~~",
            '<paragraph><MarkupInlineNode html="{}" tag="del">a</MarkupInlineNode></paragraph>',
        ),
        (
            "<mark>a</mark>",
            '<paragraph><MarkupInlineNode html="{}" tag="mark">a</MarkupInlineNode></paragraph>',
        ),
        ("> [!note]\n> a", "<note><paragraph>a</paragraph></note>"),
        ("> [!NOTE] a", "<block_quote><paragraph>[!NOTE] a</paragraph></block_quote>"),
        ("", ""),
    ],
)
def test_markdown_becomes_nodes(text: str, tree: str) -> None:
    assert _tree(text).replace('xml:space="preserve" ', "") == tree


def test_a_table_has_its_columns() -> None:
    table = markdown_nodes("| a | b |\n|---|---|\n| c | d |", "spec.json", 1)[0]
    assert isinstance(table, nodes.table)
    assert [entry.astext() for entry in table.findall(nodes.entry)] == ["a", "b", "c", "d"]
    assert len(list(table.findall(nodes.colspec))) == 2


def test_paragraphs_know_their_place_for_translators() -> None:
    for text in ("Plain.", "*Not* plain."):
        paragraph = markdown_nodes(text, "spec.json", 1)[0]
        assert isinstance(paragraph, nodes.paragraph)
        assert (paragraph.source, paragraph.line, paragraph.rawsource != "") == (
            "spec.json",
            1,
            True,
        )


def test_several_blocks_in_one_line_are_joined() -> None:
    assert nodes.inline("", "", *inline_nodes("a\n\n- b\n- c")).astext() == "a b c"


@pytest.mark.parametrize(
    "url", ["https://a", "http://a", "mailto:a@b", "/a", "#a", "../a", "a/b", "a.html", "?q"]
)
def test_safe_links(url: str) -> None:
    assert is_safe(url)


@pytest.mark.parametrize(
    "url",
    [
        "javascript:x",
        "JAVASCRIPT:x",
        "java\nscript:x",
        "\x01javascript:x",
        "data:text/html,x",
        "vbscript:x",
        " javascript:x",
        "file:///etc/passwd",
        "a:b",
    ],
)
def test_links_that_are_left_out(url: str) -> None:
    assert not is_safe(url)


HOSTILE = (
    "[", "*a ", "<a ", "`a", "![](", "**a", "[a](", "<!--", "a\n- ", "<b>", "<i><b>", "|-|\n",
    "<p><ul>", "- a\n ", "> ", "<div>", "[[a]]", "\\", "&", "[a]: b\n",
)  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        *(part * (size // len(part)) for part in HOSTILE for size in (MAX_LENGTH, 1_000_000)),
        "*" * 20_000 + "a" + "*" * 20_000,
        "*a" * 9_000 + "a*" * 9_000,
        "<b>" * 600 + "x" + "</b>" * 600,
        "> " * 500 + "- " * 500 + "a",
    ],
    ids=repr_of_start,
)
def test_no_text_hangs_or_nests_without_bound(text: str) -> None:
    made = markdown_nodes(text, "spec.json", 1)
    depth, level = 0, list(made)
    while level:
        depth += 1
        level = [child for node in level for child in node.children]
    assert depth < 100
