"""HTML elements of a page -> nodes, as far as `html_policy` allows them.

Forms are shown, but have no effect: a built page has no server that receives their data, and runs
no code of its author.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator

from docutils import nodes

from sphinx_docsnav.components.accordion import make_fold
from sphinx_docsnav.components.code import make_code
from sphinx_docsnav.components.component_nodes import are_inline, wrap_inline_children
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
from sphinx_docsnav.mdx.codemeta import CodeMeta
from sphinx_docsnav.mdx.description_tokens import parse_description
from sphinx_docsnav.mdx.expressions import to_text
from sphinx_docsnav.rendering import html_policy as html
from sphinx_docsnav.rendering.links import (
    has_link,
    make_image,
    make_link,
    mark_mode_classes,
    mark_unnamed,
)
from sphinx_docsnav.rendering.page_state import SPREAD, OpenElement, claim_heading_ids
from sphinx_docsnav.rendering.renderer import Renderer
from sphinx_docsnav.rendering.tag_checks import clean_heading
from sphinx_docsnav.sitefiles.page_links import AddressKind, find_file, read_image
from sphinx_docsnav.sitefiles.safe_urls import split_url
from sphinx_docsnav.vocabulary.html_names import (
    BLOCK_ELEMENTS,
    FORBIDDEN_ELEMENTS,
    PHRASING_ELEMENTS,
)
from sphinx_docsnav.vocabulary.svg_names import SVG_ELEMENTS

ChildList = list[nodes.Node]
"""Nodes that an element contains, or is rendered as."""
HEADING = "Heading"
"""The component that is a heading of any level, with or without an anchor."""
_RAW_HTML = "dangerouslySetInnerHTML"
"""React's property for HTML as text."""
_FRAMES = frozenset(("iframe", "video"))
"""Elements whose content has an aspect ratio of its own."""
_SEARCH_OPENER = {"data-docsnav-search": ""}
"""The attribute of an element that opens the search when it is clicked."""
_MAX_RAW_HTML = 50_000
"""The maximum length of HTML as text."""
_PARAGRAPH = frozenset({"paragraph_open", "paragraph_close"})
"""Tokens that HTML as text does not need: it is the content of its element."""
_SIMPLE: dict[str, type[nodes.TextElement]] = {
    "strong": nodes.strong,
    "b": nodes.strong,
    "em": nodes.emphasis,
    "i": nodes.emphasis,
    "sub": nodes.subscript,
    "sup": nodes.superscript,
}
"""Elements without attributes that have a node in docutils."""
_SAME_HOST_SANDBOX = "allow-scripts allow-popups allow-forms allow-presentation"
"""The sandbox of frames of the same host, which could otherwise remove the sandbox from inside."""
_FRAME_ATTRIBUTES = {"loading": "lazy", "referrerpolicy": "strict-origin-when-cross-origin"}
"""The attributes of every frame."""
_SANDBOX = "allow-scripts allow-same-origin allow-popups allow-forms allow-presentation"
"""The sandbox of frames of other hosts."""
_HANDLERS = frozenset(("onclick", "onsubmit", "onchange", "oninput"))
"""Attributes with code that a reader starts; other handlers change only the look."""
_SEARCH_FIELD = re.compile(r"""(["'`])#?search-bar-entry(-mobile)?\1""")
"""The id of the service's search field in code."""
_BUTTONS = {"submit": "Submit", "reset": "Reset", "button": ""}
"""The types of ``<input>`` that are buttons, and the text of one without a value."""


def render_element(out: Renderer, element: OpenElement, children: ChildList) -> ChildList:
    """Return the nodes of an HTML element.

    Faults: ``html_dropped``, once per page and name, for elements that run or load something; they
    are left out with their content.
    """
    tag = element.name
    if tag in FORBIDDEN_ELEMENTS:
        message = f"<{tag}> is not allowed in pages; left out with its content"
        out.warn(FaultKind.HTML_DROPPED, message, element.line, once=tag)
        return []
    if out.page.host.html == "none":
        return children
    out.page.has_author_markup = True
    element.values = {name: value for name, value in element.values.items() if _is_written(value)}
    if _RAW_HTML in element.values:
        children = [*children, *_render_raw_html(out, element, element.values.pop(_RAW_HTML))]
    _report_controls(out, element)
    rendered = _render_by_tag(out, element, children)
    return _mark_search_opener(rendered) if _opens_search(element) else rendered


def _render_by_tag(out: Renderer, element: OpenElement, children: ChildList) -> ChildList:
    """Return the nodes of an allowed element."""
    tag = element.name
    # Elements with rules of their own, then those that docutils has, then all others.
    special = _SPECIAL.get(tag)
    if special is not None:
        return special(out, element, children)
    if tag in _SIMPLE and not _get_attributes(out, element):
        return _apply_class_and_id(out, element, [_SIMPLE[tag]("", "", *children)])
    return _make_element(out, element, children)


def _mark_search_opener(rendered: ChildList) -> ChildList:
    """Return *rendered* with the attribute by which the script of the search knows it."""
    first = rendered[0] if rendered else None
    if isinstance(first, (MarkupInlineNode, MarkupTextNode, MarkupBlockNode)):
        first["html"] |= _SEARCH_OPENER
        return rendered
    # Nodes of docutils, such as links, have no attributes of HTML.
    attributes = {**_SEARCH_OPENER, "style": "display: contents"}
    if are_inline(rendered):
        return [MarkupInlineNode("", "", *rendered, tag="span", html=attributes)]
    return [MarkupBlockNode("", *rendered, tag="div", html=attributes)]


def _render_raw_html(out: Renderer, element: OpenElement, value: object) -> ChildList:
    """Return the nodes of ``{__html: "<b>text</b>"}``, by the rules for tags of pages."""
    text = value.get("__html") if isinstance(value, dict) else None
    if not isinstance(text, str) or len(text) > _MAX_RAW_HTML or not out.page.spend():
        message = f"the HTML in {_RAW_HTML!r} of <{element.name}> is not a text; left out"
        hint = "write it as the content of the tag"
        out.warn(FaultKind.HTML_DROPPED, message, element.line, once=_RAW_HTML, hint=hint)
        return []
    tokens = [token for token in parse_description(text) if token.type not in _PARAGRAPH]
    return out.render_tokens(tokens, element.line, inline=element.inline)


def _is_written(value: object) -> bool:
    """Return whether an attribute with *value* is written; React leaves the others out."""
    return value is not None and value is not False


def _make_element(out: Renderer, element: OpenElement, children: ChildList) -> ChildList:
    """Return the element as inline markup, as a line of text, or as a block with children."""
    tag = html.REPLACED.get(element.name, element.name)
    _fit_frame(element, children)
    attributes = _get_attributes(out, element)
    inline = tag in PHRASING_ELEMENTS or tag in SVG_ELEMENTS or element.inline
    is_text = are_inline(children)
    # A block element inside a line of text stays in the line.
    if inline and (is_text or element.inline):
        if tag in BLOCK_ELEMENTS:
            _loosen_paragraph(out)
        node: nodes.Element = MarkupInlineNode("", "", *children, tag=tag, html=attributes)
    elif is_text and children and tag not in {"ul", "ol", "table", "tr", "thead", "tbody", "dl"}:
        node = MarkupTextNode("", "", *children, tag=tag, html=attributes)
    else:
        blocks = wrap_inline_children(children)
        if attributes.get("style") or _get_class(element):
            authored = {id(child) for child in children}
            blocks = [_unwrap_run(out, block, authored) for block in blocks]
        node = MarkupBlockNode("", *blocks, tag=tag, html=attributes)
    if tag == "table":
        node["classes"].append("docsnav-plain-table")
    return _apply_class_and_id(out, element, [node])


def _unwrap_run(out: Renderer, block: nodes.Node, authored: Collection[int]) -> nodes.Node:
    """Return *block* without ``<p>`` if it is a run of tags rather than a paragraph.

    An element with a layout of its own (``flex``, ``grid``) arranges its direct children.

    :param authored: the `id` of each node that the page itself has there.
    """
    page = out.page
    if block not in page.tags_only and (
        not isinstance(block, nodes.paragraph)
        or (id(block) in authored and block not in page.inline_paragraphs)
    ):
        return block
    run = MarkupRunNode(block.rawsource, "", *block.children)
    run.source, run.line = block.source, block.line
    return run


def _loosen_paragraph(out: Renderer) -> None:
    """Mark the open paragraph: it contains a block, so it must not become ``<p>``."""
    for open_node in reversed(out.page.stack):
        if isinstance(open_node, nodes.paragraph):
            open_node["docsnav_loose"] = True
            return


def _get_class(element: OpenElement) -> object:
    """Return the classes of an element."""
    return element.values.get("className") or element.values.get("class") or ""


def _get_attributes(out: Renderer, element: OpenElement) -> dict[str, str]:
    """Return the allowed attributes of an element by their HTML names."""
    tag = element.name
    result: dict[str, str] = {}
    for name, value in element.values.items():
        # Objects are no values of HTML; styles are handled below.
        if isinstance(value, (dict, list)):
            continue
        text = "" if value is True else to_text(value)
        if html.is_attribute_allowed(tag, name) and html.is_value_allowed(tag, name, text):
            result[html.get_html_name(name)] = text
        if tag in SVG_ELEMENTS and name in html.REFERENCES and html.OWN_ID.fullmatch(text):
            result["href"] = text
    # Addresses of files are resolved, which may fail.
    for name in html.get_file_attributes(tag):
        if name in element.values:
            address = _get_file_address(out, to_text(element.values[name]), element.line)
            if address:
                result[html.get_html_name(name)] = address
    style = element.values.get("style")
    if tag in _FRAMES and (placed := html.place_frame(style)) is not None:
        style = placed
    style = out.get_allowed_style(style, element.get_position("style"))
    return result | ({"style": style} if style else {})


def _fit_frame(element: OpenElement, children: ChildList) -> None:
    """Give the only frame in *element* the shape of the element, whose own height is dropped."""
    while len(children) == 1 and isinstance(children[0], (nodes.paragraph, MarkupRunNode)):
        children = list(children[0].children)
    frame = children[0] if len(children) == 1 else None
    if not isinstance(frame, nodes.Element) or frame.get("tag") not in _FRAMES:
        return
    styles = html.take_shape(element.values.get("style"), frame["html"].get("style", ""))
    if styles is not None:
        element.values["style"], frame["html"]["style"] = styles


def _make_use(out: Renderer, element: OpenElement, children: ChildList) -> ChildList:
    """Return ``<use>``, which repeats a part of a drawing.

    Faults: ``html_dropped``, once per page, for a part of another file.
    """
    if "href" in _get_attributes(out, element):
        return _make_element(out, element, children)
    message = "<use> of a drawing in another file is not drawn; left out"
    hint = "show the file with <img>, or write the drawing into the page"
    out.warn(FaultKind.HTML_DROPPED, message, element.line, once="use", hint=hint)
    return []


def _make_link(out: Renderer, element: OpenElement, children: ChildList) -> ChildList:
    """Return a link; an ``<a>`` without an address is only an element with an id."""
    href = to_text(element.values.get("href", ""))
    is_text = are_inline(children)
    if not href:
        anchors = _make_element(out, element, children)
        for node in anchors:
            if isinstance(node, (MarkupInlineNode, MarkupTextNode, MarkupBlockNode)):
                node["tag"] = "span" if is_text else "div"
                out.page.claim_ids(node, [element.values.get("name")])
        return anchors
    children = _add_label(element, children)
    if not children:
        return _make_anchor(out, element)
    linked = make_link(out, href, children, line=element.line)
    attributes = _get_attributes(out, element)
    classes = html.clean_classes(_get_class(element))
    for node in linked:
        if isinstance(node, nodes.Element) and node not in children:
            node["classes"] += classes
            out.page.claim_ids(node, [element.values.get("id")])
            if attributes.get("target") == "_blank":
                node["target"], node["rel"] = "_blank", "noopener"
    # A link around blocks needs a node of its own.
    if not is_text and not element.inline:
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


def _add_label(element: OpenElement, children: ChildList) -> ChildList:
    """Return the content of a link, with its ``aria-label`` if nothing else names it."""
    label = to_text(element.values.get("aria-label", "")).strip()
    if not label or any(_is_visible(child) for child in children):
        return children
    return [*children, nodes.inline(label, label, classes=["docsnav-unseen"])]


def _make_anchor(out: Renderer, element: OpenElement) -> ChildList:
    """Return the id of an element without content as a target."""
    target = nodes.target("", "")
    out.page.claim_ids(target, [element.values.get("id")])
    return [target] if target["ids"] else []


def _make_image(out: Renderer, element: OpenElement, _children: ChildList) -> ChildList:
    """Return an image."""
    values = dict(element.values)
    # HTML and JSX have different names for classes.
    values.setdefault("className", values.get("class", ""))
    values["style"] = out.get_allowed_style(values.get("style"), element.get_position("style"))
    url = to_text(values.get("src", ""))
    alt = to_text(values.get("alt", ""))
    images = make_image(out, url, alt, line=element.line, attributes=values)
    for node in images[:1]:
        if isinstance(node, nodes.Element):
            out.page.claim_ids(node, [values.get("id")])
            is_named = not values.keys().isdisjoint({"alt", "aria-label", "aria-hidden", "role"})
            mark_unnamed(node, is_named=is_named)
    return images


def _make_break(out: Renderer, element: OpenElement, _children: ChildList) -> ChildList:
    """Return a line break, after the element's id if it has one."""
    return [*_make_anchor(out, element), LineBreakNode()]


def _make_rule(out: Renderer, element: OpenElement, _children: ChildList) -> ChildList:
    """Return a horizontal line, or a line break inside a line of text."""
    return [*_make_anchor(out, element), LineBreakNode() if element.inline else RuleNode()]


def _make_code_element(out: Renderer, element: OpenElement, children: ChildList) -> ChildList:
    """Return code in a line of text; code with markup inside stays an element."""
    if all(isinstance(child, nodes.Text) for child in children) and not _get_attributes(
        out, element
    ):
        text = "".join(child.astext() for child in children)
        return _apply_class_and_id(out, element, [nodes.literal(text, text)])
    return _make_element(out, element, children)


def _make_pre(out: Renderer, element: OpenElement, children: ChildList) -> ChildList:
    """Return a code block; content with links, ids or styles is kept as it is."""
    blocks = [child for child in children if isinstance(child, nodes.literal_block)]
    if blocks:
        out.page.claim_ids(blocks[0], [element.values.get("id")])
    if element.inline or blocks:
        return children
    # A block of code shows neither links nor styles.
    if any(_has_own_look(child) for child in children):
        return _make_element(out, element, children)
    text = "\n".join(_get_code_text(child) for child in children).strip("\n")
    # The language is a class of ``<code>`` inside, or an attribute.
    elements = (child for child in children if isinstance(child, nodes.Element))
    class_names = (name for child in elements for name in child["classes"])
    language = next((name for name in class_names if name.startswith("language-")), "")
    attributes = (element.values.get(f"data-{name}") or "" for name in ("language", "title"))
    language_name, title = map(to_text, attributes)
    node = make_code(text, CodeMeta(language_name or language.removeprefix("language-"), title))
    return _apply_class_and_id(out, element, [node])


def _has_own_look(node: nodes.Node) -> bool:
    """Return whether a block of plain text would lose something in *node*."""
    inside = node.findall(nodes.Element)
    return has_link(node) or any(inner["ids"] or inner.get("html") for inner in inside)


def _get_code_text(node: nodes.Node) -> str:
    """Return the text of *node* with its line breaks."""
    if isinstance(node, LineBreakNode):
        return "\n"
    if isinstance(node, nodes.Text):
        return str(node)
    return "".join(_get_code_text(child) for child in node.children)


def _unwrap_paragraphs(children: ChildList) -> ChildList:
    """Return children without paragraphs around text; an element of text must not contain them.

    Markdown creates a paragraph for text on a line of its own in ``<p>`` or ``<h1>``. Browsers end
    the element where that paragraph begins, so that its classes have no effect.
    """
    text_types = (nodes.Text, nodes.Inline, nodes.paragraph)
    if not all(isinstance(child, text_types) for child in children):
        return children
    result: ChildList = []
    for child in children:
        if not isinstance(child, nodes.paragraph):
            result.append(child)
            continue
        result += [LineBreakNode()] * bool(result) + child.children
    return result


def _make_paragraph(out: Renderer, element: OpenElement, children: ChildList) -> ChildList:
    """Return ``<p>`` as a paragraph of docutils, unless its attributes or content prevent it."""
    children = _unwrap_paragraphs(children)
    is_text = are_inline(children)
    if element.inline or not is_text or _get_attributes(out, element):
        return _make_element(out, element, children)
    node = nodes.paragraph("", "", *children, classes=html.clean_classes(_get_class(element)))
    node.rawsource = node.astext()
    out.page.claim_ids(node, [element.values.get("id")])
    return [node]


def _make_heading(out: Renderer, element: OpenElement, children: ChildList) -> ChildList:
    """Return a heading, which gets ids like those of Markdown."""
    children = _unwrap_paragraphs(children)
    if element.inline or not "".join(child.astext() for child in children).strip():
        return _make_element(out, element, children)
    title = nodes.title("", "", *children)
    # The heading may be a title of other pages.
    clean_heading(out, title)
    children, text = title.children, title.astext().strip()
    level = _get_level(element)
    author_id = element.values.get("id")
    has_anchor = bool(author_id) or not element.values.get("noAnchor")
    node = HeadingNode(text, "", *children, level=level, toc=text if has_anchor else "")
    # The look of an HTML heading is its author's.
    node["permalink"] = has_anchor and element.name == HEADING
    node.source, node.line = out.source, element.line
    node["classes"] += html.clean_classes(_get_class(element))
    if has_anchor:
        claim_heading_ids(out.page, node, author_id, children, level)
    return [node]


def _get_level(element: OpenElement) -> int:
    """Return the level of ``<h2>`` or ``<Heading level={2}>``, from 1 to 6."""
    level = element.values.get("level", 2) if element.name == HEADING else element.name[1]
    digit = str(level).strip()
    return int(digit) if digit in {"1", "2", "3", "4", "5", "6"} else 2


def _make_details(out: Renderer, element: OpenElement, children: ChildList) -> ChildList:
    """Return ``<details>`` as a fold whose title is its ``<summary>``."""
    title: ChildList = []
    body: ChildList = []
    for child in wrap_inline_children(children):
        if _is_summary(child):
            title = list(child.children)
            continue
        first = child.children[0] if child.children else None
        if isinstance(child, nodes.TextElement) and first is not None and _is_summary(first):
            # Text on the line after the summary is in the same paragraph.
            title = list(first.children)
            child.remove(first)
        body.append(child)
    # A summary on a line of its own contains a paragraph.
    if len(title) == 1 and isinstance(title[0], nodes.paragraph):
        title = list(title[0].children)
    node = make_fold(
        title or [nodes.Text("Details")], body, "docsnav-accordion", opened="open" in element.values
    )
    out.page.claim_ids(node, [element.values.get("id")])
    return [node]


def _is_summary(node: nodes.Node) -> bool:
    """Return whether *node* is a ``<summary>``."""
    return isinstance(node, nodes.Element) and node.get("tag") == "summary"


def _make_frame(out: Renderer, element: OpenElement, children: ChildList) -> ChildList:
    """Return a frame of another site over https, in a sandbox, or what is shown instead of it.

    That is a link for hosts that ``docsnav_allowed`` does not name.

    Faults: ``html_dropped`` for what is not allowed.
    """
    url = to_text(element.values.get("src", "")).strip()
    if not url:
        if element.refused.isdisjoint(("src", SPREAD)):
            message = "<iframe> has no address in 'src'; left out"
            out.warn(FaultKind.HTML_DROPPED, message, element.line)
        return children
    address, hosts = read_image(url, ("",)), out.page.host.iframe_hosts
    # Files of the site are not shown in frames.
    parts = split_url(address.url) if address.where is AddressKind.ELSEWHERE else None
    if parts is None or parts.scheme != "https" or not parts.hostname:
        message = f"<iframe> of {url[:80]!r} is not allowed, only https addresses are; left out"
        out.warn(FaultKind.HTML_DROPPED, message, element.line)
        return children
    name = parts.hostname
    if hosts and not any(name == host or name.endswith(f".{host}") for host in hosts):
        message = (
            f"<iframe> of {name} is not allowed by docsnav_allowed['iframe_hosts']; shown as a link"
        )
        out.warn(FaultKind.HTML_DROPPED, message, element.line)
        return make_link(out, address.url, [nodes.Text(address.url)], line=element.line)
    frames = _make_element(out, element, [])
    for node in frames:
        if isinstance(node, nodes.Element):
            node["html"] |= {
                "src": address.url,
                **_FRAME_ATTRIBUTES,
                "sandbox": _SANDBOX if name != out.page.host.own_host else _SAME_HOST_SANDBOX,
            }
            node["classes"].append("docsnav-iframe")
    return frames


def _make_input(out: Renderer, element: OpenElement, _children: ChildList) -> ChildList:
    """Return an ``<input>`` that cannot be changed, or a button for a type that is one."""
    kind, value = to_text(element.values.get("type", "text")), _get_input_text(element)
    attributes = _get_attributes(out, element) | ({"value": value} if value else {})
    if kind == "hidden":
        return []
    if kind in _BUTTONS:
        label, button = nodes.Text(value or _BUTTONS[kind]), {"type": "button", "disabled": ""}
        node = MarkupInlineNode("", "", label, tag="button", html=button)
    else:
        node = MarkupInlineNode("", "", tag="input", html=attributes | {"disabled": ""})
    return _apply_class_and_id(out, element, [node])


def _make_text_area(out: Renderer, element: OpenElement, children: ChildList) -> ChildList:
    """Return a ``<textarea>`` that cannot be changed; it contains text only."""
    content = "\n".join(child.astext() for child in children) or _get_input_text(element)
    attributes = _get_attributes(out, element) | {"disabled": ""}
    node = MarkupInlineNode("", "", nodes.Text(content), tag="textarea", html=attributes)
    return _apply_class_and_id(out, element, [node])


def _get_input_text(element: OpenElement) -> str:
    """Return the text of a field of a form."""
    return to_text(element.values.get("value", element.values.get("defaultValue", "")))


def _make_select(out: Renderer, element: OpenElement, children: ChildList) -> ChildList:
    """Return a ``<select>`` with the options in *children* and nothing else."""
    options = (
        MarkupInlineNode("", "", nodes.Text(text), tag="option", html={})
        for text in _find_options(children)
    )
    attributes = _get_attributes(out, element)
    node = MarkupInlineNode("", "", *options, tag="select", html=attributes)
    return _apply_class_and_id(out, element, [node])


def _apply_class_and_id(out: Renderer, element: OpenElement, rendered: ChildList) -> ChildList:
    """Return *rendered* with the classes and the id of the element."""
    for node in rendered:
        if isinstance(node, nodes.Element):
            node["classes"] += mark_mode_classes(html.clean_classes(_get_class(element)))
            out.page.claim_ids(node, [element.values.get("id")])
    return rendered


def _get_file_address(out: Renderer, url: str, line: int) -> str:
    """Return the address of a video or sound, a site file as ``docsnav-file:NAME``.

    :returns: ``""``, after a warning, if there is no such file or the address is unsafe.
    """
    # ``srcset`` is a list of addresses with sizes, of which the first is used.
    first_url = url.partition(",")[0].partition(" ")[0] if "," in url else url
    address = read_image(first_url, out.folders)
    host = out.page.host
    if address.where is AddressKind.ELSEWHERE:
        return address.url
    if address.where is AddressKind.SITE:
        file = find_file(address.paths, host.root)
        if file is not None:
            out.report_hidden_characters(file, line)
            return f"docsnav-file:{host.publish(file)}"
        message = f"the site has no file {url!r}; it is left out"
        out.warn(FaultKind.IMAGE_MISSING, message, line, once=url, target=address.paths[0])
    elif address.where is AddressKind.UNSAFE:
        message = f"address {url[:80]!r} of a file is not of an allowed kind; left out"
        out.warn(FaultKind.LINK_UNSAFE, message, line)
    return ""


def _opens_search(element: OpenElement) -> bool:
    """Return whether a click on *element* opens the search of the page.

    Front pages have a large search box whose code clicks the search field of the service.
    """
    codes = (element.handlers.get("onClick"), element.values.get("onclick"))
    fields = ((code, _SEARCH_FIELD.search(code)) for code in codes if isinstance(code, str))
    return any(field and ".click(" in code[field.end() :] for code, field in fields)


def _report_controls(out: Renderer, element: OpenElement) -> None:
    """Report a form, or an element with code that runs on clicks or input.

    Faults: ``html_dropped``, once per page for each of the two.
    """
    if element.name == "form":
        message = "<form> sends nothing: a built page has no server; its fields are shown"
        hint = "link to a page that takes the input"
        out.warn(FaultKind.HTML_DROPPED, message, element.line, once="form", hint=hint)
    attributes = element.tag.attributes if element.tag else ()
    names = {*element.values, *element.handlers}
    names |= {getattr(attribute, "name", "") for attribute in attributes}
    for name in sorted(names):
        if name.lower() in _HANDLERS and not (name.lower() == "onclick" and _opens_search(element)):
            message = f"{name!r} of <{element.name}> has no effect: pages run no JavaScript"
            hint = "use a link, or a component such as <Tabs> or <Accordion>"
            out.warn(FaultKind.HTML_DROPPED, message, element.line, once="handler", hint=hint)
            return


def _find_options(children: list[nodes.Node]) -> Iterator[str]:
    """Yield the text of each ``<option>`` in *children*, at any depth."""
    for child in children:
        if not isinstance(child, nodes.Element):
            continue
        if child.get("tag") == "option":
            yield child.astext()
        else:
            yield from _find_options(child.children)


_SPECIAL: dict[str, Callable[[Renderer, OpenElement, ChildList], ChildList]] = {
    "a": _make_link,
    "img": _make_image,
    "br": _make_break,
    "hr": _make_rule,
    "code": _make_code_element,
    "pre": _make_pre,
    "p": _make_paragraph,
    **{f"h{level}": _make_heading for level in range(1, 7)},
    HEADING: _make_heading,
    "details": _make_details,
    "iframe": _make_frame,
    "input": _make_input,
    "textarea": _make_text_area,
    "select": _make_select,
    "use": _make_use,
}
"""The functions for elements with rules of their own."""
