"""Which footnotes the text of a document refers to, itself or through other footnotes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from docutils import nodes

Key = tuple[Any, Any]
"""The document and the id of a footnote; a book has many documents."""


class FootnoteLinks:
    """The references to footnotes in a document, apart from those in footnotes themselves."""

    def __init__(self, document: nodes.document) -> None:
        notes = [note for note in document.findall(nodes.footnote) if note["ids"]]
        holders = {  # the innermost footnote comes last
            id(reference): _key(note)
            for note in notes
            for reference in note.findall(nodes.footnote_reference)
        }
        self.notes = {_key(note) for note in notes}
        """The footnotes of the document."""
        self.in_text: list[nodes.footnote_reference] = []
        """The references outside of footnotes."""
        self._in_notes: dict[Key, list[nodes.footnote_reference]] = defaultdict(list)
        for reference in document.findall(nodes.footnote_reference):
            holder = holders.get(id(reference))
            place = self.in_text if holder is None else self._in_notes[holder]
            place.append(reference)

    @property
    def in_notes(self) -> Iterator[nodes.footnote_reference]:
        """The references in footnotes."""
        for references in self._in_notes.values():
            yield from references

    def leads_to_note(self, reference: nodes.footnote_reference) -> bool:
        """Return whether the footnote of a reference is in the document."""
        return _target(reference) in self.notes

    def further(self) -> list[tuple[nodes.footnote_reference, list[nodes.footnote_reference]]]:
        """Return references in text, with those in footnotes by which one gets from it to others.

        Each footnote that the text refers to only through others is reached once, by the first
        way to it.
        """
        seen = {_target(reference) for reference in self.in_text}
        followed: set[Key] = set()
        found = []
        for reference in self.in_text:
            ways: list[nodes.footnote_reference] = []
            queue = [_target(reference)]
            for key in queue:
                if key in followed:
                    continue
                followed.add(key)
                for inner in self._in_notes.get(key, ()):
                    target = _target(inner)
                    if target in self.notes and target not in seen:
                        seen.add(target)
                        queue.append(target)
                        ways.append(inner)
            if ways:
                found.append((reference, ways))
        return found

    def unreached(self) -> set[str]:
        """Return the ids of the footnotes to which no way leads from the text."""
        ways = [way for _, ways in self.further() for way in ways]
        reached = {_target(reference) for reference in (*self.in_text, *ways)}
        return {name for _, name in self.notes - reached}


def _key(note: nodes.Element) -> Key:
    return note.get("docname"), note["ids"][0]


def _target(reference: nodes.Element) -> Key:
    return reference.get("docname"), reference.get("refid")
