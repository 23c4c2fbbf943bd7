"""Straight quotation marks beside scripts that put no space between words.

Sphinx decides by the character before a mark whether it opens or closes a quotation. That is right
only where a space or a bracket stands before each opening mark. Beside Chinese, Japanese, Korean,
Thai and others, marks of our pages stay as their author wrote them. In Arabic, short words such as
"and" are written together with the next one, so that an opening mark can follow a letter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from docutils import nodes
from sphinx.transforms import SphinxTransform
from sphinx.util.nodes import is_smartquotable

from sphinx_docsnav.core.settings import list_our_suffixes

# Source: LineBreak.txt of Unicode 16, classes SA, ID, CJ, NS, H2, H3, JL, JV and JT, by blocks;
# and the punctuation that is written with these scripts.
_UNSPACED = (
    "\u0e00-\u0eff"  # Thai, Lao
    "\u0f00-\u0fff"  # Tibetan
    "\u1000-\u109f"  # Myanmar
    "\u1100-\u11ff"  # Hangul Jamo
    "\u1780-\u17ff"  # Khmer
    "\u1950-\u19ff"  # Tai Le, New Tai Lue, Khmer symbols
    "\u1a20-\u1aaf"  # Lanna
    "\u1b00-\u1b7f"  # Balinese
    "\u2e80-\u2fff"  # radicals of Han
    "\u3000-\u30ff"  # punctuation of CJK, Hiragana, Katakana
    "\u3100-\u31ff"  # Bopomofo, Hangul compatibility Jamo, strokes
    "\u3200-\u4dbf"  # enclosed letters, Han
    "\u4e00-\u9fff"  # Han
    "\ua000-\ua4cf"  # Yi
    "\ua960-\ua97f"  # Hangul Jamo
    "\ua980-\ua9ff"  # Javanese, Myanmar
    "\uaa00-\uaadf"  # Cham, Myanmar, Tai Viet
    "\uac00-\ud7ff"  # Hangul
    "\uf900-\ufaff"  # Han
    "\ufe30-\ufe4f"  # vertical punctuation of CJK
    "\uff00-\uffef"  # wide and narrow forms
    "\U0001aff0-\U0001b16f"  # Kana
    "\U00020000-\U0003ffff"  # Han
)
"""Characters beside which a mark says nothing about its direction, for a regular expression."""
_ARABIC = "\u0620-\u06ff\u0750-\u077f"
"""Letters of Arabic, for a regular expression."""
_MARK = re.compile("[\"']")


@cache
def _compile_unclear_pattern() -> re.Pattern[str]:
    """Return the pattern of a letter of these scripts; compiled late, as few sites need it."""
    return re.compile(f"[{_UNSPACED}{_ARABIC}]")


@cache
def _compile_apostrophe_pattern() -> re.Pattern[str]:
    """Return the pattern of an apostrophe between other letters; compiled late, too."""
    return re.compile(rf"(?<=[^\W{_UNSPACED}])'(?=[^\W{_UNSPACED}])")


@cache
def _compile_beside_pattern() -> re.Pattern[str]:
    """Return the pattern of marks of which one is beside these scripts; compiled late, too.

    In Arabic, it is inside of a word.
    """
    return re.compile(
        rf"(?<=[{_UNSPACED}])[\"']+|[\"']+(?=[{_UNSPACED}])|(?<=[{_ARABIC}])[\"']+(?=\w)"
    )


def find_straight_marks(text: str) -> frozenset[int]:
    """Return the positions of the quotation marks in *text* that stay straight.

    Both marks of a quotation stay, if one of them is beside a script without spaces or inside of an
    Arabic word. An apostrophe between other letters is no quotation mark.

    :param text: the text of a paragraph, a heading or the like.
    """
    if not _compile_unclear_pattern().search(text):
        return frozenset()
    unclear = {
        index
        for match in _compile_beside_pattern().finditer(text)
        for index in range(*match.span())
    }
    apostrophes = {match.start() for match in _compile_apostrophe_pattern().finditer(text)}
    straight_marks: set[int] = set()
    for sign in "\"'":
        indexes = [index for index, character in enumerate(text) if character == sign]
        marks = [index for index in indexes if index not in apostrophes]
        # Quotations of one sign cannot be inside of each other: every second mark closes one.
        for opening in range(0, len(marks), 2):
            quotation = marks[opening : opening + 2]
            if not unclear.isdisjoint(quotation):
                straight_marks.update(quotation)
    return frozenset(straight_marks)


class KeepQuotationMarks(SphinxTransform):
    """Hide from Sphinx the marks of our pages that it cannot give a direction."""

    default_priority = 745  # before SphinxSmartQuotes

    def apply(self, **_kwargs: object) -> None:
        """Divide texts, so that each mark that stays straight is a text of its own."""
        file = self.env.doc2path(self.env.docname, base=False)
        if not str(file).endswith(tuple(list_our_suffixes(self.config))):
            return  # other readers are not changed
        texts = [text for text in self.document.findall(nodes.Text) if _MARK.search(text)]
        for block in dict.fromkeys(map(_find_block, texts)):
            _protect_straight_marks(block)


def _find_block(text: nodes.Text) -> nodes.Element:
    """Return the outermost of the elements with text around *text*."""
    block = text.parent
    while isinstance(block.parent, nodes.TextElement):
        block = block.parent
    return block


def _protect_straight_marks(block: nodes.Element) -> None:
    """Divide the texts of *block* at the marks that stay straight."""
    texts = list(block.findall(nodes.Text))
    # These scripts are outside of ASCII, so that most blocks need no pattern.
    if all(text.isascii() for text in texts):
        return
    # The marks of code belong to no quotation.
    prose = [text if is_smartquotable(text) else _MARK.sub(" ", text) for text in texts]
    straight_marks = sorted(find_straight_marks("".join(prose)))
    start = 0
    for text in texts if straight_marks else ():
        end = start + len(text)
        if indexes := [index - start for index in straight_marks if start <= index < end]:
            text.parent.replace(text, list(_divide(text, indexes)))
        start = end


def _divide(text: nodes.Text, indexes: Sequence[int]) -> Iterator[nodes.Text]:
    """Yield *text* in pieces, of which Sphinx does not change the marks at *indexes*."""
    start = 0
    for index in indexes:
        if start < index:
            yield nodes.Text(text[start:index])
        mark = nodes.Text(text[index])
        mark.support_smartquotes = False  # type: ignore[attr-defined]  # Sphinx reads it
        yield mark
        start = index + 1
    if start < len(text):
        yield nodes.Text(text[start:])
