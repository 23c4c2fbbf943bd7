"""docs.json: text to a checked model. Knows no Sphinx and no docutils."""

from __future__ import annotations

from sphinx_docsnav.docs_json.document import DocsJson, read_docs_json
from sphinx_docsnav.docs_json.element import ElementModel, PageEntry
from sphinx_docsnav.docs_json.schema import json_schema
from sphinx_docsnav.docs_json.source import JsonSource
from sphinx_docsnav.docs_json.sources import OpenApiSource

__all__ = [
    "DocsJson",
    "ElementModel",
    "JsonSource",
    "OpenApiSource",
    "PageEntry",
    "json_schema",
    "read_docs_json",
]
