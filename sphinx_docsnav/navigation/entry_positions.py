"""Positions of entries in a division: their labels and numbers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from sphinx_docsnav.docs_json.kinds import Kind
from sphinx_docsnav.navigation.tree import Element, Page

Labels = tuple[str, ...]
"""The labels from below the division to an entry, the entry's own last."""
Numbers = tuple[tuple[int, int], ...]
"""For each step down: which child, of how many; -1 is the root page."""


class Positions:
    """The positions of a division's entries, computed on first use."""

    def __init__(self, division: Element) -> None:
        self._division = division

    def same(self, other: Positions, page: Page) -> Page | None:
        """Return the page that has the position of *page* in *other*.

        Numbers are compared between languages only: translations have the same order
        and other labels; everything else has the same labels.
        """
        place = other._places.get(page)
        if place is None:
            return None
        labels, numbers = place
        found = self._by_labels.get(labels)
        if found is None and self._division.kind is Kind.LANGUAGE:
            found = self._by_numbers.get(numbers)
        return found

    def group(self, other: Positions, page: Page) -> Element | None:
        """Return the innermost element with the labels that *page* is under in *other*."""
        place = other._places.get(page)
        labels = place[0][:-1] if place else ()
        while labels and labels not in self._groups:
            labels = labels[:-1]
        return self._groups.get(labels) if labels else None

    @cached_property
    def _places(self) -> dict[Page, tuple[Labels, Numbers]]:
        return {page: (labels, numbers) for page, labels, numbers in self._walk()}

    @cached_property
    def _by_labels(self) -> dict[Labels, Page]:
        found: dict[Labels, Page] = {}
        for page, (labels, _) in self._places.items():
            if labels[-1] and not page.hidden:
                found.setdefault(labels, page)
        return found

    @cached_property
    def _by_numbers(self) -> dict[Numbers, Page]:
        return {numbers: page for page, (_, numbers) in self._places.items() if not page.hidden}

    @cached_property
    def _groups(self) -> dict[Labels, Element]:
        found: dict[Labels, Element] = {}
        waiting: list[tuple[Element, Labels]] = [(self._division, ())]
        while waiting:
            element, labels = waiting.pop()
            found.setdefault(labels, element)
            waiting.extend(
                (child, (*labels, child.label))
                for child in reversed(element.children)
                if isinstance(child, Element) and not child.hidden
            )
        return found

    def _walk(self) -> Iterator[tuple[Page, Labels, Numbers]]:
        waiting: list[tuple[Element, Labels, Numbers]] = [(self._division, (), ())]
        while waiting:
            element, labels, numbers = waiting.pop()
            count = len(element.children)
            if element.root is not None:
                yield element.root, (*labels, ""), (*numbers, (-1, count))
            for index, child in enumerate(element.children):
                below = (*numbers, (index, count))
                if isinstance(child, Page):
                    if not child.docname:
                        continue
                    yield child, (*labels, child.title), below
                else:
                    waiting.append((child, (*labels, child.label), below))
