"""Pages made for operations: one address each, however often docs.json names it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from sphinx_docsnav.navigation.page_facts import PageFacts, page_facts
from sphinx_docsnav.navigation.tree import Page
from sphinx_docsnav.openapi import Operation
from sphinx_docsnav.openapi.endpoint_names import make_page_title
from sphinx_docsnav.sitefiles.hidden_characters import make_visible_title

MAX_TITLE = 300
"""Longer summaries are cut where they are titles."""
MAX_DESCRIPTION = 50_000
"""Longer descriptions stay where the operation is shown, and are not the page's own."""


@dataclass(frozen=True, eq=False)
class EndpointPage:
    """A page to make for an operation."""

    docname: str
    """Its address: no other endpoint page has it."""
    operation: Operation
    """The operation it shows."""

    @property
    def title(self) -> str:
        """The page's title: ``x-mint``'s, else the operation's."""
        return self.facts.title

    @property
    def description(self) -> str:
        """The operation's description, or ``x-mint``'s; Markdown, as written."""
        described = self.operation.metadata.get("description")
        return described if isinstance(described, str) else self.operation.description

    @property
    def deprecated(self) -> bool:
        """The operation is deprecated."""
        return self.facts.deprecated

    @property
    def tag(self) -> str:
        """The tag whose group lists the operation, ``""`` for none."""
        return self.operation.group

    @property
    def content(self) -> str:
        """MDX before the operation's own content, from ``x-mint``."""
        return self.operation.content

    @cached_property
    def front_matter(self) -> Mapping[str, object]:
        """The front matter of its text: what any reader needs to make the page."""
        operation = self.operation
        matter: dict[str, object] = {"title": self._title}
        # The service names such a page after its address in the sidebar.
        if operation.href and operation.summary:
            matter["sidebarTitle"] = make_page_title(self.docname)
        if 0 < len(operation.description) <= MAX_DESCRIPTION:
            matter["description"] = operation.description
        if operation.deprecated:
            matter["deprecated"] = True
        # `x-mint` overrides what the operation says of itself.
        matter.update(operation.metadata)
        if not matter["title"]:
            matter["title"] = self._title
        matter["title"] = make_visible_title(str(matter["title"]))
        return {**matter, "openapi": operation.reference}

    @cached_property
    def facts(self) -> PageFacts:
        """The facts of the page."""
        return page_facts(dict(self.front_matter))

    @property
    def _title(self) -> str:
        """Return the title; that of a webhook with a summary is spelled as its address.

        The service does so, and a webhook's summary is often a sentence.
        """
        operation = self.operation
        if operation.webhook and operation.summary:
            return make_page_title(self.docname)
        title = operation.title
        return title if len(title) <= MAX_TITLE else f"{title[: MAX_TITLE - 1]}…"


class EndpointPages:
    """Makes endpoint pages and gives each its address.

    An operation has one page in a directory, which several entries may list. Different operations
    never share an address: the later one in docs.json gets ``-1``, ``-2`` …
    """

    def __init__(self) -> None:
        self.pages: list[EndpointPage] = []
        """All pages, in the order in which docs.json lists them first."""
        self.directories: list[str | None] = []
        """The directory of each page, as docs.json has it."""
        self._pages_by_key: dict[tuple[Operation, str | None], EndpointPage] = {}
        self._claimed_docnames: set[str] = set()
        self._last_numbers: dict[str, int] = {}

    def add_entry(self, operation: Operation, directory: str | None, pointer: str = "") -> Page:
        """Return an entry for the page of an operation; the first entry makes the page.

        :param directory: the folder of the page in docs.json; ``None`` without one.
        :param pointer: the position of the entry in docs.json; empty in generated groups.
        """
        # An operation that names its address has one page, whatever directory lists it.
        key = (operation, None if operation.href else directory)
        if key not in self._pages_by_key:
            docname = self.claim_docname(operation.docname(directory))
            self._pages_by_key[key] = EndpointPage(docname, operation)
            self.pages.append(self._pages_by_key[key])
            self.directories.append(directory)
        page = self._pages_by_key[key]
        return Page(page.docname, pointer, operation=operation.name)

    def claim_docname(self, docname: str) -> str:
        """Return *docname*, with ``-1``, ``-2`` … if another generated page has it."""
        number = self._last_numbers.get(docname, 0)
        candidate = docname
        # Count from the number of the last page with this name, so that numbers ascend.
        while candidate in self._claimed_docnames:
            number += 1
            candidate = f"{docname}-{number}"
        self._last_numbers[docname] = number
        self._claimed_docnames.add(candidate)
        return candidate
