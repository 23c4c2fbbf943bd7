"""From characters to words: the lower half of the parser."""

from __future__ import annotations

import bisect
import re
import sys

from sphinx_docsnav.mdx.expressions.values import RefusalError, characters, tidy

MAX_DEPTH = 60
"""Brackets, elements and functions nest no deeper in one expression."""
MAX_CHARACTERS = 200_000
"""Longer sources are not read."""

_SKIP = re.compile(r"(?:\s+|//[^\n]*|/\*.*?\*/)*", re.DOTALL)
_WORD = re.compile(
    r"""(?P<number>0[xX][0-9a-fA-F][0-9a-fA-F_]*|0[bB][01][01_]*|0[oO][0-7][0-7_]*|(?:[0-9][0-9_]*\.?[0-9_]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)
      |(?P<name>(?:[^\W\d]|\$)[\w$]*)
      |(?P<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
      |(?P<sign>\.\.\.|===|!==|\*\*=|&&=|\|\|=|\?\?=|\*\*|=>|==|!=|<=|>=|\+\+|--|[-+*/%&|^]=|&&|\|\||\?\?
              |\?\.(?![0-9])|[-+*/%<>!?:.,;=()\[\]{}`&|^~])""",
    re.VERBOSE | re.DOTALL,
)
_ESCAPE = re.compile(
    r"\\(?:u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(\r\n|.))", re.DOTALL
)
_SIMPLE = {
    "n": "\n",
    "t": "\t",
    "r": "\r",
    "b": "\b",
    "f": "\f",
    "v": "\v",
    "0": "\0",
    "\n": "",
    "\r\n": "",
}


_UNKNOWN = "123456789ux"


class ExpressionError(Exception):
    """The source is no expression of the subset; the text has the reason."""

    line: int | None = None
    """The line where reading stopped, counted from 0, once it is known."""


def unescape(text: str) -> str:
    """Return *text*, the inside of a string or template, with its escapes decoded."""
    try:
        return characters(_ESCAPE.sub(_unescaped, text)) if "\\" in text else text
    except RefusalError as refusal:
        raise ExpressionError(refusal.reason) from None


def _unescaped(match: re.Match[str]) -> str:
    code = match[1] or match[2] or match[3]
    if code is None and match[4] not in _UNKNOWN:
        return _SIMPLE.get(match[4], match[4])
    if code is None or int(code, 16) > sys.maxunicode:
        raise ExpressionError(f"'{match[0]}' in a text names no character")
    return chr(int(code, 16))


def number_of(text: str) -> int | float:
    """Return the value of a number as JavaScript writes it."""
    text = text.replace("_", "")
    if text[:2].lower() in ("0x", "0b", "0o"):
        return tidy(int(text, 0))
    return tidy(float(text))


class Cursor:
    """A position in a source, and the word that starts there."""

    def __init__(self, source: str) -> None:
        if len(source) > MAX_CHARACTERS:
            raise ExpressionError(f"more than {MAX_CHARACTERS:,} characters")
        self.source = source
        """The whole source."""
        self.pos = 0
        """Start of the current word, white space and comments skipped."""
        self.end = 0
        """End of the current word."""
        self.kind = ""
        """``number``, ``name``, ``string``, ``sign``, or ``""`` at the end."""
        self.word = ""
        """The current word as written."""
        self.depth = 0
        """How many brackets, elements and functions are open."""
        self._line_ends = [match.start() for match in re.finditer("\n", source)]
        self.move(0)

    def move(self, pos: int) -> None:
        """Read the word at or after *pos*."""
        skipped = _SKIP.match(self.source, pos)
        self.pos = skipped.end() if skipped else pos
        match = _WORD.match(self.source, self.pos)
        if match is None:
            if self.pos < len(self.source):
                raise ExpressionError(f"{self.source[self.pos]!r} is not understood")
            self.kind, self.word, self.end = "", "", self.pos
            return
        self.kind, self.word, self.end = match.lastgroup or "", match[0], match.end()

    @property
    def line(self) -> int:
        """The line of the current word, counted from 0."""
        return bisect.bisect_left(self._line_ends, self.pos)

    def advance(self) -> str:
        """Return the current word and go to the next."""
        word = self.word
        self.move(self.end)
        return word

    def at(self, *words: str) -> bool:
        """Return whether the current word is one of *words* and no string."""
        return self.word in words and self.kind in ("sign", "name")

    def take(self, word: str) -> bool:
        """Go past *word* if it is there."""
        if self.at(word):
            self.advance()
            return True
        return False

    def expect(self, word: str) -> None:
        """Go past *word*, which must be there."""
        if not self.take(word):
            raise ExpressionError(f"expected {word!r}, found {self.word or 'the end'!r}")

    def identifier(self) -> str:
        """Return the identifier at this position, which is required, and skip it."""
        if self.kind != "name":
            raise ExpressionError(f"expected a name, found {self.word or 'the end'!r}")
        return self.advance()

    def deeper(self) -> None:
        """Note one more open bracket."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise ExpressionError(f"nests more than {MAX_DEPTH} deep")
