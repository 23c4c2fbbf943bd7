"""Files are written only if their content differs."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from sphinx_docsnav.sitefiles.write import FileDigests, replace_if_changed, write_if_changed


def test_a_file_is_written_only_if_it_differs(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "file.txt"

    assert write_if_changed(path, "é\n")
    assert not write_if_changed(path, "é\n".encode())
    assert write_if_changed(path, b"\xff")
    assert path.read_bytes() == b"\xff"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_has_no_digest_and_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.mdx")
    (tmp_path / "file.mdx").write_text("x")
    digests = FileDigests()
    assert digests.of(tmp_path / "pipe.mdx") == digests.of(tmp_path / "none.mdx") == ""
    assert digests.of(tmp_path / "file.mdx")


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
        assert replace_if_changed(path, pieces) is is_new
        assert path.read_bytes() == "".join(pieces).encode()
        assert list(path.parent.iterdir()) == [path]


def test_a_piece_that_fails_leaves_the_file_alone(tmp_path: Path) -> None:
    path = tmp_path / "all.txt"
    path.write_text("old", "utf-8")
    with pytest.raises(ZeroDivisionError):
        replace_if_changed(path, (str(1 // number) for number in (1, 0)))
    assert [(each.name, each.read_text("utf-8")) for each in tmp_path.iterdir()] == [
        ("all.txt", "old")
    ]
