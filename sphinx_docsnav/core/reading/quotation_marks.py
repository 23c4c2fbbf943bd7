"""Straight quotation marks beside scripts that put no space between words.

Sphinx decides by the character before a mark whether it opens or closes a quotation. That is right
only where a space or a bracket stands before each opening mark. Beside Chinese, Japanese, Korean,
Thai and others, marks of our pages stay as their author wrote them. In Arabic, short words such as
"and" are written together with the next one, so that an opening mark can follow a letter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

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
_HAS_UNCLEAR = re.compile(f"[{_UNSPACED}{_ARABIC}]")
_MARK = re.compile("[\"']")
_APOSTROPHE = re.compile(rf"(?<=[^\W{_UNSPACED}])'(?=[^\W{_UNSPACED}])")
_BESIDE = re.compile(
    rf"(?<=[{_UNSPACED}])[\"']+|[\"']+(?=[{_UNSPACED}])|(?<=[{_ARABIC}])[\"']+(?=\w)"
)
"""Marks, of which one is beside such a character, or inside of an Arabic word."""


def find_kept_marks(text: str) -> frozenset[int]:
    """Return the positions of the quotation marks in *text* that stay straight.

    Both marks of a quotation stay, if one of them is beside a script without spaces or inside of an
    Arabic word. An apostrophe between other letters is no quotation mark.

    :param text: the text of a paragraph, a heading or the like.
    """
    if not _HAS_UNCLEAR.search(text):
        return frozenset()
    beside = {place for found in _BESIDE.finditer(text) for place in range(*found.span())}
    apostrophes = {found.start() for found in _APOSTROPHE.finditer(text)}
    kept: set[int] = set()
    for sign in "\"'":
        places = [place for place, character in enumerate(text) if character == sign]
        marks = [place for place in places if place not in apostrophes]
        # Quotations of one sign cannot be inside of each other: every second mark closes one.
        for opening in range(0, len(marks), 2):
            quotation = marks[opening : opening + 2]
            if not beside.isdisjoint(quotation):
                kept.update(quotation)
    return frozenset(kept)


class KeepQuotationMarks(SphinxTransform):
    """Hide from Sphinx the marks of our pages that it cannot give a direction."""

    default_priority = 745  # before SphinxSmartQuotes

    def apply(self, **_kwargs: object) -> None:
        """Divide texts, so that each mark that is kept is a text of its own."""
        file = self.env.doc2path(self.env.docname, base=False)
        if not str(file).endswith(tuple(list_our_suffixes(self.config))):
            return  # a page of another reader is as without this extension
        texts = [text for text in self.document.findall(nodes.Text) if _MARK.search(text)]
        for block in dict.fromkeys(map(_find_block, texts)):
            _keep_marks(block)


def _find_block(text: nodes.Text) -> nodes.Element:
    """Return the outermost of the elements with text around *text*."""
    block = text.parent
    while isinstance(block.parent, nodes.TextElement):
        block = block.parent
    return block


def _keep_marks(block: nodes.Element) -> None:
    """Divide the texts of *block* at the marks that are kept."""
    texts = list(block.findall(nodes.Text))
    # The marks of code belong to no quotation.
    shown = [text if is_smartquotable(text) else _MARK.sub(" ", text) for text in texts]
    kept = sorted(find_kept_marks("".join(shown)))
    start = 0
    for text in texts if kept else ():
        end = start + len(text)
        if places := [place - start for place in kept if start <= place < end]:
            text.parent.replace(text, list(_divide(text, places)))
        start = end


def _divide(text: nodes.Text, places: Sequence[int]) -> Iterator[nodes.Text]:
    """Yield *text* in pieces; Sphinx leaves those as they are that have the marks at *places*."""
    rest = 0
    for place in places:
        if rest < place:
            yield nodes.Text(text[rest:place])
        mark = nodes.Text(text[place])
        mark.support_smartquotes = False  # type: ignore[attr-defined]  # Sphinx reads it
        yield mark
        rest = place + 1
    if rest < len(text):
        yield nodes.Text(text[rest:])
