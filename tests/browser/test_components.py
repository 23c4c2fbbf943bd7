"""What readers do with components, with and without scripts."""

from __future__ import annotations

import pytest
from browser.conftest import THEMES, Open, lasts
from playwright.sync_api import Page, expect
from themes.conftest import Build, Built

pytestmark = pytest.mark.browser

PAGE = """---
title: Parts
---

<Tabs>
  <Tab title="Gas">Turn the knob.</Tab>
  <Tab title="Induction">Press the plus.</Tab>
</Tabs>

<CodeGroup>

```bash pip
pip install soup
```

```bash uv
uv add soup
```

</CodeGroup>

<CodeGroup>

```bash pip
pip install bread
```

```bash uv
uv add bread
```

</CodeGroup>

<Accordion title="Is it hot?">
  Very hot.

  <Expandable title="how hot">Ninety degrees.</Expandable>
</Accordion>

```text expandable
{lines}
```

A <Tooltip tip="Flour and butter">roux</Tooltip> thickens.

<Update label="June" tags={["Pots", "Lids"]}>Two.</Update>

<Update label="May" tags={["Pots"]}>One.</Update>
""".replace("{lines}", "\n".join(f"line {number}" for number in range(1, 41)))
FILES = (
    ("docs.json", '{"navigation": {"pages": ["index", "parts"]}}'),
    ("parts.mdx", PAGE),
    ("conf.py", "extensions = ['sphinx_docsnav']\n"),
)


@pytest.fixture(params=[theme for theme in THEMES if theme.id in {"furo", "alabaster"}])
def parts(request: pytest.FixtureRequest, build: Build) -> Built:
    """Build a page of components; what they do is the same in every theme."""
    return build(request.param, "components", files=FILES)


@pytest.fixture
def garden(parts: Built) -> Built:
    """Open pages of this site."""
    return parts


@pytest.mark.parametrize("scripts", [True, False])
def test_a_click_and_an_arrow_key_change_the_tab(
    open_page: Open,
    scripts: bool,  # noqa: FBT001 -- a column of the table
) -> None:
    page = open_page("parts", scripts=scripts)
    expect(page.get_by_text("Turn the knob.")).to_be_visible()
    expect(page.get_by_text("Press the plus.")).to_be_hidden()
    page.get_by_text("Induction", exact=True).click()
    expect(page.get_by_text("Press the plus.")).to_be_visible()
    expect(page.get_by_text("Turn the knob.")).to_be_hidden()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_text("Turn the knob.")).to_be_visible()


def test_code_of_one_language_shows_everywhere(open_page: Open) -> None:
    page = open_page("parts")
    bread = page.get_by_text("uv add bread")

    def choose() -> None:
        page.get_by_text("uv", exact=True).first.click()
        expect(page.get_by_text("uv add soup")).to_be_visible()
        expect(bread).to_be_visible()

    lasts(page, choose, lambda: expect(bread).to_be_visible(timeout=3000))


@pytest.mark.parametrize(
    ("anchor", "words"), [("induction", "Press the plus."), ("is-it-hot?", "Very hot.")]
)
def test_a_link_opens_what_it_points_into(open_page: Open, anchor: str, words: str) -> None:
    page = open_page("parts")
    expect(page.get_by_text(words)).to_be_hidden()
    page.evaluate(f"location.hash = {anchor!r}")
    expect(page.get_by_text(words)).to_be_visible()


@pytest.mark.parametrize("scripts", [True, False])
def test_an_accordion_opens_by_keyboard(
    open_page: Open,
    scripts: bool,  # noqa: FBT001 -- as above
) -> None:
    page = open_page("parts", scripts=scripts)
    page.locator("summary", has_text="Is it hot?").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Very hot.")).to_be_visible()


def test_a_long_block_unfolds_by_keyboard(open_page: Open) -> None:
    page = open_page("parts", scripts=False)
    block = page.locator(".docsnav-code-fold pre")
    folded = block.bounding_box()
    page.get_by_role("checkbox", name="Show all").focus()
    page.keyboard.press("Space")
    unfolded = block.bounding_box()
    assert folded is not None
    assert unfolded is not None
    assert unfolded["height"] > folded["height"] + 100


def test_paper_shows_every_tab_and_fold(open_page: Open) -> None:
    page = open_page("parts")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    for words in ("Turn the knob.", "Press the plus.", "uv add bread", "Very hot.", "Ninety"):
        expect(page.get_by_text(words)).to_be_visible()
    page.emulate_media(media="screen")
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(page.get_by_text("Very hot.")).to_be_hidden()


RENDERED = "checkVisibility({ contentVisibilityAuto: true })"


def tip(page: Page) -> str:
    return str(page.locator(".docsnav-tooltip-tip").evaluate("e => getComputedStyle(e).visibility"))


def test_tags_choose_the_entries_of_a_changelog(open_page: Open) -> None:
    page = open_page("parts")
    june, may = (page.locator(".docsnav-update").nth(at) for at in (0, 1))
    lids = page.get_by_role("button", name="Lids")
    lids.press("Enter")
    expect(june).to_be_visible()
    expect(may).to_be_hidden()
    expect(lids).to_have_attribute("aria-pressed", "true")
    page.evaluate("location.hash = 'may'")
    expect(may).to_be_visible()


def test_entries_of_a_changelog_that_are_far_away_are_laid_out_when_a_link_leads_there(
    open_page: Open,
) -> None:
    page = open_page("parts")
    first = page.locator(".docsnav-update").first
    first.evaluate("update => { for (const _ of Array(10)) update.after(update.cloneNode(true)); }")
    # What is on the first screen has its height from the start, or what follows it would move.
    assert first.evaluate("update => getComputedStyle(update).contentVisibility") == "visible"
    first.evaluate("update => { update.style.marginTop = '9000px'; }")
    last = page.locator(".docsnav-update .docsnav-update-body").last
    page.wait_for_function(f"body => !body.{RENDERED}", arg=last.element_handle())
    page.evaluate("location.hash = 'may'")
    page.wait_for_function(f"body => body.{RENDERED}", arg=last.element_handle())
    expect(last).to_be_in_viewport()


def test_a_tip_shows_on_focus_and_goes_with_escape(open_page: Open) -> None:
    page = open_page("parts")
    assert tip(page) == "hidden"
    page.locator(".docsnav-tooltip").focus()
    expect(page.locator(".docsnav-tooltip-tip")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".docsnav-tooltip-tip")).to_be_hidden()


@pytest.mark.parametrize("direction", ["ltr", "rtl"])
def test_the_tip_of_a_word_at_an_edge_stays_in_the_window(open_page: Open, direction: str) -> None:
    page = open_page("parts", width=380)
    box = page.evaluate(
        """direction => {
          const root = document.documentElement;
          const word = document.querySelector(".docsnav-tooltip");
          root.dir = direction;
          word.parentElement.style.textAlign = "end";
          const wide = () => Math.abs(root.scrollWidth - root.clientWidth);
          const before = wide();
          word.focus();
          const tip = word.querySelector(".docsnav-tooltip-tip");
          const { left, right } = tip.getBoundingClientRect();
          return { before, wide: wide(), left, right, shown: root.clientWidth };
        }""",
        direction,
    )
    assert (box["before"], box["wide"]) == (0, 0)
    assert box["left"] >= 0
    assert box["right"] <= box["shown"]
