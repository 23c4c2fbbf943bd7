"""Which documents the site has, and which have to be read again (``env-get-outdated``).

Sphinx stores each document while it reads, and the environment, which tells what was read, after
all of them. A build that is killed in between leaves documents that are newer than the environment,
one of them incomplete; they may differ from what the next build would read, also if whoever edits
takes the change back. So a file beside the doctrees exists from before the first is written until
the build has ended. If a build finds it, the documents that were stored after it are read again.
"""

from __future__ import annotations

import os
from collections.abc import Container, Iterable
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.matching import Matcher

from sphinx_docsnav.core.language import find_page_code
from sphinx_docsnav.core.log import SiteError
from sphinx_docsnav.core.private_names import has_conf
from sphinx_docsnav.core.settings import list_our_suffixes
from sphinx_docsnav.core.site.env_record import facts_of, record_of
from sphinx_docsnav.core.site.generate import (
    STANDALONE_SUFFIX,
    SUFFIX,
    find_pages_directory,
    join,
    leave_out,
    write_pages,
)
from sphinx_docsnav.core.state import STORAGE, Markdown, SiteState, reading_of, state_of
from sphinx_docsnav.faults import DocsNavError, Fault
from sphinx_docsnav.navigation import Site
from sphinx_docsnav.navigation.description import describe
from sphinx_docsnav.navigation.generated_pages import (
    digest_page,
    find_introduction,
    make_index_text,
    make_page_texts,
)
from sphinx_docsnav.navigation.inventory import OPTIONAL_SUFFIXES, make_double_fault
from sphinx_docsnav.openapi.endpoint_names import make_page_title
from sphinx_docsnav.sitefiles.write import digest

READ_SETTINGS = ("variables", "api", "icons", "styling")
"""Fields of docs.json that the reading of pages depends on."""


def find_documents(
    app: Sphinx, env: BuildEnvironment, added: set[str], changed: set[str], removed: set[str]
) -> list[str]:
    """Add generated documents, locate the navigation, and return the documents to read.

    :raises SiteError: a generated page would be outside its folder.
    """
    state = state_of(app)
    leave_out(env, _find_page_parts(env, state), added, changed, removed)
    outdated = join(env, _find_markdown_pages(app, env, state), removed)
    for fault in _find_doubles(env, state, reading_of(app).markdown):
        state.report(fault)
    # Located twice: which pages are generated depends on which documents exist.
    site = state.resolved.locate(env.found_docs)
    texts = make_generated_texts(app, site)
    reading = reading_of(app)
    has_docs_json = reading.has_navigation and not reading.from_toctrees
    if app.config.docsnav_unlisted == "exclude" and has_docs_json:
        root_doc = {app.config.root_doc}
        leave_out(env, set(site.unlisted) - root_doc, added, changed, removed)
    if reading.has_navigation and app.config.root_doc not in {*env.found_docs, *texts}:
        first = site.first_page(site.root)
        texts[app.config.root_doc] = make_index_text(
            app.config.project, first.docname if first else ""
        )
    state.locate(site)
    try:
        suffix = SUFFIX if reading.has_navigation else STANDALONE_SUFFIX
        state.generated = write_pages(find_pages_directory(Path(app.doctreedir)), texts, suffix)
    except DocsNavError as error:
        raise SiteError(str(error)) from None
    outdated |= join(env, state.generated, removed)
    # Reasons to read a document again that Sphinx does not know.
    return sorted(
        outdated.union(
            _find_changed_settings(env, state),
            _find_changed_operations(env, state),
            _find_changed_languages(env, state),
            _find_changed_titles(env, state),
            _find_documents_of_new_files(env),
        )
    )


def make_fallback_title(site: Site | None, docname: str) -> str:
    """Return the title of a document that has none: that of its entry in docs.json, or its name."""
    place = site.listed.get(docname) if site else None
    return (place.page.own_title if place else "") or make_page_title(docname)


def _find_doubles(env: BuildEnvironment, state: SiteState, markdown: Markdown) -> Iterable[Fault]:
    """Yield ``page_double`` for each page file that is left out for one of the same name.

    In a project that does not read ``.md`` itself, such a file is a note beside the page.
    """
    suffixes = [*env.config.source_suffix]
    if ".md" in suffixes and markdown is Markdown.LISTED:
        suffixes.remove(".md")
    root, pages = state.inventory.root, state.inventory.pages
    for docname in sorted(pages.keys() & env.found_docs):
        # Of each page in each build: without objects for files that are not there.
        names = [f"{docname}{suffix}" for suffix in suffixes]
        others = [f"{root}/{name}" for name in names if name != pages[docname]]
        if not any(map(os.path.isfile, others)):
            continue
        winner = Path(env.doc2path(docname))
        for path in (Path(root, name) for name in names):
            if path != winner and path.is_file():
                yield make_double_fault(docname, winner, path)


def _find_changed_settings(env: BuildEnvironment, state: SiteState) -> Iterable[str]:
    """Return the documents of our reader if a setting of docs.json that it uses has changed."""
    record = record_of(env)
    now = digest([state.settings.get(name) for name in READ_SETTINGS])
    before, record.reading = record.reading, now
    if before in ("", now):
        return ()
    return _select_by_suffix(env, env.found_docs, list_our_suffixes(env.config))


def _find_documents_of_new_files(env: BuildEnvironment) -> Iterable[str]:
    """Return the documents that named a missing file which is there now.

    Sphinx reads a document on every build while one of its dependencies is
    missing, so these are no dependencies.
    """
    for docname, paths in record_of(env).awaited.items():
        if any(Path(path).exists() for path in paths):
            yield docname


def _find_changed_languages(env: BuildEnvironment, state: SiteState) -> Iterable[str]:
    """Return the pages that docs.json has moved into another language since they were read."""
    record = record_of(env)
    codes = ((docname, find_page_code(state.site, docname)) for docname in env.found_docs)
    now = {docname: code for docname, code in codes if code}
    before, record.languages = record.languages, now
    languages_before = env.all_docs.keys() & env.found_docs
    return [docname for docname in languages_before if before.get(docname) != now.get(docname)]


def _find_changed_titles(env: BuildEnvironment, state: SiteState) -> Iterable[str]:
    """Return the pages without a title of their own whose entry in docs.json has another one."""
    record = record_of(env)
    places = state.site.listed.items()
    now = {docname: place.page.own_title for docname, place in places if place.page.own_title}
    before, record.entry_titles = record.entry_titles, now
    for docname in sorted(before.keys() | now.keys()):
        # Most pages have a title of their own, which does not depend on docs.json.
        shown_before = before.get(docname) or make_page_title(docname)
        is_changed = before.get(docname) != now.get(docname) and docname in env.titles
        if is_changed and env.titles[docname].astext() == shown_before:
            yield docname


def _select_by_suffix(
    env: BuildEnvironment, docnames: Iterable[str], suffixes: Container[str]
) -> list[str]:
    """Return those of *docnames* whose files have one of *suffixes*."""
    return [name for name in docnames if env.doc2path(name, base=False).suffix in suffixes]


def _find_page_parts(env: BuildEnvironment, state: SiteState) -> set[str]:
    """Return what Sphinx found and is no page: snippets, imported files, READMEs ….

    In a site without conf.py that lists no ``.rst`` file, these are among them.

    They are no ``exclude_patterns``: these change with every import, and a
    changed setting reads every page again.
    """
    others = env.found_docs.difference(state.inventory.docnames)
    suffixes = list_our_suffixes(env.config)
    if not has_conf(env.config):
        suffixes = (*suffixes, *OPTIONAL_SUFFIXES)
    return set(_select_by_suffix(env, others, suffixes))


def _find_markdown_pages(app: Sphinx, env: BuildEnvironment, state: SiteState) -> dict[str, Path]:
    """Return the ``.md`` pages that Sphinx did not look for, beside documents it found.

    A file of the project's own wins over one of the same name.
    """
    reading = reading_of(app)
    if reading.markdown not in (Markdown.LISTED, Markdown.UNLISTED):
        return {}
    included, excluded = Matcher(reading.included), Matcher(app.config.exclude_patterns)
    return {
        docname: Path(file)
        for docname, file in state.inventory.pages.items()
        if docname not in env.found_docs
        and file.endswith(".md")
        and included(file)
        and not excluded(file)
    }


def _find_changed_operations(env: BuildEnvironment, state: SiteState) -> Iterable[str]:
    """Return the pages whose front matter names an operation that has changed."""
    before = record_of(env).operations
    if not before:
        return
    facts = {docname: facts_of(env, docname) for docname in before}
    now = digest_operations(describe(state.site, facts, state.specs), before)
    for docname, digest_before in before.items():
        if now[docname] != digest_before:
            yield docname


def make_generated_texts(app: Sphinx, site: Site) -> dict[str, str]:
    """Return the text of each generated page, by docname."""
    if not (site.endpoints or site.reference_pages):
        return {}
    from sphinx_docsnav.endpoints.endpoint_texts import EndpointTexts  # noqa: PLC0415 -- most projects have no specification

    return make_page_texts(site, EndpointTexts(app.config.language or "en").translate)


def digest_operations(site: Site, docnames: Iterable[str]) -> dict[str, str]:
    """Return what changes with the operation that each document shows, "" for none."""
    digests = dict.fromkeys(docnames, "")
    for docname in digests.keys() & site.operations.keys():
        operation = site.operations[docname]
        introduction = find_introduction(site, docname, operation)
        digests[docname] = f"{digest_page(site, docname, operation)} {introduction}"
    return digests


def list_killed_documents(app: Sphinx, env: BuildEnvironment, *_changes: set[str]) -> list[str]:
    """Return the documents that a killed build has stored (``env-get-outdated``)."""
    try:
        begun = _find_marker_file(app).stat().st_mtime_ns
    except FileNotFoundError:
        return []
    doctrees = {name: Path(app.doctreedir, f"{name}.doctree") for name in env.all_docs}
    # Sphinx reads documents whose file is missing, and removes those without a source.
    stored = [name for name, path in doctrees.items() if path.is_file() and name in env.found_docs]
    return [name for name in stored if doctrees[name].stat().st_mtime_ns >= begun]


def note_reading(app: Sphinx, _env: BuildEnvironment, docnames: list[str]) -> None:
    """Note that documents are being stored, if any is read (``env-before-read-docs``)."""
    if docnames:
        begin_storing(app)


def begin_storing(app: Sphinx) -> None:
    """Note that documents are being stored.

    The mark of a killed build stays as it is: it is older than what any build has stored since.
    """
    marker = _find_marker_file(app)
    if not marker.exists():
        marker.parent.mkdir(parents=True, exist_ok=True)
        marker.touch()


def end_storing(app: Sphinx, exception: Exception | None) -> None:
    """Note that all documents, and the environment, are stored (``build-finished``)."""
    if exception is None:
        _find_marker_file(app).unlink(missing_ok=True)


def _find_marker_file(app: Sphinx) -> Path:
    return Path(app.doctreedir, STORAGE, "storing")
