"""The key of a page changes with what the page shows of docs.json and of other pages."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import fields
from typing import Any

import pytest
from building import Project
from counting import counted

from sphinx_docsnav.core.pages_to_write import PRESENTED, find_pages_to_write
from sphinx_docsnav.core.state import build_state
from sphinx_docsnav.navigation.tree import Element

DOCS: dict[str, Any] = {
    "name": "Site",
    "navbar": {"links": [{"label": "Blog", "href": "https://blog.example"}]},
    "navigation": {
        "global": {"anchors": [{"anchor": "Forum", "href": "https://forum.example"}]},
        "tabs": [
            {"tab": "One", "groups": [{"group": "First", "pages": ["a", "b"]}]},
            {"tab": "Two", "groups": [{"group": "Second", "pages": ["c", "d", "e"]}]},
        ],
    },
}
ONE, TWO = {"a", "b"}, {"c", "d", "e"}
ALL = ONE | TWO


def keys_of(project: Project, docs: dict[str, Any]) -> dict[str, list[str]]:
    """Build, and return the pieces of each page's key."""
    project.write({"docs.json": json.dumps(docs)})
    result = project.build()
    keys = build_state(result.app).page_keys
    return {docname: keys[docname].split(":") for docname in ALL}


OWN, CRUMBS, BARS, SIDEBAR = range(4)


def groups(docs: dict[str, Any]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = docs["navigation"]["tabs"][0]["groups"]
    return found


Edit = Callable[[dict[str, Any]], object]
EDITS: list[tuple[str, Edit, dict[int, set[str]]]] = [
    (
        "label of a group",
        lambda docs: groups(docs)[0].update(group="New"),
        {CRUMBS: ONE, SIDEBAR: ONE},
    ),
    ("icon of a group", lambda docs: groups(docs)[0].update(icon="house"), {SIDEBAR: ONE}),
    (
        "label of a tab",
        lambda docs: docs["navigation"]["tabs"][0].update(tab="New"),
        {CRUMBS: ONE, BARS: ALL},
    ),
    (
        "order of pages",
        lambda docs: groups(docs)[0]["pages"].reverse(),
        # The tab leads to its first page.
        {OWN: ONE | {"c"}, CRUMBS: ONE, BARS: ALL, SIDEBAR: ONE},
    ),
    ("link at the top", lambda docs: docs["navbar"]["links"].clear(), {OWN: ALL, BARS: ALL}),
    ("name of the site", lambda docs: docs.update(name="New"), {OWN: ALL}),
    ("banner", lambda docs: docs.update(banner={"content": "News"}), {OWN: ALL}),
    ("address of an anchor", lambda docs: docs["navigation"].pop("global"), {BARS: ALL}),
    ("nothing that is shown", lambda docs: docs.update({"$schema": "https://a.example"}), {}),
]


@pytest.mark.parametrize(
    ("edit", "expected"), [pytest.param(*each, id=name) for name, *each in EDITS]
)
def test_an_edit_of_docs_json_changes_the_keys_of_pages_that_show_it(
    project: Project, edit: Edit, expected: dict[int, set[str]]
) -> None:
    project.write({f"{name}.mdx": f"# Page {name}\n" for name in ALL})
    before = keys_of(project, DOCS)
    docs = json.loads(json.dumps(DOCS))
    edit(docs)
    after = keys_of(project, docs)
    changed = {
        piece: {name for name in ALL if before[name][piece] != after[name][piece]}
        for piece in range(4)
    }
    assert changed == {piece: expected.get(piece, set()) for piece in range(4)}


def test_a_title_changes_the_keys_of_its_division_and_of_pages_with_links_to_it(
    project: Project,
) -> None:
    project.write({f"{name}.mdx": f"# Page {name}\n" for name in ALL})
    project.write({"e.mdx": "# Page e\n\n[](/a)\n"})
    before = keys_of(project, DOCS)
    project.write({"a.mdx": "# Another title\n"})
    after = keys_of(project, DOCS)
    own = {name for name in ALL if before[name][OWN] != after[name][OWN]}
    sidebars = {name for name in ALL if before[name][SIDEBAR] != after[name][SIDEBAR]}
    assert (own, sidebars) == ({"b", "e"}, ONE)


def test_every_field_of_an_element_that_no_part_shows_is_in_keys() -> None:
    """Fields that are left out of the rest are those that exist."""
    assert {each.name for each in fields(Element)} >= PRESENTED


def test_work_per_page_does_not_grow_with_the_site(project: Project) -> None:
    def calls(tabs: int) -> int:
        pages = [[f"t{tab}/p{number}" for number in range(10)] for tab in range(tabs)]
        project.write({f"{name}.mdx": f"# {name}\n" for names in pages for name in names})
        navigation = [{"tab": names[0], "pages": names} for names in pages]
        project.write({"docs.json": json.dumps({"navigation": {"tabs": navigation}})})
        app = project.build().app
        number, _ = counted(lambda: find_pages_to_write(app, app.env))
        return number

    small, large = calls(3), calls(12)
    assert large < 6 * small  # 4 times the pages and tabs; squared would be 16


def test_builders_that_share_doctrees_each_write_a_link_with_a_changed_title(
    project: Project,
) -> None:
    project.write({f"{name}.mdx": f"# Page {name}\n" for name in ALL})
    project.write({"e.mdx": "# Page e\n\n[](/a)\n", "docs.json": json.dumps(DOCS)})
    for title in ("First", "Second"):
        project.write({"a.mdx": f"# {title}\n"})
        for builder in ("html", "text"):
            project.build(builder, doctrees="shared")
    for name in ("html/e.html", "text/e.txt"):
        assert "Second" in (project.root / "out" / name).read_text("utf-8"), name
