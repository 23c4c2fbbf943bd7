"""What tests of every room may use."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import pytest
from support import Command, MakeSite

collect_ignore = [] if importlib.util.find_spec("playwright") else ["browser"]
"""What drives a browser is for the environment that has the means."""


@pytest.fixture
def make_site(tmp_path: Path) -> MakeSite:
    """Return a function that writes docs.json and pages to a folder.

    ``make_site({"pages": ["a"]}, {"a.mdx": "Text"}, name="Nice")``: the value of
    ``navigation``, files by path, other fields of docs.json.
    """

    def make(
        navigation: object, files: dict[str, str], folder: str = "site", **fields: object
    ) -> Path:
        root = tmp_path / folder
        root.mkdir(parents=True)
        docs = {**fields, "navigation": navigation}
        (root / "docs.json").write_text(json.dumps(docs, indent=2), "utf-8")
        for name, text in files.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        return root

    return make


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str]) -> Command:
    """Return a function that runs the command line and keeps what it prints."""
    return Command(capsys)
