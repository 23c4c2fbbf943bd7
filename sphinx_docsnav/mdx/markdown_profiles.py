"""The Markdown of everything that is not an MDX page, as one table of parsers.

=============  ==========================================  ================================
Profile        What is read                                Tags of HTML
=============  ==========================================  ================================
snippet        CommonMark, tables, strikethrough           text
description    CommonMark, tables, strikethrough           html; see description_tokens
banner         one line: marks, code, links                text
=============  ==========================================  ================================

Pages have a parser of their own (`sphinx_docsnav.mdx.syntax`), with the same
tables and strikethrough.
"""

from __future__ import annotations

import enum
import functools

from markdown_it import MarkdownIt

_BLOCK_RULES = ["table", "strikethrough"]
_LINE_RULES = ["emphasis", "strikethrough", "backticks", "link", "autolink", "escape", "entity"]


class MarkdownProfile(enum.Enum):
    """The position of a Markdown text."""

    SNIPPET = "snippet"
    """A title or another attribute of a component, front matter."""
    DESCRIPTION = "description"
    """A description of a specification."""
    BANNER = "banner"
    """The content of a banner in docs.json."""


@functools.cache
def markdown_parser(profile: MarkdownProfile) -> MarkdownIt:
    """Return the parser of *profile*."""
    if profile is MarkdownProfile.BANNER:
        return MarkdownIt("zero").enable(_LINE_RULES)
    has_tags = profile is MarkdownProfile.DESCRIPTION
    return MarkdownIt("commonmark", {"html": has_tags}).enable(_BLOCK_RULES)
