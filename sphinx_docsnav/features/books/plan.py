"""Division of the site into books: a LaTeX or EPUB document for each version in each language.

A book belongs to a full chain of languages, versions and products. It contains the pages of this
chain in reading order. Groups and other divisions are its parts, chapters and sections, with or
without a page. The overview pages of a specification follow the pages that use it.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from sphinx.application import Sphinx

from sphinx_docsnav.core.site.divisions import KINDS, Chain, find_part_docnames, make_chain_slug
from sphinx_docsnav.core.site.outline import make_outline
from sphinx_docsnav.core.site.plant import find_own_toctrees, follow_toctrees
from sphinx_docsnav.core.state import reading_of, state_of
from sphinx_docsnav.docs_json.kinds import Kind
from sphinx_docsnav.navigation import Site
from sphinx_docsnav.navigation.generated_pages import list_reference_appendices
from sphinx_docsnav.navigation.tree import Element, Page
from sphinx_docsnav.sitefiles.languages import find_autonym


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter of a book: a page, a title above other chapters, or both."""

    label: str
    """The title; empty if it is the title of the page."""
    docname: str = ""
    """The document; empty for a group or division without a page."""
    children: tuple[Chapter, ...] = ()
    """The chapters below it."""

    def walk(self) -> Iterator[Chapter]:
        """Yield this chapter and all below it, in reading order."""
        yield self
        for child in self.children:
            yield from child.walk()

    @property
    def first(self) -> str:
        """The first document of the chapter or below it."""
        return next(chapter.docname for chapter in self.walk() if chapter.docname)

    @property
    def depth(self) -> int:
        """Maximum number of titles without a page above a page."""
        own_level = 0 if self.docname else 1
        return own_level + max((child.depth for child in self.children), default=0)


@dataclass(frozen=True, slots=True)
class Book:
    """One LaTeX or EPUB document."""

    chain: Chain
    """The language, version and product of the book; empty for the whole site."""
    slug: str
    """The part of the file name that tells books apart: ``fr-v2``; empty for the only book."""
    chapters: tuple[Chapter, ...]
    """The chapters in reading order."""
    front: Chapter | None = None
    """The root document, if it introduces all chapters; its title is the title of the book."""
    docnames: frozenset[str] = field(default=frozenset())
    """Its documents."""

    @property
    def tops(self) -> tuple[Chapter, ...]:
        """The introduction, if there is one, and the chapters."""
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
        """The language in the spelling of docs.json; empty without one."""
        return next((element.code for element in reversed(self.chain) if element.code), "")

    @property
    def version(self) -> str:
        """The label of the version; empty without one."""
        return self._find_label(Kind.VERSION)

    @property
    def product(self) -> str:
        """The label of the product; empty without one."""
        return self._find_label(Kind.PRODUCT)

    def _find_label(self, kind: Kind) -> str:
        labels = (element.label for element in reversed(self.chain) if element.kind is kind)
        return next(labels, "")

    def title(self, project: str) -> str:
        """Return the title: the project, the product and the version, as far as they exist."""
        return " ".join(filter(None, (project, self.product, self.version)))

    def file_name(self, name: str) -> str:
        """Return the name of the file without its suffix: ``kitchen`` -> ``kitchen-fr-v2``."""
        return f"{name}-{self.slug}" if self.slug else name


@dataclass(slots=True)
class _ChapterPlanner:
    """Orders the pages and chapters of one book; each page appears once."""

    chain: Chain
    toctree_entries: Mapping[str, tuple[str, ...]]
    """The entries of the toctrees that authors wrote, by the document that contains them."""
    included: set[str] = field(default_factory=set)
    """The documents that are already in the book."""
    titles: dict[str, str] = field(default_factory=dict)

    def list_chapters(self, element: Element) -> tuple[Chapter, ...]:
        """Return the chapters of the book below *element*."""
        result: list[Chapter] = []
        for child in element.children:
            if child.hidden:
                continue
            if isinstance(child, Page):
                result += self.plan_page(child)
            # Of several versions, a book contains only its own. If the book belongs to none of
            # the divisions here, they are not alternatives to it, and all are included.
            elif (
                child.kind not in KINDS
                or child in self.chain
                or not self._has_chain_element(element)
            ):
                result += self.plan_element(child)
        return tuple(result)

    def _has_chain_element(self, element: Element) -> bool:
        """Return whether the book belongs to one of the divisions in *element*."""
        return any(child in self.chain for child in element.children if isinstance(child, Element))

    def plan_element(self, element: Element) -> tuple[Chapter, ...]:
        """Return an element as a chapter; without a title of its own, the chapters below it."""
        root = self.plan_page(element.root) if element.root and not element.root.hidden else []
        children = self.list_chapters(element)
        # The page of a group is the title of the chapter, so the label is not repeated.
        if root:
            return (Chapter("", root[0].docname, (*root[0].children, *children)),)
        label = find_autonym(element.code) if element.code else element.label.strip()
        # The title of the book names its language, version and product.
        if not label or not children or element in self.chain:
            return children
        only_child = children[0]
        if len(children) == 1 and label == (
            only_child.label or self.titles.get(only_child.docname)
        ):
            # A tab "Guides" with a single group or page "Guides" would repeat its title.
            return children
        return (Chapter(label, "", children),)

    def plan_page(self, page: Page) -> list[Chapter]:
        """Return the chapter of a page; empty if the book already contains it."""
        if page.url:
            return []
        self.titles.setdefault(page.docname, page.title)
        return self.plan_document(page.docname)

    def plan_document(self, docname: str) -> list[Chapter]:
        """Return the chapter of a document, with the entries of its toctrees below it."""
        if docname in self.included:
            return []
        # Mark the document before its children: toctrees may form a ring.
        self.included.add(docname)
        entries = self.toctree_entries.get(docname, ())
        children = [chapter for entry in entries for chapter in self.plan_document(entry)]
        return [Chapter("", docname, tuple(children))]


def make_book(
    site: Site,
    chain: Chain,
    slug: str,
    toctree_entries: Mapping[str, tuple[str, ...]],
    front: str = "",
) -> Book:
    """Return the book of *chain*.

    :param toctree_entries: the entries of the toctrees that authors wrote, by docname.
    :param front: the document that introduces the book if docs.json does not list it, or if it is
        the first chapter; empty for none.
    """
    planner = _ChapterPlanner(chain, toctree_entries)
    front_chapters = planner.plan_document(front) if front and front not in site.listed else []
    chapters = planner.list_chapters(site.root)
    while len(chapters) == 1 and not chapters[0].docname:
        # A single title above all chapters is omitted.
        chapters = chapters[0].children
    # The overview pages of a specification follow the last chapter that uses it.
    for appendix in list_reference_appendices(site):
        if appendix.used_in(planner.included):
            introduction = planner.plan_document(appendix.introduction)
            all_chapters = _insert_after_users(
                (*front_chapters, *chapters), appendix.users, introduction
            )
            # Details, such as schemas, are chapters below the introduction.
            details = [d for docname in appendix.below for d in planner.plan_document(docname)]
            all_chapters = _append_children(all_chapters, appendix.introduction, details)
            front_length = len(front_chapters)
            front_chapters = list(all_chapters[:front_length])
            chapters = all_chapters[front_length:]
    # docs.json lists the root document as the first chapter: it becomes the introduction.
    if front and not front_chapters and chapters and chapters[0].docname == front:
        front_chapters, chapters = [chapters[0]], chapters[1:]
    return Book(
        chain,
        slug,
        chapters,
        front_chapters[0] if front_chapters else None,
        frozenset(planner.included),
    )


def _insert_after_users(
    chapters: tuple[Chapter, ...], users: Container[str], new_chapters: list[Chapter]
) -> tuple[Chapter, ...]:
    """Return *chapters* with *new_chapters* after the last chapter that contains one of *users*.

    If one chapter contains all users, the new chapters are inserted below it.
    """
    user_indexes = [
        i for i, top in enumerate(chapters) if any(c.docname in users for c in top.walk())
    ]
    if not user_indexes:
        return (*chapters, *new_chapters)
    last = user_indexes[-1]
    container = chapters[last]
    is_below = any(c.docname in users for child in container.children for c in child.walk())
    # The page of the chapter is no user itself, so the new chapters belong below it.
    if len(user_indexes) == 1 and is_below and container.docname not in users:
        container = replace(
            container, children=_insert_after_users(container.children, users, new_chapters)
        )
        return (*chapters[:last], container, *chapters[last + 1 :])
    return (*chapters[: last + 1], *new_chapters, *chapters[last + 1 :])


def _append_children(
    chapters: tuple[Chapter, ...], docname: str, added: list[Chapter]
) -> tuple[Chapter, ...]:
    """Return *chapters* with *added* as the last children of the chapter of *docname*."""
    result = []
    for chapter in chapters:
        children = _append_children(chapter.children, docname, added)
        additions = added if chapter.docname == docname else ()
        result.append(replace(chapter, children=(*children, *additions)))
    return tuple(result)


def list_chains(site: Site) -> list[Chain]:
    """Return the chains of all books in reading order; the chain of the first page is first."""
    chains: dict[Chain, None] = {}
    first = site.first_page(site.root)
    if first is not None:
        # A dict keeps the order, and the book of the first page must be the first.
        chains[_make_book_chain(site.listed[first.docname].chain)] = None
    for docname in site.listed:
        for occurrence in site.places(docname):
            if not occurrence.hidden and not occurrence.page.url:
                chains[_make_book_chain(occurrence.chain)] = None
    # A page that several books share is above the divisions: its chain is not a book.
    partial_chains = {chain[:length] for chain in chains for length in range(len(chain))}
    return [chain for chain in chains if chain not in partial_chains]


def _make_book_chain(elements: Iterable[Element]) -> Chain:
    return tuple(element for element in elements if element.kind in KINDS)


def has_site_books(app: Sphinx) -> bool:
    """Return whether docs.json or generated pages determine the books; else Sphinx does."""
    reading = reading_of(app)
    is_own_order = reading.from_toctrees and not app.config.docsnav_openapi
    return reading.docs is not None and not is_own_order


def list_books(app: Sphinx) -> list[Book]:
    """Return the books of this build: those of the divisions that ``docsnav_only`` names.

    The book of the site's first page comes first. There are none if Sphinx writes the site as one
    book, because the toctrees of its authors contain all pages.
    """
    site = state_of(app).site
    chains = list_chains(site) if app.config.docsnav_books == "division" else [()]
    slugs = _make_slugs(chains)
    root_doc = app.config.root_doc
    toctree_entries = make_outline(site.root, root_doc, find_own_toctrees(app.env)).kept
    front = "" if root_doc in state_of(app).generated else root_doc
    all_books = (make_book(site, chain, slugs[chain], toctree_entries, front) for chain in chains)
    books = [book for book in all_books if book.docnames]
    if len(books) == 1 and books[0].docnames <= _find_documents_of_toctrees(app):
        return []
    names = app.config.docsnav_only
    if not names:
        return books
    part = find_part_docnames(site, names, app.env.found_docs)
    matching_books = [book for book in books if _has_pages_of(site, book, part)]
    # If only shared pages are named, every book that contains one of them is written.
    return matching_books or [book for book in books if book.docnames & part]


def _find_documents_of_toctrees(app: Sphinx) -> set[str]:
    """Return the documents to which the toctrees of authors lead from the root document.

    Empty if the root document has no toctree.
    """
    own_entries = find_own_toctrees(app.env)
    reached: set[str] = set()
    if app.config.root_doc in own_entries:
        follow_toctrees(app.config.root_doc, own_entries, reached)
    return reached


def _make_slugs(chains: Sequence[Chain]) -> dict[Chain, str]:
    """Return a unique slug for each chain; empty if there is only one chain."""
    if len(chains) == 1:
        return {chains[0]: ""}
    slugs: dict[Chain, str] = {}
    for chain in chains:
        first_slug = slug = make_chain_slug(chain) or "all"
        number = 1
        # Two versions with labels that differ only in punctuation have the same slug.
        while slug in slugs.values():
            number += 1
            slug = f"{first_slug}-{number}"
        slugs[chain] = slug
    return slugs


def _has_pages_of(site: Site, book: Book, docnames: frozenset[str]) -> bool:
    """Return whether a book contains any of *docnames*, apart from pages that books share."""
    occurrences = {docname: site.places(docname) for docname in book.docnames & docnames}
    return not book.chain or any(
        _make_book_chain(occurrence.chain) == book.chain
        for page_occurrences in occurrences.values()
        for occurrence in page_occurrences
    )
