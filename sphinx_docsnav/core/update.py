"""All documents are read: describe, plant, and find what has to be written (``env-updated``)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from operator import itemgetter
from pathlib import Path

from docutils import nodes
from sphinx.addnodes import toctree
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.locale import __
from sphinx.util import logging

from sphinx_docsnav.core.compat.private_names import (
    FINISHES_WITHOUT_DOCUMENTS,
    output_settings,
)
from sphinx_docsnav.core.events import RESOLVE, ROOT, SHOWN
from sphinx_docsnav.core.language import catalog_of
from sphinx_docsnav.core.pages.assets import optional_styles
from sphinx_docsnav.core.pages.context import replace_navigation
from sphinx_docsnav.core.pages.icon_files import icons_of
from sphinx_docsnav.core.pages.page_views import builder_page_facts
from sphinx_docsnav.core.pages.theme_choice import html_state
from sphinx_docsnav.core.reading.link_resolution import links_in, touched
from sphinx_docsnav.core.site.discover import generated_texts, operation_digests
from sphinx_docsnav.core.site.env_record import Record, facts_of, record_of
from sphinx_docsnav.core.site.fingerprints import (
    NavigationDigests,
    digest,
    digests_file,
    read_digests,
    write_digests,
)
from sphinx_docsnav.core.site.generate import join, write_pages
from sphinx_docsnav.core.site.hanging_pages import (
    front_page,
    hanging_pages,
    section_number,
)
from sphinx_docsnav.core.site.load import resolve_again
from sphinx_docsnav.core.site.outline import Outline, outline
from sphinx_docsnav.core.site.plant import own_toctrees, plant
from sphinx_docsnav.core.site.stale_outputs import warn_covered
from sphinx_docsnav.core.site.switches import switches_of
from sphinx_docsnav.core.state import SiteState, build_state, find_state, reading_of, state_of
from sphinx_docsnav.faults import Fault, FaultKind, Severity
from sphinx_docsnav.navigation.docs_checks import hrefs_to_folders
from sphinx_docsnav.navigation.generated_pages import reference_appendices
from sphinx_docsnav.navigation.navigation_texts import Translate, translated
from sphinx_docsnav.navigation.page_facts import PageFacts
from sphinx_docsnav.navigation.site import Site
from sphinx_docsnav.sitefiles.page_links import is_pattern

logger = logging.getLogger(__name__)

UNSHOWN_SETTINGS = ("$schema", "navigation", "redirects", "variables", "api", "navbar", "footer")
"""Fields of docs.json that no page shows, or that it shows in parts of its navigation only."""


def record_links(app: Sphinx, doctree: nodes.document) -> None:
    """Remember where a document links to (``doctree-read``)."""
    links = links_in(doctree, app.env.docname)
    if links is not None:
        record_of(app.env).links[app.env.docname] = links


def complete_site(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Describe the site, plant its toctrees, and return the pages to write, read or not."""
    state, record = state_of(app), record_of(env)
    facts = builder_page_facts(app)
    facts |= {docname: facts_of(env, docname) for docname in env.all_docs}
    state.facts = facts
    from_toctrees = reading_of(app).from_toctrees
    other = app.emit_firstresult(RESOLVE, state.resolved)
    if other is not None:
        state.resolved = other
        state.locate(state.resolved.locate(env.found_docs))
    own = own_toctrees(env)
    site, plan = _described(app, state, own)
    state.locate(site)
    if app.builder.format == "html":
        _warn_untitled(env, site)
    changed: set[str] = set()
    if not from_toctrees:
        if app.config.docsnav_unlisted == "warn":
            _warn_unlisted(app, state, plan)
        changed |= set(plant(env, app.builder, plan, own, record.planted))
    changed |= _changed_links(state, record, facts)
    with_openapi = [docname for docname, said in facts.items() if said.openapi]
    record.operations = operation_digests(site, with_openapi)
    if app.builder.format == "html":
        warn_covered(app, state)
    return sorted(changed)


def _described(app: Sphinx, state: SiteState, own: dict[str, list[str]]) -> tuple[Site, Outline]:
    """Return the located site with what its pages say, and its outline.

    :param own: the documents with toctrees of their own, and the documents in these.
    """
    env, facts, root_doc = app.env, state.facts, app.config.root_doc
    site = state.resolved.describe(state.site, facts, _file_of(env))
    if not reading_of(app).from_toctrees:
        site = replace(site, root=translated(site.root, _translate(app)))
    root = app.emit_firstresult(ROOT, site.root)
    site = replace(site, root=root) if root is not None else site
    plan = outline(site.root, root_doc, own, reference_appendices(site))
    front = front_page(site, root_doc, facts) if root_doc not in state.generated else None
    return site.with_hanging(hanging_pages(env, plan.kept, facts), front), plan


def _translate(app: Sphinx) -> Translate:
    """Return what translates a text of docs.json, also as a toctree that has the same text."""
    env, catalog = app.env, catalog_of(app)
    listed: dict[str, str] = {}
    for tree in (env.tocs[docname] for docname in env.toctree_includes):
        for node in tree.findall(toctree):
            titles = [title for title, _ in node["entries"] if title]
            listed.update(zip(node.get("rawentries", ()), titles, strict=False))
            listed[node.get("rawcaption", "")] = node.get("caption") or ""

    def translate(text: str) -> str:
        found = catalog(text)
        return listed.get(text, text) if found == text else found

    return translate


def renew_navigation(app: Sphinx, folder: Path | None = None) -> None:
    """Show the navigation of docs.json as the file is now in the pages written from now on.

    For drafts of pages: documents stay those that were read, and nothing is reported.

    :param folder: where generated pages are written, if specifications have changed.
    :raises DocsNavError: docs.json is not usable.
    """
    state = state_of(app)
    resolved = resolve_again(app, with_specifications=folder is not None)
    state.resolved = resolved
    if folder is not None:
        bare = resolved.locate(app.env.found_docs - state.generated.keys())
        texts = generated_texts(app, bare)
        state.generated = write_pages(folder, texts)
        join(app.env, state.generated, set())
    state.locate(resolved.locate(app.env.found_docs))
    site, _ = _described(app, state, own_toctrees(app.env))
    state.locate(site)


def find_changed_navigation(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Return the pages that show other navigation than when they were last written.

    Section numbers, which the sidebar shows, are known only at this event
    (``env-get-updated``).
    """
    state = state_of(app)
    if app.builder.format != "html" or build_state(app).is_drafting:
        return []
    changed = sorted(_changed_navigation(app, state, record_of(env).titles))
    html_state(app).changed = changed
    return changed


def _file_of(env: BuildEnvironment) -> Callable[[str], Path]:
    return lambda docname: Path(env.doc2path(docname))


def _changed_links(state: SiteState, record: Record, facts: Mapping[str, PageFacts]) -> set[str]:
    """Return the pages with a link that looks or leads otherwise than in the last build."""
    titles = {docname: said.title for docname, said in facts.items()}
    folders = dict(state.site.first_pages)
    led = {name for name, _ in record.folders.items() ^ folders.items()}
    changed = touched(record.links, record.titles, titles, led)
    redirects = digest(state.settings.get("redirects"), _folders_led_to(state))
    if record.redirects not in ("", redirects):
        changed |= {name for name, links in record.links.items() if links.leads_away(titles)}
    record.titles, record.redirects, record.folders = titles, redirects, folders
    return changed


def _folders_led_to(state: SiteState) -> list[tuple[str, str]]:
    """Return the folders that redirects may lead to, with their first pages."""
    if any(is_pattern(rule.destination) for rule in state.docs.redirects):
        return sorted(state.site.first_pages.items())
    return hrefs_to_folders(state.docs, state.site)


def _warn_unlisted(app: Sphinx, state: SiteState, plan: Outline) -> None:
    for docname in state.site.unlisted:
        if docname not in plan.placed and docname != app.config.root_doc:
            state.report(
                Fault(
                    FaultKind.PAGE_UNLISTED,
                    Severity.WARNING,
                    f"page '{docname}' is not in docs.json; built, and in no sidebar",
                    path=Path(app.env.doc2path(docname)),
                )
            )


def _warn_untitled(env: BuildEnvironment, site: Site) -> None:
    """Give Sphinx's warning of pages that the sidebar leaves out, once for each.

    Sphinx gives it whenever it makes a sidebar. A page with only a toctree is replaced by it.
    """
    hanging = (page for pages in site.hanging.values() for page in pages)
    untitled = {page.docname for page in (*site.root.pages(), *hanging) if page.untitled}
    empty = sorted(docname for docname in untitled if not env.tocs[docname].children)
    toctrees = [node for toc in env.tocs.values() for node in toc.findall(toctree)] if empty else []
    for docname in empty:
        listing = (node for node in toctrees if docname in node["includefiles"])
        logger.warning(
            __(
                "toctree contains reference to document %r that doesn't have a title: "
                "no link will be generated"
            ),
            docname,
            location=next(listing, docname),
            type="toc",
            subtype="no_title",
        )


def _changed_navigation(app: Sphinx, state: SiteState, titles: Mapping[str, str]) -> set[str]:
    """Return the pages that show other navigation than when they were last written."""
    before = read_digests(digests_file(Path(app.doctreedir), app.builder))
    relations = app.env.collect_relations()
    beside = [values for values in app.emit(SHOWN) if values is not None]
    shown = NavigationDigests(
        state.site,
        digest(
            settings_digest(state),
            sorted(icons_of(app)),
            output_settings(app.builder),
            optional_styles(state),
        ),
        digest(state.docs.navbar, state.docs.footer, hrefs_to_folders(state.docs, state.site)),
        titles,
        relations,
        switches_of(app),
        lambda docname: [values(docname) for values in beside],
        partial(section_number, app.env),
    )
    state.fingerprints = {docname: shown.of(docname) for docname in app.env.all_docs}
    changed = {
        docname: (before.get(docname, ""), now)
        for docname, now in state.fingerprints.items()
        if before.get(docname) != now
    }
    to_write = changed.keys() - replace_navigation(app, changed)
    if changed and not to_write and not FINISHES_WITHOUT_DOCUMENTS:
        return {app.config.root_doc}
    return to_write


def settings_digest(state: SiteState) -> str:
    """Return the digest of the settings of docs.json that every page may show."""
    shown = (item for item in state.settings.items() if item[0] not in UNSHOWN_SETTINGS)
    return digest(sorted(shown, key=itemgetter(0)))


def save_fingerprints(app: Sphinx, exception: Exception | None) -> None:
    """Remember what was written (``build-finished``), unless the build failed."""
    state = find_state(app)
    if exception is not None or state is None or state.fingerprints is None:
        return
    path = digests_file(Path(app.doctreedir), app.builder)
    write_digests(path, state.fingerprints)


def find_changed_neighbors(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Return the pages whose neighbors have other titles than in the last build (``env-updated``).

    Sphinx does not write a page again when the title of its neighbor changes, as for pages of
    authors that is rare. An edit of a specification renames pages. In a project with a navigation
    of ours, the digests of the navigation have that.
    """
    if reading_of(app).has_navigation:
        return []
    record = record_of(env)
    before, record.neighbors = record.neighbors, _neighbors(env)
    if not before:
        return []
    return sorted(name for name, said in record.neighbors.items() if before.get(name) != said)


def _neighbors(env: BuildEnvironment) -> dict[str, str]:
    """Return names and titles of the documents above, before and after each document."""
    titles = {docname: title.astext() for docname, title in env.titles.items()}
    above = {child: holder for holder, found in env.toctree_includes.items() for child in found}
    described: dict[str, str] = {}
    for docname, around in env.collect_relations().items():
        path = [name for name in around if name]
        holder = above.get(docname)
        while holder is not None and holder not in path:
            path.append(holder)
            holder = above.get(holder)
        described[docname] = "\n".join(f"{name} {titles.get(name, '')}" for name in path)
    return described
