"""The contents of a long changelog are its months."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable

from building import Project
from docutils import nodes


def changelog(labels: Iterable[str], title: str = "Changelog") -> str:
    """Return a page with an entry for each label, with a heading in it."""
    entries = "".join(
        f'<Update label="{each}">\n## In {each}\n\nText.\n</Update>\n\n' for each in labels
    )
    return f"---\ntitle: {title}\n---\n\n{entries}"


def rows(project: Project, docname: str) -> list[tuple[str, str]]:
    """Return the contents of a page below its title, as text and address."""
    listing = project.build().app.env.tocs[docname]
    links = list(listing.findall(nodes.reference))[1:]
    return [(link.astext(), link["anchorname"]) for link in links]


DATES = [f"{month} {day}, 2026" for month in ("August", "July") for day in (28, 21, 14, 7)]
DATES += [f"{month} {day}, 2025" for month in ("December", "August") for day in (22, 15, 8)]


def test_a_long_changelog_lists_its_months_in_the_language_of_the_page(project: Project) -> None:
    languages = [{"language": each, "pages": [f"{each}/log"]} for each in ("en", "fr")]
    docs = {"navigation": {"languages": languages}}
    project.write({f"{each}/log.mdx": changelog(DATES) for each in ("en", "fr")})
    project.write({"docs.json": json.dumps(docs)})
    anchors = ["#august-28,-2026", "#july-28,-2026", "#december-22,-2025", "#august-22,-2025"]
    english = ["August 2026", "July 2026", "December 2025", "August 2025"]
    assert rows(project, "en/log") == list(zip(english, anchors, strict=True))
    french = ["Août 2026", "Juillet 2026", "Décembre 2025", "Août 2025"]
    assert rows(project, "fr/log") == list(zip(french, anchors, strict=True))
    page = project.files()["fr/log.html"].decode()
    assert set(anchors) <= {f"#{name}" for name in re.findall(r' id="([^"]+)"', page)}


def test_an_entry_without_a_date_keeps_its_row_and_what_is_in_it(project: Project) -> None:
    docs = {"navigation": {"pages": ["log"]}}
    labels = [*DATES[:2], "Summer release", *DATES[2:]]
    project.write({"log.mdx": changelog(labels), "docs.json": json.dumps(docs)})
    texts = [text for text, _ in rows(project, "log")]
    assert texts[:4] == ["August 2026", "Summer release", "In Summer release", "July 2026"]


def test_short_changelogs_versions_and_labels_of_months_stay_as_they_are(
    project: Project,
) -> None:
    names = ("January", "February", "March", "April", "May", "June", "July", "August")
    pages = {
        "short": DATES[:12],
        "versions": [f"v1.{number}" for number in range(20)],
        "dated": [f"v1.{number} ({day})" for number, day in enumerate(DATES)],
        "months": [f"{name} {year}" for year in (2026, 2025) for name in names],
    }
    project.write({"docs.json": json.dumps({"navigation": {"pages": list(pages)}})})
    project.write({f"{name}.mdx": changelog(labels) for name, labels in pages.items()})
    for name, labels in pages.items():
        texts = [text for text, _ in rows(project, name)]
        assert texts == [text for label in labels for text in (label, f"In {label}")]
