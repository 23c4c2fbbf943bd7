"""The site as books: one LaTeX or EPUB document for a version in a language.

A book is a full chain of languages, versions and products. It holds the pages of
that chain in reading order: groups and the other divisions are its parts, chapters
and sections, with or without a page of their own. The pages about a whole
specification follow the pages that use it.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from sphinx.application import Sphinx

from sphinx_docsnav.core.site.outline import outline
from sphinx_docsnav.core.site.parts import named_docnames
from sphinx_docsnav.core.site.plant import own_toctrees
from sphinx_docsnav.core.site.scopes import KINDS, Chain, slug_of
from sphinx_docsnav.core.state import reading_of, state_of
from sphinx_docsnav.docs_json.kinds import Kind
from sphinx_docsnav.navigation import Site
from sphinx_docsnav.navigation.generated_pages import reference_appendices
from sphinx_docsnav.navigation.tree import Element, Page
from sphinx_docsnav.sitefiles.languages import autonym


@dataclass(frozen=True, slots=True)
class Chapter:
    """A place in a book: a page, a title above other chapters, or both."""

    label: str
    """The title; empty where it is the page's own."""
    docname: str = ""
    """The document; empty for a group or division without a page."""
    children: tuple[Chapter, ...] = ()
    """What comes below it."""

    def walk(self) -> Iterator[Chapter]:
        """Yield this one and all below it, in reading order."""
        yield self
        for child in self.children:
            yield from child.walk()

    @property
    def first(self) -> str:
        """The first document of it."""
        return next(chapter.docname for chapter in self.walk() if chapter.docname)

    @property
    def depth(self) -> int:
        """Maximum number of titles without a page above a page."""
        own = 0 if self.docname else 1
        return own + max((child.depth for child in self.children), default=0)


@dataclass(frozen=True, slots=True)
class Book:
    """One document of LaTeX or EPUB."""

    chain: Chain
    """The divisions that it is of; empty for the whole site."""
    slug: str
    """What names its file: ``fr-v2``; empty for the only book of a site."""
    chapters: tuple[Chapter, ...]
    """What it holds, in reading order."""
    front: Chapter | None = None
    """The root document, where it introduces all chapters; its title is the book's."""
    docnames: frozenset[str] = field(default=frozenset())
    """Its documents."""

    @property
    def tops(self) -> tuple[Chapter, ...]:
        """Its chapters, with what introduces them."""
        return (self.front, *self.chapters) if self.front else self.chapters

    @property
    def order(self) -> list[str]:
        """Its documents in reading order."""
        return [chapter.docname for top in self.tops for chapter in top.walk() if chapter.docname]

    @property
    def depth(self) -> int:
        """Maximum number of titles without a page above a page."""
        return max((chapter.depth for chapter in self.chapters), default=0)

    @property
    def language(self) -> str:
        """Its language as docs.json writes it, or empty."""
        return next((element.code for element in reversed(self.chain) if element.code), "")

    @property
    def version(self) -> str:
        """The label of its version, or empty."""
        return self._label(Kind.VERSION)

    @property
    def product(self) -> str:
        """The label of its product, or empty."""
        return self._label(Kind.PRODUCT)

    def _label(self, kind: Kind) -> str:
        labels = (element.label for element in reversed(self.chain) if element.kind is kind)
        return next(labels, "")

    def title(self, project: str) -> str:
        """Return its title: the project, and what there is of product and version."""
        return " ".join(filter(None, (project, self.product, self.version)))

    def file_name(self, name: str) -> str:
        """Return the name of its file: ``kitchen`` -> ``kitchen-fr-v2``."""
        return f"{name}-{self.slug}" if self.slug else name


@dataclass(slots=True)
class _ChapterPlanner:
    """Orders the pages and chapters of one book; each page appears once."""

    chain: Chain
    below: Mapping[str, tuple[str, ...]]
    """For documents with toctrees of their own: the entries below them."""
    bound: set[str] = field(default_factory=set)
    titles: dict[str, str] = field(default_factory=dict)

    def chapters(self, element: Element) -> tuple[Chapter, ...]:
        """Return what a book has of *element*."""
        found: list[Chapter] = []
        for child in element.children:
            if child.hidden:
                continue
            if isinstance(child, Page):
                found += self.page(child)
            elif child.kind not in KINDS or child in self.chain or not self._chosen(element):
                found += self.element(child)
        return tuple(found)

    def _chosen(self, element: Element) -> bool:
        """Return whether the book is about one of the divisions in *element*."""
        return any(child in self.chain for child in element.children if isinstance(child, Element))

    def element(self, element: Element) -> tuple[Chapter, ...]:
        """Return an element as a chapter; what it holds, if it adds no title."""
        root = self.page(element.root) if element.root and not element.root.hidden else []
        below = self.chapters(element)
        if root:
            return (Chapter("", root[0].docname, (*root[0].children, *below)),)
        label = autonym(element.code) if element.code else element.label.strip()
        if not label or not below or element in self.chain:
            return below
        only = below[0]
        if len(below) == 1 and label == (only.label or self.titles.get(only.docname)):
            return below  # a tab "Guides" of one group, or one page, "Guides"
        return (Chapter(label, "", below),)

    def page(self, page: Page) -> list[Chapter]:
        """Return a page that is not in the book yet as a chapter."""
        if page.url:
            return []
        self.titles.setdefault(page.docname, page.title)
        return self.document(page.docname)

    def document(self, docname: str) -> list[Chapter]:
        """Return a document with the entries of its own toctrees below it."""
        if docname in self.bound:
            return []
        self.bound.add(docname)
        children = [c for child in self.below.get(docname, ()) for c in self.document(child)]
        return [Chapter("", docname, tuple(children))]


def bind(
    site: Site, chain: Chain, slug: str, below: Mapping[str, tuple[str, ...]], front: str = ""
) -> Book:
    """Return the book of *chain*.

    :param below: for each document with toctrees of its own, their entries.
    :param front: the document that may introduce the book: one that docs.json
        does not list, or that comes first of all.
    """
    planner = _ChapterPlanner(chain, below)
    before = planner.document(front) if front and front not in site.listed else []
    chapters = planner.chapters(site.root)
    while len(chapters) == 1 and not chapters[0].docname:
        chapters = chapters[0].children  # a single chapter with all pages is omitted
    for appendix in reference_appendices(site):
        if appendix.used_in(planner.bound):
            first = planner.document(appendix.introduction)
            tops = _insert_after((*before, *chapters), appendix.users, first)
            inner = [c for docname in appendix.below for c in planner.document(docname)]
            tops = _add_below(tops, appendix.introduction, inner)
            before, chapters = list(tops[: len(before)]), tops[len(before) :]
    if front and not before and chapters and chapters[0].docname == front:
        before, chapters = [chapters[0]], chapters[1:]
    return Book(chain, slug, chapters, before[0] if before else None, frozenset(planner.bound))


def _insert_after(
    chapters: tuple[Chapter, ...], users: Container[str], added: list[Chapter]
) -> tuple[Chapter, ...]:
    """Return *chapters* with *added* after the last of *users*, beside what holds all of them."""
    using = [i for i, top in enumerate(chapters) if any(c.docname in users for c in top.walk())]
    if not using:
        return (*chapters, *added)
    last = using[-1]
    holder = chapters[last]
    inside = any(c.docname in users for child in holder.children for c in child.walk())
    if len(using) == 1 and inside and holder.docname not in users:
        holder = replace(holder, children=_insert_after(holder.children, users, added))
        return (*chapters[:last], holder, *chapters[last + 1 :])
    return (*chapters[: last + 1], *added, *chapters[last + 1 :])


def _add_below(
    chapters: tuple[Chapter, ...], docname: str, added: list[Chapter]
) -> tuple[Chapter, ...]:
    """Return *chapters* with *added* at the end of the chapter that is *docname*."""
    found = []
    for chapter in chapters:
        below = _add_below(chapter.children, docname, added)
        more = added if chapter.docname == docname else ()
        found.append(replace(chapter, children=(*below, *more)))
    return tuple(found)


def chains_of(site: Site) -> list[Chain]:
    """Return the chains that have a book, in reading order, that of the first page first."""
    chains: dict[Chain, None] = {}
    first = site.first_page(site.root)
    if first is not None:
        chains[_chain(site.listed[first.docname].chain)] = None
    for docname in site.listed:
        for place in site.places(docname):
            if not place.hidden and not place.page.url:
                chains[_chain(place.chain)] = None
    shorter = {chain[:length] for chain in chains for length in range(len(chain))}
    return [chain for chain in chains if chain not in shorter]


def _chain(elements: Iterable[Element]) -> Chain:
    return tuple(element for element in elements if element.kind in KINDS)


def is_of_the_site(app: Sphinx) -> bool:
    """Return whether books have the order of docs.json; toctrees alone are left to Sphinx."""
    reading = reading_of(app)
    own = reading.from_toctrees and not app.config.docsnav_openapi
    return reading.docs is not None and not own


def books_of(app: Sphinx) -> list[Book]:
    """Return the books of this build: those of the divisions that ``docsnav_only`` names.

    The book of the site's first page comes first.
    """
    site = state_of(app).site
    chains = chains_of(site) if app.config.docsnav_books == "division" else [()]
    slugs = _slugs(chains)
    root_doc = app.config.root_doc
    below = outline(site.root, root_doc, own_toctrees(app.env)).kept
    front = "" if root_doc in state_of(app).generated else root_doc
    bound = (bind(site, chain, slugs[chain], below, front) for chain in chains)
    books = [book for book in bound if book.docnames]
    names = app.config.docsnav_only
    if not names:
        return books
    part = named_docnames(site, names, app.env.found_docs)
    about = [book for book in books if _touches(site, book, part)]
    return about or [book for book in books if book.docnames & part]


def _slugs(chains: Sequence[Chain]) -> dict[Chain, str]:
    """Return a name for each chain; none for an only one."""
    if len(chains) == 1:
        return {chains[0]: ""}
    slugs: dict[Chain, str] = {}
    for chain in chains:
        plain = slug = slug_of(chain) or "all"
        number = 1
        while slug in slugs.values():
            number += 1
            slug = f"{plain}-{number}"
        slugs[chain] = slug
    return slugs


def _touches(site: Site, book: Book, part: frozenset[str]) -> bool:
    """Return whether a book has pages of the part, apart from shared pages above it."""
    places = {docname: site.places(docname) for docname in book.docnames & part}
    return not book.chain or any(
        _chain(place.chain) == book.chain for found in places.values() for place in found
    )
