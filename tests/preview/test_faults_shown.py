"""Which messages stand over an open page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sphinx_docsnav.preview.faults_shown import FaultTable


@pytest.fixture
def table(tmp_path: Path) -> FaultTable:
    (tmp_path / "guide.mdx").write_text("one\ntwo\nthree\nfour\nfive\n", "utf-8")
    return FaultTable(tmp_path)


def fault(file: str | None, message: str = "wrong", level: str = "warning") -> dict[str, Any]:
    return {"file": file, "line": 3, "column": 1, "level": level, "message": message, "hint": None}


def report(*faults: dict[str, Any], documents: tuple[str, ...] = ()) -> dict[str, Any]:
    pages = {"guide.mdx": "guide.html", "index.mdx": "index.html", "a b.mdx": "a b.html"}
    return {
        "faults": faults,
        "documents": documents,
        "pages": pages,
        "page_count": len(pages),
        "code": 0,
        "failure": None,
    }


def messages(table: FaultTable, name: str) -> list[str]:
    return [found["message"] for found in table.find_faults(name)]


def test_a_page_has_its_own_messages_and_those_about_docs_json(table: FaultTable) -> None:
    given = (fault("guide.mdx", "own"), fault("docs.json", "site", "error"), fault("x.json"))
    table.update(report(*given, documents=("guide.mdx",)))
    assert messages(table, "guide.html") == ["site", "own"]
    assert messages(table, "index.html") == ["site"]


def test_the_newest_messages_are_first_and_of_one_build_the_errors(table: FaultTable) -> None:
    old = fault("guide.mdx", "old")
    table.update(report(old, documents=("guide.mdx",)))
    new = (fault("guide.mdx", "new"), fault("guide.mdx", "worst", "error"))
    table.update(report(old, *new, documents=("guide.mdx",)))
    assert messages(table, "guide.html") == ["worst", "new", "old"]


def test_a_message_on_another_line_is_not_new(table: FaultTable) -> None:
    first = fault("guide.mdx")
    assert len(table.update(report(first, first, documents=("guide.mdx",)))) == 2
    moved = {**first, "line": 5}
    assert table.update(report(moved, moved, documents=("guide.mdx",))) == []
    (new,) = table.update(report(moved, moved, moved, documents=("guide.mdx",)))
    assert new["message"] == "wrong"


def test_messages_about_a_deleted_page_are_dropped(table: FaultTable) -> None:
    table.update(report(fault("guide.mdx"), documents=("guide.mdx",)))
    table.update({**report(), "pages": {"index.mdx": "index.html"}})
    assert table.faults == []


def test_a_draft_drops_messages_that_it_no_longer_has_and_adds_none(table: FaultTable) -> None:
    twice, other = fault("guide.mdx", "twice"), fault("index.mdx", "other")
    place = {**fault("guide.mdx", "unlisted"), "line": None}
    table.update(report(twice, twice, other, place, documents=("guide.mdx", "index.mdx")))
    table.drop_mended(["guide.mdx", "part.mdx"], [twice, fault("guide.mdx", "new")])
    assert messages(table, "guide.html") == ["twice", "unlisted"]
    assert messages(table, "index.html") == ["other"]
    assert [found["message"] for found in table.faults].count("twice") == 1


def test_a_draft_of_the_page_that_has_stopped_the_build_drops_the_error(table: FaultTable) -> None:
    table.update(report() | {"failure": fault("guide.mdx", "failed", "error")})
    table.drop_mended(["guide.mdx"], [])
    assert messages(table, "guide.html") == []


def test_a_message_has_the_lines_around(table: FaultTable) -> None:
    table.update(report(fault("guide.mdx"), documents=("guide.mdx",)))
    (found,) = table.find_faults("guide.html")
    assert found["excerpt"] == [[1, "one"], [2, "two"], [3, "three"], [4, "four"], [5, "five"]]


def test_a_message_stays_until_its_page_is_built_without_it(table: FaultTable) -> None:
    table.update(report(fault("guide.mdx"), documents=("guide.mdx",)))
    table.update(report(documents=("index.mdx",)))
    assert messages(table, "guide.html") == ["wrong"]
    table.update(report(documents=("guide.mdx",)))
    assert messages(table, "guide.html") == []


def test_every_build_says_anew_what_is_wrong_with_docs_json(table: FaultTable) -> None:
    table.update(report(fault("docs.json")))
    table.update(report())
    assert messages(table, "guide.html") == []


def test_what_has_ended_the_build_stands_over_every_page(table: FaultTable) -> None:
    table.update(report() | {"failure": fault("conf.py", "failed", "error")})
    assert messages(table, "guide.html") == messages(table, "nowhere.html") == ["failed"]
    table.update(report())
    assert messages(table, "guide.html") == []


def test_an_error_in_a_file_that_is_no_page_stands_over_every_page(table: FaultTable) -> None:
    given = (fault("groups.json", "broken", "error"), fault("index.mdx", "theirs", "error"))
    table.update(report(*given))
    assert messages(table, "guide.html") == ["broken"]
