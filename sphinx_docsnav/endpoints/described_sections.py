"""Headings of a description as titles of sections, on pages that are about one description."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from docutils import nodes


def sectioned(
    description: Iterable[nodes.Node], claim: Callable[[str], list[str]]
) -> tuple[list[nodes.Node], list[nodes.section]]:
    """Return what *description* has before its first heading, and its sections.

    :param description: blocks; its headings are rubrics with a ``level``.
    :param claim: returns the id of a title.
    """
    lead: list[nodes.Node] = []
    sections: list[nodes.section] = []
    opened: list[tuple[int, nodes.section]] = []
    for node in description:
        if not (isinstance(node, nodes.rubric) and "level" in node):
            (opened[-1][1] if opened else lead).append(node)
            continue
        while opened and opened[-1][0] >= node["level"]:
            opened.pop()
        section = _section(node, claim)
        (opened[-1][1] if opened else sections).append(section)
        opened.append((node["level"], section))
    return lead, sections


def _section(node: nodes.rubric, claim: Callable[[str], list[str]]) -> nodes.section:
    title = nodes.title(node.rawsource, "", *node.children)
    title.source, title.line = node.source, node.line
    return nodes.section("", title, ids=claim(node.astext()))
