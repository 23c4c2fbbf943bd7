"""The guard around resolving, storing and writing the pages that our parser read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_docsnav.core.events import connect
from sphinx_docsnav.core.settings import metadata
from sphinx_docsnav.features.guard.writing import guard_storing, guard_writing, name_unstorable

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the feature; called by Sphinx."""
    connect(
        app,
        "env-before-read-docs",
        950,
        guard_storing,
        "wraps a method of the builder that other handlers may have replaced",
        without_navigation=True,
    )
    connect(
        app,
        "write-started",
        950,
        guard_writing,
        "wraps methods of the builder that other handlers have replaced",
        without_navigation=True,
    )
    connect(
        app,
        "build-finished",
        998,
        name_unstorable,
        "what the build replaced is restored; `finish_guard` at 999 counts what it reports",
        without_navigation=True,
    )
    return metadata()
