"""Markup that is rendered once and marked per page.

A template writes a *mark* wherever pages differ: the class of the current
entry, ``open`` on the branch that leads to it. The rendered text is kept
without the marks; for a page, a handful of insertions make it that page's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

_OPEN, _CLOSE = "\ufdd0", "\ufdd1"
"""Unicode noncharacters: never in a text that is meant for interchange."""
_MARK = re.compile(f"{_OPEN}([^{_CLOSE}]*){_CLOSE}")


def mark(key: str, place: str = "") -> str:
    """Return the placeholder that a template writes for text that depends on the page.

    :param key: of an entry or a choice.
    :param place: ``item`` for classes of the current entry and those above it,
        ``link`` for attributes of the current page's link, ``open`` for the
        attribute that opens the entries above it; none for a URL.
    """
    return f"{_OPEN}{key}.{place}{_CLOSE}"


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of markup with places for marks."""

    text: str
    """The markup of a page that nothing marks."""
    places: Mapping[str, tuple[int, ...]]
    """Offsets into `text` by key."""
    reads: frozenset[str] = frozenset()
    """The fields of the navigation that its template has read."""

    @classmethod
    def parse(cls, rendered: str, reads: Iterable[str] = ()) -> Part:
        """Take the marks out of a template's result."""
        pieces: list[str] = []
        places: dict[str, tuple[int, ...]] = {}
        end = length = 0
        for found in _MARK.finditer(rendered):
            pieces.append(rendered[end : found.start()])
            length += len(pieces[-1])
            places[found[1]] = (*places.get(found[1], ()), length)
            end = found.end()
        pieces.append(rendered[end:])
        return cls("".join(pieces), places, frozenset(reads))

    def fill(self, values: Mapping[str, str]) -> str:
        """Return the markup with *values* put in their places; work grows with *values* only."""
        insertions = sorted(self._insertions(values))
        pieces: list[str] = []
        end = 0
        for offset, value in insertions:
            pieces += (self.text[end:offset], value)
            end = offset
        pieces.append(self.text[end:])
        return "".join(pieces)

    def _insertions(self, values: Mapping[str, str]) -> Iterable[tuple[int, str]]:
        for key, value in values.items():
            for offset in self.places.get(key, ()):
                yield offset, value
