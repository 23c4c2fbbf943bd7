"""Finds the adapter for a theme."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from sphinx_docsnav.themes.awesome import Awesome
from sphinx_docsnav.themes.base import Adapter
from sphinx_docsnav.themes.breeze import Breeze
from sphinx_docsnav.themes.docsnav import OwnTheme
from sphinx_docsnav.themes.furo import Furo
from sphinx_docsnav.themes.generic import (
    Alabaster,
    Basic,
    Bootstrap,
    Classic,
    FixedWidth,
    Generic,
    Material,
    Pyramid,
)
from sphinx_docsnav.themes.immaterial import Immaterial
from sphinx_docsnav.themes.piccolo import Piccolo
from sphinx_docsnav.themes.pydata import Pydata, SphinxBook
from sphinx_docsnav.themes.rtd import ReadTheDocs
from sphinx_docsnav.themes.shibuya import Shibuya

ENTRY_POINTS = "sphinx_docsnav.themes"
"""Entry points of this group name a subclass of `Adapter` in another package."""

OWN: tuple[type[Adapter], ...] = (
    OwnTheme,
    Furo,
    Pydata,
    SphinxBook,
    ReadTheDocs,
    Shibuya,
    Immaterial,
    Awesome,
    Alabaster,
    Piccolo,
    Breeze,
    Material,
    Bootstrap,
    Classic,
    Pyramid,
    FixedWidth,
    Basic,
)
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
