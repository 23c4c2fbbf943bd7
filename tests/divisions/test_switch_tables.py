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
from sphinx_docsnav.navigation.switch import SWITCHED, Rule, Switches
from sphinx_docsnav.navigation.tree import Element

OWN = Path(__file__).parent.parent / "sites" / "divisions"
REAL = os.environ.get("DOCSNAV_SITES", "")

Row = tuple[str, tuple[str, str], str, Rule]
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
    rest = docname.removeprefix(parts[here])
    return parts[there] + rest


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
        assert {row[3] for row in rows} == {Rule.SAME_PATH}

    def test_fastmcp_switches_to_the_path_of_the_version(self) -> None:
        rows = self.rows("fastmcp")
        listed = set(load(Path(REAL) / "fastmcp" / "source").listed)
        prefixes = ("v2/", "v3/", "")

        for docname, (_here, there), target, rule in rows:
            prefix = f"{there[:2]}/" if there in ("v2.14.5", "v3.4.4") else ""
            own = next(p for p in prefixes if docname.startswith(p))
            expected = prefix + docname.removeprefix(own)
            if there.startswith(("v2", "v3")) and expected in listed:
                assert (target, rule) == (expected, Rule.SAME_PATH)

    def test_divisions_about_different_things_lead_to_their_first_page(self) -> None:
        dropdowns = self.rows("trigger.dev")
        versions = self.rows("browser-use")

        same = {(row[0], row[2]) for row in dropdowns if row[3] is not Rule.FIRST_PAGE}
        assert same == {
            ("introduction", "guides/introduction"),
            ("guides/introduction", "introduction"),
        }
        assert {(row[2], row[3]) for row in versions} == {
            ("cloud", Rule.FIRST_PAGE),
            ("introduction", Rule.FIRST_PAGE),
        }
