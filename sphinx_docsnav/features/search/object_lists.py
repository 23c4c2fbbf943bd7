"""The objects of domains, such as functions and documents, for the indexes of many scopes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

from sphinx_docsnav.core.compat.entries import GET_OBJECTS
from sphinx_docsnav.core.compat.replacement import replace_until_end

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

ListObjects = Callable[[], Iterable[tuple[Any, ...]]]
"""Returns the objects of a domain."""


class ObjectLists:
    """Lists the objects of each domain once for a language.

    Each index asks for all objects of the site and takes those of its documents, so that the
    time grows with the number of versions times that of pages.
    """

    def __init__(self, env: BuildEnvironment) -> None:
        self._env = env
        self._language: str | None = None
        self._lists: dict[str, list[tuple[Any, ...]]] = {}

    @contextmanager
    def used(self, language: str) -> Iterator[None]:
        """Have the domains return their lists; their names can be in *language*."""
        if language != self._language:
            self._language, self._lists = language, {}
        with ExitStack() as restorations:
            for domain in self._env.domains.sorted():
                make = partial(partial, self._listed, domain.name)
                replace_until_end(restorations, domain, GET_OBJECTS, make)
            yield

    def forget(self) -> None:
        """Release the lists."""
        self._language, self._lists = None, {}

    def _listed(self, name: str, list_objects: ListObjects) -> list[tuple[Any, ...]]:
        if name not in self._lists:
            self._lists[name] = sorted(list_objects())  # as the index sorts them each time
        return self._lists[name]
