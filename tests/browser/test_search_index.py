"""What our search finds, in Chromium and from a disk: a project of three pages, built once."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from browser.conftest import Tabs
from playwright.sync_api import Browser, Page, expect
from sphinx_processes import SphinxProcesses

from sphinx_docsnav.features.search.index_words import split_words

pytestmark = pytest.mark.browser

TEXTS = (
    "createTask HTTPServer2 a.b_c-d GET /v1/{id} Größe résumé",
    "使用Docker部署 が 検索する ไทย",
    "المطبخَ العربي",
    "والسياساتُ أحمد الله لِلبناء ی\u0640ک \u05e9\u05b8\u05c1\u05dc\u05d5\u05b9\u05dd नीति की सूची",
    "Stra\u00adße STRAẞE re\u0301sume\u0301 ｻｰﾊﾞｰ ភាសា လူ 정책",
    "Next.js NextAuth.js next.js Os.path.join",
    "sk_live_… foo. bar- _x_ e.g. v1.2.3 x-y 2-factor user.is_admin Łódź \u0131ş\u0131k Ærø",
)
"""Texts with all that divides words."""
FILES = {
    "conf.py": 'project = "Kiln"\nlanguage = "de"\nextensions = ["sphinx_docsnav.search", '
    '"sphinx.ext.autodoc"]\n'
    "from sphinx_docsnav.features.search import index_writer\n"
    "index_writer.CHUNK = 40  # many parts, as of a large project\n",
    "index.rst": (
        "Kiln\n====\n\n.. toctree::\n\n   firing\n   api\n   oven\n   words\n   notebook\n"
    ),
    "notebook.rst": ":deprecated: true\n\nNotebook\n========\n\nOur notebook is no longer kept.\n",
    "firing.rst": (
        ":keywords: porcelain\n\nFiring a kiln\n=============\n\nRaise the temperature slowly, and "
        "wait <b>two</b> hours.\n\nGlazing temperature\n-------------------\n\nA glaze melts at "
        "the peak of the firing; set ``peak_temperature_limit`` first.\n\nCooling\n-------\n\n"
        "Wait two more hours slowly, and write it down in a notebook.\n"
    ),
    "api.rst": (
        "Interface\n=========\n\n.. py:class:: kiln.Controller(port)\n\n   Controls it.\n\n"
        "   .. py:method:: set_peak(limit)\n\n      Sets the limit.\n"
    ),
    "oven.rst": (
        "Oven\n====\n\nAn oven is hot.\n\n.. py:module:: kiln.web\n\n"
        ".. py:class:: Oven\n\n   Fires.\n\n"
        "   .. py:method:: HeatCurveTable()\n\n      Lists it.\n"
    ),
    "words.rst": (
        "Wörter\n======\n\n.. glossary::\n\n   engobe\n      A coat of clay.\n\n"
        "Die Verwaltung der Rechte: Rechteverwaltung.\n\n陶器の検索と使用\n\n"
        "المطبخَ العربي\n\n"
        "Two more: hours. ``web.Oven``, ``kiln.web.Oven``: ``kiln.web.Oven()``.\n\n"
        "Concave, conclude, condense, conduct, consider, constant, contrast, control, convert.\n"
    ),
}


GUIDES = {
    "guides/bookings": "---\ntitle: Bookings\n---\n\nHow to book a kiln for the evening.\n",
    "guides/glazes": "---\ntitle: Colours of glazes\n---\n\nMix them. Stir well! Then wait.\n\n"
    "```bash\nmix --slowly\n```\n\nThe result depends on the oven.\n",
    "guides/remove": "---\ntitle: Remove an item\n---\n\nIt is gone then.\n",
    "guides/typos": "---\ntitle: Forgiving\ndescription: How typos are handled\n---\n\nText.\n",
    "guides/tea": "---\ntitle: Tea\n"
    "description: Make it for all of us with the kettle of the house.\n"
    "---\n\nA kettle boils. Another kettle, too.\n",
    "guides/kitchen": "---\ntitle: Kitchen of the house\n---\n\n## Kettle setup\n\nHot.\n",
    "guides/tolerance": "---\ntitle: Heat\n---\n\nA tolerance for a typo in the temperature.\n",
    **{
        f"guides/more{number}": f"---\ntitle: Page {number} for you\n---\n\nText for all.\n"
        for number in range(8)
    },
}
"""Pages of an English site, with what readers call by other words."""
API = {
    "openapi": "3.1.0",
    "info": {"title": "Harbour", "version": "1"},
    "servers": [{"url": "https://kiln.example", "description": "Harbour"}],
    "paths": {
        "/bookings": {
            "post": {
                "summary": "Reserve",
                "description": "Reserves a berth for one night.",
                "responses": {
                    "200": {
                        "description": "OK",
                        "content": {
                            "application/json": {"schema": {"$ref": "#/components/schemas/Booking"}}
                        },
                    }
                },
            }
        }
    },
    "components": {"schemas": {"Booking": {"type": "object", "properties": {"id": {}}}}},
}


def build(
    processes: SphinxProcesses, folder: Path, files: dict[str, str], builder: str = "html"
) -> Path:
    """Build a project; return its output."""
    for name, text in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    done = processes.run("-qWb", builder, ".", "out", cwd=folder)
    assert done.returncode == 0, done.stderr
    return folder / "out"


@pytest.fixture(scope="module")
def kiln(tmp_path_factory: pytest.TempPathFactory, processes: SphinxProcesses) -> Path:
    """Build a Sphinx project without docs.json, with the search alone."""
    return build(processes, tmp_path_factory.mktemp("kiln"), FILES)


@pytest.fixture(scope="module", params=["html", "dirhtml"])
def two_tabs(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    processes: SphinxProcesses,
) -> Path:
    """Build a site with two tabs, which both have an overview."""
    names = ("first", "second")
    pages = {name: [f"{name}/overview", f"{name}/other"] for name in names}
    pages["second"] += ["second/sorted", "second/filters", *GUIDES]
    tabs: list[dict[str, object]] = [{"tab": name, "pages": pages[name]} for name in names]
    tabs.append({"tab": "API", "openapi": {"source": "api.json", "directory": "api"}})
    files = {
        "conf.py": 'extensions = ["sphinx_docsnav"]\n',
        "docs.json": json.dumps({"name": "N", "navigation": {"tabs": tabs}}),
        **{f"{name}/overview.mdx": "---\ntitle: Overview\n---\n\nText.\n" for name in names},
        **{f"{name}/other.mdx": "---\ntitle: Other\n---\n\nText.\n" for name in names},
        "second/sorted.mdx": "---\ntitle: Sorted by name\n---\n\nOne user, many filters.\n",
        "second/filters.mdx": "---\ntitle: Filters for a user\n---\n\nText.\n",
        "api.json": json.dumps(API),
        **{f"{name}.mdx": text for name, text in GUIDES.items()},
    }
    return build(processes, tmp_path_factory.mktemp("tabs"), files, request.param)


@pytest.fixture
def open_dialog(tabs: Tabs) -> Iterator[Callable[[Path], Page]]:
    """Return a function that opens the dialog on a page."""
    with ExitStack() as lent:

        def opened(path: Path) -> Page:
            page = lent.enter_context(tabs.lend(scripts=True, alone=False))
            page.set_viewport_size({"width": 1280, "height": 720})
            page.emulate_media(media="screen", color_scheme="light", forced_colors="none")
            page.goto(path.as_uri())
            page.keyboard.press("Control+k")
            expect(page.locator("dialog.docsnav-search")).to_be_visible()
            return page

        yield opened


@pytest.fixture
def page(kiln: Path, open_dialog: Callable[[Path], Page]) -> Page:
    """Open the dialog on the first page."""
    return open_dialog(kiln / "index.html")


def first(page: Page, query: str) -> str:
    """Return the address of the first result, from the root of the site."""
    page.locator("dialog.docsnav-search input").fill(query)
    option = page.locator(".docsnav-found [role=option]").first
    page.wait_for_function(
        "query => document.querySelector('.docsnav-found').dataset.query === query", arg=query
    )
    return str(option.evaluate("link => link.href")).partition("/out/")[2].partition(":~:")[0]


FIRST_RESULTS = {
    "firing a kiln": "firing.html",
    "firing a k": "firing.html",
    "peak_temperature_l": "firing.html#glazing-temperature",
    "glazing temperature": "firing.html#glazing-temperature",
    "glazing temprature": "firing.html#glazing-temperature",
    "glaizng": "firing.html#glazing-temperature",
    "galzing temp": "firing.html#glazing-temperature",
    "coolling": "firing.html#cooling",
    "temperature glazing": "firing.html#glazing-temperature",
    '"two more hours"': "firing.html#cooling",
    '"Two more: hours."': "words.html",
    "peak_temperature_limit": "firing.html#glazing-temperature",
    "porcelain": "firing.html",
    "convert": "words.html",
    "set_peak": "api.html#kiln.Controller.set_peak",
    "controller": "api.html#kiln.Controller",
    "web.Oven": "oven.html#kiln.web.Oven",
    "kiln.web.Oven": "oven.html#kiln.web.Oven",
    "HeatburveTable": "oven.html#kiln.web.Oven.HeatCurveTable",
    "engobe": "words.html#term-engobe",
    "en gobe": "words.html#term-engobe",
    "検索": "words.html",
    "العربي": "words.html",
    "عربى": "words.html",
    "worter": "words.html",
}
"""The address of the first result by what is typed."""


def test_the_right_section_comes_first(page: Page) -> None:
    found = {query: first(page, query).rstrip("#") for query in FIRST_RESULTS}
    assert found == FIRST_RESULTS


def test_an_object_is_shown_below_a_page_with_its_name(page: Page) -> None:
    assert first(page, "oven") == "oven.html"
    links = page.locator(".docsnav-found a").evaluate_all("all => all.map(a => a.href)")
    assert any(link.endswith("/oven.html#kiln.web.Oven") for link in links)


def test_deprecated_pages_come_last(page: Page) -> None:
    assert first(page, "notebook").startswith("firing.html#cooling")
    last = page.locator(".docsnav-found a").last
    assert "/notebook.html" in last.evaluate("link => link.href")


def test_a_phrase_in_quotes_is_found_only_where_its_words_follow_each_other(page: Page) -> None:
    page.locator("dialog.docsnav-search input").fill('"hours two"')
    expect(page.locator("dialog.docsnav-search [role=status]")).not_to_be_empty()
    assert page.locator(".docsnav-found a").count() == 0


def test_texts_of_pages_are_shown_as_text_with_marks(page: Page) -> None:
    first(page, "slowly")
    excerpt = page.locator(".docsnav-found-excerpt").first
    expect(excerpt).to_contain_text("<b>two</b>")
    assert excerpt.locator("mark").all_inner_texts() == ["slowly"]
    assert excerpt.locator("b").count() == 0


def test_a_search_without_results_offers_the_pages_with_the_nearest_words(page: Page) -> None:
    assert first(page, "xnxobexx") == "words.html#term-engobe"
    status = page.locator("dialog.docsnav-search [role=status]")
    expect(status).to_have_text("Keine Ergebnisse für „xnxobexx“")


def test_recent_searches_are_offered_in_an_empty_dialog(page: Page) -> None:
    first(page, "engobe")
    page.keyboard.press("Enter")
    page.wait_for_url("**/words.html*")
    page.keyboard.press("Control+k")
    expect(page.locator("button.docsnav-found-query")).to_have_text(["engobe"])


def test_pages_of_one_kind_can_be_chosen(page: Page) -> None:
    first(page, "limit")
    page.get_by_role("button", name="Python").click()
    expect(page.get_by_role("button", name="Python")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".docsnav-found [role=option]").first).to_contain_text("set_peak")
    hrefs = page.locator(".docsnav-found a").evaluate_all("all => all.map(a => a.href)")
    assert all("/api.html" in href for href in hrefs)


@pytest.mark.parametrize("tab", ["first", "second"])
def test_pages_of_the_tab_of_the_reader_come_first(
    two_tabs: Path, open_dialog: Callable[[Path], Page], tab: str
) -> None:
    html = (two_tabs / tab / "other.html").is_file()
    page = open_dialog(two_tabs / tab / ("other.html" if html else "other/index.html"))
    assert first(page, "overview") == f"{tab}/overview{'.html' if html else '/'}"


@pytest.fixture
def english(two_tabs: Path, open_dialog: Callable[[Path], Page]) -> Page:
    """Open the dialog on the search page of the English site."""
    return open_dialog(next(two_tabs.glob("search*/index.html"), two_tabs / "search.html"))


def test_words_that_are_frequent_in_texts_do_not_decide(english: Page) -> None:
    assert first(english, "filters by user").startswith("second/filters")


def test_readers_may_use_another_word_than_the_page(english: Page) -> None:
    for query, found in (
        ("color", "guides/glazes"),
        ("delete item", "guides/remove"),
        ("booking", "guides/bookings"),
        ("reserve", "api/reserve"),
    ):
        assert first(english, query).startswith(found), query


def test_a_heading_with_the_word_comes_before_a_description(english: Page) -> None:
    assert first(english, "kettle").startswith("guides/kitchen")


def test_pages_with_half_of_the_words_follow_the_few_with_all(english: Page) -> None:
    assert first(english, "typo tolerance").startswith("guides/tolerance")
    titles = english.locator(".docsnav-found-title")
    expect(titles.filter(has_text="Forgiving")).to_have_count(1)


def test_an_error_is_not_corrected_to_a_word_of_most_pages(english: Page) -> None:
    first(english, "xyzzyq foor")
    status = english.locator("dialog.docsnav-search [role=status]")
    expect(status).to_have_text("No results for “xyzzyq foor”")


def test_frequent_words_are_marked_only_if_the_query_has_no_others(english: Page) -> None:
    marks = english.locator(".docsnav-found-excerpt").first.locator("mark")
    assert first(english, "a tolerance in the temperature").startswith("guides/tolerance")
    assert marks.all_inner_texts() == ["tolerance", "temperature"]
    first(english, "for all")
    assert "for" in marks.all_inner_texts()


def test_an_excerpt_is_whole_sentences_or_code(english: Page) -> None:
    excerpt = english.locator(".docsnav-found-excerpt").first
    first(english, "stir glazes")
    expect(excerpt).to_have_text("Stir well! Then wait.")
    first(english, "slowly")
    expect(excerpt).to_have_text("mix --slowly")
    assert excerpt.evaluate("element => element.localName") == "code"
    first(english, "reserve")
    expect(excerpt).to_have_text("Reserves a berth for one night.")


def test_an_empty_dialog_suggests_the_first_pages_of_the_tabs(english: Page) -> None:
    group = english.get_by_role("group", name="Suggested pages")
    options = group.get_by_role("option")
    expect(options.first).to_have_text("Overviewfirst")
    hrefs = options.evaluate_all("all => all.map(a => a.href)")
    assert [href.partition("/out/")[2].split(".")[0].rstrip("/") for href in hrefs] == [
        "first/overview",
        "second/overview",
        "api/reserve",
    ]
    expect(english.locator("[aria-selected=true]")).to_have_count(0)
    english.keyboard.press("ArrowDown")
    expect(options.first).to_have_attribute("aria-selected", "true")
    english.keyboard.press("Enter")
    english.wait_for_url("**/first/overview**")


def test_the_dialog_takes_the_whole_window_of_a_phone(english: Page) -> None:
    english.set_viewport_size({"width": 390, "height": 844})
    box = english.locator("dialog.docsnav-search").bounding_box()
    assert box == {"x": 0, "y": 0, "width": 390, "height": 844}


def test_the_search_alone_takes_the_place_of_that_of_immaterial(
    tmp_path: Path, chromium: Browser, processes: SphinxProcesses
) -> None:
    pytest.importorskip("sphinx_immaterial")
    theme = 'extensions.append("sphinx_immaterial")\nhtml_theme = "sphinx_immaterial"\n'
    theme += 'html_theme_options = {"font": False}\n'
    settings = FILES["conf.py"].replace('"de"', '"en"')  # the theme has no script for others
    out = build(processes, tmp_path, {**FILES, "conf.py": settings + theme})
    assert not (out / "searchindex.js").exists()
    with chromium.new_context() as context:
        page = context.new_page()
        failed: list[str] = []
        page.on("requestfailed", lambda request: failed.append(request.url))
        page.on("pageerror", lambda error: failed.append(str(error)))
        page.goto(f"{out.as_uri()}/index.html")
        page.locator(".md-search__input").click()
        assert first(page, "glaizng") == "firing.html#glazing-temperature"
        page.goto(f"{out.as_uri()}/search.html?q=glaizng")
        result = page.locator("#search-results .docsnav-search-results a").first
        expect(result).to_have_text("Glazing temperature")
        assert failed == []


def test_the_search_page_has_the_same_results(kiln: Path, chromium: Browser) -> None:
    with chromium.new_context() as context:
        page = context.new_page()
        page.goto(f"{kiln.as_uri()}/search.html?q=glaizng")
        result = page.locator("#search-results .docsnav-search-results a").first
        expect(result).to_have_text("Glazing temperature")
        assert "firing.html#glazing-temperature" in str(result.get_attribute("href"))


def test_words_are_divided_alike_in_the_build_and_in_the_browser(page: Page) -> None:
    divided = page.evaluate("texts => texts.map(docsnavTools.engine(() => {}).words)", list(TEXTS))
    assert divided == [split_words(text) for text in TEXTS]
