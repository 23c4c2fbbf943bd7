"""A build imports what evaluates expressions and renders endpoints for pages with them alone."""

from __future__ import annotations

import subprocess
import sys

import pytest
from building import Project

EVALUATOR = "sphinx_docsnav.mdx.expressions.evaluator"
API = {"sphinx_docsnav.endpoints.inline_parts", "sphinx_docsnav.openapi.content.operation_content"}


# Of two processes, the one that starts the other imports what many pages need.
@pytest.mark.parametrize(("processes", "late"), [("1", {EVALUATOR, *API}), ("2", {EVALUATOR})])
def test_what_no_page_has_is_not_imported(project: Project, processes: str, late: set[str]) -> None:
    project.write({"docs.json": '{"navigation": {"pages": ["a"]}}', "a.mdx": "# A\n"})
    code = "import sys; from sphinx.cmd.build import main; main(sys.argv[1:]); print(*sys.modules)"
    options = ["-C", "-D", "extensions=sphinx_docsnav", "-D", "html_theme=basic", "-j", processes]
    build = [sys.executable, "-c", code, "-qE", *options, str(project.src), str(project.output())]

    def imported() -> set[str]:
        done = subprocess.run(build, capture_output=True, text=True, check=True)
        return {EVALUATOR, *API} & set(done.stdout.split())

    assert imported() == set()
    project.write({"a.mdx": "---\napi: GET /a\n---\n{1 + 1}\n"})
    assert imported() == late
