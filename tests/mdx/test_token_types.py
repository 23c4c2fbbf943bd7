"""Every token that the configured parser can make is rendered."""

from __future__ import annotations

from pathlib import Path

from docutils import nodes
from docutils.frontend import get_default_settings
from docutils.utils import new_document
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from rendering import PlainHost, render

from sphinx_docsnav.mdx.syntax import make_parser
from sphinx_docsnav.rendering.page_state import PageState, Scope
from sphinx_docsnav.rendering.renderer import Renderer
from sphinx_docsnav.rendering.tag_tokens import RULES

_OFF = {
    "footnote_anchor_name",
    "footnote_block_close",
    "footnote_block_open",
    "footnote_caption",
    "footnote_close",
    "footnote_open",
}
"""What the footnote plugin makes of inline footnotes, and of footnotes moved to the end."""


def test_every_type_that_the_plugins_declare_has_a_rule() -> None:
    renderer = make_parser(math=True).renderer
    assert isinstance(renderer, RendererHTML)
    assert set(renderer.rules) - set(RULES) == _OFF


def test_a_token_without_a_rule_shows_its_content(tmp_path: Path) -> None:
    document = new_document("page", get_default_settings())
    writing = PageState(PlainHost(tmp_path), document)
    writing.sections.append((-1, document))
    out = Renderer(writing, tmp_path / "page.mdx", Scope(), ("",), RULES)
    children = [Token("new_inline", "", 0, content="second")]
    out.run(
        [
            Token("new_block", "", 0, content="first ", block=True),
            Token("new_open", "", 1, block=True),
            Token("new_leaf", "", 0, children=children),
            Token("new_close", "", -1, block=True),
        ]
    )
    assert document.astext() == "first second"
    assert isinstance(document[0], nodes.paragraph)


def test_two_dollars_in_a_line_are_inline_mathematics(tmp_path: Path) -> None:
    page = render(tmp_path, "Energy is $$E=mc^2$$ today.\n")
    assert [node.astext() for node in page.document.findall(nodes.math)] == ["E=mc^2"]
    assert page.messages == []


def test_empty_lines_in_a_formula_do_not_divide_it(tmp_path: Path) -> None:
    text = "so\n$$\n\n\\begin{aligned}\na &= b \\\\\n \n\nc &= d\n\\end{aligned}\n\n$$\n"
    page = render(tmp_path, text)
    shown = [node.astext() for node in page.document.findall(nodes.math_block)]
    assert shown == ["\\begin{aligned}\na &= b \\\\\nc &= d\n\\end{aligned}"]
    assert page.messages == []
