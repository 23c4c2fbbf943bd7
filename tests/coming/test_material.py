"""Markdown of MkDocs Material becomes what the same page is in MDX."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from building import Project
from counting import counted
from docutils import nodes
from rendering import render

from sphinx_docsnav.coming.material import parse_material
from sphinx_docsnav.coming.material_rules import TABLE
from sphinx_docsnav.core.reading.page_reading import _choose_directive
from sphinx_docsnav.mdx.source import MdxOptions

BUTTON = TABLE["classes"]["md-button"]
SAME: dict[str, tuple[str, str]] = {
    "a box": ("!!! note\n    Text\n", "<Note>\nText\n</Note>\n"),
    "a box with a title": (
        '!!! tip "Use `x`"\n\n    Text\n\n    - item\n',
        '<Tip title="Use `x`">\n\nText\n\n- item\n</Tip>\n',
    ),
    "a box beside the text": (
        '!!! info inline end "Title"\n    Text\n',
        '<Info title="Title">\nText\n</Info>\n',
    ),
    "a box without a title": ('!!! note ""\n    Text\n', "<Callout>\nText\n</Callout>\n"),
    "a type without a component": (
        "!!! bug\n    Text\n",
        '<Danger title="Bug">\nText\n</Danger>\n',
    ),
    "an own type": ("!!! pied-piper\n    Text\n", '<Note title="Pied piper">\nText\n</Note>\n'),
    "a box in a list": (
        "- item\n\n    !!! note\n        Text\n\n- other\n",
        "- item\n\n  <Note>\n  Text\n  </Note>\n\n- other\n",
    ),
    "code with two empty lines in a box": (
        "!!! note\n\n    ``` py\n    a\n\n\n    b\n    ```\n\n\n    c\n",
        "<Note>\n```py\na\n\n\nb\n```\n\nc\n</Note>\n",
    ),
    "a fold without a type": ('??? "A b"\n    c\n', '<Accordion title="A b">\nc\n</Accordion>\n'),
    "braces in the title of code": (
        '``` { .py title="{{a}}/b.py" }\nx\n```\n\n```py title="{{a}}.py"\ny\n```\n',
        '```py title="{{a}}/b.py"\nx\n```\n\n```py title="{{a}}.py"\ny\n```\n',
    ),
    "a fold": (
        '??? question "Why?"\n    Text\n',
        '<Accordion title="Why?">\nText\n</Accordion>\n',
    ),
    "an open fold without a title": (
        "???+ warning\n    Text\n",
        '<Accordion title="Warning" defaultOpen>\nText\n</Accordion>\n',
    ),
    "tabs": (
        '=== "A"\n    a\n\n=== "B"\n\n    b\n\nafter\n',
        '<Tabs><Tab title="A">\na\n</Tab><Tab title="B">\nb\n</Tab></Tabs>\n\nafter\n',
    ),
    "two sets of tabs": (
        '=== "A"\n    a\n\n===! "B"\n    b\n',
        '<Tabs><Tab title="A">\na\n</Tab></Tabs>\n<Tabs><Tab title="B">\nb\n</Tab></Tabs>\n',
    ),
    "tabs in a box": (
        '!!! note\n    === "A"\n        a\n',
        '<Note>\n<Tabs><Tab title="A">\na\n</Tab></Tabs>\n</Note>\n',
    ),
    "a title and lines of code": (
        '``` py title="a b.py" linenums="1" hl_lines="1 3-4"\nx\n```\n',
        '```py title="a b.py" lines {1,3-4}\nx\n```\n',
    ),
    "attributes of code": (
        '``` { .py .annotate title="a.py" }\nx = 1 # (1)!\n```\n\n1. Text\n',
        '```py title="a.py"\nx = 1 # (1)\n```\n\n1. Text\n',
    ),
    "indented code": ("Text\n\n    :::py\n    x\n", "Text\n\n```py\nx\n```\n"),
    "a diagram": ("``` mermaid\ngraph LR\n```\n", "```mermaid\ngraph LR\n```\n"),
    "attributes behind the closing marks of a heading": (
        "## Title ## {: #part }\n",
        "## Title {#part}\n",
    ),
    "emoji": (
        "A :heart:, :+1: :smile:, `:heart:` 1:heart:2\n",
        "A \u2764\ufe0f, \U0001f44d \U0001f604, `:heart:` 1:heart:2\n",
    ),
    "spaces in raised text": ("a^b\\ c^ H~2\\ 3~O\n", "a<sup>b c</sup> H<sub>2 3</sub>O\n"),
    "an icon": (
        ":material-clock:{ .lg } :fontawesome-regular-bell: :octicons-mail-16:\n",
        '<Icon icon="clock" /> <Icon icon="bell" iconType="regular" /> <Icon icon="mail" />\n',
    ),
    "an icon whose name ends with a number": (
        ":material-rewind-forward-10:\n",
        '<Icon icon="rewind-forward-10" />\n',
    ),
    "an icon that the sets have under another name": (
        ":material-email:\n",
        '<Icon icon="envelope" />\n',
    ),
    "keys": (
        '++ctrl+page-up+delete+"a: b"++\n',
        "<kbd>Ctrl</kbd>+<kbd>Page Up</kbd>+<kbd>Del</kbd>+<kbd>a: b</kbd>\n",
    ),
    "marks": (
        "==a *b*== ^^c^^ ~~d~~ H~2~O x^2^\n",
        "<mark>a *b*</mark> <ins>c</ins> <del>d</del> H<sub>2</sub>O x<sup>2</sup>\n",
    ),
    "a button": (
        "[Text](https://example.com){ .md-button }\n",
        f'<a href="https://example.com" class="md-button {BUTTON}">Text</a>\n',
    ),
    "cards": (
        '<div class="grid cards" markdown>\n\n-   __One__\n\n    Text\n-   Two\n\n</div>\n',
        "<CardGroup>\n<Card>\n__One__\n\nText\n</Card>\n<Card>\nTwo\n</Card>\n</CardGroup>\n",
    ),
    "cards of a class": (
        '<div markdown class="x grid cards">\n- One\n</div>\n',
        "<CardGroup>\n<Card>\nOne\n</Card>\n</CardGroup>\n",
    ),
    "a grid": (
        '<div class="grid" markdown>\n\n> One\n\n> Two\n\n</div>\n',
        "<Columns>\n> One\n\n{/* */}\n\n> Two\n</Columns>\n",
    ),
    "definitions": (
        "Term\n:   One\n\n    Two\n",
        "<dl>\n<dt>Term</dt>\n<dd>\nOne\n\nTwo\n</dd>\n</dl>\n",
    ),
    "tasks": ("- [x] a\n- [ ] b\n", "- [x] a\n- [ ] b\n"),
    "a table": ("| a | b |\n|---|:-:|\n| 1 | *2* |\n", "| a | b |\n|---|:-:|\n| 1 | *2* |\n"),
    "lines in the code of a table": (
        "| a | b |\n|---|---|\n| `x | y` | *z* ``|`` |\n| `c | d |\n| \\`e | f\\` |\n",
        "| a | b |\n|---|---|\n| `x \\| y` | *z* ``\\|`` |\n| \\`c | d |\n| \\`e | f\\` |\n",
    ),
    "lines in code behind a table": (
        '| a |\n|---|\n| b |\n=== "T `|`"\n    c\n',
        '| a |\n|---|\n| b |\n\n<Tabs><Tab title="T `|`">\n\nc\n\n</Tab></Tabs>\n',
    ),
    "formulas": (
        "\\(x_1\\) and $\\frac{1}{2}$\n\n\\[\nx^2\n\\]\n\n\\begin{cases}\na\n\\end{cases}\n",
        "$x_1$ and $\\frac{1}{2}$\n\n$$\nx^2\n$$\n\n$$\n\\begin{cases}\na\n\\end{cases}\n$$\n",
    ),
    "a bracket at the start of a line": ("a\n\\[b\\] c\n", "a\n\\[b\\] c\n"),
    "the id of a heading": ("## A & b { #own .x }\n", "## A & b {#own}\n"),
    "HTML of several blocks": (
        "<div>\n    <p>a</p>\n\n    <p>*b*</p>\n</div>\n",
        "<div>\n<p>a</p>\n<p>\\*b\\*</p>\n</div>\n",
    ),
    "Markdown in HTML": (
        "<div markdown>\n*a*\n</div>\n",
        "<div>\n\n*a*\n\n</div>\n",
    ),
    "Markdown in HTML, indented": (
        "1. a\n\n    <div markdown>\n        *a*\n\n        b\n    </div>\n",
        "1. a\n\n   <div>\n\n   *a*\n\n   b\n   </div>\n",
    ),
    "Markdown in an element of one paragraph": (
        "<div markdown>a *b*\nc</div>\n",
        "<div>a *b*\nc</div>\n",
    ),
    "an icon in a title": (
        '=== ":octicons-bell-16: A"\n    a\n',
        '<Tabs><Tab title="A" icon="bell">\na\n</Tab></Tabs>\n',
    ),
    "an anchor": ("a [](){ #b.c }\n", 'a <a id="b.c" />\n'),
    "a comment": ("a\n\n<!-- b\n\nc -->\n\nd\n", "a\n\nd\n"),
    "braces": ("a {b} `{c}`\n", "a \\{b\\} `{c}`\n"),
}
"""What each feature is in Material and in MDX."""


@pytest.mark.parametrize(("material", "mdx"), SAME.values(), ids=SAME.keys())
def test_a_feature_is_what_mdx_has_for_it(tmp_path: Path, material: str, mdx: str) -> None:
    page = render(tmp_path, material, material=True)
    assert page.tree == render(tmp_path, mdx).tree
    assert page.messages == []


def test_a_relative_address_begins_at_the_page_not_at_the_root(tmp_path: Path) -> None:
    text = "[a](b.md) [c](../d.md#e) [f](/g.md) [h](#i) [j](https://k.example)\n"
    page = render(tmp_path, text, name="guide/page", material=True)
    addresses = [node["refuri"] for node in page.document.findall(nodes.reference)]
    expected = ["page:guide/b.md", "page:d.md#e", "page:g.md", "page:#i", "https://k.example"]
    assert addresses == expected


def test_headings_have_the_ids_of_python_markdown(tmp_path: Path) -> None:
    text = "# Über `a.b()`\n\n## One & two\n\n## One & two\n\n## A { #own }\n\n## B { #own }\n"
    page = render(tmp_path, text, material=True)
    ids = [section["ids"][0] for section in page.document.findall(nodes.section)]
    assert ids == ["uber-ab", "one-two", "one-two_1", "own", "own-2"]
    assert page.messages[0].startswith("page.md:9: {#own}: line 7 has the id 'own', too")


def test_an_image_of_one_colour_mode_is_shown_in_that_only(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(b"")
    page = render(
        tmp_path, "![b](a.png#only-dark){ width=30 }\n\n![c](a.png#only-light)\n", material=True
    )
    images = [(node["uri"], node["classes"][-1]) for node in page.document.findall(nodes.image)]
    assert images == [("/a.png", "docsnav-dark-only"), ("/a.png", "docsnav-light-only")]


def test_the_number_of_the_first_line_of_code_is_kept(tmp_path: Path) -> None:
    page = render(tmp_path, '``` py linenums="7"\nx\n```\n', material=True)
    assert page.first(nodes.literal_block)["highlight_args"] == {"linenostart": 7}


def test_what_is_not_read_is_text_with_one_message_for_each_kind(tmp_path: Path) -> None:
    text = (
        "# T\n\n[[a]] and [[b|c]]\n\n{{ d }} :nothing:\n\n/// note\nx\n///\n\n::: e.f\n\n::: g-h\n"
        '\n[TOC]\n\n[=65% "i"]\n\n*[HTML]: Text\n*[CSS]: Style\n'
        "\n--8<--\na.md\n--8<--\n\n[g][h.i] [j][] a[k][l] int[][]\n"
    )
    page = render(tmp_path, text, material=True)
    assert page.first(nodes.section).astext().split()[1:] == text.split()[2:]
    assert page.messages == [
        f"page.md:{line}: {label} are not read; shown as text: {number} [material_syntax]"
        for line, label, number in (
            (3, "links of a wiki", "2, such as '[[a]]'"),
            (5, "templates of mkdocs-macros", "1, such as '{{ d }}'"),
            (5, "unknown names of emoji", "1, such as ':nothing:'"),
            (7, "blocks that begin with '///'", "1, such as '/// note'"),
            (11, "references such as those of mkdocstrings", "1, such as '::: e.f'"),
            (13, "blocks of other extensions", "1, such as '::: g-h'"),
            (15, "lists of headings", "1, such as '[TOC]'"),
            (17, "bars of progress", "1, such as '[=65% \"i\"]'"),
            (19, "abbreviations", "2, such as '*[HTML]:'"),
            (22, "lists of snippets", "2, such as '--8<--'"),
            (26, "links to names that the page does not define", "2, such as '[g][h.i]'"),
        )
    ]


def test_a_python_object_is_described_where_autodoc_is_loaded(tmp_path: Path) -> None:
    text = "# T\n\n## ::: a.b\n    options:\n      c: d\n\n    Code\n\nText\n"
    page = render(tmp_path, text, material=True, describes_objects=True)
    assert [node.astext() for node in page.document.findall(nodes.title)] == ["T", "a.b"]
    shown = [node.astext() for node in page.document.findall(nodes.paragraph)]
    assert shown == ["a.b of line 3", "Text"]
    assert page.first(nodes.literal_block).astext() == "Code"
    assert page.messages == []


@pytest.mark.parametrize(
    ("front_matter", "mode"),
    [
        ("hide: [toc]", "wide"),
        ("hide:\n  - navigation\n  - toc", "center"),
        ("hide: [footer]", None),
        ("hide: [toc]\nmode: frame", "frame"),
        ("hide: toc", None),
    ],
)
def test_hidden_parts_are_the_mode_of_a_page(
    tmp_path: Path, front_matter: str, mode: str | None
) -> None:
    text = f"---\n{front_matter}\n---\n# T\n"
    source = parse_material(text, MdxOptions(), tmp_path, lambda _path: None)
    assert source.front_matter.get("mode") == mode


def test_markdown_after_a_tag_that_nothing_closes_is_read(tmp_path: Path) -> None:
    page = render(tmp_path, "text\n<div markdown>\n*a*\n", material=True)
    assert page.first(nodes.emphasis).astext() == "a"
    [message] = page.messages
    assert message.startswith("page.md:2: <div> is not closed")


def test_html_obeys_the_policy_of_pages(tmp_path: Path) -> None:
    text = (
        "<script>alert(1)</script>\n\n<div onclick='x()' markdown>\n\n"
        "[a](javascript:x){ .b }\n\n</div>\n\n<img src=x onerror=y> <b {>\n"
    )
    page = render(tmp_path, text, material=True)
    shown = str(page.document)
    assert "alert" not in shown
    assert "onclick" not in shown
    assert "onerror" not in shown
    assert list(page.document.findall(nodes.reference)) == []


SITE = {
    "part.md": "included *text*\n",
    "code.py": "a = 1\n# --8<-- [start:b]\nb = 2\n# --8<-- [end:b]\nc = 3\n",
    "loop.md": 'x\n--8<-- "loop.md"\n',
    "deep/inner.md": '--8<-- "part.md"\n',
}


@pytest.fixture
def site(tmp_path: Path) -> Path:
    root = tmp_path / "docs"
    for name, text in SITE.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, "utf-8")
    (tmp_path / "secret.md").write_text("secret", "utf-8")
    (root / "link.md").symlink_to(tmp_path / "secret.md")
    return root


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ('--8<-- "part.md"\n', "included text"),
        ('--8<-- "docs/part.md"\n', "included text"),
        ('--8<-- "deep/inner.md"\n', "included text"),
        ('- a\n\n    --8<-- "part.md"\n', "a\n\nincluded text"),
        ('``` py\n--8<-- "code.py:b"\n```\n', "b = 2"),
        ('``` py\n--8<-- "code.py:1:1"\n```\n', "a = 1"),
        ('``` py\n--8<-- "code.py"\n```\n', "a = 1\nb = 2\nc = 3"),
        ('```\n;--8<-- "part.md"\n```\n', '--8<-- "part.md"'),
    ],
)
def test_snippets_are_files_of_the_site(site: Path, text: str, shown: str) -> None:
    page = render(site, f"# T\n\n{text}", material=True)
    assert page.first(nodes.section).astext() == f"T\n\n{shown}"
    assert page.messages == []


@pytest.mark.parametrize(
    "path",
    ["../secret.md", "link.md", "/etc/passwd", "a\0b", "x" * 2000, "", "https://example.com/x"],
)
def test_a_snippet_outside_of_the_site_is_not_read(site: Path, path: str) -> None:
    page = render(site, f'# T\n\n--8<-- "{path}"\n', material=True)
    assert page.first(nodes.section).astext() == "T"
    [message] = page.messages
    assert message.startswith("page.md:3: ")
    assert "secret" not in str(page.document)


def test_snippets_are_also_files_beside_the_mkdocs_yml_of_the_site(site: Path) -> None:
    project = site.parent
    (project / "README.md").write_text("of the project", "utf-8")
    (project / ".env").write_text("PASSWORD", "utf-8")
    (project / "link").symlink_to(project / ".env")
    text = '# T\n\n--8<-- "README.md"\n\n--8<-- ".env"\n\n--8<-- "link"\n\n--8<-- "../secret.md"\n'
    (project / "mkdocs.yml").write_text("docs_dir: docs\n", "utf-8")
    page = render(site, text, material=True)
    assert page.first(nodes.section).astext() == "T\n\nof the project"
    missing = [message.split(": ")[0] for message in page.messages]
    assert missing == ["page.md:5", "page.md:7", "page.md:9"]
    # Without it, no file outside of the site is read.
    (project / "mkdocs.yml").unlink()
    assert len(render(site, text, material=True).messages) == 4


def test_braces_behind_plain_text_are_text(tmp_path: Path) -> None:
    text = "a f(x){ return } b\n{ .c } d"
    page = render(tmp_path, text, material=True)
    assert page.first(nodes.paragraph).astext() == text


def test_a_snippet_that_includes_itself_is_left_out_with_one_message(site: Path) -> None:
    page = render(site, '# T\n\n--8<-- "loop.md"\n', material=True)
    assert page.messages == [
        "page.md:3: the snippet 'loop.md' includes itself; nothing is shown [snippet_cycle]"
    ]
    assert page.host.dependencies == ["loop.md", "loop.md"]


def test_lines_after_a_snippet_are_those_of_the_page(site: Path) -> None:
    (site / "part.md").write_text("a\n\nb\n\nc\n", "utf-8")
    page = render(
        site,
        '---\ntitle: T\n---\n--8<-- "part.md"\n\ntext\n![d](e.png){ .f }\n\n[[f]]\n',
        material=True,
    )
    assert [message.split(": ")[0] for message in page.messages] == ["page.md:9", "page.md:7"]


HOSTILE = {
    "rules of tables": "a\n" + "|-|\n" * 1_000,
    "code in tables that nothing closes": "a|b\n-|-\n"
    + "".join(f"{'`' * n} " for n in range(1, 200)),
    "boxes in boxes": "".join(f"{'    ' * depth}!!! note\n" for depth in range(100)),
    "tabs in tabs": "".join(f'{"    " * depth}=== "a"\n' for depth in range(100)),
    "boxes that nothing fills": "!!! note\n" * 300,
    "elements that nothing closes": "<div>\n" * 200,
    "elements with Markdown that nothing closes": "<div markdown>\n" * 200,
    "formulas that nothing closes": "\\[\n" * 200 + "\\(" * 300,
    "one long line": "a" * 100_000,
    **{
        f"4 KB of {mark!r}": mark * (4_000 // len(mark))
        for mark in ("==", "^^a ", "++a", "~", "{ .", "{: ", ":material-", "[a](b){ .", "`", "<a ")
    },
    "abbreviations": "".join(f"*[a{n}]: b\n" for n in range(200)) + "\na1 " * 200,
    "marks of snippets": "--8<--\n" * 200,
    "attributes of code": "``` {" + " a=" * 1_000 + "\n",
    "a definition after a definition": ":   a\n" * 200,
    # Without a limit, these took up to a minute.
    "headings of the same words": "# a\n\n" * 8000,
    **{f"templates that nothing closes: {mark}": mark * 10_000 for mark in ("{{ ", "{% ")},
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_text_is_parsed_with_bounded_work(tmp_path: Path, text: str) -> None:
    work, _source = counted(
        lambda: parse_material(text, MdxOptions(), tmp_path, lambda _path: None)
    )
    assert work < 400 * len(text)


PIECES = (
    "!!! note", '??? "a"', '=== "T"', "    ", "        ", "\n", "\n\n", "- ", "1. ", "> ", "```",
    "``` py title=", "{ .a #b }", "{:", "}", "<div markdown>", "</div>", "<b>", "**", "==", "^^",
    "++ctrl++", ":material-x:", '--8<-- "page.md"', "--8<--", "$", "\\(", "\\)", "\\[", "[a](b)",
    "![a](b)", "[^1]", "[^1]: ", "*[a]: ", ": ", "| a | b |\n|---|---|", "[TOC]", "# ", "<!--",
    "-->", "&amp;", "\t", "é", "<script>", "a",
)  # fmt: skip


def test_random_text_never_fails(tmp_path: Path) -> None:
    choices = random.Random(7)  # noqa: S311 -- not for secrets
    for _ in range(60):
        text = "".join(choices.choices(PIECES, k=choices.randint(1, 60)))
        (tmp_path / "page.md").write_text(text, "utf-8")
        render(tmp_path, text, material=True)


SHOWN_PAGE = """# Title

!!! tip "Hint"
    Text

??? note
    Folded

=== "One"
    [b](b.md)

--8<-- "b.md"

``` py title="a.py"
x
```
"""


def test_a_site_is_built_with_it_in_three_themes(project: Project) -> None:
    docs = {"name": "S", "styling": {"markdown": "material"}, "navigation": {"pages": ["a", "b"]}}
    files = {"docs.json": json.dumps(docs), "a.md": SHOWN_PAGE, "b.md": "## B\n\nof the snippet\n"}
    project.write(files)
    for theme in ("alabaster", "docsnav", "furo"):
        result = project.build(out=theme, conf={"html_theme": theme}, doctrees="shared")
        assert result.warnings == ""
        page = (project.output(theme) / "a.html").read_text("utf-8")
        for markup in ("admonition", "<details", 'class="docsnav-tabs', 'href="b.html"', "a.py"):
            assert markup in page, (theme, markup)
        assert "of the snippet" in page
    # The page shows the file, so that it is read again when the file changes.
    project.write({"b.md": "## B\n\nanother text\n"})
    result = project.build(out="furo", conf={"html_theme": "furo"}, doctrees="shared")
    assert result.read == (0, 2, 0)
    assert "another text" in (project.output("furo") / "a.html").read_text("utf-8")


MODULE = '''"""A harbour of each :class:`Boat`, see the `list`_ [1]_.

.. _list: https://example.com
.. [1] a note
"""


class Boat:
    """A boat."""

    def sail(self) -> None:
        """Sail to :func:`moor`."""


def moor() -> None:
    """Moor."""
'''


@pytest.mark.parametrize(
    ("name", "directive"),
    [
        ("json", "automodule"),
        ("json.JSONDecoder", "autoclass"),
        ("json.JSONDecodeError", "autoexception"),
        ("json.JSONDecoder.decode", "automethod"),
        ("json.dumps", "autofunction"),
        ("json.scanner.NUMBER_RE", "autodata"),
        ("nowhere", "automodule"),
    ],
)
def test_an_object_has_the_directive_of_its_kind(name: str, directive: str) -> None:
    app = SimpleNamespace(config=SimpleNamespace(autodoc_mock_imports=[]))
    assert _choose_directive(app, name) == directive  # type: ignore[arg-type]  # what it reads


def test_autodoc_describes_what_mkdocstrings_describes(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    project.extensions = ("sphinx_docsnav", "sphinx.ext.autodoc")
    monkeypatch.syspath_prepend(str(project.root / "code"))
    (project.root / "code").mkdir()
    (project.root / "code" / "test_material_harbour.py").write_text(MODULE, "utf-8")
    (project.root / "code" / "test_material_ends.py").write_text("raise SystemExit(0)\n", "utf-8")
    docs = {"name": "S", "styling": {"markdown": "material"}, "navigation": {"pages": ["a"]}}
    objects = "::: test_material_harbour\n\n::: nowhere\n\n::: test_material_ends"
    page = f"# A\n\nText [^1]\n\n{objects}\n\n[^1]: Foot\n"
    project.write({"docs.json": json.dumps(docs), "a.md": page})
    result = project.build()
    # Versions of Sphinx word it differently.
    messages = [line for line in result.warnings.splitlines() if "WARNING: " in line]
    names = [re.findall("'(nowhere|test_material_ends)'", line)[0] for line in messages]
    assert names == ["nowhere", "test_material_ends"]
    assert "ERROR: " not in result.warnings
    html = (project.output() / "a.html").read_text("utf-8")
    for address in ("#test_material_harbour.Boat", "#test_material_harbour.moor"):
        assert html.count(f'class="reference internal" href="{address}"') >= 1
    assert 'href="https://example.com">list</a>' in html
    assert "Foot" in html
    assert "a note" in html
    assert "[1]_" not in html
