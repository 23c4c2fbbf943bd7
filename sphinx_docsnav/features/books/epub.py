"""EPUB: one book of the site: its files, and its chapters as table of contents.

A build makes one file, so it makes one book: the first that ``docsnav_only``
names, else that of the site's first page. Pages of other books are not in it;
a link to one is a link to the website if ``html_baseurl`` is set, and plain
text otherwise.
"""

from __future__ import annotations

import posixpath
import re
import shutil
from collections.abc import Callable, Iterator
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

from sphinx_docsnav.core.compat.entries import BuilderFeature, SphinxName, extend_builders
from sphinx_docsnav.core.compat.private_names import is_set
from sphinx_docsnav.core.language import set_language, sphinx_language_of
from sphinx_docsnav.core.page_addresses import NO_ADDRESS
from sphinx_docsnav.core.state import app_of, build_state, find_state, state_of
from sphinx_docsnav.features.books.plan import Book, Chapter, books_of, is_of_the_site
from sphinx_docsnav.sitefiles.languages import browser_code, direction
from sphinx_docsnav.themes.base import Context
from sphinx_docsnav.themes.variable import PageLanguage

LIST = "content.opf"
"""The list of all files of an EPUB."""
RECORDINGS = {
    ".m4a": "audio/mp4",
    ".mp3": "audio/mpeg",
    ".mp4": "video/mp4",
    ".oga": "audio/ogg",
    ".ogg": "audio/ogg",
    ".ogv": "video/ogg",
    ".wav": "audio/wav",
    ".webm": "video/webm",
}
"""The types of sounds and videos, which Sphinx leaves out of books."""
_CHAPTER = re.compile(
    r'<item\b(?![^>]*\sproperties=)[^>]*\shref="([^"]*)"[^>]*\smedia-type="application/xhtml\+xml"'
)
_PROPERTIES = {
    "mathml": re.compile(r"<math\b"),
    "scripted": re.compile(r"<(?:form|script)\b"),
    "svg": re.compile(r"<svg\b"),
}
"""What the list of files declares of a chapter, by the tags that the chapter then has."""
_CODE = re.compile(r"<(?:pre|code)\b(?![^>]*\sdir=)")
"""Elements that run from left to right in every language; style sheets of EPUBs must not say so."""
_FORBIDDEN_STYLE = re.compile(r"(?<![\w-])(?:direction|unicode-bidi)\s*:[^;{}]*;?")


def declare_properties(folder: Path) -> None:
    """Add the properties of each chapter to the list of files in *folder*."""

    def declared(item: re.Match[str]) -> str:
        try:
            chapter = (folder / unquote(unescape(item[1]))).read_text("utf-8")
        except OSError:
            return item[0]
        found = [name for name, tag in _PROPERTIES.items() if tag.search(chapter)]
        return f'{item[0]} properties="{" ".join(found)}"' if found else item[0]

    path = folder / LIST
    path.write_text(_CHAPTER.sub(declared, path.read_text("utf-8")), "utf-8")


def restrict_styles(app: Sphinx, texts: dict[str, str]) -> None:
    """Remove what EPUB reserves for attributes of HTML from style sheets (``docsnav-files``)."""
    if app.builder.name == "epub":
        texts.update({name: _FORBIDDEN_STYLE.sub("", text) for name, text in texts.items()})


def leave_out_doctrees(app: Sphinx) -> tuple[()]:
    """Keep the doctrees out of the book (``html-collect-pages``, the last event before packing).

    Sphinx packs the files in the output folder, which by default contains doctrees and
    our generated pages, and warns about each of those.
    """
    out, doctrees = Path(app.outdir), Path(app.doctreedir)
    if app.builder.name == "epub" and doctrees.is_relative_to(out):
        files = sorted(path for path in doctrees.rglob("*") if path.is_file())
        names = [str(path.relative_to(out)) for path in files]
        app.config.epub_exclude_files = [*app.config.epub_exclude_files, *names]
    return ()


DEEPEST = 9
"""Default depth of a table of contents."""
ANCHOR = "docsnav-chapter-"
"""How the anchors of titles without a page begin, which stand at the start of a page."""

logger = logging.getLogger(__name__)


@dataclass(slots=True)
class EpubBookWriter:
    """Restricts an EPUB builder to one book."""

    app: Sphinx
    """The application."""
    builder: Epub3Builder
    book: Book
    left: set[str] = field(default_factory=set)
    """The documents that this build would have written, were they in the book."""
    headings: dict[str, list[tuple[str, str]]] = field(default_factory=dict)
    """By document: the chapters without a page that begin with it, as anchor and label."""
    documents: frozenset[str] = frozenset()
    """What is written: what the book holds; in the only book, all of a project's own documents."""
    with_headings: frozenset[str] = frozenset()
    """The documents of no reader of ours, whose headings are in the table of contents."""
    depth: int = 0
    """How many levels of pages and headings Sphinx would list."""
    anchors: dict[int, str] = field(default_factory=dict)
    """The anchor of each chapter without a page, by identity."""

    def __post_init__(self) -> None:
        for top in self.book.tops:
            for chapter in top.walk():
                if not chapter.docname:
                    anchor = f"{ANCHOR}{len(self.anchors) + 1}"
                    self.anchors[id(chapter)] = anchor
                    self.headings.setdefault(chapter.first, []).append((anchor, chapter.label))

    def set_names(self) -> None:
        """Set what the project has not set; for the writing only, as the environment is saved."""
        config, book, state = self.app.config, self.book, state_of(self.app)
        self.depth = config.epub_tocdepth
        documents = self.app.env.all_docs.keys()
        theirs = frozenset(documents - state.inventory.pages.keys() - state.generated.keys())
        self.documents = book.docnames if book.chain else book.docnames | theirs
        self.with_headings = theirs - {config.root_doc}
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
        outside = sorted(documents - self.documents)
        config.epub_exclude_files = [*config.epub_exclude_files, *map(self._file, outside)]

    def select(self, docnames: set[str]) -> None:
        """Remove the documents of other books from *docnames*."""
        self.left = docnames - self.documents
        docnames &= self.documents

    def prepare(self) -> None:
        """Set what Sphinx has prepared for the whole site to what the book has."""
        builder = self.builder
        builder.relations = self._relations()
        builder.media_types = {**builder.media_types, **RECORDINGS}
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

    def _relations(self) -> dict[str, list[str | None]]:
        """Return what comes before and after each document in the book."""
        order = self.book.order
        around = (None, *order, None)
        return {name: [None, around[i], around[i + 2]] for i, name in enumerate(order)}

    def _inside(self, content: list[Any]) -> list[Any]:
        """Return an index of a domain without what other books have."""
        kept = (
            (letter, [entry for entry in entries if not entry[2] or entry[2] in self.documents])
            for letter, entries in content
        )
        return [(letter, entries) for letter, entries in kept if entries]

    def is_outside(self, docname: str) -> bool:
        """Return whether a document is in another book."""
        return docname in self.app.env.all_docs and docname not in self.documents

    def web_address(self, docname: str) -> str:
        """Return the URL of a page of another book.

        It begins with `NO_ADDRESS` if ``html_baseurl`` is not set. Sphinx expects that every
        HTML builder has an address for every page, so a toctree, for example, cannot be told that
        there is none; `remove_dead_links` then makes plain text of the links.
        """
        base = self.app.config.html_baseurl
        if not base:
            return f"{NO_ADDRESS}{docname}"
        return posixpath.join(base, f"{docname}{self.app.config.html_file_suffix or '.html'}")

    def wrap_pathto(self, pathto: Callable[..., str]) -> Callable[..., str]:
        """Return *pathto* of a template that leads to the web, or nowhere, from the book."""

        def lead(otheruri: str, resource: bool = False, *base: str, **options: str) -> str:  # noqa: FBT001, FBT002 -- Sphinx's signature
            if resource or not self.is_outside(otheruri):
                return pathto(otheruri, resource, *base, **options)
            address = self.web_address(otheruri)
            return "#" if address.startswith(NO_ADDRESS) else address

        return lead

    def page_progression(self) -> dict[str, str]:
        """Return the metadata of the direction in which pages are turned."""
        if self.book.language and not is_set(self.app.config, "epub_writing_mode"):
            return {"page_progression_direction": direction(self.book.language)}
        return {}

    def make_contents(self) -> None:
        """Make the table of contents (the builder's ``get_toc``)."""
        rows = [row for top in self.book.tops for row in self._rows(top, 1)]
        every = list(rows)
        self.builder.toc_add_files(every)
        root = escape(self._file(self.app.config.root_doc))
        ours = set(map(id, rows))
        self.builder.refnodes = [row for row in every if id(row) in ours or row["refuri"] != root]

    def copy_recordings(self) -> None:
        """Copy the sounds and videos that pages of the book play."""
        folder = Path(self.builder.outdir, "_downloads")
        for file, (docnames, name) in self.app.env.dlfiles.items():
            if Path(name).suffix.lower() in RECORDINGS and docnames & self.documents:
                copy = folder / name
                try:
                    copy.parent.mkdir(parents=True, exist_ok=True)
                    shutil.copyfile(Path(self.app.srcdir, file), copy)
                except OSError as error:
                    logger.warning("cannot copy %s into the book: %s", file, error, type="docsnav")

    def _rows(self, chapter: Chapter, level: int, above: int = 0) -> Iterator[dict[str, Any]]:
        """Yield the entries of a chapter and of all below it, as the builder has them.

        :param above: how many pages it is below.
        """
        if chapter.docname:
            uri, text = self._file(chapter.docname), self.app.env.titles[chapter.docname].astext()
        else:
            uri, text = f"{self._file(chapter.first)}#{self.anchors[id(chapter)]}", chapter.label
        yield {"level": level, "refuri": escape(uri), "text": escape(text)}
        above += bool(chapter.docname)
        if chapter.docname in self.with_headings:
            yield from self._headings(chapter.docname, level, self.depth - above)
        for child in chapter.children:
            yield from self._rows(child, level + 1, above)

    def _headings(self, docname: str, level: int, depth: int) -> Iterator[dict[str, Any]]:
        """Yield the entries of the headings of a project's own page, as Sphinx lists them."""
        env = self.app.env
        depth = min(depth, (env.metadata[docname].get("tocdepth") or DEEPEST) - 1)
        for item in env.tocs[docname].findall(nodes.reference):
            below = -1
            node: nodes.Node | None = item
            while node is not None:
                below += isinstance(node, nodes.bullet_list)
                node = node.parent
            if 0 < below <= depth:
                uri = self._file(docname) + self.builder.fix_fragment("", item["anchorname"])
                text = escape(item.astext())
                yield {"level": level + below, "refuri": escape(uri), "text": text}

    def _file(self, docname: str) -> str:
        return f"{docname}{self.builder.out_suffix}"


def remove_dead_links(doctree: nodes.document) -> None:
    """Replace each link to a page that has no address by its content."""
    for link in list(doctree.findall(nodes.reference)):
        if str(link.get("refuri", "")).startswith(NO_ADDRESS):
            link.replace_self(list(link.children))


class EpubBook:
    """The book that one build writes, if it writes one."""

    def __init__(self, _app: Sphinx) -> None:
        self.writer: EpubBookWriter | None = None
        """``None`` in builds without a book."""


def _overridden(name: str, parameters: int, reason: str) -> SphinxName:
    fallback = "an EPUB has all pages of the site, without the titles of groups"
    return SphinxName("sphinx.builders.epub3", "Epub3Builder", name, reason, fallback, parameters)


class EpubBookBuilder(BuilderFeature):
    """Writes one book; Sphinx takes every document and has no events for these steps."""

    base = Epub3Builder
    overrides = (
        _overridden("prepare_writing", 1, "Only the documents of the book are written."),
        _overridden("get_target_uri", 2, "A link to another book leads to the web."),
        _overridden("get_relative_uri", 3, "As above."),
        _overridden("write_doc", 2, "A link to another book that is not on the web is plain text."),
        _overridden("content_metadata", 0, "The language decides how pages are turned."),
        _overridden("get_toc", 0, "The table of contents is that of docs.json."),
        _overridden("copy_download_files", 0, "Sounds and videos of pages are in the book."),
        _overridden("navigation_doc_metadata", 1, "Titles of groups lead to the start of a page."),
        _overridden("build_content", 0, "The list of files says which of them have drawings."),
    )

    @property
    def _binding(self) -> EpubBookWriter | None:
        app = app_of(cast("Builder", self).env)
        return build_state(app).slot(EpubBook).writer

    def prepare_writing(self, docnames: set[str]) -> None:
        """Prepare the documents of the book."""
        if self._binding:
            self._binding.select(docnames)
        cast("Epub3Builder", super()).prepare_writing(docnames)
        if self._binding:
            self._binding.prepare()

    def get_target_uri(self, docname: str, typ: str | None = None) -> str:
        """Return the address of a page: on the web, if it is in another book."""
        if self._binding and self._binding.is_outside(docname):
            return self._binding.web_address(docname)
        return cast("Epub3Builder", super()).get_target_uri(docname, typ)

    def get_relative_uri(self, from_: str, to: str, typ: str | None = None) -> str:
        """Return the address of a page as seen from another: on the web, as above."""
        if self._binding and self._binding.is_outside(to):
            address = self._binding.web_address(to)
            if from_ == "genindex" and address.startswith(NO_ADDRESS):
                raise NoUri(to)  # the index has its own text for an entry that leads nowhere
            return address
        return cast("Epub3Builder", super()).get_relative_uri(from_, to, typ)

    def write_doc(self, docname: str, doctree: nodes.document) -> None:
        """Write a page, all of whose links and lists of pages are resolved now."""
        if self._binding:
            remove_dead_links(doctree)
        cast("Epub3Builder", super()).write_doc(docname, doctree)

    def content_metadata(self) -> dict[str, Any]:
        """Return the metadata of the book."""
        metadata = cast("Epub3Builder", super()).content_metadata()
        return metadata | (self._binding.page_progression() if self._binding else {})

    def get_toc(self) -> None:
        """Make the table of contents."""
        if self._binding:
            self._binding.make_contents()
        else:
            cast("Epub3Builder", super()).get_toc()

    def copy_download_files(self) -> None:
        """Copy the sounds and videos of pages; Sphinx copies no files for a book."""
        cast("Epub3Builder", super()).copy_download_files()
        if self._binding:
            self._binding.copy_recordings()

    def navigation_doc_metadata(self, navlist: list[Any]) -> dict[str, Any]:
        """Return the values of the table of contents, whose entries are in reading order."""
        ordered = list(map(_without_anchor, navlist))
        return cast("Epub3Builder", super()).navigation_doc_metadata(ordered)

    def build_content(self) -> None:
        """Write the list of files."""
        cast("Epub3Builder", super()).build_content()
        declare_properties(Path(cast("Epub3Builder", self).outdir))


def _without_anchor(point: Any) -> Any:  # noqa: ANN401 -- Sphinx's named tuple
    """Return an entry that leads to the start of a page, if the title stands there.

    The entry of the page follows, and no entry may lead back to what comes before.
    """
    uri = point.refuri.partition(f"#{ANCHOR}")[0]
    return point._replace(refuri=uri, children=list(map(_without_anchor, point.children)))


def extend_epub(app: Sphinx, _config: Config) -> None:
    """Have EPUB builders write one book of the site (``config-inited``)."""
    if is_of_the_site(app):
        extend_builders(app, EpubBookBuilder)


def select_book(app: Sphinx, builder: Builder) -> None:
    """Choose the book that the builder writes (``write-started``)."""
    if not isinstance(builder, EpubBookBuilder) or find_state(app) is None:
        return
    books = books_of(app)
    if not books:
        return
    epub = cast("Epub3Builder", builder)
    writer = build_state(app).slot(EpubBook).writer = EpubBookWriter(app, epub, books[0])
    writer.set_names()
    if books[0].language:  # else each page has its own language
        sphinx_language_of(app).begin_whole(books[0].language)
    if len(books) > 1:
        others = ", ".join(book.slug for book in books[1:])
        logger.info("EPUB of %s; docsnav_only chooses another one: %s", books[0].slug, others)


def add_chapter_titles(
    app: Sphinx, pagename: str, _templatename: str, context: Context, doctree: object
) -> None:
    """Begin a chapter with its title, and set its links and directions (``html-page-context``)."""
    writer = build_state(app).slot(EpubBook).writer
    if writer is None:
        return
    context["pathto"] = writer.wrap_pathto(context["pathto"])
    code = writer.book.language
    if code:
        set_language(context, PageLanguage(code=browser_code(code), direction=direction(code)))
    if doctree is not None and "body" in context:
        titles = "".join(
            f'<p class="docsnav-chapter" id="{anchor}"><strong>{escape(label)}</strong></p>\n'
            for anchor, label in writer.headings.get(pagename, ())
        )
        context["body"] = titles + context["body"]
        if code and direction(code) == "rtl":
            context["body"] = _CODE.sub(r'\g<0> dir="ltr"', context["body"])


def finish_book(app: Sphinx, exception: Exception | None) -> None:
    """Record the skipped pages and restore the language (``build-finished``)."""
    writer = build_state(app).slot(EpubBook).writer
    state = find_state(app)
    if writer is None or state is None:
        return
    sphinx_language_of(app).end_whole()
    if exception is None:
        build_state(app).forget_pages(writer.left)
