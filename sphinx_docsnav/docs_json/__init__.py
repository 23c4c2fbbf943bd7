"""docs.json: parse and validate it. Does not import Sphinx or docutils.

`json_schema.json_schema` is imported from its module: builds do not use it.
"""

from __future__ import annotations

from sphinx_docsnav.docs_json.field_types import OpenApiSource
from sphinx_docsnav.docs_json.json_source import JsonSource
from sphinx_docsnav.docs_json.loading import (
    TWO_KINDS,
    DocsJson,
    KeepGoing,
    docs_json_of,
    goes_on,
    read_docs_json,
)
from sphinx_docsnav.docs_json.models import ElementModel, PageEntry

__all__ = [
    "TWO_KINDS",
    "DocsJson",
    "ElementModel",
    "JsonSource",
    "KeepGoing",
    "OpenApiSource",
    "PageEntry",
    "docs_json_of",
    "goes_on",
    "read_docs_json",
]
