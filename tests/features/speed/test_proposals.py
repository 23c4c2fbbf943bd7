"""Each shortcut has a patch that makes it unnecessary, for the installed Sphinx and docutils."""

from __future__ import annotations

import subprocess
from importlib.util import find_spec
from pathlib import Path

import pytest

from sphinx_docsnav.features.speed import SHORTCUTS

FOLDER = Path(__file__).parents[3] / "docs" / "inside" / "proposals"
OTHERS = {"collector", "shared-writing"}
"""The patches for what is no function that is replaced."""


def test_each_shortcut_has_its_patch() -> None:
    assert {path.stem for path in FOLDER.glob("*.patch")} == {*SHORTCUTS, *OTHERS}


@pytest.mark.on_demand
@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.patch")), ids=lambda path: str(path.stem))
def test_a_patch_applies_to_what_is_installed(path: Path) -> None:
    spec = find_spec("sphinx")
    assert spec is not None
    assert spec.origin is not None
    command = ["patch", "-p1", "--dry-run", "--directory", str(Path(spec.origin).parents[1])]
    ended = subprocess.run(
        command, input=path.read_text("utf-8"), capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stdout
