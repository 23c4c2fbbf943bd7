"""Which room may know what."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import sphinx_docsnav

PACKAGE = Path(sphinx_docsnav.__file__).parent


def imported(path: Path) -> Iterator[str]:
    """Yield the first word of each module that *path* imports."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module.partition(".")[0]


@pytest.mark.parametrize("room", ["docs_json", "navigation", "openapi", "icons"])
def test_the_core_knows_neither_sphinx_nor_docutils(room: str) -> None:
    paths = sorted((PACKAGE / room).rglob("*.py"))
    assert paths
    known = {path.name: {"sphinx", "docutils"} & set(imported(path)) for path in paths}
    assert {name: modules for name, modules in known.items() if modules} == {}
