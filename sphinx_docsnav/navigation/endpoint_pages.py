"""Pages made for operations: one address each, however often docs.json names it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from sphinx_docsnav.navigation.page_facts import PageFacts, page_facts
from sphinx_docsnav.navigation.tree import Page
from sphinx_docsnav.openapi import Operation
from sphinx_docsnav.openapi.endpoint_names import make_page_title
from sphinx_docsnav.sitefiles.hidden_characters import visible_title

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
        matter["title"] = visible_title(str(matter["title"]))
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

    The same operation under the same directory is one page, listed in several
    places. Different operations never share an address: the later one gets
    ``-1``, ``-2`` … in the order in which docs.json comes to them.
    """

    def __init__(self) -> None:
        self.made: list[EndpointPage] = []
        """Every page, in that order."""
        self.directories: list[str | None] = []
        """The directory of each page, as docs.json has it."""
        self._known: dict[tuple[Operation, str | None], EndpointPage] = {}
        self._taken: set[str] = set()
        self._next: dict[str, int] = {}

    def page(self, operation: Operation, directory: str | None, pointer: str = "") -> Page:
        """Return an entry for *operation*'s page, made now if it is the first.

        :param directory: the page's folder in docs.json, ``None`` if it has none.
        :param pointer: the entry's place in docs.json, ``""`` in generated groups.
        """
        # An operation with an address of its own has one page, in whatever directory it is
        # listed.
        key = (operation, None if operation.href else directory)
        if key not in self._known:
            docname = self.free(operation.docname(directory))
            self._known[key] = EndpointPage(docname, operation)
            self.made.append(self._known[key])
            self.directories.append(directory)
        page = self._known[key]
        return Page(page.docname, pointer, operation=operation.name)

    def free(self, docname: str) -> str:
        """Return *docname* if no generated page has it, else with ``-1``, ``-2`` …."""
        count = self._next.get(docname, 0)
        candidate = docname
        # The count goes on where the last page of this name has ended, so that names stay in
        # order.
        while candidate in self._taken:
            count += 1
            candidate = f"{docname}-{count}"
        self._next[docname] = count
        self._taken.add(candidate)
        return candidate
