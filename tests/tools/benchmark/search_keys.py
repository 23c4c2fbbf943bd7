"""Measure how long a reader waits for results after a key, on a slowed processor.

Run in the folder ``tests`` on a built site, with Chromium::

    python -m tools.benchmark.search_keys OUT --queries "install" "configuration file" --slower 4

Each query is typed into the dialog letter by letter. Printed are the milliseconds from each key to
the results for it: the median, nine of ten and the longest, the first query apart, which loads and
compiles the dialog. The dialog waits 20 milliseconds for another key; they are part of the time.
On a busy machine, look at the processor time of the page instead, which does not count what waits:
it is measured at full speed, and multiplied.
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Callable, Iterable
from pathlib import Path

from installed_browser import find_browser
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


def type_query(
    page: Page, query: str, clock: Callable[[], float] = lambda: 0.0
) -> tuple[list[float], list[float]]:
    """Type *query* into the empty field; return the milliseconds after each letter, and of it.

    :param clock: returns the processor time of the page.
    """
    field = page.locator("dialog.docsnav-search input")
    field.fill("")
    page.wait_for_function("document.querySelector('.docsnav-found').dataset.query === ''")
    page.evaluate("window.waited = []")
    typed = ""
    worked: list[float] = []
    for letter in query:
        start = clock()
        typed += letter
        page.keyboard.type(letter)
        page.wait_for_function(
            "query => document.querySelector('.docsnav-found').dataset.query === query",
            arg=typed.strip(),
        )
        worked.append(clock() - start)
    waited: list[float] = page.evaluate("window.waited")
    return waited, worked


def _told(name: str, times: Iterable[float]) -> None:
    found = sorted(times)
    nine = found[int(0.9 * (len(found) - 1))]
    print(f"{name}, {len(found)} keys: median {statistics.median(found):.0f}, ", end="")
    print(f"nine of ten below {nine:.0f}, longest {found[-1]:.0f} ms")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("--page", default="index.html")
    parser.add_argument("--queries", nargs="+", default=["install", "configuration", "get started"])
    parser.add_argument("--slower", type=float, default=4)
    options = parser.parse_args()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=["--no-sandbox"])
        page = browser.new_page()
        page.goto((options.out.resolve() / options.page).as_uri())
        session = page.context.new_cdp_session(page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": options.slower})
        page.keyboard.press("Control+k")
        page.locator("dialog.docsnav-search").wait_for()
        page.evaluate(_WATCH)
        first, _ = type_query(page, options.queries[0])
        later = [each for query in options.queries for each in type_query(page, query)[0]]
        session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
        session.send("Performance.enable", {"timeDomain": "threadTicks"})

        def clock() -> float:
            found = session.send("Performance.getMetrics")["metrics"]
            spent = next(each["value"] for each in found if each["name"] == "TaskDuration")
            return float(1000 * options.slower * spent)

        page.reload()
        page.keyboard.press("Control+k")
        page.locator("dialog.docsnav-search").wait_for()
        fresh = type_query(page, options.queries[0], clock)[1]
        worked = [each for query in options.queries for each in type_query(page, query, clock)[1]]
        browser.close()
    print(f"first query: {', '.join(f'{each:.0f}' for each in first)} ms")
    _told("waited", later)
    print(f"processor, first query: {', '.join(f'{each:.0f}' for each in fresh)} ms")
    _told("processor", worked)


if __name__ == "__main__":
    main()
