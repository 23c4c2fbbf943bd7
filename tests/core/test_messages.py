"""Messages in Sphinx's log: grouped, counted, suppressible, in formats for programs."""

from __future__ import annotations

import io
import json
import re
import sys
from pathlib import Path

import pytest
from sphinx.application import Sphinx
from sphinx.cmd.build import build_main
from sphinx.util.docutils import docutils_namespace, patch_docutils
from support import ICON_SETS, MakeSite

from sphinx_docsnav.messages import MessageFormat, message_format

CONF = 'extensions = ["sphinx_docsnav"]\n'


@pytest.fixture
def site(make_site: MakeSite) -> Path:
    """Write a site in which twelve pages have an icon that does not exist."""
    names = [f"p{n}" for n in range(12)]
    page = "<Icon icon='nosuchthing' />\n"
    pages = {f"{name}.mdx": f"# {name}\n\n{page}" for name in names}
    return make_site({"pages": ["index", *names]}, {"index.mdx": "# Home\n", **pages})


def build(
    site: Path, *, parallel: int = 1, verbosity: int = 0, **settings: object
) -> tuple[list[str], str, int]:
    """Return the lines of the warnings, the status and the number of warnings."""
    warning, status = io.StringIO(), io.StringIO()
    out = site.parent / f"out{parallel}{verbosity}{len(settings)}"
    with patch_docutils(site), docutils_namespace():
        app = Sphinx(
            site,
            None,
            out,
            out / ".doctrees",
            "html",
            {"extensions": ["sphinx_docsnav"], **settings},
            status,
            warning,
            parallel=parallel,
            verbosity=verbosity,
        )
        app.build()
    counted = re.search(r"build succeeded, (\d+) warning", status.getvalue())
    return warning.getvalue().splitlines(), status.getvalue(), int(counted[1]) if counted else 0


ICON = f"icon 'nosuchthing' is not in {ICON_SETS}; it is left out"


@pytest.mark.parametrize("parallel", [1, 2])
def test_a_problem_is_shown_at_three_places_and_counted(site: Path, parallel: int) -> None:
    lines, status, count = build(site, parallel=parallel)
    assert len(lines) == 4
    assert all(ICON in line for line in lines)
    assert "9 more places with the same problem" in lines[-1]
    assert "-v shows all" in lines[-1]
    assert lines[-1].count("[docsnav.icon_missing]") == 1
    assert count == 12
    assert "12 warnings" in status


def test_v_shows_every_place(site: Path) -> None:
    lines, _, count = build(site, verbosity=1)
    assert len([line for line in lines if ICON in line]) == count == 12


def test_grouped_messages_are_suppressed_like_others(site: Path) -> None:
    lines, _, count = build(site, suppress_warnings=["docsnav.icon_missing"])
    assert (lines, count) == ([], 0)


def test_programs_get_every_message_as_json(site: Path) -> None:
    (site / "p1.mdx").write_text("# Page\n\n<Nosuch>x</Nosuch>\n", "utf-8")
    (site / "other.rst").write_text("Title\n=====\n\n:nosuch:`x`\n", "utf-8")
    docs = json.loads((site / "docs.json").read_text("utf-8"))
    docs["navigation"]["pages"].append("other")
    (site / "docs.json").write_text(json.dumps(docs), "utf-8")
    other_format = message_format.set(MessageFormat.JSON)
    lines, _, _ = build(site)
    message_format.reset(other_format)
    messages = [json.loads(line) for line in lines]
    types = [message["type"] for message in messages]
    assert types.count("docsnav.icon_missing") == 11
    assert types.count("docsnav.component_unknown") == 1
    (unknown,) = [m for m in messages if m["type"] == "docsnav.component_unknown"]
    assert (unknown["file"], unknown["line"]) == ("p1.mdx", 3)
    assert any(m["file"] == "other.rst" and m["line"] == 4 for m in messages)


@pytest.fixture
def sphinx_build(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the running process be ``sphinx-build``."""
    monkeypatch.setattr(sys, "argv", ["/usr/bin/sphinx-build"])


@pytest.mark.usefixtures("sphinx_build")
def test_a_mistake_in_docs_json_is_the_last_line_of_sphinx_build(
    make_site: MakeSite, capsys: pytest.CaptureFixture[str]
) -> None:
    root = make_site({"tabs": [{"pages": ["index"]}]}, {"index.mdx": "# Home\n", "conf.py": CONF})
    with pytest.raises(SystemExit) as end:
        build_main(["-q", str(root), str(root.parent / "out")])
    assert end.value.code == 2
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 2
    assert lines[0].startswith("docs.json:4:7: ERROR: /navigation/tabs/0: ")
    assert lines[1].endswith("; nothing was built")


@pytest.mark.usefixtures("sphinx_build")
def test_a_wrong_setting_is_the_last_line_of_sphinx_build(
    make_site: MakeSite, capsys: pytest.CaptureFixture[str]
) -> None:
    conf = f"{CONF}docsnav_unlisted = 'warm'\n"
    root = make_site({"pages": ["index"]}, {"index.mdx": "# Home\n", "conf.py": conf})
    with pytest.raises(SystemExit):
        build_main(["-q", str(root), str(root.parent / "out")])
    (line,) = capsys.readouterr().err.splitlines()
    assert "docsnav_unlisted" in line
    assert "did you mean 'warn'?; nothing was built" in line
