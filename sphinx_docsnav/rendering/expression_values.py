"""Values of expressions -> nodes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docutils import nodes

from sphinx_docsnav.faults import FaultKind
from sphinx_docsnav.mdx.expressions import (
    UNDEFINED,
    JsxComponent,
    JsxValue,
    Unsupported,
    Value,
    expand,
    to_text,
)
from sphinx_docsnav.rendering.scope import ChildNodes

if TYPE_CHECKING:
    from sphinx_docsnav.rendering.open_tag import OpenElement
    from sphinx_docsnav.rendering.renderer import Renderer

MAX_DEPTH = 20
"""Components of a page that show components nest no deeper."""


def show_value(out: Renderer, value: Value, line: int) -> None:
    """Write *value* in place of the expression; text is not read as Markdown."""
    if isinstance(value, bool):
        return
    if isinstance(value, (str, int, float)):
        text = to_text(value)
        if text:
            out.place(nodes.Text(text))
    elif isinstance(value, list):
        for item in value:
            show_value(out, item, line)
    elif isinstance(value, ChildNodes):
        for node in value.take():
            out.place(node)
    elif isinstance(value, JsxValue):
        element = out.begin(value.name, dict(value.props), line, value.target)
        children = out.collect(lambda: show_value(out, list(value.children), line))
        out.write_element(element, children)


def refusal(value: Unsupported) -> str:
    """Return why a component has no content, as a clause that follows its name."""
    place = value.place
    where = f" in line {place.line} of {place.file}" if place and place.file else ""
    return f"needs JavaScript{where}: {value.reason}"


def expand_component(
    out: Renderer, component: JsxComponent, element: OpenElement, children: list[nodes.Node]
) -> None:
    """Write what a component of the page makes of its properties.

    Faults: ``component_unknown`` if it needs code to run; its children are shown.
    """
    result: Any = Unsupported("shows itself again and again")
    if out.writing.depth < MAX_DEPTH and out.writing.spend():
        given = ChildNodes(children)
        props = {**element.values, "children": given if children else UNDEFINED}
        notes: list[str] = []
        result = expand(component, props, out.writing.reserve, notes)
        for note in notes:
            message = f"<{element.name}> {note}"
            hint = "write the contents as <Tabs> of the page"
            out.warn(FaultKind.COMPONENT_UNKNOWN, message, element.line, once=message, hint=hint)
    if isinstance(result, Unsupported):
        out.warn(
            FaultKind.COMPONENT_UNKNOWN,
            f"<{element.name}> {refusal(result)}; its content is shown without it",
            element.line,
            once=element.name,
            hint=f"'docsnav_components' can name a component that replaces <{element.name}>",
        )
        for child in list(children):
            out.place(child)
        return
    out.writing.depth += 1
    show_value(out, result, element.line)
    out.writing.depth -= 1
