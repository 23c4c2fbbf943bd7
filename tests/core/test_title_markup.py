"""Titles with formulas, code and emphasis: in links, they look as in Sphinx's own templates."""

from __future__ import annotations

import json
import re

import pytest
from building import Project

TITLES = {
    "code": "The ``code``",
    "formula": "The :math:`x^2` *rule*",
    "plain": "Plain & simple",
    "last": "**Last**",
}
TOCTREE = {"extensions": "sphinx_docsnav", "docsnav_config": "toctree"}


def titled(title: str, *pages: str) -> str:
    lines = ("", ".. toctree::", "", *(f"   {page}" for page in pages)) if pages else ()
    return "\n".join((title, "=" * len(title), *lines, ""))


@pytest.fixture
def book(project: Project) -> Project:
    project.conf = {"html_theme": "classic"}
    project.write(
        {
            "conf.py": "extensions = []\n",
            "index.rst": titled("Home", "code"),
            "code.rst": titled(TITLES["code"], "formula", "plain", "last"),
            **{f"{name}.rst": titled(TITLES[name]) for name in ("formula", "plain", "last")},
        }
    )
    return project


def page(project: Project, docname: str, out: str) -> str:
    return (project.output(out) / f"{docname}.html").read_text("utf-8")


def related(project: Project, docname: str, out: str) -> list[str]:
    """Return the links of Sphinx's bar: the pages above, the previous and the next page."""
    text = page(project, docname, out)
    bar = text[text.index('<div class="related"') : text.index('<div class="document">')]
    return re.findall(r'<a href="[^"]*"(?: title="[^"]*")?[^>]*>.*?</a>', bar)


def test_the_way_to_a_page_and_its_neighbours_are_as_in_sphinx(book: Project) -> None:
    book.build(out="plain")
    assert book.build(out="ours", conf=TOCTREE).warnings == ""
    for docname in TITLES:
        expected = (docname, related(book, docname, "plain"))
        assert (docname, related(book, docname, "ours")) == expected
    assert r'title="The \(x^2\) rule"' in page(book, "plain", "ours")


def test_an_edit_of_the_markup_of_a_title_writes_the_pages_that_show_it(book: Project) -> None:
    book.build(out="ours", conf=TOCTREE)
    book.write({"formula.rst": titled(TITLES["formula"].replace("*", ""))})
    book.build(out="ours", conf=TOCTREE)
    book.build(out="clean", conf=TOCTREE, fresh=True)
    assert "<em>rule</em>" not in page(book, "plain", "ours")
    assert {name: page(book, name, "ours") for name in TITLES} == {
        name: page(book, name, "clean") for name in TITLES
    }


def test_only_the_title_of_the_page_itself_has_its_markup(book: Project) -> None:
    group = {"group": "The code", "root": "code", "pages": [{"page": "last", "title": "End"}]}
    other = {"group": "Code", "root": "formula", "pages": ["plain"]}
    book.write({"docs.json": json.dumps({"navigation": {"groups": [group, other]}})})
    book.build(out="ours", conf={"extensions": "sphinx_docsnav"})
    text = page(book, "plain", "ours")
    assert re.findall(
        r'<p class="caption">.*?<span class="docsnav-label">(.*?)</span></a>', text
    ) == [
        'The <code class="docutils literal notranslate"><span class="pre">code</span></code>',
        "Code",
    ]
    assert '<span class="docsnav-label">End</span>' in text


FRONT_MATTER = "---\ntitle: The rule of `code` & *more*\n---\n\nText.\n"
HEADING = (
    "# A <Tooltip tip='Long'>tip</Tooltip>, $y$ and H<sub>2</sub>O\n\nSee [the rule](/rule).\n"
)


def test_titles_of_mdx_pages_have_their_formulas_and_code(project: Project) -> None:
    docs = {
        "$schema": "https://mintlify.com/docs.json",
        "theme": "mint",
        "name": "Site",
        "colors": {"primary": "#0a0"},
        "styling": {"latex": True},
        "navigation": {"groups": [{"group": "All", "pages": ["rule", "tip", "end"]}]},
    }
    project.write(
        {
            "docs.json": json.dumps(docs),
            "rule.mdx": FRONT_MATTER,
            "tip.mdx": HEADING,
            "end.mdx": "---\ntitle: a_b_c\n---\n",
        }
    )
    project.conf = {"html_theme": "docsnav", "html_math_renderer": "docsnav_mathml"}
    assert project.build().warnings == ""
    text = page(project, "end", "html")
    label = r'href="(\w+).html"[^>]*><span class="docsnav-label">(.*?)</a>'
    labels = re.findall(label, text, re.DOTALL)
    assert [name for name, _ in labels][:3] == ["rule", "tip", "end"]
    rule, tip, end = (label for _, label in labels[:3])
    code = '<code class="docutils literal notranslate"><span class="pre">code</span></code>'
    assert rule == f"The rule of {code} &amp; <em>more</em></span>"
    # A control in a link would be one inside of another.
    before, _, rest = tip.partition("<math")
    assert before == 'A tip, <span class="math notranslate nohighlight">'
    assert rest.endswith("</math></span> and H<sub>2</sub>O</span>")
    assert end == "a_b_c</span>"
    assert 'title="The rule of code &amp; more"' in page(project, "tip", "html")


def test_entities_and_escapes_in_front_matter_are_characters_in_links(project: Project) -> None:
    project.conf = {"html_theme": "alabaster"}
    project.write(
        {
            "docs.json": '{"navigation": {"pages": ["index", "a"]}}',
            "index.mdx": "---\ntitle: Q&A\n---\n\nText\n",
            "a.mdx": "---\ntitle: 'A &amp; B \\*c\\* &lt;d&gt;'\n---\n\nText\n",
        }
    )
    assert project.build().warnings == ""
    text = (project.output() / "index.html").read_text("utf-8")
    sidebar = text.partition('class="docsnav-sidebar')[2].partition("</nav>")[0]
    labels = re.findall(r'<span class="docsnav-label">(.*?)</span>', sidebar)
    assert labels == ["Q&amp;A", "A &amp; B *c* &lt;d&gt;"]
    assert "<h1>A &amp; B *c* &lt;d&gt;" in (project.output() / "a.html").read_text("utf-8")
