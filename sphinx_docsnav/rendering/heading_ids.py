"""Ids of headings, and those that links may use as well if nothing else has them.

Authors leave out parts of a heading in links: the badge in ``navigation <Badge>new</Badge>``,
or the receiver in ``<span>user.</span><span>save()</span>``; older links have only letters and
digits. Such an id is given when the page is complete, so that it takes none of another heading.
"""

from __future__ import annotations

from collections.abc import Sequence

from docutils import nodes

from sphinx_docsnav.components.component_nodes import InlineComponent
from sphinx_docsnav.mdx.slugs import Slugger, title_slug
from sphinx_docsnav.rendering.page_state import Writing


def claim_heading_ids(
    writing: Writing, node: nodes.Element, given: str | None, title: Sequence[nodes.Node]
) -> None:
    """Give *node* the ids of the heading *title*, or the id that its author gave.

    A section always gets an id.
    """
    words = "".join(child.astext() for child in title).strip()
    ids = (given,) if given else writing.slugger.claim(words)
    writing.claim_ids(node, ids, always=isinstance(node, nodes.section))
    if not given:
        writing.headings.append((node, words, _main_words(title)))


def claim_other_ids(writing: Writing) -> None:
    """Give the headings of a complete page their other ids, as far as nothing has them."""
    parts = Slugger()
    for node, words, part in writing.headings:
        writing.claim_ids(node, (*parts.claim(part), title_slug(words)))


def _main_words(title: Sequence[nodes.Node]) -> str:
    """Return the words of a heading outside of its components, or else of the last of these."""
    components = [child for child in title if isinstance(child, InlineComponent)]
    if not components:
        return ""
    plain = "".join(child.astext() for child in title if child not in components).strip()
    return plain or components[-1].astext()
