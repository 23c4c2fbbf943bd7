"""Navigation from toctrees: in memory (``docsnav_config = "toctree"``), and written by ``init``."""

from __future__ import annotations

import json
import posixpath
import re
from dataclasses import replace
from html import unescape

import pytest
from building import Project
from support import Command

from sphinx_docsnav.core.site.hanging_pages import (
    WrittenEntry,
    WrittenToctree,
    read_written_toctrees,
)
from sphinx_docsnav.features.toctrees import ToctreeReader, ToctreeSource

INDEX = """
Home
====

.. toctree::
   :hidden:

   install
   Renamed <usage>

.. toctree::
   :caption: Reference & more
   :numbered:

   api/index
   Code <https://example.com/code>
   genindex

.. toctree::
   :glob:
   :reversed:

   notes/*

.. only:: latex

   .. toctree::

      paper
"""
FILES = {
    "index.rst": INDEX,
    "install.rst": "Install\n=======\n",
    "usage.rst": "Usage\n=====\n",
    "api/index.rst": "API\n===\n\n.. toctree::\n   :caption: Inner\n\n   one\n   Two here <two>\n",
    "api/one.rst": "One\n===\n\n.. toctree::\n\n   deep\n",
    "api/deep.rst": "Deep\n====\n",
    "api/two.rst": "Two\n===\n",
    "notes/a.rst": "A\n=\n",
    "notes/b.rst": "B\n=\n",
    "paper.rst": ":orphan:\n\nPaper\n=====\n",
}
DOCUMENTS = (
    *("index", "install", "usage", "api/index", "api/one"),
    *("api/deep", "api/two", "notes/b", "notes/a", "paper"),
)
NAVIGATION = {
    "pages": [
        "install",
        {"page": "usage", "title": "Renamed"},
        {
            "group": "Reference & more",
            "pages": [
                {
                    "group": "API",
                    "root": "api/index",
                    "pages": [
                        {"group": "One", "root": "api/one", "pages": ["api/deep"]},
                        {"page": "api/two", "title": "Two here"},
                    ],
                },
                {"title": "Code", "href": "https://example.com/code"},
                "genindex",
            ],
        },
        "notes/b",
        "notes/a",
        "paper",
    ]
}
ACROSS_INDEX = {"api/two": {"next": "notes/b.html"}, "notes/b": {"prev": "api/two.html"}}
"""Sphinx itself has no link across `genindex`, because that is no document."""


@pytest.fixture
def book(project: Project) -> Project:
    """A project with all that toctrees can say, without docs.json."""
    project.conf = {"html_theme": "furo"}
    project.write({"conf.py": "extensions = []\n", **FILES})
    return project


def page(project: Project, docname: str, out: str) -> str:
    return (project.output(out) / f"{docname}.html").read_text("utf-8")


def entries(text: str) -> list[tuple[str, str]]:
    """Return the links and captions of furo's sidebar, captions without an address."""
    tree = text[text.index('<div class="sidebar-tree') : text.index("</aside>")]
    found = re.findall(
        r'<p class="caption"[^>]*>(.*?)</p>|<a [^>]*href="([^"]*)"[^>]*>(.*?)</a>', tree, re.DOTALL
    )
    return [
        (address, unescape(re.sub(r"<[^>]*>", "", caption or label)).strip())
        for caption, address, label in found
    ]


def relations(project: Project, docname: str, out: str) -> dict[str, str]:
    """Return the previous and next page from the root of the output."""
    text = page(project, docname, out)
    links = re.findall(r'<link rel="(prev|next)" title="[^"]*" href="([^"]*)"', text)
    folder = posixpath.dirname(docname)
    return {name: posixpath.normpath(posixpath.join(folder, url)) for name, url in links}


def test_the_sidebar_of_the_theme_is_the_same_with_toctrees_of_the_project(book: Project) -> None:
    assert book.build(out="plain").warnings == ""
    conf = {"extensions": "sphinx_docsnav", "docsnav_config": "toctree"}
    assert book.build(out="ours", conf=conf).warnings == ""
    for docname in ("install", "api/deep", "notes/a"):
        plain, ours = page(book, docname, "plain"), page(book, docname, "ours")
        assert "docsnav" in ours
        assert labelled(entries(ours)) == labelled(entries(plain))
    for docname in DOCUMENTS:
        expected = relations(book, docname, "plain")
        expected |= ACROSS_INDEX.get(docname, {})
        assert (docname, relations(book, docname, "ours")) == (docname, expected)


@pytest.mark.slow
def test_previous_and_next_lead_across_the_tabs_of_toctrees(book: Project) -> None:
    book.conf = {"html_theme": "pydata_sphinx_theme"}
    book.build(out="plain")
    book.build(out="ours", conf={"extensions": "sphinx_docsnav", "docsnav_config": "toctree"})
    for docname in DOCUMENTS:
        expected = relations(book, docname, "plain") | ACROSS_INDEX.get(docname, {})
        assert (docname, relations(book, docname, "ours")) == (docname, expected)


@pytest.mark.parametrize("levels", [1, 2, 3])
def test_levels_that_pydata_opens_are_open(book: Project, levels: int) -> None:
    """``show_nav_level`` counts from the entries of the sidebar."""
    pytest.importorskip("pydata_sphinx_theme")
    book.write(
        {
            "api/deep.rst": "Deep\n====\n\n.. toctree::\n\n   deeper\n",
            "api/deeper.rst": "Deeper\n======\n",
        }
    )
    options = {"show_nav_level": levels, "collapse_navigation": False}
    book.conf = {"html_theme": "pydata_sphinx_theme", "html_theme_options": options}
    book.build(out="plain")
    book.build(out="ours", conf={"extensions": "sphinx_docsnav", "docsnav_config": "toctree"})
    opened = {}
    for out in ("plain", "ours"):
        text = page(book, "api/two", out)
        sidebar = text[text.index("bd-sidebar-primary") : text.index("</main>")]
        folds = re.findall(r'<li class="toctree-(l\d)[^>]*>(?:(?!<li).)*?<details( open)?', sidebar)
        opened[out] = sorted(level for level, is_open in folds if is_open)
        assert [level for level, _ in folds] == ["l1", "l2"]
    assert opened["ours"] == opened["plain"] == ["l1", "l2"][: levels - 1]


def test_a_page_in_no_tab_has_no_sidebar_in_pydata(book: Project, command: Command) -> None:
    pytest.importorskip("pydata_sphinx_theme")
    book.conf = {"html_theme": "pydata_sphinx_theme"}
    conf = 'extensions = []\nhtml_theme = "pydata_sphinx_theme"\n'
    book.write({"conf.py": conf, "index.rst": INDEX.replace("   genindex\n", "")})
    book.build(out="plain")
    assert command("init", book.src) == 0
    result = book.build(out="ours", conf={"extensions": "sphinx_docsnav"})
    assert result.warnings == ""
    for out in ("plain", "ours"):
        shown = {name: "hide-on-wide" not in page(book, name, out) for name in PAGES_OF_PYDATA}
        assert (out, shown) == (out, PAGES_OF_PYDATA)


PAGES_OF_PYDATA = {"index": False, "search": False, "api/one": True}


def relation_titles(project: Project, docname: str, out: str) -> dict[str, str]:
    """Return the titles of the previous and next page, with which their links are labelled."""
    found = re.findall(r'<link rel="(prev|next)" title="([^"]*)"', page(project, docname, out))
    return dict(found)


def test_previous_and_next_have_the_titles_of_the_pages(book: Project, command: Command) -> None:
    """Custom titles of toctrees and docs.json are for lists, as in Sphinx."""
    book.build(out="plain")
    book.build(out="toctrees", conf={"extensions": "sphinx_docsnav", "docsnav_config": "toctree"})
    assert command("init", book.src) == 0
    book.build(out="init", conf={"extensions": "sphinx_docsnav"})
    assert relation_titles(book, "api/one", "plain")["next"] == "1.1.1. Deep"
    for docname in {*DOCUMENTS} - {*ACROSS_INDEX}:
        expected = (docname, relation_titles(book, docname, "plain"))
        assert (docname, relation_titles(book, docname, "toctrees")) == expected
        assert (docname, relation_titles(book, docname, "init")) == expected


def test_previous_and_next_have_the_numbers_of_sections(book: Project) -> None:
    conf = {"extensions": "sphinx_docsnav", "docsnav_config": "toctree"}
    book.build(out="ours", conf=conf)
    assert 'rel="prev" title="1.1.1. Deep"' in page(book, "api/two", "ours")
    text = (book.src / "index.rst").read_text("utf-8")
    book.write({"index.rst": text.replace("   api/index", "   new\n   api/index")})
    book.write({"new.rst": "New\n===\n"})
    book.build(out="ours", conf=conf)
    assert 'rel="prev" title="2.2. Two"' in page(book, "notes/b", "ours")


def test_documents_in_two_toctrees_and_self_are_in_the_sidebar_as_in_the_theme(
    project: Project,
) -> None:
    project.conf = {"html_theme": "furo"}
    project.write(
        {
            "conf.py": "extensions = []\n",
            "index.rst": "Home\n====\n\n.. toctree::\n\n   a\n   b\n",
            "a.rst": "A\n=\n\n.. toctree::\n\n   self\n   c\n   Site <https://e.com>\n",
            "b.rst": "B\n=\n\n.. toctree::\n\n   c\n   e\n",
            "c.rst": "C\n=\n\n.. toctree::\n\n   d\n",
            "d.rst": "D\n=\n",
            "e.rst": "E\n=\n",
        }
    )
    project.build(out="plain")
    conf = {"extensions": "sphinx_docsnav", "docsnav_config": "toctree"}
    assert project.build(out="ours", conf=conf).warnings == ""
    for docname in "abcde":
        plain, ours = page(project, docname, "plain"), page(project, docname, "ours")
        assert labelled(entries(ours)) == labelled(entries(plain))
        assert ours.count('aria-current="page"') == 1
        assert ours.count('<li class="toctree-l1') == plain.count('<li class="toctree-l1')
        assert relations(project, docname, "ours") == relations(project, docname, "plain")


def labelled(links: list[tuple[str, str]]) -> list[str]:
    return [label for _, label in links]


def test_a_new_document_is_in_all_sidebars_at_once(book: Project) -> None:
    conf = {"extensions": "sphinx_docsnav", "docsnav_config": "toctree"}
    book.build(out="ours", conf=conf)
    book.write({"notes/c.rst": "C\n=\n"})
    book.build(out="ours", conf=conf)
    assert "C" in labelled(entries(page(book, "api/deep", "ours")))
    before = book.times("ours")
    assert book.build(out="ours", conf=conf).read == (0, 0, 0)
    assert book.written(before, "ours") == []


@pytest.mark.parametrize("builder", ["text", "man"])
def test_other_formats_are_those_of_the_project(book: Project, builder: str) -> None:
    book.build(builder, out="plain")
    conf = {"extensions": "sphinx_docsnav", "docsnav_config": "toctree"}
    book.build(builder, out="ours", conf=conf)
    endings = (".txt", ".1")
    texts = [
        {name: data for name, data in book.files(out).items() if name.endswith(endings)}
        for out in ("plain", "ours")
    ]
    assert texts[0] == texts[1]


def test_init_writes_a_docs_json_with_the_same_sidebar_and_order(
    book: Project, command: Command
) -> None:
    book.build(out="plain")
    before = set(book.src.rglob("*"))
    assert command("init", book.src) == 0
    assert set(book.src.rglob("*")) - before == {book.src / "docs.json"}
    assert command.out == (
        f"Wrote {book.src / 'docs.json'}.\n"
        f'Add "sphinx_docsnav" to extensions in {book.src / "conf.py"}, and build as usual.\n'
    )
    assert [re.split("[,;]", line.split(": ", 1)[1])[0] for line in command.err.splitlines()] == [
        "index: docs.json has no equivalent of ':numbered:'",
        "api/index: the caption 'Inner' of a nested toctree is omitted",
        "index: the pages that ':glob:' matches are written out",
        "index: the toctree is in 'only:: (latex)'",
    ]
    written = json.loads((book.src / "docs.json").read_text("utf-8"))
    assert written == {"navigation": NAVIGATION}
    assert book.build(out="ours", conf={"extensions": "sphinx_docsnav"}).warnings == ""
    for docname in DOCUMENTS:
        plain, ours = page(book, docname, "plain"), page(book, docname, "ours")
        assert labelled(entries(ours)) == labelled(entries(plain))
        expected = relations(book, docname, "plain") | ACROSS_INDEX.get(docname, {})
        assert (docname, relations(book, docname, "ours")) == (docname, expected)


@pytest.mark.parametrize(
    ("body", "conf", "listed"),
    [
        ("", "", ["genindex", "search"]),
        ("", "html_use_index = False\n", ["search"]),
        (".. py:module:: plants\n", "", ["genindex", "modindex", "search"]),
        (".. py:module:: plants\n", "html_domain_indices = []\n", ["genindex", "search"]),
    ],
)
def test_init_omits_indices_that_sphinx_does_not_generate(
    project: Project, command: Command, body: str, conf: str, listed: list[str]
) -> None:
    toctree = ".. toctree::\n\n   one\n   genindex\n   modindex\n   search\n"
    index = f"Home\n====\n\n{toctree}"
    project.write({"index.rst": index, "one.rst": f"One\n===\n\n{body}"})
    project.write({"conf.py": conf})
    command("init", project.src)
    pages = json.loads((project.src / "docs.json").read_text("utf-8"))["navigation"]["pages"]
    assert pages == ["one", *listed]
    for name in {"genindex", "modindex"}.difference(listed):
        omitted = f"index: the entry '{name}' is omitted, as Sphinx generates no such page"
        assert command.err.count(omitted) == 1
    assert project.build(conf={"extensions": "sphinx_docsnav"}).warnings == ""


def test_init_overwrites_nothing(book: Project, command: Command) -> None:
    book.write({"docs.json": "{}"})
    assert command("init", book.src) != 0
    assert (book.src / "docs.json").read_text("utf-8") == "{}"


def test_init_says_what_stops_sphinx(book: Project, command: Command) -> None:
    book.write({"conf.py": "import no_such_module\n"})
    assert command("init", book.src) == 1
    assert "no_such_module" in command.err
    assert not (book.src / "docs.json").exists()


def test_entries_of_the_header_of_pydata_are_tabs() -> None:
    trees = {
        "home": [WrittenToctree("", (entry("guide"), entry("self"), entry("https://e.com", "E")))],
        "guide": [WrittenToctree("Basics", (entry("a"), entry("guide", "Again")))],
        "a": [WrittenToctree("", (entry("b"), entry("genindex")))],
    }
    source = ToctreeSource("home", lambda name: trees.get(name, []), str.upper)
    reader = ToctreeReader(source, nested=True)
    below = {"group": "A", "root": "a", "pages": ["b", "genindex"]}
    basics = {"group": "Basics", "pages": [below, {"page": "guide", "title": "Again"}]}
    assert reader.make_tabs() == {
        "tabs": [
            {"tab": "GUIDE", "pages": ["guide", basics]},
            {"tab": "HOME", "pages": ["home"]},
            {"tab": "E", "href": "https://e.com"},
        ]
    }
    (note,) = reader.notes
    assert note.startswith("home: its entries become tabs, as in the theme's header; ")


CAPTIONED = {
    "home": [
        WrittenToctree("Learn", (WrittenEntry("", "a"), WrittenEntry("Bee", "b"))),
        WrittenToctree("Look up", (WrittenEntry("", "c"), WrittenEntry("", "d"))),
        WrittenToctree("", (WrittenEntry("", "e"),)),
    ],
    "a": [WrittenToctree("", (WrittenEntry("", "a/x"),))],
    "c": [WrittenToctree("", (WrittenEntry("", "c/x"), WrittenEntry("", "b")))],
}


def captioned(*, toctrees: int = 3, nested: bool = True) -> ToctreeReader:
    trees = {**CAPTIONED, "home": CAPTIONED["home"][:toctrees]}
    names = frozenset({"home", "a", "a/x", "b", "c", "c/x", "d", "e"})
    source = ToctreeSource("home", lambda name: trees.get(name, []), str.upper, names)
    return ToctreeReader(source, nested=nested)


def test_captions_are_tabs_in_the_docs_json_of_pydata() -> None:
    reader = captioned()
    # The page b is listed twice, so that the toctree of c alone cannot place it.
    group = {"group": "C", "root": "c", "pages": ["c/x", "b"]}
    assert reader.make_tabs() == {
        "tabs": [
            {"tab": "Learn", "pages": ["a", {"page": "b", "title": "Bee"}]},
            {"tab": "Look up", "groups": [{"group": " ", "pages": [group, "d"]}]},
            {"tab": "E", "pages": ["e"]},
        ]
    }
    notes = [note.partition(",")[0] for note in reader.notes]
    assert notes == [
        "a: docs.json omits the pages below it",
        "home: its captions become tabs",
        "home: its entries without a caption become tabs",
    ]


def test_a_single_caption_is_no_tab_and_is_named() -> None:
    reader = captioned(toctrees=1)
    assert [tab["tab"] for tab in reader.make_tabs()["tabs"]] == ["A", "Bee"]
    assert reader.notes[0] == "home: the caption 'Learn' is omitted, as in the theme's header"


def test_tabs_without_a_docs_json_are_those_of_the_theme() -> None:
    tabs = captioned(nested=False).make_tabs()["tabs"]
    assert [tab["tab"] for tab in tabs] == ["A", "Bee", "C", "D", "E"]


def test_init_of_a_new_project_shows_versions_and_tabs(project: Project, command: Command) -> None:
    """The files of ``sphinx-quickstart``."""
    options = "   :maxdepth: 2\n   :caption: Contents:\n"
    index = f"P documentation\n===============\n\n.. toctree::\n{options}"
    conf = "project = 'P'\nversion = '1.2'\nextensions = []\nhtml_theme = 'alabaster'\n"
    project.write({"conf.py": conf, "index.rst": index})
    assert command("init", project.src) == 0
    assert "index: its toctrees have no entries, so docs.json is an example" in command.err
    settings = {"extensions": "sphinx_docsnav", "html_theme": "alabaster"}
    assert project.build(conf=settings).warnings == ""
    html = (project.output("html") / "index.html").read_text("utf-8")
    tabs = re.findall(r'<a class="docsnav-tab.*?</a>', html)
    assert [re.sub("<[^>]*>", "", tab) for tab in tabs][:2] == ["Guide", "Sphinx"]
    assert "Get started" in html
    switch = html[html.index('class="docsnav-switch') :]
    assert "1.2" in switch
    assert 'href="https://example.com/0.1/"' in switch
    assert project.build("latex", conf=settings).warnings == ""
    assert [path.name for path in project.output("latex").glob("*.tex")] == ["p.tex"]


def test_a_glob_is_a_pattern_where_that_gives_the_same_pages_in_the_same_order() -> None:
    patterns: tuple[str, ...] = ("api/*",)

    def navigation(*targets: str, **own: list[WrittenToctree]) -> object:
        listed = WrittenToctree(
            "", tuple(entry(target) for target in targets), is_glob=True, patterns=patterns
        )
        trees = {"home": [listed], **own}
        names = frozenset({"home", "intro", "api/a", "api/b", "api/c"})
        source = ToctreeSource("home", lambda name: trees.get(name, []), str.upper, names)
        reader = ToctreeReader(source, nested=True)
        pages = reader.make_sidebar()["pages"]
        assert bool(reader.notes) is not any("*" in page for page in pages)
        return pages

    assert navigation("intro", "api/a", "api/b", "api/c") == ["intro", "api/*"]
    assert navigation("api/b", "api/a", "api/c") == ["api/b", "api/*"]
    assert navigation("api/c", "api/b", "api/a") == ["api/c", "api/b", "api/a"]
    assert navigation("api/a", "api/b") == ["api/a", "api/b"]
    # The root document is no entry of docs.json, so a pattern must not match it.
    patterns = ("*",)
    assert navigation("intro") == ["intro"]
    patterns = ("api/*",)
    assert navigation("api/c", "intro", "api/a", "api/b") == ["api/c", "intro", "api/*"]
    twice = WrittenToctree("", (entry("api/b"),))
    assert navigation("api/a", "api/b", "api/c", intro=[twice]) == ["api/a", "api/b", "api/c"]
    below = WrittenToctree("", (entry("intro"),))
    assert "api/*" not in str(navigation("api/a", "api/b", "api/c", **{"api/b": [below]}))
    patterns = ("api/[bc]*",)
    assert navigation("api/a", "api/b", "api/c") == ["api/a", "api/[bc]*"]
    patterns = ()
    assert navigation("api/a", "api/b", "api/c") == ["api/a", "api/b", "api/c"]


@pytest.mark.parametrize("kind", ["directive", "table"])
def test_init_writes_the_globs_of_toctrees_and_no_wider_ones(
    project: Project, command: Command, kind: str
) -> None:
    """A pattern that matched more would let new pages into the navigation."""
    toctree = ".. toctree::\n   :glob:\n\n   part/deep\n   part/g*\n\nA list\n\n* part/*\n"
    conf = "extensions = []\n"
    if kind == "table":
        project.write({"_toc.yml": "- file: part/deep\n- glob: part/g* # not part/*\n"})
        # What sphinx-external-toc leaves: its setting, and a toctree without a line.
        conf = (
            "def unplace(app, doctree):\n"
            "    for node in doctree.findall(lambda node: node.tagname == 'toctree'):\n"
            "        node.line = None\n"
            "def setup(app):\n"
            "    app.add_config_value('external_toc_path', '_toc.yml', 'env')\n"
            "    app.connect('doctree-read', unplace, priority=1)\n"
        )
    titles = {f"part/{name}.rst": f"{name}\n====\n" for name in ("deep", "ga", "gb")}
    project.write({"conf.py": conf, "index.rst": f"Home\n====\n\n{toctree}", **titles})
    assert command("init", project.src) == 0
    found = json.loads((project.src / "docs.json").read_text())["navigation"]
    assert found == {"pages": ["part/deep", "part/g*"]}


@pytest.fixture
def mixed() -> ToctreeSource:
    """Toctrees whose entries have others below them, between entries that have none."""
    trees = {
        "home": [
            WrittenToctree("", (entry("a"), entry("b", "Bee"), entry("c"))),
            WrittenToctree("Captioned", (entry("d"),)),
            WrittenToctree("", (entry("e"),)),
        ],
        **{name: [WrittenToctree("", (entry(f"{name}/x"),))] for name in "abde"},
    }
    names = {*trees, "c", *(f"{name}/x" for name in "abde")}
    return ToctreeSource("home", lambda name: trees.get(name, []), str.upper, frozenset(names))


def test_no_group_seems_to_include_the_entries_after_it(mixed: ToctreeSource) -> None:
    reader = ToctreeReader(mixed, nested=True)
    inside = {"group": "D", "root": "d", "pages": ["d/x"]}
    assert reader.make_sidebar() == {
        "pages": [
            "a",
            {"page": "b", "title": "Bee"},
            "c",
            {"group": "Captioned", "pages": [inside]},
            {"group": "E", "root": "e", "pages": ["e/x"]},
        ]
    }
    assert [note.partition(",")[0] for note in reader.notes] == [
        "b: docs.json omits the pages below it",
        "a: docs.json omits the pages below it",
    ]


def test_toctrees_become_groups_where_a_page_cannot_keep_what_is_below_it(
    mixed: ToctreeSource,
) -> None:
    first, captioned, last = mixed.toctrees("home")
    trees = {
        "home": [replace(first, heading="Basics"), captioned, last],
        "b": [WrittenToctree("", (entry("b/x"), entry("self")))],
    }
    other = replace(mixed, toctrees=lambda name: trees.get(name) or mixed.toctrees(name))
    reader = ToctreeReader(other, nested=True)
    groups = reader.make_sidebar()["groups"]
    assert [group["group"] for group in groups] == ["Basics", "Captioned", "HOME"]
    assert groups[0]["pages"] == [
        {"group": "A", "root": "a", "pages": ["a/x"]},
        {"group": "Bee", "root": "b", "pages": ["b/x", "b"]},
        "c",
    ]
    (note,) = reader.notes
    assert note.startswith("home: toctrees without a caption become groups with the heading")


def test_a_toctree_knows_the_heading_of_its_section(project: Project) -> None:
    toctree = "\n.. toctree::\n\n   a\n\n"
    inner = "Inner\n-----\n\n.. only:: html\n\n   .. toctree::\n\n      b\n"
    files = {"index.rst": f"Home\n====\n{toctree}{inner}", "a.rst": "A\n=\n", "b.rst": "B\n=\n"}
    project.write({"conf.py": "", **files})
    env = project.build().app.env
    assert [one.heading for one in read_written_toctrees(env, "index")] == ["Home", "Inner"]


def test_toctrees_in_memory_name_every_page() -> None:
    listed = WrittenToctree("", (entry("api/a"), entry("api/b")), is_glob=True)
    names = frozenset({"home", "api/a", "api/b"})
    toctrees = {"home": [listed]}
    source = ToctreeSource("home", lambda name: toctrees.get(name, []), str, names)
    assert ToctreeReader(source, nested=False).make_sidebar() == {"pages": ["api/a", "api/b"]}


@pytest.mark.parametrize("nested", [False, True])
def test_only_a_written_navigation_omits_indices_that_sphinx_does_not_generate(
    *, nested: bool
) -> None:
    toctrees = {"home": [WrittenToctree("", (entry("a"), entry("modindex")))]}
    source = ToctreeSource(
        "home",
        lambda name: toctrees.get(name, []),
        str,
        docnames=frozenset({"home", "a"}),
        missing_pages=frozenset({"modindex"}),
    )
    reader = ToctreeReader(source, nested)
    pages = json.dumps(reader.make_sidebar())
    assert '"a"' in pages
    assert ("modindex" in pages) != nested
    assert len(reader.notes) == nested


def entry(target: str, title: str = "") -> WrittenEntry:
    return WrittenEntry(title, target)
