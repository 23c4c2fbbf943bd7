"""Write all pages again after a build that was killed.

Sphinx stores what it has read before it writes the pages, and the search index after all of
them. A build that ends in between leaves old pages and an old index, for example after a change
of a snippet or of the title of another page, and the next build takes them for up to date.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_docsnav.core.site.fingerprints import digests_file

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment


def begin_writing(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Return all documents if the last build into this folder did not end (``env-get-updated``).

    Also remember that this build has begun to write.
    """
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
