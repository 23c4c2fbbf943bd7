"""What stores for books check: files and their properties, reading order, structure, styles."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import xml.etree.ElementTree as ET
import zipfile
from datetime import UTC, datetime
from pathlib import Path

import pytest
from building import Project, Result

DOCS = {
    "name": "Shelf",
    "navigation": {
        "tabs": [
            {"tab": "Guide", "groups": [{"group": "Start", "icon": "book", "pages": ["a", "b"]}]},
            {"tab": "API", "openapi": "openapi.json"},
        ]
    },
}
OPERATION = {
    "operationId": "list",
    "summary": "List entries",
    "tags": ["Time entries"],
    "responses": {"200": {"description": "Entries"}},
}
API = {
    "openapi": "3.1.0",
    "info": {"title": "Times", "version": "1"},
    "paths": {"/entries": {"get": OPERATION}},
}
PAGE = """
# Media

<video src="/clip.mp4" controls></video>

<video controls><source src="https://example.com/film.mp4" />Words for old browsers.</video>

Before <audio src="https://example.com/song.mp3" /> after.

<iframe src="https://www.youtube.com/embed/a" title="A film"></iframe>

<AccordionGroup>
  <Accordion title="May I bring a bicycle?" icon="book">Yes.</Accordion>
</AccordionGroup>

<Step title="Alone">One</Step>

<Tree.Folder name="src">
  <Tree.File name="main.py" />
</Tree.Folder>

$$
a^2
$$

<svg viewBox="0 0 9 9"><path d="M0 0h9v9z" /></svg>

<a href="/b">
  <img src="https://example.com/picture.png" alt="Picture" />
  <h3>B</h3>
</a>

<div>
  <Badge color="green">
    Final
  </Badge>
</div>
"""
CONF = {"epub_show_urls": "no", "version": "1", "copyright": "c", "author": "a"}
OPF = "{http://www.idpf.org/2007/opf}"
XHTML = "{http://www.w3.org/1999/xhtml}"


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> tuple[Project, Result]:
    """A book with media, folds, drawings, formulas and an endpoint."""
    project = Project(tmp_path_factory.mktemp("book"))
    docs, api = json.dumps(DOCS), json.dumps(API)
    project.write(
        {"docs.json": docs, "openapi.json": api, "a.mdx": PAGE, "b.mdx": "# B\n\nText.\n"}
    )
    (project.src / "clip.mp4").write_bytes(b"\0\0\0\x18ftypmp42")
    math = {"html_math_renderer": "docsnav_mathml"}
    return project, project.build("epub", conf={**CONF, **math})


def chapter(project: Project, name: str) -> ET.Element:
    return ET.fromstring((project.output("epub") / name).read_bytes())  # noqa: S314 -- our own


def properties(project: Project) -> dict[str, str]:
    package = chapter(project, "content.opf")
    return {each.get("href", ""): each.get("properties", "") for each in package.iter(f"{OPF}item")}


def test_the_list_of_files_declares_what_chapters_have(book: tuple[Project, Result]) -> None:
    found = properties(book[0])

    assert found["a.xhtml"].split() == ["mathml", "svg"]
    assert found["b.xhtml"] == ""
    assert found["nav.xhtml"] == "nav"


def test_the_contents_are_in_reading_order(book: tuple[Project, Result]) -> None:
    project, _ = book
    package = chapter(project, "content.opf")
    names = {each.get("id"): each.get("href") for each in package.iter(f"{OPF}item")}
    spine = [names[each.get("idref")] for each in package.iter(f"{OPF}itemref")]
    links = [each.get("href", "") for each in chapter(project, "nav.xhtml").iter(f"{XHTML}a")]

    entries = [(spine.index(link.partition("#")[0]), "#" in link) for link in links]
    assert len(entries) > 5
    assert entries == sorted(entries)


def test_files_of_the_site_are_in_the_book_and_others_are_links(
    book: tuple[Project, Result],
) -> None:
    project, _ = book
    page = chapter(project, "a.xhtml")
    (epub,) = project.output("epub").glob("*.epub")
    names = set(zipfile.ZipFile(epub).namelist())

    assert [each.get("src") in names for each in page.iter(f"{XHTML}video")] == [True]
    shown = {each.get("href"): "".join(each.itertext()) for each in page.iter(f"{XHTML}a")}
    assert shown["https://www.youtube.com/embed/a"] == "A film"
    assert {"https://example.com/film.mp4", "https://example.com/song.mp3"} <= set(shown)
    assert not [*page.iter(f"{XHTML}iframe"), *page.iter(f"{XHTML}audio")]
    assert "old browsers" not in "".join(page.itertext())


def test_every_file_of_a_chapter_is_in_the_list(book: tuple[Project, Result]) -> None:
    project, _ = book
    listed = properties(project)
    page = chapter(project, "a.xhtml")
    files = [each.get("src", "") for each in page.iter() if each.get("src")]
    assert files
    assert [file for file in files if file not in listed] == []


@pytest.mark.parametrize("year", [1970, 2200])
def test_pictures_of_any_time_can_be_packed(tmp_path: Path, year: int) -> None:
    docs = json.dumps({"name": "Old", "navigation": {"pages": ["a"]}})
    project = Project(tmp_path)
    project.write({"docs.json": docs, "a.mdx": "# A\n\n![Dot](/dot.svg)\n"})
    dot = project.src / "dot.svg"
    dot.write_text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>')
    seconds = datetime(year, 1, 1, 12, tzinfo=UTC).timestamp()
    os.utime(dot, (seconds, seconds))

    project.build("epub", conf=CONF)

    (epub,) = project.output("epub").glob("*.epub")
    (packed,) = (each for each in zipfile.ZipFile(epub).infolist() if "dot" in each.filename)
    assert packed.date_time[0] == (1980 if year < 1980 else 2107)
    assert dot.stat().st_mtime == seconds


def test_titles_come_first_in_folds_and_items_are_in_lists(book: tuple[Project, Result]) -> None:
    page = chapter(book[0], "a.xhtml")

    folds = list(page.iter(f"{XHTML}details"))
    assert len(folds) == 2
    assert [fold[0].tag for fold in folds] == [f"{XHTML}summary"] * 2
    ids = [each.get("id") for each in folds[0].iter() if each.get("id")]
    assert ids[:2] == ["may-i-bring-a-bicycle?", "may-i-bring-a-bicycle"]
    above = {child: parent for parent in page.iter() for child in parent}
    items = list(page.iter(f"{XHTML}li"))
    assert len(items) == 3
    assert {above[item].tag for item in items} <= {f"{XHTML}ol", f"{XHTML}ul"}


def test_links_are_not_in_links_and_paragraphs_not_in_lines(book: tuple[Project, Result]) -> None:
    page = chapter(book[0], "a.xhtml")

    for link in page.iter(f"{XHTML}a"):
        assert [*link.iter(f"{XHTML}a")] == [link]
    assert "Picture" in "".join(page.itertext())
    (badge,) = (each for each in page.iter(f"{XHTML}span") if "badge" in each.get("class", ""))
    assert ([*badge], (badge.text or "").strip()) == ([], "Final")


def test_ids_of_the_index_have_no_space(book: tuple[Project, Result]) -> None:
    page = chapter(book[0], "docsnav-endpoints.xhtml")
    ids = [each.get("id", "") for each in page.iter() if each.get("id")]

    assert "cap-Time\N{NO-BREAK SPACE}entries" in ids
    assert [name for name in ids if re.search(r"[ \t\n]", name)] == []


def test_style_sheets_leave_the_direction_to_html(book: tuple[Project, Result]) -> None:
    styles = list(Path(book[0].output("epub"), "_static").glob("docsnav*.css"))

    assert styles
    for style in styles:
        text = style.read_text("utf-8")
        assert not re.search(r"[;{\s](?:direction|unicode-bidi)\s*:", text), style.name
    assert any("flex-direction" in style.read_text("utf-8") for style in styles)


@pytest.mark.on_demand
def test_epubcheck_finds_nothing(book: tuple[Project, Result]) -> None:
    command = shutil.which("epubcheck")
    if command is None:
        pytest.skip("epubcheck is not installed; it needs Java")
    (epub,) = book[0].output("epub").glob("*.epub")
    done = subprocess.run([command, str(epub)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
