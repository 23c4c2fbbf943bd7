"""Themes that are not among the packages of the other tests: their sidebar is that of Furo."""

from __future__ import annotations

import pytest
from themes.conftest import Build

pytestmark = [pytest.mark.slow, pytest.mark.on_demand]

OTHERS = (
    "bootstrap",
    "breeze",
    "insipid",
    "python_docs_theme",
    "sphinx_material",
    "sphinx_nefertiti",
    "sunpy",
)
PAGES = ("index", "guides/deep", "sdk/server")


@pytest.mark.parametrize("theme", OTHERS)
def test_sidebar_and_switches_are_on_the_page(build: Build, theme: str) -> None:
    site, model = build(theme), build("furo")
    for name in PAGES:
        page, expected = site.page(name), model.page(name)
        assert page.sidebar == expected.sidebar
        assert page.switch("dropdowns") == expected.switch("dropdowns")
