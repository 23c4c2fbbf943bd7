"""Nodes for html that a page writes itself, once `html_policy` has allowed it.

Markdown's alerts and deleted text, which pages and descriptions share, are such nodes, too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape
from pathlib import Path, PurePosixPath
from typing import ClassVar
from urllib.parse import quote

from docutils import nodes
from sphinx.util.images import get_image_size

from sphinx_docsnav.components.component_nodes import (
    BlockComponent,
    Component,
    HtmlOutput,
    InlineComponent,
    TitleNode,
    block_children,
    content_of,
    is_in_link,
    start_tag,
    strong_paragraph,
    title_of,
)
from sphinx_docsnav.components.markup_structure import structure
from sphinx_docsnav.vocabulary.html_names import PHRASING_ELEMENTS, VOID_ELEMENTS

_HIDDEN_OUTSIDE_HTML = frozenset({"svg", "video", "audio", "iframe", "canvas", "source", "track"})
_REMOTE = frozenset({"audio", "iframe", "video"})
"""What an EPUB links to if it is on another site: readers may be offline."""
_CONTROLS = frozenset({"button", "input", "select", "textarea"})
"""What a browser draws as a box, apart from the text beside it."""


_SCROLLING = '<div class="docsnav-table">'
"""What stands around a table, which scrolls if it is wider than the page."""
_PIXELS = frozenset({".png", ".jpg", ".jpeg", ".gif", ".webp"})
"""Types of pictures whose size is in the file."""
_WIDE = 600
"""Pictures of this many pixels and more show details when they are enlarged."""


def _published(out: HtmlOutput, value: str) -> str:
    """Return an attribute, of a file of the site its address from this page."""
    name = value.removeprefix("docsnav-file:")
    return value if name == value else f"{out.builder.dlpath}/{quote(name)}"


class _Markup(Component):
    """An html element: ``tag``, and ``html`` with attributes that were allowed."""

    spaced: ClassVar[str] = ""

    def open_html(self, out: HtmlOutput) -> None:
        """Write the start tag; ids and classes are the node's own."""
        if out.builder.name == "epub" and self["tag"] in _REMOTE and (address := self._address()):
            words = escape(self["html"].get("title") or address)
            link = f'<a class="reference external" href="{escape(address)}">{words}</a>'
            out.body.append(f"<p>{link}</p>\n" if self.spaced else link)
            raise nodes.SkipNode
        shared = {"id": " ".join(self["ids"][:1]), "class": " ".join(self["classes"])}
        shared = {name: value for name, value in shared.items() if value}
        attributes = {name: _published(out, value) for name, value in self["html"].items()}
        if self["tag"] == "svg" and out.builder.name == "epub":  # which is XML
            attributes["xmlns"] = "http://www.w3.org/2000/svg"
        if self["tag"] == "table":
            out.body.append(_SCROLLING)
        out.body.append(start_tag(self["tag"], {**shared, **attributes}))

    def close_html(self, out: HtmlOutput) -> None:
        """Write the end tag, if the element has one."""
        if self["tag"] not in VOID_ELEMENTS:
            end = "</div>" if self["tag"] == "table" else ""
            out.body.append(f"</{self['tag']}>{end}{self.spaced}")

    def plain(self) -> list[nodes.Node]:
        """Return the content; of a player or a drawing its address, of a field its text."""
        if self["tag"] == "input":
            fields = self["html"]
            box = fields.get("type") in {"checkbox", "radio"}
            return [] if box else [nodes.Text(fields.get("value") or fields.get("placeholder", ""))]
        if self["tag"] == "select":
            return [nodes.Text(", ".join(child.astext() for child in self.children))]
        if self["tag"] not in _HIDDEN_OUTSIDE_HTML:
            return self._content()
        address = self._address()
        if not address:
            return []
        return [self._spelled(nodes.reference(address, address, refuri=address))]

    def _address(self) -> str:
        """Return the address of what a player or frame shows from another site, else ``""``."""
        inside = (child for child in self.children if isinstance(child, _Markup))
        shown = (node["html"].get("src", "") for node in (self, *inside))
        return next((url for url in shown if url.startswith("https://")), "")

    def _spelled(self, reference: nodes.reference) -> nodes.Node:
        return reference

    def _content(self) -> list[nodes.Node]:
        return list(self.children)


class MarkupBlockNode(_Markup, BlockComponent):
    """An html element between paragraphs."""

    spaced = "\n"

    def _spelled(self, reference: nodes.reference) -> nodes.Node:
        return nodes.paragraph("", "", reference)

    def _content(self) -> list[nodes.Node]:
        written = structure(self["tag"], self.children)
        return block_children(self.children) if written is None else written


class MarkupInlineNode(_Markup, InlineComponent):
    """An html element in a line of text."""

    def plain(self) -> list[nodes.Node]:
        """Return the content; the words of boxes and blocks stay apart from those beside them."""
        found = super().plain()
        if self["tag"] in PHRASING_ELEMENTS - _CONTROLS or self.parent is None:
            return found
        beside = self.parent.children
        at = beside.index(self)
        before = "".join(node.astext() for node in beside[max(at - 1, 0) : at])
        after = "".join(
            str(node) for node in beside[at + 1 : at + 2] if isinstance(node, nodes.Text)
        )
        if before and not before[-1].isspace():
            found.insert(0, nodes.Text(" "))
        if after[:1].isalnum():
            found.append(nodes.Text(" "))
        return found


class MarkupTextNode(_Markup, nodes.TextElement):
    """An html element between paragraphs that holds a line of text."""

    spaced = "\n"

    def plain(self) -> list[nodes.Node]:
        """Return a paragraph."""
        return [nodes.paragraph(self.rawsource, "", *self.children)]


class MarkupRunNode(Component, nodes.TextElement):
    """A line of text directly in an html element: a paragraph to everyone but HTML."""

    def open_html(self, out: HtmlOutput) -> None:
        """Write nothing: the element around it holds the words."""

    def close_html(self, out: HtmlOutput) -> None:
        """End the line."""
        out.body.append("\n")

    def plain(self) -> list[nodes.Node]:
        """Return the paragraph."""
        return [nodes.paragraph(self.rawsource, "", *self.children)]


class LinkBlockNode(Component, nodes.TextElement):
    """A link around paragraphs and pictures: html allows it, docutils does not."""

    def html_attributes(self) -> dict[str, str]:
        """Return class and style."""
        style = {"style": self["style"]} if self["style"] else {}
        return {"class": "docsnav-link-block", **style}


class CheckboxNode(InlineComponent):
    """The box of a task: ``checked`` or not."""

    def open_html(self, out: HtmlOutput) -> None:
        """Write a box that can't be clicked, whose name is the task's text."""
        kind = {"type": "checkbox", "class": "docsnav-task-box", "disabled": "disabled"}
        words = " ".join(self.parent.astext().split()) if self.parent else ""
        named = {"aria-label": words} if words else {}
        checked = {"checked": "checked"} if self["checked"] else {}
        out.body.append(start_tag("input", {**kind, **named, **checked}))

    def close_html(self, out: HtmlOutput) -> None:
        """Write nothing: the element is void."""

    def plain(self) -> list[nodes.Node]:
        """Return the box as GitHub writes it."""
        return [nodes.Text("[x]" if self["checked"] else "[ ]")]


LIGHT_ONLY = "docsnav-light-only"
DARK_ONLY = "docsnav-dark-only"
"""The classes of what shows in one mode only."""


class PictureNode(nodes.image):
    """A picture with a style of its own; an `image` to everyone but HTML."""

    def open_html(self, out: HtmlOutput) -> None:
        """Write the picture as Sphinx does, and add style and title."""
        start = len(out.body)
        wanted = {name: self[name] for name in ("style", "title") if self.get(name)}
        wanted |= self._size(out)  # Sphinx replaces the address by the published one
        out.visit_image(self)
        if wanted:
            out.body[start:] = [_add(wanted, piece) for piece in out.body[start:]]

    def _size(self, out: HtmlOutput) -> dict[str, str]:
        """Return the width and height of the file, so that the layout does not shift.

        An image with an explicit size keeps it; the style sheet scales drawings.
        """
        own = any(self.get(name) for name in ("width", "height", "style"))
        file = PurePosixPath(self["uri"])
        if self.get("docsnav_zoom", 0) and int(self.get("width", 0)) >= _WIDE:
            return {"data-docsnav-zoom": ""}  # a drawing
        if own or file.suffix.lower() not in _PIXELS or ":" in self["uri"]:
            return {}
        size = get_image_size(str(Path(out.builder.srcdir, file)))
        if size is None or min(size) < 1:
            return {}
        self["classes"].append("docsnav-sized")
        width, height = size
        zooms = width >= _WIDE and self.get("docsnav_zoom", True) and out.builder.name != "epub"
        return {
            "width": str(width),
            "height": str(height),
            **({"data-docsnav-zoom": ""} if zooms else {}),
        }

    def close_html(self, out: HtmlOutput) -> None:
        """Finish as Sphinx does."""
        out.depart_image(self)


def _add(wanted: Mapping[str, str], piece: str) -> str:
    """Return *piece* with the *wanted* attributes on its picture.

    docutils before 0.22 writes the size of an image into ``style``; our style is then
    added to it, because an element has one ``style`` only.
    """
    given = re.search(r'<img [^>]*?style="([^"]*)"', piece)
    style = wanted.get("style")
    if given and style:
        piece = piece[: given.start(1)] + escape(f"{style}; ") + piece[given.start(1) :]
        wanted = {name: value for name, value in wanted.items() if name != "style"}
    return piece.replace("<img", start_tag("img", wanted).removesuffix(" />"), 1)


class TableNode(nodes.table):
    """A table in a box that scrolls; a `table` to everyone but HTML."""

    tagname = "table"

    def open_html(self, out: HtmlOutput) -> None:
        """Open the box and write the table as the theme does."""
        out.body.append(_SCROLLING)
        out.visit_table(self)

    def close_html(self, out: HtmlOutput) -> None:
        """Finish as the theme does."""
        out.depart_table(self)
        out.body.append("</div>\n")


class LineBreakNode(InlineComponent):
    """The end of a line inside a paragraph."""

    def open_html(self, out: HtmlOutput) -> None:
        """Write a line break."""
        out.body.append("<br />\n")

    def close_html(self, out: HtmlOutput) -> None:
        """Write nothing: the element is void."""

    def plain(self) -> list[nodes.Node]:
        """Return a space."""
        return [nodes.Text(" ")]


class RuleNode(BlockComponent):
    """A thematic break; docutils allows its own only between a section's paragraphs."""

    def open_html(self, out: HtmlOutput) -> None:
        """Write a rule."""
        out.body.append('<hr class="docutils" />\n')

    def close_html(self, out: HtmlOutput) -> None:
        """Write nothing: the element is void."""

    def plain(self) -> list[nodes.Node]:
        """Return nothing inside a component, a transition between paragraphs elsewhere."""
        parent = self.parent
        if not isinstance(parent, (nodes.section, nodes.document)):
            return []
        place = parent.index(self)
        inside = 1 < place < len(parent) - 1
        return [nodes.transition()] if inside else []


class HeadingNode(Component, nodes.TextElement):
    """A heading inside a component, where docutils allows no section.

    ``level`` is 1 to 6, ``toc`` the words for "On this page".
    """

    def open_html(self, out: HtmlOutput) -> None:
        """Write the start tag."""
        out.body.append(out.starttag(self, f"h{self['level']}", ""))

    def close_html(self, out: HtmlOutput) -> None:
        """Write a link to itself, as Sphinx does for sections, and the end tag."""
        if self["ids"] and getattr(out, "permalink_text", False) and not is_in_link(self):
            link = {"class": "headerlink", "href": f"#{self['ids'][0]}"}
            icon = getattr(getattr(out, "config", None), "html_permalinks_icon", "¶")
            out.body.append(f"{start_tag('a', link)}{icon}</a>")
        out.body.append(f"</h{self['level']}>\n")

    def plain(self) -> list[nodes.Node]:
        """Return a rubric."""
        rubric = nodes.rubric("", "", *self.children)
        rubric["ids"] = self["ids"]
        return [rubric]


class UnseenNode(nodes.Invisible):
    """What only the Markdown copy of a page has."""

    def open_html(self, out: HtmlOutput) -> None:  # noqa: ARG002 -- of every component
        """Write nothing."""
        raise nodes.SkipNode

    def plain(self) -> list[nodes.Node]:
        """Return nothing."""
        return []


FOR_HUMANS = "docsnav_for_humans"
"""The attribute of nodes that Markdown copies do not have."""


class MermaidNode(BlockComponent):
    """A diagram as text, ``code``; its children are its drawings, if it could be drawn."""

    def open_html(self, out: HtmlOutput) -> None:
        """Open the box of the drawings, or write the text where a script looks for it."""
        if self.children:
            out.body.append(out.starttag(self, "div", "", CLASS="docsnav-diagram"))
        else:
            css = "mermaid docsnav-mermaid"
            out.body.append(out.starttag(self, "pre", "", CLASS=css) + out.encode(self["code"]))

    def close_html(self, out: HtmlOutput) -> None:
        """Close the box or the text."""
        out.body.append("</div>\n" if self.children else "</pre>\n")

    def plain(self) -> list[nodes.Node]:
        """Return the drawings, or the text as a block of code."""
        if self.children:
            return [nodes.paragraph("", "", *content_of(self))]
        return [nodes.literal_block(self["code"], self["code"], language="text")]


class UpdateNode(BlockComponent):
    """A changelog entry; "On this page" lists it by its label (attribute ``toc``)."""

    html_tag = "section"

    def write_html(self, out: HtmlOutput) -> None:
        """Write the start, before a page's first entry the tags by which a script chooses."""
        updates = out.document.findall(UpdateNode)
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
            words = title_of(part) if isinstance(part, UpdatePartNode) else []
            head += ([nodes.Text(" - ")] if head and words else []) + words
        content = self.children[1:]
        return [*([strong_paragraph(head)] if head else []), *content]


class UpdatePartNode(BlockComponent):
    """The head of an entry, or one line of the head."""

    def plain(self) -> list[nodes.Node]:
        """Return the lines."""
        return content_of(self)


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


_ALERTS: dict[str, type[nodes.Element]] = {
    "[!note]": nodes.note,
    "[!tip]": nodes.tip,
    "[!important]": nodes.important,
    "[!warning]": nodes.warning,
    "[!caution]": nodes.caution,
}


def make_marked(tag: str) -> MarkupInlineNode:
    """Return an empty element such as ``del`` or ``mark`` for a line of text."""
    return MarkupInlineNode("", "", tag=tag, html={})


def take_alert(quote: nodes.Element) -> type[nodes.Element] | None:
    """Remove ``[!NOTE]`` from the first line of a quote and return the callout it names."""
    first = quote.children[0] if quote.children else None
    if not isinstance(first, nodes.paragraph):
        return None
    mark, _, _ = first.astext().partition("\n")
    cls = _ALERTS.get(mark.strip().lower())
    if cls is None:
        return None
    end = next((at for at, child in enumerate(first.children) if child.astext() == "\n"), None)
    if end is None:
        quote.remove(first)
    else:
        del first[: end + 1]
        first.rawsource = first.rawsource.partition("\n")[2]
    return cls
