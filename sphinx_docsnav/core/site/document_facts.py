"""Facts of pages, from any parser; which pages are hidden."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sphinx_docsnav.navigation.page_facts import PageFacts, page_facts

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

    from sphinx_docsnav.navigation import Site

CANVAS_MODES = frozenset({"custom", "frame"})
"""Values of ``mode`` for pages without a title and a description of their own."""
FLAGS = ("hidden", "noindex", "deprecated")
"""Fields that an empty field of a reStructuredText page (``:hidden:``) sets."""
UNTITLED = "<no title>"
"""What Sphinx calls a document without a title."""


def facts_of(env: BuildEnvironment, docname: str) -> PageFacts:
    """Return the facts of a document that has been read.

    Front matter and the field list at a page's top count alike, under the same
    names; the title is the document's own if no field names one.
    """
    data: dict[str, Any] = dict(env.metadata.get(docname, {}))
    for flag in FLAGS:
        if data.get(flag) == "":
            data[flag] = True
    titled = env.titles.get(docname)
    title = " ".join(titled.astext().split()) if titled is not None else ""
    facts = page_facts(data, title)
    return replace(facts, untitled=True) if facts.title == UNTITLED else facts


def hidden_pages(site: Site, facts: Mapping[str, PageFacts]) -> set[str]:
    """Return the documents that search must not find: hidden, in a hidden element, ``noindex``."""
    return {name for name, said in facts.items() if said.noindex or _is_hidden(site, name, said)}


def is_unsearched(metadata: Mapping[str, object]) -> bool:
    """Return whether a page keeps itself out of search: ``searchable: false``."""
    return "searchable" in metadata and str(metadata["searchable"]).lower() == "false"


def _is_hidden(site: Site, docname: str, facts: PageFacts) -> bool:
    if facts.hidden:
        return True
    if docname not in site.listed:
        return False
    trail = site.trail(docname)
    return trail is not None and any(e.hidden and not e.searchable for e in trail.chain)
