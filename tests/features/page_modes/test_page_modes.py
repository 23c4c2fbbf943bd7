"""``mode`` of front matter."""

from __future__ import annotations

import importlib.util
import re

import pytest
from building import Project

THEMES = ("furo", "alabaster", "pydata_sphinx_theme")
TEXT = "---\ntitle: T\n{mode}---\n\n## Heading of the page\n\n## Another one\n"
HERO = """---
title: Front title
description: Front description
mode: {mode}
---

<div><h1>Hero</h1></div>

## Part
"""


def _site(project: Project, pages: dict[str, str]) -> None:
    names = '", "'.join(name.removesuffix(".mdx") for name in pages)
    project.write({"docs.json": f'{{"navigation": {{"pages": ["{names}"]}}}}', **pages})


@pytest.mark.parametrize("theme", THEMES)
def test_a_wide_page_has_no_list_of_its_headings(project: Project, theme: str) -> None:
    if importlib.util.find_spec(theme) is None:
        pytest.skip(f"{theme} is not installed")
    modes = ("wide", "center", "custom", "frame")
    names = ["plain", *modes]
    pages = {f"{mode}.mdx": TEXT.format(mode=f"mode: {mode}\n") for mode in modes}
    _site(project, {"plain.mdx": TEXT.format(mode=""), **pages})
    conf = {"html_theme": theme, "html_sidebars": {"**": ["localtoc.html"]}}
    result = project.build("html", conf=conf if theme == "alabaster" else {"html_theme": theme})
    assert result.warnings == ""
    html = {
        name: (project.root / "out" / "html" / f"{name}.html").read_text("utf-8") for name in names
    }
    links = {name: text.count('href="#heading-of-the-page"') for name, text in html.items()}
    own = links["wide"]  # the heading's link to itself
    assert links == {"plain": own + 1, **dict.fromkeys(modes, own)}


@pytest.mark.parametrize("mode", ["custom", "frame"])
def test_a_canvas_has_the_title_of_its_author_alone(project: Project, mode: str) -> None:
    _site(project, {"index.mdx": HERO.format(mode=mode)})
    assert project.build().warnings == ""
    page = (project.output() / "index.html").read_text("utf-8")
    body = page.partition("<body")[2]
    assert re.findall(r"<h1[^>]*>(.*?)<", body) == ["Hero"]
    assert "Front description" not in body
    assert '<span class="docsnav-mode docsnav-mode-' + mode in body
    assert "docsnav-modes.css" in page
    assert re.search(r"<title>Front title", page)


def test_a_canvas_without_a_heading_keeps_its_title_for_screen_readers(project: Project) -> None:
    _site(project, {"index.mdx": TEXT.format(mode="mode: custom\n")})
    project.build()
    page = (project.output() / "index.html").read_text("utf-8")
    assert re.findall(r"<h1[^>]*>T<", page) == ['<h1 class="docsnav-unseen">T<']


@pytest.mark.parametrize("mode", ["wide", "center", "assistant"])
def test_other_modes_keep_title_and_description(project: Project, mode: str) -> None:
    _site(project, {"index.mdx": HERO.format(mode=mode)})
    project.build()
    body = (project.output() / "index.html").read_text("utf-8").partition("<body")[2]
    assert re.findall(r"<h1[^>]*>(.*?)<", body) == ["Front title", "Hero"]
    assert "Front description" in body


def test_a_book_keeps_the_title_of_a_canvas(project: Project) -> None:
    _site(project, {"index.mdx": HERO.format(mode="custom")})
    project.build("text")
    text = (project.output("text") / "index.txt").read_text("utf-8")
    assert text.startswith("Front title\n")


def test_the_style_of_modes_goes_when_the_last_page_loses_its_mode(project: Project) -> None:
    style = project.output() / "_static" / "docsnav-modes.css"
    _site(project, {"index.mdx": TEXT.format(mode="mode: wide\n")})
    project.build()
    assert style.is_file()
    _site(project, {"index.mdx": TEXT.format(mode="")})
    project.build()
    assert not style.exists()
    assert "docsnav-modes" not in (project.output() / "index.html").read_text("utf-8")
