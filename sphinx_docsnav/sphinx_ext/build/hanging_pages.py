"""The entries of documents that docs.json does not list, below the page whose toctree has them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from sphinx_docsnav.navigation.page_facts import PageFacts
from sphinx_docsnav.navigation.tree import Page
from sphinx_docsnav.sphinx_ext.build.plant import written_entries

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment


def hanging_pages(
    env: BuildEnvironment, kept: Mapping[str, tuple[str, ...]], facts: Mapping[str, PageFacts]
) -> dict[str, tuple[Page, ...]]:
    """Return the entries below each document.

    The title that the toctree gives (``Custom title <document>``) comes first.

    :param kept: for each document with toctrees of its own, what hangs below it.
    """
    found: dict[str, tuple[Page, ...]] = {}
    for docname, children in kept.items():
        if not children:
            continue
        written = {child: title for title, child in written_entries(env, docname) if title}
        found[docname] = tuple(
            _page(child, written.get(child, ""), facts.get(child, PageFacts()))
            for child in children
        )
    return found


def _page(docname: str, written: str, facts: PageFacts) -> Page:
    return Page(
        docname,
        title=written or facts.sidebar_title or facts.title,
        icon=facts.icon,
        tag=facts.tag,
        hidden=facts.hidden,
        own_title=written,
    )


def section_number(env: BuildEnvironment, docname: str) -> str:
    """Return the number of a document in a toctree with ``:numbered:``, else ``""``."""
    numbers = env.toc_secnumbers.get(docname, {}).get("")
    return ".".join(map(str, numbers)) + env.config.html_secnumber_suffix if numbers else ""
