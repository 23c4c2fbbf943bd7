"""Hang documents of a page's own toctree below its entry in the sidebar (decision 6)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sphinx_docsnav.navigation.tree import Element, Kind, Page

if TYPE_CHECKING:
    from sphinx_docsnav.navigation import Site
    from sphinx_docsnav.navigation.tree import PageFacts


def graft(site: Site, kept: Mapping[str, Iterable[str]], facts: Mapping[str, PageFacts]) -> Site:
    """Return *site* with each listed page that keeps own entries as the main page of a group.

    :param kept: for each document the documents that hang below it.
    """
    below = {docname: tuple(children) for docname, children in kept.items() if children}
    if below.keys().isdisjoint(site.listed):
        return site
    gardener = _Gardener(site, below, facts)
    root = gardener.element(site.root)
    listed = {page.docname for page in root.pages()}
    return site.with_root(root, unlisted=[name for name in site.unlisted if name not in listed])


@dataclass(frozen=True, slots=True)
class _Gardener:
    site: Site
    below: Mapping[str, tuple[str, ...]]
    facts: Mapping[str, PageFacts]

    def element(self, element: Element) -> Element:
        """Return *element* with what hangs below its pages; itself if nothing does."""
        children = tuple(self.entry(child) for child in element.children)
        if element.root is not None and self.is_own(element.root):
            children += self.group(element.root).children
        if children == element.children:
            return element
        return replace(element, children=children)

    def entry(self, child: Element | Page) -> Element | Page:
        """Return a child of the tree, a page with its group if it has one."""
        if isinstance(child, Element):
            return self.element(child)
        return self.group(child) if self.is_own(child) else child

    def is_own(self, page: Page) -> bool:
        """Say if *page* is the own place of a document that others hang below."""
        return page.docname in self.below and self.site.listed[page.docname].page is page

    def group(self, page: Page) -> Element:
        """Return *page* as the main page of what hangs below it."""
        children = tuple(self.grown(name) for name in self.below.get(page.docname, ()))
        return Element(
            Kind.GROUP,
            page.title,
            children,
            icon=page.icon,
            tag=page.tag,
            hidden=page.hidden,
            root=page,
        )

    def grown(self, docname: str) -> Element | Page:
        """Return the entry of a document that docs.json does not list."""
        facts = self.facts[docname]
        title = facts.sidebar_title or facts.title or docname.rpartition("/")[2]
        page = Page(
            docname,
            title=title,
            icon=facts.icon,
            tag=facts.tag,
            hidden=facts.hidden,
            deprecated=facts.deprecated,
            url=facts.url,
        )
        return self.group(page) if docname in self.below else page
