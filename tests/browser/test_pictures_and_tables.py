"""Pictures, tables and code of MDX pages in a browser."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from browser.conftest import opened_tab
from playwright.sync_api import Browser, Page, expect
from themes.conftest import Build

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("pictures")]

GIF = "GIF89a\x00\x03\x00\x01"
"""The beginning of a picture of 768 by 256 pixels, all that is read of it."""

PAGE = f"""
| {" | ".join(f"a_long_name_{number}" for number in range(20))} |
|{" --- |" * 20}
| {" | ".join("x" for _ in range(20))} |

![Pots](/pots.gif)

<img src="/pots.gif" alt="Small" width="100" />

<img src="/pots.gif" alt="Still" noZoom />

[![Linked](/pots.gif)](/index)
"""


@pytest.fixture
def page(chromium: Browser, build: Build) -> Iterator[Page]:
    built = build("alabaster", "bed", files=(("pictures.mdx", PAGE), ("pots.gif", GIF)))
    with opened_tab(chromium, built, "pictures", 800) as tab:
        yield tab


def test_pictures_have_the_size_of_their_file_unless_the_page_says_another(page: Page) -> None:
    sizes = page.eval_on_selector_all(
        "img[alt]:not([src*='_static'])",
        "all => all.map((one) => [one.alt, one.getAttribute('width'), one.getAttribute('height')])",
    )
    assert ["Pots", "768", "256"] in sizes
    assert ["Small", "768", "256"] not in sizes


def test_a_wide_picture_opens_and_closes_by_keys_and_gets_the_focus_back(page: Page) -> None:
    buttons = page.locator("img[role=button]")
    expect(buttons).to_have_count(1)
    picture = page.get_by_role("button", name="Pots")
    picture.focus()
    page.keyboard.press("Enter")
    expect(page.locator("dialog[open] img")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    expect(picture).to_be_focused()


def test_a_wide_table_scrolls_inside_its_box_and_by_keys(page: Page) -> None:
    box = page.locator(".docsnav-table")
    assert box.evaluate("box => box.scrollWidth > box.clientWidth")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    expect(box).to_have_attribute("tabindex", "0")


@pytest.mark.parametrize("theme", ["docsnav", "sphinx_immaterial"])
@pytest.mark.parametrize("columns", [2, 3])
def test_sentences_in_tables_wrap(
    chromium: Browser, build: Build, theme: str, columns: int
) -> None:
    sentence = "The full connection string of the database. " * 6
    row = f"| {' | '.join(['name'] * (columns - 1))} | {sentence} |"
    text = f"| {'a | ' * columns}\n|{' --- |' * columns}\n{row}\n"
    built = build(theme, "bed", files=(("sentences.mdx", text),))
    with opened_tab(chromium, built, "sentences", 1280) as tab:
        box = tab.locator(".docsnav-table")
        assert box.evaluate("box => box.scrollWidth - box.clientWidth") <= 0


COPIES = """() => {
  navigator.clipboard.writeText = async (text) => { window.copied = text; };
  document.execCommand = () => { window.copied = document.activeElement.value; return true; };
}"""
COPY_OPTION = "html_theme_options = {'font': False, 'features': ['content.code.copy']}"


COPY_BUTTONS = pytest.mark.parametrize(
    ("theme", "button"), [("docsnav", ".dn-copy"), ("sphinx_immaterial", ".md-clipboard")]
)


@contextmanager
def code_below_the_pointer(
    chromium: Browser, build: Build, theme: str, text: str
) -> Iterator[Page]:
    """Build a page with *text*, open it, and move the pointer to its code."""
    settings = COPY_OPTION if theme == "sphinx_immaterial" else ""
    built = build(theme, "bed", files=(("code.mdx", text),), settings=settings)
    with opened_tab(chromium, built, "code", 800) as tab:
        tab.locator("article .highlight").hover()
        yield tab


@COPY_BUTTONS
def test_the_copy_button_takes_what_was_typed_in_a_session(
    chromium: Browser, build: Build, theme: str, button: str
) -> None:
    text = "```pycon\n>>> 1 + 1\n2\n>>> for i in x:\n...     pass\n```\n"
    with code_below_the_pointer(chromium, build, theme, text) as tab:
        tab.evaluate(COPIES)
        tab.locator(button).click()
        lines = tab.evaluate("copied").split("\n")
    assert list(filter(None, lines)) == ["1 + 1", "for i in x:", "    pass"]


@COPY_BUTTONS
def test_the_copy_button_of_code_in_a_card_is_in_its_corner(
    chromium: Browser, build: Build, theme: str, button: str
) -> None:
    text = "<Card>\n\n```python\nprint(1)\n```\n\n</Card>\n"
    with code_below_the_pointer(chromium, build, theme, text) as tab:
        copies = tab.locator(button).bounding_box()
        code = tab.locator("article pre").bounding_box()
    assert copies is not None
    assert code is not None
    assert copies["y"] < code["y"] + code["height"] / 2
    assert copies["x"] > code["x"] + code["width"] / 2
