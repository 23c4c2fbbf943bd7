"""``mint.json``, the older format of the hosted service."""

from __future__ import annotations

import json
from pathlib import Path
from textwrap import dedent
from typing import Any

from coming.projects import convert, read_docs, write_files
from support import Command

NAVIGATION: list[dict[str, Any]] = [
    {"group": "Start", "icon": "rocket", "iconType": "solid", "pages": ["intro", "guides/a"]},
    {"group": "More", "pages": [{"group": "Inner", "pages": ["guides/b", "other"]}]},
    {"group": "Endpoints", "pages": ["api/get", "api/put"]},
]
LINK = {"name": "Community", "icon": "discord", "url": "https://example.com/chat"}
PAGES = {f"{name}.mdx": f"# {name}\n" for name in ("intro", "guides/a", "guides/b", "other")}
PAGES |= {f"api/{name}.mdx": f"# {name}\n" for name in ("get", "put", "v2/put")}


def convert_mint(command: Command, root: Path, **fields: object) -> str:
    mint = {"name": "Site", "navigation": NAVIGATION, **fields}
    return convert(command, write_files(root, {"mint.json": json.dumps(mint), **PAGES}))


def test_groups_stay_and_links_of_anchors_are_global(command: Command, tmp_path: Path) -> None:
    tree = convert_mint(command, tmp_path, anchors=[LINK])
    assert tree == dedent(
        """\
        global anchor Community -> https://example.com/chat [icon=discord]
        group Start [icon=rocket]
          - intro "intro"
          - guides/a "guides/a"
        group More
          group Inner
            - guides/b "guides/b"
            - other "other"
        group Endpoints
          - api/get "get"
          - api/put "put"
        """
    )


def test_pages_belong_to_the_tab_and_the_anchor_that_their_path_begins_with(
    command: Command, tmp_path: Path
) -> None:
    tree = convert_mint(
        command,
        tmp_path,
        tabs=[{"name": "API", "url": "api"}, {"name": "Blog", "url": "https://example.com"}],
        anchors=[{"name": "Guides", "url": "guides", "color": "#123456"}],
        primaryTab={"name": "Docs"},
        topAnchor={"name": "Home"},
    )
    assert tree == dedent(
        """\
        tab Docs
          anchor Home
            group Start [icon=rocket]
              - intro "intro"
            group More
              group Inner
                - other "other"
          anchor Guides
            group Start [icon=rocket]
              - guides/a "guides/a"
            group More
              group Inner
                - guides/b "guides/b"
        tab API
          group Endpoints
            - api/get "get"
            - api/put "put"
        tab Blog -> https://example.com
        """
    )


def test_versions_have_their_own_groups_and_tabs(command: Command, tmp_path: Path) -> None:
    tree = convert_mint(
        command,
        tmp_path,
        versions=[
            "v2",
            {"name": "v1", "default": True},
            {"name": "v0", "url": "https://old.example"},
        ],
        tabs=[{"name": "API", "url": "api", "version": "v1"}],
        navigation=[
            {"group": "All", "pages": ["intro", "api/get"]},
            {"group": "New", "version": "v2", "pages": ["other"]},
        ],
    )
    assert tree == dedent(
        """\
        version v2
          group All
            - intro "intro"
          group New
            - other "other"
        version v1 [default]
          tab Documentation
            group All
              - intro "intro"
          tab API
            group All
              - api/get "get"
        version v0 -> https://old.example
        """
    )


def test_a_version_that_pages_name_keeps_them_although_it_has_a_url(
    command: Command, tmp_path: Path
) -> None:
    tree = convert_mint(
        command,
        tmp_path,
        versions=["v2", {"name": "v1", "url": "https://old.example"}],
        navigation=[
            {"group": "All", "pages": ["intro"]},
            {"group": "Old", "version": "v1", "pages": ["other"]},
        ],
    )
    assert tree == dedent(
        """\
        version v2
          group All
            - intro "intro"
        version v1
          group All
            - intro "intro"
          group Old
            - other "other"
        """
    )
    message = "WARNING: the version has pages, so that its 'url' is not converted"
    assert command.err.count(message) == 1


def test_a_language_without_a_name_keeps_its_url(command: Command, tmp_path: Path) -> None:
    versions = [{"name": "en", "locale": "en"}, {"locale": "fr", "url": "https://fr.example"}]
    tree = convert_mint(command, tmp_path, versions=versions)
    assert tree.endswith("language fr -> https://fr.example\n")
    assert "is not converted" not in command.err


def test_pages_of_a_version_that_does_not_exist_are_named(command: Command, tmp_path: Path) -> None:
    convert_mint(
        command,
        tmp_path,
        versions=["v2"],
        tabs=[{"name": "API", "url": "api", "version": "v3"}],
        navigation=[
            {"group": "All", "pages": ["intro", "api/get"]},
            {"group": "Old", "version": "v1", "pages": ["other"]},
        ],
    )
    for page in ("api/get", "other"):
        assert f"page '{page}' of the group belongs to no version; not converted" in command.err


def test_tabs_and_anchors_without_pages_are_named(command: Command, tmp_path: Path) -> None:
    tabs = [
        {"name": "API", "url": "api"},
        {"name": "New API", "url": "api/v2"},
        {"name": "Docs", "url": "docs"},
    ]
    anchors = [{"name": "Azure", "url": "azure"}, LINK]
    convert_mint(command, tmp_path, tabs=tabs, anchors=anchors)
    lines = [line.partition(": WARNING: ")[2] for line in command.err.splitlines()]
    remedy = "'url' is the folder of its pages; correct it, or remove the entry"
    assert lines == [
        f"no page is in the {name}; not converted; {remedy} [docsnav.unsupported]"
        for name in ("tab 'New API'", "tab 'Docs'", "anchor 'Azure'")
    ]


def test_page_paths_lose_the_extension_of_the_file(command: Command, tmp_path: Path) -> None:
    inner = {"group": "Inner", "pages": ["guides/b.md"]}
    navigation = [{"group": "All", "pages": ["intro.mdx", inner, "other"]}]
    convert_mint(command, tmp_path, navigation=navigation)
    assert command.err == ""
    (group,) = read_docs(tmp_path)["navigation"]["groups"]
    assert group["pages"] == ["intro", {"group": "Inner", "pages": ["guides/b"]}, "other"]


def test_accounts_of_both_formats_are_in_the_footer(command: Command, tmp_path: Path) -> None:
    convert_mint(
        command,
        tmp_path,
        footerSocials={"twitter": "https://x.com/a"},
        footer={"socials": {"github": "https://github.com/a", "twitter": "https://x.com/b"}},
    )
    assert command.err == ""
    accounts = {"github": "https://github.com/a", "twitter": "https://x.com/a"}
    assert read_docs(tmp_path)["footer"] == {"socials": accounts}


OLD = {
    "logo": {"light": "/l.svg", "dark": "/d.svg"},
    "colors": {
        "primary": "#111111",
        "anchors": {"from": "#222222"},
        "background": {"light": "#fff"},
    },
    "modeToggle": {"default": "dark", "isHidden": True},
    "backgroundImage": "/b.png",
    "font": {"headings": {"family": "Inter", "url": "/inter.woff2"}},
    "eyebrow": {"display": "breadcrumbs"},
    "topbarLinks": [{"name": "Support", "url": "https://example.com/s"}],
    "topbarCtaButton": {"type": "github", "url": "https://github.com/example"},
    "footerSocials": [{"type": "x", "url": "https://x.com/example"}],
    "footer": {"links": [{"title": "Us", "links": [{"label": "Jobs", "url": "https://e.com"}]}]},
    "openapi": ["api.json"],
    "api": {
        "baseUrl": "https://api.example.com",
        "auth": {"method": "bearer"},
        "request": {"example": {"languages": ["curl"]}},
    },
    "codeBlock": {"mode": "auto"},
    "metadata": {"og:title": "T"},
    "analytics": {"ga4": {"measurementId": "G-1"}},
    "integrations": {"intercom": "abc"},
    "rounded": "sharp",
}
NEW = {
    "name": "Site",
    "logo": {"light": "/l.svg", "dark": "/d.svg"},
    "colors": {"primary": "#111111"},
    "appearance": {"default": "dark", "strict": True},
    "background": {"image": "/b.png", "color": {"light": "#fff"}},
    "fonts": {"heading": {"family": "Inter", "source": "/inter.woff2"}},
    "styling": {"eyebrows": "breadcrumbs"},
    "navbar": {
        "links": [{"label": "Support", "href": "https://example.com/s"}],
        "primary": {"type": "github", "href": "https://github.com/example"},
    },
    "footer": {
        "links": [{"header": "Us", "items": [{"label": "Jobs", "href": "https://e.com"}]}],
        "socials": {"x": "https://x.com/example"},
    },
    "seo": {"metatags": {"og:title": "T"}},
    "api": {
        "openapi": ["api.json"],
        "examples": {"languages": ["curl"]},
        "mdx": {"server": "https://api.example.com", "auth": {"method": "bearer"}},
    },
    "integrations": {"ga4": {"measurementId": "G-1"}, "intercom": {"appId": "abc"}},
}


def test_fields_have_the_names_of_docs_json(command: Command, tmp_path: Path) -> None:
    mint = {"name": "Site", "navigation": NAVIGATION, **OLD}
    assert command("init", write_files(tmp_path, {"mint.json": json.dumps(mint), **PAGES})) == 0
    docs = read_docs(tmp_path)
    del docs["navigation"]
    assert docs == NEW
    remedy = "if docs.json has such a field, add it by hand"
    omitted = f"is not converted; {remedy} [docsnav.unsupported]"
    assert [line.partition(": WARNING: ")[2] for line in command.err.splitlines()] == [
        f"'colors.anchors' {omitted}",
        f"'codeBlock' {omitted}",
        f"'rounded' {omitted}",
    ]
    assert command.err.splitlines()[0].startswith("mint.json:1:344: ")


def test_values_of_the_wrong_type_do_not_stop_the_conversion(
    command: Command, tmp_path: Path
) -> None:
    odd: dict[str, object] = dict.fromkeys((*OLD, "primaryTab", "topAnchor"), 5)
    odd |= {
        "versions": [5, None],
        "tabs": ["x", {"url": []}],
        "footer": {"links": 3, "socials": [4]},
    }
    odd["integrations"] = {"intercom": 4}
    mint = {"navigation": [{"group": [], "pages": [None, {}, 4]}, 3], **odd}
    assert command("init", write_files(tmp_path, {"mint.json": json.dumps(mint)})) == 0
    # What is left is wrong in docs.json, too, and is named there.
    assert command("check", tmp_path) == 1
    assert "docs.json:" in command.out


def test_too_many_tabs_stop_with_one_line(command: Command, tmp_path: Path) -> None:
    tabs = [{"name": "T", "url": f"t{number}"} for number in range(300)]
    mint = {"navigation": NAVIGATION, "tabs": tabs, "versions": ["1", "2"]}
    assert command("init", write_files(tmp_path, {"mint.json": json.dumps(mint)})) == 1
    assert "ERROR: expected at most 500 tabs and anchors, counted for each version" in command.err
    assert command.err.count("\n") == 2
