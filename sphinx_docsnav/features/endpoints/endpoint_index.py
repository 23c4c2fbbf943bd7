"""What references to an API can lead to, and the index of all operations.

In HTML, the index is on several pages if there are many operations.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import escape
from itertools import groupby
from pathlib import Path
from typing import Protocol, cast

from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.domains import Index, IndexEntry
from sphinx.environment import BuildEnvironment

from sphinx_docsnav.core.site.output_ledger import ledger_of
from sphinx_docsnav.core.site.stale_outputs import SINGLE
from sphinx_docsnav.core.state import app_of, find_state
from sphinx_docsnav.openapi.specification_tags import UNTAGGED

OWNER = "endpoint index"
"""The owner of the pages of the index in the ledger of outputs."""

PAGE_ENTRIES = 250
"""How many operations one page of the index lists, about 80 kB."""

Rows = list[tuple[str, "OperationTarget"]]
"""Operations with the heading of each."""


@dataclass(frozen=True, slots=True)
class OperationTarget:
    """An operation that a page shows."""

    name: str
    """``GET /pets``; ``webhook newPet`` for webhooks."""
    operation_id: str
    """``operationId``, another name for it; may be empty."""
    title: str
    """The summary; may be empty."""
    tag: str
    """The first tag; may be empty."""
    specification: str
    """The specification's path or address."""
    docname: str
    """The page."""
    anchor: str
    """The id on the page."""
    entry_anchor: str = ""
    """The id that the general index uses, shorter on a page of its own."""
    hidden: bool = False
    """The page is hidden: it is reached by links alone."""
    in_prose: bool = False
    """A directive shows it on a page about something else."""

    @property
    def heading(self) -> str:
        """What search calls it: ``GET /pets: List pets``."""
        return f"{self.name}: {self.title}" if self.title else self.name


@dataclass(frozen=True, slots=True)
class SchemaTarget:
    """A schema that a page shows."""

    name: str
    """The component's name."""
    specification: str
    """The specification's path or address."""
    docname: str
    """The page."""
    anchor: str
    """The id on the page."""
    in_prose: bool = False
    """A directive shows it on a page about something else."""


class _HasTargets(Protocol):
    def targets(self) -> Iterator[OperationTarget]:
        """Yield every operation."""


class EndpointIndex(Index):
    """All operations by tag, and within one by path and method."""

    name = "endpoints"
    localname = "Endpoints"
    shortname = "endpoints"
    part = 0
    """Which page of the index this is, from 0."""
    parts = 1
    """On how many pages the index is."""

    def generate(
        self, docnames: Iterable[str] | None = None
    ) -> tuple[list[tuple[str, list[IndexEntry]]], bool]:
        """Return the operations of this page, and the links to the other pages."""
        rows = self.rows(None if docnames is None else set(docnames))
        if self.parts > 1:
            start = self.part * PAGE_ENTRIES
            rows = rows[start : start + PAGE_ENTRIES]
        is_html = app_of(self.domain.env).builder.format == "html"
        written = _escape_heading if is_html else str
        content = []
        for heading, group in groupby(rows, key=lambda row: row[0]):
            targets = [target for _, target in group]
            first = self._page_of_tag(targets[0])
            about = [_make_page_entry(heading, first)] if first else []
            content.append((written(heading), [*about, *map(_make_entry, targets)]))
        others = [number for number in range(self.parts) if number != self.part]
        if others:
            content.append((written("More endpoints"), [_link_part(number) for number in others]))
        return content, False

    def _page_of_tag(self, target: OperationTarget) -> str:
        """Return the page about the tag of an operation, ``""`` if there is none."""
        state = find_state(self.domain.env)
        for reference in state.navigation.references.all if state else ():
            if reference.specification.name == target.specification:
                for page in reference.tags:
                    if target.tag == page.label:
                        return page.docname
        return ""

    def rows(self, docnames: set[str] | None = None) -> Rows:
        """Return every operation in the order of the index."""
        groups: dict[str, list[OperationTarget]] = defaultdict(list)
        for target in cast("_HasTargets", self.domain).targets():
            shown = not (target.hidden or target.in_prose)
            if shown and (docnames is None or target.docname in docnames):
                groups[_make_heading(target.tag)].append(target)
        return [
            (heading, target)
            for heading in sorted(groups, key=str.casefold)
            for target in sorted(groups[heading], key=_get_sort_key)
        ]


def split_index(app: Sphinx, env: BuildEnvironment) -> None:
    """Give a long index several pages, and name their files in the ledger of outputs."""
    builder = app.builder
    if not isinstance(builder, StandaloneHTMLBuilder) or builder.name in SINGLE:
        return
    domain = env.domains["docsnav"]
    entries = len(EndpointIndex(domain).rows())
    parts = max(1, -(-entries // PAGE_ENTRIES))
    others = [index for index in domain.indices if not issubclass(index, EndpointIndex)]
    pages = [_make_part(number, parts) for number in range(parts)]
    domain.indices[:] = [*others, *pages]
    number = parts if entries else 0  # Sphinx writes no index without entries
    files = (Path(builder.get_outfilename(_name_part_document(part))) for part in range(number))
    ledger_of(app).claim(OWNER, (file.relative_to(app.outdir).as_posix() for file in files))


def remove_stale_parts(app: Sphinx, exception: Exception | None) -> None:
    """Remove the pages that the index no longer has (``build-finished``)."""
    if exception is None:
        ledger_of(app).finish(OWNER)


def _escape_heading(words: str) -> str:
    """Return a heading, escaped, as Sphinx's template does not, and fit for an id as well.

    The template makes ids and addresses of it, which can have no space.
    """
    return escape("\N{NO-BREAK SPACE}".join(words.split()))


def _make_part(number: int, parts: int) -> type[EndpointIndex]:
    if parts == 1:
        return EndpointIndex
    fields: dict[str, object] = {"part": number, "parts": parts}
    if number:
        fields |= {"name": _name_part(number), "localname": _title_part(number), "shortname": None}
    return type("EndpointIndexPart", (EndpointIndex,), fields)


def _name_part(number: int) -> str:
    return f"endpoints-{number + 1}" if number else "endpoints"


def _name_part_document(number: int) -> str:
    return f"docsnav-{_name_part(number)}"


def _title_part(number: int) -> str:
    return f"Endpoints, part {number + 1}"


def _link_part(number: int) -> IndexEntry:
    return _make_page_entry(_title_part(number), _name_part_document(number))


def _make_page_entry(title: str, docname: str) -> IndexEntry:
    return IndexEntry(title, 0, docname, "", "", "", "")


def _make_heading(tag: str) -> str:
    """Return the heading of a tag's operations, in which an id can end."""
    return re.sub(r"[<>\"\s]+", " ", tag).strip() or UNTAGGED


def _get_sort_key(target: OperationTarget) -> tuple[str, str]:
    method, _, path = target.name.partition(" ")
    return path, method


def _make_entry(target: OperationTarget) -> IndexEntry:
    return IndexEntry(target.name, 0, target.docname, target.anchor, "", "", target.title)
