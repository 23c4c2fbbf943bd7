"""Decision 23: toctrees in pages are their author's, in every builder."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from building import Project
from sphinx.application import Sphinx

from sphinx_docsnav.themes.base import Context

INDEX = """
Home
====

.. toctree::
   :maxdepth: 2
   :caption: Contents
   :numbered:

   a
   The whole part <part/index>
   Python <https://www.python.org>
   genindex
   b

Titles
------

.. toctree::
   :titlesonly:

   self
   part/index

Hidden ones as well
-------------------

.. toctree::
   :includehidden:

   part/index
   titles

.. toctree::
   :hidden:

   titles
   globbed/index
"""
PART = """
Part
====

.. figure:: picture.png

   A picture

.. toctree::
   :titlesonly:

   c
   Custom <d>

.. toctree::
   :hidden:

   e
"""
GLOBBED = """
Globbed
=======

.. toctree::
   :glob:
   :reversed:
   :maxdepth: 1

   *
"""


def _page(title: str) -> str:
    underline = "=" * len(title)
    figure = f".. figure:: /part/picture.png\n\n   The picture of {title}\n"
    return f"{title}\n{underline}\n\n{figure}\nIn {title}\n---{'-' * len(title)}\n\nText.\n"


FILES = {
    "conf.py": "",
    "index.rst": INDEX,
    "a.rst": _page("A"),
    "b.rst": _page("B"),
    "titles.rst": "Titles\n======\n\nNo list.\n",
    "part/index.rst": PART,
    "part/c.rst": f"{_page('C')}\n.. toctree::\n\n   deep\n",
    "part/d.rst": _page("D"),
    "part/e.rst": _page("E"),
    "part/deep.rst": _page("Deep"),
    "globbed/index.rst": GLOBBED,
    "globbed/one.rst": _page("One"),
    "globbed/two.rst": _page("Two"),
}
FLAT = ["b", "part/deep", "part/d", "part/c", "part/e", "part/index", "globbed/two", "a", "index"]
NAVIGATIONS = {
    "every page in one group, in another order": {"groups": [{"group": "All", "pages": FLAT}]},
    "pages below pages that do not list them": {
        "groups": [
            {
                "group": "Part",
                "root": "part/index",
                "pages": ["a", {"group": "B", "root": "b", "pages": ["part/c", "globbed/one"]}],
            },
            {"group": "Titles", "root": "titles", "pages": ["part/e", "globbed/two"]},
        ]
    },
    "one page": {"pages": ["part/deep"]},
}
CONF: dict[str, Any] = {
    "html_theme": "basic",
    "html_permalinks": False,
    "numfig": True,
    "version": "1",
    "copyright": "c",
    "epub_show_urls": "no",
}
BUILDERS = ["html", "dirhtml", "singlehtml", "epub", "text", "man", "texinfo", "latex"]

BODIES: dict[str, str] = {}
"""The bodies of the HTML pages of the last build."""


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("html-page-context", _remember_body, priority=1000)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _remember_body(
    _app: Sphinx, pagename: str, _template: str, context: Context, doctree: object
) -> None:
    if doctree is not None:
        # docs.json says which groups a book has.
        titles = re.compile(r'<p class="docsnav-chapter".*?</p>\n')
        BODIES[pagename] = titles.sub("", context["body"])


@pytest.fixture
def nested(project: Project) -> Project:
    """A project with toctrees of every kind."""
    project.write(FILES)
    (project.src / "part/picture.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    return project


def contents(project: Project, builder: str, out: str, *extensions: str) -> dict[str, str]:
    """Build; return what each page, or the one document of the builder, contains, and warnings."""
    BODIES.clear()
    # A project's own document, whose pages its toctrees decide.
    documents = [("index", "home.tex", "Home", "Author", "manual")]
    latex = {"latex_documents": documents} if builder == "latex" else {}
    conf = {"extensions": [*extensions, __name__], **CONF, **latex}
    found = project.build(builder, out=out, conf=conf).warnings
    # Of its table of contents, which is that of docs.json.
    found = re.sub(r".*\[epub.duplicated_toc_entry\]\n", "", found)
    warnings = {"warnings": found}
    if BODIES:
        return BODIES | warnings
    folder: Path = project.output(out)
    suffixes = {".txt", ".1", ".texi", ".tex"}
    return warnings | {
        path.relative_to(folder).as_posix(): path.read_text("utf-8")
        for path in sorted(folder.rglob("*"))
        if path.suffix in suffixes
    }


@pytest.mark.parametrize("builder", BUILDERS)
def test_decision_23_lists_in_pages_are_those_of_sphinx(nested: Project, builder: str) -> None:
    plain = contents(nested, builder, "plain")
    assert len(plain) > 1
    for number, navigation in enumerate(NAVIGATIONS.values()):
        nested.write({"docs.json": json.dumps({"navigation": navigation})})
        ours = contents(nested, builder, f"ours-{number}", "sphinx_docsnav")
        assert ours == plain


OWN = """{% extends "layout.html" %}{% block body %}
<div id="own">{{ toctree(collapse=False, maxdepth=3) }}</div>{% endblock %}"""


@pytest.mark.parametrize("theme", ["basic", "sphinx_rtd_theme"])
def test_a_template_of_the_project_writes_the_list_of_sphinx(nested: Project, theme: str) -> None:
    groups = {"groups": [{"group": "Chosen", "pages": FLAT}]}
    nested.write({"docs.json": json.dumps({"navigation": groups}), "own/all.html": OWN})
    conf: dict[str, Any] = {"html_theme": theme, "templates_path": ["own"]}
    conf |= {"html_additional_pages": {"all": "all.html"}, "exclude_patterns": []}

    def written(*extensions: str) -> tuple[str, str]:
        nested.build(out=f"out{len(extensions)}", conf={**conf, "extensions": list(extensions)})
        page = (nested.output(f"out{len(extensions)}") / "all.html").read_text("utf-8")
        found = re.search(r'<div id="own">(.*?)</div>', page, re.DOTALL)
        assert found
        return found[1], page.replace(found[1], "")

    own, around = written("sphinx_docsnav")
    assert own == written()[0]
    assert "Chosen" in around
