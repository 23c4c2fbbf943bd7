"""The core as a Sphinx extension: settings, parser, nodes, transforms, events and handlers."""

from __future__ import annotations

from functools import partial

from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from sphinx_docsnav.core.core_settings import SETTINGS
from sphinx_docsnav.core.events import SHOWN, add_events, connect, connect_always
from sphinx_docsnav.core.guard import count_messages, finish_guard, start_guard, stop_without_file
from sphinx_docsnav.core.log import setup_message_log
from sphinx_docsnav.core.pages.assets import name_assets, setup_assets, write_assets
from sphinx_docsnav.core.pages.context import (
    finish_adapter,
    finish_parts,
    set_theme_inputs,
    set_theme_outputs,
)
from sphinx_docsnav.core.pages.copied_files import (
    copy_icons,
    copy_linked_files,
    describe_images,
    name_images,
)
from sphinx_docsnav.core.pages.template_texts import (
    escape_names,
    escape_page_texts,
    leave_out_source,
)
from sphinx_docsnav.core.pages.theme_choice import choose_adapter, choose_templates
from sphinx_docsnav.core.pages_to_write import find_pages_to_write, keep_page_keys
from sphinx_docsnav.core.reading.component_headings import collect_headings
from sphinx_docsnav.core.reading.component_setup import choose_translator, setup_components
from sphinx_docsnav.core.reading.link_resolution import resolve_link
from sphinx_docsnav.core.reading.mdx_parser import MdxParser, prepare_reading, read_odd_encodings
from sphinx_docsnav.core.reading.quotation_marks import KeepQuotationMarks
from sphinx_docsnav.core.setting_checks import check_settings
from sphinx_docsnav.core.settings import add_settings, metadata
from sphinx_docsnav.core.site.config_pass import apply_docs_json
from sphinx_docsnav.core.site.content_digests import (
    keep_documents,
    keep_pages,
    note_contents,
    note_pages,
)
from sphinx_docsnav.core.site.discover import (
    end_storing,
    find_documents,
    list_killed_documents,
    note_reading,
)
from sphinx_docsnav.core.site.document_messages import (
    begin_messages,
    end_documents,
    forget_messages,
    note_resolved,
    repeat_messages,
    start_messages,
)
from sphinx_docsnav.core.site.download_names import merge_downloads, name_downloads
from sphinx_docsnav.core.site.env_record import VERSION, forget_document, merge_records
from sphinx_docsnav.core.site.generate import limit_root_link_to_html, set_generated_context
from sphinx_docsnav.core.site.load import load_docs_json
from sphinx_docsnav.core.site.output_ledger import (
    begin_writing,
    end_ledger,
    remove_stale_pages,
    remove_unfinished_build_info,
)
from sphinx_docsnav.core.state import restore_globals
from sphinx_docsnav.core.update import (
    complete_site,
    record_links,
)
from sphinx_docsnav.themes.docsnav import FOLDER


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the core; called by Sphinx."""
    add_settings(app, SETTINGS)
    add_events(app)
    setup_message_log(app)
    app.add_source_parser(MdxParser)
    setup_components(app)
    app.add_transform(KeepQuotationMarks)
    setup_assets(app)
    app.add_html_theme("docsnav", str(FOLDER))
    _connect_start(app)
    _connect_reading(app)
    _connect_site(app)
    _connect_pages(app)
    _connect_end(app)
    _connect_storing(app)
    _connect_messages(app)
    return {**metadata(), "env_version": VERSION}


def _connect_start(app: Sphinx) -> None:
    """Connect what reads the settings and docs.json, and chooses templates and translators."""
    always = partial(connect_always, app)
    always(
        "config-inited",
        700,
        check_settings,
        "Sphinx checks the types of settings at 800, and fails on some wrong values itself",
    )
    always(
        "config-inited",
        900,
        apply_docs_json,
        "Sphinx completes source_suffix at 800; a setting that is changed after this event "
        "counts as changed in every build",
    )
    connect(app, "config-inited", 950, choose_templates, "extensions choose their templates before")
    always("builder-inited", 0, start_guard, "counts the failures of all later steps")
    always("builder-inited", 0, remove_unfinished_build_info, "before Sphinx reads the file")
    always("builder-inited", 500, load_docs_json, "the log is ready, and a build is certain")
    connect(
        app,
        "builder-inited",
        900,
        choose_adapter,
        "themes change their templates and options at 500",
    )
    always(
        "builder-inited",
        990,
        choose_translator,
        "themes and other extensions choose a translator before",
    )
    always(
        "builder-inited",
        999,
        keep_pages,
        "the last event before Sphinx looks at the times of pages",
    )


def _connect_reading(app: Sphinx) -> None:
    """Connect what decides which documents are read, and takes part in reading them."""
    always = partial(connect_always, app)
    always(
        "env-get-outdated",
        100,
        keep_documents,
        "other extensions have added no documents yet that have to be read for other reasons",
    )
    always(
        "env-get-outdated",
        500,
        find_documents,
        "the only event at which documents can still be added and removed",
    )
    always("env-purge-doc", 500, forget_document, "what was recorded of a document is outdated")
    always(
        "env-before-read-docs",
        500,
        prepare_reading,
        "the first event that tells whether a document is read; worker processes start after it",
    )
    always(
        "env-before-read-docs",
        500,
        read_odd_encodings,
        "the last event before Sphinx reads files, also in worker processes",
    )
    always("doctree-read", 500, collect_headings, "Sphinx has collected titles and contents")
    connect(app, "doctree-read", 900, record_links, "features add links before")
    connect(
        app, "doctree-read", 500, limit_root_link_to_html, "the page is complete, and not stored"
    )
    connect(app, "doctree-read", 510, name_downloads, "Sphinx looks for downloads at 500")
    always("env-merge-info", 500, merge_records, "a worker process has read documents")
    always("env-merge-info", 510, merge_downloads, "Sphinx takes over the files at 500")


def _connect_site(app: Sphinx) -> None:
    """Connect what completes the site, decides which pages are written, and resolves links."""
    always = partial(connect_always, app)
    connect(app, "env-updated", 500, complete_site, "all page titles are known")
    always(
        "env-get-updated",
        890,
        begin_writing,
        "find_pages_to_write at 900 changes written files",
    )
    always(
        "env-get-updated",
        900,
        find_pages_to_write,
        "Sphinx assigns the numbers of sections and figures at 500",
    )
    connect(app, "env-updated", 500, name_images, "all images are known")
    connect(app, SHOWN, 500, describe_images, "an image of another page may have the same name")
    always(
        "missing-reference",
        100,
        resolve_link,
        "other extensions look for the target of a link in their inventories, and warn",
    )
    always(
        "env-updated", 999, note_contents, "every document is read, and its dependencies are known"
    )


def _connect_pages(app: Sphinx) -> None:
    """Connect what writes the files of pages, and what templates are given."""
    always = partial(connect_always, app)
    always("write-started", 500, write_assets, "the pages carry the digests of these files")
    always(
        "write-started",
        990,
        choose_translator,
        "another extension may have set a translator since ``builder-inited``",
    )
    connect(
        app, "html-page-context", 100, escape_names, "every other handler reads the escaped name"
    )
    always("html-page-context", 100, leave_out_source, "themes make links to sources at 500")
    always("html-page-context", 300, set_generated_context, "before all that read the context")
    connect(
        app,
        "html-page-context",
        405,
        set_theme_inputs,
        "themes read these values at 500; sphinx-notfound-page replaces pathto at 400",
    )
    always("html-page-context", 500, name_assets, "the body of the page is complete")
    connect(app, "html-page-context", 900, set_theme_outputs, "changes what themes computed at 500")
    always(
        "html-page-context",
        990,
        escape_page_texts,
        "themes and extensions have computed what their templates print",
    )


def _connect_end(app: Sphinx) -> None:
    """Connect what completes the output and the ledger."""
    always = partial(connect_always, app)
    always(
        "build-finished", 0, restore_globals, "runs even if the handler of another extension fails"
    )
    connect(app, "build-finished", 400, finish_adapter, "themes check their output at 500")
    always("build-finished", 500, keep_page_keys, "all pages are written")
    always(
        "build-finished",
        450,
        remove_stale_pages,
        "redirects at 500 may take the address of a page that is no more",
    )
    connect(app, "build-finished", 500, finish_parts, "all pages are written")
    always("build-finished", 500, note_pages, "all pages are written")
    connect(app, "build-finished", 500, copy_icons, "other files are in the output already")
    connect(app, "build-finished", 900, copy_linked_files, "no file may replace one of the build")
    always("build-finished", 999, finish_guard, "the other handlers may fail")
    always("build-finished", 1000, end_ledger, "every handler has finished its files")
    always("build-finished", 1001, count_messages, "the other handlers may report faults")
    always("build-finished", 1001, stop_without_file, "it may end the process")


def _connect_storing(app: Sphinx) -> None:
    """Connect what finds the documents that a killed build has stored."""
    always = partial(connect_always, app)
    always("env-get-outdated", 900, list_killed_documents, "the documents of the site are known")
    always("env-before-read-docs", 0, note_reading, "other handlers may store documents")
    always("build-finished", 500, end_storing, "Sphinx has stored the environment")


def _connect_messages(app: Sphinx) -> None:
    """Connect what keeps messages from build to build."""
    always = partial(connect_always, app)
    always("builder-inited", 0, start_messages, "keeps the messages of all later steps")
    always(
        "env-before-read-docs",
        0,
        forget_messages,
        "other handlers report what they find in these documents",
    )
    always("write-started", 0, begin_messages, "other handlers resolve documents")
    always("doctree-resolved", 999, note_resolved, "is called for each page that is written")
    always(
        "html-collect-pages", 0, end_documents, "the documents are written, and other pages begin"
    )
    always(
        "build-finished",
        995,
        repeat_messages,
        "the log has all messages of this build; Sphinx counts them after this event",
    )
