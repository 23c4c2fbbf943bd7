"""What all tests may use."""

from __future__ import annotations

import gc
import importlib.util
import json
import logging
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import sphinx.locale
from building import SITES, Project
from hypothesis import HealthCheck, settings
from installed_browser import MISSING, describe_browser, find_browser
from shared_entry_points import entry_points_shared
from shared_templates import templates_shared
from sphinx_processes import SphinxProcesses
from support import Command, MakeSite

if TYPE_CHECKING:
    from playwright.sync_api import Browser

collect_ignore = [] if importlib.util.find_spec("playwright") else ["browser"]
"""What drives a browser is for the environment that has the means."""

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-quic",
    "--disable-sync",
    # A page that asks another host is answered at once, not after the network has been tried.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
]
"""Chromium needs no rights, no screen and no network here."""

# As in an application: the texts of Sphinx's domains are strings, not objects that are translated
# later, which "json" builds cannot write.
sphinx.locale.init([], None)

UNTRANSLATED = dict(sphinx.locale.translators)
"""The language that Sphinx's labels have at the beginning of each test."""

# An exception while a page is built fails the test, and is not reported as an error of the page.
os.environ["SPHINX_DOCSNAV_RAISE"] = "1"

# Sphinx reports each event and each setting for those who debug it: up to a tenth of the processor
# time of a small build. No test reads these messages.
logging.disable(logging.DEBUG)

# Thousands of collected tests stay in memory. Python would look at all of them again after every
# second build, to find reference cycles; now it does so after about a dozen.
gc.set_threshold(*gc.get_threshold()[:2], 200)

# How fast a machine is must not decide a test; and a test may write all examples to one folder.
# Here for all, because a list at one test would replace this one.
settings.register_profile(
    "any",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.load_profile("any")


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """An empty project."""
    return Project(tmp_path)


@pytest.fixture
def features(project: Project) -> Project:
    """A site without conf.py that has every kind of page and most kinds of element."""
    shutil.copytree(SITES / "features", project.src)
    return project


@pytest.fixture
def kitchen(project: Project) -> Project:
    """Languages, versions, tabs and menus: English, French and Arabic, two versions."""
    shutil.copytree(SITES / "divisions", project.src)
    project.conf["numfig"] = True
    return project


@pytest.fixture
def make_site(tmp_path: Path) -> MakeSite:
    """Return a function that writes docs.json and pages to a folder.

    ``make_site({"pages": ["a"]}, {"a.mdx": "Text"}, name="Nice")``: the value of
    ``navigation``, files by path, other fields of docs.json.
    """

    def make(
        navigation: object, files: dict[str, str], folder: str = "site", **fields: object
    ) -> Path:
        root = tmp_path / folder
        root.mkdir(parents=True)
        docs = {**fields, "navigation": navigation}
        (root / "docs.json").write_text(json.dumps(docs, indent=2), "utf-8")
        for name, text in files.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        return root

    return make


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str]) -> Command:
    """Return a function that runs the command line and keeps what it prints."""
    return Command(capsys)


@pytest.fixture(scope="session", autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep builds of tests out of the person's cache folder."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    """Forget the language of the last build in this process."""
    yield
    sphinx.locale.translators.clear()
    sphinx.locale.translators.update(UNTRANSLATED)


@pytest.fixture(scope="session", autouse=True)
def compiled_templates(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Compile the templates of Sphinx and the themes once, not in each build."""
    folder = tmp_path_factory.mktemp("templates")
    with templates_shared(folder):
        yield folder


@pytest.fixture(scope="session", autouse=True)
def _known_entry_points() -> Iterator[None]:
    """Read the entry points of installed packages once, not in each build."""
    with entry_points_shared():
        yield


@pytest.fixture(scope="session")
def processes(compiled_templates: Path) -> Iterator[SphinxProcesses]:
    """Run builds in processes of their own."""
    with SphinxProcesses(compiled_templates) as running:
        yield running


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """Run the browser once in a process; skip without one, but never where CI wants it tested.

    Playwright's loop runs until the fixture ends and allows no second one.
    """
    sync_api = pytest.importorskip("playwright.sync_api")
    program = find_browser()
    if not program:
        if os.environ.get("CI"):
            pytest.fail(MISSING, pytrace=False)
        pytest.skip(MISSING)
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield browser
        browser.close()


def pytest_report_header() -> str | None:
    """Name the browser and its version, where tests can run in one."""
    if not importlib.util.find_spec("playwright"):
        return None
    return f"browser: {describe_browser()}"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say in one line how many tests were left out without a browser."""
    skipped = terminalreporter.stats.get("skipped", [])
    count = sum(MISSING in str(report.longrepr) for report in skipped)
    if count:
        terminalreporter.write_line(
            f"LEFT OUT: {count} tests in a browser, because {MISSING}; install Debian's "
            "chromium-headless-shell, or name a program in DOCSNAV_CHROMIUM",
            yellow=True,
        )
