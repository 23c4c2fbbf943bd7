"""The navigation on its way into HTML templates.

Two handlers of ``html-page-context`` enclose the theme's own (at 500): the first
sets what the theme reads, the second what it has computed.
"""

from __future__ import annotations

import posixpath
from functools import partial
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from sphinx.builders.html import StandaloneHTMLBuilder
from sphinxcontrib.serializinghtml import SerializingHTMLBuilder

from sphinx_docsnav.faults import Fault, FaultKind, Severity
from sphinx_docsnav.sphinx_ext.build.state import state_of
from sphinx_docsnav.sphinx_ext.html.final_markup import FinalMarkup
from sphinx_docsnav.sphinx_ext.html.page_views import Pages
from sphinx_docsnav.sphinx_ext.html.theme_choice import adapter_of, project_partials
from sphinx_docsnav.sphinx_ext.languages.html_texts import speak
from sphinx_docsnav.themes.page_view import PageView
from sphinx_docsnav.themes.part_options import CHOICES

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_docsnav.themes.base import Adapter, Context

BEFORE_THEMES, AFTER_THEMES = 450, 900
"""Priorities of the two handlers: themes connect at 500, what replaces ``pathto`` at 400."""

_pages: WeakKeyDictionary[Sphinx, Pages] = WeakKeyDictionary()
_views: WeakKeyDictionary[Sphinx, PageView] = WeakKeyDictionary()


def install(app: Sphinx) -> None:
    """Add the setting and connect the handlers."""
    app.add_config_value(
        "docsnav_colors",
        False,  # noqa: FBT003 -- the default of a switch
        "html",
        bool,
        "Give the theme the colours of docs.json; ``sphinx-docsnav build`` does.",
    )
    app.add_config_value(
        "docsnav_theme_options",
        {},
        "html",
        dict,
        'What the theme is to leave out: ``{"banner": "hide"}``, likewise ``anchors``, '
        "``dropdowns``, ``languages``, ``products``, ``sidebar``, ``tabs`` and ``versions``; "
        '``{"tabs": "sidebar"}`` lists the tabs above the sidebar.',
    )
    app.connect("html-page-context", _before_theme, priority=BEFORE_THEMES)
    app.connect("html-page-context", _after_theme, priority=AFTER_THEMES)
    app.connect("build-finished", _finish, priority=BEFORE_THEMES)


def _make_view(app: Sphinx, adapter: Adapter, pagename: str, context: Context) -> PageView:
    """Return the view of a page; the site is known for good when the first one is asked for."""
    pages = _pages.get(app)
    if pages is None or pages.site is not state_of(app).site:
        pages = _pages[app] = Pages(app, adapter)
    # The "json" and "pickle" builders give a function that returns what it takes.
    plain = isinstance(app.builder, SerializingHTMLBuilder)
    view = pages.view(pagename, None if plain else context["pathto"])
    _views[app] = view
    return view


def _before_theme(
    app: Sphinx,
    pagename: str,
    templatename: str,  # noqa: ARG001 -- an event
    context: Context,
    doctree: object,  # noqa: ARG001 -- an event
) -> None:
    """Set what the theme reads (``html-page-context``, before themes)."""
    adapter = adapter_of(app)
    if adapter is None:
        return
    view = _make_view(app, adapter, pagename, context)
    _set_variable(app, context, view)
    _set_relations(context, view, adapter)
    if isinstance(app.builder, SerializingHTMLBuilder):
        return
    context["docsnav_part"] = view.part
    head = _alternate_links(app, view) + _colour_rules(app)
    own = bool(app.config.html_sidebars)
    bare = own and context.get("sidebars") == []
    required = [
        name
        for name in adapter.required_on(context)
        if name not in project_partials(app) and not (bare and name in adapter.side)
    ]
    above = {adapter.banner: "banner", adapter.tabs: "bar"}
    final = FinalMarkup(view, head, required, above, partial(_report_missing, app, adapter))
    context["docsnav_finish"] = final.finish
    if context.get("sidebars"):
        context["sidebars"] = adapter.sidebars(list(context["sidebars"]), own=own)
    adapter.inputs(context, view)


def _report_missing(app: Sphinx, adapter: Adapter, part: str) -> None:
    """Say that the templates leave a part out; said once, however many pages lack it."""
    message = (
        f"the templates of theme '{app.config.html_theme}' leave out the part '{part}' of the "
        "navigation, which now stands at the top of the page"
    )
    name = {adapter.banner: "banner", adapter.tabs: "tabs"}.get(part, part)
    hint = f'include "docsnav/{part}.html" in a template'
    if name in CHOICES:
        hint += f", or set docsnav_theme_options = {{'{name}': 'hide'}}"
    state_of(app).report(Fault(FaultKind.PART_MISSING, Severity.WARNING, message, hint=hint))


def _after_theme(
    app: Sphinx,
    pagename: str,  # noqa: ARG001 -- an event
    templatename: str,  # noqa: ARG001 -- an event
    context: Context,
    doctree: object,  # noqa: ARG001 -- an event
) -> None:
    """Set what the theme has computed (``html-page-context``, after themes)."""
    adapter = adapter_of(app)
    if adapter is not None and not isinstance(app.builder, SerializingHTMLBuilder):
        adapter.outputs(context, _views[app])


def _finish(app: Sphinx, exception: Exception | None) -> None:
    """Let the adapter prepare what the theme does at the end (``build-finished``)."""
    adapter = adapter_of(app)
    builder = app.builder
    if adapter is not None and exception is None and isinstance(builder, StandaloneHTMLBuilder):
        adapter.finished(app.env, lambda name: Path(builder.get_outfilename(name)).is_file())


def _set_variable(app: Sphinx, context: Context, view: PageView) -> None:
    """Add the ``docsnav`` variable, language links and colours."""
    pages = _pages[app]
    variable = pages.variable(view)
    if isinstance(app.builder, SerializingHTMLBuilder):
        context["docsnav"] = variable.plain()
        return
    context["docsnav"] = variable
    if view.frame.has_language:
        speak(context, view.frame.language)


def _colour_rules(app: Sphinx) -> str:
    colours = _pages[app].colours if app.config.docsnav_colors else None
    return f"<style>{_pages[app].adapter.colour_rules(colours)}</style>\n" if colours else ""


def _alternate_links(app: Sphinx, view: PageView) -> str:
    """Return links to the page's other languages, whole addresses where they are known."""
    links = []
    for link in view.alternates:
        url = link["url"]
        if app.config.html_baseurl:
            path = url.removeprefix(view.frame.prefix).removeprefix("./")
            url = posixpath.join(app.config.html_baseurl, path)
        code = escape(link["code"])
        links.append(f'<link rel="alternate" hreflang="{code}" href="{escape(url)}">\n')
    return "".join(links)


def _set_relations(context: Context, view: PageView, adapter: Adapter) -> None:
    """Give the theme the way to the page and its neighbours as the tree has them."""
    if view.standing.page is None:
        return
    context["parents"] = [
        {"link": crumb["url"], "title": escape(crumb["label"])}
        for crumb in view.crumbs
        if crumb["url"] or adapter.parents_without_link
    ]
    if view.standing.brought:
        return
    for key, page in (("prev", view.standing.previous), ("next", view.standing.next)):
        crumb = view.neighbour(page)
        context[key] = crumb and {"link": crumb["url"], "title": escape(crumb["label"])}
