"""The sidebar of ``docsnav_config = "toctree"`` has what the theme's own has, in each theme."""

from __future__ import annotations

import pytest
from features.toctrees.test_toctree_navigation import FILES as TOCTREES
from themes.conftest import Build
from themes.reading import Page, text_of

from sphinx_docsnav.cli.compared_output import SIDEBARS, Output

INDEX = """
Home
====

.. toctree::
   :caption: Learn & do

   install
   Renamed <usage>
   twice

.. toctree::
   :caption: Reference
   :numbered:

   api/index
   divided
   twice
   Code <https://example.com/code>

.. toctree::
   :glob:
   :reversed:

   notes/*

.. toctree::

   genindex
"""
USAGE = """
Usage
=====

Part & whole
------------

A ``literal``
~~~~~~~~~~~~~

.. toctree::

   inside/part

Last part
---------
"""
DIVIDED = """
.. toctree::

   beside/one
   beside/two

Divided
=======

.. toctree::

   beside/three

Second title
============

.. toctree::

   beside/four
"""
TWICE = """
The :math:`x^2` *rule* of ``code`` & **more**
=============================================

A *heading*
-----------
"""
FILES = {
    **TOCTREES,
    "index.rst": INDEX,
    "usage.rst": USAGE,
    "divided.rst": DIVIDED,
    "twice.rst": TWICE,
    "inside/part.rst": "Inside\n======\n\nHeading\n-------\n",
    **{f"beside/{name}.rst": f"{name}\n=====\n" for name in ("one", "two", "three", "four")},
}
del FILES["paper.rst"]  # in no toctree here
PAGES = ("usage", "api/two", "notes/a", "divided", "beside/one", "inside/part", "twice")
WHOLE: dict[str, dict[str, object]] = {
    "alabaster": {"sidebar_collapse": False},
    "piccolo_theme": {"globaltoc_collapse": False},
    "sphinx_immaterial": {"font": False, "globaltoc_collapse": False},
    "shibuya": {"toctree_titles_only": False},
    "sphinx_rtd_theme": {"collapse_navigation": False, "navigation_depth": 3},
}
"""The options with which a theme shows all entries on each page."""


COLLAPSING = ("alabaster", "sphinx_rtd_theme")
"""Themes that by default show only the branch of the page, and the headings in it."""


@pytest.mark.slow
@pytest.mark.parametrize("theme", COLLAPSING)
def test_the_sidebar_has_the_branch_of_the_page_and_its_headings(build: Build, theme: str) -> None:
    own = "exclude_patterns = ['guide.rst']\n"
    ours = f"{own}extensions.append('sphinx_docsnav')\ndocsnav_config = 'toctree'\n"
    outputs = []
    for settings in (own, ours):
        built = build(theme, "plain", settings=settings, files=tuple(FILES.items()))
        assert built.warnings == ""
        outputs.append(Output(built.out, SIDEBARS[theme]).read())
    for name in PAGES:
        listed, whole = (output.pages[f"{name}.html"].parents for output in outputs)
        # Branches that the theme leaves out are closed in ours.
        assert (name, [pair for pair in whole if pair in listed]) == (name, listed)


@pytest.mark.slow
@pytest.mark.parametrize("theme", SIDEBARS)
def test_the_sidebar_has_the_entries_of_the_theme(build: Build, theme: str) -> None:
    own = f"html_theme_options = {WHOLE.get(theme, {})!r}\nexclude_patterns = ['guide.rst']\n"
    ours = f"{own}extensions.append('sphinx_docsnav')\ndocsnav_config = 'toctree'\n"
    files, names = dict(FILES), list(PAGES)
    if theme == "sphinx_immaterial":
        # The theme has what is below the first title of a page below its second title, too.
        names.remove("divided")
    elif theme == "sphinx_book_theme":
        # The theme leaves out what a document has below a second title.
        files["divided.rst"] = DIVIDED.partition("Second title")[0]
        del files["beside/four.rst"]
    outputs, builds = [], []
    for settings in (own, ours):
        built = build(theme, "plain", settings=settings, files=tuple(files.items()))
        assert built.warnings == ""
        outputs.append(Output(built.out, SIDEBARS[theme]).read())
        builds.append(built)
    for name in names:
        plain, with_ours = (list_markup(built.page(name), SIDEBARS[theme]) for built in builds)
        assert (name, with_ours) == (name, plain)
    for name in names:
        pages = [output.pages[f"{name}.html"] for output in outputs]
        # Immaterial repeats the entry of the page, with its headings, for narrow windows.
        parents = [
            page.distinct_parents if theme == "sphinx_immaterial" else page.parents
            for page in pages
        ]
        assert (name, parents[1]) == (name, parents[0])
        assert (name, pages[0].anchors - pages[1].ids) == (name, set())


def list_markup(page: Page, sidebar: str) -> list[str]:
    """Return the formulas, code and emphasis in the titles of a sidebar, in order of their text."""
    sidebars = [
        element
        for element in page.tree.iter()
        if sidebar in f"{element.get('class')} {element.get('id')}".split()
    ]
    return sorted(
        f"{part.tag} {text_of(part)}"
        for element in sidebars[:1]
        for part in element.iter()
        if part.tag in {"code", "em", "strong"} or "math" in (part.get("class") or "").split()
    )
