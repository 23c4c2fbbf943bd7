"""Shortcuts for Sphinx that do not change the output (``docsnav_fast``)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_docsnav.core.events import connect
from sphinx_docsnav.core.settings import metadata
from sphinx_docsnav.features.speed.build_shortcuts import use_build_shortcuts, use_reading_shortcuts
from sphinx_docsnav.features.speed.collector import (
    collect_less_often,
    drop_surplus,
    keep_what_was_loaded,
    keep_what_was_read,
)
from sphinx_docsnav.features.speed.parallel_writing import use_workers
from sphinx_docsnav.features.speed.shortcuts import forget_files_of_page, use_shortcuts

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the feature; called by Sphinx."""
    connect(
        app,
        "config-inited",
        950,
        collect_less_often,
        "Sphinx loads the environment of the last build next",
        without_navigation=True,
    )
    connect(
        app,
        "env-get-outdated",
        0,
        keep_what_was_loaded,
        "the first event after which Sphinx emits build-finished even if the build fails; the "
        "other handlers make objects, which would start the collector",
        without_navigation=True,
    )
    connect(
        app,
        "env-get-outdated",
        500,
        use_build_shortcuts,
        "the first event after which Sphinx emits build-finished even if the build fails",
        without_navigation=True,
    )
    connect(
        app,
        "env-before-read-docs",
        500,
        use_reading_shortcuts,
        "the last event before documents are read, also in worker processes",
        without_navigation=True,
    )
    connect(
        app,
        "source-read",
        500,
        drop_surplus,
        "the document before this one is read completely",
        without_navigation=True,
    )
    connect(
        app,
        "write-started",
        900,
        use_shortcuts,
        "the guard at 950 wraps methods that this replaces",
        without_navigation=True,
    )
    connect(
        app,
        "write-started",
        900,
        use_workers,
        "other extensions have connected their handlers and replaced what they replace",
        without_navigation=True,
    )
    connect(
        app,
        "write-started",
        999,
        keep_what_was_read,
        "nothing else is left to be prepared",
        without_navigation=True,
    )
    connect(
        app,
        "html-page-context",
        999,
        forget_files_of_page,
        "other handlers have added the files of the page",
        without_navigation=True,
    )
    return metadata()
