"""The titles of pages and headings as markup, for links in the navigation."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from html import escape

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder

from sphinx_docsnav.components.component_nodes import InlineComponent, get_content_nodes
from sphinx_docsnav.components.markup import MarkupInlineNode
from sphinx_docsnav.core.site.hanging_pages import is_only_text
from sphinx_docsnav.navigation.tree import Page
from sphinx_docsnav.themes.shared_sidebar import ROOT

_TEXT_ELEMENTS = frozenset(
    (
        *("b", "bdi", "code", "del", "em", "i", "ins", "kbd", "mark", "q", "s", "samp", "small"),
        *("strong", "sub", "sup", "u", "var"),
    )
)
"""The HTML elements of pages that a link may contain without becoming something else."""
_END = "\ufdda"
"""The end of a title; a Unicode noncharacter, which does not occur in text for interchange."""


class TitleMarkup:
    """Renders titles as Sphinx does for its templates; those of a document together and once.

    Most titles are only text, and are not rendered.
    """

    def __init__(self, app: Sphinx) -> None:
        self._env = app.env
        self._builder = app.builder
        self._titles: dict[str, tuple[str, str]] = {}
        self._headings: dict[str, dict[str, tuple[str, str]]] = {}

    def render(self, page: Page, label: str, prefix: str) -> str:
        """Return the title of a page or heading as safe inline markup.

        :param label: the text of the link.
        :param prefix: the relative path from the page with the link to the root of the output, for
            pictures of formulas.
        :returns: empty if the label is not the title, or if the title is only text.
        """
        docname = page.docname
        if page.has_markup:
            if docname not in self._headings:
                self._headings[docname] = self._render_headings(docname)
            text, markup = self._headings[docname].get(page.anchor, ("", ""))
        elif docname and not page.anchor:
            if docname not in self._titles:
                self._titles[docname] = self._render_title(docname)
            text, markup = self._titles[docname]
        else:
            return ""
        return markup.replace(ROOT, escape(prefix)) if text == label else ""

    def _render_title(self, docname: str) -> tuple[str, str]:
        """Return the title of a document as text and as markup; empty if it is only text."""
        title = self._env.titles.get(docname)
        if title is None or is_only_text(title):
            return "", ""
        return self._render_titles([title])[0]

    def _render_headings(self, docname: str) -> dict[str, tuple[str, str]]:
        """Return the headings of a document that are not only text, by their anchors."""
        # A copy, as the list of headings may be stored as text.
        links = copy(self._env.tocs[docname]).findall(nodes.reference)
        marked_up = [link for link in links if not is_only_text(link)]
        rendered = self._render_titles(marked_up)
        return {link["anchorname"]: row for link, row in zip(marked_up, rendered, strict=True)}

    def _render_titles(self, titles: Sequence[nodes.Element]) -> list[tuple[str, str]]:
        """Return each of *titles* as text and as markup, with `ROOT` before files."""
        builder, content = self._builder, nodes.title()
        if not isinstance(builder, StandaloneHTMLBuilder):
            return [("", "")] * len(titles)
        # One title with the content of all: a list of objects has thousands.
        for title in titles:
            content += [*(child.deepcopy() for child in title.children), nodes.Text(_END)]
        _replace_controls(content)
        path_before = builder.imgpath
        # Pages at any depth share the markup.
        builder.imgpath = f"{ROOT}{builder.imagedir}"
        try:
            pieces = builder.render_partial(content)["title"].split(_END)
        finally:
            builder.imgpath = path_before
        texts = (" ".join(title.astext().split()) for title in titles)
        return [(text, piece.strip()) for text, piece in zip(texts, pieces, strict=False)]


def _replace_controls(title: nodes.title) -> None:
    """Replace what no link may contain by its text, and drop ids, which the page itself has."""
    for node in [*title.findall(nodes.Element)]:
        node["ids"] = []
        is_element = isinstance(node, MarkupInlineNode) and node["tag"] in _TEXT_ELEMENTS
        if isinstance(node, InlineComponent) and not is_element and node.parent is not None:
            # The explanation of a tooltip is no part of the title.
            text = "".join(child.astext() for child in get_content_nodes(node))
            node.parent.replace(node, nodes.Text(text))
