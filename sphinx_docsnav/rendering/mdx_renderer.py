"""The renderer of pages and snippets: every rule, and what the rules call."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from markdown_it.token import Token

from sphinx_docsnav.mdx.expressions import Value
from sphinx_docsnav.rendering import markdown_tokens, tag_tokens
from sphinx_docsnav.rendering.links import image_nodes, link_nodes
from sphinx_docsnav.rendering.renderer import Renderer, TokenRule, inline_tokens, is_marked
from sphinx_docsnav.rendering.scope import OpenElement, Scope
from sphinx_docsnav.rendering.snippets import show_value, text_as_written


class MdxRenderer(Renderer):
    """Writes the tokens of a page or a snippet."""

    rules: ClassVar[Mapping[str, TokenRule]] = {
        **markdown_tokens.RULES,
        **tag_tokens.RULES,
    }

    def fence(self, token: Token) -> None:
        """Write a block of code."""
        for node in markdown_tokens.fence_nodes(self, token):
            self.place(node)

    def link(
        self, url: str, words: Iterable[nodes.Node], *, line: int, title: str = ""
    ) -> list[nodes.Node]:
        """Return *words* as a link to *url*."""
        return link_nodes(self, url, list(words), line=line, title=title)

    def image(
        self, url: str, alt: str, *, line: int, attributes: Mapping[str, Any] | None = None
    ) -> list[nodes.Node]:
        """Return an image; a missing one as its *alt* text."""
        return image_nodes(self, url, alt, line=line, attributes=attributes or {})

    def begin(
        self, name: str, values: dict[str, Any], line: int, target: Value = None
    ) -> OpenElement:
        """Return a tag's element, for tags in expressions."""
        return tag_tokens.start(self, name, values, line, target)

    def write_element(self, element: OpenElement, children: list[nodes.Node]) -> None:
        """Write an element with its children."""
        tag_tokens.write_element(self, element, children)

    def inline_nodes(self, value: object, line: int) -> list[nodes.Node]:
        """Return inline nodes of a property: Markdown if it is text, else what it shows."""
        if isinstance(value, str):
            if not is_marked(value):
                make = text_as_written if "--" in value else nodes.Text
                return [make(value)] if value else []
            tokens = inline_tokens(value)
            return self.collect(lambda: self.run(tokens), inline=True)
        return self.collect(lambda: show_value(self, value, line), inline=True)

    def inside(self, path: Path, scope: Scope) -> Renderer:
        """Return a renderer for a snippet that writes to the same place."""
        root = self.writing.host.root
        own = path.parent.relative_to(root).as_posix() if path.is_relative_to(root) else ""
        folders = tuple(dict.fromkeys((own.removeprefix("."), *self.folders)))
        inner = MdxRenderer(self.writing, path, scope, folders)
        inner.verbatim = self.verbatim
        return inner
