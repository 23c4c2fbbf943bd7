"""FEATURE page_actions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from sphinx_docsnav.core.events import connect
from sphinx_docsnav.core.settings import Setting, add_settings, expected, metadata
from sphinx_docsnav.features.page_actions.page_actions import add_page_actions, write_action_files

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

_EDIT_URL = re.compile(r"https?://[^/\s{}]+/[^\s{}]*\{path\}[^\s{}]*", re.IGNORECASE)


def wrong_edit_url(url: str) -> Iterator[str]:
    """Yield what is wrong with the address where pages are edited."""
    if url and not _EDIT_URL.fullmatch(url):
        hint = "write it like 'https://github.com/OWNER/REPO/edit/main/docs/{path}'"
        yield expected("a URL with https:// or http:// and {path}", url, hint)


SETTINGS = (
    Setting(
        "docsnav_page_actions",
        [],
        "Buttons above a page: ``copy`` copies its Markdown, or its text where a browser opens "
        "files without a server; ``view`` leads to its Markdown copy. They need "
        ":confval:`docsnav_markdown`. A site without ``conf.py`` has those of "
        "``contextual.options`` in docs.json.",
        rebuild="html",
    ),
    Setting(
        "docsnav_edit_url",
        "",
        "URL where readers edit a page, with ``{path}`` for its source file in the source "
        "directory, such as ``https://github.com/OWNER/REPO/edit/main/docs/{path}``. It is a button"
        " above each page that has a source file (builders ``html`` and ``dirhtml``), unless the "
        "theme is configured to show such links.",
        rebuild="html",
        check=wrong_edit_url,
    ),
)
"""The settings of the feature."""


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the feature; called by Sphinx."""
    add_settings(app, SETTINGS)
    connect(
        app,
        "write-started",
        500,
        write_action_files,
        "the pages carry the digests of the files",
    )
    connect(
        app,
        "html-page-context",
        910,
        add_page_actions,
        "name_assets at 500 must not take the buttons for components; themes read the body",
    )
    return metadata()
