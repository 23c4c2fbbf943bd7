"""The files of Markdown copies in an output: which ones are ours, and which of those are left over.

They are known by their names, sizes and times, so that a file which something
else wrote at the same place stays.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_docsnav.core.site.fingerprints import digest
from sphinx_docsnav.core.site.generate import LEADING_BUILDERS
from sphinx_docsnav.core.site.scopes import scopes_of
from sphinx_docsnav.features.markdown_copies.markdown_copies import (
    FULL,
    copy_name,
    has_copies,
    has_copy,
    written_names,
)
from sphinx_docsnav.sitefiles.write import write_if_changed

if TYPE_CHECKING:
    from sphinx.application import Sphinx

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
