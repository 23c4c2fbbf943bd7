"""EPUB: one book of the site, with its chapters as table of contents.

A build writes one file, and therefore one book: the first that ``docsnav_only`` names, or else the
book of the site's first page. Links to pages of other books lead to the website if
``html_baseurl`` is set, and are plain text otherwise.
"""

from __future__ import annotations

import os
import posixpath
import re
import shutil
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from html import escape, unescape
from pathlib import Path
from typing import Any, cast
from urllib.parse import unquote

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.builders.epub3 import Epub3Builder
from sphinx.config import Config
from sphinx.errors import NoUri
from sphinx.locale import _
from sphinx.util import logging

from sphinx_docsnav.core.builders import NO_ADDRESS
from sphinx_docsnav.core.language import set_language, sphinx_language_of
from sphinx_docsnav.core.private_names import BuilderFeature, SphinxName, extend_builders, is_set
from sphinx_docsnav.core.state import build_state, find_state, state_of
from sphinx_docsnav.features.books.plan import Book, Chapter, has_site_books, list_books
from sphinx_docsnav.sitefiles.languages import direction, make_browser_code
from sphinx_docsnav.themes.base import Context
from sphinx_docsnav.themes.variable import PageLanguage

PACKAGE_FILE = "content.opf"
"""The package document, which lists all files of an EPUB."""
MEDIA_TYPES = {
    ".m4a": "audio/mp4",
    ".mp3": "audio/mpeg",
    ".mp4": "video/mp4",
    ".oga": "audio/ogg",
    ".ogg": "audio/ogg",
    ".ogv": "video/ogg",
    ".wav": "audio/wav",
    ".webm": "video/webm",
}
"""The media types of sounds and videos, by suffix; Sphinx does not add these files to EPUBs."""
_CHAPTER_ITEM = re.compile(
    r'<item\b(?![^>]*\sproperties=)[^>]*\shref="([^"]*)"[^>]*\smedia-type="application/xhtml\+xml"'
)
_PROPERTY_TAGS = {
    "mathml": re.compile(r"<math\b"),
    "scripted": re.compile(r"<(?:form|script)\b"),
    "svg": re.compile(r"<svg\b"),
}
"""The properties of chapters in the package document, each with the tags that require it."""
_CODE_START = re.compile(r"<(?:pre|code)\b(?![^>]*\sdir=)")
"""Start tags of code, which is written from left to right in every language."""
_FORBIDDEN_STYLE = re.compile(r"(?<![\w-])(?:direction|unicode-bidi)\s*:[^;{}]*;?")
"""Declarations that style sheets of EPUBs must not contain; attributes set directions."""
MAX_TOC_DEPTH = 9
"""Default depth of a table of contents."""
ARCHIVE_YEARS = range(1980, 2108)
"""The years that a ZIP archive can store."""
CHAPTER_ANCHOR = "docsnav-chapter-"
"""The prefix of the anchors of titles without a page, which are at the start of a page."""

logger = logging.getLogger(__name__)


def declare_properties(folder: Path) -> None:
    """Add the properties of each chapter to the package document in *folder*."""

    def add_properties(item: re.Match[str]) -> str:
        try:
            chapter = (folder / unquote(unescape(item[1]))).read_text("utf-8")
        except OSError:
            return item[0]
        properties = [name for name, tag in _PROPERTY_TAGS.items() if tag.search(chapter)]
        return f'{item[0]} properties="{" ".join(properties)}"' if properties else item[0]

    path = folder / PACKAGE_FILE
    path.write_text(_CHAPTER_ITEM.sub(add_properties, path.read_text("utf-8")), "utf-8")


def limit_times(folder: Path, names: Iterable[str]) -> None:
    """Set the times that a ZIP archive cannot store to the nearest that it can.

    Sphinx gives the copy of a picture or a download the time of its source, and `zipfile` stops at
    a time before 1980 or after 2107, which some tools that unpack or copy files write.

    :param names: the files in *folder* that are going to be packed.
    """
    for name in names:
        path = folder / name
        year = time.localtime(path.stat().st_mtime).tm_year
        if year not in ARCHIVE_YEARS:
            nearest = min(max(year, ARCHIVE_YEARS[0]), ARCHIVE_YEARS[-1])
            seconds = time.mktime((nearest, 1, 1, 0, 0, 0, 0, 1, -1))
            os.utime(path, (seconds, seconds))


def remove_forbidden_styles(app: Sphinx, texts: dict[str, str]) -> None:
    """Remove the declarations that EPUB forbids from style sheets (``docsnav-files``)."""
    if app.builder.name == "epub":
        texts.update({name: _FORBIDDEN_STYLE.sub("", text) for name, text in texts.items()})


def exclude_doctrees(app: Sphinx) -> tuple[()]:
    """Exclude the doctrees from the book (``html-collect-pages``, the last event before packing).

    Sphinx packs all files of the output directory. By default, it contains the doctrees and the
    generated pages, and Sphinx warns about each of them.
    """
    out, doctrees = Path(app.outdir), Path(app.doctreedir)
    if app.builder.name == "epub" and doctrees.is_relative_to(out):
        files = sorted(path for path in doctrees.rglob("*") if path.is_file())
        names = [path.relative_to(out).as_posix() for path in files]
        app.config.epub_exclude_files = [*app.config.epub_exclude_files, *names]
    return ()


@dataclass(slots=True)
class EpubBookWriter:
    """Restricts an EPUB builder to one book."""

    app: Sphinx
    """The application."""
    builder: Epub3Builder
    book: Book
    skipped: set[str] = field(default_factory=set)
    """The documents that this build does not write because they are not in the book."""
    headings: dict[str, list[tuple[str, str]]] = field(default_factory=dict)
    """The chapters without a page that begin with a document, as anchor and label, by docname."""
    documents: frozenset[str] = frozenset()
    """The documents to write: those of the book; the only book also has all unlisted documents."""
    docnames_with_headings: frozenset[str] = frozenset()
    """The documents of other parsers, whose headings the table of contents lists."""
    depth: int = 0
    """Number of levels of pages and headings that Sphinx lists in a table of contents."""
    anchors: dict[int, str] = field(default_factory=dict)
    """The anchor of each chapter without a page, by `id`."""

    def __post_init__(self) -> None:
        for top in self.book.tops:
            for chapter in top.walk():
                if not chapter.docname:
                    # Two groups may have the same label, so anchors are numbered.
                    anchor = f"{CHAPTER_ANCHOR}{len(self.anchors) + 1}"
                    # Chapters may be equal: `id` tells them apart, and the book keeps them alive.
                    self.anchors[id(chapter)] = anchor
                    self.headings.setdefault(chapter.first, []).append((anchor, chapter.label))

    def set_names(self) -> None:
        """Set the configuration values of the book that the project does not set.

        The environment has been saved, so they hold for the writing only.
        """
        config, book, state = self.app.config, self.book, state_of(self.app)
        self.depth = config.epub_tocdepth
        documents = self.app.env.all_docs.keys()
        own_docnames = frozenset(documents - state.inventory.pages.keys() - state.generated.keys())
        # The book of the whole site also contains documents of other parsers that no list names.
        self.documents = book.docnames if book.chain else book.docnames | own_docnames
        self.docnames_with_headings = own_docnames - {config.root_doc}
        values: dict[str, Any] = {
            "epub_title": book.title(config.project),
            "epub_basename": book.file_name(config.epub_basename),
            "epub_tocscope": "includehidden",
            "epub_tocdup": False,
            "epub_tocdepth": MAX_TOC_DEPTH,
        }
        if book.language:
            values["epub_language"] = make_browser_code(book.language)
        for name, value in values.items():
            if not is_set(config, name):
                setattr(config, name, value)
        excluded_docnames = sorted(documents - self.documents)
        config.epub_exclude_files = [
            *config.epub_exclude_files,
            *map(self._make_file_name, excluded_docnames),
        ]

    def select(self, docnames: set[str]) -> None:
        """Remove the documents of other books from *docnames*."""
        self.skipped = docnames - self.documents
        docnames &= self.documents

    def prepare(self) -> None:
        """Restrict what Sphinx has prepared for the whole site to the book."""
        builder = self.builder
        builder.relations = self._make_relations()
        builder.media_types = {**builder.media_types, **MEDIA_TYPES}
        # An index without any entry of this book is left out.
        builder.domain_indices = [
            (name, index, filtered, collapse)
            for name, index, content, collapse in builder.domain_indices
            if (filtered := self._filter_index(content))
        ]
        builder.guide_titles = {
            **builder.guide_titles,
            "toc": _("Table of Contents"),
            "cover": _("Cover"),
        }
        # The attributes of Sphinx name the language of the site.
        if self.book.language:
            code = make_browser_code(self.book.language)
            tag = f' lang="{code}" xml:lang="{code}" dir="{direction(code)}">'
            builder.globalcontext["html_tag"] = builder.html_tag.removesuffix(">") + tag

    def _make_relations(self) -> dict[str, list[str | None]]:
        """Return the parent, the previous and the next document of each document in the book."""
        # With a None at both ends, the first document has no previous one, and the last no next.
        order = self.book.order
        padded_order = (None, *order, None)
        return {name: [None, padded_order[i], padded_order[i + 2]] for i, name in enumerate(order)}

    def _filter_index(self, content: list[Any]) -> list[Any]:
        """Return the content of an index of a domain without entries of other books."""
        filtered = (
            (letter, [entry for entry in entries if not entry[2] or entry[2] in self.documents])
            for letter, entries in content
        )
        return [(letter, entries) for letter, entries in filtered if entries]

    def is_outside(self, docname: str) -> bool:
        """Return whether a document is in another book."""
        return docname in self.app.env.all_docs and docname not in self.documents

    def make_web_url(self, docname: str) -> str:
        """Return the URL of a page of another book.

        It begins with `NO_ADDRESS` if ``html_baseurl`` is not set. Sphinx requires a URL for every
        page, for example in toctrees; `unlink_missing_pages` replaces these links by plain text.
        """
        base = self.app.config.html_baseurl
        if not base:
            return f"{NO_ADDRESS}{docname}"
        return posixpath.join(base, f"{docname}{self.app.config.html_file_suffix or '.html'}")

    def wrap_pathto(self, pathto: Callable[..., str]) -> Callable[..., str]:
        """Return *pathto* of a template with links to the website for pages of other books."""

        def pathto_book(otheruri: str, resource: bool = False, *base: str, **options: str) -> str:  # noqa: FBT001, FBT002 -- Sphinx's signature
            if resource or not self.is_outside(otheruri):
                return pathto(otheruri, resource, *base, **options)
            url = self.make_web_url(otheruri)
            return "#" if url.startswith(NO_ADDRESS) else url

        return pathto_book

    def make_progression(self) -> dict[str, str]:
        """Return the metadata that set the direction in which pages are turned."""
        if self.book.language and not is_set(self.app.config, "epub_writing_mode"):
            return {"page_progression_direction": direction(self.book.language)}
        return {}

    def make_toc(self) -> None:
        """Set the table of contents of the builder (its ``get_toc``)."""
        rows = [row for top in self.book.tops for row in self._make_rows(top, 1)]
        all_rows = list(rows)
        self.builder.toc_add_files(all_rows)
        # Sphinx adds the root document again, if the book does not begin with it.
        root = escape(self._make_file_name(self.app.config.root_doc))
        row_ids = set(map(id, rows))
        # `toc_add_files` adds rows to the same list; those of the book are recognized by identity.
        self.builder.refnodes = [
            row for row in all_rows if id(row) in row_ids or row["refuri"] != root
        ]

    def copy_media(self) -> None:
        """Copy the sounds and videos of the book."""
        folder = Path(self.builder.outdir, "_downloads")
        for file, (docnames, name) in self.app.env.dlfiles.items():
            if Path(name).suffix.lower() in MEDIA_TYPES and docnames & self.documents:
                copy = folder / name
                try:
                    copy.parent.mkdir(parents=True, exist_ok=True)
                    shutil.copyfile(Path(self.app.srcdir, file), copy)
                except OSError as error:
                    logger.warning("cannot copy %s into the book: %s", file, error, type="docsnav")

    def _make_rows(
        self, chapter: Chapter, level: int, page_level: int = 0
    ) -> Iterator[dict[str, Any]]:
        """Yield the rows of a chapter and of the chapters below it, in the builder's format.

        :param level: the level of the chapter, from 1.
        :param page_level: the number of pages above the chapter.
        """
        if chapter.docname:
            uri, text = (
                self._make_file_name(chapter.docname),
                self.app.env.titles[chapter.docname].astext(),
            )
        else:
            uri, text = (
                f"{self._make_file_name(chapter.first)}#{self.anchors[id(chapter)]}",
                chapter.label,
            )
        yield {"level": level, "refuri": escape(uri), "text": escape(text)}
        # The depth that the project sets counts pages and headings, but no titles of groups.
        page_level += bool(chapter.docname)
        if chapter.docname in self.docnames_with_headings:
            yield from self._make_heading_rows(chapter.docname, level, self.depth - page_level)
        for child in chapter.children:
            yield from self._make_rows(child, level + 1, page_level)

    def _make_heading_rows(self, docname: str, level: int, depth: int) -> Iterator[dict[str, Any]]:
        """Yield the rows of the headings of a document of another parser, as Sphinx lists them.

        :param level: the level of the document.
        :param depth: how many levels of headings to list.
        """
        env = self.app.env
        # `tocdepth` of a page counts its title as the first level.
        depth = min(depth, (env.metadata[docname].get("tocdepth") or MAX_TOC_DEPTH) - 1)
        for item in env.tocs[docname].findall(nodes.reference):
            # The number of lists around the heading, except the one of the whole document.
            heading_level = -1
            node: nodes.Node | None = item
            while node is not None:
                heading_level += isinstance(node, nodes.bullet_list)
                node = node.parent
            if 0 < heading_level <= depth:
                uri = self._make_file_name(docname) + self.builder.fix_fragment(
                    "", item["anchorname"]
                )
                text = escape(item.astext())
                yield {"level": level + heading_level, "refuri": escape(uri), "text": text}

    def _make_file_name(self, docname: str) -> str:
        return f"{docname}{self.builder.out_suffix}"


def unlink_missing_pages(doctree: nodes.document) -> None:
    """Replace each link to a page without a URL by its content."""
    for link in list(doctree.findall(nodes.reference)):
        if str(link.get("refuri", "")).startswith(NO_ADDRESS):
            link.replace_self(list(link.children))


def _declare_override(name: str, parameters: int, reason: str) -> SphinxName:
    fallback = "an EPUB has all pages of the site, without the titles of groups"
    return SphinxName("sphinx.builders.epub3", "Epub3Builder", name, reason, fallback, parameters)


class EpubBookBuilder(BuilderFeature):
    """Writes one book; Sphinx writes every document, and has no events for these steps."""

    base = Epub3Builder
    book_writer: EpubBookWriter | None = None
    """``None`` in builds without a book."""
    overrides = (
        _declare_override("prepare_writing", 1, "Only the documents of the book are written."),
        _declare_override("get_target_uri", 2, "A link to another book leads to the web."),
        _declare_override("get_relative_uri", 3, "As above."),
        _declare_override(
            "write_doc", 2, "A link to another book that is not on the web is plain text."
        ),
        _declare_override("content_metadata", 0, "The language decides how pages are turned."),
        _declare_override("get_toc", 0, "The table of contents is that of docs.json."),
        _declare_override("copy_download_files", 0, "Sounds and videos of pages are in the book."),
        _declare_override(
            "navigation_doc_metadata", 1, "Titles of groups lead to the start of a page."
        ),
        _declare_override(
            "build_content",
            0,
            "The list of files says which have drawings; they get times that can be packed.",
        ),
    )

    def prepare_writing(self, docnames: set[str]) -> None:
        """Prepare the writing of the documents in the book."""
        if self.book_writer:
            self.book_writer.select(docnames)
        cast("Epub3Builder", super()).prepare_writing(docnames)
        if self.book_writer:
            self.book_writer.prepare()

    def get_target_uri(self, docname: str, typ: str | None = None) -> str:
        """Return the URL of a page; on the website, if it is in another book."""
        if self.book_writer and self.book_writer.is_outside(docname):
            return self.book_writer.make_web_url(docname)
        return cast("Epub3Builder", super()).get_target_uri(docname, typ)

    def get_relative_uri(self, from_: str, to: str, typ: str | None = None) -> str:
        """Return the URL of a page relative to another one; on the website as above."""
        if self.book_writer and self.book_writer.is_outside(to):
            url = self.book_writer.make_web_url(to)
            if from_ == "genindex" and url.startswith(NO_ADDRESS):
                # Sphinx then writes the entry of the index without a link.
                raise NoUri(to)
            return url
        return cast("Epub3Builder", super()).get_relative_uri(from_, to, typ)

    def write_doc(self, docname: str, doctree: nodes.document) -> None:
        """Write a page; its references and toctrees are resolved."""
        if self.book_writer:
            unlink_missing_pages(doctree)
        cast("Epub3Builder", super()).write_doc(docname, doctree)

    def content_metadata(self) -> dict[str, Any]:
        """Return the metadata of the book."""
        metadata = cast("Epub3Builder", super()).content_metadata()
        return metadata | (self.book_writer.make_progression() if self.book_writer else {})

    def get_toc(self) -> None:
        """Set the table of contents."""
        if self.book_writer:
            self.book_writer.make_toc()
        else:
            cast("Epub3Builder", super()).get_toc()

    def copy_download_files(self) -> None:
        """Copy the sounds and videos of pages, which Sphinx does not copy for EPUBs."""
        cast("Epub3Builder", super()).copy_download_files()
        if self.book_writer:
            self.book_writer.copy_media()

    def navigation_doc_metadata(self, navlist: list[Any]) -> dict[str, Any]:
        """Return the values of the navigation document, with entries in reading order."""
        ordered = list(map(_remove_anchor, navlist))
        return cast("Epub3Builder", super()).navigation_doc_metadata(ordered)

    def build_content(self) -> None:
        """Write the package document, and prepare the files that it lists for packing."""
        epub = cast("Epub3Builder", self)
        cast("Epub3Builder", super()).build_content()
        declare_properties(Path(epub.outdir))
        limit_times(Path(epub.outdir), epub.files)


def _remove_anchor(point: Any) -> Any:  # noqa: ANN401 -- Sphinx's named tuple
    """Return a point with links to the start of a page in place of titles without a page.

    The point of the page follows, and the points must be in reading order.
    """
    uri = point.refuri.partition(f"#{CHAPTER_ANCHOR}")[0]
    return point._replace(refuri=uri, children=list(map(_remove_anchor, point.children)))


def extend_epub(app: Sphinx, _config: Config) -> None:
    """Extend EPUB builders by `EpubBookBuilder` (``config-inited``)."""
    if has_site_books(app):
        extend_builders(app, EpubBookBuilder)


def select_book(app: Sphinx, builder: Builder) -> None:
    """Choose the book that the builder writes (``write-started``)."""
    if not isinstance(builder, EpubBookBuilder) or find_state(app) is None:
        return
    books = list_books(app)
    if not books:
        return
    epub = cast("Epub3Builder", builder)
    writer = builder.book_writer = EpubBookWriter(app, epub, books[0])
    writer.set_names()
    # In a book without a language, each page has its own.
    if books[0].language:
        sphinx_language_of(app).begin_book(books[0].language)
    if len(books) > 1:
        others = ", ".join(book.slug for book in books[1:])
        logger.info("EPUB of %s; docsnav_only chooses another one: %s", books[0].slug, others)


def add_chapter_titles(
    app: Sphinx, pagename: str, _templatename: str, context: Context, doctree: object
) -> None:
    """Add titles of groups to a page, and set its links and directions (``html-page-context``)."""
    builder = app.builder
    writer = builder.book_writer if isinstance(builder, EpubBookBuilder) else None
    if writer is None:
        return
    context["pathto"] = writer.wrap_pathto(context["pathto"])
    code = writer.book.language
    if code:
        set_language(context, PageLanguage(code=make_browser_code(code), direction=direction(code)))
    if doctree is not None and "body" in context:
        titles = "".join(
            f'<p class="docsnav-chapter" id="{anchor}"><strong>{escape(label)}</strong></p>\n'
            for anchor, label in writer.headings.get(pagename, ())
        )
        context["body"] = titles + context["body"]
        if code and direction(code) == "rtl":
            context["body"] = _CODE_START.sub(r'\g<0> dir="ltr"', context["body"])


def finish_book(app: Sphinx, exception: Exception | None) -> None:
    """Record the skipped pages and restore the language (``build-finished``)."""
    builder = app.builder
    writer = builder.book_writer if isinstance(builder, EpubBookBuilder) else None
    if writer is None:
        return
    sphinx_language_of(app).end_book()
    if exception is None:
        build_state(app).forget_pages(writer.skipped)
