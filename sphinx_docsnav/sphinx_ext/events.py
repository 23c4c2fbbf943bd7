"""Every handler of the extension, in the order of a build."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_docsnav.sphinx_ext.books.epub import setup_epub_book
from sphinx_docsnav.sphinx_ext.books.epub_files import setup_epub
from sphinx_docsnav.sphinx_ext.books.latex import setup_latex_books
from sphinx_docsnav.sphinx_ext.build.component_setup import setup_components
from sphinx_docsnav.sphinx_ext.build.config_pass import settle
from sphinx_docsnav.sphinx_ext.build.discover import find_documents
from sphinx_docsnav.sphinx_ext.build.env_record import VERSION, forget, merge
from sphinx_docsnav.sphinx_ext.build.image_names import setup_image_names
from sphinx_docsnav.sphinx_ext.build.load import load
from sphinx_docsnav.sphinx_ext.build.mdx_parser import MdxParser
from sphinx_docsnav.sphinx_ext.build.root_page import leave_to_html, set_generated_context
from sphinx_docsnav.sphinx_ext.build.setting_checks import BEFORE_SPHINX, check_settings
from sphinx_docsnav.sphinx_ext.build.settings import add_settings
from sphinx_docsnav.sphinx_ext.build.update import finish, keep_shown, note_links
from sphinx_docsnav.sphinx_ext.endpoints.endpoint_roles import setup_endpoints
from sphinx_docsnav.sphinx_ext.endpoints.renderers import check_languages
from sphinx_docsnav.sphinx_ext.endpoints.validation import validate_specifications
from sphinx_docsnav.sphinx_ext.html import context as html_context
from sphinx_docsnav.sphinx_ext.html.assets import setup_assets
from sphinx_docsnav.sphinx_ext.html.icon_files import setup_icon_files
from sphinx_docsnav.sphinx_ext.html.listings import setup_listings
from sphinx_docsnav.sphinx_ext.html.page_modes import setup_page_modes
from sphinx_docsnav.sphinx_ext.html.theme_choice import setup_theme_choice
from sphinx_docsnav.sphinx_ext.languages.domain_texts import setup_domain_words
from sphinx_docsnav.sphinx_ext.languages.html_texts import setup_words
from sphinx_docsnav.sphinx_ext.languages.page_language import setup_languages
from sphinx_docsnav.sphinx_ext.parts.selection import setup_parts
from sphinx_docsnav.sphinx_ext.publishing.redirects import write_redirects
from sphinx_docsnav.sphinx_ext.publishing.sitemap import setup_sitemap
from sphinx_docsnav.sphinx_ext.publishing.version_notice import setup_version_notice
from sphinx_docsnav.sphinx_ext.search.hidden_pages import tidy_index
from sphinx_docsnav.sphinx_ext.search.pagefind import setup_pagefind
from sphinx_docsnav.sphinx_ext.search.scoped_index import setup_search_index
from sphinx_docsnav.sphinx_ext.search.search_pages import setup_search_pages

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

AFTER_SUFFIXES = 900
"""Priority at ``config-inited``: Sphinx merges and checks its settings at 800."""
BEFORE_THEMES = 300
"""Priority at ``html-page-context``: themes read from 400 on what is set here."""


def connect(app: Sphinx, version: str) -> ExtensionMetadata:
    """Add settings and reader to *app* and connect every handler."""
    add_settings(app)
    app.add_source_parser(MdxParser)
    app.connect("config-inited", check_settings, priority=BEFORE_SPHINX)
    app.connect("config-inited", settle, priority=AFTER_SUFFIXES)
    app.connect("builder-inited", load)
    app.connect("builder-inited", validate_specifications)
    app.connect("builder-inited", check_languages)
    app.connect("env-get-outdated", find_documents)
    app.connect("env-purge-doc", forget)
    app.connect("doctree-read", note_links)
    app.connect("doctree-read", leave_to_html)
    app.connect("env-merge-info", merge)
    app.connect("env-updated", finish)
    app.connect("html-page-context", set_generated_context, priority=BEFORE_THEMES)
    app.connect("html-collect-pages", tidy_index)
    app.connect("build-finished", keep_shown)
    app.connect("build-finished", write_redirects)
    setup_icon_files(app)
    setup_image_names(app)
    setup_languages(app)
    setup_listings(app)
    setup_words(app)
    setup_page_modes(app)
    setup_domain_words(app)
    setup_pagefind(app)
    setup_parts(app)
    setup_epub(app)
    setup_latex_books(app)
    setup_epub_book(app)
    setup_sitemap(app)
    setup_version_notice(app)
    setup_search_index(app)
    setup_search_pages(app)
    setup_components(app)
    setup_endpoints(app)
    setup_theme_choice(app)
    setup_assets(app)
    html_context.install(app)
    return {
        "version": version,
        "env_version": VERSION,
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }
