"""The two columns of an operation's page."""

from __future__ import annotations

from docutils import nodes

from sphinx_docsnav.components.component_nodes import Component, HtmlOutput


class LayoutStartNode(Component):
    """Starts the two columns of a page: text, and samples beside it.

    Attributes say which operation the page shows: ``operation`` (``GET /pets``),
    ``operation_id``, ``title``, ``tag`` and ``specification``.
    """

    def open_html(self, out: HtmlOutput) -> None:
        """Open the page and its first column."""
        out.body.append(out.starttag(self, "div", "", CLASS="docsnav-endpoint"))
        out.body.append(
            '<div class="docsnav-endpoint-columns">\n<div class="docsnav-endpoint-text">\n'
        )

    def close_html(self, out: HtmlOutput) -> None:
        """Leave the column open: `LayoutEndNode` closes it after the sections."""


class LayoutEndNode(Component):
    """Ends the column of text; its children are the column of samples, named ``title``."""

    def open_html(self, out: HtmlOutput) -> None:
        """Close the first column and open the second."""
        out.body.append("</div>\n")
        if self.children:
            label = out.encode(self["title"])
            out.body.append(f'<aside class="docsnav-endpoint-samples" aria-label="{label}">\n')

    def close_html(self, out: HtmlOutput) -> None:
        """Close what is open."""
        out.body.append("</aside>\n</div></div>\n" if self.children else "</div></div>\n")

    def plain(self) -> list[nodes.Node]:
        """Return a section with the samples."""
        if not self.children:
            return []
        title = nodes.title(self["title"], self["title"])
        return [nodes.section("", title, *self.children, ids=self["ids"])]
