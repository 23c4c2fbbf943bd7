"""What makes the content of endpoint pages: ours, or another package's by an entry point."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.metadata import entry_points
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.errors import ConfigError

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_docsnav.endpoints.page_writer import OperationContext
    from sphinx_docsnav.openapi import Operation

GROUP = "sphinx_docsnav.openapi_renderers"
"""The group of entry points."""
OWN = "docsnav"
"""The name of our renderer."""

EndpointRenderer = Callable[["Operation", "OperationContext"], list[nodes.Node]]
"""Takes an operation and what its page offers; returns block nodes, sections last."""


def renderer_of(app: Sphinx) -> EndpointRenderer:
    """Return the renderer that ``docsnav_openapi_renderer`` names.

    :raises ConfigError: no installed package has one of that name.
    """
    return _find(app.config.docsnav_openapi_renderer)


@cache
def _find(name: str) -> EndpointRenderer:
    if name == OWN:
        from sphinx_docsnav.endpoints.operation_page import operation_nodes

        return operation_nodes
    found = entry_points(group=GROUP)
    for entry in found:
        if entry.name == name:
            renderer: EndpointRenderer = entry.load()
            return renderer
    known = ", ".join(sorted({OWN, *found.names}))
    raise ConfigError(f"docsnav_openapi_renderer: expected one of {known}, found {name!r}")
