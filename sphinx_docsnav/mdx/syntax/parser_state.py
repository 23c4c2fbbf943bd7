"""What the rules share while one document is read, in markdown-it's ``env``."""

from __future__ import annotations

from collections.abc import MutableMapping
from typing import Any

from sphinx_docsnav.faults import Fault, FaultKind, Position, Severity
from sphinx_docsnav.mdx.braces import ScanLimit
from sphinx_docsnav.mdx.tag_scanner import TextOrigin

KEY = "docsnav"
MAX_PROBLEMS = 100
"""Maximum number of problems per page; further ones are summarized in one message."""


class ParserState:
    """One document on its way through the parser."""

    def __init__(self, text: str, *, lenient: bool = False) -> None:
        self.lines = text.split("\n")
        """Source lines, for columns."""
        self.limit = ScanLimit(len(text))
        """What may be scanned in vain."""
        self.lenient = lenient
        """Whether HTML comments and similar are allowed: the file is plain Markdown."""
        self.problems: dict[tuple[int, int, str], Fault] = {}
        """Faults by place and message: rules run more than once over a line."""
        self.blamed: set[tuple[int, int]] = set()
        """Places that the message about a tag around them explains."""
        self.place: TextOrigin | None = None
        """Where the inline content being read came from."""
        self.text = ""
        """The inline content being read; the alternative text of an image in it is read apart."""
        self.brackets = 0
        """How many ``[`` are in it."""
        self.in_formula = False
        """It is inside of ``<Latex>``, where the formula is looked at as a whole."""
        self.has_flow = False
        """There are block tags."""
        self.tags = 0
        """How many inline tags were read."""
        self.tagged: set[int] = set()
        """`id` of each token with inline tags among its children."""
        self.scanned: dict[tuple[int, int, int], Any] = {}
        """Flow lines already scanned, by offset, last line and indent: rules scan twice."""

        self.open_stars: list[tuple[tuple[int, int], str, str]] = []
        """For each ``**`` that nothing closes: place, message and hint."""
        self.has_star_marks = False
        """Words have ``**`` after them, as if they referred to a footnote."""
        self.open_marks: list[tuple[tuple[int, int], str, str]] = []
        """For each ``__`` or backtick that nothing closes: place, message and hint."""
        self.missing_dollars: set[tuple[str, int, int]] = set()
        """Text, its end and number of dollars: so many are not in the rest of that text."""
        self.in_row = False
        """The inline content is a cell of a table."""
        self.has_pairs = False
        """Two stars or lines are in the text that is being read."""
        self.lone_ticks: list[tuple[int, int]] = []
        """Where backticks that begin no code start and end in the text that is being read."""

    def position(self, offset: int) -> tuple[int, int]:
        """Return line and column of an offset into the inline content being read."""
        return self.place.at(offset) if self.place else (1, 1)

    def problem(self, line: int, column: int, message: str, hint: str = "") -> None:
        """Note that *message* is true of the given place."""
        key = (line, column, message)
        if key in self.problems or len(self.problems) > MAX_PROBLEMS:
            return
        if len(self.problems) == MAX_PROBLEMS:
            message, hint = (
                f"more than {MAX_PROBLEMS} problems on this page; the rest is not listed",
                "",
            )
        self.problems[key] = Fault(
            FaultKind.MDX_SYNTAX,
            Severity.WARNING,
            message,
            position=Position(line, column),
            hint=hint,
        )


def reading_of(env: MutableMapping[str, Any]) -> ParserState:
    """Return the document's `ParserState`, which `parse_mdx` put into *env*."""
    reading: ParserState = env[KEY]
    return reading
