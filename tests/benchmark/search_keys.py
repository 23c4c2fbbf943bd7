"""Measure how long a reader waits for results after a key, on a slowed processor.

Run in the folder ``tests`` on a built site, with Chromium::

    python -m benchmark.search_keys OUT --queries "install" "configuration file" --slower 4

Each query is typed into the dialog letter by letter. Printed are the milliseconds from each key to
the results for it: the median, nine of ten and the longest, the first query apart, which loads and
compiles the dialog. The dialog waits 20 milliseconds for another key; they are part of the time.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

_WATCH = """() => {
  const list = document.querySelector(".docsnav-found");
  const input = document.querySelector("dialog.docsnav-search input");
  let pressed = 0;
  window.waited = [];
  input.addEventListener("input", () => { pressed = performance.now(); }, true);
  new MutationObserver(() => {
    if (list.dataset.query === input.value.trim() && pressed) {
      window.waited.push(performance.now() - pressed);
      pressed = 0;
    }
  }).observe(list, { childList: true, attributes: true });
}"""


def type_query(page: Page, query: str) -> list[float]:
    """Type *query* into the empty field; return the milliseconds after each letter."""
    field = page.locator("dialog.docsnav-search input")
    field.fill("")
    page.wait_for_function("document.querySelector('.docsnav-found').dataset.query === ''")
    page.evaluate("window.waited = []")
    typed = ""
    for letter in query:
        typed += letter
        page.keyboard.type(letter)
        page.wait_for_function(
            "query => document.querySelector('.docsnav-found').dataset.query === query",
            arg=typed.strip(),
        )
    waited: list[float] = page.evaluate("window.waited")
    return waited


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("--page", default="index.html")
    parser.add_argument("--queries", nargs="+", default=["install", "configuration", "get started"])
    parser.add_argument("--slower", type=float, default=4)
    options = parser.parse_args()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"))
        page = browser.new_page()
        page.goto((options.out.resolve() / options.page).as_uri())
        session = page.context.new_cdp_session(page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": options.slower})
        page.keyboard.press("Control+k")
        page.locator("dialog.docsnav-search").wait_for()
        page.evaluate(_WATCH)
        first = type_query(page, options.queries[0])
        later = sorted(each for query in options.queries for each in type_query(page, query))
        browser.close()
    print(f"first query: {', '.join(f'{each:.0f}' for each in first)} ms")
    nine = later[int(0.9 * (len(later) - 1))]
    print(f"{len(later)} keys: median {statistics.median(later):.0f}, ", end="")
    print(f"nine of ten below {nine:.0f}, longest {later[-1]:.0f} ms")


if __name__ == "__main__":
    main()
