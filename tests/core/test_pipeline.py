"""The command line and Sphinx run the same steps from a folder to a site."""

from __future__ import annotations

import json

import pytest
from building import Project

from sphinx_docsnav.core.state import state_of
from sphinx_docsnav.faults import Fault, fault_text
from sphinx_docsnav.navigation import load_site, tree_as_text

SPECIFICATION = {
    "openapi": "3.0.0",
    "info": {"title": "T", "version": "1"},
    "paths": {"/pets": {"get": {"summary": "List", "responses": {"200": {"description": "OK"}}}}},
}
DOCS = {
    "name": "N",
    "favicon": "/gone.svg",
    "api": {"examples": {"languages": ["curl", "pyton"]}},
    "navigation": {
        "groups": [
            {"group": "G", "pages": ["a", "gone", "broken", "twice", "pets"]},
            {"group": "I", "icon": "/gone.png", "pages": ["b"]},
            {"group": "E", "openapi": "pets.json", "pages": ["GET /pets", "GET /cats"]},
        ]
    },
}
FILES = {
    "docs.json": json.dumps(DOCS, indent=1),
    "pets.json": json.dumps(SPECIFICATION),
    "a.mdx": "---\ntitle: First\n---\n\nText\n",
    "b.rst": "B\n=\n\nText\n",
    "broken.mdx": "---\ntitle: [\nicon: home\n---\n\nText\n",
    "twice.mdx": "---\n---\ntitle: Second\n---\n\nText\n",
    "pets.mdx": "---\ntitle: Pets\nopenapi: GET /dogs\nicon: no-such-icon\n---\n",
    "unlisted.mdx": "---\ntitle: U\ntitle: V\n---\n\nText\n",
}


@pytest.mark.parametrize("left_out", [None, "pets.json", "a.mdx"])
def test_check_reports_the_faults_that_a_build_reports(
    project: Project, left_out: str | None
) -> None:
    project.write({name: text for name, text in FILES.items() if name != left_out})
    faults: list[Fault] = []

    site = load_site(project.src, faults.append, suffixes=(".mdx", ".md", ".rst"), keep_going=True)
    result = project.build(conf={"docsnav_keep_going": True})

    checked = sorted(fault_text(fault, project.src) for fault in faults)
    assert sorted(filter(None, result.warnings.splitlines())) == checked
    # Of a page with two front matters, the service reads the first, which is empty.
    built = tree_as_text(state_of(result.app).site).replace('"Second"', '"Twice"')
    assert built == tree_as_text(site)
