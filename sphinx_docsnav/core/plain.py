"""What formats other than HTML show of components: transforms into docutils nodes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from pathlib import Path
from typing import TypeGuard

from docutils import nodes
from sphinx.addnodes import pending_xref, start_of_file
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.images import guess_mimetype

from sphinx_docsnav.components.component_nodes import Component, has_ancestor, is_in_link
from sphinx_docsnav.components.document_structure import (
    FootnoteLinks,
    make_node_warning,
    replace_node,
    wrap_children,
)
from sphinx_docsnav.components.markup import DARK_ONLY, PictureNode, TableNode
from sphinx_docsnav.core.guard import NodeError
from sphinx_docsnav.core.settings import reads_ours
from sphinx_docsnav.core.site.document_messages import make_report
from sphinx_docsnav.core.state import app_of
from sphinx_docsnav.faults import FaultKind

_BLANK_LINE = re.compile(r"\n\s*\n")
_LINE_END = re.compile(r"(?<!\s)\s*\n\s*")
_SPACES = " \t\n"
_LINES = (nodes.title, nodes.subtitle, nodes.term, nodes.caption, nodes.rubric, nodes.field_name)
"""The nodes that are one line of text."""
MAX_DEPTH = 12
"""Indentations of quotes, lists, definitions and admonitions; Sphinx's text has 70 columns."""
_LONG = re.compile(r"\S{400}(?=\S)")
"""A part of a word that is some lines long."""
_INDENTED = (nodes.block_quote, nodes.list_item, nodes.definition, nodes.Admonition)
_BOXES = (
    nodes.block_quote,
    nodes.bullet_list,
    nodes.enumerated_list,
    nodes.definition_list,
    nodes.Admonition,
)
_PARTS = (nodes.list_item, nodes.definition_list_item, nodes.definition)
_CONVERTER = "convert it to PNG, or add 'sphinx.ext.imgconverter' to 'extensions'"
_STARTS = {
    "image/png": b"\x89PNG",
    "image/jpeg": b"\xff\xd8\xff",
    "image/gif": b"GIF8",
    "application/pdf": b"%PDF",
}
"""The first bytes of each type of picture that LaTeX and Texinfo print."""
_GENERATED_ID = re.compile(r"docsnav-[0-9a-f]+-\d+|id\d+")
"""Ids that say nothing to a reader: those of `PageState.serial` and of docutils."""


def separate_blocks(parent: nodes.Element) -> None:
    """Divide paragraphs and inline nodes below *parent* at the blocks that they contain."""
    index = 0
    while index < len(parent.children):
        child = parent.children[index]
        if isinstance(child, (nodes.paragraph, nodes.Inline)) and _has_block(child):
            # docutils' writers expect blocks beside each other, not inside of a line.
            parent[index : index + 1] = _convert_to_blocks(child, ())
            continue  # what it is now may have to be divided again
        if isinstance(child, _LINES) and _has_block(child):
            child[:] = _trim_run(_convert_to_inline(child))
        elif isinstance(child, nodes.Element) and not isinstance(child, nodes.TextElement):
            separate_blocks(child)
        index += 1


def join_paragraphs(part: nodes.Element) -> None:
    """Put text with blank lines into one line."""
    for node in part.findall(nodes.Element):
        texts = [child for child in node.children if isinstance(child, nodes.Text)]
        if isinstance(node, nodes.FixedTextElement) or not any("\n" in text for text in texts):
            continue
        if _BLANK_LINE.search(node.astext()) and not _is_in_code(node):
            node[:] = _space_words(
                nodes.Text(_LINE_END.sub(" ", child)) if isinstance(child, nodes.Text) else child
                for child in node.children
            )


def _is_in_code(node: nodes.Node) -> bool:
    """Return whether a node is a part of code, whose lines stay as they are."""
    return has_ancestor(node, lambda ancestor: isinstance(ancestor, nodes.FixedTextElement))


def move_ids(part: nodes.Element) -> None:
    """Give ids of places to the code, table or figure after it; LaTeX looks for them there."""
    for node in part.findall(nodes.Element):
        # From the end, as targets are removed on the way.
        for index in reversed(range(len(node.children) - 1)):
            target, after = node.children[index : index + 2]
            if isinstance(target, nodes.target) and target["ids"] and _has_own_place(after):
                after["ids"] += target["ids"]
                del node[index]


def _has_own_place(node: nodes.Node) -> TypeGuard[nodes.Element]:
    """Return whether Sphinx ignores a place right before a node."""
    captioned = isinstance(node, nodes.container) and "literal_block" in node
    return captioned or isinstance(node, (nodes.figure, nodes.literal_block, nodes.table))


def _space_words(run: Iterable[nodes.Node], *, before: bool = False) -> list[nodes.Node]:
    """Return *run* with one space between words, and none at its start if one is *before* it."""
    spaced: list[nodes.Node] = []
    for node in run:
        if isinstance(node, nodes.Text):
            text = node.astext().lstrip(_SPACES if before else "")
            spaced += [nodes.Text(text)] if text else []
            before = text[-1].isspace() if text else before
        else:
            spaced.append(node)
            before = before and isinstance(node, nodes.Invisible)
    return spaced


def _trim_run(run: Iterable[nodes.Node]) -> list[nodes.Node]:
    """Return *run* with one space between words, and none at its ends."""
    trimmed = _space_words(run, before=True)
    if trimmed and isinstance(trimmed[-1], nodes.Text):
        trimmed[-1] = nodes.Text(trimmed[-1].rstrip(_SPACES))
    return trimmed


def _is_block(node: nodes.Node) -> bool:
    """Return whether a node is a block of docutils; other extensions may have theirs in a line."""
    is_of_docutils = isinstance(node, nodes.Element) and type(node).__module__ == nodes.__name__
    return is_of_docutils and not isinstance(node, (nodes.Inline, nodes.Invisible))


def _has_block(node: nodes.Node) -> bool:
    return isinstance(node, nodes.Element) and any(
        _is_block(child) or _has_block(child) for child in node.children
    )


def _convert_to_blocks(node: nodes.Element, wrappers: Sequence[nodes.Element]) -> list[nodes.Node]:
    """Return the content of *node* as blocks, whose text has *node* and *wrappers* around it."""
    if isinstance(node, nodes.Inline):
        wrappers = (*wrappers, node)
    blocks: list[nodes.Node] = []
    run: list[nodes.Node] = []
    # The end of the node ends the last run of text.
    for child in [*node.children, None]:
        if child is not None and not _is_block(child) and not _has_block(child):
            run.append(child)
            continue
        if any(map(_is_visible, run)):
            blocks.append(nodes.paragraph("", "", *_wrap_run(_trim_run(run), wrappers)))
        else:
            blocks += [part for part in run if isinstance(part, nodes.Element)]
        run = []
        if isinstance(child, nodes.Element) and _is_block(child):
            _wrap_text(child, wrappers)
            blocks.append(child)
        elif isinstance(child, nodes.Element):
            blocks += _convert_to_blocks(child, wrappers)
    # Links to the divided node lead to its first block.
    if node["ids"]:  # no text has them
        blocks.insert(0, nodes.target("", "", ids=node["ids"]))
    for block in blocks:
        if isinstance(block, nodes.Element) and block.line is None:
            block.source, block.line = node.source, node.line
    return blocks


def _is_visible(node: nodes.Node) -> bool:
    if isinstance(node, nodes.Text):
        return bool(node.strip())
    return not isinstance(node, nodes.Invisible)


def _wrap_text(block: nodes.Element, wrappers: Sequence[nodes.Element]) -> None:
    """Put *wrappers* around each text in *block*, but for code."""
    if isinstance(block, nodes.FixedTextElement):
        return
    if isinstance(block, nodes.TextElement):
        block[:] = _wrap_run(block.children, wrappers)
        return
    for child in block.children:
        if isinstance(child, nodes.Element):
            _wrap_text(child, wrappers)


def _wrap_run(run: Sequence[nodes.Node], wrappers: Sequence[nodes.Element]) -> list[nodes.Node]:
    """Return *run* in a copy of each node of *wrappers*, of which the first has the ids."""
    content = list(run)
    for node in reversed(wrappers):
        # Each piece of text gets its own copy; an id may be given only once.
        copied = node.copy()
        copied += content
        node["ids"] = []
        content = [copied]
    return content


def _convert_to_inline(node: nodes.Element) -> Iterator[nodes.Node]:
    """Yield the content of *node* without blocks, with spaces around what was one."""
    for child in node.children:
        if not isinstance(child, nodes.Element) or not (_is_block(child) or _has_block(child)):
            yield child
        elif isinstance(child, nodes.Inline):
            child[:] = list(_convert_to_inline(child))
            yield child
        else:
            yield nodes.Text(" ")
            if isinstance(child, nodes.FixedTextElement):
                yield nodes.literal("", child.astext())
            else:
                yield from _convert_to_inline(child)
            yield nodes.Text(" ")


def limit_depth(node: nodes.Element, depth: int = 0) -> None:
    """Put the content of quotes, lists and boxes beyond `MAX_DEPTH` into what is around them."""
    index = 0
    while index < len(node.children):
        child = node.children[index]
        if depth >= MAX_DEPTH and isinstance(child, _BOXES):
            node[index : index + 1] = _convert_box(child)
            continue
        if isinstance(child, nodes.Element) and not isinstance(child, nodes.TextElement):
            limit_depth(child, depth + isinstance(child, _INDENTED))
        index += 1


def break_words(part: nodes.Element) -> None:
    """Divide words that are too long to be wrapped: docutils takes the square of their length."""
    for text in list(part.findall(nodes.Text)):
        if _LONG.search(text) and not isinstance(text.parent, nodes.FixedTextElement):
            text.parent.replace(text, nodes.Text(_LONG.sub(r"\g<0> ", text)))


def _convert_box(box: nodes.Element) -> list[nodes.Node]:
    """Return the blocks of *box*, titles and terms as paragraphs."""
    blocks: list[nodes.Node] = []
    for child in box.children:
        if isinstance(child, _PARTS):
            blocks += _convert_box(child)
        elif isinstance(child, (nodes.title, nodes.term, nodes.classifier)):
            blocks.append(nodes.paragraph("", "", *child.children, ids=child["ids"]))
        else:
            blocks.append(child)
    if box["ids"]:
        blocks.insert(0, nodes.target("", "", ids=box["ids"]))
    return blocks


class SayPlainly(SphinxPostTransform):
    """Replace components by their plain form for every builder that doesn't write HTML."""

    default_priority = 8  # before references are resolved, so that those in titles are seen once

    def is_supported(self) -> bool:
        """Return whether the builder writes another format than HTML."""
        return bool(app_of(self.env).builder.format != "html")

    def run(self, **_kwargs: object) -> None:
        """Rewrite each document with components, or of our parser; others stay as Sphinx has them.

        Builders of one file, such as LaTeX, have all documents in one.
        """
        starts = list(self.document.findall(start_of_file))
        # Each document is out of the one around it until both are rewritten.
        marks = [nodes.comment() for _start in starts]
        for start, mark in zip(starts, marks, strict=True):
            start.replace_self(mark)
        try:
            self._rewrite(self.document, self.env.docname)
            for start in starts:
                self._rewrite(start, start["docname"])
        finally:
            for start, mark in zip(starts, marks, strict=True):
                mark.replace_self(start)

    def _rewrite(self, part: nodes.Element, docname: str) -> None:
        """Replace components from the outermost inwards, as a component defines its parts."""
        if not reads_ours(self.env, [docname]) and not any(part.findall(_is_component)):
            return
        for node in list(part.findall(_is_for_dark_pages)):
            _remove(node)
        # Components first: their plain form may contain anything that follows.
        _replace_components(part)
        _adopt_children(part)
        for table in list(part.findall(TableNode)):  # Sphinx looks for the class's name
            plain = nodes.table("", *table.children, **table.attributes)
            plain.source, plain.line = table.source, table.line
            table.replace_self(plain)
        separate_blocks(part)
        join_paragraphs(part)
        limit_depth(part)
        if app_of(self.env).builder.format == "latex":
            _fill_bodies(part)
            move_ids(part)
        if app_of(self.env).builder.format == "text":
            break_words(part)
        for section in part.findall(nodes.section):
            _name_section(section)


class KeepOffline(SphinxPostTransform):
    """Replace pictures of other sites by links where a builder would fetch them.

    Sphinx downloads such pictures for LaTeX and EPUB; pages of strangers must
    not make a build call addresses.
    """

    default_priority = 9  # before Sphinx's ImageDownloader

    def is_supported(self) -> bool:
        """Return whether the builder needs images as files."""
        return not app_of(self.env).builder.supported_remote_images

    def run(self, **_kwargs: object) -> None:
        """Replace the pictures that our reader marked."""
        for node in list(self.document.findall(nodes.image)):
            if node.get("docsnav_remote"):
                text = node.get("alt") or node["uri"]
                link: nodes.Element = nodes.reference("", text, refuri=node["uri"])
                # Links cannot be nested.
                if is_in_link(node):
                    link = nodes.inline("", text)
                link["ids"], link["classes"] = node["ids"], node["classes"]
                link.source, link.line = node.source, node.line
                replace_node(node, [link])


class UnnestFootnotes(SphinxPostTransform):
    """Leave numbers of the references in footnotes, as LaTeX and Texinfo nest no footnotes.

    Sphinx stops at a footnote that refers to itself, and loses those that only footnotes in
    titles and tables refer to. Such a footnote follows the first that leads to it.
    """

    default_priority = 590  # before Sphinx puts the footnotes of LaTeX into the text
    formats = ("latex", "texinfo")

    def run(self, **_kwargs: object) -> None:
        """Replace the references, also those to footnotes that are in other formats only."""
        in_latex = app_of(self.env).builder.format == "latex"  # it removes spaces before numbers
        separator = nodes.superscript("", ",") if in_latex else nodes.Text(" ")
        links = FootnoteLinks(self.document)
        # References whose footnote the format has lost.
        lost = [reference for reference in links.in_text if not links.leads_to_note(reference)]
        further = links.further()
        for reference in (*links.in_notes, *lost):
            reference.replace_self(nodes.superscript("", reference.astext()))
        for reference, copies in further:
            after = reference.parent.index(reference) + 1
            reference.parent[after:after] = [
                node for reference_copy in copies for node in (separator.deepcopy(), reference_copy)
            ]


class EscapeFurtherIds(SphinxPostTransform):
    """Escape all ids of a node but its first, which docutils' HTML writer does itself."""

    default_priority = 900
    formats = ("html",)

    def run(self, **_kwargs: object) -> None:
        """Escape ``&``, the only special character that our ids may have."""
        if any("&" in name for name in self.document.ids):
            for node in self.document.findall(nodes.Element):
                if len(node["ids"]) > 1:
                    node["ids"][1:] = [escape(name) for name in node["ids"][1:]]


class LeaveOutPictures(SphinxPostTransform):
    """Replace pictures of a type that the builder can't use, as LaTeX drawings in SVG.

    A project with an image converter has them converted before. Browsers show a file of another
    type than its name says; LaTeX stops at it.

    Faults: ``image_missing``.
    """

    default_priority = 300  # after Sphinx's ImageConverter

    def is_supported(self) -> bool:
        """Return whether the builder supports only some image formats."""
        builder = app_of(self.env).builder
        return builder.format != "html" and bool(builder.supported_image_types)

    def run(self, **_kwargs: object) -> None:
        """Replace them by their words."""
        builder = app_of(self.env).builder
        for node in list(self.document.findall(PictureNode)):
            kind = guess_mimetype(node["uri"].lower())
            if "://" in node["uri"]:
                continue
            path = Path(builder.srcdir, node["uri"])
            # The name decides what the builder does with a picture; the content may contradict
            # it.
            if kind not in builder.supported_image_types:
                if builder.supported_image_types:
                    problem = f"is of a type that the builder {builder.name!r} cannot print"
                    self._report(node, problem, _CONVERTER)
                _replace_picture(node, node.get("alt") or "")
            elif not _is_of_type(path, kind):
                problem = "is not of the type that its name says"
                self._report(node, problem, "convert it, or correct its name")
                _replace_picture(node, node.get("alt") or "")

    def _report(self, node: nodes.Element, cause: str, hint: str) -> None:
        problem = f"{cause}; its alternative text is shown"
        fault = make_node_warning(
            node,
            FaultKind.IMAGE_MISSING,
            f"the picture '/{node['uri']}' {problem}",
            hint=hint,
            problem=f"a picture {problem}",
        )
        make_report(app_of(self.env))(fault)


def _is_component(node: nodes.Node) -> bool:
    return isinstance(node, (Component, PictureNode, TableNode))


def _is_of_type(path: Path, kind: str) -> bool:
    try:
        with path.open("rb") as file:
            start = file.read(8)
    except OSError:
        return True  # Sphinx reports it
    return not start or start.startswith(_STARTS.get(kind, b""))


def _fill_bodies(part: nodes.Element) -> None:
    """Give tables of heads only an empty row, without which LaTeX stops."""
    for body in part.findall(nodes.tbody):
        if not body.children:
            columns = sum(isinstance(part, nodes.colspec) for part in body.parent)
            body.append(nodes.row("", *(nodes.entry() for _ in range(columns))))


def _name_section(section: nodes.section) -> None:
    """Give a heading without words its author's id as words; Texinfo and bookmarks need some."""
    title = section.next_node(nodes.title)
    if title is not None and title.parent is section and not title.astext().strip():
        written = (name for name in section["ids"] if _GENERATED_ID.fullmatch(name) is None)
        title += nodes.Text(next(written, "\u2026"))


def _is_for_dark_pages(node: nodes.Node) -> bool:
    """Return whether a node is for dark pages only; printed formats have its light counterpart."""
    return isinstance(node, nodes.Element) and DARK_ONLY in node["classes"]


def _remove(node: nodes.Node) -> None:
    """Remove *node*, and parents that are then empty."""
    parent = node.parent
    if parent is not None:
        parent.remove(node)
        empty = not parent.children and not isinstance(parent, (nodes.title, nodes.term))
        if empty and isinstance(parent, (nodes.figure, nodes.TextElement, pending_xref)):
            _remove(parent)


def _replace_picture(node: nodes.image, text: str) -> None:
    if text:
        replace_node(node, [nodes.Text(text)])
    else:
        _remove(node)


def _replace_components(parent: nodes.Element) -> None:
    position, changed = 0, False
    while position < len(parent.children):
        child = parent.children[position]
        if isinstance(child, Component):
            parent[position : position + 1] = _convert_node(child)
            changed = True
            continue  # the plain form may hold components
        if isinstance(child, nodes.Element):
            _replace_components(child)
        position += 1
    if changed:
        wrap_children(parent)


def _adopt_children(part: nodes.Element) -> None:
    """Make each node the parent of its children, which had components as parents, or none."""
    for node in part.findall(nodes.Element):
        for child in node.children:
            child.parent = node


def _convert_node(node: Component) -> list[nodes.Node]:
    try:
        plain_nodes = node.plain()
    except Exception as error:
        raise NodeError(node, error) from error
    if node["ids"]:
        plain_nodes.insert(0, nodes.target("", "", ids=node["ids"]))
    for child in plain_nodes:
        if isinstance(child, nodes.Element) and child.line is None:
            child.source, child.line = node.source, node.line
    return plain_nodes
