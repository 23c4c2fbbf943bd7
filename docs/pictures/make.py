"""Make the pictures of themes: the example site with each theme, as Chromium shows it.

``python docs/pictures/make.py`` makes those of all themes that are installed,
``python docs/pictures/make.py furo`` that of one. It needs Playwright and Chromium.
"""

from __future__ import annotations

import base64
import importlib.util
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

HERE = Path(__file__).parent
PAGE = "guides/first-booking.html"
"""A page with components, beside an open group, a tag and icons."""
THEMES = (
    "alabaster",
    "furo",
    "piccolo_theme",
    "pydata_sphinx_theme",
    "shibuya",
    "sphinx_book_theme",
    "sphinx_immaterial",
    "sphinx_rtd_theme",
    "sphinxawesome_theme",
)


def build(theme: str, out: Path) -> None:
    """Build the example with *theme*."""
    words = ["build", str(HERE.parent / "example"), str(out), "--theme", theme, "-q", "-W"]
    subprocess.run([sys.executable, "-m", "sphinx_docsnav", *words], check=True)  # noqa: S603 -- our own command


def picture(browser: Browser, page: Path) -> bytes:
    """Return what the browser shows of *page*, as WebP, which Playwright itself does not write."""
    tab = browser.new_page(viewport={"width": 1280, "height": 760})
    tab.goto(page.as_uri())
    tab.evaluate("document.fonts.ready")
    shot = {"format": "webp", "quality": 60}
    answer = tab.context.new_cdp_session(tab).send("Page.captureScreenshot", shot)
    tab.close()
    return base64.b64decode(answer["data"])


def main(themes: list[str]) -> None:
    """Make the pictures of *themes*, else of all that are installed."""
    names = themes or [name for name in THEMES if importlib.util.find_spec(name)]
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        for name in names:
            build(name, Path(folder) / name)
            data = picture(browser, Path(folder) / name / PAGE)
            (HERE / f"{name}.webp").write_bytes(data)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
