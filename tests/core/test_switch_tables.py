"""Where every switch of whole sites leads, beside expectations written from the rule.

The rule: the same document; else the path that differs only in the divisions'
own parts; else the position; else the first page of the same group, or of the
division. The parts are written here by hand for each site.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from sphinx_docsnav.navigation import Site, load_site
from sphinx_docsnav.navigation.switch import SWITCHED, Switches, SwitchRule
from sphinx_docsnav.navigation.tree import Element

OWN = Path(__file__).parent.parent / "sites" / "divisions"
REAL = os.environ.get("DOCSNAV_SITES", "")

Row = tuple[str, tuple[str, str], str, SwitchRule]
"""Page, label of its own division beside the other's, target, rule."""


def load(folder: Path) -> Site:
    return load_site(folder, lambda _fault: None, keep_going=True)


def table(site: Site) -> Iterator[Row]:
    """Yield a row for each page and each division that it can be switched to."""
    switches = Switches(site)
    for docname, place in site.listed.items():
        for parent in (site.root, *place.chain):
            beside = [c for c in parent.children if isinstance(c, Element) and c.kind in SWITCHED]
            here = next((e.label for e in beside if e in place.chain), "")
            for element in beside:
                if element not in place.chain and not element.href:
                    target = switches.target(docname, element)
                    assert target is not None
                    yield docname, (here, element.label), target.page.docname, target.rule


def moved(docname: str, here: str, there: str, parts: dict[str, str]) -> str:
    """Return the path with one division's own part in place of the other's."""
    rest = docname.removeprefix(parts.get(here, ""))
    return parts.get(there, "") + rest


def entries(division: Element) -> dict[str, tuple[str, ...]]:
    """Return the pages that a division shows, in order, each with the labels it is under."""
    found: dict[str, tuple[str, ...]] = {}

    def walk(element: Element, labels: tuple[str, ...]) -> None:
        if element.root is not None:
            found.setdefault(element.root.docname, (*labels, ""))
        for child in element.children:
            if isinstance(child, Element):
                if not child.hidden:
                    walk(child, (*labels, child.label))
            elif not child.hidden and not child.url:
                found.setdefault(child.docname, (*labels, child.title))

    walk(division, ())
    return found


def written(site: Site, parts: dict[str, str]) -> Iterator[Row]:
    """Yield the rows of `table` as the rule is written, own parts of paths by label."""
    for docname, place in site.listed.items():
        for parent in (site.root, *place.chain):
            beside = [c for c in parent.children if isinstance(c, Element) and c.kind in SWITCHED]
            here = next((element for element in beside if element in place.chain), None)
            for element in beside:
                if here is not None and element is not here and not element.href:
                    labels = entries(here).get(docname, ())
                    there = entries(element)
                    paths = [
                        moved(docname, here.label, label, parts) for label in (element.label, "")
                    ]
                    known = there.keys() | {path for path in paths[:1] if path in site.unlisted}
                    found = next((path for path in paths if path in known), "")
                    target = (found, SwitchRule.SAME_PATH) if found else meant(labels, there)
                    if docname in there:
                        target = docname, SwitchRule.SAME_DOCUMENT
                    yield docname, (here.label, element.label), *target


def meant(labels: tuple[str, ...], there: dict[str, tuple[str, ...]]) -> tuple[str, SwitchRule]:
    """Return where a switch leads by the rule, and why, if no path is the same."""
    same = [name for name, others in there.items() if others == labels and labels[-1]]
    if same:
        return same[0], SwitchRule.SAME_POSITION
    for length in range(len(labels) - 1, 0, -1):
        group = [name for name, others in there.items() if others[:length] == labels[:length]]
        if group:
            return group[0], SwitchRule.SAME_GROUP
    return next(iter(there)), SwitchRule.FIRST_PAGE


def test_languages_and_versions_are_switched_one_at_a_time() -> None:
    site = load(OWN)
    languages = {"en": "", "fr": "fr/", "ar": "ar/"}

    for docname, (here, there), target, rule in table(site):
        if here in languages:
            expected = moved(docname, here, there, languages)
            missing = there == "ar" and ("v1/" in docname or "new" in docname)
            first = "ar/index"
        else:
            prefix = next(p for p in ("fr/", "ar/", "") if docname.startswith(p))
            versions = {"v2": prefix, "v1": f"{prefix}v1/"}
            expected = moved(docname, here, there, versions)
            missing = "new" in docname
            first = f"{prefix}v1/index"
        assert target == (first if missing else expected)
        assert rule.is_same_page is not missing


def test_a_page_listed_in_no_other_language_is_named_by_its_rule() -> None:
    rows = [row for row in table(load(OWN)) if not row[3].is_same_page]

    assert {row[0] for row in rows if row[1][1] == "ar"} == {
        "guides/new",
        "fr/guides/new",
        *(f"{p}v1/{q}" for p in ("", "fr/") for q in ("index", "guides/start")),
        *(f"{p}v1/library/{q}" for p in ("", "fr/") for q in ("soup", "pots")),
    }


@pytest.mark.sites
@pytest.mark.skipif(not REAL, reason="DOCSNAV_SITES names no folder of sites")
class TestRealSites:
    """Four real sites, every page and every switch."""

    @staticmethod
    def rows(name: str) -> list[Row]:
        return list(table(load(Path(REAL) / name / "source")))

    def test_every_page_of_failproofai_switches_to_its_translation(self) -> None:
        rows = self.rows("failproofai")
        languages = {row[1][0] for row in rows}
        parts = {code: f"{code.lower()}/" for code in languages} | {"en": ""}

        wrong = [row for row in rows if row[2] != moved(row[0], *row[1], parts)]

        assert len(languages) == 15
        assert wrong == []
        assert {row[3] for row in rows} == {SwitchRule.SAME_PATH}

    @pytest.mark.parametrize(
        ("name", "parts", "count"),
        [
            ("fastmcp", {"v3.4.4": "v3/", "v2.14.5": "v2/", "SDK Reference": "python-sdk/"}, 1045),
            ("trigger.dev", {"Guides & examples": "guides/"}, 628),
            ("browser-use", {}, 53),
        ],
    )
    def test_every_switch_is_as_the_rule_is_written(
        self, name: str, parts: dict[str, str], count: int
    ) -> None:
        site = load(Path(REAL) / name / "source")

        rows = list(table(site))

        assert len(rows) == count
        assert rows == list(written(site, parts))

    def test_divisions_about_different_things_lead_to_their_first_page(self) -> None:
        dropdowns = self.rows("trigger.dev")
        versions = self.rows("browser-use")

        same = {(row[0], row[2]) for row in dropdowns if row[3] is not SwitchRule.FIRST_PAGE}
        assert same == {
            ("introduction", "guides/introduction"),
            ("guides/introduction", "introduction"),
        }
        assert {(row[2], row[3]) for row in versions} == {
            ("cloud", SwitchRule.FIRST_PAGE),
            ("introduction", SwitchRule.FIRST_PAGE),
        }
