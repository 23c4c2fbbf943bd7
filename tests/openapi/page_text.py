"""The page of an operation as text that a person can review."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from docutils import nodes
from docutils.frontend import get_default_settings
from docutils.utils import new_document
from rendering import describer

from sphinx_docsnav.components.component_nodes import Component
from sphinx_docsnav.endpoints.operation_page import make_operation_nodes
from sphinx_docsnav.endpoints.page_writer import OperationContext
from sphinx_docsnav.openapi import Operation, Specifications


def find(folder: Path, name: str) -> Operation:
    """Return the operation ``get /pets`` of the only specification in *folder*."""
    found = Specifications(folder, _refuse).find_operation(name)
    assert found is not None
    return found


def _refuse(fault: object) -> None:
    raise AssertionError(fault)


def make_nodes(operation: Operation, **options: object) -> tuple[list[nodes.Node], list[str]]:
    """Return the nodes of *operation* and what was told of its specification."""
    told: list[str] = []
    document = new_document("page", get_default_settings())
    serials = (f"serial-{number}" for number in range(10_000))
    context = OperationContext(
        document,
        lambda: next(serials),
        lambda message, place: told.append(f"/{'/'.join(place.keys)}: {message}"),
        describe=describer(document, Path(), []),
        **options,  # type: ignore[arg-type]  # as tests say
    )
    return make_operation_nodes(operation, context), told


def page_text(operation: Operation, **options: object) -> str:
    """Return what the page says, in its form for other formats than HTML."""
    made, told = make_nodes(operation, **options)
    parent = nodes.section("", *made)
    replace_components(parent)
    lines = [line.rstrip() for child in parent.children for line in _lines(child, 1)]
    return "\n".join([*lines, *(f"TOLD {line}" for line in told)]) + "\n"


def replace_components(parent: nodes.Element) -> None:
    """Replace components by their plain form, as the transform does."""
    position = 0
    while position < len(parent.children):
        child = parent.children[position]
        if isinstance(child, Component):
            parent[position : position + 1] = child.plain()
            continue
        if isinstance(child, nodes.Element):
            replace_components(child)
        position += 1


def _lines(node: nodes.Node, level: int) -> Iterator[str]:  # noqa: C901  one case a kind of node
    if isinstance(node, nodes.section):
        yield ""
        for child in node.children:
            yield from _lines(child, level + 1)
    elif isinstance(node, nodes.title):
        yield "#" * level + f" {node.astext()}"
    elif isinstance(node, nodes.literal_block):
        yield from (f"    | {line}" for line in node.astext().split("\n"))
    elif isinstance(node, nodes.TextElement):
        yield " ".join(node.astext().split())
    elif isinstance(node, nodes.definition_list_item):
        term, definition = node.children
        yield f"- {term.astext()}"
        for child in definition.children if isinstance(definition, nodes.Element) else ():
            yield from (f"  {line}" for line in _lines(child, level) if line)
    elif isinstance(node, nodes.Admonition):
        yield from (
            f"({type(node).__name__}) {line}" for c in node.children for line in _lines(c, 0)
        )
    elif isinstance(node, nodes.list_item):
        yield from (f"* {line}" for child in node.children for line in _lines(child, level))
    elif isinstance(node, nodes.Element):
        for child in node.children:
            yield from _lines(child, level)
