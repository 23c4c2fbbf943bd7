"""Markdown that is no MDX: titles in attributes, descriptions in specifications.

CommonMark with GitHub's tables, strikethrough and bare addresses; braces and
angle brackets are text.
"""

from __future__ import annotations

import functools
import re

from markdown_it.token import Token

from sphinx_docsnav.mdx.markdown_profiles import MarkdownProfile, markdown_parser

_MARKED = re.compile(r"[*_`~\[\]\\&!\n]")


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


def plain_words(text: str) -> str:
    """Return a line of Markdown without its marks; of a picture, its alternative text."""
    if not is_marked(text):
        return text
    return "".join(_word(token) for token in inline_tokens(text))


def _word(token: Token) -> str:
    return " " if token.type in {"softbreak", "hardbreak"} else token.content


@functools.lru_cache(maxsize=512)
def block_tokens(text: str) -> tuple[Token, ...]:
    """Return the tokens of a Markdown text."""
    return tuple(markdown_parser(MarkdownProfile.SNIPPET).parse(text))
