"""The example of the documentation's page on Python works as it is written."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

import pytest
from support import MakeSite

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "python.rst"


def test_the_example_of_the_documentation_prints_the_navigation(
    make_site: MakeSite, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    groups = [{"group": "G", "pages": ["index", "b", "gone"]}]
    files = {"index.mdx": "# Home", "b.mdx": "---\ntitle: Bee\n---\n"}
    site = make_site({"groups": groups}, files, "my-site")
    monkeypatch.chdir(site.parent)
    found = re.search(r"code-block:: python\n\n((?:   .*\n|\n)+)", PAGE.read_text("utf-8"))
    assert found is not None
    exec(textwrap.dedent(found[1]), {})  # noqa: S102 -- our own documentation
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("WARNING my-site/docs.json Position(line=")
    assert lines[1:5] == ["index Home", "b Bee", "['G']", "None b"]
    assert lines[5].startswith("{'navigation': {'kind': 'navigation'")
