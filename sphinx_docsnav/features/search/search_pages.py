"""A search page for each scope, and the links to it on the pages of the scope.

Themes call ``pathto`` for the search page, the index and the script of the stemmer;
it returns those of the page's scope. This works in every theme that has Sphinx's
search, and without a server.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import sphinx
from sphinx.builders.html import StandaloneHTMLBuilder

from sphinx_docsnav.core.language import CATALOGUES
from sphinx_docsnav.core.site.fingerprints import digest
from sphinx_docsnav.core.site.scopes import SEARCH_PAGE, Scopes, SearchScope
from sphinx_docsnav.core.state import find_state
from sphinx_docsnav.features.search.scoped_index import SiteIndex
from sphinx_docsnav.sitefiles.write import write_if_changed

if TYPE_CHECKING:
    from sphinx.application import Sphinx

PAGE, INDEX, STEMMER = SEARCH_PAGE, "searchindex.js", "_static/language_data.js"
"""The arguments of ``pathto`` in themes."""
NO_TRANSLATIONS = "Documentation.TRANSLATIONS = {};\n"
"""A script that sets the language of Sphinx's scripts to English."""
FIRST = """(() => {{
  const own = new Set({docnames});
  const score = (result) => result[4] + (own.has(result[0]) ? 1000 : 0);
  const prefer = () => typeof Scorer !== "undefined" && (Scorer.score = score);
  prefer() || addEventListener("DOMContentLoaded", prefer);
}})();
"""
"""A script that lets the results of a scope come first."""


def search_pages(app: Sphinx) -> list[tuple[str, dict[str, Any], str]]:
    """Write the scripts of each scope and return its search page (``html-collect-pages``)."""
    builder = app.builder
    if not isinstance(builder, StandaloneHTMLBuilder):
        return []
    index = builder.indexer
    if not isinstance(index, SiteIndex):
        return []
    scopes = index.scopes
    static = Path(app.outdir) / "_static"
    for each in index.every():
        if each.language != index.language or index.adapter.searches_in_script:
            context = {**builder.globalcontext, **each.context_for_searchtool()}
            text = _render(builder, context) + index.adapter.search_words
            write_if_changed(static / f"language_data-{each.language}.js", text)
            write_if_changed(
                static / f"translations-{each.language}.js", _translations(each.language)
            )
    if scopes.whole:
        for scope in scopes.all:
            docnames = json.dumps(sorted(scope.docnames)).replace("</", "<\\/")
            write_if_changed(
                static / scope.named("search-first.js"), FIRST.format(docnames=docnames)
            )
    return [(scope.named(PAGE), {}, "search.html") for scope in scopes.all[1:]]


def _files(app: Sphinx, index: SiteIndex) -> set[str]:
    """Return the files that the scopes but the first have in the output."""
    builder = app.builder
    if not isinstance(builder, StandaloneHTMLBuilder):
        return set()
    scopes = index.scopes
    pages = (Path(builder.get_outfilename(scope.named(PAGE))) for scope in scopes.all[1:])
    names = {page.relative_to(builder.outdir).as_posix() for page in pages}
    names.update(scope.named(INDEX) for scope in scopes.indexes[1:])
    if scopes.whole:
        names.update(f"_static/{scope.named('search-first.js')}" for scope in scopes.all)
    languages = {index.languages[scope] for scope in scopes.indexes[1:]} - {index.language}
    for language in languages | ({index.language} if index.adapter.searches_in_script else set()):
        names |= {f"_static/{stem}-{language}.js" for stem in ("language_data", "translations")}
    return names


def remove_stale_search(app: Sphinx, exception: Exception | None) -> None:
    """Remove the files of scopes that are no more (``build-finished``)."""
    index = getattr(app.builder, "indexer", None)
    if exception is not None or index is None or find_state(app) is None:
        return
    ours = Path(app.doctreedir) / "_docsnav" / f"search-{digest(str(app.outdir))}.json"
    before = json.loads(ours.read_bytes()) if ours.is_file() else []
    now = sorted(_files(app, index)) if isinstance(index, SiteIndex) else []
    for name in set(before) - set(now):
        (Path(app.outdir) / name).unlink(missing_ok=True)
    if before or now:
        write_if_changed(ours, json.dumps(now))


def _render(builder: StandaloneHTMLBuilder, context: dict[str, Any]) -> str:
    folder = Path(sphinx.__file__).parent / "themes" / "basic" / "static"
    (template,) = folder.glob("language_data.js*")
    rendered: str = builder.templates.render_string(template.read_text("utf-8"), context)
    return rendered


def _translations(language: str) -> str:
    """Return the words of Sphinx's scripts; of ``es`` for ``es_419``, as catalogues do."""
    for code in (language, language.partition("_")[0]):
        path = CATALOGUES / code / "LC_MESSAGES" / "sphinx.js"
        if path.is_file():
            return path.read_text("utf-8")
    return NO_TRANSLATIONS


def scope_of(scopes: Scopes, pagename: str, *, document: bool) -> SearchScope:
    """Return the scope that a page of the output searches."""
    if document:
        return scopes.of(pagename)
    pages = {scope.named(PAGE): scope for scope in scopes.all}
    return pages.get(pagename, scopes.default)


def set_search_context(
    app: Sphinx,
    pagename: str,
    templatename: str,
    context: dict[str, Any],
    doctree: object,  # noqa: ARG001 -- an event
) -> None:
    """Let a page lead to the search of its scope (``html-page-context``)."""
    builder = app.builder
    if find_state(app) is None or not isinstance(builder, StandaloneHTMLBuilder):
        return
    index = builder.indexer
    if not isinstance(index, SiteIndex):
        return
    scope = scope_of(index.scopes, pagename, document=pagename in app.env.all_docs)
    own = index.others.get(scope, index)
    names = {INDEX: own.scope.named(INDEX)}
    spoken = own.language != index.language
    if spoken or index.adapter.searches_in_script:
        names[STEMMER] = f"_static/language_data-{own.language}.js"
    context["pathto"] = _leading(context["pathto"], scope.named(PAGE), names)
    if index.adapter.searches_in_script:
        app.add_js_file(None, body=index.adapter.search_script(names))
    if templatename == "search.html":
        context["pagename"] = PAGE  # themes know the search page by its name
        if spoken:
            app.add_js_file(f"translations-{own.language}.js", priority=AFTER_DOCTOOLS)
        if index.scopes.whole:
            app.add_js_file(scope.named("search-first.js"), priority=AFTER_DOCTOOLS)


AFTER_DOCTOOLS = 650
"""Priority of our scripts on search pages; Sphinx's own are added at 200 to 500."""


def _leading(pathto: Callable[..., str], page: str, names: dict[str, str]) -> Callable[..., str]:
    """Return *pathto* leading to a scope's own search."""

    def leading(otheruri: str, resource: bool = False, *base: str, **options: str) -> str:  # noqa: FBT001, FBT002 -- Sphinx's signature
        own = names.get(otheruri, otheruri) if resource else otheruri
        if not resource and otheruri == PAGE:
            own = page
        return pathto(own, resource, *base, **options)

    return leading
