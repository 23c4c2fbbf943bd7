"""The objects of domains are listed once, although the index of each version asks for them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from building import Project
from sphinx.domains.std import StandardDomain

from sphinx_docsnav.features.search.scoped_index import ObjectLists


def test_objects_are_listed_once_for_each_language(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    project.write({"docs.json": '{"navigation": {"pages": ["index"]}}', "index.mdx": "# A"})
    env = project.build().app.env
    domain = env.get_domain("std")
    expected = sorted(domain.get_objects())
    asked: list[StandardDomain] = []
    list_objects = StandardDomain.get_objects

    def counted(self: StandardDomain) -> Iterable[tuple[Any, ...]]:
        asked.append(self)
        return list_objects(self)

    monkeypatch.setattr(StandardDomain, "get_objects", counted)
    lists = ObjectLists(env)
    for language in ("en", "en", "fr"):
        with lists.used(language):
            assert list(domain.get_objects()) == expected
    assert len(asked) == 2
    assert "get_objects" not in vars(domain)
