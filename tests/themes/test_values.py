"""Values in, values out: what the templates are given, without a build."""

from __future__ import annotations

import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from babel import Locale
from babel.localedata import locale_identifiers
from markupsafe import Markup

from sphinx_docsnav.docs_json.kinds import Banner, Icon, Kind
from sphinx_docsnav.navigation.tree import Element, Page
from sphinx_docsnav.sitefiles.languages import (
    LEFT_TO_RIGHT,
    direction,
    find_autonym,
    find_catalog_code,
    make_browser_code,
)
from sphinx_docsnav.sitefiles.page_links import SiteDocuments
from sphinx_docsnav.sitefiles.safe_urls import clean_href
from sphinx_docsnav.themes import adapter_registry as registry
from sphinx_docsnav.themes import rtd
from sphinx_docsnav.themes.addresses import Addresses, find_common_folder, shorten_links
from sphinx_docsnav.themes.base import Adapter, find_replaced_options, insert_beside
from sphinx_docsnav.themes.brand import READABLE_CONTRAST, Colours, compute_contrast, parse_colour
from sphinx_docsnav.themes.furo import Furo
from sphinx_docsnav.themes.generic import BASIC_OPTIONS, Alabaster, Basic, Generic, Pyramid
from sphinx_docsnav.themes.part_markup import PART_TEXTS, Part, mark
from sphinx_docsnav.themes.pydata import Pydata, SphinxBook
from sphinx_docsnav.themes.rtd import TINT, ReadTheDocs
from sphinx_docsnav.themes.shibuya import Shibuya
from sphinx_docsnav.themes.site_bars import make_notice
from sphinx_docsnav.themes.variable import Lazy, Viewer

DOCUMENTS = {"index", "guides/intro", "api/index", "a b", "café"}
ADDRESSES = Addresses("{}.html".format, SiteDocuments(DOCUMENTS))


def test_a_part_is_filled_only_where_it_is_marked() -> None:
    part = Part.parse(
        f"<li{mark('e1', 'item')}><a{mark('e1', 'link')}>A</a></li><li{mark('e2', 'item')}>"
    )
    assert part.text == "<li><a>A</a></li><li>"
    assert (
        part.fill({"e1.item": " x", "e1.link": " y", "e3.item": " z"})
        == "<li x><a y>A</a></li><li>"
    )
    assert part.fill({}) == part.text


def test_a_mark_that_stands_twice_is_filled_twice() -> None:
    assert Part.parse(f"{mark('to1')}-{mark('to1')}").fill({"to1.": "u"}) == "u-u"


@pytest.mark.parametrize(
    ("href", "url", "external"),
    [
        ("https://example.org/?a=1&b=2", "https://example.org/?a=1&b=2", True),
        ("//example.org/x", "//example.org/x", True),
        ("mailto:a@example.org", "mailto:a@example.org", True),
        ("/guides/intro", "../guides/intro.html", False),
        ("/guides/intro#why", "../guides/intro.html#why", False),
        ("guides/intro/", "../guides/intro.html", False),
        ("/", "../index.html", False),
        ("#top", "#top", False),
        ("/files/a b.pdf", "../files/a%20b.pdf", False),
        ("/api", "../api/index.html", False),
        ("/guides/intro.mdx#a", "../guides/intro.html#a", False),
        ("/a%20b", "../a b.html", False),  # a builder's address is encoded
        ("/caf%C3%A9?a=%20#%C3%A9", "../café.html?a=%20#%C3%A9", False),
        ("/guides/%2E%2E/api", "../api/index.html", False),
        ("/files/a%20%C3%A9.pdf", "../files/a%20%C3%A9.pdf", False),
    ],
)
def test_links_lead_from_where_they_are_shown(href: str, url: str, external: bool) -> None:  # noqa: FBT001 -- a column of the table
    assert ADDRESSES.link(href, "../") == (url, external)


@pytest.mark.parametrize(
    ("addresses", "folder"),
    [
        (["api/pets/get.html", "api/plants/get.html"], "api/"),
        (["api/pets/get.html", "api/pets/put.html"], "api/pets/"),
        (["api/get.html", "index.html"], ""),
        (["api/", "api/get/"], "api/"),
        ([], ""),
    ],
)
def test_pages_have_a_folder_in_common(addresses: list[str], folder: str) -> None:
    assert find_common_folder(addresses) == folder


@pytest.mark.parametrize(
    ("prefix", "home", "near"),
    [
        ("../../", "api/", '<a href="../pets/get.html"></a><a href="../../api/"></a>'),
        ("../../", "", '<a href="../../api/pets/get.html"></a><a href="../../api/"></a>'),
        ("../", "api/", '<a href="../api/pets/get.html"></a><a href="../api/"></a>'),
    ],
    ids=["below", "none", "inside"],
)
def test_links_need_not_leave_the_folder_that_the_page_is_below(
    prefix: str, home: str, near: str
) -> None:
    markup = f'<a href="{prefix}api/pets/get.html"></a><a href="{prefix}api/"></a>'
    assert shorten_links(markup, prefix, home) == near


@pytest.mark.parametrize(
    "href",
    [
        "javascript:alert(1)",
        " java\nscript:alert(1)",
        "\x01javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        "vbscript:x",
        "data:text/html,x",
    ],
)
def test_links_that_run_something_lead_nowhere(href: str) -> None:
    assert clean_href(href) == ""
    assert ADDRESSES.link(href, "") == ("", False)


def test_a_path_is_never_a_scheme() -> None:
    assert ADDRESSES.link("/javascript:alert(1)", "") == ("./javascript:alert(1)", False)


def test_a_page_with_an_address_of_its_own_leads_there() -> None:
    assert ADDRESSES.page(Page("guides/intro", url="https://example.org"), "") == (
        "https://example.org",
        True,
    )
    assert ADDRESSES.page(Page("guides/intro"), "../../") == ("../../guides/intro.html", False)


def test_a_banner_is_inline_markdown_and_nothing_else() -> None:
    banner = Banner(
        "**New**: [see *it*](/guides/intro), [out](https://example.org)\n\n"
        "<b>x</b> ![i](a.png) # no"
    )
    assert make_notice(banner, ADDRESSES, "../")["html"] == (
        '<strong>New</strong>: <a href="../guides/intro.html">see <em>it</em></a>, '
        '<a href="https://example.org" rel="noopener">out</a> &lt;b&gt;x&lt;/b&gt; '
        '!<a href="../a.png">i</a> # no'
    )


def test_a_banner_runs_nothing() -> None:
    html = make_notice(Banner("[a](javascript:alert(1)) <script>x</script>"), ADDRESSES, "")["html"]
    assert "href" not in html
    assert "<script" not in html


def test_text_on_a_color_of_a_banner_can_be_read() -> None:
    style = make_notice(Banner("New", light="#e8f6ee", dark="#163528"), ADDRESSES, "")["style"]
    assert style == (
        "--docsnav-on-light:#e8f6ee;--docsnav-text-on-light:#000;"
        "--docsnav-on-dark:#163528;--docsnav-text-on-dark:#fff"
    )


def test_another_banner_has_another_key() -> None:
    notices = [make_notice(Banner(text), ADDRESSES, "") for text in ("one", "two")]
    banner = Banner("{{text}}")
    notices += (make_notice(banner, ADDRESSES, "", {"text": text}) for text in ("two", "three"))
    one, two, same, three = (notice["key"] for notice in notices)
    assert len({one, two, three}) == 3
    assert same == two


def _viewer(*, drilldown: bool | None = None) -> Viewer:
    return Viewer(ADDRESSES, lambda element: next(element.pages(), None), _draw, drilldown)


def _draw(icon: Icon, _prefix: str) -> str:
    return f"<svg>{icon.name}</svg>"


def test_what_is_hidden_or_empty_is_not_shown() -> None:
    viewer = _viewer()
    hidden = Element(Kind.GROUP, "Hidden", (Page("a"),), hidden=True)
    empty = Element(Kind.GROUP, "Empty", (Page("b", hidden=True),))
    linking = Element(Kind.TAB, "Out", href="https://example.org")
    assert [viewer.shows(item) for item in (hidden, empty, linking, Page("c", hidden=True))] == [
        False,
        False,
        True,
        False,
    ]


@pytest.mark.parametrize(("drilldown", "url"), [(True, "a.html"), (False, "")])
def test_drilldown_makes_the_title_of_a_nested_group_lead_to_its_first_page(
    drilldown: bool,  # noqa: FBT001 -- a column of the table
    url: str,
) -> None:
    inner = Element(Kind.GROUP, "Inner", (Page("a"),))
    rooted = Element(Kind.GROUP, "Rooted", (Page("b"),), root=Page("r"))
    outer = Element(Kind.GROUP, "Outer", (inner, rooted))
    heading = _viewer(drilldown=drilldown).entries([outer], "", lambda _item, _entry: None)[0]
    assert (heading["url"], heading["level"]) == ("", 0)
    assert [(entry["url"], entry["level"]) for entry in heading["children"]] == [
        (url, 1),
        ("r.html", 1),
    ]


def test_a_language_is_named_in_its_own_words() -> None:
    german = Element(Kind.LANGUAGE, "de", (Page("de/index"),))
    choice = _viewer().choice(german, "", frozenset({german}))
    assert (choice["label"], choice["code"], choice["current"]) == ("Deutsch", "de", True)


@pytest.mark.parametrize(
    ("code", "browser", "name", "way", "catalogue"),
    [
        ("cn", "zh-Hans", "中文 (简体)", "ltr", "zh_CN"),
        ("zh-Hant", "zh-Hant", "中文 (繁體)", "ltr", "zh_TW"),
        ("jp", "ja", "日本語", "ltr", "ja"),
        ("ua", "uk", "Українська", "ltr", "uk_UA"),
        ("pt-BR", "pt-BR", "Português (Brasil)", "ltr", "pt_BR"),
        ("fr-ca", "fr-CA", "Français (Canada)", "ltr", "fr_CA"),
        ("he", "he", "עברית", "rtl", "he"),
        ("xx", "xx", "xx", "ltr", "xx"),
    ],
)
def test_codes_of_languages(code: str, browser: str, name: str, way: str, catalogue: str) -> None:
    assert (
        make_browser_code(code),
        find_autonym(code),
        direction(code),
        find_catalog_code(code),
    ) == (
        browser,
        name,
        way,
        catalogue,
    )


def test_languages_whose_direction_is_known_are_written_so_everywhere() -> None:
    known = [name for name in locale_identifiers() if name.partition("_")[0] in LEFT_TO_RIGHT]
    assert {name.partition("_")[0] for name in known} == LEFT_TO_RIGHT
    assert {Locale.parse(name).text_direction for name in known} == {"ltr"}


def test_every_language_of_the_specification_has_its_words() -> None:
    codes = "ar cs cn zh-Hant nl fr de he hi id it jp ko lv no pl pt-BR ro ru es sv tr ua uz vi"
    for code in codes.split():
        own = PART_TEXTS.of(code)
        assert tuple(own) == PART_TEXTS.names
        assert own["sidebar"] not in ("", PART_TEXTS.of("en")["sidebar"]) or code == "fr"


@pytest.mark.parametrize(
    ("primary", "light", "expected"),
    [
        ("#16A34A", "#07C983", Colours("#12823b", "#07c983")),
        ("#000", "", Colours("#000000", "#8c8c8c")),
        ("#A8FF53", "", Colours("#54802a", "#a8ff53")),
        ("teal", "", None),
    ],
)
def test_colours_can_be_read(primary: str, light: str, expected: Colours | None) -> None:
    assert Colours.of(primary, light) == expected


def test_templates_are_put_beside_what_they_belong_to_and_not_twice() -> None:
    assert insert_beside(["a", "nav", "b"], ["nav"], ["x", "b"], ["y"]) == [
        "a",
        "x",
        "nav",
        "y",
        "b",
    ]
    assert insert_beside(["a"], ["nav"], ["x"]) is None


def test_a_value_is_made_when_it_is_read() -> None:
    made: list[str] = []

    def make(view: str) -> list[str]:
        made.append(view)
        return ["a"]

    value = Lazy("view", {"tabs": make}, {"eyebrow": ""})
    assert (made, value["eyebrow"]) == ([], "")
    assert (value["tabs"], value["tabs"], made) == (["a"], ["a"], ["view"])
    assert value.plain() == {"tabs": ["a"], "eyebrow": ""}
    with pytest.raises(KeyError):
        value["other"]


@pytest.mark.parametrize(
    ("dirs", "adapter"),
    [
        (["furo", "basic-ng"], Furo),
        (["mine", "furo", "basic-ng"], Furo),
        (["alabaster", "basic"], Alabaster),
        (["mine", "basic"], Generic),
        (["pylonsfw", "pylons", "basic"], Pyramid),
        (["sphinx_book_theme", "pydata_sphinx_theme", "basic"], SphinxBook),
        (["ansys", "pydata_sphinx_theme", "basic"], Pydata),
        (["unheard_of"], Generic),
    ],
)
def test_a_theme_is_known_by_its_directories(dirs: list[str], adapter: type[Adapter]) -> None:
    assert registry.find_adapter_class(dirs) is adapter


class Mine(Adapter):
    themes = ("furo",)


def test_another_package_brings_an_adapter(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = EntryPoint("mine", f"{__name__}:Mine", registry.ENTRY_POINTS)
    monkeypatch.setattr(EntryPoint, "load", lambda _entry: Mine)
    monkeypatch.setattr(registry, "entry_points", lambda **_group: [entry])
    assert registry.find_adapter_class(["furo"]) is Mine


def test_an_entry_point_that_names_no_adapter_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = EntryPoint("mine", "os:path", registry.ENTRY_POINTS)
    monkeypatch.setattr(registry, "entry_points", lambda **_group: [entry])
    with pytest.raises(
        TypeError, match=r"entry point 'mine' of sphinx_docsnav.themes: os:path is no"
    ):
        registry.find_adapter_class(["furo"])


@pytest.mark.parametrize("brand", ["#111111", "#0f766e", "#ffffff"])
def test_the_current_page_in_the_sidebar_of_read_the_docs_can_be_read(brand: str) -> None:
    colours = Colours.of(brand)
    assert colours is not None
    rules = ReadTheDocs({}).colour_rules(colours)
    accent = parse_colour(rules.rpartition("--docsnav-accent:")[2].strip("}"))
    tint = parse_colour(TINT)
    assert accent is not None
    assert tint is not None
    assert f"--docsnav-tint: {TINT}" in Path(str(rtd.__file__)).with_name("style.css").read_text(
        "utf-8"
    )
    assert compute_contrast(accent, tint) >= READABLE_CONTRAST


def test_options_that_the_sidebar_replaces_are_named() -> None:
    set_by_project = {"navigation_depth": 2, "collapse_navigation": True, "titles_only": True}
    messages = [fault.message for fault in find_replaced_options(ReadTheDocs(set_by_project))]
    what = "the sidebar shows all branches, closed but for that of the page"
    assert messages == [f"html_theme_options: 'collapse_navigation' has no effect: {what}"]


def test_the_options_of_the_table_are_options_of_their_themes() -> None:
    folders = [Path(folder) for folder in sys.path if folder.endswith("site-packages")]
    for adapter in registry.OWN:
        for theme in adapter.themes if "navigation_options" in vars(adapter) else ():
            places = ("", "*/", "*/theme/", "sphinx/themes/")
            patterns = [f"{place}{theme}/theme.*" for place in places]
            confs = (f for folder in folders for each in patterns for f in folder.glob(each))
            known = "".join(conf.read_text("utf-8") for conf in confs)
            # Those of basic are in its own file, from which the others inherit.
            inherited = BASIC_OPTIONS.keys() if adapter.__mro__[1] is not Basic else ()
            for name in adapter.navigation_options if known else ():
                assert name in known or name in inherited, (theme, name)


def test_a_description_that_the_theme_filters_and_escapes_is_plain_text() -> None:
    context = {"meta": {"description": Markup("a &lt; b"), "author": Markup("A &amp; B")}}
    Shibuya.escape_texts(context)
    assert context["meta"] == {"description": "a < b", "author": "A &amp; B"}
    assert not isinstance(context["meta"]["description"], Markup)


def test_a_width_that_is_no_length_is_dropped_and_nothing_else() -> None:
    context = {"meta": {"author": "A", "content_max_width": "9rem;x", "title": "T"}}
    Shibuya.escape_texts(context)
    assert context["meta"] == {"author": "A", "title": "T"}


@pytest.mark.parametrize("primary", ["#689dff", "#b9a5a2", "#c9b841"])
def test_a_shade_is_readable_as_it_is_written(primary: str) -> None:
    colours = Colours.of(primary)
    assert colours is not None
    shade = parse_colour(colours.light)
    assert shade is not None
    assert compute_contrast(shade, (255, 255, 255)) >= READABLE_CONTRAST
