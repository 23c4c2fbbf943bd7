"""Which entries of the navigation a reader sees."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from sphinx_docsnav.navigation.tree import Element, Page


@dataclass(slots=True)
class Visibility:
    """Answers whether entries are visible; each element is looked at once."""

    _known: dict[Element, bool] = field(default_factory=dict)

    def shows(self, item: Element | Page) -> bool:
        """Return whether a reader sees *item*: it is not hidden, and it leads somewhere.

        An element leads somewhere if it has an ``href``, a visible root page, or
        a visible child.
        """
        if isinstance(item, Page):
            return not item.hidden
        if item not in self._known:
            self._known[item] = not item.hidden and (
                bool(item.href)
                or (item.root is not None and not item.root.hidden)
                or any(map(self.shows, item.children))
            )
        return self._known[item]


class HasDefault(Protocol):
    """An element of the tree, or of the model of docs.json."""

    @property
    def default(self) -> bool:
        """Whether docs.json has ``default: true``."""


AnyElement = TypeVar("AnyElement", bound=HasDefault)


def default_of(elements: Iterable[AnyElement]) -> AnyElement | None:
    """Return the default of *elements*, versions or languages: the marked one, else the first.

    ``None`` if there are no elements.
    """
    found = tuple(elements)
    return next((element for element in found if element.default), found[0] if found else None)
