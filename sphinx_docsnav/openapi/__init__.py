"""Specification -> operations -> page text. Knows no Sphinx."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx_docsnav.openapi.operation import Operation
    from sphinx_docsnav.openapi.specification import Specification
    from sphinx_docsnav.openapi.specifications import Specifications

__all__ = ["Operation", "Specification", "Specifications"]

_MODULES = {
    "Operation": "operation",
    "Specification": "specification",
    "Specifications": "specifications",
}


def __getattr__(name: str) -> object:
    """Import what is asked for; eagerly, the rooms would import each other in a circle."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
