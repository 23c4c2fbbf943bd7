"""``mode`` of front matter: pages that do without a list of their headings.

``wide`` and ``frame`` leave "On this page" out; ``center`` and ``custom`` would
leave the navigation out, too, which a theme of Sphinx has on every page.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_docsnav.sphinx_ext.build.state import find_state

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_docsnav.themes.base import Context

WITHOUT_HEADINGS = frozenset({"wide", "center", "custom", "frame"})
"""The modes without "On this page"."""
SAID_TO_THEMES = {"hide-toc": "true", "html_theme.sidebar_secondary.remove": "true"}
"""Page metadata that hides the table of contents: in Furo, and in PyData and its descendants."""


def leave_out_headings(
    app: Sphinx,
    pagename: str,  # noqa: ARG001 -- an event
    templatename: str,  # noqa: ARG001 -- an event
    context: Context,
    doctree: object,
) -> None:
    """Take the list of headings from pages that want none (``html-page-context``)."""
    meta = context.get("meta") or {}
    if doctree is None or find_state(app) is None or meta.get("mode") not in WITHOUT_HEADINGS:
        return
    context["meta"] = {**meta, **SAID_TO_THEMES}
    context["toc"] = ""
    context["display_toc"] = False
