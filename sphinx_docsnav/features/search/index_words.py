"""Division of texts into the words of the search index.

``search_engine.js`` divides queries in the same way; a test compares the two. Words are in lower
case, without accents and other marks that writers omit; Arabic words are without their article.
Texts in scripts without spaces between words, such as Chinese, Japanese and Thai, are divided into
pairs of characters. A name in code is indexed as a whole and by its parts: ``create_task``,
``create``, ``task``.
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
_EQUAL_LETTERS = str.maketrans(
    {"\u0671": "\u0627", "\u0649": "\u064a", "\u06cc": "\u064a", "\u0629": "\u0647"}
    | {"\u06a9": "\u0643", "ß": "ss", "ẞ": "SS", "\u0131": "i", "ł": "l", "Ł": "L", "ø": "o"}
    | {"Ø": "O", "đ": "d", "Đ": "D", "æ": "ae", "Æ": "Ae", "œ": "oe"}
)
"""What readers type in place of other letters: Arabic variants, and letters without a key."""
_HAS_EQUAL_LETTER = re.compile(f"[{''.join(map(chr, _EQUAL_LETTERS))}]")
_ARTICLE = re.compile("^(?:[\u0648\u0641\u0628\u0643]?\u0627\u0644|\u0644\u0644)(?=.{3})")
"""The Arabic article, with "and", "by" and others before it."""
_ASCII = re.compile(r"[A-Za-z0-9_]+(?:[.-][A-Za-z0-9_]+)*")
_LETTERS = rf"(?:(?![{UNSPACED}])[\w{_VOWELS}])+"
_PLAIN_PIECE = re.compile("[A-Z]?[a-z]+|[a-z0-9]+|[A-Z]+")
"""A word that cannot be divided; most words are of this kind."""
_PART = re.compile(rf"(?:[^\W_]|[{_VOWELS}])+")
_PRODUCT = re.compile("[A-Z][A-Za-z]+[.][a-z]{2,4}")
"""A name such as Next.js, which readers also write without the dot."""
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
"""The digits of numbers in the index, which are in base 36."""
_UNDIVIDED_PIECES: set[str] = set()
"""Pieces that are words without a change, which most pieces are; at most `_UNDIVIDED_LIMIT`."""
_UNDIVIDED_LIMIT = 50_000
_WORD_LIMIT = 40
"""Longest word, in characters. Longer ones, such as keys and digests, are cut off."""


@cache
def _compile_piece_pattern() -> re.Pattern[str]:
    """Return the pattern of a piece in any script; compiled late, as few sites need it."""
    return re.compile(rf"[{UNSPACED}]+|{_LETTERS}(?:[.-]{_LETTERS})*")


@cache
def _compile_unspaced_pattern() -> re.Pattern[str]:
    """Return the pattern of a character of `UNSPACED`; compiled late, as few sites need it."""
    return re.compile(f"[{UNSPACED}]")


def is_unspaced(word: str) -> bool:
    """Return whether a word begins in a script without spaces between words."""
    return not word.isascii() and _compile_unspaced_pattern().match(word) is not None


def strip_marks(text: str) -> str:
    """Return *text* without accents and marks; of equal letters, one replaces the others."""
    if text.isascii():
        return text
    # NFKD separates accents from letters; NFC composes what remains, such as Hangul.
    plain = unicodedata.normalize("NFC", _MARKS.sub("", unicodedata.normalize("NFKD", text)))
    return plain.translate(_EQUAL_LETTERS) if _HAS_EQUAL_LETTER.search(plain) else plain


@lru_cache(20_000)
def _split_piece(piece: str) -> tuple[str, ...]:
    """Return the words of a piece: pairs of characters, or the parts of a name and the name."""
    if _PLAIN_PIECE.fullmatch(piece):
        return (piece.lower()[:_WORD_LIMIT],)
    if is_unspaced(piece):
        # Pairs overlap: a query of two characters finds every place where they are neighbours.
        return tuple([piece[start : start + 2] for start in range(max(1, len(piece) - 1))])
    words: list[str] = []
    parts = _PART.findall(piece)
    for part in parts:
        words.append(_ARTICLE.sub("", part.lower())[:_WORD_LIMIT])
        # CamelCase is indexed by its parts, too.
        humps = _CAMEL.split(part)
        if humps[1:]:
            words += [hump.lower()[:_WORD_LIMIT] for hump in humps]
    # Readers type Next.js as "nextjs".
    if _PRODUCT.fullmatch(piece):
        words.append("".join(parts).lower()[:_WORD_LIMIT])
    # A name between dots is a word if it has parts: of user.is_admin, is_admin.
    if "." in piece and len(parts) > 1:
        names = [name.lower().strip("_-") for name in piece.split(".")]
        words += [name[:_WORD_LIMIT] for name in names if "_" in name or "-" in name]
    # A name with several parts is also a word as a whole.
    if parts[1:]:
        words.append(piece.lower().strip("_.-")[:_WORD_LIMIT])
    return tuple(words)


def _find_pieces(text: str) -> list[str]:
    """Return the pieces of *text* between spaces and punctuation, each in one script."""
    return (_ASCII if text.isascii() else _compile_piece_pattern()).findall(strip_marks(text))


def split_words(text: str) -> list[str]:
    """Return the words of *text* in order, the parts of a name before the name."""
    return [word for piece in _find_pieces(text) for word in _split_piece(piece)]


def count_words(text: str) -> dict[str, int]:
    """Return how often each word occurs in *text*."""
    counts = dict(Counter(_find_pieces(text)))
    divided: list[tuple[int, tuple[str, ...]]] = []
    # Most pieces are words already. Only the others are divided, each once.
    for piece in [piece for piece in counts if piece not in _UNDIVIDED_PIECES]:
        words = _split_piece(piece)
        if words != (piece,):
            divided.append((counts.pop(piece), words))
        elif len(_UNDIVIDED_PIECES) < _UNDIVIDED_LIMIT:
            _UNDIVIDED_PIECES.add(piece)
    for count, words in divided:
        for word in words:
            counts[word] = counts.get(word, 0) + count
    return counts


@lru_cache(20_000)
def format_base36(number: int) -> str:
    """Return *number*, which is not negative, in base 36."""
    leading_digits, digit = divmod(number, 36)
    return (format_base36(leading_digits) if leading_digits else "") + DIGITS[digit]
