"""``check`` looks only at pages that changed, and finds what a first run finds."""

from __future__ import annotations

import json
import multiprocessing
import os
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import pytest
from support import Command, MakeSite

from sphinx_docsnav.cli import report
from sphinx_docsnav.rendering import page_check
from sphinx_docsnav.rendering.page_check import PageChecker

PAGES = {
    "index.mdx": "---\ntitle: {{{{\n---\n\n[a](/part#here) [b](/part#gone) ![](/a.png)\n",
    "part.mdx": 'import S from "/snippets/s.mdx"\n\n## Here\n\n<S/>\n',
    "named.mdx": "{{word}} <Nosuch/>\n",
    "snippets/s.mdx": "## Gone\n",
}


@pytest.fixture
def checked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """Return the list of the pages that runs have looked at."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(report, "MANY_PAGES", 1)
    found: list[str] = []
    check = PageChecker.check

    def noted(self: PageChecker, files: Mapping[str, Path], processes: int = 1) -> object:
        found.extend(files)
        return check(self, files, processes)

    monkeypatch.setattr(PageChecker, "check", noted)
    return found


def _check(command: Command, root: Path, checked: list[str]) -> list[str]:
    """Compare a run with one that keeps nothing; return the pages that the first looked at."""
    checked.clear()
    command("check", root)
    kept, looked = command.out, sorted(checked)
    command("check", root, "-E")
    assert kept == command.out
    return looked


def test_only_what_changed_is_checked_again(
    command: Command, make_site: MakeSite, checked: list[str], tmp_path: Path
) -> None:
    root = make_site({"pages": ["index", "part", "named"]}, PAGES)
    everything = ["index", "named", "part"]
    assert _check(command, root, checked) == everything
    assert "image '/a.png'" in command.out
    assert "has no anchor '#gone'" not in command.out
    assert _check(command, root, checked) == []
    (root / "snippets/s.mdx").write_text("## Left\n")
    assert _check(command, root, checked) == ["part"]
    assert "has no anchor '#gone'" in command.out
    (root / "named.mdx").write_text("{{word}}\n")
    assert _check(command, root, checked) == ["named"]
    (root / "a.png").write_bytes(b"")
    assert _check(command, root, checked) == everything
    assert "image '/a.png'" not in command.out
    docs = json.loads((root / "docs.json").read_text())
    (root / "docs.json").write_text(json.dumps({**docs, "name": "Other"}))
    assert _check(command, root, checked) == []
    (root / "docs.json").write_text(json.dumps({**docs, "variables": {"word": "W"}}))
    assert _check(command, root, checked) == everything
    for file in tmp_path.glob("cache/**/*.json"):
        file.write_text("{]")
    assert _check(command, root, checked) == everything


def test_without_a_place_for_the_cache_everything_is_checked(
    command: Command, make_site: MakeSite, checked: list[str], tmp_path: Path
) -> None:
    (tmp_path / "cache").write_text("a file")
    root = make_site({"pages": ["index", "part", "named"]}, PAGES)
    assert _check(command, root, checked) == _check(command, root, checked) != []


@pytest.mark.parametrize(
    "start", sorted({"fork", "spawn"}.intersection(multiprocessing.get_all_start_methods()))
)
def test_several_processes_find_what_one_finds_in_the_same_order(
    command: Command,
    make_site: MakeSite,
    checked: list[str],
    monkeypatch: pytest.MonkeyPatch,
    start: str,
) -> None:
    if start not in multiprocessing.get_all_start_methods():
        pytest.skip(f"this system cannot {start} processes")
    root = make_site({"pages": ["index", "part", "named"]}, PAGES)
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    command("check", root, "-E", "--verbose")
    alone = command.out
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    monkeypatch.setattr(page_check, "_MIN_PAGES", 2)
    monkeypatch.setattr(page_check, "_CHUNK_SIZE", 1)
    context = multiprocessing.get_context(start)
    pool = partial(ProcessPoolExecutor, mp_context=context)
    monkeypatch.setattr(page_check, "ProcessPoolExecutor", pool)
    command("check", root, "--verbose")
    assert command.out == alone != ""
    checked.clear()
    command("check", root, "--verbose")
    assert command.out == alone
    assert checked == []
