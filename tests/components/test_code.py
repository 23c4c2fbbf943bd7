"""Marks on lines of code, folding, and the colours of MDX."""

from __future__ import annotations

from pathlib import Path

import html5lib
import pytest
from building import Project
from pygments.token import Error
from rendering import render

from sphinx_docsnav.components.code import (
    CodeNode,
    MdxLexer,
    find_lexer_name,
    mark_lines,
    take_marks,
)

PAGE = """---
title: Code
---

```python
salt = 3  # [!code --]
salt = 1  # [!code ++]
pepper = 2  # [!code highlight]
pot = 1  # [!code --]
```
"""


def test_a_marked_line_is_one_element_also_beside_stressed_ones() -> None:
    stressed = (
        '<pre><span></span>a\n<span class="hll">b\n</span>c\n<span class="hll">d\n</span></pre>'
    )
    assert mark_lines(stressed, {2: "two", 3: "three"}) == (
        '<pre><span></span>a\n<span class="two"><span class="hll">b\n</span></span>'
        '<span class="three">c\n</span><span class="hll">d\n</span></pre>'
    )


def test_a_marked_first_line_is_inside_the_element_around_all_lines() -> None:
    block = "<div><pre><span></span><code>a\nb\n</code></pre></div>"
    assert mark_lines(block, {1: "one"}) == (
        '<div><pre><span></span><code><span class="one">a\n</span>b\n</code></pre></div>'
    )


def test_a_mark_on_a_line_of_its_own_is_for_the_lines_below_it() -> None:
    text = "a\n  // [!code highlight:2]\nb\nc\n# [!code ++]\nd"
    assert take_marks(text) == ("a\nb\nc\nd", {2: "highlight", 3: "highlight", 4: "add"})


def test_marks_add_no_line_and_break_no_element(project: Project) -> None:
    project.write({"docs.json": '{"navigation": {"pages": ["index"]}}', "index.mdx": PAGE})
    assert project.build("html").warnings == ""
    built = (project.root / "out" / "html" / "index.html").read_text("utf-8")
    document = html5lib.parse(built, namespaceHTMLElements=False)
    (block,) = document.iter("pre")
    assert 'class="docsnav-lenient highlight-python' in built  # no marks of errors
    assert "".join(block.itertext()) == "salt = 3\nsalt = 1\npepper = 2\npot = 1\n"
    marked = [
        (str(line.get("class")).rpartition("-")[2], "".join(line.itertext()))
        for line in block.iter("span")
        if "docsnav-line" in str(line.get("class"))
    ]
    assert marked == [("remove", "salt = 3\n"), ("add", "salt = 1\n"), ("remove", "pot = 1\n")]


def test_added_and_removed_lines_have_signs_where_there_are_no_colours(project: Project) -> None:
    project.write({"docs.json": '{"navigation": {"pages": ["index"]}}', "index.mdx": PAGE})
    assert project.build("text").warnings == ""
    text = (project.root / "out" / "text" / "index.txt").read_text("utf-8")
    assert "   - salt = 3\n   + salt = 1\n     pepper = 2\n   - pot = 1\n" in text


def test_what_unfolds_a_long_block_has_a_name(project: Project) -> None:
    code = "\n".join("abcdefghijklmnop")
    text = f"---\ntitle: Code\n---\n\n```text expandable\n{code}\n```\n"
    project.write({"docs.json": '{"navigation": {"pages": ["index"]}}', "index.mdx": text})
    project.build("html")
    built = (project.root / "out" / "html" / "index.html").read_text("utf-8")
    document = html5lib.parse(built, namespaceHTMLElements=False)
    labels = {label.get("for"): label.text for label in document.iter("label")}
    (box,) = (box for box in document.iter("input") if box.get("class") == "docsnav-code-toggle")
    assert labels[box.get("id")] == "Show all"


@pytest.mark.parametrize(("lines", "folds"), [(12, False), (13, True)])
def test_a_block_folds_from_13_lines_on(project: Project, *, lines: int, folds: bool) -> None:
    code = "line\n" * lines
    text = f"---\ntitle: Code\n---\n\n```text expandable\n{code}```\n"
    project.write({"docs.json": '{"navigation": {"pages": ["index"]}}', "index.mdx": text})
    project.build("html")
    built = (project.root / "out" / "html" / "index.html").read_text("utf-8")
    document = html5lib.parse(built, namespaceHTMLElements=False)
    boxes = [box for box in document.iter("input") if box.get("class") == "docsnav-code-toggle"]
    assert len(boxes) == folds


MDX = """---
title: "A"
---
import X from '/x.mdx'

# Heading

<Update label="May" tags={["a", 'b']} {...rest} on>
  Don't `<break>` {user.name + `${1}`} {/* note */} &amp;
  ```js title={1}
  if (a < b) {}
  ```
</Update>

{items.map(i => <li key={i}>{i}</li>)} a < b \\{ <></> <!-- x -->
"""


@pytest.mark.parametrize("text", [MDX, "<a b={{c: '}'}} />", "{", "<A", "```", "`", '<a b="', "{`"])
def test_mdx_has_colours_and_no_error(text: str) -> None:
    tokens = list(MdxLexer(stripnl=False, ensurenl=False).get_tokens(text))
    assert "".join(value for _, value in tokens) == text
    assert [value for kind, value in tokens if kind is Error] == []


def test_parts_of_mdx_are_told_apart() -> None:
    kinds: dict[str, str] = {}
    for kind, value in MdxLexer().get_tokens(MDX):
        kinds.setdefault(value, str(kind))
    assert kinds["Update"] == "Token.Name.Tag"
    assert kinds["label"] == "Token.Name.Attribute"
    assert kinds["'b'"] == "Token.Literal.String"
    assert kinds["# Heading"] == "Token.Generic.Heading"
    assert kinds["`<break>`"] == "Token.Literal.String.Backtick"
    assert kinds["/* note */"] == "Token.Comment"
    assert kinds["import"].startswith("Token.Keyword")


def test_languages_that_pygments_does_not_know_are_text() -> None:
    assert [find_lexer_name(name) for name in ("MDX", "env", "klingon", "")] == [
        *("mdx", "ini", "text", "text")
    ]


def test_a_block_with_nocopy_hides_the_copy_button_and_has_no_caption(tmp_path: Path) -> None:
    page = render(tmp_path, "---\ntitle: T\n---\n```text nocopy\na\n```\n\n```text\nb\n```\n")
    blocks = list(page.document.findall(CodeNode))
    assert [(node["classes"], node["title"]) for node in blocks] == [
        (["docsnav-code", "docsnav-nocopy"], "")
    ]
