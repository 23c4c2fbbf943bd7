"""Texts of authors in HTML templates: no markup, even where a template prints them as they are.

Sphinx and its themes disagree about what ``project``, ``html_title`` and the metadata of a page
hold. Some templates escape them, others write them as they are. A `Markup` of the escaped text
comes out right in both: the filter ``e`` does not escape it again, and ``striptags`` gives back
the text. What a theme computes itself from such texts is known to its adapter.

`TitleMarkup` keeps the formulas and the code in titles, for links in the navigation.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from pathlib import Path
from typing import Any
from urllib.parse import quote

from docutils import nodes
from markupsafe import Markup, escape
from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.util import get_filetype

from sphinx_docsnav.components.component_nodes import InlineComponent, get_content_nodes
from sphinx_docsnav.components.markup import MarkupInlineNode
from sphinx_docsnav.core.builders import renders_pages
from sphinx_docsnav.core.private_names import has_conf
from sphinx_docsnav.core.settings import MDX_FILETYPE
from sphinx_docsnav.core.site.hanging_pages import is_only_text
from sphinx_docsnav.core.state import build_state, reading_of
from sphinx_docsnav.mdx.frontmatter import runs_as_address
from sphinx_docsnav.navigation.tree import Page
from sphinx_docsnav.themes.adapter_registry import find_adapter_class
from sphinx_docsnav.themes.base import Adapter
from sphinx_docsnav.themes.generic import Generic
from sphinx_docsnav.themes.shared_sidebar import ROOT

NAMES = ("project", "docstitle", "shorttitle")
"""Template variables that hold the name of the site."""
TEXTS = ("version", "release", "copyright")
"""Template variables that hold other text of docs.json where there is no conf.py."""
MARKUP = frozenset('<>"')
"""Characters of markup; file names on Windows cannot have them."""
_TEXT_ELEMENTS = frozenset(
    (
        *("b", "bdi", "code", "del", "em", "i", "ins", "kbd", "mark", "q", "s", "samp", "small"),
        *("strong", "sub", "sup", "u", "var"),
    )
)
"""The HTML elements of pages that a link may contain without becoming something else."""
_END = "\ufdda"
"""The end of a title; a Unicode noncharacter, which does not occur in text for interchange."""


def escape_names(
    app: Sphinx, _pagename: str, _templatename: str, context: dict[str, Any], _doctree: object
) -> None:
    """Mark what comes from docs.json as text (``html-page-context``)."""
    mark_names(app, context)


def mark_names(app: Sphinx, context: dict[str, Any]) -> None:
    """Mark the values of *context* that come from docs.json as text.

    Values of a conf.py are unchanged, as they may be HTML, unless equal to the name in docs.json:
    ``sphinx-docsnav init`` writes that into conf.py.
    """
    docs = reading_of(app).docs
    name = docs.name if docs is not None else ""
    without_conf = not has_conf(app.config)
    # The values of a conf.py are its author's, unless `init` has written them from docs.json.
    is_name = bool(name) and context.get("project") == name
    for key in (*NAMES, *TEXTS) if without_conf else NAMES:
        value = context.get(key)
        if isinstance(value, str) and (without_conf or value == name):
            context[key] = escape(value)
    if is_name or without_conf:
        # Sphinx makes it from the name.
        context["logo_alt"] = escape(context.get("logo_alt", Markup()))


def leave_out_source(
    _app: Sphinx, pagename: str, _templatename: str, context: dict[str, Any], _doctree: object
) -> None:
    """Copy no source with markup in its name (``html-page-context``).

    Themes join the name with addresses, and print the result as it is.
    """
    if MARKUP & set(pagename):
        context["sourcename"] = ""


def escape_page_texts(
    app: Sphinx, pagename: str, _templatename: str, context: dict[str, Any], _doctree: object
) -> None:
    """Make the texts of a page safe in any template (``html-page-context``, after themes)."""
    if not renders_pages(app.builder):
        return  # no template prints the values
    adapter = build_state(app).slot(_find_adapter_class)
    if context.get("meta") and _is_read_by_us(app, pagename):
        context["meta"] = {
            name: _escape_texts(value)
            for name, value in context["meta"].items()
            if not runs_as_address(name, value)
        }
    adapter.escape_texts(context)
    if MARKUP & set(pagename):
        context["pagename"] = context["current_page_name"] = quote(pagename)


def _is_read_by_us(app: Sphinx, docname: str) -> bool:
    return get_filetype(app.config.source_suffix, Path(app.env.doc2path(docname))) == MDX_FILETYPE


def _find_adapter_class(app: Sphinx) -> type[Adapter]:
    """Return what is known of the theme, whether or not it shows our navigation."""
    theme = getattr(app.builder, "theme", None)
    return (
        find_adapter_class(Path(path).name for path in theme.get_theme_dirs()) if theme else Generic
    )


def _escape_texts(value: object) -> object:
    """Return *value* of front matter with all texts in it escaped."""
    if isinstance(value, str):
        return escape(value)
    if isinstance(value, list):
        return list(map(_escape_texts, value))
    if isinstance(value, dict):
        return {name: _escape_texts(item) for name, item in value.items()}
    return value


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
