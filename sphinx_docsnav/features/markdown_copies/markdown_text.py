"""Writer of a document as Markdown, for programs that read the site.

The text is made from the resolved doctree, not from the source file. Snippets, variables,
components, generated endpoint pages, reStructuredText and notebooks therefore all become
plain Markdown.
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
"""Blocks of Markdown, to be separated by empty lines."""

_SPECIAL_CHARACTERS = re.compile(r"([\\`*\[\]<]|(?<!\w)_|_(?!\w))")
_BLOCK_START = re.compile(
    r"\A(\d+(?=[.)](?:\s|$))|(?=#{1,6}(?:\s|$)|[-+](?:\s|$)|>|~{3}|(?:=+|-+)\s*$))", re.MULTILINE
)
"""The place before the character that would make a line the start of another kind of block."""
_LINE_END = re.compile(r"(?:\r\n?|\n)[ \t]*")
"""The end of a line, and the indentation of the next one, which text does not keep."""
_RUN_OF_BACKTICKS = re.compile(r"`+")
_RUN_OF_DOLLARS = re.compile(r"\$+")
_UNESCAPED_MARK = re.compile(r"(?<!\\)[*`]")


class MarkdownWriter:
    """Writes one document as Markdown.

    The methods ``_write_…`` return the blocks of a node.
    """

    def __init__(self, address: Callable[[str], str], picture: Callable[[str], str]) -> None:
        self.address = address
        """Returns the URL to write for the URL of a link."""
        self.picture = picture
        """Returns the URL to write for the URI of an image."""

    def write(self, document: nodes.Element) -> str:
        """Return the Markdown of *document*, with a line feed at its end."""
        return "\n\n".join(self.blocks(document.children, 1)) + "\n"

    # --- blocks ---

    def blocks(self, children: Iterable[nodes.Node], level: int) -> Blocks:
        """Return the blocks of *children*; text between blocks becomes paragraphs.

        :param level: the level of the next heading, from 1.
        """
        blocks: Blocks = []
        inline_nodes: list[nodes.Node] = []
        for child in _expand_components(children):
            if isinstance(child, (nodes.Text, nodes.Inline)):
                inline_nodes.append(child)
                continue
            blocks += self._write_paragraph(inline_nodes)
            inline_nodes = []
            blocks += self._write_block(child, level)
        return [block for block in (*blocks, *self._write_paragraph(inline_nodes)) if block.strip()]

    def _write_paragraph(self, children: Iterable[nodes.Node]) -> Blocks:
        text = self.inline(children).strip()
        return [escape_block_start(text)] if text else []

    def _write_block(self, node: nodes.Node, level: int) -> Blocks:
        # The method for the closest base class, as in `functools.singledispatch`.
        for node_class in type(node).__mro__:
            method_name = _BLOCK_METHODS.get(node_class)
            if method_name is not None:
                blocks: Blocks = getattr(self, method_name)(node, level)
                return blocks
        if isinstance(node, nodes.Invisible) or not isinstance(node, nodes.Element):
            return []
        return self.blocks(node.children, level)

    def _write_nothing(self, _node: nodes.Element, _level: int) -> Blocks:
        return []

    def _write_section(self, node: nodes.Element, level: int) -> Blocks:
        return self.blocks(node.children, level + 1)

    def _write_title(self, node: nodes.Element, level: int) -> Blocks:
        # A heading must be one line, even if its text has line breaks.
        title = " ".join(self.inline(node.children).split())
        return [f"{'#' * min(max(level - 1, 1), 6)} {title}"] if title else []

    def _write_heading(self, node: nodes.Element, _level: int) -> Blocks:
        return self._write_title(node, int(node["level"]) + 1)

    def _write_text(self, node: nodes.Element, _level: int) -> Blocks:
        return self._write_paragraph(node.children)

    def _write_rubric(self, node: nodes.Element, _level: int) -> Blocks:
        text = self.inline(node.children).strip()
        return [f"**{text}**"] if text else []

    def _write_list(self, node: nodes.Element, level: int) -> Blocks:
        start = int(node.get("start", 1))
        is_numbered = isinstance(node, nodes.enumerated_list)
        items = [child for child in node.children if isinstance(child, nodes.Element)]
        rows = []
        for index, item in enumerate(items):
            blocks = self.blocks(item.children, level)
            # The block of a field is a list item already.
            is_row = not is_numbered and _is_one_field(item)
            marker = f"{start + index}. " if is_numbered else "- "
            rows += blocks if is_row else [_make_item(marker, blocks)]
        return ["\n".join(filter(None, rows))]

    def _write_definitions(self, node: nodes.Element, level: int) -> Blocks:
        rows = []
        for item in node.children:
            if not isinstance(item, nodes.Element):
                continue
            terms = [child for child in item.children if _is_term(child)]
            rest = [child for child in item.children if not _is_term(child)]
            name = ", ".join(self.inline(term.children).strip() for term in terms)
            rows.append(_make_item("- ", [_make_bold(name), *self.blocks(rest, level)]))
        return ["\n".join(rows)]

    def _write_fields(self, node: nodes.Element, level: int) -> Blocks:
        """Return the same as `_write_definitions`, without making ten nodes for each field."""
        rows = []
        for head, body in walk_fields([node]):
            name = (
                self._write_field_head(head)
                if isinstance(head, FieldHeadNode)
                else self.inline([head])
            )
            rows.append(_make_item("- ", [_make_bold(name.strip()), *self.blocks(body, level)]))
        return ["\n".join(rows)]

    def _write_field_head(self, head: FieldHeadNode) -> str:
        parts = [_make_code_span(head["path"])]
        for text, uri in head.words():
            escaped = escape_text(text)
            if escaped:
                link = f"[{escaped}]({self.address(uri)})" if uri and escaped.strip() else ""
                parts.append(link or _enclose(escaped, "*"))
        return " ".join(parts)

    def _write_facts(self, node: nodes.Element, _level: int) -> Blocks:
        phrases = []
        for label, values in node["facts"]:
            codes = ", ".join(map(_make_code_span, values))
            phrases.append(f"{escape_text(label)} {codes}" if codes else escape_text(label))
        text = "; ".join(phrases).strip()
        return [escape_block_start(text)] if text else []

    def _write_code(self, node: nodes.Element, _level: int) -> Blocks:
        language = str(node.get("language", ""))
        language = "" if language in {"default", "none", "text", "myst-ansi"} else language
        return [_make_fence(node.astext(), language)]

    def _write_math(self, node: nodes.Element, _level: int) -> Blocks:
        formula = node.astext().strip()
        dollars = _choose_dollars(formula, 2)
        return [f"{dollars}\n{formula}\n{dollars}"]

    def _write_quote(self, node: nodes.Element, level: int) -> Blocks:
        return [_make_quote(self.blocks(node.children, level))]

    def _write_admonition(self, node: nodes.Element, level: int) -> Blocks:
        title = next((child for child in node.children if isinstance(child, nodes.title)), None)
        title_text = self.inline(title.children).strip() if title is not None else ""
        title_text = title_text or str(admonitionlabels.get(node.tagname, ""))
        rest = [child for child in node.children if child is not title]
        return [
            _make_quote([*([f"**{title_text}**"] if title_text else []), *self.blocks(rest, level)])
        ]

    def _write_topic(self, node: nodes.Element, level: int) -> Blocks:
        first, *rest = node.children or [nodes.Text("")]
        if not isinstance(first, nodes.title):
            return self.blocks(node.children, level)
        return [*self._write_rubric(first, level), *self.blocks(rest, level)]

    def _write_picture(self, node: nodes.Element, _level: int) -> Blocks:
        return self._write_paragraph([node])

    def _write_lines(self, node: nodes.Element, level: int) -> Blocks:
        rows = [
            "\n".join(self._write_lines(child, level))
            if isinstance(child, nodes.line_block)
            else escape_block_start(self.inline(child.children).lstrip())
            for child in node.children
            if isinstance(child, nodes.Element)
        ]
        return ["  \n".join(rows)]

    def _write_rule(self, _node: nodes.Element, _level: int) -> Blocks:
        return ["---"]

    def _write_object(self, node: nodes.Element, level: int) -> Blocks:
        """Return the blocks of a documented object, with a heading for each signature."""
        blocks = []
        for child in node.children:
            # The description has the level below its signature, as a section has below its title.
            if isinstance(child, addnodes.desc_signature):
                blocks.append(f"{'#' * min(level, 6)} {_make_code_span(_join_signature(child))}")
            else:
                blocks += self._write_block(child, level + 1)
        return blocks

    def _write_footnote(self, node: nodes.Element, level: int) -> Blocks:
        label = node.children[0].astext() if node.children else ""
        return [_make_item(f"[^{label}]: ", self.blocks(node.children[1:], level))]

    def _write_table(self, node: nodes.Element, level: int) -> Blocks:
        title = next((child for child in node.children if isinstance(child, nodes.title)), None)
        # Only the rows of this table, not those of a table in one of its cells.
        rows = [
            [
                self._write_cell(entry, level)
                for entry in row.children
                if isinstance(entry, nodes.Element)
            ]
            for row in node.findall(nodes.row)
            if _find_table(row) is node
        ]
        if not rows:
            return []
        # Markdown tables need a head, and the same number of cells in each row.
        has_head = any(_find_table(head) is node for head in node.findall(nodes.thead))
        width = max(map(len, rows))
        head = rows.pop(0) if has_head else [""] * width
        lines = [head, ["---"] * width, *rows]
        text = "\n".join(
            f"| {' | '.join([*cells, *([''] * (width - len(cells)))])} |" for cells in lines
        )
        return [*(self._write_rubric(title, level) if title is not None else []), text]

    def _write_cell(self, entry: nodes.Element, level: int) -> str:
        blocks = self.blocks(entry.children, level)
        # A cell is one line; a bar in it would start the next cell.
        text = "<br>".join("<br>".join(block.splitlines()) for block in blocks)
        return text.replace("|", "\\|")

    # --- text ---

    def inline(self, children: Iterable[nodes.Node]) -> str:
        """Return *children* as inline text."""
        text = ""
        for child in _expand_components(children):
            piece = self._write_inline(child)
            begins_line = text.endswith("\n") and isinstance(child, nodes.Text)
            text += escape_block_start(piece.lstrip()) if begins_line else piece
        return text

    def _write_inline(self, node: nodes.Node) -> str:
        if isinstance(node, nodes.Text):
            return escape_text(str(node))
        if not isinstance(node, nodes.Element) or isinstance(node, (nodes.Invisible, nodes.raw)):
            return ""
        if isinstance(node, nodes.image):
            label = escape_text(" ".join(str(node.get("alt", "")).split()))
            return f"![{label}]({self.picture(str(node['uri']))})"
        return _write_verbatim(node) or self._add_marks(node, self.inline(node.children))

    def _add_marks(self, node: nodes.Element, text: str) -> str:
        """Return the *text* of a node with the marks of its kind: a link, bold or italic text."""
        stripped = text.strip()
        if not stripped:
            return text
        if isinstance(node, nodes.reference):
            url = node.get("refuri") or (f"#{node['refid']}" if node.get("refid") else "")
            return f"[{text}]({self.address(str(url))})" if url else text
        if isinstance(node, (nodes.strong, nodes.emphasis)):
            mark = "**" if isinstance(node, nodes.strong) else "*"
            return text if _is_nested(node, type(node)) else _enclose(text, mark)
        return text


_BLOCK_METHODS: Mapping[type, str] = {
    nodes.section: "_write_section",
    nodes.title: "_write_title",
    nodes.subtitle: "_write_rubric",
    nodes.rubric: "_write_rubric",
    nodes.caption: "_write_rubric",
    nodes.TextElement: "_write_text",
    nodes.bullet_list: "_write_list",
    nodes.enumerated_list: "_write_list",
    nodes.definition_list: "_write_definitions",
    nodes.field_list: "_write_definitions",
    nodes.option_list: "_write_definitions",
    nodes.literal_block: "_write_code",
    nodes.doctest_block: "_write_code",
    nodes.math_block: "_write_math",
    nodes.block_quote: "_write_quote",
    nodes.Admonition: "_write_admonition",
    nodes.topic: "_write_topic",
    nodes.sidebar: "_write_topic",
    nodes.image: "_write_picture",
    nodes.line_block: "_write_lines",
    nodes.transition: "_write_rule",
    nodes.footnote: "_write_footnote",
    nodes.citation: "_write_footnote",
    nodes.table: "_write_table",
    nodes.raw: "_write_nothing",
    nodes.comment: "_write_nothing",
    nodes.system_message: "_write_nothing",
    addnodes.index: "_write_nothing",
    addnodes.desc: "_write_object",
    HeadingNode: "_write_heading",
    FieldsNode: "_write_fields",
    FactsNode: "_write_facts",
}
"""The methods that write block nodes, by class; of other nodes, their children are written."""
_WRITTEN_COMPONENTS = (FieldsNode, FactsNode, HeadingNode, CheckboxNode)
"""Components that are not replaced by their plain form, as it is less exact or has many nodes."""


def _expand_components(children: Iterable[nodes.Node]) -> Iterator[nodes.Node]:
    """Yield *children* with components as docutils nodes, and without those for dark pages only."""
    for child in children:
        if not isinstance(child, nodes.Element):
            yield child
        elif DARK_ONLY in child["classes"] or FOR_HUMANS in child:
            continue
        elif isinstance(child, UnseenNode):
            yield from _expand_components(child.children)
        # A diagram of this extension or of sphinxcontrib-mermaid.
        elif isinstance(child, MermaidNode) or (child.tagname == "mermaid" and "code" in child):
            yield nodes.literal_block("", str(child["code"]), language="mermaid")
        elif isinstance(child, Component) and not isinstance(child, _WRITTEN_COMPONENTS):
            yield from _expand_components(child.plain())
        else:
            yield child


def _is_nested(node: nodes.Element, node_class: type) -> bool:
    """Return whether *node* is inside a node of a class, whose marks cannot be nested."""
    ancestor: nodes.Node | None = node.parent
    # Marks do not cross the block around them.
    while isinstance(ancestor, nodes.TextElement) and not isinstance(ancestor, node_class):
        ancestor = ancestor.parent
    return isinstance(ancestor, node_class)


def escape_text(text: str) -> str:
    """Return the Markdown of *text*, in which no character is markup, within a block."""
    first, *others = _LINE_END.split(_SPECIAL_CHARACTERS.sub(r"\\\1", text))
    return "\n".join((first, *map(escape_block_start, others)))


def escape_block_start(text: str) -> str:
    """Return *text*, of which the first line is no heading, list, quote, fence or rule."""
    return _BLOCK_START.sub(r"\1\\", text, count=1)


def _enclose(text: str, mark: str) -> str:
    """Return *text* with a mark before and after it; spaces at its ends stay outside."""
    stripped = text.strip()
    return text.replace(stripped, f"{mark}{stripped}{mark}") if stripped else text


def _make_bold(name: str) -> str:
    """Return *name* in bold, unless a part of it is already marked."""
    return name if _UNESCAPED_MARK.search(name) else f"**{name}**"


def _write_verbatim(node: nodes.Element) -> str:
    """Return the Markdown of code, formulas, check boxes and footnote marks; empty for others."""
    if isinstance(node, nodes.math):
        formula = node.astext()
        dollars = _choose_dollars(formula, 1)
        return f"{dollars}{formula}{dollars}"
    if isinstance(node, CheckboxNode):
        return "".join(child.astext() for child in node.plain())
    if isinstance(node, (nodes.literal, addnodes.literal_emphasis)):
        return _make_code_span(node.astext())
    return f"[^{node.astext()}]" if isinstance(node, nodes.footnote_reference) else ""


def _join_signature(node: addnodes.desc_signature) -> str:
    """Return a signature in one line, without the link to its source code."""
    lines = (child for child in node.children if "viewcode-link" not in str(child))
    return " ".join("".join(line.astext() for line in lines).split())


def _is_term(node: nodes.Node) -> bool:
    term_classes = (nodes.term, nodes.field_name, nodes.option_group, nodes.classifier)
    return isinstance(node, term_classes)


def _find_table(node: nodes.Element) -> nodes.Element | None:
    """Return the innermost table that contains *node*."""
    ancestor = node.parent
    while ancestor is not None and not isinstance(ancestor, nodes.table):
        ancestor = ancestor.parent
    return ancestor


def _is_one_field(item: nodes.Element) -> bool:
    """Return whether a list item contains a single field and nothing else."""
    child = item.children[0] if len(item.children) == 1 else None
    return isinstance(child, FieldsNode) and len(child.children) == 1


def _make_item(marker: str, blocks: Blocks) -> str:
    """Return a list item: the lines after the first are indented by the width of the marker."""
    # Lines indented by more than four spaces would become code.
    indent = " " * min(len(marker), 4)
    text = "\n\n".join(blocks)
    # Empty lines must not contain spaces.
    return marker + text.replace("\n", f"\n{indent}").replace(f"\n{indent}\n", "\n\n")


def _make_quote(blocks: Blocks) -> str:
    lines = "\n\n".join(blocks).splitlines()
    return "\n".join(f"> {line}".rstrip() for line in lines)


def _make_fence(code: str, language: str) -> str:
    # A fence must be longer than all backticks in the code.
    longest = max((len(backticks) for backticks in _RUN_OF_BACKTICKS.findall(code)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{language}\n{code.rstrip()}\n{fence}"


def _choose_dollars(formula: str, minimum: int) -> str:
    """Return the dollar signs around a formula: more than it has in a row."""
    longest = max(map(len, _RUN_OF_DOLLARS.findall(formula)), default=0)
    return "$" * max(minimum, longest + 1)


def _make_code_span(code: str) -> str:
    longest = max((len(backticks) for backticks in _RUN_OF_BACKTICKS.findall(code)), default=0)
    fence = "`" * (longest + 1)
    space = " " if code.startswith("`") or code.endswith("`") else ""
    return f"{fence}{space}{code}{space}{fence}" if code else ""
