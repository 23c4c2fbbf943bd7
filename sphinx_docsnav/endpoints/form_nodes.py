"""The nodes of the form that sends the request of a page, and of the link to it."""

from __future__ import annotations

import json

from docutils import nodes

from sphinx_docsnav.components.component_nodes import Component, HtmlOutput, InlineComponent


class TryItNode(Component):
    """The form, closed; its script fills it in from ``form`` when a reader opens it.

    Nothing of it is in books, in print or on pages without scripts.
    """

    def open_html(self, out: HtmlOutput) -> None:
        """Write the fold and the values of the form, which are data for every browser."""
        if out.builder.name == "epub":
            return
        data = json.dumps(self["form"], ensure_ascii=False, separators=(",", ":"))
        data = data.replace("<", "\\u003c")
        out.body.append(out.starttag(self, "details", "", CLASS="docsnav-try-it"))
        out.body.append(
            f"<summary>{out.encode(self['title'])}</summary>\n"
            f'<script type="application/json">{data}</script></details>\n'
        )

    def close_html(self, out: HtmlOutput) -> None:
        """Leave nothing open."""

    def plain(self) -> list[nodes.Node]:
        """Return nothing: only a browser sends requests."""
        return []


class TryItLinkNode(InlineComponent):
    """A link to the form beside the address of the operation."""

    def open_html(self, out: HtmlOutput) -> None:
        """Write the whole link."""
        if out.builder.name != "epub":
            href, title = out.encode(self["target"]), out.encode(self["title"])
            out.body.append(f'<a class="docsnav-try-link" href="#{href}">{title}</a>')

    def close_html(self, out: HtmlOutput) -> None:
        """Leave nothing open."""

    def plain(self) -> list[nodes.Node]:
        """Return nothing, as there is no form."""
        return []


NODES: tuple[type[nodes.Element], ...] = (TryItNode, TryItLinkNode)
"""Every node of the form."""
