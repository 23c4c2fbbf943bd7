"""What generated documents need in HTML: no source link, and a root page that leads on."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from sphinx_docsnav.sphinx_ext.generated import SUFFIX
from sphinx_docsnav.sphinx_ext.state import state_of

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx

LEADING_BUILDERS = ("html", "dirhtml")
"""The builders that write a page per document, each with an address of its own."""


def set_generated_context(
    app: Sphinx,
    pagename: str,
    templatename: str,  # noqa: ARG001 -- an event
    context: dict[str, Any],
    doctree: nodes.document | None,  # noqa: ARG001 -- an event
) -> None:
    """Say that a generated page has no source, and refresh the root page to the first page.

    Sphinx would make the source's name out of its path, which is none in the project.
    """
    state = state_of(app)
    if pagename not in state.generated:
        return
    context.update(sourcename="", page_source_suffix=SUFFIX, show_source=False)
    first = state.site.first_page(state.site.root)
    if pagename == app.config.root_doc and first and app.builder.name in LEADING_BUILDERS:
        address = app.builder.get_relative_uri(pagename, first.docname)
        refresh = f'<meta http-equiv="refresh" content="0; url={escape(address)}" />'
        context["metatags"] = f"{context.get('metatags', '')}\n{refresh}\n"
