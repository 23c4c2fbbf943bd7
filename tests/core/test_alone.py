"""``sphinx_docsnav.mdx`` and ``sphinx_docsnav.openapi`` alone in a Sphinx project."""

from __future__ import annotations

import pytest
from building import Project

MDX = {
    "index.rst": "Start\n=====\n\n.. toctree::\n\n   guide\n",
    "guide.mdx": "---\ntitle: The guide\n---\n\nimport Part from '/snippets/part.mdx'\n\n"
    "<Note>Read *this*.</Note>\n\n<Part />\n\n[Start](/index)\n",
    "snippets/part.mdx": "From a snippet.\n",
}
API = {
    "index.rst": "Start\n=====\n\n.. toctree::\n\n   api/index\n",
    "api.yaml": "openapi: 3.1.0\ninfo: {title: Pets, version: '1'}\n"
    "paths:\n  /pets:\n    get:\n      summary: List pets\n"
    "      responses: {'200': {description: All of them}}\n",
}


def conf(extensions: str, more: str = "") -> dict[str, str]:
    return {"conf.py": f"project = 'P'\nextensions = [{extensions}]\n{more}"}


@pytest.mark.parametrize("builder", ["html", "latex", "text"])
def test_mdx_alone_reads_mdx_pages(project: Project, builder: str) -> None:
    project.write(MDX | conf("'sphinx_docsnav.mdx'"))

    result = project.build(builder)

    assert result.warnings == ""
    assert result.app.env.all_docs.keys() == {"index", "guide"}
    if builder == "html":
        page = (project.output() / "guide.html").read_text("utf-8")
        assert "<h1>The guide" in page
        assert "From a snippet." in page
        assert 'href="index.html"' in page
        assert "docsnav-sidebar" not in page


def test_mdx_alone_ignores_a_docs_json(project: Project) -> None:
    project.write(MDX | conf("'sphinx_docsnav.mdx'") | {"docs.json": "no JSON"})

    assert project.build().warnings == ""


def test_openapi_alone_writes_endpoint_pages(project: Project) -> None:
    more = "docsnav_openapi = {'api/index': 'api.yaml'}\n"
    project.write(API | conf("'sphinx_docsnav.openapi'", more))

    result = project.build()

    assert result.warnings == ""
    pages = sorted(name for name in result.app.env.all_docs if name.startswith("api/"))
    assert pages[0].startswith("api/")
    assert any("List pets" in (project.output() / f"{n}.html").read_text("utf-8") for n in pages)
    second = project.build()
    assert second.read == (0, 0, 0)


def test_both_alone_work_together(project: Project) -> None:
    more = "docsnav_openapi = {'api/index': 'api.yaml'}\n"
    files = MDX | API | conf("'sphinx_docsnav.mdx', 'sphinx_docsnav.openapi'", more)
    project.write(files | {"index.rst": "S\n=\n\n.. toctree::\n\n   guide\n   api/index\n"})

    result = project.build()

    assert result.warnings == ""
    assert {"guide", "api/index"} <= result.app.env.all_docs.keys()
