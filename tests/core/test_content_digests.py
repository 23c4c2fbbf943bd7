"""In a site without conf.py, files with the same content are neither read nor written again."""

from __future__ import annotations

import os
from typing import Any

import pytest
import sphinx
from building import Project
from sphinx.builders.html import _assets

FILES = {
    "docs.json": '{"navigation": {"groups": [{"group": "One", "pages": ["index", "a", "b"]}]}}',
    "index.mdx": '---\ntitle: Start\n---\nimport Note from "/snippets/note.mdx"\n\n<Note />\n',
    "a.mdx": "---\ntitle: A\n---\nText.\n",
    "b.rst": "B\n=\n\n.. literalinclude:: code.py\n",
    "code.py": "x = 1\n",
    "snippets/note.mdx": "A note.\n",
    "own/theme.toml": '[theme]\ninherit = "basic"\nstylesheets = ["own.css"]\n',
    "own/layout.html": '{% extends "basic/layout.html" %}',
    "own/static/own.css": "a {}",
}
ALL = ["a", "b", "index"]
ALSO = set[str]() if sphinx.version_info >= (8, 2) else {"index"}
"""What a build writes that writes anything: Sphinx before 8.2 the root, for its index."""


@pytest.fixture
def built(project: Project) -> Project:
    project.write(FILES)
    build(project)
    return project


def build(project: Project, out: str = "html", **options: Any) -> Any:  # noqa: ANN401 -- those of a build
    project.extensions = ("sphinx_docsnav", "written_pages")
    settings = {
        "html_theme": "own",
        "html_theme_path": [str(project.src)],
        "html_copy_source": False,
        "exclude_patterns": ["snippets", "own"],
        **options.pop("conf", {}),
    }
    return project.build(out=out, conf=settings, **options)


def check_out(project: Project) -> None:
    """Give all files new times, as a fresh checkout does."""
    for path in project.src.rglob("*"):
        os.utime(path)


def build_again(project: Project, **options: Any) -> tuple[int, list[str]]:  # noqa: ANN401 -- those of a build
    """Return how many documents are read and which are written; compare with a clean build."""
    result = build(project, **options)
    build(project, "clean", fresh=True)
    assert project.files() == project.files("clean")
    assert result.read[0] == 0
    return result.read[1], sorted(result.app.pages)


def test_a_fresh_checkout_is_neither_read_nor_written(built: Project) -> None:
    check_out(built)
    assert build_again(built) == (0, [])
    check_out(built)
    assert build_again(built, parallel=2) == (0, [])


def test_pages_that_several_processes_wrote_are_not_written_again(project: Project) -> None:
    project.write(FILES)
    build(project, conf={"docsnav_fast": True}, parallel=2)
    check_out(project)
    assert build_again(project) == (0, [])


@pytest.mark.parametrize(
    ("name", "text", "page"),
    [
        ("a.mdx", "---\ntitle: A\n---\nOther text.\n", "a"),
        ("snippets/note.mdx", "Another note.\n", "index"),
        ("code.py", "x = 2\n", "b"),
    ],
)
def test_a_checkout_with_an_edit_reads_and_writes_its_page(
    built: Project, name: str, text: str, page: str
) -> None:
    built.write({name: text})
    check_out(built)
    assert build_again(built) == (1, sorted({page} | ALSO))
    built.write({name: FILES[name]})
    check_out(built)
    assert build_again(built) == (1, sorted({page} | ALSO))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (
            "own/layout.html",
            '{% extends "basic/layout.html" %}{% block footer %}{% endblock %}',
        ),
        ("own/static/own.css", "b {}"),
    ],
)
def test_another_theme_writes_all_pages_and_reads_none(
    built: Project, name: str, text: str
) -> None:
    if hasattr(_assets, "_file_checksum_inner"):
        _assets._file_checksum_inner.cache_clear()  # of one process; another one has none
    built.write({name: text})
    check_out(built)
    assert build_again(built) == (0, ALL)


def test_without_the_digests_of_pages_all_are_written(built: Project) -> None:
    build(built)
    (file,) = (built.root / "doctrees" / "html" / "_docsnav").glob("outputs-*.json")
    file.write_text("[", "utf-8")
    check_out(built)
    assert build_again(built) == (0, ALL)


def test_a_page_that_was_not_written_is_written(built: Project) -> None:
    (built.output() / "a.html").unlink()
    check_out(built)
    assert build_again(built) == (0, sorted({"a"} | ALSO))


def test_generated_and_markdown_pages_are_kept(features: Project) -> None:
    features.build()
    for path in features.src.rglob("*"):
        os.utime(path)
    again = features.build()
    assert again.read == (0, 0, 0)
    assert "targets for 0 source files" in again.status
    features.build(out="clean")
    assert features.files() == features.files("clean")


def test_with_a_conf_py_times_decide(built: Project) -> None:
    built.write({"conf.py": 'extensions = ["sphinx_docsnav", "written_pages"]\n'})
    build(built)
    check_out(built)
    assert build_again(built) == (3, ALL)
