"""The evaluator of expressions does not grow; docs/inside/decisions.rst says why."""

from __future__ import annotations

import ast
from pathlib import Path

from sphinx_docsnav.mdx import expressions

MOST_STATEMENTS = 2_917
"""The statements of the evaluator today."""


def test_the_evaluator_does_not_grow() -> None:
    files = Path(expressions.__file__).parent.glob("*.py")
    trees = (ast.parse(path.read_text("utf-8")) for path in files)
    # Statements, not lines: comments and docstrings may explain more than they do.
    statements = sum(
        isinstance(node, ast.stmt) and not _is_docstring(node)
        for tree in trees
        for node in ast.walk(tree)
    )
    assert statements <= MOST_STATEMENTS


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
