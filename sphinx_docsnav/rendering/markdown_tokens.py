"""Tokens of Markdown -> docutils nodes: blocks, tables, fences, formulas and what is in a line."""

from __future__ import annotations

import re

from docutils import nodes
from markdown_it.token import Token

from sphinx_docsnav.components.code import CodeBlockOptions, make_code
from sphinx_docsnav.components.component_nodes import attach, block_children
from sphinx_docsnav.components.markup import (
    CheckboxNode,
    HeadingNode,
    LineBreakNode,
    MarkupTextNode,
    RuleNode,
    TableNode,
    make_marked,
    take_alert,
)
from sphinx_docsnav.components.misc import make_math, make_mermaid
from sphinx_docsnav.faults import FaultKind
from sphinx_docsnav.mdx.codemeta import read_fence_info
from sphinx_docsnav.mdx.expressions import to_text
from sphinx_docsnav.mdx.nesting import TAGS_ONLY
from sphinx_docsnav.rendering.component_context import TagContext
from sphinx_docsnav.rendering.links import mark_unnamed
from sphinx_docsnav.rendering.page_state import claim_heading_ids
from sphinx_docsnav.rendering.renderer import Renderer, TokenRule
from sphinx_docsnav.rendering.scope import OpenElement
from sphinx_docsnav.rendering.tag_checks import clean_heading, report_id, report_order

_PROPERTY = re.compile(r"\{\s*(?:props\.)?([A-Za-z_$][\w$]*)\s*\}")


def fence_nodes(out: Renderer, token: Token) -> list[nodes.Node]:
    """Return the nodes of a fence: a diagram, or code with the options of its first line."""
    text = token.content.removesuffix("\n")
    if out.scope.lenient and "{" in text:
        text = _filled(out, text)
    report_order(out, text, out.line + 1)
    meta = read_fence_info(token.info)
    if meta.language == "mermaid":
        return [make_mermaid(text)]
    if meta.language == "math":
        return [formula_node(out, token, inline=False)]
    look = CodeBlockOptions(
        meta.language,
        meta.title,
        meta.numbers,
        highlight=meta.highlight,
        focus=meta.focus,
        wrap=meta.wrap,
        expandable=meta.expandable,
        nocopy=meta.nocopy,
    )
    out.spot = out.line, token.meta.get("column", 1) + max(0, token.info.find(meta.icon))
    context = TagContext(out, OpenElement("```", {}, out.line, inline=False))
    icon, more = context.icon(meta.icon), context.translate("expand")
    serial = context.serial() if look.expandable else ""
    block = make_code(text, look, icon=icon, serial=serial, more=more)
    for node in [block, *block.findall(nodes.literal_block)]:
        node.source, node.line = out.source, out.line
    return [block]


def _filled(out: Renderer, text: str) -> str:
    """Return *text* with the properties of a snippet in place of ``{name}``."""

    def fill(match: re.Match[str]) -> str:
        value = out.scope.get(match[1])
        simple = isinstance(value, (str, int, float)) and not isinstance(value, bool)
        return to_text(value) if simple else match.group()

    return _PROPERTY.sub(fill, text)


def formula_node(out: Renderer, token: Token, *, inline: bool) -> nodes.Element:
    """Return the formula of *token*, as text if TeX may not see it.

    Faults: ``formula``.
    """
    return make_math(
        token.content.strip(), lambda message: out.warn(FaultKind.FORMULA, message), inline=inline
    )


_LONG_NAME = 30
"""Characters from which a name in code may break inside a line of a narrow window."""


def _text(out: Renderer, token: Token) -> None:
    if token.content:
        attach(out.writing.current, nodes.Text(token.content))


def _softbreak(out: Renderer, _token: Token) -> None:
    out.line += 1
    attach(out.writing.current, nodes.Text("\n"))


def _hardbreak(out: Renderer, _token: Token) -> None:
    out.line += 1
    attach(out.writing.current, LineBreakNode())


def _code(out: Renderer, token: Token) -> None:
    content = token.content
    report_order(out, content, out.line)
    literal = nodes.literal(content)
    attach(literal, nodes.Text(content))
    if len(content) > _LONG_NAME and max(map(len, content.split()), default=0) > _LONG_NAME:
        literal["classes"].append("docsnav-long")
    attach(out.writing.current, literal)


def _inline_math(out: Renderer, token: Token) -> None:
    attach(out.writing.current, formula_node(out, token, inline=True))


def _em(out: Renderer, _token: Token) -> None:
    out.open(nodes.emphasis())


def _strong(out: Renderer, _token: Token) -> None:
    out.open(nodes.strong())


def _deleted(out: Renderer, _token: Token) -> None:
    out.open(make_marked("del"))


def _link_open(out: Renderer, token: Token) -> None:
    out.links.append(token)
    out.writing.stack.append(nodes.inline())


def _link_close(out: Renderer, _token: Token) -> None:
    words = out.writing.stack.pop()
    opening = out.links.pop()
    line = opening.meta.get("line", out.line)
    out.spot = line, opening.meta.get("column", 1)
    href = str(opening.attrs.get("href", ""))
    if not href.strip():
        message, hint = "this link has no address; shown as text", "write '\\[' for a bracket"
        out.warn(FaultKind.LINK_MISSING, message, line, hint=hint)
    title = str(opening.attrs.get("title", ""))
    for node in out.link(href, words.children, line=line, title=title):
        attach(out.writing.current, node)


def _image(out: Renderer, token: Token) -> None:
    line = token.meta.get("line", out.line)
    out.spot = line, token.meta.get("column", 1)
    breaks = ("softbreak", "hardbreak")
    children = token.children or ()
    alt = "".join(" " if child.type in breaks else child.content for child in children)
    source = str(token.attrs.get("src", ""))
    if not source.strip():
        shown = "its alternative text is shown" if alt else "nothing is shown"
        out.warn(FaultKind.IMAGE_MISSING, f"this image has no address; {shown}", line)
    attributes = {"title": str(token.attrs["title"])} if token.attrs.get("title") else {}
    for node in out.image(source, alt, line=line, attributes=attributes):
        mark_unnamed(node, is_named=bool(alt.strip()))
        attach(out.writing.current, node)


def _footnote_ref(out: Renderer, token: Token) -> None:
    label = str(token.meta.get("label", ""))
    order = out.writing.footnote_order
    if label not in order:
        order.append(label)
    number = str(order.index(label) + 1)
    reference = nodes.footnote_reference(f"[^{label}]", number, docsnav_label=label)
    out.writing.claim_ids(reference, [out.writing.serial()])
    attach(out.writing.current, reference)


def _paragraph_open(out: Renderer, token: Token) -> None:
    if isinstance(out.writing.current, nodes.TextElement):
        out.writing.stack.append(out.writing.current)  # a snippet's text inside a line of text
        return
    paragraph = nodes.paragraph()
    if token.meta.get(TAGS_ONLY):
        out.writing.tags_only.add(paragraph)
    out.open(paragraph)


def _paragraph_close(out: Renderer, _token: Token) -> None:
    paragraph = out.close()
    if not isinstance(paragraph, nodes.paragraph):
        return
    if paragraph.attributes.pop("docsnav_loose", False):
        loose = MarkupTextNode(paragraph.rawsource, "", *paragraph.children, tag="div", html={})
        loose.source, loose.line = paragraph.source, paragraph.line
        paragraph.replace_self(loose)
        if paragraph in out.writing.tags_only:
            out.writing.tags_only.add(loose)
        return
    for child in paragraph.children:
        if not isinstance(child, (nodes.Text, nodes.Inline)):
            _split(paragraph)
            return
    if not paragraph.children:
        paragraph.parent.remove(paragraph)


def _split(paragraph: nodes.paragraph) -> None:
    """Put blocks that a line of text brought along beside the paragraph instead of into it."""
    parts = block_children(paragraph.children)
    for part in parts:
        if isinstance(part, nodes.Element):
            part.source, part.line = paragraph.source, part.line or paragraph.line
    paragraph.parent[paragraph.parent.index(paragraph) : paragraph.parent.index(paragraph) + 1] = (
        parts
    )


def _inline(out: Renderer, token: Token) -> None:
    if token.map:
        out.line = token.map[0] + 1
    current = out.writing.current
    if isinstance(current, nodes.TextElement) and not current.rawsource:
        current.rawsource = token.content
    out.run(token.children or ())


def _heading_open(out: Renderer, token: Token) -> None:
    level = int(token.tag[1])
    if given := token.meta.get("id"):
        report_id(out, f"{{#{given}}}", given, (out.line, token.meta["column"]))
    out.writing.stack.append(nodes.title(docsnav_level=level, docsnav_id=token.meta.get("id")))


def _heading_close(out: Renderer, _token: Token) -> None:
    title = out.writing.stack.pop()
    assert isinstance(title, nodes.title)  # noqa: S101 - what _heading_open put there
    level, given = title.attributes.pop("docsnav_level"), title.attributes.pop("docsnav_id")
    clean_heading(out, title)
    parts = title.children
    if out.writing.stack:
        heading = HeadingNode(title.rawsource, "", *parts, level=level, toc=title.astext())
        claim_heading_ids(out.writing, heading, given, parts, level)
        out.place(heading)
        return
    claim_heading_ids(out.writing, out.open_section(level, title), given, parts, level)


def _list_open(out: Renderer, token: Token) -> None:
    if token.type == "bullet_list_open":
        out.open(nodes.bullet_list(bullet=token.markup or "-"))
        return
    listing = nodes.enumerated_list(enumtype="arabic", prefix="", suffix=token.markup or ".")
    start = int(token.attrs.get("start", 1))
    if start != 1:
        listing["start"] = start
    out.open(listing)


def _item_open(out: Renderer, token: Token) -> None:
    item = nodes.list_item()
    out.open(item)
    checked = token.meta.get("checked")
    if checked is not None:
        item["classes"].append("docsnav-task")
        item["docsnav_checked"] = checked


def _item_close(out: Renderer, _token: Token) -> None:
    item = out.close()
    if "docsnav_checked" in item:
        box = CheckboxNode(checked=item.attributes.pop("docsnav_checked"))
        if not item.children or not isinstance(item.children[0], nodes.paragraph):
            item.insert(0, nodes.paragraph())
        first = item.children[0]
        if isinstance(first, nodes.paragraph):
            first.insert(0, [box, nodes.Text(" ")])
    item.children = block_children(item.children)
    for child in item.children:
        item.setup_child(child)


def _quote_open(out: Renderer, _token: Token) -> None:
    out.open(nodes.block_quote())


def _quote_close(out: Renderer, _token: Token) -> None:
    quote = out.close()
    cls = take_alert(quote)
    if cls is not None and quote.parent is not None:
        alert = cls("", *quote.children)
        alert.source, alert.line = quote.source, quote.line
        quote.replace_self(alert)


def _fence(out: Renderer, token: Token) -> None:
    out.fence(token)


def _rule(out: Renderer, _token: Token) -> None:
    out.place(RuleNode())


def _math(out: Renderer, token: Token) -> None:
    out.place(formula_node(out, token, inline=False))


def _footnote_open(out: Renderer, token: Token) -> None:
    note = nodes.footnote(docsnav_label=token.meta.get("label", ""))
    note.source, note.line = out.source, out.line
    out.writing.stack.append(note)


def _footnote_close(out: Renderer, _token: Token) -> None:
    note = out.writing.stack.pop()
    if not isinstance(note, nodes.footnote):
        return
    label = note["docsnav_label"]
    first = out.writing.footnotes.setdefault(label, note)
    if first is not note:
        message = f"the footnote '[^{label}]' of line {first.line} is shown, this one is left out"
        hint = "give it another name, or remove it"
        out.warn(FaultKind.MDX_SYNTAX, message, note.line, hint=hint)


def _close(out: Renderer, _token: Token) -> None:
    out.close()


def _nothing(_out: Renderer, _token: Token) -> None:
    """Skip a token that shows nothing."""


def _html(out: Renderer, token: Token) -> None:
    out.writing.current.append(nodes.Text(token.content))


def _table_open(out: Renderer, _token: Token) -> None:
    table = TableNode(classes=["colwidths-auto"])
    out.open(table)
    out.open(nodes.tgroup())


def _table_close(out: Renderer, _token: Token) -> None:
    group = out.close()
    if not any(isinstance(part, nodes.tbody) for part in group):
        group += nodes.tbody()  # docutils has no table without a body
    columns = max((len(row) for row in group.findall(nodes.row)), default=1)
    for _ in range(columns):
        group.insert(0, nodes.colspec(colwidth=round(100 / columns)))
    group["cols"] = columns
    out.close()


def _part_open(out: Renderer, token: Token) -> None:
    out.open(nodes.thead() if token.type == "thead_open" else nodes.tbody())


def _row_open(out: Renderer, _token: Token) -> None:
    out.open(nodes.row())


def _cell_open(out: Renderer, token: Token) -> None:
    entry = nodes.entry()
    align = str(token.attrs.get("style", "")).removeprefix("text-align:")
    if align:
        entry["classes"].append(f"docsnav-{align}")
    out.open(entry)
    out.open(nodes.paragraph())


def _cell_close(out: Renderer, _token: Token) -> None:
    paragraph = out.close()
    entry = out.close()
    entry.children = block_children(paragraph.children)
    for child in entry.children:
        entry.setup_child(child)
        if isinstance(child, nodes.paragraph):
            child.rawsource = child.rawsource or paragraph.rawsource


def _close_part(out: Renderer, _token: Token) -> None:
    out.close()


RULES: dict[str, TokenRule] = {
    "text": _text,
    "text_special": _text,
    "softbreak": _softbreak,
    "hardbreak": _hardbreak,
    "code_inline": _code,
    "math_inline": _inline_math,
    "em_open": _em,
    "em_close": _close,
    "strong_open": _strong,
    "strong_close": _close,
    "s_open": _deleted,
    "s_close": _close,
    "link_open": _link_open,
    "link_close": _link_close,
    "image": _image,
    "footnote_ref": _footnote_ref,
    "footnote_anchor": _nothing,
    "paragraph_open": _paragraph_open,
    "paragraph_close": _paragraph_close,
    "inline": _inline,
    "heading_open": _heading_open,
    "heading_close": _heading_close,
    "bullet_list_open": _list_open,
    "bullet_list_close": _close,
    "ordered_list_open": _list_open,
    "ordered_list_close": _close,
    "list_item_open": _item_open,
    "list_item_close": _item_close,
    "blockquote_open": _quote_open,
    "blockquote_close": _quote_close,
    "fence": _fence,
    "code_block": _fence,
    "hr": _rule,
    "math_block": _math,
    "footnote_reference_open": _footnote_open,
    "footnote_reference_close": _footnote_close,
    "mdx_esm": _nothing,
    "html_block": _html,
    "html_inline": _html,
    "table_open": _table_open,
    "table_close": _table_close,
    "thead_open": _part_open,
    "thead_close": _close_part,
    "tbody_open": _part_open,
    "tbody_close": _close_part,
    "tr_open": _row_open,
    "tr_close": _close_part,
    "th_open": _cell_open,
    "th_close": _cell_close,
    "td_open": _cell_open,
    "td_close": _cell_close,
}
