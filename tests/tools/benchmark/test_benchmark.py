"""The functions that the commands replace or measure by their names."""

from __future__ import annotations

from types import ModuleType

import pytest
from sphinx.builders.html import StandaloneHTMLBuilder
from tools.benchmark import search_cost, shortcuts

from sphinx_docsnav.features import search, speed


@pytest.mark.parametrize(
    ("owner", "names"),
    [
        (search, search_cost.OURS),
        (StandaloneHTMLBuilder, search_cost.SPHINX),
        (speed, tuple(shortcuts.OTHERS.values())),
    ],
)
def test_a_function_that_a_command_names_exists(
    owner: ModuleType | type, names: tuple[str, ...]
) -> None:
    assert [name for name in names if not hasattr(owner, name)] == []
