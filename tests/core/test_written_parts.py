"""Parts of the navigation are replaced in written pages, as a clean build writes them."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from itertools import islice
from typing import IO, Any

import pytest
from building import Project, Result
from sphinx.builders.html import StandaloneHTMLBuilder

from sphinx_docsnav.core.pages import written_parts
from sphinx_docsnav.themes.part_markup import PartMarks, Span
from sphinx_docsnav.themes.variable import WatchedList

THEMES = ["furo", "sphinx_rtd_theme"]
CONF = """
extensions = ["sphinx_docsnav"]

def setup(app):
    app.written = []
    app.connect("html-page-context", lambda app, name, *rest: app.written.append(name))
"""


@pytest.fixture(autouse=True)
def _own_builder(monkeypatch: pytest.MonkeyPatch) -> None:
    """Undo what the Awesome theme does to Sphinx's builder, for the tests that follow."""
    for name in ("init_highlighter", "create_pygments_style_file"):
        monkeypatch.setattr(StandaloneHTMLBuilder, name, getattr(StandaloneHTMLBuilder, name))


class EditedSite:
    """Two tabs with groups of pages; labels and titles can change."""

    def __init__(self, project: Project, theme: str) -> None:
        if theme not in ("basic", "alabaster"):
            pytest.importorskip(theme)
        self.project = project
        self.project.conf["html_theme"] = theme
        self.tabs = ["Guides", "Reference"]
        self.groups = ["Start", "Inner", "Fields", "Rules"]
        self.titles = {name: f"Page {name}" for name in "abcdefgh"}
        project.write({"conf.py": CONF})

    def save(self) -> None:
        a, b, c, d, e, f, g, h = self.titles
        start, inner, fields, rules = self.groups
        guides = [{"group": start, "pages": [a, b, {"group": inner, "pages": [c, d]}]}]
        reference = [{"group": fields, "pages": [e, f]}, {"group": rules, "pages": [g, h]}]
        tabs = [
            {"tab": self.tabs[0], "groups": guides},
            {"tab": self.tabs[1], "groups": reference},
        ]
        files = {name: f"---\ntitle: {title}\n---\nText.\n" for name, title in self.titles.items()}
        files = {f"{name}.mdx": text for name, text in files.items()}
        files["docs.json"] = json.dumps({"navigation": {"tabs": tabs}})
        for name, text in files.items():
            path = self.project.src / name
            if not path.exists() or path.read_text("utf-8") != text:
                self.project.write({name: text})

    def build(self, builder: str = "html", parallel: int = 0) -> list[str]:
        """Build; return the documents that Sphinx has written."""
        self.save()
        return self.written(self.project.build(builder, parallel=parallel))

    def written(self, result: Result) -> list[str]:
        return sorted(set(result.app.__dict__["written"]) & self.titles.keys())

    def assert_as_clean(self, builder: str = "html") -> None:
        self.project.build(builder, out="clean", fresh=True)
        now, clean = self.project.files(builder), self.project.files("clean")
        assert sorted(now) == sorted(clean)
        for name, data in clean.items():
            assert now[name].splitlines() == data.splitlines(), name


@pytest.fixture(params=THEMES)
def site(project: Project, request: pytest.FixtureRequest) -> EditedSite:
    made = EditedSite(project, request.param)
    made.build()
    return made


def test_the_label_of_a_group_writes_only_pages_whose_way_it_is_on(site: EditedSite) -> None:
    site.groups[1] = "Deeper"
    written = site.build()
    assert set(written) <= {"c", "d"}
    assert b"Deeper" in site.project.files()["a.html"]
    site.assert_as_clean()


def test_the_label_of_a_tab_writes_no_page_where_the_theme_shows_no_way(project: Project) -> None:
    site = EditedSite(project, "furo")
    site.build()
    site.tabs[0] = "Handbook"
    assert site.build() == []
    assert b"Handbook" in project.files()["h.html"]
    site.assert_as_clean()


def test_a_title_writes_its_page_and_its_neighbours(site: EditedSite) -> None:
    site.titles["f"] = "Another title"
    assert set(site.build()) <= {"e", "f", "g"}
    assert b"Another title" in site.project.files()["h.html"]
    site.assert_as_clean()


def test_a_page_that_docs_json_lists_elsewhere_changes_the_headings_of_its_parent(
    project: Project,
) -> None:
    project.conf["html_theme"] = "alabaster"
    parent = "A\n=\n\nPart\n----\n\n.. toctree::\n\n   b\n\nOther\n-----\n"
    project.write({"a.rst": parent, "b.rst": "B\n=\n", "index.rst": "I\n=\n"})
    for pages in (["index", "a"], ["index", "a", "b"], ["index", "a"]):
        project.write({"docs.json": json.dumps({"navigation": {"pages": pages}})})
        project.build()
        project.build(out="clean", fresh=True)
        assert project.files() == project.files("clean")


def test_a_second_edit_finds_what_the_first_has_replaced(site: EditedSite) -> None:
    for label in ("A label that is longer", "Short", "Start"):
        site.groups[0] = label
        assert set(site.build()) <= {"a", "b", "c", "d"}
        site.assert_as_clean()


def test_pages_of_two_processes_are_replaced_too(project: Project) -> None:
    site = EditedSite(project, "furo")
    site.build(parallel=2)
    site.groups[0] = "Other"
    assert site.build() == []
    site.assert_as_clean()


def test_a_file_that_someone_else_has_changed_is_written(project: Project) -> None:
    site = EditedSite(project, "furo")
    site.build()
    path = project.output() / "h.html"
    path.write_text(path.read_text("utf-8").replace("Text.", "Text"), "utf-8")
    site.tabs[1] = "Other"
    assert site.build() == ["h"]
    site.assert_as_clean()


def test_a_missing_file_is_written(project: Project) -> None:
    site = EditedSite(project, "furo")
    site.build()
    (project.output() / "h.html").unlink()
    site.tabs[1] = "Other"
    assert site.build() == ["h"]
    site.assert_as_clean()


@pytest.mark.parametrize("label", ["Other", "Reference"])
def test_a_build_finishes_what_an_interrupted_one_has_begun(
    project: Project, monkeypatch: pytest.MonkeyPatch, label: str
) -> None:
    """The build stops within the third page; before the next one, the edit may be undone."""
    site = EditedSite(project, "furo")
    site.build()
    site.tabs[1] = "Other"
    overwrite = written_parts._overwrite
    left = [3]

    def interrupted(file: IO[bytes], data: bytes) -> None:
        left[0] -= 1
        if not left[0]:
            file.seek(0)
            file.write(data[: len(data) // 2])
            raise KeyboardInterrupt
        overwrite(file, data)

    monkeypatch.setattr(written_parts, "_overwrite", interrupted)
    with pytest.raises(KeyboardInterrupt):
        site.build()
    monkeypatch.undo()
    site.tabs[1] = label
    site.build()
    site.assert_as_clean()


def test_pages_whose_records_have_another_shape_are_written(project: Project) -> None:
    site = EditedSite(project, "furo")
    site.build()
    (records,) = (project.root / "doctrees" / "html" / "_docsnav").glob("*.parts/all.jsonl")
    lines = [json.loads(line) for line in records.read_text("utf-8").splitlines()]
    records.write_text("".join(json.dumps(line[:-1]) + "\n" for line in lines), "utf-8")
    site.tabs[0] = "Handbook"
    assert site.build() == sorted(site.titles)
    site.assert_as_clean()


def test_a_sidebar_that_shows_the_tabs_is_replaced(project: Project) -> None:
    site = EditedSite(project, "furo")
    project.write({"conf.py": f'{CONF}\ndocsnav_theme_options = {{"tabs": "sidebar"}}\n'})
    site.build()
    site.tabs[0] = "Handbook"
    assert site.build() == []
    assert b"Handbook" in project.files()["h.html"]
    site.assert_as_clean()


def test_a_template_that_reads_the_tabs_itself_is_rendered_again(project: Project) -> None:
    site = EditedSite(project, "furo")
    footer = "{% block footer %}{{ docsnav.tabs[0].label }}{% endblock %}"
    template = f'{{% extends "!page.html" %}}{footer}'
    project.write({"_templates/page.html": template})
    project.conf["templates_path"] = "_templates"
    site.build()
    site.tabs[0] = "Handbook"
    assert site.build() == sorted(site.titles)
    site.assert_as_clean()


@pytest.mark.parametrize(
    ("theme", "builder", "seed"),
    [
        ("furo", "dirhtml", 1),
        ("shibuya", "html", 2),
        *(
            pytest.param(theme, "html", 3, marks=pytest.mark.slow)
            for theme in ("alabaster", "sphinx_rtd_theme", "sphinxawesome_theme")
        ),
    ],
)
def test_any_edits_of_labels_and_titles_equal_a_clean_build(
    project: Project, theme: str, builder: str, seed: int
) -> None:
    dice = random.Random(seed)  # noqa: S311 -- no secret
    site = EditedSite(project, theme)
    site.build(builder)
    texts: list[tuple[Any, Any]] = [(site.titles, name) for name in site.titles]
    for labels in (site.tabs, site.groups):
        texts += [(labels, index) for index in range(len(labels))]
    # No text changes twice: what the build after its change leaves stale stays so until the page
    # is written.
    changed = iter(dice.sample(texts, 8))
    for number in range(4):
        for group, place in islice(changed, 2):
            group[place] = f"Text {number} & <☃>"
        site.build(builder)
        if number % 2:
            site.assert_as_clean(builder)


def test_marks_are_taken_out_with_the_places_of_what_was_between_them() -> None:
    marks = PartMarks()
    page = f"<body>{marks.wrap('bar', '<b>')}-{marks.wrap('sidebar', 'list')}{marks.wrap('x', '')}"
    assert marks.take_out(page) == ("<body><b>-list", (Span("bar", 6, 3), Span("sidebar", 10, 4)))


def test_marks_that_a_theme_has_cut_leave_no_trace_and_no_places() -> None:
    marks = PartMarks()
    cut = marks.wrap("bar", "text")[:-5]
    text, spans = marks.take_out(marks.wrap("bar", "text").partition("text")[0] + "text")
    assert (text, spans) == ("text", None)
    assert marks.take_out(marks.wrap("a", marks.wrap("b", "in")))[1] is None
    assert cut.startswith("\ufdd2")


@pytest.mark.parametrize(
    "read",
    [list, len, bool, tuple, lambda items: [*reversed(items)], lambda items: items[-1]],
)
def test_a_watched_list_notices_that_it_is_read(read: Callable[[Any], object]) -> None:
    seen: list[bool] = []
    items = WatchedList([1, 2], lambda: seen.append(True))
    assert not seen
    read(items)
    assert seen
