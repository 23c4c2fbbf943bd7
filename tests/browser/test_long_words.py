"""Long words on phones: whole where the window can hold them, and never wider than the window."""

from __future__ import annotations

import json

import pytest
from browser.conftest import THEMES, opened_tab
from playwright.sync_api import Browser
from themes.conftest import Build

pytestmark = pytest.mark.browser

WORD = "Internationalization"
NAME = "createAuthenticatedClient"
LONG = "Donaudampfschifffahrtsgesellschaftskapitaenswitwenrentenauszahlungsstelle"


def page(title: str, name: str) -> str:
    """Return a page with a word and a name in code in all places where space is short."""
    return (
        f"---\ntitle: {title}\n---\n\n{title}\n\n## {title}\n\n### {title}\n\n## `{name}`\n\n"
        f"| A | B | C | D |\n|---|---|---|---|\n| {title} | {title} | some more text | {title} |\n"
        f"| `{name}` | text that takes space from all others | x | y |\n\n"
        f'<Columns cols={{2}}>\n<Card title="{title}" icon="key" href="/after">{title}</Card>\n'
        f'<Card title="{name}" href="/after">Text</Card>\n</Columns>\n\n'
        f'<Steps><Step title="{title}">Text</Step></Steps>\n\n'
        f'<Accordion title="{title}">Text</Accordion>\n'
    )


FILES = (
    ("conf.py", 'extensions = ["sphinx_docsnav"]\nsuppress_warnings = ["docsnav"]\n'),
    (
        "docs.json",
        json.dumps(
            {"navigation": {"groups": [{"group": WORD, "pages": ["words", "long", "after"]}]}}
        ),
    ),
    ("words.mdx", page(WORD, NAME).replace("---\n", "---\ntag: experimental\n", 1)),
    ("long.mdx", page(LONG, LONG)),
    ("after.mdx", page(LONG, LONG)),
)

BROKEN = """() => {
  const broken = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode, range = document.createRange();
    if (!node.parentElement.checkVisibility({ visibilityProperty: true })) continue;
    for (const { 0: word, index } of node.data.matchAll(/\\b[a-z]{17,25}\\b/gi)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1) broken.push(`${node.parentElement.parentElement.localName}: ${word}`);
    }
  }
  return broken;
}"""


@pytest.mark.parametrize("theme", THEMES)
def test_words_are_whole_on_a_phone_and_longer_ones_wrap(
    build: Build, chromium: Browser, theme: str
) -> None:
    built = build(theme, "bed", files=FILES)
    with opened_tab(chromium, built, "words", 380) as tab:
        assert tab.evaluate(BROKEN) == []
        # The sidebar is beside the page; a tag leaves the word of its label its space.
        tab.set_viewport_size({"width": 1280, "height": 700})
        assert [word for word in tab.evaluate(BROKEN) if word.startswith("a:")] == []
        for name, width in (("words", 380), ("long", 380), ("long", 768), ("long", 1024)):
            # Book itself never wraps code in headings on wide windows, also without this package.
            if theme == "sphinx_book_theme" and width > 768:
                continue
            tab.set_viewport_size({"width": width, "height": 700})
            tab.goto(f"file://{built.out}/{name}.html")
            beyond = tab.evaluate("document.documentElement.scrollWidth - innerWidth")
            assert beyond <= 0, (name, width)
