"""OpenAPI specifications: their operations, and what a page shows of each as plain values.

`Specifications` reads the files of a folder. `read_operation`, `read_schema` and
`read_introduction` return what a page shows: servers, credentials, parameters, fields,
examples and samples. Neither Sphinx nor docutils is imported. The reference of these names
is docs/reference/openapi-package.rst.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from sphinx_docsnav.openapi.endpoint_names import EndpointReference, parse_reference
from sphinx_docsnav.openapi.files import SpecificationError
from sphinx_docsnav.openapi.spec_document import Located
from sphinx_docsnav.openapi.specification import Operation, Specification
from sphinx_docsnav.openapi.specifications import Specifications

if TYPE_CHECKING:
    from sphinx_docsnav.openapi.content.catalogue import NamedSchema, SchemaCatalogue, read_schema
    from sphinx_docsnav.openapi.content.introduction import read_introduction
    from sphinx_docsnav.openapi.content.operation_content import read_operation
    from sphinx_docsnav.openapi.content.page_values import Content
    from sphinx_docsnav.openapi.content.sample_requests import SampleSettings

__all__ = [
    "Content",
    "EndpointReference",
    "Located",
    "NamedSchema",
    "Operation",
    "SampleSettings",
    "SchemaCatalogue",
    "Specification",
    "SpecificationError",
    "Specifications",
    "parse_reference",
    "read_introduction",
    "read_operation",
    "read_schema",
]

_CONTENT = {
    "Content": "page_values",
    "NamedSchema": "catalogue",
    "SampleSettings": "sample_requests",
    "SchemaCatalogue": "catalogue",
    "read_introduction": "introduction",
    "read_operation": "operation_content",
    "read_schema": "catalogue",
}
"""Names of modules of `content`, which a build without a changed page does not import."""


def __getattr__(name: str) -> object:
    """Return a name of `content`, imported on first use."""
    if name not in _CONTENT:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.content.{_CONTENT[name]}"), name)


def setup(app: Any) -> dict[str, Any]:  # noqa: ANN401 -- Sphinx's application; see the package
    """Write endpoint pages in a Sphinx project, without navigation of ours; called by Sphinx."""
    app.setup_extension("sphinx_docsnav.core.extension")
    for name in ("mathml", "speed", "validation", "endpoints", "search", "guard"):
        app.setup_extension(f"sphinx_docsnav.features.{name}")
    return {"parallel_read_safe": True, "parallel_write_safe": True}
