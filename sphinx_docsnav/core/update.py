"""All documents are read: describe the site, and plant its toctrees (``env-updated``)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from docutils import nodes
from sphinx.addnodes import toctree
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.locale import __
from sphinx.util import logging

from sphinx_docsnav.core.events import RESOLVE, ROOT
from sphinx_docsnav.core.language import find_catalog
from sphinx_docsnav.core.pages.page_views import find_builder_page_facts
from sphinx_docsnav.core.reading.link_resolution import find_links
from sphinx_docsnav.core.site.discover import digest_operations, make_generated_texts
from sphinx_docsnav.core.site.env_record import facts_of, record_of
from sphinx_docsnav.core.site.generate import join, write_pages
from sphinx_docsnav.core.site.hanging_pages import (
    find_divided_documents,
    find_hanging_pages,
    make_front_page,
)
from sphinx_docsnav.core.site.load import resolve_again
from sphinx_docsnav.core.site.outline import Outline, make_outline
from sphinx_docsnav.core.site.output_ledger import warn_covered
from sphinx_docsnav.core.site.plant import find_own_toctrees, plant
from sphinx_docsnav.core.state import SiteState, reading_of, state_of
from sphinx_docsnav.faults import Fault, FaultKind, Severity
from sphinx_docsnav.navigation.generated_pages import list_reference_appendices
from sphinx_docsnav.navigation.site import Site
from sphinx_docsnav.navigation.tree import Translate, translate_element

logger = logging.getLogger(__name__)


def record_links(app: Sphinx, doctree: nodes.document) -> None:
    """Remember where a document links to (``doctree-read``)."""
    links = find_links(doctree, app.env.docname, state_of(app).resolved.served_below)
    if links is not None:
        record_of(app.env).links[app.env.docname] = links


def complete_site(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Describe the site, plant its toctrees, and return the pages to write, read or not."""
    state, record = state_of(app), record_of(env)
    # Pages of Sphinx first, so that a document of the same name wins.
    facts = find_builder_page_facts(app)
    facts |= {docname: facts_of(env, docname) for docname in env.all_docs}
    state.facts = facts
    from_toctrees = reading_of(app).from_toctrees
    # The navigation may come from toctrees, which are known only now.
    other = app.emit_firstresult(RESOLVE, state.resolved)
    if other is not None:
        state.resolved = other
        state.locate(state.resolved.locate(env.found_docs))
    own_entries = find_own_toctrees(env)
    # Titles are known: the tree that readers see can be completed.
    site, plan = _describe_site(app, state, own_entries)
    state.locate(site)
    if app.builder.format == "html":
        _warn_untitled(env, site)
    changed: set[str] = set()
    if not from_toctrees:
        if app.config.docsnav_unlisted == "warn":
            _warn_unlisted(app, state, plan)
        changed |= set(plant(env, app.builder, plan, own_entries, record.planted))
    with_openapi = [docname for docname, page in facts.items() if page.openapi]
    record.operations = digest_operations(site, with_openapi)
    if app.builder.format == "html":
        warn_covered(app, state)
    return sorted(changed)


def _describe_site(
    app: Sphinx, state: SiteState, own_entries: dict[str, list[str]]
) -> tuple[Site, Outline]:
    """Return the located site with what its pages say, and its outline.

    :param own_entries: the documents with toctrees of their own, and the documents in these.
    """
    env, facts, root_doc = app.env, state.facts, app.config.root_doc
    site = state.resolved.describe(state.site, facts, lambda name: Path(env.doc2path(name)))
    if not reading_of(app).from_toctrees:
        site = replace(site, root=translate_element(site.root, _translate(app)))
    root = app.emit_firstresult(ROOT, site.root)
    site = replace(site, root=root) if root is not None else site
    plan = make_outline(site.root, root_doc, own_entries, list_reference_appendices(site))
    front = make_front_page(site, root_doc, facts) if root_doc not in state.generated else None
    hanging = find_hanging_pages(env, plan.kept, facts)
    return site.with_hanging(hanging, front, find_divided_documents(env, app.tags, hanging)), plan


def _translate(app: Sphinx) -> Translate:
    """Return what translates a text of docs.json, also as a toctree that has the same text."""
    env, catalog = app.env, find_catalog(app)
    listed: dict[str, str] = {}
    for tree in (env.tocs[docname] for docname in env.toctree_includes):
        for node in tree.findall(toctree):
            titles = [title for title, _ in node["entries"] if title]
            listed.update(zip(node.get("rawentries", ()), titles, strict=False))
            listed[node.get("rawcaption", "")] = node.get("caption") or ""

    def translate(text: str) -> str:
        translation = catalog(text)
        return listed.get(text, text) if translation == text else translation

    return translate


def renew_navigation(app: Sphinx, folder: Path | None = None) -> None:
    """Show the navigation of docs.json as the file is now in the pages written from now on.

    For drafts of pages: documents stay those that were read, and only docs.json is reported on.

    :param folder: where generated pages are written, if specifications have changed.
    :raises DocsNavError: docs.json is not usable.
    """
    state = state_of(app)
    resolved = resolve_again(app, with_specifications=folder is not None)
    state.resolved = resolved
    if folder is not None:
        bare = resolved.locate(app.env.found_docs - state.generated.keys())
        texts = make_generated_texts(app, bare)
        state.generated = write_pages(folder, texts)
        join(app.env, state.generated, set())
    state.locate(resolved.locate(app.env.found_docs))
    site, _ = _describe_site(app, state, find_own_toctrees(app.env))
    state.locate(site)


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
    # A page that has nothing but a toctree is replaced by it.
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
