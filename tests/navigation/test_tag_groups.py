"""Generated groups in the order of ``tags`` and below ``x-tagGroups``."""

from __future__ import annotations

from pathlib import Path

import pytest
from openapi.specs import load, spec

from sphinx_docsnav.docs_json.kinds import Kind
from sphinx_docsnav.navigation.endpoint_pages import (
    make_tag_groups,
    sort_by_tags,
)
from sphinx_docsnav.navigation.tree import Element, Page
from sphinx_docsnav.openapi import Specification


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
    assert labels(sort_by_tags(specification, groups("new", "B", "a"))) == ["a", "B", "new"]


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
    found = sort_by_tags(specification, groups("c", "a", "b"))
    assert labels(found) == [("Core", ["b", "a"]), "c"]


def paths() -> dict[str, object]:
    """Return paths whose operations have one tag, two tags and none."""
    tagged = {"/a": ["A"], "/b": ["B", "A"], "/c": []}
    return {path: {"get": {"tags": tags}} for path, tags in tagged.items()}


def made(specification: Specification, *, in_order_of_tags: bool = False) -> list[str]:
    """Return the generated groups as text: labels with the pages or groups in them."""
    entries = [(operation, Page(operation.path)) for operation in specification.operations]

    def text(group: Element) -> str:
        inside = (c.docname if isinstance(c, Page) else text(c) for c in group.children)
        return f"{group.label}({' '.join(inside)})"

    return list(
        map(text, make_tag_groups(specification, entries, in_order_of_tags=in_order_of_tags))
    )


def test_an_operation_is_in_the_group_of_its_first_tag(tmp_path: Path) -> None:
    specification, _ = load(tmp_path, spec(paths=paths()))
    assert made(specification) == ["A(/a)", "B(/b)", "API Reference(/c)"]


def test_groups_of_x_tag_groups_are_nested_in_the_order_of_tags(tmp_path: Path) -> None:
    value = {**spec(paths=paths()), "x-tagGroups": [{"name": "Core", "tags": ["B"]}]}
    specification, _ = load(tmp_path, value)
    assert made(specification, in_order_of_tags=True) == [
        "Core(B(/b))",
        "A(/a)",
        "API Reference(/c)",
    ]


def tag(name: str, parent: str = "", **more: object) -> dict[str, object]:
    return {"name": name, **({"parent": parent} if parent else {}), **more}


def test_a_group_is_inside_that_of_its_parent_also_if_no_operation_has_the_parent(
    tmp_path: Path,
) -> None:
    tags = [tag("C", "Odd"), tag("A", "Top", summary="Animals"), tag("B", "A"), tag("Top")]
    specification, _ = load(tmp_path, spec(paths=paths(), tags=tags, openapi="3.2.0"))
    nested = "Top(Animals(/a B(/b)))"
    assert made(specification) == [nested, "API Reference(/c)"]
    assert made(specification, in_order_of_tags=True) == [nested, "API Reference(/c)"]


def test_parents_in_a_circle_are_groups_of_their_own(tmp_path: Path) -> None:
    tags = [tag("A", "B"), tag("B", "A")]
    specification, told = load(tmp_path, spec(paths=paths(), tags=tags, openapi="3.2.0"))
    assert made(specification) == ["B(/b A(/a))", "API Reference(/c)"]
    (line,) = told
    assert "/tags/1/parent: the tag 'A' is 'B' itself, or inside it; ignored; name a tag" in line


def test_a_parent_that_is_no_tag_is_reported_at_its_place(tmp_path: Path) -> None:
    tags = [tag("Animals"), tag("A", "Animal"), tag("B", "Plants and stones")]
    specification, told = load(tmp_path, spec(paths=paths(), tags=tags, openapi="3.2.0"))
    assert made(specification) == ["A(/a)", "B(/b)", "API Reference(/c)"]
    near, far = told
    assert "/tags/1/parent: no tag is called 'Animal'; ignored; did you mean 'Animals'?" in near
    assert "/tags/2/parent: no tag is called 'Plants and stones'; ignored; add it to the" in far


@pytest.mark.parametrize("closed", [False, True], ids=["chain", "circle"])
@pytest.mark.parametrize("step", [1, -1], ids=["parents first", "children first"])
def test_tags_nest_as_deep_as_sidebars_can(tmp_path: Path, step: int, *, closed: bool) -> None:
    tags = [tag(f"T{n}", f"T{n - 1}" if n else "T1999" * closed) for n in range(2000)]
    names = ("T0", "T20", "T21", "T1999")
    found = {f"/{name}": {"get": {"tags": [name]}} for name in names}
    value = spec(paths=found, tags=tags[::step], openapi="3.2.0")
    specification, told = load(tmp_path, value)
    groups = made(specification)
    assert len(groups) == (4 if closed else 3)
    assert ["is inside more than 20 others" in line for line in told] == [True]


def test_tags_of_another_kind_than_navigation_are_badges(tmp_path: Path) -> None:
    tags = [tag("B", kind="badge", summary="Beta"), tag("A", kind="nav")]
    specification, _ = load(tmp_path, spec(paths=paths(), tags=tags, openapi="3.2.0"))
    assert made(specification) == ["A(/a /b)", "API Reference(/c)"]
    assert [o.badges for o in specification.operations] == [(), ("Beta",), ()]


def test_a_tag_with_a_number_as_its_name_has_a_place_too(tmp_path: Path) -> None:
    tags = [tag("A"), {"name": 2, "parent": 3}, "no object"]
    specification, told = load(tmp_path, spec(paths=paths(), tags=tags, openapi="3.2.0"))
    assert not specification.tags.parents
    assert any("/tags/1/parent: no tag is called '3'" in line for line in told)


def test_the_tag_of_a_hidden_operation_counts_for_the_order_of_groups(tmp_path: Path) -> None:
    tagged = {"/b0": ("B", True), "/a": ("A", False), "/b": ("B", False), "/c": ("C", True)}
    value = spec(
        {path: {"get": {"tags": [tag], "x-hidden": hide}} for path, (tag, hide) in tagged.items()}
    )
    specification, _ = load(tmp_path, value)
    entries = [(operation, Page(operation.path)) for operation in specification.operations]
    found = make_tag_groups(specification, entries)
    assert [group.label for group in found] == ["B", "A"]


@pytest.mark.parametrize(
    ("operations", "tags", "folds"), [(25, 2, False), (26, 2, True), (40, 1, False)]
)
def test_groups_of_many_operations_fold(
    tmp_path: Path, *, operations: int, tags: int, folds: bool
) -> None:
    paths = {f"/{n}": {"get": {"tags": [f"T{n % tags}"]}} for n in range(operations)}
    specification, _ = load(tmp_path, spec(paths))
    entries = [(operation, Page(operation.path)) for operation in specification.operations]
    assert {each.folds for each in make_tag_groups(specification, entries)} == {folds}
