"""Descriptions in specifications -> docutils nodes, by the rules of pages.

Most descriptions are one line of plain words, which need no parser.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import ClassVar

from docutils import nodes
from markdown_it.token import Token

from sphinx_docsnav.components.document_structure import nodes_below, wrap_runs
from sphinx_docsnav.faults import FaultKind
from sphinx_docsnav.mdx.description_tokens import parse_description
from sphinx_docsnav.rendering.mdx_renderer import MdxRenderer
from sphinx_docsnav.rendering.page_state import Writing
from sphinx_docsnav.rendering.renderer import Holder, Renderer, TokenRule
from sphinx_docsnav.rendering.scope import Scope

MAX_LENGTH = 50_000
"""Longer descriptions are shown as plain text; those of public APIs have 5,000 characters."""
MAX_TAGS = 2_000
"""Descriptions with more ``<`` are shown as plain text: parsers look for the end of each."""

Complain = Callable[[FaultKind, str, str, str], None]
"""Called for each mistake with its kind, the message, a hint, and the description."""

_MARKUP = re.compile(r"[\\`*_\[\]<>&~|!\n]|^\s*(?:[-+#=]|\d+[.)])|://")


def _rubric_open(out: Renderer, token: Token) -> None:
    out.open(nodes.rubric("", "", level=int(token.tag[1:])))


def _rubric_close(out: Renderer, _token: Token) -> None:
    out.close()


class DescriptionRenderer(MdxRenderer):
    """Writes the descriptions of one page."""

    rules: ClassVar[Mapping[str, TokenRule]] = {
        **MdxRenderer.rules,
        "heading_open": _rubric_open,
        "heading_close": _rubric_close,
    }

    def __init__(
        self, writing: Writing, source: str, folders: tuple[str, ...], complain: Complain
    ) -> None:
        """Nothing is written yet.

        :param source: the name of the specification, the source of the nodes.
        :param folders: where relative links start, best first.
        """
        super().__init__(writing, Path(source), Scope(), folders)
        self.source = source
        self.fixed_line = 1
        self._complain = complain
        self._text = ""

    def describe(self, text: str) -> list[nodes.Node]:
        """Return the block nodes of a description; its headings are rubrics with a ``level``.

        Paragraphs carry their source, so that translations find them.
        """
        text = text.strip()
        if not text:
            return []
        if len(text) > MAX_LENGTH or text.count("<") > MAX_TAGS or not _MARKUP.search(text):
            found: list[nodes.Node] = [nodes.paragraph(text, text)]
        else:
            found = self._rendered(text)
        for node in found:
            self._settle(node)
        return found

    def _rendered(self, text: str) -> list[nodes.Node]:
        self._text = text
        holder = Holder()
        self.writing.stack.append(holder)
        try:
            self.run(parse_description(text))
        finally:
            del self.writing.stack[self.writing.stack.index(holder) :]
        wrap_runs(nodes_below(holder))
        return holder.children

    def _settle(self, node: nodes.Node) -> None:
        if not isinstance(node, nodes.Element):
            return
        for inner in node.findall(nodes.TextElement):
            inner.source, inner.line = self.source, 1
            inner.rawsource = inner.astext()

    def link(
        self, url: str, words: Iterable[nodes.Node], *, line: int, title: str = ""
    ) -> list[nodes.Node]:
        """Return *words* as a link; messages about it name the specification."""
        found = super().link(url, words, line=line, title=title)
        for node in found:
            if isinstance(node, nodes.Element) and "docsnav_url" in node:
                node["docsnav_operation"] = True
        return found

    def warn(
        self,
        kind: FaultKind,
        message: str,
        line: int | None = None,  # noqa: ARG002 -- descriptions have no lines of their own
        *,
        once: str = "",  # noqa: ARG002 -- the specification reports each mistake once
        hint: str = "",
    ) -> None:
        """Report a mistake in the description."""
        self._complain(kind, message, hint, self._text)
