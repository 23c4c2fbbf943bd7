"""Feeds of changelogs."""

from __future__ import annotations

import json
from datetime import date
from xml.etree import ElementTree as ET

import pytest
from building import Project

from sphinx_docsnav.core.reading.text_dates import (
    find_day,
    format_month,
    number_months,
    parse_day,
)
from sphinx_docsnav.features.feeds import make_feed_path

ATOM = "{http://www.w3.org/2005/Atom}"
LOG = """---
title: Changelog
rss: true
---

<Update label="August 21, 2026" tags={["New"]} rss={{ title: "Editors & more",
  description: "A <b>." }}>
  ## Ignored

  Text.
</Update>

<Update label="v2.9.2">
  First words of [the](/index) entry and more.
</Update>
"""
NEWS = """
News
====

1.1 (2026-03-01)
----------------

- One.

1.0
---

Released on 2 May 2025.
"""


def built(project: Project, **conf: object) -> dict[str, bytes]:
    docs = {"name": "Docs <1>", "navigation": {"pages": ["index", "log", "deep/news"]}}
    project.write({"docs.json": json.dumps(docs), "index.mdx": "# Home\n"})
    project.write({"log.mdx": LOG, "deep/news.rst": NEWS})
    conf = {"html_theme": "alabaster", "docsnav_feed": "deep/news", **conf}
    assert project.build(conf=conf).warnings == ""
    return project.files()


def test_updates_and_sections_are_entries_with_their_dates(project: Project) -> None:
    files = built(project, html_baseurl="https://example.org/docs/")
    feed = ET.fromstring(files["log/rss.xml"])  # noqa: S314 -- our own output
    rows = [
        [entry.findtext(f"{ATOM}{tag}") for tag in ("title", "updated", "summary", "id")]
        for entry in feed.iter(f"{ATOM}entry")
    ]
    url = "https://example.org/docs/log.html"
    assert rows[0] == ["Editors & more", "2026-08-21T00:00:00Z", "A <b>.", f"{url}#august-21,-2026"]
    assert rows[1][:2] == ["v2.9.2", "2026-08-21T00:00:00Z"]
    assert (rows[1][2] or "").startswith("First words of the entry")
    assert feed.findtext(f"{ATOM}title") == "Docs <1>: Changelog"
    news = files["deep/news/rss.xml"].decode()
    assert "<updated>2026-03-01T00:00:00Z</updated><summary>One.</summary>" in news
    assert "<updated>2025-05-02T00:00:00Z" in news
    head = '<link rel="alternate" type="application/atom+xml" href="news/rss.xml">'
    assert head.encode() in files["deep/news.html"]
    assert b">RSS</a>" in files["log.html"]
    assert b"atom+xml" not in files["index.html"]
    before = project.times()
    conf = {"html_theme": "alabaster", "docsnav_feed": "deep/news"}
    project.build(conf={**conf, "html_baseurl": "https://example.org/docs/"})
    assert project.written(before) == []


def test_without_an_address_there_is_no_feed(project: Project) -> None:
    files = built(project)
    assert "log/rss.xml" not in files
    assert b"atom+xml" not in files["log.html"]


def test_a_page_without_dates_has_no_link_to_a_feed(project: Project) -> None:
    log = "# Log\n\n<Update label='v2'>\n  Text.\n</Update>\n"
    docs = {"name": "Docs", "navigation": {"pages": ["index"]}}
    project.write({"docs.json": json.dumps(docs), "index.mdx": f"---\nrss: true\n---\n\n{log}"})
    project.build(conf={"html_theme": "alabaster", "html_baseurl": "https://example.org/"})
    files = project.files()
    assert "rss.xml" not in files
    assert b"rss.xml" not in files["index.html"]


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2024-10-11 v0.1", date(2024, 10, 11)),
        ("August 21, 2026", date(2026, 8, 21)),
        ("21st of August 2026", date(2026, 8, 21)),
        ("Nov 2024", date(2024, 11, 1)),
        ("21 de agosto de 2026", date(2026, 8, 21)),
        ("2026年8月21日", date(2026, 8, 21)),
        ("2026년 8월 21일", date(2026, 8, 21)),
        ("2026 年 8 月", date(2026, 8, 1)),
        ("2024-99-11", None),
        ("version 2.9.2", None),
        ("Python 3000", None),
    ],
)
def test_dates_in_headings(text: str, day: date | None) -> None:
    assert find_day(text, number_months("es")) == day


@pytest.mark.parametrize(
    ("text", "code", "month"),
    [
        ("2026-08-21", "en", "August 2026"),
        ("Friday: August 21, 2026", "en", ""),
        ("v2.1 (2026-08-21)", "en", ""),
        ("FastMCP 3", "en", ""),
        ("1er décembre 2025", "fr", "Décembre 2025"),
        ("5 de agosto de 2026", "es", "Agosto de 2026"),
        ("July 31, 2026", "es", "Julio de 2026"),
        ("2026年8月21日", "cn", "2026年8月"),
        ("2026-08-21", "xx", "August 2026"),
    ],
)
def test_the_month_of_a_label_that_is_a_date_and_nothing_else(
    text: str, code: str, month: str
) -> None:
    day = parse_day(text, number_months(code))
    assert (format_month(day, code) if day else "") == month


def test_a_feed_is_below_its_page() -> None:
    assert make_feed_path("changelog") == "changelog/rss.xml"
    assert make_feed_path("index") == "rss.xml"
    assert make_feed_path("a/index") == "a/rss.xml"
