"""The ``docsnav`` template variable, whose fields are computed when a template uses them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

ViewType = TypeVar("ViewType")


class Lazy(dict[str, Any], Generic[ViewType]):
    """A dict that makes a missing value when it is first read."""

    def __init__(
        self,
        view: ViewType,
        makers: Mapping[str, Callable[[ViewType], Any]],
        ready: Mapping[str, Any],
    ) -> None:
        super().__init__(ready)
        self.view = view
        """What the values are made of."""
        self.makers = makers
        """How to make each value that is not ready."""

    def __missing__(self, key: str) -> Any:  # noqa: ANN401 -- as a dict of anything
        value = self[key] = self.makers[key](self.view)
        return value

    def plain(self) -> dict[str, Any]:
        """Return all of it as a plain dict, for the ``json`` and ``pickle`` builders."""
        return {**{key: self[key] for key in self.makers}, **self}
