"""Generated groups in the order of ``tags`` and below ``x-tagGroups``."""

from __future__ import annotations

from pathlib import Path

from openapi.specs import load, spec

from sphinx_docsnav.docs_json.kinds import Kind
from sphinx_docsnav.navigation.tag_groups import by_tags
from sphinx_docsnav.navigation.tree import Element


def labels(elements: list[Element]) -> list[object]:
    """Return the labels of groups; a group of groups as a pair."""
    return [
        (each.label, [child.label for child in each.children if isinstance(child, Element)])
        if each.children
        else each.label
        for each in elements
    ]


def groups(*names: str) -> list[Element]:
    return [Element(Kind.GROUP, name) for name in names]


def test_groups_follow_the_list_of_tags_and_others_come_last(tmp_path: Path) -> None:
    tags = [{"name": "a"}, {"name": "b", "x-group": "B"}]
    specification, _ = load(tmp_path, spec(tags=tags))
    assert labels(by_tags(specification, groups("new", "B", "a"))) == ["a", "B", "new"]


def test_tag_groups_are_a_level_above_and_a_tag_is_in_the_first_that_names_it(
    tmp_path: Path,
) -> None:
    above: list[object] = [
        {"name": "Core", "tags": ["b", "a"]},
        {"name": "More", "tags": ["a"]},
        {"name": "Empty", "tags": ["gone"]},
        "odd",
    ]
    value = {**spec(tags=[{"name": "a"}, {"name": "c"}]), "x-tagGroups": above}
    specification, _ = load(tmp_path, value)
    found = by_tags(specification, groups("c", "a", "b"))
    assert labels(found) == [("Core", ["b", "a"]), "c"]
