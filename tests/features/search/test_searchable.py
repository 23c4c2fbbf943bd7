"""``searchable`` and ``boost``, of pages and of elements of the navigation."""

from __future__ import annotations

import json

from building import Project

from sphinx_docsnav.core.site.env_record import record_of
from sphinx_docsnav.features.search.page_entries import clamp_boost

PAGE = "# A title\n\nWords.\n"
GROUPS = [
    {"group": "Shown", "boost": 2.5, "pages": ["index", "out", {"group": "I", "pages": ["own"]}]},
    {
        "group": "Hidden",
        "hidden": True,
        "searchable": True,
        "pages": ["found", {"group": "Inner", "hidden": True, "pages": ["lost"]}],
    },
    {"group": "Gone", "hidden": True, "pages": ["gone"]},
]


def test_search_finds_what_says_so_and_ranks_it(project: Project) -> None:
    names = ("index", "found", "lost", "gone")
    project.write({"docs.json": json.dumps({"name": "N", "navigation": {"groups": GROUPS}})})
    project.write({f"{name}.mdx": PAGE for name in names})
    project.write({"out.mdx": f"---\nsearchable: false\n---\n{PAGE}"})
    project.write({"own.mdx": f"---\nboost: 0.5\n---\n{PAGE}"})
    conf = {
        "html_baseurl": "https://example.org/",
        "docsnav_sitemap": True,
        "docsnav_markdown": True,
    }
    result = project.build(conf=conf)
    assert result.warnings == ""
    assert record_of(result.app.env).unsearchable == {"out", "lost", "gone"}
    files = project.files()
    sitemap, listing = files["sitemap.xml"].decode(), files["llms.txt"].decode()
    for name, is_listed in {"found": True, "out": True, "lost": False, "gone": False}.items():
        assert (f"{name}.html" in sitemap) is is_listed, name
        assert (f"{name}.md" in listing) is (is_listed and name != "out"), name
    documents, factors = project.indexed(), project.search_data("index")["factors"]
    assert {documents[int(at)]: factor for at, factor in factors.items()} == {
        "index": 2.5,
        "own": 0.5,
    }


def test_a_factor_has_limits() -> None:
    assert [clamp_boost(boost) for boost in (-1.0, 99.0, float("inf"), 2.0)] == [
        0.1,
        10.0,
        1.0,
        2.0,
    ]
