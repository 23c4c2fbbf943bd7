"""Which addresses are safe to follow."""

from __future__ import annotations

import pytest

from sphinx_docsnav.sitefiles.safe_urls import clean_href, find_scheme, is_safe, join_url, split_url


@pytest.mark.parametrize(
    "url",
    ["https://a.b", "HTTP://a", "mailto:a@b", "tel:1", "ftp://a", "//a", "/a:b", "a/b", "#x", ""],
)
def test_what_shows_a_page_is_safe(url: str) -> None:
    assert clean_href(url) == url


@pytest.mark.parametrize(
    "url",
    [
        *(
            "javascript:alert(1)",
            "JavaScript:x",
            " javascript:x",
            "java\tscript:x",
            "java\nscript:x",
        ),
        *("\x01javascript:x", "javascript :x", "data:text/html,x", "vbscript:x", "file:///etc"),
    ],
)
def test_what_may_do_something_else_is_not(url: str) -> None:
    assert clean_href(url) == ""


@pytest.mark.parametrize(
    ("url", "safe"),
    [("a/b.html#c", True), ("../a", True), ("https://a b", True), ("", False), ("<b>", False)],
)
def test_a_strangers_link_looks_like_an_address(url: str, *, safe: bool) -> None:
    assert is_safe(url) is safe


@pytest.mark.parametrize("url", ["//a", "/\\a", "\\\\a", "\\/a"])
def test_another_host_counts_as_https(url: str) -> None:
    assert find_scheme(url) == "https"


@pytest.mark.parametrize(
    "url", ["https://[x", "//[x", "https://a\u2100b.org/", "https://a:99999999/", "https://a:b/"]
)
def test_what_no_browser_can_read_is_no_address(url: str) -> None:
    assert split_url(url) is None
    assert clean_href(url) == ""
    assert not is_safe(url)
    assert join_url("https://a.b/c", url) == url
    assert join_url(url, "c") == "c"
