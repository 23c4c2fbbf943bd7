"""Shortcuts for Sphinx and docutils that do not change the output (``docsnav_fast``), and memory.

A build walks each document about a hundred times, collects the same settings of docutils for each,
and prepares messages for debugging that no one sees. Each entry of `SHORTCUTS` replaces one such
function until the build has ended; the command ``tools.benchmark.shortcuts`` measures what each of
them earns, and ``docs/inside/proposals`` has a patch for Sphinx or docutils that makes it
unnecessary.
"""

from __future__ import annotations

import copy
import logging
import os
import re
import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from dataclasses import dataclass
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
from sphinx_docsnav.core.compat.entries import (
    DOCUMENT_TOC,
    EDUCATE,
    FILE_CHECKSUM,
    FIND_ALL,
    FIND_CLASS,
    FIND_MATCHING,
    GET_FORMATTER,
    GET_SETTINGS,
    SETUP_CHILD,
    WALK,
    BuilderFeature,
    SphinxName,
    extend_builders,
    replace_until_end,
)
from sphinx_docsnav.core.compat.private_names import (
    forget_cached_doctree,
    has_conf,
    keep_doctrees,
    release,
)
from sphinx_docsnav.core.events import connect_always
from sphinx_docsnav.core.settings import is_on, metadata
from sphinx_docsnav.core.site.content_digests import note_page, pages_noted
from sphinx_docsnav.core.site.document_messages import WritingMessages, note_resolved
from sphinx_docsnav.core.site.parts import resolved
from sphinx_docsnav.core.state import app_of, build_state, find_state
from sphinx_docsnav.features.speed.heading_lists import (
    KINDS,
    PLAIN,
    bullet_list,
    heading_html,
    keep_headings_as_texts,
    only_child,
    without_nodes,
)
from sphinx_docsnav.garbage import LeftAlone, RareCollection, leave_objects_at_exit

CHUNKS = 2
"""How many chunks each process writes: more would share uneven work better. But each is a new
process, which compiles the expressions of lexers and renders the sidebars of its pages again."""
PAGE = 10_000
"""What a page costs in addition to its content, in bytes of a stored document."""
_FEW = 2
"""With fewer pages, there is nothing to share."""
KEPT = 1_000
"""Of how many documents Sphinx keeps the trees in memory until it writes them."""

Classes = type[nodes.Node] | tuple[type[nodes.Node], ...]
"""What `isinstance` takes."""
Shortcut = Callable[[Sphinx], None]
"""Replaces a function until the build of an application has ended."""

# Python's collector of reference cycles


def collect_rarely(app: Sphinx) -> None:
    """Let the collector run rarely until the build ends, from the start of the extension on.

    Sphinx does not emit ``build-finished`` if the build fails early: the thresholds are
    restored then when the application is released, as late as after the next build has begun.
    """
    if app.config.docsnav_fast:
        restore = weakref.finalize(app, RareCollection().end)
        restore.atexit = False
        build_state(app).restorations.callback(restore)


def leave_loaded_alone(app: Sphinx, *_arguments: object) -> list[str]:
    """Let the collector leave modules and the last environment alone (``env-get-outdated``)."""
    left_alone = LeftAlone()
    left_alone.add_all()
    build_state(app).restorations.callback(left_alone.release)
    if app.config.docsnav_fast:
        leave_objects_at_exit()
    return []  # no document is outdated for that


def drop_surplus(app: Sphinx, _docname: str, _source: list[str]) -> None:
    """Drop the tree of the document read before if there are too many (``source-read``).

    Sphinx loads it from its file again to write the page.
    """
    state = find_state(app.env)
    generated = state.generated if state is not None else {}
    if app.config.docsnav_fast or len(generated) > KEPT:
        keep_doctrees(app.env, app.env.found_docs, KEPT)


# Settings of docutils

_SPECIFICATION = frozenset(name for name in vars(SettingsSpec) if not name.startswith("__"))
"""The settings of a component."""


def remember_settings(get: Callable[..., Any]) -> Callable[..., Any]:
    """Return *get*, which remembers settings by the kinds of components and their defaults."""
    known: dict[tuple[object, ...], list[tuple[dict[str, Any], Any]]] = {}

    def get_settings(*components: object, defaults: Mapping[str, Any], **options: object) -> Any:  # noqa: ANN401 -- settings of docutils
        if not all(map(_is_as_its_class, components)):
            return get(*components, defaults=defaults, **options)
        kinds = (each if isinstance(each, type) else type(each) for each in components)
        remembered = known.setdefault((*kinds, *sorted(options.items())), [])
        for given, settings in remembered:
            if given == defaults:
                return _copied(settings)
        settings = get(*components, defaults=defaults, **options)
        remembered.append((dict(defaults), _copied(settings)))
        return settings

    return get_settings


def _is_as_its_class(component: object) -> bool:
    return isinstance(component, type) or _SPECIFICATION.isdisjoint(vars(component))


def _copied(settings: Any) -> Any:  # noqa: ANN401 -- settings of docutils
    """Return a copy, with lists of its own; a document records its dependencies there."""
    copied = copy.copy(settings)
    for name, value in vars(copied).items():
        if isinstance(value, DependencyList):
            setattr(copied, name, DependencyList())
        elif isinstance(value, list):
            setattr(copied, name, value.copy())
    return copied


# Walks over documents


def find_all(node: nodes.Node) -> Iterator[nodes.Node]:
    """Yield *node* and the nodes below it."""
    return find_class(node, nodes.Node)


def find_matching(matcher: NodeMatcher[Any], node: nodes.Node) -> Iterator[nodes.Node]:
    """Yield *node* and the nodes below it that match; *matcher* sees those of its classes only."""
    return filter(matcher, find_class(node, matcher.classes or nodes.Node))


def find_class(node: nodes.Node, cls: Classes) -> Iterator[nodes.Node]:
    """Yield *node* and the nodes below it that are of a class, in the order of docutils.

    Children are read one by one, as there: a node that is replaced while the caller has it
    is not walked again.
    """
    if isinstance(node, cls):
        yield node
    above: list[Iterator[nodes.Node]] = []
    level = iter(node.children)
    while True:
        for child in level:
            if isinstance(child, cls):
                yield child
            if child.children:
                above.append(level)
                level = iter(child.children)
                break
        else:
            if not above:
                return
            level = above.pop()


_OWN_DOCUMENT = "_document"
"""What a node knows of its document without asking the nodes above, by a chain of calls."""
SetupChild = Callable[[nodes.Node, nodes.Node], None]
"""Makes a node the child of another one."""


class KnownClasses:
    """The classes of the nodes in one document: most searches are for others.

    One walk finds them; what is added adds its classes. They hold until nodes are put together that
    belong to no document yet.
    """

    def __init__(self) -> None:
        self.document: nodes.document | None = None
        self.classes: set[type[nodes.Node]] = set()
        self.answers: dict[Classes, bool] = {}

    def search(self) -> Callable[[nodes.Node, Classes], Iterator[nodes.Node]]:
        """Return `find_class`, which does not walk a document without nodes of the class."""

        def find(node: nodes.Node, cls: Classes) -> Iterator[nodes.Node]:
            if isinstance(node, nodes.document) and not self._has(node, cls):
                return iter(())
            return find_class(node, cls)

        return find

    def _has(self, document: nodes.document, cls: Classes) -> bool:
        if isinstance(document, cls):
            return True
        transformer = getattr(document, "transformer", None)
        if transformer is not None and not transformer.sorted:
            return True  # a parser adds nodes in ways of its own
        if self.document is not document:
            self.document, self.answers = document, {}
            self.classes = {node.__class__ for node in find_class(document, nodes.Node)}
        if cls not in self.answers:
            self.answers[cls] = any(issubclass(each, cls) for each in self.classes)
        return self.answers[cls]

    def noting(self, setup: SetupChild) -> SetupChild:
        """Return *setup*, which notes the nodes that are added to the document."""

        def setup_and_note(node: nodes.Node, child: nodes.Node) -> None:
            setup(node, child)
            document = getattr(child, _OWN_DOCUMENT)
            if not child.children or document is self.document:
                added = find_class(child, nodes.Node) if child.children else (child,)
                for each in added:
                    if each.__class__ not in self.classes:
                        self.classes.add(each.__class__)
                        self.answers = {}
            elif document is None:
                self.document = None

        return setup_and_note


def setup_child(node: nodes.Node, child: nodes.Node) -> None:
    """Tell *child* its parent, its document and its place, as docutils does."""
    child.parent = node
    document = _document_of(node)
    if document is not None:
        child.document = document
        if child.source is None:
            child.source = document.current_source
        if child.line is None:
            child.line = document.current_line


def _document_of(node: nodes.Node) -> nodes.document | None:
    above: nodes.Node | None = node
    while above is not None:
        document: nodes.document | None = getattr(above, _OWN_DOCUMENT)
        if document is not None:
            return document
        above = above.parent
    return None


WalkNodes = Callable[[nodes.Node, nodes.NodeVisitor], bool]
"""Visits a node and those below it; returns whether to stop."""


def walk_silently(walk: WalkNodes) -> WalkNodes:
    """Return *walk*, without the messages for debugging that docutils prepares for each node."""

    def walkabout(node: nodes.Node, visitor: nodes.NodeVisitor) -> bool:
        if visitor.document.reporter.debug_flag:
            return walk(node, visitor)
        departs, stops = True, False
        try:
            try:
                visitor.dispatch_visit(node)
            except nodes.SkipNode:
                return False
            except nodes.SkipDeparture:
                departs = False
            with suppress(nodes.SkipSiblings):
                for child in tuple(node.children):
                    if child.walkabout(visitor):
                        stops = True
                        break
        except nodes.SkipChildren:
            pass
        except nodes.StopTraversal:
            stops = True
        if departs:
            visitor.dispatch_departure(node)
        return stops

    return walkabout


# Typographic signs and code

_EDUCATED = re.compile(r"[\"'`\\&\x00]|--|\.\.|\. \.")
"""What the transform for typographic signs may change."""


def educate_few(apply: Callable[..., None]) -> Callable[..., None]:
    """Return *apply* of a transform, which is shown only blocks of text that may change."""

    def apply_to_few(transform: Transform, **options: object) -> None:
        document = transform.document
        transform.document = cast("nodes.document", EducatedDocument(document))
        try:
            apply(transform, **options)
        finally:
            transform.document = document

    return apply_to_few


class EducatedDocument:
    """A document in which a search finds only blocks of text that may change."""

    def __init__(self, document: nodes.document) -> None:
        self._document = document

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 -- any attribute of the document
        return getattr(self._document, name)

    def findall(self, condition: type[nodes.Node]) -> Iterator[nodes.Node]:
        """Yield the nodes of a class whose text may change."""
        matches = self._document.findall(condition)
        return (node for node in matches if _EDUCATED.search(node.astext()))


def remember_formatters(make: Callable[..., Any]) -> Callable[..., Any]:
    """Return *make* of `PygmentsBridge`, which remembers formatters by their options.

    Formatters of other classes may keep something from block to block.
    """
    formatters: dict[tuple[object, ...], Any] = {}

    def get_formatter(bridge: PygmentsBridge, **options: object) -> Any:  # noqa: ANN401 -- of Pygments
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
"""Computes the checksum of a file of the output, from its folder and its name there."""


def remember_checksums(compute: Checksum) -> Checksum:
    """Return *compute*, which remembers checksums by names; Sphinx does so by resolved paths."""
    known: dict[tuple[Path, str], str] = {}

    def file_checksum(outdir: Path, filename: str | os.PathLike[str]) -> str:
        key = (outdir, os.fspath(filename))
        if key not in known:
            known[key] = compute(outdir, filename)
        return known[key]

    return file_checksum


# Messages


def leave_out_messages(app: Sphinx) -> None:
    """Make no messages that no handler shows, such as those for debugging."""
    logger = logging.getLogger(NAMESPACE)
    own = logging.getLogger(f"{NAMESPACE}.sphinx_docsnav")
    for changed in (logger, own):
        build_state(app).restorations.callback(changed.setLevel, changed.level)
    # Our own messages are also kept for later builds, which may show more of them.
    own.setLevel(logger.level)
    handlers = (each for each in logger.handlers if not isinstance(each, WritingMessages))
    shown = [each for each in handlers if not (app.quiet and _shows_status(each))]
    logger.setLevel(min((each.level for each in shown), default=logger.level))


def _shows_status(handler: logging.Handler) -> bool:
    """Return whether a handler is for what ``-q`` hides; the report of a crash lacks it, too."""
    return any(isinstance(each, InfoFilter) for each in handler.filters)


# Titles and lists of headings

_SHARED = (
    "starttag",
    "encode",
    "attval",
    "special_characters",
    "dispatch_visit",
    "add_secnumber",
    "add_fignumber",
)
"""What a translator does for each node."""


def writes_as_sphinx(app: Sphinx) -> bool:
    """Return whether no extension has changed how lists of headings are written."""
    return build_state(app).slot(_Translator).is_as_sphinx


class _Translator:
    """How the translator of a build writes lists of headings; known before pages are written."""

    def __init__(self, app: Sphinx) -> None:
        translator = app.registry.get_translator_class(app.builder)
        names = {kind.__name__ for kind in (*KINDS, nodes.document, nodes.title, nodes.Text)}
        members = [*_SHARED, *(f"{step}_{name}" for name in names for step in ("visit", "depart"))]
        handlers = app.registry.translation_handlers
        changed = {*handlers.get("html", ()), *handlers.get(app.builder.name, ())}
        self.is_as_sphinx = names.isdisjoint(changed) and all(
            getattr(translator, member, None) is getattr(HTML5Translator, member, None)
            for member in members
        )


class FastPages(BuilderFeature):
    """Writes plain titles and lists of headings from their texts; keeps no written document."""

    base = StandaloneHTMLBuilder
    overrides = (
        SphinxName(
            "sphinx.builders.html",
            "StandaloneHTMLBuilder",
            "render_partial",
            "Sphinx makes a document and a translator for each title that a page shows.",
            "'docsnav_fast' renders titles as Sphinx does",
            1,
        ),
        SphinxName(
            "sphinx.builders",
            "Builder",
            "write_doc",
            "The nodes of a written document refer to each other, and stay until they are sought.",
            "'docsnav_fast' needs more memory",
            2,
        ),
    )

    def write_doc(self, docname: str, doctree: nodes.document) -> None:
        """Write a page, and let the nodes of its document go."""
        builder = cast("StandaloneHTMLBuilder", self)
        cast("StandaloneHTMLBuilder", super()).write_doc(docname, doctree)
        forget_cached_doctree(builder.env, docname)
        release(doctree)

    def render_partial(self, node: Any) -> dict[str, str]:  # noqa: ANN401 -- a node or None
        """Render a piece of a document."""
        builder = cast("StandaloneHTMLBuilder", self)
        if writes_as_sphinx(app_of(builder.env)):
            special = HTML5Translator.special_characters
            entries = node.entries if isinstance(node, bullet_list) else None
            if entries is not None:
                return {"fragment": heading_html(entries, special), "title": ""}
            text = only_child(node, nodes.title)
            if type(text) is nodes.Text and "\0" not in text and node.attributes == PLAIN:
                return {"fragment": "", "title": text.translate(special)}
        return cast("StandaloneHTMLBuilder", super()).render_partial(node)


# Several processes


class SharedWriting(BuilderFeature):
    """Lets each process write its share of the pages completely.

    Sphinx resolves all documents in the main process and sends them to one process less than
    ``-j`` sets. Here, each process does everything for its documents, which it loads from their
    files, and sends back what the main process needs at the end of the build: the images to copy.
    Messages are sent as usual. A handler of an unknown extension may keep something in the main
    process while a document is resolved, so a project with a ``conf.py`` is written by Sphinx.
    """

    base = StandaloneHTMLBuilder
    overrides = (
        SphinxName(
            "sphinx.builders",
            "Builder",
            "write_documents",
            "The main process resolves all documents while worker processes wait for them.",
            "'docsnav_fast' writes in several processes as Sphinx does",
            1,
        ),
    )

    @classmethod
    def fits(cls, builder: type[Builder]) -> bool:
        """Return whether the pages of *builder* are independent of each other."""
        return super().fits(builder) and builder.name in ("html", "dirhtml")

    def write_documents(self, docnames: AbstractSet[str]) -> None:
        """Write documents: one here, which fills caches and compiles templates, then all others."""
        builder = cast("StandaloneHTMLBuilder", self)
        if not builder.parallel_ok or len(docnames) < _FEW:
            cast("StandaloneHTMLBuilder", super()).write_documents(docnames)
            return
        app = app_of(builder.env)
        sizes = {docname: _size(app, docname) for docname in sorted(docnames)}
        # Of medium size: it has what most have, such as code of the most frequent language, and
        # the other processes do not wait for it as for a large one.
        first = sorted(sizes, key=sizes.__getitem__)[len(sizes) // 2]
        _write_pages(builder, [first])
        del sizes[first]
        chunks = balanced([*sizes], [*sizes.values()], CHUNKS * app.parallel)
        text = __("writing output... ")
        progress = status_iterator(chunks, text, "darkgreen", len(chunks), app.verbosity)
        tasks = ParallelTasks(app.parallel)
        for chunk in chunks:
            tasks.add_task(partial(_write_chunk, builder), chunk, partial(_take, builder, progress))
        tasks.join()


@dataclass(frozen=True, slots=True)
class WrittenChunk:
    """What the main process needs of the documents that another process has written."""

    images: dict[str, str]
    """The names in the output of images, by their paths."""
    noted: set[str]
    """The documents that `note_page` was called for."""


def _write_chunk(builder: StandaloneHTMLBuilder, docnames: list[str]) -> WrittenChunk:
    app = app_of(builder.env)
    images, noted = set(builder.images), set(pages_noted(app))
    _write_pages(builder, docnames)
    added = {path: name for path, name in builder.images.items() if path not in images}
    return WrittenChunk(added, pages_noted(app) - noted)


def _write_pages(builder: StandaloneHTMLBuilder, docnames: Iterable[str]) -> None:
    """Do what a build in one process does for each document."""
    for docname in docnames:
        builder.phase = BuildPhase.RESOLVING
        doctree = resolved(builder.env, docname, builder)
        builder.phase = BuildPhase.WRITING
        builder.write_doc_serialized(docname, doctree)
        builder.write_doc(docname, doctree)


def _take(
    builder: StandaloneHTMLBuilder,
    progress: Iterator[object],
    docnames: list[str],
    written: WrittenChunk,
) -> None:
    """Take what another process has written into the main process."""
    app = app_of(builder.env)
    builder.images.update(written.images)
    for docname in docnames:
        note_resolved(app, None, docname)
    for docname in written.noted:
        note_page(app, None, docname)
    next(progress)


def _size(app: Sphinx, docname: str) -> int:
    """Return what a document costs, in bytes of a stored document."""
    try:
        return PAGE + Path(app.doctreedir, f"{docname}.doctree").stat().st_size
    except OSError:
        return PAGE


def balanced(docnames: Sequence[str], sizes: Sequence[int], count: int) -> list[list[str]]:
    """Return at most *count* chunks of neighbours that are about equally large."""
    chunks: list[list[str]] = [[] for _ in range(count)]
    total, before = sum(sizes), 0
    for docname, size in zip(docnames, sizes, strict=True):
        # The middle of a document decides: a large one shares its chunk with few others.
        chunks[(2 * before + size) * count // (2 * total)].append(docname)
        before += size
    return [chunk for chunk in chunks if chunk]


# The table of shortcuts


def _replaced(
    owner: object, entry: SphinxName, make: Callable[[Any], Callable[..., Any]]
) -> Shortcut:
    return lambda app: replace_until_end(build_state(app).restorations, owner, entry, make)


def _remember_settings(app: Sphinx) -> None:
    if hasattr(sphinx_docutils, GET_SETTINGS.name):  # Sphinx has it since 9.0
        restorations = build_state(app).restorations
        replace_until_end(restorations, sphinx_docutils, GET_SETTINGS, remember_settings)


def _know_classes(app: Sphinx) -> None:
    if hasattr(nodes.Node, _OWN_DOCUMENT):
        replace = partial(replace_until_end, build_state(app).restorations)
        known = KnownClasses()  # that nodes are added is seen there alone
        replace(nodes.Node, FIND_CLASS, lambda _find: known.search())
        replace(nodes.Node, SETUP_CHILD, lambda _setup: known.noting(setup_child))
        replace(Component, SETUP_CHILD, known.noting)


def _copy_no_headings(app: Sphinx) -> None:
    for module in (html, toctree):  # the first has imported the function; themes call the other
        replace_until_end(build_state(app).restorations, module, DOCUMENT_TOC, without_nodes)


SHORTCUTS: dict[str, Shortcut] = {
    "settings": _remember_settings,
    "find-all": _replaced(nodes.Node, FIND_ALL, lambda _find: find_all),
    "find-class": _replaced(nodes.Node, FIND_CLASS, lambda _find: find_class),
    "find-matching": _replaced(NodeMatcher, FIND_MATCHING, lambda _find: find_matching),
    "known-classes": _know_classes,
    "walk": _replaced(nodes.Node, WALK, walk_silently),
    "smart-quotes": _replaced(SphinxSmartQuotes, EDUCATE, educate_few),
    "formatters": _replaced(PygmentsBridge, GET_FORMATTER, remember_formatters),
    "checksums": _replaced(html, FILE_CHECKSUM, remember_checksums),
    "messages": leave_out_messages,
    "headings": _copy_no_headings,
}
"""What is done once per build, by the name of its patch in ``docs/inside/proposals``."""


def take_shortcuts(app: Sphinx, *_arguments: object) -> list[str]:
    """Replace functions of Sphinx and docutils until the build ends (``env-get-outdated``)."""
    if app.config.docsnav_fast:
        for take in SHORTCUTS.values():
            take(app)
    return []  # no document is outdated for that


def extend_for_speed(app: Sphinx, config: Config) -> None:
    """Have HTML builders write titles from their texts (``config-inited``)."""
    if config.docsnav_fast:
        extend_builders(app, FastPages)


def share_writing(app: Sphinx, config: Config) -> None:
    """Have HTML builders share the writing between processes (``config-inited``)."""
    # Sphinx's own search index is made in the main process; ours of what is noted while reading.
    is_known = not has_conf(config) and is_on(app, "docsnav_search")
    if config.docsnav_fast and is_known and hasattr(Builder, "write_documents"):
        extend_builders(app, SharedWriting)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the feature; called by Sphinx."""
    collect_rarely(app)  # the rest of the start, too, makes many objects that stay
    connect_always(
        app,
        "config-inited",
        950,
        extend_for_speed,
        "other extensions add their builders before",
    )
    connect_always(
        app,
        "config-inited",
        995,
        share_writing,
        "the guard has seen which builders write a file for each page",
    )
    connect_always(
        app,
        "env-get-outdated",
        0,
        leave_loaded_alone,
        "the first event after which Sphinx emits build-finished even if the build fails; the "
        "other handlers make objects, which would start the collector",
    )
    connect_always(
        app,
        "env-get-outdated",
        500,
        take_shortcuts,
        "the first event after which Sphinx emits build-finished even if the build fails",
    )
    connect_always(
        app, "source-read", 500, drop_surplus, "the document before this one is read completely"
    )
    connect_always(
        app,
        "doctree-read",
        950,
        keep_headings_as_texts,
        "all collectors have changed the list of headings",
    )
    return metadata()
