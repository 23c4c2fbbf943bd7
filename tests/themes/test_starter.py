"""A whole real site in every theme: built without a word of ours, and walked from end to end."""

from __future__ import annotations

import importlib.util
import json
import os
import re
from pathlib import Path

import pytest
from sphinx_processes import SphinxProcesses
from test_sites import FOLDER, pages
from themes.conftest import MODULES
from themes.test_matrix import THEMES
from walking import reachable_pages

NAMES = os.environ.get("DOCSNAV_THEME_SITES", "starter").split(",")
"""Folders of sites; the other ones take minutes for each theme."""

OF_THE_SITE = re.compile(r"\.(mdx?|json):.*\[docsnav\.\w+\]")
"""What the authors of a site are told of their own files."""

pytestmark = [
    pytest.mark.sites,
    pytest.mark.skipif(
        not (FOLDER / NAMES[0] / "expected-navigation.json").is_file(),
        reason="DOCSNAV_SITES names no folder of sites",
    ),
]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("theme", THEMES)
def test_a_real_site_has_no_warnings_and_sidebar_and_tabs_lead_to_every_page(
    theme: str, name: str, tmp_path: Path, processes: SphinxProcesses
) -> None:
    if importlib.util.find_spec(MODULES.get(theme, theme)) is None:
        pytest.skip(f"{theme} is not installed")
    words = ["build", str(FOLDER / name / "source"), str(tmp_path), "--no-remote"]
    done = processes.run(*words, "--theme", theme, "-q", program="sphinx_docsnav")
    others = [line for line in done.stderr.splitlines() if not OF_THE_SITE.search(line)]
    assert (done.returncode, others) == (0, [])
    expected = json.loads((FOLDER / name / "expected-navigation.json").read_text("utf-8"))
    shown = {docname for docname, hidden in pages(expected["navigation"]) if not hidden}
    assert sorted(shown - reachable_pages(tmp_path)) == []
