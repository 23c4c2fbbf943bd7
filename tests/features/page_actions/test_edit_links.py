"""The button that leads to where a page is edited."""

from __future__ import annotations

import json
import os
import re
import subprocess
from typing import Any

import pytest
from building import Project
from sphinx.errors import ConfigError

from sphinx_docsnav.features.page_actions import has_edit_links
from sphinx_docsnav.themes.adapter_registry import find_adapter_class

URL = "https://code.example/o/r/edit/main/docs/{path}?a=1&b=2"
SPEC = {
    "openapi": "3.1.0",
    "info": {"title": "T", "version": "1"},
    "paths": {"/plants": {"get": {"summary": "List", "responses": {"200": {"description": "OK"}}}}},
}
FILES = {
    "index.mdx": "# Home\n",
    "guides/set up é.rst": "Setup\n=====\n",
    "de/index.mdx": "# Start\n",
    "api.json": json.dumps(SPEC),
    "docs.json": json.dumps(
        {
            "navigation": {
                "languages": [
                    {
                        "language": "en",
                        "groups": [
                            {"group": "G", "pages": ["index", "guides/set up é", "linked"]},
                            {"group": "API", "openapi": "api.json"},
                        ],
                    },
                    {"language": "de", "groups": [{"group": "G", "pages": ["de/index"]}]},
                ]
            }
        }
    ),
}


def edits(project: Project) -> dict[str, list[str]]:
    found = {
        name: re.findall(r'rel="edit" href="([^"]*)">([^<]*)</a>', text.decode())
        for name, text in project.files().items()
        if name.endswith(".html")
    }
    return {name: [" ".join(link) for link in links] for name, links in found.items() if links}


def test_pages_with_a_source_file_lead_to_it(project: Project) -> None:
    project.write(FILES)
    outside = project.root / "outside.rst"
    outside.write_text("Elsewhere\n=========\n")
    (project.src / "linked.rst").symlink_to(outside)
    project.build()
    assert edits(project) == {}
    project.conf["docsnav_edit_url"] = URL
    assert project.build().warnings == ""
    start, end = "https://code.example/o/r/edit/main/docs/", "?a=1&amp;b=2"
    assert "linked.html" in project.files()
    assert edits(project) == {
        "index.html": [f"{start}index.mdx{end} Edit page"],
        "guides/set up é.html": [f"{start}guides/set%20up%20%C3%A9.rst{end} Edit page"],
        "de/index.html": [f"{start}de/index.mdx{end} Seite bearbeiten"],
    }
    assert any(name.startswith("api") and name.endswith("/list.html") for name in project.files())
    assert "_static/docsnav-page.js" not in project.files()
    project.build(out="clean", fresh=True)
    assert project.files("clean")["index.html"] == project.files()["index.html"]


@pytest.mark.parametrize(
    "url", ["javascript:{path}", "https://e.org/edit", "https:///{path}", "https://e.org/{x}{path}"]
)
def test_an_address_that_cannot_be_is_refused(project: Project, url: str) -> None:
    project.write(FILES)
    with pytest.raises(ConfigError, match=r"docsnav_edit_url: expected .*OWNER/REPO"):
        project.build(conf={"docsnav_edit_url": url})


def test_links_of_the_theme_stay_the_only_ones(project: Project) -> None:
    project.write({"index.mdx": "# Home\n", "docs.json": '{"navigation": {"pages": ["index"]}}'})
    options = {"source_repository": "https://github.com/o/r", "source_branch": "main"}
    project.conf |= {"html_theme": "furo", "html_theme_options": options, "docsnav_edit_url": URL}
    project.build()
    text = project.files()["index.html"].decode()
    assert text.count("https://github.com/o/r/edit/main/") == 1
    assert "docsnav-action" not in text


@pytest.mark.parametrize(
    ("theme", "options", "context"),
    [
        ("pydata_sphinx_theme", {"use_edit_page_button": True}, {}),
        ("sphinx_book_theme", {"use_edit_page_button": True}, {}),
        ("sphinx_rtd_theme", {}, {"display_github": True}),
        ("shibuya", {}, {"source_user": "o", "source_repo": "r"}),
        ("sphinx_immaterial", {"repo_url": "https://e.org", "edit_uri": "edit/main"}, {}),
    ],
)
def test_themes_that_are_set_up_to_link_are_known(
    theme: str, options: dict[str, Any], context: dict[str, Any]
) -> None:
    adapter = find_adapter_class([theme])
    assert has_edit_links(adapter(options), context)
    assert not has_edit_links(adapter({"repo_url": "https://e.org"}), {"source_user": "o"})


@pytest.mark.on_demand
def test_dates_of_last_changes_come_from_an_extension(project: Project) -> None:
    pytest.importorskip("sphinx_last_updated_by_git")
    pages = {"index.mdx": "# Home\n", "a.mdx": "# A\n"}
    project.write({**pages, "docs.json": '{"navigation": {"pages": ["index", "a"]}}'})
    project.conf |= {"html_last_updated_fmt": "%Y", "html_theme": "basic"}
    project.extensions = ("sphinx_docsnav", "sphinx_last_updated_by_git")
    git = ("git", "-c", "user.name=A", "-c", "user.email=a@example.com")
    subprocess.run([*git, "init", "-q"], cwd=project.src, check=True)
    for year, name in ((2019, "index.mdx"), (2021, "a.mdx")):
        day = f"{year}-06-01T12:00:00Z"
        dates = {"GIT_AUTHOR_DATE": day, "GIT_COMMITTER_DATE": day}
        for words in (("add", name), ("commit", "-qm", name)):
            subprocess.run([*git, *words], cwd=project.src, check=True, env={**os.environ, **dates})

    project.build()

    assert b"Last updated on 2019" in project.files()["index.html"]
    assert b"Last updated on 2021" in project.files()["a.html"]
