"""Which page a link points to, in a build and in ``check``."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sphinx_docsnav.sitefiles.page_links import (
    LinkTarget,
    SiteDocuments,
    compile_redirects,
    explain_missing_anchor,
    find_first_pages,
    find_meant_anchor,
)

REDIRECTS = (
    ("/old", "/guides/setup#first"),
    ("/older", "/old"),
    ("/guides/setup", "/elsewhere"),
    ("/forum", "https://example.com/forum#top"),
    ("/mail", "mailto:us@example.com"),
    ("/loop", "/loop"),
    ("/gone", "/nowhere"),
    ("/manual", "/api/v1#top"),
    ("/served", "/docs/guides/setup#first"),
    ("/served-twice", "/docs/served"),
    ("/served-root", "/docs"),
    ("/served-nowhere", "/docs/nowhere"),
    ("/contents", "/docs/genindex.html#A"),
    ("/extra", "/old"),
)
DOCUMENTS = ("home", "guides/setup", "guides/index", "api/v1/deep/z", "api/v1/a", "api/v2")
SITE = SiteDocuments(
    DOCUMENTS,
    lambda: compile_redirects(REDIRECTS),
    "home",
    lambda: find_first_pages(DOCUMENTS),
    is_builder_page={"genindex", "extra", "home"}.__contains__,
)


@pytest.mark.parametrize(
    ("paths", "target"),
    [
        (("",), LinkTarget("home")),
        (("guides/setup.mdx",), LinkTarget("guides/setup")),
        (("guides",), LinkTarget("guides/index")),
        (("setup", "guides/setup"), LinkTarget("guides/setup")),
        (("old",), LinkTarget("guides/setup", anchor="first")),
        (("older",), LinkTarget("guides/setup", anchor="first")),
        (("forum",), LinkTarget(None, "https://example.com/forum#top")),
        (("mail",), LinkTarget(None, "mailto:us@example.com")),
        (("loop",), None),
        (("gone",), None),
        (("api",), LinkTarget("api/v1/deep/z")),
        (("api/v1/index.md",), LinkTarget("api/v1/deep/z")),
        (("nothing", "api/v1/deep"), LinkTarget("api/v1/deep/z")),
        (("manual",), LinkTarget("api/v1/deep/z", anchor="top")),
        (("served",), LinkTarget("guides/setup", anchor="first")),
        (("served-twice",), LinkTarget("guides/setup", anchor="first")),
        (("served-root",), LinkTarget("home")),
        (("served-nowhere",), None),
        (("genindex.html",), LinkTarget("genindex", is_builder_page=True)),
        (("extra",), LinkTarget("extra", is_builder_page=True)),
        (("contents",), LinkTarget("genindex", is_builder_page=True, anchor="A")),
    ],
)
def test_a_link_points_to_a_page_before_a_redirect_and_this_before_a_folder(
    paths: tuple[str, ...], target: LinkTarget | None
) -> None:
    assert SITE.find(paths) == target


@pytest.mark.parametrize(
    ("path", "mount", "docname"),
    [
        ("docs/guides/setup", "docs", "guides/setup"),
        ("docs/old", "docs", "guides/setup"),
        ("docs", "docs", "home"),
        ("help/en/guides", "help/en", "guides/index"),
        ("docs/guides/setup", "help", None),
        ("docsy/guides/setup", "docs", None),
        ("api/guides/setup", "api", None),  # the site has a folder of that name
    ],
)
def test_a_link_may_begin_with_the_path_that_the_site_is_served_at(
    path: str, mount: str, docname: str | None
) -> None:
    target = replace(SITE, served_below=mount).find((path,))
    assert (target and target.docname) == docname


def test_links_to_several_places_of_a_missing_page_have_one_message() -> None:
    urls = ("/guides/setpu", "/guides/setpu#a", "/guides/setpu#b")
    assert len({SITE.missing_page(url, "guides/setpu") for url in urls}) == 1


def test_messages_suggest_the_nearest_page_and_anchor() -> None:
    assert SITE.missing_page("/guides/setpu", "guides/setpu") == (
        "link to '/guides/setpu': no such page or file, kept as written",
        "did you mean '/guides/setup'?",
    )
    assert SITE.missing_page("/Guides/SETUP", "Guides/SETUP")[1] == "did you mean '/guides/setup'?"
    assert (
        explain_missing_anchor("#frist", "home", "frist", {"first"})[1] == "did you mean '#first'?"
    )
    assert explain_missing_anchor("#other", "home", "other", {"first"})[1] == ""


def test_a_link_to_a_redirect_that_leads_nowhere_names_its_destination() -> None:
    assert SITE.missing_page("/gone", "gone")[0] == (
        "link to '/gone': docs.json redirects it to '/nowhere', where no page or file is, kept as "
        "written"
    )


def test_an_address_that_the_service_answers_is_named() -> None:
    assert SITE.missing_page("/mcp", "mcp") == (
        "link to '/mcp': the hosted service answers there, plain files do not, kept as written",
        "remove the link, or write the full address of a server",
    )


def test_an_address_without_its_scheme_has_a_hint() -> None:
    addresses = ("www.example.org/a", "example.com", "me@example.org", "a.io.md", "guides/setpu")
    assert {url: SITE.missing_page(url, url)[1] for url in addresses} == {
        "www.example.org/a": "did you mean 'https://www.example.org/a'?",
        "example.com": "did you mean 'https://example.com'?",
        "me@example.org": "did you mean 'mailto:me@example.org'?",
        "a.io.md": "",
        "guides/setpu": "did you mean '/guides/setup'?",
    }


def test_an_anchor_may_differ_from_the_only_one_that_is_meant_in_its_marks() -> None:
    known = {"example-connect", "ref", "s-1", "s1"}
    assert find_meant_anchor("example:-connect", known) == "example-connect"
    assert find_meant_anchor("$Ref", known) == "ref"
    assert find_meant_anchor("s_1", known) == ""  # two are meant
    assert find_meant_anchor("--", known) == ""
