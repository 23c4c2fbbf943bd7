"""``404.html`` as a host shows it for addresses at any depth."""

from __future__ import annotations

import mimetypes
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from themes.conftest import Build, Built

pytestmark = pytest.mark.browser

SITE = (
    ("conf.py", 'extensions = ["sphinx_docsnav"]\ndocsnav_not_found = True\n'),
    ("docs.json", '{"name": "Site", "navigation": {"pages": ["index", "kitchen"]}}'),
    ("index.rst", "Home\n====\n"),
    ("kitchen.rst", "Kitchen\n=======\n"),
)
LANGUAGES = (
    SITE[0],
    (
        "docs.json",
        """{"name": "Site", "navigation": {"languages": [
          {"language": "en", "pages": ["index", "kitchen"]},
          {"language": "fr", "pages": ["fr/index", "fr/kitchen"]}
        ]}}""",
    ),
    *SITE[2:],
    ("fr/index.rst", "Accueil\n=======\n"),
    ("fr/kitchen.rst", "Cuisine\n=======\n"),
)
FOLDER = "/team/docs/"
"""The path of the folder in which the host has the site."""


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    with chromium.new_context() as context:
        yield context.new_page()


def serve(page: Page, built: Built) -> set[str]:
    """Answer as a host does that has the site in a folder; return the hosts asked for files."""
    asked = set[str]()

    def answer(route: Route) -> None:
        address = urlsplit(route.request.url)
        asked.add(address.netloc)
        file = built.out / address.path.removeprefix(FOLDER)
        if address.path.startswith(FOLDER) and file.is_file():
            route.fulfill(path=file, content_type=mimetypes.guess_type(file)[0])
        else:
            route.fulfill(status=404, path=built.out / "404.html", content_type="text/html")

    page.route("**/*", answer)
    return asked


@pytest.mark.parametrize("path", ["/team/docs/kitchn.html", "/team/docs/a/b/c/kitchn"])
def test_a_missing_address_below_a_path_has_style_and_links(
    build: Build, page: Page, path: str
) -> None:
    serve(page, build("docsnav", "bed", files=SITE))
    page.goto(f"https://host.example{path}")
    assert page.evaluate("document.baseURI") == f"https://host.example{FOLDER}404.html"
    assert page.evaluate("getComputedStyle(document.body).margin") == "0px"
    nearest = page.locator("#docsnav-near a").first
    expect(nearest).to_have_text("Kitchen")
    nearest.click()
    page.wait_for_url(f"https://host.example{FOLDER}kitchen.html")


@pytest.mark.parametrize(
    ("path", "title"),
    [("kitchen/", "Kitchen"), ("x/kitchn.html", "Kitchen"), ("fr/kitchn.html", "Cuisine")],
)
def test_similar_pages_are_in_the_language_of_the_missing_one(
    build: Build, page: Page, path: str, title: str
) -> None:
    serve(page, build("docsnav", "bed", files=LANGUAGES))
    page.goto(f"https://host.example{FOLDER}{path}")
    expect(page.locator("#docsnav-near a")).to_have_text([title])


@pytest.mark.parametrize("path", ["küche%zz.html", "kü/küchen.html"])
def test_addresses_are_compared_as_they_are_read(build: Build, page: Page, path: str) -> None:
    files = (SITE[0], ("docs.json", SITE[1][1].replace("kitchen", "küche")), SITE[2])
    serve(page, build("docsnav", "bed", files=(*files, ("küche.rst", "Küche\n=====\n"))))
    page.goto(f"https://host.example{FOLDER}{path}")
    expect(page.locator("#docsnav-near a")).to_have_text(["Küche"])
    page.keyboard.press("/")
    page.locator("dialog.docsnav-search input").fill("Home")
    expect(page.locator(".docsnav-found-page").first).to_contain_text("Home")


def test_a_page_on_a_disk_has_style(build: Build, page: Page) -> None:
    built = build("docsnav", "bed", files=SITE)
    page.goto(f"file://{built.out}/404.html")
    assert page.evaluate("document.baseURI") == f"file://{built.out}/404.html"
    assert page.evaluate("getComputedStyle(document.body).margin") == "0px"


def test_a_path_that_looks_like_a_host_is_no_host(build: Build, page: Page) -> None:
    asked = serve(page, build("docsnav", "bed", files=SITE))
    page.goto("https://host.example//evil.example/team/docs/x")
    assert page.evaluate("document.baseURI") == "https://host.example/404.html"
    assert asked == {"host.example"}
