"""What the classes of a page arrange, in a browser."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from browser.conftest import opened_tab
from playwright.sync_api import Browser, Page
from themes.conftest import Build

pytestmark = pytest.mark.browser

PAGE = """
<div className="flex gap-4" id="row">
  <a href="/index" className="rounded-xl border px-4">Start</a>
  <a href="/index" className="rounded-xl border px-4">More</a>
</div>

<div className="grid grid-cols-3 gap-4" id="cells">
  <a href="/index" className="border col-span-2"><div>Wide</div></a>
  <a href="/index" className="border"><div>High</div><p>Text</p></a>
</div>

<div className="bg-black text-white" id="dark">

White [link](/index)

</div>

<div className="inline-flex items-center border" id="pill">
  PILL
</div>

<div style={{display: "inline-flex", border: "1px solid"}} id="styled">
  PILL
</div>

<div className="flex flex-col" id="column">

one

two

</div>

<div className="grid lg:grid-cols-2" id="code">
  <div>

```python
x = "a line of code that is far wider than the window of a phone, so that the box must scroll"
```

  </div>
</div>

<div className="flex gap-4" id="flexible">
  <div>

```python
x = "a line of code that is far wider than the window of a phone, so that the box must scroll"
```

  </div>
</div>
"""
BOXES = """all => all.map((one) => {
  const {left, top, width, height} = one.getBoundingClientRect();
  return {left, top, width, height, line: getComputedStyle(one).textDecorationLine};
})"""


@pytest.fixture
def page(chromium: Browser, build: Build) -> Iterator[Page]:
    built = build("furo", "bed", files=(("layouts.mdx", PAGE),))
    with opened_tab(chromium, built, "layouts", 1280) as tab:
        yield tab


def test_classes_arrange_the_links_of_a_page(page: Page) -> None:
    start, more = page.eval_on_selector_all("#row a", BOXES)
    assert more["top"] == start["top"]
    assert more["left"] - start["left"] - start["width"] == 16
    assert start["line"] == more["line"] == "none"  # they look like buttons
    wide, high = page.eval_on_selector_all("#cells a", BOXES)
    assert wide["height"] == high["height"]
    assert wide["width"] > 2 * high["width"]
    height = "one => one.getBoundingClientRect().height"
    for name in ("pill", "styled"):
        box, text = (page.eval_on_selector(f"#{name}{end}", height) for end in ("", " > p"))
        assert box == text + 2, name
    one, two = page.eval_on_selector_all("#column > p", BOXES)
    assert two["top"] > one["top"] + one["height"]  # the margin is the only space
    page.set_viewport_size({"width": 380, "height": 700})
    assert page.evaluate("document.documentElement.scrollWidth") <= 380
    color = "one => getComputedStyle(one).color"
    assert page.eval_on_selector("#dark a", color) == "rgb(255, 255, 255)"
