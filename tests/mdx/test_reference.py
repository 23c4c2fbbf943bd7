"""Our trees are the reference parser's, for every text of ``data/texts.txt``."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from mdx.trees import difference, from_tokens, unquoted

from sphinx_docsnav.mdx.source import parse_mdx

DATA = Path(__file__).parent / "data"
_PARTS = re.split(r"^=== (.*)\n", (DATA / "texts.txt").read_text("utf-8"), flags=re.MULTILINE)
TEXTS = dict(zip(_PARTS[1::2], _PARTS[2::2], strict=True))
TREES: dict[str, Any] = json.loads((DATA / "trees.json").read_text("utf-8"))


def test_every_text_has_a_reference_tree() -> None:
    assert list(TEXTS) == list(TREES)
    assert len(TEXTS) >= 150


MISTAKES = ("unclosed fence", "six levels", "footnote that nobody defines")
"""Texts that the reference parser reads in silence."""


@pytest.mark.parametrize("name", TEXTS)
def test_tree_is_the_reference_tree(name: str) -> None:
    source = parse_mdx(TEXTS[name])
    assert difference(unquoted(from_tokens(source.tokens)), TREES[name]["tree"]) == ""
    assert len(source.problems) == any(mistake in name for mistake in MISTAKES)


@pytest.mark.parametrize("name", TEXTS)
def test_every_block_tag_has_a_partner(name: str) -> None:
    depth = 0
    for token in parse_mdx(TEXTS[name]).tokens:
        depth += token.nesting
        assert depth >= 0
        assert sum(child.nesting for child in token.children or ()) == 0
    assert depth == 0


@pytest.mark.parametrize("name", TEXTS)
def test_windows_line_ends_change_nothing(name: str) -> None:
    mixed = parse_mdx(TEXTS[name].replace("\n", "\r\n"))
    assert from_tokens(mixed.tokens) == from_tokens(parse_mdx(TEXTS[name]).tokens)
