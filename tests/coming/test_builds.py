"""Sites that ``init`` has written build without a message, with a conf.py, too."""

from __future__ import annotations

from pathlib import Path

import pytest
from coming.projects import make_pages, write_files
from sphinx_processes import SphinxProcesses
from support import Command

MKDOCS = """
site_name: Harbour
site_url: https://example.com/harbour/
repo_url: https://github.com/example/harbour
edit_uri: edit/main/docs/
theme:
  name: material
  features: [navigation.tabs, navigation.indexes, navigation.path]
  palette: {scheme: slate, primary: teal}
  logo: logo.svg
extra:
  social: [{icon: fontawesome/brands/mastodon, link: "https://example.social/@harbour"}]
plugins:
  - search
  - redirects: {redirect_maps: {old.md: guide/setup.md}}
nav:
  - Home: index.md
  - Guide: [guide/index.md, Set up: guide/setup.md]
  - Code: https://example.com/code
"""
FILES = {
    "mkdocs.yml": MKDOCS,
    "docs/logo.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
    **make_pages("index", "guide/index", "guide/setup"),
}


def test_a_converted_site_builds_with_the_addresses_of_mkdocs(
    command: Command, tmp_path: Path
) -> None:
    root, out = write_files(tmp_path / "site", FILES), tmp_path / "out"
    assert command("init", root) == 0
    assert command("build", root / "docs", out, "-b", "dirhtml", "-q", "-W") == 0
    assert command.err == ""
    pages = {path.parent.relative_to(out).as_posix() for path in out.rglob("index.html")}
    assert {".", "guide", "guide/setup", "old"} <= pages
    home = (out / "index.html").read_text("utf-8")
    for shown in ("https://github.com/example/harbour", "https://example.social/@harbour"):
        assert shown in home


def test_a_converted_site_with_a_conf_py_builds_in_a_theme_of_sphinx(
    command: Command, tmp_path: Path, processes: SphinxProcesses
) -> None:
    pytest.importorskip("furo")
    root, out = write_files(tmp_path / "site", FILES), tmp_path / "out"
    assert command("init", root, "--sphinx", "--theme", "furo") == 0
    done = processes.run("-q", "-W", "-b", "dirhtml", f"{root}/docs", str(out))
    assert (done.returncode, done.stderr) == (0, "")
    setup = (out / "guide" / "setup" / "index.html").read_text("utf-8")
    assert "https://github.com/example/harbour/edit/main/docs/guide/setup.md" in setup
    assert 'href="https://example.com/code"' in setup
