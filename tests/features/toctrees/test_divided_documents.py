"""Documents that add several entries to the level of their parent: in each mode, as in Sphinx."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pytest
from building import Project
from support import Command

from sphinx_docsnav.cli.compare import LOSS_HEADINGS, BuiltProject, find_differences
from sphinx_docsnav.cli.compared_output import SIDEBARS, Output, PageReader
from sphinx_docsnav.core.site.hanging_pages import WrittenEntry, WrittenToctree
from sphinx_docsnav.features.toctrees import ToctreeReader, ToctreeSource

INDEX = """
Home
====

.. toctree::

   first
   Ignored title <divided>
   untitled
   last
"""
DIVIDED = """
.. toctree::

   public/a
   public/b

Private
=======

.. toctree::

   private/c

Second & last
=============

.. toctree::

   second/d

Third
=====
"""
FILES = {
    "conf.py": "extensions = []\n",
    "index.rst": INDEX,
    "divided.rst": DIVIDED,
    "untitled.rst": ".. toctree::\n\n   inside\n",
    **{
        f"{name}.rst": f"{name.title()}\n{'=' * len(name)}\n"
        for name in ("first", "last", "inside", "public/a", "public/b", "private/c", "second/d")
    },
}
SIDEBAR = [
    *(("First", ""), ("Public/A", ""), ("Public/B", "")),
    *(("Private", ""), ("Private/C", "Private")),
    *(("Second & last", ""), ("Second/D", "Second & last"), ("Third", "")),
    *(("Inside", ""), ("Last", "")),
]
"""Each entry, and the entry above it."""


@pytest.fixture
def divided(project: Project) -> Project:
    project.write(FILES)
    project.conf = {"html_theme": "furo"}
    return project


def read(project: Project, out: str) -> Output:
    return Output(project.output(out), SIDEBARS["furo"]).read()


def current(page: Path) -> list[str]:
    """Return the labels of the entries that are marked as above the page, or as the page."""
    text = page.read_text("utf-8")
    tree = text[text.index('<div class="sidebar-tree') : text.index("</aside>")]
    marked = re.findall(r'<li class="toctree-l[^"]* current[^"]*"><a [^>]*>(.*?)</a>', tree)
    return [re.sub("<[^>]*>", "", label) for label in marked]


@pytest.mark.parametrize("mode", ["toctree", "docs.json", "init"])
def test_entries_are_at_the_level_of_sphinx(divided: Project, command: Command, mode: str) -> None:
    divided.build(out="plain")
    conf = {"extensions": "sphinx_docsnav"}
    if mode == "toctree":
        conf["docsnav_config"] = "toctree"
    elif mode == "docs.json":
        pages = ["first", "divided", "untitled", "last"]
        divided.write({"docs.json": json.dumps({"navigation": {"pages": pages}})})
    else:
        assert command("init", divided.src) == 0
        assert "divided: docs.json omits the pages of its toctrees" in command.err
    assert divided.build(out="ours", conf=conf).warnings == ""
    plain, ours = read(divided, "plain"), read(divided, "ours")
    assert plain.pages["last.html"].parents == SIDEBAR
    for name in ("first", "divided", "public/a", "second/d"):
        entries = [output.pages[f"{name}.html"].parents for output in (plain, ours)]
        assert (name, entries[1]) == (name, entries[0])
    assert ours.relations() == plain.relations()
    targets = [link for link in ours.pages["first.html"].links if link.startswith("divided")]
    assert sorted(targets) == ["divided.html", "divided.html#second-last", "divided.html#third"]
    for name in ("public/a", "private/c", "divided"):
        marks = [current(output.folder / f"{name}.html") for output in (plain, ours)]
        assert (name, marks[1]) == (name, marks[0])


@pytest.mark.parametrize("mode", ["toctree", "init"])
@pytest.mark.parametrize("entry", ["self", "Overview <self>"])
def test_a_document_with_several_titles_lists_itself_once(
    divided: Project, command: Command, mode: str, entry: str
) -> None:
    index = INDEX.replace("   first\n", f"   {entry}\n   first\n")
    divided.write({"index.rst": f"{index}\nMore\n====\n\nText.\n"})
    divided.build(out="plain")
    if mode == "init":
        assert command("init", divided.src) == 0
    conf = {"extensions": "sphinx_docsnav"}
    conf |= {"docsnav_config": "toctree"} if mode == "toctree" else {}
    divided.build(out="ours", conf=conf)
    plain, ours = read(divided, "plain"), read(divided, "ours")
    title = "Home" if entry == "self" else "Overview"
    assert plain.pages["last.html"].parents == [(title, ""), *SIDEBAR]
    assert ours.pages["last.html"].parents == plain.pages["last.html"].parents


def test_a_second_title_has_its_number(divided: Project) -> None:
    divided.write({"index.rst": INDEX.replace("toctree::\n", "toctree::\n   :numbered:\n")})
    divided.build(out="plain")
    divided.build(out="ours", conf={"extensions": "sphinx_docsnav", "docsnav_config": "toctree"})
    labels = [read(divided, out).pages["first.html"].labels for out in ("plain", "ours")]
    assert "5. Second & last" in labels[0]
    assert labels[1] == labels[0]


def test_a_title_that_is_added_is_in_all_sidebars_at_once(divided: Project) -> None:
    conf = {"extensions": "sphinx_docsnav", "docsnav_config": "toctree"}
    divided.build(out="ours", conf=conf)
    divided.write({"first.rst": "First\n=====\n\nFirst again\n===========\n"})
    divided.build(out="ours", conf=conf)
    assert read(divided, "ours").pages["last.html"].labels[:2] == ["First", "First again"]


def test_a_group_has_its_pages_among_the_headings_of_its_main_page(divided: Project) -> None:
    """In themes that show these headings, a docs.json of ``init`` changes nothing."""
    sections = "\n".join(
        f"{title}\n----\n\n.. toctree::\n\n   {page}\n"
        for title, page in (("Part", "last"), ("More", "inside"))
    )
    group = {"group": "First", "root": "first", "pages": ["public/a", "inside", "last"]}
    divided.write(
        {
            "index.rst": "Home\n====\n\n.. toctree::\n\n   first\n",
            "first.rst": f"First\n=====\n\n{sections}",
            "docs.json": json.dumps({"navigation": {"groups": [group]}}),
        }
    )
    divided.build(out="ours", conf={"extensions": "sphinx_docsnav", "html_theme": "alabaster"})
    ours = Output(divided.output("ours"), SIDEBARS["alabaster"]).read()
    entries = [("Part", "First"), ("Last", "Part"), ("More", "First"), ("Inside", "More")]
    parents = ours.pages["last.html"].parents
    assert [pair for pair in parents if pair in entries] == entries
    # What only docs.json lists comes last.
    assert parents.index(("Public/A", "First")) == parents.index(entries[-1]) + 1
    page = (divided.output("ours") / "last.html").read_text("utf-8")
    assert re.search('<li class="[^"]* current[^"]*"><a [^>]*href="first.html#part"', page)
    # The main page has its headings once.
    assert "docsnav-headings" not in (divided.output("ours") / "first.html").read_text("utf-8")


def test_toctrees_for_other_builders_are_in_no_sidebar(divided: Project) -> None:
    toctrees = (
        f".. only:: {name}\n\n   .. toctree::\n\n      for_{name}\n\n" for name in ("latex", "html")
    )
    pages = {f"for_{name}.rst": f"{name}\n=====\n" for name in ("latex", "html")}
    divided.write({"first.rst": "First\n=====\n\n" + "".join(toctrees), **pages})
    divided.build(out="plain")
    divided.build(out="ours", conf={"extensions": "sphinx_docsnav", "docsnav_config": "toctree"})
    for name in ("first", "for_latex", "for_html"):
        plain, ours = (read(divided, out).pages[f"{name}.html"] for out in ("plain", "ours"))
        assert ("html", "First") in ours.parents
        assert ours.parents == plain.parents


def test_init_lists_what_toctrees_alone_would_not_place() -> None:
    """The toctree in front of the title has a link, which only docs.json can add."""
    in_front = WrittenToctree(
        "", (WrittenEntry("", "a"), WrittenEntry("E", "https://e.com")), is_before_title=True
    )
    toctrees = {
        "home": [WrittenToctree("", (WrittenEntry("Ignored", "api"), WrittenEntry("", "end")))],
        "api": [in_front, WrittenToctree("", (WrittenEntry("", "b"),))],
    }
    source = ToctreeSource(
        "home",
        lambda name: toctrees.get(name, []),
        str.upper,
        frozenset({"home", "api", "a", "b", "end"}),
        lambda name: name != "api",
    )
    group = {"group": "API", "root": "api", "pages": ["b"]}
    link = {"title": "E", "href": "https://e.com"}
    items = list(ToctreeReader(source, nested=True)._list_items(toctrees["home"][0], "home"))
    assert items == ["a", link, group, "end"]


def test_init_lists_a_page_once_that_two_toctrees_of_a_document_list(
    divided: Project, command: Command
) -> None:
    second = ".. toctree::\n\n   public/b\n   private/c\n"
    inside = f"First\n=====\n\n.. toctree::\n\n   private/c\n\n{second}"
    index = "Home\n====\n\n.. toctree::\n\n   last\n   first\n"
    divided.write({"index.rst": index, "first.rst": inside})
    for name in ("divided", "public/a", "second/d", "untitled", "inside"):
        (divided.src / f"{name}.rst").unlink()
    divided.build(out="plain")
    assert command("init", divided.src) == 0
    note = "first: its toctrees list 'private/c' 2 times in one place; docs.json lists it once"
    assert note in command.err
    assert divided.build(out="ours", conf={"extensions": "sphinx_docsnav"}).warnings == ""
    outputs = [read(divided, out) for out in ("plain", "ours")]
    assert [output.pages["last.html"].labels.count("Private/C") for output in outputs] == [2, 1]
    projects = [BuiltProject(each, Counter(), 0, 1, 1, "0", frozenset()) for each in outputs]
    assert not find_differences(*projects).keys() & LOSS_HEADINGS


def test_compare_calls_an_entry_below_another_one_lost() -> None:
    nested = "<ul><li><a href='p'>P</a><ul><li><a href='a'>A</a></li></ul></li></ul>"
    flat = "<ul><li><a href='a'>A</a></li><li><a href='p'>P</a></li></ul>"
    differences = find_differences(built(flat), built(nested))
    assert differences["entries of sidebars below another entry"] == [
        "a.html: 'A' at the first level -> below 'P'"
    ]
    assert differences.keys() & LOSS_HEADINGS
    assert not find_differences(built(nested), built(nested)).keys() & LOSS_HEADINGS


def test_compare_calls_an_entry_in_another_place_lost() -> None:
    def find_lost(before: str, after: str) -> list[str]:
        return find_differences(built(before), built(after)).get("lost entries of sidebars", [])

    once = "<ul><li><a href='a?place=2'>A</a></li></ul>"
    assert find_lost("<ul><li><a href='a'>A</a></li><li><a href='a'>A</a></li></ul>", once) == []
    caption = "<p class='caption'>B</p>"
    assert find_lost(f"{once}{caption}{once}", f"{once}{caption}") == ["a.html: ['A']"]
    nested = "<ul><li><a href='b'>B</a><ul><li><a href='a'>A</a></li></ul></li></ul>"
    lone = "<ul><li><a href='b'>B</a></li></ul>"
    assert find_lost(f"{once}{nested}", f"{once}{lone}") == ["a.html: ['A']"]


def test_compare_has_the_headings_of_the_page_below_its_entry() -> None:
    """A script moves them there."""
    nested = "<ul><li><a href='#h'>H</a></li></ul>"
    caption = "<p class='caption'>A</p>"
    own = f"{caption}<ul><li><a href='a'>A</a>{nested}</li><li><a href='b'>B</a></li></ul>"
    ours = (
        f"{caption}"
        "<ul><li><a href='a' aria-current='page'>A</a></li><li><a href='b'>B</a></li></ul>"
        "<div class='docsnav-headings'><ul><li><a href='#h'>H</a></li></ul></div>"
    )
    assert not find_differences(built(own), built(ours)).keys() & LOSS_HEADINGS
    assert built(ours).output.pages["a.html"].parents[2:] == [
        *(("A", ""), ("H", "A"), ("B", "")),
    ]


def test_compare_has_entries_below_a_heading_that_is_a_page() -> None:
    nested = "<ul><li><a href='p'>P</a><ul><li><a href='a'>A</a></li></ul></li></ul>"
    heading = "<p class='caption'><a href='p'>P</a></p><ul><li><a href='a'>A</a></li></ul>"
    assert not find_differences(built(nested), built(heading)).keys() & LOSS_HEADINGS
    # The name of the project is above no entry, and what follows a group is not below its heading.
    name, others = "<h1><a href='/'>N</a></h1>", "<ul><li><a href='o'>O</a></li></ul>"
    whole = built(f"{name}<div class='docsnav-group'>{heading}</div>{others}")
    assert not find_differences(built(f"{name}{nested}{others}"), whole).keys() & LOSS_HEADINGS


def built(sidebar: str) -> BuiltProject:
    reader = PageReader("side")
    reader.feed(f"<div class='side'><p class='caption'>Caption</p>{sidebar}</div>")
    output = Output(Path("nowhere"), "side", {"a.html": reader})
    return BuiltProject(output, Counter(), 0, 1, 1, "0", frozenset())
