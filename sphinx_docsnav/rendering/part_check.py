"""Report tags such as ``<Step>`` that are not directly inside the component they are a part of.

Only the finished page shows it: a part may come from a snippet, and its parent from the page.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_docsnav.components.inline_runs import nodes_below
from sphinx_docsnav.faults import Fault, FaultKind, Position, Severity

if TYPE_CHECKING:
    from sphinx_docsnav.rendering.open_tag import OpenElement
    from sphinx_docsnav.rendering.page_state import Writing
    from sphinx_docsnav.rendering.renderer import Renderer

_NUMBER = "docsnav_part"
"""The attribute of a part's node: the number of its message."""


def mark_part(out: Renderer, element: OpenElement, built: Iterable[nodes.Node]) -> None:
    """Mark the nodes *built* for *element* if it is a part of another component."""
    kind, parts = element.type, out.writing.parts
    if kind is None or not kind.part_of:
        return
    parent = kind.part_of[0]
    message = f"<{element.name}> is not directly inside <{parent}>; shown by itself"
    fault = Fault(
        FaultKind.COMPONENT_PROPERTY,
        Severity.WARNING,
        message,
        out.path,
        Position(element.line, element.column),
        hint=f"put it inside <{parent}>…</{parent}>, with no other tag between them",
    )
    for node in built:
        if isinstance(node, nodes.Element):
            node[_NUMBER] = len(parts)
    parts.append((kind.part_of, fault))


def take_parts(writing: Writing, parent: str, children: Iterable[nodes.Node]) -> None:
    """Accept the parts among the *children* of the component *parent*; ``""`` accepts all."""
    for child in children if writing.parts else ():
        if isinstance(child, nodes.Element) and _NUMBER in child:
            parents, _ = writing.parts[child[_NUMBER]]
            if not parent or parent in parents:
                del child[_NUMBER]


def report_lone_parts(writing: Writing) -> None:
    """Report the parts of the page that no component has accepted, at its end.

    Faults: ``component_property``, one per tag.
    """
    if not writing.parts:
        return
    alone = {
        node.attributes.pop(_NUMBER)
        for node in nodes_below(writing.document)
        if isinstance(node, nodes.Element) and _NUMBER in node
    }
    for number in sorted(alone):
        writing.host.report(writing.parts[number][1])
