"""FEATURE markdown_copies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_docsnav.core.events import connect
from sphinx_docsnav.core.settings import Setting, add_settings, metadata
from sphinx_docsnav.features.markdown_copies.copy_files import remove_old_copies
from sphinx_docsnav.features.markdown_copies.markdown_copies import (
    keep_other_copies,
    name_copy,
    write_copy,
    write_llms_files,
)
from sphinx_docsnav.features.markdown_copies.skills import write_skills

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

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
