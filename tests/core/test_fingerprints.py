"""The digest of the navigation on a page changes with everything that the page shows of it."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import pytest

from sphinx_docsnav.core.site.fingerprints import BARS, INVISIBLE, NavigationDigests
from sphinx_docsnav.docs_json.kinds import Banner, Icon, Kind
from sphinx_docsnav.navigation import Site
from sphinx_docsnav.navigation.switch import Switches
from sphinx_docsnav.navigation.tree import Element, Page

VALUES: dict[str, Any] = {
    "bool": True,
    "str": "new",
    "Icon | None": Icon("home"),
    "Banner | None": Banner("New"),
    "Page | None": Page("g/new"),
    "Kind": Kind.ANCHOR,
    "tuple[Element | Page, ...]": (Page("a"), Page("new")),
    "tuple[Element, ...]": (Element(Kind.ANCHOR, "New", href="https://a.example"),),
}
"""Another value for a field of each type; a field of a new type needs one here."""

PAGE = Page("a", title="A")
GROUP = Element(Kind.GROUP, "G", (PAGE,))
TAB = Element(Kind.TAB, "T", (GROUP,))


def digest_of(tab: Element, docname: str = "a") -> str:
    site = Site(Element(Kind.NAVIGATION, children=(tab, Element(Kind.TAB, "U", (Page("u"),)))))
    return NavigationDigests(
        site, "", "", {}, {}, Switches(site), beside=lambda _: (), number=lambda _: ""
    ).of(docname)


def changes(item: Element | Page, *, without: str = "") -> list[Any]:
    """Return for each field that a page shows the field with another value."""
    return [
        pytest.param({each.name: VALUES[str(each.type)]}, id=each.name)
        for each in fields(item)
        if each.name not in INVISIBLE | BARS and each.name != without
    ]


# Only neighbours show the description.
@pytest.mark.parametrize("change", changes(PAGE, without="description"))
def test_each_field_of_a_page_changes_the_digest(change: dict[str, Any]) -> None:
    other = replace(PAGE, **change)
    tab = replace(TAB, children=(replace(GROUP, children=(other,)),))

    assert digest_of(tab, other.docname) != digest_of(TAB)
    assert digest_of(replace(tab), other.docname) == digest_of(tab, other.docname)


def test_the_description_of_a_page_changes_the_digest_of_its_neighbours() -> None:
    def tab(first: Page) -> Element:
        return replace(TAB, children=(replace(GROUP, children=(first, Page("b", title="B"))),))

    other = tab(replace(PAGE, description="What it is."))
    assert digest_of(other, "b") != digest_of(tab(PAGE), "b")
    assert digest_of(other) == digest_of(tab(PAGE))


# Only divisions and the root have global elements; only groups have a root page.
@pytest.mark.parametrize("change", changes(GROUP, without="global_elements"))
def test_each_field_of_a_group_changes_the_digest(change: dict[str, Any]) -> None:
    assert digest_of(replace(TAB, children=(replace(GROUP, **change),))) != digest_of(TAB)


@pytest.mark.parametrize("change", changes(TAB, without="root"))
def test_each_field_of_a_division_changes_the_digest(change: dict[str, Any]) -> None:
    assert digest_of(replace(TAB, **change)) != digest_of(TAB)


@pytest.mark.parametrize("name", ["style", "library", "name"])
def test_each_part_of_an_icon_changes_the_digest(name: str) -> None:
    icon = Icon("home")
    other: Any = replace(icon, **{name: "new"})

    assert digest_of(replace(TAB, icon=icon)) != digest_of(replace(TAB, icon=other))


def test_the_position_in_docs_json_does_not_change_the_digest() -> None:
    assert digest_of(replace(TAB, pointer="/navigation/tabs/1")) == digest_of(TAB)
