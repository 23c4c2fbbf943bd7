"""Shortcuts for reading and writing alike, with the same result (``docsnav_fast``).

Transforms and collectors walk each document about a hundred times. docutils walks with a
generator for each node, and passes what it finds through those of all nodes above. Sphinx
makes messages for debugging, with a text of each event's arguments, also if no one sees them.
Most paragraphs have nothing that becomes a typographic sign.
"""

from __future__ import annotations

import copy
import logging
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from typing import Any

from docutils import SettingsSpec, nodes
from docutils.transforms import Transform
from docutils.utils import DependencyList
from sphinx import builders, events
from sphinx.addnodes import highlightlang, start_of_file
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.search import IndexBuilder
from sphinx.transforms import SphinxSmartQuotes
from sphinx.transforms.i18n import Locale
from sphinx.transforms.post_transforms.code import HighlightLanguageTransform
from sphinx.transforms.references import SphinxDanglingReferences
from sphinx.util import docutils as sphinx_docutils
from sphinx.util.logging import NAMESPACE, InfoFilter
from sphinx.util.nodes import NodeMatcher

from sphinx_docsnav.components.component_nodes import Component
from sphinx_docsnav.core.compat.entries import (
    DANGLING,
    EDUCATE,
    FIND_ALL,
    FIND_CLASS,
    FIND_MATCHING,
    GET_SETTINGS,
    LANGUAGES,
    MAKE_CHUNKS,
    PRUNE,
    READ_PARALLEL,
    SETUP_CHILD,
    TRANSLATE,
    UNESCAPE,
    WALK,
    replace_until_end,
)
from sphinx_docsnav.core.state import build_state

Classes = type[nodes.Node] | tuple[type[nodes.Node], ...]
"""What `isinstance` takes."""
Prune = Callable[[IndexBuilder, Iterable[str]], None]
"""Lets an index forget all other documents."""
SetupChild = Callable[[nodes.Node, nodes.Node], None]
"""Makes a node the child of another one."""
_OWN_DOCUMENT = "_document"
"""What a node knows of its document without asking the nodes above, by a chain of calls."""
_EDUCATED = re.compile(r"[\"'`\\&\x00]|--|\.\.|\. \.")
"""What the transform for typographic signs may change."""


def use_build_shortcuts(app: Sphinx, *_arguments: object) -> list[str]:
    """Shorten walks, and make no messages that no one sees (``env-get-outdated``)."""
    if app.config.docsnav_fast:
        restorations = build_state(app).restorations
        replace = partial(replace_until_end, restorations)
        replace(nodes.Node, FIND_ALL, lambda _find: find_all)
        replace(NodeMatcher, FIND_MATCHING, lambda _find: find_matching)
        replace(nodes.Node, FIND_CLASS, lambda _find: find_class)
        if hasattr(nodes.Node, _OWN_DOCUMENT):
            known = KnownClasses()  # that nodes are added is seen there alone
            replace(nodes.Node, FIND_CLASS, lambda _find: known.search())
            replace(nodes.Node, SETUP_CHILD, lambda _setup: known.noting(setup_child))
            replace(Component, SETUP_CHILD, known.noting)
        replace(nodes.Node, WALK, walk_silently)
        replace(nodes, UNESCAPE, unescape_few)
        replace(SphinxSmartQuotes, EDUCATE, seeing(_Educated))
        replace(SphinxDanglingReferences, DANGLING, seeing(partial(_Visited, kinds=_REFERENCES)))
        replace(HighlightLanguageTransform, LANGUAGES, seeing(partial(_Visited, kinds=_CODE)))
        replace(IndexBuilder, PRUNE, prune_by_set)
        logger = logging.getLogger(NAMESPACE)
        restorations.callback(logger.setLevel, logger.level)
        seen = [each for each in logger.handlers if not (app.quiet and _shows_status(each))]
        logger.setLevel(min((each.level for each in seen), default=logger.level))
        if logger.level > logging.DEBUG:  # no one sees the arguments, which may be whole pages
            vars(events)["repr"] = object.__repr__
            restorations.callback(vars(events).pop, "repr", None)
    return []  # no document is outdated for that


def _shows_status(handler: logging.Handler) -> bool:
    """Return whether a handler is for what ``-q`` hides; the report of a crash lacks it, too."""
    return any(isinstance(each, InfoFilter) for each in handler.filters)


def prune_by_set(prune: Prune) -> Prune:
    """Return *prune*, which is given a set: finding common documents takes the smaller one."""
    return lambda index, docnames: prune(index, set(docnames))


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


Unescape = Callable[..., str]
"""Removes null characters from a text."""


def unescape_few(unescape: Unescape) -> Unescape:
    """Return *unescape*, which leaves a text without such characters alone."""

    def unescape_text(text: str, *arguments: object, **options: object) -> str:
        return unescape(text, *arguments, **options) if "\0" in text else str(text)

    return unescape_text


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


ApplyTransform = Callable[..., None]
"""Applies a transform."""


def seeing(view: Callable[[nodes.document], Any]) -> Callable[[ApplyTransform], ApplyTransform]:
    """Return what wraps a transform, which then sees a *view* of its document."""

    def wrapped(apply: ApplyTransform) -> ApplyTransform:
        def apply_to_view(transform: Transform, **options: object) -> None:
            document = transform.document
            transform.document = view(document)
            try:
                apply(transform, **options)
            finally:
                transform.document = document

        return apply_to_view

    return wrapped


class _DocumentView:
    """A document as a transform sees it."""

    def __init__(self, document: nodes.document) -> None:
        self._document = document

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 -- any attribute of the document
        return getattr(self._document, name)


class _Educated(_DocumentView):
    """A document in which a search finds only blocks of text that may change."""

    def findall(self, condition: type[nodes.Node]) -> Iterator[nodes.Node]:
        """Yield the nodes of a class whose text may change."""
        found = self._document.findall(condition)
        return (node for node in found if _EDUCATED.search(node.astext()))


class _Visited(_DocumentView):
    """A document of which a visitor sees those nodes only that it does something with."""

    def __init__(self, document: nodes.document, kinds: Classes) -> None:
        super().__init__(document)
        self._kinds = kinds

    def walk(self, visitor: nodes.NodeVisitor) -> None:
        """Visit these nodes, which may be replaced while it is done."""
        for node in list(find_class(self._document, self._kinds)):
            visitor.dispatch_visit(node)

    def walkabout(self, visitor: nodes.NodeVisitor) -> None:
        """Visit them inside of the document; the documents of a book begin and end, too."""
        if any(self._document.findall(start_of_file)):
            self._document.walkabout(visitor)
            return
        visitor.dispatch_visit(self._document)
        self.walk(visitor)
        visitor.dispatch_departure(self._document)


_REFERENCES = (nodes.reference, nodes.footnote_reference, nodes.citation_reference)
_CODE = (nodes.literal_block, highlightlang)

CHUNKS = 2
"""How many chunks each process reads: more would share uneven work better, and cost more."""
FEW = 20
"""With fewer documents for each process, the chunks are those of Sphinx."""
_SPECIFICATION = frozenset(name for name in vars(SettingsSpec) if not name.startswith("__"))
"""The settings of a component."""

Chunks = Callable[..., list[list[str]]]
"""Divides documents among processes."""
ReadParallel = Callable[[list[str], int], None]
"""Reads documents in several processes."""


def use_reading_shortcuts(app: Sphinx, _env: BuildEnvironment, docnames: list[str]) -> None:
    """Wrap what Sphinx does again for each document or chunk (``env-before-read-docs``)."""
    if not app.config.docsnav_fast or not docnames:
        return
    replace = partial(replace_until_end, build_state(app).restorations)
    if hasattr(sphinx_docutils, GET_SETTINGS.name):
        replace(sphinx_docutils, GET_SETTINGS, remember_settings)
    replace(app.builder, READ_PARALLEL, read_in_few_chunks)
    if not any(Path(app.srcdir, folder).is_dir() for folder in app.config.locale_dirs):
        replace(Locale, TRANSLATE, lambda _apply: lambda _transform, **_options: None)


def read_in_few_chunks(read: ReadParallel) -> ReadParallel:
    """Return *read* with `few_chunks`; the chunks of writing stay as they are."""

    def read_parallel(docnames: list[str], nproc: int) -> None:
        with ExitStack() as restorations:
            replace_until_end(restorations, builders, MAKE_CHUNKS, few_chunks)
            read(docnames, nproc)

    return read_parallel


def few_chunks(make: Chunks) -> Chunks:
    """Return *make*, which makes `CHUNKS` chunks of neighbours for each process."""

    def make_chunks(docnames: list[str], nproc: int, *arguments: object) -> list[list[str]]:
        if len(docnames) < FEW * nproc:
            return make(docnames, nproc, *arguments)
        size = -(-len(docnames) // (CHUNKS * nproc))
        return [docnames[start : start + size] for start in range(0, len(docnames), size)]

    return make_chunks


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
