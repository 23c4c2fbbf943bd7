"""A page block by block: one that fails is shown as its source text, all others as usual."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from docutils import nodes

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
            writing.depth, out.verbatim, out.verbatim_lines = depth, verbatim, False
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
