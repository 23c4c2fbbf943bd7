"""A page loads the files that it uses, and an output has no files of other themes."""

from __future__ import annotations

import gzip
import json
import re
import shutil
from pathlib import Path

import pytest
from sphinx_processes import SphinxProcesses
from themes.conftest import Build, Built

import sphinx_docsnav
from sphinx_docsnav.core.pages.assets import compact, compact_script, select_page_rules

PLAIN = (
    ("conf.py", 'extensions = ["sphinx_docsnav"]\n'),
    ("docs.json", '{"navigation": {"groups": [{"group": "Start", "pages": ["plain"]}]}}'),
    ("plain.rst", "Plain\n=====\n\nText, and ``code``.\n\n.. note:: A note.\n"),
)
"""A project of plain reStructuredText."""


EMPTY = "docsnav-no-search.js"
"""What is in the place of each file of Sphinx's search."""
SEARCH = ("docsnav-search.css", "docsnav-search.js", "docsnav-search-page.js")
"""The files of our search dialog."""
WITH_DRAWERS = {
    "furo",
    "sphinx_rtd_theme",
    "shibuya",
    "sphinx_immaterial",
    "sphinxawesome_theme",
}
"""Themes whose drawers we give keys."""


def ours(folder: Path, suffix: str = "*") -> list[str]:
    """Return the names of our files in an output."""
    return sorted(path.name for path in folder.rglob(f"docsnav*.{suffix}"))


def loaded(built: Built, name: str) -> list[str]:
    """Return our files that a page loads, in order."""
    html = (built.out / f"{name}.html").read_text("utf-8")
    return re.findall(r'(?:src|href)="[^"]*_static/(docsnav[^"?]*)', html)


def weight(path: Path) -> int:
    """Return the bytes that a server sends."""
    return len(gzip.compress(path.read_bytes(), 9, mtime=0))


@pytest.mark.parametrize(
    "theme",
    [
        "alabaster",
        "furo",
        pytest.param("pydata_sphinx_theme", marks=pytest.mark.slow),
        pytest.param("sphinx_book_theme", marks=pytest.mark.slow),
        pytest.param("sphinx_rtd_theme", marks=pytest.mark.slow),
        pytest.param("shibuya", marks=pytest.mark.slow),
        pytest.param("sphinx_immaterial", marks=pytest.mark.slow),
        pytest.param("sphinxawesome_theme", marks=pytest.mark.slow),
        pytest.param("piccolo_theme", marks=pytest.mark.slow),
    ],
)
def test_a_plain_page_loads_two_small_files(build: Build, theme: str) -> None:
    built = build(theme, "bed", files=PLAIN)
    # PyData and Book name three files of Sphinx's search on each page: one file, which is empty.
    empty = [EMPTY] * 3 if theme in {"pydata_sphinx_theme", "sphinx_book_theme"} else []
    names = loaded(built, "plain")
    assert sorted(names) == sorted(["docsnav.css", "docsnav.js", *empty])
    static = built.out / "_static"
    # Book, the largest, also has the rules of its search field, which opens our dialog.
    assert weight(static / "docsnav.css") <= (5.5 if theme == "piccolo_theme" else 5.3) * 1024
    # A theme that nothing is known of is measured in the browser.
    assert weight(static / "docsnav.js") <= (4.25 if theme == "piccolo_theme" else 3) * 1024
    assert ours(static) == sorted(
        [
            "docsnav-components-more.css",
            "docsnav-components.css",
            "docsnav-components.js",
            "docsnav-endpoint-index.js",
            "docsnav-endpoint.css",
            "docsnav-endpoint.js",
            "docsnav.css",
            "docsnav.js",
            "docsnav-zoom.js",
            *SEARCH,
            *([EMPTY] if empty else []),
            *(["docsnav-drawer.js"] if theme in WITH_DRAWERS else []),
        ]
    )


def test_an_endpoint_page_loads_what_it_needs(build: Build) -> None:
    built = build("furo")
    names = loaded(built, "api-reference/list-plants")
    zoomed = [*names, "docsnav-zoom.js"]
    # The script of the samples knows servers, credentials and bodies, and opens schemas in place.
    for suffix, limit in ((".css", 15 * 1024), (".js", 8.5 * 1024)):
        sizes = [weight(built.out / "_static" / name) for name in zoomed if name.endswith(suffix)]
        assert sum(sizes) <= limit
    assert set(names) == {
        "docsnav.css",
        "docsnav.js",
        "docsnav-components.css",
        "docsnav-endpoint.css",
        "docsnav-endpoint.js",
    }


def test_a_site_with_endpoints_written_by_hand_has_what_their_sidebar_needs(build: Build) -> None:
    names = [f"e{number}" for number in range(26)]
    groups = [{"group": "Outer", "pages": ["plain", {"group": "API", "pages": names}]}]
    pages = [
        (f"{name}.mdx", f"---\ntitle: {name}\napi: GET https://example.com/{name}\n---\n")
        for name in names
    ]
    files = (*PLAIN, ("docs.json", json.dumps({"navigation": {"groups": groups}})), *pages)
    built = build("alabaster", "bed", files=files)
    page = (built.out / "plain.html").read_text("utf-8")
    assert '<span class="docsnav-count">26</span>' in page
    assert "data-docsnav-find=" in page
    assert ".docsnav-count{" in (built.out / "_static/docsnav.css").read_text("utf-8")
    assert (built.out / "_static/docsnav-find.js").is_file()


@pytest.mark.slow
def test_a_build_that_reads_nothing_has_the_theme_style(
    build: Build, tmp_path: Path, processes: SphinxProcesses
) -> None:
    built = build("sphinx_immaterial")
    shutil.copytree(built.out.parent, tmp_path, dirs_exist_ok=True)
    page = tmp_path / "out" / "guides" / "soil.html"
    page.unlink()
    done = processes.run("-q", "source", "out", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    for name in ("guides/soil.html", "genindex.html", "search.html"):
        texts = [Path(folder, name).read_text("utf-8") for folder in (tmp_path / "out", built.out)]
        assert "sphinx_immaterial_theme" in texts[0]
        assert texts[0] == texts[1]


def test_a_page_loads_no_file_for_components_that_it_does_not_have(build: Build) -> None:
    pages = {
        "plain": "---\ntitle: Plain\n---\nThe class `docsnav-tabs`.\n",
        "wide": "---\ntitle: Wide\nmode: wide\n---\nText.\n",
        "classes": '---\ntitle: Classes\n---\n<div className="grid gap-4">Text</div>\n',
        "badge": "---\ntitle: Badge\n---\n<Badge>new</Badge>\n",
        "tabs": '---\ntitle: Tabs\n---\n<Tabs><Tab title="A">Text</Tab></Tabs>\n',
    }
    groups = f'[{{"group": "Start", "pages": {json.dumps(list(pages))}}}]'
    files = tuple((f"{name}.mdx", text) for name, text in pages.items())
    docs = ("docs.json", f'{{"navigation": {{"groups": {groups}}}}}')
    built = build("alabaster", "bed", files=(PLAIN[0], docs, *files))
    of_components = {name: [f for f in loaded(built, name) if "components" in f] for name in pages}
    assert of_components == {
        "plain": [],
        "wide": [],
        "classes": ["docsnav-components.css", "docsnav-components-more.css"],
        "badge": ["docsnav-components.css", "docsnav-components-more.css"],
        "tabs": ["docsnav-components.css", "docsnav-components.js"],
    }


def test_a_book_has_no_navigation_and_no_scripts_of_ours(build: Build) -> None:
    built = build("alabaster", builder="epub", settings='epub_copyright = version = "1"')
    assert ours(built.out / "_static") == [
        "docsnav-components-more.css",
        "docsnav-components.css",
        "docsnav-endpoint.css",
    ]


def test_a_script_keeps_its_texts_and_loses_comments_and_indentation() -> None:
    script = '/* one\n two */\n(() => {\n  /* three */\n  go("/* kept */"); /* kept too */\n})();\n'
    assert compact_script(script) == '(() => {\ngo("/* kept */"); /* kept too */\n})();\n'


def test_comments_go_and_texts_stay() -> None:
    style = (
        'a { /* one\n two */ content: "0.5: /* kept */"; }\n\n'
        "  b > i ~ b:hover {\n    margin: calc(0.5em + 1px) 10.5px !important;\n  }\n"
    )
    kept = "b>i~b:hover{margin:calc(.5em + 1px) 10.5px!important}"
    assert compact(style) == f'a{{content:"0.5: /* kept */"}}{kept}\n'


def test_a_site_without_banner_and_bars_has_no_style_for_them(build: Build) -> None:
    plain = (build("alabaster", "bed", files=PLAIN).out / "_static" / "docsnav.css").read_text(
        "utf-8"
    )
    garden = (build("alabaster").out / "_static" / "docsnav.css").read_text("utf-8")
    assert ".docsnav-close:hover" in garden
    assert ".docsnav-close:hover" not in plain
    assert ".docsnav-columns" not in garden + plain


@pytest.mark.parametrize(("theme", "links"), [("haiku", 1), ("alabaster", 0)])
def test_a_theme_without_a_search_field_gets_a_link(build: Build, theme: str, links: int) -> None:
    page = (build(theme, "bed", files=PLAIN).out / "plain.html").read_text("utf-8")
    assert page.count('role="search"><a href="search.html">Search</a>') == links


PACKAGE = Path(sphinx_docsnav.__file__).parent
PLAIN_REM = re.compile(r"(?<![\w.])\d*\.?\d+rem\b")
OWN_REM = {"docsnav", "immaterial"}
"""Adapters whose styles are written in the rem of their theme, for that theme only."""


@pytest.mark.parametrize(
    "path",
    [path for path in sorted(PACKAGE.rglob("*.css")) if path.parent.name not in OWN_REM],
    ids=lambda path: f"{path.parent.name}-{path.stem}",
)
def test_no_length_assumes_the_size_of_a_rem(path: Path) -> None:
    style = re.sub(
        r"/\*.*?\*/|@media[^{]*|--docsnav-rem: [^;]*|--docsnav-rem, [\d.]+rem",
        "",
        path.read_text("utf-8"),
        flags=re.DOTALL,
    )
    assert [length for length in PLAIN_REM.findall(style) if length != "0rem"] == []


def test_without_navigation_a_theme_styles_tokens_and_parts_of_pages_alone() -> None:
    style = (
        ":root{--docsnav-line: red}body{color: red}.md-nav .docsnav-sidebar{margin: 0}"
        "@media print{.docsnav-breadcrumbs{margin: 0}}"
        "@media print{.md-typeset .docsnav-schema > summary{margin: 0}}"
    )
    assert select_page_rules(style, frozenset({"docsnav-schema"})) == (
        ":root{--docsnav-line: red}@media print{.md-typeset .docsnav-schema > summary{margin: 0}}\n"
    )
