"""The name in docs.json is text; what conf.py sets may be HTML."""

from __future__ import annotations

import json

import pytest
from building import Project

from sphinx_docsnav.themes.shibuya import Shibuya

NAME = "Tom & Jerry <beta>"
ESCAPED = "Tom &amp; Jerry &lt;beta&gt;"


@pytest.fixture
def named(project: Project) -> Project:
    project.write(
        {
            "docs.json": json.dumps({"name": NAME, "navigation": {"pages": ["index"]}}),
            "index.rst": "Home\n====\n",
            "conf.py": "extensions = ['sphinx_docsnav']\n",
        }
    )
    project.conf = {"html_theme": "alabaster"}
    return project


def page(project: Project, name: str = "index.html") -> str:
    return (project.output() / name).read_text("utf-8")


def test_a_project_without_a_name_of_its_own_has_that_of_docs_json_as_text(named: Project) -> None:
    assert named.build().warnings == ""
    assert f"{ESCAPED}</title>" in page(named)
    assert f'<a href="#">{ESCAPED}</a></h1>' in page(named)


def test_the_name_that_init_writes_into_conf_py_is_text(named: Project) -> None:
    named.write(
        {"conf.py": f"extensions = ['sphinx_docsnav']\nproject = {NAME!r}\nhtml_title = {NAME!r}\n"}
    )
    named.build()
    assert f'<a href="#">{ESCAPED}</a></h1>' in page(named)


def test_the_name_is_text_on_pages_of_every_language(named: Project) -> None:
    languages = [{"language": code, "pages": [f"{code}/index"]} for code in ("en", "de")]
    fields = {"name": NAME, "navigation": {"languages": languages}}
    named.write({"docs.json": json.dumps(fields), "en/index.md": "# One", "de/index.md": "# Zwei"})
    named.build(conf={"html_theme": "furo"})
    brand = f'<span class="sidebar-brand-text">{ESCAPED}</span>'
    assert brand in page(named, "en/index.html")
    assert brand in page(named, "de/index.html")


def test_markup_in_conf_py_stays_markup(named: Project) -> None:
    named.build(conf={"project": "Own <b>name</b>"})
    assert '<a href="#">Own <b>name</b></a></h1>' in page(named)


def test_the_description_for_browsers_has_the_name_escaped_once(named: Project) -> None:
    named.build(conf={"html_use_opensearch": "https://example.org"})
    assert f"<ShortName>{ESCAPED}</ShortName>" in page(named, "_static/opensearch.xml")


def test_the_address_of_a_logo_cannot_end_its_attribute(named: Project) -> None:
    logo = 'https://example.org/l.svg?a="><img src=y>'
    fields = {"name": NAME, "logo": logo, "navigation": {"pages": ["index"]}}
    named.write({"docs.json": json.dumps(fields)})
    config = named.build(conf={"html_theme": "basic"}).app.config
    assert config.html_logo == "https://example.org/l.svg?a=%22%3E%3Cimg%20src=y%3E"


@pytest.mark.parametrize("name", ['a".svg', "a<b>.svg", "a'b.svg"])
def test_a_logo_whose_file_name_holds_markup_is_not_used(named: Project, name: str) -> None:
    fields = {"logo": f"/{name}", "navigation": {"pages": ["index"]}}
    named.write({name: "<svg/>", "docs.json": json.dumps(fields)})
    result = named.build()
    assert result.app.config.html_logo is None
    assert result.warnings == (
        f"docs.json:1:10: WARNING: /logo: {f'/{name}'!r} is not an image file of the site; "
        "it is left out; write the path of an image from the root of the site, or an https URL "
        "[docsnav.image_missing]\n"
    )


HOSTILE = "\"'></style><script>x</script>"
RAW_TEMPLATE = """{% extends "!page.html" %}
{% block body %}
<p class="raw">{{ meta.hero }}|{{ meta.hero|e }}|{{ pagename }}|{{ sourcename }}</p>
<p class="link">{{ meta.github_url }}|{{ meta.title }}</p>
{% endblock %}
"""


def test_metadata_and_names_of_pages_are_text_in_templates_that_do_not_escape(
    named: Project,
) -> None:
    front_matter = {
        "title": "JavaScript: an overview",
        "hero": HOSTILE,
        "github_url": "java\tscript:x",
        "og:url": "javascript:x",
    }
    page_name = 'a"<b>'
    named.write(
        {
            "docs.json": json.dumps({"name": "N", "navigation": {"pages": ["index", page_name]}}),
            f"{page_name}.mdx": f"---\n{json.dumps(front_matter)}\n---\n\nWords.\n",
            "templates/page.html": RAW_TEMPLATE,
        }
    )
    result = named.build(conf={"templates_path": ["templates"]})
    text = page(named, f"{page_name}.html")
    escaped = "&#34;&#39;&gt;&lt;/style&gt;&lt;script&gt;x&lt;/script&gt;"
    assert f'<p class="raw">{escaped}|{escaped}|a%22%3Cb%3E|</p>' in text
    assert '<p class="link">|JavaScript: an overview</p>' in text
    assert "javascript:x" not in text
    assert result.warnings == (
        f"{page_name}.mdx:1:1: WARNING: address 'java script:x' of 'github_url' is not of an "
        "allowed kind; left out [docsnav.link_unsafe]\n"
        f"{page_name}.mdx:1:1: WARNING: address 'javascript:x' of 'og:url' is not of an allowed "
        "kind; left out [docsnav.link_unsafe]\n"
    )


def test_metadata_of_a_project_without_navigation_is_text(project: Project) -> None:
    operation = {
        "summary": "S",
        "x-mint": {"metadata": {"hero": HOSTILE, "github_url": "javascript:x"}},
    }
    spec = {"openapi": "3.1.0", "info": {"title": "T"}, "paths": {"/a": {"get": operation}}}
    project.write(
        {
            "conf.py": "extensions = ['sphinx_docsnav']\n"
            "docsnav_openapi = {'api/index': 'openapi.json'}\ntemplates_path = ['templates']\n",
            "openapi.json": json.dumps(spec),
            "index.rst": "Home\n====\n\n.. toctree::\n\n   api/index\n",
            "templates/page.html": RAW_TEMPLATE,
        }
    )
    project.build()
    pages = [path.read_text("utf-8") for path in project.output().rglob("*.html")]
    assert not [text for text in pages if "<script>x" in text or "javascript:x" in text]


def test_a_width_of_the_theme_shibuya_cannot_end_its_style_rule() -> None:
    for width, is_kept in (("60rem", True), ("min(100%, 8.5in)", True), ("1px;} x{y:z", False)):
        context = {"meta": {"content_max_width": width, "title": "T"}}
        Shibuya.escape_texts(context)
        assert ("content_max_width" in context["meta"]) is is_kept
