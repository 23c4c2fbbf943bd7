"""Entries of ``pages`` beyond page paths: links, titles, indexes and patterns."""

from __future__ import annotations

from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from support import Command, MakeSite

from sphinx_docsnav.docs_json.json_schema import make_json_schema
from sphinx_docsnav.faults import Fault, fault_text
from sphinx_docsnav.navigation import Site, load_site, tree_as_text

LINK = {"title": "Source code", "href": "https://example.com/code"}


def loaded(root: Path) -> tuple[Site, list[str]]:
    faults: list[Fault] = []
    site = load_site(root, faults.append, suffixes=(".mdx", ".md", ".rst"), keep_going=True)
    return site, [fault_text(fault, root) for fault in faults]


def pages(*names: str) -> dict[str, str]:
    return {f"{name}.mdx": f"---\ntitle: {name.upper()}\n---\n" for name in names}


def test_pages_may_hold_links_titles_and_indexes(make_site: MakeSite) -> None:
    entries = ["a", LINK, "https://example.com", {"page": "b", "title": "Second"}]
    root = make_site({"pages": [*entries, "genindex", "modindex", "search"]}, pages("a", "b"))
    site, faults = loaded(root)
    assert faults == []
    assert tree_as_text(site) == (
        '- a "A"\n'
        '- -> https://example.com/code "Source code"\n'
        '- -> https://example.com "https://example.com"\n'
        '- b "Second"\n'
        '- -> /genindex "Index"\n'
        '- -> /py-modindex "Module Index"\n'
        '- -> /search "Search"\n'
    )


def test_links_are_neither_first_nor_previous_nor_next(make_site: MakeSite) -> None:
    site, _ = loaded(make_site({"pages": [LINK, "a", LINK, "b"]}, pages("a", "b")))
    previous, following = site.neighbours("a")
    assert following is not None
    assert (previous, following.docname) == (None, "b")
    first = site.first_page(site.root)
    assert first is not None
    assert first.docname == "a"


def test_a_document_comes_before_an_index_of_its_name(make_site: MakeSite) -> None:
    site, faults = loaded(make_site({"pages": ["search"]}, pages("search")))
    assert (tree_as_text(site), faults) == ('- search "SEARCH"\n', [])


def test_a_pattern_stands_for_the_pages_that_no_entry_names(make_site: MakeSite) -> None:
    groups = [
        {"group": "API", "pages": ["api/b", "api/*"]},
        {"group": "All", "pages": ["**", "api/a"]},
    ]
    names = ("api/a", "api/b", "api/c", "api/deep/d", "e")
    site, faults = loaded(make_site({"groups": groups}, pages(*names)))
    assert faults == []
    assert [page.docname for page in site.root.pages()] == [
        *("api/b", "api/c"),
        *("api/deep/d", "e", "api/a"),
    ]


@pytest.mark.parametrize("pattern", ["none/*", "[z-a]"])
def test_a_pattern_without_a_page_is_one_warning(make_site: MakeSite, pattern: str) -> None:
    _, faults = loaded(make_site({"pages": ["a", pattern]}, pages("a")))
    (fault,) = faults
    assert fault.endswith(
        f"WARNING: /navigation/pages/1: no page matches '{pattern}'; the entry is left out "
        "[docsnav.page_missing]"
    )


def test_a_page_with_pattern_characters_in_its_name_is_that_page(make_site: MakeSite) -> None:
    site, faults = loaded(make_site({"pages": ["a[b]"]}, pages("a[b]", "ab")))
    assert faults == []
    assert [page.docname for page in site.root.pages()] == ["a[b]"]


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ({"href": "javascript:x"}, "ERROR: /navigation/pages/1/href: expected a URL"),
        ({"href": "https://e.com", "page": "a"}, "expected 'page' or 'href', found both"),
        ({"page": ""}, "expected the path of a page, found an empty string"),
        (
            {"page": "a", "titel": "T"},
            "unknown field 'titel'; it is ignored; did you mean",
        ),
        ({"page": "a", "title": 1}, "ERROR: /navigation/pages/1/title: expected"),
    ],
)
def test_a_wrong_object_is_one_message(
    make_site: MakeSite, entry: dict[str, object], message: str
) -> None:
    site, faults = loaded(make_site({"pages": ["a", entry]}, pages("a")))
    assert len(faults) == 1
    assert message in faults[0]
    assert site.listed.keys() == {"a"}


def test_check_portable_refuses_what_only_this_extension_understands(
    make_site: MakeSite, command: Command
) -> None:
    entries = ["a", LINK, {"page": "b", "title": "B"}, "genindex", "d/*", "c"]
    files = {**pages("a", "b", "d/e"), "c.rst": "C\n=\n"}
    anchor = {"anchor": "Index", "href": "/genindex"}
    root = make_site({"pages": entries, "global": {"anchors": [anchor]}}, files)
    assert command("check", root) == 0
    assert command("check", "--portable", root) == 1
    lines = [line for line in command.out.splitlines() if "not_portable" in line]
    told = [line.split("understands ")[1].removesuffix(" [docsnav.not_portable]") for line in lines]
    assert told == [
        "a link in 'pages'; write an anchor with 'href'",
        "an object with 'page' in 'pages'; write 'sidebarTitle' into the page",
        "the index page 'genindex'; leave it out",
        "the pattern 'd/*'; list the pages",
        "the page 'c.rst'; convert it to MDX",
        "the index page '/genindex'; link to a page",
    ]


def test_the_schema_accepts_what_the_reader_accepts() -> None:
    validator = Draft202012Validator(make_json_schema())
    entries = ["a", LINK, {"page": "b", "title": "B"}, {"group": "G", "pages": ["c"]}]
    assert list(validator.iter_errors({"navigation": {"pages": entries}})) == []
    wrong = [{"title": "nothing to link to"}]
    assert list(validator.iter_errors({"navigation": {"pages": wrong}})) != []
