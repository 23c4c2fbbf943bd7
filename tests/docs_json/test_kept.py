"""The checked docs.json is kept until a file that it was read from changes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from sphinx_docsnav.docs_json import DocsJson, kept_docs, plain_values, read_docs_json
from sphinx_docsnav.faults import Fault, Report

TABS = [{"tab": "A", "pages": ["a", {"group": "G", "pages": ["b"]}]}, {"tab": "B", "href": "/b"}]


def read(folder: Path, faults: list[Fault]) -> tuple[DocsJson, bool]:
    """Return the docs.json in *folder*, and whether it was read."""
    was_read = []

    def reading(report: Report) -> DocsJson:
        was_read.append(True)
        return plain_values(read_docs_json(folder / "docs.json", report))

    return kept_docs(folder / "kept", "key", reading, faults.append), bool(was_read)


def test_what_is_kept_has_the_attributes_and_the_faults(tmp_path: Path) -> None:
    value = {"name": "N", "banner": 3, "navigation": {"$ref": "tabs.json"}}
    (tmp_path / "docs.json").write_text(json.dumps(value))
    (tmp_path / "tabs.json").write_text(json.dumps({"tabs": TABS}))
    first: list[Fault] = []
    second: list[Fault] = []
    assert read(tmp_path, first)[1]
    docs, was_read = read(tmp_path, second)
    assert not was_read
    assert second == first
    assert len(first) == 1
    elements: tuple[Any, ...] = docs.navigation.children
    tab, link = elements
    assert [(each.kind, each.label, each.href) for each in (tab, link)] == [
        ("tab", "A", ""),
        ("tab", "B", "/b"),
    ]
    page, group = tab.children
    assert (page.text, group.label, group.children[0].text) == ("a", "G", "b")
    assert docs.source.position("/navigation/tabs/1").line == 1
    assert (docs.name, docs.colors.primary, docs.icons.library) == ("N", "", "fontawesome")


def test_a_change_of_an_included_file_is_read(tmp_path: Path) -> None:
    (tmp_path / "docs.json").write_text(json.dumps({"navigation": {"$ref": "tabs.json"}}))
    (tmp_path / "tabs.json").write_text(json.dumps({"tabs": TABS}))
    read(tmp_path, [])
    (tmp_path / "tabs.json").write_text(json.dumps({"tabs": TABS[:1]}))
    docs, was_read = read(tmp_path, [])
    assert was_read
    assert len(docs.navigation.children) == 1


def test_half_a_file_is_no_kept_docs_json(tmp_path: Path) -> None:
    (tmp_path / "docs.json").write_text(json.dumps({"navigation": {"pages": ["a"]}}))
    read(tmp_path, [])
    whole = (tmp_path / "kept").read_bytes()
    (tmp_path / "kept").write_bytes(whole[: len(whole) // 2])
    assert read(tmp_path, [])[1]
