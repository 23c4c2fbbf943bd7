"""What components look like, as computed by the browser: one page, in two themes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from browser.conftest import opened_tab
from playwright.sync_api import Browser, Page
from themes.conftest import Build

pytestmark = pytest.mark.browser

LONG = 'address = "' + "/a/long/path" * 20 + '"'
KITCHEN = (
    ("conf.py", 'extensions = ["sphinx_docsnav"]\n'),
    ("docs.json", '{"name": "Site", "navigation": {"pages": ["kitchen"]}}'),
    (
        "kitchen.mdx",
        "---\ntitle: Kitchen\n---\n\n<Note>One sentence.</Note>\n\n"
        '<Warning title="Title">One sentence.</Warning>\n\n<Warning>Careful.</Warning>\n\n'
        '<Note icon="anchor">Icon.</Note>\n\n'
        "| a | b |\n|---|---|\n| c | d |\n\n| a | b | c |\n|---|---|---|\n| d | e | f |\n\n"
        "| Setting | Default | Text |\n|---|---:|---|\n"
        "| `HARBOUR_CLIENT_RETRY_BACKOFF_MAXIMUM_SECONDS` | `https://api.example.com/v2/a/path` |"
        " The longest time in seconds that the client waits between two tries of a call. |\n"
        "| `HARBOUR_CLIENT_MAXIMUM` | 1 | Short. |\n\n"
        f"```python {{2}}\n{LONG}\nprint(address)\n```\n\n"
        + " ".join(
            f'<Badge color="{colour}">{colour}</Badge>'
            for colour in ("gray", "green", "blue", "red", "orange", "yellow", "purple")
        )
        + "\n",
    ),
)


@pytest.fixture(scope="module", params=["docsnav", "furo"])
def kitchen(request: pytest.FixtureRequest, build: Build, chromium: Browser) -> Iterator[Page]:
    with opened_tab(chromium, build(request.param, "bed", files=KITCHEN), "kitchen", 1280) as page:
        yield page


CALLOUTS = """() => [...document.querySelectorAll(".admonition")].map((box) => {
  const title = box.querySelector(".admonition-title"), line = document.createRange();
  line.selectNodeContents(box.querySelector("p:not(.admonition-title)"));
  const [icon, text] = [title.getBoundingClientRect(), line.getClientRects()[0]];
  return {
    height: box.getBoundingClientRect().height,
    beside: icon.right <= text.left,
    centred: Math.abs(icon.top + icon.height / 2 - text.top - text.height / 2),
    name: title.textContent,
    colour: getComputedStyle(box).backgroundColor,
  };
})"""


def test_the_icon_of_a_callout_is_beside_its_text_unless_the_author_gives_a_title(
    kitchen: Page,
) -> None:
    note, titled, warning, with_icon = kitchen.evaluate(CALLOUTS)
    for box in (note, warning, with_icon):
        assert box["beside"]
        assert box["centred"] <= 2
        assert box["height"] < 60
    assert not titled["beside"]
    assert titled["height"] > note["height"] + 15
    # Readers of the page with a screen reader get the kind.
    assert (note["name"], warning["name"]) == ("Note", "Warning")
    assert note["colour"] != warning["colour"]


def test_tables_of_three_columns_have_the_full_measure(kitchen: Page) -> None:
    two, three, _long = kitchen.evaluate(
        """() => [...document.querySelectorAll(".docsnav-table")].map((box) =>
          box.querySelector("table").offsetWidth / box.offsetWidth)"""
    )
    assert two < 0.5
    assert three == pytest.approx(1, abs=0.001)


def test_long_names_leave_space_for_sentences_and_columns_keep_their_alignment(
    kitchen: Page,
) -> None:
    cut, align, lines, pieces = kitchen.evaluate(
        """() => {
          const box = [...document.querySelectorAll(".docsnav-table")].at(-1);
          const [, number, text] = box.querySelectorAll("td");
          return [box.scrollWidth - box.clientWidth, getComputedStyle(number).textAlign,
            text.offsetHeight / parseFloat(getComputedStyle(text).lineHeight),
            box.querySelector("tr:last-child code").getClientRects().length];
        }"""
    )
    assert cut == 0
    assert align in {"end", "right"}
    assert lines < 5
    assert pieces == 1  # only names that fill a column break


def test_cut_code_fades_and_marked_lines_have_a_bar_in_the_colour_of_the_brand(
    kitchen: Page,
) -> None:
    code: dict[str, Any] = kitchen.evaluate(
        """() => {
          const pre = document.querySelector("article pre"), mark = pre.querySelector(".hll");
          const probe = document.body.appendChild(document.createElement("i"));
          probe.style.color = "var(--docsnav-accent)";
          const accent = getComputedStyle(probe).color;
          probe.remove();
          return {
            after: getComputedStyle(pre).getPropertyValue("--docsnav-after"),
            mask: getComputedStyle(pre).maskImage,
            bar: getComputedStyle(mark).borderInlineStart === `3px solid ${accent}`,
          };
        }"""
    )
    assert float(code["after"].removesuffix("px")) >= 32
    assert "linear-gradient" in code["mask"]
    assert code["bar"]
    # Keys scroll it: a script says so when the page has its layout.
    kitchen.wait_for_function("() => document.querySelector('article pre').tabIndex === 0")


CONTRASTS = """() => {
  const paint = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const light = (colours) => {
    for (const colour of colours) { paint.fillStyle = colour; paint.fillRect(0, 0, 1, 1); }
    const [red, green, blue] = [...paint.getImageData(0, 0, 1, 1).data].map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const page = getComputedStyle(document.body).backgroundColor;
  return [...document.querySelectorAll(".docsnav-badge")].map((badge) => {
    const { color, backgroundColor } = getComputedStyle(badge);
    const pair = [light([page, backgroundColor, color]), light([page, backgroundColor])];
    return [badge.textContent, (Math.max(...pair) + 0.05) / (Math.min(...pair) + 0.05)];
  });
}"""


def test_the_text_of_badges_can_be_read(kitchen: Page) -> None:
    for mode in ("light", "dark"):
        kitchen.emulate_media(color_scheme=mode)
        for name, contrast in kitchen.evaluate(CONTRASTS):
            assert contrast >= 4.5, (name, mode)
    kitchen.emulate_media(color_scheme="light")
