"""What is below the text of a page: related pages, the date of its last change, feedback."""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from building import Project

from sphinx_docsnav.features.page_end import make_issue_url, read_commit_dates
from sphinx_docsnav.sitefiles.safe_git import GitError

PAGES = {
    "index.mdx": "---\ntitle: Home\nrelated:\n- /two\n- The <b>: /deep/three#part\n"
    "- Spec: https://example.org/?a=<b>\n- javascript:alert(1)\n---\nText.\n\n## Part\n\nMore.\n",
    "two.mdx": "---\ntitle: Two\nlastUpdatedDate: 2026-08-13\n---\nText.\n",
    "deep/three.mdx": "---\ntitle: Three\ntimestamp: false\nrelated: false\n---\n\n## Part\n",
    "four.rst": ":related: /two, /deep/three\n\nFour\n====\n\nText.\n",
}
EDIT = "https://github.com/o/r/edit/main/docs/{path}"


def git(folder: Path, *arguments: str, day: str = "2024-01-02") -> None:
    when = {f"GIT_{who}_DATE": f"{day}T12:00:00Z" for who in ("AUTHOR", "COMMITTER")}
    own = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
    subprocess.run(["git", *own, *arguments], cwd=folder, check=True, env={**os.environ, **when})


def built(project: Project, docs: dict[str, Any], **conf: object) -> str:
    pages = [name.partition(".")[0] for name in PAGES]
    value = {"name": "Docs", "navigation": {"pages": pages}, **docs}
    project.write({"docs.json": json.dumps(value), **PAGES})
    conf = {"html_theme": "alabaster", "docsnav_edit_url": EDIT, **conf}
    return project.build(conf=conf).warnings


def page(project: Project, name: str) -> str:
    return project.files()[f"{name}.html"].decode()


def end_of(text: str) -> str:
    found = re.search(r'<div class="docsnav-end".*', text)
    return found[0] if found else ""


def test_the_menu_of_actions_ends_with_the_date(project: Project) -> None:
    assert built(project, {"metadata": {"timestamp": True}}) == ""
    text = page(project, "two")
    menu = text[text.index('<div class="docsnav-actions"') :].partition("</details>")[0]
    assert re.search(r'docsnav-updated">[^<]*<time datetime="2026-08-13">.*</li></ul>$', menu)
    assert "docsnav-updated" not in page(project, "deep/three")


def test_related_pages_are_listed_by_their_titles(project: Project) -> None:
    assert built(project, {}) == ""
    text = page(project, "index")
    listed = text[text.index("Related topics") :]
    links = re.findall(r'href="([^"]+)">(?:<span>)?([^\n]+?)(?:</span>)?</a>', listed)[:3]
    assert links == [
        ("two.html", "Two"),
        ("deep/three.html#part", "The &lt;b&gt;"),
        ("https://example.org/?a=&lt;b&gt;", "Spec"),
    ]
    assert "javascript" not in listed
    assert '"deep/three.html">Three</a>' in page(project, "four").partition("Related topics")[2]
    assert "Related topics" not in page(project, "deep/three")
    before = project.times()
    project.write({"two.mdx": PAGES["two.mdx"].replace("Two", "Another")})
    project.build(conf={"html_theme": "alabaster", "docsnav_edit_url": EDIT})
    assert {"index.html", "four.html"} <= set(project.written(before))
    assert '"two.html">Another' in page(project, "four")


def test_a_related_page_that_is_missing_is_a_warning(project: Project) -> None:
    project.write({"a.mdx": "---\nrelated: [/none]\n---\n# A\n"})
    project.write({"docs.json": '{"navigation": {"pages": ["a"]}}'})
    assert "docsnav.link_missing" in project.build().warnings


def test_dates_are_those_of_the_page_else_of_its_last_commit(project: Project) -> None:
    docs = {"metadata": {"timestamp": True}}
    project.write({"docs.json": "{}", **PAGES})
    git(project.src, "init", "--quiet")
    git(project.src, "add", ".")
    git(project.src, "commit", "--quiet", "-m", "one")
    assert built(project, docs) == ""
    assert '<time datetime="2024-01-02">January 2, 2024</time>' in end_of(page(project, "index"))
    assert '<time datetime="2026-08-13">' in end_of(page(project, "two"))
    assert end_of(page(project, "deep/three")) == ""
    conf = {"html_theme": "alabaster", "docsnav_edit_url": EDIT}
    before = project.times()
    assert project.build(conf=conf).read == (0, 0, 0)
    assert project.written(before) == []
    git(project.src, "commit", "--quiet", "--allow-empty", "-m", "two", day="2025-03-04")
    (project.src / "index.mdx").write_text(PAGES["index.mdx"] + "\nNew.\n", "utf-8")
    git(project.src, "commit", "--quiet", "-am", "three", day="2025-05-06")
    project.build(conf=conf)
    assert "May 6, 2025" in end_of(page(project, "index"))
    assert "January 2, 2024" in end_of(page(project, "four"))
    shown = {"html_last_updated_fmt": "%Y"}
    project.build(conf={**conf, **shown}, out="theirs")
    assert b"docsnav-end" not in project.files("theirs")["index.html"]


def test_git_says_why_it_has_no_dates(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    one.mkdir()
    (one / "ä.mdx").write_text("a", "utf-8")
    with pytest.raises(GitError, match="not a git repository"):
        read_commit_dates(one, {"ä.mdx"})
    git(one, "init", "--quiet")
    git(one, "add", ".")
    git(one, "commit", "--quiet", "-m", "one")
    assert read_commit_dates(one, {"ä.mdx", "none.mdx"}) == {"ä.mdx": "2024-01-02"}
    git(one, "commit", "--quiet", "--allow-empty", "-m", "two")
    git(tmp_path, "clone", "--quiet", "--depth", "1", one.as_uri(), str(two))
    with pytest.raises(GitError, match="shallow"):
        read_commit_dates(two, {"ä.mdx"})


def test_feedback_needs_what_conf_py_names(project: Project) -> None:
    docs = {
        "feedback": {"thumbsRating": True, "raiseIssue": True},
        "integrations": {"ga4": {"measurementId": '"><script>'}},
    }
    assert built(project, docs) == ""
    text = page(project, "deep/three")
    assert 'href="https://github.com/o/r/issues/new?title=Three"' in end_of(text)
    assert "<button" not in end_of(text)
    assert "measurementId" not in text
    assert built(project, docs, docsnav_script="own.js") == ""
    text = page(project, "deep/three")
    assert end_of(text).count("<button") == 2
    (known,) = re.findall(r'<script data-docsnav="([^"]*)"[^>]*src="../_static/own.js"', text)
    assert "&lt;script&gt;" in known
    assert built(project, {"feedback": {}}, docsnav_edit_url="") == ""
    assert end_of(page(project, "index")) == ""


def test_addresses_for_problems() -> None:
    assert make_issue_url(EDIT, "A & b") == "https://github.com/o/r/issues/new?title=A%20%26%20b"
    url = "https://gitlab.com/o/r/-/edit/main/{path}"
    assert make_issue_url(url, "T") == "https://gitlab.com/o/r/-/issues/new?issue[title]=T"
    assert make_issue_url("https://example.org/{path}", "T") == ""
