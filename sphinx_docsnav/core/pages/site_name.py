"""Texts of authors in HTML templates: no markup, even where a template prints them as they are.

Sphinx and its themes disagree about what ``project``, ``html_title`` and the metadata of a page
hold. Some templates escape them, others write them as they are. A `Markup` of the escaped text
comes out right in both: the filter ``e`` does not escape it again, and ``striptags`` gives back
the text. What a theme computes itself from such texts is known to its adapter.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import quote

from markupsafe import Markup, escape
from sphinx.application import Sphinx
from sphinx.util import get_filetype

from sphinx_docsnav.core.builders import renders_pages
from sphinx_docsnav.core.private_names import has_conf
from sphinx_docsnav.core.settings import MDX_FILETYPE
from sphinx_docsnav.core.state import build_state, reading_of
from sphinx_docsnav.mdx.frontmatter import runs_as_address
from sphinx_docsnav.themes.adapter_registry import find_adapter_class
from sphinx_docsnav.themes.base import Adapter
from sphinx_docsnav.themes.generic import Generic

NAMES = ("project", "docstitle", "shorttitle")
"""Template variables that hold the name of the site."""
TEXTS = ("version", "release", "copyright")
"""Template variables that hold other text of docs.json where there is no conf.py."""

MARKUP = frozenset('<>"')
"""Characters of markup; file names on Windows cannot have them."""


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
