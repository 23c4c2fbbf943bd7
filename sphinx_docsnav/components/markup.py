"""Nodes for HTML that a page writes, after `html_policy` has checked it.

The nodes of Markdown that docutils does not have, and its alerts, are here, too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape
from pathlib import Path, PurePosixPath
from typing import ClassVar
from urllib.parse import quote

from docutils import nodes
from sphinx.locale import _
from sphinx.util.images import get_image_size

from sphinx_docsnav.components.component_nodes import (
    BlockComponent,
    Component,
    HtmlOutput,
    InlineComponent,
    TitleNode,
    get_content_nodes,
    get_title_nodes,
    has_ancestor,
    is_in_link,
    make_strong_paragraph,
    start_tag,
    wrap_inline_children,
)
from sphinx_docsnav.components.markup_structure import make_structure
from sphinx_docsnav.vocabulary.html_names import PHRASING_ELEMENTS, VOID_ELEMENTS

_HIDDEN_OUTSIDE_HTML = frozenset({"svg", "video", "audio", "iframe", "canvas", "source", "track"})
_REMOTE = frozenset({"audio", "iframe", "video"})
"""Elements that an EPUB links to if their file is on another site: readers may be offline."""
_CONTROLS = frozenset({"button", "input", "select", "textarea"})
"""Elements that browsers display as a box, separate from the text beside it."""
_TABLE_BOX = '<div class="docsnav-table">'
"""The start of the box around a table, which scrolls if the table is wider than the page."""
_RASTER_SUFFIXES = frozenset({".png", ".jpg", ".jpeg", ".gif", ".webp"})
"""Types of images whose size is in the file."""
_MIN_ZOOM_WIDTH = 600
"""The width in pixels from which an image shows more details when it is enlarged."""
_ALERTS: dict[str, type[nodes.Element]] = {
    "[!note]": nodes.note,
    "[!tip]": nodes.tip,
    "[!important]": nodes.important,
    "[!warning]": nodes.warning,
    "[!caution]": nodes.caution,
}
"""The admonition for the first line of a quote."""
LIGHT_ONLY, DARK_ONLY = "docsnav-light-only", "docsnav-dark-only"
"""The classes of what is shown in one colour mode only."""
FOR_HUMANS = "docsnav_for_humans"
"""An attribute of nodes that are left out of Markdown copies."""


def _get_published_value(out: HtmlOutput, value: str) -> str:
    """Return the value of an attribute; for a file of the site, its address from this page."""
    name = value.removeprefix("docsnav-file:")
    return value if name == value else f"{out.builder.dlpath}/{quote(name)}"


class _Markup(Component):
    """An HTML element: its name (``tag``) and its checked attributes (``html``)."""

    line_end: ClassVar[str] = ""
    """What follows the end tag: a line end, if the element is between paragraphs."""

    def open_html(self, out: HtmlOutput) -> None:
        """Write the start tag with the ids and classes of the node."""
        if (
            out.builder.name == "epub"
            and self["tag"] in _REMOTE
            and (address := self._get_address())
        ):
            label = escape(self["html"].get("title") or address)
            link = f'<a class="reference external" href="{escape(address)}">{label}</a>'
            out.body.append(f"<p>{link}</p>\n" if self.line_end else link)
            raise nodes.SkipNode
        shared = {"id": " ".join(self["ids"][:1]), "class": " ".join(self["classes"])}
        shared = {name: value for name, value in shared.items() if value}
        attributes = {
            name: _get_published_value(out, value) for name, value in self["html"].items()
        }
        # The chapters of an EPUB are XML.
        if self["tag"] == "svg" and out.builder.name == "epub":
            attributes["xmlns"] = "http://www.w3.org/2000/svg"
        if self["tag"] == "table":
            out.body.append(_TABLE_BOX)
        out.body.append(start_tag(self["tag"], {**shared, **attributes}))

    def close_html(self, out: HtmlOutput) -> None:
        """Write the end tag if the element has one."""
        if self["tag"] not in VOID_ELEMENTS:
            end = "</div>" if self["tag"] == "table" else ""
            out.body.append(f"</{self['tag']}>{end}{self.line_end}")

    def plain(self) -> list[nodes.Node]:
        """Return the content; for media and drawings their address, for fields their text."""
        if self["tag"] == "input":
            fields = self["html"]
            box = fields.get("type") in {"checkbox", "radio"}
            return [] if box else [nodes.Text(fields.get("value") or fields.get("placeholder", ""))]
        if self["tag"] == "select":
            return [nodes.Text(", ".join(child.astext() for child in self.children))]
        if self["tag"] not in _HIDDEN_OUTSIDE_HTML:
            return self._get_content()
        address = self._get_address()
        if not address:
            return []
        return [self._wrap_link(nodes.reference(address, address, refuri=address))]

    def _get_address(self) -> str:
        """Return the address of media or a frame of another site; ``""`` if there is none."""
        children = (child for child in self.children if isinstance(child, _Markup))
        addresses = (node["html"].get("src", "") for node in (self, *children))
        return next((url for url in addresses if url.startswith("https://")), "")

    def _wrap_link(self, reference: nodes.reference) -> nodes.Node:
        """Return the link as a node that may stand where the element is."""
        return reference

    def _get_content(self) -> list[nodes.Node]:
        """Return the content as nodes that may stand where the element is."""
        return list(self.children)


class MarkupBlockNode(_Markup, BlockComponent):
    """An HTML element between paragraphs."""

    line_end = "\n"

    def _wrap_link(self, reference: nodes.reference) -> nodes.Node:
        return nodes.paragraph("", "", reference)

    def _get_content(self) -> list[nodes.Node]:
        written = make_structure(self["tag"], self.children)
        return wrap_inline_children(self.children) if written is None else written


class MarkupInlineNode(_Markup, InlineComponent):
    """An HTML element in a line of text."""

    def plain(self) -> list[nodes.Node]:
        """Return the content, with spaces that separate a box or block from the text beside it."""
        content = super().plain()
        # Browsers do not separate phrasing elements from the text beside them.
        if self["tag"] in PHRASING_ELEMENTS - _CONTROLS or self.parent is None:
            return content
        siblings = self.parent.children
        index = siblings.index(self)
        before = "".join(node.astext() for node in siblings[max(index - 1, 0) : index])
        after = "".join(
            str(node) for node in siblings[index + 1 : index + 2] if isinstance(node, nodes.Text)
        )
        if before and not before[-1].isspace():
            content.insert(0, nodes.Text(" "))
        if after[:1].isalnum():
            content.append(nodes.Text(" "))
        return content


class MarkupTextNode(_Markup, nodes.TextElement):
    """An HTML element between paragraphs that contains a line of text."""

    line_end = "\n"

    def plain(self) -> list[nodes.Node]:
        """Return a paragraph."""
        return [nodes.paragraph(self.rawsource, "", *self.children)]


class MarkupRunNode(Component, nodes.TextElement):
    """A line of text directly in an HTML element; a paragraph in other formats."""

    def open_html(self, out: HtmlOutput) -> None:
        """Write nothing: the line is in the element around it."""

    def close_html(self, out: HtmlOutput) -> None:
        """Write a line end."""
        out.body.append("\n")

    def plain(self) -> list[nodes.Node]:
        """Return the paragraph."""
        return [nodes.paragraph(self.rawsource, "", *self.children)]


class LinkBlockNode(Component, nodes.TextElement):
    """A link around paragraphs and images, which HTML allows and docutils does not."""

    def html_attributes(self) -> dict[str, str]:
        """Return its class and style."""
        style = {"style": self["style"]} if self["style"] else {}
        return {"class": "docsnav-link-block", **style}


class CheckboxNode(InlineComponent):
    """The box of a task; its attribute ``checked`` is the state."""

    def open_html(self, out: HtmlOutput) -> None:
        """Write a disabled checkbox, labelled by the text of the task."""
        kind = {"type": "checkbox", "class": "docsnav-task-box", "disabled": "disabled"}
        label = " ".join(self.parent.astext().split()) if self.parent else ""
        label_attributes = {"aria-label": label} if label else {}
        checked = {"checked": "checked"} if self["checked"] else {}
        out.body.append(start_tag("input", {**kind, **label_attributes, **checked}))

    def close_html(self, out: HtmlOutput) -> None:
        """Write nothing: the element is void."""

    def plain(self) -> list[nodes.Node]:
        """Return the box in GitHub's notation."""
        return [nodes.Text("[x]" if self["checked"] else "[ ]")]


class PictureNode(nodes.image):
    """An image with style and title; an `image` in other formats."""

    def open_html(self, out: HtmlOutput) -> None:
        """Write the image as Sphinx does, with its style, title and size."""
        start = len(out.body)
        attributes = {name: self[name] for name in ("style", "title") if self.get(name)}
        # The size is read first, as Sphinx then replaces the address by the published one.
        attributes |= self._get_size(out)
        out.visit_image(self)
        if attributes:
            out.body[start:] = [_add_attributes(attributes, piece) for piece in out.body[start:]]

    def _get_size(self, out: HtmlOutput) -> dict[str, str]:
        """Return width and height of the file, so that the layout does not shift when it is loaded.

        An image with a size in the page keeps it; the style sheet scales drawings.
        """
        has_size = any(self.get(name) for name in ("width", "height", "style"))
        file = PurePosixPath(self["uri"])
        if self.get("docsnav_zoom", 0) and int(self.get("width", 0)) >= _MIN_ZOOM_WIDTH:
            # A drawing can be enlarged without a size from a file.
            return {"data-docsnav-zoom": ""}
        if has_size or file.suffix.lower() not in _RASTER_SUFFIXES or ":" in self["uri"]:
            return {}
        size = get_image_size(str(Path(out.builder.srcdir, file)))
        # The file may be missing or damaged.
        if size is None or min(size) < 1:
            return {}
        self["classes"].append("docsnav-sized")
        width, height = size
        zooms = (
            width >= _MIN_ZOOM_WIDTH
            and self.get("docsnav_zoom", True)
            and out.builder.name != "epub"
        )
        return {
            "width": str(width),
            "height": str(height),
            **({"data-docsnav-zoom": ""} if zooms else {}),
        }

    def close_html(self, out: HtmlOutput) -> None:
        """Write the end of the image as Sphinx does."""
        out.depart_image(self)


def _add_attributes(attributes: Mapping[str, str], piece: str) -> str:
    """Return *piece* with *attributes* on its image.

    docutils before 0.22 writes the size of an image into ``style``. The style is then added to it,
    as an element has only one ``style``.
    """
    style_match = re.search(r'<img [^>]*?style="([^"]*)"', piece)
    style = attributes.get("style")
    if style_match and style:
        piece = piece[: style_match.start(1)] + escape(f"{style}; ") + piece[style_match.start(1) :]
        attributes = {name: value for name, value in attributes.items() if name != "style"}
    return piece.replace("<img", start_tag("img", attributes).removesuffix(" />"), 1)


class TableNode(nodes.table):
    """A table in a box that scrolls; a `table` in other formats."""

    tagname = "table"

    def open_html(self, out: HtmlOutput) -> None:
        """Write the start of the box, and of the table as the theme does."""
        out.body.append(_TABLE_BOX)
        out.visit_table(self)

    def close_html(self, out: HtmlOutput) -> None:
        """Write the end of the table as the theme does, and of the box."""
        out.depart_table(self)
        out.body.append("</div>\n")


class LineBreakNode(InlineComponent):
    """A line break inside a paragraph."""

    def open_html(self, out: HtmlOutput) -> None:
        """Write a line break."""
        out.body.append("<br />\n")

    def close_html(self, out: HtmlOutput) -> None:
        """Write nothing: the element is void."""

    def plain(self) -> list[nodes.Node]:
        """Return a space."""
        return [nodes.Text(" ")]


class RuleNode(BlockComponent):
    """A thematic break; docutils allows its own only between paragraphs of a section."""

    def open_html(self, out: HtmlOutput) -> None:
        """Write a horizontal line."""
        out.body.append('<hr class="docutils" />\n')

    def close_html(self, out: HtmlOutput) -> None:
        """Write nothing: the element is void."""

    def plain(self) -> list[nodes.Node]:
        """Return a transition between paragraphs of a section; nothing elsewhere."""
        parent = self.parent
        if not isinstance(parent, (nodes.section, nodes.document)):
            return []
        # docutils allows no transition at the beginning or end of a section.
        index = parent.index(self)
        is_between = 1 < index < len(parent) - 1
        return [nodes.transition()] if is_between else []


class HeadingNode(Component, nodes.TextElement):
    """A heading inside a component, where docutils allows no section.

    ``level`` is 1 to 6, ``toc`` the text for the table of contents. ``permalink`` is whether it
    has a link to itself, as the headings of Markdown have outside of components.
    """

    def open_html(self, out: HtmlOutput) -> None:
        """Write the start tag."""
        out.body.append(out.starttag(self, f"h{self['level']}", ""))

    def close_html(self, out: HtmlOutput) -> None:
        """Write the link to the heading, and the end tag."""
        if self.get("permalink") and not is_in_link(self) and not _is_in_control(self):
            out.add_permalink_ref(self, _("Link to this heading"))
        out.body.append(f"</h{self['level']}>\n")

    def plain(self) -> list[nodes.Node]:
        """Return a rubric."""
        rubric = nodes.rubric("", "", *self.children)
        rubric["ids"] = self["ids"]
        return [rubric]


def _is_in_control(node: nodes.Node) -> bool:
    """Return whether *node* is inside an HTML element in which a click does something else."""
    controls = {"button", "label", "summary"}
    return has_ancestor(node, lambda ancestor: ancestor.get("tag") in controls)


class UnseenNode(nodes.Invisible):
    """Content that only the Markdown copy of a page has."""

    def open_html(self, out: HtmlOutput) -> None:  # noqa: ARG002 -- of every component
        """Write nothing."""
        raise nodes.SkipNode

    def plain(self) -> list[nodes.Node]:
        """Return nothing."""
        return []


class MermaidNode(BlockComponent):
    """A diagram: its source (``code``); its children are its drawings, if it could be drawn."""

    def open_html(self, out: HtmlOutput) -> None:
        """Write the start of a box for the drawings, or the source where a script finds it."""
        if self.children:
            out.body.append(out.starttag(self, "div", "", CLASS="docsnav-diagram"))
        else:
            css = "mermaid docsnav-mermaid"
            out.body.append(out.starttag(self, "pre", "", CLASS=css) + out.encode(self["code"]))

    def close_html(self, out: HtmlOutput) -> None:
        """Write the end of the box or the source."""
        out.body.append("</div>\n" if self.children else "</pre>\n")

    def plain(self) -> list[nodes.Node]:
        """Return the drawings, or the source as a code block."""
        if self.children:
            return [nodes.paragraph("", "", *get_content_nodes(self))]
        return [nodes.literal_block(self["code"], self["code"], language="text")]


class UpdateNode(BlockComponent):
    """An entry of a changelog; its attribute ``toc`` is its text in the table of contents."""

    html_tag = "section"

    def write_html(self, out: HtmlOutput) -> None:
        """Write the start; before the first entry of a page, the tags that a script filters by."""
        updates = out.document.findall(UpdateNode)
        # A single entry needs no filter.
        if next(updates, None) is self and out.builder.name != "epub" and next(updates, None):
            lines = out.document.findall(TitleNode)
            tags = [line.astext() for line in lines if "docsnav-update-tag" in line["classes"]]
            button = '<button class="docsnav-update-tag" type="button" aria-pressed="false">'
            buttons = [f"{button}{out.encode(tag)}</button>" for tag in dict.fromkeys(tags)]
            if len(buttons) > 1:
                out.body.append(f'<p class="docsnav-update-filter">{"".join(buttons)}</p>\n')
        super().write_html(out)

    def plain(self) -> list[nodes.Node]:
        """Return label, description and tags in bold type, then the content."""
        head: list[nodes.Node] = []
        for part in self.children[0].children if self.children else []:
            title = get_title_nodes(part) if isinstance(part, UpdatePartNode) else []
            head += ([nodes.Text(" - ")] if head and title else []) + title
        content = self.children[1:]
        return [*([make_strong_paragraph(head)] if head else []), *content]


class UpdatePartNode(BlockComponent):
    """The head of an entry, or one line of it."""

    def plain(self) -> list[nodes.Node]:
        """Return the lines."""
        return get_content_nodes(self)


def take_alert(quote: nodes.Element) -> type[nodes.Element] | None:
    """Remove ``[!NOTE]`` from the first line of a quote, and return the admonition it names."""
    first = quote.children[0] if quote.children else None
    if not isinstance(first, nodes.paragraph):
        return None
    mark, _, _ = first.astext().partition("\n")
    admonition = _ALERTS.get(mark.strip().lower())
    if admonition is None:
        return None
    end = next(
        (index for index, child in enumerate(first.children) if child.astext() == "\n"), None
    )
    # The mark may be a paragraph of its own.
    if end is None:
        quote.remove(first)
    else:
        del first[: end + 1]
        first.rawsource = first.rawsource.partition("\n")[2]
    return admonition


NODES: tuple[type[nodes.Element], ...] = (
    MarkupBlockNode,
    MarkupInlineNode,
    MarkupTextNode,
    MarkupRunNode,
    LinkBlockNode,
    CheckboxNode,
    PictureNode,
    TableNode,
    LineBreakNode,
    RuleNode,
    HeadingNode,
)
