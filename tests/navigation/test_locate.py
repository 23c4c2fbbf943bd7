"""Page entries become documents; what is odd or missing is told (DESIGN, error or warning)."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from navigation.drawn import drawing, load, make

from sphinx_docsnav.sitefiles.nearest import find_nearest


@pytest.mark.parametrize("entry", ["guides/setup", "/guides/setup", "/guides/setup/"])
def test_a_page_path_counts_from_the_root_with_a_slash_or_without(
    tmp_path: Path, entry: str
) -> None:
    root = make(tmp_path, {"pages": [entry]}, {"guides/setup": "Setup"})

    site, told = load(root)

    assert drawing(site) == '- guides/setup "Setup"\n'
    assert told == []


@pytest.mark.parametrize(
    ("entry", "oddity"),
    [
        ("guides/setup.mdx", "has an extension"),
        ("guides/setup.MD", "has an extension"),
        ("./guides/setup", "has '.' or '..' in it"),
        ("../guides/x/../setup", "has '.' or '..' in it"),
        ("guides//setup", "has a double slash"),
        (" guides/setup", "has blanks around it"),
        ("Guides/Setup", "is spelled with different upper and lower case"),
    ],
)
def test_an_odd_page_path_is_read_as_the_page_meant(
    tmp_path: Path, entry: str, oddity: str
) -> None:
    root = make(tmp_path, {"pages": [entry]}, {"guides/setup": "Setup"})

    site, told = load(root)

    assert drawing(site) == '- guides/setup "Setup"\n'
    assert told == [
        (
            f"docs.json:4:4: WARNING: /navigation/pages/0: page {entry!r} {oddity}; read as "
            "'guides/setup'; write 'guides/setup' [docsnav.page_path]"
        )
    ]


@pytest.mark.parametrize(
    ("entry", "hint"),
    [
        ("guides/setpu", "; did you mean 'guides/setup'?"),
        ("setup", "; did you mean 'guides/setup'?"),
        ("api/indx", "; did you mean 'api/index'?"),
        ("quite-another-thing", ""),
        ("ssh://example.com", "; links begin with 'https://' or 'http://'"),
        ("", ""),
    ],
)
def test_a_page_without_a_file_is_left_out_with_the_nearest(
    tmp_path: Path, entry: str, hint: str
) -> None:
    files: dict[str, object] = {"guides/setup": "Setup", "api/index": "API"}
    root = make(tmp_path, {"pages": [entry or "/", "guides/setup"]}, files)

    site, told = load(root)

    assert drawing(site) == '- guides/setup "Setup"\n'
    assert told == [
        (
            f"docs.json:4:4: WARNING: /navigation/pages/0: page {entry or '/'!r} does not exist; "
            f"its entry is left out{hint} [docsnav.page_missing]"
        )
    ]


def _pages(folder: str, count: int) -> list[str]:
    return [f"{folder}/{'abcdefghij'[number]}page" for number in range(count)]


@pytest.mark.parametrize(
    ("listed", "files", "message"),
    [
        (
            _pages("guides", 5),
            _pages("content/docs/guides", 5),
            (
                "docs.json:4:4: ERROR: /navigation/pages/0: 5 pages do not exist; they exist below "
                "'content/docs'; their entries are left out; move docs.json into that folder, or "
                "write 'content/docs/' before their paths [docsnav.page_missing]"
            ),
        ),
        (
            ["index", "a", "b", "c", *_pages("guides", 4)],
            ["index", "a", "b", "c", *_pages("learn", 4)],
            (
                "docs.json:8:4: WARNING: /navigation/pages/4: 4 pages below 'guides' do not exist; "
                "they exist below 'learn'; their entries are left out; write 'learn/' instead of "
                "'guides/' [docsnav.page_missing]"
            ),
        ),
        (
            ["index", *_pages("docs/old", 4)],
            ["index", *(f"old/{name[-5:]}" for name in _pages("x", 4))],
            (
                "docs.json:5:4: ERROR: /navigation/pages/1: 4 pages below 'docs' do not exist; "
                "they exist below '/'; their entries are left out; remove 'docs/' from their paths "
                "[docsnav.page_missing]"
            ),
        ),
        (
            ["index", *_pages("gone", 4)],
            ["index"],
            (
                "docs.json:5:4: ERROR: /navigation/pages/1: 4 pages below 'gone' do not exist; "
                "their entries are left out; the site has no folder 'gone': correct the paths, or "
                "remove the entries [docsnav.page_missing]"
            ),
        ),
    ],
)
def test_missing_pages_with_one_cause_are_one_message(
    tmp_path: Path, listed: list[str], files: list[str], message: str
) -> None:
    root = make(tmp_path, {"pages": listed}, dict.fromkeys(files, "T"))

    first, *remarks = load(root)[1]
    assert first == message
    assert [text.partition(": page ")[0].rpartition(" ")[0] for text in remarks] == [
        f"docs.json:{line}:4: INFO:" for line in range(int(message.split(":")[1]), 4 + len(listed))
    ]


def test_pages_that_are_not_translated_were_not_moved(tmp_path: Path) -> None:
    english = _pages("en", 5)
    listed = [*english, "fr/index", *_pages("fr", 5)]
    root = make(tmp_path, {"pages": listed}, dict.fromkeys([*english, "fr/index"], "T"))

    messages = load(root)[1]

    assert len(messages) == 5
    assert [text for text in messages if "did you mean" in text or "ERROR" in text] == []


def test_a_slash_is_the_index_page(tmp_path: Path) -> None:
    root = make(tmp_path, {"pages": ["/"]}, {"index": "Home"})

    assert drawing(load(root)[0]) == '- index "Home"\n'


@pytest.mark.parametrize("entry", ["guide", "/guide", "guide/"])
def test_a_page_path_of_a_folder_means_its_index(tmp_path: Path, entry: str) -> None:
    group = {"group": "A", "root": entry, "pages": ["guide/setup"]}
    files: dict[str, object] = {"guide/index": "Guide", "guide/setup": "Setup"}

    pages, told = load(make(tmp_path / "pages", {"pages": [entry, "guide/setup"]}, files))
    groups, said = load(make(tmp_path / "root", {"groups": [group]}, files))

    assert drawing(pages) == '- guide/index "Guide"\n- guide/setup "Setup"\n'
    assert drawing(groups) == 'group A [root=guide/index]\n  - guide/setup "Setup"\n'
    assert told == said == []


def test_a_page_of_the_very_name_wins_over_the_index_of_a_folder(tmp_path: Path) -> None:
    files: dict[str, object] = {"guide": "Page", "guide/index": "Index"}

    site, told = load(make(tmp_path, {"pages": ["guide"]}, files))

    assert drawing(site) == '- guide "Page"\n'
    assert (site.unlisted, told) == (("guide/index",), [])


def test_a_missing_root_page_leaves_the_group(tmp_path: Path) -> None:
    group = {"group": "A", "root": "none", "pages": ["a"]}
    site, told = load(make(tmp_path, {"groups": [group]}, {"a": "A"}))

    assert drawing(site) == 'group A\n  - a "A"\n'
    assert len(told) == 1


def test_pages_that_docs_json_does_not_list_are_unlisted(tmp_path: Path) -> None:
    root = make(tmp_path, {"pages": ["b"]}, dict.fromkeys(["b", "z", "a/c"], "T"))

    assert load(root)[0].unlisted == ("a/c", "z")


def test_a_name_with_a_dot_keeps_it(tmp_path: Path) -> None:
    root = make(tmp_path, {"pages": ["v1.2/notes", "a.b"]}, {"v1.2/notes": "N", "a.b.mdx": "text"})

    assert drawing(load(root)[0]) == '- v1.2/notes "N"\n- a.b "A.b"\n'


@pytest.mark.skipif(os.name == "nt", reason="the file system is not case-sensitive")
def test_a_file_of_the_very_name_wins_over_one_of_other_case(tmp_path: Path) -> None:
    root = make(tmp_path, {"pages": ["A", "a"]}, {"A": "Upper", "a": "Lower"})

    assert drawing(load(root)[0]) == '- A "Upper"\n- a "Lower"\n'


@pytest.mark.parametrize(
    ("wanted", "near"),
    [
        ("v2/guides/setup", "v2/guide/setup"),
        ("v1/guides/instal", "v1/guides/install"),
        ("V1/GUIDES/INSTALL", "v1/guides/install"),
        ("zzz", ""),
    ],
)
def test_the_nearest_name_shares_most_of_the_path(wanted: str, near: str) -> None:
    names = ["v1/guides/install", "v1/guides/setup", "v2/guide/setup", "v2/index"]

    assert find_nearest(wanted, names) == near
