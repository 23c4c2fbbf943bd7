"""The navigation that ``init`` writes for the ways in which MkDocs projects have one."""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import dedent

import pytest
from coming.projects import convert, make_pages, read_docs, write_files
from support import Command

from sphinx_docsnav.coming import mkdocs_nav

NAV = """
site_name: Harbour
nav:
  - index.md
  - Guide:
      - guide/index.md
      - Set up: guide/setup.md
      - guide/use.md
      - Deep:
          - guide/deep/one.md
  - Code: https://example.com/code
"""
PAGES = make_pages("index", "guide/index", "guide/setup", "guide/use", "guide/deep/one", "other")


def convert_mkdocs(command: Command, root: Path, files: dict[str, str], *options: str) -> str:
    return convert(command, write_files(root, files), *options)


def test_nav_becomes_groups_pages_and_links_with_titles_of_pages(
    command: Command, tmp_path: Path
) -> None:
    tree = convert_mkdocs(command, tmp_path, {"mkdocs.yml": NAV, **PAGES})
    assert tree == dedent(
        """\
        - index "Index"
        group Guide
          - guide/index "Index"
          - guide/setup "Set up"
          - guide/use "Use"
          group Deep
            - guide/deep/one "One"
        - -> https://example.com/code "Code"
        """
    )
    # A title that repeats that of the page is not written, as only this extension reads it.
    pages = read_docs(tmp_path / "docs")["navigation"]["pages"]
    assert pages[1]["pages"][1:3] == [{"page": "guide/setup", "title": "Set up"}, "guide/use"]
    assert command.err == ""


def test_navigation_indexes_makes_the_index_of_a_section_its_page(
    command: Command, tmp_path: Path
) -> None:
    config = f"{NAV}theme: {{name: material, features: [navigation.indexes]}}\n"
    tree = convert_mkdocs(command, tmp_path, {"mkdocs.yml": config, **PAGES})
    assert "group Guide [root=guide/index]\n  - guide/setup" in tree


def test_navigation_tabs_makes_a_tab_of_each_entry(command: Command, tmp_path: Path) -> None:
    config = f"{NAV}theme: {{name: material, features: [navigation.tabs]}}\n"
    tree = convert_mkdocs(command, tmp_path, {"mkdocs.yml": config, **PAGES})
    assert tree == dedent(
        """\
        tab Index
          - index "Index"
        tab Guide
          - guide/index "Index"
          - guide/setup "Set up"
          - guide/use "Use"
          group Deep
            - guide/deep/one "One"
        tab Code -> https://example.com/code
        """
    )


def test_without_nav_pages_come_before_folders_and_the_index_first(
    command: Command, tmp_path: Path
) -> None:
    pages = make_pages(
        "b", "a", "index", "z-folder/README", "z-folder/index", "z-folder/B", "y_2/a"
    )
    tree = convert_mkdocs(command, tmp_path, {"mkdocs.yml": "site_name: H\n", **pages})
    assert tree == dedent(
        """\
        - index "Index"
        - a "A"
        - b "B"
        group Y 2
          - y_2/a "A"
        group Z folder
          - z-folder/index "Index"
          - z-folder/B "B"
        """
    )


def test_titles_in_html_are_its_text(command: Command, tmp_path: Path) -> None:
    title = "'<code class=\"x\"></code>\u00a0<code>a.b</code> &amp; c'"
    config = f"site_name: H\nnav: [{title}: a.md, Part: [{title}: [a.md]]]\n"
    tree = convert_mkdocs(command, tmp_path, {"mkdocs.yml": config, **make_pages("a")})
    assert tree == '- a "a.b & c"\ngroup Part\n  group a.b & c\n    - a "A"\n'


def test_a_readme_has_the_address_of_its_folder(command: Command, tmp_path: Path) -> None:
    config = "site_name: H\nnav: [README.md, More: [a/README.md, a/README-2.md]]\n"
    pages = make_pages("README", "a/README", "a/README-2")
    tree = convert_mkdocs(command, tmp_path, {"mkdocs.yml": config, **pages})
    assert tree.startswith('- README "Readme"\ngroup More\n  - a/README "Readme"\n')
    assert read_docs(tmp_path / "docs")["redirects"] == [
        {"source": "/", "destination": "/README"},
        {"source": "/a", "destination": "/a/README"},
    ]


def test_a_first_page_without_a_title_is_home(command: Command, tmp_path: Path) -> None:
    files = {"mkdocs.yml": "site_name: H\n", "docs/index.md": "Text.\n", **make_pages("a/index")}
    files["docs/a/index.md"] = "Text.\n"
    tree = convert_mkdocs(command, tmp_path, files)
    assert tree == '- index "Home"\ngroup A\n  - a/index "Index"\n'


def test_exclude_docs_and_docs_dir_say_which_pages_there_are(
    command: Command, tmp_path: Path
) -> None:
    config = """
        site_name: H
        docs_dir: manual
        exclude_docs: |
          drafts/
          *.old.md
    """
    names = ("index", "drafts/a", "use.old", "use")
    pages = {f"manual/{name}.md": "# T\n" for name in names}
    tree = convert_mkdocs(command, tmp_path, {"mkdocs.yml": config, **pages})
    assert tree == '- index "T"\n- use "T"\n'
    assert not (tmp_path / "docs.json").exists()


NAV_YML = """
    nav:
      - intro.md
      - More:
          - "*"
          - Site: https://example.com
      - guides
      - "api/*.md"
    sort: {by: title}
"""


def test_awesome_nav_files_name_folders_and_patterns(command: Command, tmp_path: Path) -> None:
    files = {
        "mkdocs.yml": "site_name: H\nplugins: [awesome-nav]\nnav: [zoo.md]\n",
        "docs/.nav.yml": NAV_YML,
        "docs/guides/.nav.yml": "title: How to\nnav: [last.md, part]\nappend_unmatched: true\n",
        "docs/guides/part/.nav.yml": 'nav:\n  - {glob: "*", ignore: "*.hidden.md"}\n',
        "docs/api/inner/.nav.yml": "hide: true\n",
        "docs/gone/.nav.yml": "hide: true\n",
        **make_pages("intro", "p10", "p9", "\u0663-x", "guides/first", "guides/last"),
        **make_pages("guides/part/only", "api/b", "api/a", "api/inner/c", "gone/x"),
    }
    tree = convert_mkdocs(command, tmp_path, files)
    assert tree == dedent(
        """\
        - intro "Intro"
        group More
          - p9 "P9"
          - p10 "P10"
          - \u0663-x "\u0663-x"
          group Api
            - api/a "A"
            - api/b "B"
          - -> https://example.com "Site"
        group How to
          - guides/last "Last"
          group Part
            - guides/part/only "Only"
          - guides/first "First"
        """
    )
    omitted = "is omitted; change the entries in docs.json as it says [docsnav.unsupported]"
    assert command.err.splitlines() == [
        f"docs/.nav.yml:8:1: WARNING: the option 'sort' {omitted}",
        f"docs/guides/part/.nav.yml:2:17: WARNING: the option 'ignore' {omitted}",
    ]


def test_awesome_pages_let_nav_win_and_three_dots_stand_for_the_rest(
    command: Command, tmp_path: Path
) -> None:
    files = {
        "mkdocs.yml": "site_name: H\nplugins: [awesome-pages]\nnav: [b.md, ..., Z: z.md]\n",
        "docs/folder/.pages": "title: Named\narrange: [two.md, '... | o*.md']\n",
        **make_pages(
            "index", "a", "b", "z", "folder/one", "folder/two", "folder/other", "folder/x"
        ),
    }
    tree = convert_mkdocs(command, tmp_path, files)
    assert tree == dedent(
        """\
        - b "B"
        - index "Index"
        - a "A"
        group Named
          - folder/two "Two"
          - folder/one "One"
          - folder/other "Other"
        - z "Z"
        """
    )


SUMMARY = """
    Not the list:

    * [Wrong](wrong.md)

    <!--nav-->

    * [Start](index.md)
    * [Guide](guide/index.md)
        * [Set up](guide/setup.md)
        * guide/*.md
    * Others
        - [Here](others/)
    * [Code](https://example.com/code)
"""


def test_summary_md_of_literate_nav_is_a_list_of_links(command: Command, tmp_path: Path) -> None:
    files = {
        "mkdocs.yml": "site_name: H\nplugins:\n  - literate-nav\n  - section-index\n",
        "docs/SUMMARY.md": SUMMARY,
        "docs/others/SUMMARY.md": "* [Second](b.md)\n* *\n",
        **make_pages("index", "guide/index", "guide/setup", "guide/use", "others/a", "others/b"),
    }
    tree = convert_mkdocs(command, tmp_path, files)
    assert tree == dedent(
        """\
        - index "Start"
        group Guide [root=guide/index]
          - guide/setup "Set up"
          - guide/use "Use"
        group Others
          group Here
            - others/b "Second"
            - others/a "A"
        - -> https://example.com/code "Code"
        """
    )


I18N = """
site_name: H
nav:
  - index.md
  - Guide: [guide/use.md, guide/new.md]
plugins:
  - i18n:
      docs_structure: folder
      languages:
        - {locale: en, name: English, default: true}
        - {locale: de, name: Deutsch}
"""


def test_folders_of_languages_become_languages_with_the_addresses_that_they_had(
    command: Command, tmp_path: Path
) -> None:
    pages = make_pages("en/index", "en/guide/use", "en/guide/new", "de/index", "de/guide/use")
    pages |= make_pages("de/guide/new")
    tree = convert_mkdocs(command, tmp_path, {"mkdocs.yml": I18N, **pages})
    assert tree == dedent(
        """\
        language en [default]
          - en/index "Index"
          group Guide
            - en/guide/use "Use"
            - en/guide/new "New"
        language de
          - de/index "Index"
          group Guide
            - de/guide/use "Use"
            - de/guide/new "New"
        """
    )
    assert read_docs(tmp_path / "docs")["redirects"] == [
        {"source": "/guide/new", "destination": "/en/guide/new"},
        {"source": "/guide/use", "destination": "/en/guide/use"},
    ]


@pytest.mark.parametrize("nav", ["[index.md, guide/use.md]", "null"])
def test_pages_of_the_default_language_can_be_outside_of_folders_of_languages(
    command: Command, tmp_path: Path, nav: str
) -> None:
    languages = "languages: [{locale: en, default: true}, {locale: de}]"
    plugin = f"plugins: [i18n: {{docs_structure: folder, {languages}}}]"
    pages = make_pages("index", "guide/use", "de/index", "de/guide/use")
    files = {"mkdocs.yml": f"nav: {nav}\n{plugin}\n", **pages}
    convert_mkdocs(command, tmp_path, files)
    assert command.err == ""
    docs = read_docs(tmp_path / "docs")
    assert "redirects" not in docs
    listed = [
        re.findall(r"[\w/]*(?:index|use)", str(item)) for item in docs["navigation"]["languages"]
    ]
    assert listed == [["index", "guide/use"], ["de/index", "de/guide/use"]]


@pytest.mark.parametrize("folder", ["", "en/"])
@pytest.mark.parametrize("nav", ["[index.md, use.md]", "null"])
def test_a_language_without_pages_has_none_of_the_default_language(
    command: Command, tmp_path: Path, nav: str, folder: str
) -> None:
    languages = "languages: [{locale: en, default: true}, {locale: de}]"
    plugin = f"plugins: [i18n: {{docs_structure: folder, {languages}}}]"
    pages = make_pages(f"{folder}index", f"{folder}use")
    site = write_files(tmp_path, {"mkdocs.yml": f"nav: {nav}\n{plugin}\n", **pages})
    assert command("init", site) == 0
    assert command.err == ""
    english, german = read_docs(tmp_path / "docs")["navigation"]["languages"]
    assert english["pages"] == [f"{folder}index", f"{folder}use"]
    assert german["pages"] == ([] if nav == "null" else ["de/index", "de/use"])


@pytest.mark.parametrize(
    "nav_file",
    ["nav: [.]\n", "nav: [../a, ../b]\n", "nav: [{T: [../b, ..]}]\n", 'nav: ["../**"]\n'],
)
def test_folders_that_name_each_other_end(command: Command, tmp_path: Path, nav_file: str) -> None:
    files = {
        "mkdocs.yml": "site_name: H\nplugins: [awesome-nav]\n",
        "docs/a/.nav.yml": nav_file,
        "docs/b/.nav.yml": "nav: [../a, ../a, ../a]\n",
        **make_pages("index", "a/x", "b/y"),
    }
    assert '- index "Index"' in convert_mkdocs(command, tmp_path, files)


def test_a_folder_that_is_listed_twice_is_kept_once(command: Command, tmp_path: Path) -> None:
    names = [f"f{number:02}" for number in range(30)]
    files = {f"docs/{name}/.nav.yml": "" for name in names}
    for name, following in zip(names, [*names[1:], "end"], strict=True):
        files[f"docs/{name}/.nav.yml"] = f"nav: [../{following}, ../{following}]\n"
    pages = make_pages("index", "end/x", *(f"{name}/x" for name in names))
    mkdocs = {"mkdocs.yml": "site_name: H\nplugins: [awesome-nav]\n"}
    tree = convert_mkdocs(command, tmp_path, {**mkdocs, **files, **pages})
    assert tree.count('- end/x "X"') == 1
    assert "the folder 'end' is listed twice; only the first is kept" in command.err


def test_patterns_that_search_all_pages_again_stop_with_one_line(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mkdocs_nav, "MAX_ENTRIES", 400)
    nav = "".join(f"- '**/q{number}*'\n" for number in range(300))
    config = f"site_name: H\nplugins: [awesome-nav]\nnav:\n{nav}"
    pages = make_pages(*(f"p{number}" for number in range(60)))
    files = {"mkdocs.yml": config, "docs/.nav.yml": f"nav:\n{nav}", **pages}
    assert command("init", write_files(tmp_path, files)) == 1
    assert "a navigation has at most 50 levels and 400 entries" in command.err


def test_a_deep_nav_stops_with_its_line(command: Command, tmp_path: Path) -> None:
    nav = "site_name: H\nnav:\n" + "".join(f"{'  ' * n}- A:\n" for n in range(1, 90))
    root = write_files(tmp_path, {"mkdocs.yml": nav, **make_pages("index")})
    assert command("init", root) == 1
    assert "mkdocs.yml:" in command.err
    assert "at most 50 levels" in command.err


def test_values_of_the_wrong_type_are_named_with_their_lines(
    command: Command, tmp_path: Path
) -> None:
    nav = "site_name: H\nnav:\n  - index.md\n  - 5.5:\n  - [other.md]\n  - Odd: true\n"
    convert_mkdocs(command, tmp_path, {"mkdocs.yml": nav, **make_pages("index", "other")})
    lines = command.err.splitlines()
    assert [line.partition(": ")[0] for line in lines] == [
        "mkdocs.yml:4:5",
        "mkdocs.yml:6:5",
    ], command.err


def test_pages_out_of_the_folder_are_not_read(command: Command, tmp_path: Path) -> None:
    files = {
        "project/mkdocs.yml": "site_name: H\nnav: [index.md, Out: ../../secret.md]\n",
        "project/docs/index.md": "# Index\n",
        "secret.md": "# Out\n",
    }
    root = write_files(tmp_path, files) / "project"
    assert command("init", root) == 0
    # A title that is that of the page would not be written, so that the file is known to be unread.
    pages = read_docs(root / "docs")["navigation"]["pages"]
    assert pages == ["index", {"page": "../../secret", "title": "Out"}]
