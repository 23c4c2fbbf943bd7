"""Utility classes of pages in HTML."""

from __future__ import annotations

import importlib.util
import re

import pytest
from building import Project

DOCS = '{"navigation": {"pages": ["index", "other"]}}'
PAGE = '---\ntitle: T\n---\n\n<div className="{names}">text</div>\n'


def _style(project: Project, page: str = "index") -> str:
    html = (project.output() / f"{page}.html").read_text("utf-8")
    found = re.search(r"<style>(\.docsnav-utilities.*?)</style>\n</head>", html, re.DOTALL)
    return found[1] if found else ""


def test_a_page_has_the_rules_of_its_own_classes(project: Project) -> None:
    project.write(
        {
            "docs.json": DOCS,
            "index.mdx": PAGE.format(names="grid md:grid-cols-2 not-prose own"),
            "other.mdx": PAGE.format(names="own"),
        }
    )
    assert project.build().warnings == ""
    style = _style(project)
    assert ".docsnav-utilities.docsnav-utilities .grid{display:grid}" in style
    assert "grid-cols-2" in style
    assert ".not-prose a{text-decoration:none}" in style
    assert ".own" not in style
    assert _style(project, "other") == ""
    assert "docsnav-utilities" not in (project.output() / "other.html").read_text("utf-8")


def test_an_edit_of_a_page_writes_that_page_alone(project: Project) -> None:
    project.write(
        {
            "docs.json": DOCS,
            "index.mdx": PAGE.format(names="grid"),
            "other.mdx": PAGE.format(names="flex"),
        }
    )
    project.build()
    before = project.times()
    project.write({"index.mdx": PAGE.format(names="grid gap-4")})
    project.build()
    assert project.written(before) == ["index.html"]
    incremental = project.files()
    project.build(fresh=True, out="clean")
    clean = project.files("clean")
    assert incremental["index.html"] == clean["index.html"]
    assert incremental["other.html"] == clean["other.html"]


def test_classes_of_other_formats_make_no_rules(project: Project) -> None:
    project.write(
        {
            "docs.json": '{"navigation": {"pages": ["index"]}}',
            "index.rst": "T\n=\n\n.. container:: grid gap-4\n\n   text\n",
        }
    )
    project.build()
    assert _style(project) == ""


WRAPPER = """
from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

class WrapTables(SphinxPostTransform):
    default_priority = 500

    def run(self, **options):
        for table in list(self.document.findall(nodes.table)):
            box = nodes.container(classes=["table"])
            table.replace_self(box)
            box += table

def setup(app):
    app.add_post_transform(WrapTables)
"""


def test_classes_of_boxes_that_a_theme_adds_make_no_rules(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(project.src)
    project.write(
        {
            "docs.json": DOCS,
            "wrap_tables.py": WRAPPER,
            "index.mdx": "| a | b |\n|---|---|\n| c | d |\n",
            "other.mdx": PAGE.format(names="table"),
        }
    )
    project.extensions = ("sphinx_docsnav", "wrap_tables")
    project.build()
    html = (project.output() / "index.html").read_text("utf-8")
    assert re.search(r'<div class="table [^"]*container"', html)
    assert _style(project) == ""
    assert ".table{display:table}" in _style(project, "other")


def test_the_setting_turns_them_off(project: Project) -> None:
    project.write({"docs.json": DOCS, "index.mdx": PAGE.format(names="grid"), "other.mdx": "# O\n"})
    project.build(conf={"docsnav_utility_classes": False})
    assert _style(project) == ""


def test_rules_override_the_important_ones_of_bootstrap(project: Project) -> None:
    if importlib.util.find_spec("pydata_sphinx_theme") is None:
        pytest.skip("pydata_sphinx_theme is not installed")
    project.write({"docs.json": DOCS, "index.mdx": PAGE.format(names="p-4"), "other.mdx": "# O\n"})
    project.build(conf={"html_theme": "pydata_sphinx_theme"})
    assert ".p-4{padding:var(--docsnav-rem,1rem)!important}" in _style(project)


def test_books_and_the_single_page_have_the_rules_too(project: Project) -> None:
    page = PAGE.format(names="grid md:grid-cols-2")
    project.write({"docs.json": DOCS, "index.mdx": page, "other.mdx": "# O\n"})
    project.build("singlehtml")
    html = project.files("singlehtml")["index.html"].decode()
    assert ".docsnav-utilities.docsnav-utilities .grid{display:grid}" in html
    assert html.index("docsnav-utilities") < html.index("</head>")
    assert '<div class="docsnav-utilities">' in html
    project.build("epub", conf={"epub_copyright": "C", "version": "1"})
    chapter = project.files("epub")["index.xhtml"].decode()
    style = chapter[chapter.index("<style>/*<![CDATA[*/") : chapter.index("/*]]>*/</style>")]
    assert ".grid{display:grid}" in style
