"""Diagrams that are drawn during the build."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from building import Project

from sphinx_docsnav.features import mermaid
from sphinx_docsnav.rendering.diagrams import draw, set_theme

FLOW = 'flowchart LR\n  leeks --> pot["a pot"] --> soup'


def _page(*diagrams: str) -> str:
    return "# T\n\n" + "\n\n".join(f"```mermaid\n{code}\n```" for code in diagrams) + "\n"


def _write(project: Project, *diagrams: str) -> None:
    project.write(
        {"docs.json": '{"navigation": {"pages": ["index"]}}', "index.mdx": _page(*diagrams)}
    )


def _images(text: str) -> list[dict[str, str]]:
    tags = re.findall(r"<img [^>]*diagram-[^>]*>", text)
    return [dict(re.findall(r'([\w-]+)="([^"]*)"', tag)) for tag in tags]


def test_a_diagram_is_a_picture_for_light_and_one_for_dark_pages(project: Project) -> None:
    _write(project, FLOW)
    result = project.build()
    assert result.warnings == ""
    light, dark = _images((project.output() / "index.html").read_text("utf-8"))
    assert light["alt"] == dark["alt"] == "leeks, a pot, soup"
    assert "docsnav-light-only" in light["class"]
    assert "docsnav-dark-only" in dark["class"]
    for image in (light, dark):
        svg = (project.output() / image["src"]).read_text("utf-8")
        # Older versions of docutils have the width in a style.
        width = image.get("width") or re.findall(r"[\d.]+", image["style"])[0]
        assert f'width="{width}"' in svg
        assert "soup" in svg


def test_the_second_build_writes_nothing(project: Project) -> None:
    _write(project, FLOW)
    project.build()
    before = {p: p.stat().st_mtime_ns for p in project.output().rglob("*.svg")}
    project.build()
    assert before == {p: p.stat().st_mtime_ns for p in project.output().rglob("*.svg")}
    assert before


def test_a_diagram_with_its_own_theme_is_drawn_once(project: Project) -> None:
    _write(
        project,
        '%%{init: {"theme":"forest"}}%%\n' + FLOW,
        f"---\nconfig:\n  theme: dark\n---\n{FLOW}",
    )
    project.build()
    images = _images((project.output() / "index.html").read_text("utf-8"))
    assert [image["class"] for image in images] == ["no-scaled-link"] * 2


def test_a_mistake_is_named_with_its_line_and_the_source_is_shown(project: Project) -> None:
    _write(project, FLOW, "graph LR\n  A[Input] */} B")
    result = project.build()
    assert "index.mdx:8:1: WARNING: the diagram cannot be drawn: " in result.warnings
    assert "[docsnav.diagram]" in result.warnings
    assert "A[Input] */} B" in (project.output() / "index.html").read_text("utf-8")


@pytest.mark.parametrize("builder", ["latex", "epub"])
def test_books_have_one_picture_of_each_diagram(project: Project, builder: str) -> None:
    _write(project, FLOW)
    result = project.build(builder, conf={"version": "1", "copyright": "us"})
    assert result.warnings == ""
    kind = ".png" if builder == "latex" else ".svg"
    assert [p.suffix for p in project.output(builder).rglob("diagram-*")] == [kind]


def test_text_has_the_source(project: Project) -> None:
    _write(project, FLOW)
    project.build("text")
    assert 'leeks --> pot["a pot"] --> soup' in (project.output("text") / "index.txt").read_text()


def test_without_the_package_the_number_is_said_once(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mermaid, "find_installed_version", lambda: "")
    _write(project, FLOW, FLOW)
    result = project.build()
    assert result.warnings == ""
    assert result.status.count("2 diagrams on 1 page are shown as Mermaid source") == 1
    assert "leeks --&gt; pot" in (project.output() / "index.html").read_text("utf-8")
    monkeypatch.undo()  # the package is installed now
    project.build()
    assert len(_images((project.output() / "index.html").read_text("utf-8"))) == 4


def test_an_author_s_theme_and_title_are_kept() -> None:
    own = f"---\ntitle: Soup\nconfig:\n  theme: forest\n---\n{FLOW}"
    assert set_theme(own, "dark") == own
    titled = f"---\ntitle: Soup\n---\n{FLOW}"
    assert set_theme(titled, "dark").startswith("---\ntitle: Soup\n---\n%%{init: ")
    assert "Soup" in draw(set_theme(titled, "dark")).alternative_text


@pytest.mark.parametrize(
    "code",
    [
        'flowchart TD\nA["<script>alert(1)</script>x"] --> B["<img src=x onerror=alert(1)>y"]',
        'flowchart TD\nA --> B\nclick A href "javascript:alert(1)"\nclick B call alert()',
        'flowchart TD\nA@{ img: "https://e.example/x.png", label: "x" }',
        '%%{init: {"themeCSS": "@import url(https://e.example/x.css);"}}%%\nflowchart TD\nA-->B',
        "flowchart TD\nA-->B\nstyle A fill:url(https://e.example/x)",
        '%%{init: {"themeVariables": {"lineColor": "url(https://e.example)"}}}%%\ngraph TD\nA-->B',
        '%%{init: {"fontFamily": "x;} @import url(https://e.example/x); a{"}}%%\ngraph TD\nA-->B',
    ],
)
def test_a_drawing_runs_and_loads_nothing(code: str) -> None:
    try:
        svg = draw(code).svg
    except ValueError:
        return
    for hostile in ("<script", "onerror=", "javascript:", "e.example", "alert()"):
        assert hostile not in svg


@pytest.mark.parametrize(
    "code",
    [
        "", "x", "flowchart TD\nA[" + "x" * 60_000 + "]", "flowchart TD\n" + "subgraph a\n" * 4000,
        "sequenceDiagram\n" + "par x\n" * 3000, "stateDiagram-v2\n" + "state s {\n" * 3000,
    ],
)  # fmt: skip
def test_what_is_too_large_or_no_diagram_is_refused(code: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        draw(code)


def test_nothing_of_the_package_is_loaded_where_there_is_no_diagram(project: Project) -> None:
    _write(project)
    project.build()
    assert not Path(project.output(), "_images").exists()


def test_a_process_that_has_drawn_ends_without_a_message() -> None:
    program = (
        "from sphinx_docsnav.garbage import leave_objects_at_exit\n"
        "from sphinx_docsnav.rendering.diagrams import draw\n"
        f"leave_objects_at_exit()\ndraw({FLOW!r})"
    )
    ended = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert (ended.stdout, ended.stderr) == ("", "")
