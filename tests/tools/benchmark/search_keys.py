"""Measure how long a reader waits for results after a key, on a slowed processor.

Run in the folder ``tests`` on a built site, with Chromium::

    python -m tools.benchmark.search_keys OUT --queries "install" "configuration file" --slower 4

Each query is typed into the dialog letter by letter. It prints the milliseconds from each key to
its results: the median, nine of ten and the longest. The first query, which loads and compiles the
dialog, has a line of its own. The dialog waits 20 milliseconds for another key; they are part of
the time. On a busy machine, look at the processor time of the page, which other processes do not
change: it is measured at full speed, and multiplied.
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
  window.waits = [];
  input.addEventListener("input", () => { pressed = performance.now(); }, true);
  new MutationObserver(() => {
    if (list.dataset.query === input.value.trim() && pressed) {
      window.waits.push(performance.now() - pressed);
      pressed = 0;
    }
  }).observe(list, { childList: true, attributes: true });
}"""


def type_query(
    page: Page, query: str, clock: Callable[[], float] = lambda: 0.0
) -> tuple[list[float], list[float]]:
    """Type *query*; return the milliseconds to the results of each letter, waiting and working.

    :param clock: returns the processor time of the page.
    """
    field = page.locator("dialog.docsnav-search input")
    field.fill("")
    page.wait_for_function("document.querySelector('.docsnav-found').dataset.query === ''")
    page.evaluate("window.waits = []")
    typed = ""
    processor_times: list[float] = []
    for letter in query:
        start = clock()
        typed += letter
        page.keyboard.type(letter)
        page.wait_for_function(
            "query => document.querySelector('.docsnav-found').dataset.query === query",
            arg=typed.strip(),
        )
        processor_times.append(clock() - start)
    waits: list[float] = page.evaluate("window.waits")
    return waits, processor_times


def _print_times(name: str, times: Iterable[float]) -> None:
    values = sorted(times)
    nine = values[int(0.9 * (len(values) - 1))]
    print(f"{name}, {len(values)} keys: median {statistics.median(values):.0f}, ", end="")
    print(f"nine of ten below {nine:.0f}, longest {values[-1]:.0f} ms")


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
            metrics = session.send("Performance.getMetrics")["metrics"]
            seconds = next(each["value"] for each in metrics if each["name"] == "TaskDuration")
            return float(1000 * options.slower * seconds)

        page.reload()
        page.keyboard.press("Control+k")
        page.locator("dialog.docsnav-search").wait_for()
        fresh = type_query(page, options.queries[0], clock)[1]
        processor_times = [
            each for query in options.queries for each in type_query(page, query, clock)[1]
        ]
        browser.close()
    print(f"first query: {', '.join(f'{each:.0f}' for each in first)} ms")
    _print_times("waits", later)
    print(f"processor, first query: {', '.join(f'{each:.0f}' for each in fresh)} ms")
    _print_times("processor", processor_times)


if __name__ == "__main__":
    main()
