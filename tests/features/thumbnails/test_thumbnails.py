"""Pictures of pages for links in networks."""

from __future__ import annotations

import io
import json
import re

import pytest
from building import Project

Image = pytest.importorskip("PIL.Image")

DOCS: dict[str, object] = {
    "name": "Docs",
    "colors": {"primary": "#16a34a"},
    "thumbnails": {"appearance": "dark", "background": "/back.png"},
    "navigation": {"pages": ["index", "own", "far"]},
}
LONG = "A title that is so long that it does not fit into three lines of a picture " * 3


def built(project: Project, docs: dict[str, object], **conf: object) -> dict[str, bytes]:
    project.write({"docs.json": json.dumps(docs), "far.mdx": "---\ntitle: 日本語\n---\n"})
    project.write({"index.mdx": f"---\ntitle: {LONG}\ndescription: What.\n---\nText.\n"})
    project.write({"own.mdx": '---\ntitle: Own\n"og:image": /own.png\n---\n'})
    picture = io.BytesIO()
    Image.new("RGB", (40, 30), "#202020").save(picture, "PNG")
    (project.src / "back.png").write_bytes(picture.getvalue())
    project.build(conf={"html_theme": "alabaster", **conf})
    return project.files()


def test_each_page_without_a_picture_has_one(project: Project) -> None:
    address = {"html_baseurl": "https://example.org/docs/"}
    files = built(project, DOCS, **address)
    names = [name for name in files if name.startswith("_static/docsnav-thumbnails/")]
    (name,) = names
    head = files["index.html"].decode()
    assert f'<meta property="og:image" content="https://example.org/docs/{name}">' in head
    assert '<meta name="twitter:card" content="summary_large_image">' in head
    assert files["own.html"].count(b"og:image") == 1
    assert b"og:image" not in files["far.html"]  # Pillow's font has no such letters
    with Image.open(io.BytesIO(files[name])) as drawn:
        assert drawn.size == (1200, 630)
        assert drawn.getpixel((600, 300)) != drawn.getpixel((600, 625)) == (22, 163, 74)
        assert (243, 244, 246) in {colour for _, colour in drawn.getcolors(99999)}
    before = project.times()
    project.build(conf={"html_theme": "alabaster", **address})
    assert project.written(before) == []
    docs = {**DOCS, "thumbnails": {"background": "../back.png"}}
    files = built(project, docs, **address)
    (other,) = [name for name in files if name.startswith("_static/docsnav-thumbnails/")]
    assert other != name


def test_without_an_address_or_a_wish_there_are_none(project: Project) -> None:
    docs = {key: value for key, value in DOCS.items() if key != "thumbnails"}
    for files in (built(project, DOCS), built(project, docs, html_baseurl="https://example.org/")):
        assert not re.search("thumbnails/", "".join(files))
        assert b"og:image" not in files["index.html"]


def test_a_background_that_is_no_picture_is_left_out(project: Project) -> None:
    address = {"html_baseurl": "https://example.org/docs/"}
    built(project, DOCS, **address)
    (project.src / "back.png").write_bytes(b"GIF89a" + b"\xff" * 40)
    assert project.build(conf={"html_theme": "alabaster", **address}).warnings == ""
    assert len([name for name in project.files() if "docsnav-thumbnails/" in name]) == 1
