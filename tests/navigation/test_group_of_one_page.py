"""A group with only a ``root`` is a group of one page; one with nothing is not shown."""

from __future__ import annotations

from pathlib import Path

from support import MakeSite

from sphinx_docsnav.faults import Fault
from sphinx_docsnav.navigation import Site, load_site
from sphinx_docsnav.navigation.tree import Element, is_visible


def shown(root: Path, faults: list[Fault]) -> list[str]:
    site: Site = load_site(root, faults.append)
    groups = [child for child in site.root.children if isinstance(child, Element)]
    return [group.label for group in groups if is_visible(group)]


def test_a_group_with_a_root_alone_is_shown(make_site: MakeSite) -> None:
    groups = [{"group": "A", "pages": ["index"]}, {"group": "B", "root": "b"}]
    root = make_site({"groups": groups}, {"index.mdx": "# A\n", "b.mdx": "# B\n"})
    faults: list[Fault] = []
    assert shown(root, faults) == ["A", "B"]
    assert faults == []


def test_a_group_with_nothing_is_a_warning_and_not_shown(make_site: MakeSite) -> None:
    groups = [{"group": "A", "pages": ["index"]}, {"group": "B"}]
    root = make_site({"groups": groups}, {"index.mdx": "# A\n"})
    faults: list[Fault] = []
    assert shown(root, faults) == ["A"]
    assert [(fault.severity, fault.message) for fault in faults] == [
        ("WARNING", "this group has no pages, so it is not shown")
    ]
