"""Fields of docs.json that change the head of pages, or add pages: seo, errors, appearance."""

from __future__ import annotations

import json
import re
from importlib.util import find_spec

import pytest
from building import Project
from sphinx_processes import SphinxProcesses

from sphinx_docsnav.docs_json.site_settings import Appearance
from sphinx_docsnav.features.look import make_mode_script
from sphinx_docsnav.themes.awesome import Awesome
from sphinx_docsnav.themes.immaterial import Immaterial

DOCS = {
    "name": "Docs",
    "seo": {
        "indexing": "navigable",
        "metatags": {
            "og:image": "https://example.org/<i>.png",
            "author": "A",
            "canonical": "x",
            "twitter:site": "@a",
        },
        "paths": [
            {"path": "guides", "metatags": {"author": "G"}},
            {"path": "guides/deep", "metatags": {"author": "D"}},
        ],
    },
    "errors": {"404": {"title": "Lost {here}", "description": "Nothing <here>."}},
    "appearance": {"default": "dark", "strict": True},
    "navigation": {"pages": ["index", "guides/one", "guides/deep/two"]},
}
FILES = {
    "docs.json": json.dumps(DOCS),
    "index.mdx": "---\ntitle: Home\n'twitter:site': 'mine'\n---\nHello.\n",
    "guides/one.mdx": "# One\n",
    "guides/deep/two.mdx": "# Two\n",
    "stray.mdx": "# Stray\n",
}
THEMES = ("furo", "alabaster", "shibuya", "pydata_sphinx_theme", "sphinx_rtd_theme")


def text(project: Project, name: str, out: str = "html") -> str:
    return project.files(out)[name].decode()


def tags(page: str) -> dict[str, str]:
    """Return the contents of a page's ``meta`` elements by name."""
    found = re.findall(r'<meta (?:name|property)="([^"]+)" content="([^"]*)"', page)
    found = [pair for pair in found if pair[0] != "viewport"]  # themes repeat it
    assert len(dict(found)) == len(found)
    return dict(found)


@pytest.fixture
def built(project: Project) -> Project:
    project.conf |= {"html_theme": "furo", "html_baseurl": "https://example.org/docs/"}
    project.write(FILES)
    assert project.build().warnings == ""
    return project


def test_meta_elements_of_the_page_count_before_its_folder_and_that_before_the_site(
    built: Project,
) -> None:
    home = tags(text(built, "index.html"))
    assert home["og:image"] == "https://example.org/&lt;i&gt;.png"
    assert home["author"] == "A"
    assert 'content="mine" name="twitter:site"' in text(built, "index.html")
    assert "@a" not in text(built, "index.html")
    assert "canonical" not in home
    assert tags(text(built, "guides/one.html"))["author"] == "G"
    assert tags(text(built, "guides/deep/two.html"))["author"] == "D"


def test_a_page_without_a_description_has_that_of_its_operation_or_the_site(
    project: Project,
) -> None:
    spec = {
        "openapi": "3.1.0",
        "info": {"title": "Pets", "version": "1"},
        "paths": {
            '/pets/{a"<b>}': {"get": {"summary": 'Find <one> "pet"'}},
            "/told": {"get": {"summary": "Told", "description": "It is told."}},
        },
    }
    pages = ["index", "guides/one", {"group": "API", "openapi": "pets.json"}]
    docs = {"name": "Do<cs", "description": 'A "site"\n<b>', "navigation": {"pages": pages}}
    own = "---\ntitle: One\ndescription: Its own.\n---\nText.\n"
    files = {"docs.json": json.dumps(docs), "pets.json": json.dumps(spec)}
    project.conf |= {"html_theme": "furo"}
    project.write({**FILES, **files, "guides/one.mdx": own})
    project.build()
    found = {
        name: re.findall(r'<meta[^>]*name="description"[^>]*>', data.decode())
        for name, data in project.files("html").items()
        if name.endswith(".html")
    }
    site = ['<meta name="description" content="A &quot;site&quot; &lt;b&gt;">']
    assert found["index.html"] == found["search.html"] == site
    assert found["guides/one.html"] == ['<meta content="Its own." name="description" />']
    assert found["api-reference/told.html"] == ['<meta content="It is told." name="description" />']
    name = "Find &lt;one&gt; &quot;pet&quot;: GET /pets/{a&quot;&lt;b&gt;} (Do&lt;cs)"
    assert [f'<meta name="description" content="{name}">'] in found.values()

    project.write({"docs.json": json.dumps({**docs, "description": "Another"})})
    project.build()
    assert 'content="Another"' in text(project, "index.html")
    project.write({"docs.json": json.dumps({**docs, "seo": {"metatags": {"description": "All"}}})})
    project.build()
    assert tags(text(project, "index.html"))["description"] == "All"


def test_pages_name_the_publisher_for_search_engines(built: Project) -> None:
    assert "ld+json" not in text(built, "index.html")
    organization = {"name": "A </script><b>", "sameAs": ["https://example.org/@a"]}
    seo = {"seo": {"organization": organization}}
    built.write({"docs.json": json.dumps(DOCS | seo)})
    assert built.build().warnings == ""
    page = text(built, "guides/one.html")
    (found,) = re.findall(r'<script type="application/ld\+json">(.*?)</script>', page)
    publisher, described, way = json.loads(found)["@graph"]
    assert publisher == {
        "@type": "Organization",
        "@id": "https://example.org/#organization",
        "url": "https://example.org/docs/",
        **organization,
    }
    assert described["url"] == "https://example.org/docs/guides/one.html"
    assert way["itemListElement"][-1]["name"] == "One"


def test_pages_outside_of_the_navigation_are_not_indexed_if_docs_json_says_so(
    built: Project,
) -> None:
    assert tags(text(built, "stray.html"))["robots"] == "noindex"
    assert "robots" not in tags(text(built, "index.html"))


def test_the_page_for_missing_addresses_works_at_any_depth(built: Project) -> None:
    page = text(built, "404.html")
    first = re.search(r'(?:href|src)="([^"]*)"', page)
    assert first is not None
    assert first[1] == "/docs/404.html"
    assert "<h1>Lost {here}</h1>" in page
    assert "Nothing &lt;here&gt;." in page
    assert 'action="search.html"' in page
    assert 'href="guides/one.html"' in page
    assert tags(page)["robots"] == "noindex"
    addresses = text(built, "_static/docsnav-addresses.js")
    assert '["guides/one.html","One"]' in addresses


def test_the_mode_of_docs_json_is_stored_before_the_theme_reads_it(built: Project) -> None:
    page = text(built, "index.html")
    script = 'for(let k of ["theme"]){localStorage.setItem(k,"dark")}'
    assert page.index(script) < page.index("localStorage.getItem")
    assert ".theme-toggle-container{display:none!important}" in page


def test_themes_store_the_mode_by_names_and_words_of_their_own() -> None:
    dark = Appearance(default="dark")
    assert 'setItem(k,"true")' in make_mode_script(dark, Awesome({}), "./")
    script = make_mode_script(dark, Immaterial({}), "../")
    assert 'k=new URL("../",location).pathname+k;' in script
    assert json.dumps('{"index":1,"color":{"scheme":"slate"}}') in script


def test_a_theme_with_one_mode_is_named(project: Project) -> None:
    project.conf["html_theme"] = "alabaster"
    project.write(FILES)
    result = project.build()
    assert "'appearance' has no effect: theme 'alabaster' has one mode" in result.status
    assert result.warnings == ""


def test_a_build_names_what_conf_py_decides(project: Project) -> None:
    options = {"light_css_variables": {"font-stack": "a"}}
    project.conf |= {"html_theme": "furo", "html_theme_options": options}
    fields = {"fonts": {"family": "serif"}, "logo": "/own.svg", "thumbnails": {}}
    project.write({**FILES, "docs.json": json.dumps(DOCS | fields), "own.svg": PICTURE})
    result = project.build()
    assert "'fonts' has no effect: conf.py sets 'font-stack'" in result.status
    assert "'thumbnails' has no effect: html_baseurl is not set" in result.status
    assert "'logo'" not in result.status
    assert 'src="_static/own.svg"' in text(project, "index.html")


def test_a_later_choice_of_the_reader_counts_unless_strict(project: Project) -> None:
    docs = {**DOCS, "appearance": {"default": "light"}}
    project.conf["html_theme"] = "furo"
    project.write({**FILES, "docs.json": json.dumps(docs)})
    project.build()
    page = text(project, "index.html")
    assert 'localStorage.getItem(k)===null&&localStorage.setItem(k,"light")' in page
    assert "display:none!important" not in page


def test_the_page_is_at_the_root_with_dirhtml_and_goes_home_if_asked(project: Project) -> None:
    docs = {**DOCS, "errors": {"404": {"redirect": True}}}
    project.write({**FILES, "docs.json": json.dumps(docs)})
    project.build("dirhtml")
    page = text(project, "404.html", "dirhtml")
    assert '<base href="/404/">' in page
    assert '<meta http-equiv="refresh" content="0; url=../" />' in page
    assert "Page not found" in page


def test_without_these_fields_nothing_is_added_and_an_own_page_stays(project: Project) -> None:
    plain = json.dumps({"name": "Docs", "navigation": DOCS["navigation"]})
    project.write({**FILES, "docs.json": plain, "index.mdx": "# Home\n"})
    project.build()
    assert "404.html" not in project.files()
    page = text(project, "index.html")
    assert "localStorage.setItem(k" not in page
    assert "robots" not in page
    project.write({"404.mdx": "# Mine\n", "docs.json": FILES["docs.json"]})
    project.build()
    assert "<base " not in text(project, "404.html")


@pytest.mark.parametrize("theme", THEMES)
def test_the_page_for_missing_addresses_has_its_base_first_in_every_theme(
    project: Project, theme: str
) -> None:
    project.conf["html_theme"] = theme
    project.write(FILES)
    project.build()
    page = text(project, "404.html")
    assert page.index('<base href="/404.html">') < page.index("<link ")
    assert 'href="guides/one.html"' in page


PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'


def test_logo_icon_and_tabs_are_as_docs_json_has_them(project: Project) -> None:
    docs = {
        "name": "Docs",
        "logo": {"light": "/pot & lid.svg", "dark": "/dark.svg", "href": "https://a.example/?b&c"},
        "favicon": {"light": "/icon.svg", "dark": "/night.svg"},
        "navigation": {
            "tabs": [
                {"tab": "First", "pages": ["index"]},
                {"tab": "Blog", "align": "end", "href": "https://blog.example"},
                {"tab": "Last", "pages": ["other"]},
            ]
        },
    }
    pictures = dict.fromkeys(("pot & lid.svg", "dark.svg", "icon.svg"), PICTURE)
    project.conf |= {"html_theme": "furo", "html_favicon": "icon.svg", "html_logo": "pot & lid.svg"}
    project.write(
        {
            **pictures,
            "night.svg": f"{PICTURE}\n",
            "index.mdx": "# Home\n\n[![P](</pot & lid.svg>)](/other)\n",
            "other.mdx": "# Other\n",
            "docs.json": json.dumps(docs),
        }
    )
    assert project.build().warnings == ""
    page = text(project, "index.html")
    link = '<a class="sidebar-brand" href="https://a.example/?b&amp;c">'
    assert page.count("https://a.example") == page.count(link) == 1
    (icon,) = re.findall(r'<link rel="icon" href="([^"]+)" media="\(prefers.*?dark\)">', page)
    assert project.files()[icon].decode() == f"{PICTURE}\n"
    tabs = re.findall(r'docsnav-tab[ "].*?>(\w+)', page.partition("docsnav-tablist")[2])
    assert tabs[:3] == ["First", "Last", "Blog"]
    docs["logo"]["href"] = "javascript:alert(1)"  # type: ignore[index]  # of a literal
    project.write({"docs.json": json.dumps(docs), "night.svg": PICTURE})
    project.build()
    page = text(project, "index.html")
    assert "a.example" not in page
    assert "javascript:" not in page
    assert icon not in page
    before = project.times()
    project.build()
    assert project.written(before) == []


BY_HAND = """---
title: Add a pot
description: Puts a pot on a shelf.
api: POST /pots/{id}<script>alert(1)</script>
authMethod: bearer
contentType: application/json"><b>
authors:
  - name: Ada "><script>
  - Grace
createdDate: 2026-05-01
contextual:
  options: [view, "javascript:alert(1)", {title: "<b>", href: "javascript:alert(1)"}]
hideFooterPagination: true
---
Text.
"""


def test_front_matter_has_an_effect_and_cannot_leave_its_place(project: Project) -> None:
    docs = {
        "name": "Docs",
        "api": {"mdx": {"server": "https://pots.example/v1", "auth": {"method": "key"}}},
        "navigation": {"pages": ["index", "add", "get", "list"]},
    }
    key = "---\ntitle: Get\napi: GET https://x.example/pots\nhideApiMarker: true\n---\n"
    project.conf |= {
        "docsnav_markdown": True,
        "docsnav_page_actions": ["copy", "claude"],
        "html_baseurl": "https://docs.example/",
    }
    project.write(
        {
            "docs.json": json.dumps(docs),
            "index.mdx": "# Home\n",
            "add.mdx": BY_HAND,
            "get.mdx": key,
            "list.mdx": "---\ntitle: List\napi: LIST pots of all\n---\n",
        }
    )
    assert project.build().warnings == ""
    page, other = text(project, "add.html"), text(project, "get.html")
    copy = text(project, "add.md")
    assert "POST `https://pots.example/v1/pots/{id}<script>alert(1)</script>`\n\n```\n" in copy
    assert "Authorization: Bearer <token>\nContent-Type: application/json" in copy
    assert copy.index("Puts a pot") < copy.index("POST") < copy.index("Text.")
    assert "GET `https://x.example/pots`\n\n```\nx-api-key: <key>" in text(project, "get.md")
    assert "<script>alert" not in page
    assert "javascript:" not in page
    assert 'content="Ada &quot;&gt;&lt;script&gt;, Grace" name="author"' in page
    assert 'content="2026-05-01" property="article:published_time"' in page
    assert ("View as Markdown" in page, "Copy page" in page, "claude.ai" in page) == (
        True,
        *2 * [False],
    )
    assert ("View as Markdown" in other, "Copy page" in other) == (False, True)
    methods = re.findall(r'class="docsnav-method[^"]*">(\w+)<', other)
    assert sorted(methods) == ["GET", "POST"]  # its own bar, and the other page in the list
    assert 'rel="prev"' not in page
    assert 'rel="prev"' in other


def test_the_text_for_missing_addresses_is_a_line_of_markdown(project: Project) -> None:
    text = "Was **eaten**. See [one](/guides/one), [x](javascript:alert(1)) <img onerror=x>"
    errors = {"404": {"title": "*Lost*", "description": text}}
    project.write({**FILES, "docs.json": json.dumps({**DOCS, "errors": errors})})
    project.build("dirhtml")
    page = project.files("dirhtml")["404.html"].decode()
    assert 'Was <strong>eaten</strong>. See <a href="../guides/one/">one</a>' in page
    assert "<h1>*Lost*</h1>" in page
    assert 'href="javascript' not in page
    assert "&lt;img onerror=x&gt;" in page


@pytest.mark.parametrize("theme", ["shibuya", "sphinx_immaterial"])
def test_themes_that_drop_the_tags_of_the_head_get_them(
    project: Project, processes: SphinxProcesses, theme: str
) -> None:
    if find_spec(theme) is None:
        pytest.skip(f"{theme} is not installed")
    conf: dict[str, object] = {"html_baseurl": "https://example.org/", "docsnav_markdown": True}
    conf |= {"extensions": ["sphinx_docsnav"], "html_theme": theme}
    if theme == "sphinx_immaterial":
        conf |= {"html_theme_options": {"font": False}, "extensions": ["sphinx_docsnav", theme]}
    page = "---\ntitle: One\ndescription: About.\nrobots: noindex\n---\nHello.\n"
    lines = "".join(f"{name} = {value!r}\n" for name, value in conf.items())
    docs = json.dumps({**DOCS, "description": "About all."})
    project.write({**FILES, "docs.json": docs, "guides/one.mdx": page, "conf.py": lines})
    assert processes.run("-q", str(project.src), str(project.output())).returncode == 0
    head = text(project, "guides/one.html").partition("</head>")[0]
    for tag in ('name="robots"', 'href="one.md"', 'name="description"', 'name="viewport"'):
        assert head.count(tag) == 1, tag
    assert (
        text(project, "guides/deep/two.html").count('name="description" content="About all."') == 1
    )
    if theme == "shibuya":  # the mode of the other one cannot be set from outside
        assert head.index("localStorage.setItem(k") < head.index('"stylesheet"')
