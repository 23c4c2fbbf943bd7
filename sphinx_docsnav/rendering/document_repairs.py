"""What keeps one block, one depth or one character from stopping the build of a page.

A block that fails is shown as its source text, all others as usual. Content that
nests deeper than Python can store or write is cut: each step of reading limits its
own nesting, but marks, snippets and components inside each other add up. Characters
that XML forbids are taken out, in whatever way they came into a document.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from docutils import nodes

from sphinx_docsnav.sitefiles.characters import drop_forbidden_characters, has_forbidden_characters

if TYPE_CHECKING:
    from markdown_it.token import Token

    from sphinx_docsnav.rendering.renderer import Renderer


def run_guarded(out: Renderer, tokens: Sequence[Token], lines: Sequence[str]) -> None:
    """Write *tokens*, each block of the page by itself.

    :param lines: the lines of the file, for the text of a block that fails.
    """
    for block in _blocks(tokens):
        writing, current = out.writing, out.writing.current
        children, stack = len(current.children), list(writing.stack)
        sections, frames, links = list(writing.sections), list(out.frames), list(out.links)
        depth, verbatim = writing.depth, out.verbatim
        try:
            out.run(block)
        except Exception as error:  # noqa: BLE001 -- whatever it is, the other blocks are shown
            first, last = _extent(block, len(lines))
            writing.host.report_failure(error, first + 1)
            del current.children[children:]
            writing.stack[:], writing.sections[:] = stack, sections
            out.frames[:], out.links[:] = frames, links
            writing.depth, out.verbatim, out.fixed_line = depth, verbatim, 0
            out.line = first + 1
            text = "\n".join(lines[first:last]).strip("\n")
            out.place(nodes.literal_block(text, text, language="text"))


def _blocks(tokens: Sequence[Token]) -> Iterator[Sequence[Token]]:
    """Yield the tokens of each block of the page, from its start to its end."""
    start, depth = 0, 0
    for index, token in enumerate(tokens, 1):
        depth += token.nesting
        if depth <= 0:
            yield tokens[start:index]
            start, depth = index, 0
    if start < len(tokens):
        yield tokens[start:]


def _extent(block: Sequence[Token], end: int) -> tuple[int, int]:
    """Return the first line of *block* and the line after its last, counted from 0."""
    extents = [token.map for token in block if token.map]
    if not extents:
        line = next((token.meta["line"] for token in block if "line" in token.meta), 1)
        return line - 1, line
    return min(first for first, _ in extents), min(max(last for _, last in extents), end)


MAX_DEPTH = 150
"""Levels of a document. Sphinx stores documents with pickle, which recurses five times a level
and reaches Python's default limit of 1,000 before 200 levels."""

_HOLDERS = (
    *(nodes.TextElement, nodes.list_item, nodes.block_quote, nodes.entry, nodes.container),
    *(nodes.section, nodes.document),
)
"""Elements whose content can be replaced by text."""


def flatten_deep_content(document: nodes.document) -> int:
    """Replace what is deeper than `MAX_DEPTH` by its text; return its line, 0 if nothing is."""
    level: list[nodes.Node] = [document]
    for _ in range(MAX_DEPTH):
        level = [child for node in level if node.children for child in node.children]
        if not level:
            return 0
    line = 0
    for node in level:
        above = _ancestors(node)
        if not node.children or above[-1] is not document:
            continue
        holder = next(parent for parent in above if isinstance(parent, _HOLDERS))
        text = nodes.Text(_text(holder))
        is_line = isinstance(holder, nodes.TextElement)
        holder.children = []
        holder.append(text if is_line else nodes.paragraph("", "", text))
        line = line or next((parent.line for parent in above if parent.line), 1)
    return line


def _ancestors(node: nodes.Node) -> list[nodes.Node]:
    """Return *node* and what it is in, up to the document or to an element that was emptied."""
    found = [node]
    while (parent := found[-1].parent) is not None and found[-1] in parent.children:
        found.append(parent)
    return found


def _text(node: nodes.Node) -> str:
    """Return the text below *node*; docutils' own method would recurse."""
    words: list[str] = []
    rest: list[nodes.Node] = [node]
    while rest:
        current = rest.pop()
        if isinstance(current, nodes.Text):
            words.append(str(current))
        else:
            rest += reversed(current.children)
    return "".join(words)


def clean_document(document: nodes.document, below: Sequence[nodes.Node]) -> str:
    """Take forbidden characters out of *document*; return the first one, empty if there is none.

    Escapes in expressions, front matter and specifications make them as well.

    :param below: the nodes of the document with the texts; see `nodes_below`.
    """
    if not has_forbidden_characters(_texts(below)):
        return ""
    first = ""
    for node in list(document.findall()):
        if isinstance(node, nodes.Text):
            text, found = drop_forbidden_characters(node)
            if found:
                first = first or str(node)[found[0]]
                node.parent.replace(node, nodes.Text(text))
        elif isinstance(node, nodes.Element):
            for name, value in node.attributes.items():
                cleaned, character = _clean(value)
                if character:
                    first = first or character
                    node.attributes[name] = cleaned
    return first


def _texts(below: Sequence[Any]) -> list[str]:
    """Return every text of the nodes, those in attributes included."""
    found: list[str] = []
    for node in below:
        if isinstance(node, nodes.Text):
            found.append(node)
            continue
        values = node.attributes.values()
        if any(values):  # most are empty lists
            for value in values:
                if type(value) is str:
                    found.append(value)
                elif value:
                    _add_strings(value, found)
    return found


def _add_strings(value: Any, found: list[str]) -> None:  # noqa: ANN401 -- attributes hold any plain value
    if isinstance(value, str):
        found.append(value)
    elif isinstance(value, dict):
        for name, item in value.items():
            _add_strings(name, found)
            _add_strings(item, found)
    elif isinstance(value, list | tuple):
        for item in value:
            _add_strings(item, found)


def _clean(value: Any) -> tuple[Any, str]:  # noqa: ANN401 -- attributes hold any plain value
    """Return *value* without forbidden characters, and the first of them."""
    if isinstance(value, str):
        text, found = drop_forbidden_characters(value)
        return text, value[found[0]] if found else ""
    if isinstance(value, dict):
        pairs, first = _clean([list(pair) for pair in value.items()])
        return (dict(pairs), first) if first else (value, "")
    if isinstance(value, list | tuple):
        parts = [_clean(item) for item in value]
        first = next((character for _, character in parts if character), "")
        return (type(value)(item for item, _ in parts), first) if first else (value, "")
    return value, ""
