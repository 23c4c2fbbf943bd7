"""Finds the adapter for a theme."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pkgutil import iter_modules
from typing import Any

from sphinx_docsnav import themes
from sphinx_docsnav.themes.base import Adapter
from sphinx_docsnav.themes.generic import Generic

ENTRY_POINTS = "sphinx_docsnav.themes"
"""Entry points of this group name a subclass of `Adapter` in another package."""


def _own() -> Iterator[type[Adapter]]:
    """Yield the adapters of the folders beside this module that name a theme."""
    for folder in (each.name for each in iter_modules(themes.__path__) if each.ispkg):
        module = import_module(f"{themes.__name__}.{folder}")
        for value in vars(module).values():
            if isinstance(value, type) and issubclass(value, Adapter) and vars(value).get("themes"):
                yield value


OWN = tuple(dict.fromkeys(_own()))
"""The adapters that come with the extension."""


@cache
def _entries(find: Callable[..., Iterable[EntryPoint]]) -> tuple[EntryPoint, ...]:
    """Return what other packages have; *find* reads the metadata of all installed packages."""
    return tuple(sorted(find(group=ENTRY_POINTS), key=lambda entry: entry.name))


def adapters() -> list[type[Adapter]]:
    """Return every adapter there is, those of other packages first, so that they can replace ours.

    :raises TypeError: an entry point names something else than an adapter.
    """
    found: list[type[Adapter]] = []
    for entry in _entries(entry_points):
        adapter = entry.load()
        if not (isinstance(adapter, type) and issubclass(adapter, Adapter)):
            raise TypeError(
                f"entry point {entry.name!r} of {ENTRY_POINTS}: {entry.value} is no subclass of "
                "sphinx_docsnav.themes.base.Adapter"
            )
        found.append(adapter)
    return [*found, *OWN]


def adapter_class(theme_dirs: Iterable[str]) -> type[Adapter]:
    """Return the adapter class for a theme.

    :param theme_dirs: names of the directories of the theme and of those it
        inherits from, nearest first.
    :returns: the one that names the nearest directory; else the generic one.
    """
    known = adapters()
    for name in theme_dirs:
        for adapter in known:
            if name in adapter.themes:
                return adapter
    return Generic


def adapter_for(theme_dirs: Iterable[str], options: Mapping[str, Any]) -> Adapter:
    """Return the adapter for a theme.

    :param theme_dirs: as for `adapter_class`.
    :param options: what the project has set of the theme's options.
    """
    return adapter_class(theme_dirs)(options)
