"""Reports of ``**bold``, ``__bold`` and single backticks that nothing closes.

They stay on the page as they are written. Footnote marks, ``**kwargs``, powers and patterns of
files have two stars as well, and ``__dirname`` has two underscores; these are not reported.
"""

from __future__ import annotations

import itertools
import re

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.rules_inline.backticks import backtick
from markdown_it.rules_inline.emphasis import tokenize

from sphinx_docsnav.mdx.syntax.parser_state import KEY, ParserState, get_document
from sphinx_docsnav.messages import shorten

_START = "docsnav_mark"
"""A key of ``token.meta``: the offset of the two stars or underscores that begin the token."""
_OPENING = {
    "*": re.compile(
        r"""\*\*(?!\w*(?:_|args\b|kw|opt)|[a-z]\w*:)"""
        r"""(?=[^\W\d_]|[`"'“(\[「『【《（])[^*\n]*"""  # noqa: RUF001 -- brackets of Chinese
    ),
    "_": re.compile(r"__(?=[^\W\d_])[^_\n]*"),
}
"""Two marks before a word, and the text after them.

Names such as ``**kwargs`` of Python and ``**data: …`` of a docstring do not count.
"""
_SPACED = {
    "*": re.compile(r"\*\*[ \t]+[^\W\d_][^*\n]*(?<!\s)(?=\*\*)"),
    "_": re.compile(r"__[ \t]+[^\W\d_][^_\n]*(?<!\s)(?=__(?!\w))"),
}
"""Two marks with a space after them, and the text up to the next marks."""
_MARK = re.compile(r"(?<=\S)\*\*(?=[\s.,;:)\]|]|$)")
"""Two stars after a word, such as those that refer to a footnote."""
_SENTENCE = re.compile(r"__(?!(?:Type|Field|Schema|Directive)\b)[A-Z][a-z]+:? \w")
"""The beginning of a sentence, unless it is a name of GraphQL."""
_QUOTED = re.compile(r"`[^`'\n]*'(?!\w)")
"""Text in the quotation marks of TeX."""
_CODE = re.compile(r"`+(?:(?!</)[^`\n])*")
"""Backticks and the text after them."""
_BEGINS = re.compile(r"`++(?!</)[^\s)\]}>,.;:!?\"'\u201d\u2019\u00bb]")
"""Backticks before what may be the beginning of code."""
_ENDS = re.compile(r"(?<![\s(\[{>\"'\u201c\u2018\u00ab])`++(?!\w)")
"""Backticks after what may be the end of code."""
_NAMES = {"*": "stars", "_": "lines"}
"""What messages call the marks."""


def install_open_marks(md: MarkdownIt) -> None:
    """Have the rules for marks record positions, and collect the marks that stay unpaired."""
    md.inline.ruler.at("backticks", _parse_backticks)
    md.inline.ruler.at("emphasis", _parse_emphasis)
    md.inline.ruler2.after("emphasis", "open_marks", _collect_open_marks)


def _parse_backticks(state: StateInline, silent: bool) -> bool:
    """Parse code; record backticks that do not begin any."""
    start, before = state.pos, len(state.tokens)
    if not backtick(state, silent):
        return False
    if not silent and len(state.tokens) == before:
        document = get_document(state.env)
        if state.src == document.text:
            document.lone_ticks.append((start, state.pos))
    return True


def _parse_emphasis(state: StateInline, silent: bool) -> bool:
    """Parse emphasis; record the position of two stars or underscores."""
    start, before = state.pos, len(state.tokens) + bool(state.pending)
    if not tokenize(state, silent):
        return False
    if state.pos - start == 2:  # noqa: PLR2004  # two stars or lines
        state.tokens[before].meta = {_START: start}
        get_document(state.env).has_pairs = True
    return True


def _collect_open_marks(state: StateInline) -> None:
    """Collect the marks that are still text after emphasis was paired."""
    document: ParserState = state.env[KEY]
    if state.src != document.text or not (document.has_pairs or document.lone_ticks):
        return
    if document.lone_ticks:
        _collect_ticks(state.src, document)
    document.has_pairs = False
    open_offsets: dict[str, list[int]] = {"*": [], "_": []}
    for token in state.tokens:
        if token.type == "text" and token.content in open_offsets and _START in token.meta:
            open_offsets[token.content].append(token.meta[_START])
    for mark, offsets in open_offsets.items():
        if offsets:
            _collect_bold(state.src, mark, offsets, document)


def _collect_bold(src: str, mark: str, offsets: list[int], document: ParserState) -> None:
    """Record the first of the marks at *offsets* that is meant to begin bold text."""
    pair, escaped = mark * 2, f"\\{mark}" * 2
    for start, after in itertools.zip_longest(offsets, offsets[1:]):
        is_inside = start > 0 and src[start - 1].isalnum()
        opening, spaced = _OPENING[mark].match(src, start), _SPACED[mark].match(src, start)
        # Names in code begin with underscores, too.
        if mark == "_" and opening and not _is_bold(src, opening, offsets):
            opening = None
        if opening and after == opening.end() and not src[after - 1].isspace():
            message = f"'{shorten(opening[0])}{pair}' is not bold"
            hint = "put a space before and after it, or write <strong>…</strong>"
        elif opening and not is_inside:
            message = f"'{shorten(opening[0])}' is not bold: '{pair}' is not closed"
            hint = f"write '{pair}' after the last bold word, or '{escaped}' for two {_NAMES[mark]}"
            if after is not None:
                hint = f"write '{pair}' after the last bold word, without a space before it"
        elif spaced and after == spaced.end() and not is_inside:
            shown = f"{shorten(spaced[0])}{pair}"
            message = f"'{shown}' is not bold: there is a space after the first '{pair}'"
            hint = "remove the space"
        else:
            document.has_star_marks |= mark == "*" and _MARK.match(src, start) is not None
            continue
        position = document.position(start)
        open_marks = document.open_stars if mark == "*" else document.open_marks
        open_marks.append((position, f"{message}; shown as text", hint))
        return


def _is_bold(src: str, opening: re.Match[str], offsets: list[int]) -> bool:
    """Return whether two underscores begin bold text, not a name in code."""
    start, end = opening.span()
    if offsets == [start, end]:
        is_spaced, follows = src[end - 1].isspace(), src[end + 2 : end + 3]
        return " " in opening[0].strip() and not (is_spaced and follows.isalnum())
    return opening.start() == 0 and _SENTENCE.match(src) is not None


def _collect_ticks(src: str, document: ParserState) -> None:
    """Record the first of the backticks that are meant to begin or end code."""
    ticks, document.lone_ticks = document.lone_ticks, []
    for index, (start, end) in enumerate(ticks):
        code, marks = _CODE.match(src, start), src[start:end]
        is_inside = start > 0 and src[start - 1].isalnum()
        begins = not is_inside and _BEGINS.match(src, start) and not _QUOTED.match(src, start)
        if code is None or not (begins or _ENDS.match(src, start)):
            continue
        # The next backticks end the text, but with another number of marks.
        if begins and index + 1 < len(ticks) and ticks[index + 1][0] == code.end():
            other_marks = src[slice(*ticks[index + 1])]
            message = f"'{shorten(code[0])}{other_marks}' is not code: it begins with '{marks}'"
            hint = f"end it with '{marks}', too"
        elif begins:
            message = f"'{shorten(code[0])}' is not code: '{marks}' is not closed"
            hint = f"write '{marks}' after the code"
            if document.in_row:
                hint += ", and '\\|' for a bar inside"
        elif document.in_row:
            continue
        else:
            message = f"this '{marks}' ends no code: the text has one too many, or one too few"
            hint = f"write '{marks}' before the code"
        if len(marks) == 1:
            hint += ", or '\\`' for a backtick"
        position = document.position(start)
        document.open_marks.append((position, f"{message}; shown as text", hint))
        return


def report_open_marks(document: ParserState) -> None:
    """Report the unpaired marks of the whole page.

    Two stars are not reported if they refer to footnotes on this page.
    """
    stars = document.open_stars if not document.has_star_marks else []
    for position, message, hint in itertools.chain(stars, document.open_marks):
        document.report(*position, message, hint)
