"""Targets of references to an API, and the index of all endpoints.

In HTML, the index of a large API has several pages.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import escape
from itertools import groupby
from typing import Protocol, cast

from sphinx.application import Sphinx
from sphinx.domains import Index, IndexEntry
from sphinx.environment import BuildEnvironment

from sphinx_docsnav.core.builder_kinds import has_page_files
from sphinx_docsnav.core.site.output_ledger import ledger_of
from sphinx_docsnav.core.site.stale_outputs import page_file
from sphinx_docsnav.core.state import app_of, find_state
from sphinx_docsnav.openapi.specification_tags import UNTAGGED

OWNER = "endpoint index"
"""The owner of the pages of the index in the ledger of outputs."""

PAGE_ENTRIES = 250
"""Number of operations on one page of the index, about 80 kB."""

Rows = list[tuple[str, "OperationTarget"]]
"""Operations with their headings."""


@dataclass(frozen=True, slots=True)
class OperationTarget:
    """An operation on a page."""

    name: str
    """``GET /pets`` or ``webhook newPet``."""
    operation_id: str
    """The ``operationId``, a second name; may be empty."""
    title: str
    """The summary; may be empty."""
    tag: str
    """The first tag; may be empty."""
    specification: str
    """The path or the URL of the specification."""
    docname: str
    """The docname of the page."""
    anchor: str
    """The id on the page."""
    entry_anchor: str = ""
    """The id for the general index; on a page of its own it is shorter."""
    hidden: bool = False
    """Whether the page is hidden, so that only links lead to it."""
    in_prose: bool = False
    """Whether a directive shows it on a page about something else."""

    @property
    def heading(self) -> str:
        """The title in search results: ``GET /pets: List pets``."""
        return f"{self.name}: {self.title}" if self.title else self.name


@dataclass(frozen=True, slots=True)
class SchemaTarget:
    """A schema on a page."""

    name: str
    """The component's name."""
    specification: str
    """The path or the URL of the specification."""
    docname: str
    """The docname of the page."""
    anchor: str
    """The id on the page."""
    in_prose: bool = False
    """Whether a directive shows it on a page about something else."""


class _HasTargets(Protocol):
    def targets(self) -> Iterator[OperationTarget]:
        """Yield every operation."""


class EndpointIndex(Index):
    """All operations by tag, then by path and method."""

    name = "endpoints"
    localname = "Endpoints"
    shortname = "endpoints"
    part = 0
    """The number of this page of the index, from 0."""
    parts = 1
    """The number of pages of the index."""

    def generate(
        self, docnames: Iterable[str] | None = None
    ) -> tuple[list[tuple[str, list[IndexEntry]]], bool]:
        """Return the operations on this page, and links to the other pages."""
        rows = self.rows(None if docnames is None else set(docnames))
        # Each page shows a slice of the same rows.
        if self.parts > 1:
            start = self.part * PAGE_ENTRIES
            rows = rows[start : start + PAGE_ENTRIES]
        is_html = app_of(self.domain.env).builder.format == "html"
        write_heading = _escape_heading if is_html else str
        content = []
        for heading, group in groupby(rows, key=lambda row: row[0]):
            targets = [target for _, target in group]
            first = self._find_tag_page(targets[0])
            # The heading links to the page about the tag.
            tag_entries = [_make_page_entry(heading, first)] if first else []
            content.append((write_heading(heading), [*tag_entries, *map(_make_entry, targets)]))
        others = [number for number in range(self.parts) if number != self.part]
        if others:
            links = [_make_page_entry(_title_part(n), _name_part_document(n)) for n in others]
            content.append((write_heading("More endpoints"), links))
        return content, False

    def _find_tag_page(self, target: OperationTarget) -> str:
        """Return the docname of the page about an operation's tag, or ``""``."""
        state = find_state(self.domain.env)
        for reference in state.navigation.references.all if state else ():
            if reference.specification.name == target.specification:
                for page in reference.tags:
                    if target.tag == page.label:
                        return page.docname
        return ""

    def rows(self, docnames: set[str] | None = None) -> Rows:
        """Return all operations in the order of the index."""
        groups: dict[str, list[OperationTarget]] = defaultdict(list)
        for target in cast("_HasTargets", self.domain).targets():
            # Hidden pages and parts of prose are not listed.
            is_listed = not (target.hidden or target.in_prose)
            if is_listed and (docnames is None or target.docname in docnames):
                groups[_make_heading(target.tag)].append(target)
        return [
            (heading, target)
            for heading in sorted(groups, key=str.casefold)
            for target in sorted(groups[heading], key=_get_sort_key)
        ]


def split_index(app: Sphinx, env: BuildEnvironment) -> None:
    """Divide a long index into pages, and name their files in the ledger (``env-updated``)."""
    builder = app.builder
    # Other formats have the whole index in one place.
    if not has_page_files(builder):
        return
    domain = env.domains["docsnav"]
    entries = len(EndpointIndex(domain).rows())
    parts = max(1, -(-entries // PAGE_ENTRIES))
    # The pages of the last build may be more or fewer.
    others = [index for index in domain.indices if not issubclass(index, EndpointIndex)]
    pages = [_make_part(number, parts) for number in range(parts)]
    domain.indices[:] = [*others, *pages]
    # Sphinx writes no index without entries.
    number = parts if entries else 0
    names = map(_name_part_document, range(number))
    ledger_of(app).claim(OWNER, (page_file(builder, name) for name in names))


def remove_stale_parts(app: Sphinx, exception: Exception | None) -> None:
    """Remove pages of the index that no longer exist (``build-finished``)."""
    if exception is None:
        ledger_of(app).finish(OWNER)


def _escape_heading(heading: str) -> str:
    """Return a heading for Sphinx's template, which does not escape it.

    The template also makes an id and a URL from it, so it must not contain blanks.
    """
    return escape("\N{NO-BREAK SPACE}".join(heading.split()))


def _make_part(number: int, parts: int) -> type[EndpointIndex]:
    """Return the class for one page of the index."""
    if parts == 1:
        return EndpointIndex
    fields: dict[str, object] = {"part": number, "parts": parts}
    if number:
        fields |= {"name": _name_part(number), "localname": _title_part(number), "shortname": None}
    return type("EndpointIndexPart", (EndpointIndex,), fields)


def _name_part(number: int) -> str:
    """Return the name of a page of the index."""
    return f"endpoints-{number + 1}" if number else "endpoints"


def _name_part_document(number: int) -> str:
    """Return the docname of a page of the index."""
    return f"docsnav-{_name_part(number)}"


def _title_part(number: int) -> str:
    """Return the title of a page of the index."""
    return f"Endpoints, part {number + 1}"


def _make_page_entry(title: str, docname: str) -> IndexEntry:
    """Return an entry with a link to a page."""
    return IndexEntry(title, 0, docname, "", "", "", "")


def _make_heading(tag: str) -> str:
    """Return the heading for a tag, without characters that an id cannot have."""
    return re.sub(r"[<>\"\s]+", " ", tag).strip() or UNTAGGED


def _get_sort_key(target: OperationTarget) -> tuple[str, str]:
    """Return path and method of an operation."""
    method, _, path = target.name.partition(" ")
    return path, method


def _make_entry(target: OperationTarget) -> IndexEntry:
    """Return the entry of an operation."""
    return IndexEntry(target.name, 0, target.docname, target.anchor, "", "", target.title)
