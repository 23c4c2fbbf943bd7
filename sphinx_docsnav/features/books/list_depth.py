"""Lists and quotes that nest deeper than LaTeX allows by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes

if TYPE_CHECKING:
    from sphinx.application import Sphinx

ALLOWED = 4
"""Levels of one kind of list that LaTeX sets; a document with more stops with an error."""
_NESTING = (
    *(nodes.bullet_list, nodes.enumerated_list, nodes.definition_list, nodes.field_list),
    *(nodes.option_list, nodes.block_quote, nodes.line_block, nodes.Admonition),
)


def allow_deep_lists(app: Sphinx, doctree: nodes.document, _docname: str) -> None:
    """Have Sphinx raise LaTeX's limit as far as a document needs (``doctree-resolved``).

    ``maxlistdepth`` in ``latex_elements`` wins.
    """
    if app.builder.name != "latex" or "maxlistdepth" in app.config.latex_elements:
        return
    depth = list_depth(doctree)
    context = app.builder.context  # type: ignore[attr-defined]  # the LaTeX builder has one
    context["maxlistdepth"] = str(depth + 1) if depth > ALLOWED else ""


def list_depth(doctree: nodes.document) -> int:
    """Return the maximum nesting depth of lists, quotes and similar blocks."""
    deepest = 0
    waiting: list[tuple[nodes.Node, int]] = [(doctree, 0)]
    while waiting:
        node, depth = waiting.pop()
        deepest = max(deepest, depth)
        waiting += [(child, depth + isinstance(child, _NESTING)) for child in node.children]
    return deepest
