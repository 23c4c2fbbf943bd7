"""A build imports what evaluates expressions and renders endpoints for pages with them alone."""

from __future__ import annotations

import subprocess
import sys

from building import Project

EVALUATOR = "sphinx_docsnav.mdx.expressions.evaluator"
API = {"sphinx_docsnav.endpoints.inline_parts", "sphinx_docsnav.openapi.content.operation_content"}


def test_what_no_page_has_is_not_imported(project: Project) -> None:
    project.write({"docs.json": '{"navigation": {"pages": ["a"]}}', "a.mdx": "# A\n"})
    code = "import sys; from sphinx.cmd.build import main; main(sys.argv[1:]); print(*sys.modules)"
    options = ["-C", "-D", "extensions=sphinx_docsnav", "-D", "html_theme=basic"]
    build = [sys.executable, "-c", code, "-qE", *options, str(project.src), str(project.output())]

    def imported(processes: int) -> set[str]:
        words = [*build, "-j", str(processes)]
        done = subprocess.run(words, capture_output=True, text=True, check=True)
        return {EVALUATOR, *API} & set(done.stdout.split())

    assert imported(1) == imported(2) == set()
    project.write({"a.mdx": "---\napi: GET /a\n---\n{1 + 1}\n"})
    assert imported(1) == {EVALUATOR, *API}
    # Of two processes, the one that starts the other imports what many pages need.
    assert imported(2) == {EVALUATOR}
