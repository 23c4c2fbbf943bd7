"""The adapter of a build's theme, and its templates joined to the theme's."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from jinja2 import TemplateNotFound
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.builders.singlehtml import SingleFileHTMLBuilder
from sphinxcontrib.serializinghtml import SerializingHTMLBuilder

from sphinx_docsnav.core.pages.templates import join_templates
from sphinx_docsnav.core.state import build_state, find_state, state_of
from sphinx_docsnav.themes.adapter_registry import adapter_for
from sphinx_docsnav.themes.base import FOOTER, adapter_files
from sphinx_docsnav.themes.generic import Generic
from sphinx_docsnav.themes.overlay_loader import TEMPLATES
from sphinx_docsnav.themes.part_options import part_option_faults

if TYPE_CHECKING:
    from jinja2 import Environment
    from sphinx.application import Sphinx

    from sphinx_docsnav.themes.base import Adapter

PLAIN_BUILDERS = frozenset({"epub", "htmlhelp", "qthelp", "devhelp", "applehelp"})
"""Builders of books and help files, which show a table of contents of their own."""


class HtmlState:
    """The theme of one build's HTML output."""

    def __init__(self, _app: Sphinx) -> None:
        self.adapter: Adapter | None = None
        """How the theme shows the navigation; ``None`` for builders without our navigation."""
        self.partials: frozenset[str] | None = None
        """The parts for which the project or the theme has a template; ``None``: not known yet."""


def adapter_of(app: Sphinx) -> Adapter | None:
    """Return the adapter of the build's theme; ``None`` for builders without our navigation."""
    return build_state(app).slot(HtmlState).adapter


def choose_adapter(app: Sphinx) -> None:
    """Find the theme's adapter and join its templates (``builder-inited``)."""
    builder = app.builder
    if (
        not isinstance(builder, StandaloneHTMLBuilder)
        or isinstance(builder, SingleFileHTMLBuilder)
        or builder.name in PLAIN_BUILDERS
        or find_state(app) is None
    ):
        return
    if isinstance(builder, SerializingHTMLBuilder):
        build_state(app).slot(HtmlState).adapter = Generic({})
        return
    theme_dirs = (Path(path).name for path in builder.theme.get_theme_dirs())
    adapter = adapter_for(theme_dirs, app.config.html_theme_options)
    build_state(app).slot(HtmlState).adapter = adapter
    for fault in part_option_faults(app.config.docsnav_theme_options):
        state_of(app).report(fault)
    join_templates(builder, adapter)


def project_partials(app: Sphinx) -> frozenset[str]:
    """Return the parts for which the project or the theme has a template of its own."""
    state = build_state(app).slot(HtmlState)
    adapter = state.adapter
    if state.partials is None and adapter is not None:
        environment = getattr(app.builder.templates, "environment", None)
        folders = [TEMPLATES, *adapter_files(type(adapter), "overlays")]
        state.partials = frozenset(
            part
            for part in (adapter.banner, adapter.tabs, adapter.links, *adapter.side, FOOTER)
            if part and environment and _is_replaced(environment, part, folders)
        )
    return state.partials or frozenset()


def _is_replaced(environment: Environment, part: str, folders: Iterable[Path]) -> bool:
    ours = [str(folder / "docsnav" / f"{part}.html") for folder in folders]
    try:
        template = environment.get_template(f"docsnav/{part}.html")
    except TemplateNotFound:
        return False
    return template.filename not in ours
