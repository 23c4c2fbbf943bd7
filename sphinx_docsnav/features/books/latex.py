"""LaTeX: one document per book, each in its language, with lists as deep as the pages have them.

Sphinx puts a document together by its toctrees, and has one language for all.
Here the builder writes one book after another: before each its language is set
anew, and the doctree is put together from the book's chapters. A project that
sets ``latex_documents`` has those and nothing of this.
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

from sphinx_docsnav.core.compat.entries import BuilderFeature, SphinxName, extend_builders
from sphinx_docsnav.core.compat.private_names import is_set
from sphinx_docsnav.core.language import language_codes, sphinx_language_of
from sphinx_docsnav.core.site.config_pass import LONGEST
from sphinx_docsnav.core.state import app_of, build_state, find_state, reading_of
from sphinx_docsnav.features.books.plan import Book, Chapter, books_of, is_of_the_site
from sphinx_docsnav.sitefiles.languages import browser_code, direction, latex_engine

RIGHT_TO_LEFT = r"""\usepackage[bidi=basic,layout=lists.tabular.captions]{babel}
\babelprovide[main,import=%s]{docsnav}
\babelfont{rm}[Renderer=HarfBuzz,BoldFont=*Bold,ItalicFont=*,BoldItalicFont=*Bold]{FreeSerif}
\babelfont{sf}[Renderer=HarfBuzz,BoldFont=*Bold,ItalicFont=*,BoldItalicFont=*Bold]{FreeSerif}
\babelfont{tt}[Renderer=HarfBuzz,Scale=0.9,BoldFont=*Bold,ItalicFont=*,BoldItalicFont=*Bold]{FreeMono}
"""
"""For languages from right to left; the italic faces of these fonts lack their letters."""
CODE_FROM_LEFT = r"""\babelprovide{docsnavcode}
\AtBeginEnvironment{sphinxVerbatim}{\pardir TLT\bodydir TLT\relax
  \csname otherlanguage*\endcsname{docsnavcode}}
\let\docsnavcode\sphinxcode
\protected\def\sphinxcode#1{\foreignlanguage{docsnavcode}{\docsnavcode{#1}}}
\renewenvironment{sphinxadmonition}[2]{\par\medskip\hrule\medskip\noindent\textbf{#2}\par}{\par\medskip\hrule\medskip}
"""
"""Code in such text; the boxes of Sphinx's notes are drawn beside the page there."""
BREAKABLE_ENTRIES = r"\def\sphinxstyleindexentry#1{\sphinxcode{\sphinxupquote{#1}}}"
"""Lets lines end within the addresses of an index, as they do in the text."""
LEVELS = ("part", "chapter", "section", "subsection")
"""What titles are called from the outside in; LaTeX counts them from -1."""
DEEPEST = 5
"""The deepest level that a table of contents can show."""


def choose_engine(app: Sphinx, config: Config) -> None:
    """Take an engine that can write the languages of the site (``config-inited``)."""
    docs = reading_of(app).docs
    if docs is None or is_set(config, "latex_engine") or config.latex_engine != "pdflatex":
        return
    codes = set(language_codes(docs.navigation.children))
    only = {name.partition("/")[0].strip() for name in config.docsnav_only}
    config.latex_engine = latex_engine(codes & only or codes)


@dataclass(slots=True)
class LatexBookWriter:
    """Writes books with a LaTeX builder."""

    app: Sphinx
    """The application."""
    builder: LaTeXBuilder
    books: list[Book]
    """What is written, in order."""
    write_documents: Callable[[Any], None]
    """The builder's own way to write its documents."""
    book: Book | None = None
    """The book that is being written."""

    def write(self, docnames: Any) -> None:  # noqa: ANN401 -- a set, or the word "all"
        """Write every book (the builder's ``write_documents``)."""
        language_switch = sphinx_language_of(self.app)
        for book in self.books:
            self.book = book
            with language_switch.writing_whole(book.language):
                self._apply_settings(book)
                self.write_documents(docnames)
        self._update_language()

    def _update_language(self) -> None:
        """Initialize the parts of the builder that depend on the language."""
        self.builder.init_context()
        self.builder.init_babel()
        self.builder.init_multilingual()

    def _apply_settings(self, book: Book) -> None:
        """Set what a book has of its own: language, names, depth."""
        self._update_language()
        config, context = self.app.config, self.builder.context
        context["preamble"] = f"{BREAKABLE_ENTRIES}\n{context['preamble']}"
        own = {"babel", "polyglossia", "fontpkg"} & set(config.latex_elements)
        if config.latex_engine == "lualatex" and direction(book.language) == "rtl" and not own:
            known = browser_code(book.language).partition("-")[0]
            context["multilingual"] = RIGHT_TO_LEFT % known  # babel knows few countries
            context["fontpkg"], context["classoptions"] = "", ""
            context["preamble"] = f"{CODE_FROM_LEFT}{context['preamble']}"
        if "verbatimforcewraps" not in context["sphinxsetup"]:  # else long words leave the page
            setup = context["sphinxsetup"].strip(" ,")
            context["sphinxsetup"] = ", ".join(filter(None, ("verbatimforcewraps=true", setup)))
        if book.version:
            context["release"] = book.version
            context.setdefault("releasename", _("Release"))
        if "tocdepth" not in config.latex_elements:
            context["tocdepth"] = rf"\setcounter{{tocdepth}}{{{self._contents_depth(book)}}}"
        if book.slug:
            self._bring_messages(f"sphinxmessages-{book.slug}")
        root_doc, target, _title, author, theme = default_latex_documents(config)[0]
        name = f"{book.file_name(target.removesuffix('.tex')[:LONGEST])}.tex"
        title = escape_abbr(escape(book.title(config.project), config.latex_engine))
        self.builder.document_data = [(root_doc, name, title, author, theme, False)]

    def _contents_depth(self, book: Book) -> int:
        """Return the depth of the table of contents: down to pages, at least to sections."""
        level = self.app.config.latex_toplevel_sectioning or "chapter"
        return min(max(LEVELS.index(level) - 1 + book.depth, 1), DEEPEST)

    def _bring_messages(self, name: str) -> None:
        """Write Sphinx's own words in the book's language, and have the document use them."""
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
        builder.docnames = names = {*book.order, *appendices}
        whole = new_document("<book>")
        whole["docname"] = indexfile
        root = self.app.env.get_doctree(indexfile)
        # All new documents of a process share one reporter, which keeps those that docutils
        # 0.20 attaches to it, and with their settings the application.
        whole.settings, whole.reporter = root.settings, root.reporter
        top = nodes.section("", nodes.title("", book.title(self.app.config.project)))
        whole += top
        top += _Assembly(builder, names).chapters(book)
        for docname in appendices:
            appendix = self.app.env.get_doctree(docname)
            appendix["docname"] = docname
            whole.append(appendix)
        self.app.env.resolve_references(whole, indexfile, builder)
        _name_elsewhere(whole, self._books_by_document())
        return whole

    def _books_by_document(self) -> dict[str, str]:
        """Return the title of a book that has a document, for each."""
        project = self.app.config.project
        return {name: book.title(project) for book in reversed(self.books) for name in book.order}


@dataclass(slots=True)
class _Assembly:
    """Puts the chapters of a book into sections."""

    builder: LaTeXBuilder
    names: set[str]
    """The documents of the book; Sphinx adds those it finds in toctrees."""
    count: int = 0
    """The chapters without a page so far."""

    def chapters(self, book: Book) -> list[nodes.Node]:
        """Return the book's chapters below its title, the introduction first."""
        found: list[nodes.Node] = []
        if book.front is not None:
            below = _section(self._document(book.front))
            found += [child for child in below.children if not isinstance(child, nodes.title)]
            found = [_file(book.front.docname, found)]
        return found + [node for chapter in book.chapters for node in self._chapter(chapter)]

    def _chapter(self, chapter: Chapter) -> list[nodes.Node]:
        """Return a chapter with all below it."""
        if chapter.docname:
            document = self._document(chapter)
            return [_file(chapter.docname, list(document.children))]
        self.count += 1
        section = nodes.section("", nodes.title("", chapter.label))
        section["ids"] = [f"docsnav-chapter-{self.count}"]
        section += [node for child in chapter.children for node in self._chapter(child)]
        return [section]

    def _document(self, chapter: Chapter) -> nodes.document:
        """Return a document with the chapters below it, and without any toctree."""
        tree = self.builder.env.get_doctree(chapter.docname)
        below = [node for child in chapter.children for node in self._chapter(child)]
        for toctree in list(tree.findall(addnodes.toctree)):
            toctree.parent.remove(toctree)
        for section in tree.findall(nodes.section):
            section.setdefault("docname", chapter.docname)
        _section(tree).extend(below)
        return tree


def _section(tree: nodes.document) -> nodes.Element:
    """Return the section of a document's title; the document, if it has none."""
    return next((child for child in tree if isinstance(child, nodes.section)), tree)


def _file(docname: str, children: list[nodes.Node]) -> addnodes.start_of_file:
    """Return the node that marks the start of another document for the LaTeX writer."""
    start = addnodes.start_of_file(docname=docname)
    start.extend(children)
    return start


def _name_elsewhere(whole: nodes.document, books: dict[str, str]) -> None:
    """Put the title of a page, and of its book, where a link would leave the book."""
    for link in list(whole.findall(addnodes.pending_xref)):
        if "refsectname" not in link:
            continue  # of another extension; only Sphinx's own links name a section
        title = link["refsectname"]
        named: list[nodes.Node] = [nodes.emphasis(title, title)]
        book = books.get(link["refdocname"])
        if book:
            named += [nodes.Text(_(" (in ")), nodes.emphasis(book, book), nodes.Text(")")]
        link.replace_self(named)


class LatexBooks:
    """The books that one LaTeX build writes, if it writes any."""

    def __init__(self, _app: Sphinx) -> None:
        self.writer: LatexBookWriter | None = None
        """``None`` in builds without books."""


class LatexBookBuilder(BuilderFeature):
    """Writes books; Sphinx has one language for all documents and arranges them by toctrees."""

    base = LaTeXBuilder
    overrides = (
        SphinxName(
            "sphinx.builders.latex",
            "LaTeXBuilder",
            "write_documents",
            "Each book has its own language, title and file name.",
            "LaTeX has one document for the whole site",
            1,
        ),
        SphinxName(
            "sphinx.builders.latex",
            "LaTeXBuilder",
            "assemble_doctree",
            "The chapters of a book are those of docs.json, with groups as titles.",
            "LaTeX has one document for the whole site",
            3,
        ),
    )

    def write_documents(self, docnames: Any) -> None:  # noqa: ANN401 -- a set, or the word "all"
        """Write the books, or what Sphinx writes if there are none."""
        builder = cast("LaTeXBuilder", self)
        writer = _writer_of(builder)
        write = writer.write if writer else cast("LaTeXBuilder", super()).write_documents
        write(docnames)

    def assemble_doctree(
        self,
        indexfile: str,
        toctree_only: bool,  # noqa: FBT001 -- Sphinx's signature
        appendices: list[str],
    ) -> nodes.document:
        """Return the doctree of a book, or of what Sphinx writes."""
        writer = _writer_of(cast("LaTeXBuilder", self))
        if writer:
            return writer.assemble(indexfile, appendices)
        assemble = cast("LaTeXBuilder", super()).assemble_doctree
        return assemble(indexfile, toctree_only, appendices)


def write_books(app: Sphinx, builder: Builder) -> None:
    """Let the builder write books (``write-started``)."""
    if not isinstance(builder, LatexBookBuilder) or find_state(app) is None:
        return
    config, books = app.config, books_of(app)
    if not is_set(config, "latex_toplevel_sectioning"):
        deep = any(book.depth > 1 for book in books)
        config.latex_toplevel_sectioning = "part" if deep else None
    latex = cast("LaTeXBuilder", builder)
    write = cast("LaTeXBuilder", super(LatexBookBuilder, builder)).write_documents
    build_state(app).slot(LatexBooks).writer = LatexBookWriter(app, latex, books, write)


def extend_latex(app: Sphinx, config: Config) -> None:
    """Have LaTeX builders write books, unless the project lists documents (``config-inited``)."""
    if is_of_the_site(app) and not is_set(config, "latex_documents"):
        extend_builders(app, LatexBookBuilder)


def _writer_of(builder: LaTeXBuilder) -> LatexBookWriter | None:
    return build_state(app_of(builder.env)).slot(LatexBooks).writer


ALLOWED = 4
"""Levels of one kind of list that LaTeX sets; a document with more stops with an error."""
_NESTING = (
    *(nodes.bullet_list, nodes.enumerated_list, nodes.definition_list, nodes.field_list),
    *(nodes.option_list, nodes.block_quote, nodes.line_block, nodes.Admonition),
)


def allow_deep_lists(app: Sphinx, doctree: nodes.document, _docname: str) -> None:
    """Have Sphinx raise LaTeX's limit as far as a document needs (``doctree-resolved``).

    ``maxlistdepth`` in ``latex_elements`` wins.
    """
    if app.builder.name != "latex" or "maxlistdepth" in app.config.latex_elements:
        return
    depth = list_depth(doctree)
    context = app.builder.context  # type: ignore[attr-defined]  # the LaTeX builder has one
    context["maxlistdepth"] = str(depth + 1) if depth > ALLOWED else ""


def list_depth(doctree: nodes.document) -> int:
    """Return the maximum nesting depth of lists, quotes and similar blocks."""
    deepest = 0
    waiting: list[tuple[nodes.Node, int]] = [(doctree, 0)]
    while waiting:
        node, depth = waiting.pop()
        deepest = max(deepest, depth)
        waiting += [(child, depth + isinstance(child, _NESTING)) for child in node.children]
    return deepest
