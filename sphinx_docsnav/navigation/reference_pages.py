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
INTRODUCTION = "overview"
"""The name of an introduction, in the folder of the endpoint pages."""

Free = Callable[[str], str]
"""Returns an unused address, derived from the requested one."""


@dataclass(frozen=True, eq=False)
class SchemaPage:
    """A page to make for a schema."""

    docname: str
    """Its address."""
    schema: NamedSchema
    """The schema that it shows."""
    reference: ApiReference
    """What it is part of."""

    @property
    def title(self) -> str:
        """The page's title: the schema's name."""
        return self.schema.name

    @property
    def digest(self) -> str:
        """Changes with whatever the page shows."""
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
        """Changes with whatever the page shows."""
        reference = self.reference
        pages = [f"{p.docname} {p.operation.name} {p.title}" for p in reference.in_no_group]
        pages += [f"{tag} {p.docname} {p.operation.name} {p.title}" for tag, p in reference.further]
        schemas = [f"{page.docname} {page.title}" for page in reference.schemas]
        tags = [
            f"{page.docname} {page.title} {page.section} {page.parent} {len(page.all_docnames)}"
            for page in reference.tags
        ]
        # Its files for download have everything that the specification says.
        whole = reference.specification.digest
        return reference.specification.digests.digest_introduction(whole, *pages, *schemas, *tags)


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
    """What it is part of."""

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
        known = {page.docname: page for page in self.reference.endpoints}
        return tuple(known[docname] for docname in self.docnames)

    @property
    def digest(self) -> str:
        """Changes with whatever the page shows."""
        pages = [f"{p.docname} {p.operation.name} {p.title}" for p in self.endpoints]
        inside = [each for page in self.below for each in page.family]
        tags = [f"{p.docname} {p.title} {p.parent} {len(p.all_docnames)}" for p in inside]
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
    """What it is part of."""

    title = "Schemas"
    """The page's title in English."""

    @property
    def digest(self) -> str:
        """Changes with whatever the page shows."""
        schemas = [f"{page.docname} {page.title}" for page in self.reference.schemas]
        title = self.reference.introduction.title
        return self.reference.specification.digests.digest_tags((), title, *schemas)


@dataclass(frozen=True, eq=False)
class ChangesPage:
    """A page to make about what changed from one version of an API to the next, or from each."""

    docname: str
    """Its address."""
    reference: ApiReference
    """What it is part of."""
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
        """Changes with whatever the page shows."""
        specification = self.reference.specification
        title = self.reference.introduction.title
        return specification.digests.digest_introduction(specification.digest, title, self.release)


ReferencePage = SchemaPage | IntroductionPage | TagPage | SchemaListPage | ChangesPage
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

    def __init__(self, place: ReferencePlace, free: Free, schemas: Schemas) -> None:
        """Give each page its address."""
        specification, directory = place.specification, place.directory
        self.specification = specification
        self.directory = directory
        """``directory`` beside it in docs.json, ``None`` if absent."""
        folder = DEFAULT_DIRECTORY if directory is None else directory
        wanted = make_docname(f"{folder}/{INTRODUCTION}")
        own = place.docname or free(wanted)
        self.introduction = IntroductionPage(own, self)
        """The page about the specification."""
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
        made, moved = [], [] if own == wanted or place.docname else [wanted]
        for schema in schemas(specification, folder):
            wanted = _schema_docname(folder, schema.name)
            docname = free(wanted)
            made.append(SchemaPage(docname, schema, self))
            moved += [] if docname == wanted else [docname]
        self.schemas = tuple(made)
        """The pages of schemas."""
        listed = self.is_standalone and any(not page.schema.is_inline for page in made)
        self.schema_list = (
            SchemaListPage(free(make_docname(f"{folder}/{FOLDER}")), self) if listed else None
        )
        """The page of a standalone reference that lists them."""
        self.changes: tuple[ChangesPage, ...] = ()
        """The pages about versions: all of them, then each, the newest first."""
        if specification.older:
            whole = ChangesPage(free(make_docname(f"{folder}/{CHANGES}")), self)
            found = (
                ChangesPage(
                    free(_version_docname(whole.docname, release)),
                    self,
                    number,
                )
                for number, release in enumerate(
                    each.release for each in (specification, *specification.older[:0:-1])
                )
            )
            self.changes = (whole, *found)
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
        known = {name for page in self.tags for name in page.names}
        return [
            (tag, page)
            for page in self.endpoints
            for tag in page.operation.tags
            if self.tags and tag not in known and tag != page.operation.group
        ]

    @cached_property
    def docnames(self) -> Mapping[int, str]:
        """The docnames of schemas' pages, by the identity of the schema's value."""
        return {id(page.schema.located.value): page.docname for page in self.schemas}


Schemas = Callable[[Specification, str], tuple["NamedSchema", ...]]


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
    made: set[str] = {UNTAGGED}
    taken: set[str] = set()
    for section, parent, group in _tag_groups(reference):
        docnames = tuple(child.docname for child in group.children if isinstance(child, Page))
        if group.label in made:
            continue
        made.add(group.label)
        names = reference.specification.find_tags(group.label)
        slug = make_slug(names[0] if names else group.label) or "tag"
        yield TagPage(
            free(make_docname(f"{folder}/{slug}")),
            group.label,
            section,
            names,
            parent,
            docnames,
            tuple(docname for docname in docnames if docname not in taken),
            reference,
        )
        taken.update(docnames)


def _tag_groups(reference: ApiReference) -> Iterator[tuple[str, str, Element]]:
    """Yield the group of each tag, with the labels of the section and of the group around it."""
    parents = set(reference.specification.tags.parents.values())
    waiting = [("", "", group) for group in reversed(reference.groups)]
    while waiting:
        section, parent, group = waiting.pop()
        is_tag = holds_pages(group) or group.label in parents
        if is_tag:
            yield section, parent, group
        around = (section, group.label) if is_tag else (group.label, "")
        inner = [child for child in group.children if isinstance(child, Element)]
        waiting += [(*around, child) for child in reversed(inner)]


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
        :param listed: the pages that docs.json lists; schemas that no endpoint uses have a page
            only if they are among them.
        """
        self._catalogues: dict[int, SchemaCatalogue] = {}
        self._listed = listed
        self._places: dict[tuple[int, str | None], ReferencePlace] = {}
        found: dict[tuple[int, str | None], ApiReference] = {}
        below: dict[ApiReference, list[EndpointPage]] = {}
        self._by_page: dict[str, ApiReference] = {}
        endpoints, others, places = tuple(endpoints), tuple(others), tuple(places)
        used = (
            *(place.specification for place in places),
            *(page.operation.specification for page, _ in endpoints),
            *others,
        )
        find_older_versions(dict.fromkeys(used))
        for place in places:
            key = (id(place.specification), place.directory)
            self._places[key] = place
            if place.docname:
                found[key] = ApiReference(place, free, self._schemas)
        for page, directory in endpoints:
            specification = page.operation.specification
            reference = self._reference(found, specification, directory, free)
            self._by_page[page.docname] = reference
            if not page.operation.hidden:
                below.setdefault(reference, []).append(page)
        known = {key[0] for key in found}
        for specification in others:
            if id(specification) not in known:
                self._reference(found, specification, None, free)
        for reference, pages in below.items():
            reference.endpoints = tuple(pages)
        self.all = tuple(found.values())
        """Every reference, in the order of docs.json."""

    def of(self, docname: str, specification: Specification) -> ApiReference | None:
        """Return the reference that a page showing an operation of *specification* belongs to."""
        own = self._by_page.get(docname)
        if own is not None and own.specification is specification:
            return own
        return next((each for each in self.all if each.specification is specification), None)

    @cached_property
    def about_groups(self) -> Mapping[Element, str]:
        """The page that the title of each generated group of docs.json leads to."""
        found: dict[Element, str] = {}
        for reference in self.all:
            pages = {page.label: page.docname for page in reference.tags}
            for group in reference.groups:
                if not holds_pages(group) and group.label == reference.introduction.title:
                    found[group] = reference.introduction.docname
            for _, _, group in _tag_groups(reference):
                if group.label in pages:
                    found[group] = pages[group.label]
        return found

    @cached_property
    def pages(self) -> Mapping[str, ReferencePage]:
        """Every page, by docname."""
        found: dict[str, ReferencePage] = {}
        for reference in self.all:
            found[reference.introduction.docname] = reference.introduction
            found.update((page.docname, page) for page in reference.tags)
            if reference.schema_list is not None:
                found[reference.schema_list.docname] = reference.schema_list
            found.update((page.docname, page) for page in reference.schemas)
            found.update((page.docname, page) for page in reference.changes)
        return found

    def _reference(
        self,
        found: dict[tuple[int, str | None], ApiReference],
        specification: Specification,
        directory: str | None,
        free: Free,
    ) -> ApiReference:
        key = (id(specification), directory)
        if key not in found:
            place = self._places.get(key, ReferencePlace(specification, directory))
            found[key] = ApiReference(place, free, self._schemas)
        return found[key]

    def find_schema(self, reference: ApiReference, name: str) -> tuple[NamedSchema | None, str]:
        """Return a schema of a reference, ``None`` if it has none, and its page, ``""`` if none."""
        for page in reference.schemas:
            if page.schema.name == name:
                return page.schema, page.docname
        return self._catalogue(reference.specification).find(name), ""

    def _schemas(self, specification: Specification, folder: str) -> tuple[NamedSchema, ...]:
        catalogue = self._catalogue(specification)
        asked = (n for n in catalogue.names if _schema_docname(folder, n) in self._listed)
        return catalogue.list_page_schemas(asked)

    def _catalogue(self, specification: Specification) -> SchemaCatalogue:
        from sphinx_docsnav.openapi import SchemaCatalogue

        return self._catalogues.setdefault(id(specification), SchemaCatalogue(specification))
