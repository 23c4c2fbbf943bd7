"""The navigation on its way into HTML templates.

Two handlers of ``html-page-context`` enclose the theme's own (at 500): the first
sets what the theme reads, the second what it has computed.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from html import escape
from pathlib import Path

from jinja2.nodes import Call, Name
from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder

from sphinx_docsnav.core.builders import renders_pages
from sphinx_docsnav.core.finished_html import (
    add_metatags,
    end_of_body,
    end_of_head,
    find_theme_header,
    has_search,
    has_skip_link,
    is_whole_page,
    link_logo,
    mark_wordmarks,
    remove_doubles,
    set_direction,
    start_of_body,
)
from sphinx_docsnav.core.guard import guard_of
from sphinx_docsnav.core.language import set_language
from sphinx_docsnav.core.pages.page_views import PageViews, warn_missing_builder_pages
from sphinx_docsnav.core.pages.theme_choice import (
    adapter_of,
    find_part_templates,
    find_project_partials,
    find_replacing_templates,
    has_foreign_templates,
    html_state,
)
from sphinx_docsnav.core.pages.written_parts import (
    GUEST_SCRIPTS,
    WrittenPage,
    join_records,
    written_parts_of,
)
from sphinx_docsnav.core.site.load import builder_pages
from sphinx_docsnav.core.site.output_ledger import ledger_of
from sphinx_docsnav.core.state import derive, state_of
from sphinx_docsnav.faults import Fault, FaultKind, Severity
from sphinx_docsnav.themes.base import BANNER, FOOTER, Adapter, Context
from sphinx_docsnav.themes.brand import Brand
from sphinx_docsnav.themes.generic import ABOVE_CONTENTS, Generic
from sphinx_docsnav.themes.page_view import PageView
from sphinx_docsnav.themes.part_markup import CHOICES

_EMPTY_PART = re.compile(
    r"<!--docsnav-[\w-]+--><!--docsnav--->"
    r'|<template data-docsnav="[\w-]+"></template><template data-docsnav=""></template>'
)
_START = ' id="docsnav-start"'
"""Marks the navigation for the link that leads to it on narrow screens."""
_NO_NAVIGATION = "the navigation of the page cannot be rendered"
NO_SEARCH_LINK = ("", "")
"""The address of the search and a link to it, on pages without a search dialog."""
NO_ACTIONS = ("", "")
"""The actions of a page without any."""
_LEFT_OUT = "the page is written without it"


@dataclass(frozen=True, slots=True)
class FinalMarkup:
    """Looks at one page when it has been rendered."""

    view: PageView
    """The data that its templates were given."""
    head: str
    """Markup for the end of the page's head."""
    required: Iterable[str]
    """The parts that it must show."""
    above: Mapping[str, str]
    """Parts that are added at the top of a page if the templates omit them, with their markup."""
    report: Callable[[str], None]
    """Takes the name of each part that the templates have left out."""
    search: tuple[str, str]
    """The address of the search page and a link to it; empty if the page is not to have one."""
    actions: tuple[str, str]
    """The control with the actions of the page, and what it is where the theme copies the page."""
    is_measured: bool
    """The place of the header is where the theme has it; nothing is known of its templates."""

    def add_missed_parts(self, page: str) -> str:
        """Return *page* with its direction, and with the parts that no template has shown."""
        if not is_whole_page(page):
            return page
        # Fragments that a theme renders by itself have been left alone above.
        page = end_of_head(page, self.head)
        direction = self.view.frame.language["direction"]
        if direction != "ltr":
            page = set_direction(page, direction)
        # What the templates have left out is added in a place that every page has.
        missing = [name for name in self.required if not self._has(page, name)]
        if FOOTER in missing:
            missing.remove(FOOTER)
            self.report(FOOTER)
            page = end_of_body(page, self.view.part(FOOTER))
        page = remove_doubles(page, *self.actions)
        if self.is_measured:
            page, missing = self._add_bars(page, missing)
        # The link to the navigation needs its target on this page.
        anchor = _START if 'href="#docsnav-start"' in page and _START not in page else ""
        if missing:
            page = start_of_body(page, self._render_fallback(missing, anchor))
        if anchor and _START not in page:
            page = self._add_start(page, anchor)
        return self._add_search(page)

    def _add_start(self, page: str, anchor: str) -> str:
        """Return *page* with the target before a sidebar that the theme's own template shows."""
        shown = [name for name in (*ABOVE_CONTENTS, "sidebar") if self.view.markup(name)]
        starts = [page.find(self.view.wrap(name, self.view.markup(name))) for name in shown]
        start = min((start for start in starts if start >= 0), default=-1)
        if start < 0:
            return page
        return f"{page[:start]}<span{anchor}></span>{page[start:]}"

    def _add_bars(self, page: str, missing: list[str]) -> tuple[str, list[str]]:
        """Return *page* with its bars around the theme's header, and what is still missing."""
        header = find_theme_header(page)
        if header is None:
            return page, missing
        above = [name for name in missing if name in self.above]
        # Many themes hide a link to the content above the window by placing it above the header.
        if BANNER in above and not has_skip_link(page[header.start : header.stop]):
            banner, below = self.view.part(BANNER), [name for name in above if name != BANNER]
        else:
            banner, below = "", above
        bars = "".join(self.view.part(self.above[name]) for name in below)
        page = page[: header.stop] + bars + page[header.stop :]
        return start_of_body(page, banner), [name for name in missing if name not in above]

    def _add_search(self, page: str) -> str:
        address, link = self.search
        return start_of_body(page, link) if address and not has_search(page, address) else page

    def _has(self, page: str, name: str) -> bool:
        """Return whether the first two tags of a part are on the page, or the part is empty."""
        self.view.inserted_parts.add(name)
        markup = _EMPTY_PART.sub("", self.view.markup(name))
        return markup[: markup.find(">", markup.find(">") + 1) + 1] in page

    def _render_fallback(self, missing: Iterable[str], anchor: str) -> str:
        above, below = "", ""
        for name in missing:
            self.report(name)
            if name in self.above:
                above += self.view.part(self.above[name])
            else:
                below += self.view.part(name)
        if below:
            label = escape(self.view.frame.words["menu"])
            below = (
                f'<details class="docsnav-menu docsnav-fallback"{anchor}><summary>{label}</summary>'
                f'<div class="docsnav-choices">{below}</div></details>'
            )
        return above + below


def _make_pages(app: Sphinx) -> PageViews:
    adapter = adapter_of(app)
    if adapter is None:
        raise RuntimeError("a builder without an adapter has no pages with our navigation")
    builder_page_names = builder_pages(app)
    warn_missing_builder_pages(app, builder_page_names)
    return PageViews(app, adapter, builder_page_names)


def set_theme_inputs(
    app: Sphinx, pagename: str, _templatename: str, context: Context, _doctree: object
) -> None:
    """Set what the theme reads (``html-page-context``, before themes)."""
    adapter = adapter_of(app)
    if adapter is None:
        return
    guard = guard_of(app)
    # Themes and pages of a project may want Sphinx's own list.
    context["docsnav_own_toctree"] = context.get("toctree")
    if pagename not in guard.bare:
        try:
            _set_inputs(app, context, pagename, adapter)
        except Exception as error:  # noqa: BLE001 -- any exception; the page is written without it
            guard.report(error, pagename, _NO_NAVIGATION, _LEFT_OUT)
            guard.bare.add(pagename)
    if pagename in guard.bare:
        context["docsnav_part"] = lambda _name: ""
        context["docsnav_finish"] = _make_mark_remover(app)


def _make_mark_remover(app: Sphinx) -> Callable[[str], str]:
    """Return what finishes a page without navigation, of which parts may have been taken."""
    marks = written_parts_of(app).marks
    return lambda page: marks.take_out(page)[0]


def _set_inputs(app: Sphinx, context: Context, pagename: str, adapter: Adapter) -> None:
    """Set the variables, parts and sidebars that the templates of a page read."""
    pages = derive(app, _make_pages)
    # The "json" and "pickle" builders give a function that returns what it takes.
    plain = not renders_pages(app.builder)
    # One view for all handlers of the page.
    view = pages.make_view(pagename, None if plain else context["pathto"])
    _set_variable(app, context, pages, view)
    _set_relations(app, context, view)
    if plain:
        return
    protect = guard_of(app).protect
    context["docsnav_part"] = protect(view.part, pagename, _NO_NAVIGATION, _LEFT_OUT, fallback="")
    context["docsnav_finish"] = _make_finisher(app, adapter, pagename, context, view)
    # Another template engine has no templates of ours to put into the sidebar.
    if context.get("sidebars") and not has_foreign_templates(app.builder):
        own = bool(app.config.html_sidebars)
        context["sidebars"] = adapter.sidebars(list(context["sidebars"]), own=own)
    if pages.has_titles_only:  # what the theme's own toctree would read from the nodes
        context["theme_titles_only"] = True
    adapter.inputs(context, view)


def _make_finisher(
    app: Sphinx, adapter: Adapter, pagename: str, context: Context, view: PageView
) -> Callable[[str], str]:
    """Return the function that completes a page when it has been rendered."""
    protect = guard_of(app).protect
    head = (
        _make_alternate_links(app, view)
        + _make_colour_rules(app, derive(app, _make_pages), adapter)
        + _make_banner_script(view)
    )
    required = _list_required_parts(app, context, view, adapter)
    above = {BANNER: BANNER, adapter.tabs: "bar", adapter.links: adapter.links}
    report = partial(_report_missing, app, adapter, pagename)
    logo = _find_logo_link(app, view)

    def finish_page(page: str) -> str:
        search = context.get("docsnav_search", NO_SEARCH_LINK)
        actions = context.get("docsnav_actions", NO_ACTIONS)
        is_measured = isinstance(adapter, Generic)
        final = FinalMarkup(view, head, required, above, report, search, actions, is_measured)
        finished = protect(
            final.add_missed_parts, pagename, _NO_NAVIGATION, _LEFT_OUT, fallback=page
        )(page)
        finished = link_logo(finished, *logo) if logo else finished
        if is_measured:
            finished = mark_wordmarks(finished, derive(app, _list_logo_files))
        if is_whole_page(finished):
            finished = add_metatags(finished, str(context.get("metatags", "")))
        document = pagename in app.env.all_docs
        return written_parts_of(app).without_marks(view, pagename, finished, document=document)

    return finish_page


def _list_required_parts(
    app: Sphinx, context: Context, view: PageView, adapter: Adapter
) -> list[str]:
    """Return the parts that a page must show, without those of which the project has templates."""
    # With an empty list in html_sidebars, the project wants no sidebar on this page.
    has_empty_sidebar = bool(app.config.html_sidebars) and context.get("sidebars") == []
    return [
        name
        for name in adapter.required_on(context, view)
        if name not in find_project_partials(app)
        and not (has_empty_sidebar and name in adapter.side)
    ]


def _report_missing(app: Sphinx, adapter: Adapter, pagename: str, part: str) -> None:
    """Report that the templates omit a part: once if templates of the project do, else per page."""
    end = "bottom" if part == FOOTER else "top"
    shown = f"omit the part '{part}' of the navigation; it is shown at the {end} of the page"
    # Templates that replace others of the theme do so on all pages.
    if has_foreign_templates(app.builder):
        message = f"the templates of template_bridge {app.config.template_bridge!r} {shown}"
        hint = f'write the value of docsnav_part("{part}") in them'
        path = None
    elif replacing := find_replacing_templates(app, part):
        names = ", ".join(map(repr, replacing))
        message = f"templates of the project {shown}"
        hint = f'include "docsnav/{part}.html" in {names}'
        path = None
    else:
        message = f"the templates of theme {app.config.html_theme!r} {shown} {pagename!r}"
        hint = f'include "docsnav/{part}.html" in the template of the page'
        path = Path(app.env.doc2path(pagename)) if pagename in app.env.all_docs else None
    name = {adapter.links: "navbar", adapter.tabs: "tabs"}.get(part, part)
    if name in CHOICES:
        hint += (
            f"; docsnav_theme_options = {{'{name}': 'hide'}} in conf.py hides the part on all pages"
        )
    state_of(app).report(
        Fault(FaultKind.PART_MISSING, Severity.WARNING, message, hint=hint, path=path)
    )


def set_theme_outputs(
    app: Sphinx, pagename: str, templatename: str, context: Context, _doctree: object
) -> None:
    """Set what the theme has computed (``html-page-context``, after themes)."""
    adapter = adapter_of(app)
    guard = guard_of(app)
    if adapter is None or not renders_pages(app.builder) or pagename in guard.bare:
        return
    try:
        view = derive(app, _make_pages).get_view(pagename)
        # From here on, what templates read is shown in the page itself.
        view.theme_has_run = True
        adapter.outputs(context, view)
        if lists := _list_page_lists(app, pagename, templatename):
            theme_toctree, site_toctree = context["docsnav_own_toctree"], context["toctree"]
            context["toctree"] = lambda **options: (
                theme_toctree if options.keys() in lists else site_toctree
            )(**options)
    except Exception as error:  # noqa: BLE001 -- any exception; the page is written without it
        guard.report(error, pagename, _NO_NAVIGATION, "the page has the navigation of its theme")


def _list_page_lists(app: Sphinx, pagename: str, templatename: str) -> list[set[str]]:
    """Return the options of each list of pages that a page of ``html_additional_pages`` writes.

    Templates of themes call ``toctree`` with other ones for the sidebar.
    """
    # The templates of a bridge of the project may be in another language than Jinja's.
    if pagename not in app.config.html_additional_pages or has_foreign_templates(app.builder):
        return []
    templates = find_part_templates(app.builder)
    environment = templates.environment
    source, _, _ = templates.get_source(environment, templatename)
    # The page's own template says which lists it writes itself.
    calls = environment.parse(source).find_all(Call)
    return [
        {option.key for option in call.kwargs}
        for call in calls
        if isinstance(call.node, Name) and call.node.name == "toctree"
    ]


def finish_parts(app: Sphinx, exception: Exception | None) -> None:
    """Keep the records of written parts, and write what pages share (``build-finished``)."""
    records = join_records(app, exception)
    if records is None or adapter_of(app) is None:
        return
    scripts = {}
    if state_of(app).site.guests:
        spans = (WrittenPage.parse(page.line).spans for page in records.values())
        # A script has the parts that some page has, and no others.
        names = sorted({span.name for page_spans in spans for span in page_spans})
        scripts = dict(derive(app, _make_pages).make_guest_scripts(names))
    ledger = ledger_of(app)
    for name, text in scripts.items():
        ledger.write(GUEST_SCRIPTS, f"_static/{name}", text)
    ledger.finish(GUEST_SCRIPTS)


def finish_adapter(app: Sphinx, exception: Exception | None) -> None:
    """Let the adapter prepare what the theme does at the end (``build-finished``)."""
    adapter = adapter_of(app)
    builder = app.builder
    if adapter is not None and exception is None and isinstance(builder, StandaloneHTMLBuilder):
        changed = html_state(app).changed
        adapter.finished(
            app.env, changed, lambda name: Path(builder.get_outfilename(name)).is_file()
        )


def _set_variable(app: Sphinx, context: Context, pages: PageViews, view: PageView) -> None:
    """Add the ``docsnav`` variable, and set the language of the page."""
    variable = pages.make_variable(view)
    if not renders_pages(app.builder):
        context["docsnav"] = variable.plain()
        return
    context["docsnav"] = variable
    if view.frame.has_language:
        set_language(context, view.frame.language)


def _make_colour_rules(app: Sphinx, pages: PageViews, adapter: Adapter) -> str:
    colours = pages.colours if app.config.docsnav_colors else None
    if colours is None:
        return ""
    return f"<style>{adapter.colour_rules(colours)}{colours.underline(adapter.page.text)}</style>\n"


def _make_banner_script(view: PageView) -> str:
    """Return a script that hides a banner that the reader has closed, before the first paint."""
    notice = view.frame.notice
    if notice is None or not notice["dismissible"]:
        return ""
    return (
        f'<script>try{{localStorage.getItem("docsnav-banner-{notice["key"]}")&&'
        'document.documentElement.classList.add("docsnav-closed")}catch(e){}</script>\n'
    )


def _make_alternate_links(app: Sphinx, view: PageView) -> str:
    """Return links to the page's other languages, which must be whole addresses."""
    base = app.config.html_baseurl
    if not base:
        return ""
    links = []
    for link in view.alternates:
        path = link["url"].removeprefix(view.frame.prefix).removeprefix("./")
        url, code = escape(posixpath.join(base, path)), escape(link["code"])
        links.append(f'<link rel="alternate" hreflang="{code}" href="{url}">\n')
    return "".join(links)


def _find_logo_link(app: Sphinx, view: PageView) -> tuple[tuple[str, ...], str] | None:
    """Return the pictures of the logo and ``logo.href``, where docs.json has both."""
    logo = state_of(app).docs.logo
    address = view.frame.viewer.addresses.link(logo.href, view.frame.prefix)[0] if logo else ""
    if not address:
        return None
    return derive(app, _list_logo_files), address


def _list_logo_files(app: Sphinx) -> tuple[str, ...]:
    """Return how the addresses of the logo's pictures end; made once for a build."""
    files = Brand.of(state_of(app).docs, Path(app.srcdir)).static_files
    return tuple(file if ":" in file else f"/{Path(file).name}" for file in files if file)


def _set_relations(app: Sphinx, context: Context, view: PageView) -> None:
    """Give the theme the way to the page and its neighbours as the tree has them."""
    if not view.place.has_entry:
        return
    parents = view.parents(with_unlinked=False)
    # The "json" and "pickle" builders write the context; no template reads it.
    plain = not renders_pages(app.builder)
    context["parents"] = list(parents) if plain else parents
    for key, page in (("prev", view.previous), ("next", view.next)):
        crumb = view.neighbour(page)
        context[key] = crumb and {
            "link": crumb["url"],
            "title": crumb["html"] or escape(crumb["label"]),
        }
