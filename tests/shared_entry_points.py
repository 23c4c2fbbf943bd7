"""Entry points of installed packages, read once for all builds of a test session.

Each build asks for them two or three times, and each time Python reads a file of every installed
package.
"""

from __future__ import annotations

import importlib.metadata
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.metadata import Distribution, EntryPoints
from typing import Any


@contextmanager
def entry_points_shared() -> Iterator[None]:
    """Keep the packages in each ``sys.path`` and their entry points, also for forked builds."""
    module: Any = importlib.metadata
    list_packages, read_entry_points = module.distributions, module.Distribution.entry_points

    @cache
    def list_once(_path: tuple[str, ...]) -> list[Distribution]:
        return list(list_packages())

    def distributions(**context: object) -> Iterator[Distribution]:
        return iter(list_packages(**context) if context else list_once(tuple(sys.path)))

    def entry_points(package: Distribution) -> EntryPoints:
        if "entry points" not in vars(package):
            vars(package)["entry points"] = read_entry_points.fget(package)
        read: EntryPoints = vars(package)["entry points"]
        return read

    module.distributions = distributions
    module.Distribution.entry_points = property(entry_points)
    try:
        yield
    finally:
        module.distributions = list_packages
        module.Distribution.entry_points = read_entry_points
