"""Pages about an API as a whole: its introduction, and a page for each larger schema.

They are in no sidebar unless docs.json names them; endpoint pages link to them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from sphinx_docsnav.navigation.endpoint_pages import EndpointPage
from sphinx_docsnav.navigation.tree import Element, Page
from sphinx_docsnav.openapi.endpoint_slugs import DEFAULT_DIRECTORY, docname_of, slug_of
from sphinx_docsnav.openapi.specification import UNTAGGED, Specification

if TYPE_CHECKING:
    from sphinx_docsnav.openapi.content.catalogue import NamedSchema, SchemaCatalogue

FOLDER = "schemas"
"""The folder of schemas' pages, in that of the endpoint pages."""
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
        pages = [f"{p.docname} {p.operation.name} {p.title}" for p in reference.endpoints]
        schemas = [f"{page.docname} {page.title}" for page in reference.schemas]
        tags = [f"{page.docname} {page.title} {page.section}" for page in reference.tags]
        return reference.specification.digests.of_introduction(*pages, *schemas, *tags)


@dataclass(frozen=True, eq=False)
class TagPage:
    """A page to make for a group of operations in a standalone reference."""

    docname: str
    """Its address."""
    label: str
    """What the group is called."""
    section: str
    """The entry of ``x-tagGroups`` that holds the group; empty for none."""
    names: frozenset[str]
    """The tags of its operations."""
    docnames: tuple[str, ...]
    """Its endpoint pages, in order."""
    reference: ApiReference
    """What it is part of."""

    @property
    def title(self) -> str:
        """The page's title: the group's label."""
        return self.label

    @cached_property
    def endpoints(self) -> tuple[EndpointPage, ...]:
        """Its endpoint pages, in order."""
        known = {page.docname: page for page in self.reference.endpoints}
        return tuple(known[docname] for docname in self.docnames)

    @property
    def digest(self) -> str:
        """Changes with whatever the page shows."""
        pages = [f"{p.docname} {p.operation.name} {p.title}" for p in self.endpoints]
        title = self.reference.introduction.title
        return self.reference.specification.digests.of_tags(self.names, title, *pages)


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
        return self.reference.specification.digests.of_tags((), title, *schemas)


ReferencePage = SchemaPage | IntroductionPage | TagPage | SchemaListPage
"""A page to make about a specification."""


@dataclass(frozen=True, eq=False)
class Standalone:
    """A reference that is no part of docs.json: a document, with the others in its toctree."""

    docname: str
    """The document of the introduction."""
    specification: Specification
    """The specification."""
    directory: str
    """The folder of its pages."""
    groups: tuple[Element, ...]
    """Its endpoint pages in their groups."""


class ApiReference:
    """The pages of one specification below one directory."""

    def __init__(
        self,
        specification: Specification,
        directory: str | None,
        free: Free,
        schemas: Schemas,
        standalone: Standalone | None = None,
    ) -> None:
        self.specification = specification
        """The specification."""
        self.directory = directory
        """``directory`` beside it in docs.json, ``None`` if absent."""
        folder = DEFAULT_DIRECTORY if directory is None else directory
        wanted = docname_of(f"{folder}/{INTRODUCTION}")
        own = standalone.docname if standalone else free(wanted)
        self.introduction = IntroductionPage(own, self)
        """The page about the specification."""
        self.is_standalone = standalone is not None
        """The introduction has the other pages in its toctree."""
        self.endpoints: tuple[EndpointPage, ...] = ()
        """The endpoint pages, hidden ones left out."""
        groups = standalone.groups if standalone else ()
        self.untagged = tuple(
            page.docname for group in groups if group.label == UNTAGGED for page in group.pages()
        )
        """The pages of a standalone reference without a tag, in order."""
        self.tags = tuple(_tag_pages(self, groups, free))
        """The pages of tags in a standalone reference, in the order of the groups."""
        made, moved = [], [] if own == wanted or standalone else [wanted]
        for schema in schemas(specification):
            slug = slug_of(schema.name.replace(": ", " "))
            wanted = docname_of(f"{folder}/{FOLDER}/{slug}") or FOLDER
            docname = free(wanted)
            made.append(SchemaPage(docname, schema, self))
            moved += [] if docname == wanted else [docname]
        self.schemas = tuple(made)
        """The pages of schemas."""
        listed = standalone is not None and any(not page.schema.is_inline for page in made)
        self.schema_list = (
            SchemaListPage(free(docname_of(f"{folder}/{FOLDER}")), self) if listed else None
        )
        """The page of a standalone reference that lists them."""
        self.moved = "".join(f" {docname}" for docname in moved)
        """The pages with an address that differs from their name; every page may link to them."""

    @cached_property
    def docnames(self) -> Mapping[int, str]:
        """The docnames of schemas' pages, by the identity of the schema's value."""
        return {id(page.schema.located.value): page.docname for page in self.schemas}


Schemas = Callable[[Specification], tuple["NamedSchema", ...]]


def _tag_pages(
    reference: ApiReference, groups: Iterable[Element], free: Free, section: str = ""
) -> Iterator[TagPage]:
    """Yield the page of each group, those of the groups in it instead if it has some."""
    for group in groups:
        inner = [child for child in group.children if isinstance(child, Element)]
        if inner:
            yield from _tag_pages(reference, inner, free, group.label)
        pages = [child for child in group.children if isinstance(child, Page)]
        if not pages or group.label == UNTAGGED:
            continue
        folder, _, name = pages[0].docname.rpartition("/")
        below = reference.directory or ""
        slug = folder if folder.startswith(f"{below}/".lstrip("/")) else ""
        wanted = slug or docname_of(f"{below}/{slug_of(group.label)}") or name
        yield TagPage(
            free(wanted),
            group.label,
            section,
            reference.specification.tags_of_group(group.label),
            tuple(page.docname for page in pages),
            reference,
        )


class ApiReferences:
    """The references of a site."""

    def __init__(
        self,
        endpoints: Iterable[tuple[EndpointPage, str | None]] = (),
        others: Iterable[Specification] = (),
        free: Free = str,
        standalone: Iterable[Standalone] = (),
    ) -> None:
        """Make the pages of every specification that has endpoint pages.

        :param endpoints: with the directory of each.
        :param others: specifications that only pages of the site's own show.
        :param standalone: references that are no part of docs.json.
        """
        self._catalogues: dict[int, SchemaCatalogue] = {}
        found: dict[tuple[int, str | None], ApiReference] = {}
        below: dict[ApiReference, list[EndpointPage]] = {}
        self._by_page: dict[str, ApiReference] = {}
        for each in standalone:
            key = (id(each.specification), each.directory)
            place = (each.specification, each.directory, free)
            found[key] = ApiReference(*place, self._schemas, each)
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
    def pages(self) -> Mapping[str, ReferencePage]:
        """Every page, by docname."""
        found: dict[str, ReferencePage] = {}
        for reference in self.all:
            found[reference.introduction.docname] = reference.introduction
            found.update((page.docname, page) for page in reference.tags)
            if reference.schema_list is not None:
                found[reference.schema_list.docname] = reference.schema_list
            found.update((page.docname, page) for page in reference.schemas)
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
            found[key] = ApiReference(specification, directory, free, self._schemas)
        return found[key]

    def find_schema(self, reference: ApiReference, name: str) -> tuple[NamedSchema | None, str]:
        """Return a schema of a reference, ``None`` if it has none, and its page, ``""`` if none."""
        for page in reference.schemas:
            if page.schema.name == name:
                return page.schema, page.docname
        return self._catalogue(reference.specification).find(name), ""

    def _schemas(self, specification: Specification) -> tuple[NamedSchema, ...]:
        return self._catalogue(specification).schemas

    def _catalogue(self, specification: Specification) -> SchemaCatalogue:
        from sphinx_docsnav.openapi.content.catalogue import SchemaCatalogue

        return self._catalogues.setdefault(id(specification), SchemaCatalogue(specification))
