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
from sphinx_docsnav.messages import did_you_mean
from sphinx_docsnav.navigation.endpoint_pages import (
    EndpointPage,
    EndpointPages,
    link_group_titles,
    make_tag_groups,
)
from sphinx_docsnav.navigation.reference_pages import (
    ALL_ENDPOINTS,
    ApiReferences,
    ReferenceSource,
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
from sphinx_docsnav.sitefiles.hidden_characters import describe_hidden_characters, make_visible_name

if TYPE_CHECKING:
    from sphinx_docsnav.docs_json import DocsJson
    from sphinx_docsnav.docs_json.models import ElementModel


@dataclass(frozen=True, slots=True)
class ResolvedNavigation:
    """The navigation of docs.json and specifications, before the files of pages are searched."""

    root: Element
    """The tree; the docnames of its pages are the paths in docs.json, as they are written."""
    endpoints: tuple[EndpointPage, ...]
    """The pages of operations, whether docs.json lists them or not; a file of the site with the
    same docname replaces one."""
    source: JsonSource
    """Positions in docs.json, for messages."""
    scopes: Mapping[str, tuple[Specification, ...]] = field(default_factory=dict)
    """The specifications that apply to each entry, by the pointer of the entry."""
    references: ApiReferences = field(default_factory=ApiReferences)
    """The pages about whole specifications."""
    unread: frozenset[str] = frozenset()
    """The folders of the pages of specifications that could not be read; the pages are missing."""
    in_one_row: bool = False
    """Whether the links to the previous and the next page lead across divisions, as in toctrees."""


def resolve(  # noqa: PLR0913 -- all but three have a default and are passed by name
    docs: DocsJson,
    specs: Specifications,
    report: Report,
    page_operations: Mapping[str, str] = MappingProxyType({}),
    *,
    in_order_of_tags: bool = False,
    standalone: Mapping[str, str] = MappingProxyType({}),
) -> ResolvedNavigation:
    """Return the navigation of docs.json, with a page for each operation that it selects.

    The ``openapi`` of an element applies to everything below it, down to the next element with one.
    If no reference below names one of its endpoints, each operation has a page, in groups by the
    first tag, after the children of the element.

    :param page_operations: ``openapi`` in the front matter of the pages of the site, by docname.
    :param standalone: specifications whose pages are not in the tree, by the document that
        introduces each, and by the document with all its endpoints if that is to exist.
    :param in_order_of_tags: whether generated groups have the order of the ``tags`` of the
        specification.

    Faults: ``openapi_missing`` and ``openapi_invalid`` once for each element, ``openapi_remote``
    once for each address, ``endpoint_missing`` once for each reference. The specifications of
    ``api.openapi`` are for the front matter of pages; a fault in them is a warning.
    """
    # Overlays change specifications, so they must be set before the first one is loaded.
    specs.set_overlays(_find_overlays(docs))
    resolver = _NavigationResolver(docs.source, specs, report)
    # For front matter without a specification, those of `api.openapi` are searched first.
    specs.named = tuple(resolver.load_named(docs))
    resolver.in_order_of_tags = in_order_of_tags
    root = resolver.resolve_element(docs.navigation, None)
    lists = _find_all_endpoints(standalone)
    introductions = {name: source for name, source in standalone.items() if name not in lists}
    standalone_sources = list(resolver.load_standalone(introductions))
    endpoints = tuple(resolver.endpoints.pages)
    references = ApiReferences(
        zip(endpoints, resolver.endpoints.directories, strict=True),
        resolver.find_specifications_of_pages(page_operations),
        resolver.endpoints.claim_docname,
        (*standalone_sources, *resolver.list_generated()),
        lists.union(page.docname.strip("/ ") for page in root.pages()),
    )
    # Titles of generated groups lead to the pages about their tags, which exist only now.
    root = link_group_titles(root, references.about_groups)
    return ResolvedNavigation(
        root, endpoints, docs.source, resolver.scopes, references, frozenset(resolver.unread)
    )


def _find_overlays(docs: DocsJson) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the source of each specification in docs.json with the overlays that change it."""
    yield from docs.api.openapi.overlays if docs.api.openapi else ()
    for element in docs.navigation.walk():
        if not isinstance(element, PageEntry):
            yield from element.openapi.overlays if element.openapi else ()


def may_have_operations(docs: DocsJson) -> bool:
    """Return whether docs.json names a specification or an operation, existing or not."""
    return docs.api.openapi is not None or any(
        parse_reference(element.text) is not None
        if isinstance(element, PageEntry)
        else element.openapi is not None
        for element in docs.navigation.walk()
    )


def make_link_page(entry: PageEntry) -> Page:
    """Return the entry of the tree for a link in ``pages``."""
    title = entry.title or entry.href
    return Page("", entry.pointer, title=title, url=entry.href, own_title=title)


@dataclass(eq=False, slots=True)
class _OpenApiScope:
    """The ``openapi`` of an element, as it applies to the elements below."""

    specifications: tuple[Specification, ...]
    """The specifications that could be loaded."""
    directory: str | None
    """The folder of its endpoint pages; ``None`` if docs.json names none."""
    used: bool = False
    """Whether a reference below names an endpoint without a specification of its own."""
    broken: bool = False
    """Whether a specification could not be loaded, which has been reported."""


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
    """Makes the tree of docs.json, and collects the pages of operations on the way."""

    def __init__(self, source: JsonSource, specs: Specifications, report: Report) -> None:
        self.source = source
        self.specs = specs
        self.report = report
        self.endpoints = EndpointPages()
        self.in_order_of_tags = False
        self.generated_groups: dict[tuple[Specification, str | None], list[Element]] = {}
        """The groups of each specification and directory that docs.json lists as a whole."""
        self.scopes: dict[str, tuple[Specification, ...]] = {}
        """The specifications that apply to each entry, by the pointer of the entry."""
        self.specifications_by_page: dict[str, tuple[Specification, ...]] = {}
        """The specifications that apply to the first entry of each page, by its path."""
        self.reported_empty: set[str] = set()
        """The names of the specifications without operations that have been reported."""
        self.unread: set[str] = set()
        """The folders of the pages of specifications that could not be read."""

    def resolve_element(
        self, model: ElementModel, outer_scope: _OpenApiScope | None, listing: str = ""
    ) -> Element:
        """Return an element with everything below it.

        :param outer_scope: the closest ``openapi`` above the element.
        :param listing: the closest ``directory`` above the element.
        """
        scope = self.load_scope(model)
        listing = model.directory or listing
        # Children come first: whether one of them uses the specification decides about groups.
        children = list(self.resolve_children(model, scope or outer_scope, listing))
        # Rule 16: `openapi` without a reference below lists every operation.
        if scope is not None and not scope.used and not model.href:
            for specification in scope.specifications:
                groups = list(self.make_groups(specification, scope.directory))
                key = (specification, scope.directory)
                self.generated_groups.setdefault(key, []).extend(groups)
                children.extend(groups)
        return Element.of_model(
            model,
            children=tuple(children),
            root=self.resolve_page(model.root, scope or outer_scope) if model.root else None,
            listing="" if listing == "none" else listing,
            global_elements=tuple(self.resolve_element(item, None) for item in model.global_),
        )

    def resolve_children(
        self, model: ElementModel, scope: _OpenApiScope | None, listing: str
    ) -> Iterator[Element | Page]:
        """Yield the children of an element, without the references that have been reported."""
        for child in model.children:
            if not isinstance(child, PageEntry):
                # Pages of versions from git are added when these are built.
                if not child.is_elsewhere:
                    yield self.resolve_element(child, scope, listing)
                continue
            if child.href:
                yield make_link_page(child)
                continue
            reference = parse_reference(child.text)
            if reference is None or not _is_reference(reference, scope):
                yield self.resolve_page(child, scope)
            else:
                page = self.resolve_reference(reference, child, scope)
                if page is not None:
                    yield page

    def resolve_page(self, entry: PageEntry, scope: _OpenApiScope | None) -> Page:
        """Return the entry of a page, and note the specifications that apply to it."""
        if scope is not None and scope.specifications:
            self.scopes[entry.pointer] = scope.specifications
            # If a page has several entries, the first one applies to its front matter.
            path = entry.text.strip("/ ")
            self.specifications_by_page.setdefault(path, scope.specifications)
        return Page(entry.text, entry.pointer, own_title=entry.title)

    # --- specifications ---

    def load_named(self, docs: DocsJson) -> Iterator[Specification]:
        """Yield the specifications of ``api.openapi``; faults in them are warnings."""
        if docs.api.openapi is not None:
            for source in docs.api.openapi.sources:
                specification = self.load(source, "/api/openapi", Severity.WARNING)
                if specification is not None:
                    yield specification

    def load_scope(self, model: ElementModel) -> _OpenApiScope | None:
        """Return the specifications of the ``openapi`` of an element; ``None`` if it has none."""
        if model.openapi is None:
            return None
        loaded = []
        for source in model.openapi.sources:
            specification = self.load(source, f"{model.pointer}/openapi")
            if specification is not None:
                loaded.append(specification)
            else:
                # The specification has been reported, so links to its pages are not.
                directory = model.openapi.directory
                folder = DEFAULT_DIRECTORY if directory is None else directory.strip("/").lower()
                self.unread.add(folder)
        self.report_directory(model.openapi.directory or "", f"{model.pointer}/openapi")
        broken = len(loaded) < len(model.openapi.sources)
        return _OpenApiScope(tuple(loaded), model.openapi.directory, broken=broken)

    def report_directory(self, directory: str, pointer: str) -> None:
        """Report hidden characters in the folder of endpoint pages, which addresses leave out."""
        if hidden := describe_hidden_characters(directory, make_visible_name(directory)):
            message = f"'directory' has {hidden}, which addresses leave out"
            self.report(self.source.warning(FaultKind.PAGE_PATH, pointer, message, "remove it"))

    def load(
        self, source: str, pointer: str, severity: Severity | None = None
    ) -> Specification | None:
        """Return a specification; ``None`` if it cannot be loaded, which is reported.

        :param severity: the severity of a fault; by default that of the error.
        """
        try:
            specification = self.specs.load(source)
        except SpecificationError as error:
            # A broken file is reported once; a missing one, at each entry that names it.
            is_missing = error.kind is FaultKind.OPENAPI_MISSING
            if is_missing or not error.reported:
                error.reported = True
                fault = self.source.fault(
                    error.kind, severity or error.severity, pointer, error.message, error.hint
                )
                self.report(fault)
            return None
        self.report_empty(specification, pointer)
        return specification

    def report_empty(self, specification: Specification, pointer: str) -> None:
        """Report once that a specification has no operations."""
        reason, hint = specification.explain_emptiness()
        if reason and specification.name not in self.reported_empty:
            self.reported_empty.add(specification.name)
            message = f"no pages are made from specification {specification.name!r}: {reason}"
            kind = FaultKind.OPENAPI_INVALID
            self.report(self.source.error(kind, pointer, message, hint))

    def make_groups(self, specification: Specification, directory: str | None) -> Iterable[Element]:
        """Make the pages of all operations of a specification, and return their groups."""
        entries = [
            (operation, self.endpoints.add_entry(operation, directory))
            for operation in specification.operations
            if not operation.excluded
        ]
        return make_tag_groups(specification, entries, in_order_of_tags=self.in_order_of_tags)

    def list_generated(self) -> Iterator[ReferenceSource]:
        """Yield the generated groups of docs.json, once for each specification and directory."""
        for (specification, directory), groups in self.generated_groups.items():
            yield ReferenceSource(specification, directory, tuple(groups))

    def load_standalone(self, sources: Mapping[str, str]) -> Iterator[ReferenceSource]:
        """Make the pages of references that docs.json does not contain, and yield their groups.

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
            reason, hint = specification.explain_emptiness()
            if reason:
                message = f"no pages are made for document {docname!r}: {reason}"
                path = specification.document.path
                kind = FaultKind.OPENAPI_INVALID
                self.report(Fault(kind, Severity.ERROR, message, path, hint=hint))
                continue
            folder = _find_folder(docname)
            self.endpoints.claim_docname(docname)
            groups = self.make_groups(specification, folder)
            yield ReferenceSource(specification, folder, tuple(groups), docname)

    def find_specifications_of_pages(
        self, page_operations: Mapping[str, str]
    ) -> Iterator[Specification]:
        """Yield the specifications of the operations that front matter of pages names."""
        for docname, text in page_operations.items():
            specifications = self.specifications_by_page.get(docname, ())
            operation = self.specs.find_operation(text, near=specifications)
            if operation is not None:
                yield operation.specification

    # --- endpoint references ---

    def resolve_reference(
        self, reference: EndpointReference, entry: PageEntry, scope: _OpenApiScope | None
    ) -> Page | None:
        """Return the page of the operation that *reference* names; ``None`` after a fault."""
        candidates, directory = self.find_candidates(reference, entry, scope)
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
                return self.add_operation_page(operation, directory, entry)
        self.report_missing_endpoint(reference, candidates, entry)
        return None

    def find_candidates(
        self, reference: EndpointReference, entry: PageEntry, scope: _OpenApiScope | None
    ) -> tuple[Sequence[Specification] | None, str | None]:
        """Return the specifications to search, ``None`` after a fault; and the directory."""
        directory = scope.directory if scope else None
        if reference.source:
            specification = self.load(reference.source, entry.pointer)
            return None if specification is None else (specification,), directory
        if scope is None:
            message = f"no specification is named for endpoint {reference.name!r}; left out"
            hint = f"add 'openapi' to an element above, or write 'openapi.json {reference.name}'"
            self.report_endpoint(message, entry, hint)
            return None, directory
        scope.used = True
        # The operation may be in a specification that could not be loaded, which was reported.
        if scope.broken and not any(s.find(reference) for s in scope.specifications):
            return None, directory
        return scope.specifications, directory

    def add_operation_page(
        self, operation: Operation, directory: str | None, entry: PageEntry
    ) -> Page | None:
        """Return the entry of an operation; ``None`` if the operation is excluded."""
        if not operation.excluded:
            return self.endpoints.add_entry(operation, directory, entry.pointer)
        message = f"endpoint {operation.name!r} has 'x-excluded' and so no page; left out"
        self.report_endpoint(
            message, entry, "remove this entry, or 'x-excluded' in the specification"
        )
        return None

    def report_missing_endpoint(
        self, reference: EndpointReference, searched: Sequence[Specification], entry: PageEntry
    ) -> None:
        """Report that no specification has the operation of a reference, with the likely cause."""
        # Check the causes in order: the method is unknown, the path lacks it, the path is missing.
        names = " or ".join(repr(specification.name) for specification in searched)
        methods = [m for s in searched for m in s.list_methods(reference.path)]
        near = next(filter(None, (s.find_similar(reference) for s in searched)), "")
        hint = did_you_mean(near)
        if methods:
            hint = f"it has {', '.join(methods)}"
        if reference.method not in (*METHODS, WEBHOOK):
            problem = f"{reference.method.upper()!r} is not an HTTP method"
        elif methods:
            problem = f"{reference.path!r} in {names} has no method {reference.method.upper()}"
        else:
            problem = f"endpoint {reference.name!r} is not in {names}"
        self.report_endpoint(f"{problem}; left out", entry, hint)

    def report_endpoint(self, message: str, entry: PageEntry, hint: str = "") -> None:
        """Report a reference to an endpoint that has no page."""
        self.report(self.source.error(FaultKind.ENDPOINT_MISSING, entry.pointer, message, hint))


def _is_reference(reference: EndpointReference, scope: _OpenApiScope | None) -> bool:
    """Return whether an entry with the form of a reference is one.

    If no specification is named, a method and a word without a slash are a path with spaces.
    """
    return scope is not None or bool(reference.source) or reference.path.startswith("/")
