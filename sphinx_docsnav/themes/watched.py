"""Values that notice when a template reads them."""

from __future__ import annotations

from collections import UserList
from collections.abc import Callable, Iterable
from typing import TypeVar

WatchedItem = TypeVar("WatchedItem")


class WatchedList(UserList[WatchedItem]):
    """A list that calls *on_read* on every access.

    Not a `list`: Python's own code reads the items of those without a method call.
    """

    def __init__(
        self, items: Iterable[WatchedItem] = (), on_read: Callable[[], object] = lambda: None
    ) -> None:
        self._items = list(items)
        self._on_read = on_read

    @property
    def data(self) -> list[WatchedItem]:
        """The items."""
        self._on_read()
        return self._items

    @data.setter
    def data(self, items: list[WatchedItem]) -> None:
        self._items = items
