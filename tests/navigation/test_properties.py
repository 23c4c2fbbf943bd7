"""What holds for every tree."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sphinx_docsnav.docs_json.kinds import Kind
from sphinx_docsnav.navigation import Site, tree_as_json, tree_as_text
from sphinx_docsnav.navigation.tree import NOT_IN_BREADCRUMBS, Element, Page

DIVISIONS = [kind for kind in Kind if kind not in (Kind.NAVIGATION, Kind.GROUP)]
names = st.sampled_from([f"{folder}{page}" for folder in ("", "x/", "x/y/") for page in "abcdef"])
pages = st.builds(Page, names, hidden=st.booleans())
labels = st.sampled_from(["One", "Two", ""])


def groups(children: st.SearchStrategy[list[Element | Page]]) -> st.SearchStrategy[Element]:
    return st.builds(
        Element,
        kind=st.just(Kind.GROUP),
        label=labels,
        children=children.map(tuple),
        hidden=st.booleans(),
        root=st.none() | pages,
    )


def divisions(children: st.SearchStrategy[list[Element | Page]]) -> st.SearchStrategy[Element]:
    return st.builds(
        Element,
        kind=st.sampled_from(DIVISIONS),
        label=labels,
        children=children.map(tuple),
        hidden=st.booleans(),
        default=st.booleans(),
    )


below: st.SearchStrategy[Element | Page] = st.recursive(
    pages,
    lambda inner: groups(st.lists(inner, max_size=3)) | divisions(st.lists(inner, max_size=3)),
    max_leaves=12,
)
sites = st.lists(below, max_size=4).map(
    lambda children: Site(
        Element(Kind.NAVIGATION, children=tuple(children)), unlisted=("x/unlisted", "zzz")
    )
)


@given(sites)
def test_every_listed_page_has_the_place_of_its_ancestors(site: Site) -> None:
    for page in site.root.pages():
        place = site.place(page.docname)
        assert place is not None
        assert place.has_entry
        above: list[Element] = []
        parent = site.parent(place.page)
        while parent is not None and parent is not site.root:
            above.insert(0, parent)
            parent = site.parent(parent)
        assert place.chain == tuple(above)
        assert place.breadcrumbs == tuple(
            e
            for e in above
            if e.label and e.kind not in NOT_IN_BREADCRUMBS and e.root is not place.page
        )


@given(sites)
def test_next_and_previous_are_inverse_and_reach_each_shown_page_once(site: Site) -> None:
    seen = set()
    for docname in site.listed:
        _, following = site.neighbours(docname)
        if following is not None:
            before, _ = site.neighbours(following.docname)
            assert before is site.listed[docname].page
            assert site.listed[following.docname].division is site.listed[docname].division
            assert following.docname not in seen
            seen.add(following.docname)


@given(sites)
def test_an_unlisted_page_stands_in_divisions_of_the_site(site: Site) -> None:
    for docname in site.unlisted:
        if docname in site.listed:
            continue
        place = site.place(docname)
        assert place is not None
        assert place.groups == ()
        assert all(site.parent(division) is not None for division in place.divisions)


@given(sites)
def test_the_first_page_is_in_the_element(site: Site) -> None:
    for item in (site.root, *site.root.walk()):
        if isinstance(item, Element):
            first = site.first_page(item)
            assert (first is None) == (not any(True for _ in item.pages()))
            assert first is None or first in set(item.pages())


@given(sites)
def test_every_tree_can_be_printed(site: Site) -> None:
    assert isinstance(tree_as_json(site)["navigation"], dict)
    items = list(site.root.walk())
    roots = [i for i in items if isinstance(i, Element) and i.root is not None]
    assert len(tree_as_text(site).splitlines()) == len(items) - len(roots)
