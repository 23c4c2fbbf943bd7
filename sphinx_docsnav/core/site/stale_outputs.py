"""Files of the output: of deleted pages, of pages that others overwrite, of a killed build."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.environment import BuildEnvironment

from sphinx_docsnav.core.settings import our_suffixes
from sphinx_docsnav.core.site.fingerprints import digests_file
from sphinx_docsnav.core.site.generate import LEADING_BUILDERS
from sphinx_docsnav.core.state import SiteState, build_state
from sphinx_docsnav.navigation.special_entries import MADE_BY_SPHINX, page_covered


def begin_writing(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Return all documents if the last build into this folder did not end (``env-get-updated``).

    Also remember that this build has begun to write.
    """
    if build_state(app).is_drafting:
        return []
    mark = _mark(app)
    if mark.exists():
        return sorted(env.all_docs)
    mark.parent.mkdir(parents=True, exist_ok=True)
    mark.touch()
    return []


def end_writing(app: Sphinx, exception: Exception | None) -> None:
    """Remember that everything is written (``build-finished``), unless the build failed."""
    if exception is None:
        _mark(app).unlink(missing_ok=True)


def _mark(app: Sphinx) -> Path:
    return digests_file(Path(app.doctreedir), app.builder).with_suffix(".unfinished")


SINGLE = ("singlehtml", "epub")
"""Builders whose pages are no files of their own, or are no files to keep."""
CLOCK_STEP = 20_000_000
"""Tolerance for file times in nanoseconds, as file systems round them."""


def remove_stale(app: Sphinx, docnames: Iterable[str]) -> None:
    """Remove the files of earlier builds for *docnames*, which no longer exist.

    Files of this build are kept, also those of other code: an extension's page, a
    page of ``html_additional_pages``, a copy from ``html_extra_path``.
    """
    builder = app.builder
    if not isinstance(builder, StandaloneHTMLBuilder) or builder.name in SINGLE:
        return
    started = build_state(app).started - CLOCK_STEP
    for docname in docnames:
        copy = Path(app.outdir, f"{docname}.md") if app.config.docsnav_markdown else None
        pages = (Path(builder.get_outfilename(docname)), *((copy,) if copy else ()))
        for path in (*pages, *_sources(app, docname)):
            inside = path.resolve().is_relative_to(Path(app.outdir).resolve())
            if inside and path.is_file() and path.stat().st_ctime_ns < started:
                path.unlink()


def _sources(app: Sphinx, docname: str) -> Iterator[Path]:
    """Yield the names that the copy of a page's source may have."""
    for suffix in app.config.source_suffix:
        end = app.config.html_sourcelink_suffix
        name = f"{docname}{suffix}{end if end != suffix else ''}"
        yield Path(app.outdir) / "_sources" / name


def warn_covered(app: Sphinx, state: SiteState) -> None:
    """Warn of each document whose file another page takes.

    With builder ``dirhtml`` the documents ``a`` and ``a/index`` have one file. A
    document of another reader at the address of a page of Sphinx's is there for
    a purpose: to have that page in a toctree.
    """
    builder = app.builder
    if not isinstance(builder, StandaloneHTMLBuilder) or builder.name not in LEADING_BUILDERS:
        return
    suffixes = our_suffixes(app.config)
    # Of each page in each build: by addresses, which are text, and as different as the files.
    taken = {builder.get_target_uri(name): "" for name in MADE_BY_SPHINX}
    for docname in sorted(app.env.all_docs):
        other = taken.setdefault(builder.get_target_uri(docname), docname)
        if other == docname:
            continue
        path = Path(app.env.doc2path(docname))
        if not other and path.suffix not in suffixes:
            continue
        state.report(page_covered(docname, path, other))
