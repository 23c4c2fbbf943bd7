"""A document as Markdown: what a program that reads the site is given in place of HTML.

The text is made of the resolved document, not of its source, so that snippets,
variables, components, generated endpoint pages, reStructuredText and notebooks all
come out as the Markdown that every reader knows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping

from docutils import nodes
from sphinx import addnodes
from sphinx.locale import admonitionlabels

from sphinx_docsnav.components.component_nodes import Component
from sphinx_docsnav.components.markup import (
    DARK_ONLY,
    FOR_HUMANS,
    CheckboxNode,
    HeadingNode,
    MermaidNode,
    UnseenNode,
)
from sphinx_docsnav.endpoints.markup_parts import FactsNode, FieldHeadNode, FieldsNode, walk_fields

Blocks = list[str]
"""Blocks of Markdown, with an empty line between each and the next."""

_SPECIAL = re.compile(r"([\\`*\[\]<]|(?<!\w)_|_(?!\w))")
_AT_START = re.compile(r"\A(#{1,6}(?=\s)|[-+>](?=\s)|\d+(?=[.)]\s))")
_RUN_OF_BACKTICKS = re.compile(r"`+")
_MARKED = re.compile(r"(?<!\\)[*`]")


class MarkdownWriter:
    """Writes one document."""

    def __init__(self, address: Callable[[str], str], picture: Callable[[str], str]) -> None:
        self.address = address
        """Returns the address of a link as the copy has it."""
        self.picture = picture
        """Returns the address of a picture as the copy has it."""

    def write(self, document: nodes.Element) -> str:
        """Return the Markdown of *document*, with a line feed at its end."""
        return "\n\n".join(self.blocks(document.children, 1)) + "\n"

    # --- blocks ---

    def blocks(self, children: Iterable[nodes.Node], level: int) -> Blocks:
        """Return the blocks of *children*; text between them becomes paragraphs.

        :param level: of the next heading.
        """
        made: Blocks = []
        run: list[nodes.Node] = []
        for child in _plain(children):
            if isinstance(child, (nodes.Text, nodes.Inline)):
                run.append(child)
                continue
            made += self._paragraph(run)
            run = []
            made += self._block(child, level)
        return [block for block in (*made, *self._paragraph(run)) if block.strip()]

    def _paragraph(self, children: Iterable[nodes.Node]) -> Blocks:
        text = self.inline(children).strip()
        return [_AT_START.sub(r"\\\1", text)] if text else []

    def _block(self, node: nodes.Node, level: int) -> Blocks:
        for kind in type(node).__mro__:
            make = _BLOCKS.get(kind)
            if make is not None:
                made: Blocks = getattr(self, make)(node, level)
                return made
        if isinstance(node, nodes.Invisible) or not isinstance(node, nodes.Element):
            return []
        return self.blocks(node.children, level)

    def _nothing(self, _node: nodes.Element, _level: int) -> Blocks:
        return []

    def _section(self, node: nodes.Element, level: int) -> Blocks:
        return self.blocks(node.children, level + 1)

    def _title(self, node: nodes.Element, level: int) -> Blocks:
        words = " ".join(self.inline(node.children).split())
        return [f"{'#' * min(max(level - 1, 1), 6)} {words}"] if words else []

    def _heading(self, node: nodes.Element, _level: int) -> Blocks:
        return self._title(node, int(node["level"]) + 1)

    def _text(self, node: nodes.Element, _level: int) -> Blocks:
        return self._paragraph(node.children)

    def _rubric(self, node: nodes.Element, _level: int) -> Blocks:
        words = self.inline(node.children).strip()
        return [f"**{words}**"] if words else []

    def _items(self, node: nodes.Element, level: int) -> Blocks:
        start = int(node.get("start", 1))
        numbered = isinstance(node, nodes.enumerated_list)
        items = [child for child in node.children if isinstance(child, nodes.Element)]
        rows = []
        for index, item in enumerate(items):
            blocks = self.blocks(item.children, level)
            is_row = not numbered and _is_one_field(item)  # which begins with "- " itself
            sign = f"{start + index}. " if numbered else "- "
            rows += blocks if is_row else [_item(sign, blocks)]
        return ["\n".join(filter(None, rows))]

    def _definitions(self, node: nodes.Element, level: int) -> Blocks:
        rows = []
        for item in node.children:
            if not isinstance(item, nodes.Element):
                continue
            terms = [child for child in item.children if _is_term(child)]
            rest = [child for child in item.children if not _is_term(child)]
            name = ", ".join(self.inline(term.children).strip() for term in terms)
            rows.append(_item("- ", [_bold_unless_marked(name), *self.blocks(rest, level)]))
        return ["\n".join(rows)]

    def _fields(self, node: nodes.Element, level: int) -> Blocks:
        """Return what `_definitions` returns of the plain form, which has ten nodes per field."""
        rows = []
        for head, body in walk_fields([node]):
            name = self._head(head) if isinstance(head, FieldHeadNode) else self.inline([head])
            rows.append(_item("- ", [_bold_unless_marked(name.strip()), *self.blocks(body, level)]))
        return ["\n".join(rows)]

    def _head(self, head: FieldHeadNode) -> str:
        parts = [_code_span(head["path"])]
        for words, uri in head.words():
            text = _escaped(words)
            if text:
                link = f"[{text}]({self.address(uri)})" if uri and text.strip() else ""
                parts.append(link or _between(text, "*"))
        return " ".join(parts)

    def _facts(self, node: nodes.Element, _level: int) -> Blocks:
        told = []
        for label, values in node["facts"]:
            codes = ", ".join(map(_code_span, values))
            told.append(f"{_escaped(label)} {codes}" if codes else _escaped(label))
        text = "; ".join(told).strip()
        return [_AT_START.sub(r"\\\1", text)] if text else []

    def _code(self, node: nodes.Element, _level: int) -> Blocks:
        language = str(node.get("language", ""))
        language = "" if language in {"default", "none", "text", "myst-ansi"} else language
        return [_fence(node.astext(), language)]

    def _math(self, node: nodes.Element, _level: int) -> Blocks:
        return [f"$$\n{node.astext().strip()}\n$$"]

    def _quote(self, node: nodes.Element, level: int) -> Blocks:
        return [_quoted(self.blocks(node.children, level))]

    def _admonition(self, node: nodes.Element, level: int) -> Blocks:
        title = next((child for child in node.children if isinstance(child, nodes.title)), None)
        words = self.inline(title.children).strip() if title is not None else ""
        words = words or str(admonitionlabels.get(node.tagname, ""))
        rest = [child for child in node.children if child is not title]
        return [_quoted([*([f"**{words}**"] if words else []), *self.blocks(rest, level)])]

    def _boxed(self, node: nodes.Element, level: int) -> Blocks:
        first, *rest = node.children or [nodes.Text("")]
        if not isinstance(first, nodes.title):
            return self.blocks(node.children, level)
        return [*self._rubric(first, level), *self.blocks(rest, level)]

    def _picture(self, node: nodes.Element, _level: int) -> Blocks:
        return self._paragraph([node])

    def _lines(self, node: nodes.Element, level: int) -> Blocks:
        rows = [
            "\n".join(self._lines(child, level))
            if isinstance(child, nodes.line_block)
            else self.inline(child.children)
            for child in node.children
            if isinstance(child, nodes.Element)
        ]
        return ["  \n".join(rows)]

    def _rule(self, _node: nodes.Element, _level: int) -> Blocks:
        return ["---"]

    def _object(self, node: nodes.Element, level: int) -> Blocks:
        """Return what autodoc writes of a function or class: a heading for each signature."""
        made = []
        for child in node.children:
            if isinstance(child, addnodes.desc_signature):
                made.append(f"{'#' * min(level, 6)} {_code_span(_signature_text(child))}")
            else:
                made += self._block(child, level + 1)
        return made

    def _footnote(self, node: nodes.Element, level: int) -> Blocks:
        label = node.children[0].astext() if node.children else ""
        return [_item(f"[^{label}]: ", self.blocks(node.children[1:], level))]

    def _table(self, node: nodes.Element, level: int) -> Blocks:
        title = next((child for child in node.children if isinstance(child, nodes.title)), None)
        rows = [
            [self._cell(entry, level) for entry in row.children if isinstance(entry, nodes.Element)]
            for row in node.findall(nodes.row)
            if _table_of(row) is node
        ]
        if not rows:
            return []
        has_head = any(_table_of(head) is node for head in node.findall(nodes.thead))
        width = max(map(len, rows))
        head = rows.pop(0) if has_head else [""] * width
        lines = [head, ["---"] * width, *rows]
        text = "\n".join(
            f"| {' | '.join([*cells, *([''] * (width - len(cells)))])} |" for cells in lines
        )
        return [*(self._rubric(title, level) if title is not None else []), text]

    def _cell(self, entry: nodes.Element, level: int) -> str:
        blocks = self.blocks(entry.children, level)
        text = "<br>".join("<br>".join(block.splitlines()) for block in blocks)
        return text.replace("|", "\\|")

    # --- text ---

    def inline(self, children: Iterable[nodes.Node]) -> str:
        """Return *children* as one run of text."""
        return "".join(map(self._piece, _plain(children)))

    def _piece(self, node: nodes.Node) -> str:
        if isinstance(node, nodes.Text):
            return _escaped(str(node))
        if not isinstance(node, nodes.Element) or isinstance(node, (nodes.Invisible, nodes.raw)):
            return ""
        if isinstance(node, nodes.image):
            return f"![{node.get('alt', '')}]({self.picture(str(node['uri']))})"
        return _verbatim(node) or self._marked(node, self.inline(node.children))

    def _marked(self, node: nodes.Element, text: str) -> str:
        """Return the *text* of a node with what Markdown has around it."""
        words = text.strip()
        if not words:
            return text
        if isinstance(node, nodes.reference):
            url = node.get("refuri") or (f"#{node['refid']}" if node.get("refid") else "")
            return f"[{text}]({self.address(str(url))})" if url else text
        if isinstance(node, (nodes.strong, nodes.emphasis)):
            sign = "**" if isinstance(node, nodes.strong) else "*"
            return text if _is_inside(node, type(node)) else _between(text, sign)
        return text


_BLOCKS: Mapping[type, str] = {
    nodes.section: "_section",
    nodes.title: "_title",
    nodes.subtitle: "_rubric",
    nodes.rubric: "_rubric",
    nodes.caption: "_rubric",
    nodes.TextElement: "_text",
    nodes.bullet_list: "_items",
    nodes.enumerated_list: "_items",
    nodes.definition_list: "_definitions",
    nodes.field_list: "_definitions",
    nodes.option_list: "_definitions",
    nodes.literal_block: "_code",
    nodes.doctest_block: "_code",
    nodes.math_block: "_math",
    nodes.block_quote: "_quote",
    nodes.Admonition: "_admonition",
    nodes.topic: "_boxed",
    nodes.sidebar: "_boxed",
    nodes.image: "_picture",
    nodes.line_block: "_lines",
    nodes.transition: "_rule",
    nodes.footnote: "_footnote",
    nodes.citation: "_footnote",
    nodes.table: "_table",
    nodes.raw: "_nothing",
    nodes.comment: "_nothing",
    nodes.system_message: "_nothing",
    addnodes.index: "_nothing",
    addnodes.desc: "_object",
    HeadingNode: "_heading",
    FieldsNode: "_fields",
    FactsNode: "_facts",
}
"""The method that writes each kind of block; others are what is in them."""


_WRITTEN = (FieldsNode, FactsNode, HeadingNode, CheckboxNode)
"""Components that are written without their plain form, as it says less or has many nodes."""


def _plain(children: Iterable[nodes.Node]) -> Iterator[nodes.Node]:
    """Yield *children* with components in docutils' own nodes, without what is for dark pages."""
    for child in children:
        if not isinstance(child, nodes.Element):
            yield child
        elif DARK_ONLY in child["classes"] or FOR_HUMANS in child:
            continue
        elif isinstance(child, UnseenNode):
            yield from _plain(child.children)
        elif _is_diagram(child):
            yield nodes.literal_block("", str(child["code"]), language="mermaid")
        elif isinstance(child, Component) and not isinstance(child, _WRITTEN):
            yield from _plain(child.plain())
        else:
            yield child


def _is_inside(node: nodes.Element, kind: type) -> bool:
    """Return whether *node* is in one of a kind, whose signs cannot be nested."""
    above: nodes.Node | None = node.parent
    while isinstance(above, nodes.TextElement) and not isinstance(above, kind):
        above = above.parent
    return isinstance(above, kind)


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", text)


def _between(text: str, sign: str) -> str:
    """Return *text* with its words between signs."""
    words = text.strip()
    return text.replace(words, f"{sign}{words}{sign}") if words else text


def _bold_unless_marked(name: str) -> str:
    return name if _MARKED.search(name) else f"**{name}**"


def _is_diagram(node: nodes.Element) -> bool:
    """Return whether *node* is a diagram, ours or that of sphinxcontrib-mermaid."""
    return isinstance(node, MermaidNode) or (node.tagname == "mermaid" and "code" in node)


def _verbatim(node: nodes.Element) -> str:
    """Return code, formulas and signs of footnotes; empty for other text."""
    if isinstance(node, nodes.math):
        return f"${node.astext()}$"
    if isinstance(node, CheckboxNode):
        return "".join(each.astext() for each in node.plain())
    if isinstance(node, (nodes.literal, addnodes.literal_emphasis)):
        return _code_span(node.astext())
    return f"[^{node.astext()}]" if isinstance(node, nodes.footnote_reference) else ""


def _signature_text(node: addnodes.desc_signature) -> str:
    """Return a signature in one line, without a link to the source."""
    lines = (child for child in node.children if "viewcode-link" not in str(child))
    return " ".join("".join(line.astext() for line in lines).split())


def _is_term(node: nodes.Node) -> bool:
    kinds = (nodes.term, nodes.field_name, nodes.option_group, nodes.classifier)
    return isinstance(node, kinds)


def _table_of(node: nodes.Element) -> nodes.Element | None:
    above = node.parent
    while above is not None and not isinstance(above, nodes.table):
        above = above.parent
    return above


def _is_one_field(item: nodes.Element) -> bool:
    """Return whether an item of a list is nothing but a single field."""
    only = item.children[0] if len(item.children) == 1 else None
    return isinstance(only, FieldsNode) and len(only.children) == 1


def _item(sign: str, blocks: Blocks) -> str:
    """Return an item of a list: what follows its first line is indented below it."""
    indent = " " * min(len(sign), 4)
    text = "\n\n".join(blocks)
    return sign + text.replace("\n", f"\n{indent}").replace(f"\n{indent}\n", "\n\n")


def _quoted(blocks: Blocks) -> str:
    lines = "\n\n".join(blocks).splitlines()
    return "\n".join(f"> {line}".rstrip() for line in lines)


def _fence(code: str, language: str) -> str:
    longest = max((len(run) for run in _RUN_OF_BACKTICKS.findall(code)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{language}\n{code.rstrip()}\n{fence}"


def _code_span(code: str) -> str:
    longest = max((len(run) for run in _RUN_OF_BACKTICKS.findall(code)), default=0)
    fence = "`" * (longest + 1)
    space = " " if code.startswith("`") or code.endswith("`") else ""
    return f"{fence}{space}{code}{space}{fence}" if code else ""
