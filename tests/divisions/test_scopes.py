"""The scopes of a site: what each finds, in work that the number of pages does not multiply."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from support import MakeSite

from sphinx_docsnav.core.site import scopes
from sphinx_docsnav.core.site.scopes import Chain, SearchScope, make_scopes
from sphinx_docsnav.navigation import load_site


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


def test_more_pages_cost_no_more_comparisons_of_chains(
    make_site: MakeSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    finds, calls = scopes._finds, [0]

    def counted(scope: Chain, places: Iterable[Chain]) -> bool:
        calls[0] += 1
        return finds(scope, places)

    monkeypatch.setattr(scopes, "_finds", counted)
    _scopes(make_site, 3)
    few, calls[0] = calls[0], 0
    _scopes(make_site, 30)
    assert calls[0] == few
