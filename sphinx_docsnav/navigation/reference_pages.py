"""Generated pages about an API, such as its introduction and the pages of its larger schemas.

Sidebars contain them only if docs.json lists them; endpoint pages link to them.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from sphinx_docsnav.navigation.endpoint_pages import EndpointPage, holds_pages
from sphinx_docsnav.navigation.tree import Element, Page
from sphinx_docsnav.openapi import Specification
from sphinx_docsnav.openapi.endpoint_names import DEFAULT_DIRECTORY, make_docname, make_slug
from sphinx_docsnav.openapi.specification import UNTAGGED, find_older_versions

if TYPE_CHECKING:
    from sphinx_docsnav.openapi import NamedSchema, SchemaCatalogue

FOLDER = "schemas"
"""The folder of the pages of schemas, in that of the endpoint pages."""
CHANGES = "changes"
"""The name of the page about all versions, and the folder of the pages about single versions."""
ALL_ENDPOINTS = "all-endpoints"
"""The name of the page with all endpoints, in the folder of the endpoint pages."""
INTRODUCTION = "overview"
"""The name of an introduction, in the folder of the endpoint pages."""

ClaimDocname = Callable[[str], str]
"""Returns an unused docname: the requested one, or one with a number."""
ListSchemas = Callable[[Specification, str], tuple["NamedSchema", ...]]
"""Returns the schemas of a specification that have pages in a folder."""


@dataclass(frozen=True, eq=False)
class SchemaPage:
    """The page of a schema."""

    docname: str
    schema: NamedSchema
    """The schema that it shows."""
    reference: ApiReference
    """The reference that it is part of."""

    @property
    def title(self) -> str:
        """The title of the page: the name of the schema."""
        return self.schema.name

    @property
    def digest(self) -> str:
        """A digest of everything that the page shows."""
        return f"{self.schema.digest}{self.reference.moved}"


@dataclass(frozen=True, eq=False)
class IntroductionPage:
    """The page about a specification."""

    docname: str
    reference: ApiReference
    """The reference that it introduces."""

    @property
    def title(self) -> str:
        """The title of the page: that of the API."""
        return self.reference.specification.title or "API reference"

    @property
    def digest(self) -> str:
        """A digest of everything that the page shows."""
        reference = self.reference
        pages = [f"{p.docname} {p.operation.name} {p.title}" for p in reference.ungrouped]
        pages += [
            f"{tag} {p.docname} {p.operation.name} {p.title}"
            for tag, p in reference.tags_without_page
        ]
        schemas = [f"{page.docname} {page.title}" for page in reference.schemas]
        tags = [
            f"{page.docname} {page.title} {page.section} {page.parent} {len(page.all_docnames)}"
            for page in reference.tags
        ]
        # The files for download contain the whole specification.
        downloads = reference.specification.digest
        return reference.specification.digests.digest_introduction(
            downloads, *pages, *schemas, *tags
        )


@dataclass(frozen=True, eq=False)
class TagPage:
    """The page of a generated group of operations."""

    docname: str
    label: str
    """The label of the group."""
    section: str
    """The entry of ``x-tagGroups`` that contains the group; empty for none."""
    names: tuple[str, ...]
    """The tags of its operations."""
    parent: str
    """The label of the group around it; empty for none."""
    docnames: tuple[str, ...]
    """Its endpoint pages, in order, without those of the groups in it."""
    own: tuple[str, ...]
    """Its endpoint pages that no earlier group contains."""
    reference: ApiReference
    """The reference that it is part of."""

    @property
    def title(self) -> str:
        """The title of the page: the label of the group."""
        return self.label

    @cached_property
    def below(self) -> tuple[TagPage, ...]:
        """The pages of the groups in it."""
        return tuple(page for page in self.reference.tags if page.parent == self.label)

    @cached_property
    def all_docnames(self) -> frozenset[str]:
        """Its endpoint pages and those of the groups in it."""
        return frozenset(self.docnames).union(*(page.all_docnames for page in self.below))

    @cached_property
    def endpoints(self) -> tuple[EndpointPage, ...]:
        """Its endpoint pages, in order."""
        pages = {page.docname: page for page in self.reference.endpoints}
        return tuple(pages[docname] for docname in self.docnames)

    @property
    def digest(self) -> str:
        """A digest of everything that the page shows."""
        pages = [f"{p.docname} {p.operation.name} {p.title}" for p in self.endpoints]
        inner_pages = [member for page in self.below for member in page.family]
        tags = [f"{p.docname} {p.title} {p.parent} {len(p.all_docnames)}" for p in inner_pages]
        names = {name for page in self.family for name in page.names}
        title = self.reference.introduction.title
        return self.reference.specification.digests.digest_tags(names, title, *pages, *tags)

    @property
    def family(self) -> Iterator[TagPage]:
        """The page and those of the groups in it."""
        yield self
        for page in self.below:
            yield from page.family


@dataclass(frozen=True, eq=False)
class SchemaListPage:
    """The page that lists the schemas of a standalone reference."""

    docname: str
    reference: ApiReference
    """The reference that it is part of."""

    title = "Schemas"
    """The title of the page in English."""

    @property
    def digest(self) -> str:
        """A digest of everything that the page shows."""
        schemas = [f"{page.docname} {page.title}" for page in self.reference.schemas]
        title = self.reference.introduction.title
        return self.reference.specification.digests.digest_tags((), title, *schemas)


@dataclass(frozen=True, eq=False)
class ChangesPage:
    """The page about the changes of a version of an API, or of all versions."""

    docname: str
    reference: ApiReference
    """The reference that it is part of."""
    number: int = -1
    """The number of the version, 0 for the newest one; -1 for all versions."""

    @property
    def title(self) -> str:
        """The title of the page in English, with ``{0}`` for `release`."""
        return "Changes" if self.number < 0 else "Changes in {0}"

    @property
    def release(self) -> str:
        """The name of the version."""
        specification = self.reference.specification
        return (*specification.older, specification)[-1 - max(self.number, 0)].release

    @property
    def digest(self) -> str:
        """A digest of everything that the page shows."""
        specification = self.reference.specification
        title = self.reference.introduction.title
        return specification.digests.digest_introduction(specification.digest, title, self.release)


@dataclass(frozen=True, eq=False)
class AllEndpointsPage:
    """The page with the content of all endpoints; it exists only if docs.json lists it."""

    docname: str
    reference: ApiReference
    """The reference that it is part of."""

    title = "All endpoints"
    """The title of the page in English."""

    @property
    def digest(self) -> str:
        """A digest of everything that the page shows."""
        reference = self.reference
        pages = [
            f"{p.docname} {p.operation.group} {p.title} {p.operation.digest}"
            for p in reference.endpoints
        ]
        title = reference.introduction.title
        digests = reference.specification.digests
        return digests.digest_tags((), title, reference.moved, *pages)


ReferencePage = (
    SchemaPage | IntroductionPage | TagPage | SchemaListPage | ChangesPage | AllEndpointsPage
)
"""A generated page about an API."""


@dataclass(frozen=True, eq=False)
class ReferenceSource:
    """The specification and the settings from which the pages of a reference are generated."""

    specification: Specification
    directory: str | None
    """The folder of its pages; ``None`` if docs.json names none."""
    groups: tuple[Element, ...] = ()
    """The groups that are generated from the specification."""
    docname: str = ""
    """The document of the introduction of a standalone reference, whose toctree has the other
    pages; empty for a reference in docs.json."""

    @property
    def key(self) -> tuple[int, str | None]:
        """The identity of the specification, and the folder: there is one reference for each."""
        return id(self.specification), self.directory


class ApiReference:
    """The pages of one specification below one directory."""

    def __init__(
        self,
        source: ReferenceSource,
        claim_docname: ClaimDocname,
        list_schemas: ListSchemas,
        listed_docnames: Container[str],
    ) -> None:
        """Choose the docname of each page; earlier pages have precedence.

        :param listed_docnames: the pages that docs.json lists.
        """
        specification, directory = source.specification, source.directory
        self.specification = specification
        self.directory = directory
        """``directory`` beside the specification in docs.json; ``None`` if absent."""
        self.groups = source.groups
        """The groups that are generated from the specification."""
        self.is_standalone = bool(source.docname)
        """Whether the toctree of the introduction has the other pages."""
        folder = DEFAULT_DIRECTORY if directory is None else directory
        preferred = make_docname(f"{folder}/{INTRODUCTION}")
        introduction = source.docname or claim_docname(preferred)
        self.introduction = IntroductionPage(introduction, self)
        """The page about the specification."""
        self.all_endpoints = _make_all_endpoints_page(self, folder, claim_docname, listed_docnames)
        """The page with all endpoints; ``None`` if docs.json does not list it."""
        self.endpoints: tuple[EndpointPage, ...] = ()
        """The endpoint pages without hidden ones."""
        self.untagged = tuple(
            page.docname
            for group in self.groups
            if group.label == UNTAGGED
            for page in group.pages()
        )
        """The pages of a standalone reference without a tag, in order."""
        self.tags = tuple(_make_tag_pages(self, folder, claim_docname))
        """The pages of tags, in the order of the groups."""
        self.schemas = tuple(
            SchemaPage(claim_docname(_make_schema_docname(folder, schema.name)), schema, self)
            for schema in list_schemas(specification, folder)
        )
        """The pages of schemas."""
        self.schema_list = _make_schema_list_page(self, folder, claim_docname)
        """The page of a standalone reference that lists the pages of schemas."""
        self.changes = tuple(_make_changes_pages(self, folder, claim_docname))
        """The pages about changes: of all versions, then of each version, the newest first."""
        moved = [] if introduction == preferred or source.docname else [preferred]
        moved += [
            page.docname
            for page in self.schemas
            if page.docname != _make_schema_docname(folder, page.schema.name)
        ]
        self.moved = "".join(f" {docname}" for docname in moved)
        """The pages whose preferred docname was not free; every page may link to them."""

    @property
    def ungrouped(self) -> list[EndpointPage]:
        """The endpoint pages that no page of a tag lists."""
        listed = {docname for page in self.tags for docname in page.docnames}
        return [page for page in self.endpoints if page.docname not in listed]

    @property
    def tags_without_page(self) -> list[tuple[str, EndpointPage]]:
        """The tags without a page that operations have besides that of their group."""
        tags_with_page = {name for page in self.tags for name in page.names}
        return [
            (tag, page)
            for page in self.endpoints
            for tag in page.operation.tags
            if self.tags and tag not in tags_with_page and tag != page.operation.group
        ]

    @cached_property
    def docnames(self) -> Mapping[int, str]:
        """The docnames of schemas' pages, by the identity of the schema's value."""
        return {id(page.schema.located.value): page.docname for page in self.schemas}


def _make_all_endpoints_page(
    reference: ApiReference,
    folder: str,
    claim_docname: ClaimDocname,
    listed_docnames: Container[str],
) -> AllEndpointsPage | None:
    """Return the page with all endpoints, if docs.json lists it."""
    docname = make_docname(f"{folder}/{ALL_ENDPOINTS}")
    # An endpoint may have this docname; then docs.json lists that endpoint.
    if docname in listed_docnames and claim_docname(docname) == docname:
        return AllEndpointsPage(docname, reference)
    return None


def _make_schema_list_page(
    reference: ApiReference, folder: str, claim_docname: ClaimDocname
) -> SchemaListPage | None:
    """Return the page that lists the schemas of a standalone reference, if any has a name."""
    if reference.is_standalone and any(not page.schema.is_inline for page in reference.schemas):
        return SchemaListPage(claim_docname(make_docname(f"{folder}/{FOLDER}")), reference)
    return None


def _make_schema_docname(folder: str, name: str) -> str:
    """Return the preferred docname of the page of a schema in a folder."""
    slug = make_slug(name.replace(": ", " "))
    return make_docname(f"{folder}/{FOLDER}/{slug}") or FOLDER


def _make_changes_pages(
    reference: ApiReference, folder: str, claim_docname: ClaimDocname
) -> Iterator[ChangesPage]:
    """Yield the pages about changes, if the specification has older versions."""
    specification = reference.specification
    if not specification.older:
        return
    overview = ChangesPage(claim_docname(make_docname(f"{folder}/{CHANGES}")), reference)
    yield overview
    # The oldest version has no changes.
    for number, version in enumerate((specification, *specification.older[:0:-1])):
        slug = make_docname(make_slug(version.release.replace(".", "-"))) or "version"
        yield ChangesPage(claim_docname(f"{overview.docname}/{slug}"), reference, number)


def _make_tag_pages(
    reference: ApiReference, folder: str, claim_docname: ClaimDocname
) -> Iterator[TagPage]:
    """Yield a page for each group of a tag, once for each label."""
    seen_labels: set[str] = {UNTAGGED}
    grouped_docnames: set[str] = set()
    for section, parent, group in _list_tag_groups(reference):
        docnames = tuple(child.docname for child in group.children if isinstance(child, Page))
        # The same tag in several divisions has one page.
        if group.label in seen_labels:
            continue
        seen_labels.add(group.label)
        names = reference.specification.find_tags(group.label)
        slug = make_slug(names[0] if names else group.label) or "tag"
        yield TagPage(
            claim_docname(make_docname(f"{folder}/{slug}")),
            group.label,
            section,
            names,
            parent,
            docnames,
            tuple(docname for docname in docnames if docname not in grouped_docnames),
            reference,
        )
        grouped_docnames.update(docnames)


def _list_tag_groups(reference: ApiReference) -> Iterator[tuple[str, str, Element]]:
    """Yield the labels of section and parent of each group of a tag, and the group."""
    parents = set(reference.specification.tags.parents.values())
    # Reversed, because the last item of the stack is visited next.
    stack = [("", "", group) for group in reversed(reference.groups)]
    while stack:
        section, parent, group = stack.pop()
        # The other groups are entries of `x-tagGroups`, not tags.
        is_tag = holds_pages(group) or group.label in parents
        if is_tag:
            yield section, parent, group
        outer_labels = (section, group.label) if is_tag else (group.label, "")
        inner = [child for child in group.children if isinstance(child, Element)]
        stack += [(*outer_labels, child) for child in reversed(inner)]


class ApiReferences:
    """The references of a site."""

    def __init__(
        self,
        endpoints: Iterable[tuple[EndpointPage, str | None]] = (),
        others: Iterable[Specification] = (),
        claim_docname: ClaimDocname = str,
        sources: Iterable[ReferenceSource] = (),
        listed: Container[str] = (),
    ) -> None:
        """Make the pages of every specification that has endpoint pages.

        :param endpoints: the endpoint pages, each with its directory.
        :param others: specifications that only pages of the site itself show.
        :param sources: the generated groups of docs.json, and standalone references.
        :param listed: the pages that docs.json lists; schemas that no endpoint uses, and all
            endpoints of an API together, have a page only if it is among them.
        """
        endpoints, others, sources = tuple(endpoints), tuple(others), tuple(sources)
        self._catalogues: dict[int, SchemaCatalogue] = {}
        self._claim_docname = claim_docname
        self._listed = listed
        self._sources = {source.key: source for source in sources}
        self._by_page: dict[str, ApiReference] = {}
        specifications = (
            *(source.specification for source in sources),
            *(page.operation.specification for page, _ in endpoints),
            *others,
        )
        # Versions are compared before pages are made: each change has a page.
        find_older_versions(dict.fromkeys(specifications))
        self._by_key = {
            source.key: self._make_reference(source) for source in sources if source.docname
        }
        self._add_endpoints(endpoints)
        # Any reference to a specification is enough for the pages that are not endpoints.
        referenced_ids = {key[0] for key in self._by_key}
        for specification in others:
            if id(specification) not in referenced_ids:
                self._get_reference(specification, None)
        self.all = tuple(self._by_key.values())
        """All references in the order of docs.json."""

    def _make_reference(self, source: ReferenceSource) -> ApiReference:
        return ApiReference(source, self._claim_docname, self._list_schemas, self._listed)

    def _get_reference(self, specification: Specification, directory: str | None) -> ApiReference:
        """Return the reference of a specification in a folder; it is made for the first page."""
        source = ReferenceSource(specification, directory)
        if source.key not in self._by_key:
            self._by_key[source.key] = self._make_reference(self._sources.get(source.key, source))
        return self._by_key[source.key]

    def _add_endpoints(self, endpoints: Iterable[tuple[EndpointPage, str | None]]) -> None:
        """Assign the endpoint pages, each with its directory, to their references."""
        pages_by_reference: dict[ApiReference, list[EndpointPage]] = {}
        for page, directory in endpoints:
            reference = self._get_reference(page.operation.specification, directory)
            self._by_page[page.docname] = reference
            # A hidden operation has a page, which no list of the reference shows.
            if not page.operation.hidden:
                pages_by_reference.setdefault(reference, []).append(page)
        for reference, pages in pages_by_reference.items():
            reference.endpoints = tuple(pages)

    @property
    def has_one(self) -> bool:
        """Whether the site has one API, so that its pages need not name it."""
        return len(self.all) == 1

    def of(self, docname: str, specification: Specification) -> ApiReference | None:
        """Return the reference of *specification* to which a page belongs; ``None`` without one."""
        page_reference = self._by_page.get(docname)
        if page_reference is not None and page_reference.specification is specification:
            return page_reference
        return next(
            (reference for reference in self.all if reference.specification is specification), None
        )

    @cached_property
    def about_groups(self) -> Mapping[Element, str]:
        """The docnames of the pages to which the titles of generated groups lead."""
        docnames: dict[Element, str] = {}
        for reference in self.all:
            pages = {page.label: page.docname for page in reference.tags}
            for group in reference.groups:
                # A group with the name of the API and without pages leads to the introduction.
                if not holds_pages(group) and group.label == reference.introduction.title:
                    docnames[group] = reference.introduction.docname
            for _, _, group in _list_tag_groups(reference):
                if group.label in pages:
                    docnames[group] = pages[group.label]
        return docnames

    @cached_property
    def pages(self) -> Mapping[str, ReferencePage]:
        """All pages by docname."""
        pages: dict[str, ReferencePage] = {}
        for reference in self.all:
            pages[reference.introduction.docname] = reference.introduction
            pages.update((page.docname, page) for page in reference.tags)
            if reference.all_endpoints is not None:
                pages[reference.all_endpoints.docname] = reference.all_endpoints
            if reference.schema_list is not None:
                pages[reference.schema_list.docname] = reference.schema_list
            pages.update((page.docname, page) for page in reference.schemas)
            pages.update((page.docname, page) for page in reference.changes)
        return pages

    def find_schema(self, reference: ApiReference, name: str) -> tuple[NamedSchema | None, str]:
        """Return a schema of a reference, ``None`` if missing, and its docname, ``""`` if none."""
        for page in reference.schemas:
            if page.schema.name == name:
                return page.schema, page.docname
        return self._get_catalogue(reference.specification).find(name), ""

    def _list_schemas(self, specification: Specification, folder: str) -> tuple[NamedSchema, ...]:
        """Return the schemas that have pages: the larger ones, and those that docs.json lists."""
        catalogue = self._get_catalogue(specification)
        listed_names = (
            name for name in catalogue.names if _make_schema_docname(folder, name) in self._listed
        )
        return catalogue.list_page_schemas(listed_names)

    def _get_catalogue(self, specification: Specification) -> SchemaCatalogue:
        from sphinx_docsnav.openapi import SchemaCatalogue

        return self._catalogues.setdefault(id(specification), SchemaCatalogue(specification))
