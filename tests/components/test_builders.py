"""Every component in every builder, and what each says there."""

# ruff: noqa: E501 -- pages of one line each

from __future__ import annotations

import re
import shutil

import html5lib
import pytest
from building import BUILDERS, SITES, Project
from support import Command


@pytest.fixture
def components(project: Project) -> Project:
    """The site with every component."""
    shutil.copytree(SITES / "components", project.src)
    return project


@pytest.mark.parametrize(
    "builder", [name for name in BUILDERS if name not in {"dummy", "linkcheck"}]
)
def test_every_builder_takes_every_component_without_a_warning(
    components: Project, builder: str
) -> None:
    conf = {"epub_copyright": "x", "version": "1"}
    picture = "'/pic.svg' is of a type that the builder"
    warnings = components.build(builder, conf=conf).warnings.splitlines()
    assert [picture in line for line in warnings] == [True] * 2 * (builder in {"latex", "texinfo"})


def test_text_says_what_the_components_say(components: Project) -> None:
    components.build("text")
    text = (components.root / "out" / "text" / "components.txt").read_text("utf-8")
    for words in (
        "First *card*\n   Body of the card",
        "1. **Install *it***",
        "One\n   Content **one**",
        '"id" *string, path, required*\n   The id.',
        "**2024-10-12 - v1.0 - Feature - Fix**",
        "* app\n\n  * main.py",
        "[x] done",
        "API (**API** Application",
    ):
        assert words in text


def test_parallel_reading_gives_the_same_pages(components: Project) -> None:
    components.build("html", out="one")
    components.build("html", out="two", parallel=2)
    pages = [
        (components.root / "out" / out / "components.html").read_text("utf-8")
        for out in ("one", "two")
    ]
    assert pages[0] == pages[1]


def test_html_is_well_formed_and_its_parts_belong_together(components: Project) -> None:
    components.build("html")
    page = (components.root / "out" / "html" / "components.html").read_text("utf-8")
    parser = html5lib.HTMLParser(namespaceHTMLElements=False)
    document = parser.parse(page)
    problems = {error for _position, error, _data in parser.errors} - {
        "expected-doctype-but-got-start-tag"
    }
    assert not problems
    elements = list(document.iter())
    ids = [element.get("id") for element in elements if element.get("id")]
    assert len(ids) == len(set(ids))
    labels = [element for element in elements if element.tag == "label" and element.get("for")]
    assert labels
    assert all(label.get("for") in ids for label in labels)
    sets = {
        button.get("name") for button in elements if button.get("class") == "docsnav-tab-button"
    }
    for name in sets:
        buttons = [element for element in elements if element.get("name") == name]
        assert [button.get("checked") for button in buttons].count("checked") == 1
    for fold in (element for element in elements if element.tag == "details"):
        assert fold[0].tag == "summary" or fold[1].tag == "summary"


def test_headings_in_components_are_on_this_page(components: Project) -> None:
    result = components.build("html")
    toc = result.app.env.tocs["components"].astext().split()
    assert "Heading" in toc
    assert toc.index("2024-10-12") < toc.index("New")


def test_headings_of_components_have_links_to_themselves(project: Project) -> None:
    text = (
        "<Accordion title='A'>\n\n### One\n\n<h3>Two</h3>\n\n<Heading level={3}>Three</Heading>\n\n"
        "</Accordion>\n\n<a href='https://a.example'>\n\n### Four\n\n</a>\n\n"
        "<button>\n\n### Five\n\n</button>\n\n<label>\n\n### Six\n\n</label>\n"
    )
    project.write(
        {
            "docs.json": '{"navigation": {"pages": ["index"]}}',
            "index.mdx": f"---\ntitle: T\n---\n\n{text}",
        }
    )
    project.build("html", conf={"html_permalinks_icon": "#"})
    linked = r'<h3[^>]*>(\w+)<a class="headerlink" href="#(\w+)" title="Link to this heading">#</a>'
    assert re.findall(linked, (project.output() / "index.html").read_text("utf-8")) == [
        ("One", "one"),
        ("Three", "three"),
    ]
    project.build("html", conf={"html_permalinks": False})
    assert 'class="headerlink"' not in (project.output() / "index.html").read_text("utf-8")
    project.build("epub")
    assert "headerlink" not in (project.output("epub") / "index.xhtml").read_text("utf-8")


def test_a_page_of_nothing_but_updates_has_a_list_of_its_headings(project: Project) -> None:
    updates = '<Update label="May">One.</Update>\n\n<Update label="April">Two.</Update>\n'
    docs = '{"navigation": {"pages": ["index"]}}'
    project.write({"docs.json": docs, "index.mdx": f"---\ntitle: Changes\n---\n\n{updates}"})
    env = project.build("html").app.env
    assert env.tocs["index"].astext().split() == ["Changes", "May", "April"]
    assert env.toc_num_entries["index"] == 3


@pytest.mark.parametrize(
    ("builder", "tags", "shown"),
    [
        ("html", '{["Pots", "A & B"]}', ["Pots", "A &amp; B", "Lids"]),
        ("html", '"Lids"', []),
        ("epub", '"Pots"', []),
    ],
)
def test_a_changelog_has_the_tags_of_its_entries_above_it(
    project: Project, builder: str, tags: str, shown: list[str]
) -> None:
    updates = f'<Update label="May" tags={tags}>1</Update>\n\n<Update tags="Lids">2</Update>\n'
    docs = '{"navigation": {"pages": ["index"]}}'
    project.write({"docs.json": docs, "index.mdx": f"Before\n\n{updates}"})
    project.build(builder)
    (page,) = project.output(builder).glob("index.*html")
    bar, entry, rest = page.read_text("utf-8").partition('<section class="docsnav-update')
    assert entry
    assert re.findall(r'aria-pressed="false">(.*?)</button>', bar) == shown
    assert "aria-pressed" not in rest


def test_links_to_missing_pages_and_places_are_told_with_their_line(project: Project) -> None:
    project.write(
        {
            "docs.json": '{"navigation": {"pages": ["index", "guide/setup"]}, '
            '"redirects": [{"source": "/old", "destination": "/guide/setup#steps"}]}',
            "index.mdx": "---\ntitle: T\n---\n\n[a](/guide/setpu)\n\n[b](/guide/setup#stepz) [c](/old) []( /guide/setup)\n",
            "guide/setup.mdx": "---\ntitle: Set up\n---\n\n## Steps\n",
        }
    )
    result = project.build("html")
    assert result.warnings.splitlines() == [
        (
            "index.mdx:5:1: WARNING: link to '/guide/setpu': no such page or file, kept as written; "
            "did you mean '/guide/setup'? [docsnav.link_missing]"
        ),
        (
            "index.mdx:7:1: WARNING: link to '/guide/setup#stepz': page 'guide/setup' has no anchor "
            "'#stepz'; did you mean '#steps'? [docsnav.anchor_missing]"
        ),
    ]
    page = (project.root / "out" / "html" / "index.html").read_text("utf-8")
    assert 'href="guide/setup.html#steps">c</a>' in page
    assert 'href="guide/setup.html">Set up</a>' in page


def test_links_into_a_folder_that_was_moved_are_counted(project: Project, command: Command) -> None:
    links = " ".join(f"[a](/old/{letter}-page)" for letter in "abcde")
    project.write(
        {
            "docs.json": '{"navigation": {"pages": ["index", "new/a-page"]}}',
            "index.mdx": f"---\ntitle: T\n---\n\n{links} [b](/new/gone)\n",
            "new/a-page.mdx": "---\ntitle: A\n---\n",
        }
    )
    counted = "2 more places with the same problem (the site has no pages below '/old/')"
    built = project.build("html").warnings.splitlines()
    command("check", project.src)
    checked = [line for line in command.out.splitlines() if "link_missing" in line]
    for lines in (built, checked):
        assert len([line for line in lines if "link to '/old/" in line]) == 3
        assert len([line for line in lines if counted in line]) == 1
        assert len([line for line in lines if "link to '/new/gone'" in line]) == 1


def test_an_edited_snippet_reads_again_just_its_pages(project: Project) -> None:
    project.write(
        {
            "docs.json": '{"navigation": {"pages": ["index", "other"]}}',
            "index.mdx": "import S from '/snippets/s.mdx'\n\n<S />\n",
            "other.mdx": "text\n",
            "snippets/s.mdx": "one\n",
        }
    )
    project.build("html")
    assert project.build("html").read == (0, 0, 0)
    project.write({"snippets/s.mdx": "two, longer\n"})
    assert project.build("html").read == (0, 1, 0)
    assert "two, longer" in (project.root / "out" / "html" / "index.html").read_text("utf-8")


def test_site_authors_map_names_and_extensions_add_components(project: Project) -> None:
    project.write(
        {
            "docs.json": '{"navigation": {"pages": ["index"]}}',
            "index.mdx": "<Critical>watch out</Critical>\n\n<Shout howLuod='x' zone='y' howLoud={3}>hey</Shout>\n",
            "conf.py": "from docutils import nodes\n"
            "from sphinx_docsnav.components import Props\n"
            "extensions = ['sphinx_docsnav']\n"
            "docsnav_components = {'Critical': 'Warning'}\n"
            "class ShoutProps(Props):\n    how_loud: int = 1\n"
            "def shout(context, props, children):\n"
            "    return [nodes.paragraph('', '!' * props.how_loud + nodes.inline('', '', *children).astext().upper())]\n"
            "def setup(app):\n    app.add_docsnav_component('Shout', shout, props=ShoutProps)\n",
        }
    )
    result = project.build("text")
    assert result.warnings.endswith(
        "<Shout> has no attribute 'howLuod'; it is ignored; did you mean 'howLoud'? "
        "[docsnav.component_property]\n"
    )
    text = (project.root / "out" / "text" / "index.txt").read_text("utf-8")
    assert "Warning:\n\n  watch out" in text
    assert "!!!HEY" in text
