"""Title, lead, headings, links, pictures, expressions of a page."""

from __future__ import annotations

from pathlib import Path

import pytest
from docutils import nodes
from rendering import render
from sphinx.util.nodes import is_smartquotable

from sphinx_docsnav.components.markup import (
    CheckboxNode,
    HeadingNode,
    MarkupInlineNode,
    MarkupTextNode,
    MermaidNode,
)
from sphinx_docsnav.faults import Position
from sphinx_docsnav.rendering.page_document import MAX_META_DESCRIPTION
from sphinx_docsnav.sitefiles.page_links import compile_redirects


def test_front_matter_title_is_the_page_and_description_its_lead(tmp_path: Path) -> None:
    page = render(tmp_path, "---\ntitle: Use `x`\ndescription: A *lead*\n---\n\n## Part\n\nText\n")
    assert page.tree == (
        "  <meta>\n"
        '  <section ids="use-x">\n'
        "    <title>\n"
        "      Use \n"
        "      <literal>\n"
        "        x\n"
        '    <paragraph classes="docsnav-lead">\n'
        "      A \n"
        "      <emphasis>\n"
        "        lead\n"
        '    <section ids="part">\n'
        "      <title>\n"
        "        Part\n"
        "      <paragraph>\n"
        "        Text"
    )


def test_only_long_names_in_code_may_break_within_a_line(tmp_path: Path) -> None:
    name = "~/.config/Claude/claude_desktop_config.json"
    page = render(tmp_path, f"`{name}` `several words of thirty characters` `--flag`\n")
    classes = [literal["classes"] for literal in page.document.findall(nodes.literal)]
    assert classes == [["docsnav-long"], [], []]


def test_cells_with_sentences_or_long_names_have_a_minimum_width(tmp_path: Path) -> None:
    name, sentence = (
        "`HARBOUR_CLIENT_RETRY_MAXIMUM_SECONDS`",
        "The time between two tries of a call.",
    )
    page = render(
        tmp_path, f"| Name | Text |\n|---|---|\n| {name} | {sentence} |\n| a | `{'a ' * 20}` b |\n"
    )
    entries = page.document.findall(nodes.entry)
    wide = ["docsnav-sentence"]
    assert [entry["classes"] for entry in entries] == [[], [], wide, wide, [], []]


def test_a_first_heading_is_the_title_where_front_matter_has_none(tmp_path: Path) -> None:
    page = render(tmp_path, "---\ndescription: Lead\n---\n# Own\n\nText\n\n# Second\n")
    titles = [(_depth(node), node.astext()) for node in page.document.findall(nodes.title)]
    assert titles == [(2, "Own"), (3, "Second")]
    section = page.first(nodes.section)
    assert section[1].astext() == "Lead"


def test_a_page_without_any_title_gets_the_fallback(tmp_path: Path) -> None:
    page = render(tmp_path, "Text\n")
    assert page.first(nodes.title).astext() == "Fallback"


def test_headings_answer_to_ids_of_both_rules_and_never_lack_one(tmp_path: Path) -> None:
    text = "---\ntitle: T\n---\n## A & b\n## A & b\n## ???\n## ...\n## X {#own}\n## Y {#own}\n"
    page = render(tmp_path, text)
    ids = [section["ids"] for section in page.document.findall(nodes.section)][1:]
    assert ids[0] == ["a-&-b", "a--b", "a-and-b"]
    assert ids[1] == ["a-&-b-2", "a--b-1"]
    assert ids[4:] == [["own"], ["own-2"]]
    assert all(ids)
    flat = [name for names in ids for name in names]
    assert len(flat) == len(set(flat))


def test_ids_hold_no_markup(tmp_path: Path) -> None:
    page = render(
        tmp_path, '---\ntitle: T\n---\n<div id={"\\"><script>x</script>"}>\n\ntext\n\n</div>\n'
    )
    ids = [name for node in page.document.findall(nodes.Element) for name in node["ids"]]
    assert not any(set(name) & set("<>\"' ") for name in ids)


def test_a_heading_has_ids_for_links_that_leave_out_a_part_of_it(tmp_path: Path) -> None:
    text = """
## `navigation` - <Badge>required</Badge>
### <span>sandbox.</span><span>env()</span>
### <span>patch.</span><span>env()</span>
### <span>sandbox.</span><span>start()</span>
### Image::get()
## Start
"""
    page = render(tmp_path, "---\ntitle: T\n---\n" + text)
    sections = list(page.document.findall(nodes.section))[1:]
    last = [(section["ids"][0], section["ids"][-1]) for section in sections]
    assert last == [
        ("navigation-required", "navigation"),
        ("sandbox-env", "env"),
        ("patch-env", "env-1"),
        ("sandbox-start", "sandbox.start()"),  # "start" is the id of the heading that says so
        ("image::get", "image-get"),
        ("start", "start"),
    ]
    assert "env-2" in sections[2]["ids"]


def test_headings_in_components_are_no_sections_but_have_ids(tmp_path: Path) -> None:
    page = render(tmp_path, "---\ntitle: T\n---\n<Note>\n### Inside\n</Note>\n")
    heading = page.first(HeadingNode)
    assert (heading["ids"], heading["level"], heading["toc"]) == (["inside"], 3, "Inside")


def test_links_into_the_site_know_what_they_may_mean(tmp_path: Path) -> None:
    text = "[a](/x/y#z) [b](./n) [c](../up.mdx) [d](bare) [e](#here) [f](https://h/p)\n"
    page = render(tmp_path, text, name="a/b/page")
    uris = [node["refuri"] for node in page.document.findall(nodes.reference)]
    assert uris == [
        "page:x/y#z",
        "page:a/b/n",
        "page:a/up.mdx",
        "page:bare|a/b/bare",
        "page:#here",
        "https://h/p",
    ]


def test_links_to_files_are_downloads_and_never_lead_out_of_the_site(tmp_path: Path) -> None:
    root = tmp_path / "site"
    root.mkdir()
    (tmp_path / "secret.txt").write_text("s")
    (root / "spec.json").write_text("{}")
    (root / "out.txt").symlink_to(tmp_path / "secret.txt")
    page = render(root, "[a](/spec.json) [b](../secret.txt) [c](/out.txt)\n")
    uris = [node["refuri"] for node in page.document.findall(nodes.reference)]
    assert uris == ["file:spec.json", "page:secret.txt", "page:out.txt"]


def test_a_missing_picture_leaves_its_words_and_one_warning(tmp_path: Path) -> None:
    page = render(tmp_path, "---\ntitle: T\n---\n\n![words](/no.png)\n\n![again](/no.png)\n")
    message = "the site has no image '/no.png'; its alternative text is shown"
    assert page.messages == [f"page.mdx:5: {message} [image_missing]"]
    assert "words" in page.document.astext()
    assert page.host.dependencies.count("no.png") == 2


def test_a_tag_without_the_name_or_address_that_it_needs_has_one_message(tmp_path: Path) -> None:
    tags = {
        '<Icon size="2" />': "4: <Icon> has no 'icon'; nothing is shown [component_property]",
        "<View>a</View>": "4: <View> has no 'title'; shown without it [component_property]",
        '<View label="a">a</View>': (
            "4: <View> has no attribute 'label'; it is ignored [component_property]"
        ),
        '<img alt="a" />': "4: <img> has no 'src'; its alternative text is shown [image_missing]",
        '<Card title="a"\nhref=" ">b</Card>': (
            "5: <Card>: 'href' is empty; it has no effect [link_missing]"
        ),
        "<iframe />": "4: <iframe> has no address in 'src'; left out [html_dropped]",
        "<video />": "4: <video> has no 'src'; nothing is shown [image_missing]",
        '<p onclick="a()">b</p>': (
            "4: 'onclick' of <p> has no effect: pages run no JavaScript [html_dropped]"
        ),
        "![]()": "4: this image has no address; nothing is shown [image_missing]",
        "[a]()": ("4: this link has no address; shown as text [link_missing]"),
    }
    for tag, message in tags.items():
        messages = render(tmp_path, f"---\ntitle: T\n---\n{tag}\n").messages
        assert messages == [f"page.mdx:{message}"], tag


def test_an_icon_with_values_of_other_types_keeps_its_name(tmp_path: Path) -> None:
    text = '<Card title="T" icon={{ name: "star", style: [1], library: {} }}>b</Card>\n'
    page = render(tmp_path, text)
    assert page.messages == [
        f"page.mdx:1: <Card>: expected text as 'icon.{key}', found {found};"
        " it is ignored [component_property]"
        for key, found in (("style", "a list"), ("library", "an object"))
    ]
    assert "docsnav-icon" in str(page.document)


def test_a_misspelled_attribute_of_html_has_one_message(tmp_path: Path) -> None:
    tags = {
        '<div widht="2" clasName="a">b</div>': ["has no attribute 'clasName'; did 'className'"],
        '<td widht="2">b</td>': ["has no attribute 'widht'; did 'width'"],
        '<a herf="https://a.b" taget="c">d</a>': [
            "has no attribute 'herf'; did 'href'",
            "has no attribute 'taget'; did 'target'",
        ],
        '<img scr="https://a.b/c.png" />': ["has no attribute 'scr'; did 'src'"],
        '<div classname="a" tittle={"b"}>c</div>': [
            "has no attribute 'classname'; did 'className'",
            "has no attribute 'tittle'; did 'title'",
        ],
    }
    for tag, expected in tags.items():
        faults = render(tmp_path, f"# T\n\n{tag}\n").host.faults
        found = [f"{f.message.partition('> ')[2].partition('; ')[0]}; {f.hint}" for f in faults]
        assert found == [f"{text[:-1]}'?".replace("did", "did you mean") for text in expected]
    (fault,) = render(tmp_path, '# T\n\n<td\n  widht="2">b</td>\n').host.faults
    assert fault.position == Position(4, 3)


def test_attributes_that_html_or_a_framework_may_have_are_no_mistakes(tmp_path: Path) -> None:
    text = (
        '<div data-widht="a" aria-hiden="b" key="c" itemProp="d" contentEditable zoom="e" '
        'x-foo="f" colour="g">h</div>\n\n<svg widht="2" stopOpacity="1"></svg>\n\n'
        '<td nowrap valign="top" ALIGN="left" bgcolor="a">b</td>\n\n'
        '<iframe src="https://a.b/" frameborder="0" allow="c" referrerPolicy="d"></iframe>\n'
    )
    assert render(tmp_path, f"# T\n\n{text}").messages == []


def test_a_part_that_is_in_no_parent_has_one_message(tmp_path: Path) -> None:
    text = (
        '# T\n\n<Step title="a">b</Step>\n\n'
        '<Tabs>\n  <div><Tab title="a">b</Tab></div>\n</Tabs>\n\n'
        '<Tree>\n  <Note><Tree.File name="a" /></Note>\n</Tree>\n\n'
        '<Steps>\n  <span>\n    <Step title="a">b</Step>\n  </span>\n</Steps>\n'
    )
    page = render(tmp_path, text)
    assert page.messages == [
        f"page.mdx:{line}: <{part}> is not directly inside <{parent}>; shown by itself "
        "[component_property]"
        for line, part, parent in (
            (3, "Step", "Steps"),
            (6, "Tab", "Tabs"),
            (10, "Tree.File", "Tree"),
            (15, "Step", "Steps"),
        )
    ]
    assert [fault.position.column for fault in page.host.faults if fault.position] == [1, 8, 9, 5]
    assert "docsnav_part" not in page.document.pformat()


def test_a_part_that_reaches_its_parent_in_a_roundabout_way_has_no_message(tmp_path: Path) -> None:
    (tmp_path / "part.mdx").write_text('<Step title="c">d</Step>\n', "utf-8")
    (tmp_path / "around.mdx").write_text("<Steps>{children}{children}</Steps>\n", "utf-8")
    text = (
        'import Part from "/part.mdx"\nimport Around from "/around.mdx"\n\n# T\n\n'
        'export const Own = ({children}) => <Tab title="e">{children}</Tab>;\n\n'
        "<Steps>\n  <Part />\n  <><Part /></>\n</Steps>\n\n<Around><Part /></Around>\n\n"
        '<Tabs>\n  <Own>f</Own>\n  {["g", "h"].map((name) => <Tab title={name}>{name}</Tab>)}\n'
        '</Tabs>\n\n<FileTree><Tree.Folder name="i"><Tree.File name="j" /></Tree.Folder>'
        '</FileTree>\n\n<Card title="k" />\n\n<Accordion title="l">m</Accordion>\n\n'
        "<Column>n</Column>\n"
    )
    assert render(tmp_path, text).messages == []


def test_parts_of_an_unknown_tag_have_no_message_of_their_own(tmp_path: Path) -> None:
    (fault,) = render(tmp_path, "# T\n\n<sumary>a</sumary>\n").host.faults
    assert fault.hint == "did you mean <summary>?"
    (message,) = render(tmp_path, '# T\n\n<Tbas><Tab title="a">b</Tab></Tbas>\n').messages
    assert "<Tbas> is not a known component" in message


def test_an_expression_without_a_value_is_no_missing_address(tmp_path: Path) -> None:
    (tmp_path / "part.mdx").write_text("<img src={where} />\n\n<Icon {...rest} />\n", "utf-8")
    text = (
        '---\ntitle: T\n---\nimport Part from "/part.mdx"\n\n<Part />\n\n'
        '<a id="b"></a><a>c</a>\n\n'
        '<video><source src="https://a.b/c.mp4" /></video>\n\n<img src={"https://a.b/c.png"} />\n'
    )
    assert render(tmp_path, text).messages == []


def test_the_words_of_a_missing_picture_for_dark_pages_show_on_dark_pages_only(
    tmp_path: Path,
) -> None:
    day = '<img className="block dark:hidden" src="/day.png" alt="Logo" />'
    night = '<img className="hidden dark:block" src="/night.png" alt="Logo" />'
    page = render(tmp_path, f"# T\n\n{day}\n\n{night}\n")
    shown = [node for node in page.document.findall(nodes.inline) if node.astext() == "Logo"]
    assert [node["classes"] for node in shown] == [["docsnav-light-only"], ["docsnav-dark-only"]]


def test_only_a_class_that_shows_an_element_makes_it_one_of_dark_pages(tmp_path: Path) -> None:
    rows = {
        "hidden lg:flex dark:bg-black": False,
        "hidden w-full dark:text-white/50 dark:hover:ring-1": False,
        "hidden dark:flex": True,
        "hidden h-6 dark:inline-block": True,
        "hidden dark:block!": True,
        "hidden dark:table-row-group": True,
        "hidden dark:table-auto": False,
    }
    text = "\n\n".join(f'<div className="{classes}">X</div>' for classes in rows)
    page = render(tmp_path, f"# T\n\n{text}\n")
    boxes = [
        node["classes"]
        for node in page.document.findall(nodes.Element)
        if any(name.startswith("dark:") for name in node["classes"])
    ]
    assert ["docsnav-dark-only" in classes for classes in boxes] == [*rows.values()]
    assert ["hidden" in classes for classes in boxes] == [not value for value in rows.values()]


def test_pictures_are_found_from_the_root_and_beside_the_page(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "x y.png").write_bytes(b"")
    page = render(tmp_path, "![](/a/x%20y.png?v=2) ![](./x%20y.png)\n", name="a/page")
    assert [node["uri"] for node in page.document.findall(nodes.image)] == ["/a/x y.png"] * 2
    assert page.messages == []


def test_expressions_are_values_or_text_with_a_warning(tmp_path: Path) -> None:
    text = "---\ntitle: T\n---\nexport const n = 2\n\nA {n + 1} {/* no */} {'b'} {unknown}\n"
    page = render(tmp_path, text)
    assert page.document.astext().endswith("A 3  b {unknown}")
    assert page.messages == [
        "page.mdx:6: {unknown}: 'unknown' is not known here; kept as text [expression]"
    ]


def test_an_expression_that_is_kept_as_text_keeps_its_quotation_marks(tmp_path: Path) -> None:
    page = render(tmp_path, 'A {% hint style="info" --x %}\n')
    kept = page.first(nodes.paragraph)[-1]
    assert kept.astext() == '{% hint style="info" --x %}'
    assert not is_smartquotable(kept)


def test_expressions_on_lines_of_their_own_are_kept_as_paragraphs(tmp_path: Path) -> None:
    page = render(tmp_path, "{% a %}\n\n{% b %}\n\nText {% c %}\n\n<Note>\n{% d %}\n</Note>\n")
    paragraphs = [node.astext() for node in page.document.findall(nodes.paragraph)]
    assert paragraphs == ["{% a %}", "{% b %}", "Text {% c %}", "{% d %}"]
    texts = [node for node in page.document.findall(nodes.Text) if "{" in node]
    assert [is_smartquotable(text) for text in texts] == [False] * 4


def test_a_list_in_a_centered_cell_is_in_no_paragraph(tmp_path: Path) -> None:
    page = render(tmp_path, "| a |\n| :-: |\n| x <ul><li>b</li></ul> |\n")
    entry = list(page.document.findall(nodes.entry))[-1]
    assert [(type(child), child.astext()) for child in entry] == [(MarkupTextNode, "x b")]
    assert entry["classes"] == ["docsnav-center"]


def test_a_font_has_its_color(tmp_path: Path) -> None:
    page = render(tmp_path, 'A <font color="red" onload="x">b</font>\n')
    node = page.first(MarkupInlineNode)
    assert (node["tag"], node["html"]) == ("font", {"color": "red"})


@pytest.mark.parametrize(
    "tag",
    [
        "<Mermaid chart={`\n  graph TD\n    a --> b\n`} />",
        "<Mermaid>{`\ngraph TD\n  a --> b\n`}</Mermaid>",
        '<Mermaid chart="other">{`graph TD\n  a --> b`}</Mermaid>',
    ],
)
def test_a_diagram_may_be_a_property(tmp_path: Path, tag: str) -> None:
    page = render(tmp_path, f"{tag}\n")
    assert page.first(MermaidNode)["code"] == "graph TD\n  a --> b"
    assert page.messages == []


@pytest.mark.parametrize("tag", ["<Mermaid />", "<Mermaid>\n</Mermaid>", "<Mermaid chart=' ' />"])
def test_a_tag_without_a_diagram_is_named(tmp_path: Path, tag: str) -> None:
    page = render(tmp_path, f"{tag}\n")
    assert not list(page.document.findall(MermaidNode))
    message = "expected a diagram between its tags; nothing is shown"
    assert page.messages == [f"page.mdx:1: <Mermaid>: {message} [component_property]"]


def test_blocks_in_a_line_of_text_stand_beside_the_paragraph(tmp_path: Path) -> None:
    page = render(tmp_path, "---\ntitle: T\n---\nBefore <Note>in</Note> after\n")
    kinds = [type(node).__name__ for node in page.first(nodes.section).children[1:]]
    assert kinds == ["paragraph", "note", "paragraph"]


def test_tables_lists_tasks_quotes_and_footnotes(tmp_path: Path) -> None:
    tasks = "- [x] done\n- [ ] <Note>open</Note>\n"
    text = f"| a |\n|:-:|\n| 1 |\n\n3. x\n\n{tasks}\n> q\n\nF[^1]\n\n[^1]: note\n"
    page = render(tmp_path, text)
    assert page.first(nodes.enumerated_list)["start"] == 3
    assert page.first(nodes.tgroup)["cols"] == 1
    assert page.first(nodes.list_item).astext() == "x"
    assert [box["checked"] for box in page.document.findall(CheckboxNode)] == [True, False]
    footnote, reference = page.first(nodes.footnote), page.first(nodes.footnote_reference)
    assert reference["refid"] == footnote["ids"][0]
    assert footnote["backrefs"] == reference["ids"]


def test_a_footnote_that_nothing_refers_to_is_named(tmp_path: Path) -> None:
    page = render(tmp_path, "# T\n\nF[^1]\n\n[^1]: one\n\n[^x]: two\n")
    (fault,) = page.host.faults
    assert fault.message == "nothing refers to the footnote '[^x]'; a PDF leaves it out"
    assert fault.position == Position(7)


def test_footnotes_that_refer_to_each_other_alone_are_named(tmp_path: Path) -> None:
    text = "# T\n\nF[^1]\n\n[^1]: [^2]\n[^2]: x\n\n[^a]: [^b]\n[^b]: [^a]\n\n[^c]: [^c]\n"
    faults = render(tmp_path, text).host.faults
    assert [fault.message.split("'")[1] for fault in faults] == ["[^a]", "[^b]", "[^c]"]


def test_of_two_footnotes_with_one_name_the_first_is_shown(tmp_path: Path) -> None:
    page = render(tmp_path, "# T\n\na[^b]\n\n[^b]: c\n\n[^b]: d\n")
    assert [note[1].astext() for note in page.document.findall(nodes.footnote)] == ["c"]
    message = "the footnote '[^b]' of line 5 is shown, this one is left out"
    assert page.messages == [f"page.mdx:7: {message} [mdx_syntax]"]


def test_of_two_elements_with_one_id_the_first_has_it(tmp_path: Path) -> None:
    text = """# T

<Card id="a" title="T">a</Card>

<Accordion id="a" title="T">b</Accordion>

<div id="a">c</div>

## D {#e}

## F {#e}

<g id="h">i</g> <g id="h">j</g>

<h3 id="k">l</h3>

<h3 id="k">m</h3>

<div id="n">
## o
</div>

<div id="n">
## p
</div>

{[1, 2].map(q => <div id="r">s</div>)}
"""
    page = render(tmp_path, text)
    assert page.document.ids["a"].line == 3
    shared = "has the id {0!r}, too; links to '#{0}' lead there [component_property]"
    assert page.messages == [
        f"page.mdx:5: <Accordion>: line 3 {shared.format('a')}",
        f"page.mdx:7: <div>: line 3 {shared.format('a')}",
        f"page.mdx:11: {{#e}}: line 9 {shared.format('e')}",
    ]


def test_redirects_with_names_and_stars() -> None:
    rules = compile_redirects((("/old", "/new"), ("/a/:slug*", "/b/:slug*"), ("/v1/*", "/v2/*")))
    assert rules.find("old") == "/new"
    assert rules.find("/a/x/y") == "/b/x/y"
    assert rules.find("v1/z") == "/v2/z"
    assert rules.find("other") is None


def test_nodes_know_the_line_they_were_written_in(tmp_path: Path) -> None:
    page = render(
        tmp_path, "---\ntitle: T\n---\n\nOne\n\n<Card>\n\n  Two\n\n</Card>\n\n```py\nx\n```\n"
    )
    lines = [(node.astext(), node.line) for node in page.document.findall(nodes.paragraph)]
    assert lines == [("One", 5), ("Two", 9)]
    assert page.first(nodes.literal_block).line == 13


def _depth(node: nodes.Node) -> int:
    return 0 if node.parent is None else 1 + _depth(node.parent)


def test_warnings_name_line_and_column(tmp_path: Path) -> None:
    text = (
        "Text <Nope>a</Nope>\n\n"
        "  A {name} and [x](foo:1) and ![y](/no.png)\n\n"
        "<Card\n  title={f()}>\nb\n</Card>\n"
    )
    page = render(tmp_path, text)
    places = [
        (fault.kind.value, fault.position.line, fault.position.column)
        for fault in page.host.faults
        if fault.position
    ]
    assert places == [
        ("component_unknown", 1, 6),
        ("expression", 3, 5),
        ("link_unsafe", 3, 16),
        ("image_missing", 3, 31),
        ("expression", 6, 3),
    ]


def test_the_description_for_machines_is_short_and_without_marks(tmp_path: Path) -> None:
    words = "Read *all* of [it](/a) and `this`. " + "more " * 60
    page = render(tmp_path, f"---\ntitle: T\ndescription: {words}\n---\n")
    content = page.first(nodes.meta)["content"]
    assert content.startswith("Read all of it and this. more more")
    assert content.endswith(" more\u2026")
    assert len(content) <= MAX_META_DESCRIPTION


def test_alerts_of_github_are_admonitions(tmp_path: Path) -> None:
    page = render(
        tmp_path,
        "> [!note]\n> Hot *soup*.\n\n> [!CAUTION]\n>\n> - Fat\n\n"
        "> [!NOTE] no\n\n> [!OTHER]\n> no\n",
    )
    assert page.first(nodes.note).astext() == "Hot soup."
    assert isinstance(page.first(nodes.caution)[0], nodes.bullet_list)
    assert len(list(page.document.findall(nodes.block_quote))) == 2


def test_a_string_in_braces_is_the_text_of_a_diagram_or_formula(tmp_path: Path) -> None:
    page = render(
        tmp_path,
        "<Mermaid>\n{`flowchart LR\n  a --> b`}\n</Mermaid>\n\n<Latex>\\frac{a}{b}</Latex>\n\n"
        "<Latex>{'c_{d}'}</Latex>\n",
    )
    assert page.first(MermaidNode)["code"] == "flowchart LR\n  a --> b"
    formulas = [node.astext() for node in page.document.findall(nodes.math_block)]
    assert formulas == ["\\frac{a}{b}", "c_{d}"]
    assert page.messages == []


def test_a_frame_without_a_scheme_is_read_as_https(tmp_path: Path) -> None:
    page = render(
        tmp_path,
        '<iframe src="//codepen.io/e" title="t"></iframe>\n\n<img src="//a.b/c.png" alt="d" />\n\n'
        '[e](//a.b/c)\n\n<video src="//a.b/c.mp4" />\n',
    )
    assert page.messages == []
    shown = page.document.pformat()
    assert "'src': 'https://codepen.io/e'" in shown
    assert 'uri="https://a.b/c.png"' in shown
    assert 'refuri="https://a.b/c"' in shown
    assert "'src': 'https://a.b/c.mp4'" in shown


def test_drawings_have_arrow_heads_patterns_and_filters_of_their_own(tmp_path: Path) -> None:
    page = render(
        tmp_path,
        '<svg viewBox="0 0 9 9"><defs><marker id="head" markerWidth={4} refX="2" orient="auto">'
        '<path d="M0 0" /></marker><pattern id="p" patternUnits="userSpaceOnUse"></pattern>'
        '<filter id="f"><feGaussianBlur stdDeviation="2" /></filter></defs>'
        '<line x1="0" markerEnd="url(#head)" fill="url(#p) red" filter="url(https://evil/#f)" />'
        '<rect marker-end="url(x.svg#head)" strokeOpacity="0.5" clipPath="url(#c)"'
        ' fill="u\\\\72l(//evil/#a)" mask="image-set(\'//evil/a\')" transform="rotate(2)"'
        ' aria-label="a url (b)" /></svg>\n',
    )
    assert page.messages == []
    found = {
        node["tag"]: node["html"] for node in page.document.findall(nodes.Element) if "html" in node
    }
    assert found["marker"] == {"markerWidth": "4", "refX": "2", "orient": "auto"}
    assert found["pattern"] == {"patternUnits": "userSpaceOnUse"}
    assert found["feGaussianBlur"] == {"stdDeviation": "2"}
    assert found["line"] == {"x1": "0", "marker-end": "url(#head)", "fill": "url(#p) red"}
    assert found["rect"] == {
        "stroke-opacity": "0.5",
        "clip-path": "url(#c)",
        "transform": "rotate(2)",
        "aria-label": "a url (b)",
    }


@pytest.mark.parametrize("fragment", ["the-x-2-rule", "the-$x^2$-rule", "the-%24x%5E2%24-rule"])
def test_a_link_to_a_heading_with_a_formula_finds_it(tmp_path: Path, fragment: str) -> None:
    page = render(tmp_path, f"## The $x^2$ rule\n\n[a](#{fragment})\n")
    [link] = page.document.findall(nodes.reference)
    assert link["refuri"].partition("#")[2] in page.document.ids
