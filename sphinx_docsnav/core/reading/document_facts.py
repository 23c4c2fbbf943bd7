"""Facts of pages, from any parser."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_docsnav.navigation.page_facts import PageFacts, page_facts

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

FLAGS = ("hidden", "noindex", "deprecated")
"""Fields that an empty field of a reStructuredText page (``:hidden:``) sets."""


def facts_of(env: BuildEnvironment, docname: str) -> PageFacts:
    """Return the facts of a document that has been read.

    Front matter and the field list at a page's top count alike, under the same
    names; the title is the document's own if no field names one.
    """
    data: dict[str, Any] = dict(env.metadata.get(docname, {}))
    for flag in FLAGS:
        if data.get(flag) == "":
            data[flag] = True
    title = env.titles.get(docname)
    return page_facts(data, " ".join(title.astext().split()) if title is not None else "")
