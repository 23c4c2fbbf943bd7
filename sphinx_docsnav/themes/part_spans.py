"""Positions of the parts of the navigation in a finished page.

A part is wrapped in two marks when a template inserts it. When the page is finished,
the marks are removed, and the start and length of each part are stored. With these,
a part of a written file can be replaced.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from secrets import token_hex

_OPEN, _NAMED, _CLOSE = "\ufdd2", "\ufdd3", "\ufdd4"
"""Unicode noncharacters: never in a text that is meant for interchange."""


@dataclass(frozen=True, slots=True)
class Span:
    """A part in a page."""

    name: str
    """The part's name: ``sidebar``."""
    start: int
    """Where it begins."""
    length: int
    """How long it is."""


class PartMarks:
    """The marks of one build; a page cannot know them, and so not imitate them."""

    def __init__(self) -> None:
        self._token = token_hex(8)
        self._end = f"{_CLOSE}{self._token}{_NAMED}"
        self._any = re.compile(f"{_OPEN}{self._token}([^{_NAMED}]*){_NAMED}|{self._end}")

    def wrap(self, name: str, markup: str) -> str:
        """Return *markup* between marks; an empty text stays empty, as templates test for it."""
        return f"{_OPEN}{self._token}{name}{_NAMED}{markup}{self._end}" if markup else markup

    def take_out(self, page: str) -> tuple[str, tuple[Span, ...] | None]:
        """Return *page* without marks, and its spans in characters.

        ``None`` instead of spans if marks do not pair up.
        """
        pieces: list[str] = []
        spans: list[Span] = []
        opened: tuple[str, int] | None = None
        end = length = 0
        paired = True
        for found in self._any.finditer(page):
            pieces.append(page[end : found.start()])
            length += len(pieces[-1])
            end = found.end()
            if found[1] is not None:
                paired = paired and opened is None
                opened = (found[1], length)
            elif opened is None:
                paired = False
            else:
                spans.append(Span(opened[0], opened[1], length - opened[1]))
                opened = None
        pieces.append(page[end:])
        return "".join(pieces), tuple(spans) if paired and opened is None else None
