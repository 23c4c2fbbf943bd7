"""The tree a reader walks: divisions, groups, pages and links.

Values are frozen. They compare and hash by identity, as elements with equal
values are different elements. Every name is resolved: a page has its docname,
an endpoint page its operation.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sphinx_docsnav.docs_json.kinds import Banner, Icon, Kind
from sphinx_docsnav.docs_json.models import ElementModel
from sphinx_docsnav.docs_json.site_settings import Footer, Navbar


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
    tag: str = ""
    """A badge beside the label."""
    href: str = ""
    """Where the element links instead of holding pages: a URL, or ``/page``."""
    description: str = ""
    """Text shown with a menu item, product or dropdown."""
    expanded: bool = False
    """A nested group starts open."""
    hidden: bool = False
    """Left out of what a reader is shown."""
    default: bool = False
    """Whether it is the default version or language of the site."""
    root: Page | None = None
    """A group's main page, opened by its title."""
    about: str = ""
    """The generated page about a generated group, opened by its title; it has no row."""
    color: str = ""
    """``#rrggbb`` of an anchor, dropdown or product, for light backgrounds."""
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
            tag=model.tag,
            href=model.href,
            description=model.description,
            expanded=bool(model.expanded),
            hidden=model.hidden,
            default=model.default,
            root=root,
            color=model.color,
            listing=listing,
            banner=model.banner,
            navbar=model.navbar,
            footer=model.footer,
            global_elements=global_elements,
        )

    @property
    def code(self) -> str:
        """A language's code as docs.json has it; empty for other kinds."""
        return self.label if self.kind is Kind.LANGUAGE else ""

    @property
    def divisions(self) -> tuple[Element, ...]:
        """The divisions directly in it."""
        elements = (child for child in self.children if isinstance(child, Element))
        return tuple(child for child in elements if child.kind is not Kind.GROUP)

    def walk(self) -> Iterator[Element | Page]:
        """Yield what is below, depth first, a group's root before its children."""
        if self.root is not None:
            yield self.root
        for child in self.children:
            yield child
            if isinstance(child, Element):
                yield from child.walk()

    def pages(self) -> Iterator[Page]:
        """Yield the pages below in reading order, roots included, duplicates kept."""
        return (item for item in self.walk() if isinstance(item, Page))
