"""Pages of versions that are not the default one, and what search engines are told."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET

import pytest
from building import Project

from sphinx_docsnav.sitefiles import address_files

BASE = "https://docs.example/kitchen/"
SITEMAP: dict[str, object] = {"html_baseurl": BASE, "docsnav_sitemap": True}


def text(project: Project, page: str) -> str:
    return (project.output() / page).read_text("utf-8")


def canonical(project: Project, page: str) -> list[str]:
    return re.findall(r'<link rel="canonical" href="([^"]*)"', text(project, page))


@pytest.mark.parametrize("theme", ["alabaster", "furo", "sphinx_rtd_theme", "shibuya"])
def test_a_notice_leads_to_the_same_page_of_the_default_version(
    kitchen: Project, theme: str
) -> None:
    pytest.importorskip(theme)
    result = kitchen.build(conf={"html_theme": theme})

    assert result.warnings == ""
    notice = (
        'role="note"><p>Cette page décrit <strong>v1</strong>. La version actuelle est '
        '<a href="../../guides/start.html">v2</a>.</p></div>'
    )
    assert text(kitchen, "fr/v1/guides/start.html").count(notice) == 1
    assert "docsnav-older" not in text(kitchen, "fr/guides/start.html")
    assert 'The current version is <a href="../index.html">v2</a>' in text(kitchen, "v1/index.html")


def test_no_version_is_old_where_none_is_the_default(kitchen: Project) -> None:
    path = kitchen.src / "docs.json"
    path.write_text(
        re.sub(r'"version": "v2",\s+"default": true,', '"version": "v2",', path.read_text())
    )

    kitchen.build(conf={"docsnav_version_options.old": "noindex"})

    assert "docsnav-older" not in text(kitchen, "v1/index.html")
    assert "noindex" not in text(kitchen, "v1/index.html")


def test_the_notice_can_be_left_out_and_labels_are_escaped(kitchen: Project) -> None:
    path = kitchen.src / "docs.json"
    path.write_text(
        path.read_text("utf-8").replace('"version": "v1"', '"version": "<i>1"'), "utf-8"
    )
    kitchen.build()
    assert "<strong>&lt;i&gt;1</strong>" in text(kitchen, "v1/index.html")

    kitchen.build(conf={"docsnav_version_options.notice": False})

    assert "docsnav-older" not in text(kitchen, "v1/index.html")


def test_canonical_links_and_robots_follow_the_policy(kitchen: Project) -> None:
    conf = {"html_baseurl": BASE, "html_theme": "alabaster"}
    kitchen.build(conf=conf)
    assert canonical(kitchen, "v1/guides/start.html") == [f"{BASE}v1/guides/start.html"]

    kitchen.build(conf={**conf, "docsnav_version_options.old": "canonical"})
    assert canonical(kitchen, "v1/guides/start.html") == [f"{BASE}guides/start.html"]
    assert canonical(kitchen, "fr/v1/index.html") == [f"{BASE}fr/index.html"]
    assert canonical(kitchen, "guides/start.html") == [f"{BASE}guides/start.html"]

    kitchen.build(conf={**conf, "docsnav_version_options.old": "noindex"})
    robots = '<meta name="robots" content="noindex">'
    assert robots in text(kitchen, "v1/guides/start.html")
    assert robots not in text(kitchen, "guides/start.html")


def test_alternates_name_each_language_and_a_default(kitchen: Project) -> None:
    kitchen.build(conf={"html_baseurl": BASE})

    links = re.findall(
        r'hreflang="([^"]*)" href="(https[^"]*)"', text(kitchen, "fr/guides/start.html")
    )
    assert links == [
        ("en", f"{BASE}guides/start.html"),
        ("fr", f"{BASE}fr/guides/start.html"),
        ("ar", f"{BASE}ar/guides/start.html"),
        ("x-default", f"{BASE}guides/start.html"),
    ]


def test_the_sitemap_has_every_page_that_counts_with_its_languages(kitchen: Project) -> None:
    page = kitchen.src / "library/pots.mdx"
    page.write_text(page.read_text("utf-8").replace("---\n", "---\nnoindex: true\n", 1), "utf-8")
    result = kitchen.build(conf={**SITEMAP, "docsnav_version_options.old": "noindex"})

    space = {
        "s": "http://www.sitemaps.org/schemas/sitemap/0.9",
        "x": "http://www.w3.org/1999/xhtml",
    }
    root = ET.fromstring((kitchen.output() / "sitemap.xml").read_bytes())  # noqa: S314 -- our own
    found = {
        str(url.findtext("s:loc", "", space)): [
            (link.get("hreflang"), link.get("href")) for link in url.findall("x:link", space)
        ]
        for url in root.findall("s:url", space)
    }
    expected = {name for name in result.app.env.all_docs if "v1/" not in name} - {"library/pots"}
    assert found.keys() == {f"{BASE}{name}.html" for name in expected}
    assert found[f"{BASE}fr/index.html"] == [
        ("en", f"{BASE}index.html"),
        ("fr", f"{BASE}fr/index.html"),
        ("ar", f"{BASE}ar/index.html"),
        ("x-default", f"{BASE}index.html"),
    ]


def test_versions_and_languages_have_banners_of_their_own(project: Project) -> None:
    navigation = {
        "versions": [
            {"version": "v2", "banner": {"content": "Two"}, "pages": ["index"]},
            {"version": "v1", "pages": ["v1"]},
        ]
    }
    docs = {"name": "N", "banner": {"content": "All"}, "navigation": navigation}
    project.write({"docs.json": json.dumps(docs), "index.mdx": "# A", "v1.mdx": "# B"})

    project.build()

    assert "<p>Two</p>" in text(project, "index.html")
    assert "<p>All</p>" in text(project, "v1.html")


@pytest.mark.parametrize("conf", [{"docsnav_sitemap": True}, {"html_baseurl": BASE}])
def test_a_sitemap_is_written_only_if_asked_for_and_with_addresses(
    kitchen: Project, conf: dict[str, object]
) -> None:
    assert kitchen.build(conf=conf).warnings == ""

    assert not (kitchen.output() / "sitemap.xml").exists()


def test_a_sitemap_too_large_for_one_file_is_an_index_of_several(
    kitchen: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    conf = SITEMAP
    kitchen.build(conf=conf)
    whole = text(kitchen, "sitemap.xml").count("<loc>")
    monkeypatch.setattr(address_files, "MAX_PAGES", 10)
    kitchen.build(conf=conf)

    index = re.findall("<sitemap><loc>([^<]*)", text(kitchen, "sitemap.xml"))
    names = [address.removeprefix(BASE) for address in index]
    assert names == [f"sitemap-{number}.xml" for number in range(1, -(-whole // 10) + 1)]
    assert sum(text(kitchen, name).count("<loc>") for name in names) == whole

    monkeypatch.undo()
    kitchen.build(conf=conf)
    assert text(kitchen, "sitemap.xml").count("<loc>") == whole
    assert [path.name for path in kitchen.output().glob("sitemap*")] == ["sitemap.xml"]


def test_parts_of_a_sitemap_keep_to_the_bytes_that_one_may_have(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(address_files, "MAX_BYTES", 25)

    files = address_files.make_sitemap_files(["x" * 10] * 5, BASE)

    assert [files[f"sitemap-{n}.xml"].count("x" * 10) for n in (1, 2, 3)] == [2, 2, 1]
