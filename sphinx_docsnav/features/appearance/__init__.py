"""``appearance`` of docs.json: the initial mode of pages, light or dark.

Themes store the choice of a reader in the browser, each under another key. A script before that of
the theme stores the mode of docs.json as the first choice; with ``strict``, as the only one. If a
theme has no dark mode, or ``conf.py`` sets its default, nothing changes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from sphinx_docsnav.core.events import connect
from sphinx_docsnav.core.pages.theme_choice import adapter_of
from sphinx_docsnav.core.settings import metadata
from sphinx_docsnav.core.state import find_state
from sphinx_docsnav.themes.base import Adapter, Context
from sphinx_docsnav.themes.brand import Brand

if TYPE_CHECKING:
    from sphinx_docsnav.docs_json import DocsJson
    from sphinx_docsnav.docs_json.site_settings import Appearance

FIRST_MODE_OPTIONS = ("color_mode", "palette")
"""Theme options that set the first mode in ``conf.py``."""
_SCRIPT = (
    "<script>try{{for(let k of {keys}){{{path}{condition}localStorage.setItem(k,{mode})}}}}"
    "catch(e){{}}</script>\n"
)


def make_mode_script(appearance: Appearance, adapter: Adapter, root: str) -> str:
    """Return the markup that applies *appearance*; empty if the system of the reader decides.

    :param root: the relative URL of the root of the output.
    """
    script = style = ""
    modes = adapter.modes
    if modes is None:
        return ""
    if appearance.default != "system":
        keys, light, dark = map(json.dumps, (modes.keys, *modes.values))
        condition = "" if appearance.strict else "localStorage.getItem(k)===null&&"
        # The theme puts the path of the site before a key that begins with a dot.
        below_root = any(key.startswith(".") for key in modes.keys)
        path = f"k=new URL({json.dumps(root)},location).pathname+k;" if below_root else ""
        mode = dark if appearance.default == "dark" else light
        script = _SCRIPT.format(keys=keys, path=path, condition=condition, mode=mode)
    if appearance.strict:
        style = f"<style>{modes.button}{{display:none!important}}</style>\n"
    return script + style


def find_ignored(
    docs: DocsJson, adapter: Adapter, settings: Mapping[str, object]
) -> Iterator[tuple[str, str]]:
    """Yield ``/appearance`` and the reason, if docs.json sets a mode without effect."""
    appearance = docs.appearance
    if appearance.strict or appearance.default != "system":
        reason = _find_other_decision(adapter, settings)
        if reason:
            yield "/appearance", reason


def _find_other_decision(adapter: Adapter, settings: Mapping[str, object]) -> str:
    """Return why docs.json does not decide the mode; empty if it does."""
    if one_mode := adapter.one_mode(settings):
        return one_mode
    brand = adapter.brand_settings(Brand()).get("html_theme_options")
    brand_options = brand if isinstance(brand, dict) else {}
    for name in FIRST_MODE_OPTIONS:
        # An option that follows from docs.json is no decision of conf.py.
        if adapter.options.get(name, "") not in ("", brand_options.get(name)):
            return f"{name!r} in html_theme_options sets the mode"
    context = settings.get("html_context")
    if isinstance(context, dict) and context.get("default_mode"):
        return "'default_mode' in html_context sets the mode"
    return ""


def set_mode(
    app: Sphinx, _pagename: str, _templatename: str, context: Context, _doctree: object
) -> None:
    """Add the script that sets the initial mode to a page (``html-page-context``)."""
    adapter, state = adapter_of(app), find_state(app)
    if adapter is None or state is None:
        return
    if _find_other_decision(adapter, {"html_context": app.config.html_context}):
        return
    root = str(context["pathto"]("", 1)) or "./"
    markup = make_mode_script(state.docs.appearance, adapter, root)
    if markup:
        context["metatags"] = f"{context.get('metatags', '')}{markup}"


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the feature; called by Sphinx."""
    connect(app, "html-page-context", 620, set_mode, "the markup is complete before themes read it")
    return metadata()
