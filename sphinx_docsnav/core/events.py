"""The table of event handlers: each with its event, its priority and the reason for it.

Sphinx calls the handlers of one event in the order of their priorities, and
those of equal priority in the order of this table. Sphinx's own handlers,
themes and most extensions have priority 500.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sphinx_docsnav.core.env_record import forget_document, merge_records
from sphinx_docsnav.core.guard.handlers import guard_handler
from sphinx_docsnav.core.guard.page_guard import finish_guard, start_guard
from sphinx_docsnav.core.message_log import count_grouped
from sphinx_docsnav.core.pages.assets import name_assets, write_assets
from sphinx_docsnav.core.pages.context import (
    finish_adapter,
    set_theme_inputs,
    set_theme_outputs,
)
from sphinx_docsnav.core.pages.icon_files import copy_icons
from sphinx_docsnav.core.pages.site_name import escape_names
from sphinx_docsnav.core.pages.templates import choose_templates
from sphinx_docsnav.core.pages.theme_choice import choose_adapter
from sphinx_docsnav.core.pages.written_parts import join_records
from sphinx_docsnav.core.reading.image_names import name_images
from sphinx_docsnav.core.reading.link_resolution import resolve_link
from sphinx_docsnav.core.reading.mdx_parser import prepare_reading
from sphinx_docsnav.core.reading.node_visitors import choose_translator
from sphinx_docsnav.core.reading.page_encoding import read_odd_encodings
from sphinx_docsnav.core.setting_checks import check_settings
from sphinx_docsnav.core.site.config_pass import apply_docs_json, with_navigation
from sphinx_docsnav.core.site.content_digests import (
    keep_documents,
    keep_pages,
    note_contents,
    note_page,
    note_pages,
)
from sphinx_docsnav.core.site.discover import find_documents
from sphinx_docsnav.core.site.interruption import begin_writing, end_writing
from sphinx_docsnav.core.site.load import load_docs_json
from sphinx_docsnav.core.site.neighbors import find_changed_neighbors
from sphinx_docsnav.core.site.root_page import (
    limit_root_link_to_html,
    set_generated_context,
)
from sphinx_docsnav.core.state import restore_globals
from sphinx_docsnav.core.update import (
    complete_site,
    find_changed_navigation,
    record_links,
    save_fingerprints,
)
from sphinx_docsnav.features.books.epub import (
    add_chapter_titles,
    extend_epub,
    finish_book,
    select_book,
)
from sphinx_docsnav.features.books.epub_files import leave_out_doctrees
from sphinx_docsnav.features.books.latex import choose_engine, extend_latex, write_books
from sphinx_docsnav.features.books.list_depth import allow_deep_lists
from sphinx_docsnav.features.endpoints.domain import note_labels
from sphinx_docsnav.features.endpoints.endpoint_index import split_index
from sphinx_docsnav.features.guard.storing import guard_storing, name_unstorable
from sphinx_docsnav.features.guard.writing import guard_writing
from sphinx_docsnav.features.languages.domain_texts import translate_late
from sphinx_docsnav.features.languages.html_texts import translate_context
from sphinx_docsnav.features.languages.navigation_catalog import extract_texts
from sphinx_docsnav.features.languages.page_language import (
    restore_language,
    use_page_language,
    use_project_language,
    write_in_page_languages,
)
from sphinx_docsnav.features.listings.listings import add_listing
from sphinx_docsnav.features.markdown_copies.copy_files import remove_old_copies
from sphinx_docsnav.features.markdown_copies.markdown_copies import (
    keep_other_copies,
    write_copy,
    write_llms_files,
)
from sphinx_docsnav.features.mathml.mathml import register_renderer
from sphinx_docsnav.features.page_actions.page_actions import (
    add_page_actions,
    write_action_files,
)
from sphinx_docsnav.features.page_modes.page_modes import (
    apply_page_mode,
    leave_out_title,
    write_mode_style,
)
from sphinx_docsnav.features.pagefind.pagefind import (
    mark_for_pagefind,
    name_headings,
    write_pagefind_index,
)
from sphinx_docsnav.features.parts.selection import (
    drop_unwritten,
    extend_for_parts,
    index_other_pages,
    record_unwritten_pages,
    select_part,
)
from sphinx_docsnav.features.redirects.redirects import write_redirects
from sphinx_docsnav.features.search.hidden_pages import keep_hidden_endpoints_out, tidy_index
from sphinx_docsnav.features.search.scoped_index import cache_stems, extend_for_scopes
from sphinx_docsnav.features.search.search_dialog import add_search_dialog, write_divisions
from sphinx_docsnav.features.search.search_pages import (
    remove_stale_search,
    search_pages,
    set_search_context,
)
from sphinx_docsnav.features.site_styles.site_styles import (
    find_site_styles,
    name_site_styles,
    write_site_styles,
)
from sphinx_docsnav.features.sitemap.sitemap import write_sitemap
from sphinx_docsnav.features.speed.build_shortcuts import use_build_shortcuts
from sphinx_docsnav.features.speed.collector import (
    collect_less_often,
    drop_surplus,
    keep_what_was_loaded,
    keep_what_was_read,
)
from sphinx_docsnav.features.speed.parallel_writing import use_workers
from sphinx_docsnav.features.speed.reading_shortcuts import use_reading_shortcuts
from sphinx_docsnav.features.speed.shortcuts import forget_files_of_page, use_shortcuts
from sphinx_docsnav.features.utility_classes.utility_styles import add_utility_rules, note_classes
from sphinx_docsnav.features.validation.validation import validate_specifications
from sphinx_docsnav.features.version_notice.version_notice import add_version_notice

if TYPE_CHECKING:
    from sphinx.application import Sphinx


@dataclass(frozen=True, slots=True)
class Handler:
    """One row of the table."""

    event: str
    """The name of the event."""
    priority: int
    """Sphinx's default is 500; lower numbers are called first."""
    function: Callable[..., object]
    """The handler."""
    reason: str
    """Why it is connected to this event, with this priority."""
    without_navigation: bool = False
    """It is called also in a project that has only ``docsnav_openapi`` and no navigation."""


HANDLERS = (
    # The configuration
    Handler(
        "config-inited",
        700,
        check_settings,
        "Sphinx checks the types of settings at 800, and fails on some wrong values itself",
        without_navigation=True,
    ),
    Handler(
        "config-inited",
        900,
        apply_docs_json,
        "Sphinx completes source_suffix at 800; a setting that is changed after this event "
        "counts as changed in every build",
        without_navigation=True,
    ),
    Handler("config-inited", 950, choose_engine, "needs docs.json, which is read at 900"),
    Handler("config-inited", 950, extend_latex, "needs docs.json, and precedes the builder"),
    Handler("config-inited", 950, extend_epub, "needs docs.json, and precedes the builder"),
    Handler("config-inited", 950, extend_for_parts, "needs docs.json, and precedes the builder"),
    Handler("config-inited", 950, extend_for_scopes, "needs docs.json, and precedes the builder"),
    Handler(
        "config-inited",
        950,
        write_in_page_languages,
        "needs docs.json, and precedes the builder",
    ),
    Handler("config-inited", 950, choose_templates, "extensions choose their templates before"),
    Handler(
        "config-inited",
        950,
        register_renderer,
        "Sphinx looks for it at builder-inited",
        without_navigation=True,
    ),
    Handler("config-inited", 950, find_site_styles, "a later change of a setting counts each time"),
    Handler(
        "config-inited",
        950,
        collect_less_often,
        "Sphinx loads the environment of the last build next",
        without_navigation=True,
    ),
    # The site
    Handler(
        "builder-inited",
        0,
        start_guard,
        "counts the failures of all later steps",
        without_navigation=True,
    ),
    Handler(
        "builder-inited",
        500,
        load_docs_json,
        "the log is ready, and a build is certain",
        without_navigation=True,
    ),
    Handler(
        "builder-inited",
        500,
        validate_specifications,
        "needs the resolved site",
        without_navigation=True,
    ),
    Handler(
        "builder-inited", 900, choose_adapter, "themes change their templates and options at 500"
    ),
    Handler(
        "builder-inited",
        990,
        choose_translator,
        "themes and other extensions choose a translator before",
        without_navigation=True,
    ),
    Handler(
        "builder-inited",
        999,
        keep_pages,
        "the last event before Sphinx looks at the times of pages",
        without_navigation=True,
    ),
    # Reading
    Handler(
        "env-get-outdated",
        0,
        keep_what_was_loaded,
        "the first event after which Sphinx emits build-finished even if the build fails; the "
        "other handlers make objects, which would start the collector",
        without_navigation=True,
    ),
    Handler(
        "env-get-outdated",
        100,
        keep_documents,
        "other extensions have added no documents yet that have to be read for other reasons",
        without_navigation=True,
    ),
    Handler(
        "env-get-outdated",
        500,
        find_documents,
        "the only event at which documents can still be added and removed",
        without_navigation=True,
    ),
    Handler(
        "env-get-outdated",
        500,
        translate_late,
        "the first event after which Sphinx emits build-finished even if the build fails",
    ),
    Handler(
        "env-get-outdated",
        500,
        use_build_shortcuts,
        "the first event after which Sphinx emits build-finished even if the build fails",
        without_navigation=True,
    ),
    Handler(
        "env-purge-doc",
        500,
        forget_document,
        "what was recorded of a document is outdated",
        without_navigation=True,
    ),
    Handler(
        "env-before-read-docs",
        500,
        prepare_reading,
        "the first event that tells whether a document is read; worker processes start after it",
        without_navigation=True,
    ),
    Handler(
        "env-before-read-docs",
        500,
        read_odd_encodings,
        "the last event before Sphinx reads files, also in worker processes",
        without_navigation=True,
    ),
    Handler(
        "env-before-read-docs",
        500,
        use_reading_shortcuts,
        "the last event before documents are read, also in worker processes",
        without_navigation=True,
    ),
    Handler(
        "env-before-read-docs",
        950,
        guard_storing,
        "wraps a method of the builder that other handlers may have replaced",
        without_navigation=True,
    ),
    Handler(
        "source-read",
        0,
        use_page_language,
        "everything that other extensions read for the page is in its language",
    ),
    Handler("source-read", 500, drop_unwritten, "the document before this one is read completely"),
    Handler(
        "source-read",
        500,
        drop_surplus,
        "the document before this one is read completely",
        without_navigation=True,
    ),
    Handler("doctree-read", 500, record_links, "the references of the page are not resolved yet"),
    Handler("doctree-read", 500, limit_root_link_to_html, "the page is complete, and not stored"),
    Handler(
        "doctree-read",
        999,
        use_project_language,
        "the handlers of other extensions still see the language of the page",
    ),
    Handler(
        "env-merge-info",
        500,
        merge_records,
        "a worker process has read documents",
        without_navigation=True,
    ),
    # All documents are read
    Handler("env-updated", 500, complete_site, "all page titles are known"),
    Handler(
        "env-get-updated",
        890,
        begin_writing,
        "find_changed_navigation at 900 changes written files",
    ),
    Handler(
        "env-get-updated",
        900,
        find_changed_navigation,
        "Sphinx assigns section numbers at 500",
    ),
    Handler("env-updated", 500, name_images, "all images are known"),
    Handler("env-updated", 500, split_index, "all operations are known", without_navigation=True),
    Handler(
        "env-updated",
        500,
        note_labels,
        "all operations and schemas are known",
        without_navigation=True,
    ),
    Handler(
        "missing-reference",
        100,
        resolve_link,
        "other extensions look for the target of a link in their inventories, and warn",
        without_navigation=True,
    ),
    Handler(
        "env-updated",
        500,
        keep_hidden_endpoints_out,
        "all pages are read, and none is indexed",
        without_navigation=True,
    ),
    Handler(
        "env-updated",
        900,
        find_changed_neighbors,
        "other extensions change titles and toctrees before",
        without_navigation=True,
    ),
    Handler(
        "env-updated",
        999,
        note_contents,
        "every document is read, and its dependencies are known",
        without_navigation=True,
    ),
    # Writing
    Handler("write-started", 500, extract_texts, "the builder writes its catalogues at the end"),
    Handler("write-started", 500, select_part, "the pages to write have not been prepared yet"),
    Handler("write-started", 500, write_books, "the LaTeX builder has not written yet"),
    Handler("write-started", 500, select_book, "the EPUB builder has not written yet"),
    Handler("write-started", 500, cache_stems, "the builder has no search index yet"),
    Handler("write-started", 500, write_site_styles, "the pages carry the digests of the files"),
    Handler("write-started", 500, write_mode_style, "the pages carry the digest of the file"),
    Handler("write-started", 500, write_action_files, "the pages carry the digests of the files"),
    Handler(
        "write-started",
        500,
        write_assets,
        "the pages carry the digests of these files",
        without_navigation=True,
    ),
    Handler(
        "write-started",
        900,
        use_shortcuts,
        "the guard at 950 wraps methods that this replaces",
        without_navigation=True,
    ),
    Handler(
        "write-started",
        900,
        use_workers,
        "other extensions have connected their handlers and replaced what they replace",
        without_navigation=True,
    ),
    Handler(
        "write-started",
        950,
        guard_writing,
        "wraps methods of the builder that other handlers have replaced",
        without_navigation=True,
    ),
    Handler(
        "write-started",
        990,
        choose_translator,
        "another extension may have set a translator since ``builder-inited``",
        without_navigation=True,
    ),
    Handler(
        "write-started",
        999,
        keep_what_was_read,
        "nothing else is left to be prepared",
        without_navigation=True,
    ),
    Handler(
        "doctree-resolved", 400, leave_out_title, "other handlers see the page as it is written"
    ),
    Handler("doctree-resolved", 500, add_listing, "the links of the listing need no resolution"),
    Handler("doctree-resolved", 600, name_headings, "leave_out_title at 400 removes headings"),
    Handler("doctree-resolved", 900, allow_deep_lists, "nothing adds lists any more"),
    Handler(
        "doctree-resolved",
        999,
        use_project_language,
        "the handlers of other extensions still see the language of the page",
    ),
    Handler("doctree-resolved", 999, note_classes, "other handlers may add classes"),
    Handler(
        "doctree-resolved",
        999,
        note_page,
        "is called for each page that is written, also with several processes",
        without_navigation=True,
    ),
    # HTML pages; themes read the context at 500
    Handler("html-page-context", 100, escape_names, "every other handler reads the escaped name"),
    Handler(
        "html-page-context",
        300,
        set_generated_context,
        "before all that read the context",
        without_navigation=True,
    ),
    Handler("html-page-context", 310, apply_page_mode, "themes read the list of headings at 500"),
    Handler("html-page-context", 350, set_search_context, "themes wrap pathto from 400 on"),
    Handler(
        "html-page-context",
        405,
        set_theme_inputs,
        "themes read these values at 500; sphinx-notfound-page replaces pathto at 400",
    ),
    Handler("html-page-context", 407, add_utility_rules, "set_theme_inputs gives the page its end"),
    Handler("html-page-context", 410, translate_context, "set_theme_inputs sets the language"),
    Handler(
        "html-page-context",
        415,
        mark_for_pagefind,
        "the version notice at 420 must stay outside of the marked content",
    ),
    Handler(
        "html-page-context", 420, add_version_notice, "themes read the address of the page at 500"
    ),
    Handler(
        "html-page-context",
        430,
        add_search_dialog,
        "needs pathto from set_search_context and the words from translate_context",
    ),
    Handler("html-page-context", 500, add_chapter_titles, "EPUB has no theme that reads these"),
    Handler(
        "html-page-context",
        500,
        name_assets,
        "the body of the page is complete",
        without_navigation=True,
    ),
    Handler("html-page-context", 500, name_site_styles, "their priority places them after all"),
    Handler("html-page-context", 900, set_theme_outputs, "changes what themes computed at 500"),
    Handler(
        "html-page-context",
        910,
        add_page_actions,
        "name_assets at 500 must not take the buttons for components; themes read the body",
    ),
    Handler(
        "html-page-context",
        999,
        write_copy,
        "takes nodes out of the document, which no other handler reads after it",
    ),
    Handler(
        "html-page-context",
        999,
        forget_files_of_page,
        "other handlers have added the files of the page",
        without_navigation=True,
    ),
    Handler(
        "html-collect-pages",
        400,
        index_other_pages,
        "tidy_index at 500 needs the complete index",
    ),
    Handler("html-collect-pages", 500, keep_other_copies, "the pages of the part are written"),
    Handler(
        "html-collect-pages",
        500,
        tidy_index,
        "all pages are indexed; the index is not saved",
        without_navigation=True,
    ),
    Handler(
        "html-collect-pages",
        500,
        leave_out_doctrees,
        "the last event before the EPUB is packed",
        without_navigation=True,
    ),
    Handler("html-collect-pages", 500, search_pages, "adds a search page per scope"),
    # The end
    Handler(
        "build-finished",
        0,
        restore_language,
        "runs even if the handler of another extension fails",
    ),
    Handler(
        "build-finished",
        0,
        restore_globals,
        "runs even if the handler of another extension fails",
        without_navigation=True,
    ),
    Handler(
        "build-finished",
        400,
        record_unwritten_pages,
        "save_fingerprints at 500 needs to know the pages that were not written",
    ),
    Handler(
        "build-finished",
        400,
        finish_book,
        "save_fingerprints at 500 needs to know the pages that were not written",
    ),
    Handler("build-finished", 400, finish_adapter, "themes check their output at 500"),
    Handler("build-finished", 500, save_fingerprints, "all pages are written"),
    Handler("build-finished", 500, end_writing, "all pages are written"),
    Handler("build-finished", 500, join_records, "all pages are written"),
    Handler("build-finished", 500, note_pages, "all pages are written", without_navigation=True),
    Handler("build-finished", 500, write_redirects, "no redirect may replace a page"),
    Handler("build-finished", 500, copy_icons, "other files are in the output already"),
    Handler("build-finished", 500, write_llms_files, "the copies of all pages are written"),
    Handler("build-finished", 500, write_sitemap, "a project may have its own, which is kept"),
    Handler("build-finished", 500, write_divisions, "the divisions of all pages are known"),
    Handler("build-finished", 500, remove_stale_search, "the files of all scopes are written"),
    Handler("build-finished", 600, write_pagefind_index, "all pages and redirects are written"),
    Handler("build-finished", 600, remove_old_copies, "write_llms_files at 500 writes some"),
    Handler(
        "build-finished",
        999,
        name_unstorable,
        "the handlers before restore what the build replaced",
        without_navigation=True,
    ),
    Handler(
        "build-finished", 999, finish_guard, "the other handlers may fail", without_navigation=True
    ),
    Handler(
        "build-finished",
        999,
        count_grouped,
        "the other handlers may report faults",
        without_navigation=True,
    ),
)
"""Every handler of the extension, in the order of a build."""


def connect_handlers(app: Sphinx) -> None:
    """Connect every handler of the table."""
    for handler in HANDLERS:
        function = handler.function
        if not handler.without_navigation:
            function = with_navigation(app, handler.event, function)
        function = guard_handler(app, handler.event, function)
        app.connect(handler.event, function, priority=handler.priority)
