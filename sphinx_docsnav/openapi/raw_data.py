"""Text of a specification -> plain data, safe for untrusted input.

Limits keep hostile text from using much time or memory; each gives a one-line message.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from sphinx_docsnav.faults import Position

MAX_BYTES = 64 * 1024 * 1024
"""Largest file that is read, in bytes; the largest public API's has 13 million."""

MAX_DEPTH = 200
"""Deepest nesting of objects and lists; real specifications reach about 40."""

MAX_ALIASED = 500_000
"""How many values YAML aliases may add to what the file spells out."""

MAX_PROBLEMS = 1_000
"""Maximum number of reported problems per file; one message says that there are more."""

TOO_DEEP = f"expected at most {MAX_DEPTH} levels of nesting, found more"
"""Message for deeper data."""

NOT_YAML = "expected JSON or YAML: "
"""Start of the message for text that is neither."""


@dataclass(frozen=True, slots=True)
class DataProblem:
    """A problem in a file that could nevertheless be read."""

    message: str
    """What was found and what was done about it."""
    position: Position
    """Where in the file."""


@dataclass(slots=True)
class Data:
    """What a file holds."""

    value: object
    """Objects, lists, text, numbers, booleans and ``None``; the keys of objects are text."""
    problems: list[DataProblem] = field(default_factory=list)
    """What was odd; at most `MAX_PROBLEMS` and one about the rest."""


class DataError(Exception):
    """The text cannot be read as data."""

    def __init__(self, message: str, position: Position | None = None) -> None:
        super().__init__(message)
        self.position = position
        """Where reading stopped; ``None`` where the whole file is meant."""
