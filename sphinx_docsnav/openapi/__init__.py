"""Specification -> operations -> page text. Does not import Sphinx."""

from __future__ import annotations

from sphinx_docsnav.openapi.specification import Operation, Specification
from sphinx_docsnav.openapi.specifications import Specifications

__all__ = ["Operation", "Specification", "Specifications"]
