"""Values that notice when a template reads them."""

from __future__ import annotations

from collections import UserList
from collections.abc import Callable, Iterable
from typing import TypeVar

Item = TypeVar("Item")


class WatchedList(UserList[Item]):
    """A list that calls *on_read* whenever anything is asked of it.

    Not a `list`: Python's own code reads the items of those without a method call.
    """

    def __init__(
        self, items: Iterable[Item] = (), on_read: Callable[[], object] = lambda: None
    ) -> None:
        self._items = list(items)
        self._on_read = on_read

    @property
    def data(self) -> list[Item]:
        """The items."""
        self._on_read()
        return self._items

    @data.setter
    def data(self, items: list[Item]) -> None:
        self._items = items
