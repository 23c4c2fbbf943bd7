"""The visitors of component nodes: on the translator class, whichever the build uses."""

from __future__ import annotations

import pytest
from building import Project
from sphinx.writers.html5 import HTML5Translator

from sphinx_docsnav.core.reading.component_setup import HtmlVisitors

PAGES = {"index.mdx": "# Home\n\nOne\n\n***\n\nTwo"}
DOCS = {"docs.json": '{"navigation": {"pages": ["index"]}}', **PAGES}

SETS = """
from sphinx.writers.html5 import HTML5Translator

class Own(HTML5Translator):
    def visit_paragraph(self, node):
        self.body.append("<!-- own -->")
        super().visit_paragraph(node)

def use(app, *arguments):
    app.set_translator("html", Own, override=True)

extensions = ["sphinx_docsnav"]
"""


def test_a_translator_binds_no_visitor_of_ours_per_instance(project: Project) -> None:
    project.write(DOCS)
    app = project.build().app
    base = app.registry.get_translator_class(app.builder)
    assert {HtmlVisitors, HTML5Translator} <= set(base.__mro__)
    assert app.registry.translation_handlers.get("html", {}).keys() == _handlers_of_sphinx(project)


def _handlers_of_sphinx(project: Project) -> set[str]:
    bare = Project(project.root / "bare", extensions=("sphinx.ext.mathjax",))
    bare.write({"index.rst": "Start\n=====\n"})
    return set(bare.build().app.registry.translation_handlers.get("html", {}))


@pytest.mark.parametrize(
    "setup",
    [
        "setup = use",
        "def setup(app): app.connect('builder-inited', use, priority=995)",
        "def setup(app): app.connect('env-updated', use)",
    ],
    ids=["in conf.py", "late at builder-inited", "after reading"],
)
def test_a_translator_of_the_project_gets_the_visitors(project: Project, setup: str) -> None:
    project.write({**DOCS, "conf.py": f"{SETS}\n{setup}\n"})
    result = project.build()
    page = (project.output() / "index.html").read_text("utf-8")
    assert result.warnings == ""
    assert "<!-- own -->" in page
    assert "<hr" in page.partition("<!-- own -->")[2].partition("Two")[0]


def test_a_visitor_that_the_project_gives_a_node_wins(project: Project) -> None:
    conf = """
from sphinx_docsnav.components.markup import RuleNode
extensions = ["sphinx_docsnav"]

def setup(app):
    def visit(self, node):
        self.body.append("<!-- mine -->")
    app.setup_extension("sphinx_docsnav")
    app.add_node(RuleNode, override=True, html=(visit, lambda self, node: None))
"""
    project.write({**DOCS, "conf.py": conf})
    project.build()
    assert "<!-- mine -->" in (project.output() / "index.html").read_text("utf-8")
