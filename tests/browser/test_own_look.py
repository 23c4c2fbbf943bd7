"""The layout of the theme of this package, as computed by the browser: one small site."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest
from browser.conftest import PATIENCE
from playwright.sync_api import Browser, Page, expect
from themes.conftest import Build, Built

pytestmark = pytest.mark.browser

DOCS = """{
  "name": "Everything Inc.", "colors": {"primary": "#0F766E"},
  "navbar": {"links": [{"label": "Support", "href": "https://example.com"}]},
  "banner": {"content": "News"},
  "navigation": {"versions": [
    {"version": "v2", "tag": "latest", "tabs": [
      {"tab": "Guides", "groups": [
        {"group": "Start", "pages": ["long", "short", "blocks", "names", "percent"]}
      ]},
      {"tab": "API", "openapi": "api.json"}
    ]},
    {"version": "v1", "pages": ["old"]}
  ]}
}"""
API = """{
  "openapi": "3.1.0", "info": {"title": "API", "version": "1"},
  "servers": [{"url": "https://api.example.com"}],
  "paths": {"/boats": {"post": {"operationId": "add", "summary": "Add", "requestBody": {
    "required": true, "content": {"application/json": {"schema": {"type": "object",
    "properties": {"name": {"type": "string"}}}}}}, "responses": {"200": {"description": "OK"}}}}}
}"""
SECTIONS = "".join(f"## Section {n}\n\n{'Text. ' * 200}\n\n" for n in range(1, 6))
BLOCKS = (
    "---\ntitle: Blocks\n---\n\nText.\n\n<Note>Note.</Note>\n\n"
    '<CardGroup cols={2}><Card title="A">Text.</Card></CardGroup>\n\n'
    '<Steps><Step title="A">Text.</Step></Steps>\n\n<Tabs><Tab title="A">Text.</Tab></Tabs>\n\n'
    '```python title="a.py"\nprint()\n```\n\n```python\nprint()\n```\n\n'
    "<CodeGroup>\n```python A\nprint()\n```\n</CodeGroup>\n\n"
    '<Accordion title="A">Text.</Accordion>\n\n| a | b | c |\n|---|---|---|\n| d | e | f |\n\n'
    "<Frame>![A](/a.svg)</Frame>\n\n## Title\n\n| a | b |\n|---|---|\n| c | d |\n\n"
    "## Another\n\nText.\n"
)
SITE = (
    ("conf.py", 'extensions = ["sphinx_docsnav"]\n'),
    ("docs.json", DOCS),
    ("api.json", API),
    ("long.mdx", f"---\ntitle: Long\n---\n\n{SECTIONS}"),
    ("short.mdx", "---\ntitle: Short\n---\n\nText.\n"),
    (
        "blocks.mdx",
        BLOCKS,
    ),
    ("a.svg", '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    ("names.mdx", "---\ntitle: Names\n---\n\n## One\n\nText.\n\n## `boats.get_name`\n\nText.\n"),
    (
        "percent.mdx",
        "---\ntitle: Percent\n---\n\n## 100% sure\n\n```python\nprint()\n```\n\n"
        '<Accordion title="50% off">Text.</Accordion>\n\n' + SECTIONS,
    ),
    ("old.mdx", "---\ntitle: Old\n---\n\nText.\n"),
)


@pytest.fixture(scope="module")
def site(build: Build) -> Built:
    return build("docsnav", "bed", files=SITE)


@pytest.fixture(scope="module")
def tab(chromium: Browser) -> Iterator[Page]:
    with chromium.new_context(viewport={"width": 1440, "height": 800}) as context:
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        yield page


def show(tab: Page, site: Built, name: str, *, width: int = 1440) -> None:
    tab.set_viewport_size({"width": width, "height": 800})
    tab.goto(f"file://{site.out}/{name}.html")


BOX = "one => { const box = one.getBoundingClientRect(); return [box.left, box.right, box.top]; }"
MARK = """() => {
  const rail = document.querySelector(".dn-toc nav"), now = rail.querySelector("[aria-current]");
  const mark = getComputedStyle(rail, "::after");
  const top = rail.getBoundingClientRect().top + parseFloat(mark.top);
  return [top - now.getBoundingClientRect().top, parseFloat(mark.height) - now.offsetHeight];
}"""


def test_a_mark_moves_along_the_contents(tab: Page, site: Built) -> None:
    show(tab, site, "long")
    for number in (2, 4):
        tab.evaluate(f"document.getElementById('section-{number}').scrollIntoView()")
        current = tab.locator(".dn-toc [aria-current]")
        expect(current).to_have_text(f"Section {number}")
        tab.wait_for_function(f"() => ({MARK})().every((part) => Math.abs(part) <= 1)")


def test_names_in_the_contents_break_between_their_parts(tab: Page, site: Built) -> None:
    show(tab, site, "names")
    name = tab.locator(".dn-toc code .pre")
    expect(name).to_have_text("boats.get_name")
    assert name.inner_html() == "boats.<wbr>get_<wbr>name"


def test_percent_signs_in_headings_stop_no_script(tab: Page, site: Built) -> None:
    show(tab, site, "percent")
    tab.evaluate("document.getElementById('100%-sure').scrollIntoView()")
    expect(tab.locator(".dn-toc [aria-current]")).to_have_text("100% sure")
    expect(tab.locator(".dn-copy")).to_have_count(1)
    tab.evaluate("location.hash = document.querySelector('details.docsnav-accordion').id")
    expect(tab.locator("details.docsnav-accordion")).to_have_attribute("open", "")


def test_the_logo_the_switcher_and_the_labels_begin_at_one_line(tab: Page, site: Built) -> None:
    show(tab, site, "long")
    places = [".dn-brand", ".docsnav-choice", ".docsnav-sidebar .docsnav-label"]
    lefts = {
        round(tab.locator(place).locator("visible=true").first.evaluate(BOX)[0]) for place in places
    }
    assert len(lefts) == 1


def test_a_page_without_contents_is_in_the_middle(tab: Page, site: Built) -> None:
    show(tab, site, "short")
    left, right, _ = tab.locator("article").evaluate(BOX)
    outer = tab.locator(".dn-main").evaluate(BOX)
    assert left - outer[0] == pytest.approx(outer[1] - right, abs=1)
    assert outer[1] == pytest.approx(tab.locator(".dn-tools").evaluate(BOX)[1], abs=1)


def test_keys_stop_at_no_permalink(tab: Page, site: Built) -> None:
    show(tab, site, "long")
    links = tab.locator("article .headerlink")
    assert links.count() >= 5
    assert set(links.evaluate_all("all => all.map((one) => one.tabIndex)")) == {-1}


def test_the_drawer_has_the_name_first_and_the_links_last(tab: Page, site: Built) -> None:
    show(tab, site, "long", width=380)
    tab.locator(".dn-open").click()
    drawer = tab.locator("#dn-side")
    names = drawer.locator("a:visible, summary:visible").all_text_contents()
    assert names[0] == "Everything Inc."
    assert names[-1] == "Support"
    assert "Short" in names
    switch = drawer.locator(".docsnav-menu:visible").first
    switch.locator("summary").click()
    tab.keyboard.press("Escape")
    expect(switch).not_to_have_attribute("open", "")
    expect(drawer).to_be_visible()
    tab.keyboard.press("Escape")
    expect(drawer).not_to_be_visible()
    assert tab.evaluate("document.activeElement.className") == "dn-open"


def test_the_banner_is_dark_on_dark_pages(tab: Page, site: Built) -> None:
    show(tab, site, "long")
    tab.emulate_media(color_scheme="dark")
    paint = """banner => {
      const brush = document.createElement("canvas").getContext("2d");
      brush.fillStyle = getComputedStyle(banner).backgroundColor;
      brush.fillRect(0, 0, 1, 1);
      return Math.max(...brush.getImageData(0, 0, 1, 1).data.slice(0, 3));
    }"""
    assert tab.locator(".docsnav-banner").evaluate(paint) < 100
    tab.emulate_media(color_scheme="light")


def test_marks_of_the_search_have_the_color_of_text_in_muted_titles_too(
    tab: Page, site: Built
) -> None:
    show(tab, site, "long")
    tab.keyboard.press("Control+k")
    dialog = tab.locator("dialog.docsnav-search")
    dialog.get_by_role("combobox").fill("section")
    mark = dialog.locator(".docsnav-found-section mark").first
    text = dialog.evaluate("one => getComputedStyle(one).color")
    expect(mark).to_have_css("color", text)
    tab.keyboard.press("Escape")


GAPS = """section => [...section.children].slice(1).map((one, at) => Math.round(
  one.getBoundingClientRect().top - section.children[at].getBoundingClientRect().bottom))"""


def test_one_space_is_between_blocks_and_one_below_titles(tab: Page, site: Built) -> None:
    show(tab, site, "blocks")
    sections = tab.locator("article section")
    first, *others = (sections.nth(number).evaluate(GAPS) for number in range(3))
    # The first gap is below the title, the last ones are above the sections.
    assert set(first[1:-2]) == {24}
    assert len(first) >= 12
    assert others == [[16], [16]]


def endpoint(site: Built) -> str:
    (path,) = site.out.glob("**/add.html")
    return path.relative_to(site.out).with_suffix("").as_posix()


def test_the_fields_of_the_samples_are_as_high_as_the_address(tab: Page, site: Built) -> None:
    show(tab, site, endpoint(site))
    box = "one => { const box = one.getBoundingClientRect(); return [box.top, box.height]; }"
    bar = tab.locator(".docsnav-endpoint-bar")
    field = tab.locator(".docsnav-endpoint-choosers input").first
    assert bar.evaluate(box) == pytest.approx(field.evaluate(box), abs=1)
    assert bar.get_by_role("button", name="Copy").inner_text() == ""
    faces = tab.locator(".docsnav-media-type code, .docsnav-body-type .docsnav-field-type")
    read = "all => all.map((e) => getComputedStyle(e)).map((s) => s.fontSize + s.fontFamily)"
    assert len(set(faces.evaluate_all(read))) == 1
    parts = ".docsnav-media-type code, .docsnav-media-type > span, .docsnav-field-type"
    section = tab.locator("section", has=tab.locator(".docsnav-media-type")).first
    boxes = [part.evaluate(BOX) for part in section.locator(parts).all()[:3]]
    gaps = [after[0] - before[1] for before, after in pairwise(boxes)]
    assert all(2 <= gap <= 6 for gap in gaps)


def test_paper_has_margins_and_nothing_to_press(tab: Page, site: Built) -> None:
    show(tab, site, endpoint(site))
    tab.locator(".docsnav-copy").first.wait_for(state="attached")
    tab.emulate_media(media="print")
    controls = tab.locator("input, select, button, .dn-header, .dn-side")
    shown = controls.evaluate_all(
        "all => all.filter((one) => one.checkVisibility()).map((one) => one.className)"
    )
    assert shown == []
    tab.emulate_media(media="screen")


OFF_THE_SCALE = """([sizes, spaces, corners]) => {
  const found = new Set();
  const parts = ".dn-header, .dn-side, .dn-toc, .dn-footer, .docsnav-neighbours";
  for (const one of document.querySelectorAll(`:is(${parts}) :not(svg *, kbd, .docsnav-tag)`)) {
    if (!one.getClientRects().length) continue;
    const style = getComputedStyle(one);
    const check = (names, scale) => {
      for (const name of names) {
        const value = parseFloat(style[name]) || 0;
        if (!scale.includes(Math.abs(value))) found.add(`${one.className} ${name} ${style[name]}`);
      }
    };
    check(["fontSize"], sizes);
    check(["paddingTop", "paddingLeft", "marginBottom", "columnGap", "rowGap"], spaces);
    check(["borderTopLeftRadius"], corners);
  }
  return [...found];
}"""


def test_sizes_spaces_and_corners_are_on_the_scale(tab: Page, site: Built) -> None:
    sizes, corners = [11, 13, 14, 16], [0, 6, 8, 12]
    spaces = [0, 1, 2, 4, 6, 8, 12, 16, 24, 32, 64]
    for width in (1440, 380):
        show(tab, site, "long", width=width)
        if width == 380:
            tab.locator(".dn-open").click()
        assert tab.evaluate(OFF_THE_SCALE, [sizes, spaces, corners]) == []
