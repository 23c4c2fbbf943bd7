"""CodeGroup, CodeBlock, RequestExample and ResponseExample."""

from __future__ import annotations

from typing import Any

from docutils import nodes

from sphinx_docsnav.components.code import CodeBlockOptions, CodeNode, make_code
from sphinx_docsnav.components.component_nodes import block_children
from sphinx_docsnav.components.registry import ComponentServices, ComponentType, Props
from sphinx_docsnav.components.tabs import TabPanelNode, make_panel, make_set
from sphinx_docsnav.mdx.codemeta import read_lines


class CodeBlockProps(Props):
    """Properties of CodeBlock."""

    language: str = ""
    """The language."""
    filename: str = ""
    """The title."""
    title: str = ""
    """The same."""
    icon: Any = None
    """An icon before the title."""
    lines: bool = False
    """Show line numbers."""
    wrap: bool = False
    """Break long lines."""
    expandable: bool = False
    """Show only the beginning of a long block at first."""
    highlight: Any = None
    """Lines to stress: ``[1, 2]`` or ``"1,3-5"``."""
    focus: Any = None
    """Lines to leave clear."""


def build_group(
    context: ComponentServices, _props: Props, children: list[nodes.Node]
) -> list[nodes.Node]:
    """Return one tab per block of code, named by title or language.

    Selecting a tab selects the tabs of the same name on the whole page. Content
    other than code is placed before the tabs.
    """
    others: list[nodes.Node] = []
    panels: list[TabPanelNode] = []
    for child in block_children(children):
        if isinstance(child, (nodes.literal_block, CodeNode)):
            panels.append(_panel(context, child, len(panels) + 1))
        elif isinstance(child, TabPanelNode):
            panels.append(child)
        else:
            others.append(child)
    if not panels:
        hint = "begin and end the code with '```'"
        context.warn(f"there is no block of code directly inside; shown without tabs; {hint}")
        return others
    css = ["docsnav-code-group"]
    css += ["docsnav-example"] if context.tag.endswith("Example") else []
    return [*others, make_set(context.serial(), panels, *css)]


def _panel(context: ComponentServices, block: nodes.Element, number: int) -> TabPanelNode:
    title = str(block.get("title", ""))
    language = str(block.get("language" if title else "docsnav_language", ""))
    label = title or language or f"{context.translate('code')} {number}"
    words: list[nodes.Node] = [nodes.Text(label)]
    if title and isinstance(block, CodeNode):
        words = _take_caption(block) or words
    return make_panel(words, [block], sync=label.casefold(), button=context.serial())


def _take_caption(block: CodeNode) -> list[nodes.Node]:
    """Return the words of the caption; the tab shows them now, the block no more."""
    wrapper = block.children[0]
    if not isinstance(wrapper, nodes.container):
        return []
    caption, literal = wrapper.children
    block.children = []
    block += literal
    return list(caption.children)


def build_block(
    context: ComponentServices, props: CodeBlockProps, children: list[nodes.Node]
) -> list[nodes.Node]:
    """Return a block of the text that the tag holds."""
    blocks = [child for child in children if isinstance(child, (nodes.literal_block, CodeNode))]
    if blocks:
        return children
    text = "\n".join(child.astext() for child in children).strip("\n")
    look = CodeBlockOptions(
        props.language,
        props.title or props.filename,
        props.lines,
        highlight=line_numbers(props.highlight),
        focus=line_numbers(props.focus),
        wrap=props.wrap,
        expandable=props.expandable,
    )
    icon, more = context.icon(props.icon), context.translate("expand")
    return [make_code(text, look, icon=icon, serial=context.serial(), more=more)]


def line_numbers(value: object) -> frozenset[int]:
    """Return the lines that ``[1, 3]``, ``"1,3-5"`` or ``"{1,3-5}"`` names."""
    words = ",".join(map(str, value)) if isinstance(value, list) else str(value or "")
    return read_lines(words)


TYPES = (
    *(
        ComponentType(name, build_group, without_effect=("dropdown",))
        for name in ("CodeGroup", "RequestExample", "ResponseExample")
    ),
    ComponentType("CodeBlock", build_block, CodeBlockProps),
)
NODES: tuple[type[nodes.Element], ...] = (CodeNode,)
