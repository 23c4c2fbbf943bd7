"""Buttons above a page: copy its Markdown, view it."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_docsnav.sitefiles.write import write_if_changed
from sphinx_docsnav.sphinx_ext.html.assets import STATIC, compact, compact_script
from sphinx_docsnav.sphinx_ext.html.page_modes import CANVAS_MODES
from sphinx_docsnav.sphinx_ext.html.theme_choice import adapter_of
from sphinx_docsnav.sphinx_ext.publishing.markdown_copies import copy_name, has_copies, has_copy
from sphinx_docsnav.themes.theme_texts import words

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_docsnav.themes.base import Context

COPY, VIEW = "copy", "view"
"""The buttons that there are."""
FILES = {"docsnav-page.css": "page_actions.css", "docsnav-page.js": "page_actions.js"}
"""The files of pages with buttons."""


def _wanted(app: Sphinx) -> list[str]:
    """Return the buttons of this build, in order."""
    asked = app.config.docsnav_page_actions if has_copies(app) and adapter_of(app) else ()
    return [name for name in (COPY, VIEW) if name in asked]


def write_action_files(app: Sphinx, _builder: object) -> None:
    """Write the style sheet and the script of the buttons (``write-started``)."""
    if not _wanted(app):
        return
    for name, source in FILES.items():
        text = (STATIC / source).read_text("utf-8")
        made = compact(text) if name.endswith(".css") else compact_script(text)
        write_if_changed(Path(app.outdir, "_static", name), made)


def add_page_actions(
    app: Sphinx,
    pagename: str,
    templatename: str,  # noqa: ARG001 -- an event
    context: Context,
    doctree: object,
) -> None:
    """Put the buttons above the text of a page (``html-page-context``)."""
    wanted = _wanted(app)
    meta = app.env.metadata.get(pagename, {})
    if not wanted or doctree is None or not has_copy(app, pagename):
        return
    if meta.get("mode") in CANVAS_MODES:
        return
    language = context.get("language") or app.config.language
    said = words(str(language))
    url = escape(context["pathto"](copy_name(pagename), 1))
    made = {
        COPY: f'<button type="button" class="docsnav-action" data-docsnav-copy="{url}"'
        f' data-docsnav-done="{escape(said["copied"])}">{escape(said["copy"])}</button>',
        VIEW: f'<a class="docsnav-action" href="{url}">{escape(said["markdown"])}</a>',
    }
    buttons = "".join(made[name] for name in wanted)
    context["body"] = (
        f'<div class="docsnav-actions" data-pagefind-ignore>{buttons}</div>'
        f"{context.get('body', '')}"
    )
    app.add_css_file("docsnav-page.css")
    app.add_js_file("docsnav-page.js", loading_method="defer")
