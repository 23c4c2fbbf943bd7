"""LaTeX: one document for each book, in its language.

Sphinx assembles each document by toctrees, and has one language for all documents. Here, the
builder writes one book after another. Before each book, its language is set, and its doctree is
assembled from its chapters. If a project sets ``latex_documents``, Sphinx writes these documents.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.builders.latex import LaTeXBuilder, default_latex_documents
from sphinx.config import Config
from sphinx.locale import _
from sphinx.util.docutils import new_document
from sphinx.util.texescape import escape, escape_abbr

from sphinx_docsnav.core.language import list_language_codes, sphinx_language_of
from sphinx_docsnav.core.private_names import (
    BuilderFeature,
    extend_builders,
    is_set,
    override,
)
from sphinx_docsnav.core.site.config_pass import LONGEST
from sphinx_docsnav.core.state import find_state, reading_of
from sphinx_docsnav.features.books.plan import Book, Chapter, has_site_books, list_books
from sphinx_docsnav.sitefiles.languages import choose_latex_engine, direction, make_browser_code

RTL_LANGUAGE_PREAMBLE = r"""\usepackage[bidi=basic,layout=lists.tabular.captions]{babel}
\babelprovide[main,import=%s]{docsnav}
\babelfont{rm}[Renderer=HarfBuzz,BoldFont=*Bold,ItalicFont=*,BoldItalicFont=*Bold]{FreeSerif}
\babelfont{sf}[Renderer=HarfBuzz,BoldFont=*Bold,ItalicFont=*,BoldItalicFont=*Bold]{FreeSerif}
\babelfont{tt}[Renderer=HarfBuzz,Scale=0.9,BoldFont=*Bold,ItalicFont=*,BoldItalicFont=*Bold]{FreeMono}
"""
"""For languages written from right to left; the italic faces of these fonts lack their letters."""
LTR_CODE_PREAMBLE = r"""\babelprovide{docsnavcode}
\AtBeginEnvironment{sphinxVerbatim}{\pardir TLT\bodydir TLT\relax
  \csname otherlanguage*\endcsname{docsnavcode}}
\let\docsnavcode\sphinxcode
\protected\def\sphinxcode#1{\foreignlanguage{docsnavcode}{\docsnavcode{#1}}}
\renewenvironment{sphinxadmonition}[2]{\par\medskip\hrule\medskip\noindent\textbf{#2}\par}{\par\medskip\hrule\medskip}
"""
"""Code within right-to-left text; Sphinx would draw the boxes of notes beside the page there."""
BREAKABLE_INDEX_PREAMBLE = r"\def\sphinxstyleindexentry#1{\sphinxcode{\sphinxupquote{#1}}}"
"""Allows line breaks within the paths in an index."""
SECTIONING_COMMANDS = ("part", "chapter", "section", "subsection")
"""The sectioning commands from the outermost; LaTeX counts their levels from -1."""
MAX_LATEX_TOC_DEPTH = 5
"""The deepest level that a table of contents can show."""
LATEX_LIST_LEVELS = 4
"""Number of lists of a kind that LaTeX nests by default; a deeper list stops it with an error."""
_NESTED_BLOCKS = (
    *(nodes.bullet_list, nodes.enumerated_list, nodes.definition_list, nodes.field_list),
    *(nodes.option_list, nodes.block_quote, nodes.line_block, nodes.Admonition),
)


def choose_engine(app: Sphinx, config: Config) -> None:
    """Set an engine that supports the languages of the site (``config-inited``)."""
    docs = reading_of(app).docs
    # Only the default engine is replaced: Sphinx itself chooses another one for some languages.
    if docs is None or is_set(config, "latex_engine") or config.latex_engine != "pdflatex":
        return
    codes = set(list_language_codes(docs.navigation.children))
    only_codes = {name.partition("/")[0].strip() for name in config.docsnav_only}
    config.latex_engine = choose_latex_engine(codes & only_codes or codes)


@dataclass(slots=True)
class LatexBookWriter:
    """Writes books with a LaTeX builder."""

    app: Sphinx
    """The application."""
    builder: LaTeXBuilder
    books: list[Book]
    """The books to write, in order."""
    write_documents: Callable[[Any], None]
    """The method of the builder without books."""
    book: Book | None = None
    """The book that is being written."""

    def write(self, docnames: Any) -> None:  # noqa: ANN401 -- a set, or the word "all"
        """Write every book (the builder's ``write_documents``)."""
        language_switch = sphinx_language_of(self.app)
        for book in self.books:
            self.book = book
            language_switch.begin_book(book.language)
            try:
                self._apply_settings(book)
                self.write_documents(docnames)
            finally:
                language_switch.end_book()
        # Later steps of the builder, such as support files, use the language of the site again.
        self._update_language()

    def _update_language(self) -> None:
        """Initialize the parts of the builder that depend on the language."""
        self.builder.init_context()
        self.builder.init_babel()
        self.builder.init_multilingual()

    def _apply_settings(self, book: Book) -> None:
        """Set the language, the names and the depth of a book."""
        self._update_language()
        config, context = self.app.config, self.builder.context
        context["preamble"] = f"{BREAKABLE_INDEX_PREAMBLE}\n{context['preamble']}"
        has_own_fonts = {"babel", "polyglossia", "fontpkg"} & set(config.latex_elements)
        if (
            config.latex_engine == "lualatex"
            and direction(book.language) == "rtl"
            and not has_own_fonts
        ):
            base_code = make_browser_code(book.language).partition("-")[0]
            # The code has no country, because babel supports few of them.
            context["multilingual"] = RTL_LANGUAGE_PREAMBLE % base_code
            context["fontpkg"], context["classoptions"] = "", ""
            context["preamble"] = f"{LTR_CODE_PREAMBLE}{context['preamble']}"
        # Without this, long words in code extend beyond the page.
        if "verbatimforcewraps" not in context["sphinxsetup"]:
            setup = context["sphinxsetup"].strip(" ,")
            context["sphinxsetup"] = ", ".join(filter(None, ("verbatimforcewraps=true", setup)))
        if book.version:
            context["release"] = book.version
            context.setdefault("releasename", _("Release"))
        if "tocdepth" not in config.latex_elements:
            context["tocdepth"] = rf"\setcounter{{tocdepth}}{{{self._find_contents_depth(book)}}}"
        # With several books, the file `sphinxmessages.sty` would have the language of the last one.
        if book.slug:
            self._add_message_catalog(f"sphinxmessages-{book.slug}")
        root_doc, target, _title, author, theme = default_latex_documents(config)[0]
        name = f"{book.file_name(target.removesuffix('.tex')[:LONGEST])}.tex"
        title = escape_abbr(escape(book.title(config.project), config.latex_engine))
        self.builder.document_data = [(root_doc, name, title, author, theme, False)]

    def _find_contents_depth(self, book: Book) -> int:
        """Return the depth of the table of contents: down to pages, at least to sections."""
        level = self.app.config.latex_toplevel_sectioning or "chapter"
        return min(max(SECTIONING_COMMANDS.index(level) - 1 + book.depth, 1), MAX_LATEX_TOC_DEPTH)

    def _add_message_catalog(self, name: str) -> None:
        """Write a message catalog in the language of the book, and load it in the preamble.

        :param name: the name of the LaTeX package.
        """
        self.builder.write_message_catalog()
        folder = Path(self.builder.outdir)
        text = (folder / "sphinxmessages.sty").read_text("utf-8")
        text = text.replace("{sphinxmessages}", f"{{{name}}}", 1)
        (folder / f"{name}.sty").write_text(text, "utf-8")
        context = self.builder.context
        context["preamble"] = f"\\usepackage{{{name}}}\n{context['preamble']}"

    def assemble(self, indexfile: str, appendices: list[str]) -> nodes.document:
        """Return a book as one doctree (the builder's ``assemble_doctree``)."""
        if self.book is None:
            raise RuntimeError("a doctree is put together while a book is written")
        builder, book = self.builder, self.book
        builder.docnames = docnames = {*book.order, *appendices}
        doctree = new_document("<book>")
        doctree["docname"] = indexfile
        root = self.app.env.get_doctree(indexfile)
        # All new documents of a process share one reporter, which keeps those that docutils
        # 0.20 attaches to it, and with their settings the application.
        doctree.settings, doctree.reporter = root.settings, root.reporter
        book_section = nodes.section("", nodes.title("", book.title(self.app.config.project)))
        doctree += book_section
        book_section += _BookAssembler(builder, docnames).make_nodes(book)
        for docname in appendices:
            appendix = self.app.env.get_doctree(docname)
            appendix["docname"] = docname
            doctree.append(appendix)
        # Resolved as one document, links between chapters become links within the book.
        self.app.env.resolve_references(doctree, indexfile, builder)
        _name_outside_targets(doctree, self._map_book_titles())
        return doctree

    def _map_book_titles(self) -> dict[str, str]:
        """Return the title of the first book that contains a document, by docname."""
        project = self.app.config.project
        return {name: book.title(project) for book in reversed(self.books) for name in book.order}


@dataclass(slots=True)
class _BookAssembler:
    """Assembles the chapters of a book as sections."""

    builder: LaTeXBuilder
    names: set[str]
    """The documents of the book; Sphinx adds those of toctrees."""
    count: int = 0
    """The number of chapters without a page so far."""

    def make_nodes(self, book: Book) -> list[nodes.Node]:
        """Return the nodes below the title of the book, the introduction first."""
        children: list[nodes.Node] = []
        if book.front is not None:
            # The title of the book replaces that of the introduction.
            title_section = _find_title_section(self._assemble_document(book.front))
            children += [
                child for child in title_section.children if not isinstance(child, nodes.title)
            ]
            children = [_make_file_start(book.front.docname, children)]
        return children + [
            node for chapter in book.chapters for node in self._make_chapter(chapter)
        ]

    def _make_chapter(self, chapter: Chapter) -> list[nodes.Node]:
        """Return the nodes of a chapter and the chapters below it."""
        if chapter.docname:
            document = self._assemble_document(chapter)
            return [_make_file_start(chapter.docname, list(document.children))]
        self.count += 1
        section = nodes.section("", nodes.title("", chapter.label))
        section["ids"] = [f"docsnav-chapter-{self.count}"]
        section += [node for child in chapter.children for node in self._make_chapter(child)]
        return [section]

    def _assemble_document(self, chapter: Chapter) -> nodes.document:
        """Return a document without its toctrees and with the chapters below it."""
        doctree = self.builder.env.get_doctree(chapter.docname)
        children = [node for child in chapter.children for node in self._make_chapter(child)]
        # The chapters below come from docs.json, and contain the pages of these toctrees.
        for toctree in list(doctree.findall(addnodes.toctree)):
            toctree.parent.remove(toctree)
        # The writer needs the document of each section for labels; chapters below have their own.
        for section in doctree.findall(nodes.section):
            section.setdefault("docname", chapter.docname)
        _find_title_section(doctree).extend(children)
        return doctree


def _find_title_section(doctree: nodes.document) -> nodes.Element:
    """Return the section of the title of a document; the document if it has no title."""
    return next((child for child in doctree if isinstance(child, nodes.section)), doctree)


def _make_file_start(docname: str, children: list[nodes.Node]) -> addnodes.start_of_file:
    """Return a node that marks the start of a document for the LaTeX writer."""
    start = addnodes.start_of_file(docname=docname)
    start.extend(children)
    return start


def _name_outside_targets(doctree: nodes.document, books: dict[str, str]) -> None:
    """Replace links that lead out of the book by the titles of the page and its book.

    :param books: the titles of books, by the docnames of their pages.
    """
    for link in list(doctree.findall(addnodes.pending_xref)):
        # Only links of Sphinx name a section; others belong to another extension.
        if "refsectname" not in link:
            continue
        title = link["refsectname"]
        title_nodes: list[nodes.Node] = [nodes.emphasis(title, title)]
        book = books.get(link["refdocname"])
        if book:
            title_nodes += [nodes.Text(_(" (in ")), nodes.emphasis(book, book), nodes.Text(")")]
        link.replace_self(title_nodes)


class LatexBookBuilder(BuilderFeature):
    """Writes books; Sphinx has one language for all documents, and assembles them by toctrees."""

    base = LaTeXBuilder
    book_writer: LatexBookWriter | None = None
    """``None`` in builds without books."""
    overrides = (
        override(
            LaTeXBuilder,
            "write_documents",
            1,
            "Each book has its own language, title and file name.",
            "LaTeX has one document for the whole site",
        ),
        override(
            LaTeXBuilder,
            "assemble_doctree",
            3,
            "The chapters of a book are those of docs.json, with groups as titles.",
            "LaTeX has one document for the whole site",
        ),
    )

    def write_documents(self, docnames: Any) -> None:  # noqa: ANN401 -- a set, or the word "all"
        """Write the books; without books, the documents of Sphinx."""
        writer = self.book_writer
        write = writer.write if writer else cast("LaTeXBuilder", super()).write_documents
        write(docnames)

    def assemble_doctree(
        self,
        indexfile: str,
        toctree_only: bool,  # noqa: FBT001 -- Sphinx's signature
        appendices: list[str],
    ) -> nodes.document:
        """Return the doctree of a book; without books, of a document of Sphinx."""
        if self.book_writer:
            return self.book_writer.assemble(indexfile, appendices)
        assemble = cast("LaTeXBuilder", super()).assemble_doctree
        return assemble(indexfile, toctree_only, appendices)


def write_books(app: Sphinx, builder: Builder) -> None:
    """Choose the books that the builder writes (``write-started``)."""
    if not isinstance(builder, LatexBookBuilder) or find_state(app) is None:
        return
    config, books = app.config, list_books(app)
    if not books:
        return
    if not is_set(config, "latex_toplevel_sectioning"):
        # Parts add a level above chapters, so that pages below two titles are not too deep.
        has_titles_in_titles = any(book.depth > 1 for book in books)
        config.latex_toplevel_sectioning = "part" if has_titles_in_titles else None
    latex = cast("LaTeXBuilder", builder)
    write = cast("LaTeXBuilder", super(LatexBookBuilder, builder)).write_documents
    builder.book_writer = LatexBookWriter(app, latex, books, write)


def extend_latex(app: Sphinx, config: Config) -> None:
    """Extend LaTeX builders unless ``latex_documents`` is set (``config-inited``)."""
    if has_site_books(app) and not is_set(config, "latex_documents"):
        extend_builders(app, LatexBookBuilder)


def raise_list_limit(app: Sphinx, doctree: nodes.document, _docname: str) -> None:
    """Raise LaTeX's limit of nested lists as far as a document needs (``doctree-resolved``).

    ``maxlistdepth`` in ``latex_elements`` has precedence.
    """
    if app.builder.name != "latex" or "maxlistdepth" in app.config.latex_elements:
        return
    depth = measure_list_depth(doctree)
    context = app.builder.context  # type: ignore[attr-defined]  # only the LaTeX builder has it
    context["maxlistdepth"] = str(depth + 1) if depth > LATEX_LIST_LEVELS else ""


def measure_list_depth(doctree: nodes.document) -> int:
    """Return the maximum nesting depth of lists, quotes and similar blocks."""
    max_depth = 0
    # A stack instead of recursion: generated pages may be nested deeper than Python allows.
    pending: list[tuple[nodes.Node, int]] = [(doctree, 0)]
    while pending:
        node, depth = pending.pop()
        max_depth = max(max_depth, depth)
        pending += [(child, depth + isinstance(child, _NESTED_BLOCKS)) for child in node.children]
    return max_depth
