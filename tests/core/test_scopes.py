"""The scopes of a site: what each finds, in work that the number of pages does not multiply."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from support import MakeSite

from sphinx_docsnav.core.site import divisions
from sphinx_docsnav.core.site.divisions import Chain, Scopes, SearchScope, make_scopes
from sphinx_docsnav.navigation import load_site
from sphinx_docsnav.navigation.tree import Page


def _scopes(make_site: MakeSite, pages: int) -> tuple[SearchScope, ...]:
    languages = ("en", "fr", "de")
    names = {code: [f"{code}/page{number}" for number in range(pages)] for code in languages}
    navigation = {
        "languages": [{"language": code, "pages": ["start", *names[code]]} for code in languages]
    }
    files = {f"{name}.mdx": "Text" for code in languages for name in ("start", *names[code])}
    root = make_site(navigation, files, folder=f"site{pages}")
    site = load_site(root, lambda _fault: None)
    return make_scopes(site, [*site.listed])


def test_a_scope_finds_its_own_pages_and_those_listed_in_several(make_site: MakeSite) -> None:
    found = {scope.language: scope.docnames for scope in _scopes(make_site, 1)}
    assert found == {code: {"start", f"{code}/page0"} for code in ("en", "fr", "de")}


def test_versions_of_one_label_are_one_scope_wherever_they_are(make_site: MakeSite) -> None:
    tabs = [
        {
            "tab": tab,
            "versions": [
                {"version": version, "pages": [f"{tab}/{version}"]} for version in ("v2", "v1")
            ],
        }
        for tab in ("guides", "rules")
    ]
    files = {
        f"{tab}/{version}.mdx": "Text" for tab in ("guides", "rules") for version in ("v1", "v2")
    }
    site = load_site(make_site({"tabs": tabs}, files, folder="tabs"), lambda _fault: None)
    made = make_scopes(site, [*site.listed])
    found = {scope.slug: scope.docnames for scope in made}
    assert found == {"": {"guides/v2", "rules/v2"}, "v1": {"guides/v1", "rules/v1"}}
    every = Scopes(site, made)
    assert {every.of(f"rules/{version}").slug for version in ("v1", "v2")} == {"", "v1"}


def test_a_page_in_a_toctree_is_found_with_the_page_that_leads_to_it(make_site: MakeSite) -> None:
    versions = [{"version": "v1", "pages": ["v1/start"]}, {"version": "v2", "pages": ["v2/api"]}]
    files = dict.fromkeys(("v1/start.mdx", "v2/api.mdx", "v1/generated.mdx"), "Text")
    site = load_site(make_site({"versions": versions}, files), lambda _fault: None)
    hanging = site.with_hanging({"v2/api": (Page("v1/generated"),)})
    documents = (*hanging.listed, *hanging.unlisted)
    found = {scope.slug: scope.docnames for scope in make_scopes(hanging, documents)}
    assert found == {"": {"v1/start"}, "v2": {"v2/api", "v1/generated"}}


def test_more_pages_cost_no_more_comparisons_of_chains(
    make_site: MakeSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    finds, calls = divisions._finds, [0]

    def counted(scope: Chain, places: Iterable[Chain]) -> bool:
        calls[0] += 1
        return finds(scope, places)

    monkeypatch.setattr(divisions, "_finds", counted)
    _scopes(make_site, 3)
    few, calls[0] = calls[0], 0
    _scopes(make_site, 30)
    assert calls[0] == few
