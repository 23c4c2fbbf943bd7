"""The two columns of a page: text, and samples; in one column, samples come below the address."""

from __future__ import annotations

import json
from itertools import chain, takewhile

from docutils import nodes

from sphinx_docsnav.components.component_nodes import Component, HtmlOutput

INDEX_PAGE = "docsnav-endpoints"
"""The page with the index of all endpoints."""


class LayoutStartNode(Component):
    """Starts the two columns of a page: text, and samples beside it.

    Attributes describe the operation of the page: ``operation`` (``GET /pets``),
    ``operation_id``, ``title``, ``tag`` and ``specification``; ``words`` are
    those of the script, if they are not English.
    """

    def open_html(self, out: HtmlOutput) -> None:
        """Open the page and what comes before both columns."""
        words = self.get("words")
        said = json.dumps(words, ensure_ascii=False) if words else ""
        data = {"data-docsnav-words": said} if said else {}
        classes = "docsnav-endpoint" + " docsnav-endpoint-sampled" * self._has_samples()
        out.body.append(out.starttag(self, "div", "", CLASS=classes, **data))
        out.body.append(
            '<div class="docsnav-endpoint-columns">\n<div class="docsnav-endpoint-head">\n'
        )

    def _has_samples(self) -> bool:
        """Return whether samples follow; styles that wait for them would move the page later."""
        return any(isinstance(node, LayoutEndNode) and node.children for node in self.parent)

    def close_html(self, out: HtmlOutput) -> None:
        """Leave it open: `LayoutTextNode` closes it."""


_FOLDS = frozenset(["docsnav-schema", "docsnav-variant"])
"""Classes of what "Expand all" opens."""
_FEW_FOLDS = 2
"""Up to so many folds need no buttons."""


class LayoutTextNode(Component):
    """Starts the column of text."""

    def open_html(self, out: HtmlOutput) -> None:
        """Close what comes before both columns and open the first.

        The row for the buttons "Expand all" and "Collapse all" is empty without the script.
        """
        out.body.append('</div>\n<div class="docsnav-endpoint-text">\n')
        if self._folds() > _FEW_FOLDS:
            out.body.append('<p class="docsnav-endpoint-folds"></p>\n')

    def _folds(self) -> int:
        """Return how many schemas and options of the column fold."""
        following = self.parent[self.parent.index(self) + 1 :]
        column = takewhile(lambda node: not isinstance(node, LayoutEndNode), following)
        elements = chain.from_iterable(node.findall(nodes.Element) for node in column)
        return sum(not _FOLDS.isdisjoint(element["classes"]) for element in elements)

    def close_html(self, out: HtmlOutput) -> None:
        """Leave the column open: `LayoutEndNode` closes it after the sections."""


class LayoutEndNode(Component):
    """Ends the column of text; its children are the column of samples, named ``title``.

    Attribute ``servers``: the addresses that the samples may be sent to, the
    first of which they have; ``choices``: what readers fill in for the samples
    (`request_form.sample_choices`).
    """

    def open_html(self, out: HtmlOutput) -> None:
        """Close the first column and open the second."""
        out.body.append("</div>\n")
        if self.children:
            label = out.encode(self["title"])
            servers = out.encode(json.dumps(self.get("servers", [])))
            choices = json.dumps(self.get("choices", {}), ensure_ascii=False, separators=(",", ":"))
            out.body.append(
                f'<aside class="docsnav-endpoint-samples" aria-label="{label}" '
                f'data-docsnav-servers="{servers}" '
                f'data-docsnav-choices="{out.encode(choices)}"><details open="open">'
                f"<summary>{label}</summary>\n"
            )

    def close_html(self, out: HtmlOutput) -> None:
        """Close what is open."""
        out.body.append("</details></aside>\n</div></div>\n" if self.children else "</div></div>\n")

    def plain(self) -> list[nodes.Node]:
        """Return a section with the samples."""
        if not self.children:
            return []
        title = nodes.title(self["title"], self["title"])
        return [nodes.section("", title, *self.children, ids=self["ids"])]


LAYOUT_NODES = (LayoutStartNode, LayoutTextNode, LayoutEndNode)
"""The nodes of this module."""
