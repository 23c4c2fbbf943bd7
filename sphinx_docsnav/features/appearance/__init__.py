"""``appearance`` of docs.json: the mode that a reader comes to, light or dark.

Themes keep the reader's choice in the browser, each under a name of its own. A script before
theirs stores the mode of docs.json as the first choice; with ``strict``, as the only one. Where
a theme has no dark mode, or ``conf.py`` sets its default, nothing changes.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from sphinx_docsnav.core.events import connect
from sphinx_docsnav.core.pages.theme_choice import adapter_of
from sphinx_docsnav.core.settings import metadata
from sphinx_docsnav.core.state import find_state

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

    from sphinx_docsnav.docs_json.site_settings import Appearance
    from sphinx_docsnav.themes.base import Context

_SCRIPT = (
    "<script>try{{for(const k of {keys}){condition}localStorage.setItem(k,{mode})}}catch(e){{}}"
    "</script>\n"
)


def mode_script(appearance: Appearance, keys: tuple[str, ...], toggle: str) -> str:
    """Return the markup that applies *appearance*; empty if the reader's system decides.

    :param keys: the names under which the theme stores the mode.
    :param toggle: a CSS selector of the theme's buttons that change it.
    """
    mode = appearance.default
    script = style = ""
    if mode != "system":
        condition = "" if appearance.strict else "localStorage.getItem(k)===null&&"
        script = _SCRIPT.format(keys=json.dumps(keys), condition=condition, mode=json.dumps(mode))
    if appearance.strict and toggle:
        style = f"<style>{toggle}{{display:none!important}}</style>\n"
    return script + style


def set_mode(
    app: Sphinx,
    pagename: str,  # noqa: ARG001 -- an event
    templatename: str,  # noqa: ARG001 -- an event
    context: Context,
    doctree: object,  # noqa: ARG001 -- an event
) -> None:
    """Let a page begin in the mode of docs.json (``html-page-context``)."""
    adapter, state = adapter_of(app), find_state(app)
    if adapter is None or state is None or not adapter.mode_keys:
        return
    if app.config.html_context.get("default_mode") or adapter.options.get("color_mode"):
        return  # of the PyData theme and of Shibuya, in conf.py
    markup = mode_script(state.docs.appearance, adapter.mode_keys, adapter.mode_toggle)
    if markup:
        context["metatags"] = f"{context.get('metatags', '')}{markup}"


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the feature; called by Sphinx."""
    connect(app, "html-page-context", 620, set_mode, "the markup is complete before themes read it")
    return metadata()
