"""Where a page stands, what comes next, and where an element leads."""

from __future__ import annotations

from pathlib import Path

import pytest
from navigation.drawn import load, make

from sphinx_docsnav.docs_json.kinds import Kind
from sphinx_docsnav.navigation import Site
from sphinx_docsnav.navigation.tree import Element, Page, find_default, is_visible


def group(label: str, *children: Element | Page | str, **fields: object) -> Element:
    return element(Kind.GROUP, label, *children, **fields)


def element(kind: Kind, label: str, *children: Element | Page | str, **fields: object) -> Element:
    items = tuple(Page(c) if isinstance(c, str) else c for c in children)
    return Element(kind, label, items, **fields)  # type: ignore[arg-type]  # fields of many types


def site_of(*children: Element | Page | str, unlisted: tuple[str, ...] = ()) -> Site:
    return Site(element(Kind.NAVIGATION, "", *children), unlisted=unlisted)


def labels(elements: tuple[Element | Page, ...]) -> list[str]:
    return [e.label for e in elements if isinstance(e, Element)]


def around(site: Site, docname: str) -> tuple[str, str]:
    pages = site.neighbours(docname)
    return pages[0].docname if pages[0] else "", pages[1].docname if pages[1] else ""


def test_a_place_names_divisions_groups_and_breadcrumbs() -> None:
    inner = group("Inner", "a")
    tab = element(Kind.TAB, "Tab", group("Outer", inner))
    version = element(Kind.VERSION, "v1", tab)
    site = site_of(version)

    place = site.place("a")

    assert place is not None
    assert labels(place.chain) == ["v1", "Tab", "Outer", "Inner"]
    assert labels(place.divisions) == ["v1", "Tab"]
    assert labels(place.groups) == ["Outer", "Inner"]
    assert labels(place.breadcrumbs) == ["Tab", "Outer", "Inner"]
    assert place.division is tab
    assert site.parent(inner) is tab.children[0]


def test_without_divisions_a_page_is_in_none() -> None:
    site = site_of("a", group("G", "b"))

    place = site.place("b")

    assert place is not None
    assert place.division is None


def test_a_groups_root_page_is_in_the_group_and_not_below_its_crumb() -> None:
    site = site_of(group("Outer", group("G", "b", root=Page("a"))))

    place = site.place("a")

    assert place is not None
    assert labels(place.groups) == ["Outer", "G"]
    assert labels(place.breadcrumbs) == ["Outer"]
    assert around(site, "a") == ("", "b")


def test_a_group_without_a_heading_gives_no_crumb() -> None:
    place = site_of(group(" ", "a")).place("a")

    assert place is not None
    assert place.breadcrumbs == ()


def test_previous_and_next_stay_in_the_innermost_division() -> None:
    tab = element(Kind.TAB, "T", "a", group("G", "b"), "c")
    site = site_of(tab, element(Kind.TAB, "U", "d"))

    assert [around(site, name) for name in "abcd"] == [
        ("", "b"),
        ("a", "c"),
        ("b", ""),
        ("", ""),
    ]


def test_hidden_pages_and_groups_and_links_are_passed_over() -> None:
    link = Page("x", url="https://example.com")
    hidden = Page("h", hidden=True)
    site = site_of("a", link, hidden, group("H", "g", hidden=True), "b")

    assert around(site, "a") == ("", "b")
    assert around(site, "b") == ("a", "")
    assert around(site, "h") == ("", "")


def test_a_page_listed_twice_has_its_first_place_that_is_shown() -> None:
    one, two = group("One", "a", "b"), group("Two", "b", "c")
    site = site_of(group("Hidden", "c", hidden=True), one, two)

    place = site.place("b")

    assert place is not None
    assert place.groups == (one,)
    assert [labels(place.chain) for place in site.places("b")] == [["One"], ["Two"]]
    assert labels(site.listed["c"].chain) == ["Two"]
    assert [around(site, name) for name in "abc"] == [("", "b"), ("a", "c"), ("b", "")]


@pytest.mark.parametrize(
    ("docname", "division"),
    [
        ("v2/guides/new", "v2"),
        ("v2/api/x", "v2 API"),
        ("v2/api/pets/deep/page", "v2 API"),
        ("v2/other", "v2"),
        ("elsewhere", "v1"),
    ],
)
def test_an_unlisted_page_belongs_to_the_divisions_of_the_nearest_path(
    docname: str, division: str
) -> None:
    api = element(Kind.TAB, "v2 API", "v2/api/pets/list")
    v1 = element(Kind.VERSION, "v1", "v1/guides/setup", default=True)
    v2 = element(Kind.VERSION, "v2", group("G", "v2/guides/setup"), api)
    site = site_of(v2, v1, unlisted=(docname,))

    place = site.place(docname)

    assert place is not None
    assert not place.has_entry
    assert place.division is not None
    assert place.division.label == division
    assert (place.groups, place.breadcrumbs, site.neighbours(docname)) == ((), (), (None, None))


def test_a_page_in_a_toctree_is_below_the_listed_page_that_leads_to_it() -> None:
    v1 = element(Kind.VERSION, "v1", "v1/start")
    v2 = element(Kind.VERSION, "v2", group("Reference", "api"))
    toctrees = {"api": (Page("v1/b", title="B"),), "v1/b": (Page("v1/c"),)}
    site = site_of(v1, v2, unlisted=("v1/b", "v1/c", "v1/d")).with_hanging(toctrees)

    place = site.place("v1/c")

    assert place is not None
    assert (place.page.docname, place.has_entry, place.in_site) == ("v1/c", True, True)
    assert labels(place.chain) == ["v2", "Reference"]
    assert [page.docname for page in place.above] == ["api", "v1/b"]
    assert [getattr(item, "title", "") for item in place.breadcrumbs] == ["", "", "B"]
    assert around(site, "v1/c") == ("v1/b", "")
    beside = site.place("v1/d")
    assert beside is not None
    assert (labels(beside.chain), beside.has_entry) == (["v1"], False)


def test_toctrees_that_lead_in_a_circle_give_no_entry() -> None:
    toctrees = {"b": (Page("c"),), "c": (Page("b"),)}
    site = site_of("a", unlisted=("b", "c")).with_hanging(toctrees)

    place = site.place("b")

    assert place is not None
    assert (place.has_entry, place.above) == (False, ())


def test_a_page_about_a_generated_group_is_where_its_heading_is() -> None:
    pets = group("Pets", "pets/list", "pets/add", about="pets/about")
    site = site_of(element(Kind.TAB, "API", pets), unlisted=("pets/about",))

    place = site.place("pets/about")

    assert place is not None
    assert (place.page.title, place.has_entry) == ("Pets", True)
    assert labels(place.chain) == ["API", "Pets"]
    assert labels(place.breadcrumbs) == ["API"]
    assert around(site, "pets/about") == ("", "pets/list")


@pytest.mark.parametrize(("near", "division"), [(None, "v1"), ("v2/start", "v2"), ("", "")])
def test_a_page_without_a_document_is_in_the_divisions_of_another(
    near: str | None, division: str
) -> None:
    v1, v2 = element(Kind.VERSION, "v1", "v1/start"), element(Kind.VERSION, "v2", "v2/start")

    place = site_of(v1, v2).place_of_other("search", near)

    assert (labels(place.divisions), place.in_site) == ([division] if division else [], False)
    assert (place.has_entry, place.breadcrumbs) == (False, ())


def test_a_page_that_is_not_part_of_the_site_has_no_place() -> None:
    assert site_of("a").place("search") is None


def test_the_first_page_is_the_first_that_is_shown() -> None:
    tab = element(
        Kind.TAB,
        "T",
        element(Kind.ANCHOR, "Out", href="https://example.com"),
        group("Hidden", "h", hidden=True),
        group("Empty"),
        group("G", Page("x", hidden=True), "b", root=Page("a")),
    )

    assert site_of(tab).first_page(tab) is tab.children[3].root  # type: ignore[union-attr]  # a group


def test_the_default_version_or_language_is_first() -> None:
    site = site_of(element(Kind.VERSION, "v1", "a"), element(Kind.VERSION, "v2", "b", default=True))
    first = site.first_page(site.root)

    assert first is not None
    assert first.docname == "b"


def test_where_all_is_hidden_the_first_hidden_page_is_first() -> None:
    hidden = element(Kind.TAB, "T", Page("a", hidden=True))
    site = site_of(hidden)
    first = site.first_page(hidden)

    assert first is not None
    assert first.docname == "a"
    assert not is_visible(hidden)


def test_an_element_is_worth_showing_if_it_links_or_has_a_page() -> None:
    empty, link = group("E"), element(Kind.TAB, "L", href="/x")
    full = group("F", "a")

    assert [is_visible(e) for e in (empty, link, full)] == [False, True, True]


def test_the_default_stands_for_versions_and_languages_else_the_first() -> None:
    one, two = element(Kind.VERSION, "1"), element(Kind.VERSION, "2", default=True)

    assert find_default([one, two]) is two
    assert find_default([one]) is one
    assert find_default([]) is None


def test_a_listed_page_prints_as_its_name_and_the_labels_around_it(tmp_path: Path) -> None:
    navigation = {"tabs": [{"tab": "Guides", "groups": [{"group": "Start", "pages": ["a"]}]}]}

    site, _ = load(make(tmp_path, navigation, {"a": "A"}))

    assert repr(site.listed["a"]) == "PagePlace('a', in ['Guides', 'Start'])"
