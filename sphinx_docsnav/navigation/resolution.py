"""docs.json and specifications -> the tree, with endpoint references looked up.

Source: docs.json specification, 2.3 rules 15 to 17; facts on the service, section c.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING

from sphinx_docsnav.docs_json.json_source import JsonSource
from sphinx_docsnav.docs_json.kinds import PageEntry
from sphinx_docsnav.faults import Fault, FaultKind, Report, Severity
from sphinx_docsnav.navigation.endpoint_pages import EndpointPage, EndpointPages
from sphinx_docsnav.navigation.reference_pages import (
    ALL_ENDPOINTS,
    ApiReferences,
    ReferenceSource,
)
from sphinx_docsnav.navigation.tag_groups import (
    generated_groups,
    with_pages_about,
)
from sphinx_docsnav.navigation.tree import Element, Page
from sphinx_docsnav.openapi import (
    EndpointReference,
    Operation,
    Specification,
    SpecificationError,
    Specifications,
    parse_reference,
)
from sphinx_docsnav.openapi.endpoint_names import DEFAULT_DIRECTORY, METHODS, WEBHOOK

if TYPE_CHECKING:
    from sphinx_docsnav.docs_json import DocsJson
    from sphinx_docsnav.docs_json.models import ElementModel
from sphinx_docsnav.sitefiles.hidden_characters import hidden_characters, visible_name


@dataclass(frozen=True, slots=True)
class ResolvedNavigation:
    """The navigation as docs.json and specifications have it; pages are not looked for yet."""

    root: Element
    """The tree. Pages have docs.json's paths as docnames, as written."""
    endpoints: tuple[EndpointPage, ...]
    """The pages to make for operations, listed or not; where the site has a
    file for one, that is the page."""
    source: JsonSource
    """Positions in docs.json, for messages."""
    scopes: Mapping[str, tuple[Specification, ...]] = field(default_factory=dict)
    """For each page entry, by pointer, the specifications that hold there."""
    references: ApiReferences = field(default_factory=ApiReferences)
    """The pages to make about whole specifications."""
    unread: frozenset[str] = frozenset()
    """The folders of the pages of specifications that could not be read: none of them exists."""
    in_one_row: bool = False
    """Previous and next lead across divisions, as those of toctrees do."""


def resolve(  # noqa: PLR0913 -- all but three have a default and are passed by name
    docs: DocsJson,
    specs: Specifications,
    report: Report,
    page_operations: Mapping[str, str] = MappingProxyType({}),
    *,
    in_order_of_tags: bool = False,
    standalone: Mapping[str, str] = MappingProxyType({}),
) -> ResolvedNavigation:
    """Return the tree of *docs*, with a page for every operation it selects.

    :param page_operations: front matter ``openapi`` of the site's own pages, by docname.
    :param standalone: specifications whose pages are no part of the tree, by the document
        that introduces each, and, if it is to exist, by the one with all endpoints beside it.
    :param in_order_of_tags: generated groups have the order of the specification's ``tags``.

    An element's ``openapi`` holds for all below, down to the next one. Where no
    endpoint reference below uses it, every operation becomes a page, in groups
    by first tag, after the element's own children.

    Faults: ``openapi_missing`` and ``openapi_invalid`` once per element,
    ``openapi_remote`` once per address, ``endpoint_missing`` once per reference.
    The specifications of ``api.openapi`` are for the front matter of pages; a fault
    in them is a warning.
    """
    # Overlays change specifications, so they are known before the first one is loaded.
    specs.set_overlays(_overlays(docs))
    resolver = _NavigationResolver(docs.source, specs, report)
    # Those of `api.openapi` come first where front matter names no specification.
    specs.named = tuple(resolver.named(docs))
    resolver.in_order_of_tags = in_order_of_tags
    root = resolver.element(docs.navigation, None)
    lists = _find_all_endpoints(standalone)
    introductions = {name: source for name, source in standalone.items() if name not in lists}
    standalone_places = list(resolver.standalone(introductions))
    endpoints = tuple(resolver.pages.made)
    references = ApiReferences(
        zip(endpoints, resolver.pages.directories, strict=True),
        resolver.shown_elsewhere(page_operations),
        resolver.pages.free,
        (*standalone_places, *resolver.generated()),
        lists.union(page.docname.strip("/ ") for page in root.pages()),
    )
    # Titles of generated groups lead to the pages about their tags, which exist only now.
    root = with_pages_about(root, references.about_groups)
    return ResolvedNavigation(
        root, endpoints, docs.source, resolver.scopes, references, frozenset(resolver.unread)
    )


def _overlays(docs: DocsJson) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the sources of all elements with the overlays that change each."""
    yield from docs.api.openapi.overlays if docs.api.openapi else ()
    for element in _models_of(docs):
        if not isinstance(element, PageEntry):
            yield from element.openapi.overlays if element.openapi else ()


def _models_of(docs: DocsJson) -> Iterator[ElementModel | PageEntry]:
    """Yield the elements and entries of the navigation, in the order of the file."""
    waiting: list[ElementModel | PageEntry] = [docs.navigation]
    while waiting:
        element = waiting.pop()
        yield element
        if not isinstance(element, PageEntry):
            waiting += reversed((*element.children, *element.global_))


def may_have_operations(docs: DocsJson) -> bool:
    """Return whether *docs* names a specification or an operation; neither has to exist."""
    return docs.api.openapi is not None or any(
        parse_reference(element.text) is not None
        if isinstance(element, PageEntry)
        else element.openapi is not None
        for element in _models_of(docs)
    )


def link_page(entry: PageEntry) -> Page:
    """Return the entry of the tree for a link in ``pages``."""
    title = entry.title or entry.href
    return Page("", entry.pointer, title=title, url=entry.href, own_title=title)


@dataclass(eq=False, slots=True)
class _OpenApiScope:
    """An element's own ``openapi``, seen from below."""

    specifications: tuple[Specification, ...]
    """Those that could be loaded."""
    directory: str | None
    """The folder of its endpoint pages; ``None`` if docs.json names none."""
    used: bool = False
    """A reference below took its specification from here."""
    broken: bool = False
    """A specification could not be loaded, which was reported."""


def _find_all_endpoints(standalone: Mapping[str, str]) -> set[str]:
    """Return the documents with all endpoints of a specification that another one introduces."""
    introduced = {(_find_folder(docname), source) for docname, source in standalone.items()}
    return {
        docname
        for docname, source in standalone.items()
        if docname.rpartition("/")[2] == ALL_ENDPOINTS
        and (docname.rpartition("/")[0], source) in introduced
    }


def _find_folder(docname: str) -> str:
    """Return the folder of the pages of the specification that a document introduces."""
    return docname.removesuffix("index").strip("/")


class _NavigationResolver:
    def __init__(self, source: JsonSource, specs: Specifications, report: Report) -> None:
        self.source = source
        self.specs = specs
        self.report = report
        self.pages = EndpointPages()
        self.in_order_of_tags = False
        self.made: dict[tuple[Specification, str | None], list[Element]] = {}
        self.scopes: dict[str, tuple[Specification, ...]] = {}
        self.near: dict[str, tuple[Specification, ...]] = {}
        self.empty: set[str] = set()
        self.unread: set[str] = set()

    def element(
        self, model: ElementModel, above: _OpenApiScope | None, listing: str = ""
    ) -> Element:
        """Return the element of *model* with all below it.

        :param above: the nearest ``openapi`` around it, *listing* the nearest ``directory``.
        """
        scope = self.scope(model)
        listing = model.directory or listing
        # Children come first: whether one of them uses the specification decides about groups.
        children = list(self.children(model, scope or above, listing))
        # Rule 16: `openapi` without a reference below lists every operation.
        if scope is not None and not scope.used and not model.href:
            for specification in scope.specifications:
                groups = list(self.groups(specification, scope.directory))
                self.made.setdefault((specification, scope.directory), []).extend(groups)
                children.extend(groups)
        return Element.of_model(
            model,
            children=tuple(children),
            root=self.page(model.root, scope or above) if model.root else None,
            listing="" if listing == "none" else listing,
            global_elements=tuple(self.element(item, None) for item in model.global_),
        )

    def children(
        self, model: ElementModel, scope: _OpenApiScope | None, listing: str
    ) -> Iterable[Element | Page]:
        for child in model.children:
            if not isinstance(child, PageEntry):
                # Pages of versions from git are added when these are built.
                if not child.is_elsewhere:
                    yield self.element(child, scope, listing)
                continue
            if child.href:
                yield link_page(child)
                continue
            reference = parse_reference(child.text)
            if reference is None or not self.is_reference(reference, scope):
                yield self.page(child, scope)
            else:
                page = self.endpoint(reference, child, scope)
                if page is not None:
                    yield page

    def page(self, entry: PageEntry, scope: _OpenApiScope | None) -> Page:
        if scope is not None and scope.specifications:
            self.scopes[entry.pointer] = scope.specifications
            # The first entry of a page decides for its front matter, as everywhere.
            self.near.setdefault(entry.text.strip("/ "), scope.specifications)
        return Page(entry.text, entry.pointer, own_title=entry.title)

    # --- specifications ---

    def named(self, docs: DocsJson) -> Iterable[Specification]:
        """Yield the specifications of ``api.openapi``; no build depends on them alone."""
        if docs.api.openapi is not None:
            for source in docs.api.openapi.sources:
                specification = self.load(source, "/api/openapi", Severity.WARNING)
                if specification is not None:
                    yield specification

    def scope(self, model: ElementModel) -> _OpenApiScope | None:
        """Return what *model*'s own ``openapi`` means, ``None`` if it has none."""
        if model.openapi is None:
            return None
        loaded = []
        for source in model.openapi.sources:
            specification = self.load(source, f"{model.pointer}/openapi")
            if specification is not None:
                loaded.append(specification)
            # The reported specification is the cause of missing pages: links to them are not
            # reported.
            else:
                directory = model.openapi.directory
                folder = DEFAULT_DIRECTORY if directory is None else directory.strip("/").lower()
                self.unread.add(folder)
        self.report_directory(model.openapi.directory or "", f"{model.pointer}/openapi")
        broken = len(loaded) < len(model.openapi.sources)
        return _OpenApiScope(tuple(loaded), model.openapi.directory, broken=broken)

    def report_directory(self, directory: str, pointer: str) -> None:
        """Report hidden characters in the folder of endpoint pages, which addresses lack."""
        if hidden := hidden_characters(directory, visible_name(directory)):
            message = f"'directory' has {hidden}, which addresses leave out"
            self.report(self.source.warning(FaultKind.PAGE_PATH, pointer, message, "remove it"))

    def load(
        self, source: str, pointer: str, severity: Severity | None = None
    ) -> Specification | None:
        """Return a specification, ``None`` after a fault; *severity* instead of the fault's own."""
        try:
            specification = self.specs.load(source)
        except SpecificationError as error:
            # The same broken file is reported once, a missing one at each place that names it.
            once = error.kind is not FaultKind.OPENAPI_MISSING
            if not (once and error.reported):
                error.reported = True
                fault = self.source.fault(
                    error.kind, severity or error.severity, pointer, error.message, error.hint
                )
                self.report(fault)
            return None
        self.report_empty(specification, pointer)
        return specification

    def report_empty(self, specification: Specification, pointer: str) -> None:
        """Report a specification without any operation, once."""
        why, hint = specification.explain_emptiness()
        if why and specification.name not in self.empty:
            self.empty.add(specification.name)
            message = f"no pages are made from specification {specification.name!r}: {why}"
            kind = FaultKind.OPENAPI_INVALID
            self.report(self.source.error(kind, pointer, message, hint))

    def groups(self, specification: Specification, directory: str | None) -> Iterable[Element]:
        """Return the groups of every operation of *specification*, after making their pages."""
        entries = [
            (operation, self.pages.page(operation, directory))
            for operation in specification.operations
            if not operation.excluded
        ]
        return generated_groups(specification, entries, in_order_of_tags=self.in_order_of_tags)

    def generated(self) -> Iterable[ReferenceSource]:
        """Yield the generated groups of docs.json, once for each specification and directory."""
        for (specification, directory), groups in self.made.items():
            yield ReferenceSource(specification, directory, tuple(groups))

    def standalone(self, sources: Mapping[str, str]) -> Iterable[ReferenceSource]:
        """Yield the references that docs.json does not contain, after making their pages.

        Faults: those of specifications, without a position in docs.json.
        """
        for docname, source in sources.items():
            try:
                specification = self.specs.load(source)
            except SpecificationError as error:
                path = None if "://" in source else self.specs.root / source
                position = error.position if path else None
                self.report(
                    Fault(
                        error.kind, error.severity, error.message, path, position, hint=error.hint
                    )
                )
                continue
            why, hint = specification.explain_emptiness()
            if why:
                message = f"no pages are made for document {docname!r}: {why}"
                path = specification.document.path
                kind = FaultKind.OPENAPI_INVALID
                self.report(Fault(kind, Severity.ERROR, message, path, hint=hint))
                continue
            folder = _find_folder(docname)
            self.pages.free(docname)
            groups = self.groups(specification, folder)
            yield ReferenceSource(specification, folder, tuple(groups), docname)

    def shown_elsewhere(self, page_operations: Mapping[str, str]) -> Iterable[Specification]:
        """Yield the specifications of the operations that pages of the site's own show."""
        for docname, text in page_operations.items():
            operation = self.specs.find_operation(text, near=self.near.get(docname, ()))
            if operation is not None:
                yield operation.specification

    # --- endpoint references ---

    def is_reference(self, reference: EndpointReference, scope: _OpenApiScope | None) -> bool:
        """Return whether an entry that reads like a reference is one here.

        Without a specification in sight, what does not look like a path after
        a method is a page path with blanks in it.
        """
        return scope is not None or bool(reference.source) or reference.path.startswith("/")

    def endpoint(
        self, reference: EndpointReference, entry: PageEntry, scope: _OpenApiScope | None
    ) -> Page | None:
        """Return the page of the operation that *reference* names, ``None`` after a fault."""
        candidates, directory = self.candidates(reference, entry, scope)
        if candidates is None:
            return None
        for specification in candidates:
            operation = specification.find(reference)
            if operation is not None:
                if operation.path != reference.path:
                    message = f"endpoint {reference.name!r} is {operation.name!r} in"
                    message = f"{message} {specification.name!r}, which is listed"
                    hint = f"write {operation.name!r}"
                    kind = FaultKind.PAGE_PATH
                    self.report(self.source.warning(kind, entry.pointer, message, hint))
                return self.operation_page(operation, directory, entry)
        self.missing(reference, candidates, entry)
        return None

    def candidates(
        self, reference: EndpointReference, entry: PageEntry, scope: _OpenApiScope | None
    ) -> tuple[Sequence[Specification] | None, str | None]:
        """Return the specifications to look in, ``None`` after a fault, and the directory."""
        directory = scope.directory if scope else None
        if reference.source:
            specification = self.load(reference.source, entry.pointer)
            return None if specification is None else (specification,), directory
        if scope is None:
            message = f"no specification is named for endpoint {reference.name!r}; left out"
            hint = f"add 'openapi' to an element above, or write 'openapi.json {reference.name}'"
            self.error(message, entry, hint)
            return None, directory
        scope.used = True
        # The operation may be in the specification that could not be loaded, which was reported.
        if scope.broken and not any(s.find(reference) for s in scope.specifications):
            return None, directory
        return scope.specifications, directory

    def operation_page(
        self, operation: Operation, directory: str | None, entry: PageEntry
    ) -> Page | None:
        if not operation.excluded:
            return self.pages.page(operation, directory, entry.pointer)
        message = f"endpoint {operation.name!r} has 'x-excluded' and so no page; left out"
        self.error(message, entry, "remove this entry, or 'x-excluded' in the specification")
        return None

    def missing(
        self, reference: EndpointReference, searched: Sequence[Specification], entry: PageEntry
    ) -> None:
        # Name the cause that the author can see first: the method, the path, then the endpoint.
        names = " or ".join(repr(s.name) for s in searched)
        methods = [m for s in searched for m in s.list_methods(reference.path)]
        near = next(filter(None, (s.find_similar(reference) for s in searched)), "")
        hint = f"did you mean {near!r}?" if near else ""
        if methods:
            hint = f"it has {', '.join(methods)}"
        if reference.method not in (*METHODS, WEBHOOK):
            problem = f"{reference.method.upper()!r} is not an HTTP method"
        elif methods:
            problem = f"{reference.path!r} in {names} has no method {reference.method.upper()}"
        else:
            problem = f"endpoint {reference.name!r} is not in {names}"
        self.error(f"{problem}; left out", entry, hint)

    def error(self, message: str, entry: PageEntry, hint: str = "") -> None:
        self.report(self.source.error(FaultKind.ENDPOINT_MISSING, entry.pointer, message, hint))
