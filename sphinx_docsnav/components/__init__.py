"""The components of pages: docutils nodes, and how each format writes them.

The table of components, with their properties and pydantic, is imported when a page is read that
can have some.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sphinx_docsnav.components.registry import (
        Alias,
        Build,
        ComponentServices,
        ComponentType,
        Props,
        Registry,
    )

__all__ = [
    "Alias",
    "Build",
    "ComponentServices",
    "ComponentType",
    "Props",
    "Registry",
    "import_component_modules",
    "make_builtin_registry",
]


def import_component_modules() -> list[Any]:
    """Return the modules of components, each with its ``TYPES`` and ``NODES``."""
    modules = [import_module(f"{__name__}.{entry.name}") for entry in iter_modules(__path__)]
    return [module for module in modules if hasattr(module, "TYPES")]


def make_builtin_registry() -> Registry:
    """Return a new registry with all components of this package."""
    registry: Registry = import_module(f"{__name__}.registry").Registry()
    for module in import_component_modules():
        registry.add(module.TYPES)
    return registry


if not TYPE_CHECKING:  # a type checker shall know the names above only

    def __getattr__(name: str) -> object:
        """Return a name of `registry`, imported on first use."""
        if name not in __all__:
            message = f"module {__name__!r} has no attribute {name!r}"
            raise AttributeError(message)
        return getattr(import_module(f"{__name__}.registry"), name)
