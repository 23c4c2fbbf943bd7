"""Documents that a killed build has stored: they are read again.

Sphinx stores each document while it reads, and the environment, which tells what was read, after
all of them. A build that is killed in between leaves documents that are newer than the environment,
one of them incomplete. The next build reads those that have changed since the environment was
stored, which need not be the same: whoever takes back what made the killed build read a document
makes the stored one current again.

A file beside the doctrees exists from before the first is written until the build has ended. If a
build finds it, the documents that were stored after it are outdated.
"""

from __future__ import annotations

from pathlib import Path

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from sphinx_docsnav.core.state import STORAGE


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
