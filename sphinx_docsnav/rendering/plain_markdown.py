"""Markdown that is no MDX: titles in attributes, descriptions in specifications.

CommonMark with GitHub's tables, strikethrough and bare addresses; braces and
angle brackets are text.
"""

from __future__ import annotations

import functools
import re

from markdown_it.token import Token

from sphinx_docsnav.mdx.markdown_profiles import MarkdownProfile, markdown_parser
from sphinx_docsnav.rendering.html_policy import FLOW, PHRASING

_MARKED = re.compile(r"[*_`~\[\]\\&!\n]")

_TAG = re.compile(
    rf"</?({'|'.join(sorted(PHRASING | FLOW))})(?:\s[^<>]*)?/?>|<!--(?:(?!<!--).)*?-->"
)


def is_marked(text: str) -> bool:
    """Return whether *text* may contain Markdown; if not, it is plain text."""
    return bool(_MARKED.search(text))


@functools.lru_cache(maxsize=2048)
def inline_tokens(text: str) -> tuple[Token, ...]:
    """Return the tokens of a line of Markdown."""
    return tuple(
        child
        for token in markdown_parser(MarkdownProfile.SNIPPET).parseInline(text)
        for child in token.children or ()
    )


def plain_text(text: str, *, html: bool = False) -> str:
    """Return a line of Markdown without its marks; of a picture, its alternative text.

    :param html: tags of HTML are marks, too, as in descriptions of specifications; else text.
    """
    if not is_marked(text):
        return _without_tags(text) if html else text
    return "".join(_word(token, html=html) for token in inline_tokens(text))


def _word(token: Token, *, html: bool) -> str:
    if token.type in {"softbreak", "hardbreak"}:
        return " "
    return _without_tags(token.content) if html and token.type == "text" else token.content


def _without_tags(text: str) -> str:
    """Return *text* without comments and the tags of HTML; other angle brackets stay."""
    return _TAG.sub(lambda tag: _instead_of(tag[1]), text) if "<" in text else text


def _instead_of(name: str | None) -> str:
    return " " if not name or name in FLOW or name == "br" else ""


@functools.lru_cache(maxsize=512)
def block_tokens(text: str) -> tuple[Token, ...]:
    """Return the tokens of a Markdown text."""
    return tuple(markdown_parser(MarkdownProfile.SNIPPET).parse(text))
