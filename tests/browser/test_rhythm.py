"""Components, the search page and the index have the same order and spaces in all themes."""

from __future__ import annotations

import json
from typing import Any

import pytest
from browser.conftest import THEMES, opened_tab
from playwright.sync_api import Browser
from themes.conftest import Build

pytestmark = pytest.mark.browser

STEPS = """---
title: Steps
---

<Steps>
<Step title="One">
Text
</Step>
<Step title="Two">
<Tabs>
<Tab title="Shell">
```bash
curl
```
</Tab>
<Tab title="Other">
Text
</Tab>
</Tabs>
</Step>
<Step title="Three">
```bash
curl
```
</Step>
</Steps>

<Card title="Plain" href="/terms">Text</Card>

<Card title="Without an icon" href="/terms" horizontal>Text</Card>
"""
BLOCKS = """Text.

Text.

```python title="a.py"
print()
```

```python
print()
```

| A | B |
|---|---|
| C | D |

- Item

Text.
"""
BOXES = f"""---
title: Boxes
---

<Tabs>
<Tab title="One">

{BLOCKS}
</Tab>
</Tabs>

<Accordion title="One" defaultOpen>

{BLOCKS}
</Accordion>
"""
ITEM = """
- Text

  ```bash
  curl
  ```
"""
LISTS = f"""---
title: Lists
---
{ITEM}
<Steps>
<Step title="One">
{ITEM}
</Step>
</Steps>

<Tabs>
<Tab title="Shell">
{ITEM}
</Tab>
</Tabs>
"""
FILES = (
    ("conf.py", 'extensions = ["sphinx_docsnav"]\n'),
    (
        "docs.json",
        json.dumps(
            {
                "navigation": {
                    "groups": [{"group": "Guides", "pages": ["steps", "boxes", "lists", "terms"]}]
                },
                "banner": {"content": "Good news"},
            }
        ),
    ),
    (
        "steps.mdx",
        STEPS,
    ),
    ("boxes.mdx", BOXES),
    ("lists.mdx", LISTS),
    ("terms.rst", "Terms\n=====\n\n.. index:: boat\n\nText\n"),
)

SPACES = """() => {
  const box = (element) => element.getBoundingClientRect();
  const headings = document.querySelectorAll(":is(article, main, [role=main], div.body) h1");
  const heading = [...headings].find((e) => e.offsetHeight);  // Book has another one for print
  const title = document.querySelector(".docsnav-step-title"), next = title.nextElementSibling;
  const panel = [...document.querySelectorAll(".docsnav-tab-panel")].find((e) => e.offsetHeight);
  const boxOfCode = (parent) => {
    let code = parent.querySelector("pre");
    for (let at = code; at !== parent; at = at.parentElement) {
      const { backgroundColor, borderTopWidth } = getComputedStyle(at);
      if (backgroundColor !== "rgba(0, 0, 0, 0)" || parseFloat(borderTopWidth)) code = at;
    }
    return code;
  };
  const code = boxOfCode(panel), last = [...document.querySelectorAll(".docsnav-step")].at(-1);
  const [plain, horizontal] = document.querySelectorAll(".docsnav-card");
  const textOf = (card) => box(card.lastElementChild).left - box(card).left;
  return {
    indent: box(title.parentElement).left - box(heading).left,
    below: box(next).top - box(title).bottom,
    before: box(code).top - box(panel).top,
    after: box(panel).bottom - box(code).bottom,
    belowTitle: box(boxOfCode(last)).top - box(last.firstElementChild).bottom,
    beside: textOf(horizontal) - textOf(plain),
  };
}"""


@pytest.mark.parametrize("theme", THEMES)
def test_steps_and_code_in_tabs_have_the_same_spaces(
    build: Build, chromium: Browser, theme: str
) -> None:
    built = build(theme, "bed", files=FILES)
    with opened_tab(chromium, built, "steps", 1024) as tab:
        spaces: dict[str, Any] = tab.evaluate(SPACES)
    assert 0 <= spaces["indent"] <= 8
    assert 4 <= spaces["below"] <= 12
    assert 0 <= spaces["before"] <= 16
    assert spaces["after"] == pytest.approx(0, abs=1)
    assert 4 <= spaces["belowTitle"] <= 16
    assert spaces["beside"] == pytest.approx(0, abs=1)


GAPS = """() => [...document.querySelectorAll(".docsnav-tab-panel, .docsnav-details-body")].flatMap(
  (box) => [...box.children].slice(1).map((one, at) => Math.round(
    one.getBoundingClientRect().top - box.children[at].getBoundingClientRect().bottom)))"""


@pytest.mark.parametrize("theme", THEMES)
def test_blocks_in_tabs_and_folds_are_apart(build: Build, chromium: Browser, theme: str) -> None:
    with opened_tab(chromium, build(theme, "bed", files=FILES), "boxes", 1024) as tab:
        gaps = tab.evaluate(GAPS)
    assert len(gaps) >= 12
    # Themes are as far apart as Furo, with 12 between paragraphs, and Shibuya, with 32 below code.
    assert all(8 <= gap <= 40 for gap in gaps)


ABOVE_CODE = """() => [...document.querySelectorAll("div[class*=highlight-bash]")].map((block) =>
  block.querySelector("pre").getBoundingClientRect().top
    - block.previousElementSibling.getBoundingClientRect().bottom)"""


@pytest.mark.parametrize("theme", THEMES)
def test_code_in_lists_of_steps_and_tabs_has_the_same_space(
    build: Build, chromium: Browser, theme: str
) -> None:
    with opened_tab(chromium, build(theme, "bed", files=FILES), "lists", 1024) as tab:
        in_page, in_step, in_tab = tab.evaluate(ABOVE_CODE)
    assert in_step == pytest.approx(in_page, abs=1)
    assert in_tab == pytest.approx(in_page, abs=1)


ROWS = """() => [...document.querySelectorAll("#docsnav-titles > li")].map((row) => {
  const [link, path] = [...row.children].map((child) => child.getBoundingClientRect());
  return { mark: getComputedStyle(row).listStyleType, space: path ? path.top - link.bottom : 0 };
})"""


@pytest.mark.parametrize("theme", THEMES)
def test_the_place_of_a_page_is_close_below_its_title_on_the_search_page(
    build: Build, chromium: Browser, theme: str
) -> None:
    with opened_tab(chromium, build(theme, "bed", files=FILES), "search", 1024) as tab:
        rows = tab.evaluate(ROWS)
        assert any(row["space"] for row in rows)
        for row in rows:
            assert row["mark"] == "none"
            assert row["space"] <= 6
        button = tab.locator("#docsnav-search-form button")
        assert button.inner_text() == "Search"


@pytest.mark.parametrize("theme", THEMES)
def test_the_sidebar_of_the_index_is_beside_it(build: Build, chromium: Browser, theme: str) -> None:
    with opened_tab(chromium, build(theme, "bed", files=FILES), "genindex", 1280) as tab:
        title, entry = (
            tab.locator(selector).first.bounding_box()
            for selector in (
                ":is(article, main, [role=main], div.body) h1:visible",
                ".docsnav-sidebar a",
            )
        )
        assert title is not None
        assert entry is not None
        assert entry["x"] + entry["width"] <= title["x"]
        assert entry["y"] < 400


def test_the_banner_of_shibuya_is_dark_on_dark_pages(build: Build, chromium: Browser) -> None:
    with opened_tab(chromium, build("shibuya", "bed", files=FILES), "steps", 1024) as tab:
        tab.emulate_media(color_scheme="dark")
        tab.reload()
        banner = tab.locator("[data-docsnav-banner]")
        colours = banner.evaluate(
            """(banner) => {
              const paint = document.createElement("canvas").getContext("2d");
              const { color, backgroundImage, backgroundColor } = getComputedStyle(banner);
              const tint = backgroundImage.match(/\\((.*?\\)),/)?.[1] ?? backgroundColor;
              return [["#000", backgroundColor, tint], [color]].map((layers) => {
                for (const layer of layers) { paint.fillStyle = layer; paint.fillRect(0, 0, 1, 1); }
                return Math.max(...paint.getImageData(0, 0, 1, 1).data.slice(0, 3));
              });
            }"""
        )
    assert colours[0] < 128 < colours[1]
