"""Data that is stored in the environment from build to build, and the facts of pages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from sphinx_docsnav.core.site.outline import Branch
from sphinx_docsnav.faults import Fault
from sphinx_docsnav.navigation import Site
from sphinx_docsnav.navigation.page_facts import (
    FRONT_MATTER_TITLE,
    MARKED_TITLE,
    PageFacts,
    extract_page_facts,
)

CANVAS_MODES = frozenset({"custom", "frame"})
"""Values of ``mode`` for pages without a title and a description of their own."""
FLAGS = ("hidden", "noindex", "deprecated")
"""Fields that an empty field of a reStructuredText page (``:hidden:``) sets."""
NOINDEX_TAG = '<meta name="robots" content="noindex">\n'
"""The element that excludes a page from search engines."""
UNTITLED = "<no title>"
"""The title that Sphinx gives to a document without one."""
VERSION = 26
"""Raised when `Record`, what is planted, our nodes or the records of written pages change shape;
everything is read anew then."""
Done = tuple[Branch, ...]
"""The toctrees that are planted in a document."""


def facts_of(env: BuildEnvironment, docname: str) -> PageFacts:
    """Return the facts of a document that has been read.

    Front matter and the field list at a page's top count alike, under the same
    names; the title is the document's own if no field names one.
    """
    data: dict[str, Any] = dict(env.metadata.get(docname, {}))
    # reStructuredText has fields without a value.
    for flag in FLAGS:
        if data.get(flag) == "":
            data[flag] = True
    titled = env.titles.get(docname)
    title = " ".join(titled.astext().split()) if titled is not None else ""
    # The text of the title, without the marks and entities of Markdown that front matter has.
    if titled is not None and titled.get(FRONT_MATTER_TITLE) == MARKED_TITLE:
        data.pop("title", None)
    facts = extract_page_facts(data, title)
    return replace(facts, untitled=True) if facts.title == UNTITLED else facts


def find_hidden_pages(site: Site, facts: Mapping[str, PageFacts]) -> set[str]:
    """Return the documents that search must not find: hidden, in a hidden element, ``noindex``."""
    return {name for name, page in facts.items() if page.noindex or _is_hidden(site, name, page)}


def is_unsearched(metadata: Mapping[str, object]) -> bool:
    """Return whether a page keeps itself out of search: ``searchable: false``."""
    return "searchable" in metadata and str(metadata["searchable"]).lower() == "false"


def _is_hidden(site: Site, docname: str, facts: PageFacts) -> bool:
    if facts.hidden:
        return True
    listed = site.listed.get(docname)
    return listed is not None and any(e.hidden and not e.searchable for e in listed.chain)


@dataclass(frozen=True, slots=True)
class Links:
    """The documents that one document links to, whether they exist or not."""

    targets: frozenset[str]
    """All linked documents."""
    titled: frozenset[str]
    """Those whose title is the link's text."""
    anchored: frozenset[str] = frozenset()
    """Those with a link to a heading or another part of them."""
    into_viewer: bool = False
    """A link has a fragment that a viewer of specifications understands."""
    objects: frozenset[str] = frozenset()
    """The objects of Sphinx's domains that it refers to, as `make_object_key` shortens them."""
    anchors: frozenset[str] = frozenset()
    """The anchors that its links name, as `normalize_anchor` returns them."""


@dataclass(slots=True)
class Record:
    """Results of earlier builds that this one uses; stored with the environment."""

    planted: dict[str, Done] = field(default_factory=dict)
    """The planted toctrees by document."""
    operations: dict[str, str] = field(default_factory=dict)
    """Digest of the operation that a page of front matter ``openapi`` shows."""
    reading: str = ""
    """Digest of the settings of docs.json that the reading of pages depends on."""
    unsearchable: set[str] = field(default_factory=set)
    """Documents that were kept out of search for the navigation's sake."""
    links: dict[str, Links] = field(default_factory=dict)
    """The links of each document."""
    awaited: dict[str, set[str]] = field(default_factory=dict)
    """The files that each document names and that were missing when it was read."""
    languages: dict[str, str] = field(default_factory=dict)
    """The language of docs.json that each document was read in; those in none left out."""
    entry_titles: dict[str, str] = field(default_factory=dict)
    """The titles that docs.json gives to documents; those without one left out."""
    outlined: set[str] = field(default_factory=set)
    """The documents of which only the front matter was read, see `BuildState.outlined`."""
    contents: dict[str, str] = field(default_factory=dict)
    """Digest of the files that each document was read from; only in a site without conf.py."""
    anchors: dict[str, frozenset[str]] = field(default_factory=dict)
    """The ids of each document."""
    messages: dict[str, dict[Fault, None]] = field(default_factory=dict)
    """The faults that were found in each document when it was read, in order."""


def record_of(env: BuildEnvironment) -> Record:
    """Return the record of *env*; a new one in a new environment."""
    record = env.__dict__.setdefault("docsnav_record", Record())
    if not isinstance(record, Record):
        raise TypeError(f"docsnav_record of the environment is a {type(record).__name__}")
    return record


def forget_document(_app: Sphinx, env: BuildEnvironment, docname: str) -> None:
    """Forget a document that is about to be read again or has gone (``env-purge-doc``)."""
    record = record_of(env)
    tables: list[dict[str, Any]] = [
        record.planted,
        record.operations,
        record.links,
        record.awaited,
        record.contents,
        record.anchors,
    ]
    for table in tables:
        table.pop(docname, None)


def merge_records(
    _app: Sphinx, env: BuildEnvironment, docnames: list[str], other: BuildEnvironment
) -> None:
    """Take over what a reading worker noted about *docnames* (``env-merge-info``)."""
    record, worker = record_of(env), record_of(other)
    tables: list[tuple[dict[str, Any], dict[str, Any]]] = [
        (record.links, worker.links),
        (record.awaited, worker.awaited),
        (record.anchors, worker.anchors),
        (record.messages, worker.messages),
    ]
    for table, read in tables:
        table.update({docname: read[docname] for docname in docnames if docname in read})
