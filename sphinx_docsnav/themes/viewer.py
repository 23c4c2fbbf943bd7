"""Elements and pages as the plain data that templates take."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from sphinx_docsnav.docs_json.kinds import Icon, Kind
from sphinx_docsnav.navigation.tree import Element, Page, Visibility
from sphinx_docsnav.sitefiles.languages import autonym, browser_code, direction
from sphinx_docsnav.themes.addresses import Addresses
from sphinx_docsnav.themes.variable import Choice, Crumb, Entry

KEYS = {
    Kind.TAB: "tabs",
    Kind.ITEM: "menu",
    Kind.ANCHOR: "anchors",
    Kind.DROPDOWN: "dropdowns",
    Kind.PRODUCT: "products",
    Kind.VERSION: "versions",
    Kind.LANGUAGE: "languages",
}
"""The key of docs.json that lists elements of a kind; every kind of division has one."""

Note = Callable[["Element | Page", Entry], None]
"""Takes an item of the tree and the entry made of it."""


def divisions(element: Element) -> tuple[Element, ...]:
    """Return the divisions directly below *element*."""
    return element.divisions


@dataclass
class Viewer:
    """Makes plain data of the tree; holds what that needs to know of the site."""

    addresses: Addresses
    """Where documents are."""
    first_page: Callable[[Element], Page | None]
    """The first page a reader meets below an element."""
    draw: Callable[[Icon, str], str]
    """An icon as safe markup for pages at a prefix, or empty."""
    drilldown: bool
    """Titles of nested groups lead to their first page."""
    drilldown_set: bool = False
    """docs.json has ``drilldown``, whichever it is."""
    hanging: Callable[[str], Iterable[Page]] = field(default=lambda _docname: ())
    """Pages in the page's own toctrees."""
    number: Callable[[str], str] = field(default=lambda _docname: "")
    """The section number of a document, with what follows it; empty for none."""
    _visibility: Visibility = field(default_factory=Visibility)

    def shows(self, item: Element | Page) -> bool:
        """Return whether a reader sees *item* (`Visibility.shows`) and its link leads somewhere."""
        href = item.href if isinstance(item, Element) else item.url
        if href and not self.addresses.link(href, "")[0]:
            return False
        return self._visibility.shows(item)

    def choice(self, element: Element, prefix: str, current: frozenset[Element]) -> Choice:
        """Return a division as something to choose."""
        url, external = self.element(element, prefix)
        language = element.kind is Kind.LANGUAGE
        menu = [
            self.choice(item, prefix, current)
            for item in divisions(element)
            if item.kind is Kind.ITEM and self.shows(item)
        ]
        return Choice(
            kind=element.kind.value,
            label=autonym(element.code) if language else element.label,
            url="" if menu and element.kind is Kind.TAB else url,
            external=external,
            icon=self.draw(element.icon, prefix) if element.icon else "",
            tag=element.tag,
            description=element.description,
            color=element.color,
            code=browser_code(element.code) if language else "",
            direction=direction(element.code) if language else "",
            current=element in current,
            menu=menu,
            at_end=element.align == "end",
            key="",
        )

    def element(self, element: Element, prefix: str) -> tuple[str, bool]:
        """Return where an element leads and whether that is outside the site."""
        if element.href:
            return self.addresses.link(element.href, prefix)
        first = element.root or self.first_page(element)
        return self.addresses.page(first, prefix) if first else ("", False)

    def pages(self, items: Iterable[Element | Page]) -> Iterator[Page]:
        """Yield the pages that the sidebar lists for *items*."""
        for item in items:
            if not self.shows(item) or (isinstance(item, Element) and item.kind in KEYS):
                continue
            if isinstance(item, Page):
                yield from self.hanging(item.docname) if item.untitled else (item,)
            else:
                yield from () if item.root is None else (item.root,)
                yield from self.pages(item.children)

    def entries(
        self, items: Iterable[Element | Page], prefix: str, note: Note, level: int = 0
    ) -> list[Entry]:
        """Return the groups and pages among *items* as sidebar entries, hidden ones left out.

        :param note: called with each item and the entry made of it.
        """
        made = []
        for item in items:
            if not self.shows(item) or (isinstance(item, Element) and item.kind in KEYS):
                continue
            if isinstance(item, Page) and item.untitled:
                made += self.entries(self.hanging(item.docname), prefix, note, level)
                continue
            if isinstance(item, Element):
                entry = self._group(item, prefix, note, level)
            else:
                entry = self._page(item, prefix, note, level)
            note(item, entry)
            made.append(entry)
        return made

    def _page(self, page: Page, prefix: str, note: Note, level: int) -> Entry:
        url, external = self.addresses.page(page, prefix)
        method, _, _path = page.operation.partition(" ")
        return Entry(
            kind="page",
            label=self.number(page.docname) + (page.title or page.docname),
            url=url,
            external=external,
            icon=self.draw(page.icon, prefix) if page.icon else "",
            tag=page.tag,
            method=method,
            deprecated=page.deprecated,
            count=0,
            level=max(level, 1),
            expanded=False,
            current=False,
            here=False,
            children=self.entries(self.hanging(page.docname), prefix, note, max(level, 1) + 1),
        )

    def _group(self, group: Element, prefix: str, note: Note, level: int) -> Entry:
        url, external = self._title_leads_to(group, prefix, level)
        number = self.number(group.root.docname) if group.root else ""
        brought = self.hanging(group.root.docname) if group.root else ()
        children = self.entries((*brought, *group.children), prefix, note, level + 1)
        return Entry(
            kind="group",
            label=number + group.label.strip(),
            url=url,
            external=external,
            icon=self.draw(group.icon, prefix) if group.icon else "",
            tag=group.tag,
            method="",
            deprecated=False,
            count=len(children) if level and all(each["method"] for each in children) else 0,
            level=level,
            expanded=level == 0 or group.expanded,
            current=False,
            here=False,
            children=children,
        )

    def _title_leads_to(self, group: Element, prefix: str, level: int) -> tuple[str, bool]:
        """Return the target of a title: its root page; in nested groups, what drilldown sets.

        The page about a generated group, unless docs.json has ``drilldown`` for nested groups.
        """
        if group.root is not None:
            return self.addresses.page(group.root, prefix)
        if group.about and (level == 0 or not self.drilldown_set):
            return self.addresses.page(Page(group.about), prefix)
        if self.drilldown and level > 0:
            return self.element(group, prefix)
        return "", False

    def crumb(self, item: Element | Page, prefix: str) -> Crumb:
        """Return a step of the breadcrumbs."""
        if isinstance(item, Page):
            label = self.number(item.docname) + (item.title or item.docname)
            return Crumb(label=label, url=self.addresses.page(item, prefix)[0])
        if item.kind is Kind.GROUP:
            main = item.root or (Page(item.about) if item.about else None)
            url = self.addresses.page(main, prefix)[0] if main else ""
            number = self.number(item.root.docname) if item.root else ""
            return Crumb(label=number + item.label.strip(), url=url)
        label = autonym(item.code) if item.kind is Kind.LANGUAGE else item.label
        return Crumb(label=label, url=self.element(item, prefix)[0])
