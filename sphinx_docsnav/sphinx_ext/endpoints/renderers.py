"""What makes the content of endpoint pages: ours, or another package's by an entry point."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from functools import cache
from importlib.metadata import entry_points
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.errors import ConfigError

from sphinx_docsnav.endpoints import OperationContext, operation_nodes
from sphinx_docsnav.faults import Fault, FaultKind, Severity
from sphinx_docsnav.openapi.content.sample_requests import LANGUAGES, find_language
from sphinx_docsnav.sphinx_ext.build.state import state_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_docsnav.openapi import Operation

GROUP = "sphinx_docsnav.openapi_renderers"
"""The group of entry points."""
OWN = "docsnav"
"""The name of our renderer."""

Renderer = Callable[["Operation", OperationContext], list[nodes.Node]]
"""Takes an operation and what its page offers; returns block nodes, sections last."""


def renderer_of(app: Sphinx) -> Renderer:
    """Return the renderer that ``docsnav_openapi_renderer`` names.

    :raises ConfigError: no installed package has one of that name.
    """
    return _find(app.config.docsnav_openapi_renderer)


def check_languages(app: Sphinx) -> None:
    """Warn of each language in ``api.examples.languages`` that samples are not written in."""
    state = state_of(app)
    for number, name in enumerate(state.docs.api.examples.languages or ()):
        if find_language(name) is not None:
            continue
        pointer = f"/api/examples/languages/{number}"
        near = difflib.get_close_matches(name.lower(), LANGUAGES, n=1)
        state.report(
            Fault(
                FaultKind.WRONG_VALUE,
                Severity.WARNING,
                f"expected one of {', '.join(LANGUAGES)}, found {name!r}; left out",
                state.docs.source.file(pointer),
                state.docs.source.position(pointer),
                pointer,
                f"did you mean '{near[0]}'?" if near else "",
            )
        )


@cache
def _find(name: str) -> Renderer:
    if name == OWN:
        return operation_nodes
    found = entry_points(group=GROUP)
    for entry in found:
        if entry.name == name:
            renderer: Renderer = entry.load()
            return renderer
    known = ", ".join(sorted({OWN, *found.names}))
    raise ConfigError(f"docsnav_openapi_renderer: expected one of {known}, found {name!r}")
