"""The entries of documents that docs.json does not list, below the page whose toctree has them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from sphinx_docsnav.core.site.written_toctrees import written_toctrees
from sphinx_docsnav.navigation.page_facts import PageFacts
from sphinx_docsnav.navigation.tree import Page

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

    from sphinx_docsnav.navigation import Site


def hanging_pages(
    env: BuildEnvironment, kept: Mapping[str, tuple[str, ...]], facts: Mapping[str, PageFacts]
) -> dict[str, tuple[Page, ...]]:
    """Return the entries below each document.

    The title that the toctree gives (``Custom title <document>``) comes first.

    :param kept: for each document with toctrees of its own, the entries below it.
    """
    found: dict[str, tuple[Page, ...]] = {}
    for docname, children in kept.items():
        if not children:
            continue
        trees = written_toctrees(env, docname)
        titles = {entry.target: entry.title for tree in trees for entry in reversed(tree.entries)}
        found[docname] = tuple(
            _page(child, titles.get(child, ""), facts.get(child, PageFacts())) for child in children
        )
    return found


def _page(docname: str, written: str, facts: PageFacts) -> Page:
    title = facts.sidebar_title or facts.title
    return Page(
        docname,
        title=written or title,
        icon=facts.icon,
        tag=facts.tag,
        hidden=facts.hidden,
        own_title=written,
        page_title=title if written else "",
    )


def front_page(site: Site, root_doc: str, facts: Mapping[str, PageFacts]) -> Page | None:
    """Return the entry of the root document, if it is a page that docs.json does not list."""
    said = facts.get(root_doc)
    if said is None or said.hidden or root_doc in site.listed:
        return None
    return Page(root_doc, title=said.sidebar_title or said.title)


def section_number(env: BuildEnvironment, docname: str) -> str:
    """Return the number of a document in a toctree with ``:numbered:``, else ``""``."""
    numbers = env.toc_secnumbers.get(docname, {}).get("")
    return ".".join(map(str, numbers)) + env.config.html_secnumber_suffix if numbers else ""
