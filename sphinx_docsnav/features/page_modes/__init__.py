"""``mode`` of front matter: pages with fewer parts of the layout.

``wide`` omits "On this page" and widens the text. ``center`` also omits the sidebar, and the text
stays narrow. ``frame`` is a canvas between the sidebar and the right edge, and ``custom`` a canvas
below the top bar; on both, the markup of the page replaces the title and the description.

A style sheet hides the sidebar. It stays in the page, because it is the drawer of the theme in
narrow windows, where it is the only navigation.
"""

from __future__ import annotations

from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.util.typing import ExtensionMetadata

from sphinx_docsnav.components.markup import HeadingNode
from sphinx_docsnav.core.events import connect
from sphinx_docsnav.core.pages.theme_choice import adapter_of
from sphinx_docsnav.core.settings import metadata
from sphinx_docsnav.core.site.env_record import CANVAS_MODES
from sphinx_docsnav.core.site.output_ledger import ledger_of
from sphinx_docsnav.core.state import find_state
from sphinx_docsnav.mdx.frontmatter import MODES
from sphinx_docsnav.navigation.page_facts import FRONT_MATTER_TITLE
from sphinx_docsnav.themes.base import Context

MODES_OWNER = "page modes"
"""The owner of the style sheet in the ledger of outputs."""
MODES_STYLE = "docsnav-modes.css"
"""The style sheet of pages with a mode."""
_SOURCE = Path(__file__).with_name("modes.css")
_OWN_SOURCE = Path(__file__).with_name("own_modes.css")
"""The rules for the theme of this package, which marks its pages by classes of the body."""
_STYLE_PRIORITY = 800


def _find_mode(app: Sphinx, docname: str) -> str:
    """Return the mode of a document; empty if it has none, or if the build has no navigation."""
    if find_state(app) is None:
        return ""
    mode = str(app.env.metadata.get(docname, {}).get("mode", ""))
    return mode if mode in MODES else ""


def write_mode_style(app: Sphinx, builder: object) -> None:
    """Write the style sheet of modes if a page has a mode (``write-started``)."""
    adapter = adapter_of(app)
    if not isinstance(builder, StandaloneHTMLBuilder) or adapter is None:
        return
    ledger = ledger_of(app)
    if any(_find_mode(app, docname) for docname in app.env.found_docs):
        source = _OWN_SOURCE if adapter.bundles else _SOURCE
        ledger.write(MODES_OWNER, f"_static/{MODES_STYLE}", source.read_bytes())
    ledger.finish(MODES_OWNER)


def remove_front_matter_title(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Remove the title and the description of front matter from a canvas (``doctree-resolved``).

    If the page has no heading of the first level, the title stays for screen readers.
    """
    if adapter_of(app) is None or _find_mode(app, docname) not in CANVAS_MODES:
        return
    for lead in list(doctree.findall(nodes.paragraph)):
        if "docsnav-lead" in lead["classes"]:
            lead.parent.remove(lead)
    for title in list(doctree.findall(nodes.title)):
        if not title.get(FRONT_MATTER_TITLE):
            continue
        # The markup of a canvas may have a heading of its own.
        if any(map(_is_heading, doctree.findall(nodes.Element))):
            title.parent.remove(title)
        else:
            title["classes"].append("docsnav-unseen")


def _is_heading(element: nodes.Element) -> bool:
    """Return whether *element* is a first-level heading in the text of the page."""
    if isinstance(element, HeadingNode):
        return bool(element["level"] == 1)
    if isinstance(element, nodes.title) and not element.get(FRONT_MATTER_TITLE):
        return isinstance(element.parent.parent, nodes.document)
    return bool(element.get("tag") == "h1")


def apply_page_mode(
    app: Sphinx, pagename: str, _templatename: str, context: Context, doctree: object
) -> None:
    """Mark a page with its mode, and remove its list of headings (``html-page-context``)."""
    mode = _find_mode(app, pagename)
    if doctree is None or not mode:
        return
    adapter = adapter_of(app)
    hidden_headings = adapter.hide_headings if adapter else {}
    context["meta"] = {**(context.get("meta") or {}), **hidden_headings}
    context["toc"] = ""
    context["display_toc"] = False
    if adapter is None:
        return
    app.add_css_file(MODES_STYLE, priority=_STYLE_PRIORITY)
    # The theme of this package marks the page itself.
    if not adapter.bundles:
        marker = f'<span class="docsnav-mode docsnav-mode-{mode}" hidden></span>'
        context["body"] = f"{context.get('body', '')}\n{marker}\n"


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the feature; called by Sphinx."""
    connect(app, "write-started", 500, write_mode_style, "the pages carry the digest of the file")
    connect(
        app,
        "doctree-resolved",
        400,
        remove_front_matter_title,
        "other handlers see the page as it is written",
    )
    connect(
        app, "html-page-context", 310, apply_page_mode, "themes read the list of headings at 500"
    )
    return metadata()
