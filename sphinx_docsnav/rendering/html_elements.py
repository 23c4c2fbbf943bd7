"""Html elements of a page -> nodes, as far as `html` allows them."""

from __future__ import annotations

from collections.abc import Callable, Collection

from docutils import nodes

from sphinx_docsnav.components.accordion import make_fold
from sphinx_docsnav.components.code import CodeBlockOptions, make_code
from sphinx_docsnav.components.component_nodes import block_children
from sphinx_docsnav.components.markup import (
    HeadingNode,
    LineBreakNode,
    LinkBlockNode,
    MarkupBlockNode,
    MarkupInlineNode,
    MarkupRunNode,
    MarkupTextNode,
    RuleNode,
)
from sphinx_docsnav.faults import FaultKind
from sphinx_docsnav.mdx.description_tokens import parse_description
from sphinx_docsnav.mdx.expressions import to_text
from sphinx_docsnav.rendering import html_policy as html
from sphinx_docsnav.rendering.links import has_link, light_and_dark, mark_unnamed
from sphinx_docsnav.rendering.page_state import claim_heading_ids
from sphinx_docsnav.rendering.renderer import Renderer
from sphinx_docsnav.rendering.scope import OpenElement
from sphinx_docsnav.rendering.special_elements import (
    choices,
    file_address,
    frame_address,
    input_node,
    report_controls,
    text_area,
)
from sphinx_docsnav.rendering.tag_checks import clean_heading
from sphinx_docsnav.vocabulary.html_names import (
    BLOCK_ELEMENTS,
    FORBIDDEN_ELEMENTS,
    PHRASING_ELEMENTS,
)
from sphinx_docsnav.vocabulary.svg_names import SVG_ELEMENTS

Found = list[nodes.Node]
_RAW_HTML = "dangerouslySetInnerHTML"
_LONGEST_HTML = 50_000
_PARAGRAPH = frozenset({"paragraph_open", "paragraph_close"})
_SIMPLE: dict[str, type[nodes.TextElement]] = {
    "strong": nodes.strong,
    "b": nodes.strong,
    "em": nodes.emphasis,
    "i": nodes.emphasis,
    "sub": nodes.subscript,
    "sup": nodes.superscript,
}


def _raw_html(out: Renderer, element: OpenElement, value: object) -> Found:
    """Return what ``{__html: "<b>words</b>"}`` shows, by the rules for the tags of pages."""
    text = value.get("__html") if isinstance(value, dict) else None
    if not isinstance(text, str) or len(text) > _LONGEST_HTML or not out.writing.spend():
        message = f"the HTML in {_RAW_HTML!r} of <{element.name}> is not a text; left out"
        hint = "write it as the content of the tag"
        out.warn(FaultKind.HTML_DROPPED, message, element.line, once=_RAW_HTML, hint=hint)
        return []
    tokens = [token for token in parse_description(text) if token.type not in _PARAGRAPH]
    return out.written(tokens, element.line, inline=element.inline)


def build(out: Renderer, element: OpenElement, children: Found) -> Found:
    """Return the nodes of an html element.

    Faults: ``html_dropped``, once per page and name, for elements that run or
    load things; they go with all that is in them.
    """
    tag = element.name
    if tag in FORBIDDEN_ELEMENTS:
        message = f"<{tag}> is not allowed in pages; left out with its content"
        out.warn(FaultKind.HTML_DROPPED, message, element.line, once=tag)
        return []
    if out.writing.host.html == "none":
        return children
    out.writing.has_author_markup = True
    element.values = {name: value for name, value in element.values.items() if _is_given(value)}
    if _RAW_HTML in element.values:
        children = [*children, *_raw_html(out, element, element.values.pop(_RAW_HTML))]
    report_controls(out, element)
    special = _SPECIAL.get(tag)
    if special is not None:
        return special(out, element, children)
    if tag in _SIMPLE and not _attributes(out, element):
        return _named(out, element, [_SIMPLE[tag]("", "", *children)])
    return _generic(out, element, children)


def _is_given(value: object) -> bool:
    """Return whether an attribute with *value* is written; React omits the others."""
    return value is not None and value is not False


def _generic(out: Renderer, element: OpenElement, children: Found) -> Found:
    tag = html.REPLACED.get(element.name, element.name)
    attributes = _attributes(out, element)
    inline = tag in PHRASING_ELEMENTS or tag in SVG_ELEMENTS or element.inline
    textual = all(isinstance(child, (nodes.Text, nodes.Inline)) for child in children)
    if inline and (textual or element.inline):
        if tag in BLOCK_ELEMENTS:
            _loosen(out)
        node: nodes.Element = MarkupInlineNode("", "", *children, tag=tag, html=attributes)
    elif textual and children and tag not in {"ul", "ol", "table", "tr", "thead", "tbody", "dl"}:
        node = MarkupTextNode("", "", *children, tag=tag, html=attributes)
    else:
        blocks = block_children(children)
        if attributes.get("style") or _class(element):
            written = {id(child) for child in children}
            blocks = [_without_tag(out, block, written) for block in blocks]
        node = MarkupBlockNode("", *blocks, tag=tag, html=attributes)
    if tag == "table":
        node["classes"].append("docsnav-plain-table")
    return _named(out, element, [node])


def _without_tag(out: Renderer, block: nodes.Node, written: Collection[int]) -> nodes.Node:
    """Return *block*, without ``<p>`` if it is a run of tags and no paragraph of the page.

    An element with a layout of its own (``flex``, ``grid``) arranges what it directly contains.

    :param written: the identities of the nodes that the page itself has there.
    """
    writing = out.writing
    if block not in writing.tags_only and (
        not isinstance(block, nodes.paragraph)
        or (id(block) in written and block not in writing.lines)
    ):
        return block
    run = MarkupRunNode(block.rawsource, "", *block.children)
    run.source, run.line = block.source, block.line
    return run


def _loosen(out: Renderer) -> None:
    """Mark the open paragraph: it contains a block, so it must not be written as ``<p>``."""
    for open_node in reversed(out.writing.stack):
        if isinstance(open_node, nodes.paragraph):
            open_node["docsnav_loose"] = True
            return


def _class(element: OpenElement) -> object:
    return element.values.get("className") or element.values.get("class") or ""


def _attributes(out: Renderer, element: OpenElement) -> dict[str, str]:
    """Return the allowed attributes of the element, by their HTML names."""
    tag = element.name
    result: dict[str, str] = {}
    for name, value in element.values.items():
        if isinstance(value, (dict, list)):
            continue
        text = "" if value is True else to_text(value)
        if html.is_attribute_allowed(tag, name) and html.is_value_allowed(tag, name, text):
            result[html.html_name(name)] = text
        if tag in SVG_ELEMENTS and name in html.REFERENCES and html.OWN_ID.fullmatch(text):
            result["href"] = text
    for name in html.file_attributes(tag):
        if name in element.values:
            address = file_address(out, to_text(element.values[name]), element.line)
            if address:
                result[html.html_name(name)] = address
    style = out.allowed_style(element.values.get("style"), element.place_of("style"))
    return result | ({"style": style} if style else {})


def _use(out: Renderer, element: OpenElement, children: Found) -> Found:
    """Return a part of a drawing that is drawn again.

    Faults: ``html_dropped``, once per page, for a part of another file.
    """
    if "href" in _attributes(out, element):
        return _generic(out, element, children)
    message = "<use> of a drawing in another file is not drawn; left out"
    hint = "show the file with <img>, or write the drawing into the page"
    out.warn(FaultKind.HTML_DROPPED, message, element.line, once="use", hint=hint)
    return []


def _link(out: Renderer, element: OpenElement, children: Found) -> Found:
    href = to_text(element.values.get("href", ""))
    textual = all(isinstance(child, (nodes.Text, nodes.Inline)) for child in children)
    if not href:
        found = _generic(out, element, children)
        for node in found:
            if isinstance(node, (MarkupInlineNode, MarkupTextNode, MarkupBlockNode)):
                node["tag"] = "span" if textual else "div"
                out.writing.claim_ids(node, [element.values.get("name")])
        return found
    children = _with_label(element, children)
    if not children:
        return _anchor(out, element)
    linked = out.link(href, children, line=element.line)
    attributes = _attributes(out, element)
    classes = html.clean_classes(_class(element))
    for node in linked:
        if isinstance(node, nodes.Element) and node not in children:
            node["classes"] += classes
            out.writing.claim_ids(node, [element.values.get("id")])
            if attributes.get("target") == "_blank":
                node["target"], node["rel"] = "_blank", "noopener"
    if not textual and not element.inline:
        return [LinkBlockNode("", "", *linked, style=attributes.get("style", ""))]
    if attributes.get("style"):
        style = {"style": attributes["style"]}
        return [MarkupInlineNode("", "", *linked, tag="span", html=style)]
    return linked


def _is_visible(node: nodes.Node) -> bool:
    """Return whether *node* gives a link a name."""
    return bool(node.astext().strip()) or bool(
        isinstance(node, nodes.Element) and next(node.findall(nodes.image), None)
    )


def _with_label(element: OpenElement, children: Found) -> Found:
    """Return the content of a link, with its ``aria-label`` if nothing else names it."""
    words = to_text(element.values.get("aria-label", "")).strip()
    if not words or any(_is_visible(child) for child in children):
        return children
    return [*children, nodes.inline(words, words, classes=["docsnav-unseen"])]


def _anchor(out: Renderer, element: OpenElement) -> Found:
    """Return what is left of a link with nothing in it: its id."""
    target = nodes.target("", "")
    out.writing.claim_ids(target, [element.values.get("id")])
    return [target] if target["ids"] else []


def _image(out: Renderer, element: OpenElement, _children: Found) -> Found:
    values = dict(element.values)
    values.setdefault("className", values.get("class", ""))
    values["style"] = out.allowed_style(values.get("style"), element.place_of("style"))
    url = to_text(values.get("src", ""))
    alt = to_text(values.get("alt", ""))
    found = out.image(url, alt, line=element.line, attributes=values)
    for node in found[:1]:
        if isinstance(node, nodes.Element):
            out.writing.claim_ids(node, [values.get("id")])
            is_named = not values.keys().isdisjoint({"alt", "aria-label", "aria-hidden", "role"})
            mark_unnamed(node, is_named=is_named)
    return found


def _break(out: Renderer, element: OpenElement, _children: Found) -> Found:
    return [*_anchor(out, element), LineBreakNode()]


def _rule(out: Renderer, element: OpenElement, _children: Found) -> Found:
    return [*_anchor(out, element), LineBreakNode() if element.inline else RuleNode()]


def _code(out: Renderer, element: OpenElement, children: Found) -> Found:
    if all(isinstance(child, nodes.Text) for child in children) and not _attributes(out, element):
        text = "".join(child.astext() for child in children)
        return _named(out, element, [nodes.literal(text, text)])
    return _generic(out, element, children)


def _pre(out: Renderer, element: OpenElement, children: Found) -> Found:
    """Return a code block; content with links, ids or styles is kept unchanged."""
    blocks = [child for child in children if isinstance(child, nodes.literal_block)]
    if blocks:
        out.writing.claim_ids(blocks[0], [element.values.get("id")])
    if element.inline or blocks:
        return children
    if any(_has_own_look(child) for child in children):
        return _generic(out, element, children)
    text = "\n".join(_code_text(child) for child in children).strip("\n")
    inside = (child for child in children if isinstance(child, nodes.Element))
    named = (name for child in inside for name in child["classes"])
    language = next((name for name in named if name.startswith("language-")), "")
    given = (element.values.get(f"data-{name}") or "" for name in ("language", "title"))
    written, title = map(to_text, given)
    node = make_code(text, CodeBlockOptions(written or language.removeprefix("language-"), title))
    return _named(out, element, [node])


def _has_own_look(node: nodes.Node) -> bool:
    """Return whether something in *node* would be lost in a block of plain text."""
    inside = node.findall(nodes.Element)
    return has_link(node) or any(inner["ids"] or inner.get("html") for inner in inside)


def _code_text(node: nodes.Node) -> str:
    """Return the text of *node* with its line breaks."""
    if isinstance(node, LineBreakNode):
        return "\n"
    if isinstance(node, nodes.Text):
        return str(node)
    return "".join(_code_text(child) for child in node.children)


def _without_paragraphs(children: Found) -> Found:
    """Return the content of paragraphs among text; an element of text must not contain them.

    Markdown makes a paragraph of text that has a line to itself in ``<p>`` or ``<h1>``. Browsers
    end the element where that paragraph begins, and its classes have no effect.
    """
    kinds = (nodes.Text, nodes.Inline, nodes.paragraph)
    if not all(isinstance(child, kinds) for child in children):
        return children
    found: Found = []
    for child in children:
        if not isinstance(child, nodes.paragraph):
            found.append(child)
            continue
        found += [LineBreakNode()] * bool(found) + child.children
    return found


def _paragraph(out: Renderer, element: OpenElement, children: Found) -> Found:
    children = _without_paragraphs(children)
    textual = all(isinstance(child, (nodes.Text, nodes.Inline)) for child in children)
    if element.inline or not textual or _attributes(out, element):
        return _generic(out, element, children)
    node = nodes.paragraph("", "", *children, classes=html.clean_classes(_class(element)))
    node.rawsource = node.astext()
    out.writing.claim_ids(node, [element.values.get("id")])
    return [node]


def _heading(out: Renderer, element: OpenElement, children: Found) -> Found:
    children = _without_paragraphs(children)
    if element.inline or not "".join(child.astext() for child in children).strip():
        return _generic(out, element, children)
    title = nodes.title("", "", *children)
    clean_heading(out, title)
    children, words = title.children, title.astext().strip()
    level = _level(element)
    given = element.values.get("id")
    has_anchor = bool(given) or not element.values.get("noAnchor")
    node = HeadingNode(words, "", *children, level=level, toc=words if has_anchor else "")
    node.source, node.line = out.source, element.line
    node["classes"] += html.clean_classes(_class(element))
    if has_anchor:
        claim_heading_ids(out.writing, node, given, children, level)
    return [node]


def _level(element: OpenElement) -> int:
    """Return the level of ``<h2>`` or ``<Heading level={2}>``, 1 to 6."""
    level = element.values.get("level", 2) if element.name == HEADING else element.name[1]
    found = str(level).strip()
    return int(found) if found in {"1", "2", "3", "4", "5", "6"} else 2


def _details(out: Renderer, element: OpenElement, children: Found) -> Found:
    title: Found = []
    body: Found = []
    for child in block_children(children):
        if _is_summary(child):
            title = list(child.children)
            continue
        first = child.children[0] if child.children else None
        if isinstance(child, nodes.TextElement) and first is not None and _is_summary(first):
            title = list(first.children)  # text followed in the next line
            child.remove(first)
        body.append(child)
    if len(title) == 1 and isinstance(title[0], nodes.paragraph):
        title = list(title[0].children)
    node = make_fold(
        title or [nodes.Text("Details")], body, "docsnav-accordion", opened="open" in element.values
    )
    out.writing.claim_ids(node, [element.values.get("id")])
    return [node]


def _is_summary(node: nodes.Node) -> bool:
    return isinstance(node, nodes.Element) and node.get("tag") == "summary"


def _frame(out: Renderer, element: OpenElement, children: Found) -> Found:
    address = frame_address(out, element)
    if address is None:
        return children
    if isinstance(address, list):
        return address
    found = _generic(out, element, [])
    for node in found:
        if isinstance(node, nodes.Element):
            node["html"] |= address
            node["classes"].append("docsnav-iframe")
    return found


def _input(out: Renderer, element: OpenElement, _children: Found) -> Found:
    found = input_node(element.values, _attributes(out, element))
    return _named(out, element, found)


def _textarea(out: Renderer, element: OpenElement, children: Found) -> Found:
    return _named(out, element, text_area(element.values, _attributes(out, element), children))


def _select(out: Renderer, element: OpenElement, children: Found) -> Found:
    return _named(out, element, choices(_attributes(out, element), children))


def _named(out: Renderer, element: OpenElement, found: Found) -> Found:
    """Return *found* with the classes and the id of the element."""
    for node in found:
        if isinstance(node, nodes.Element):
            node["classes"] += light_and_dark(html.clean_classes(_class(element)))
            out.writing.claim_ids(node, [element.values.get("id")])
    return found


HEADING = "Heading"
"""The component that is a heading of any level, with or without an anchor."""
_SPECIAL: dict[str, Callable[[Renderer, OpenElement, Found], Found]] = {
    "a": _link,
    "img": _image,
    "br": _break,
    "hr": _rule,
    "code": _code,
    "pre": _pre,
    "p": _paragraph,
    **{f"h{level}": _heading for level in range(1, 7)},
    HEADING: _heading,
    "details": _details,
    "iframe": _frame,
    "input": _input,
    "textarea": _textarea,
    "select": _select,
    "use": _use,
}
