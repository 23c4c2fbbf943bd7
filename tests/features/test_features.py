"""Each feature can be left out, and another package can be one."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from building import Project
from sphinx.application import Sphinx

from sphinx_docsnav import features
from sphinx_docsnav.core.events import handlers_of
from sphinx_docsnav.core.settings import settings_of
from sphinx_docsnav.features import FEATURES, list_feature_settings

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "docs" / "example"
PAGES = sorted(
    path.relative_to(EXAMPLE).with_suffix("").as_posix()
    for path in EXAMPLE.rglob("*.mdx")
    if "snippets" not in path.parts
)
GENERATED = ["api-reference/bookings/book-a-place", "api-reference/sailings/list-sailings"]


@pytest.fixture
def example(tmp_path: Path) -> Project:
    shutil.copytree(EXAMPLE, tmp_path / "src")
    return Project(tmp_path, conf={"html_theme": "furo", "docsnav_openapi_options.remote": False})


EFFECTS = ("look", "thumbnails", "page_end", "feeds", "search_engines", "missing_pages")
"""Features that docs.json or front matter asks for."""


@pytest.mark.parametrize("builder", ["html", "dirhtml"])
def test_a_project_that_asks_for_no_effect_has_the_same_files(
    project: Project, monkeypatch: pytest.MonkeyPatch, builder: str
) -> None:
    project.write({"docs.json": '{"name": "N", "navigation": {"pages": ["index", "two"]}}'})
    project.write({"index.rst": ":date: 2026-01-02\n\nOne\n===\n\n.. code:: python\n\n   a = 1\n"})
    project.write({"two.mdx": "---\ntitle: Two\nauthor: A\n---\n\n<Update label='1'>T</Update>\n"})
    options = {"html_theme": "alabaster", "html_baseurl": "https://example.org/"}
    project.build(builder, conf=options)
    monkeypatch.setattr(features, "FEATURES", [n for n in FEATURES if n not in EFFECTS])
    project.build(builder, out="bare", conf=options)
    assert project.files(builder) == project.files("bare")


def sidebar(page: Path) -> list[str]:
    text = page.read_text("utf-8")
    part = text[text.index('class="docsnav-sidebar') :]
    return re.findall(r'<a [^>]*href="([^"#]+)"', part[: part.index("</nav>")])


HALVES = [
    tuple(name for number, name in enumerate(FEATURES) if number >> bit & 1 == value)
    for bit in range((len(FEATURES) - 1).bit_length())
    for value in (0, 1)
]
"""Halves of the features. Of any two features, one of the halves has the first one alone."""


@pytest.mark.slow
@pytest.mark.parametrize("left_out", HALVES)
def test_no_feature_needs_another_one(
    left_out: tuple[str, ...], example: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(features, "FEATURES", [n for n in FEATURES if n not in left_out])

    html = example.build("html", doctrees="all")
    latex = example.build("latex", doctrees="all")

    assert [html.warnings, latex.warnings] == ["", ""]
    assert [name for feature in left_out for name in _connected_to(html.app, feature)] == []
    for name in (*PAGES, *GENERATED):
        assert (example.output() / f"{name}.html").is_file(), name
    assert "guides/timetables.html" in sidebar(example.output() / "index.html")
    (book,) = example.output("latex").glob("*.tex")
    assert "Timetables" in book.read_text("utf-8")


def _connected_to(app: Sphinx, feature: str) -> list[str]:
    package = f"sphinx_docsnav.features.{feature}"
    every = [each.function for group in handlers_of(app).values() for each in group]
    return [each.__name__ for each in every if f"{each.__module__}.".startswith(f"{package}.")]


def test_every_folder_of_features_is_set_up() -> None:
    folder = Path(features.__file__).parent
    assert sorted(path.parent.name for path in folder.glob("*/__init__.py")) == sorted(FEATURES)


def test_settings_of_features_are_known_without_an_application(example: Project) -> None:
    known = {setting.name for setting in list_feature_settings()}
    assert known < settings_of(example.build().app).keys()


def test_another_package_can_be_a_feature(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT / "docs" / "examples")
    project = Project(tmp_path, ("sphinx_docsnav", "feed"), {"html_baseurl": "https://a.example"})
    project.write(
        {
            "docs.json": '{"name": "N", "navigation": {"pages": ["index", "news", "old"]}}',
            "index.mdx": "# Start\n",
            "news.mdx": "---\ntitle: A & B\ndate: 2026-03-01\n---\n\nText\n",
            "old.mdx": "---\ntitle: Old\ndate: '2025-01-01'\n---\n\nText\n",
        }
    )

    result = project.build()

    assert result.warnings == ""
    feed = (project.output() / "feed.xml").read_text("utf-8")
    assert re.findall("<title>(.*?)</title>", feed)[1:] == ["A &amp; B", "Old"]
    assert '<link href="https://a.example/news.html"/>' in feed
    assert "write_feed" in [
        each.function.__name__ for each in handlers_of(result.app)["build-finished"]
    ]
