"""Always true: after any sequence of edits an incremental build equals a clean one.

``DOCSNAV_SEQUENCES=100`` runs so many more sequences of ten edits; ``DOCSNAV_SEED`` is where
their seeds begin.
"""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import IO

import pytest
from building import Project
from tools.fuzz.editing import EVENTS, build_alone, build_killed, check_sequence

THEMES = ("basic", "alabaster")
SEQUENCES = int(os.environ.get("DOCSNAV_SEQUENCES", "3"))
FIRST = int(os.environ.get("DOCSNAV_SEED", "2"))


def test_incremental_builds_equal_clean_ones(project: Project) -> None:
    check_sequence(project, "1", edits=4, themes=THEMES)


def test_parallel_incremental_builds_equal_clean_serial_ones(project: Project) -> None:
    check_sequence(project, "1", edits=2, themes=("alabaster",), parallel=2, cached=True)


@pytest.mark.on_demand
def test_killed_builds_are_completed_by_the_next(project: Project) -> None:
    check_sequence(project, "2", edits=2, kills=True)


@pytest.mark.parametrize("event", EVENTS)
def test_a_build_is_killed_at_every_event(project: Project, event: str) -> None:
    """What the other tests rely on: the process ends there, and not later."""
    project.write({"docs.json": '{"navigation": {"pages": ["a"]}}', "a.mdx": "# A\n"})
    build_killed(project, "basic", (event, 1), 0)
    assert not (project.output() / "objects.inv").exists() or event == "build-finished"


def test_a_build_killed_after_a_change_of_theme_leaves_no_page_of_the_former(
    project: Project,
) -> None:
    pages = {f"{name}.mdx": f"# {name}\n" for name in "ab"}
    project.write({"docs.json": '{"navigation": {"pages": ["a", "b"]}}', **pages})
    build_alone(project, "html", "basic", 0)
    build_killed(project, "alabaster", ("html-page-context", 1), 0)
    build_alone(project, "html", "alabaster", 0)
    for page in pages:
        text = (project.output() / page).with_suffix(".html").read_text("utf-8")
        assert "alabaster.css" in text, page


def test_a_document_that_a_killed_build_was_storing_is_read_again(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    def die(_document: object, file: IO[bytes], *_options: object) -> None:
        file.write(b"\x80")
        file.flush()
        os.kill(os.getpid(), signal.SIGKILL)

    pages = {f"{name}.mdx": f"# {name}\n" for name in "abc"}
    project.write({"docs.json": '{"navigation": {"pages": ["a", "b", "c"]}}', **pages})
    build_alone(project, "html", "basic", 0)
    # Another order changes the stored root document, whose source stays as it is.
    project.write({"docs.json": '{"navigation": {"pages": ["a", "c", "b"]}}'})
    with monkeypatch.context() as patch:
        patch.setattr("sphinx.builders.pickle.dump", die)
        assert build_killed(project, "basic", 60.0, 0)
    build_alone(project, "html", "basic", 0)
    build_alone(project, "clean", "basic", 0)
    assert project.files() == project.files("clean")


def test_a_build_killed_after_a_change_of_a_snippet_leaves_no_page_without_it(
    project: Project,
) -> None:
    page = 'import S from "/snippets/s.mdx"\n\n# Page\n\n<S/>\n'
    project.write({"docs.json": '{"navigation": {"pages": ["a", "b"]}}', "snippets/s.mdx": "past"})
    project.write({"a.mdx": page, "b.mdx": page})
    build_alone(project, "html", "basic", 0)
    project.write({"snippets/s.mdx": "zebra"})
    build_killed(project, "basic", ("html-page-context", 2), 0)
    build_alone(project, "html", "basic", 0)
    for name in ("a.html", "b.html", "_static/docsnav-search/pages/a.js"):
        assert "zebra" in (project.output() / name).read_text("utf-8"), name


@pytest.mark.on_demand
@pytest.mark.parametrize("seed", range(FIRST, FIRST + SEQUENCES))
def test_many_edits_leave_what_a_clean_build_makes(tmp_path: Path, seed: int) -> None:
    check_sequence(
        Project(tmp_path),
        str(seed),
        edits=10,
        parallel=2 * (seed % 3 == 1),
        themes=THEMES,
        kills=seed % 3 == 2,
        cached=seed % 2 == 1,
    )
