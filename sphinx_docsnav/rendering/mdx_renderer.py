"""The renderer of pages and snippets: all rules, and the functions that rules call.

It is a module of its own because rules import `Renderer`, and this class imports the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from markdown_it.token import Token

from sphinx_docsnav.mdx.expressions import Value
from sphinx_docsnav.rendering import markdown_tokens, tag_tokens
from sphinx_docsnav.rendering.links import make_image, make_link
from sphinx_docsnav.rendering.renderer import Renderer, TokenRule, is_marked, parse_inline
from sphinx_docsnav.rendering.scope import OpenElement, Scope
from sphinx_docsnav.rendering.snippets import make_literal_text, show_value


class MdxRenderer(Renderer):
    """A renderer of the tokens of a page or snippet."""

    rules: ClassVar[Mapping[str, TokenRule]] = {
        **markdown_tokens.RULES,
        **tag_tokens.RULES,
    }

    def fence(self, token: Token) -> None:
        """Write a block of code."""
        for node in markdown_tokens.make_fence(self, token):
            self.place(node)

    def link(
        self, url: str, children: Iterable[nodes.Node], *, line: int, title: str = ""
    ) -> list[nodes.Node]:
        """Return *children* as a link to *url*."""
        return make_link(self, url, list(children), line=line, title=title)

    def image(
        self, url: str, alt: str, *, line: int, attributes: Mapping[str, Any] | None = None
    ) -> list[nodes.Node]:
        """Return an image, or its *alt* text if the file is missing."""
        return make_image(self, url, alt, line=line, attributes=attributes or {})

    def start_element(
        self, name: str, values: dict[str, Any], line: int, target: Value = None
    ) -> OpenElement:
        """Return the element of a tag in an expression, to be written by `write_element`."""
        return tag_tokens.start_element(self, name, values, line, target)

    def write_element(self, element: OpenElement, children: list[nodes.Node]) -> None:
        """Write an element with its children."""
        tag_tokens.write_element(self, element, children)

    def inline_nodes(self, value: object, line: int) -> list[nodes.Node]:
        """Return the inline nodes of a property: text is Markdown, other values are shown."""
        if isinstance(value, str):
            # Most properties are plain text, for which no parser is needed.
            if not is_marked(value):
                make = make_literal_text if "--" in value else nodes.Text
                return [make(value)] if value else []
            tokens = parse_inline(value)
            return self.collect(lambda: self.run(tokens), inline=True)
        return self.collect(lambda: show_value(self, value, line), inline=True)

    def create_inner(self, path: Path, scope: Scope) -> Renderer:
        """Return a renderer for the snippet at *path* that writes into the same page."""
        root = self.page.host.root
        own_folder = path.parent.relative_to(root).as_posix() if path.is_relative_to(root) else ""
        # Relative links of a snippet begin in its own folder, or in the page's.
        folders = tuple(dict.fromkeys((own_folder.removeprefix("."), *self.folders)))
        inner = MdxRenderer(self.page, path, scope, folders)
        inner.verbatim = self.verbatim
        return inner
