"""A large file is written in pieces, and only if it has changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from sphinx_docsnav.sitefiles.write import write_pieces_if_changed


def test_pieces_make_a_file_that_is_written_if_it_has_changed(tmp_path: Path) -> None:
    path = tmp_path / "a" / "all.txt"
    for pieces, is_new in (
        (["one\n", "zw\u00f6lf"], True),
        (["one", "\nzw\u00f6", "lf"], False),
        (["one\n"], True),
        (["one\n", "more"], True),
        ([], True),
        ([""], False),
    ):
        assert write_pieces_if_changed(path, pieces) is is_new
        assert path.read_bytes() == "".join(pieces).encode()
        assert list(path.parent.iterdir()) == [path]


def test_a_piece_that_fails_leaves_the_file_alone(tmp_path: Path) -> None:
    path = tmp_path / "all.txt"
    path.write_text("old", "utf-8")
    with pytest.raises(ZeroDivisionError):
        write_pieces_if_changed(path, (str(1 // number) for number in (1, 0)))
    assert [(each.name, each.read_text("utf-8")) for each in tmp_path.iterdir()] == [
        ("all.txt", "old")
    ]
