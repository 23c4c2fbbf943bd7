"""Built pages in Chromium."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet
from playwright.sync_api import Browser, Page, expect
from themes.conftest import THEMES as KNOWN_THEMES
from themes.conftest import Build, Built, build

__all__ = ["build"]


def on_demand(theme: ParameterSet) -> ParameterSet:
    """Return the parameter for a test that is run by hand only."""
    return pytest.param(*theme.values, marks=[*theme.marks, pytest.mark.on_demand], id=theme.id)


THEMES = [
    pytest.param(theme, marks=pytest.mark.xdist_group(theme), id=theme) for theme in KNOWN_THEMES
]
"""All themes. All tests of one run in one process, so that its site is built once.

Modules with one site for all of their tests have an ``xdist_group``, too.
"""

DIFFERENT = ("docsnav", "furo", "sphinx_rtd_theme", "alabaster", "sphinx_immaterial")
"""Themes with different scripts of their own, and different places for the navigation."""
TWO = ("furo", "sphinx_immaterial")
"""Themes with few scripts of their own, and with most."""


def preferred(*names: str) -> list[ParameterSet]:
    """Return all themes, those that *names* leaves out for tests that are run by hand only."""
    return [theme if theme.id in names else on_demand(theme) for theme in THEMES]


def in_themes(*names: str) -> pytest.MarkDecorator:
    """Open the garden in these themes alone: what is tested is the same in all, or only theirs."""
    themes = {theme.id: theme for theme in THEMES}
    return pytest.mark.parametrize("garden", [themes[name] for name in names], indirect=True)


in_different_themes = pytest.mark.parametrize("garden", preferred(*DIFFERENT), indirect=True)
"""For what a script of ours does in the navigation; the other themes run on demand."""
in_two_themes = pytest.mark.parametrize("garden", preferred(*TWO), indirect=True)
"""For what a script of ours does with its own elements; the other themes run on demand."""

PATIENCE = 20_000
"""Milliseconds to wait for what will come, on a machine that has other things to do."""

expect.set_options(timeout=PATIENCE)

Open = Callable[..., Page]
"""Opens a page of the site: ``open_page("guides/intro", width=380)``."""


def lasts(page: Page, deed: Callable[[], None], holds: Callable[[], None]) -> None:
    """Assert that what a reader does is remembered when the page is loaded again.

    Done up to three times: Chromium may lose what a page has stored if the page is loaded again
    in the same moment (seen once in 150 times, where the value was read back before).
    """
    for attempt in reversed(range(3)):
        deed()
        page.reload()
        try:
            holds()
        except AssertionError:
            if not attempt:
                raise
        else:
            return


@contextmanager
def opened_tab(chromium: Browser, built: Built, name: str, width: int) -> Iterator[Page]:
    """Open a page of a site in a window of *width* pixels, without the cookies of other pages."""
    context = chromium.new_context(viewport={"width": width, "height": 700})
    tab = context.new_page()
    tab.set_default_timeout(PATIENCE)
    tab.goto(f"file://{built.out}/{name}.html")
    yield tab
    context.close()


@pytest.fixture(params=THEMES)
def garden(request: pytest.FixtureRequest, build: Build) -> Built:
    """Build the site of every element with each theme."""
    return build(request.param)


class Tabs:
    """Tabs that one test after the other uses: a new one takes twice the processor time.

    What a site has stored is removed in between. What a test does to the tab itself is not, but for
    the size, the media and the routes: such a test opens its pages in a tab of its own.
    """

    def __init__(self, chromium: Browser, blank: Path) -> None:
        """:param blank: an empty page in a file, which shares what pages in files store."""
        self._chromium = chromium
        self._blank = blank
        self._free: dict[bool, list[Page]] = {True: [], False: []}

    @contextmanager
    def lend(self, *, scripts: bool, alone: bool) -> Iterator[Page]:
        """Lend a tab, with or without scripts; *alone* is one that no other test has or gets."""
        free = self._free[scripts]
        if free and not alone:
            page = free.pop()
        else:
            page = self._chromium.new_context(java_script_enabled=scripts).new_page()
            page.set_default_timeout(PATIENCE)
        yield page
        if alone:
            page.context.close()
            return
        page.unroute_all()
        page.context.unroute_all()
        if scripts:
            # Not before the page is left: some store a last value then.
            page.goto(self._blank.as_uri())
            page.evaluate("localStorage.clear(); sessionStorage.clear()")
        free.append(page)


@pytest.fixture(scope="session")
def tabs(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Tabs:
    """Return the tabs of all tests."""
    blank = tmp_path_factory.mktemp("blank") / "blank.html"
    blank.write_text("<!doctype html><title>Blank</title>", "utf-8")
    return Tabs(chromium, blank)


@pytest.fixture
def open_page(tabs: Tabs, garden: Built) -> Iterator[Open]:
    """Return a function that opens a page of the garden; what it stores lasts for the test."""
    with ExitStack() as lent:

        def opened(  # noqa: PLR0913 -- what a reader's browser may differ in
            name: str,
            *,
            built: Built = garden,
            width: int = 1280,
            height: int = 800,
            scripts: bool = True,
            dark: bool = False,
            forced: bool = False,
            alone: bool = False,
        ) -> Page:
            page = lent.enter_context(tabs.lend(scripts=scripts, alone=alone))
            if page.viewport_size != {"width": width, "height": height}:
                page.set_viewport_size({"width": width, "height": height})
            page.emulate_media(
                media="screen",
                color_scheme="dark" if dark else "light",
                forced_colors="active" if forced else "none",
            )
            page.goto(f"file://{built.out}/{name}.html")
            return page

        yield opened
