"""Every element of docs.json in every theme: what is listed, what is current, where it leads."""

from __future__ import annotations

from urllib.parse import urljoin

import pytest
from themes.conftest import THEMES as KNOWN_THEMES
from themes.conftest import Build, Built
from themes.reading import text_of

QUICK = ("alabaster", "basic", "docsnav", "furo")
THEMES = [
    pytest.param(
        theme,
        marks=[
            pytest.mark.xdist_group(theme),
            *([] if theme in QUICK else [pytest.mark.slow]),
        ],
        id=theme,
    )
    for theme in ("basic", *KNOWN_THEMES)
]
"""All themes. All tests of one run in one process (``--dist loadgroup``), so that its site is
built once."""

SVG = "{http://www.w3.org/2000/svg}svg"
"""The name of a drawing."""


@pytest.fixture(params=THEMES)
def garden(request: pytest.FixtureRequest, build: Build) -> Built:
    return build(request.param)


def test_a_good_site_has_no_warnings(garden: Built) -> None:
    assert garden.warnings == ""


def test_the_sidebar_is_that_of_the_division(garden: Built) -> None:
    assert garden.page("index").sidebar.splitlines() == [
        "[Get started]",
        "  * Welcome -> index.html",
        "    Intro -> guides/intro.html",
        "   -Soil & <Water> NEW",
        "      Soil 2 min -> guides/soil.html",
        "     +Second",
        "       +Third",
        "         +Fourth",
        "           +Fifth",
        "             +Sixth with a name that goes on for a while",
        "                Deep down -> guides/deep.html",
        "   +Folded",
        "      Folded away -> guides/folded.html",
        "   +Rooted -> guides/rooted/index.html",
        "      Leaf -> guides/rooted/leaf.html",
        "[Operate BETA] -> guides/operate.html",
        "    Backup & <restore> -> guides/backup.html",
        "   +Reference -> reference/index.html",
        "     +Tools -> reference/tools.html",
        "        Spade -> reference/spade.html",
    ]


def test_the_way_to_the_current_page_is_open(garden: Built) -> None:
    lines = garden.page("guides/deep").sidebar.splitlines()
    assert [line.strip() for line in lines if line.strip()[0] in "-*"] == [
        "-Soil & <Water> NEW",
        "-Second",
        "-Third",
        "-Fourth",
        "-Fifth",
        "-Sixth with a name that goes on for a while",
        "* Deep down -> ../guides/deep.html",
    ]


def test_a_groups_root_is_the_page_of_its_title(garden: Built) -> None:
    page = garden.page("guides/rooted/index")
    assert "*-Rooted -> ../../guides/rooted/index.html" in page.sidebar
    title = next(p for p in garden.page("guides/operate").tree.iter("p") if "Operate" in text_of(p))
    assert [link.get("aria-current") for link in title.iter("a")] == ["page"]


def test_documents_of_a_pages_own_toctree_hang_below_it(garden: Built) -> None:
    lines = garden.page("reference/spade").sidebar.splitlines()[-3:]
    assert lines == [
        "   -Reference -> ../reference/index.html",
        "     -Tools -> ../reference/tools.html",
        "      * Spade -> ../reference/spade.html",
    ]


def test_tabs_lead_to_their_first_pages(garden: Built) -> None:
    assert garden.page("res/first").tabs == [
        "Guides -> ../index.html",
        "API -> ../api-reference/list-plants.html",
        "*Resources",
        "  *TutorialsStep by step -> ../res/first.html",
        "  Cookbook -> ../res/cook.html",
        "  Videos -> https://example.org/videos",
        "SDKs -> ../sdk/client.html",
        "Status -> https://status.example.org/?a=1&b=2",
        "Changelog -> ../changelog.html",
    ]


def test_the_sidebar_of_a_menu_item_is_its_own(garden: Built) -> None:
    assert garden.page("res/cook").sidebar == "  * Cook -> ../res/cook.html"


def test_dropdowns_switch_on_top_of_the_sidebar(garden: Built) -> None:
    assert garden.page("sdk/server").switch("dropdowns") == [
        "*PythonFor scripts -> ../sdk/server.html",
        "JavaScriptFor browsers -> ../sdk/js.html",
    ]
    assert garden.page("index").switch("dropdowns") == []


def test_products_switch_on_top_of_the_sidebar(garden: Built) -> None:
    assert garden.page("de/feed").switch("products") == [
        "GießenWasser für alle -> ../de/index.html",
        "*DüngenNährstoffe -> ../de/feed.html",
    ]


def test_versions_lead_to_the_same_page(garden: Built) -> None:
    assert garden.page("guides/intro").switch("versions") == [
        "*v3 latest -> ../guides/intro.html",
        "v2 -> ../v2/guides/intro.html",
    ]


def test_languages_lead_to_the_same_page(garden: Built) -> None:
    page = garden.page("guides/intro")
    if garden.theme == "sphinx_immaterial":  # lists languages in its header's own menu
        found = [
            f"{text_of(link)} -> {link.attrib['href']}" for link in page.one("md-select").iter("a")
        ]
        expected = ["English", "العربية", "Deutsch"]
    else:
        found = page.switch("languages")
        expected = ["*English", "العربية", "Deutsch"]
    targets = ["../guides/intro.html", "../ar/guides/intro.html", "../de/index.html"]
    assert found == [f"{name} -> {url}" for name, url in zip(expected, targets, strict=True)]


def test_anchors_stand_on_top_of_the_sidebar_and_global_ones_everywhere(garden: Built) -> None:
    assert garden.page("sdk/client").anchors == [
        "Community -> https://example.org/chat",
        "Changes -> ../changelog.html",
        "*Client -> ../sdk/client.html",
        "Server -> ../sdk/server.html",
    ]


@pytest.mark.parametrize("name", ["search", "genindex", "guides/loose", "guides/unseen"])
def test_pages_beside_the_tree_have_tabs_anchors_and_a_sidebar(garden: Built, name: str) -> None:
    if name == "search" and garden.theme == "sphinx_immaterial":
        return  # searches in its header, and has no page for it
    page = garden.page(name)
    up = "../" * name.count("/")
    assert page.tabs[-1] == f"Changelog -> {up}changelog.html"
    assert page.anchors[0] == "Community -> https://example.org/chat"
    if garden.theme == "pydata_sphinx_theme" and "/" not in name:
        assert not page.all("docsnav-sidebar")  # nor has the theme one on a page in no tab
        return
    assert f"Welcome -> {up}index.html" in page.sidebar
    assert "*" not in page.sidebar


def test_methods_and_deprecation_can_be_read_without_colour(garden: Built) -> None:
    assert [
        line.split(" -> ")[0]
        for line in garden.page("api-reference/list-plants").sidebar.splitlines()
    ] == [
        "[Plants]",
        "  * GET List plants",
        "    POST Add a plant",
        "    PUT Replace a plant deprecated",
        "    DEL Remove a plant",
    ]


def test_icons_are_drawings_inside_the_page(garden: Built) -> None:
    page = garden.page("index")
    drawn = list(page.one("docsnav-sidebar").iter(SVG))
    assert [e.get("aria-hidden") for e in drawn] == ["true"] * len(drawn)
    assert len(drawn) == 3


OURS = ("sidebar", "anchors", "switches", "drawer", "tablist", "headtabs", "bar", "breadcrumbs")
"""Parts that list more than neighbours."""


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("guides/soil", {"prev": "/guides/intro.html", "next": "/guides/deep.html"}),
        ("v2/index", {"next": "/v2/guides/intro.html"}),
        ("v2/guides/intro", {"prev": "/v2/index.html"}),
        ("res/cook", {}),
    ],
)
def test_previous_and_next_follow_the_tree_and_stay_in_the_division(
    garden: Built, name: str, expected: dict[str, str]
) -> None:
    page = garden.page(name)
    related = {
        link.attrib["rel"]: urljoin(f"/{name}", link.attrib["href"])
        for link in page.tree.iter("link")
        if link.get("rel") in ("prev", "next")
    }
    assert related in (expected, {})  # some themes name none
    within = {link for part in OURS for e in page.all(f"docsnav-{part}") for link in e.iter("a")}
    shown = [link for link in page.tree.iter("a") if link not in within and link.get("href")]
    leads = {link: urljoin(f"/{name}", link.attrib["href"]) for link in shown}
    assert set(expected.values()) <= set(leads.values())
    ways = {leads[link] for link in shown if text_of(link).lower().startswith(("prev", "next"))}
    assert ways <= set(expected.values())


def test_breadcrumbs_name_divisions_and_groups(garden: Built) -> None:
    tree = garden.page("guides/folded").tree
    found = [
        nav
        for nav in tree.iter()
        if any(word in (nav.get("class") or "") for word in ("breadcrumb", "docsnav-breadcrumbs"))
        and nav.tag in ("nav", "ul", "ol", "div")
    ]
    words = text_of(found[0])
    assert [word in words for word in ("Guides", "Get started", "Folded")] == [True] * 3


@pytest.mark.xdist_group("basic")
def test_a_division_of_one_page_is_not_named_before_the_page_once_more(build: Build) -> None:
    related = build("basic").page("sdk/server").all("related")[0]
    links = [text_of(link) for link in related.iter("a")]
    assert [links.count(name) for name in ("SDKs", "Python", "Server")] == [1, 1, 1]


def test_the_banner_is_the_languages_own(garden: Built) -> None:
    for name, words in (
        ("guides/soil", "Version 3 is out, see what is new. <b>Now</b>"),
        ("ar/index", "الإصدار 3 متاح الآن"),
    ):
        page = garden.page(name)
        banner = next(e for e in page.tree.iter() if e.get("data-docsnav-banner"))
        assert words in text_of(banner)
    link = next(
        banner_link
        for e in garden.page("guides/soil").tree.iter()
        if e.get("data-docsnav-banner")
        for banner_link in e.iter("a")
    )
    assert link.attrib["href"] == "../guides/intro.html"


def test_a_page_says_its_language_and_direction(garden: Built) -> None:
    html = garden.page("ar/guides/intro").tree
    assert (html.get("lang"), html.get("dir")) == ("ar", "rtl")
    assert garden.page("index").tree.get("dir") in (None, "ltr")
    assert garden.page("de/index").tree.get("lang") == "de"


def test_no_language_is_announced_by_a_relative_address(garden: Built) -> None:
    links = garden.page("guides/intro").tree.iter("link")
    assert not [link.get("href") for link in links if link.get("hreflang")]


def test_no_id_stands_twice(garden: Built) -> None:
    for name in ("index", "guides/deep", "sdk/client", "res/first", "genindex"):
        ids = [e.get("id") for e in garden.page(name).tree.iter() if e.get("id")]
        ours = [value for value in ids if value and value.startswith("docsnav")]
        assert len(ours) == len(set(ours))


def test_no_link_of_ours_is_empty(garden: Built) -> None:
    for name in ("index", "guides/deep", "sdk/client"):
        for nav in garden.page(name).tree.iter("nav"):
            for link in nav.iter("a"):
                if "docsnav" in (nav.get("class") or ""):
                    assert text_of(link)
                    assert link.get("href")
