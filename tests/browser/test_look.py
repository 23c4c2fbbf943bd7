"""What a reader sees of the sidebar, the switchers and the banner, measured."""

from __future__ import annotations

from pathlib import Path

import pytest
from browser.conftest import Open, in_themes, lasts, opened_tab
from playwright.sync_api import Browser, expect
from themes.conftest import THEMES as KNOWN_THEMES
from themes.conftest import Build, Built

from sphinx_docsnav.features import page_modes

pytestmark = pytest.mark.browser

LABEL_LEFT = """(row) => {
  const label = row.querySelector(".docsnav-label"), range = document.createRange();
  range.selectNodeContents(label);
  return [...range.getClientRects()].map((box) => Math.round(box.left));
}"""
"""Where the lines of a label begin."""


def test_badges_of_methods_have_one_width_and_all_lines_of_a_label_begin_beside_them(
    open_page: Open,
) -> None:
    page = open_page("api-reference/list-plants")
    widths = page.eval_on_selector_all(
        ".docsnav-sidebar .docsnav-method",
        "all => all.map((one) => Math.round(one.getBoundingClientRect().width))",
    )
    assert len(widths) > 2
    assert len(set(widths)) == 1
    page.add_style_tag(content=".docsnav-sidebar { inline-size: 9rem !important }")
    label = page.locator(".docsnav-sidebar .reference:has(.docsnav-method)").first
    label.evaluate("row => { row.querySelector('.docsnav-label').textContent = 'word '.repeat(9) }")
    lines = label.evaluate(LABEL_LEFT)
    assert len(lines) > 1
    assert len(set(lines)) == 1


@in_themes(*(name for name in KNOWN_THEMES if name != "sphinx_immaterial"))  # its menu is its own
def test_a_switcher_opens_below_its_own_button(open_page: Open) -> None:
    page = open_page("sdk/server", width=1440)
    for kind in ("versions", "languages", "dropdowns"):
        switch = page.locator(f".docsnav-{kind}").locator("visible=true").first
        switch.locator("summary").click()
        button = switch.locator("summary").bounding_box()
        opened = switch.locator(".docsnav-choices").bounding_box()
        assert button is not None
        assert opened is not None
        below = opened["y"] - button["y"] - button["height"]
        assert -1 <= below <= 12, kind
        assert opened["x"] < button["x"] + button["width"], kind
        assert opened["x"] + opened["width"] > button["x"], kind
        page.keyboard.press("Escape")


def test_the_current_entry_has_a_bar_and_a_tint(open_page: Open, garden: Built) -> None:
    page = open_page("guides/soil")
    style = page.locator('.docsnav-sidebar [aria-current="page"]').first.evaluate(
        "e => [getComputedStyle(e).borderInlineStartWidth, getComputedStyle(e).backgroundColor]"
    )
    # In our theme it has a rounded tint and bold letters.
    assert style[0] == ("0px" if garden.theme == "docsnav" else "2px")
    assert style[1] not in {"rgba(0, 0, 0, 0)", "transparent"}


NOTE_CLICKS = """() => document.addEventListener("click", (event) =>
  sessionStorage.setItem("clicked", event.target.closest("a").getBoundingClientRect().top), true)"""
STAYS = """() => Math.abs(sessionStorage.getItem("clicked") - document.querySelector(
  '.docsnav-sidebar [aria-current="page"]').getBoundingClientRect().top) <= 2"""


@in_themes("furo")  # its sidebar scrolls by itself
@pytest.mark.parametrize("scrolled", [210, 225.4])
def test_a_clicked_entry_stays_where_it_is(open_page: Open, scrolled: float) -> None:
    """Neither place is one that the page would choose by itself; the window does not scroll."""
    page = open_page("guides/soil", height=420)
    link = page.locator('.docsnav-sidebar a[href$="operate.html"]')
    page.evaluate(
        "top => document.querySelector('.sidebar-scroll').scrollTo({ top, behavior: 'instant' })",
        scrolled,
    )
    page.evaluate(NOTE_CLICKS)
    link.click()
    page.wait_for_url("**/operate.html")
    # Scripts of the theme may scroll once more when the page is complete.
    page.wait_for_function(STAYS)


def test_a_closed_banner_is_gone_before_the_first_paint(open_page: Open) -> None:
    page = open_page("guides/soil")

    def close() -> None:
        page.context.unroute_all()
        page.reload()
        page.locator("[data-docsnav-banner] .docsnav-close").first.click()
        expect(page.locator("[data-docsnav-banner]")).to_have_count(0)
        page.context.route("**/docsnav.js*", lambda route: route.abort())

    def is_gone() -> None:
        assert not page.locator("[data-docsnav-banner]").first.is_visible()

    lasts(page, close, is_gone)


COLORS = """banner => [document.body, banner, banner.querySelector("a, p")].map(
  (one) => getComputedStyle(one)).flatMap((style) => [style.color, style.backgroundColor])"""


KINDS_OUTSIDE_A_BANNER = """() => ["info", "warning", "critical"].map((kind) => {
  const look = (name, around) => {
    const box = around.appendChild(document.createElement("div"));
    box.className = name;
    const { color, backgroundColor, borderColor } = getComputedStyle(box);
    box.remove();
    return `${color} ${backgroundColor} ${borderColor}`;
  };
  const article = document.querySelector("article");
  const [plain, banner] = ["docsnav-banner", `docsnav-banner docsnav-${kind}`].map(
    (name) => look(name, document.body));
  return [banner !== plain, look(`docsnav-${kind}`, article) === look("", article)];
})"""
"""Whether a kind colours a banner, and whether it leaves other elements as they are."""


@in_themes("docsnav")
def test_the_colours_of_a_banner_are_not_those_of_callouts(open_page: Open) -> None:
    """Callouts have the same classes."""
    assert open_page("guides/soil").evaluate(KINDS_OUTSIDE_A_BANNER) == [[True, True]] * 3


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_a_banner_has_the_colors_of_docs_json(
    open_page: Open,
    dark: bool,  # noqa: FBT001 -- a parameter of the test
) -> None:
    page = open_page("ar/index", dark=dark)
    around, _, text, background, inner, _ = page.locator("[data-docsnav-banner]").first.evaluate(
        COLORS
    )
    # Not every theme has a dark mode; on dark pages, text is light.
    red = int(around.partition("(")[2].partition(",")[0])
    expected = (
        ("rgb(255, 255, 255)", "rgb(91, 33, 182)")
        if red > 127
        else ("rgb(0, 0, 0)", "rgb(253, 230, 138)")
    )
    assert (text, background) == expected
    assert inner == text


def test_a_banner_moves_nothing_when_scripts_run(open_page: Open) -> None:
    shown = open_page("guides/soil", width=380)
    still = open_page("guides/soil", width=380, scripts=False)
    heights = [
        page.locator("[data-docsnav-banner] p").first.bounding_box() for page in (shown, still)
    ]
    assert heights[0] is not None
    assert heights[1] is not None
    # Without scripts there is no button, and so never less room for the text.
    assert heights[0]["height"] >= heights[1]["height"]


OPENED_BY_A_CHECKBOX = {"furo", "sphinx_immaterial"}
"""Themes whose drawers need no script."""


@in_themes(*(name for name in KNOWN_THEMES if name not in OPENED_BY_A_CHECKBOX))
def test_phones_without_scripts_have_tabs_and_the_sidebar_or_a_drawer(
    open_page: Open, garden: Built
) -> None:
    page = open_page("guides/soil", width=380, scripts=False)
    if garden.theme == "docsnav":
        page.locator(".dn-open").click()
        page.locator(".docsnav-drawer summary").click()
    tab = page.get_by_role("link", name="Changelog").locator("visible=true")
    assert tab.count() >= 1
    if garden.theme == "docsnav":
        page.locator(".docsnav-drawer summary").click()
    page.locator(".docsnav-sidebar").get_by_role("link", name="Backup & <restore>").click()
    page.wait_for_url("**/guides/backup.html")
    if garden.theme == "docsnav":
        page.locator(".dn-open").click()
    page.locator(".docsnav-choice:visible", has_text="v3").first.click()
    page.locator(".docsnav-option:visible", has_text="v2").first.click()
    page.wait_for_url("**/v2/index.html")


SHIFTS = """() => new Promise((done) => {
  let sum = 0;
  new PerformanceObserver((list) => list.getEntries().forEach((entry) => { sum += entry.value; }))
    .observe({ type: "layout-shift", buffered: true });
  setTimeout(() => done(sum), 500);
})"""


@in_themes("docsnav", "furo", "shibuya")  # others differ by the margins of paragraphs only
@pytest.mark.parametrize("width", [380, 1280])
def test_an_endpoint_page_hardly_moves_while_it_loads(
    open_page: Open, garden: Built, width: int
) -> None:
    # A tab that has had these styles and fonts before moves less.
    page = open_page("api-reference/list-plants", width=width, alone=True)
    assert page.evaluate(SHIFTS) < (0.001 if garden.theme == "docsnav" else 0.02)


@in_themes("pydata_sphinx_theme")
def test_a_fold_with_the_focus_has_a_ring(open_page: Open) -> None:
    page = open_page("guides/soil")
    fold = page.locator(".docsnav-sidebar summary").locator("visible=true").first
    page.keyboard.press("Tab")
    fold.focus()
    assert fold.evaluate("e => getComputedStyle(e).outlineStyle") == "solid"


LIMITS = """([modes, style]) => {
  const text = document.querySelector("h2").parentElement, marker = document.createElement("span");
  document.head.append(Object.assign(document.createElement("style"), { textContent: style }));
  text.append(marker);
  return modes.map((mode) => {
    marker.className = `docsnav-mode docsnav-mode-${mode}`;
    document.body.classList.add(`dn-${mode}`); // in our theme
    const limits = [];
    for (let around = text; around; around = around.parentElement) {
      const limit = getComputedStyle(around).maxWidth;
      if (limit.endsWith("px")) limits.push(parseFloat(limit));
    }
    document.body.classList.remove(`dn-${mode}`);
    return Math.min(9999, ...limits);
  });
}"""
"""The width in pixels that the text has at most in each mode."""


def test_a_canvas_and_a_wide_page_have_the_width_of_the_window(
    open_page: Open, garden: Built
) -> None:
    # The theme of this package marks its pages itself.
    name = "own_modes.css" if garden.theme == "docsnav" else "modes.css"
    style = Path(page_modes.__file__).with_name(name)
    page = open_page("index", width=1600)

    modes = ["wide", "frame", "custom"]
    wide, frame, custom = page.evaluate(LIMITS, [modes, style.read_text("utf-8")])

    assert wide > 1100
    assert min(frame, custom) > 1350  # of the whole site, not of its text


ROWS = """([style, brand]) => {
  document.head.append(Object.assign(document.createElement("style"), { textContent: style }));
  document.querySelector("h2").classList.add("docsnav-mode-custom");
  const box = (name) => document.querySelector(name).getBoundingClientRect();
  return [box(brand), box(".docsnav-bar"), box("h2")].map((one) => [one.top, one.bottom]);
}"""


@pytest.mark.parametrize(
    ("theme", "brand"),
    [
        ("furo", ".sidebar-brand"),
        ("sphinx_rtd_theme", ".wy-side-nav-search > a"),
        ("alabaster", ".sphinxsidebar .logo"),
    ],
)
def test_on_a_front_page_the_brand_is_above_the_tabs(
    build: Build, chromium: Browser, theme: str, brand: str
) -> None:
    style = (Path(page_modes.__file__).parent / "modes.css").read_text("utf-8")
    with opened_tab(chromium, build(theme), "index", 1440) as page:
        rows = page.evaluate(ROWS, [style, brand])
    assert rows[0][1] <= rows[1][0] < rows[1][1] <= rows[2][0]


FRONT = (
    ("conf.py", 'extensions = ["sphinx_docsnav"]\n'),
    (
        "docs.json",
        '{"navigation": {"pages": ["front"]}, "navbar": {"primary": {"type": "button",'
        ' "label": "Dashboard", "href": "https://example.com"}, "links": ['
        + ", ".join(f'{{"label": "Link {n}", "href": "https://example.com/{n}"}}' for n in range(9))
        + "]}}",
    ),
    ("front.mdx", "---\ntitle: Front\nmode: custom\n---\n\nText.\n"),
)


@pytest.mark.parametrize("theme", ["docsnav", "shibuya"])
def test_what_has_the_focus_is_seen_on_a_front_page(
    build: Build, chromium: Browser, theme: str
) -> None:
    with opened_tab(chromium, build(theme, "plain", files=FRONT), "front", 1024) as page:
        assert page.locator("h1.docsnav-unseen a").count() == 1
        assert not page.locator("h1.docsnav-unseen a").is_visible()
        links = page.locator(".docsnav-header-links")
        link = links.get_by_role("link", name="Link 5")
        link.focus()
        right = "one => Math.floor(one.getBoundingClientRect().right)"
        left = "one => Math.ceil(one.getBoundingClientRect().left)"
        assert link.evaluate(right) <= links.get_by_role("link", name="Dashboard").evaluate(left)


@pytest.mark.parametrize("theme", ["docsnav", "shibuya"])  # the accent of one is translucent
def test_the_text_of_a_filled_link_is_opaque(build: Build, chromium: Browser, theme: str) -> None:
    with opened_tab(chromium, build(theme, files=FRONT), "front", 1024) as page:
        button = page.locator(".docsnav-header-links").get_by_role("link", name="Dashboard")
        color = button.evaluate("one => getComputedStyle(one).color")
    assert "/" not in color
    assert "rgba" not in color


SWITCHED = (
    ("conf.py", 'extensions = ["sphinx_docsnav"]\n'),
    (
        "docs.json",
        """{"navigation": {"languages": [
            {"language": "en", "products": [
                {"product": "Spades", "icon": "house", "pages": ["front"]},
                {"product": "Rakes", "pages": ["rakes"]}]},
            {"language": "de", "pages": ["de/front"]}]}}""",
    ),
    (
        "front.mdx",
        """---
title: Front
mode: custom
---

Text.

<button onClick={() => document.querySelector('#search-bar-entry')?.click()}>Ask</button>
""",
    ),
    ("rakes.mdx", "# Rakes\n"),
    ("de/front.mdx", "# Vorn\n"),
)


@pytest.mark.parametrize(
    "theme", ["alabaster", "docsnav", "sphinx_rtd_theme", "sphinxawesome_theme"]
)
def test_a_front_page_has_its_switches(build: Build, chromium: Browser, theme: str) -> None:
    with opened_tab(chromium, build(theme, "plain", files=SWITCHED), "front", 1440) as page:
        for width in (1440, 1024):
            page.set_viewport_size({"width": width, "height": 700})
            page.reload()
            seen = page.locator(".docsnav-switch summary:visible")
            assert sorted(text.strip() for text in seen.all_inner_texts()) == ["English", "Spades"]
            search = page.locator("input[name=q], .dn-search").locator("visible=true")
            assert search.count() > 0
            seen.filter(has_text="Spades").click()
            page.get_by_role("link", name="Rakes").click(trial=True)
            assert page.evaluate("document.documentElement.scrollWidth") <= width


SHORT = tuple(
    (f"{mode}.mdx", f"---\ntitle: Short\nmode: {mode}\n---\n\nText.\n")
    for mode in ("center", "custom")
)


@pytest.mark.parametrize("theme", KNOWN_THEMES)
def test_a_short_page_without_a_sidebar_has_the_width_of_a_long_one(
    build: Build, chromium: Browser, theme: str
) -> None:
    docs = SWITCHED[1][1].replace('"front"', '"front", "center", "custom"', 1)
    files = (SWITCHED[0], ("docs.json", docs), *SWITCHED[2:], *SHORT)
    with opened_tab(chromium, build(theme, "plain", files=files), "center", 1440) as page:
        for mode in ("center", "custom"):
            page.goto(page.url.replace("center", mode))
            box = page.get_by_text("Text.", exact=True).bounding_box()
            assert box is not None
            assert box["width"] > 400, mode


WIDE_LOGO = '<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="300"/>'
"""A logo as large as those of many sites, which scale it by style."""
MARKED = (
    ("conf.py", 'extensions = ["sphinx_docsnav"]\n'),
    (
        "docs.json",
        """{"logo": {"light": "/day.svg", "dark": "/night.svg"},
        "navigation": {"tabs": [{"tab": "Guides", "pages": ["front"]},
        {"tab": "Other", "pages": ["other"]}]}}""",
    ),
    ("front.mdx", "---\ntitle: Front\nmode: custom\n---\n\nText of the page.\n"),
    ("other.mdx", "# Other\n"),
    ("day.svg", WIDE_LOGO),
    ("night.svg", WIDE_LOGO),
)


@pytest.mark.parametrize("theme", ["alabaster", "furo", "piccolo_theme", "sphinx_rtd_theme"])
def test_a_front_page_has_a_small_logo_and_its_tabs_above_the_text(
    build: Build, chromium: Browser, theme: str
) -> None:
    with opened_tab(chromium, build(theme, "plain", files=MARKED), "front", 1440) as page:
        height = "one => one.getBoundingClientRect().height"
        logos = page.locator("img[src*='.svg']").locator("visible=true")
        assert logos.count() > 0
        for width in (1440,) if theme == "furo" else (1440, 960):  # its sidebar is a drawer then
            page.set_viewport_size({"width": width, "height": 800})
            assert all(0 < logo.evaluate(height) <= 60 for logo in logos.all())
        tabs, text = page.locator(".docsnav-bar"), page.get_by_text("Text of the page.")
        above, below = tabs.bounding_box(), text.bounding_box()
        assert above is not None
        assert below is not None
        assert above["y"] + above["height"] <= below["y"]


@pytest.mark.parametrize("theme", ["alabaster", "classic"])
def test_the_link_to_the_sidebar_is_in_the_row_of_the_tabs_on_a_phone(
    build: Build, chromium: Browser, theme: str
) -> None:
    with opened_tab(chromium, build(theme, "plain", files=MARKED), "other", 380) as page:
        link, bar = page.locator(".docsnav-jump"), page.locator(".docsnav-bar")
        menu, row = link.bounding_box(), bar.bounding_box()
        tab = bar.get_by_role("link", name="Guides").bounding_box()
        assert menu is not None
        assert row is not None
        assert tab is not None
        assert row["y"] - 1 <= menu["y"]
        assert menu["y"] + menu["height"] <= row["y"] + row["height"] + 1
        assert row["x"] == menu["x"] == 0
        assert menu["width"] <= tab["x"] + 1
        link.click()
        expect(page.locator(".docsnav-sidebar").first).to_be_in_viewport()


@pytest.mark.parametrize(
    ("theme", "drawer"),
    [
        ("pydata_sphinx_theme", ""),
        ("sphinx_immaterial", ".md-header [for=__drawer]"),
    ],
)
def test_a_logo_is_large_enough_on_a_phone_and_no_name_is_beside_it(
    build: Build, chromium: Browser, theme: str, drawer: str
) -> None:
    with opened_tab(chromium, build(theme, "plain", files=MARKED), "other", 380) as page:
        if drawer:
            page.locator(drawer).locator("visible=true").first.click()
            page.wait_for_timeout(400)
        logo = page.locator("img[src*='.svg']").locator("visible=true").last
        box = logo.bounding_box()
        assert box is not None
        assert box["width"] >= (72 if drawer else 110)
        beside = ":is(#left-sidebar a, .md-sidebar .md-nav__title):has(img[src*='.svg'])"
        named = page.locator(beside).locator("visible=true")
        name = "e => [...e.querySelectorAll('span')].some((s) => s.offsetWidth > 2)"
        for link in named.all():
            assert not link.evaluate(name)
            assert not link.evaluate("e => e.lastChild.nodeType === 3 && e.lastChild.data.trim()")


VERSIONED = (
    MARKED[0],
    (
        "docs.json",
        """{"navbar": {"links": [{"label": "Shop", "href": "https://example.com"}]},
        "navigation": {"versions": [{"version": "v2", "default": true, "pages": ["page"]},
        {"version": "v1", "pages": ["v1/page"]}]}}""",
    ),
    *((name, "# Page\n\n## Outer\n\n### Inner\n\nText.\n") for name in ("page.md", "v1/page.md")),
)
"""Two versions of a page whose headings fold."""


@pytest.mark.parametrize("theme", ["alabaster", "sphinx_rtd_theme"])
def test_an_arrow_beside_a_heading_is_in_the_middle_of_its_line(
    build: Build, chromium: Browser, theme: str
) -> None:
    with opened_tab(chromium, build(theme, "plain", files=VERSIONED), "page", 1440) as page:
        heading = page.locator(".docsnav-headings li:has(> details)")
        middle = "one => { const b = one.getBoundingClientRect(); return b.y + b.height / 2 }"
        line, arrow = heading.locator("> a"), heading.locator("> details > summary")
        assert line.evaluate(middle) == pytest.approx(arrow.evaluate(middle), abs=1)


@pytest.mark.parametrize("theme", ["alabaster", "piccolo_theme", "pydata_sphinx_theme"])
def test_the_notice_of_an_old_version_and_the_list_of_versions_have_even_spaces(
    build: Build, chromium: Browser, theme: str
) -> None:
    with opened_tab(chromium, build(theme, "plain", files=VERSIONED), "v1/page", 1440) as page:
        page.locator(".docsnav-versions summary").locator("visible=true").click()
        space = """one => {
            const range = document.createRange(), box = one.getBoundingClientRect()
            range.selectNodeContents(one)
            const text = range.getBoundingClientRect()
            return [text.y - box.y, box.bottom - text.bottom]
        }"""
        version = page.locator(".docsnav-versions .docsnav-option.current").locator("visible=true")
        for part in (page.locator(".docsnav-older"), version):
            above, below = part.evaluate(space)
            assert above >= 4
            assert above == pytest.approx(below, abs=2)


def test_a_link_at_the_end_of_the_tabs_is_not_at_the_edge_of_the_window(
    build: Build, chromium: Browser
) -> None:
    built = build("piccolo_theme", "plain", files=VERSIONED)
    with opened_tab(chromium, built, "genindex", 1440) as page:
        box = page.locator(".docsnav-bar").get_by_role("link", name="Shop").bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= 1440 - 8


def test_a_hovered_link_of_the_dark_sidebar_is_light(build: Build, chromium: Browser) -> None:
    docs = """{"navigation": {"global": {"anchors": [{"anchor": "Shop",
        "href": "https://example.com"}]}, "pages": ["page"]}}"""
    files = (MARKED[0], ("docs.json", docs), ("page.md", "# Page\n"))
    with opened_tab(chromium, build("alabaster", "plain", files=files), "page", 380) as page:
        link = page.get_by_role("link", name="Shop").locator("visible=true")
        link.hover()
        expect(link).to_have_css("color", "rgb(255, 255, 255)")


def test_links_without_tabs_fit_into_the_header(build: Build, chromium: Browser) -> None:
    headings = "".join(f"## Heading {number}\n\nText.\n\n" for number in range(4))
    texts = {"page.mdx": f"# Page\n\n{headings}", "old.mdx": "# Old\n"}
    docs = """{"navbar": {"primary": {"type": "button", "label": "Cloud of many browsers",
        "href": "https://example.com"}, "links": [{"label": "Github", "href": "https://example.com/g"},
        {"label": "Discord", "href": "https://example.com/d"}]},
        "navigation": {"versions": [{"version": "Open Source", "pages": ["page"]},
        {"version": "Cloud", "pages": ["old"]}]}}"""
    files = (MARKED[0], ("docs.json", docs), *texts.items())
    built = build("pydata_sphinx_theme", "plain", files=files)
    with opened_tab(chromium, built, "page", 1024) as page:
        assert page.evaluate("document.documentElement.scrollWidth") <= 1024


def test_the_search_box_of_a_front_page_opens_the_search(build: Build, chromium: Browser) -> None:
    with opened_tab(chromium, build("docsnav", "plain", files=SWITCHED), "front", 1440) as page:
        page.get_by_role("button", name="Ask").click()
        expect(page.get_by_role("dialog")).to_be_visible()


MODES = (
    "---\ntitle: Modes\n---\n\n"
    '<img className="block dark:hidden" src="/none.svg" alt="light" />\n'
    '<img className="hidden dark:block" src="/none.svg" alt="dark" />\n'
)
KITCHEN = (
    ("conf.py", 'extensions = ["sphinx_docsnav"]\nhtml_theme = "docsnav"\n'),
    ("docs.json", '{"navigation": {"pages": ["kitchen", "modes"]}}'),
    (
        "kitchen.rst",
        "Kitchen\n=======\n\n.. contents::\n\nPart\n----\n\na. one\n\n   I. two\n\n"
        ".. csv-table::\n\n   " + ",".join(["unbreakable" * 2] * 9) + "\n\n"
        ".. versionadded:: 1\n.. deprecated:: 2\n.. versionremoved:: 3\n\n"
        ".. parsed-literal::\n\n   *text*\n\n"
        ".. figure:: none.svg\n   :align: right\n\n   Caption.\n\n"
        ".. image:: none.svg\n   :class: only-light\n\n"
        ".. image:: none.svg\n   :class: only-dark\n\n"
        ".. figure:: none.svg\n   :figclass: only-light\n",
    ),
    ("modes.mdx", MODES),
    ("none.svg", '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
)
"""What only reStructuredText has."""
STYLE = "(e, name) => getComputedStyle(e)[name]"


def test_the_own_theme_styles_what_docutils_writes(build: Build, chromium: Browser) -> None:
    with opened_tab(chromium, build("docsnav", "plain", files=KITCHEN), "kitchen", 1440) as page:
        kinds = [page.locator(f"ol.{kind}") for kind in ("loweralpha", "upperroman")]
        markers = [kind.evaluate(STYLE, "listStyleType") for kind in kinds]
        assert markers == ["lower-alpha", "upper-roman"]
        versions = ("versionadded", "deprecated", "versionremoved")
        boxes = {page.locator(f"div.{k}").evaluate(STYLE, "backgroundColor") for k in versions}
        assert len(boxes) == len(versions)
        heading = page.get_by_role("heading", name="Part")
        colours = [e.evaluate(STYLE, "color") for e in (heading, heading.locator("a").first)]
        assert colours[0] == colours[1]
        wide = ("el => el.scrollWidth > el.clientWidth", "el => el.getBoundingClientRect().right")
        table, text = page.locator("table"), page.locator("article")
        assert table.evaluate(wide[0])
        assert table.evaluate(wide[1]) <= text.evaluate(wide[1])
        figure = page.locator("figure.align-right")
        assert figure.evaluate(wide[1]) == text.evaluate(wide[1])
        block = page.locator("pre.literal-block")
        assert float(block.evaluate(STYLE, "marginBottom")[:-2]) >= 16


def test_the_paper_is_light_where_the_system_is_dark(build: Build, chromium: Browser) -> None:
    with opened_tab(chromium, build("docsnav", "plain", files=KITCHEN), "kitchen", 1440) as page:
        page.emulate_media(media="screen", color_scheme="light")
        ink = page.locator("h1").evaluate(STYLE, "color")
        page.emulate_media(media="print", color_scheme="dark")
        assert page.locator("h1").evaluate(STYLE, "color") == ink


@pytest.mark.parametrize("theme", ["docsnav", "furo", "pydata_sphinx_theme", "shibuya"])
def test_pictures_for_dark_pages_are_not_on_paper(
    build: Build, chromium: Browser, theme: str
) -> None:
    # The classes of other themes are theirs.
    dark = ".only-dark, .docsnav-dark-only"
    names = ("kitchen", "modes") if theme == "docsnav" else ("modes",)
    shown = """(all, dark) =>
      all.filter((one) => one.checkVisibility()).map((one) => one.matches(dark))"""
    for name in names:
        with opened_tab(chromium, build(theme, "plain", files=KITCHEN), name, 1440) as page:
            pictures = page.locator('img[class*="-only"], img[class*="only-"]')
            page.emulate_media(media="screen", color_scheme="dark")
            assert pictures.evaluate_all(shown, dark) == [True]
            page.emulate_media(media="print", color_scheme="dark")
            assert pictures.evaluate_all(shown, dark) == [False]


def test_a_figure_for_light_pages_is_a_block_on_paper(build: Build, chromium: Browser) -> None:
    with opened_tab(chromium, build("docsnav", "plain", files=KITCHEN), "kitchen", 1440) as page:
        figure = page.locator("figure.only-light")
        for mode in ("light", "dark"):
            page.emulate_media(media="print", color_scheme=mode)
            assert figure.evaluate(STYLE, "display") == "block"


def test_the_contents_of_a_page_open_below_their_bar(build: Build, chromium: Browser) -> None:
    built = build("docsnav", "plain", files=KITCHEN)
    for width in (380, 1100):
        with opened_tab(chromium, built, "kitchen", width) as page:
            banner = "document.createElement('div'), { style: 'height: 60px' }"
            page.evaluate(f"document.body.prepend(Object.assign({banner}))")
            bar = page.locator(".dn-contents")
            bar.click()
            above, below = bar.bounding_box(), page.locator("#dn-toc").bounding_box()
            assert above is not None
            assert below is not None
            assert -8 <= below["y"] - above["y"] - above["height"] <= 8
            assert 0 <= below["x"] - above["x"] <= 40
