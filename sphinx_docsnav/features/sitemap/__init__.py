"""``sitemap.xml``: the pages that search engines may index, with their translations.

It is written only if ``html_baseurl`` is set. ``sphinx-sitemap`` requires a build for each language
and version, and derives alternates from the folders of ``locale_dirs``. Here, one build contains
all languages, and the translations of each page are known.
Source of alternates: https://developers.google.com/search/docs/specialty/international/localized-versions
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from sphinx_docsnav.core.builder_kinds import builds_site
from sphinx_docsnav.core.events import INDEXED, connect
from sphinx_docsnav.core.page_addresses import make_page_url
from sphinx_docsnav.core.settings import Setting, add_settings, metadata
from sphinx_docsnav.core.site.env_record import facts_of, find_hidden_pages
from sphinx_docsnav.core.site.output_ledger import ledger_of
from sphinx_docsnav.core.site.switches import switches_of
from sphinx_docsnav.core.state import find_state, state_of
from sphinx_docsnav.navigation.switch import find_translations
from sphinx_docsnav.sitefiles.sitemap_files import (
    HEAD,
    INDEX_HEAD,
    NAME,
    make_sitemap_files,
    make_sitemap_row,
)

SITEMAP_OWNER = "sitemap"
"""The owner of the files in the ledger of outputs."""


def find_alternates(app: Sphinx, docname: str) -> list[tuple[str, str]]:
    """Return the language codes and docnames of the translations of a page.

    They include the page itself; the last code is ``x-default``. The result is empty if the page
    has no language, or no translation.
    """
    site = state_of(app).site
    place = site.place(docname)
    path = (site.root, *(place.divisions if place else ()))
    translations = find_translations(path, partial(switches_of(app).target, docname))
    return [(code, page.docname) for code, page in translations]


def _make_rows(app: Sphinx) -> Iterator[str]:
    """Yield the sitemap entry of each page."""
    for docname in sorted(app.env.all_docs):
        if _is_indexed(app, docname):
            alternates = find_alternates(app, docname)
            urls = [(code, make_page_url(app, other)) for code, other in alternates]
            yield make_sitemap_row(make_page_url(app, docname), urls)


def _is_indexed(app: Sphinx, docname: str) -> bool:
    """Return whether search engines may index a page under its own URL."""
    if find_hidden_pages(state_of(app).site, {docname: facts_of(app.env, docname)}):
        return False
    return False not in app.emit(INDEXED, docname)


def write_sitemap(app: Sphinx, exception: Exception | None) -> None:
    """Write the sitemap after a successful build (``build-finished``).

    A file from ``html_extra_path`` or another extension is kept.
    """
    if exception is not None or find_state(app) is None:
        return
    base_url, ledger = app.config.html_baseurl, ledger_of(app)
    is_wanted = base_url and app.config.docsnav_sitemap and builds_site(app.builder)
    files = make_sitemap_files(_make_rows(app), base_url) if is_wanted else {}
    # A sitemap of the project stays; one of this extension is replaced, even if the ledger is lost.
    gives_way = not _is_sitemap(Path(app.outdir, NAME))
    # The first file lists the others, which are useless without it.
    if NAME in files and ledger.write(SITEMAP_OWNER, NAME, files.pop(NAME), gives_way=gives_way):
        for name, text in files.items():
            ledger.write(SITEMAP_OWNER, name, text, gives_way=gives_way)
    ledger.finish(SITEMAP_OWNER)


def _is_sitemap(path: Path) -> bool:
    """Return whether a file is a sitemap of this extension, also if the ledger does not exist."""
    try:
        return path.read_text("utf-8", "replace").startswith((HEAD, INDEX_HEAD))
    except OSError:
        return False


SETTINGS = (
    Setting(
        "docsnav_sitemap",
        False,  # noqa: FBT003 -- the default of a switch
        "Write ``sitemap.xml`` with the languages of each page. Requires ``html_baseurl``. "
        "``sphinx-docsnav build`` and ``serve`` enable this for a site without ``conf.py``.",
    ),
)
"""The settings of the feature."""


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the feature; called by Sphinx."""
    add_settings(app, SETTINGS)
    connect(app, "build-finished", 500, write_sitemap, "a project may have its own, which is kept")
    return metadata()
