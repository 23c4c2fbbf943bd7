"""Small projects of other tools: their files, and what ``init`` makes of them."""

from __future__ import annotations

import json
from pathlib import Path
from textwrap import dedent
from typing import Any

from support import Command


def write_files(root: Path, files: dict[str, str]) -> Path:
    """Write *files*, texts by path; indentation that all lines have is removed."""
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(text).lstrip("\n"), "utf-8")
    return root


def make_pages(*docnames: str) -> dict[str, str]:
    """Return a page below ``docs`` for each of *docnames*, whose title is its name."""
    names = {docname: docname.rpartition("/")[2] for docname in docnames}
    return {f"docs/{docname}.md": f"# {name.capitalize()}\n" for docname, name in names.items()}


def read_docs(folder: Path) -> dict[str, Any]:
    """Return the fields of the docs.json in *folder*."""
    fields: dict[str, Any] = json.loads((folder / "docs.json").read_text("utf-8"))
    return fields


def convert(command: Command, root: Path, *options: str) -> str:
    """Run ``init`` on *root*, and return the tree of the docs.json that it writes below *root*."""
    assert command("init", root, *options) == 0, command.err
    messages = command.err
    (written,) = root.rglob("docs.json")
    assert command("tree", written.parent) == 0
    assert command.err == ""
    tree, command.err = command.out, messages
    return tree
