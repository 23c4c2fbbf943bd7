"""The Markdown of descriptions as nodes: what it may be, and what stays text."""

from __future__ import annotations

from pathlib import Path

import pytest
from docutils import nodes
from docutils.frontend import get_default_settings
from docutils.utils import new_document
from rendering import describer

from sphinx_docsnav.endpoints.inline_parts import join_blocks, make_link_label
from sphinx_docsnav.rendering.descriptions import MAX_LENGTH
from sphinx_docsnav.sitefiles.safe_urls import is_safe


def repr_of_start(text: str) -> str:
    return f"{text[:6]!r}-{len(text)}"


def markdown_nodes(
    text: str, root: Path = Path(), complaints: list[str] | None = None
) -> list[nodes.Node]:
    document = new_document("page", get_default_settings())
    return describer(document, root, complaints)(text, "spec.json")


def _tree(text: str) -> str:
    made = nodes.Element("", *markdown_nodes(text))
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
            (
                '<paragraph><PictureNode alt="x" docsnav_remote="True" style="" title="" '
                'uri="https://e.example/i.png"/></paragraph>'
            ),
        ),
        ("# Title", '<rubric level="1">Title</rubric>'),
        (
            "<blockquote><h2>Head\n\nmore</blockquote>",
            (
                '<MarkupBlockNode html="{}" tag="blockquote"><rubric level="2">Head</rubric>'
                "<paragraph>more</paragraph></MarkupBlockNode>"
            ),
        ),
        ("a<br>b", "<paragraph>a<LineBreakNode/>b</paragraph>"),
        (
            "<b>a</b> <unknown>b</unknown>",
            "<paragraph><strong>a</strong> <unknown>b</unknown></paragraph>",
        ),
        (
            "<p>a</p><ul><li>b</ul>",
            (
                '<paragraph>a</paragraph><MarkupBlockNode html="{}" tag="ul"><MarkupTextNode '
                'html="{}" tag="li">b</MarkupTextNode></MarkupBlockNode>'
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


def test_a_link_has_no_link_in_its_label() -> None:
    assert [type(node) for node in make_link_label(markdown_nodes("*a*"))] == [nodes.emphasis]
    assert [str(node) for node in make_link_label(markdown_nodes("[a](https://a.example)"))] == [
        "a"
    ]


def test_a_table_has_its_columns() -> None:
    table = markdown_nodes("| a | b |\n|---|---|\n| c | d |")[0]
    assert isinstance(table, nodes.table)
    assert [entry.astext() for entry in table.findall(nodes.entry)] == ["a", "b", "c", "d"]
    assert len(list(table.findall(nodes.colspec))) == 2


def test_paragraphs_know_their_place_for_translators() -> None:
    for text in ("Plain.", "*Not* plain."):
        paragraph = markdown_nodes(text)[0]
        assert isinstance(paragraph, nodes.paragraph)
        assert (paragraph.source, paragraph.line, paragraph.rawsource != "") == (
            "spec.json",
            1,
            True,
        )


def test_several_blocks_in_one_line_are_joined() -> None:
    assert nodes.inline("", "", *join_blocks(markdown_nodes("a\n\n- b\n- c"))).astext() == "a b c"


def _texts(text: str) -> str:
    """Return the text in each element of html, with the elements' names."""
    parts = []
    for node in nodes.Element("", *markdown_nodes(text, complaints=[])).findall():
        if isinstance(node, nodes.Element) and node.get("tag"):
            parts.append(f"<{node['tag']}>")
        elif isinstance(node, nodes.Text):
            parts.append(str(node))
    return " ".join("".join(parts).split())


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("<table><tr><th>A<td>1<tr><td>B</table>", "<table><tr><th>A<td>1<tr><td>B"),
        ("<dl><dt>a<dd>b<dt>c<dd>d</dl>", "<dl><dt>a<dd>b<dt>c<dd>d"),
        ("<ul><li>a<ul><li>b</ul><li>c</ul>", "<ul><li>a<ul><li>b<li>c"),
        ("<ul>\n<li>a</li>\n\n<li>*b*</li>\n</ul>", "<ul><li>a<li>*b*"),
        ("<p>a<p>b <tt>c</tt>", "ab c"),
        ("Use <TOKEN> or {name} or <Card>x</Card>", "Use <TOKEN> or {name} or <Card>x</Card>"),
        ("a <object> and <data>", "a <object> and <data>"),
        ("<font color='red'>a</font>", "<span>a"),
        ('<a onclick="x()" href="javascript:x()">a</a>', "a"),
    ],
)
def test_html_that_readers_expect_to_see_applied(text: str, shown: str) -> None:
    assert _texts(text) == shown


def test_a_block_can_fold_markdown() -> None:
    text = "<details><summary>More</summary>\n\nHidden **text**\n\n</details>"
    fold = markdown_nodes(text)[0]
    assert fold.astext().split() == ["More", "Hidden", "text"]
    assert next(fold.findall(nodes.strong)).astext() == "text"


def test_preformatted_text_keeps_its_lines() -> None:
    block = markdown_nodes("<pre>a\n  *b*</pre>")[0]
    assert (type(block), block.astext()) == (nodes.literal_block, "a\n  *b*")


def test_mistakes_are_reported_with_the_description(tmp_path: Path) -> None:
    complaints: list[str] = []
    text = "![x](/missing.png) <script>x()</script> \n\n<script>y()</script>"
    shown = nodes.Element("", *markdown_nodes(text, tmp_path, complaints)).astext()
    assert "y()" not in shown
    assert len(complaints) == 3


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
    made = markdown_nodes(text)
    depth, level = 0, list(made)
    while level:
        depth += 1
        level = [child for node in level for child in node.children]
    assert depth < 100
