"""The tree a reader walks: divisions, groups, pages and links; what of it is seen, and where.

Values are frozen. They compare and hash by identity, as elements with equal
values are different elements. Every name is resolved: a page has its docname,
an endpoint page its operation. A `PagePlace` is where a page is: its divisions and groups,
and the pages that lead to it. The texts in the tree and in ``navbar`` and ``footer`` are listed for
translators, and replaced by translations; links are listed for checks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from sphinx_docsnav.data_files.json_values import escape_key
from sphinx_docsnav.docs_json.kinds import Banner, Icon, Kind, Shown

if TYPE_CHECKING:
    from sphinx_docsnav.docs_json import DocsJson
    from sphinx_docsnav.docs_json.models import ElementModel
    from sphinx_docsnav.docs_json.site_settings import Footer, Navbar, NavbarLink

NOT_IN_BREADCRUMBS = frozenset({Kind.VERSION, Kind.LANGUAGE})
"""Divisions that breadcrumbs leave to their switchers, as the hosted service does."""
ALWAYS_CURRENT = frozenset({Kind.VERSION, Kind.LANGUAGE, Kind.PRODUCT})
"""Kinds of division that pages without an entry are shown to be in, such as search."""
Translate = Callable[[str], str]
"""Returns the translation of a text, or the text."""


@dataclass(frozen=True, slots=True, eq=False)
class Page:
    """A page entry with its document."""

    docname: str
    """POSIX, relative to the source directory, without a suffix; empty for a link."""
    pointer: str = ""
    """JSON pointer of the entry in docs.json; empty on generated pages."""
    title: str = ""
    """What the sidebar shows; empty until the site is described."""
    operation: str = ""
    """``GET /pets`` on pages of an operation, ``webhook name`` on those of a webhook."""
    icon: Icon | None = None
    """The page's icon."""
    tag: str = ""
    """A badge beside the title."""
    hidden: bool = False
    """Left out of what a reader is shown; still built."""
    deprecated: bool = False
    """The operation is deprecated."""
    url: str = ""
    """Where the entry links instead of to a document: front matter ``url``, or a link in
    ``pages``, which has no document."""
    own_title: str = ""
    """The title in docs.json or in a toctree; in lists, it overrides the title of the page."""
    untitled: bool = False
    """The page has no title, so no list has it, as in Sphinx."""
    page_title: str = ""
    """The title of the page, if it has an own title in lists; the previous and next page show it,
    as in Sphinx."""
    description: str = ""
    """What the page says of itself in one sentence; the previous and next page show it."""
    anchor: str = ""
    """``#`` and an id, for an entry of a heading that is not the first title of the page."""
    has_markup: bool = False
    """The heading of the entry has formulas, code or other markup."""


@dataclass(frozen=True, slots=True, eq=False)
class Element:
    """A division or a group, or the root."""

    kind: Kind
    """What docs.json calls it."""
    label: str = ""
    """The display name; empty for the root and for groups without a heading."""
    children: tuple[Element | Page, ...] = ()
    """What it holds, in reading order."""
    pointer: str = ""
    """JSON pointer of the element in docs.json; empty on generated groups."""
    icon: Icon | None = None
    """Its icon."""
    href: str = ""
    """Where the element links instead of holding pages: a URL, or ``/page``."""
    shown_texts: Mapping[str, str] = field(default_factory=dict)
    """Texts that templates get, by the name of the field in docs.json: ``tag``, ``description``."""
    shown_values: Mapping[str, Any] = field(default_factory=dict)
    """Other values that templates get, by the name of the field: ``color``."""
    expanded: bool = False
    """A nested group starts open."""
    folds: bool = False
    """A group at the top level folds, too: a generated one of many."""
    hidden: bool = False
    """Left out of what a reader is shown."""
    searchable: bool = False
    """Search finds its pages although it is hidden."""
    boost: float | None = None
    """What search multiplies the rank of its pages with."""
    default: bool = False
    """Whether it is the default version or language of the site."""
    root: Page | None = None
    """A group's main page, opened by its title."""
    about: str = ""
    """The generated page about a generated group, opened by its title; it has no row."""
    align: str = ""
    """``end`` for a tab at the end of the bar."""
    listing: str = ""
    """``directory`` of docs.json, ``card`` or ``accordion``: how the root page lists the group."""
    banner: Banner | None = None
    """A language's own banner."""
    navbar: Navbar | None = None
    """A language's own links at the top."""
    footer: Footer | None = None
    """A language's own footer."""
    global_elements: tuple[Element, ...] = ()
    """Elements of ``global``: on the root, shown on every page; elsewhere, below that element."""

    @classmethod
    def of_model(
        cls,
        model: ElementModel,
        *,
        children: tuple[Element | Page, ...],
        root: Page | None,
        listing: str,
        global_elements: tuple[Element, ...],
    ) -> Element:
        """Return the element that docs.json has as *model*; the rest is resolved already."""
        return cls(
            kind=model.kind,
            label=model.label,
            children=children,
            pointer=model.pointer,
            icon=model.icon,
            href=model.href,
            shown_texts=model.shown_values(Shown.TEXT),
            shown_values=model.shown_values(Shown.VALUE),
            expanded=bool(model.expanded),
            hidden=model.hidden,
            searchable=bool(model.searchable),
            boost=model.boost,
            default=model.default,
            root=root,
            align=model.align or "",
            listing=listing,
            banner=model.banner,
            navbar=model.navbar,
            footer=model.footer,
            global_elements=global_elements,
        )

    @property
    def tag(self) -> str:
        """A badge beside the label; empty without one."""
        return self.shown_texts.get("tag", "")

    @property
    def description(self) -> str:
        """Text shown with a menu item, product or dropdown; empty without one."""
        return self.shown_texts.get("description", "")

    @property
    def code(self) -> str:
        """A language's code as docs.json has it; empty for other kinds."""
        return self.label if self.kind is Kind.LANGUAGE else ""

    @property
    def divisions(self) -> tuple[Element, ...]:
        """The divisions directly in it."""
        elements = (child for child in self.children if isinstance(child, Element))
        return tuple(child for child in elements if child.kind is not Kind.GROUP)

    def walk(self, *, with_global: bool = False) -> Iterator[Element | Page]:
        """Yield what is below, depth first, a group's root before its children.

        :param with_global: whether to begin with the global elements, and what they hold.
        """
        main_page = () if self.root is None else (self.root,)
        global_elements = self.global_elements if with_global else ()
        for child in (*global_elements, *main_page, *self.children):
            yield child
            if isinstance(child, Element):
                yield from child.walk(with_global=with_global)

    def pages(self) -> Iterator[Page]:
        """Yield the pages below in reading order, roots included, duplicates kept."""
        return (item for item in self.walk() if isinstance(item, Page))


@dataclass(frozen=True, slots=True, eq=False)
class DocumentEntries:
    """What a document adds to the level of its parent, if that is more than one entry.

    A toctree before the title of its document lists its pages beside the document, and each further
    title of the document is an entry, as in Sphinx.
    """

    before: tuple[Element | Page, ...]
    """The pages of toctrees before the title."""
    below: tuple[Element | Page, ...]
    """The pages below the document's own entry, which is that of its first title.

    In themes that show the headings of all pages, also the headings; one with entries below it is a
    group.
    """
    after: tuple[Element | Page, ...]
    """The other titles, as headings."""

    def path_to(self, child: Element | Page) -> list[Element] | None:
        """Return the headings above a page that the document lists, outermost first.

        :returns: ``None`` if the document's own entry is not above the page.
        """
        return _find_path(self.below, child)

    def path_beside(self, child: Page) -> list[Element]:
        """Return the headings above a page that is not below the document's own entry."""
        return _find_path(self.after, child) or []


def _find_path(items: Iterable[Element | Page], child: Element | Page) -> list[Element] | None:
    for item in items:
        if item is child:
            return []
        if isinstance(item, Element):
            path = _find_path(item.children, child)
            if path is not None:
                return [item, *path]
    return None


def is_visible(item: Element | Page) -> bool:
    """Return whether a reader sees *item*: it is not hidden, and it leads somewhere.

    An element leads somewhere if it has an ``href``, a visible root page, or a visible child.
    """
    if item.hidden or isinstance(item, Page):
        return not item.hidden
    has_main_page = item.root is not None and not item.root.hidden
    return bool(item.href) or has_main_page or any(map(is_visible, item.children))


class HasDefault(Protocol):
    """An element of the tree, or of the model of docs.json."""

    @property
    def default(self) -> bool:
        """Whether docs.json has ``default: true``."""


AnyElement = TypeVar("AnyElement", bound=HasDefault)


def find_default(elements: Iterable[AnyElement]) -> AnyElement | None:
    """Return the default of *elements*, versions or languages: the marked one, else the first.

    ``None`` if there are no elements.
    """
    candidates = tuple(elements)
    return next(
        (element for element in candidates if element.default),
        candidates[0] if candidates else None,
    )


@dataclass(frozen=True, slots=True, eq=False)
class PagePlace:
    """Where a page is in the navigation: the place of one of its entries, or where it belongs.

    A page in the sidebar has an entry there: docs.json lists the page, or a toctree in another
    page does. Pages without an entry belong to divisions only.
    """

    page: Page
    """Its entry; for a page without one, an entry that no sidebar shows."""
    chain: tuple[Element, ...] = ()
    """The elements that it is in, outermost division first, innermost group last."""
    above: tuple[Page, ...] = ()
    """Where a toctree has the page: the listed page that leads to it, then those in between."""
    has_entry: bool = True
    """The page is in the sidebar."""
    in_site: bool = True
    """The page is a document of the site, or has an entry; else it is search, an index …"""

    def __repr__(self) -> str:
        """Return the page and the labels around it; every element would repeat the tree."""
        return f"PagePlace({self.page.docname!r}, in {[e.label for e in self.chain]!r})"

    @property
    def hidden(self) -> bool:
        """The entry, or an element that it is in, is left out of what a reader is shown."""
        return self.page.hidden or any(element.hidden for element in self.chain)

    @property
    def divisions(self) -> tuple[Element, ...]:
        """The divisions that it is in, outermost first."""
        return tuple(e for e in self.chain if e.kind is not Kind.GROUP)

    @property
    def division(self) -> Element | None:
        """The innermost division; ``None`` in a site without."""
        return next((e for e in reversed(self.chain) if e.kind is not Kind.GROUP), None)

    @property
    def groups(self) -> tuple[Element, ...]:
        """The groups that it is in, outermost first."""
        return tuple(e for e in self.chain if e.kind is Kind.GROUP)

    @property
    def path(self) -> tuple[Element | Page, ...]:
        """The groups and pages above it in the sidebar, outermost first."""
        return (*self.groups, *self.above)

    @property
    def breadcrumbs(self) -> tuple[Element | Page, ...]:
        """The elements and pages to name above the page, from the outside in.

        Every element that it is in and that has a label, but versions and languages, and the
        group whose main page it is. None for a page without an entry.
        """
        if not self.has_entry:
            return ()
        listed = self.above[0] if self.above else self.page
        elements = (
            e
            for e in self.chain
            if e.label.strip()
            and e.kind not in NOT_IN_BREADCRUMBS
            and e.root is not listed
            and e.about != listed.docname
        )
        return (*elements, *self.above)


def list_navigation_texts(element: Element) -> Iterator[tuple[str, str]]:
    """Yield each text in *element* and below it, with its JSON pointer in docs.json.

    Codes of languages are no texts.
    """
    # The label of a language is its code.
    if element.kind is not Kind.LANGUAGE and element.label.strip():
        yield element.label, f"{element.pointer}/{element.kind.value}"
    for name, written in element.shown_texts.items():
        if text := written.strip():
            yield text, f"{element.pointer}/{name}"
    if element.banner is not None:
        yield element.banner.content, f"{element.pointer}/banner/content"
    for child in (*element.global_elements, *element.children):
        if isinstance(child, Element):
            yield from list_navigation_texts(child)
        # Other titles are those of documents, which have catalogues of their own.
        elif child.own_title and child.own_title != child.url:
            yield child.own_title, f"{child.pointer}/title"


def translate_element(element: Element, translate: Translate) -> Element:
    """Return *element* with its texts, and those below it, translated."""

    def translate_text(text: str) -> str:
        return translate(text) if text.strip() else text

    def translate_page(page: Page) -> Page:
        if not page.own_title:
            return page
        title = translate_text(page.own_title)
        return replace(page, title=title, own_title=title)

    is_text = element.kind is not Kind.LANGUAGE
    return replace(
        element,
        label=translate_text(element.label) if is_text else element.label,
        shown_texts={
            name: translate_text(text.strip()) for name, text in element.shown_texts.items()
        },
        banner=translate_banner(element.banner, translate),
        root=translate_page(element.root) if element.root else None,
        children=tuple(
            translate_page(child)
            if isinstance(child, Page)
            else translate_element(child, translate)
            for child in element.children
        ),
        global_elements=tuple(
            translate_element(global_element, translate)
            for global_element in element.global_elements
        ),
    )


def translate_banner(banner: Banner | None, translate: Translate) -> Banner | None:
    """Return *banner* with its text translated."""
    return banner and replace(banner, content=translate(banner.content))


def list_bars(docs: DocsJson, root: Element) -> Iterator[tuple[Navbar | None, Footer | None, str]]:
    """Yield the bars of the site and of each language, with the JSON pointer of what has them."""
    yield docs.navbar, docs.footer, ""
    for element in (root, *root.walk()):
        if isinstance(element, Element) and (element.navbar or element.footer):
            yield element.navbar, element.footer, element.pointer


def list_navbar_links(docs: DocsJson, root: Element) -> Iterator[tuple[NavbarLink, str]]:
    """Yield each link of every ``navbar`` with its JSON pointer."""
    for navbar, _, pointer in list_bars(docs, root):
        if navbar is None:
            continue
        for index, link in enumerate(navbar.links):
            yield link, docs.source.written(f"{pointer}/navbar/links/{index}")
        if navbar.primary is not None:
            yield navbar.primary, f"{pointer}/navbar/primary"


def list_bar_links(docs: DocsJson, root: Element) -> Iterator[tuple[str, str]]:
    """Yield each address in a ``navbar`` or ``footer`` with its JSON pointer."""
    for link, pointer in list_navbar_links(docs, root):
        yield link.href, f"{pointer}/href"
    for _, footer, pointer in list_bars(docs, root):
        if footer is None:
            continue
        for name, href in footer.socials.items():
            yield href, f"{pointer}/footer/socials/{escape_key(name)}"
        for number, column in enumerate(footer.links):
            for index, item in enumerate(column.items):
                item_pointer = f"{pointer}/footer/links/{number}/items/{index}/href"
                yield item.href, docs.source.written(item_pointer)


def list_bar_texts(docs: DocsJson, root: Element) -> Iterator[tuple[str, str]]:
    """Yield each text that readers see in a ``navbar`` or ``footer`` with its JSON pointer."""
    for link, pointer in list_navbar_links(docs, root):
        if link.label.strip():
            yield link.label, f"{pointer}/label"
    for _, footer, pointer in list_bars(docs, root):
        for number, column in enumerate(footer.links if footer else ()):
            column_pointer = f"{pointer}/footer/links/{number}"
            if column.header.strip():
                yield column.header, docs.source.written(f"{column_pointer}/header")
            for index, item in enumerate(column.items):
                if item.label.strip():
                    yield item.label, docs.source.written(f"{column_pointer}/items/{index}/label")
