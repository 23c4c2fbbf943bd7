"""Which adapter a theme gets."""

from __future__ import annotations

from sphinx_docsnav.themes.adapter_registry import adapter_class
from sphinx_docsnav.themes.generic import Classic
from sphinx_docsnav.themes.pydata import Pydata


def test_a_light_theme_that_inherits_from_classic_has_no_colours_for_dark_sidebars() -> None:
    assert adapter_class(["default", "classic", "basic"]) is Classic
    assert not issubclass(adapter_class(["python_docs_theme", "classic", "basic"]), Classic)


def test_a_theme_that_inherits_from_pydata_has_one_sidebar() -> None:
    names = ["components/navbar-logo.html", "components/sst-sidebar-nav.html"]
    assert Pydata({}).sidebars(names, own=False) == [
        "components/navbar-logo.html",
        "docsnav/products.html",
        "docsnav/anchors.html",
        "docsnav/sidebar.html",
    ]
