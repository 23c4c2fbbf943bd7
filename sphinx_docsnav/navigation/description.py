"""Front matter of pages -> titles, icons … in the tree; the tree as JSON and as indented text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from sphinx_docsnav.docs_json.kinds import Kind
from sphinx_docsnav.faults import Fault, FaultKind, Report, Severity
from sphinx_docsnav.mdx.frontmatter import find_front_matter_position
from sphinx_docsnav.messages import did_you_mean
from sphinx_docsnav.navigation.page_facts import PageFacts
from sphinx_docsnav.navigation.site import Site
from sphinx_docsnav.navigation.tree import Element, Page
from sphinx_docsnav.openapi import Operation, Specification, Specifications, parse_reference
from sphinx_docsnav.openapi.endpoint_names import make_page_title
from sphinx_docsnav.sitefiles.nearest import find_nearest

_NO_FACTS = PageFacts()
_SHOWN = 3
"""How many names of specifications a message lists."""


def _ignore(_: Fault) -> None:
    """Discard a fault: the caller does not report any."""


def describe(
    site: Site,
    facts: Mapping[str, PageFacts],
    specs: Specifications,
    report: Report = _ignore,
    file_of: Callable[[str], Path | None] = lambda _: None,
) -> Site:
    """Return *site* with the titles, icons, tags and operations of its pages.

    The title of a page is its ``sidebarTitle``, its title, the summary of its operation, or a title
    made from its address, whichever exists first.

    :param facts: the facts of the pages, by docname.
    :param file_of: returns the file of a document, for messages.

    Faults: ``openapi_page`` for each page whose front matter names an operation that no
    specification has.
    """
    describer = _Describer(site, facts, specs, report, file_of)
    root = describer.describe_element(site.root)
    described = replace(site, root=root, operations=describer.operations)
    describer.find_unlisted_operations()
    return described


class _Describer:
    """Adds the facts of pages and their operations to a tree."""

    def __init__(
        self,
        site: Site,
        facts: Mapping[str, PageFacts],
        specs: Specifications,
        report: Report,
        file_of: Callable[[str], Path | None],
    ) -> None:
        self.file_of = file_of
        self.site = site
        self.facts = facts
        self.specs = specs
        self.report = report
        endpoints = site.navigation.endpoints if site.navigation else ()
        self.endpoints = {page.docname: page for page in endpoints}
        self.operations: dict[str, Operation] = dict(site.operations)
        self.unknown: dict[str, str] = {}
        """The names of unknown operations, by docname; empty if their specification is known."""

    def describe_element(self, element: Element) -> Element:
        """Return an element, with all below it, with the facts of pages."""
        children = tuple(
            self.describe_page(child) if isinstance(child, Page) else self.describe_element(child)
            for child in element.children
        )
        root = self.describe_page(element.root) if element.root else None
        return replace(element, children=children, root=root)

    def describe_page(self, page: Page) -> Page:
        """Return the entry of a page with its title, its icon and other facts."""
        docname = page.docname
        if not docname:
            # An index page has no document: Sphinx knows its title.
            builder_page = self.facts.get(page.url.strip("/"))
            return replace(
                page, title=page.own_title or (builder_page and builder_page.title) or page.title
            )
        facts = self.find_facts(docname)
        operation = self.find_operation(docname, facts, page.pointer)
        summary = operation.summary if operation else ""
        # The order of the service: front matter, the specification, the address.
        title = facts.sidebar_title or facts.title or summary or make_page_title(docname)
        return Page(
            docname,
            page.pointer,
            title=page.own_title or title,
            operation=self.find_marker(docname, facts, operation),
            icon=facts.icon,
            tag=facts.tag,
            hidden=facts.hidden,
            deprecated=facts.deprecated or (operation is not None and operation.deprecated),
            url=facts.url,
            own_title=page.own_title,
            untitled=facts.untitled and not (page.own_title or facts.sidebar_title),
            page_title=title if page.own_title else "",
            description="" if operation else facts.description,
        )

    def find_marker(self, docname: str, facts: PageFacts, operation: Operation | None) -> str:
        """Return what a list shows as the operation of a page; ``api`` if it is written by hand."""
        extra = dict(facts.extra)
        if extra.get("hideApiMarker") == "true":
            return ""
        by_hand = parse_reference(extra["api"]) if "api" in extra else None
        written_name = self.unknown.get(docname) or (by_hand.name if by_hand else "")
        return operation.name if operation else written_name

    def find_facts(self, docname: str) -> PageFacts:
        """Return the facts of a document, and those of the endpoint for which it is generated."""
        facts = self.facts.get(docname, _NO_FACTS)
        endpoint = self.endpoints.get(docname)
        return _complete_facts(facts, endpoint.facts) if endpoint else facts

    def find_operation(self, docname: str, facts: PageFacts, pointer: str) -> Operation | None:
        """Return the operation that a document shows; ``None`` if it shows none.

        :param pointer: the entry of the document in docs.json; empty without one.
        """
        if docname in self.operations:
            return self.operations[docname]
        if not facts.openapi or docname in self.unknown:
            return None
        # The specifications that apply to the entry in docs.json are searched first.
        navigation = self.site.navigation
        near = navigation.scopes.get(pointer, ()) if navigation else ()
        operation = self.specs.find_operation(facts.openapi, near=near)
        if operation is None:
            self.unknown[docname] = self.report_missing_operation(docname, facts.openapi, near)
        else:
            self.operations[docname] = operation
        return operation

    def report_missing_operation(
        self, docname: str, text: str, near: tuple[Specification, ...]
    ) -> str:
        """Report that no operation is called *text*; return its name if that may be right."""
        problem, message, hint = self.explain_missing_operation(text, near)
        path = self.file_of(docname)
        position = find_front_matter_position(path, "openapi") if path else None
        kind, warning = FaultKind.OPENAPI_PAGE, Severity.WARNING
        where = "" if path else f"page {docname!r}: "
        message = f"{where}{message}; the page shows no endpoint"
        self.report(Fault(kind, warning, message, path, position, hint=hint, problem=problem))
        reference = parse_reference(text) if problem else None
        return reference.name if reference else ""

    def explain_missing_operation(
        self, text: str, near: tuple[Specification, ...]
    ) -> tuple[str, str, str]:
        """Return why no operation is called *text*: the common cause, the message and a hint.

        A missing specification is the cause of any number of missing operations.
        """
        reference = parse_reference(text)
        if reference is None:
            hint = "write a method and a path, as in 'openapi: GET /pets'"
            return "", f"'openapi: {text}' is no endpoint", hint
        # A missing specification is named instead of each of its operations.
        if reference.source and not self.specs.has_source(text):
            problem = f"the site has no specification {reference.source!r}"
            similar_file = find_nearest(reference.source, self.specs.files)
            hint = did_you_mean(similar_file) or "write its path from the root"
            return problem, f"{problem}, which 'openapi: {text}' names", hint
        name = self.specs.find_similar(text, near=near)
        hint = did_you_mean(name)
        # The operation may be in a specification that could not be read.
        failed = self.specs.failed
        if failed and not near and not reference.source:
            names = ", ".join(map(repr, failed[:_SHOWN])) + (" …" if len(failed) > _SHOWN else "")
            problem = f"{names} could not be used"
            return problem, f"no specification has 'openapi: {text}', and {problem}", hint
        return "", f"no specification of the site has 'openapi: {text}'", hint

    def find_unlisted_operations(self) -> None:
        """Find the operations of documents that docs.json does not list."""
        for docname in self.site.unlisted:
            self.find_operation(docname, self.find_facts(docname), "")


def _complete_facts(facts: PageFacts, endpoint: PageFacts) -> PageFacts:
    """Return the facts of a page; missing ones are taken from its operation."""
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


def tree_as_json(site: Site) -> dict[str, object]:
    """Return ``{"navigation": ELEMENT}``; what is empty or false is left out.

    Source: DESIGN, "The tree as JSON".
    """
    return {"navigation": _convert_element(site.root)}


def _convert_element(element: Element) -> dict[str, object]:
    fields: dict[str, object] = {
        "kind": element.kind.value,
        "label": element.label,
        "tag": element.tag,
        "href": element.href,
        "description": element.description,
        "icon": element.icon.name if element.icon else "",
        "expanded": element.expanded,
        "hidden": element.hidden,
        "default": element.default,
        "root": element.root.docname if element.root else "",
        "children": [
            _convert_page(child) if isinstance(child, Page) else _convert_element(child)
            for child in element.children
        ],
        "global": [_convert_element(child) for child in element.global_elements],
    }
    return {key: value for key, value in fields.items() if value}


def _convert_page(page: Page) -> dict[str, object]:
    fields: dict[str, object] = {
        "kind": "page",
        "docname": page.docname,
        "href": "" if page.docname else page.url,
        "title": page.title,
        "operation": page.operation,
        "icon": page.icon.name if page.icon else "",
        "tag": page.tag,
        "hidden": page.hidden,
        "deprecated": page.deprecated,
    }
    return {key: value for key, value in fields.items() if value}


def tree_as_text(site: Site) -> str:
    """Return the tree as one line per element or page, two blanks per level.

    ``tab Guides``, ``group Basics [root=intro]``, ``- quickstart "Quickstart"``.
    """
    return "".join(f"{line}\n" for line in _write_lines(site.root, 0))


def _write_lines(element: Element, depth: int) -> Iterator[str]:
    indent = "  " * depth
    for item in element.global_elements:
        # Global elements have no level: readers see them above all others.
        yield f"{indent}global {_write_element_line(item)}"
    for child in element.children:
        if isinstance(child, Page):
            yield f"{indent}{_write_page_line(child)}"
        else:
            yield f"{indent}{_write_element_line(child)}"
            yield from _write_lines(child, depth + 1)


def _write_element_line(element: Element) -> str:
    flags = ("expanded", "hidden", "default")
    notes = [flag for flag in flags if getattr(element, flag)]
    if element.root is not None:
        notes.append(f"root={element.root.docname}")
    if element.tag:
        notes.append(f"tag={element.tag}")
    if element.icon:
        notes.append(f"icon={element.icon.name}")
    kind = element.kind.value if element.kind is not Kind.NAVIGATION else ""
    link = f" -> {element.href}" if element.href else ""
    return _replace_unprintable(f"{kind} {element.label}{link}{_write_notes(notes)}")


def _write_page_line(page: Page) -> str:
    notes = [flag for flag in ("hidden", "deprecated") if getattr(page, flag)]
    if page.tag:
        notes.append(f"tag={page.tag}")
    if page.icon:
        notes.append(f"icon={page.icon.name}")
    title = f' "{page.title}"' if page.title else ""
    operation = f" ({page.operation})" if page.operation else ""
    return _replace_unprintable(
        f"- {page.docname or f'-> {page.url}'}{title}{operation}{_write_notes(notes)}"
    )


def _write_notes(notes: list[str]) -> str:
    return f" [{', '.join(notes)}]" if notes else ""


def _replace_unprintable(text: str) -> str:
    return "".join(c if c.isprintable() else " " for c in text)
