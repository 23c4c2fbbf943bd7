"""Which adapter a theme gets."""

from __future__ import annotations

import inspect
import re

from sphinx.pycode import ModuleAnalyzer

from sphinx_docsnav.themes.adapter_registry import OWN, find_adapter_class
from sphinx_docsnav.themes.base import Adapter
from sphinx_docsnav.themes.generic import Classic
from sphinx_docsnav.themes.pydata import Pydata


def test_a_light_theme_that_inherits_from_classic_has_no_colours_for_dark_sidebars() -> None:
    assert find_adapter_class(["default", "classic", "basic"]) is Classic
    assert not issubclass(find_adapter_class(["python_docs_theme", "classic", "basic"]), Classic)


def families() -> dict[str, type[Adapter]]:
    """Return every class between `Adapter` and the adapters of themes, by its name."""
    return {cls.__name__: cls for own in OWN for cls in own.__mro__ if issubclass(cls, Adapter)}


def test_a_member_of_adapters_has_two_users_or_names_its_only_one() -> None:
    docs = ModuleAnalyzer.for_module(Adapter.__module__).find_attr_docs()
    single = []
    for name in (each for each in vars(Adapter) if not each.startswith("_")):
        users = [key for key, cls in families().items() if cls is not Adapter and name in vars(cls)]
        about = " ".join(docs.get(("Adapter", name), [])) or inspect.getdoc(getattr(Adapter, name))
        if len(users) < 2 and not re.search(
            r"PyData|Immaterial|Awesome|is ours|this package", about or ""
        ):
            single.append((name, users))
    assert single == []


def test_a_theme_that_inherits_from_pydata_has_one_sidebar() -> None:
    names = ["components/navbar-logo.html", "components/sst-sidebar-nav.html"]
    assert Pydata({}).sidebars(names, own=False) == [
        "components/navbar-logo.html",
        "docsnav/products.html",
        "docsnav/anchors.html",
        "docsnav/sidebar.html",
    ]
