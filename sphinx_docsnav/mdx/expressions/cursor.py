"""The tokenizer: from characters to the words of a source."""

from __future__ import annotations

import bisect
import re
import sys

from sphinx_docsnav.mdx.expressions.values import RefusalError, from_units, to_integer

MAX_DEPTH = 60
"""The maximum depth of brackets, elements and functions in an expression."""
MAX_CHARACTERS = 200_000
"""The maximum length of a source."""

_SKIP = re.compile(r"(?:\s+|//[^\n]*|/\*.*?\*/)*", re.DOTALL)
"""White space and comments between words."""
_WORD = re.compile(
    r"""(?P<number>0[xX][0-9a-fA-F][0-9a-fA-F_]*|0[bB][01][01_]*|0[oO][0-7][0-7_]*|(?:[0-9][0-9_]*\.?[0-9_]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)
      |(?P<name>(?:[^\W\d]|\$)[\w$]*)
      |(?P<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
      |(?P<sign>\.\.\.|===|!==|\*\*=|&&=|\|\|=|\?\?=|\*\*|=>|==|!=|<=|>=|\+\+|--|[-+*/%&|^]=|&&|\|\||\?\?
              |\?\.(?![0-9])|[-+*/%<>!?:.,;=()\[\]{}`&|^~])""",
    re.VERBOSE | re.DOTALL,
)
"""A word of a source: a number, a name, a string or a sign."""
_ESCAPE = re.compile(
    r"\\(?:u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(\r\n|.))", re.DOTALL
)
"""An escape in a string or template."""
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
"""The character for the letter after a backslash."""


_UNKNOWN = "123456789ux"
"""Characters after a backslash that form no escape without a code."""


class ExpressionError(Exception):
    """The source is not in the subset; the text of the error is the reason."""

    line: int | None = None
    """The line where parsing stopped, counted from 0; ``None`` until it is known."""


def unescape(text: str) -> str:
    """Return *text*, the content of a string or template, with its escapes decoded."""
    try:
        return from_units(_ESCAPE.sub(_decode_escape, text)) if "\\" in text else text
    except RefusalError as refusal:
        raise ExpressionError(refusal.reason) from None


def _decode_escape(match: re.Match[str]) -> str:
    """Return the character that an escape stands for."""
    code = match[1] or match[2] or match[3]
    if code is None and match[4] not in _UNKNOWN:
        return _SIMPLE.get(match[4], match[4])
    # What is left is a malformed escape, or a code beyond the last character.
    if code is None or int(code, 16) > sys.maxunicode:
        raise ExpressionError(f"'{match[0]}' in a text names no character")
    return chr(int(code, 16))


def parse_number(text: str) -> int | float:
    """Return the value of a number in JavaScript's notation."""
    text = text.replace("_", "")
    if text[:2].lower() in ("0x", "0b", "0o"):
        return to_integer(int(text, 0))
    return to_integer(float(text))


class Cursor:
    """A position in a source, and the word that begins there."""

    def __init__(self, source: str) -> None:
        if len(source) > MAX_CHARACTERS:
            raise ExpressionError(f"more than {MAX_CHARACTERS:,} characters")
        self.source = source
        """The source."""
        self.pos = 0
        """The offset of the current word, after white space and comments."""
        self.end = 0
        """The offset after the current word."""
        self.kind = ""
        """``number``, ``name``, ``string``, ``sign``, or ``""`` at the end."""
        self.word = ""
        """The current word as written."""
        self.depth = 0
        """The number of open brackets, elements and functions."""
        self._line_ends = [match.start() for match in re.finditer("\n", source)]
        self.move(0)

    def move(self, pos: int) -> None:
        """Read the word at or after the offset *pos*."""
        skipped = _SKIP.match(self.source, pos)
        self.pos = skipped.end() if skipped else pos
        match = _WORD.match(self.source, self.pos)
        # No word begins here: the source has ended, or has a character of no word.
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
        """Move to the next word, and return the current one."""
        word = self.word
        self.move(self.end)
        return word

    def at(self, *words: str) -> bool:
        """Return whether the current word is one of *words* and not a string."""
        # A string can have the text of a sign or keyword.
        return self.word in words and self.kind in ("sign", "name")

    def take(self, word: str) -> bool:
        """Move past *word* if it is the current one; return whether it was."""
        if self.at(word):
            self.advance()
            return True
        return False

    def expect(self, word: str) -> None:
        """Move past *word*, which must be the current one."""
        if not self.take(word):
            raise ExpressionError(f"expected {word!r}, found {self.word or 'the end'!r}")

    def expect_identifier(self) -> str:
        """Move past a name, which must be the current word, and return it."""
        if self.kind != "name":
            raise ExpressionError(f"expected a name, found {self.word or 'the end'!r}")
        return self.advance()

    def open_bracket(self) -> None:
        """Count one more open bracket."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise ExpressionError(f"nests more than {MAX_DEPTH} deep")
