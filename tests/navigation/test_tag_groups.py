"""Generated groups in the order of ``tags`` and below ``x-tagGroups``."""

from __future__ import annotations

from pathlib import Path

from openapi.specs import load, spec

from sphinx_docsnav.docs_json.kinds import Kind
from sphinx_docsnav.navigation.tag_groups import (
    IN_FILE_ORDER,
    GroupOptions,
    by_tags,
    generated_groups,
)
from sphinx_docsnav.navigation.tree import Element, Page
from sphinx_docsnav.openapi.specification import Specification


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


def paths() -> dict[str, object]:
    """Return paths whose operations have one tag, two tags and none."""
    tagged = {"/a": ["A"], "/b": ["B", "A"], "/c": []}
    return {path: {"get": {"tags": tags}} for path, tags in tagged.items()}


def made(specification: Specification, options: GroupOptions) -> list[str]:
    """Return the generated groups as text: labels with the pages or groups in them."""
    entries = [(operation, Page(operation.path)) for operation in specification.operations]

    def text(group: Element) -> str:
        inside = (c.docname if isinstance(c, Page) else text(c) for c in group.children)
        return f"{group.label}({' '.join(inside)})"

    return list(map(text, generated_groups(specification, entries, options)))


def test_an_operation_is_in_the_group_of_its_first_tag_or_by_a_setting_of_each(
    tmp_path: Path,
) -> None:
    specification, _ = load(tmp_path, spec(paths=paths()))
    plain = ["A(/a)", "B(/b)", "API Reference(/c)"]
    assert made(specification, IN_FILE_ORDER) == plain
    every = ["A(/a /b)", "B(/b)", "API Reference(/c)"]
    assert made(specification, GroupOptions(every_tag=True)) == every


def test_groups_that_would_be_headings_fold_below_the_title_of_the_api(tmp_path: Path) -> None:
    value = {**spec(paths=paths()), "x-tagGroups": [{"name": "Core", "tags": ["B"]}]}
    specification, _ = load(tmp_path, value)
    title = specification.title
    assert made(specification, GroupOptions(folded=True)) == [
        f"{title}(A(/a) B(/b) API Reference(/c))"
    ]
    both = GroupOptions(folded=True, in_order_of_tags=True)
    assert made(specification, both) == ["Core(B(/b))", f"{title}(A(/a) API Reference(/c))"]
