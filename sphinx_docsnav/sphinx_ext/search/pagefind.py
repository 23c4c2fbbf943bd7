"""Page attributes for Pagefind, a search for built sites.

The content of pages is marked, except for hidden ones, which are then not indexed;
filters have the language, version and product of a page.
Source: https://pagefind.app/docs/filtering/
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from sphinx.builders.html import StandaloneHTMLBuilder

from sphinx_docsnav.sitefiles.languages import browser_code
from sphinx_docsnav.sphinx_ext.build.state import find_state
from sphinx_docsnav.sphinx_ext.search.scopes import scopes_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_docsnav.themes.base import Context


def mark_for_pagefind(
    app: Sphinx,
    pagename: str,
    templatename: str,  # noqa: ARG001 -- an event
    context: Context,
    doctree: object,
) -> None:
    """Mark a page for Pagefind (``html-page-context``)."""
    if not app.config.docsnav_pagefind or doctree is None or find_state(app) is None:
        return
    scopes = scopes_of(app)
    if not isinstance(app.builder, StandaloneHTMLBuilder) or not scopes.finding(pagename):
        return
    trail = scopes.site.trail(pagename)
    filters = (
        (element.kind.value, browser_code(element.code) if element.code else element.label)
        for element in (trail.divisions if trail else ())
    )
    metas = "".join(
        f'<meta data-pagefind-filter="{kind}[content]" content="{escape(name)}">\n'
        for kind, name in filters
        if kind in ("language", "version", "product")
    )
    context["metatags"] = f"{context.get('metatags', '')}{metas}"
    context["body"] = f"<div data-pagefind-body>\n{context.get('body', '')}\n</div>\n"
