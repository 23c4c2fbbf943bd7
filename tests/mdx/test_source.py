from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from mdx.trees import from_tokens, outline

from sphinx_docsnav.faults import Position
from sphinx_docsnav.mdx import source
from sphinx_docsnav.mdx.esm import Export, Import, parse_esm
from sphinx_docsnav.mdx.expressions import JsxComponent, Unsupported, bind_exports, expand
from sphinx_docsnav.mdx.source import MdxOptions, SourceCache, parse_mdx, substitute_variables
from sphinx_docsnav.mdx.tags import Attribute, Expression, Form, SpreadAttribute


def test_block_tags_carry_their_tag_and_place() -> None:
    opening, *_, closing = parse_mdx(
        '\n<Card\n  title="a &amp; b"\n  wide\n  n={1}\n  {...x}\n>\ny\n</Card>'
    ).tokens
    tag = opening.meta["tag"]
    assert (opening.type, opening.block, opening.nesting, opening.map) == (
        "mdx_jsx_open",
        True,
        1,
        [1, 7],
    )
    assert (tag.name, tag.form, tag.line, tag.column) == ("Card", Form.OPEN, 2, 1)
    assert tag.attributes == (
        Attribute("title", "a & b", 3, 3),
        Attribute("wide", None, 4, 3),
        Attribute("n", Expression("1", 5, 5), 5, 3),
        SpreadAttribute(Expression("x", 6, 3)),
    )
    assert (closing.type, closing.nesting, closing.meta["line"]) == ("mdx_jsx_close", -1, 9)


def test_the_last_of_equal_attributes_counts() -> None:
    tag = parse_mdx('<A b="1" b="2" />').tokens[0].meta["tag"]
    assert tag.get("b").value == "2"
    assert tag.get("c") is None


def test_inline_tags_and_expressions_say_line_and_column() -> None:
    inline = parse_mdx("> one\n> two <B>x</B> {y}").tokens[2]
    assert [
        (child.type, child.meta["line"], child.meta["column"])
        for child in inline.children or ()
        if child.meta
    ] == [("mdx_jsx_open", 2, 7), ("mdx_jsx_close", 2, 11), ("mdx_expression", 2, 16)]


def test_a_character_that_xml_forbids_says_line_and_column() -> None:
    (fault,) = parse_mdx("a\nbcd\x0ce").problems
    assert fault.message == "character U+000C cannot be shown in XML; left out"
    assert fault.position == Position(2, 4)


def test_links_and_images_say_line_and_column() -> None:
    inline = parse_mdx("a\n[b](/c)\n  ![d](/e)").tokens[1]
    assert [
        (child.type, child.meta["line"], child.meta["column"])
        for child in inline.children or ()
        if child.meta
    ] == [("link_open", 2, 1), ("image", 3, 3)]


def test_cells_say_their_column() -> None:
    tokens = parse_mdx("| a | a {x} |\n| - | - |\n| {y} | {y} |").tokens
    places = [
        (child.meta["line"], child.meta["column"])
        for token in tokens
        for child in token.children or ()
        if child.type == "mdx_expression"
    ]
    assert places == [(1, 9), (3, 3), (3, 9)]


def test_cells_beyond_the_header_are_left_out() -> None:
    page = parse_mdx("| a |\n| - |\n| b | c |")
    assert outline(from_tokens(page.tokens)) == ["a b"]


def test_a_component_on_one_line_holds_bare_inline_content() -> None:
    types = [token.type for token in parse_mdx("<Note>some *text*</Note>").tokens]
    assert types == ["mdx_jsx_open", "inline", "mdx_jsx_close"]


def test_phrasing_html_alone_stays_a_paragraph() -> None:
    types = [token.type for token in parse_mdx('<a href="/x">x</a>').tokens]
    assert types == ["paragraph_open", "inline", "paragraph_close"]


def test_a_heading_id_is_taken_off() -> None:
    tokens = parse_mdx("## One {#first}\n\n## Two \\{#second\\}\n\n## Three {x}").tokens
    headings = [token for token in tokens if token.type == "heading_open"]
    assert [heading.meta.get("id") for heading in headings] == ["first", "second", None]
    assert outline(from_tokens(tokens)) == ["One Two Three x"]


def test_task_items_say_whether_they_are_done() -> None:
    tokens = parse_mdx("- [ ] a\n- [x] b\n- c").tokens
    assert [token.meta for token in tokens if token.type == "list_item_open"] == [
        {"checked": False},
        {"checked": True},
        {},
    ]


def test_a_semicolon_after_a_space_ends_an_import() -> None:
    lines = ('import A from "/a.mdx" ; ', 'import B from "/b" ; import C from "/c"', "", "Text.")
    source = parse_mdx("\n".join(lines))
    assert [imported.default for imported in source.imports] == ["A", "B", "C"]
    assert outline(from_tokens(source.tokens)) == ["Text."]


def test_footnotes_stay_where_they_are_defined() -> None:
    tokens = parse_mdx("a[^x]\n\n[^x]: note\n\nend").tokens
    assert [token.type for token in tokens if "footnote" in token.type] == [
        "footnote_reference_open",
        "footnote_reference_close",
    ]


@pytest.mark.parametrize(
    ("text", "math", "shown"),
    [
        ("costs $5 or $6", None, False),
        ("costs $5 or $6", True, False),
        ("from $5 to $9, so $x$", True, True),
        ("costs $20,000-$30,000", True, False),
        ("is $ \\alpha $ or", True, True),
        ("is $ 5 or $ 6", True, False),
        ("$n$th", True, True),
        ("$$\nx\n$$\n\n$a$", None, True),
        ("$$\nx\n$$", False, False),
        ("<Latex>x</Latex> $a$", None, True),
        ("so $\\frac{a}{b}$ is", None, True),
        ("so $(a^2 + b^2 = c^2)$ is", None, True),
        ("$5 for x^2 and $6", None, False),
        ("$FOO^bar and `$BAZ`", None, False),
        ("a $ref and \\(b\\) $x", None, False),
        ("from $5 to $9, or `$^a` and $b", None, False),
        ("so\n$\n\\text{a, b} y\n$", None, True),
        ("so $a +\n\\frac{b}{c}$ is", None, True),
        ("$a costs\nC:\\new and $b", None, False),
        ("$a\n\n\\frac{b}{c} $b", None, False),
        ('"$HOME/a\n\\frac `$b`"', None, False),
        ("$ $", True, False),
        ("$$ $$", True, False),
        ("$$\nnever closed", True, False),
    ],
)
def test_mathematics_is_on_where_a_page_shows_it(text: str, math: bool | None, shown: bool) -> None:  # noqa: FBT001  # parameters of the table
    tokens = parse_mdx(text, MdxOptions(math=math)).tokens
    types = {token.type for token in tokens} | {
        child.type for token in tokens for child in token.children or ()
    }
    assert any(kind.startswith("math") for kind in types) is shown


def test_imports_and_exports_say_what_they_name() -> None:
    text = (
        '---\ntitle: x\n---\nimport A, { B, C as D } from "/a.mdx";\nimport * as E from "./e"\n'
        'import "./f.css"\n\nexport const g = [1]\nexport function H({ a }) {\n  return a\n}\n'
    )
    page = parse_mdx(text)
    assert page.imports == (
        Import("/a.mdx", "A", (("B", "B"), ("C", "D")), "", 4, 31),
        Import("./e", "", (), "E", 5, 21),
        Import("./f.css", "", (), "", 6, 9),
    )
    assert page.exports == (
        Export("g", "[1]", 8),
        Export("H", "({ a }) {\n  return a\n}", 9, is_function=True),
    )


def test_a_line_can_hold_several_statements() -> None:
    text = (
        "export const a = 1; export const b = [2]; const c = () => { let d = 3; return d }\n"
        "export const E = () => <p>one; export const two</p>; export const f = `; export x`\n\n"
        "{a + b[0] + c() + f}\n"
    )
    page = parse_mdx(text)
    assert [
        (export.name, export.source, export.line, export.is_private) for export in page.exports
    ] == [
        ("a", "1", 1, False),
        ("b", "[2]", 1, False),
        ("c", "() => { let d = 3; return d }", 1, True),
        ("E", "() => <p>one; export const two</p>", 2, False),
        ("f", "`; export x`", 2, False),
    ]
    assert [token.type for token in page.tokens] == ["mdx_esm", "mdx_expression"]


@pytest.mark.parametrize(
    "text", ["import a from './a.js'; const b = a", "import './a.js';let {b} = c"]
)
def test_a_declaration_can_follow_an_import_on_its_line(text: str) -> None:
    page = parse_mdx(f"{text}\n\nText\n")
    assert [item.source for item in page.imports] == ["./a.js"]
    assert [export.name for export in page.exports] == ["b"]
    assert [token.type for token in page.tokens][:2] == ["mdx_esm", "paragraph_open"]


@pytest.mark.parametrize("rest", ["; let us go", " const a = 1", " function a() {}"])
def test_text_after_an_import_is_text(rest: str) -> None:
    page = parse_mdx(f"import 'a'{rest}\n")
    assert page.tokens[0].type == "paragraph_open"


def test_a_code_file_has_private_names_and_lists() -> None:
    text = """import React from 'react';

const items = [
  { a: 1 },

  { a: 2 },
];

function Row({ a }) {
  return <li>{a}</li>;
}

const List = () => (
  <ul>{items.map((i) => <Row a={i.a} />)}</ul>
)

export { List as Items, Row };
export default List;
"""
    imports, exports = parse_esm(text, 1)
    assert imports == [Import("react", "React", (), "", 1, 20)]
    assert [(export.name, export.line, export.is_private) for export in exports] == [
        ("items", 3, True),
        ("Row", 9, True),
        ("List", 13, True),
        ("Items", 17, False),
        ("Row", 17, False),
        ("default", 18, False),
    ]
    scope: dict[str, Any] = {}
    assert bind_exports(exports, scope) == []
    found = expand(scope["default"], {})
    assert [row.props for row in found.children[0]] == [{"a": 1}, {"a": 2}]
    assert found.children[0][0].target is scope["Row"]


def test_one_statement_declares_several_values() -> None:
    text = (
        "export const a = [1, 2], b = (x, y = 3) => <p>x, z = {x}</p>,\n  c = `q, r = ${a}`\n\n"
        "export const d = (1, a === 2)\n"
    )
    values = [(item.name, item.source.strip(), item.value_line) for item in parse_mdx(text).exports]
    assert values == [
        ("a", "[1, 2]", 1),
        ("b", "(x, y = 3) => <p>x, z = {x}</p>", 1),
        ("c", "`q, r = ${a}`", 2),
        ("d", "(1, a === 2)", 4),
    ]


def test_an_export_ends_after_the_element_that_it_begins() -> None:
    element = "<p>\n  it's a {1}\n  b\n\n  c</p>"
    source = parse_mdx(f"export const A = () => {element}\n\nText\n")
    assert [item.source for item in source.exports] == [f"() => {element}"]
    assert not source.problems


def test_exports_are_bound_in_order_and_functions_see_all() -> None:
    text = (
        "export const a = 2\n\nexport const b = a * 2\n\nexport const F = () => <B>{late}</B>\n\n"
        "export const late = 1\n\nexport const bad = fetch('x')\n"
    )
    scope: dict[str, object] = {}
    refused = bind_exports(parse_mdx(text).exports, scope)
    assert (scope["a"], scope["b"], scope["late"]) == (2, 4, 1)
    function = scope["F"]
    assert isinstance(function, JsxComponent)
    assert function.name == "F"
    assert function.scope["late"] == 1
    assert [export.name for export, _why in refused] == ["bad"]
    assert isinstance(scope["bad"], Unsupported)


def test_exports_take_values_apart_and_keep_what_their_functions_see() -> None:
    text = (
        "const { q, list: [first, ...others], d = 5 } = { q: 1, list: ['x', 'y', 'z'] }\n"
        "export const [one, two] = ['1', '2'];\n"
        "export const bold = (C) => (p) => <b><C {...p} /></b>\n"
        "export const A = ({ a }) => <i>{a}</i>\n"
        "export const B = bold(A)\n"
    )
    scope: dict[str, Any] = {}
    assert bind_exports(parse_esm(text, 1)[1], scope) == []
    names = ("q", "first", "others", "d", "one", "two")
    assert [scope[name] for name in names] == [1, "x", ["y", "z"], 5, "1", "2"]
    shown = expand(scope["B"], {"a": "text"})
    assert (shown.name, shown.children[0].target) == ("b", scope["A"])


def test_types_of_typescript_change_nothing() -> None:
    text = """export function name<T extends { n: string }>(x: T): string { return x.n }
export const A: React.FC<Props> = ({ a }: { a: string }): JSX.Element => {
  const size: number = a!.length as number;
  const [kept] = useState<string | null>('kept');
  const list: Array<{ x: number }> = [{ x: 1 }] as Row[];
  const map = {k: 2} as Record<string, number>;
  return <p>{size} {kept} {list.map((l: Row): number => l.x)} {map.k} {name({ n: 'n' })}</p>;
};
"""
    scope: dict[str, Any] = {}
    assert bind_exports(parse_esm(text, 1)[1], scope) == []
    shown = expand(scope["A"], {"a": "abc"})
    assert shown.children == (3, " ", "kept", " ", [1], " ", 2, " ", "n")


def test_variables_are_put_in_before_anything_is_read() -> None:
    options = MdxOptions(variables=(("name", "Acme"), ("url", "https://x.org"), ("two", "a\nb")))
    page = parse_mdx(
        "---\ntitle: Hi {{name}}\n---\n[{{ name }}]({{url}}) {{two}}\n\n`{{name}}`", options
    )
    assert page.front_matter == {"title": "Hi Acme"}
    assert from_tokens(page.tokens)[0][2] == [["link", {"url": "https://x.org"}, ["Acme"]], " a b"]


def test_unknown_variables_stay() -> None:
    assert (
        substitute_variables("{{a}} {{b}} style={{color: a}}", {"a": "1"})
        == "1 {{b}} style={{color: a}}"
    )


def test_a_page_that_is_too_long_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source, "MAX_CHARACTERS", 1000)
    page = parse_mdx("word\n\n" * 200)
    assert [fault.message for fault in page.problems] == [
        "the page has 1,200 characters, more than 1,000; the rest is left out"
    ]
    assert len(page.tokens) == 3 * 166


def test_the_cache_reads_a_file_once_until_it_changes(tmp_path: Path) -> None:
    path = tmp_path / "a.mdx"
    path.write_text("one", "utf-8")
    cache = SourceCache()
    first = cache.read(path)
    assert cache.read(path) is first
    assert cache.read(path, MdxOptions(math=True)) is not first
    path.write_text("two", "utf-8")
    os.utime(path, ns=(1, 1))
    assert outline(from_tokens(cache.read(path).tokens)) == ["two"]
    assert first.path == path.resolve()


def test_the_cache_forgets_what_was_not_used_lately(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(source, "MAX_CACHED", 25)
    for name in "abc":
        (tmp_path / name).write_text("ten bytes.", "utf-8")
    cache = SourceCache()
    first, second = cache.read(tmp_path / "a"), cache.read(tmp_path / "b")
    assert cache.read(tmp_path / "a") is first
    third = cache.read(tmp_path / "c")
    assert cache.read(tmp_path / "a") is first
    assert cache.read(tmp_path / "b") is not second
    assert cache.read(tmp_path / "c") is not third


def test_bytes_that_are_no_utf_8_are_one_problem(tmp_path: Path) -> None:
    path = tmp_path / "a.mdx"
    path.write_bytes(b"one\ntw\xff")
    (fault,) = SourceCache().read(path).problems
    assert fault.message == "expected UTF-8, found byte 0xff; shown as a replacement character"
    assert fault.position == Position(2, 3)


def test_a_byte_order_mark_is_no_text() -> None:
    page = parse_mdx("\ufeff---\ntitle: x\n---\ntext")
    assert page.front_matter == {"title": "x"}
    assert outline(from_tokens(page.tokens)) == ["text"]


def test_a_regular_expression_after_a_comment_is_one() -> None:
    text = (
        "export const P = () => {\n  const y = (s) =>\n    /a/.test(s) || // words 'and' more\n"
        "    /[`'\"{]/.test(s) || /* why */\n    /}/.test(s);\n"
        "  // `name` is { left\n  return <p>ok</p>;\n};\n\n# Title\n"
    )
    source = parse_mdx(text)
    assert source.problems == ()
    scope: dict[str, Any] = {}
    assert bind_exports(source.exports, scope) == []
    found = expand(scope["P"], {})
    assert found.children == ("ok",)


@pytest.mark.parametrize(
    ("text", "doubtful"),
    [
        ("so $ x $ is", "$ x $"),
        ("so $ x + 1 $ is", "$ x + 1 $"),
        ("from $ 5 to $ 6", ""),
        ("from $5 to $6", ""),
        ("so $ \\alpha $ is", ""),
        ("so $x$ is", ""),
        ("a `$ x $` b", ""),
    ],
)
def test_dollars_with_spaces_inside_are_text_and_reported(text: str, doubtful: str) -> None:
    problems = parse_mdx(text, MdxOptions(math=True)).problems
    assert [problem.message.split("'")[1] for problem in problems] == [doubtful] * bool(doubtful)


FORMULAS = {
    "after a line of text, with empty lines": (
        "expanded to\n$$\n\n\\frac{a}{b}\n\n$$\n\nthen\n\n$$\nc\n$$\n",
        ["\n\\frac{a}{b}\n", "c"],
        [],
    ),
    "between two lines of text": ("a\n$$\nx\n$$\nb\n", ["x"], []),
    "dollars on their own lines": ("one\n$\n\\text{a, b} y\n$\n", [], ["\n\\text{a, b} y\n"]),
    "over lines": ("$a +\n\\frac{b}{c}$ end", [], ["a +\n\\frac{b}{c}"]),
    "one dollar in two": ("$$\\text{if $x>0$}$$ and", [], ["\\text{if $x>0$}"]),
    "one dollar in two, on a line": ("$$\\text{$x$}$$\n", ["\\text{$x$}"], []),
    "two dollars in one": ("$a$$b$ end", [], ["a$$b"]),
    "two formulas that fill a line": ("$$a$$ and $$b$$\n", [], ["a", "b"]),
    "three dollars": ("$$$\na $$ b\n$$$\n", ["a $$ b"], []),
    "dollars in the lines of the formula": ("$$a\n\nb$$\n", ["a\n\nb"], []),
    "attributes after the dollars": ("$$ {#sum .wide}\na\n$$\n", ["a"], []),
    "an escaped dollar": ("$x \\$ y$ and \\$5", [], ["x \\$ y"]),
    "in a list": ("- a\n  $$\n  x\n\n  y\n  $$\n  b\n", ["x\n\ny"], []),
    "in a quote": ("> a\n> $$\n> x\n> $$\n", ["x"], []),
    "that ends with the list": ("- a\n\n  $$\n  x\n\nb\n\n$$\ny\n$$\n", ["y"], []),
    "in a component": ("<A>\n  a\n  $$\n  x\n    y\n  $$\n</A>\n", ["x\n  y"], []),
    "prices before it": ("costs $5 or $6 for $x$ and $y^2$.", [], ["x", "y^2"]),
    "prices after it": ("$x$ costs $5-$6 or $7.", [], ["x"]),
    "prices of countries": ("US$5; US$ 6, H$2$O $z$", [], ["2", "z"]),
    "a range of prices": ("$5/$10 $z$", [], ["z"]),
    "variables of a shell": ("add $HOME/bin:$PATH to $x$ or $AB$", [], ["x", "AB"]),
    "spaces around a command": ("so $ \\alpha $ is", [], [" \\alpha "]),
    "nothing closes three": ("$$$ a $b$", [], ["b"]),
}


@pytest.mark.parametrize("name", FORMULAS)
def test_a_formula_is_read_as_remark_math_reads_it(name: str) -> None:
    text, blocks, inline = FORMULAS[name]
    tokens = parse_mdx(text, MdxOptions(math=True)).tokens
    assert [token.content for token in tokens if token.type == "math_block"] == blocks
    children = [child for token in tokens for child in token.children or ()]
    assert [child.content for child in children if child.type == "math_inline"] == inline
