"""Forms and their fields: a page shows them, but they have no effect.

A built page has no server that takes what readers write, and runs no code of its author.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_docsnav.components.markup import MarkupInlineNode
from sphinx_docsnav.faults import FaultKind
from sphinx_docsnav.mdx.expressions import to_text

if TYPE_CHECKING:
    from sphinx_docsnav.rendering.open_tag import OpenElement
    from sphinx_docsnav.rendering.renderer import Renderer

_HANDLERS = frozenset(("onclick", "onsubmit", "onchange", "oninput"))
"""Code that a reader starts; other handlers change the look at most."""
_BUTTONS = {"submit": "Submit", "reset": "Reset", "button": ""}
"""Types of ``<input>`` that are buttons, with the text of one without a value."""


def report_controls(out: Renderer, element: OpenElement) -> None:
    """Report a form, or an element with code for clicks and input.

    Faults: ``html_dropped``, once per page for each of the two.
    """
    if element.name == "form":
        message = "<form> sends nothing: a built page has no server; its fields are shown"
        hint = "link to a page that takes the input"
        out.warn(FaultKind.HTML_DROPPED, message, element.line, once="form", hint=hint)
    written = element.tag.attributes if element.tag else ()
    names = {*element.values, *(getattr(attribute, "name", "") for attribute in written)}
    for name in sorted(names):
        if name.lower() in _HANDLERS:
            message = f"{name!r} of <{element.name}> has no effect: pages run no JavaScript"
            hint = "use a link, or a component such as <Tabs> or <Accordion>"
            out.warn(FaultKind.HTML_DROPPED, message, element.line, once="handler", hint=hint)
            return


def input_node(values: dict[str, object], attributes: dict[str, str]) -> list[nodes.Node]:
    """Return an ``<input>`` that cannot be changed; one that is a button as a button.

    :param attributes: those that HTML gets.
    """
    kind = to_text(values.get("type", "text"))
    value = to_text(values.get("value", values.get("defaultValue", "")))
    if kind == "hidden":
        return []
    if kind in _BUTTONS:
        words = nodes.Text(value or _BUTTONS[kind])
        html = {"type": "button", "disabled": ""}
        return [MarkupInlineNode("", "", words, tag="button", html=html)]
    html = attributes | ({"value": value} if value else {}) | {"disabled": ""}
    return [MarkupInlineNode("", "", tag="input", html=html)]


def text_area(
    values: dict[str, object], attributes: dict[str, str], children: list[nodes.Node]
) -> list[nodes.Node]:
    """Return a ``<textarea>`` that cannot be changed; it holds text only."""
    words = "\n".join(child.astext() for child in children)
    text = words or to_text(values.get("value", values.get("defaultValue", "")))
    html = attributes | {"disabled": ""}
    return [MarkupInlineNode("", "", nodes.Text(text), tag="textarea", html=html)]


def choices(attributes: dict[str, str], children: list[nodes.Node]) -> list[nodes.Node]:
    """Return a ``<select>`` with the options in *children*; it holds nothing else."""
    options = (
        MarkupInlineNode("", "", nodes.Text(words), tag="option", html={})
        for words in _options(children)
    )
    return [MarkupInlineNode("", "", *options, tag="select", html=attributes)]


def _options(children: list[nodes.Node]) -> Iterator[str]:
    for child in children:
        if not isinstance(child, nodes.Element):
            continue
        if child.get("tag") == "option":
            yield child.astext()
        else:
            yield from _options(child.children)
