"""Words of texts and queries, as the index of the search has them.

``search_engine.js`` divides queries in the same way; a test compares the two. Letters are small and
without accents. Chinese, Japanese and Thai, which put no space between words, become pairs of
characters. A name in code counts whole and by its parts: ``create_task``, ``create``, ``task``.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

UNSPACED = "\u0e00-\u0e7f\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
"""The characters of scripts without spaces between words, for a set of a regular expression."""
_MARKS = re.compile("[\u0300-\u036f\u064b-\u065f\u0670]")
_PIECE = re.compile(rf"[{UNSPACED}]+|[^\W{UNSPACED}]+(?:[.-][^\W{UNSPACED}]+)*")
_PART = re.compile(r"[^\W_]+")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_LONGEST = 40
"""Longer words, such as keys and digests, are cut; nobody types them whole."""


def folded(text: str) -> str:
    """Return *text* in small letters, without accents."""
    if text.isascii():
        return text.lower()
    bare = _MARKS.sub("", unicodedata.normalize("NFKD", text))
    return unicodedata.normalize("NFC", bare).lower().replace("ß", "ss")


@lru_cache(20_000)
def _words_of(piece: str) -> tuple[str, ...]:
    """Return the words of a piece: pairs of characters, or a name and its parts."""
    if re.match(f"[{UNSPACED}]", piece):
        pairs = (piece[at : at + 2] for at in range(max(1, len(piece) - 1)))
        return tuple(folded(pair) for pair in pairs)
    found: list[str] = []
    parts = _PART.findall(piece)
    for part in parts:
        found.append(folded(part)[:_LONGEST])
        humps = _CAMEL.split(part)
        if humps[1:]:
            found += [folded(hump)[:_LONGEST] for hump in humps]
    if parts[1:]:
        found.append(folded(piece).strip("_.-")[:_LONGEST])
    return tuple(found)


def words_of(text: str) -> list[str]:
    """Return the words of *text* in order, the parts of a name before the name."""
    return [word for piece in _PIECE.findall(text) for word in _words_of(piece)]
