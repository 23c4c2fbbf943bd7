"""Pages about an API as a whole: its introduction, and a page for each larger schema.

They are in no sidebar unless docs.json names them; endpoint pages link to them.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from sphinx_docsnav.navigation.endpoint_pages import EndpointPage
from sphinx_docsnav.navigation.tag_groups import holds_pages
from sphinx_docsnav.navigation.tree import Element, Page
from sphinx_docsnav.openapi import Specification
from sphinx_docsnav.openapi.endpoint_names import DEFAULT_DIRECTORY, make_docname, make_slug
from sphinx_docsnav.openapi.specification import find_older_versions
from sphinx_docsnav.openapi.specification_tags import UNTAGGED

if TYPE_CHECKING:
    from sphinx_docsnav.openapi import NamedSchema, SchemaCatalogue

FOLDER = "schemas"
"""The folder of schemas' pages, in that of the endpoint pages."""
CHANGES = "changes"
"""The name of the page about versions, and the folder of those about each."""
ALL_ENDPOINTS = "all-endpoints"
"""The name of the page with all endpoints, in the folder of the endpoint pages."""
INTRODUCTION = "overview"
"""The name of an introduction, in the folder of the endpoint pages."""

Free = Callable[[str], str]
"""Returns an unused address, derived from the requested one."""


Schemas = Callable[[Specification, str], tuple["NamedSchema", ...]]


@dataclass(frozen=True, eq=False)
class SchemaPage:
    """A page to make for a schema."""

    docname: str
    """Its address."""
    schema: NamedSchema
    """The schema that it shows."""
    reference: ApiReference
    """The reference that it is part of."""

    @property
    def title(self) -> str:
        """The page's title: the schema's name."""
        return self.schema.name

    @property
    def digest(self) -> str:
        """A digest of everything that the page shows."""
        return f"{self.schema.digest}{self.reference.moved}"


@dataclass(frozen=True, eq=False)
class IntroductionPage:
    """A page to make about a specification."""

    docname: str
    """Its address."""
    reference: ApiReference
    """What it introduces."""

    @property
    def title(self) -> str:
        """The page's title: the API's."""
        return self.reference.specification.title or "API reference"

    @property
    def digest(self) -> str:
        """A digest of everything that the page shows."""
        reference = self.reference
        pages = [f"{p.docname} {p.operation.name} {p.title}" for p in reference.in_no_group]
        pages += [f"{tag} {p.docname} {p.operation.name} {p.title}" for tag, p in reference.further]
        schemas = [f"{page.docname} {page.title}" for page in reference.schemas]
        tags = [
            f"{page.docname} {page.title} {page.section} {page.parent} {len(page.all_docnames)}"
            for page in reference.tags
        ]
        # Its files for download have everything that the specification says.
        downloads = reference.specification.digest
        return reference.specification.digests.digest_introduction(
            downloads, *pages, *schemas, *tags
        )


@dataclass(frozen=True, eq=False)
class TagPage:
    """A page to make for a generated group of operations."""

    docname: str
    """Its address."""
    label: str
    """What the group is called."""
    section: str
    """The entry of ``x-tagGroups`` that holds the group; empty for none."""
    names: tuple[str, ...]
    """The tags of its operations."""
    parent: str
    """The label of the group around it; empty for none."""
    docnames: tuple[str, ...]
    """Its endpoint pages, in order, without those of the groups in it."""
    own: tuple[str, ...]
    """Those that no group before it holds."""
    reference: ApiReference
    """The reference that it is part of."""

    @property
    def title(self) -> str:
        """The page's title: the group's label."""
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
    """A page to make that lists the schemas of a standalone reference."""

    docname: str
    """Its address."""
    reference: ApiReference
    """The reference that it is part of."""

    title = "Schemas"
    """The page's title in English."""

    @property
    def digest(self) -> str:
        """A digest of everything that the page shows."""
        schemas = [f"{page.docname} {page.title}" for page in self.reference.schemas]
        title = self.reference.introduction.title
        return self.reference.specification.digests.digest_tags((), title, *schemas)


@dataclass(frozen=True, eq=False)
class ChangesPage:
    """A page to make about what changed from one version of an API to the next, or from each."""

    docname: str
    """Its address."""
    reference: ApiReference
    """The reference that it is part of."""
    number: int = -1
    """Which version it is about, 0 for the newest one; -1 for all of them."""

    @property
    def title(self) -> str:
        """The page's title in English, with ``{0}`` for `release`."""
        return "Changes" if self.number < 0 else "Changes in {0}"

    @property
    def release(self) -> str:
        """What the version is called."""
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
    """A page to make with all endpoints below each other, if docs.json lists it."""

    docname: str
    """Its address."""
    reference: ApiReference
    """The reference that it is part of."""

    title = "All endpoints"
    """The page's title in English."""

    @property
    def digest(self) -> str:
        """A digest of everything that the page shows."""
        reference = self.reference
        pages = [f"{p.docname} {p.tag} {p.title} {p.operation.digest}" for p in reference.endpoints]
        title = reference.introduction.title
        digests = reference.specification.digests
        return digests.digest_tags((), title, reference.moved, *pages)


ReferencePage = (
    SchemaPage | IntroductionPage | TagPage | SchemaListPage | ChangesPage | AllEndpointsPage
)
"""A page to make about a specification."""


@dataclass(frozen=True, eq=False)
class ReferencePlace:
    """What a reference is made from."""

    specification: Specification
    directory: str | None
    """The folder of its pages; ``None`` if docs.json names none."""
    groups: tuple[Element, ...] = ()
    """The groups that are generated from the specification."""
    docname: str = ""
    """The document of the introduction, with the others in its toctree, for a reference that is no
    part of docs.json; empty for one that is."""


class ApiReference:
    """The pages of one specification below one directory."""

    def __init__(
        self, place: ReferencePlace, free: Free, schemas: Schemas, listed_docnames: Container[str]
    ) -> None:
        """Give each page its address.

        :param listed_docnames: the pages that docs.json lists.
        """
        specification, directory = place.specification, place.directory
        self.specification = specification
        self.directory = directory
        """``directory`` beside it in docs.json, ``None`` if absent."""
        folder = DEFAULT_DIRECTORY if directory is None else directory
        preferred = make_docname(f"{folder}/{INTRODUCTION}")
        introduction = place.docname or free(preferred)
        self.introduction = IntroductionPage(introduction, self)
        """The page about the specification."""
        all_endpoints = make_docname(f"{folder}/{ALL_ENDPOINTS}")
        # An endpoint may have this address; then, the page would need another one.
        self.all_endpoints = (
            AllEndpointsPage(all_endpoints, self)
            if all_endpoints in listed_docnames and free(all_endpoints) == all_endpoints
            else None
        )
        """The page with all endpoints; ``None`` if docs.json does not list it."""
        self.is_standalone = bool(place.docname)
        """The introduction has the other pages in its toctree."""
        self.endpoints: tuple[EndpointPage, ...] = ()
        """The endpoint pages, hidden ones left out."""
        self.groups = place.groups
        """The groups that are generated from the specification."""
        self.untagged = tuple(
            page.docname
            for group in self.groups
            if group.label == UNTAGGED
            for page in group.pages()
        )
        """The pages of a standalone reference without a tag, in order."""
        self.tags = tuple(_tag_pages(self, folder, free))
        """The pages of tags, in the order of the groups."""
        # `moved` has the pages whose address differs from what their name gives.
        schema_pages, moved = [], [] if introduction == preferred or place.docname else [preferred]
        for schema in schemas(specification, folder):
            preferred = _schema_docname(folder, schema.name)
            docname = free(preferred)
            schema_pages.append(SchemaPage(docname, schema, self))
            moved += [] if docname == preferred else [docname]
        self.schemas = tuple(schema_pages)
        """The pages of schemas."""
        listed = self.is_standalone and any(not page.schema.is_inline for page in schema_pages)
        self.schema_list = (
            SchemaListPage(free(make_docname(f"{folder}/{FOLDER}")), self) if listed else None
        )
        """The page of a standalone reference that lists them."""
        self.changes: tuple[ChangesPage, ...] = ()
        """The pages about versions: all of them, then each, the newest first."""
        if specification.older:
            all_changes = ChangesPage(free(make_docname(f"{folder}/{CHANGES}")), self)
            release_pages = (
                ChangesPage(
                    free(_version_docname(all_changes.docname, release)),
                    self,
                    number,
                )
                for number, release in enumerate(
                    version.release for version in (specification, *specification.older[:0:-1])
                )
            )
            self.changes = (all_changes, *release_pages)
        self.moved = "".join(f" {docname}" for docname in moved)
        """The pages with an address that differs from their name; every page may link to them."""

    @property
    def in_no_group(self) -> list[EndpointPage]:
        """The endpoint pages that no page of a tag lists."""
        listed = {docname for page in self.tags for docname in page.docnames}
        return [page for page in self.endpoints if page.docname not in listed]

    @property
    def further(self) -> list[tuple[str, EndpointPage]]:
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


def _schema_docname(folder: str, name: str) -> str:
    """Return the address of the page of a schema in a folder."""
    slug = make_slug(name.replace(": ", " "))
    return make_docname(f"{folder}/{FOLDER}/{slug}") or FOLDER


def _version_docname(folder: str, release: str) -> str:
    """Return the address of the page about the changes of a version in a folder."""
    slug = make_docname(make_slug(release.replace(".", "-")))
    return f"{folder}/{slug or 'version'}"


def _tag_pages(reference: ApiReference, folder: str, free: Free) -> Iterator[TagPage]:
    """Yield a page for each group of a tag, once for each label."""
    seen_labels: set[str] = {UNTAGGED}
    placed: set[str] = set()
    for section, parent, group in _tag_groups(reference):
        docnames = tuple(child.docname for child in group.children if isinstance(child, Page))
        # The same tag in several divisions has one page.
        if group.label in seen_labels:
            continue
        seen_labels.add(group.label)
        names = reference.specification.find_tags(group.label)
        slug = make_slug(names[0] if names else group.label) or "tag"
        yield TagPage(
            free(make_docname(f"{folder}/{slug}")),
            group.label,
            section,
            names,
            parent,
            docnames,
            tuple(docname for docname in docnames if docname not in placed),
            reference,
        )
        placed.update(docnames)


def _tag_groups(reference: ApiReference) -> Iterator[tuple[str, str, Element]]:
    """Yield the group of each tag, with the labels of the section and of the group around it."""
    parents = set(reference.specification.tags.parents.values())
    waiting = [("", "", group) for group in reversed(reference.groups)]
    # A stack in place of recursion keeps the order of the groups: children are pushed reversed.
    while waiting:
        section, parent, group = waiting.pop()
        # Other groups are entries of `x-tagGroups`, which are no tags.
        is_tag = holds_pages(group) or group.label in parents
        if is_tag:
            yield section, parent, group
        outer_labels = (section, group.label) if is_tag else (group.label, "")
        inner = [child for child in group.children if isinstance(child, Element)]
        waiting += [(*outer_labels, child) for child in reversed(inner)]


class ApiReferences:
    """The references of a site."""

    def __init__(
        self,
        endpoints: Iterable[tuple[EndpointPage, str | None]] = (),
        others: Iterable[Specification] = (),
        free: Free = str,
        places: Iterable[ReferencePlace] = (),
        listed: Container[str] = (),
    ) -> None:
        """Make the pages of every specification that has endpoint pages.

        :param endpoints: with the directory of each.
        :param others: specifications that only pages of the site's own show.
        :param places: where groups are generated, and references that are no part of docs.json.
        :param listed: the pages that docs.json lists; schemas that no endpoint uses, and all
            endpoints of an API together, have a page only if it is among them.
        """
        self._catalogues: dict[int, SchemaCatalogue] = {}
        self._listed = listed
        self._places: dict[tuple[int, str | None], ReferencePlace] = {}
        references: dict[tuple[int, str | None], ApiReference] = {}
        below: dict[ApiReference, list[EndpointPage]] = {}
        self._by_page: dict[str, ApiReference] = {}
        endpoints, others, places = tuple(endpoints), tuple(others), tuple(places)
        specifications = (
            *(place.specification for place in places),
            *(page.operation.specification for page, _ in endpoints),
            *others,
        )
        # Versions are compared before pages are made: each change has a page.
        find_older_versions(dict.fromkeys(specifications))
        for place in places:
            key = (id(place.specification), place.directory)
            self._places[key] = place
            if place.docname:
                references[key] = ApiReference(place, free, self._schemas, listed)
        for page, directory in endpoints:
            specification = page.operation.specification
            reference = self._reference(references, specification, directory, free)
            self._by_page[page.docname] = reference
            # A hidden operation has a page, which no list of the reference shows.
            if not page.operation.hidden:
                below.setdefault(reference, []).append(page)
        referenced = {key[0] for key in references}
        for specification in others:
            if id(specification) not in referenced:
                self._reference(references, specification, None, free)
        for reference, pages in below.items():
            reference.endpoints = tuple(pages)
        self.all = tuple(references.values())
        """Every reference, in the order of docs.json."""

    @property
    def has_one(self) -> bool:
        """Whether the site has one API, so that its pages need not name it."""
        return len(self.all) == 1

    def of(self, docname: str, specification: Specification) -> ApiReference | None:
        """Return the reference that a page showing an operation of *specification* belongs to."""
        page_reference = self._by_page.get(docname)
        if page_reference is not None and page_reference.specification is specification:
            return page_reference
        return next(
            (reference for reference in self.all if reference.specification is specification), None
        )

    @cached_property
    def about_groups(self) -> Mapping[Element, str]:
        """The page that the title of each generated group of docs.json leads to."""
        docnames: dict[Element, str] = {}
        for reference in self.all:
            pages = {page.label: page.docname for page in reference.tags}
            for group in reference.groups:
                # A group that only holds others and is called as the API leads to its
                # introduction.
                if not holds_pages(group) and group.label == reference.introduction.title:
                    docnames[group] = reference.introduction.docname
            for _, _, group in _tag_groups(reference):
                if group.label in pages:
                    docnames[group] = pages[group.label]
        return docnames

    @cached_property
    def pages(self) -> Mapping[str, ReferencePage]:
        """Every page, by docname."""
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

    def _reference(
        self,
        references: dict[tuple[int, str | None], ApiReference],
        specification: Specification,
        directory: str | None,
        free: Free,
    ) -> ApiReference:
        key = (id(specification), directory)
        if key not in references:
            place = self._places.get(key, ReferencePlace(specification, directory))
            references[key] = ApiReference(place, free, self._schemas, self._listed)
        return references[key]

    def find_schema(self, reference: ApiReference, name: str) -> tuple[NamedSchema | None, str]:
        """Return a schema of a reference, ``None`` if it has none, and its page, ``""`` if none."""
        for page in reference.schemas:
            if page.schema.name == name:
                return page.schema, page.docname
        return self._catalogue(reference.specification).find(name), ""

    def _schemas(self, specification: Specification, folder: str) -> tuple[NamedSchema, ...]:
        catalogue = self._catalogue(specification)
        listed_names = (
            name for name in catalogue.names if _schema_docname(folder, name) in self._listed
        )
        return catalogue.list_page_schemas(listed_names)

    def _catalogue(self, specification: Specification) -> SchemaCatalogue:
        from sphinx_docsnav.openapi import SchemaCatalogue

        return self._catalogues.setdefault(id(specification), SchemaCatalogue(specification))
