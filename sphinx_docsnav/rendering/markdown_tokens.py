"""Rules for tokens of Markdown: blocks, tables, fences, formulas and inline content.

A function ``_open_…`` begins a node, ``_close_…`` ends it, and ``_write_…`` adds a whole one.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from docutils import nodes
from markdown_it.token import Token

from sphinx_docsnav.components.code import make_code
from sphinx_docsnav.components.component_nodes import attach, wrap_inline_children
from sphinx_docsnav.components.markup import (
    CheckboxNode,
    HeadingNode,
    LineBreakNode,
    MarkupInlineNode,
    MarkupTextNode,
    MermaidNode,
    RuleNode,
    TableNode,
    take_alert,
)
from sphinx_docsnav.components.misc import make_math
from sphinx_docsnav.faults import FaultKind
from sphinx_docsnav.mdx.codemeta import read_fence_info
from sphinx_docsnav.mdx.expressions import to_text
from sphinx_docsnav.mdx.nesting import TAGS_ONLY
from sphinx_docsnav.rendering.component_context import TagContext
from sphinx_docsnav.rendering.links import make_image, make_link, mark_unnamed
from sphinx_docsnav.rendering.page_state import OpenElement, claim_heading_ids
from sphinx_docsnav.rendering.renderer import Renderer, TokenRule
from sphinx_docsnav.rendering.tag_checks import clean_heading, report_id, report_order

_PROPERTY = re.compile(r"\{\s*(?:props\.)?([A-Za-z_$][\w$]*)\s*\}")
"""A property of a snippet in code."""
_LONG_NAME = 30
"""The length from which a name in code may be broken in a narrow window."""
_LONG_CELL = 30
"""The length in characters from which the text of a table cell gets a minimum width."""


def make_fence(out: Renderer, token: Token) -> list[nodes.Node]:
    """Return the nodes of a fence: a diagram, a formula, or code with its options."""
    text = token.content.removesuffix("\n")
    # Snippets can use their properties in code.
    if out.scope.lenient and "{" in text:
        text = _fill_in_properties(out, text)
    report_order(out, text, out.line + 1)
    meta = read_fence_info(token.info)
    if meta.language == "mermaid":
        return [MermaidNode("", code=text)]
    if meta.language == "math":
        return [make_formula(out, token)]
    out.position = out.line, token.meta.get("column", 1) + max(0, token.info.find(meta.icon))
    # A fence has an icon and texts like a component.
    context = TagContext(out, OpenElement("```", {}, out.line, inline=False))
    icon, more = context.icon(meta.icon), context.translate("expand")
    serial = context.serial() if meta.expandable else ""
    block = make_code(text, meta, icon=icon, serial=serial, more=more)
    for node in [block, *block.findall(nodes.literal_block)]:
        node.source, node.line = out.source, out.line
    return [block]


def _fill_in_properties(out: Renderer, text: str) -> str:
    """Return *text* with the properties of a snippet in place of ``{name}``."""

    def replace_match(match: re.Match[str]) -> str:
        value = out.scope.get(match[1])
        is_simple = isinstance(value, (str, int, float)) and not isinstance(value, bool)
        return to_text(value) if is_simple else match.group()

    return _PROPERTY.sub(replace_match, text)


def make_formula(out: Renderer, token: Token) -> nodes.Element:
    """Return the formula of *token*, as text if it may not be typeset.

    Faults: ``formula``.
    """
    return make_math(
        token.content.strip(),
        lambda message: out.warn(FaultKind.FORMULA, message),
        inline=token.type == "math_inline",
    )


def _write_formula(out: Renderer, token: Token) -> None:
    """Write a formula of a line, or a block with one."""
    formula = make_formula(out, token)
    if token.type == "math_inline":
        attach(out.page.current, formula)
    else:
        out.place(formula)


def _write_text(out: Renderer, token: Token) -> None:
    if token.content:
        attach(out.page.current, nodes.Text(token.content))


def _write_line_end(out: Renderer, _token: Token) -> None:
    """Write the end of a line inside a paragraph."""
    out.line += 1
    attach(out.page.current, nodes.Text("\n"))


def _write_line_break(out: Renderer, _token: Token) -> None:
    out.line += 1
    attach(out.page.current, LineBreakNode())


def _write_code(out: Renderer, token: Token) -> None:
    """Write code in a line of text."""
    content = token.content
    report_order(out, content, out.line)
    literal = nodes.literal(content)
    attach(literal, nodes.Text(content))
    # Only a single long word can overflow.
    if len(content) > _LONG_NAME and max(map(len, content.split()), default=0) > _LONG_NAME:
        literal["classes"].append("docsnav-long")
    attach(out.page.current, literal)


def _open_with(make_node: Callable[[], nodes.Element]) -> TokenRule:
    """Return the rule that begins the node that *make_node* returns."""
    return lambda out, _token: out.open(make_node())


def _open_link(out: Renderer, token: Token) -> None:
    out.links.append(token)
    out.page.stack.append(nodes.inline())


def _close_link(out: Renderer, _token: Token) -> None:
    """Write a link with the nodes since its opening token."""
    content = out.page.stack.pop()
    opening = out.links.pop()
    line = opening.meta.get("line", out.line)
    out.position = line, opening.meta.get("column", 1)
    href = str(opening.attrs.get("href", ""))
    if not href.strip():
        message, hint = "this link has no address; shown as text", "write '\\[' for a bracket"
        out.warn(FaultKind.LINK_MISSING, message, line, hint=hint)
    title = str(opening.attrs.get("title", ""))
    for node in make_link(out, href, content.children, line=line, title=title):
        attach(out.page.current, node)


def _write_image(out: Renderer, token: Token) -> None:
    line = token.meta.get("line", out.line)
    out.position = line, token.meta.get("column", 1)
    breaks = ("softbreak", "hardbreak")
    children = token.children or ()
    alt = "".join(" " if child.type in breaks else child.content for child in children)
    source = str(token.attrs.get("src", ""))
    if not source.strip():
        effect = "its alternative text is shown" if alt else "nothing is shown"
        out.warn(FaultKind.IMAGE_MISSING, f"this image has no address; {effect}", line)
    attributes = {"title": str(token.attrs["title"])} if token.attrs.get("title") else {}
    for node in make_image(out, source, alt, line=line, attributes=attributes):
        mark_unnamed(node, is_named=bool(alt.strip()))
        attach(out.page.current, node)


def _write_footnote_reference(out: Renderer, token: Token) -> None:
    """Write a reference to a footnote; `page_document` resolves it when the page is complete."""
    label = str(token.meta.get("label", ""))
    order = out.page.footnote_order
    if label not in order:
        order.append(label)
    number = str(order.index(label) + 1)
    reference = nodes.footnote_reference(f"[^{label}]", number, docsnav_label=label)
    out.page.claim_ids(reference, [out.page.serial()])
    attach(out.page.current, reference)


def _open_paragraph(out: Renderer, token: Token) -> None:
    if isinstance(out.page.current, nodes.TextElement):
        # The text of a snippet inside a line of text continues that line.
        out.page.stack.append(out.page.current)
        return
    paragraph = nodes.paragraph()
    if token.meta.get(TAGS_ONLY):
        out.page.tags_only.add(paragraph)
    out.open(paragraph)


def _close_paragraph(out: Renderer, _token: Token) -> None:
    """End a paragraph; it is replaced if blocks are inside it, and removed if it is empty."""
    paragraph = out.close()
    if not isinstance(paragraph, nodes.paragraph):
        return
    # A block element is inside a line of text, which ``<p>`` must not contain.
    if paragraph.attributes.pop("docsnav_loose", False):
        loose = _make_loose(paragraph)
        paragraph.replace_self(loose)
        if paragraph in out.page.tags_only:
            out.page.tags_only.add(loose)
        return
    # A component can have written blocks into the paragraph.
    for child in paragraph.children:
        if not isinstance(child, (nodes.Text, nodes.Inline)):
            _split_paragraph(paragraph)
            return
    if not paragraph.children:
        paragraph.parent.remove(paragraph)


def _make_loose(paragraph: nodes.paragraph) -> MarkupTextNode:
    """Return the text of a paragraph in an element that may contain blocks."""
    loose = MarkupTextNode(paragraph.rawsource, "", *paragraph.children, tag="div", html={})
    loose.source, loose.line = paragraph.source, paragraph.line
    return loose


def _split_paragraph(paragraph: nodes.paragraph) -> None:
    """Replace a paragraph that contains blocks by paragraphs and blocks beside each other."""
    parts = wrap_inline_children(paragraph.children)
    for part in parts:
        if isinstance(part, nodes.Element):
            part.source, part.line = paragraph.source, part.line or paragraph.line
    index = paragraph.parent.index(paragraph)
    paragraph.parent[index : index + 1] = parts


def _write_inline(out: Renderer, token: Token) -> None:
    """Write the inline content of a block."""
    if token.map:
        out.line = token.map[0] + 1
    current = out.page.current
    # The raw source is what translations are looked up by.
    if isinstance(current, nodes.TextElement) and not current.rawsource:
        current.rawsource = token.content
    out.run(token.children or ())


def _open_heading(out: Renderer, token: Token) -> None:
    level = int(token.tag[1])
    if author_id := token.meta.get("id"):
        report_id(out, f"{{#{author_id}}}", author_id, (out.line, token.meta["column"]))
    out.page.stack.append(nodes.title(docsnav_level=level, docsnav_id=token.meta.get("id")))


def _close_heading(out: Renderer, _token: Token) -> None:
    """Write a heading: it begins a section, unless it is inside another block."""
    title = out.page.stack.pop()
    assert isinstance(title, nodes.title)  # noqa: S101 - what _heading_open put there
    level, author_id = title.attributes.pop("docsnav_level"), title.attributes.pop("docsnav_id")
    clean_heading(out, title)
    title_nodes = title.children
    if out.page.stack:
        heading = HeadingNode(title.rawsource, "", *title_nodes, level=level, toc=title.astext())
        heading["permalink"] = True
        claim_heading_ids(out.page, heading, author_id, title_nodes, level)
        out.place(heading)
        return
    claim_heading_ids(out.page, out.open_section(level, title), author_id, title_nodes, level)


def _open_list(out: Renderer, token: Token) -> None:
    """Begin a bullet or ordered list."""
    if token.type == "bullet_list_open":
        out.open(nodes.bullet_list(bullet=token.markup or "-"))
        return
    listing = nodes.enumerated_list(enumtype="arabic", prefix="", suffix=token.markup or ".")
    start = int(token.attrs.get("start", 1))
    if start != 1:
        listing["start"] = start
    out.open(listing)


def _open_item(out: Renderer, token: Token) -> None:
    """Begin an item of a list, or a task."""
    item = nodes.list_item()
    out.open(item)
    checked = token.meta.get("checked")
    if checked is not None:
        item["classes"].append("docsnav-task")
        item["docsnav_checked"] = checked


def _close_item(out: Renderer, _token: Token) -> None:
    """End an item, with the checkbox of a task in its first paragraph."""
    item = out.close()
    if "docsnav_checked" in item:
        box = CheckboxNode(checked=item.attributes.pop("docsnav_checked"))
        if not item.children or not isinstance(item.children[0], nodes.paragraph):
            item.insert(0, nodes.paragraph())
        first = item.children[0]
        if isinstance(first, nodes.paragraph):
            first.insert(0, [box, nodes.Text(" ")])
    # Text of a tight list is in paragraphs, too, as docutils requires.
    item.children = wrap_inline_children(item.children)
    for child in item.children:
        item.setup_child(child)


def _close_quote(out: Renderer, _token: Token) -> None:
    """End a quote; one that begins with ``[!NOTE]`` becomes an admonition."""
    quote = out.close()
    alert_class = take_alert(quote)
    if alert_class is not None and quote.parent is not None:
        alert = alert_class("", *quote.children)
        alert.source, alert.line = quote.source, quote.line
        quote.replace_self(alert)


def _write_fence(out: Renderer, token: Token) -> None:
    """Write a block of code, a diagram or a formula."""
    for node in make_fence(out, token):
        out.place(node)


def _write_object(out: Renderer, token: Token) -> None:
    """Write the description of a Python object."""
    for node in out.page.host.describe_object(token.content, out.page.document, out.line):
        out.place(node)


def _open_footnote(out: Renderer, token: Token) -> None:
    """Begin a footnote, which is not added to the page until it is complete."""
    note = nodes.footnote(docsnav_label=token.meta.get("label", ""))
    note.source, note.line = out.source, out.line
    out.page.stack.append(note)


def _close_footnote(out: Renderer, _token: Token) -> None:
    """End a footnote; of two with the same label, only the first is kept."""
    note = out.page.stack.pop()
    if not isinstance(note, nodes.footnote):
        return
    label = note["docsnav_label"]
    # A footnote of a snippet can have a label that the page uses.
    first = out.page.footnotes.setdefault(label, note)
    if first is not note:
        message = f"the footnote '[^{label}]' of line {first.line} is shown, this one is left out"
        hint = "give it another name, or remove it"
        out.warn(FaultKind.MDX_SYNTAX, message, note.line, hint=hint)


def close_node(out: Renderer, _token: Token) -> None:
    """End the innermost open node."""
    out.close()


def _skip_token(_out: Renderer, _token: Token) -> None:
    """Skip a token without content of its own."""


def _write_html(out: Renderer, token: Token) -> None:
    """Write the source of HTML, which parsers of texts outside pages may leave."""
    out.page.current.append(nodes.Text(token.content))


def _open_table(out: Renderer, _token: Token) -> None:
    table = TableNode(classes=["colwidths-auto"])
    out.open(table)
    out.open(nodes.tgroup())


def _close_table(out: Renderer, _token: Token) -> None:
    """End a table, and set its number of columns."""
    group = out.close()
    if not any(isinstance(part, nodes.tbody) for part in group):
        # docutils requires a body.
        group += nodes.tbody()
    # Rows can have different lengths.
    columns = max((len(row) for row in group.findall(nodes.row)), default=1)
    for _ in range(columns):
        group.insert(0, nodes.colspec(colwidth=round(100 / columns)))
    group["cols"] = columns
    out.close()


def _open_cell(out: Renderer, token: Token) -> None:
    """Begin a cell, with its alignment as a class."""
    entry = nodes.entry()
    align = str(token.attrs.get("style", "")).removeprefix("text-align:")
    if align:
        entry["classes"].append(f"docsnav-{align}")
    out.open(entry)
    out.open(nodes.paragraph())


def _close_cell(out: Renderer, _token: Token) -> None:
    """End a cell, whose blocks are taken out of its paragraph."""
    paragraph = out.close()
    entry = out.close()
    has_blocks = paragraph.attributes.pop("docsnav_loose", False)
    entry.children = [
        _make_loose(block) if has_blocks and isinstance(block, nodes.paragraph) else block
        for block in wrap_inline_children(paragraph.children)
    ]
    # Next to code that does not wrap, browsers make a sentence as narrow as its longest word, and
    # a long name as narrow as one letter.
    texts = (
        text
        for text in paragraph.findall(nodes.Text)
        if type(text.parent) is not nodes.literal or "docsnav-long" in text.parent["classes"]
    )
    if sum(map(len, texts)) > _LONG_CELL:
        entry["classes"].append("docsnav-sentence")
    for child in entry.children:
        entry.setup_child(child)
        if isinstance(child, (nodes.paragraph, MarkupTextNode)):
            child.rawsource = child.rawsource or paragraph.rawsource


RULES: dict[str, TokenRule] = {
    "text": _write_text,
    "text_special": _write_text,
    "softbreak": _write_line_end,
    "hardbreak": _write_line_break,
    "code_inline": _write_code,
    "math_inline": _write_formula,
    "em_open": _open_with(nodes.emphasis),
    "em_close": close_node,
    "strong_open": _open_with(nodes.strong),
    "strong_close": close_node,
    "s_open": _open_with(partial(MarkupInlineNode, "", "", tag="del", html={})),
    "s_close": close_node,
    "link_open": _open_link,
    "link_close": _close_link,
    "image": _write_image,
    "footnote_ref": _write_footnote_reference,
    "footnote_anchor": _skip_token,
    "paragraph_open": _open_paragraph,
    "paragraph_close": _close_paragraph,
    "inline": _write_inline,
    "heading_open": _open_heading,
    "heading_close": _close_heading,
    "bullet_list_open": _open_list,
    "bullet_list_close": close_node,
    "ordered_list_open": _open_list,
    "ordered_list_close": close_node,
    "list_item_open": _open_item,
    "list_item_close": _close_item,
    "blockquote_open": _open_with(nodes.block_quote),
    "blockquote_close": _close_quote,
    "fence": _write_fence,
    "code_block": _write_fence,
    "hr": lambda out, _token: out.place(RuleNode()),
    "math_block": _write_formula,
    "python_object": _write_object,
    "footnote_reference_open": _open_footnote,
    "footnote_reference_close": _close_footnote,
    "mdx_esm": _skip_token,
    "html_block": _write_html,
    "html_inline": _write_html,
    "table_open": _open_table,
    "table_close": _close_table,
    "thead_open": _open_with(nodes.thead),
    "thead_close": close_node,
    "tbody_open": _open_with(nodes.tbody),
    "tbody_close": close_node,
    "tr_open": _open_with(nodes.row),
    "tr_close": close_node,
    "th_open": _open_cell,
    "th_close": _close_cell,
    "td_open": _open_cell,
    "td_close": _close_cell,
}
