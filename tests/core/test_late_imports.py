"""A build imports what evaluates expressions and renders endpoints for pages with them alone."""

from __future__ import annotations

import subprocess
import sys

from building import Project

EVALUATOR = "sphinx_docsnav.mdx.expressions.evaluator"
RENDERER = "sphinx_docsnav.rendering.renderer"
API = {"sphinx_docsnav.endpoints.inline_parts", "sphinx_docsnav.openapi.content.operation_content"}
CODE = "import sys; from sphinx.cmd.build import main; main(sys.argv[1:]); print(*sys.modules)"


def test_what_no_page_has_is_not_imported(project: Project) -> None:
    project.write({"docs.json": '{"navigation": {"pages": ["a"]}}', "a.mdx": "# A\n"})
    options = ["-C", "-D", "extensions=sphinx_docsnav", "-D", "html_theme=basic"]
    build = [sys.executable, "-c", CODE, "-qE", *options, str(project.src), str(project.output())]

    def imported(processes: int) -> set[str]:
        words = [*build, "-j", str(processes)]
        done = subprocess.run(words, capture_output=True, text=True, check=True)
        return {EVALUATOR, *API} & set(done.stdout.split())

    assert imported(1) == imported(2) == set()
    project.write({"a.mdx": "---\napi: GET /a\n---\n{1 + 1}\n"})
    assert imported(1) == {EVALUATOR, *API}
    # Of two processes, the one that starts the other imports what many pages need.
    assert imported(2) == {EVALUATOR}


def test_an_endpoint_that_does_not_exist_imports_nothing(project: Project) -> None:
    project.write({"docs.json": '{"navigation": {"pages": ["a"]}}'})
    project.write({"a.mdx": "---\nopenapi: GET /nowhere\n---\n# A\n"})
    options = ["-C", "-D", "extensions=sphinx_docsnav", "-D", "html_theme=basic"]
    build = [sys.executable, "-c", CODE, "-qE", *options, str(project.src), str(project.output())]
    done = subprocess.run(build, capture_output=True, text=True, check=True)
    assert not API & set(done.stdout.split())


def test_a_project_without_pages_of_ours_imports_no_renderer(project: Project) -> None:
    project.write({"docs.json": '{"navigation": {"pages": ["index", "b"]}}'})
    project.write({"index.rst": "A\n=\n", "b.rst": "B\n=\n"})
    options = ["-C", "-D", "extensions=sphinx_docsnav", "-D", "html_theme=basic"]
    build = [sys.executable, "-c", CODE, "-qE", *options, str(project.src), str(project.output())]
    done = subprocess.run(build, capture_output=True, text=True, check=True)
    assert not {RENDERER, "markdown_it"} & set(done.stdout.split())
