"""Our templates, style and script joined to the theme's (``builder-inited``)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from sphinx_docsnav.themes.overlay_loader import TEMPLATES, OverlayLoader, PartialLoader

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.builders.html import StandaloneHTMLBuilder

    from sphinx_docsnav.themes.base import Adapter, Context

AFTER_THEME_STYLES = 700
"""Priority of our style sheets; themes add theirs at 200 to 600."""


def join_templates(app: Sphinx, builder: StandaloneHTMLBuilder, adapter: Adapter) -> None:
    """Put our templates around the theme's, and our style and script on every page."""
    bridge: Any = builder.templates  # Sphinx's own has a chain of loaders; another's may not
    loaders = getattr(bridge, "loaders", None)
    if loaders is not None:
        folder = TEMPLATES / "overlays" / adapter.overlays
        loaders.insert(bridge.templatepathlen, OverlayLoader(folder, loaders))
        loaders.append(PartialLoader())
    for place, name in enumerate(adapter.stylesheets):
        app.add_css_file(name, priority=AFTER_THEME_STYLES + place)
    app.add_js_file("docsnav.js", priority=AFTER_THEME_STYLES)
    render = bridge.render

    def finished(template: str, context: Context) -> str:
        page: str = render(template, context)
        finish: Callable[[str], str] | None = context.get("docsnav_finish")
        return finish(page) if finish else page

    bridge.render = finished
