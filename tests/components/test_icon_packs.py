"""Icons of a project's own files on pages and in the navigation."""

from __future__ import annotations

import json

import pytest
from building import Project

from sphinx_docsnav.icons import drawings

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="{}"/></svg>'
ANCHOR, SHIP = "M1 2h3", "M4 5h6"
DOCS = {
    "navigation": {
        "groups": [
            {"group": "Port", "icon": "anchor", "pages": ["index"]},
            {"group": "B", "pages": ["b"]},
        ]
    }
}


@pytest.fixture
def harbour(project: Project) -> Project:
    project.write(
        {
            "conf.py": 'extensions = ["sphinx_docsnav"]\ndocsnav_icons = {"ours": "icons"}\n'
            'exclude_patterns = ["icons"]\n',
            "docs.json": json.dumps(DOCS),
            "icons/anchor.svg": SVG.format(ANCHOR),
            "index.mdx": '# Home\n\n<Card title="A" icon="ship">Text.</Card>\n',
            "b.mdx": "# B\n\nText.\n",
        }
    )
    return project


def test_own_drawings_are_in_pages_and_navigation(harbour: Project) -> None:
    harbour.write({"icons/ship.svg": SVG.format(SHIP)})
    result = harbour.build()
    assert result.warnings == ""
    page = (harbour.output() / "index.html").read_text("utf-8")
    assert f'd="{SHIP}"' in page
    assert f'd="{ANCHOR}"' in page


@pytest.mark.parametrize("builder", ["dirhtml", "singlehtml", "epub"])
def test_each_builder_of_html_has_the_same_drawing(harbour: Project, builder: str) -> None:
    harbour.write({"icons/ship.svg": SVG.format(SHIP)})
    harbour.build(builder)
    pages = [path for path in harbour.output(builder).rglob("*html") if path.is_file()]
    assert any(f'd="{SHIP}"' in path.read_text("utf-8") for path in pages)


def test_a_drawing_that_changes_is_seen_by_the_next_build(harbour: Project) -> None:
    harbour.write({"icons/ship.svg": SVG.format(SHIP)})
    harbour.build()
    harbour.write(
        {"icons/ship.svg": SVG.format("M7 7h7"), "icons/anchor.svg": SVG.format("M8 8h8")}
    )
    assert harbour.build().read == (0, 1, 0)
    page = (harbour.output() / "index.html").read_text("utf-8")
    assert 'd="M7 7h7"' in page
    assert 'd="M8 8h8"' in (harbour.output() / "b.html").read_text("utf-8")
    harbour.build(out="clean")
    assert harbour.files() == harbour.files("clean")


def test_a_path_that_is_no_pack_stops_the_build_with_one_line(harbour: Project) -> None:
    harbour.write(
        {"conf.py": 'extensions = ["sphinx_docsnav"]\ndocsnav_icons = {"ours": "gone"}\n'}
    )
    with pytest.raises(Exception, match=r"docsnav_icons: .*gone', for the set 'ours', cannot"):
        harbour.build()


def test_without_any_set_there_is_one_message(
    harbour: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drawings, "find_installed_pack", lambda _icon_set: None)
    harbour.write(
        {
            "conf.py": 'extensions = ["sphinx_docsnav"]\n',
            "b.mdx": '# B\n\n<Icon icon="rocket" /> <Icon icon="ship" />\n',
        }
    )
    warnings = harbour.build().warnings.splitlines()
    (warning,) = warnings
    assert warning == (
        "WARNING: icons are left out, as no set of icons is installed; install "
        "sphinx-docsnav[icons], or name SVG files in the setting docsnav_icons "
        "[docsnav.icon_missing]"
    )
    page = (harbour.output() / "index.html").read_text("utf-8")
    assert "docsnav-card" in page
    assert "docsnav-glyph" not in page
