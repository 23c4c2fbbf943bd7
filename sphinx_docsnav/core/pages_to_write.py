"""Find the pages to write that Sphinx would not write.

Sphinx writes the pages of documents that it reads, and those whose files are missing or older than
their documents or the templates. `find_pages_to_write` adds the pages that show something else of
*other* documents and of docs.json than when they were written. Each page has a key for that (see
`sphinx_docsnav.core.pages.page_keys`), which the ledger of outputs keeps. Where only parts of the
navigation have changed, they are replaced in the file, and Sphinx need not write the page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from sphinx_docsnav.core.compat.private_names import FINISHES_WITHOUT_DOCUMENTS
from sphinx_docsnav.core.pages.page_keys import PageKeys
from sphinx_docsnav.core.pages.page_views import PageViews
from sphinx_docsnav.core.pages.theme_choice import adapter_of, html_state
from sphinx_docsnav.core.pages.written_parts import replace_parts
from sphinx_docsnav.core.reading.heading_collector import anchors_of
from sphinx_docsnav.core.reading.referenced_objects import digest_objects
from sphinx_docsnav.core.site.document_messages import find_documents_to_check_again
from sphinx_docsnav.core.site.env_record import Links, record_of
from sphinx_docsnav.core.site.load import builder_pages
from sphinx_docsnav.core.site.output_ledger import ledger_of
from sphinx_docsnav.core.site.plant import list_toctree_ancestors
from sphinx_docsnav.core.state import SiteState, build_state, find_state, reading_of
from sphinx_docsnav.navigation.checks import find_indirect_links
from sphinx_docsnav.sitefiles.page_links import is_pattern, normalize_anchor
from sphinx_docsnav.sitefiles.write import digest


def find_pages_to_write(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Return the pages to write that Sphinx would not write (``env-get-updated``).

    All are written if the last build into this folder did not end. Section numbers, which the
    sidebar shows, are known only at this event.
    """
    build, state = build_state(app), find_state(app)
    if build.is_drafting or state is None:
        return []
    adapter = adapter_of(app)
    # Not those for writing: which indices are empty is known only then.
    views = PageViews(app, adapter, builder_pages(app)) if adapter is not None else None
    build.page_keys = _make_page_keys(app, state, views)
    ledger = ledger_of(app)
    keys_before = ledger.page_keys
    if ledger.interrupted:
        to_write = {*env.all_docs}
    else:
        # The pages whose key differs from that of their file.
        changes = {
            docname: (keys_before.get(docname, ""), key)
            for docname, key in build.page_keys.items()
            if keys_before.get(docname) != key
        }
        replaced_pages = replace_parts(app, changes, views.get_view) if views is not None else set()
        to_write = changes.keys() - replaced_pages
        to_write |= find_documents_to_check_again(app)
        # Before Sphinx 8.2, a build that writes no document writes no index either.
        if changes and not to_write and not FINISHES_WITHOUT_DOCUMENTS:
            to_write = {app.config.root_doc}
    html_state(app).changed = sorted(to_write)
    return sorted(to_write)


def _make_page_keys(app: Sphinx, state: SiteState, views: PageViews | None) -> dict[str, str]:
    """Return the key of each page of this build; see `PageKeys`.

    The builders of text and of books by LaTeX show no navigation, and a project may have none of
    ours: then the links of a page, or the titles around it, are all that others decide.
    """
    env = app.env
    others = make_link_describer(app, state)
    if not reading_of(app).has_navigation:
        titles_of_relations = describe_relations(env)
        return {name: digest(others(name), titles_of_relations.get(name)) for name in env.all_docs}
    if app.builder.format != "html":
        return {name: digest(others(name)) for name in env.all_docs}
    titles = {docname: facts.title for docname, facts in state.facts.items()}
    # One object makes all keys: what pages have in common is put together once.
    keys = PageKeys(app, views, titles, others)
    return {docname: str(keys.of(docname)) for docname in env.all_docs}


def make_link_describer(app: Sphinx, state: SiteState) -> Callable[[str], object]:
    """Return a function from a docname to what the links in the document show and lead to.

    A link may show the title of its target, may lead to a page inside of a folder, and by the
    redirects of docs.json to another page; or it refers to an object of one of Sphinx's domains.
    """
    links_of, docnames = record_of(app.env).links, app.env.all_docs
    anchors = anchors_of(app.env)
    titles = {docname: facts.title for docname, facts in state.facts.items()}
    folders = dict(state.site.first_pages) if state.located else {}
    redirects = _digest_redirects(state) if state.located else ""
    objects = digest_objects(
        app.env, {key for page_links in links_of.values() for key in page_links.objects}
    )

    def shown(docname: str) -> object:
        links = links_of.get(docname)
        if links is None or links == Links(frozenset(), frozenset()):
            return None
        anchor_names = [
            _select_anchors(anchors.get(name, ()), links) for name in sorted(links.anchored)
        ]
        targets = [(name, name in docnames, folders.get(name)) for name in sorted(links.targets)]
        shown_titles = [titles.get(name) for name in sorted(links.titled)]
        shown_objects = [objects.get(key) for key in sorted(links.objects)]
        # Only a page with such a link depends on the redirects.
        away = redirects if links.leads_away(docnames) else ""
        return targets, anchor_names, shown_titles, shown_objects, away

    return shown


def _select_anchors(anchors: Iterable[str], links: Links) -> list[str]:
    """Return those of the anchors of a document that *links* may mean."""
    return sorted(anchor for anchor in anchors if normalize_anchor(anchor) in links.anchors)


def _digest_redirects(state: SiteState) -> str:
    """Return a digest of the redirects of docs.json, with the folders that they may lead to."""
    folders = find_indirect_links(state.docs, state.site)
    if any(is_pattern(rule.destination) for rule in state.docs.redirects):
        folders = sorted(state.site.first_pages.items())
    return digest(state.settings.get("redirects"), folders)


def describe_relations(env: BuildEnvironment) -> dict[str, str]:
    """Return names and titles of the documents above, before and after each document.

    Sphinx does not write a page again when the title of its neighbor changes, as for pages of
    authors that is rare. An edit of a specification renames pages.
    """
    titles = {docname: title.astext() for docname, title in env.titles.items()}
    list_ancestors = list_toctree_ancestors(env)
    described: dict[str, str] = {}
    for docname, relations in env.collect_relations().items():
        shown = [name for name in (*relations, *list_ancestors(docname)) if name]
        described[docname] = "\n".join(f"{name} {titles.get(name, '')}" for name in shown)
    return described


def keep_page_keys(app: Sphinx, exception: Exception | None) -> None:
    """Store the keys of the pages as they are written now (``build-finished``)."""
    keys = build_state(app).page_keys
    if exception is None and keys is not None:
        ledger_of(app).page_keys = keys
