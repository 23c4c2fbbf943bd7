"""The state that all rules share while one document is parsed, in markdown-it's ``env``."""

from __future__ import annotations

from collections.abc import MutableMapping
from typing import Any

from sphinx_docsnav.faults import Fault, FaultKind, Position, Severity
from sphinx_docsnav.mdx.braces import ScanLimit
from sphinx_docsnav.mdx.tags import TextOrigin

KEY = "docsnav"
"""The key of the `ParserState` in markdown-it's ``env``."""
MAX_PROBLEMS = 100
"""Maximum number of problems per page; further ones are summarized in one message."""


class ParserState:
    """The state of one document while it is parsed."""

    def __init__(self, text: str, *, lenient: bool = False, front_lines: int = 0) -> None:
        self.lines = text.split("\n")
        """The lines of the file, from which columns are computed."""
        self.front_lines = front_lines
        """The number of empty lines that take the place of front matter."""
        self.limit = ScanLimit(len(text))
        """The budget for scans that fail."""
        self.lenient = lenient
        """Whether HTML comments and similar are allowed: the file is plain Markdown."""
        self.problems: dict[tuple[int, int, str], Fault] = {}
        """Faults by line, column and message, as rules can run over a line more than once."""
        self.explained_braces: set[tuple[int, int]] = set()
        """Lines and columns of braces that a message about the tag around them explains."""
        self.origin: TextOrigin | None = None
        """The origin of the inline content being parsed."""
        self.text = ""
        """The inline content being parsed; the alternative text of an image is parsed apart."""
        self.brackets = 0
        """The number of ``[`` in `text`."""
        self.in_formula = False
        """Whether `text` is inside ``<Latex>``, where braces belong to the formula."""
        self.has_flow = False
        """Whether the document has block tags."""
        self.tags = 0
        """The number of inline tags parsed so far."""
        self.tagged: set[int] = set()
        """The `id` of each token that has inline tags among its children."""
        self.scanned: dict[tuple[int, int, int], Any] = {}
        """Scanned flow lines by offset, last line and indent, as rules ask for them twice."""
        self.open_stars: list[tuple[tuple[int, int], str, str]] = []
        """Position, message and hint for each ``**`` that nothing closes."""
        self.has_star_marks = False
        """Whether a word is followed by ``**``, as if it referred to a footnote."""
        self.open_marks: list[tuple[tuple[int, int], str, str]] = []
        """Position, message and hint for each ``__`` or backtick that nothing closes."""
        self.missing_dollars: set[tuple[str, int, int]] = set()
        """Failed searches for the end of a formula: text, its end, and number of dollars."""
        self.in_row = False
        """Whether `text` is a cell of a table."""
        self.has_pairs = False
        """Whether `text` contains ``**`` or ``__``."""
        self.lone_ticks: list[tuple[int, int]] = []
        """Start and end offsets in `text` of backticks that do not begin code."""

    def position(self, offset: int) -> tuple[int, int]:
        """Return line and column in the file of *offset* in the inline content being parsed."""
        return self.origin.locate(offset) if self.origin else (1, 1)

    def report(self, line: int, column: int, message: str, hint: str = "") -> None:
        """Record a warning at *line* and *column*, both counted from 1; once for each message.

        After `MAX_PROBLEMS` warnings, one more says that the rest is not listed.
        """
        key = (line, column, message)
        if key in self.problems or len(self.problems) > MAX_PROBLEMS:
            return
        # The last message stands for all that follow.
        if len(self.problems) == MAX_PROBLEMS:
            message = f"more than {MAX_PROBLEMS} problems on this page; the rest is not listed"
            hint = ""
        position = Position(line, column)
        self.problems[key] = Fault(
            FaultKind.MDX_SYNTAX, Severity.WARNING, message, position=position, hint=hint
        )


def get_document(env: MutableMapping[str, Any]) -> ParserState:
    """Return the document's `ParserState`, which `parse_mdx` puts into *env*."""
    document: ParserState = env[KEY]
    return document
