"""The boxes of the page that shows every component in every state.

``<State of="Accordion Expandable" as="open">`` is a box with its content, which names the
components and the state.
"""

from __future__ import annotations

from docutils import nodes
from pydantic import Field
from sphinx.application import Sphinx

from sphinx_docsnav.components import ComponentServices, Props
from sphinx_docsnav.core.reading.component_setup import add_component


class StateProps(Props):
    """Properties of State."""

    of: str = ""
    """The names of the components in the box, separated by spaces."""
    named: str = Field(default="", alias="as")
    """What is special about them."""


def build_state_box(
    _context: ComponentServices, props: StateProps, children: list[nodes.Node]
) -> list[nodes.Node]:
    """Return the content in a box with its name."""
    text = f"{', '.join(props.of.split())}: {props.named}"
    return [
        nodes.container(
            "",
            nodes.paragraph("", text, classes=["docsnav-state-name"]),
            nodes.container("", *children, classes=["docsnav-state-content"]),
            classes=["docsnav-state", *(f"docsnav-state-of-{name}" for name in props.of.split())],
        )
    ]


def setup(app: Sphinx) -> dict[str, bool]:
    """Add the component."""
    add_component(app, "State", build_state_box, props=StateProps)
    app.add_js_file("states.js")
    return {"parallel_read_safe": True, "parallel_write_safe": True}
