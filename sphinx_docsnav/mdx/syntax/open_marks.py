"""Report ``**bold``, ``__bold`` and lone backticks, which stay on the page as they are written.

Footnote marks, ``**kwargs``, powers and patterns of files have two stars as well, and
``__dirname`` has two lines.
"""

from __future__ import annotations

import itertools
import re

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.rules_inline.backticks import backtick
from markdown_it.rules_inline.emphasis import tokenize

from sphinx_docsnav.docs_json.phrases import shorten
from sphinx_docsnav.mdx.syntax.parser_state import KEY, ParserState, reading_of

_START = "docsnav_mark"
"""The key of a token's ``meta``: the offset of the two stars or lines that the token begins."""
_OPENING = {
    "*": re.compile(
        r"""\*\*(?!\w*(?:_|args\b|kw|opt)|[a-z]\w*:)"""
        r"""(?=[^\W\d_]|[`"'“(\[「『【《（])[^*\n]*"""  # noqa: RUF001 -- brackets of Chinese
    ),
    "_": re.compile(r"__(?=[^\W\d_])[^_\n]*"),
}
"""Two marks before a word, no name of Python such as ``**kwargs`` or ``**data: …`` of a
docstring, and what follows them."""
_SPACED = {
    "*": re.compile(r"\*\*[ \t]+[^\W\d_][^*\n]*(?<!\s)(?=\*\*)"),
    "_": re.compile(r"__[ \t]+[^\W\d_][^_\n]*(?<!\s)(?=__(?!\w))"),
}
"""Two marks with a space after them, and the words up to the next marks."""
_MARK = re.compile(r"(?<=\S)\*\*(?=[\s.,;:)\]|]|$)")
"""Two stars after a word, such as those that refer to a footnote."""
_SENTENCE = re.compile(r"__(?!(?:Type|Field|Schema|Directive)\b)[A-Z][a-z]+:? \w")
"""The beginning of a text, no name of GraphQL."""
_QUOTED = re.compile(r"`[^`'\n]*'(?!\w)")
"""Words in quotation marks as TeX has them."""
_CODE = re.compile(r"`+(?:(?!</)[^`\n])*")
_BEGINS = re.compile(r"`++(?!</)[^\s)\]}>,.;:!?\"'\u201d\u2019\u00bb]")
"""Backticks before what may be the beginning of code."""
_ENDS = re.compile(r"(?<![\s(\[{>\"'\u201c\u2018\u00ab])`++(?!\w)")
"""Backticks after what may be the end of code."""


def install(md: MarkdownIt) -> None:
    """Have the rules for marks remember where they are, and look at those that are left."""
    md.inline.ruler.at("backticks", _backticks)
    md.inline.ruler.at("emphasis", _emphasis)
    md.inline.ruler2.after("emphasis", "open_marks", _collect)


def _backticks(state: StateInline, silent: bool) -> bool:
    start, before = state.pos, len(state.tokens)
    if not backtick(state, silent):
        return False
    if not silent and len(state.tokens) == before:
        reading = reading_of(state.env)
        if state.src == reading.text:
            reading.lone_ticks.append((start, state.pos))
    return True


def _emphasis(state: StateInline, silent: bool) -> bool:
    start, before = state.pos, len(state.tokens) + bool(state.pending)
    if not tokenize(state, silent):
        return False
    if state.pos - start == 2:  # noqa: PLR2004  # two stars or lines
        state.tokens[before].meta = {_START: start}
        reading_of(state.env).has_pairs = True
    return True


def _collect(state: StateInline) -> None:
    reading: ParserState = state.env[KEY]
    if state.src != reading.text or not (reading.has_pairs or reading.lone_ticks):
        return
    if reading.lone_ticks:
        _collect_ticks(state.src, reading)
    reading.has_pairs = False
    left: dict[str, list[int]] = {"*": [], "_": []}
    for token in state.tokens:
        if token.type == "text" and token.content in left and _START in token.meta:
            left[token.content].append(token.meta[_START])
    for mark, places in left.items():
        if places:
            _collect_bold(state.src, mark, places, reading)


def _collect_bold(src: str, mark: str, left: list[int], reading: ParserState) -> None:
    """Note the first of the marks at *left* that is meant to begin bold words."""
    pair, escaped = mark * 2, f"\\{mark}" * 2
    for start, after in itertools.zip_longest(left, left[1:]):
        is_inside = start > 0 and src[start - 1].isalnum()
        opening, spaced = _OPENING[mark].match(src, start), _SPACED[mark].match(src, start)
        if mark == "_" and opening and not _is_bold(src, opening, left):
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
            reading.has_star_marks |= mark == "*" and _MARK.match(src, start) is not None
            continue
        place = reading.position(start)
        found = reading.open_stars if mark == "*" else reading.open_marks
        found.append((place, f"{message}; shown as text", hint))
        return


_NAMES = {"*": "stars", "_": "lines"}


def _is_bold(src: str, opening: re.Match[str], left: list[int]) -> bool:
    """Return whether two lines before a word begin bold words, not a name in code."""
    start, end = opening.span()
    if left == [start, end]:
        is_spaced, follows = src[end - 1].isspace(), src[end + 2 : end + 3]
        return " " in opening[0].strip() and not (is_spaced and follows.isalnum())
    return opening.start() == 0 and _SENTENCE.match(src) is not None


def _collect_ticks(src: str, reading: ParserState) -> None:
    """Note the first of the backticks that begin or end no code, unless they are other marks."""
    ticks, reading.lone_ticks = reading.lone_ticks, []
    for index, (start, end) in enumerate(ticks):
        code, marks = _CODE.match(src, start), src[start:end]
        is_inside = start > 0 and src[start - 1].isalnum()
        begins = not is_inside and _BEGINS.match(src, start) and not _QUOTED.match(src, start)
        if code is None or not (begins or _ENDS.match(src, start)):
            continue
        if begins and index + 1 < len(ticks) and ticks[index + 1][0] == code.end():
            other = src[slice(*ticks[index + 1])]
            message = f"'{shorten(code[0])}{other}' is not code: it begins with '{marks}'"
            hint = f"end it with '{marks}', too"
        elif begins:
            message = f"'{shorten(code[0])}' is not code: '{marks}' is not closed"
            hint = f"write '{marks}' after the code"
            if reading.in_row:
                hint += ", and '\\|' for a bar inside"
        elif reading.in_row:
            continue
        else:
            message = f"this '{marks}' ends no code: the text has one too many, or one too few"
            hint = f"write '{marks}' before the code"
        if len(marks) == 1:
            hint += ", or '\\`' for a backtick"
        place = reading.position(start)
        reading.open_marks.append((place, f"{message}; shown as text", hint))
        return


def report_open_marks(reading: ParserState) -> None:
    """Report the marks of the whole page.

    Two stars are left out if words refer to footnotes by such stars.
    """
    stars = reading.open_stars if not reading.has_star_marks else []
    for place, message, hint in itertools.chain(stars, reading.open_marks):
        reading.problem(*place, message, hint)
