"""``directory``: a group's main page lists the group."""

from __future__ import annotations

import json
import re

import pytest
from building import Project

PAGES = {
    "index.mdx": "---\ntitle: Home\n---\n",
    "a.mdx": "---\ntitle: First <b>\ndescription: All **of** <it>\nicon: star\n---\n",
    "deep/b.mdx": "# Second",
    "deep/hidden.mdx": "---\ntitle: Hidden\nhidden: true\n---\n",
    "out.mdx": "---\ntitle: Out\nurl: https://example.com\n---\n",
    "bad.mdx": "---\ntitle: Bad\nurl: 'javascript:alert(1)'\n---\n",
}
INNER: dict[str, object] = {"group": "Inner", "pages": ["deep/b", "deep/hidden"]}
GROUP: dict[str, object] = {"group": "Guide", "root": "index", "pages": ["a", INNER, "out", "bad"]}


def write(project: Project, group: dict[str, object], **fields: object) -> None:
    docs = {"navigation": {"groups": [group], **fields}}
    project.write({**PAGES, "docs.json": json.dumps(docs)})


def listing(project: Project, builder: str = "html") -> str:
    """Return the markup of the listing on the main page; empty if there is none."""
    html = (project.output(builder) / "index.html").read_text("utf-8")
    return html.partition("docsnav-listing")[2].partition("</section>")[0]


def links(markup: str) -> list[tuple[str, str]]:
    return re.findall(r'href="([^"]*)">(?:<[^>]*>)?([^<]*)<', markup)


def test_cards_lead_to_what_the_group_shows(project: Project) -> None:
    write(project, {**GROUP, "directory": "card"})

    unsafe = "address 'javascript:alert(1)' of 'url' is not of an allowed kind; left out"
    assert project.build().warnings.splitlines() == [
        f"bad.mdx:1:1: WARNING: {unsafe} [docsnav.link_unsafe]"
    ]

    markup = listing(project)
    assert links(markup) == [
        ("a.html", "First &lt;b&gt;"),
        ("deep/b.html", "Inner"),
        ("https://example.com", "Out"),
    ]
    assert "All of &lt;it&gt;" in markup
    assert "Bad" in markup
    assert "javascript" not in markup
    assert "Hidden" not in markup


def test_folds_hold_the_pages_of_a_nested_group(project: Project) -> None:
    write(project, {**GROUP, "directory": "accordion"})
    project.build("dirhtml")

    markup = listing(project, "dirhtml")

    assert markup.count("<details") == 4
    assert ("deep/b/", "Second") in links(markup)


@pytest.mark.parametrize(
    ("own", "around", "shown"),
    [(None, "card", True), ("none", "card", False), (None, None, False), ("card", "none", True)],
)
def test_a_listing_is_inherited(
    project: Project, own: str | None, around: str | None, *, shown: bool
) -> None:
    group = {**GROUP, "directory": own} if own else GROUP
    write(project, group, **({"directory": around} if around else {}))
    project.build()

    assert bool(listing(project)) is shown


def test_a_listing_follows_its_pages_and_is_html_only(project: Project) -> None:
    write(project, {**GROUP, "directory": "card"})
    project.build()
    before = project.times()

    project.write({"a.mdx": "---\ntitle: First <b>\ndescription: Else\nicon: star\n---\n"})
    result = project.build()

    assert result.read == (0, 1, 0)
    # Pages name the description of their neighbours.
    assert project.written(before) == ["a.html", "deep/b.html", "index.html"]
    assert "Else" in listing(project)
    assert "Else" not in (project.build("text").app.outdir / "index.txt").read_text("utf-8")


def test_a_group_of_links_leads_to_its_first_link(project: Project) -> None:
    links_only = {"group": "Links", "pages": ["out"]}
    write(project, {**GROUP, "pages": ["a", links_only], "directory": "card"})

    project.build()

    assert ("https://example.com", "Links") in links(listing(project))
