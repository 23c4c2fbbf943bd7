from __future__ import annotations

import pytest

from sphinx_docsnav.mdx.slugs import Slugger


@pytest.mark.parametrize(
    ("words", "ids"),
    [
        ("Getting started", ("getting-started",)),
        ("What's new?", ("what\u2019s-new?", "whats-new")),
        ("API (v1.2) [beta]", ("api-v1-2-beta", "api-v12-beta")),
        ("snake_case", ("snake-case", "snake_case")),
        ("sb.exec_stream()", ("sb-exec-stream", "sbexec_stream", "sb-exec_stream")),
        ("A & B: c/d, e@f", ("a-&-b:-c/d,-e@f", "a--b-cd-ef", "a-&-b:-c-d,-e@f", "a-&-b-c/d-e@f")),
        ("Custom OAuth/OIDC", ("custom-oauth/oidc", "custom-oauthoidc", "custom-oauth-oidc")),
        ('Say "hi"', ("say-\u201chi\u201d", "say-hi")),
        ("Über uns", ("über-uns",)),
        ("日本語", ("日本語",)),
        ("Live: HTTP/2!", ("live:-http/2!", "live-http2", "live:-http-2!", "live-http/2")),
        ("tool --json", ("tool-\u2013json", "tool---json", "tool-json")),
        ("List[int] \U0001f99e", ("list-int-\U0001f99e", "listint-")),
        ("  ", ()),
        ("()", ()),
    ],
)
def test_ids_of_words(words: str, ids: tuple[str, ...]) -> None:
    assert Slugger().claim(words) == ids


@pytest.mark.parametrize(
    ("words", "own"),
    [
        ("Is there an API / RPC way?", "is-there-an-api-rpc-way"),
        ("Set COPILOT_TOKEN: why & how", "set-copilot-token-why-and-how"),
        ("It's what the service can't", "its-what-the-service-cant"),
        ("Ordnungsgemäß", ""),
        ("Reactions (1\ufe0f\u20e3 / 2\ufe0f\u20e3) \u2014 \U0001f980", "reactions-1-2"),
    ],
)
def test_titles_of_components_have_an_id_of_letters_and_digits(words: str, own: str) -> None:
    others = Slugger().claim(words)
    assert Slugger().claim_title(words) == tuple(dict.fromkeys(filter(None, (*others, own))))


def test_the_second_of_equal_titles_of_components_is_numbered_from_1() -> None:
    slugger = Slugger()
    assert slugger.claim_title("A + b")[-1] == "a-b"
    assert slugger.claim_title("A + b")[-1] == "a-b-1"


def test_equal_headings_are_numbered_by_both_rules() -> None:
    slugger = Slugger()
    assert [slugger.claim("Install") for _ in range(4)] == [
        ("install",),
        ("install-2", "install-1"),
        ("install-3",),
        ("install-4",),
    ]


def test_no_id_is_given_out_twice() -> None:
    slugger = Slugger()
    assert slugger.keep("a-2") == ("a-2",)
    assert slugger.keep("a-2") == ()
    assert slugger.claim("A") == ("a",)
    assert slugger.claim("A") == ("a-1",)


def test_fields_have_ids_without_what_stands_for_a_value() -> None:
    slugger = Slugger()
    first, second = (slugger.claim_field(("param-",), "--timeout <ms>") for _ in range(2))
    assert (first[0], "param-timeout" in first) == ("param-timeout-ms", True)
    assert "param-timeout-1" in second
    assert Slugger().claim_field(("param-",), "proxyIPs")[0] == "param-proxy-ips"  # a plural
