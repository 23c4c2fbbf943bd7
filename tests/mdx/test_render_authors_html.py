"""HTML that authors write in pages keeps its words, its ids and its addresses."""

from __future__ import annotations

from pathlib import Path

import pytest
from docutils import nodes
from rendering import render

from sphinx_docsnav.components.cards import CardNode
from sphinx_docsnav.components.fields import FieldNode
from sphinx_docsnav.components.file_tree import TreeNode
from sphinx_docsnav.components.markup import (
    HeadingNode,
    LineBreakNode,
    MarkupBlockNode,
    MarkupRunNode,
    MarkupTextNode,
)
from sphinx_docsnav.components.misc import ColorNode


def test_a_link_without_words_is_named_by_its_label(tmp_path: Path) -> None:
    page = render(
        tmp_path,
        '<a href="/other" aria-label="Permalink"><svg><path d="M0 0" /></svg></a>\n\n'
        '<a href="/other"></a>\n\n<a id="here" href="/other" />\n',
    )
    links = list(page.document.findall(nodes.reference))
    assert [link.astext() for link in links] == ["Permalink"]
    label = next(
        iter(
            links[0].findall(
                lambda node: "docsnav-unseen" in getattr(node, "attributes", {}).get("classes", ())
            )
        )
    )
    assert label.astext() == "Permalink"
    assert "here" in page.document.ids


def test_tags_of_older_html_and_of_javascript_are_read(tmp_path: Path) -> None:
    page = render(
        tmp_path,
        'a<BR>b <a name="old" /> <a name="c">d</a>\n\n'
        "<Card\n  // the title\n  title='T' /* and */\n  // its address\n>\ne\n</Card>\n\n"
        "```math\n\\frac{1}{2}\n```\n",
    )
    assert len(list(page.document.findall(LineBreakNode))) == 1
    assert {"old", "c"} <= page.document.ids.keys()
    assert page.first(CardNode).astext().split() == ["T", "e"]
    assert page.first(nodes.math_block).astext() == r"\frac{1}{2}"


def test_preformatted_text_keeps_its_id_and_its_lines(tmp_path: Path) -> None:
    page = render(
        tmp_path,
        '<pre id="a"><code><span>{"{"}</span><br/><span> "a":1</span></code></pre>\n',
    )
    block = page.first(nodes.literal_block)
    assert (block["ids"], block.astext()) == (["a"], '{\n "a":1')


def test_preformatted_text_keeps_links_and_ids_inside(tmp_path: Path) -> None:
    page = render(tmp_path, '<pre id="a"><a href="#b">to</a> <span id="b">there</span></pre>\n')
    assert {"a", "b"} <= page.document.ids.keys()
    assert [link["refuri"] for link in page.document.findall(nodes.reference)] == [
        "page:page#b"
    ] or [link["refuri"] for link in page.document.findall(nodes.reference)] == ["page:#b"]


def test_attributes_without_a_value_are_left_out(tmp_path: Path) -> None:
    page = render(
        tmp_path,
        "export const To = ({ href, title, off }) => <><a href={href} title={title}>words</a>"
        "<div id={null} title={off && 'x'}>text</div></>\n\n<To off={false} />\n",
    )
    assert page.messages == []
    assert "undefined" not in page.document.pformat()
    assert page.first(MarkupTextNode)["html"] == {}
    assert list(page.document.findall(nodes.reference)) == []


def test_properties_without_a_value_are_not_given(tmp_path: Path) -> None:
    page = render(
        tmp_path,
        "export const To = ({ href }) => <Card title={null} href={href} icon={href && 'x'} "
        "cta={false}>words</Card>\n\n<To />\n",
    )
    assert (page.messages, page.first(CardNode).astext()) == ([], "words")


@pytest.mark.parametrize(
    ("tag", "ids"),
    [
        (
            '<ParamField body="attributesToCrop" />',
            [
                "param-attributes-to-crop",
                "param-attributestocrop",
                "body-attributes-to-crop",
                "body-attributestocrop",
            ],
        ),
        (
            '<ParamField query="actionType" />',
            [
                "param-action-type",
                "param-actiontype",
                "parameter-action-type",
                "parameter-actiontype",
            ],
        ),
        (
            '<ParamField path="on_error" />',
            ["param-on-error", "param-on_error", "parameter-on-error", "parameter-on_error"],
        ),
        (
            '<ResponseField name="thumbnails.background" />',
            [
                "param-thumbnails-background",
                "param-thumbnailsbackground",
                "response-thumbnails-background",
                "response-thumbnailsbackground",
            ],
        ),
        (
            '<ResponseField name="userID" />',
            ["param-user-id", "param-userid", "response-user-id", "response-userid"],
        ),
        ('<ResponseField id="own" name="x" />', ["own"]),
    ],
)
def test_fields_have_the_ids_that_links_use(tmp_path: Path, tag: str, ids: list[str]) -> None:
    assert render(tmp_path, f"{tag}\n").first(FieldNode)["ids"] == ids


def test_fields_of_one_name_have_ids_of_their_own(tmp_path: Path) -> None:
    page = render(tmp_path, '<ResponseField name="userID" />\n\n<ResponseField name="userID" />\n')
    first, second = (set(field["ids"]) for field in page.document.findall(FieldNode))
    assert "param-user-id-2" in second
    assert not first & second


def test_a_tree_may_be_a_markdown_list(tmp_path: Path) -> None:
    text = "- docs/\n  - `index.mdx`\n  - guides\n    - **a**.mdx\n- docs.config.ts\n"
    page = render(tmp_path, f"<FileTree>\n\n{text}\n</FileTree>\n\n<Tree>\n\n{text}\n</Tree>\n")
    trees = list(page.document.findall(TreeNode))
    assert [tree.astext().split() for tree in trees] == [
        ["docs", "index.mdx", "guides", "a.mdx", "docs.config.ts"]
    ] * 2
    assert page.messages == []


def test_what_is_no_file_stands_below_the_tree(tmp_path: Path) -> None:
    page = render(tmp_path, "<Tree>\n\nWords\n\n- a\n\n</Tree>\n")
    assert page.document.astext().split()[-2:] == ["a", "Words"]
    assert page.messages == [
        (
            "page.mdx:1: <Tree>: a tree contains only files, folders and lists; the rest is shown "
            "below it [component_property]"
        )
    ]


@pytest.mark.parametrize(
    "repo", ["a/b.c", "https://github.com/a/b.c", "https://github.com/a/b.c.git"]
)
def test_a_repository_is_a_card_that_leads_there(tmp_path: Path, repo: str) -> None:
    page = render(tmp_path, f'<GitHub.Repo repo="{repo}" />\n')
    link = page.first(nodes.reference)
    assert (link["refuri"], link.astext(), page.messages) == (
        "https://github.com/a/b.c",
        "a/b.c",
        [],
    )


def test_a_repository_without_a_name_is_left_out(tmp_path: Path) -> None:
    page = render(tmp_path, '<GitHub.Repo repo="javascript:x" />\n')
    assert page.messages == [
        (
            "page.mdx:1: <GitHub.Repo>: expected a repository such as 'owner/name', found "
            "'javascript:x'; left out [component_property]"
        )
    ]


@pytest.mark.parametrize(
    "color",
    ["oklch(70% 0.2 145)", "lab(50% 40 59.5)", "hwb(194 0% 0%)", "color(display-p3 1 0.5 0)"],
)
def test_colours_may_be_written_in_every_space(tmp_path: Path, color: str) -> None:
    page = render(tmp_path, f'<Color.Item name="x" value="{color}" />\n')
    assert (page.first(ColorNode)["values"], page.messages) == ({"both": color}, [])


def test_a_colour_cannot_hold_more_css(tmp_path: Path) -> None:
    page = render(tmp_path, '<Color.Item name="x" value="oklch(1); background: url(x)" />\n')
    assert len(page.messages) == 1


def test_a_link_of_a_framework_is_a_link(tmp_path: Path) -> None:
    page = render(tmp_path, 'See <Link href="/other">there</Link>.\n')
    assert (page.first(nodes.reference).astext(), page.messages) == ("there", [])


def test_a_typed_card_has_its_colour_and_icon(tmp_path: Path) -> None:
    card = render(tmp_path, '<Card title="A" type="warning">b</Card>\n').first(CardNode)
    assert "docsnav-card-warning" in card["classes"]
    assert "docsnav-card-icon" in str(card)


def test_links_to_applications_need_a_setting(tmp_path: Path) -> None:
    text = "[open](cursor://x/y)\n"
    refused = render(tmp_path, text)
    assert [len(refused.messages), len(list(refused.document.findall(nodes.reference)))] == [1, 0]
    allowed = render(tmp_path, text, link_schemes=("cursor",))
    assert [link["refuri"] for link in allowed.document.findall(nodes.reference)] == [
        "cursor://x/y"
    ]
    assert "link_schemes" in refused.host.faults[0].hint


def test_elements_of_text_contain_no_paragraphs(tmp_path: Path) -> None:
    page = render(
        tmp_path,
        '<div>\n<h2 className="big">\n  Build with <b>care</b>\n</h2>\n'
        '<p className="small">\n  One\n\n  Two\n</p>\n</div>\n',
    )
    heading = page.first(HeadingNode)
    assert (heading["classes"], heading.astext()) == (["big"], "Build with care")
    paragraph = next(
        node for node in page.document.findall(nodes.paragraph) if "small" in node["classes"]
    )
    assert paragraph.astext() == "OneTwo"
    assert len(list(paragraph.findall(LineBreakNode))) == 1
    assert list(heading.findall(nodes.paragraph)) == []
    assert list(paragraph.findall(nodes.paragraph)) == [paragraph]


def test_tags_and_expressions_that_are_blocks_of_their_own_do_not_run_together(
    tmp_path: Path,
) -> None:
    text = '{"one"}\n\n{"two"} {"three"}\n\n<Alone>four</Alone>\n\n{["fi", "ve"]}\n'
    assert render(tmp_path, text).first(nodes.paragraph).astext() == "one two three four five"


def test_html_in_an_attribute_is_read_by_the_rules_of_the_page(tmp_path: Path) -> None:
    page = render(
        tmp_path,
        "export const s = `a <a href='https://a.b'>c</a><script>d()</script>\n\n"
        "<b onclick='e()'>f</b>`\n\n"
        "g <span dangerouslySetInnerHTML={{__html: '<i>h</i> i'}} /> j\n\n"
        "<div dangerouslySetInnerHTML={{__html: s}} />\n\n<p dangerouslySetInnerHTML='k' />\n",
    )
    assert page.first(nodes.paragraph).astext() == "g h i j"
    assert page.first(nodes.reference)["refuri"] == "https://a.b"
    assert page.first(nodes.strong).astext() == "f"
    assert "d()" not in page.document.astext()
    messages = [message.partition(" <")[0].partition(" in")[0] for message in page.messages]
    assert messages == ["page.mdx:7:", "page.mdx:7: 'onclick' of", "page.mdx:9: the HTML"]


def test_an_alternative_text_of_several_lines_keeps_its_words_apart(tmp_path: Path) -> None:
    page = render(tmp_path, "![one\ntwo  \n`three`](https://a.b/c.png)\n")
    assert page.first(nodes.image)["alt"] == "one two three"


def test_code_in_html_says_its_language_and_its_title(tmp_path: Path) -> None:
    page = render(
        tmp_path,
        '<pre><code class="language-js">a</code></pre>\n\n'
        "<pre data-language='json' data-title='b.json'><code>{'{}'}</code></pre>\n",
    )
    assert [block["language"] for block in page.document.findall(nodes.literal_block)] == [
        "js",
        "json",
    ]
    assert page.first(nodes.caption).astext() == "b.json"


def test_forms_show_their_fields_and_send_nothing(tmp_path: Path) -> None:
    page = render(
        tmp_path,
        """
<form action="https://example.com/take" onSubmit={() => send()}>
  <label htmlFor="mail">Mail</label>
  <input id="mail" type="email" placeholder="you@example.com" />
  <textarea defaultValue="Note" />
  <select><optgroup label="Food"><option>Soup</option></optgroup><option>Bread</option></select>
  <input type="submit" value="Order" />
  <input type="hidden" value="unseen" />
</form>
""",
    )
    assert [fault.message.partition(":")[0] for fault in page.host.faults] == [
        "<form> sends nothing",
        "'onSubmit' of <form> has no effect",
    ]
    elements = [node for node in page.document.findall(nodes.Element) if "html" in node]
    assert [(node["tag"], node["html"], node.astext()) for node in elements[1:]] == [
        ("label", {"for": "mail"}, "Mail"),
        ("input", {"type": "email", "placeholder": "you@example.com", "disabled": ""}, ""),
        ("textarea", {"disabled": ""}, "Note"),
        ("select", {}, "SoupBread"),
        ("option", {}, "Soup"),
        ("option", {}, "Bread"),
        ("button", {"type": "button", "disabled": ""}, "Order"),
    ]


def test_an_element_with_a_layout_holds_tags_without_a_paragraph(tmp_path: Path) -> None:
    tags = '  <a href="/a">A</a>\n  <a href="/b">B</a>\n'
    expression = "  {1 > 0 && <span>C</span>}\n"
    text = f"<div className='flex'>\n{tags}\n{expression}\n  Words *of* text\n</div>\n"
    layout = render(tmp_path, text).first(MarkupBlockNode)
    kinds = [type(child) for child in layout.children]
    assert kinds == [MarkupRunNode, MarkupRunNode, nodes.paragraph]
    plain = render(tmp_path, f"<div>\n{tags}</div>\n").first(MarkupBlockNode)
    assert [type(child) for child in plain.children] == [nodes.paragraph]
    runs = layout.findall(MarkupRunNode)
    assert [type(node) for run in runs for node in run.plain()] == [nodes.paragraph] * 2


def test_only_a_link_around_blocks_is_a_block(tmp_path: Path) -> None:
    page = render(
        tmp_path,
        '<div><a href="/b">words</a></div>\n\n'
        '<a href="/b">\n<img src="https://a.b/c.png" />\n</a>\n\n'
        '<a href="/b">\n<div>x</div>\n</a>\n',
    )
    around = [type(link.parent).__name__ for link in page.document.findall(nodes.reference)]
    assert around == ["MarkupTextNode", "paragraph", "LinkBlockNode"]


def test_parts_of_the_same_drawing_are_drawn_again_and_those_of_other_files_named(
    tmp_path: Path,
) -> None:
    page = render(
        tmp_path,
        '<svg><defs><g id="s"><path d="M0" /></g><linearGradient id="a" xlinkHref="#b" /></defs>'
        '<use xlinkHref="#s" x="2" /></svg>\n\n<svg><use href="/sprite.svg#s" /></svg>\n',
    )
    drawn = [node for node in page.document.findall(nodes.Element) if node.get("html")]
    shown = {node["tag"]: node["html"]["href"] for node in drawn if "href" in node["html"]}
    assert shown == {"linearGradient": "#b", "use": "#s"}
    assert ["<use> of a drawing" in text for text in page.messages] == [True]
