"""Pages about an API as a whole: its introduction, and a page for each larger schema.

They are in no sidebar unless docs.json names them; endpoint pages link to them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from sphinx_docsnav.navigation.endpoint_pages import EndpointPage
from sphinx_docsnav.openapi.content.catalogue import NamedSchema, SchemaCatalogue
from sphinx_docsnav.openapi.endpoint_slugs import DEFAULT_DIRECTORY, docname_of, slug_of
from sphinx_docsnav.openapi.specification import Specification

FOLDER = "schemas"
"""The folder of schemas' pages, in that of the endpoint pages."""
INTRODUCTION = "overview"
"""The name of an introduction, in the folder of the endpoint pages."""

Free = Callable[[str], str]
"""Returns an address that no page has yet, made from the one it is asked for."""


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
        return reference.specification.digests.of_introduction(*pages, *schemas)


class ApiReference:
    """The pages of one specification below one directory."""

    def __init__(
        self, specification: Specification, directory: str | None, free: Free, schemas: Schemas
    ) -> None:
        self.specification = specification
        """The specification."""
        self.directory = directory
        """``directory`` beside it in docs.json, ``None`` if absent."""
        folder = DEFAULT_DIRECTORY if directory is None else directory
        wanted = docname_of(f"{folder}/{INTRODUCTION}")
        self.introduction = IntroductionPage(free(wanted), self)
        """The page about the specification."""
        self.endpoints: tuple[EndpointPage, ...] = ()
        """The endpoint pages, hidden ones left out."""
        made, moved = [], [] if self.introduction.docname == wanted else [wanted]
        for schema in schemas(specification):
            slug = slug_of(schema.name.replace(": ", " "))
            wanted = docname_of(f"{folder}/{FOLDER}/{slug}") or FOLDER
            docname = free(wanted)
            made.append(SchemaPage(docname, schema, self))
            moved += [] if docname == wanted else [docname]
        self.schemas = tuple(made)
        """The pages of schemas."""
        self.moved = "".join(f" {docname}" for docname in moved)
        """The pages that are not where their names say; every page may link to them."""

    @cached_property
    def docnames(self) -> Mapping[int, str]:
        """The docnames of schemas' pages, by the identity of the schema's value."""
        return {id(page.schema.located.value): page.docname for page in self.schemas}


Schemas = Callable[[Specification], tuple[NamedSchema, ...]]


class ApiReferences:
    """The references of a site."""

    def __init__(
        self,
        endpoints: Iterable[tuple[EndpointPage, str | None]] = (),
        others: Iterable[Specification] = (),
        free: Free = str,
    ) -> None:
        """Make the pages of every specification that has endpoint pages.

        :param endpoints: with the directory of each.
        :param others: specifications that only pages of the site's own show.
        """
        self._catalogues: dict[int, SchemaCatalogue] = {}
        found: dict[tuple[int, str | None], ApiReference] = {}
        below: dict[ApiReference, list[EndpointPage]] = {}
        self._by_page: dict[str, ApiReference] = {}
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
    def pages(self) -> Mapping[str, SchemaPage | IntroductionPage]:
        """Every page, by docname."""
        found: dict[str, SchemaPage | IntroductionPage] = {}
        for reference in self.all:
            found[reference.introduction.docname] = reference.introduction
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

    def _schemas(self, specification: Specification) -> tuple[NamedSchema, ...]:
        catalogue = self._catalogues.setdefault(id(specification), SchemaCatalogue(specification))
        return catalogue.schemas
