"""What an author sees in an open page of the preview: changes in place, and messages."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.request import urlopen

import pytest
from _pytest.mark import ParameterSet
from browser.conftest import on_demand
from playwright.sync_api import Browser, Page, WebSocketRoute, expect
from sidebar_limit import limit_in_conf
from themes.conftest import MODULES, SETTINGS, THEMES

pytestmark = pytest.mark.browser

PATIENCE = 60_000
"""Milliseconds to wait for a change, on a machine that has other things to do."""
PROSE = "".join(f"Paragraph {number} of the guide.\n\n" for number in range(60))
FILES = {
    "conf.py": "extensions = ['sphinx_docsnav']\nhtml_theme = '{theme}'\ndocsnav_fast = True\n"
    "{limit}\n{settings}\n",
    "docs.json": json.dumps(
        {
            "name": "Harbour",
            "navigation": {"groups": [{"group": "Start", "pages": ["index", "guide"]}]},
        },
        indent=1,
    ),
    "index.mdx": "# Home\n\nText.\n",
    "guide.mdx": "---\ntitle: Guide\n---\n\nFirst words.\n\n"
    '<Accordion title="More">Inside.</Accordion>\n\n'
    '<Tabs><Tab title="One">A</Tab><Tab title="Two">B</Tab></Tabs>\n\n' + PROSE,
}


@dataclass(frozen=True)
class Preview:
    """A served site, and a page of it that is open."""

    site: Path
    page: Page
    root: str
    log: Path
    files: Mapping[str, str]
    """The files of the site when it was first served."""
    server: subprocess.Popen[bytes]

    def wait_for_log(self, pattern: str, after: int = 0) -> None:
        """Wait until the terminal has shown something since its character *after*."""
        end = time.monotonic() + PATIENCE / 1000
        while not re.search(pattern, text := self.log.read_text("utf-8")[after:]):
            assert self.server.poll() is None, text
            assert time.monotonic() < end, text
            time.sleep(0.1)

    def replace(self, name: str, old: str, new: str) -> None:
        path = self.site / name
        text = path.read_text("utf-8")
        assert old in text
        path.write_text(text.replace(old, new), "utf-8")

    def mark(self) -> None:
        """Leave a mark in the page, which is lost if it is loaded again.

        A page that is opened while a build runs is compared once more with what was built.
        """
        self.page.wait_for_load_state("networkidle")
        self.page.evaluate("window.mark = 1")

    @property
    def has_mark(self) -> bool:
        return bool(self.page.evaluate("window.mark === 1"))

    def open(self, name: str) -> None:
        open_connected(self.page, f"{self.root}/{name}")

    def sees(self, text: str) -> None:
        expect(self.page.locator("body")).to_contain_text(text, timeout=PATIENCE)


def open_connected(page: Page, address: str) -> None:
    """Open a page of the preview, which asks the server for what changes."""
    with page.expect_websocket():
        page.goto(address)


LIMITS = {**dict.fromkeys((*THEMES, "classic"), 200), "alabaster": 0}
"""The themes, and how large a sidebar is on its pages; in one of them, they share a script."""


ALWAYS = ("alabaster", "docsnav", "sphinx_immaterial")
"""Themes that differ in what a change in place has to set up again; the others run on demand."""


SERVERS = [
    pytest.param(theme, marks=pytest.mark.xdist_group(f"preview of {theme}"), id=theme)
    for theme in LIMITS
]
"""All themes, with one server for all tests of each."""


def always_in(*names: str) -> list[ParameterSet]:
    """Return all servers, those of other themes than *names* for tests that are run by hand."""
    return [server if server.id in names else on_demand(server) for server in SERVERS]


in_our_theme = pytest.mark.parametrize("served", always_in("docsnav"), indirect=True)
"""For what the server does and how messages look, in which themes have no part."""


@pytest.fixture(scope="module", params=always_in(*ALWAYS))
def served(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, chromium: Browser
) -> Iterator[Preview]:
    folder = tmp_path_factory.mktemp("preview")
    site = folder / "site"
    site.mkdir()
    theme, limit = request.param, LIMITS[request.param]
    pytest.importorskip(MODULES.get(theme, theme))
    files = {
        name: text.replace("{limit}", limit_in_conf(limit))
        .replace("{theme}", theme)
        .replace("{settings}", SETTINGS.get(theme, ""))
        for name, text in FILES.items()
    }
    for name, text in files.items():
        (site / name).write_text(text, "utf-8")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    words = [sys.executable, "-m", "sphinx_docsnav", "serve", str(site), "--conf", "--port", port]
    log = folder / "log"
    page = chromium.new_page()
    page.set_default_timeout(PATIENCE)
    with log.open("w") as file:
        server = subprocess.Popen(words, stdout=file, stderr=file)
        try:
            yield Preview(site, page, f"http://127.0.0.1:{port}", log, files, server)
        finally:
            page.close()
            server.send_signal(signal.SIGINT)
            server.wait(60)


@pytest.fixture
def preview(served: Preview) -> Preview:
    """Return the preview with the files that it began with, whatever the test before has left."""
    served.page.goto("about:blank")  # the build is for no open page, and changes none later
    served.wait_for_log("Built 2 pages in ")
    known = {served.site / name: text for name, text in served.files.items()}
    left = [path for path in served.site.iterdir() if path.is_file() and path not in known]
    lost = [path for path in known if not path.is_file() or path.read_text("utf-8") != known[path]]
    if left or lost:
        said = len(served.log.read_text("utf-8"))
        for path in left:
            path.unlink()
        for path in lost:
            path.write_text(known[path], "utf-8")
        served.wait_for_log(r"\] Built ", said)
    served.wait_for_log(r"(?m)^\[[\d:]+\] .*\s\Z")  # no build runs that would write pages later
    return served


def test_a_saved_word_is_shown_in_place(preview: Preview) -> None:
    preview.open("guide.html")
    preview.mark()
    page = preview.page
    page.locator("details", has_text="Inside").first.evaluate("fold => { fold.open = true; }")
    page.evaluate("scrollTo(0, 400)")
    preview.replace("guide.mdx", "First words", "Second words")
    preview.sees("Second words")
    assert preview.has_mark
    assert page.evaluate("scrollY") == 400
    assert page.locator("details", has_text="Inside").first.evaluate("fold => fold.open")


@in_our_theme
def test_what_is_saved_while_a_page_is_loaded_is_shown(preview: Preview) -> None:
    saved: list[str] = []

    def save_first(socket: WebSocketRoute) -> None:
        if not saved:
            preview.replace("guide.mdx", "Paragraph 1 ", "Late words ")
            saved.append("guide.mdx")
            answer, end = b"", time.monotonic() + PATIENCE / 1000
            while b"Late words" not in answer and time.monotonic() < end:
                answer = urlopen(f"{preview.root}/guide.html").read()  # noqa: S310 -- ours
                time.sleep(0.1)
        socket.connect_to_server()

    preview.page.route_web_socket("**/websocket-reload", save_first)
    preview.open("guide.html")
    preview.sees("Late words")
    preview.replace("guide.mdx", "Late words ", "Paragraph 1 ")
    preview.sees("Paragraph 1 of")


@in_our_theme
def test_a_page_that_is_deleted_and_comes_back_is_shown(preview: Preview) -> None:
    preview.open("guide.html")
    text = (preview.site / "guide.mdx").read_text("utf-8")
    (preview.site / "guide.mdx").unlink()
    preview.sees("Page not found")
    (preview.site / "guide.mdx").write_text(text, "utf-8")
    preview.sees("Paragraph 2 of")


def test_a_new_paragraph_and_a_label_come_in_place(preview: Preview) -> None:
    preview.open("guide.html")
    preview.mark()
    preview.replace("guide.mdx", "Paragraph 3 ", "A new one.\n\nParagraph 3 ")
    preview.sees("A new one.")
    shares = preview.page.locator('script[src*="docsnav-sidebar-"]').count() > 0
    assert shares == ("sidebar_limit = 0" in (preview.site / "conf.py").read_text("utf-8"))
    preview.replace("docs.json", "Start", "Begin here")
    preview.sees("Begin here")
    preview.replace("guide.mdx", "title: Guide", "title: Manual")
    expect(preview.page.get_by_role("heading", name="Manual")).to_be_visible(timeout=PATIENCE)
    expect(preview.page.locator(".docsnav-sidebar")).to_contain_text("Manual")
    assert preview.has_mark
    preview.replace("guide.mdx", "title: Manual", "title: Guide")
    expect(preview.page.get_by_role("heading", name="Guide")).to_be_visible(timeout=PATIENCE)


def test_what_scripts_set_up_loads_the_page_again_at_the_same_place(preview: Preview) -> None:
    preview.open("guide.html")
    preview.mark()
    page = preview.page
    page.locator("details", has_text="Inside").first.evaluate("fold => { fold.open = true; }")
    page.evaluate("scrollTo(0, 300)")
    preview.replace("guide.mdx", "Paragraph 50 ", "```js\nlet a = 1\n```\n\nParagraph 50 ")
    preview.sees("let a = 1")
    assert not preview.has_mark
    page.wait_for_function("scrollY === 300")
    assert page.locator("details", has_text="Inside").first.evaluate("fold => fold.open")


@in_our_theme
def test_warnings_are_a_pill_that_opens_with_the_newest_first(preview: Preview) -> None:
    preview.open("guide.html")
    preview.replace("guide.mdx", "Paragraph 9 ", "[lost](/nowhere) Paragraph 9 ")
    pill = preview.page.get_by_role("button", name=re.compile("warning"))
    expect(pill).to_have_text("1 warning", timeout=PATIENCE)
    panel = preview.page.get_by_role("region", name="Messages of the preview")
    expect(panel).to_have_count(0)
    preview.replace("guide.mdx", "Paragraph 20 ", "[lost](/elsewhere) Paragraph 20 ")
    expect(pill).to_have_text("2 warnings", timeout=PATIENCE)
    pill.click()
    expect(panel.locator("li").first).to_contain_text("/elsewhere")
    expect(panel.locator(".at").first).to_contain_text("[lost](/elsewhere) Paragraph 20")
    expect(panel.locator("li").last).to_contain_text("guide.mdx:")
    expect(panel.locator("li").last).to_contain_text("/nowhere")
    preview.page.keyboard.press("Escape")
    expect(panel).to_have_count(0)
    expect(pill).to_be_focused()
    preview.replace("guide.mdx", "[lost](/nowhere) ", "")
    preview.replace("guide.mdx", "[lost](/elsewhere) ", "")
    expect(pill).to_have_count(0, timeout=PATIENCE)


@in_our_theme
def test_pages_are_found_without_the_suffix(preview: Preview) -> None:
    preview.open("guide")
    preview.sees("Paragraph 2 of")
    assert preview.page.url.endswith("/guide")
    preview.replace("guide.mdx", "Paragraph 2 ", "Changed words ")
    preview.sees("Changed words")
    preview.open("guide/")
    assert preview.page.url.endswith("/guide")


@in_our_theme
def test_a_broken_docs_json_leaves_the_last_good_page(preview: Preview) -> None:
    preview.open("guide.html")
    said = len(preview.log.read_text("utf-8"))
    text = (preview.site / "docs.json").read_text("utf-8")
    (preview.site / "docs.json").write_text(text.replace('"pages"', "pages", 1), "utf-8")
    panel = preview.page.get_by_role("region", name="Messages of the preview")
    expect(panel).to_contain_text("docs.json:", timeout=PATIENCE)
    preview.sees("Paragraph 1 of the guide")
    (preview.site / "docs.json").write_text(text, "utf-8")
    expect(panel).to_have_count(0, timeout=PATIENCE)
    assert "Traceback" not in preview.log.read_text("utf-8")[said:]


@in_our_theme
def test_a_broken_conf_py_leaves_the_last_good_page(preview: Preview) -> None:
    preview.open("guide.html")
    panel = preview.page.get_by_role("region", name="Messages of the preview")
    preview.replace("conf.py", "docsnav_fast", "1 / 0\ndocsnav_fast")
    expect(panel).to_contain_text("conf.py:3", timeout=PATIENCE)
    expect(panel).to_contain_text("ZeroDivisionError")
    preview.sees("Paragraph 1 of the guide")
    preview.replace("conf.py", "1 / 0\n", "")
    expect(panel).to_have_count(0, timeout=PATIENCE)


@in_our_theme
def test_two_open_pages_are_told_what_has_changed(preview: Preview, chromium: Browser) -> None:
    preview.open("guide.html")
    with chromium.new_page() as other:
        open_connected(other, f"{preview.root}/index.html")
        preview.replace("index.mdx", "Text.", "Other text.")
        expect(other.locator("body")).to_contain_text("Other text.", timeout=PATIENCE)
        preview.replace("docs.json", '"guide"', '"guide", "new"')
        (preview.site / "new.mdx").write_text("---\ntitle: Newcomer\n---\n", "utf-8")
        for page in (preview.page, other):
            expect(page.locator("body")).to_contain_text("Newcomer", timeout=PATIENCE)
        preview.replace("docs.json", '"guide", "new"', '"guide"')
        (preview.site / "new.mdx").unlink()
        for page in (preview.page, other):
            expect(page.locator("body")).not_to_contain_text("Newcomer", timeout=PATIENCE)


@in_our_theme
def test_a_page_shows_how_far_the_build_is(preview: Preview) -> None:
    preview.open("guide.html")
    preview.replace("docs.json", "Harbour", "Port")
    progress = preview.page.get_by_role("status")
    expect(progress).to_contain_text(re.compile("(Read|Writ)ing page"), timeout=PATIENCE)
    expect(progress).to_have_count(0, timeout=PATIENCE)
    preview.replace("docs.json", "Port", "Harbour")


@in_our_theme
def test_a_button_in_the_page_has_everything_built_anew(preview: Preview) -> None:
    preview.open("guide.html")
    said = len(preview.log.read_text("utf-8"))
    button = preview.page.get_by_role("button", name="Rebuild everything")
    button.focus()
    preview.page.keyboard.press("Enter")
    preview.wait_for_log("Rebuilding everything", said)
    preview.wait_for_log("Built 2 pages in ", said)
    preview.sees("Paragraph 1 of the guide")
    expect(preview.page.get_by_role("status")).to_have_count(0, timeout=PATIENCE)
