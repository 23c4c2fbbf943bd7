"""Words of texts and queries, as the index of the search has them.

``search_engine.js`` divides queries in the same way; a test compares the two. Letters are small and
without accents and other marks that writers leave out; Arabic words are without their article.
Chinese, Japanese, Thai and others that put no space between words become pairs of characters. A
name in code counts whole and by its parts: ``create_task``, ``create``, ``task``.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from functools import cache, lru_cache

UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
)
"""The characters of scripts without spaces between words, for a set of a regular expression."""
_VOWELS = "\u0900-\u0963\u0966-\u0dff"
"""The scripts of India, whose vowels are marks; they are parts of words."""
_MARKS = re.compile(
    "[\u00ad\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u0640\u064b-\u065f\u0670"
    "\u200c\u200d]"
)
_SAME = str.maketrans(
    {"\u0671": "\u0627", "\u0649": "\u064a", "\u06cc": "\u064a", "\u0629": "\u0647"}
    | {"\u06a9": "\u0643", "ß": "ss", "ẞ": "SS", "\u0131": "i", "ł": "l", "Ł": "L", "ø": "o"}
    | {"Ø": "O", "đ": "d", "Đ": "D", "æ": "ae", "Æ": "Ae", "œ": "oe"}
)
"""Letters that are written for each other: Arabic ones, and those that keyboards lack."""
_CHANGED = re.compile(f"[{''.join(map(chr, _SAME))}]")
_ARTICLE = re.compile("^(?:[\u0648\u0641\u0628\u0643]?\u0627\u0644|\u0644\u0644)(?=.{3})")
"""The Arabic article, with "and", "by" and others before it."""
_ASCII = re.compile(r"[A-Za-z0-9_]+(?:[.-][A-Za-z0-9_]+)*")
_LETTERS = rf"(?:(?![{UNSPACED}])[\w{_VOWELS}])+"
_PLAIN = re.compile("[A-Z]?[a-z]+|[a-z0-9]+|[A-Z]+")
"""A word with nothing to divide; most are."""
_PART = re.compile(rf"(?:[^\W_]|[{_VOWELS}])+")
_PRODUCT = re.compile("[A-Z][A-Za-z]+[.][a-z]{2,4}")
"""A name such as Next.js, which readers also write without the dot."""
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
"""What numbers of the index are written with."""
_WHOLE: set[str] = set()
"""Pieces that are words as they are, which is most of a text; no other is remembered here."""
_REMEMBERED = 50_000
_LONGEST = 40
"""Longer words, such as keys and digests, are cut; nobody types them whole."""


@cache
def _piece() -> re.Pattern[str]:
    """Return what finds the words of texts in all scripts; most sites have none that needs it."""
    return re.compile(rf"[{UNSPACED}]+|{_LETTERS}(?:[.-]{_LETTERS})*")


@cache
def _no_spaces() -> re.Pattern[str]:
    return re.compile(f"[{UNSPACED}]")


def is_unspaced(word: str) -> bool:
    """Return whether a word begins in a script without spaces between words."""
    return not word.isascii() and _no_spaces().match(word) is not None


def bare(text: str) -> str:
    """Return *text* without accents and marks, in one of the forms that a letter has."""
    if text.isascii():
        return text
    plain = unicodedata.normalize("NFC", _MARKS.sub("", unicodedata.normalize("NFKD", text)))
    return plain.translate(_SAME) if _CHANGED.search(plain) else plain


@lru_cache(20_000)
def _words_of(piece: str) -> tuple[str, ...]:
    """Return the words of a piece: pairs of characters, or a name and its parts."""
    if _PLAIN.fullmatch(piece):
        return (piece.lower()[:_LONGEST],)
    if is_unspaced(piece):
        return tuple([piece[at : at + 2] for at in range(max(1, len(piece) - 1))])
    found: list[str] = []
    parts = _PART.findall(piece)
    for part in parts:
        found.append(_ARTICLE.sub("", part.lower())[:_LONGEST])
        humps = _CAMEL.split(part)
        if humps[1:]:
            found += [hump.lower()[:_LONGEST] for hump in humps]
    if _PRODUCT.fullmatch(piece):
        found.append("".join(parts).lower()[:_LONGEST])
    if "." in piece and len(parts) > 1:  # of user.is_admin, is_admin
        names = [name.lower().strip("_-") for name in piece.split(".")]
        found += [name[:_LONGEST] for name in names if "_" in name or "-" in name]
    if parts[1:]:
        found.append(piece.lower().strip("_.-")[:_LONGEST])
    return tuple(found)


def _pieces(text: str) -> list[str]:
    return (_ASCII if text.isascii() else _piece()).findall(bare(text))


def words_of(text: str) -> list[str]:
    """Return the words of *text* in order, the parts of a name before the name."""
    return [word for piece in _pieces(text) for word in _words_of(piece)]


def count_words(text: str) -> dict[str, int]:
    """Return how often *text* has each of its words; each piece of it is divided once."""
    counts = dict(Counter(_pieces(text)))
    divided: list[tuple[int, tuple[str, ...]]] = []
    for piece in [each for each in counts if each not in _WHOLE]:
        words = _words_of(piece)
        if words != (piece,):
            divided.append((counts.pop(piece), words))
        elif len(_WHOLE) < _REMEMBERED:
            _WHOLE.add(piece)
    for often, words in divided:
        for word in words:
            counts[word] = counts.get(word, 0) + often
    return counts


@lru_cache(20_000)
def base36(number: int) -> str:
    """Return *number* in digits and small letters."""
    before, digit = divmod(number, 36)
    return (base36(before) if before else "") + DIGITS[digit]
