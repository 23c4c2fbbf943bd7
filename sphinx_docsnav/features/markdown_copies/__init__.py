"""A Markdown copy of each page, ``llms.txt`` and skills, for programs that read the site."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_docsnav.core.events import connect
from sphinx_docsnav.core.settings import Setting, add_settings, metadata
from sphinx_docsnav.core.site.fingerprints import digest
from sphinx_docsnav.core.site.generate import LEADING_BUILDERS
from sphinx_docsnav.core.site.scopes import scopes_of
from sphinx_docsnav.features.markdown_copies.markdown_copies import (
    FULL,
    copy_name,
    has_copies,
    has_copy,
    keep_other_copies,
    name_copy,
    write_copy,
    write_llms_files,
    written_names,
)
from sphinx_docsnav.features.markdown_copies.skills import write_skills
from sphinx_docsnav.sitefiles.write import write_if_changed

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

Stamp = list[int]
"""Size of a file and time of its last change in nanoseconds."""


def remove_old_copies(app: Sphinx, exception: Exception | None) -> None:
    """Remove the copies of earlier builds that this build has no more (``build-finished``)."""
    if exception is not None or app.builder.name not in LEADING_BUILDERS:
        return
    outdir = Path(app.outdir).resolve()
    ours = Path(app.doctreedir) / "_docsnav" / f"copies-{digest(str(app.outdir))}.json"
    before = _read(ours)
    now: dict[str, Stamp] = {}
    for name in _names(app):
        if stamp := _stamp(outdir / name):
            now[name] = stamp
    for name in before.keys() - now.keys():
        path = outdir / name
        if path.resolve().is_relative_to(outdir) and _stamp(path) == before[name]:
            path.unlink()
    if before != now:
        write_if_changed(ours, json.dumps(now))


def _names(app: Sphinx) -> Iterator[str]:
    """Yield the files that a build of all pages writes."""
    if not has_copies(app):
        return
    for docname in app.env.all_docs:
        if has_copy(app, docname):
            yield copy_name(docname)
    yield from written_names(app)
    for scope in scopes_of(app).all:
        yield scope.named(FULL)


def _stamp(path: Path) -> Stamp | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return [found.st_size, found.st_mtime_ns]


def _read(path: Path) -> dict[str, Stamp]:
    try:
        value = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return {}
    return value if isinstance(value, dict) else {}


SETTINGS = (
    Setting(
        "docsnav_markdown",
        False,  # noqa: FBT003 -- the default of a switch
        "Write a Markdown copy beside each page (``guides/setup.md``), ``llms.txt`` and "
        "``llms-full.txt``, one of each per language, version and product (builders ``html`` and "
        "``dirhtml``). ``sphinx-docsnav build`` and ``serve`` switch it on for a site without "
        "``conf.py``. The skills of the site are published, too.",
        rebuild="html",
    ),
)
"""The settings of the feature."""


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the feature; called by Sphinx."""
    add_settings(app, SETTINGS)
    for event, priority, function, reason in (
        (
            "html-page-context",
            999,
            write_copy,
            "takes nodes out of the document, which no other handler reads after it",
        ),
        ("html-collect-pages", 500, keep_other_copies, "the pages of the part are written"),
        ("build-finished", 500, write_llms_files, "the copies of all pages are written"),
        ("build-finished", 500, write_skills, "no other file is needed"),
        ("build-finished", 600, remove_old_copies, "the handlers at 500 write some"),
        ("html-page-context", 905, name_copy, "buttons above a page at 910 lead to it"),
    ):
        connect(app, event, priority, function, reason, without_navigation=True)
    return metadata()
