"""Pages as axe-core finds them: nothing that the theme alone does not do as well."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser.conftest import THEMES, Open, opened_tab
from playwright.sync_api import Browser, Page
from sphinx_processes import SphinxProcesses
from themes.conftest import Build, Built

pytestmark = pytest.mark.browser

PAGES = ("index", "sdk/client", "search", "api-reference/add-a-plant")
"""The landing page, every switch, beside the tree, an operation in the middle of the tree."""

DARK_PAGES = PAGES[1:]
"""In the dark only colours differ; these pages hold all that we colour."""

PLAIN_PAGES = ("index", "guide", "search")
"""The same kinds of pages in the site without the extension."""

IS_OURS = """element =>
    element.closest(':not(html)[class*=docsnav], [data-docsnav-banner]') !== null
    && element.closest('.highlight') === null"""
"""Tells whether the extension made an element; code is coloured by the theme.

The classes of the root element tell styles what kind of page it is.
"""
_COLOURS = re.compile(r"foreground color: #\w+, background color: #\w+")


SETTLED = """async () => {
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  await Promise.all(document.getAnimations()
    .filter((one) => one instanceof CSSTransition).map((one) => one.finished.catch(() => null)));
}"""
"""Waits for the first frame, and for transitions.

The load event can come before the first frame, in which what scrolls becomes reachable by keys.
Themes fade colours from those of the browser when their styles apply.
"""


@dataclass(frozen=True, order=True)
class Finding:
    """One element that breaks a rule."""

    rule: str
    """The rule's name."""
    html: str
    """How the element begins."""
    ours: bool
    """It stands in what the extension wrote."""
    says: str = ""
    """What axe-core says of it."""

    @property
    def colours(self) -> str:
        """The two colours that have too little contrast; empty of other rules."""
        match = _COLOURS.search(self.says)
        return match[0] if match else ""


COLOUR_RULES = ["color-contrast", "link-in-text-block"]
"""The rules of axe-core about colours: in the dark the elements are the same."""


def findings(page: Page, rules: Collection[str]) -> list[Finding]:
    """Return what axe-core finds in a page, once its colours have their final values.

    :param rules: the rules to run; all without one.
    """
    page.evaluate(SETTLED)
    options = {"resultTypes": ["violations"], **({"runOnly": [*rules]} if rules else {})}
    response: dict[str, Any] = Axe().run(page, options=options).response
    return sorted(
        Finding(
            rule=violation["id"],
            html=node["html"][:160],
            ours=page.locator(node["target"][-1]).first.evaluate(IS_OURS),
            says=" ".join(node["failureSummary"].split())[:300],
        )
        for violation in response["violations"]
        for node in violation["nodes"]
    )


def findings_by_page(
    open_page: Open, built: Built, names: tuple[str, ...], *, dark: bool, rules: Collection[str]
) -> Iterator[tuple[str, list[Finding]]]:
    """Yield the pages of a site with what axe-core finds in each, one after the other in one tab.

    A page that nobody asks for any more is not opened.
    """
    page = None
    for name in names:
        if not (built.out / f"{name}.html").is_file():
            continue
        if page is None:
            page = open_page(name, built=built, dark=dark)
        else:
            page.goto(f"file://{built.out}/{name}.html")
        yield name, findings(page, rules)


ALWAYS_LIGHT = ("piccolo_theme", "sphinx_rtd_theme")
"""Themes without dark pages, as Alabaster: our styles have no dark colours in any of them."""
LIGHT_AND_DARK = [
    pytest.param(*theme.values, dark, marks=theme.marks, id=f"{theme.id}-{name}")
    for name, dark, themes in (
        ("light", False, THEMES),
        ("dark", True, [theme for theme in THEMES if theme.id not in ALWAYS_LIGHT]),
    )
    for theme in themes
]


@pytest.mark.parametrize(("garden", "dark"), LIGHT_AND_DARK, indirect=["garden"])
def test_axe_finds_nothing_that_the_theme_alone_does_not_do(
    open_page: Open,
    garden: Built,
    build: Build,
    dark: bool,  # noqa: FBT001 -- a parameter of the test
) -> None:
    names, rules = (DARK_PAGES, COLOUR_RULES) if dark else (PAGES, [])
    new = [
        (name, finding)
        for name, one in findings_by_page(open_page, garden, names, dark=dark, rules=rules)
        for finding in one
    ]
    broken = {finding.rule for _, finding in new if not finding.ours or finding.colours}
    plain = build(garden.theme, "plain") if broken else garden
    pages = findings_by_page(open_page, plain, PLAIN_PAGES, dark=dark, rules=broken)
    # What one page of the theme alone does as well is excused, whatever the next ones do.
    while any(finding.rule in broken for _, finding in new) and (page := next(pages, None)):
        rules_of_the_theme = {finding.rule for finding in page[1]}
        # In a theme without an adapter, the navigation has the colours of the theme's links.
        colours_of_the_theme = {finding.colours for finding in page[1]} - {""}
        new = [
            (name, finding)
            for name, finding in new
            if finding.colours not in colours_of_the_theme
            and (finding.ours or finding.rule not in rules_of_the_theme)
        ]
    assert new == []


SITE = Path(os.environ.get("DOCSNAV_SITES", "")) / os.environ.get(
    "DOCSNAV_AXE_SITE", "microsandbox"
)
"""The folder of a real site."""
MOST_PAGES = 60
"""How many of its pages are opened, from the first to the last."""


@pytest.mark.on_demand
@pytest.mark.skipif(not (SITE / "source").is_dir(), reason="DOCSNAV_SITES names no folder of sites")
def test_axe_finds_nothing_on_the_pages_of_a_real_site(
    chromium: Browser, processes: SphinxProcesses, tmp_path: Path
) -> None:
    words = ["build", str(SITE / "source"), str(tmp_path), "--no-remote", "-q"]
    done = processes.run(*words, program="sphinx_docsnav")
    assert done.returncode == 0, done.stderr
    folders_without_pages = {"_static", "_images", "_downloads"}
    paths = {path.relative_to(tmp_path): path for path in sorted(tmp_path.rglob("*.html"))}
    names = [
        str(path.with_suffix(""))
        for path, file in paths.items()
        # Redirects are left by themselves before axe-core has read them.
        if path.parts[0] not in folders_without_pages
        and "http-equiv=refresh" not in file.read_text("utf-8").replace('"', "")
    ]
    opened = names[:: max(1, len(names) // MOST_PAGES)][:MOST_PAGES]
    built = Built(tmp_path, done.stderr, "docsnav")
    with opened_tab(chromium, built, opened[0], 1280) as page:
        found = [
            (name, finding)
            for name, all_of_page in findings_by_page(
                lambda *_args, **_options: page, built, tuple(opened), dark=False, rules=()
            )
            for finding in all_of_page
            if not has_role_of_its_author(name, finding)
        ]
    assert found == []


def has_role_of_its_author(name: str, finding: Finding) -> bool:
    """Return whether the source of a page gives the element its role."""
    role = re.search(r'role="\w+"', finding.html)
    source = SITE / "source" / f"{name}.mdx"
    return role is not None and source.is_file() and role[0] in source.read_text("utf-8")
