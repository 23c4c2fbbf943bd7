"""What a component's builder gets to work with."""

from __future__ import annotations

from collections.abc import Iterable

from docutils import nodes

from sphinx_docsnav.components.component_nodes import TABLE, Word
from sphinx_docsnav.components.inline import make_icon
from sphinx_docsnav.components.markup import PictureNode
from sphinx_docsnav.docs_json.kinds import Icon
from sphinx_docsnav.faults import FaultKind
from sphinx_docsnav.icons import IconKind, icon_fault, icon_kind
from sphinx_docsnav.mdx.expressions import to_text
from sphinx_docsnav.rendering.renderer import Renderer
from sphinx_docsnav.rendering.scope import OpenElement


class TagContext:
    """The renderer as one tag sees it; see `sphinx_docsnav.components.registry.Context`."""

    def __init__(self, out: Renderer, element: OpenElement) -> None:
        self._out = out
        self.tag = element.name
        """The tag's name."""
        self.line = element.line
        """The tag's line."""
        self.inline = element.inline
        self.ids = list(element.ids)

    def text(self, value: object) -> list[nodes.Node]:
        """Return inline nodes of *value*: Markdown, JSX, or anything printable."""
        return self._out.inline_nodes(value, self.line)

    def plain_text(self, value: object) -> str:
        """Return the words of *value*; nothing for what is not given."""
        if value is None:
            return ""
        if isinstance(value, (str, int, float)):
            return to_text(value)
        return "".join(node.astext() for node in self.text(value))

    def link(self, url: str, children: Iterable[nodes.Node]) -> list[nodes.Node]:
        """Return *children* as a link."""
        return self._out.link(url, children, line=self.line)

    def image(self, url: str, alt: str = "") -> list[nodes.Node]:
        """Return a picture."""
        return self._out.image(url, alt, line=self.line)

    def icon(
        self, value: object, *, style: str = "", library: str = "", color: str = ""
    ) -> list[nodes.Node]:
        """Return an icon.

        Faults: ``icon_missing``, once per page and name.
        """
        if isinstance(value, dict):
            style, library = value.get("style") or style, value.get("library") or library
            value = value.get("name")
        if not value:
            return []
        if not isinstance(value, str):
            return self._drawn(self._out.inline_nodes(value, self.line))
        if icon_kind(value) is not IconKind.NAME:
            return self._drawn(self._out.image(value, "", line=self.line))
        host = self._out.writing.host
        fault = icon_fault(Icon(value, style, library), host.icon_library)
        if fault is not None:
            self._out.warn(
                fault.kind, fault.message, self.line, once=f"{value}/{style}", hint=fault.hint
            )
            return []
        return [make_icon(value, style=style, own=library, library=host.icon_library, color=color)]

    def _drawn(self, found: list[nodes.Node]) -> list[nodes.Node]:
        pictures = [node for node in found if not isinstance(node, nodes.Text)]
        for node in pictures:
            if isinstance(node, PictureNode):
                node["classes"].append("docsnav-glyph-image")
        return pictures

    def parsed(self, markdown: str) -> list[nodes.Node]:
        """Return the blocks of a Markdown text."""
        return self._out.markdown(markdown, self.line)

    def translate(self, word: Word) -> str:
        """Return one of our own words in the page's language."""
        return TABLE.of(self._out.writing.host.language)[word]

    def serial(self) -> str:
        """Return a name unique on the site."""
        return self._out.writing.serial()

    def warn(self, message: str) -> None:
        """Report a mistake in the tag."""
        self._out.warn(FaultKind.COMPONENT_PROPERTY, f"<{self.tag}>: {message}", self.line)
