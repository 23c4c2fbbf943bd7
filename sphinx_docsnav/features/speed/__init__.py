"""Shortcuts for Sphinx that do not change the output (``docsnav_fast``), and memory.

A build makes many objects and keeps most of them: the trees of all documents. Python's collector of
reference cycles looks at all of them again and again, for a fifth of the time, and for three
quarters of the time in which the environment of the last build is loaded. When the process ends,
Python looks at all of them once more and releases them one by one, which takes half of a build
without an edit. The trees of a large API would fill the memory, and so are loaded from their files
again, as are those of any large site with ``docsnav_fast``.
"""

from __future__ import annotations

import atexit
import gc
import os
import weakref
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import docutils
from docutils import nodes, utils
from pygments.formatters import HtmlFormatter
from sphinx.application import Sphinx
from sphinx.builders import Builder, html
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.environment import BuildEnvironment
from sphinx.environment.adapters import toctree
from sphinx.util.typing import ExtensionMetadata

from sphinx_docsnav.core.compat.entries import (
    DOCUMENT_TOC,
    FILE_CHECKSUM,
    GET_FORMATTER,
    GET_SHEETS,
    RENDER_PARTIAL,
    WRITE_DOC,
    replace_until_end,
)
from sphinx_docsnav.core.compat.private_names import (
    forget_cached_doctree,
    keep_doctrees,
    release,
)
from sphinx_docsnav.core.events import connect_always
from sphinx_docsnav.core.settings import metadata
from sphinx_docsnav.core.state import build_state, find_state
from sphinx_docsnav.features.speed.build_shortcuts import (
    use_build_shortcuts,
    use_reading_shortcuts,
)
from sphinx_docsnav.features.speed.contents import (
    RenderPartial,
    as_texts,
    shorten,
    without_nodes,
)
from sphinx_docsnav.features.speed.parallel_writing import use_workers

THRESHOLDS = (100_000, 20, 50)
"""How many new objects, and runs over the younger ones, start a run."""
STAYING = (1_000_000, 20, 50)
"""The same once a run has freed hardly anything: what is read stays until it is written."""
WRITING = (2_000, 20, 50)
"""The same while pages are written: little that is new stays, and what goes is still at hand."""

KEEPS_WHAT_IT_READ = docutils.__version_info__ < (0, 22)
"""The parser of older docutils leaves nodes of documents in reference cycles."""
KEPT = 1_000
"""Of how many documents Sphinx keeps the trees in memory until it writes them."""


def drop_surplus(app: Sphinx, _docname: str, _source: list[str]) -> None:
    """Drop the tree of the document read before if there are too many (``source-read``).

    Sphinx loads it from its file again to write the page.
    """
    state = find_state(app.env)
    generated = state.generated if state is not None else {}
    if app.config.docsnav_fast or len(generated) > KEPT:
        keep_doctrees(app.env, app.env.found_docs, KEPT)


def collect_less_often(app: Sphinx, *_arguments: object) -> None:
    """Let the collector run less often until the build ends, from the start of the extension on.

    Sphinx does not emit ``build-finished`` if the build fails early: the thresholds are
    restored then when the application is released, as late as after the next build has begun.
    """
    if app.config.docsnav_fast and gc.get_threshold() != THRESHOLDS:
        restore = weakref.finalize(app, _collect_as_before, gc.get_threshold())
        restore.atexit = False
        build_state(app).restorations.callback(restore)
        gc.set_threshold(*THRESHOLDS)
        gc.callbacks.append(_note_run)


def _collect_as_before(thresholds: tuple[int, int, int]) -> None:
    gc.set_threshold(*thresholds)
    with suppress(ValueError):  # someone has removed it
        gc.callbacks.remove(_note_run)


def _note_run(phase: str, found: dict[str, int]) -> None:
    """Let the next run be later if this one has freed less than a twentieth of what was new."""
    few = found["collected"] * 20 < THRESHOLDS[0]
    if phase == "stop" and found["generation"] == 0 and few and gc.get_threshold() == THRESHOLDS:
        gc.set_threshold(*STAYING)


def keep_what_was_loaded(app: Sphinx, *_arguments: object) -> list[str]:
    """Let the collector leave modules and the last environment alone (``env-get-outdated``)."""
    _leave_alone(app)
    if app.config.docsnav_fast:
        end_at_once()
    return []  # no document is outdated for that


def end_at_once() -> None:
    """Leave the objects that exist when this process ends to the operating system.

    Threads are joined before; only objects in reference cycles are not finalized, so that a file
    that an extension never closes may lack its last lines. Later builds in the same process are
    not affected.
    """
    if hasattr(gc, "freeze"):
        atexit.unregister(gc.freeze)  # of an earlier build in this process
        atexit.register(gc.freeze)


def keep_what_was_read(app: Sphinx, *_arguments: object) -> None:
    """Let the collector leave what has been read alone until the build ends (``write-started``)."""
    if app.config.docsnav_fast:
        if KEEPS_WHAT_IT_READ:
            gc.collect()  # else it looks at all trees, a twentieth of a build, and frees little
        _leave_alone(app)
        if gc.get_threshold() in (THRESHOLDS, STAYING):
            gc.set_threshold(*WRITING)


def keep_what_was_written(app: Sphinx) -> list[tuple[str, dict[str, Any], str]]:
    """Let the collector leave alone what pages have left (``html-collect-pages``).

    The process ends soon; a resident one has all of it collected after the build.
    """
    if app.config.docsnav_fast:
        _leave_alone(app)
    return []  # no page is added


class _Frozen:
    """Whether this build has frozen objects."""

    def __init__(self, _app: Sphinx) -> None:
        self.ours = False


def _leave_alone(app: Sphinx) -> None:
    """Freeze all objects that there are: modules, and the environment of the last build.

    Objects that someone else has frozen stay so, because Python can only thaw all.
    """
    frozen = build_state(app).slot(_Frozen)
    if not hasattr(gc, "freeze") or (gc.get_freeze_count() and not frozen.ours):
        return
    if not frozen.ours:
        build_state(app).restorations.callback(gc.unfreeze)
        frozen.ours = True
    gc.freeze()


_PLAIN_IN_TITLES = (nodes.Text, nodes.literal, nodes.emphasis, nodes.strong)
"""What looks the same wherever a title is shown; an image has another address in each folder."""


def use_shortcuts(app: Sphinx, builder: Builder) -> None:
    """Wrap what Sphinx does again and again (``write-started``)."""
    if not app.config.docsnav_fast or not isinstance(builder, StandaloneHTMLBuilder):
        return
    replace = partial(replace_until_end, build_state(app).restorations)
    replace(builder, RENDER_PARTIAL, remember_titles)
    replace(builder, RENDER_PARTIAL, partial(as_texts, app))
    for module in (html, toctree):
        replace(module, DOCUMENT_TOC, without_nodes)
    replace(builder, WRITE_DOC, partial(release_written, app.env))
    for name in ("highlighter", "dark_highlighter"):
        bridge = getattr(builder, name, None)
        if bridge is not None:
            replace(bridge, GET_FORMATTER, remember_formatters)
    replace(html, FILE_CHECKSUM, remember_checksums)
    replace(utils, GET_SHEETS, remember_sheets)
    build_state(app).slot(_FilesOfAllPages)


class _FilesOfAllPages:
    """How many style sheets and scripts are registered before pages are written."""

    def __init__(self, app: Sphinx) -> None:
        registered = (app.registry.css_files, app.registry.js_files)
        self.counts = [(files, len(files)) for files in registered]


def forget_files_of_page(app: Sphinx, *_arguments: object) -> None:
    """Drop the style sheets and scripts that were added for one page (``html-page-context``).

    Sphinx keeps those of all pages in its registry, and reads that before the first page only.
    """
    if app.config.docsnav_fast:
        for files, count in build_state(app).slot(_FilesOfAllPages).counts:
            del files[count:]


WriteDoc = Callable[[str, nodes.document], None]
"""Writes the page of a document."""


def release_written(env: BuildEnvironment, write: WriteDoc) -> WriteDoc:
    """Return *write*, which lets the nodes of a document go when its page is written.

    The collector leaves them alone, as it does with all that has been read
    (`keep_what_was_read`), so they would stay until the build ends.
    """

    def write_doc(docname: str, doctree: nodes.document) -> None:
        write(docname, doctree)
        forget_cached_doctree(env, docname)
        release(doctree)

    return write_doc


def remember_titles(render: RenderPartial) -> RenderPartial:
    """Return *render*, which remembers titles: pages show those of other pages."""
    known: dict[int, tuple[nodes.title, dict[str, str]]] = {}

    def render_partial(node: nodes.Node | None) -> dict[str, str]:
        if not isinstance(node, nodes.title) or not _is_plain(node):
            return render(node)
        found = known.get(id(node))
        if found is None:
            # With the node, which thereby lives on: no other one can have its id. A copy, because
            # Sphinx 8.1 fills one dict again and again.
            parent, document = node.parent, node.document
            found = known[id(node)] = (node, dict(render(node)))
            # Not the document that it was rendered in, which can go.
            node.parent = parent
            node.document = document  # type: ignore[assignment]  # a title has none at first
        return dict(found[1])

    return render_partial


def _is_plain(title: nodes.title) -> bool:
    return all(isinstance(node, _PLAIN_IN_TITLES) for node in title.findall() if node is not title)


def remember_formatters(make: Callable[..., Any]) -> Callable[..., Any]:
    """Return *make*, which remembers the formatters of Pygments by their options.

    Formatters of other classes may keep something from block to block.
    """
    known: dict[tuple[tuple[str, str], ...], Any] = {}

    def get_formatter(**options: object) -> Any:  # noqa: ANN401 -- a formatter of Pygments
        key = tuple(sorted((name, repr(value)) for name, value in options.items()))
        if key in known:
            return known[key]
        formatter = make(**options)
        if type(formatter) is HtmlFormatter:
            known[key] = formatter
        return formatter

    return get_formatter


def remember_sheets(find: Callable[[Any], list[str]]) -> Callable[[Any], list[str]]:
    """Return *find*, which remembers the style sheets of docutils by their settings."""
    known: dict[str, list[str]] = {}

    def get_stylesheet_list(settings: Any) -> list[str]:  # noqa: ANN401 -- settings of docutils
        key = repr((settings.stylesheet, settings.stylesheet_path, settings.stylesheet_dirs))
        if key not in known:
            known[key] = find(settings)
        return list(known[key])

    return get_stylesheet_list


Checksum = Callable[[Path, "str | os.PathLike[str]"], str]
"""Computes the checksum of a file of the output."""


def remember_checksums(compute: Checksum) -> Checksum:
    """Return *compute*, which remembers checksums by names; Sphinx does so by resolved paths."""
    known: dict[tuple[Path, str], str] = {}

    def file_checksum(outdir: Path, filename: str | os.PathLike[str]) -> str:
        key = (outdir, os.fspath(filename))
        if key not in known:
            known[key] = compute(outdir, filename)
        return known[key]

    return file_checksum


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the feature; called by Sphinx."""
    collect_less_often(app)  # the rest of the start, too, makes many objects that stay
    connect_always(
        app,
        "env-get-outdated",
        0,
        keep_what_was_loaded,
        "the first event after which Sphinx emits build-finished even if the build fails; the "
        "other handlers make objects, which would start the collector",
    )
    connect_always(
        app,
        "env-get-outdated",
        500,
        use_build_shortcuts,
        "the first event after which Sphinx emits build-finished even if the build fails",
    )
    connect_always(
        app,
        "env-before-read-docs",
        500,
        use_reading_shortcuts,
        "the last event before documents are read, also in worker processes",
    )
    connect_always(
        app, "source-read", 500, drop_surplus, "the document before this one is read completely"
    )
    connect_always(
        app,
        "doctree-read",
        950,
        shorten,
        "all collectors have changed the list of headings",
    )
    connect_always(
        app,
        "write-started",
        900,
        use_shortcuts,
        "the guard at 950 wraps methods that this replaces",
    )
    connect_always(
        app,
        "write-started",
        900,
        use_workers,
        "other extensions have connected their handlers and replaced what they replace",
    )
    connect_always(
        app, "write-started", 999, keep_what_was_read, "nothing else is left to be prepared"
    )
    connect_always(
        app, "html-collect-pages", 0, keep_what_was_written, "all documents have been written"
    )
    connect_always(
        app,
        "html-page-context",
        999,
        forget_files_of_page,
        "other handlers have added the files of the page",
    )
    return metadata()
