"""Icons and logos that there are not are named; those that are files are found."""

from __future__ import annotations

import json
from pathlib import Path

from navigation.drawn import load, make
from support import ICON_SETS

from sphinx_docsnav.docs_json import read_docs_json
from sphinx_docsnav.navigation.checks import find_icon_images


def test_icons_and_logos_that_cannot_be_shown_are_named_once(tmp_path: Path) -> None:
    groups = [
        {"group": "A", "icon": "rockett", "pages": ["index"]},
        {"group": "B", "icon": "/pics/none.svg", "pages": ["index"]},
        {"group": "C", "icon": {"name": "http://example.com/x.svg"}, "pages": ["index"]},
        {"group": "D", "icon": "/pics/a.svg", "pages": ["index"]},
        {"group": "E", "icon": "https://example.com/x.svg", "pages": ["index"]},
        {"group": "F", "icon": "../secret.svg", "pages": ["index"]},
    ]
    anchors = [{"anchor": "G", "icon": "rocket", "href": "https://example.com"}]
    root = make(
        tmp_path / "site",
        {},
        {"index.mdx": "---\ntitle: I\nicon: rockett\n---\n", "pics/a.svg": "<svg/>"},
    )
    (tmp_path / "secret.svg").write_text("<svg/>")
    docs = {
        "logo": {"light": "/l.svg", "dark": "/pics/a.svg"},
        "favicon": "/l.svg",
        "navigation": {"groups": groups, "global": {"anchors": anchors}},
    }
    (root / "docs.json").write_text(json.dumps(docs), "utf-8")

    site, messages = load(root)

    remedy = (
        "it is left out; write the path of an image from the root of the site, or an https "
        "URL [docsnav.image_missing]"
    )
    nowhere, insecure = (
        f"is not an image file of the site; {remedy}",
        f"is not an https URL; {remedy}",
    )
    rockett = (
        f"icon 'rockett' is not in {ICON_SETS}; it is left out; did you mean 'rocket'? "
        "[docsnav.icon_missing]"
    )
    assert [message.partition("WARNING: ")[2] for message in messages] == [
        f"/favicon: '/l.svg' {nowhere}",
        f"/navigation/groups/0/icon: {rockett}",
        rockett,
        f"/navigation/groups/1/icon: '/pics/none.svg' {nowhere}",
        f"/navigation/groups/2/icon: 'http://example.com/x.svg' {insecure}",
        f"/navigation/groups/5/icon: '../secret.svg' {nowhere}",
    ]
    assert messages[2].startswith("index.mdx:3:1: ")
    assert find_icon_images(
        read_docs_json(root / "docs.json", lambda _fault: None), site, root
    ) == {"/pics/a.svg": root / "pics/a.svg"}


def test_a_missing_picture_is_reported_where_docs_json_names_it(tmp_path: Path) -> None:
    root = make(tmp_path, {}, {"index.mdx": "# I\n", "a.svg": "<svg/>"})
    docs = {
        "logo": "/one.svg",
        "favicon": {"light": "/a.svg", "dark": "/two.svg"},
        "background": {"image": {"light": "", "dark": "/three.svg"}},
        "navigation": {"pages": ["index"]},
    }
    (root / "docs.json").write_text(json.dumps(docs), "utf-8")

    _, messages = load(root)

    places = [
        message.partition("WARNING: ")[2].partition(" is not")[0]
        for message in messages
        if "image_missing" in message
    ]
    assert sorted(places) == [
        "/background/image/dark: '/three.svg'",
        "/favicon/dark: '/two.svg'",
        "/logo: '/one.svg'",
    ]
