"""Writing documents in several processes, with the result of one (``docsnav_fast``).

Sphinx resolves and indexes all documents in the main process and sends them to workers, one
less than ``-j`` sets. Here, each worker does everything for its documents, which it loads from
their files, and sends back what the main process needs at the end of the build: the words for
the search index, and the images to copy. Messages are sent as usual.

A handler or a transform of another extension may keep something in the main process while a
document is resolved. Unless all of them are from `CHECKED`, Sphinx writes in its own way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from sphinx import builders
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.locale import __
from sphinx.search import IndexBuilder
from sphinx.transforms.post_transforms.images import ImageConverter
from sphinx.util import logging
from sphinx.util.display import status_iterator
from sphinx.util.parallel import ParallelTasks

from sphinx_docsnav.core.compat.entries import (
    INDEX_DATA,
    PENDING_WARNINGS,
    STATUS_ITERATOR,
    WRITE_PARALLEL,
    WRITE_SERIAL,
    absent,
    replace_until_end,
)
from sphinx_docsnav.core.compat.private_names import add_to_index, clear_index, index_tables
from sphinx_docsnav.core.site.content_digests import note_page, pages_noted
from sphinx_docsnav.core.site.document_messages import note_resolved
from sphinx_docsnav.core.state import build_state

CHECKED = frozenset(
    {
        "furo",
        "myst_parser",
        "pydata_sphinx_theme",
        "shibuya",
        "sphinx",
        "sphinx_book_theme",
        "sphinx_design",
        "sphinx_docsnav",
    }
)
"""The packages whose handlers and transforms change nothing but the document they are given."""
BUILDERS = ("html", "dirhtml")
"""The names of the builders whose pages are independent of each other."""
EVENTS = ("doctree-resolved", "missing-reference", "warn-missing-reference")
"""The events that Sphinx emits while a document is resolved."""
_BUILT_IN = (object, type(None))
CHUNKS = 2
"""How many chunks each process writes: more would share uneven work better. But each is a new
process, which compiles the expressions of lexers and renders the sidebars of its pages again."""
PAGE = 10_000
"""What a page costs in addition to its content, in bytes of a stored document."""

logger = logging.getLogger(__name__)
WriteParallel = Callable[[Sequence[str], int], None]
"""Writes documents in several processes."""


def use_workers(app: Sphinx, builder: Builder) -> None:
    """Let workers resolve, index and write their documents (``write-started``)."""
    if (
        app.config.docsnav_fast
        and builder.name in BUILDERS
        and isinstance(builder, StandaloneHTMLBuilder)
        and not absent(builder, WRITE_SERIAL)
    ):
        make = partial(_write_in_workers, app, builder)
        replace_until_end(build_state(app).restorations, builder, WRITE_PARALLEL, make)


def is_checked(app: Sphinx, builder: StandaloneHTMLBuilder) -> bool:
    """Return whether only `CHECKED` packages take part while documents are resolved and indexed."""
    transforms = app.registry.get_post_transforms()
    handlers = [each.handler for name in EVENTS for each in app.events.listeners.get(name, ())]
    classes = [*type(builder).__mro__, *type(builder.indexer).__mro__]
    return (
        all(_package(each) in CHECKED for each in (*transforms, *handlers))
        and all(_package(each) in CHECKED for each in classes if each not in _BUILT_IN)
        # It names the files that it makes, and two processes would choose the same names.
        and not any(issubclass(each, ImageConverter) for each in transforms)
        and (builder.indexer is None or not absent(builder.indexer, *INDEX_DATA))
    )


def _package(member: object) -> str:
    return str(getattr(member, "__module__", None)).partition(".")[0]


def _write_in_workers(
    app: Sphinx, builder: StandaloneHTMLBuilder, write: WriteParallel
) -> WriteParallel:
    def write_parallel(docnames: Sequence[str], nproc: int) -> None:
        if not is_checked(app, builder):
            write(docnames, nproc)
            return
        workers = _Workers(app, builder)
        with ExitStack() as restorations:
            replace_until_end(restorations, builders, STATUS_ITERATOR, lambda _show: _in_silence)
            replace_until_end(restorations, logging, PENDING_WARNINGS, lambda _hold: nullcontext)
            workers.write(docnames)

    return write_parallel


def _in_silence(docnames: Iterable[str], *_texts: object, **_options: object) -> Iterator[str]:
    return iter(docnames)


@dataclass(frozen=True, slots=True)
class WrittenChunk:
    """What the main process needs of the documents that a worker has written."""

    words: list[dict[str, Any]]
    """The tables of each search index."""
    images: dict[str, str]
    """The names in the output of images, by their paths."""
    noted: set[str]
    """The documents that `note_page` was called for."""


class _Workers:
    """The processes that write the documents of one build."""

    def __init__(self, app: Sphinx, builder: StandaloneHTMLBuilder) -> None:
        self.app = app
        self.builder = builder

    def write(self, docnames: Sequence[str]) -> None:
        """Write one document here, which fills caches and compiles templates, then all others.

        It is of medium size: it has what most have, such as code of the most frequent language,
        and the workers do not wait for it as for a large one.
        """
        sizes = {docname: self._size(docname) for docname in docnames}
        first = sorted(docnames, key=sizes.__getitem__)[len(docnames) // 2]
        self.builder._write_serial([first])  # noqa: SLF001 -- see `WRITE_SERIAL`
        del sizes[first]
        chunks = balanced([*sizes], [*sizes.values()], CHUNKS * self.app.parallel)
        verbosity = self.app.verbosity
        text = __("writing output... ")
        progress = status_iterator(chunks, text, "darkgreen", len(chunks), verbosity)
        tasks = ParallelTasks(self.app.parallel)
        for chunk in chunks:
            tasks.add_task(self._write_chunk, chunk, partial(self._take, progress))
        tasks.join()
        logger.info("")

    def _size(self, docname: str) -> int:
        """Return what a document costs, in bytes of a stored document."""
        try:
            return PAGE + Path(self.app.doctreedir, f"{docname}.doctree").stat().st_size
        except OSError:
            return PAGE

    def _indexes(self) -> list[IndexBuilder]:
        index = self.builder.indexer
        return [] if index is None else [index]

    def _write_chunk(self, docnames: list[str]) -> WrittenChunk:
        """Write documents in a worker."""
        indexes, images = self._indexes(), self.builder.images
        for index in indexes:
            clear_index(index)
        known, noted = set(images), set(pages_noted(self.app))
        self.builder._write_serial(docnames)  # noqa: SLF001 -- see `WRITE_SERIAL`
        return WrittenChunk(
            [index_tables(index) for index in indexes],
            {path: name for path, name in images.items() if path not in known},
            pages_noted(self.app) - noted,
        )

    def _take(self, progress: Iterator[object], docnames: list[str], written: WrittenChunk) -> None:
        """Take what a worker sends into the main process."""
        for index, words in zip(self._indexes(), written.words, strict=True):
            add_to_index(index, words)
        self.builder.images.update(written.images)
        for docname in docnames:
            note_resolved(self.app, None, docname)
        for docname in written.noted:
            note_page(self.app, None, docname)
        next(progress)


def balanced(docnames: Sequence[str], sizes: Sequence[int], count: int) -> list[list[str]]:
    """Return at most *count* chunks of neighbours that are about equally large."""
    chunks: list[list[str]] = [[] for _ in range(count)]
    total, before = sum(sizes), 0
    for docname, size in zip(docnames, sizes, strict=True):
        # The middle of a document decides: a large one shares its chunk with few others.
        chunks[(2 * before + size) * count // (2 * total)].append(docname)
        before += size
    return [chunk for chunk in chunks if chunk]
