"""Operations and schemas that directives show on pages of prose."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from building import Project
from features.endpoints.test_endpoints import inventory
from features.endpoints.test_openapi_setting import API, FILES, write_api

GUIDE = """Guide
=====

Before.

.. docsnav:operation:: post /pets

Between, :endpoint:`addPet`.

.. docsnav:schema:: Pet

After.

End
---
"""


@pytest.fixture
def project(tmp_path: Path) -> Project:
    made = Project(tmp_path)
    made.write({**FILES, "guide.rst": GUIDE})
    write_api(made)
    return made


def headings(html: str) -> list[str]:
    """Return the texts of headings and paragraphs that the author of the page wrote."""
    return re.findall(r"<(?:h\d|p)>(Guide|Before|Between|After|End)", html)


@pytest.mark.parametrize("builder", ["html", "latex", "epub", "text", "man", "texinfo"])
def test_every_builder_shows_an_operation_between_paragraphs(
    project: Project, builder: str
) -> None:
    conf = {"epub_copyright": "2026", "version": "1", "copyright": "2026"}
    assert project.build(builder, conf=conf).warnings == ""


def test_a_page_keeps_its_structure_around_an_operation(project: Project) -> None:
    result = project.build(parallel=2)
    html = (project.output() / "guide.html").read_text("utf-8")
    assert headings(html) == ["Guide", "Before", "Between", "After", "End"]
    toc = result.app.env.tocs["guide"].astext().split()
    assert toc == ["Guide", "End"]
    assert 'id="post-pets"' in html
    assert 'id="schema-pet"' in html
    assert "curl --request POST" in re.sub(r"<[^>]+>", "", html)


def test_pages_of_myst_have_the_directives_and_the_roles(project: Project) -> None:
    pytest.importorskip("myst_parser")
    (project.src / "guide.rst").unlink()
    operation = "```{docsnav:operation} addPet\n:no-samples:\n```\n"
    schema = ":::{docsnav:schema} Pet\n:::\n"
    roles = "{endpoint}`POST /pets` {docsnav:schema}`Pet`\n"
    text = f"# Guide\n\nBefore.\n\n{operation}\nBetween.\n\n{schema}\n{roles}\n## End\n"
    extensions = '["myst_parser", "sphinx_docsnav"]\nexclude_patterns = ["notes.md"]'
    conf = FILES["conf.py"].replace('["sphinx_docsnav"]', extensions)
    project.write({"guide.md": text, "conf.py": conf})
    suffixes = {".rst": "restructuredtext"}  # Sphinx adds to its default, for later builds, too
    fences = {"myst_enable_extensions": ["colon_fence"], "source_suffix": suffixes}
    assert project.build(conf=fences).warnings == ""
    html = (project.output() / "guide.html").read_text("utf-8")
    assert headings(html) == ["Guide", "Before", "Between", "End"]
    assert 'href="#post-pets"' in html
    assert 'href="#schema-pet"' in html
    assert "curl" not in html


def test_references_lead_to_the_same_page_first_and_else_to_the_page_of_the_endpoint(
    project: Project,
) -> None:
    project.write({"about.rst": GUIDE})
    project.build()
    for page in ("about", "guide"):  # before and after the page of the endpoint
        assert 'href="#post-pets"' in (project.output() / f"{page}.html").read_text("utf-8")
    assert 'href="api/pets/add-a-pet.html#post-pets"' in (
        (project.output() / "index.html").read_text("utf-8")
    )
    lines = inventory(project.output())
    assert not [line for line in lines if line.startswith("addPet ") and "guide" in line]
    index = (project.output() / "docsnav-endpoints.html").read_text("utf-8")
    assert "guide.html#post-pets" not in index


def test_an_operation_without_a_page_is_found_on_the_page_of_prose(project: Project) -> None:
    paths = json.loads(json.dumps(API["paths"]))
    paths["/pets"]["post"]["x-excluded"] = True
    write_api(project, paths=paths)
    assert project.build().warnings == ""
    assert 'href="guide.html#post-pets"' in (project.output() / "index.html").read_text("utf-8")
    assert "addPet docsnav:operation -1 guide.html#post-pets POST /pets: Add a pet" in (
        inventory(project.output())
    )


def test_options_leave_parts_out(project: Project) -> None:
    options = "   :no-samples:\n   :no-description:\n   :no-index:\n   :api: api/index\n"
    project.write({"guide.rst": f"Guide\n=====\n\n.. docsnav:operation:: addPet\n{options}"})
    paths = json.loads(json.dumps(API["paths"]))
    paths["/pets"]["post"]["description"] = "Long story."
    write_api(project, paths=paths)
    assert project.build().warnings == ""
    html = (project.output() / "guide.html").read_text("utf-8")
    assert "Request body" in html
    assert "curl" not in html
    assert "Long story" not in html


@pytest.mark.parametrize(
    ("directive", "message"),
    [
        (".. docsnav:operation:: GET /cats", "no API of the project has the operation 'GET /cats'"),
        (".. docsnav:schema:: Cat", "no API of the project has the schema 'Cat'"),
        (
            ".. docsnav:schema:: Pet\n   :api: other",
            "the API of 'other' does not have the schema 'Pet'",
        ),
    ],
)
def test_what_no_specification_has_is_a_warning(
    project: Project, directive: str, message: str
) -> None:
    project.write({"guide.rst": f"Guide\n=====\n\n{directive}\n"})
    assert f"guide.rst:4: WARNING: {message} [docsnav.endpoint_missing]" in (
        project.build().warnings
    )


def test_an_edit_of_the_specification_reads_the_page_again(project: Project) -> None:
    project.build()
    paths = json.loads(json.dumps(API["paths"]))
    paths["/pets"]["post"]["description"] = "New words."
    write_api(project, paths=paths)
    project.build()
    assert "New words." in (project.output() / "guide.html").read_text("utf-8")


RST = """See :ref:`start`, `the guide </guide>`__ and ``code``.

Title
-----

* *item*

.. note:: Careful.

.. include:: /etc/passwd

.. raw:: html

   <script>alert(1)</script>
"""


def test_descriptions_are_restructuredtext_by_a_setting(project: Project) -> None:
    paths = json.loads(json.dumps(API["paths"]))
    paths["/pets"]["get"]["description"] = RST
    paths["/pets"]["get"]["externalDocs"] = {"url": "/guide#start", "description": "More"}
    write_api(project, paths=paths)
    start = f".. _start:\n\n{FILES['index.rst']}\n.. docsnav:operation:: GET /pets\n"
    project.write({"index.rst": start, "guide.rst": ".. _start-here:\n\nStart\n=====\n"})
    result = project.build(conf={"docsnav_openapi_options.descriptions": "restructuredtext"})
    html = (project.output() / "api/pets/list-pets.html").read_text("utf-8")
    assert '<span class="std std-ref">Start</span>' in html
    assert "<em>item</em>" in html
    assert 'href="../../guide.html"' in html
    assert 'href="../../guide.html#start"' in html
    assert 'href="guide.html#start"' in (project.output() / "index.html").read_text("utf-8")
    assert '<p class="rubric" id="title">Title</p>' in html
    assert "Careful." in html
    assert "root:" not in html
    assert "<script>alert" not in html
    assert result.warnings.count("WARNING") == 4  # two on each of two pages
