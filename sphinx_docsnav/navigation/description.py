"""What pages say about themselves -> titles, icons, tags and operations in the tree."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from sphinx_docsnav.faults import Fault, FaultKind, Report, Severity
from sphinx_docsnav.navigation.page_facts import PageFacts
from sphinx_docsnav.navigation.site import Site
from sphinx_docsnav.navigation.tree import Element, Page
from sphinx_docsnav.openapi.endpoint_slugs import title_of
from sphinx_docsnav.openapi.operation import Operation
from sphinx_docsnav.openapi.specification import Specification
from sphinx_docsnav.openapi.specifications import Specifications

_NO_FACTS = PageFacts()


def _ignore(_: Fault) -> None:
    """Drop a fault: the caller has asked for none."""


def describe(
    site: Site,
    facts: Mapping[str, PageFacts],
    specs: Specifications,
    report: Report = _ignore,
) -> Site:
    """Return *site* with what its pages say about themselves.

    A page's title is its ``sidebarTitle``, else its title, else its
    operation's summary, else made from its address.

    :param facts: of every document that has any, by docname.

    Faults: ``openapi_page`` once per page whose front matter names an operation
    that no specification has.
    """
    describer = _Describer(site, facts, specs, report)
    root = describer.element(site.root)
    described = Site(
        root,
        unlisted=site.unlisted,
        navigation=site.navigation,
        endpoints=site.endpoints,
        operations=describer.operations,
        reference_pages=site.reference_pages,
    )
    describer.unlisted()
    return described


class _Describer:
    def __init__(
        self, site: Site, facts: Mapping[str, PageFacts], specs: Specifications, report: Report
    ) -> None:
        self.site = site
        self.facts = facts
        self.specs = specs
        self.report = report
        endpoints = site.navigation.endpoints if site.navigation else ()
        self.endpoints = {page.docname: page for page in endpoints}
        self.operations: dict[str, Operation] = dict(site.operations)
        self.unknown: set[str] = set()

    def element(self, element: Element) -> Element:
        children = tuple(
            self.page(child) if isinstance(child, Page) else self.element(child)
            for child in element.children
        )
        root = self.page(element.root) if element.root else None
        return replace(element, children=children, root=root)

    def page(self, page: Page) -> Page:
        docname = page.docname
        if not docname:
            said = self.facts.get(page.url.strip("/"))
            return replace(page, title=page.own_title or (said and said.title) or page.title)
        facts = self.facts_of(docname)
        operation = self.operation(docname, facts, page.pointer)
        summary = operation.summary if operation else ""
        return Page(
            docname,
            page.pointer,
            title=page.own_title
            or facts.sidebar_title
            or facts.title
            or summary
            or title_of(docname),
            operation=operation.name if operation else "",
            icon=facts.icon,
            tag=facts.tag,
            hidden=facts.hidden,
            deprecated=facts.deprecated or (operation is not None and operation.deprecated),
            url=facts.url,
            own_title=page.own_title,
        )

    def facts_of(self, docname: str) -> PageFacts:
        facts = self.facts.get(docname, _NO_FACTS)
        endpoint = self.endpoints.get(docname)
        return _completed(facts, endpoint.facts) if endpoint else facts

    def operation(self, docname: str, facts: PageFacts, pointer: str) -> Operation | None:
        """Return the operation a document shows, ``None`` if it shows none."""
        if docname in self.operations:
            return self.operations[docname]
        if not facts.openapi or docname in self.unknown:
            return None
        near = self.scope(pointer)
        operation = self.specs.operation(facts.openapi, near=near)
        if operation is None:
            self.unknown.add(docname)
            self.missing(docname, facts.openapi, near)
        else:
            self.operations[docname] = operation
        return operation

    def scope(self, pointer: str) -> tuple[Specification, ...]:
        navigation = self.site.navigation
        return navigation.scopes.get(pointer, ()) if navigation else ()

    def missing(self, docname: str, text: str, near: tuple[Specification, ...]) -> None:
        name = self.specs.nearest(text, near=near)
        self.report(
            Fault(
                FaultKind.OPENAPI_PAGE,
                Severity.WARNING,
                f"page {docname!r}: 'openapi: {text}' names no operation of the site's "
                "specifications; built without one",
                hint=f"nearest is {name!r}" if name else "",
            )
        )

    def unlisted(self) -> None:
        """Find the operations of documents that docs.json does not list."""
        for docname in self.site.unlisted:
            self.operation(docname, self.facts_of(docname), "")


def _completed(facts: PageFacts, endpoint: PageFacts) -> PageFacts:
    """Return what a page says, with what is said of its operation where it is silent."""
    return replace(
        facts,
        title=facts.title or endpoint.title,
        sidebar_title=facts.sidebar_title or endpoint.sidebar_title,
        description=facts.description or endpoint.description,
        icon=facts.icon or endpoint.icon,
        tag=facts.tag or endpoint.tag,
        hidden=facts.hidden or endpoint.hidden,
        deprecated=facts.deprecated or endpoint.deprecated,
    )
