"""``_toc.yml`` of Jupyter Book and sphinx-external-toc."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
from coming.projects import convert, read_docs, write_files
from support import Command

PAGES = {f"{name}.md": f"# {name.capitalize()}\n" for name in ("intro", "one", "two", "deep", "x")}
BOOK = """
    format: jb-book
    root: intro
    parts:
      - caption: First
        numbered: true
        chapters:
          - file: one.md
            sections:
              - file: two
                title: Second
              - url: https://example.com/code
                title: Code
          - glob: d*
      - chapters:
          - file: x
"""
EXTERNAL = """
    root: intro
    subtrees:
      - caption: First
        entries:
          - file: one.md
            entries:
              - file: two
                title: Second
              - url: https://example.com/code
                title: Code
          - glob: d*
      - entries:
          - file: x
"""
TREE = """\
    - intro "Intro"
    group First
      group One [root=one]
        - two "Second"
        - -> https://example.com/code "Code"
      - deep "Deep"
    - x "X"
    """


@pytest.mark.parametrize("toc", [BOOK, EXTERNAL], ids=["jupyter-book", "external-toc"])
def test_both_formats_become_groups_and_pages(command: Command, tmp_path: Path, toc: str) -> None:
    tree = convert(command, write_files(tmp_path, {"_toc.yml": toc, **PAGES}))
    assert tree == dedent(TREE)
    numbered = "_toc.yml:5:5: WARNING: 'numbered' has no counterpart in docs.json"
    expected = [numbered] if toc == BOOK else []
    assert [line.partition(" [")[0] for line in command.err.splitlines()] == expected


def test_numbers_are_named_where_they_are_asked_for(command: Command, tmp_path: Path) -> None:
    toc = """
        defaults: {numbered: false}
        root: intro
        options:
          numbered: 2
        sections:
          - file: one
            title: The numbered parts
    """
    convert(command, write_files(tmp_path, {"_toc.yml": toc, **PAGES}))
    assert [line.partition(": ")[0] for line in command.err.splitlines()] == ["_toc.yml:4:3"]


def test_an_article_has_sections_below_its_root(command: Command, tmp_path: Path) -> None:
    toc = "format: jb-article\nroot: intro\nsections:\n  - file: one\n  - file: two\n"
    tree = convert(command, write_files(tmp_path, {"_toc.yml": toc, **PAGES}))
    assert tree == '- intro "Intro"\n- one "One"\n- two "Two"\n'


CONFIG = """
    title: My book
    author: Ann
    logo: logo.png
    exclude_patterns: [drafts]
    execute: {execute_notebooks: "off", timeout: 9}
    repository: {url: https://github.com/example/book}
    launch_buttons: {binderhub_url: ""}
    html: {baseurl: https://example.com/}
    parse: {myst_enable_extensions: [deflist]}
    sphinx:
      extra_extensions: [sphinx_tabs]
      config:
        html_last_updated_fmt: "%Y"
        "x = 1\\nimport os #": bad
"""


def test_config_yml_becomes_settings_of_conf_py(command: Command, tmp_path: Path) -> None:
    files = {"_toc.yml": BOOK, "_config.yml": CONFIG, "logo.png": "", **PAGES}
    assert command("init", write_files(tmp_path, files), "--sphinx") == 0
    docs = read_docs(tmp_path)
    assert [docs["name"], docs["logo"]] == ["My book", "logo.png"]
    conf = (tmp_path / "conf.py").read_text("utf-8")
    names: dict[str, Any] = {}
    exec(conf, names)  # noqa: S102 -- this test has written what it runs
    assert names["extensions"][-3:] == ["myst_nb", "sphinx_design", "sphinx_tabs"]
    assert names["exclude_patterns"] == ["_build", ".venv", "drafts"]
    expected = {
        "author": "Ann",
        "root_doc": "intro",
        "nb_execution_mode": "off",
        "myst_enable_extensions": ["deflist"],
        "html_baseurl": "https://example.com/",
        "html_last_updated_fmt": "%Y",
    }
    assert names.items() >= expected.items()
    assert "os" not in names
    assert r"'x = 1\nimport os #' is no name of a setting" in command.err
    omitted = "is not converted; write its settings into conf.py [docsnav.unsupported]"
    for name in ("repository", "launch_buttons", "execute.timeout"):
        assert f"'{name}' {omitted}" in command.err
    assert command.err.count("\n") == 5  # with 'numbered' of _toc.yml and the wrong name


def test_a_file_without_a_first_page_stops_with_one_line(command: Command, tmp_path: Path) -> None:
    toc = "- file: intro\n"
    assert command("init", write_files(tmp_path, {"_toc.yml": toc, **PAGES})) == 1
    assert "expected the key 'root' with the first page; 'jupyter-book toc" in command.err
    assert not (tmp_path / "docs.json").exists()


def test_pages_deeper_than_files_are_read_are_named(command: Command, tmp_path: Path) -> None:
    toc = "root: intro\nsections: " + "[{file: x, sections: " * 120 + "[]" + "}]" * 120
    assert command("init", write_files(tmp_path, {"_toc.yml": toc, **PAGES})) == 0
    assert "expected at most 200 levels of lists and objects, found more" in command.err
    assert command("check", tmp_path) == 0


def test_entries_of_the_wrong_type_are_named(command: Command, tmp_path: Path) -> None:
    toc = "root: intro\nentries:\n  - one\n  - {title: T}\n  - file: two\n    entries: x\n"
    tree = convert(command, write_files(tmp_path, {"_toc.yml": toc, **PAGES}))
    assert tree == '- intro "Intro"\n- two "Two"\n'
    places = [line.partition(": ")[0] for line in command.err.splitlines()]
    assert places == ["_toc.yml:3:5", "_toc.yml:4:5", "_toc.yml:6:5"]
