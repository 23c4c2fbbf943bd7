"""Nodes of Markdown that pages and descriptions share: alerts and deleted text."""

from __future__ import annotations

from docutils import nodes

from sphinx_docsnav.components.markup import MarkupInlineNode

_ALERTS: dict[str, type[nodes.Element]] = {
    "[!note]": nodes.note,
    "[!tip]": nodes.tip,
    "[!important]": nodes.important,
    "[!warning]": nodes.warning,
    "[!caution]": nodes.caution,
}


def make_marked(tag: str) -> MarkupInlineNode:
    """Return an empty element such as ``del`` or ``mark`` for a line of text."""
    return MarkupInlineNode("", "", tag=tag, html={})


def take_alert(quote: nodes.Element) -> type[nodes.Element] | None:
    """Remove ``[!NOTE]`` from the first line of a quote and return the callout it names."""
    first = quote.children[0] if quote.children else None
    if not isinstance(first, nodes.paragraph):
        return None
    mark, _, _ = first.astext().partition("\n")
    cls = _ALERTS.get(mark.strip().lower())
    if cls is None:
        return None
    end = next((at for at, child in enumerate(first.children) if child.astext() == "\n"), None)
    if end is None:
        quote.remove(first)
    else:
        del first[: end + 1]
        first.rawsource = first.rawsource.partition("\n")[2]
    return cls
