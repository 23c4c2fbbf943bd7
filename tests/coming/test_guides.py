"""The examples of the guides for users of other tools."""

from __future__ import annotations

import json
import re
from pathlib import Path
from textwrap import dedent

import pytest
from coming.projects import read_docs
from support import Command

START = Path(__file__).parents[2] / "docs" / "start"

pytestmark = pytest.mark.skipif(not START.is_dir(), reason="the documentation is not here")


def write_example(guide: str, folder: Path) -> dict[str, str]:
    """Write the files in the blocks of *guide* that have a name, and return all texts by name."""
    text = (START / guide).read_text("utf-8")
    blocks = re.finditer(r"^( *)(`{3,})\w+(?: (\S+))?\n([\s\S]*?)^\1\2$", text, re.MULTILINE)
    texts = {match[3] or f"{match.start()}": dedent(match[4]) for match in blocks}
    for name, content in texts.items():
        path = folder / name
        if "/" in name:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content, "utf-8")
    return texts


def test_the_example_of_mkdocs_is_converted_as_the_guide_says(
    command: Command, tmp_path: Path
) -> None:
    texts = write_example("from-mkdocs.mdx", tmp_path)
    assert command("init", tmp_path / "harbour") == 0
    docs = read_docs(tmp_path / "harbour" / "docs")
    assert docs["navigation"] == json.loads(texts["navigation.json"])
    assert command.err in texts.values()
