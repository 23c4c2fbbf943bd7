"""Search and switches in a real browser, from files, as a reader meets them."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from contextlib import closing
from typing import TYPE_CHECKING, TypeAlias

import pytest
from building import SITES, Project
from sphinx_processes import SphinxProcesses

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

THEMES = [
    "alabaster",
    "furo",
    "sphinx_rtd_theme",
    "pydata_sphinx_theme",
    "shibuya",
    "sphinx_book_theme",
    "sphinxawesome_theme",
    "piccolo_theme",
]
"""The themes with a page of results; Immaterial shows them in a window."""
HIDDEN = "fr/library/soup", "fr/v1/library/pots"
"""One page of each version that no search may find."""


CONF = """
project = "Kitchen"
numfig = True
extensions = {extensions!r}
html_theme = {theme!r}
html_theme_options = {options!r}
"""


BuildKitchen: TypeAlias = Callable[..., str]
"""Builds in a process of its own, as some themes change Sphinx for good; returns the log."""


@pytest.fixture(scope="module")
def build(processes: SphinxProcesses) -> BuildKitchen:
    """Return a function that builds a site with a theme, and other extensions than ours alone."""

    def build_kitchen(kitchen: Project, theme: str, *extensions: str, **options: object) -> str:
        extensions = extensions or ("sphinx_docsnav",)
        text = CONF.format(extensions=extensions, theme=theme, options=options)
        kitchen.write({"conf.py": text})
        done = processes.run(str(kitchen.src), str(kitchen.output()), cwd=kitchen.root)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return build_kitchen


def in_themes(themes: list[str]) -> pytest.MarkDecorator:
    """Run a test with the site of each theme; all tests of a theme in one process."""
    params = [
        pytest.param(theme, marks=pytest.mark.xdist_group(f"kitchen {theme}"), id=theme)
        for theme in themes
    ]
    return pytest.mark.parametrize("built", params, indirect=True)


@pytest.fixture(scope="module")
def kitchens() -> dict[str, Project]:
    """Return the sites that are built, by their theme."""
    return {}


@pytest.fixture
def built(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    build: BuildKitchen,
    kitchens: dict[str, Project],
) -> Project:
    theme: str = request.param
    pytest.importorskip(theme)
    if theme not in kitchens:
        kitchen = Project(tmp_path_factory.mktemp("kitchen"))
        shutil.copytree(SITES / "divisions", kitchen.src)
        hide(kitchen)
        build(kitchen, theme)
        kitchens[theme] = kitchen
    return kitchens[theme]


def hide(kitchen: Project) -> None:
    """Hide one French page from search, and another from the navigation, too."""
    for name, how in zip(HIDDEN, ("noindex", "hidden"), strict=True):
        path = kitchen.src / f"{name}.mdx"
        path.write_text(path.read_text("utf-8").replace("---\n", f"---\n{how}: true\n", 1), "utf-8")


def results(page: Page, address: str) -> set[str]:
    page.goto(address)
    page.wait_for_selector("#search-results li a")
    links = page.eval_on_selector_all("#search-results li a", "e => e.map(a => a.pathname)")
    return {link.partition("/out/html/")[2] for link in links}


@in_themes(THEMES)
def test_the_search_box_finds_only_the_own_language_and_version(
    built: Project, chromium: Browser
) -> None:
    root = built.output().as_uri()
    page = chromium.new_page()
    page.goto(f"{root}/fr/v1/guides/start.html")
    action = page.eval_on_selector("form[action*=search]", "form => form.action")
    assert action == f"{root}/search-fr-v1.html"

    names = ("fr/v1/index", "fr/v1/guides/start", "fr/v1/library/soup")
    assert results(page, f"{action}?q=tournent") == {f"{name}.html" for name in names}
    assert page.get_attribute("html", "lang") == "fr"
    assert all(
        name.startswith("ar/") for name in results(page, f"{root}/search-ar-v2.html?q=المطبخ")
    )
    assert page.get_attribute("html", "dir") == "rtl"
    page.close()


@in_themes(["furo"])
def test_results_of_other_versions_follow_all_of_the_own(built: Project, chromium: Browser) -> None:
    page = chromium.new_page()
    page.goto(f"{built.output().as_uri()}/fr/index.html")
    page.keyboard.press("Control+k")
    page.locator("dialog.docsnav-search input").fill("Soupe")  # a heading here, a title in v1
    page.get_by_role("button", name="Toutes les versions").click()
    found = page.locator(".docsnav-found[data-query=Soupe] a")
    found.filter(has_text="v1").first.wait_for()
    paths = found.evaluate_all("links => links.map(link => link.pathname)")
    old = ["/v1/" in path for path in paths]
    assert not old[0]
    assert old == sorted(old)
    page.close()


@pytest.mark.parametrize("first", ["sphinx_docsnav", "sphinx_immaterial"])
def test_the_window_of_immaterial_finds_only_the_own_language_and_version(
    kitchen: Project, chromium: Browser, build: BuildKitchen, first: str
) -> None:
    pytest.importorskip("sphinx_immaterial")
    hide(kitchen)
    extensions = sorted(("sphinx_docsnav", "sphinx_immaterial"), key=first.__ne__)
    build(kitchen, "sphinx_immaterial", *extensions, font=False)
    root = kitchen.output().as_uri()

    french = ("fr/v1/index", "fr/v1/guides/start", "fr/v1/library/soup")
    wanted = {"fr/v1/index": ("tournent", french), "ar/index": ("onlyv2", ("ar/",))}
    wanted |= {"index": ("kitchens", ("index", "guides/", "library/"))}
    for start, (word, names) in wanted.items():
        with closing(chromium.new_page()) as page:
            page.goto(f"{root}/{start}.html")
            page.locator(".md-search__input").click()
            page.locator("dialog.docsnav-search").get_by_role("combobox").fill(word)
            page.wait_for_selector(f".docsnav-found[data-query={word}] [role=option]")
            links = page.eval_on_selector_all(
                "dialog.docsnav-search a[href]", "e => e.map(a => a.pathname)"
            )
        found = {link.partition("/out/html/")[2] for link in links}
        assert all(link.startswith(names) for link in found), found
        assert len(found) >= 3
    log = build(kitchen, "sphinx_immaterial", *extensions, font=False)
    assert "0 added, 0 changed, 0 removed" in log


@in_themes(THEMES)
def test_a_reader_switches_version_and_language(built: Project, chromium: Browser) -> None:
    root = built.output().as_uri()
    with closing(chromium.new_page(viewport={"width": 1280, "height": 800})) as page:
        page.goto(f"{root}/guides/start.html")
        for kind, target in (("versions", "v1/guides/start"), ("languages", "fr/v1/guides/start")):
            address = f"{root}/{target}.html"
            switch = page.locator(f".docsnav-{kind}").locator("visible=true").first
            switch.locator("summary").click()
            links = switch.locator("a").locator("visible=true")
            hrefs = [link.evaluate("a => a.href") for link in links.all()]
            links.nth(hrefs.index(address)).click()
            page.wait_for_url(address)


EDGES = """() => {
  const range = document.createRange();
  range.selectNodeContents(document.querySelector("h1"));
  const boxes = [...document.querySelectorAll('a[href$="guides/start.html"]')]
    .filter((a) => a.checkVisibility() && !a.closest(".docsnav-switch, [rel], article, main"))
    .map((a) => a.getBoundingClientRect())
    .filter((box) => box.width);
  const { left, right } = range.getBoundingClientRect();
  return [left, right, Math.min(...boxes.map((box) => box.left)),
    Math.max(...boxes.map((box) => box.right))];
}"""
"""Where the title and the sidebar's link to a page begin and end."""


# Piccolo pins its column to the left; the first title of a page of Book is one for print alone.
@in_themes([theme for theme in THEMES[:-1] if theme != "sphinx_book_theme"])
def test_pages_from_right_to_left_are_mirrored(built: Project, chromium: Browser) -> None:
    root, width = built.output().as_uri(), 1280
    with closing(chromium.new_page(viewport={"width": width, "height": 800})) as page:
        page.goto(f"{root}/index.html")
        title, _, sidebar, _ = page.evaluate(EDGES)
        page.goto(f"{root}/ar/index.html")
        _, mirrored_title, _, mirrored_sidebar = page.evaluate(EDGES)
        direction = page.evaluate("getComputedStyle(document.querySelector('h1')).direction")

    assert direction == "rtl"
    assert sidebar < title
    assert mirrored_sidebar > mirrored_title
    assert (
        abs(width - mirrored_sidebar - sidebar) < 60
    )  # a scroll bar, a column as wide as its words
    assert abs(width - mirrored_title - title) < 60
