"""The style sheets of a site."""

from __future__ import annotations

import re
from pathlib import Path

from building import Project

SITE = {
    "docs.json": '{"navigation": {"pages": ["index"]}}',
    "index.mdx": "# T\n",
    "style.css": "h1 { color: red }\n",
    "analytics.js": "alert(1)\n",
}
ON = {"docsnav_site_styles": True}


def _styles(project: Project) -> list[str]:
    html = (project.output() / "index.html").read_text("utf-8")
    hrefs = re.findall(r'<link rel="stylesheet"[^>]*href="([^"?]+)', html)
    return [re.sub(r"-[0-9a-f]{8}(?=[.]css$)", "", href) for href in hrefs]


def _copies(project: Project) -> list[str]:
    folder = project.output() / "_static" / "docsnav-site"
    return [file.read_text("utf-8") for file in folder.glob("*.css")]


def test_style_sheets_beside_docs_json_come_last(project: Project) -> None:
    project.write(SITE)
    result = project.build(conf=ON)
    assert result.warnings == ""
    assert _styles(project)[-1] == "_static/docsnav-site/style.css"
    assert _copies(project) == [SITE["style.css"]]


def test_scripts_of_a_site_are_named_and_never_included(project: Project) -> None:
    project.write(SITE)
    result = project.build(conf=ON)
    assert result.status.count("never included: analytics.js") == 1
    assert result.status.count("on every page: style.css") == 1
    assert not list(project.output().rglob("analytics.js"))


def test_without_the_setting_nothing_is_included(project: Project) -> None:
    project.write(SITE)
    project.build()
    assert not any("docsnav-site" in style for style in _styles(project))


def test_an_edited_style_sheet_reaches_every_page(project: Project) -> None:
    project.write(SITE)
    project.build(conf=ON)
    project.write({"style.css": "h1 { color: blue }\n"})
    project.build(conf=ON)
    incremental = project.files()
    project.build(conf=ON, fresh=True, out="clean")
    assert incremental["index.html"] == project.files("clean")["index.html"]
    (project.src / "style.css").unlink()
    project.build(conf=ON)
    assert not any("docsnav-site" in style for style in _styles(project))
    assert _copies(project) == []


def test_a_link_out_of_the_site_is_no_style_sheet(project: Project, tmp_path: Path) -> None:
    outside = tmp_path / "outside.css"
    outside.write_text("p {}", "utf-8")
    project.write(SITE)
    (project.src / "other.css").symlink_to(outside)
    project.build(conf=ON)
    assert [style for style in _styles(project) if "docsnav-site" in style] == [
        "_static/docsnav-site/style.css"
    ]
