"""The choice of the adapter for a theme."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pkgutil import iter_modules

from sphinx_docsnav import themes
from sphinx_docsnav.themes.base import Adapter
from sphinx_docsnav.themes.generic import Generic

ENTRY_POINTS = "sphinx_docsnav.themes"
"""Entry points of this group name a subclass of `Adapter` in another package."""


def _list_own_adapters() -> Iterator[type[Adapter]]:
    """Yield the adapters in the packages beside this module; abstract bases name no theme."""
    for package in (info for info in iter_modules(themes.__path__) if info.ispkg):
        module = import_module(f"{themes.__name__}.{package.name}")
        for value in vars(module).values():
            # Not `value.themes`, which a class that names no theme itself inherits.
            if isinstance(value, type) and issubclass(value, Adapter) and vars(value).get("themes"):
                yield value


OWN = tuple(dict.fromkeys(_list_own_adapters()))
"""The adapters that come with the extension."""


@cache
def _list_entry_points(find: Callable[..., Iterable[EntryPoint]]) -> tuple[EntryPoint, ...]:
    """Return the entry points of other packages.

    :param find: reads the metadata of all installed packages, which is slow.
    """
    # Metadata has no stable order; of two packages for one theme, the same one wins in each build.
    return tuple(sorted(find(group=ENTRY_POINTS), key=lambda entry: entry.name))


def list_adapters() -> list[type[Adapter]]:
    """Return all adapters, those of other packages first, so that they override ours.

    :raises TypeError: an entry point does not name an adapter.
    """
    other_adapters: list[type[Adapter]] = []
    for entry in _list_entry_points(entry_points):
        adapter = entry.load()
        if not (isinstance(adapter, type) and issubclass(adapter, Adapter)):
            raise TypeError(
                f"entry point {entry.name!r} of {ENTRY_POINTS}: {entry.value} is no subclass of "
                "sphinx_docsnav.themes.base.Adapter"
            )
        other_adapters.append(adapter)
    return [*other_adapters, *OWN]


def find_adapter_class(theme_dirs: Iterable[str]) -> type[Adapter]:
    """Return the adapter class for a theme.

    :param theme_dirs: the directory names of the theme and of the themes that it
        inherits from, nearest first.
    :returns: the adapter of the first directory that has one; without any, `Generic`.
    """
    adapters = list_adapters()
    # The nearest theme decides, not the first adapter: Furo's beats that of `basic`, its base.
    for name in theme_dirs:
        for adapter in adapters:
            if name in adapter.themes:
                return adapter
    return Generic
