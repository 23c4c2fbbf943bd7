"""Elements that link to a path of the site where nothing is are named."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from navigation.drawn import load, make

from sphinx_docsnav.navigation.checks import LinkCheck
from sphinx_docsnav.sitefiles.page_links import Address, AddressKind


def test_a_path_that_leads_nowhere_is_named_with_the_nearest(tmp_path: Path) -> None:
    hrefs = [
        *("/guides/setup", "/guides", "guides/setup.mdx#a", "/files/a.pdf", "/old", "/", "#x"),
        *("/a%20b", "/caf%C3%A9.mdx#c", "/caf%C3%A9/new", "/files/caf%C3%A9.pdf"),
        *("https://example.com/x", "//example.com", "/genindex.html", "/guides/setpu?a=b#c"),
    ]
    root = make(
        tmp_path,
        {},
        {
            "index": "I",
            "guides/setup": "S",
            "guides/index": "G",
            "files/a.pdf": "x",
            "a b": "A",
            "café": "C",
            "files/café.pdf": "x",
        },
    )
    anchors = [{"anchor": f"A{number}", "href": href} for number, href in enumerate(hrefs)]
    docs = {
        "redirects": [
            {"source": "/old", "destination": "/"},
            {"source": "/caf%C3%A9/new", "destination": "/caf%C3%A9"},
        ],
        "navigation": {"pages": ["index"], "global": {"anchors": anchors}},
    }
    (root / "docs.json").write_text(json.dumps(docs), "utf-8")

    _, messages = load(root)

    place = f"/navigation/global/anchors/{len(hrefs) - 1}/href"
    words = "does not lead to a page or file of the site; did you mean '/guides/setup'?"
    assert [message.partition("WARNING: ")[2] for message in messages] == [
        f"{place}: '/guides/setpu?a=b#c' {words} [docsnav.link_missing]"
    ]


def test_a_broken_link_in_a_banner_is_named_once_with_its_place(tmp_path: Path) -> None:
    root = make(tmp_path, {}, {"index": "I", "fr/index": "F"})
    banner = {"content": "**New** [setup](/setup) and [home](/index), [out](https://x.example)"}
    languages = [
        {"language": "en", "pages": ["index"]},
        {"language": "fr", "pages": ["fr/index"], "banner": {"content": "[la](/la)"}},
    ]
    docs = {"banner": banner, "navigation": {"languages": languages}}
    (root / "docs.json").write_text(json.dumps(docs), "utf-8")

    _, messages = load(root)

    assert [message.partition("WARNING: ")[2] for message in messages] == [
        (
            "/banner/content: '/setup' does not lead to a page or file of the site "
            "[docsnav.link_missing]"
        ),
        (
            "/navigation/languages/1/banner/content: '/la' does not lead to a page or file of the "
            "site [docsnav.link_missing]"
        ),
    ]


def test_a_redirect_to_no_page_is_named(tmp_path: Path) -> None:
    root = make(tmp_path, {}, {"index": "I", "guides/setup": "S"})
    leads = ["/guides/setup", "/old/1", "/guides/:page", "https://x.example", "/guides/setpu"]
    redirects = [{"source": f"/old/{n}", "destination": lead} for n, lead in enumerate(leads)]
    redirects += [{"source": "old/0/", "destination": "/index"}]
    redirects += [{"source": "/old/0/", "destination": "/guides/setup/"}]  # nothing is lost
    redirects += [{"source": "/guides/setup/", "destination": "/"}]
    redirects += [{"source": "/a/:b/*", "destination": "https://x.example:80/:b/:c/*"}]
    docs = {"redirects": redirects, "navigation": {"pages": ["index", "guides/setup"]}}
    (root / "docs.json").write_text(json.dumps(docs), "utf-8")

    _, messages = load(root)

    assert [re.split("WARNING: |INFO: ", message)[1] for message in messages] == [
        (
            "/redirects/2/destination: the destination names ':page', no wildcard of '/old/2'; it "
            "may lead to no page; use the wildcards of the source [docsnav.redirect_file]"
        ),
        (
            "/redirects/5/source: 'old/0/' is already redirected to '/guides/setup'; this "
            "redirect is ignored; remove one of them [docsnav.no_effect]"
        ),
        (
            "/redirects/7/source: '/guides/setup/' is a page of the site; its redirect is ignored; "
            "remove one of them [docsnav.no_effect]"
        ),
        (
            "/redirects/8/destination: the destination names ':c', no wildcard of '/a/:b/*'; it "
            "may lead to no page; use the wildcards of the source [docsnav.redirect_file]"
        ),
        (
            "/redirects/1/destination: '/old/1' is redirected in a circle; left out; name a page "
            "of the site as one of the destinations [docsnav.redirect_file]"
        ),
        (
            "/redirects/4/destination: '/guides/setpu' does not lead to a page or file of the "
            "site; did you mean '/guides/setup'? [docsnav.link_missing]"
        ),
    ]


def test_a_redirect_of_a_page_is_named_however_its_address_is_written(tmp_path: Path) -> None:
    root = make(tmp_path, {}, {"index": "I", "guides/setup": "S"})
    sources = ["/", "/index.html", "/guides/setup.html", "guides/setup", "/guides", "/x.html"]
    redirects = [{"source": source, "destination": "https://x.example"} for source in sources]
    docs = {"redirects": redirects, "navigation": {"pages": ["index", "guides/setup"]}}
    (root / "docs.json").write_text(json.dumps(docs), "utf-8")

    _, messages = load(root)

    def tell(number: int, hint: str) -> str:
        place = f"/redirects/{number}/source: '{sources[number]}'"
        text = f"is a page of the site; its redirect is ignored; remove one of them{hint}"
        return f"{place} {text} [docsnav.no_effect]"

    unless = ", unless you build with 'dirhtml'"
    assert [message.partition("INFO: ")[2] for message in messages] == [
        *(tell(0, ""), tell(1, unless), tell(2, unless), tell(3, ""))
    ]


@pytest.mark.parametrize(
    ("destination", "count"), [("/b", 1), ("https://x.example", 1), ("/a#top", 0)]
)
def test_a_redirect_of_the_address_of_the_site_is_named(
    tmp_path: Path, destination: str, count: int
) -> None:
    root = make(tmp_path, {}, {"a": "A", "b": "B"})
    docs = {
        "redirects": [{"source": "/", "destination": destination}],
        "navigation": {"pages": ["a", "b"]},
    }
    (root / "docs.json").write_text(json.dumps(docs), "utf-8")

    _, messages = load(root)

    assert [message.partition("INFO: ")[2] for message in messages] == [
        (
            "/redirects/0/source: '/' leads to the first page, 'a'; its redirect is ignored; list "
            "another page first, or write a page 'index' [docsnav.no_effect]"
        )
    ] * count


def test_rule_9_a_path_of_an_element_is_named_once(tmp_path: Path) -> None:
    root = make(tmp_path, {}, {"index": "I", "changes": "C"})
    hrefs = ["/changes", "changes", "#x", "/nowhere", "https://x.example"]
    anchors = [{"anchor": f"A{number}", "href": href} for number, href in enumerate(hrefs)]
    tabs = [
        {"tab": "Home", "pages": ["index"], "global": {"anchors": anchors[:1]}},
        {"tab": "Menu", "menu": [{"item": "C", "href": "/changes"}]},
        {"tab": "Changes", "anchors": [*anchors, {"anchor": "H", "href": "/", "hidden": True}]},
    ]
    links = [{"label": "C", "href": "/changes"}, {"label": "S", "href": "shop.example.com/a?b"}]
    docs = {"navbar": {"links": links}, "navigation": {"tabs": tabs}}
    (root / "docs.json").write_text(json.dumps(docs), "utf-8")

    _, messages = load(root)

    assert [message.partition("WARNING: ")[2] for message in messages] == [
        (
            "/navbar/links/1/href: 'shop.example.com/a?b' does not lead to a page or file of the "
            "site; did you mean 'https://shop.example.com/a?b'? [docsnav.link_missing]"
        ),
        *(
            f"/navigation/tabs/{place}/href: 'href' has the path {href!r}, which only global "
            "anchors may have; it is used as a link to that page; write a full URL, or list the "
            "page in 'pages' [docsnav.href_relative]"
            for place, href in (
                ("1/menu/0", "/changes"),
                ("2/anchors/0", "/changes"),
                ("2/anchors/1", "changes"),
                ("2/anchors/2", "#x"),
            )
        ),
        (
            "/navigation/tabs/2/anchors/3/href: '/nowhere' does not lead to a page or file of "
            "the site [docsnav.link_missing]"
        ),
        (
            "/navigation/tabs/2/anchors/5/href: 'href' has the path '/', which only global "
            "anchors may have; it is used as a link to that page; write a full URL, or list the "
            "page in 'pages' [docsnav.href_relative]"
        ),
    ]


def test_messages_count_the_entries_that_are_left_out(tmp_path: Path) -> None:
    root = make(tmp_path, {}, {"index": "I"})
    items: list[object] = [5, {"label": "A", "href": "/"}, 6, {"label": "B", "href": "/b"}]
    redirects: list[object] = [
        {"source": 5, "destination": "/x"},
        {"source": "/a", "destination": "/nope"},
        {"source": "/a", "destination": "/"},
    ]
    docs = {
        "redirects": redirects,
        "navbar": {"links": [7, {"label": "C", "href": "/c"}]},
        "footer": {"links": [8, {"header": "H", "items": items}]},
        "navigation": {"pages": ["index"]},
    }
    (root / "docs.json").write_text(json.dumps(docs), "utf-8")

    _, messages = load(root)

    found = [message.partition("WARNING: ")[2].partition(":")[0] for message in messages]
    assert {pointer for pointer in found if pointer} >= {
        "/redirects/1/destination",
        "/redirects/2/source",
        "/navbar/links/1/href",
        "/footer/links/1/items/3/href",
    }


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("https://example.com/o.json", "was not fetched"),
        ("api/opnapi.json", "the site has no specification 'api/opnapi.json'"),
    ],
)
def test_links_to_pages_of_a_specification_that_was_not_read_are_its_consequence(
    tmp_path: Path, url: str, message: str
) -> None:
    openapi = {"source": url, "directory": "Rest"}
    groups = [
        {"group": "A", "openapi": openapi, "pages": ["GET /a"]},
        {"group": "B", "openapi": url},
    ]
    root = make(tmp_path, {}, {"index": "I"})
    hrefs = ("/rest/pets", "/api-reference/pets/list", "/restore")
    docs = {
        "redirects": [{"source": f"/s{n}", "destination": path} for n, path in enumerate(hrefs)],
        "navigation": {"groups": [*groups, {"group": "C", "pages": ["index"]}]},
    }
    (root / "docs.json").write_text(json.dumps(docs), "utf-8")

    site, messages = load(root)

    assert any(message in text for text in messages)
    missing = [text for text in messages if "link_missing" in text]
    assert [text.partition("WARNING: ")[2] for text in missing] == [
        (
            "/redirects/2/destination: '/restore' does not lead to a page or file of the site "
            "[docsnav.link_missing]"
        )
    ]
    check = LinkCheck(site.documents)
    paths = ("rest/pets/get", "api-reference/z", "restful")
    addresses = [Address(AddressKind.SITE, f"/{path}", (path,)) for path in paths]
    assert [bool(check.find_problem("index", address, {})) for address in addresses] == [
        False,
        False,
        True,
    ]
