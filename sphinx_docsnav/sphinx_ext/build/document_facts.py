"""Facts of pages, from any parser."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sphinx_docsnav.navigation.page_facts import PageFacts, page_facts

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

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
