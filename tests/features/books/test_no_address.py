"""Links of every kind to a page that the output does not have, in every builder: plain text."""

from __future__ import annotations

import json
import re

import pytest
from building import BUILDERS, Project

DOCS = {
    "name": "Shelf",
    "navigation": {
        "versions": [
            {"version": "2", "default": True, "pages": ["index"]},
            {"version": "1", "groups": [{"group": "Guide", "pages": ["old", "guide/deep"]}]},
            {"version": "0", "openapi": "api.json"},
        ]
    },
}
SCHEMA = {"type": "object", "properties": {"id": {"type": "string"}}}
REFERENCE = {"$ref": "#/components/schemas/Pet"}
API = {
    "openapi": "3.1.0",
    "info": {"title": "Pets", "version": "1"},
    "paths": {
        "/pets": {
            "get": {
                "operationId": "listPets",
                "responses": {
                    "200": {
                        "description": "Pets",
                        "content": {"application/json": {"schema": REFERENCE}},
                    }
                },
            }
        }
    },
    "components": {"schemas": {"Pet": SCHEMA}},
}
INDEX = """
Index
=====

.. toctree::
   :maxdepth: 3

   old
   With a title <guide/deep>

:doc:`old`, :doc:`words <guide/deep>`, :ref:`place`, :any:`old`, :endpoint:`GET /pets`,
:docsnav:schema:`Pet`, :http:get:`/pets`, :numref:`drawing`, :term:`word`

.. docsnav:operation:: GET /pets

.. index:: Cats

.. todolist::
"""
OLD = """
.. _place:

Old page
========

.. index:: Dogs

.. glossary::

   word
      Its meaning.

.. _drawing:

.. figure:: dot.png

   A drawing

.. docsnav:schema:: Pet

.. todo:: Write it.

.. toctree::

   deep <guide/deep>
"""
CONF = {
    "numfig": True,
    "todo_include_todos": True,
    "epub_show_urls": "inline",
    "version": "1",
    "epub_copyright": "c",
    "latex_documents": [("index", "shelf.tex", "Shelf", "A", "manual")],
    "texinfo_documents": [("index", "shelf", "Shelf", "A", "shelf", "Docs", "Misc")],
    "man_pages": [("index", "shelf", "Shelf", "A", 1)],
}
PICTURE = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010806000000"
    "1f15c4890000000d49444154789c6360000002000001e221bc330000000049454e44ae426082"
)


@pytest.fixture
def shelf(project: Project) -> Project:
    """A project whose first page has links of each kind to pages of other versions."""
    project.extensions = ("sphinx_docsnav", "sphinx.ext.todo", "sphinxcontrib.httpdomain")
    project.write(
        {
            "docs.json": json.dumps(DOCS),
            "api.json": json.dumps(API),
            "index.rst": INDEX,
            "old.rst": OLD,
            "guide/deep.rst": "Deep\n====\n\n:doc:`/index` and :doc:`/old`\n",
        }
    )
    (project.src / "dot.png").write_bytes(PICTURE)
    return project


@pytest.mark.parametrize("builder", BUILDERS)
@pytest.mark.parametrize("base", ["", "https://shelf.example/docs/"])
def test_links_to_other_versions_are_built_without_a_message(
    shelf: Project, builder: str, base: str
) -> None:
    result = shelf.build(builder, conf={**CONF, "html_baseurl": base})

    assert result.warnings == ""


def test_an_epub_shows_links_out_of_the_book_as_plain_text(shelf: Project) -> None:
    shelf.build("epub", conf=CONF)

    page = (shelf.output("epub") / "index.xhtml").read_text("utf-8")
    assert "Old page" in re.sub("<[^>]*>", "", page)
    assert "With a title" in page
    assert not re.search(r'href="[^"#]*(old|deep|get-pets|no-address)', page)
    index = (shelf.output("epub") / "genindex.xhtml").read_text("utf-8")
    assert "Cats" in index
    assert "no-address" not in index


def test_an_epub_links_out_of_the_book_to_the_web(shelf: Project) -> None:
    shelf.build("epub", conf={**CONF, "html_baseurl": "https://shelf.example/docs/"})

    page = (shelf.output("epub") / "index.xhtml").read_text("utf-8")
    assert 'href="https://shelf.example/docs/old.html"' in page
    assert 'href="https://shelf.example/docs/guide/deep.html"' in page


@pytest.mark.parametrize(
    ("base", "address"), [("", "#"), ("https://shelf.example/", "https://shelf.example/old.html")]
)
def test_a_template_of_a_book_can_ask_for_a_page_outside_of_it(
    shelf: Project, base: str, address: str
) -> None:
    block = '{% block extrahead %}<link rel="prev" href="{{ pathto("old") }}"/>{% endblock %}'
    shelf.write({"_templates/layout.html": '{% extends "!layout.html" %}' + block})
    templates = str(shelf.src / "_templates")
    shelf.build("epub", conf={**CONF, "html_baseurl": base, "templates_path": [templates]})

    page = (shelf.output("epub") / "index.xhtml").read_text("utf-8")
    assert f'<link rel="prev" href="{address}"/>' in page
