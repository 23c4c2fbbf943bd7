"""Files are written only if their content differs."""

from __future__ import annotations

from pathlib import Path

from sphinx_docsnav.sitefiles.write import write_if_changed


def test_a_file_is_written_only_if_it_differs(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "file.txt"

    assert write_if_changed(path, "é\n")
    assert not write_if_changed(path, "é\n".encode())
    assert write_if_changed(path, b"\xff")
    assert path.read_bytes() == b"\xff"
