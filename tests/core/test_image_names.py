"""Images with one file name, in several folders."""

from __future__ import annotations

import base64
import json
import re

import pytest
import sphinx
from building import Project

DOT = base64.b64decode("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7")
PAGES = [f"{letter}/page" for letter in "abcdef"]


@pytest.fixture
def plots(project: Project) -> Project:
    """Six pages, each with an image ``plot.gif`` of its own; the first with a second one."""
    docs = {"name": "Plots", "navigation": {"pages": PAGES}}
    text = "![A plot](./plot.gif)\n"
    project.write({"docs.json": json.dumps(docs), **{f"{page}.mdx": text for page in PAGES}})
    project.write({"a/page.mdx": f"{text}\n![Another](./only.gif)\n"})
    for number, page in enumerate(PAGES):
        folder = (project.src / page).parent
        (folder / "plot.gif").write_bytes(DOT + bytes([number]))
    (project.src / "a/only.gif").write_bytes(DOT)
    return project


def shown(project: Project, page: str, out: str = "html") -> list[bytes]:
    """Return the images of a built page, as they are found in the output."""
    path = project.output(out) / f"{page}.html"
    sources = re.findall(r'<img[^>]* src="([^"]+\.gif)"', path.read_text("utf-8"))
    return [(path.parent / source).read_bytes() for source in sources]


def test_each_page_shows_its_own_image(plots: Project) -> None:
    plots.build()
    assert [shown(plots, page)[0][-1] for page in PAGES] == [0, 1, 2, 3, 4, 5]


def test_the_only_file_of_a_name_keeps_it(plots: Project) -> None:
    plots.build()
    assert (plots.output() / "_images/only.gif").is_file()


def test_names_do_not_depend_on_the_order_of_reading(plots: Project) -> None:
    plots.build(out="at once")
    texts = {page: (plots.src / f"{page}.mdx").read_text() for page in PAGES}
    plots.write({f"{page}.mdx": "No image yet.\n" for page in PAGES})
    plots.build(out="one by one")
    for page in reversed(PAGES):
        plots.write({f"{page}.mdx": texts[page]})
        plots.build(out="one by one")
    assert plots.files("at once") == plots.files("one by one")


def test_a_second_file_of_a_name_renames_the_first_on_its_pages(plots: Project) -> None:
    plots.build()
    (plots.src / "b/only.gif").write_bytes(DOT + b"!")
    plots.write({"b/page.mdx": "![Another](./only.gif)\n"})
    before = plots.times()
    plots.build()
    written = plots.written(before)
    if sphinx.version_info < (8, 2) and "index.html" in written:
        written.remove("index.html")  # the root is written with every page
    assert written == ["a/page.html", "b/page.html"]
    assert (shown(plots, "a/page")[1], shown(plots, "b/page")) == (DOT, [DOT + b"!"])
    plots.build(out="fresh")
    pages = [f"{page}.html" for page in PAGES]
    assert [plots.files()[p] for p in pages] == [plots.files("fresh")[p] for p in pages]
