"""The components of a page: docutils nodes and how each format writes them."""

from __future__ import annotations

from sphinx_docsnav.components import (
    accordion,
    admonitions,
    cards,
    code,
    fields,
    file_tree,
    inline,
    misc,
    steps,
    tabs,
)
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
    "builtin_registry",
]

FAMILIES = (
    admonitions,
    cards,
    tabs,
    steps,
    accordion,
    code,
    fields,
    file_tree,
    inline,
    misc,
)
"""The modules of components, each with its ``TYPES`` and ``NODES``."""


def builtin_registry() -> Registry:
    """Return a new table with every component that comes with the extension."""
    registry = Registry()
    for family in FAMILIES:
        registry.add(family.TYPES)
    return registry
