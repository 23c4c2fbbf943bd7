"""The documentation shows every component, and lists every attribute."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest

from sphinx_docsnav.components import Props, make_builtin_registry

PAGES = Path(__file__).parents[2] / "docs" / "components"
TYPES = make_builtin_registry().types

pytestmark = pytest.mark.skipif(not PAGES.is_dir(), reason="the documentation is not here")


def pages() -> str:
    return "\n".join(path.read_text("utf-8") for path in sorted(PAGES.glob("*.mdx")))


def test_every_component_has_an_example() -> None:
    shown = set(re.findall(r"<([A-Z][\w.]*)", pages()))
    assert sorted(set(TYPES) - shown) == []


def test_the_attributes_of_every_component_are_listed() -> None:
    listed = {
        name for names in re.findall(r'<Attributes of="(.*?)"', pages()) for name in names.split()
    }
    like_another = {"ResponseField": "ParamField"}
    wanted = {name for name, kind in TYPES.items() if kind.props is not Props}
    assert sorted(wanted - listed) == list(like_another)
    assert all(TYPES[name].props is TYPES[other].props for name, other in like_another.items())


def test_the_table_of_components_says_how_each_is_rendered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(PAGES.parent / "_ext"))
    rendered_as = importlib.import_module("mdx_example").rendered_as
    said = {name: rendered_as(kind) for name, kind in TYPES.items()}
    assert [
        name for name, words in said.items() if len(words.split()) == 1 or words[-1] != "."
    ] == []
    assert said["Card"].startswith("A card")
