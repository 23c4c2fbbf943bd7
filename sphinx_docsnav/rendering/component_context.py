"""The context that a component's builder is given."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from docutils import nodes

from sphinx_docsnav.components.component_nodes import TABLE, Word
from sphinx_docsnav.components.inline import make_icon
from sphinx_docsnav.components.markup import PictureNode
from sphinx_docsnav.docs_json.kinds import Icon
from sphinx_docsnav.faults import FaultKind
from sphinx_docsnav.icons import IconKind, find_icon_kind
from sphinx_docsnav.mdx.expressions import to_text
from sphinx_docsnav.messages import describe
from sphinx_docsnav.rendering.links import make_image, make_link
from sphinx_docsnav.rendering.page_state import OpenElement
from sphinx_docsnav.rendering.renderer import Renderer


class TagContext:
    """The renderer as the builder of one tag sees it.

    See `sphinx_docsnav.components.registry.Context`.
    """

    def __init__(self, out: Renderer, element: OpenElement) -> None:
        self._out = out
        self._element = element
        self.tag = element.name
        """The name of the tag."""
        self.line = element.line
        """The line of the tag."""
        self.inline = element.inline
        self.ids = list(element.ids)

    def text(self, value: object) -> list[nodes.Node]:
        """Return the inline nodes of *value*: Markdown, JSX, or anything that can be printed."""
        return self._out.render_inline(value, self.line)

    def plain_text(self, value: object) -> str:
        """Return the text of *value* without markup; ``""`` for ``None``."""
        if value is None:
            return ""
        if isinstance(value, (str, int, float)):
            return to_text(value)
        return "".join(node.astext() for node in self.text(value))

    def link(self, url: str, children: Iterable[nodes.Node]) -> list[nodes.Node]:
        """Return *children* as a link."""
        return make_link(self._out, url, list(children), line=self.line)

    def image(self, url: str, alt: str = "") -> list[nodes.Node]:
        """Return an image."""
        return make_image(self._out, url, alt, line=self.line)

    def icon(
        self, value: object, *, style: str = "", library: str = "", color: str = ""
    ) -> list[nodes.Node]:
        """Return an icon, an image or a drawing; an empty list without a *value*.

        Faults: ``icon_missing``, once per page and name.
        """
        # docs.json has objects for icons, and pages use the same form.
        if isinstance(value, dict):
            style = self._get_icon_text(value, "style") or style
            library = self._get_icon_text(value, "library") or library
            value = value.get("name")
        if not value:
            return []
        # JSX such as ``<img>`` or ``<svg>``.
        if not isinstance(value, str):
            return self._mark_images(self._out.render_inline(value, self.line))
        # A URL, or a file of the site.
        if find_icon_kind(value) is not IconKind.NAME:
            return self._mark_images(make_image(self._out, value, "", line=self.line))
        host = self._out.page.host
        icon = Icon(value, style, library)
        for file in host.icons.files_of(icon):
            host.depend(file)
        fault = host.icons.fault(icon)
        if fault is not None and not host.icons.packs:
            host.report(fault)  # the same for all pages, so without a place
        elif fault is not None:
            self._out.warn(
                fault.kind, fault.message, self.line, once=f"{value}/{style}", hint=fault.hint
            )
        drawing = host.icons.svg(icon)
        return [make_icon(value, drawing, color=color)] if drawing else []

    def _get_icon_text(self, icon: Mapping[str, Any], key: str) -> str:
        """Return the text under *key* of an icon's object; ``""``, after a warning, for no text."""
        value = icon.get(key)
        if value is None or isinstance(value, str):
            return value or ""
        self.warn(f"expected text as 'icon.{key}', found {describe(value)}; it is ignored")
        return ""

    def _mark_images(self, children: list[nodes.Node]) -> list[nodes.Node]:
        """Return *children* without text, with its images marked to have the size of icons."""
        pictures = [node for node in children if not isinstance(node, nodes.Text)]
        for node in pictures:
            if isinstance(node, PictureNode):
                node["classes"].append("docsnav-glyph-image")
        return pictures

    def parsed(self, markdown: str) -> list[nodes.Node]:
        """Return the block nodes of a Markdown text."""
        return self._out.render_markdown(markdown, self.line)

    def translate(self, word: Word) -> str:
        """Return one of this package's words in the language of the page."""
        return TABLE.of(self._out.page.host.language)[word]

    def serial(self) -> str:
        """Return an id that is unique on the site."""
        return self._out.page.serial()

    def warn(self, message: str) -> None:
        """Report a mistake in the tag, unless an attribute that is left out may be its cause."""
        if self._element.refused:
            return
        self._out.warn(FaultKind.COMPONENT_PROPERTY, f"<{self.tag}>: {message}", self.line)
