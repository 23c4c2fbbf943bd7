"""Which adapter a theme gets."""

from __future__ import annotations

from sphinx_docsnav.themes.adapter_registry import adapter_class
from sphinx_docsnav.themes.classic.adapter import Classic


def test_a_light_theme_that_inherits_from_classic_has_no_colours_for_dark_sidebars() -> None:
    assert adapter_class(["default", "classic", "basic"]) is Classic
    assert not issubclass(adapter_class(["python_docs_theme", "classic", "basic"]), Classic)
