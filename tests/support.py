"""Helpers that tests of several rooms import."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

from sphinx_docsnav.cli import main
from sphinx_docsnav.icons import SiteIcons

MakeSite: TypeAlias = Callable[..., Path]
"""Writes a site and returns its folder; see the fixture ``make_site``."""


_LABELS = [pack.label for pack in SiteIcons().packs.values()]
ICON_SETS = f"{', '.join(_LABELS[:-1])} or {_LABELS[-1]}"
"""The installed sets of icons, as messages about missing icons name them."""


class Command:
    """Runs the command line in this process."""

    def __init__(self, capture: pytest.CaptureFixture[str]) -> None:
        self._capture = capture
        self.out = ""
        """Standard output of the last run."""
        self.err = ""
        """Standard error of the last run."""

    def __call__(self, *words: object) -> int:
        """Return the exit code of ``sphinx-docsnav`` with *words*."""
        self._capture.readouterr()
        try:
            code = int(main([str(word) for word in words]))
        except SystemExit as end:
            code = int(end.code or 0)
        self.out, self.err = self._capture.readouterr()
        return code


def snapshot(folder: Path) -> dict[str, tuple[int, int]]:
    """Return size and time of every file below *folder*, by path."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {
        path.relative_to(folder).as_posix(): (path.stat().st_size, path.stat().st_mtime_ns)
        for path in files
    }


def contents(folder: Path) -> dict[str, bytes]:
    """Return what every file below *folder* holds, by path, doctrees left out."""
    files = (path for path in folder.rglob("*") if path.is_file())
    inside = ((path.relative_to(folder).as_posix(), path) for path in files)
    return {name: path.read_bytes() for name, path in inside if not name.startswith(".doctrees/")}
