"""Narrow and wide windows, dark mode, right-to-left, paper, and no scripts."""

from __future__ import annotations

import json

import pytest
from browser.conftest import Open, in_themes, opened_tab
from playwright.sync_api import Browser, Locator, Page, expect
from themes.conftest import Build, Built

pytestmark = pytest.mark.browser

TABS = ("Guides", "API", "SDKs", "Changelog")
"""Tabs of the garden that lead somewhere by themselves."""
HEAD = (*TABS, "Resources", "v3")
SIDE = ("Community", "Intro")
DRAWERS: dict[str, dict[str, tuple[str, ...]]] = {
    "alabaster": {"": (*HEAD, *SIDE)},
    "docsnav": {".dn-open": ("v3", *SIDE)},
    "furo": {".mobile-header label[for=__navigation]": (*HEAD, *SIDE)},
    "pydata_sphinx_theme": {"button.primary-toggle": (*HEAD, *SIDE)},
    "sphinx_book_theme": {".bd-header-article button.primary-toggle": (*HEAD, *SIDE)},
    "sphinx_rtd_theme": {".wy-nav-top i": (*HEAD, *SIDE)},
    "shibuya": {
        "button[aria-controls=head-nav]": HEAD,
        "button[aria-controls=lside]": SIDE,
    },
    "sphinx_immaterial": {".md-header label[for=__drawer]": (*HEAD, *SIDE)},
    "sphinxawesome_theme": {"header button:has-text('Toggle navigation menu')": (*HEAD, *SIDE)},
    "piccolo_theme": {"": (*TABS, "Resources"), "#toggle_sidebar a": ("v3", *SIDE)},
}
"""What opens the drawers of a theme in a narrow window, and what each holds.

Nothing opens what the page shows by itself.
"""

HAS_FRAME = """sidebar => {
    for (let frame = sidebar; frame !== document.body; frame = frame.parentElement) {
        const scrolls = /(auto|scroll)/.test(getComputedStyle(frame).overflowY);
        if (scrolls && frame.scrollHeight > frame.clientHeight) return true;
    }
    return false;
}"""
"""Tells whether a sidebar scrolls by itself."""

IS_FREE = """heading => {
    const range = document.createRange();
    range.selectNodeContents(heading);
    const box = range.getBoundingClientRect();
    const seen = document.elementFromPoint(box.x + 3, box.y + 3);
    return seen !== null && (heading.contains(seen) || seen.contains(heading));
}"""
"""Tells whether the start of a heading is in the window with nothing above it."""


def entry(page: Page, name: str) -> Locator:
    """Return the first that is seen of an element of the garden, wherever the theme has it."""
    lists = page.locator(".docsnav-tablist, .docsnav-headtabs, .md-tabs__list")
    menus = page.locator(".docsnav-menu > summary:visible")
    others = {
        "Resources": menus.filter(has_text=name),
        "v3": menus.filter(has_text=name),
        "Community": page.locator(".docsnav-anchors a:visible", has_text=name),
        "Intro": page.locator(".docsnav-sidebar a:visible", has_text=name),
    }
    return others.get(name, lists.locator("a:visible", has_text=name)).first


def test_on_a_phone_the_drawers_hold_tabs_switches_anchors_and_the_sidebar(
    open_page: Open, garden: Built
) -> None:
    for drawer, names in DRAWERS[garden.theme].items():
        page = open_page("guides/soil", width=380)
        if drawer:
            page.locator(drawer).click()
        for name in names:
            # Waits for drawers that slide in, and fails if something else lies above the entry.
            entry(page, name).click(trial=True)


@in_themes("docsnav")
def test_the_drawer_of_our_theme_has_the_tabs_as_a_menu(open_page: Open) -> None:
    page = open_page("guides/soil", width=380)
    page.locator(".dn-open").click()
    menu = page.locator(".docsnav-drawer .docsnav-menu")
    expect(menu.locator("summary")).to_have_text("Guides")
    menu.locator("summary").click()
    for name in TABS:
        menu.locator("a", has_text=name).first.click(trial=True)
    page.locator(".dn-close").click()
    expect(page.locator("#dn-side")).to_be_hidden()


def test_no_page_is_wider_than_its_window(open_page: Open, garden: Built) -> None:
    page = open_page("guides/deep")
    for name in ("guides/deep", "sdk/client", "ar/guides/intro", "changelog"):
        if name != "guides/deep":
            # Before the page is opened: in a window that grows, the drawer of a theme moves away.
            page.set_viewport_size({"width": 1280, "height": 800})
            page.goto(f"file://{garden.out}/{name}.html")
        for width in (1280, 320):
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, name


@in_themes("docsnav", "furo", "shibuya", "sphinx_immaterial")
def test_a_line_divides_entries_without_a_heading_from_the_group_above(
    open_page: Open, garden: Built, build: Build
) -> None:
    pages = [{"group": "Group", "pages": ["index", "guides/intro"]}, "guides/soil", "changelog"]
    docs = json.dumps({"navigation": {"pages": pages}})
    built = build(garden.theme, "bed", files=(("docs.json", docs),))
    page = open_page("guides/soil", built=built)
    group, apart = page.locator(".docsnav-sidebar > *").all()
    assert group.evaluate(BORDER) == "0px"
    assert apart.evaluate(BORDER) == "1px"
    assert "Soil" in apart.inner_text()


BORDER = "element => getComputedStyle(element).borderBlockStartWidth"
LONG_NAME = """() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    const names = texts.filter(text => text.data.trim() === "Garden");
    names.forEach(text => { text.data = "The whole Garden 10.2.1 documentation"; });
    return names.length;
}"""
"""Gives the site a long name in place of its own."""
COVERED_TABS = """tabs => tabs.filter(tab => tab.checkVisibility()).filter(tab => {
    const box = tab.getBoundingClientRect();
    const seen = document.elementFromPoint(box.x + 2, box.y + box.height / 2);
    return seen && !tab.contains(seen);
}).length"""
"""Counts the tabs whose start something covers; a tab may be in a drawer outside the window."""


def test_a_long_name_covers_no_tab_at_any_width(open_page: Open) -> None:
    page = open_page("guides/soil", width=1000)
    assert page.evaluate(LONG_NAME)
    covered = []
    for width in range(1000, 1600, 50):
        page.set_viewport_size({"width": width, "height": 700})
        # In one step: a theme may put the tab into its drawer between two.
        if entry(page, "Guides").evaluate_all(COVERED_TABS):
            covered.append(width)
    assert covered == []


@pytest.mark.parametrize("theme", ["classic", "sphinxdoc", "agogo", "haiku"])
def test_sphinx_s_own_themes_are_not_wider_than_a_phone(
    chromium: Browser, build: Build, theme: str
) -> None:
    built = build(theme)
    with opened_tab(chromium, built, "guides/intro", 320) as page:
        for name in ("guides/intro", "ar/guides/intro"):
            page.goto(f"file://{built.out}/{name}.html")
            assert page.evaluate("document.documentElement.scrollWidth") <= 320


MANY = [f"A tab, number {number}" for number in range(1, 21)]
"""Labels of more tabs than any window is wide."""


@pytest.fixture
def crowded(build: Build, garden: Built) -> Built:
    """Pages below twenty tabs."""
    pages = ["index", "guides/intro", "guides/soil", "guides/deep", "changelog", "res/cook"]
    tabs = [
        {"tab": label, "pages": pages[number : number + 1] or [f"reference/{number}"]}
        for number, label in enumerate(MANY)
    ]
    extra = tuple((f"reference/{number}.rst", "Page\n====\n") for number in range(6, 20))
    text = json.dumps({"name": "Crowd", "navigation": {"tabs": tabs}})
    return build(garden.theme, "bed", files=(("docs.json", text), *extra))


def test_twenty_tabs_scroll_or_fold(open_page: Open, crowded: Built) -> None:
    page = open_page("reference/19", built=crowded)
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280
    bars = page.locator(".docsnav-tablist, .docsnav-headtabs, .md-tabs__list").filter(visible=True)
    current = bars.first.locator(".current, [aria-current]").filter(visible=True).first
    expect(current).to_be_in_viewport(ratio=0.9)
    # By a key, as the tabs scroll once more soon after the page has loaded: away from a pointer.
    bars.first.get_by_role("link", name=MANY[0], exact=True).press("Enter")
    page.wait_for_url("**/out/index.html")
    expect(current).to_be_in_viewport(ratio=0.9)


LONG = "extraordinarily_long_name_without_any_space_in_it_at_all"
"""A word that is wider than a phone."""

EXTREMES = f"""---
title: {"Words " * 14}
---

Text {LONG}{LONG}, <Badge>{LONG}</Badge>.

<table><tr><td>{LONG}</td><td>{LONG}</td><td>{LONG}</td></tr></table>

- A list

  - in a list

    ```python title="{LONG}{LONG}.py"
    pass
    ```

<Tabs><Tab title="{LONG}{LONG}">One</Tab><Tab title="Words {LONG}">Two</Tab></Tabs>

<Frame caption="{LONG}{LONG}"><div>A picture</div></Frame>

<Tree><Tree.Folder name="{LONG}" defaultOpen><Tree.File name="{LONG}.py" /></Tree.Folder></Tree>

$$
{" + ".join(f"x_{{{number}}}" for number in range(60))}
$$
"""
"""What is wider than a phone, and some of it than any window."""


@pytest.fixture
def extreme(build: Build, garden: Built) -> Built:
    """Pages with whatever needs more space than there is, nine groups deep."""
    groups: dict[str, object] = {}
    for level in range(9, 0, -1):
        inner = [groups] if groups else []
        groups = {
            "group": f"Level {level} {'words ' * 9}",
            "tag": "EXPERIMENTAL",
            "expanded": True,
            "pages": [f"reference/{level}", *inner],
        }
    links = [{"label": f"Link {number}", "href": "https://example.org"} for number in range(9)]
    button = {"type": "button", "label": "Start with it today", "href": "https://example.org"}
    tab = {
        "tab": "Guides",
        "groups": [{"group": LONG * 2, "pages": ["index", "wide", "centre"]}, groups],
    }
    version = {"version": "v2.0.0-beta.1+build.20260101", "tabs": [tab]}
    old = {"version": "v1", "pages": ["v1/index"]}
    text = json.dumps(
        {
            "navbar": {"links": links, "primary": button},
            "banner": {"content": "A banner of many words. " * 16},
            "navigation": {"versions": [version, old]},
        }
    )
    settings = (
        f"project = {'Name of eighty letters ' * 4!r}\nhtml_title = project\nhtml_logo = None"
    )
    pages = tuple((f"reference/{level}.rst", "Page\n====\n") for level in range(1, 10))
    centre = EXTREMES.replace("---", "---\nmode: center", 1)
    files = (
        ("docs.json", text),
        ("wide.mdx", EXTREMES),
        ("centre.mdx", centre),
        ("v1/index.mdx", "# Home\n"),
        *pages,
    )
    return build(garden.theme, "bed", files=files, settings=settings)


def test_whatever_is_long_stays_in_the_window(open_page: Open, extreme: Built) -> None:
    page = open_page("reference/9", built=extreme, width=1440)
    label = page.locator(".docsnav-sidebar [aria-current=page]").filter(visible=True).first
    box = label.bounding_box()
    assert box is not None
    assert box["width"] > 60, "deep levels have space for words"
    for name in ("reference/9", "wide", "centre"):
        for width in (1440, 1024, 320):
            page.set_viewport_size({"width": width, "height": 800})
            # At 1024, as in a window that becomes narrower.
            if width != 1024 and (name, width) != ("reference/9", 1440):
                page.goto(f"file://{extreme.out}/{name}.html")
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (name, width)


def test_without_scripts_everything_is_reached_and_nothing_pretends_to_work(
    open_page: Open,
) -> None:
    page = open_page("index", scripts=False)
    expect(page.locator("[data-docsnav-banner] .docsnav-close:visible")).to_have_count(0)
    page.locator(".docsnav-menu > summary:visible:has-text('Resources')").first.click()
    page.locator("a:visible", has_text="Cookbook").first.click()
    page.wait_for_url("**/res/cook.html")
    page.locator("a:visible", has_text="Guides").first.click()
    page.wait_for_url("**/index.html")
    page.locator(".docsnav-sidebar summary", has_text="Folded").first.click()
    page.locator(".docsnav-sidebar a:visible", has_text="Folded away").first.click()
    page.wait_for_url("**/guides/folded.html")
    page.locator(".docsnav-menu > summary:visible:has-text('v3')").first.click()
    page.locator("a:visible", has_text="v2").first.click()
    page.wait_for_url("**/v2/index.html")
    # Immaterial lists languages in its header's own menu.
    languages = ".docsnav-menu > summary:visible:has-text('English'), .md-select"
    page.locator(languages).first.click()
    page.locator("a:visible", has_text="العربية").first.click()
    page.wait_for_url("**/ar/index.html")


def test_the_current_entry_of_a_long_sidebar_is_in_view(open_page: Open) -> None:
    page = open_page("guides/deep", height=420)
    if page.locator(".docsnav-sidebar").evaluate(HAS_FRAME):  # else it scrolls with the page
        expect(page.locator(".docsnav-sidebar [aria-current=page]").first).to_be_in_viewport()


@in_themes("docsnav", "shibuya")
def test_the_index_opens_at_its_top(open_page: Open, garden: Built, build: Build) -> None:
    pages = [f"p{number}" for number in range(30)]
    products = [{"product": "One", "pages": ["index", *pages]}, {"product": "Two", "pages": ["q"]}]
    files = [("docs.json", json.dumps({"navigation": {"products": products}}))]
    files += [(f"{name}.rst", f".. py:data:: {name}\n\nTitle\n=====\n") for name in (*pages, "q")]
    page = open_page("genindex", height=400, built=build(garden.theme, "bed", files=tuple(files)))
    page.wait_for_timeout(300)  # scripts of themes scroll late
    assert page.evaluate("scrollY") == 0


def test_a_heading_that_a_link_leads_to_is_covered_by_nothing(open_page: Open) -> None:
    page = open_page("guides/intro", height=500)
    page.add_style_tag(content="main, article, [role=main] { padding-bottom: 3000px !important }")
    page.evaluate("location.hash = '#how'")
    heading = page.locator("h2", has_text="How").first
    # Waits, as some themes scroll smoothly.
    page.wait_for_function(IS_FREE, arg=heading.element_handle())
    assert page.evaluate("scrollY") > 0 or page.get_by_role("heading", level=1).first.is_visible()


READ_THE_DOCS = """() => {
  const flyout = document.createElement("readthedocs-flyout");
  flyout.attachShadow({ mode: "open" }).innerHTML =
    `<div style="position: fixed; z-index: 3000; right: 20px; bottom: 50px; background: #272725">
    <header>latest</header><input class="query"></div>`;
  document.body.append(flyout);
}"""
"""Adds a menu of versions as Read the Docs does, in its place and layer."""


@in_themes("docsnav")  # Read the Docs knows the other themes
@pytest.mark.parametrize("width", [380, 1440])
def test_the_menu_of_read_the_docs_is_usable(open_page: Open, width: int) -> None:
    page = open_page("guides/intro", width=width)
    size = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
    before = page.evaluate(size)
    page.evaluate(READ_THE_DOCS)
    assert page.evaluate(size) == before
    for place in ("0", "document.documentElement.scrollHeight"):
        page.evaluate(f"scrollTo(0, {place})")
        page.locator("readthedocs-flyout header").click(timeout=5000)  # nothing is above it
    page.locator("readthedocs-flyout .query").press("/")
    expect(page.locator("readthedocs-flyout .query")).to_have_value("/")
    assert page.locator("dialog.docsnav-search").count() == 0


def test_paper_shows_the_page_alone(open_page: Open) -> None:
    page = open_page("guides/intro")
    page.emulate_media(media="print")
    for part in ("menu", "sidebar", "anchors", "close", "tablist", "headtabs", "bar", "banner"):
        expect(page.locator(f".docsnav-{part}:visible")).to_have_count(0)
    expect(page.locator(".bd-header-announcement:visible")).to_have_count(0)
    expect(page.locator("[data-docsnav-banner]:visible")).to_have_count(0)
    expect(page.get_by_role("heading", level=1).first).to_be_visible()


CUT_BY = """heading => {
  const boxes = [];
  for (let box = heading.parentElement; box; box = box.parentElement) {
    const { display, overflowY } = getComputedStyle(box);
    if (/flex|grid/.test(display) || overflowY !== "visible") boxes.push(box.className);
  }
  return boxes;
}"""
"""Returns the boxes around a heading that lose their end when they are divided into sheets."""


@in_themes("pydata_sphinx_theme")
def test_paper_has_the_end_of_long_pages(open_page: Open) -> None:
    page = open_page("guides/intro")
    page.emulate_media(media="print")
    assert page.get_by_role("heading", level=1).first.evaluate(CUT_BY) == []


@in_themes("furo")
def test_no_sheet_has_what_is_fixed_above_the_window(open_page: Open) -> None:
    page = open_page("guides/intro")
    page.emulate_media(media="print")
    skip = page.locator(".skip-to-content")
    assert skip.count() > 0
    expect(skip.filter(visible=True)).to_have_count(0)


NAMES = """name => [...document.body.querySelectorAll("*")].filter((one) =>
  [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim() === name)
  && one.checkVisibility() && !/isolate|plaintext/.test(getComputedStyle(one).unicodeBidi)
).map((one) => one.outerHTML)"""
"""The elements in which the name of the site has the direction of the page."""


def test_a_right_to_left_page_has_its_sidebar_text_at_the_right_but_not_its_code_or_the_name(
    open_page: Open,
) -> None:
    page = open_page("ar/guides/intro")
    assert page.evaluate(NAMES, "Garden") == []
    sides = page.locator(".docsnav-sidebar a:visible").first.evaluate(
        """link => {
            const range = document.createRange();
            range.selectNodeContents(link);
            const text = range.getBoundingClientRect();
            const frame = link.closest('nav').getBoundingClientRect();
            return [text.left - frame.left, frame.right - text.right];
        }"""
    )
    assert sides[0] > sides[1]
    code = page.locator("code.literal").first
    assert code.evaluate("code => getComputedStyle(code).direction") == "ltr"


@pytest.mark.parametrize("feature", ["navigation.top", "toc.integrate"])
def test_the_drawer_of_immaterial_has_the_headings_of_the_page(
    chromium: Browser, build: Build, feature: str
) -> None:
    soil = "---\ntitle: Soil\n---\n\n## Clay\n\n### Wet\n\n## Sand\n"
    settings = f"html_theme_options['features'] = [{feature!r}]"
    built = build("sphinx_immaterial", settings=settings, files=(("guides/soil.mdx", soil),))
    heading = ".md-sidebar--primary .docsnav-headings a[href='#sand']"
    with opened_tab(chromium, built, "guides/soil", 380) as page:
        page.locator(".md-header label[for=__drawer]").click()
        expect(page.locator(f"li.current-page > {heading.partition(' ')[2]}")).to_be_visible()
        page.locator(heading).click()
        page.wait_for_url("**#sand")
        # In wide windows, the theme lists them at the other side, unless it is told not to.
        page.set_viewport_size({"width": 1280, "height": 700})
        is_integrated = feature == "toc.integrate"
        expect(page.locator(heading)).to_be_visible(visible=is_integrated)
        assert page.locator(".md-sidebar--secondary a[href='#sand']").count() == (not is_integrated)
    context = chromium.new_context(
        java_script_enabled=False, viewport={"width": 380, "height": 700}
    )
    plain = context.new_page()
    plain.goto(f"file://{built.out}/guides/soil.html")
    plain.locator(".md-header label[for=__drawer]").click()
    expect(plain.locator(heading)).to_be_visible()
    context.close()
