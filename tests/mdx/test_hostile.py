"""No input makes the reader crash, hang or grow."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from counting import counted
from hypothesis import example, given, settings
from hypothesis import strategies as st
from markdown_it.token import Token

from sphinx_docsnav.mdx.nesting import MAX_DEPTH
from sphinx_docsnav.mdx.source import MdxOptions, parse_mdx

CASES = {
    "20,000 braces": "{" * 20_000,
    "20,000 braces in text": "a " + "{" * 20_000,
    "20,000 braces closed": "{" * 20_000 + "}" * 20_000,
    "20,000 braces closed before text": "{" * 20_000 + "}" * 20_000 + " text",
    "a brace on each line": "{\n" * 10_000 + "}" * 10_000 + " x",
    "a quoted brace on each line": '{"\n' * 10_000 + "}",
    "templates": "{`${" * 10_000 + "}",
    "comments in braces": "{/*" * 10_000 + "}",
    "elements in braces": "{<a {" * 10_000 + "}",
    "3,000 nested tags": "<b>" * 3000 + "</b>" * 3000,
    "3,000 nested block tags": "<div>\n" * 3000 + "</div>\n" * 3000,
    "10,000 tags never closed": "<div>\n" * 10_000,
    "10,000 closing tags": "</b>\n" * 10_000,
    "tags that pair across paragraphs": "a <b> x\n\n" * 1000 + "a </b> x\n\n" * 1000,
    "less-than signs": "<" * 10_000,
    "unfinished tags": "<a " * 10_000,
    "unfinished values": '<a b="' * 10_000,
    "unfinished values on lines": '<a b="\n' * 10_000,
    "attributes": "<a " + "b " * 50_000 + "/>",
    "members": "<a" + ".b" * 50_000 + "/>",
    "quotes": ">" * 100_000 + "a",
    "lists": "- " * 20_000 + "a",
    "numbered lists": "1. " * 50_000 + "a",
    "footnotes in footnotes": "[^a]: " * 5000,
    "html comments": "<!-- \n" * 10_000,
    "html comments in text": "a <!-- " * 10_000,
    "links": "[a](" * 10_000,
    "brackets": "[" * 20_000,
    "images": "![" * 20_000,
    "emphasis": "*a **a " * 5000,
    "exports that stay open": "export const a = {\n\n" * 3000,
    "exports of templates": "export const a = `\n\n" * 3000,
    "imports that stay open": "import {a\n" * 10_000,
    "heading ids": "# {#" * 5000,
    "dollars": "$a " * 10_000,
    "one long line": "a" * 500_000,
    "spaces": " " * 500_000 + "a",
    "yaml brackets": "---\na: " + "[" * 60_000 + "\n---\n",
    "yaml lists": "---\n" + "- " * 30_000 + "\n---\n",
    "backticks": " ".join("`" * length for length in range(1, 400)),
    "backticks that begin code": "(" + "`a " * 9999,
    "lines before words": "__Abc d " * 5000,
    "items without a space": "-" + " a-" * 30_000 + "\n-a b" * 10_000,
    "numbers without a space": "1" * 90_000 + ".a\n",
    "names of characters": "&nbps" * 10_000 + "&nbps;" * 5000,
    "options of code": "```js " + "hightlight=1 " * 20_000 + "\n",
    "formulas without an end": "$$a\n\n" * 5000,
    "dollars of many sizes": "".join("$" * (index % 300 + 1) + " " for index in range(600)),
    "dollars in links": "[$" * 5000 + "](/u)" * 5000,
    "nul": "\0" * 1000,
    "dashes": "a|b\n|-" + " " * 100_000 + "x",
}


CALLS_PER_CHARACTER = 200
"""Calls of functions that a character may cost; the worst of these pages needs 70, a second all."""


@pytest.mark.slow
@pytest.mark.parametrize("name", CASES)
def test_hostile_page_costs_no_more_than_its_length(name: str) -> None:
    parse_mdx("", MdxOptions(math=True))  # what is imported by the first page only
    calls, source = counted(lambda: parse_mdx(CASES[name], MdxOptions(math=True)))
    assert calls < CALLS_PER_CHARACTER * len(CASES[name])
    depth = deepest = 0
    for token in source.tokens:
        depth += token.nesting
        deepest = max(deepest, depth)
    assert depth == 0
    assert deepest <= 2 * MAX_DEPTH + 10
    assert len(source.problems) <= 105


@pytest.mark.slow
def test_a_page_of_two_megabytes_is_a_message() -> None:
    source = parse_mdx(("# hello world\n\n" + "text *b* <b>x</b>" + " text" * 400 + "\n\n") * 1000)
    assert sum(len(token.content) for token in source.tokens) < 1_000_000
    assert "more than 1,000,000" in source.problems[0].message


def test_what_nests_too_deeply_keeps_its_content() -> None:
    source = parse_mdx("<A>\n" * 100 + "kept\n" + "</A>\n" * 100)
    assert [fault.message for fault in source.problems] == [
        "components nest more than 60 deep; the tags below are left out, their content stays"
    ]
    assert sum(token.type == "mdx_jsx_open" for token in source.tokens) == MAX_DEPTH
    inline = next(token for token in source.tokens if token.type == "inline")
    assert inline.content == "kept"


def test_quotes_that_nest_too_deeply_stay_as_text() -> None:
    source = parse_mdx(">" * 100 + "kept")
    assert [fault.message for fault in source.problems] == [
        "quotes and lists nest more than 60 deep; kept as text"
    ]
    inline = next(token for token in source.tokens if token.type == "inline")
    assert inline.children is not None
    assert inline.children[0].content == ">" * 40 + "kept"


WORDS = """word|<A>|</A>|<B c={1}>|</B>|<C />|<br>|<>|</>|{x}|{|}|{/*|*/}|<!--|-->|*|**|`|```|~|[
|](/u)|![|- |1. |> |# |---|  |      |import |export const a = |'|"|<a b="|$|$$|&amp;|<3|[^1]
|<https://x.org>|[^1]: |{#id}|https://x.org|=""".replace("\n|", "|").split("|")
PARTS = st.sampled_from([*WORDS, "\n", "\n\n", "\t", "|", "\\"])


@settings(max_examples=150, deadline=None)
@given(st.lists(PARTS, max_size=40).map("".join), st.booleans())
def test_any_text_gives_paired_tokens_and_no_exception(text: str, markdown: bool) -> None:  # noqa: FBT001  # drawn
    source = parse_mdx(text, MdxOptions(math=True, markdown=markdown))
    depth = 0
    for token in source.tokens:
        depth += token.nesting
        assert depth >= 0
        inside = 0
        for child in token.children or ():
            inside += child.nesting
            assert inside >= 0
        assert inside == 0
    assert depth == 0


MARKS = """<A>|</A>|<b>|</b>|<li>|</li>|<ul>|</ul>|<>|</>|<br>|<C />|a|- |> |*|**|# |[
|](/u)|[^1]: |  """.replace("\n|", "|").split("|")
TAGS = st.sampled_from([*MARKS, "\n", "\n\n", "| a |\n|---|\n| "])


def _unpaired(tokens: Iterable[Token]) -> list[str]:
    """Return each token that ends another than the last that is open, and all left open."""
    found: list[str] = []
    opened: list[Token] = []
    for token in tokens:
        if token.nesting > 0:
            opened.append(token)
        elif token.nesting < 0:
            start = opened.pop() if opened else Token("nothing", "", 0)
            kinds = start.type.removesuffix("_open"), token.type.removesuffix("_close")
            if kinds[0] != kinds[1] or start.tag != token.tag:
                found.append(f"{start.type} {start.tag}, {token.type} {token.tag}")
        found += _unpaired(token.children or ())
    return found + [token.type for token in opened]


@settings(max_examples=150, deadline=None)
@given(st.lists(TAGS, max_size=14).map("".join))
@example("<ul>\n<li></ul>x</li>")
@example("<div>\n<p></div>x</p>")
@example("<A>\n*<b></A>x</b>*")
def test_tags_close_in_the_order_they_open(text: str) -> None:
    assert _unpaired(parse_mdx(text).tokens) == []
