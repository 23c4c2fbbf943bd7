"""Grids of cards."""

from __future__ import annotations

from pathlib import Path

import pytest
from rendering import render

from sphinx_docsnav.components.cards import CardGroupNode


@pytest.mark.parametrize(
    ("cols", "columns"), [(-1, 1), (0, 1), (1, 1), (2, 2), (4, 4), (5, 4), (99, 4)]
)
def test_a_grid_has_one_to_four_columns(tmp_path: Path, cols: int, columns: int) -> None:
    rendered = render(tmp_path, f'<CardGroup cols={{{cols}}}>\n<Card title="t" />\n</CardGroup>\n')
    assert rendered.first(CardGroupNode)["columns"] == columns
