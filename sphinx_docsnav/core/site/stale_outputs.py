"""The files of pages in the output: named in the ledger, and those that two documents share."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.environment import BuildEnvironment

from sphinx_docsnav.core.builder_kinds import builds_site, has_page_files
from sphinx_docsnav.core.settings import list_our_suffixes
from sphinx_docsnav.core.site.output_ledger import ledger_of
from sphinx_docsnav.core.state import SiteState, build_state, find_state, reading_of
from sphinx_docsnav.navigation.inventory import MADE_BY_SPHINX, make_covered_fault

OWNER = "pages"
"""The owner of pages, and of the copies of their sources, in the ledger of outputs."""


def begin_writing(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Name the files of pages before they are written (``env-get-updated``)."""
    state, builder = find_state(app), app.builder
    if build_state(app).is_drafting or state is None:
        return []
    ledger = ledger_of(app)
    has_navigation = reading_of(app).has_navigation
    # In a project without our navigation, only generated pages are ours.
    docnames = env.all_docs.keys() if has_navigation else state.generated.keys()
    if has_page_files(builder):
        ledger.claim(OWNER, list_page_files(builder, docnames))
    ledger.begin()
    return []


def page_file(builder: StandaloneHTMLBuilder, pagename: str) -> str:
    """Return the file of a page in the output, relative to that."""
    # Of each page in each build: without more objects for paths.
    file = os.fspath(builder.get_outfilename(pagename))
    return file[len(f"{builder.outdir}/") :].replace(os.sep, "/")


def list_page_files(builder: StandaloneHTMLBuilder, docnames: Iterable[str]) -> Iterator[str]:
    """Yield the files of documents in the output: each page, and the copy of its source."""
    end, has_sources = builder.config.html_sourcelink_suffix, builder.config.html_copy_source
    for docname in docnames:
        yield page_file(builder, docname)
        if has_sources:
            suffix = builder.env.doc2path(docname, base=False).suffix
            yield f"_sources/{docname}{suffix}{end if end != suffix else ''}"


def remove_stale_pages(app: Sphinx, exception: Exception | None) -> None:
    """Remove the files of documents that are no more (``build-finished``)."""
    if exception is None:
        ledger_of(app).finish(OWNER)


def warn_covered(app: Sphinx, state: SiteState) -> None:
    """Warn of each document whose page has the same file as another page.

    With builder ``dirhtml`` the documents ``a`` and ``a/index`` have one file. A
    document of another reader at the address of a page of Sphinx's is there for
    a purpose: to have that page in a toctree.
    """
    builder = app.builder
    if not builds_site(builder):
        return
    suffixes = list_our_suffixes(app.config)
    # Of each page in each build: by addresses, which are text, and as different as the files.
    docname_by_address = {builder.get_target_uri(name): "" for name in MADE_BY_SPHINX}
    for docname in sorted(app.env.all_docs):
        # The first document in alphabetical order has the address.
        owner = docname_by_address.setdefault(builder.get_target_uri(docname), docname)
        if owner == docname:
            continue
        path = Path(app.env.doc2path(docname))
        if not owner and path.suffix not in suffixes:
            continue
        state.report(make_covered_fault(docname, path, owner))
