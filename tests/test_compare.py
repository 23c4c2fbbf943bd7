"""``sphinx-docsnav compare``: what it calls lost, and a project that loses nothing."""

from __future__ import annotations

import zlib
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from sphinx_docsnav.cli import main
from sphinx_docsnav.cli.compare import LOSS_HEADINGS, BuiltProject, find_differences
from sphinx_docsnav.cli.compared_output import Output, PageReader

PAGE = """<html><head><title>{title}</title><link rel="next" href="b.html"></head><body>
<div class="sphinxsidebarwrapper"><ul>{sidebar}</ul></div>
<div class="toctree-wrapper compound"><ul>{entries}</ul></div><p id="{anchor}"></p></body></html>
"""


def link(page: str) -> str:
    return f'<li><a href="{page}.html">{page}</a></li>'


def built(
    folder: Path, *warnings: str, anchor: str = "x", pages: str = "ab", title: str = "T"
) -> BuiltProject:
    folder.mkdir()
    entries = "".join(map(link, pages))
    for name in ("a", *pages):
        text = PAGE.format(title=title, sidebar=entries, entries=entries, anchor=anchor)
        (folder / f"{name}.html").write_text(text, encoding="utf-8")
    lines = "".join(f"{name} py:module 1 {name}.html -\n" for name in pages)
    (folder / "objects.inv").write_bytes(b"1\n2\n3\n4\n" + zlib.compress(lines.encode()))
    output = Output(folder, "sphinxsidebarwrapper").read()
    return BuiltProject(output, Counter(warnings), 0, 1.0, 1.0, "0 added", frozenset())


def test_a_warning_that_is_printed_once_more_is_no_loss(tmp_path: Path) -> None:
    found = find_differences(built(tmp_path / "1", "w"), built(tmp_path / "2", "w", "w"))
    assert (found, found.keys() & LOSS_HEADINGS) == ({"repeated warnings": ["w"]}, set())


def test_equal_builds_do_not_differ(tmp_path: Path) -> None:
    assert find_differences(built(tmp_path / "1"), built(tmp_path / "2")) == {}


def test_each_loss_is_named_with_its_place(tmp_path: Path) -> None:
    plain, ours = (
        built(tmp_path / "1"),
        built(tmp_path / "2", "w", anchor="y", pages="a", title="U"),
    )
    found = find_differences(plain, ours)
    assert found == {
        "lost pages": ["b.html"],
        "lost anchors": ["a.html: ['x']"],
        "lost entries of objects.inv": ["b py:module 1 b.html -"],
        "titles": ["a.html: 'T' -> 'U'"],
        "lost links of lists in pages": ["a.html: ['b.html']"],
        "lost entries of sidebars": ["a.html: ['b']"],
        "new dead links": ["a.html: b.html"],
        "new warnings": ["w"],
    }
    assert found.keys() - LOSS_HEADINGS == {"titles"}


def test_parts_of_a_theme_that_links_do_not_lead_to_are_no_anchors() -> None:
    reader = PageReader("sidebar")
    reader.feed(
        '<nav><ul id="more"></ul></nav><form name="search"></form><input id="box">'
        '<label id="box-label" for="box"></label><button id="b"></button><h1 id="title"></h1>'
        '<a name="old"></a>'
        '<nav class="contents" id="contents"><a id="toc-entry-1"></a></nav><p id="end"></p>'
    )
    assert reader.anchors == {"title", "old", "contents", "toc-entry-1", "end"}


def test_captions_and_icons_of_immaterial_are_read_as_a_reader_does() -> None:
    reader = PageReader("md-nav--primary")
    reader.feed(
        '<nav class="md-nav--primary"><ul><li><a href="a.html">A</a></li>'
        '<li><input id="__nav_2"><label class="md-nav__link" for="__nav_2">Caption</label>'
        '<nav><ul><li><a href="b.html"><span class="objinfo-icon">C</span> B</a></li></ul></nav>'
        "</li>"
        '<li><input id="__toc"><label class="md-nav__link" for="__toc">D</label>'
        '<a href="#">D</a></li></ul></nav>'
    )
    pairs = [(label.strip(), above.strip()) for label, above in reader.parents]
    assert pairs == [("A", ""), ("Caption", ""), ("B", ""), ("D", "")]


def test_a_page_more_in_a_sitemap_is_no_lost_line(tmp_path: Path) -> None:
    builds = []
    for pages in ("a", "ab"):
        build = built(tmp_path / pages)
        entries = "".join(f"<url><loc>{name}</loc></url>" for name in pages)
        (build.output.folder / "sitemap.xml").write_text(f"<urlset>{entries}</urlset>", "utf-8")
        builds.append(replace(build, output=Output(build.output.folder).read()))
    assert find_differences(*builds) == {
        "new lines of files": ["sitemap.xml: 3, '<url>'"],
    }


def test_more_entries_are_a_difference_and_no_loss(tmp_path: Path) -> None:
    plain, ours = built(tmp_path / "1", pages="a"), built(tmp_path / "2", pages="ab")
    found = find_differences(plain, ours)
    assert "other entries or order of sidebars" in found
    assert not LOSS_HEADINGS & found.keys()


def write_project(folder: Path, pages: str) -> None:
    (folder / "conf.py").write_text('project = "P"\n', encoding="utf-8")
    rows = "".join(f"   {name}\n" for name in pages)
    index = f"P\n=\n\n.. toctree::\n   :maxdepth: 2\n\n{rows}"
    (folder / "index.rst").write_text(index, encoding="utf-8")
    for name in pages:
        (folder / f"{name}.rst").write_text(f"{name.upper()}\n=\n\nText.\n", encoding="utf-8")


def test_a_project_with_its_toctrees_loses_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_project(tmp_path, "a")
    assert main(["compare", str(tmp_path)]) == 0
    said = capsys.readouterr().out
    assert "theme alabaster, navigation of toctree" in said
    assert "no differences in pages" in said
    assert "processor time" in said
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.rst", "conf.py", "index.rst"]


def test_a_project_whose_navigation_lacks_a_page_loses_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_project(tmp_path, "ab")
    (tmp_path / "docs.json").write_text('{"navigation": {"pages": ["index", "a"]}}', "utf-8")
    assert main(["compare", str(tmp_path)]) == 1
    said = capsys.readouterr().out
    assert "theme alabaster, navigation of docs.json" in said
    assert "lost entries of sidebars" in said
    assert "a.html next: b.html" in said
    assert "lost pages" not in said


def test_a_folder_without_a_project_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["compare", str(tmp_path)]) == 3
    assert f"there is no conf.py in {tmp_path}" in capsys.readouterr().err


def test_a_project_that_does_not_build_says_why(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "conf.py").write_text("import nowhere_to_be_found\n", encoding="utf-8")
    assert main(["compare", str(tmp_path)]) == 1
    assert "ModuleNotFoundError: No module named 'nowhere_to_be_found'" in capsys.readouterr().err


def test_lines_that_another_builder_does_not_write_are_lost(tmp_path: Path) -> None:
    def written(name: str, **files: str) -> BuiltProject:
        for path, text in files.items():
            (tmp_path / name).mkdir(exist_ok=True)
            (tmp_path / name / f"{path}.txt").write_text(text, encoding="utf-8")
        return BuiltProject(Output(tmp_path / name).read(), Counter(), 0, 1, 1, "0", frozenset())

    plain, ours = written("1", a="A\nB\nB\n", b=""), written("2", a="B\nA\nC\n", c="")
    assert find_differences(plain, ours) == {
        "lost files": ["b.txt"],
        "new files": ["c.txt"],
        "lost lines of files": ["a.txt: 1, 'B'"],
        "new lines of files": ["a.txt: 1, 'C'"],
    }


def test_latex_is_compared_by_titles_and_labels(tmp_path: Path) -> None:
    def written(name: str, *rows: str) -> BuiltProject:
        (tmp_path / name).mkdir()
        (tmp_path / name / "p.tex").write_text("\n".join(rows), encoding="utf-8")
        return BuiltProject(Output(tmp_path / name).read(), Counter(), 0, 1, 1, "0", frozenset())

    contents = r"\chapter{Contents}"
    label = r"\label{\detokenize{a:a}}\label{\detokenize{a::doc}}"
    plain = written("1", contents, r"\section{A \sphinxcode{b}}", label, "", "Text.")
    ours = written("2", contents, r"\chapter{A \sphinxcode{b}}", label[:24], "Text.")
    differences = find_differences(plain, ours)
    assert differences == {
        "titles of LaTeX at another level": [r"p.tex: section 'A \\sphinxcode{b}' -> chapter"],
        "lost labels of LaTeX": [r"p.tex: ['\\detokenize{a::doc}']"],
    }
    assert differences.keys() <= LOSS_HEADINGS
