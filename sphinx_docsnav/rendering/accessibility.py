"""What makes a page hard to use without sight: pictures, headings and links without words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from docutils import nodes

from sphinx_docsnav.faults import Fault, FaultKind, Position, Severity
from sphinx_docsnav.rendering.links import UNNAMED
from sphinx_docsnav.rendering.page_state import Writing

SAYS_NOTHING = frozenset(
    {"click here", "details", "here", "learn more", "link", "more", "page", "read more", "this"}
    | {"this link", "this page"}
)
"""Texts of links that say nothing without the sentence around them; small letters."""


def accessibility_faults(writing: Writing, below: Iterable[Any], path: Path) -> Iterator[Fault]:
    """Yield what is wrong with a page.

    :param below: all nodes of the document.
    :param path: its file, for nodes that name none.

    Faults: ``alt_missing``, ``heading_order``, ``link_text``.
    """
    before = 1
    for level, node, words in writing.levels:
        if level > before + 1:
            message = f"heading '{words[:60]}' of level {level} follows one of level {before}"
            hint = f"make it level {before + 1}; screen readers list headings by level"
            problem = "a heading skips a level"
            yield _fault(FaultKind.HEADING_ORDER, node, path, message, hint, problem)
        before = max(level, 1)
    for node in below:
        if isinstance(node, nodes.image) and node.get(UNNAMED):
            message = f"image '{str(node['uri'])[:80]}' has no alternative text"
            hint = 'write what it shows; alt="" is for one that only decorates'
            problem = "an image has no alternative text"
            yield _fault(FaultKind.ALT_MISSING, node, path, message, hint, problem)
        elif isinstance(node, nodes.reference) and (found := _link_problem(node)):
            hint = "name what it leads to; screen readers list links without their sentences"
            problem = "a link does not say where it leads"
            yield _fault(FaultKind.LINK_TEXT, node, path, found, hint, problem)


def _link_problem(link: nodes.reference) -> str:
    words = " ".join(link.astext().split())
    if words.strip(" .…→»>").lower() in SAYS_NOTHING:
        return f"the text of a link is only '{words}'"
    named = words or any(str(image.get("alt", "")).strip() for image in link.findall(nodes.image))
    return "" if named else f"a link to '{str(link.get('refuri', ''))[:80]}' has no text"


def _fault(  # noqa: PLR0913, PLR0917 -- the parts of a message
    kind: FaultKind, node: nodes.Element, path: Path, message: str, hint: str, problem: str
) -> Fault:
    while node.line is None and node.parent is not None:
        node = node.parent
    file = Path(node.source) if node.source else path
    place = Position(node.line or 1)
    return Fault(kind, Severity.WARNING, message, file, place, hint=hint, problem=problem)
