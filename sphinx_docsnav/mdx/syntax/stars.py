"""Report ``**bold`` that nothing closes, which stays on the page with its stars.

Footnote marks, ``**kwargs``, powers and patterns of files have two stars as well.
"""

from __future__ import annotations

import itertools
import re

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.rules_inline.emphasis import tokenize

from sphinx_docsnav.docs_json.phrases import shorten
from sphinx_docsnav.mdx.syntax.parser_state import ParserState, reading_of

_START = "docsnav_stars"
"""The key of a token's ``meta``: the offset of the two stars that the token begins."""
_OPENING = re.compile(r"""\*\*(?!\w*(?:_|args\b|kw|opt))(?=[^\W\d_]|[`"'“(\[])[^*\n]*""")
"""Two stars before a word, no name of Python such as ``**kwargs``, and what follows them."""
_SPACED = re.compile(r"\*\*[ \t]+[^\W\d_][^*\n]*(?<!\s)(?=\*\*)")
"""Two stars with a space after them, and the words up to the next stars."""
_MARK = re.compile(r"(?<=\S)\*\*(?=[\s.,;:)\]|]|$)")
"""Two stars after a word, such as those that refer to a footnote."""


def install(md: MarkdownIt) -> None:
    """Have the rule for stars remember where they are, and look at those that are left."""
    md.inline.ruler.at("emphasis", _emphasis)
    md.inline.ruler2.after("emphasis", "stars", _collect)


def _emphasis(state: StateInline, silent: bool) -> bool:
    start, before = state.pos, len(state.tokens) + bool(state.pending)
    if not tokenize(state, silent):
        return False
    if state.src[start] == "*" and state.pos - start == 2:  # noqa: PLR2004  # two stars
        state.tokens[before].meta = {_START: start}
    return True


def _collect(state: StateInline) -> None:
    left = [
        token.meta[_START]
        for token in state.tokens
        if token.type == "text" and token.content == "*" and _START in token.meta
    ]
    if not left:
        return
    reading = reading_of(state.env)
    src = state.src
    for start, after in itertools.zip_longest(left, left[1:]):
        is_inside = start > 0 and src[start - 1].isalnum()
        opening, spaced = _OPENING.match(src, start), _SPACED.match(src, start)
        if opening and after == opening.end() and not src[after - 1].isspace():
            message = f"'{shorten(opening[0])}**' is not bold"
            hint = "put a space before and after it, or write <strong>…</strong>"
        elif opening and not is_inside:
            message = f"'{shorten(opening[0])}' is not bold: '**' is not closed"
            hint = "write '**' after the last bold word, or '\\*\\*' for two stars"
            if after is not None:
                hint = "write '**' after the last bold word, without a space before it"
        elif spaced and after == spaced.end() and not is_inside:
            message = f"'{shorten(spaced[0])}**' is not bold: there is a space after the first '**'"
            hint = "remove the space"
        else:
            reading.has_star_marks |= _MARK.match(src, start) is not None
            continue
        place = reading.place.at(start) if reading.place else (1, 1)
        reading.open_stars.append((place, f"{message}; shown as text", hint))
        return


def report_stars(reading: ParserState) -> None:
    """Report the stars of the whole page, unless words refer to footnotes by such stars."""
    for place, message, hint in reading.open_stars if not reading.has_star_marks else ():
        reading.problem(*place, message, hint)
