"""The same page in another version, language or product: a table per rule."""

from __future__ import annotations

import pytest
from counting import counted

from sphinx_docsnav.docs_json.kinds import Kind
from sphinx_docsnav.navigation import Site
from sphinx_docsnav.navigation.switch import Switches, SwitchRule, list_label_forms
from sphinx_docsnav.navigation.tree import Element, Page


def element(kind: Kind, label: str, *children: Element | Page | str, **fields: object) -> Element:
    items = tuple(Page(c) if isinstance(c, str) else c for c in children)
    return Element(kind, label, items, **fields)  # type: ignore[arg-type]  # fields of many types


def site_of(kind: Kind, divisions: dict[str, list[str]], unlisted: tuple[str, ...] = ()) -> Site:
    children = [element(kind, label, *pages) for label, pages in divisions.items()]
    return Site(element(Kind.NAVIGATION, "", *children), unlisted=unlisted)


def switch(site: Site, docname: str, label: str, *pairs: tuple[str, str]) -> tuple[str, SwitchRule]:
    division = next(e for e in site.root.walk() if isinstance(e, Element) and e.label == label)
    target = Switches(site, pairs).target(docname, division)
    assert target is not None
    return target.page.docname, target.rule


VERSIONS = {"v1": ["v1/index", "v1/a", "v1/b/c"], "v2": ["v2/index", "v2/a", "v2/b/c", "v2/new"]}
LATEST = {"v1": ["v1/index", "v1/a", "v1/b/c"], "latest": ["index", "a", "b/c", "changelog"]}
LANGUAGES = {"en": ["docs/a", "docs/b"], "fr": ["fr/docs/a", "fr/docs/b"], "de": ["de/docs/a"]}
I18N = {"en": ["a", "g/b"], "fr": ["i18n/fr/a", "i18n/fr/g/b"], "de": ["i18n/de/a"]}
INNER = {"v1": ["docs/v1/a", "docs/v1/b"], "v2.0": ["docs/v2.0/a", "docs/v2.0/b"]}
FOLDERS = {"Cloud": ["hosted/a", "hosted/b"], "Server": ["onprem/a", "onprem/b"]}


@pytest.mark.parametrize(
    ("kind", "divisions", "docname", "label", "target"),
    [
        (Kind.VERSION, VERSIONS, "v1/a", "v2", "v2/a"),
        (Kind.VERSION, VERSIONS, "v2/b/c", "v1", "v1/b/c"),
        (Kind.VERSION, LATEST, "v1/b/c", "latest", "b/c"),
        (Kind.VERSION, LATEST, "index", "v1", "v1/index"),
        (Kind.LANGUAGE, LANGUAGES, "docs/a", "fr", "fr/docs/a"),
        (Kind.LANGUAGE, LANGUAGES, "fr/docs/b", "en", "docs/b"),
        (Kind.LANGUAGE, LANGUAGES, "de/docs/a", "fr", "fr/docs/a"),
        (Kind.LANGUAGE, I18N, "i18n/fr/g/b", "en", "g/b"),
        (Kind.LANGUAGE, I18N, "a", "de", "i18n/de/a"),
        (Kind.LANGUAGE, I18N, "i18n/de/a", "fr", "i18n/fr/a"),
        (Kind.VERSION, INNER, "docs/v1/b", "v2.0", "docs/v2.0/b"),
        (Kind.PRODUCT, FOLDERS, "hosted/b", "Server", "onprem/b"),
    ],
)
def test_paths_may_differ_in_the_divisions_own_parts(
    kind: Kind, divisions: dict[str, list[str]], docname: str, label: str, target: str
) -> None:
    assert switch(site_of(kind, divisions), docname, label) == (target, SwitchRule.SAME_PATH)


def test_the_same_document_comes_before_an_equal_path() -> None:
    site = site_of(Kind.VERSION, {"v1": ["v1/a", "shared"], "v2": ["v2/a", "v2/shared", "shared"]})

    assert switch(site, "shared", "v2") == ("shared", SwitchRule.SAME_DOCUMENT)


def test_a_pair_named_by_hand_comes_first() -> None:
    site = site_of(Kind.VERSION, {"v1": ["v1/a"], "v2": ["v2/a", "v2/renamed"]})

    assert switch(site, "v1/a", "v2", ("v2/renamed", "v1/a")) == ("v2/renamed", SwitchRule.BY_HAND)


def test_levels_are_switched_one_at_a_time() -> None:
    def versions(prefix: str) -> list[Element]:
        return [
            element(Kind.VERSION, v, element(Kind.TAB, "T", f"{prefix}{v}/a", f"{prefix}{v}/b"))
            for v in ("v1", "v2")
        ]

    english = element(Kind.LANGUAGE, "en", *versions(""))
    french = element(Kind.LANGUAGE, "fr", *versions("fr/"))
    site = Site(element(Kind.NAVIGATION, "", english, french))
    switches = Switches(site)

    def to(docname: str, division: Element | Page) -> str:
        assert isinstance(division, Element)
        target = switches.target(docname, division)
        assert target is not None
        return target.page.docname

    assert to("v2/b", french) == "fr/v2/b"
    assert to("fr/v1/a", english) == "v1/a"
    assert to("fr/v1/b", french.children[1]) == "fr/v2/b"


def grouped(kind: Kind, label: str, *groups: tuple[str, list[tuple[str, str]]]) -> Element:
    return element(
        kind,
        label,
        *(
            element(Kind.GROUP, name, *(Page(docname, title=title) for docname, title in pages))
            for name, pages in groups
        ),
    )


def test_then_the_entry_under_the_same_labels() -> None:
    one = grouped(Kind.VERSION, "v1", ("Start", [("intro", "Hello"), ("x", "Setup")]))
    two = grouped(Kind.VERSION, "v2", ("Start", [("y", "Setup"), ("z", "More"), ("w", "Else")]))
    site = Site(element(Kind.NAVIGATION, "", one, two))

    assert switch(site, "x", "v2") == ("y", SwitchRule.SAME_POSITION)


def test_then_in_another_language_the_same_number_among_equally_many() -> None:
    english = grouped(Kind.LANGUAGE, "en", ("Start", [("hello", "Hello"), ("setup", "Setup")]))
    german = grouped(Kind.LANGUAGE, "de", ("Anfang", [("hallo", "Hallo"), ("aufbau", "Aufbau")]))
    site = Site(element(Kind.NAVIGATION, "", english, german))

    assert switch(site, "setup", "de") == ("aufbau", SwitchRule.SAME_POSITION)


def test_then_the_first_page_of_the_group_of_the_same_name() -> None:
    one = grouped(Kind.VERSION, "v1", ("A", [("a", "A")]), ("B", [("b1", "B1"), ("b2", "B2")]))
    two = grouped(Kind.VERSION, "v2", ("B", [("c", "C")]))
    site = Site(element(Kind.NAVIGATION, "", one, two))

    assert switch(site, "b2", "v2") == ("c", SwitchRule.SAME_GROUP)


def test_then_the_first_page_of_the_division() -> None:
    site = site_of(Kind.VERSION, VERSIONS)

    assert switch(site, "v2/new", "v1") == ("v1/index", SwitchRule.FIRST_PAGE)
    assert switch(site, "nowhere", "v1") == ("v1/index", SwitchRule.FIRST_PAGE)


def test_an_empty_division_leads_nowhere() -> None:
    site = site_of(Kind.VERSION, {"v1": ["a"], "v2": []})
    empty = site.root.children[1]

    assert isinstance(empty, Element)
    assert Switches(site).target("a", empty) is None


def test_hidden_pages_are_no_targets() -> None:
    one = element(Kind.VERSION, "v1", "v1/a", "v1/b")
    two = element(Kind.VERSION, "v2", "v2/b", Page("v2/a", hidden=True))
    site = Site(element(Kind.NAVIGATION, "", one, two))

    assert switch(site, "v1/a", "v2") == ("v2/b", SwitchRule.FIRST_PAGE)


def test_unlisted_pages_switch_to_unlisted_pages() -> None:
    divisions = {"en": ["en/a"], "fr": ["fr/a"]}
    site = site_of(Kind.LANGUAGE, divisions, unlisted=("en/old", "fr/old"))

    assert switch(site, "en/old", "fr") == ("fr/old", SwitchRule.SAME_PATH)


@pytest.mark.parametrize(
    ("label", "form"),
    [
        ("v2.1", "2.1"),
        ("2.1", "v2.1"),
        ("v2.1", "v2-1"),
        ("pt-BR", "pt_br"),
        ("My Product", "my-product"),
    ],
)
def test_a_label_is_known_in_paths_by_its_forms(label: str, form: str) -> None:
    assert form in list_label_forms(label)


def big_site(*, versions: int, pages: int) -> Site:
    """Return a site of 5 languages of *versions* of *pages*."""

    def version(language: str, number: int) -> Element:
        names = [f"{language}/v{number}/g{i // 25}/p{i}" for i in range(pages)]
        return element(Kind.VERSION, f"v{number}", *names)

    languages = [
        element(Kind.LANGUAGE, code, *(version(code, number) for number in range(versions)))
        for code in ("en", "fr", "de", "ja", "ar")
    ]
    return Site(element(Kind.NAVIGATION, "", *languages))


def targets_of(site: Site) -> int:
    """Ask for the target of every page in every division beside its own; return how many."""
    switches = Switches(site)
    found = 0
    for docname, place in site.listed.items():
        for division in place.chain:
            parent = site.parent(division)
            assert parent is not None
            for beside in parent.children:
                assert isinstance(beside, Element)
                target = switches.target(docname, beside)
                assert target is not None
                assert target.rule.is_same_page
                found += 1
    return found


@pytest.mark.parametrize(("versions", "pages"), [(4, 200), (16, 50)])
def test_work_per_target_does_not_grow_with_the_site(versions: int, pages: int) -> None:
    small, large = big_site(versions=4, pages=50), big_site(versions=versions, pages=pages)
    calls_of_small, targets_of_small = counted(lambda: targets_of(small))
    calls, targets = counted(lambda: targets_of(large))
    assert (targets_of_small, targets) == (1000 * 9, 4000 * (5 + versions))
    assert calls / targets < 1.2 * calls_of_small / targets_of_small


def test_every_rule_but_the_last_two_finds_the_same_page() -> None:
    others = [rule for rule in SwitchRule if not rule.is_same_page]
    assert others == [SwitchRule.SAME_GROUP, SwitchRule.FIRST_PAGE] == list(SwitchRule)[4:]
