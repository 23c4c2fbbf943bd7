"""Rendering of descriptions in specifications as docutils nodes, by the rules of pages.

Most descriptions are one line of plain text and need no parser.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import ClassVar

from docutils import nodes
from markdown_it.token import Token

from sphinx_docsnav.components.document_structure import collect_nodes, wrap_runs
from sphinx_docsnav.faults import FaultKind
from sphinx_docsnav.mdx.description_tokens import parse_description
from sphinx_docsnav.rendering.markdown_tokens import close_node
from sphinx_docsnav.rendering.page_state import PageState, Scope
from sphinx_docsnav.rendering.renderer import BlockContainer, Renderer, TokenRule
from sphinx_docsnav.rendering.tag_tokens import RULES

MAX_LENGTH = 50_000
"""The maximum length of a description with markup; those of public APIs have 5,000 characters."""
MAX_TAGS = 2_000
"""The maximum number of ``<``, since parsers search for the end of each."""

ReportMistake = Callable[[FaultKind, str, str, str], None]
"""A function that is called for each mistake with its kind, message, hint, and the description."""

_MARKUP = re.compile(r"[\\`*_\[\]<>&~|!\n]|^\s*(?:[-+#=]|\d+[.)])|://")
"""What a description has if it is more than plain text."""


def _open_rubric(out: Renderer, token: Token) -> None:
    """Begin a rubric, which headings of descriptions become."""
    out.open(nodes.rubric("", "", level=int(token.tag[1:])))


_RULES: Mapping[str, TokenRule] = {
    **RULES,
    "heading_open": _open_rubric,
    "heading_close": close_node,
}
"""The rules of descriptions, by the types of their tokens."""


class DescriptionRenderer(Renderer):
    """A renderer of the descriptions of one page."""

    is_description: ClassVar[bool] = True

    def __init__(
        self, page: PageState, source: str, folders: tuple[str, ...], report_mistake: ReportMistake
    ) -> None:
        """Create a renderer.

        :param source: the name of the specification, which becomes the source of the nodes.
        :param folders: where relative links start, best first.
        """
        super().__init__(page, Path(source), Scope(), folders, _RULES)
        self.source = source
        self.fixed_line = 1
        self._report_mistake = report_mistake
        self._text = ""

    def describe(self, text: str) -> list[nodes.Node]:
        """Return the block nodes of a description; its headings are rubrics with a ``level``.

        Text elements have the specification as their source, so that they can be translated.
        """
        text = text.strip()
        if not text:
            return []
        # Plain text needs no parser; a hostile text is not given to one.
        if len(text) > MAX_LENGTH or text.count("<") > MAX_TAGS or not _MARKUP.search(text):
            blocks: list[nodes.Node] = [nodes.paragraph(text, text)]
        else:
            blocks = self._render_markup(text)
        for node in blocks:
            self._set_source(node)
        return blocks

    def _render_markup(self, text: str) -> list[nodes.Node]:
        """Return the block nodes of a description with markup."""
        self._text = text
        container = BlockContainer()
        self.page.stack.append(container)
        try:
            self.run(parse_description(text))
        finally:
            # An exception can leave elements open.
            del self.page.stack[self.page.stack.index(container) :]
        wrap_runs(collect_nodes(container))
        return container.children

    def _set_source(self, node: nodes.Node) -> None:
        """Set the source of the text elements in *node*, as docutils' parsers do."""
        if not isinstance(node, nodes.Element):
            return
        for inner in node.findall(nodes.TextElement):
            inner.source, inner.line = self.source, 1
            inner.rawsource = inner.astext()

    def warn(  # noqa: PLR0913 -- as `Renderer` has it
        self,
        kind: FaultKind,
        message: str,
        line: int | None = None,  # noqa: ARG002 -- descriptions have no lines of their own
        *,
        at: tuple[int, int] | None = None,  # noqa: ARG002 -- the same
        once: str = "",  # noqa: ARG002 -- the specification reports each mistake once
        hint: str = "",
        target: str = "",  # noqa: ARG002 -- a specification stays in its place
    ) -> None:
        """Report a mistake in the description by the function that was given for it."""
        self._report_mistake(kind, message, hint, self._text)
