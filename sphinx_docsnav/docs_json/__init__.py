"""docs.json: parse and validate it. Does not import Sphinx or docutils.

`json_schema.make_json_schema` is imported from its module: builds do not use it. The models, and
pydantic with them, are imported when a file is validated: other packages use the smaller modules.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from sphinx_docsnav.docs_json.json_source import JsonSource
from sphinx_docsnav.docs_json.kinds import (
    TWO_KINDS,
    KeepGoing,
    OpenApiSource,
    PageEntry,
    continues_after,
)

if TYPE_CHECKING:
    from sphinx_docsnav.docs_json.loading import DocsJson, docs_json_of, read_docs_json
    from sphinx_docsnav.docs_json.models import ElementModel

__all__ = [
    "TWO_KINDS",
    "DocsJson",
    "ElementModel",
    "JsonSource",
    "KeepGoing",
    "OpenApiSource",
    "PageEntry",
    "continues_after",
    "docs_json_of",
    "read_docs_json",
]

if not TYPE_CHECKING:  # a type checker shall know the names above only

    def __getattr__(name: str) -> object:
        """Return what validates docs.json, imported on first use."""
        if name not in __all__:
            message = f"module {__name__!r} has no attribute {name!r}"
            raise AttributeError(message)
        module = "models" if name == "ElementModel" else "loading"
        return getattr(import_module(f"{__name__}.{module}"), name)
