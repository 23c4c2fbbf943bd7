"""The divisions that the search dialog shows, in rows."""

from __future__ import annotations

from sphinx_docsnav.features.search.search_dialog import division_rows


def test_pages_of_one_division_that_follow_each_other_take_one_row() -> None:
    labels = [("a/1", "A"), ("a/2", "A"), ("b", "B"), ("c", ""), ("d", "A")]
    assert division_rows(labels) == {
        "names": ["A", "B", ""],
        "starts": [["a/1", 0], ["b", 1], ["c", 2], ["d", 0]],
    }


def test_a_site_without_pages_has_no_rows() -> None:
    assert division_rows([]) == {"names": [], "starts": []}
