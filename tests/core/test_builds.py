"""What is always true of a build of a docs.json site."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote

import pytest
from building import SITES, Project, Result

EPUB = {"version": "2", "copyright": "us", "epub_show_urls": "no"}


def add_a_dark_logo(project: Project) -> None:
    shutil.copy(project.src / "logo.svg", project.src / "night.svg")
    text = (project.src / "docs.json").read_text("utf-8")
    project.write({"docs.json": text.replace('"dark": "/logo.svg"', '"dark": "/night.svg"')})


def names(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*"))


@dataclass(frozen=True)
class BuiltSite:
    """The site ``features`` and its build, for all tests that only read them."""

    project: Project
    result: Result

    @property
    def out(self) -> Path:
        return self.project.output()


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> BuiltSite:
    project = Project(tmp_path_factory.mktemp("features"))
    shutil.copytree(SITES / "features", project.src)
    return BuiltSite(project, project.build())


@pytest.mark.parametrize(
    "builder",
    ["dirhtml", "singlehtml", "json", "latex", "epub", "text", "man", "gettext", "xml"],
)
def test_every_builder_succeeds_without_a_warning(features: Project, builder: str) -> None:
    assert features.build(builder, conf=EPUB).warnings == ""


def test_a_good_site_builds_without_a_warning_and_leaves_its_sources_alone(
    built: BuiltSite,
) -> None:
    assert built.result.warnings == ""
    assert names(built.project.src) == names(SITES / "features")


def test_everything_written_is_in_the_output_and_the_doctrees(built: BuiltSite) -> None:
    folders = sorted(path.name for path in built.project.root.iterdir())
    assert folders == ["doctrees", "out", "src"]


def test_every_listed_page_has_a_file(built: BuiltSite) -> None:
    site = built.result.app.env
    assert {
        "guides/intro",
        "reference/cli",
        "reference/options",
        "api/pets/list-pets",
        "api/pets/remove-a-pet",
        "v1/draft",
        "guides/loose",
        "index",
    } <= site.all_docs.keys()
    for docname in site.all_docs:
        assert (built.out / f"{docname}.html").is_file()


def test_snippets_and_readme_are_no_pages(built: BuiltSite) -> None:
    docnames = built.result.app.env.all_docs
    assert [name for name in docnames if "snippets" in name or "README" in name] == []


def test_without_an_index_the_root_leads_to_the_first_page(built: BuiltSite) -> None:
    html = (built.out / "index.html").read_text()
    assert '<meta http-equiv="refresh" content="0; url=guides/intro.html" />' in html
    assert 'href="guides/intro.html"' in html.partition("<body")[2]


def test_in_dirhtml_the_root_leads_to_the_first_page_too(features: Project) -> None:
    features.build("dirhtml")
    html = (features.output("dirhtml") / "index.html").read_text()
    assert 'content="0; url=guides/intro/"' in html


def test_name_logo_and_favicon_come_from_docs_json(built: BuiltSite) -> None:
    config = built.result.app.config
    assert (config.project, config.html_title) == ("Petstore", "Petstore")
    assert (config.html_logo, config.html_favicon) == ("logo.svg", "favicon.svg")
    assert (built.out / "_static" / "logo.svg").is_file()


def test_name_and_logo_of_conf_py_win(features: Project) -> None:
    config = features.build(conf={"project": "Mine", "html_logo": "favicon.svg"}).app.config
    assert (config.project, config.html_logo) == ("Mine", "favicon.svg")


def test_a_theme_with_two_logos_shows_those_of_docs_json(features: Project) -> None:
    add_a_dark_logo(features)
    features.build(conf={"html_theme": "furo"})
    page = (features.output() / "guides/intro.html").read_text()
    assert re.findall(r'src="\.\./_static/(\w+\.svg)"', page) == ["logo.svg", "night.svg"]


def test_a_logo_among_the_options_of_the_theme_wins(features: Project) -> None:
    add_a_dark_logo(features)
    options = {"light_logo": "mine.svg"}
    config = features.build(conf={"html_theme": "furo", "html_theme_options": options}).app.config
    assert (config.html_logo, config.html_theme_options) == (None, options)


def test_a_second_build_reads_and_writes_nothing(features: Project) -> None:
    features.build()
    before = features.times()
    result = features.build()
    assert result.read == (0, 0, 0)
    assert features.written(before) == []


def test_a_second_build_changes_nothing_beside_the_doctrees(features: Project) -> None:
    features.build()
    folder = features.root / "doctrees" / "html" / "_docsnav"
    # Sphinx writes search.html in each build, and the ledger of outputs notes its new times.
    before = {
        path: path.stat().st_mtime_ns
        for path in folder.rglob("*")
        if not path.match("outputs-*.json")
    }
    assert before
    features.build()
    after = {path: path.stat().st_mtime_ns for path in before}
    assert after == before
    assert before.keys() == {p for p in folder.rglob("*") if not p.match("outputs-*.json")}


def test_two_clean_builds_are_equal(features: Project) -> None:
    features.build()
    features.build(out="again")
    assert features.files("again") == features.files()


def test_serial_and_parallel_builds_are_equal(features: Project) -> None:
    features.build()
    features.build(out="two", parallel=2)
    assert features.files("two") == features.files()


def test_generated_pages_name_no_file_of_this_machine(built: BuiltSite) -> None:
    for name, data in built.project.files().items():
        if name.endswith((".html", ".js", ".json")):
            assert str(built.project.root).encode() not in data, name


def test_a_generated_page_has_no_source_link(built: BuiltSite) -> None:
    html = (built.out / "api" / "pets" / "list-pets.html").read_text()
    assert "_sources/api/pets" not in html
    assert not (built.out / "_sources" / "api" / "pets").exists()


def test_search_finds_neither_hidden_nor_noindex_pages(built: BuiltSite) -> None:
    absent = {"guides/secret", "guides/loose", "v1/draft", "api/overview", "index"}
    found = built.project.searched() | built.project.searched("index-1_0")
    assert absent.isdisjoint(found)
    assert {"guides/intro", "api/pets/list-pets"} <= found
    files = built.out.rglob("_static/docsnav-search/*.js")
    assert not [file for file in files if "abracad" in file.read_text("utf-8")]


def test_latex_holds_every_shown_page_once(features: Project) -> None:
    features.build("latex")
    tex = "".join(path.read_text() for path in features.output("latex").glob("*.tex"))
    for title in ("Set up", "Caching", "Options", "List pets", "Questions"):
        assert tex.count(f"{{{title}}}\n\\label") == (2 if title == "Set up" else 1), title
    assert "Secret" not in tex


def test_redirects_are_pages_where_no_page_is(built: BuiltSite) -> None:
    html = (built.out / "start.html").read_text()
    assert '<meta http-equiv="refresh" content="0; url=guides/intro.html" />' in html
    assert 'url=https://example.com/docs"' in (built.out / "elsewhere.html").read_text()
    assert "Redirect" not in (built.out / "guides" / "setup.html").read_text()
    wildcard = "redirects with a wildcard need a server; left out: '/old/:slug*'"
    assert wildcard in built.result.status


def test_a_redirect_that_can_be_no_file_is_left_out_with_a_warning(project: Project) -> None:
    sources = ["/" + "x" * 300, "/a.html/b", "/old"]
    redirects = [{"source": source, "destination": "/a"} for source in sources]
    docs = {"navigation": {"pages": ["index", "a"]}, "redirects": redirects}
    project.write({"docs.json": json.dumps(docs), "index.mdx": "# I", "a.mdx": "# A"})

    result = project.build()

    message = (
        "redirects whose URL cannot be a file of this build; left out: "
        f"'a.html/b.html', '{'x' * 39}…'"
    )
    assert result.warnings == f"WARNING: {message} [docsnav.redirect_file]\n"
    assert (project.output() / "old.html").is_file()


def test_redirects_in_a_circle_are_left_out_with_a_warning(project: Project) -> None:
    steps = [
        ("/one", "/two"),
        ("/two", "/one#x"),
        ("/three", "/one"),
        ("/four", "/five"),
        ("/five", "/"),
        ("/six", "/six/"),
    ]
    redirects = [{"source": source, "destination": to} for source, to in steps]
    docs = {"navigation": {"pages": ["index"]}, "redirects": redirects}
    project.write({"docs.json": json.dumps(docs), "index.mdx": "# I"})

    result = project.build()

    assert re.findall(r"'(\S+)' is redirected in a circle; left out", result.warnings) == [
        "/one",
        "/two",
        "/three",
        "/six",
    ]
    assert result.warnings.count("docs.json:1:") == result.warnings.count("\n") == 4
    written = {file.stem for file in project.output().glob("*.html")}
    assert written & {"one", "two", "three", "four", "five", "six"} == {"four", "five"}


def test_redirects_can_be_turned_off(features: Project) -> None:
    features.build()
    features.build(conf={"docsnav_redirects": False})
    assert not (features.output() / "start.html").exists()


def test_an_icon_that_is_a_file_of_the_site_comes_with_the_pages(project: Project) -> None:
    group = {"group": "G", "icon": "/pics/a b.svg", "pages": ["index", "deep/a"]}
    files = {
        "docs.json": json.dumps({"navigation": {"groups": [group]}}),
        "index.mdx": "---\ntitle: I\nicon: pics/a b.svg\n---\n",
        "deep/a.mdx": "# A",
        "pics/a b.svg": "<svg/>",
    }
    project.write(files)

    assert project.build(parallel=2).warnings == ""

    sources = re.findall(
        r'class="docsnav-icon" src="([^"]+)"', (project.output() / "deep/a.html").read_text("utf-8")
    )
    assert {(project.output() / "deep" / unquote(source)).read_text() for source in sources} == {
        "<svg/>"
    }
    assert len(sources) > 1

    project.write({"pics/a b.svg": "<svg> </svg>"})
    project.build()
    (copy,) = project.output().glob("_images/*.svg")
    assert copy.read_text() == "<svg> </svg>"

    (project.src / "pics/a b.svg").unlink()
    assert "is not an image file of the site; it is left out" in project.build().warnings
    assert "docsnav-icon" not in (project.output() / "deep/a.html").read_text("utf-8")


def test_a_page_that_sphinx_writes_over_is_named(project: Project) -> None:
    docs = '{"navigation": {"pages": ["index", "search", "genindex"]}}'
    empty = "Index\n=====\n"  # what Sphinx projects write to have the index in a toctree
    files = {"docs.json": docs, "index.mdx": "# I", "search.mdx": "# S", "genindex.rst": empty}
    project.write(files)

    assert project.build().warnings == (
        "search.mdx: WARNING: page 'search' has the address of a page of Sphinx's own; give it "
        "another name [docsnav.page_covered]\n"
    )
    assert project.build("latex").warnings == ""


def test_two_pages_of_one_address_are_named(project: Project) -> None:
    docs = '{"navigation": {"pages": ["index", "a", "a/index"]}}'
    project.write({"docs.json": docs, "index.mdx": "# I", "a.mdx": "# A", "a/index.mdx": "# B"})

    assert project.build().warnings == ""
    assert project.build("dirhtml").warnings == (
        "a/index.mdx: WARNING: page 'a/index' has the address of page 'a', only one of them is "
        "shown; give it another name [docsnav.page_covered]\n"
    )
