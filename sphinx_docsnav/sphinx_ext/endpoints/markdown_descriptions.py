"""Descriptions in specifications as the pages that show them render Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_docsnav.faults import FaultKind
from sphinx_docsnav.rendering.descriptions import DescriptionRenderer

if TYPE_CHECKING:
    from sphinx_docsnav.endpoints.page_writer import Describe
    from sphinx_docsnav.rendering.page_state import Writing
    from sphinx_docsnav.sphinx_ext.build.state import SiteState


def markdown_describer(state: SiteState, writing: Writing, folders: tuple[str, ...]) -> Describe:
    """Return a function that renders the descriptions of one page.

    Mistakes in a description are reported at its position in the specification.

    :param writing: the page.
    :param folders: where relative links of the page start, best first.
    """
    renderers: dict[str, DescriptionRenderer] = {}

    def describe(text: str, source: str) -> list[nodes.Node]:
        if source not in renderers:

            def complain(kind: FaultKind, message: str, hint: str, written: str) -> None:
                state.specs.report_text(kind, source, written, message, hint)

            renderers[source] = DescriptionRenderer(writing, source, folders, complain)
        return renderers[source].describe(text)

    return describe
