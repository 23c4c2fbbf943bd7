"""Color, Latex, Mermaid, Prompt and Visibility."""

from __future__ import annotations

import re
from collections.abc import Callable
from textwrap import dedent
from typing import Annotated, Any

from docutils import nodes
from pydantic import Field

from sphinx_docsnav.components.component_nodes import (
    BlockComponent,
    HtmlOutput,
    InlineComponent,
    are_inline,
    get_content_nodes,
    get_title_nodes,
    make_strong_paragraph,
    make_title,
    start_tag,
    wrap_inline_children,
)
from sphinx_docsnav.components.markup import FOR_HUMANS, MermaidNode, UnseenNode
from sphinx_docsnav.components.registry import (
    ComponentServices,
    ComponentType,
    Props,
    check_color,
    require_one_of,
)
from sphinx_docsnav.mdx.tex_commands import find_tex_problem, unwrap_formula
from sphinx_docsnav.messages import describe

_EMPTY_LINES = re.compile(r"\n(?:[ \t]*\n)+")
"""Empty lines between lines of a formula."""


class ColorProps(Props):
    """Properties of Color, Color.Row and Color.Item."""

    title: Any = None
    """The title of a row."""
    name: str = ""
    """The name of the colour."""
    value: Any = None
    """``#rrggbb``, or an object with ``light`` and ``dark``."""
    variant: Annotated[str, require_one_of("compact", "table")] = ""
    """``compact`` or ``table``."""


class MermaidProps(Props):
    """Properties of Mermaid."""

    chart: Any = None
    """The diagram, in place of the content."""


class PromptProps(Props):
    """Properties of Prompt."""

    description: Any = None
    """What the prompt is for."""
    icon: Any = None
    """An icon before it."""


class VisibilityProps(Props):
    """Properties of Visibility."""

    audience: Annotated[str, require_one_of("humans", "agents")] = Field(default="", alias="for")
    """``humans`` or ``agents``."""


class ForAgentsNode(UnseenNode, BlockComponent):
    """Blocks that only programs read."""


class ForAgentsTextNode(UnseenNode, InlineComponent):
    """Inline content that only programs read."""


class ColorsNode(BlockComponent):
    """A group of colours, or a row of one."""


class ColorNode(BlockComponent):
    """A colour: a swatch, its name and its value."""

    def open_html(self, out: HtmlOutput) -> None:
        """Write a swatch for each colour mode."""
        out.body.append(out.starttag(self, "div", ""))
        for mode, value in self["values"].items():
            css = f"docsnav-swatch docsnav-swatch-{mode}"
            out.body.append(
                start_tag("span", {"class": css, "style": f"background: {value}"}) + "</span>"
            )


class PromptNode(BlockComponent):
    """A prompt for a language model."""

    def plain(self) -> list[nodes.Node]:
        """Return the description and the text as a quote."""
        title = get_title_nodes(self)
        head: list[nodes.Node] = [make_strong_paragraph(title)] if title else []
        return [*head, nodes.block_quote("", *get_content_nodes(self))]


def build_colors(
    context: ComponentServices, props: ColorProps, children: list[nodes.Node]
) -> list[nodes.Node]:
    """Return colours side by side, in rows or in a table."""
    css = ["docsnav-color-row"] if context.tag == "Color.Row" else ["docsnav-colors"]
    css += [f"docsnav-colors-{props.variant}"] if props.variant in {"compact", "table"} else []
    node = ColorsNode("", classes=css)
    title = context.text(props.title)
    node += [make_title(title, "docsnav-color-title")] if title else []
    node += wrap_inline_children(children)
    return [node]


def build_color(
    context: ComponentServices, props: ColorProps, _children: list[nodes.Node]
) -> list[nodes.Node]:
    """Return a swatch with the name and value of a colour."""
    values_by_mode = props.value if isinstance(props.value, dict) else {"both": props.value}
    modes = ("both", "light", "dark")
    values = {
        mode: check_color(context.plain_text(values_by_mode[mode]))
        for mode in modes
        if mode in values_by_mode
    }
    values = {mode: value for mode, value in values.items() if value}
    if not values:
        described_value = "nothing" if props.value is None else describe(props.value)
        context.warn(
            f"expected a colour in 'value', found {described_value}; shown without a swatch"
        )
    values_text = " / ".join(dict.fromkeys(values.values()))
    node = ColorNode("", classes=["docsnav-color"], values=values)
    paragraph = nodes.paragraph("", "", nodes.strong("", props.name), nodes.Text(" "))
    paragraph += nodes.literal(values_text, values_text)
    node += paragraph
    return [node]


def build_latex(
    context: ComponentServices, _props: Props, children: list[nodes.Node]
) -> list[nodes.Node]:
    """Return a formula."""
    text = "".join(child.astext() for child in children).strip()
    return [make_math(text, context.warn, inline=context.inline)]


def make_math(text: str, warn: Callable[[str], None], *, inline: bool) -> nodes.Element:
    """Return a formula as docutils' node, with the attributes that Sphinx's writers expect.

    A formula with forbidden TeX commands is shown as its source, after a warning. Empty lines are
    removed: they have no meaning, but Sphinx would split the formula there.
    """
    text = unwrap_formula(_EMPTY_LINES.sub("\n", text))
    if problem := find_tex_problem(text):
        warn(f"{problem}; the formula is shown as text")
        return nodes.literal(text, text) if inline else nodes.literal_block(text, text)
    if inline:
        return nodes.math(text, text)
    block = nodes.math_block(text, text, number=None, label=None, nowrap=False)
    block["no-wrap"] = False
    return block


def build_mermaid(
    context: ComponentServices, props: MermaidProps, children: list[nodes.Node]
) -> list[nodes.Node]:
    """Return a diagram; nothing, after a warning, without one."""
    code = "\n".join(child.astext() for child in children).strip()
    code = code or dedent(context.plain_text(props.chart)).strip()
    if not code:
        context.warn("expected a diagram between its tags; nothing is shown")
    return [MermaidNode("", code=code)] if code else []


def build_prompt(
    context: ComponentServices, props: PromptProps, children: list[nodes.Node]
) -> list[nodes.Node]:
    """Return a box with the text of the prompt."""
    node = PromptNode("", classes=["docsnav-prompt"])
    title = [*context.icon(props.icon), *context.text(props.description)]
    node += [make_title(title, "docsnav-prompt-title")] if title else []
    node += wrap_inline_children(children)
    return [node]


def build_visibility(
    context: ComponentServices, props: VisibilityProps, children: list[nodes.Node]
) -> list[nodes.Node]:
    """Return the content, marked for its audience."""
    if props.audience == "agents":
        if context.inline:
            return [ForAgentsTextNode("", "", *children)]
        return [ForAgentsNode("", *children)]
    if props.audience == "humans":
        # Text has no attributes, so it is put into a node that has.
        if children and are_inline(children):
            children = [nodes.inline("", "", *children)]
        for child in children:
            if isinstance(child, nodes.Element):
                child[FOR_HUMANS] = True
    return children


TYPES = (
    ComponentType("Color", build_colors, ColorProps),
    ComponentType("Color.Row", build_colors, ColorProps),
    ComponentType("Color.Item", build_color, ColorProps),
    ComponentType("Latex", build_latex, verbatim=True),
    ComponentType("Mermaid", build_mermaid, MermaidProps, verbatim=True),
    ComponentType("Prompt", build_prompt, PromptProps, without_effect=("actions", "iconType")),
    ComponentType("Visibility", build_visibility, VisibilityProps),
)
NODES: tuple[type[nodes.Element], ...] = (
    *(ColorsNode, ColorNode, PromptNode, MermaidNode),
    *(ForAgentsNode, ForAgentsTextNode),
)
