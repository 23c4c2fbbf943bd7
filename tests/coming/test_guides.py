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

FENCE = (
    r"^(?P<indent> *)(?P<mark>`{3,})\w+(?: (?P<name>\S+))?\n"
    r"(?P<text>[\s\S]*?)^(?P=indent)(?P=mark)$"
)
CODE_BLOCK = (
    r"^(?P<indent> *)\.\. code-block:: \w+\n(?: +:caption: (?P<name>\S+)\n)?"
    r"(?P<text>(?:(?P=indent)   .*\n|\n)+)"
)

pytestmark = pytest.mark.skipif(not START.is_dir(), reason="the documentation is not here")


def write_example(guide: str, folder: Path) -> dict[str, str]:
    """Write the files in the blocks of *guide* that have a name, and return all texts by name."""
    text = (START / guide).read_text("utf-8")
    pattern = CODE_BLOCK if guide.endswith(".rst") else FENCE
    blocks = re.finditer(pattern, text, re.MULTILINE)
    texts = {
        match["name"] or f"{match.start()}": dedent(match["text"]).strip("\n") + "\n"
        for match in blocks
    }
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


def test_the_example_of_jupyter_book_is_converted_as_the_guide_says(
    command: Command, tmp_path: Path
) -> None:
    texts = write_example("external-toc.rst", tmp_path)
    expected = json.loads(texts["book/docs.json"])
    (tmp_path / "book" / "docs.json").unlink()
    assert command("init", tmp_path / "book", "--sphinx") == 0
    assert read_docs(tmp_path / "book") == expected
    assert command.err in texts.values()


def test_the_example_of_the_hosted_service_is_converted_as_the_guide_says(
    command: Command, tmp_path: Path
) -> None:
    texts = write_example("from-the-hosted-service.mdx", tmp_path)
    assert command("init", tmp_path / "harbour") == 0
    docs = read_docs(tmp_path / "harbour")
    assert docs["navigation"] == json.loads(texts["navigation.json"])
    assert command.err in texts.values()
