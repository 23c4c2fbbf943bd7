"""EPUB: one book of the site, with its chapters as table of contents.

A build makes one file, so it makes one book: the first that ``docsnav_only``
names, else that of the site's first page. Pages of other books are not in it;
a link to one leads to the web where ``html_baseurl`` says where that is, and is
plain text elsewhere.
"""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING, Any

from sphinx.builders.epub3 import Epub3Builder
from sphinx.errors import NoUri
from sphinx.locale import _
from sphinx.util import logging

from sphinx_docsnav.sitefiles.languages import browser_code, direction
from sphinx_docsnav.sphinx_ext.books.plan import Book, Chapter, books_of
from sphinx_docsnav.sphinx_ext.build.config_pass import is_set
from sphinx_docsnav.sphinx_ext.build.state import build_state, find_state
from sphinx_docsnav.sphinx_ext.languages.html_texts import speak
from sphinx_docsnav.sphinx_ext.languages.page_language import speech_of
from sphinx_docsnav.themes.variable_types import Language

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.builders import Builder

    from sphinx_docsnav.themes.base import Context

DEEPEST = 9
"""How deep a table of contents may go, if the project does not say."""


logger = logging.getLogger(__name__)


@dataclass(slots=True)
class Binding:
    """Makes a builder of EPUB write one book."""

    app: Sphinx
    """The application."""
    builder: Epub3Builder
    """The builder."""
    book: Book
    """The book."""
    left: set[str] = field(default_factory=set)
    """The documents that this build would have written, were they in the book."""
    headings: dict[str, list[tuple[str, str]]] = field(default_factory=dict)
    """By document: the chapters without a page that begin with it, as anchor and label."""
    anchors: dict[int, str] = field(default_factory=dict)
    """The anchor of each chapter without a page, by identity."""

    def __post_init__(self) -> None:
        for top in self.book.tops:
            for chapter in top.walk():
                if not chapter.docname:
                    anchor = f"docsnav-chapter-{len(self.anchors) + 1}"
                    self.anchors[id(chapter)] = anchor
                    self.headings.setdefault(chapter.first, []).append((anchor, chapter.label))

    def take(self) -> None:
        """Let the builder's methods be about the book; Sphinx has no events for these."""
        builder, own = self.builder, self.builder.__dict__
        own["prepare_writing"] = self._preparing(builder.prepare_writing)
        own["get_target_uri"] = self._leading(builder.get_target_uri)
        own["get_relative_uri"] = self._leading_from(builder.get_relative_uri)
        own["content_metadata"] = self._describing(builder.content_metadata)
        own["get_toc"] = self._make_contents
        self._name()

    def _name(self) -> None:
        """Set what the project has not set; for the writing only, as the environment is saved."""
        config, book = self.app.config, self.book
        values: dict[str, Any] = {
            "epub_title": book.title(config.project),
            "epub_basename": book.file_name(config.epub_basename),
            "epub_tocscope": "includehidden",
            "epub_tocdup": False,
            "epub_tocdepth": DEEPEST,
        }
        if book.language:
            values["epub_language"] = browser_code(book.language)
        for name, value in values.items():
            if not is_set(config, name):
                setattr(config, name, value)
        outside = sorted(self.app.env.all_docs.keys() - book.docnames)
        config.epub_exclude_files = [*config.epub_exclude_files, *map(self._file, outside)]

    def _preparing(self, prepare: Callable[[set[str]], None]) -> Callable[[set[str]], None]:
        """Return *prepare* for the documents of the book alone."""

        def prepare_book(docnames: set[str]) -> None:
            builder = self.builder
            self.left = set(docnames) - self.book.docnames
            docnames &= self.book.docnames
            prepare(docnames)
            builder.relations = self._relations()
            builder.domain_indices = [
                (name, index, kept, collapse)
                for name, index, content, collapse in builder.domain_indices
                if (kept := self._inside(content))
            ]
            builder.guide_titles = {
                **builder.guide_titles,
                "toc": _("Table of Contents"),
                "cover": _("Cover"),
            }
            if self.book.language:
                code = browser_code(self.book.language)
                tag = f' lang="{code}" xml:lang="{code}" dir="{direction(code)}">'
                builder.globalcontext["html_tag"] = builder.html_tag.removesuffix(">") + tag

        return prepare_book

    def _relations(self) -> dict[str, list[str | None]]:
        """Return what comes before and after each document in the book."""
        order = self.book.order
        around = (None, *order, None)
        return {name: [None, around[i], around[i + 2]] for i, name in enumerate(order)}

    def _inside(self, content: list[Any]) -> list[Any]:
        """Return an index of a domain without what other books have."""
        kept = (
            (letter, [entry for entry in entries if not entry[2] or entry[2] in self.book.docnames])
            for letter, entries in content
        )
        return [(letter, entries) for letter, entries in kept if entries]

    def _leading(self, target_uri: Callable[..., str]) -> Callable[..., str]:
        """Return *target_uri* that leaves the book for the web only."""

        def leading(docname: str, typ: str | None = None) -> str:
            return self._address(docname) if self._leaves(docname) else target_uri(docname, typ)

        return leading

    def _leading_from(self, relative_uri: Callable[..., str]) -> Callable[..., str]:
        """Return *relative_uri* that leaves the book for the web only."""

        def leading(start: str, docname: str, typ: str | None = None) -> str:
            return (
                self._address(docname)
                if self._leaves(docname)
                else relative_uri(start, docname, typ)
            )

        return leading

    def _leaves(self, docname: str) -> bool:
        return docname in self.app.env.all_docs and docname not in self.book.docnames

    def _address(self, docname: str) -> str:
        """Return where a page of another book is in the web.

        :raises NoUri: nobody says where that is; Sphinx then shows plain text.
        """
        base = self.app.config.html_baseurl
        if not base:
            raise NoUri(docname)
        return posixpath.join(base, f"{docname}{self.app.config.html_file_suffix or '.html'}")

    def _describing(self, metadata: Callable[[], dict[str, Any]]) -> Callable[[], dict[str, Any]]:
        """Return *metadata* that turns the pages of languages from right to left that way."""

        def describe() -> dict[str, Any]:
            found = metadata()
            if self.book.language and not is_set(self.app.config, "epub_writing_mode"):
                found["page_progression_direction"] = direction(self.book.language)
            return found

        return describe

    def _make_contents(self) -> None:
        """Make the table of contents (the builder's ``get_toc``)."""
        rows = [row for top in self.book.tops for row in self._rows(top, 1)]
        every = list(rows)
        self.builder.toc_add_files(every)
        root = escape(self._file(self.app.config.root_doc))
        ours = set(map(id, rows))
        self.builder.refnodes = [row for row in every if id(row) in ours or row["refuri"] != root]

    def _rows(self, chapter: Chapter, level: int) -> Iterator[dict[str, Any]]:
        """Yield the entries of a chapter and of all below it, as the builder has them."""
        if chapter.docname:
            uri, text = self._file(chapter.docname), self.app.env.titles[chapter.docname].astext()
        else:
            uri, text = f"{self._file(chapter.first)}#{self.anchors[id(chapter)]}", chapter.label
        yield {"level": level, "refuri": escape(uri), "text": escape(text)}
        for child in chapter.children:
            yield from self._rows(child, level + 1)

    def _file(self, docname: str) -> str:
        return f"{docname}{self.builder.out_suffix}"


class CurrentBinding:
    """The book that one build writes, if it writes one."""

    def __init__(self, _app: Sphinx) -> None:
        self.binding: Binding | None = None
        """``None`` in builds without a book."""


def select_book(app: Sphinx, builder: Builder) -> None:
    """Let the builder write one book (``write-started``)."""
    if not isinstance(builder, Epub3Builder) or find_state(app) is None:
        return
    books = books_of(app)
    if not books:
        return
    binding = build_state(app).slot(CurrentBinding).binding = Binding(app, builder, books[0])
    binding.take()
    if books[0].language:  # else each page speaks its own
        speech_of(app).begin_whole(books[0].language)
    if len(books) > 1:
        others = ", ".join(book.slug for book in books[1:])
        logger.info("EPUB of %s; docsnav_only chooses another one: %s", books[0].slug, others)


def add_chapter_titles(
    app: Sphinx,
    pagename: str,
    templatename: str,  # noqa: ARG001 -- an event
    context: Context,
    doctree: object,
) -> None:
    """Begin a chapter with its title (``html-page-context``)."""
    binding = build_state(app).slot(CurrentBinding).binding
    if binding is None:
        return
    code = binding.book.language
    if code:
        speak(context, Language(code=browser_code(code), direction=direction(code)))
    if doctree is not None and "body" in context:
        titles = "".join(
            f'<p class="docsnav-chapter" id="{anchor}"><strong>{escape(label)}</strong></p>\n'
            for anchor, label in binding.headings.get(pagename, ())
        )
        context["body"] = titles + context["body"]


def finish_book(app: Sphinx, exception: Exception | None) -> None:
    """Remember what was left out, and fall silent (``build-finished``)."""
    binding = build_state(app).slot(CurrentBinding).binding
    state = find_state(app)
    if binding is None or state is None:
        return
    speech_of(app).end_whole()
    if exception is None:
        state.forget_fingerprints(binding.left)
