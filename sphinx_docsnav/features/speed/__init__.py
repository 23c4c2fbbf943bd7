"""Shortcuts in Sphinx and docutils that do not change the output (``docsnav_fast``).

A build searches each document about a hundred times, collects the same settings of docutils for
each document, and prepares messages for debugging that nobody sees. Each entry of `SHORTCUTS`
replaces one such function until the build ends. The command ``tools.benchmark.shortcuts`` measures
how much time each shortcut saves, and ``docs/inside/proposals`` contains patches for Sphinx and
docutils that would make them unnecessary.
"""

from __future__ import annotations

import copy
import logging
import os
import re
import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import partial
from pathlib import Path
from typing import Any, cast

from docutils import SettingsSpec, nodes
from docutils.transforms import Transform
from docutils.utils import DependencyList
from pygments.formatters import HtmlFormatter
from sphinx.application import Sphinx
from sphinx.builders import Builder, html
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.config import Config
from sphinx.environment.adapters import toctree
from sphinx.highlighting import PygmentsBridge
from sphinx.locale import __
from sphinx.transforms import SphinxSmartQuotes
from sphinx.util import docutils as sphinx_docutils
from sphinx.util.build_phase import BuildPhase
from sphinx.util.display import status_iterator
from sphinx.util.logging import NAMESPACE, InfoFilter
from sphinx.util.nodes import NodeMatcher
from sphinx.util.parallel import ParallelTasks
from sphinx.util.typing import ExtensionMetadata
from sphinx.writers.html5 import HTML5Translator

from sphinx_docsnav.components.component_nodes import Component
from sphinx_docsnav.components.document_structure import collect_nodes
from sphinx_docsnav.core.builders import SITE_BUILDERS
from sphinx_docsnav.core.events import connect_always
from sphinx_docsnav.core.private_names import (
    DOCUMENT_TOC,
    EDUCATE,
    FILE_CHECKSUM,
    FIND_CLASS,
    FIND_MATCHING,
    GET_FORMATTER,
    GET_SETTINGS,
    SETUP_CHILD,
    BuilderFeature,
    SphinxName,
    extend_builders,
    forget_cached_doctree,
    has_conf,
    keep_doctrees,
    override,
    release,
    replace_until_end,
    resolve_doctree,
)
from sphinx_docsnav.core.settings import is_on, metadata
from sphinx_docsnav.core.site.document_messages import WritingMessages
from sphinx_docsnav.core.state import app_of, build_state, find_state
from sphinx_docsnav.features.speed.heading_lists import (
    DEFAULT_ATTRIBUTES,
    LIST_CLASSES,
    bullet_list,
    copy_without_nodes,
    find_only_child,
    render_headings,
    store_headings_as_texts,
)
from sphinx_docsnav.garbage import leave_objects_at_exit, left_alone, start_rare_collection
from sphinx_docsnav.navigation.page_facts import FRONT_MATTER_TITLE

CHUNKS_PER_PROCESS = 2
"""The number of chunks per process. More chunks would divide the work more evenly, but each chunk
is a new process, which compiles the lexers and renders the sidebars of its pages again."""
PAGE_COST = 10_000
"""The cost of a page in addition to its content, in bytes of a stored doctree."""
_MIN_SHARED_PAGES = 2
"""The number of pages from which worker processes write them."""
MAX_CACHED_DOCTREES = 1_000
"""Number of doctrees that Sphinx may keep in memory until it writes their pages."""
_SPECIFICATION_NAMES = frozenset(name for name in vars(SettingsSpec) if not name.startswith("__"))
"""The attributes by which a component of docutils specifies its settings."""
_DOCUMENT_ATTRIBUTE = "_document"
"""The attribute of a node that stores its document; the property searches all nodes above it."""
_MAY_CHANGE = re.compile(r"[\"'`\\&\x00]|--|\.\.|\. \.")
"""Characters that the transform for typographic quotes may change."""
_TRANSLATOR_METHODS = (
    "starttag",
    "encode",
    "attval",
    "special_characters",
    "dispatch_visit",
    "add_secnumber",
    "add_fignumber",
)
"""The methods that a translator calls for each node of a list of headings."""

Classes = type[nodes.Node] | tuple[type[nodes.Node], ...]
"""The second argument of `isinstance`."""
Shortcut = Callable[[Sphinx], None]
"""Replaces a function until the build of an application has ended."""

# Python's collector of reference cycles


def collect_rarely(app: Sphinx) -> None:
    """Make the garbage collector run rarely from now until the build ends.

    Sphinx does not emit ``build-finished`` if the build fails early. The thresholds are then
    restored when the application is released, which may be after the next build has started.
    """
    if app.config.docsnav_fast:
        restore = weakref.finalize(app, start_rare_collection())
        restore.atexit = False
        build_state(app).restorations.callback(restore)


def freeze_loaded_objects(app: Sphinx, *_arguments: object) -> list[str]:
    """Exclude modules and the loaded environment from collection (``env-get-outdated``)."""
    left_alone.add_all()
    build_state(app).restorations.callback(left_alone.release)
    if app.config.docsnav_fast:
        leave_objects_at_exit()
    # No document is outdated by this.
    return []


def drop_cached_doctree(app: Sphinx, _docname: str, _source: list[str]) -> None:
    """Drop the doctree of the previous document if too many are cached (``source-read``).

    Sphinx loads it from its file to write the page.
    """
    state = find_state(app.env)
    generated = state.generated if state is not None else {}
    if app.config.docsnav_fast or len(generated) > MAX_CACHED_DOCTREES:
        keep_doctrees(app.env, app.env.found_docs, MAX_CACHED_DOCTREES)


# Settings of docutils


def remember_settings(get: Callable[..., Any]) -> Callable[..., Any]:
    """Return *get* with a cache of settings by the classes of the components and the defaults."""
    settings_by_key: dict[tuple[object, ...], list[tuple[dict[str, Any], Any]]] = {}

    def get_settings(*components: object, defaults: Mapping[str, Any], **options: object) -> Any:  # noqa: ANN401 -- settings of docutils
        if not all(map(_has_class_settings, components)):
            return get(*components, defaults=defaults, **options)
        classes = (
            component if isinstance(component, type) else type(component)
            for component in components
        )
        remembered = settings_by_key.setdefault((*classes, *sorted(options.items())), [])
        # Defaults may contain lists, so they cannot be keys of a dict: compare them.
        for known_defaults, settings in remembered:
            if known_defaults == defaults:
                return _copy_settings(settings)
        settings = get(*components, defaults=defaults, **options)
        remembered.append((dict(defaults), _copy_settings(settings)))
        return settings

    return get_settings


def _has_class_settings(component: object) -> bool:
    """Return whether the class of a component determines its settings, not the instance."""
    return isinstance(component, type) or _SPECIFICATION_NAMES.isdisjoint(vars(component))


def _copy_settings(settings: Any) -> Any:  # noqa: ANN401 -- settings of docutils
    """Return a copy with lists of its own, because a document stores its dependencies in them."""
    settings_copy = copy.copy(settings)
    for name, value in vars(settings_copy).items():
        if isinstance(value, DependencyList):
            setattr(settings_copy, name, DependencyList())
        elif isinstance(value, list):
            setattr(settings_copy, name, value.copy())
    return settings_copy


# Walks over documents


def find_matching(matcher: NodeMatcher[Any], node: nodes.Node) -> Iterator[nodes.Node]:
    """Yield *node* and the nodes below it that match; call *matcher* for its classes only."""
    return filter(matcher, find_class(node, matcher.classes or nodes.Node))


def find_class(node: nodes.Node, cls: Classes) -> Iterator[nodes.Node]:
    """Yield *node* and the nodes below it that are of a class, in the order of docutils.

    As in docutils, children are read one by one: a node that the caller replaces is not searched.
    """
    if isinstance(node, cls):
        yield node
    pending: list[Iterator[nodes.Node]] = []
    siblings = iter(node.children)
    while True:
        for child in siblings:
            if isinstance(child, cls):
                yield child
            # Descend; a stack continues with the siblings later, without recursion.
            if child.children:
                pending.append(siblings)
                siblings = iter(child.children)
                break
        else:
            if not pending:
                return
            siblings = pending.pop()


SetupChild = Callable[[nodes.Node, nodes.Node], None]
"""Makes the second node a child of the first one."""


class DocumentClasses:
    """The classes of the nodes of one document; most searches are for other classes.

    The first search collects the classes, and each added node adds its class. The collection is
    discarded when a node with children is added that does not belong to a document yet.
    """

    def __init__(self) -> None:
        self.document: nodes.document | None = None
        self.classes: set[type[nodes.Node]] = set()
        self.answers: dict[Classes, bool] = {}

    def make_search(self) -> Callable[[nodes.Node, Classes], Iterator[nodes.Node]]:
        """Return `find_class` with a shortcut for documents without nodes of the class."""

        def find(node: nodes.Node, cls: Classes) -> Iterator[nodes.Node]:
            if isinstance(node, nodes.document) and not self._may_contain(node, cls):
                return iter(())
            return find_class(node, cls)

        return find

    def _may_contain(self, document: nodes.document, cls: Classes) -> bool:
        if isinstance(document, cls):
            return True
        transformer = getattr(document, "transformer", None)
        if transformer is not None and not transformer.sorted:
            # A parser may add nodes without calling the method that is observed.
            return True
        # Only the classes of one document are known; documents are processed one after the other.
        if self.document is not document:
            self.document, self.answers = document, {}
            self.classes = _list_classes(document)
        if cls not in self.answers:
            self.answers[cls] = any(issubclass(node_class, cls) for node_class in self.classes)
        return self.answers[cls]

    def note_children(self, setup: SetupChild) -> SetupChild:
        """Return *setup* with a record of the classes of added nodes."""

        def setup_and_note(node: nodes.Node, child: nodes.Node) -> None:
            setup(node, child)
            document = getattr(child, _DOCUMENT_ATTRIBUTE)
            if not child.children or document is self.document:
                new_classes = _list_classes(child) if child.children else {child.__class__}
                if not new_classes <= self.classes:
                    self.classes |= new_classes
                    self.answers = {}
            elif document is None:
                self.document = None

        return setup_and_note


def _list_classes(top: nodes.Node) -> set[type[nodes.Node]]:
    """Return the classes of a node and of the nodes below it."""
    return {node.__class__ for node in collect_nodes(top)}


def setup_child(node: nodes.Node, child: nodes.Node) -> None:
    """Set the parent, the document, the source and the line of *child*, as docutils does."""
    child.parent = node
    document = _find_document(node)
    if document is not None:
        child.document = document
        if child.source is None:
            child.source = document.current_source
        if child.line is None:
            child.line = document.current_line


def _find_document(node: nodes.Node) -> nodes.document | None:
    """Return the document of a node; ``None`` if it does not belong to one yet."""
    ancestor: nodes.Node | None = node
    while ancestor is not None:
        document: nodes.document | None = getattr(ancestor, _DOCUMENT_ATTRIBUTE)
        if document is not None:
            return document
        ancestor = ancestor.parent
    return None


# Typographic quotes and code


def skip_unchanged_text(apply: Callable[..., None]) -> Callable[..., None]:
    """Return *apply* of a transform with a document that contains only text that may change."""

    def apply_to_few(transform: Transform, **options: object) -> None:
        document = transform.document
        transform.document = cast("nodes.document", FilteredDocument(document))
        try:
            apply(transform, **options)
        finally:
            transform.document = document

    return apply_to_few


class FilteredDocument:
    """A document in which searches find only blocks of text that may change."""

    def __init__(self, document: nodes.document) -> None:
        self._document = document

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 -- any attribute of the document
        return getattr(self._document, name)

    def findall(self, condition: type[nodes.Node]) -> Iterator[nodes.Node]:
        """Yield the nodes of a class whose text may change."""
        matches = self._document.findall(condition)
        return (node for node in matches if _MAY_CHANGE.search(node.astext()))


def remember_formatters(make: Callable[..., Any]) -> Callable[..., Any]:
    """Return *make* of `PygmentsBridge` with a cache of formatters by their options.

    Formatters of subclasses are not cached, because they may have a state.
    """
    formatters: dict[tuple[object, ...], Any] = {}

    def get_formatter(bridge: PygmentsBridge, **options: object) -> Any:  # noqa: ANN401 -- of Pygments
        # Options such as lists of lines are not hashable; their representations are.
        key = (bridge, *sorted((name, repr(value)) for name, value in options.items()))
        if key in formatters:
            return formatters[key]
        formatter = make(bridge, **options)
        if type(formatter) is HtmlFormatter:
            formatters[key] = formatter
        return formatter

    return get_formatter


# Files of pages

Checksum = Callable[[Path, "str | os.PathLike[str]"], str]
"""Computes the checksum of a file from the output directory and its name."""


def remember_checksums(compute: Checksum) -> Checksum:
    """Return *compute* with a cache by names; that of Sphinx resolves the path each time."""
    checksums: dict[tuple[Path, str], str] = {}

    def file_checksum(outdir: Path, filename: str | os.PathLike[str]) -> str:
        key = (outdir, os.fspath(filename))
        if key not in checksums:
            checksums[key] = compute(outdir, filename)
        return checksums[key]

    return file_checksum


# Messages


def raise_log_level(app: Sphinx) -> None:
    """Raise the level of loggers so that messages which no handler shows are not made."""
    logger = logging.getLogger(NAMESPACE)
    own_logger = logging.getLogger(f"{NAMESPACE}.sphinx_docsnav")
    for changed_logger in (logger, own_logger):
        build_state(app).restorations.callback(changed_logger.setLevel, changed_logger.level)
    # The messages of this extension are also stored for later builds, which may show more.
    own_logger.setLevel(logger.level)
    candidates = (
        handler for handler in logger.handlers if not isinstance(handler, WritingMessages)
    )
    visible_handlers = [
        handler for handler in candidates if not (app.quiet and _shows_status(handler))
    ]
    logger.setLevel(min((handler.level for handler in visible_handlers), default=logger.level))


def _shows_status(handler: logging.Handler) -> bool:
    """Return whether a handler shows what ``-q`` hides; crash reports do not contain it either."""
    return any(isinstance(log_filter, InfoFilter) for log_filter in handler.filters)


# Titles and lists of headings


def writes_headings_as_sphinx(app: Sphinx) -> bool:
    """Return whether the translator of the build writes lists of headings as Sphinx does."""
    translator = app.registry.get_translator_class(app.builder)
    names = {
        node_class.__name__
        for node_class in (*LIST_CLASSES, nodes.document, nodes.title, nodes.Text)
    }
    members = [
        *_TRANSLATOR_METHODS,
        *(f"{step}_{name}" for name in names for step in ("visit", "depart")),
    ]
    handlers = app.registry.translation_handlers
    # Extensions can replace the methods of a translator by registering handlers for nodes.
    changed_names = {*handlers.get("html", ()), *handlers.get(app.builder.name, ())}
    return names.isdisjoint(changed_names) and all(
        getattr(translator, member, None) is getattr(HTML5Translator, member, None)
        for member in members
    )


class FastPages(BuilderFeature):
    """Renders titles and lists of headings from their texts, and releases written documents."""

    base = StandaloneHTMLBuilder
    overrides = (
        override(
            StandaloneHTMLBuilder,
            "render_partial",
            1,
            "Sphinx makes a document and a translator for each title that a page shows.",
            "'docsnav_fast' renders titles as Sphinx does",
        ),
        override(
            Builder,
            "write_doc",
            2,
            "The nodes of a written document refer to each other, and stay until they are sought.",
            "'docsnav_fast' needs more memory",
        ),
    )

    def write_doc(self, docname: str, doctree: nodes.document) -> None:
        """Write a page, and release the nodes of its document."""
        builder = cast("StandaloneHTMLBuilder", self)
        cast("StandaloneHTMLBuilder", super()).write_doc(docname, doctree)
        forget_cached_doctree(builder.env, docname)
        release(doctree)

    def render_partial(self, node: Any) -> dict[str, str]:  # noqa: ANN401 -- a node or None
        """Render a part of a document."""
        builder = cast("StandaloneHTMLBuilder", self)
        if build_state(app_of(builder.env)).slot(writes_headings_as_sphinx):
            escapes = HTML5Translator.special_characters
            entries = node.entries if isinstance(node, bullet_list) else None
            if entries is not None:
                return {"fragment": render_headings(entries, escapes), "title": ""}
            # A title of one plain text and without attributes: its HTML is the escaped text.
            text = find_only_child(node, nodes.title)
            if type(text) is nodes.Text and "\0" not in text and _has_no_shown_attributes(node):
                return {"fragment": "", "title": text.translate(escapes)}
        return cast("StandaloneHTMLBuilder", super()).render_partial(node)


def _has_no_shown_attributes(title: nodes.title) -> bool:
    """Return whether a title has no attribute but our mark, which translators do not read."""
    attributes = title.attributes.items()
    return dict(item for item in attributes if item[0] != FRONT_MATTER_TITLE) == DEFAULT_ATTRIBUTES


# Several processes


class SharedWriting(BuilderFeature):
    """Lets each process resolve and write its share of the pages.

    Sphinx resolves all documents in the main process, and sends them to ``-j`` minus one worker
    processes. Here, each process loads, resolves and writes its documents, and returns what the
    main process needs at the end of the build: the images to copy. Messages are sent as usual.
    An unknown extension may store values in the main process while documents are resolved, so
    Sphinx writes projects with a ``conf.py``.
    """

    base = StandaloneHTMLBuilder
    overrides = (
        override(
            Builder,
            "write_documents",
            1,
            "The main process resolves all documents while worker processes wait for them.",
            "'docsnav_fast' writes in several processes as Sphinx does",
        ),
    )

    @classmethod
    def fits(cls, builder: type[Builder]) -> bool:
        """Return whether *builder* writes pages that do not depend on each other."""
        return super().fits(builder) and builder.name in SITE_BUILDERS

    def write_documents(self, docnames: AbstractSet[str]) -> None:
        """Write documents: one in this process, then the others in worker processes.

        The first one fills caches and compiles templates, which the worker processes inherit.
        """
        builder = cast("StandaloneHTMLBuilder", self)
        if not builder.parallel_ok or len(docnames) < _MIN_SHARED_PAGES:
            cast("StandaloneHTMLBuilder", super()).write_documents(docnames)
            return
        app = app_of(builder.env)
        sizes = {docname: _estimate_cost(app, docname) for docname in sorted(docnames)}
        # A document of medium size contains what most contain, such as code in the most frequent
        # language, and the other processes do not wait long for it.
        median_docname = sorted(sizes, key=sizes.__getitem__)[len(sizes) // 2]
        _write_pages(builder, [median_docname])
        del sizes[median_docname]
        chunks = divide_evenly([*sizes], [*sizes.values()], CHUNKS_PER_PROCESS * app.parallel)
        label = __("writing output... ")
        progress = status_iterator(chunks, label, "darkgreen", len(chunks), app.verbosity)
        tasks = ParallelTasks(app.parallel)
        for chunk in chunks:
            tasks.add_task(
                partial(_write_chunk, builder), chunk, partial(_receive_chunk, builder, progress)
            )
        tasks.join()


def _write_chunk(builder: StandaloneHTMLBuilder, docnames: list[str]) -> dict[str, str]:
    """Write documents in a worker process.

    :returns: the names of further images in the output, by their paths in the source directory.
    """
    previous_images = set(builder.images)
    _write_pages(builder, docnames)
    return {path: name for path, name in builder.images.items() if path not in previous_images}


def _write_pages(builder: StandaloneHTMLBuilder, docnames: Iterable[str]) -> None:
    """Resolve and write documents, as a build in one process does."""
    for docname in docnames:
        builder.phase = BuildPhase.RESOLVING
        doctree = resolve_doctree(builder.env, docname, builder)
        builder.phase = BuildPhase.WRITING
        builder.write_doc_serialized(docname, doctree)
        builder.write_doc(docname, doctree)


def _receive_chunk(
    builder: StandaloneHTMLBuilder,
    progress: Iterator[object],
    docnames: list[str],
    images: Mapping[str, str],
) -> None:
    """Apply the result of a worker process to the state of the main process."""
    app = app_of(builder.env)
    builder.images.update(images)
    # The handlers of `doctree-resolved` have run in the worker process only. A page that failed
    # there is read and written again by the next build, whatever is noted.
    build_state(app).resolved.update(docnames)
    next(progress)


def _estimate_cost(app: Sphinx, docname: str) -> int:
    """Return the cost of writing a document, in bytes of a stored doctree."""
    try:
        return PAGE_COST + Path(app.doctreedir, f"{docname}.doctree").stat().st_size
    except OSError:
        return PAGE_COST


def divide_evenly(docnames: Sequence[str], sizes: Sequence[int], count: int) -> list[list[str]]:
    """Return at most *count* chunks of consecutive documents with about the same total size."""
    chunks: list[list[str]] = [[] for _ in range(count)]
    total_size, previous_size = sum(sizes), 0
    for docname, size in zip(docnames, sizes, strict=True):
        # The middle of a document decides its chunk, so that a large one has few neighbours.
        chunks[(2 * previous_size + size) * count // (2 * total_size)].append(docname)
        previous_size += size
    return [chunk for chunk in chunks if chunk]


# The table of shortcuts


def _make_shortcut(
    owner: object, entry: SphinxName, make: Callable[[Any], Callable[..., Any]]
) -> Shortcut:
    """Return a shortcut that replaces the function *entry* of *owner* by ``make(function)``."""
    return lambda app: replace_until_end(build_state(app).restorations, owner, entry, make)


def _remember_settings(app: Sphinx) -> None:
    # Sphinx has this function since 9.0.
    if hasattr(sphinx_docutils, GET_SETTINGS.name):
        restorations = build_state(app).restorations
        replace_until_end(restorations, sphinx_docutils, GET_SETTINGS, remember_settings)


def _note_classes(app: Sphinx) -> None:
    if hasattr(nodes.Node, _DOCUMENT_ATTRIBUTE):
        replace = partial(replace_until_end, build_state(app).restorations)
        document_classes = DocumentClasses()
        replace(nodes.Node, FIND_CLASS, lambda _find: document_classes.make_search())
        replace(nodes.Node, SETUP_CHILD, lambda _setup: document_classes.note_children(setup_child))
        replace(Component, SETUP_CHILD, document_classes.note_children)


def _copy_headings_without_nodes(app: Sphinx) -> None:
    # Sphinx has imported the function into the first module; themes call it in the second.
    for module in (html, toctree):
        replace_until_end(build_state(app).restorations, module, DOCUMENT_TOC, copy_without_nodes)


SHORTCUTS: dict[str, Shortcut] = {
    "settings": _remember_settings,
    "find-matching": _make_shortcut(NodeMatcher, FIND_MATCHING, lambda _find: find_matching),
    "known-classes": _note_classes,
    "smart-quotes": _make_shortcut(SphinxSmartQuotes, EDUCATE, skip_unchanged_text),
    "formatters": _make_shortcut(PygmentsBridge, GET_FORMATTER, remember_formatters),
    "checksums": _make_shortcut(html, FILE_CHECKSUM, remember_checksums),
    "messages": raise_log_level,
    "headings": _copy_headings_without_nodes,
}
"""The shortcuts, by the names of their patches in ``docs/inside/proposals``."""


def take_shortcuts(app: Sphinx, *_arguments: object) -> list[str]:
    """Replace functions of Sphinx and docutils until the build ends (``env-get-outdated``)."""
    if app.config.docsnav_fast:
        for take_shortcut in SHORTCUTS.values():
            take_shortcut(app)
    # No document is outdated by this.
    return []


def extend_for_speed(app: Sphinx, config: Config) -> None:
    """Extend HTML builders by `FastPages` (``config-inited``)."""
    if config.docsnav_fast:
        extend_builders(app, FastPages)


def extend_for_shared_writing(app: Sphinx, config: Config) -> None:
    """Extend HTML builders by `SharedWriting` if this is safe (``config-inited``)."""
    # Sphinx makes its search index in the main process; ours is made from what was read.
    is_safe = not has_conf(config) and is_on(app, "docsnav_search")
    if config.docsnav_fast and is_safe and hasattr(Builder, "write_documents"):
        extend_builders(app, SharedWriting)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the feature; called by Sphinx."""
    # The rest of the initialization already makes many objects that are never released.
    collect_rarely(app)
    listen = partial(connect_always, app)
    listen("config-inited", 950, extend_for_speed, "other extensions add their builders before")
    listen(
        "config-inited",
        995,
        extend_for_shared_writing,
        "the guard has seen which builders write a file for each page",
    )
    listen(
        "env-get-outdated",
        0,
        freeze_loaded_objects,
        "the first event after which Sphinx emits build-finished even if the build fails; the "
        "other handlers make objects, which would start the collector",
    )
    listen(
        "env-get-outdated",
        500,
        take_shortcuts,
        "the first event after which Sphinx emits build-finished even if the build fails",
    )
    listen(
        "source-read", 500, drop_cached_doctree, "the document before this one is read completely"
    )
    listen(
        "doctree-read",
        950,
        store_headings_as_texts,
        "all collectors have changed the list of headings",
    )
    return metadata()
