"""What a screen reader is told about boxes that have no text of their own."""

from __future__ import annotations

import html5lib
from building import Project

PAGE = """---
title: Chores
---

- [x] Wash the *pots*
- [ ] Salt & pepper

<Panel>One</Panel>

<Panel>Two</Panel>
"""


def test_boxes_of_tasks_have_names_and_panels_are_no_landmarks(project: Project) -> None:
    project.write({"docs.json": '{"navigation": {"pages": ["index"]}}', "index.mdx": PAGE})
    assert project.build("html").warnings == ""
    built = (project.output() / "index.html").read_text("utf-8")
    page = html5lib.parse(built, namespaceHTMLElements=False)
    boxes = [box for box in page.iter("input") if box.get("type") == "checkbox"]
    assert [(box.get("aria-label"), box.get("checked")) for box in boxes] == [
        ("Wash the pots", "checked"),
        ("Salt & pepper", None),
    ]
    panels = [node for node in page.iter() if "docsnav-panel" in str(node.get("class"))]
    assert [node.tag for node in panels] == ["div", "div"]
