"""Make the pictures of the documentation, as Chromium shows the sites.

``python docs/pictures/make.py`` makes all of them, ``python docs/pictures/make.py furo tabs`` those
with these names. It needs Playwright and Chromium; themes that are not installed are left out.

- ``example``: the first page of the example site.
- Of each theme: a page of the example site.
- Of each kind of navigation: its example in ``docs/examples``, with its menu open.
- Of each option of the theme docsnav that can be seen: a page with another value.
- ``before`` and ``after``: the pages of the example site with Furo, as Sphinx lists them, and with
  the docs.json of the example.
"""

from __future__ import annotations

import base64
import importlib.util
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from sphinx_docsnav.themes.adapter_registry import OWN

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "_ext"))
from navigation_example import page_paths, page_text, specifications  # noqa: E402 -- see above

EXAMPLE = HERE.parent / "example"
PAGE = "guides/first-booking"
"""A page with components, beside an open group, a tag and icons."""
THEMES = sorted(name for adapter in OWN for name in adapter.themes)
MODULES = {
    "docsnav": "sphinx_docsnav",
    "bootstrap": "sphinx_bootstrap_theme",
    "breeze": "sphinx_breeze_theme",
}
"""The packages of themes that are not named after them."""
KINDS = {
    "groups": ("use/recipes", ""),
    "tabs": ("install", ""),
    "menu": ("index", ".docsnav-bar summary"),
    "anchors": ("index", ""),
    "global": ("install", ""),
    "dropdowns": ("index", ".docsnav-switch summary"),
    "products": ("oven/cleaning", ".docsnav-switch summary"),
    "versions": ("index", ".docsnav-switch summary"),
    "languages": ("index", ".docsnav-switch summary"),
    "reading": ("", ""),
}
"""Each kind of navigation with the page of its example, and what to click there."""
OPTIONS = {"accent": "#b3261e", "logo_dark": "", "width": "30rem", "radius": "0rem"}
"""The options of the theme docsnav that can be seen, with the values in their pictures."""
LARGE, SMALL = (1280, 760), (1120, 460)
"""The sizes of windows, in pixels."""


def run(*words: str) -> None:
    """Run a module of Python."""
    subprocess.run([sys.executable, "-m", *words], check=True)  # noqa: S603 -- our own command


def of_theme(
    name: str, folder: Path, *options: str, page: str = PAGE, click: str = ""
) -> tuple[Path, str, tuple[int, int]]:
    """Build the example with a theme; return the page to show, what to click, and the window."""
    words = ("build", str(EXAMPLE), str(folder), "--theme", name, "-q", "--no-remote", *options)
    run("sphinx_docsnav", *words)
    return folder / f"{page}.html", click, SMALL if options or click else LARGE


def of_kind(name: str, folder: Path, *options: str) -> tuple[Path, str, tuple[int, int]]:
    """Build the example of a kind of navigation."""
    text = (HERE.parent / "examples" / f"{name}.json").read_text("utf-8")
    navigation = json.loads(text)["navigation"]
    source = folder / "source"
    pages = list(page_paths(navigation))
    write(source, {"docs.json": text} | {f"{page}.mdx": page_text(page) for page in pages})
    for file in specifications(json.loads(text)):
        shutil.copyfile(HERE.parent / "examples" / file, source / file)
    title = ("-D", "project=Example", "-D", "html_title=Example")
    run("sphinx_docsnav", "build", str(source), str(folder / "out"), "-q", *title, *options)
    page, click = KINDS[name]
    return folder / "out" / f"{page or pages[-1]}.html", click, SMALL


def of_option(name: str, folder: Path) -> tuple[Path, str, tuple[int, int]]:
    """Build a site with another value of an option of the theme docsnav."""
    words = ("-D", f"html_theme_options.{name}={OPTIONS[name]}")
    if name == "accent":  # the example has colors
        return of_kind("tabs", folder, *words)
    if name == "logo_dark":  # from the logo of docs.json
        return of_theme("docsnav", folder, click=".dn-mode")
    return of_theme("docsnav", folder, *words)


def of_project(name: str, folder: Path) -> tuple[Path, str, tuple[int, int]]:
    """Build a project of reStructuredText, before and after it has a docs.json."""
    pages = {
        path.relative_to(EXAMPLE).with_suffix("").as_posix(): rst_text(path)
        for path in EXAMPLE.rglob("*.mdx")
        if path.parent.name != "snippets"
    }
    others = "\n   ".join(sorted(page for page in pages if page != "index"))
    pages["index"] += f"\n.. toctree::\n\n   {others}\n"
    conf = 'project = "Harbour"\nhtml_theme = "furo"\n'
    source = folder / "source"
    if name == "after":
        conf += 'extensions = ["sphinx_docsnav"]\ndocsnav_colors = True\n'
        conf += 'html_logo = "logo/light.svg"\nhtml_theme_options = {"sidebar_hide_name": True}\n'
        shutil.copytree(EXAMPLE, source, ignore=shutil.ignore_patterns("*.mdx", "snippets"))
    files = {f"{page}.rst": text for page, text in pages.items()}
    write(source, {"conf.py": conf} | files)
    run("sphinx", "-q", "-b", "html", str(source), str(folder / "out"))
    return folder / "out" / "guides" / "timetables.html", "", (1120, 620)


def rst_text(path: Path) -> str:
    """Return a page of reStructuredText with the title of a page of MDX."""
    found = re.search(r"^title: (.*)$", path.read_text("utf-8"), re.MULTILINE)
    title = found[1].strip("\"'") if found else path.stem
    return f"{title}\n{'=' * len(title)}\n\nThis page is written in reStructuredText.\n"


def write(folder: Path, files: dict[str, str]) -> None:
    """Write files."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


def picture(browser: Browser, page: Path, click: str, size: tuple[int, int]) -> bytes:
    """Return what the browser shows of *page*, as WebP, which Playwright itself does not write."""
    tab = browser.new_page(viewport={"width": size[0], "height": size[1]})
    tab.goto(page.as_uri())
    tab.wait_for_load_state("networkidle")  # also after the redirect of a first page
    tab.evaluate("document.fonts.ready")
    if click:
        tab.locator(click).locator("visible=true").first.click()
        tab.mouse.move(size[0] - 1, size[1] - 1)
        tab.wait_for_timeout(300)
    shot = {"format": "webp", "quality": 60}
    answer = tab.context.new_cdp_session(tab).send("Page.captureScreenshot", shot)
    tab.close()
    return base64.b64decode(answer["data"])


Make = Callable[[Path], tuple[Path, str, tuple[int, int]]]
"""Builds a site in a folder."""


def main(names: list[str]) -> None:
    """Make the pictures with these names, else all that can be made."""
    installed = [name for name in THEMES if importlib.util.find_spec(MODULES.get(name, name))]
    makers: dict[str, Make] = {
        "example": partial(of_theme, "docsnav", page="index"),
        **{name: partial(of_theme, name) for name in installed},
        **{name: partial(of_kind, name) for name in KINDS},
        **{f"option-{name}": partial(of_option, name) for name in OPTIONS},
        **{name: partial(of_project, name) for name in ("before", "after")},
    }
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        for name in names or makers:
            found = makers[name](Path(folder, name))
            (HERE / f"{name}.webp").write_bytes(picture(browser, *found))
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
