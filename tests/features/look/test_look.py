"""``fonts``, ``background`` and ``styling.codeblocks`` of docs.json."""

from __future__ import annotations

import importlib.util
import json
import re
from typing import Any

import pytest
from building import Project

from sphinx_docsnav.docs_json.site_settings import FONT_NAME
from sphinx_docsnav.features.look import find_named_option, find_pygments_style, quote_css_string

LOOK = {
    "fonts": {
        "heading": {"family": "Own Head", "source": "/fonts/head.woff2", "weight": 600},
        "body": {"family": "Own Body", "source": "https://fonts.example.org/body.woff2"},
    },
    "background": {
        "color": {"light": "#fafafa", "dark": "#101010"},
        "image": "/fonts/back.svg",
        "decoration": "grid",
    },
    "styling": {"codeblocks": {"theme": {"light": "default", "dark": "monokai"}}},
}
FONT = b"wOF2\0\1\0\0"


def css(project: Project, look: dict[str, Any], **conf: object) -> tuple[str, str]:
    """Build a page with *look*; return its style sheet, and the page."""
    docs = {"name": "Docs", "navigation": {"pages": ["index"]}, **look}
    project.write({"docs.json": json.dumps(docs), "index.mdx": "# Home\n", "fonts/a.txt": ""})
    (project.src / "fonts/head.woff2").write_bytes(FONT)
    (project.src / "fonts/fake.woff2").write_bytes(b"<script>")
    (project.src / "fonts/back.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    warnings = project.build(conf={"html_theme": "alabaster", **conf}).warnings
    assert (
        re.sub(r".*is not a WOFF or WOFF2 file of the site; it is ignored.*\n", "", warnings) == ""
    )
    files = project.files()
    return files["_static/docsnav.css"].decode(), files["index.html"].decode()


def published(project: Project) -> list[str]:
    return [name for name in project.files() if name.startswith("_static/docsnav-look/")]


def test_a_font_file_of_the_site_is_published_and_used(project: Project) -> None:
    sheet, page = css(project, LOOK)
    name = next(name for name in published(project) if name.endswith(".woff2"))
    assert f'src:url("{name.removeprefix("_static/")}") format("woff2")' in sheet
    assert ':root body :is(h1,h2,h3,h4,h5,h6){font-family:"Own Head",system-ui' in sheet
    assert project.files()[name] == FONT
    assert "example.org" not in sheet + page


def test_other_hosts_are_asked_only_if_conf_py_allows_them(project: Project) -> None:
    family = {"fonts": {"family": "Open Sans"}}
    assert "Open Sans" not in "".join(css(project, family))
    sheet, page = css(project, family, **{"docsnav_allowed.file_hosts": ["fonts.googleapis.com"]})
    assert 'font-family:"Open Sans"' in sheet
    assert "https://fonts.googleapis.com/css?family=Open+Sans:400" in page
    sheet, _ = css(project, LOOK, **{"docsnav_allowed.file_hosts": ["fonts.example.org"]})
    assert 'src:url("https://fonts.example.org/body.woff2")' in sheet


def test_files_that_are_no_fonts_and_leave_the_site_are_not_published(project: Project) -> None:
    for source in ("/fonts/fake.woff2", "../../head.woff2", "/fonts/none.woff2"):
        sheet, _ = css(project, {"fonts": {"family": "F", "source": source}})
        assert "font-face" not in sheet
        assert published(project) == []


def test_unreadable_colours_are_not_used(project: Project) -> None:
    sheet, _ = css(project, {"background": {"color": {"light": "#222222", "dark": "#eeeeee"}}})
    assert "#222222" not in sheet
    assert "#eeeeee" not in sheet


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_a_colour_of_one_mode_is_not_covered_by_the_theme(project: Project, mode: str) -> None:
    colour = {"light": "#fafafa", "dark": "#101010"}[mode]
    sheet, _ = css(
        project,
        {"background": {"color": {mode: colour}}, "fonts": {"family": "system-ui"}},
    )
    # Alabaster has no dark mode: the dark colour has no rule, so the boxes keep their background.
    is_used = mode == "light"
    assert (colour in sheet) is is_used
    assert (":is(div.body, div.documentwrapper){background:none}" in sheet) is is_used


def test_what_conf_py_sets_in_the_theme_counts(project: Project) -> None:
    plain, _ = css(project, {})
    options = {"font_family": "Georgia", "sidebar_header": "#000"}
    sheet, _ = css(project, {"fonts": LOOK["fonts"]}, html_theme_options=options)
    assert sheet == plain
    sheet, _ = css(project, {"styling": LOOK["styling"]}, pygments_style="friendly")
    assert sheet == plain
    rules = css(project, {"styling": LOOK["styling"]})[0]
    assert re.search(r"\.highlight :is\([^)]*\.k[,)]", rules)
    assert find_named_option({"light_css_variables": {"font-stack": "Georgia"}}, ("font-stack",))
    assert not find_named_option({"light_css_variables": {"code-font": "a"}, "font": ""}, ("font",))


def test_an_edit_writes_the_pages_again_and_a_second_build_nothing(project: Project) -> None:
    css(project, {})
    css(project, LOOK)
    files = project.files()
    before = project.times()
    project.build(conf={"html_theme": "alabaster"})
    assert project.written(before) == []
    (project.src / "fonts/back.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'> </svg>")
    assert project.build(conf={"html_theme": "alabaster"}).warnings == ""
    clean = project.build(out="clean", conf={"html_theme": "alabaster"})
    assert clean.warnings == ""
    # Sphinx keeps the checksums of style sheets as long as a process lives.
    now, expected = (
        {name: re.sub(rb"\?v=\w+", b"", data) for name, data in project.files(out).items()}
        for out in ("html", "clean")
    )
    assert now == expected != files


@pytest.mark.parametrize("theme", ["furo", "pydata_sphinx_theme", "shibuya", "sphinx_rtd_theme"])
def test_themes_with_a_dark_mode_have_rules_for_it(project: Project, theme: str) -> None:
    if importlib.util.find_spec(theme) is None:
        pytest.skip(f"{theme} is not installed")
    sheet, _ = css(project, LOOK, html_theme=theme)
    assert ("#101010" in sheet) is (theme != "sphinx_rtd_theme")
    assert sheet.count("{") == sheet.count("}")
    if theme == "furo":  # whose body, which is as high as the window, has the mode
        assert "html:has(>body[data-theme=dark]){--color-background-primary:#101010" in sheet


@pytest.mark.parametrize("text", ['";}body{x:url(//h)', "a\\", "a\nb", "</style>", "x'y"])
def test_nothing_ends_a_string_of_css(text: str) -> None:
    assert re.fullmatch(r'"(?:[\w./:?=&%+~@, -]|\\[0-9a-f]+ )*"', quote_css_string(text))
    assert not FONT_NAME.fullmatch(text)


def test_themes_of_code_without_a_style_have_a_near_one() -> None:
    assert find_pygments_style("monokai").name == "monokai"
    assert find_pygments_style("material-theme-nonesuch").name == "material"
    assert find_pygments_style("nonesuch").background_color < "#4"
    assert find_pygments_style("nonesuch-light").background_color > "#e"


def test_the_own_theme_has_the_colours_of_code_once(project: Project) -> None:
    modes = {"theme": {"light": "default", "dark": "monokai"}}
    sheet, _ = css(project, {"styling": {"codeblocks": modes}}, html_theme="docsnav")
    assert "--dn-code:light-dark(#f8f8f8,#272822)" in sheet
    assert sheet.count(":is(.k,") == 1
    assert "light-dark(#008000,#66d9ef)" in sheet  # keywords


VARIABLES = {"styling": {"codeblocks": {"theme": "css-variables"}}}


@pytest.mark.parametrize("theme", ["docsnav", "alabaster"])
def test_code_keeps_the_colours_of_the_theme_unless_a_style_sheet_sets_its_variables(
    project: Project, theme: str
) -> None:
    plain, _ = css(project, {}, html_theme=theme)
    kept, _ = css(project, VARIABLES, html_theme=theme, docsnav_site_styles=True)
    assert kept == plain
    style = ":root { --mint-token-string: #0a6640; --mint-color-text : #111 }"
    (project.src / "style.css").write_text(style)
    sheet, _ = css(project, VARIABLES, html_theme=theme, docsnav_site_styles=True)
    added = sheet.removeprefix(plain.rstrip("\n"))
    assert re.fullmatch(
        r":root body \.highlight\{color:var\(--mint-color-text\)\}"
        r":root body \.highlight :is\((\.\w+,)*\.s1(,\.\w+)*\)\{color:var\(--mint-token-string\)\}",
        added.strip(),
    )


def test_one_mode_of_code_may_have_variables(project: Project) -> None:
    modes = {"theme": {"light": "css-variables", "dark": "monokai"}}
    sheet, _ = css(project, {"styling": {"codeblocks": modes}}, html_theme="docsnav")
    assert "--dn-code:light-dark(#f6f7f9,#272822)" in sheet
