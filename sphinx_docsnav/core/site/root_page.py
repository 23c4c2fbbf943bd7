"""What generated documents need in HTML: no source link, and a root page that leads on."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes

from sphinx_docsnav.core.site.generate import SUFFIX
from sphinx_docsnav.core.state import state_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx

LEADING_BUILDERS = ("html", "dirhtml")
"""The builders that write a page per document, each with an address of its own."""


def limit_root_link_to_html(app: Sphinx, doctree: nodes.document) -> None:
    """Show the link of a generated root page in HTML only (``doctree-read``).

    Other formats put all pages behind it, and need nobody led there.
    """
    if app.env.docname != app.config.root_doc or app.env.docname not in state_of(app).generated:
        return
    html = addnodes.only(expr=" or ".join(f"builder_{name}" for name in LEADING_BUILDERS))
    section = next(iter(doctree.findall(nodes.section)), doctree)
    shown = [child for child in section if not isinstance(child, nodes.title)]
    for child in shown:
        section.remove(child)
    html.extend(shown)
    section.append(html)


def set_generated_context(
    app: Sphinx,
    pagename: str,
    templatename: str,  # noqa: ARG001 -- an event
    context: dict[str, Any],
    doctree: nodes.document | None,  # noqa: ARG001 -- an event
) -> None:
    """Remove the source link of a generated page, and redirect the root page to the first page.

    Sphinx would derive the name of the source from a path outside of the project.
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
