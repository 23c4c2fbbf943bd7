from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from docutils import nodes
from rendering import render

from sphinx_docsnav.docs_json.kinds import Icon
from sphinx_docsnav.faults import Position
from sphinx_docsnav.mdx.frontmatter import read_front_matter
from sphinx_docsnav.mdx.source import parse_mdx
from sphinx_docsnav.navigation.page_facts import PageFacts, extract_page_facts


def messages(text: str) -> list[str]:
    """Return ``line:column message`` of each fault."""
    return [
        f"{fault.position.line}:{fault.position.column} {fault.message}"
        for fault in read_front_matter(text).faults
        if fault.position is not None
    ]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("hidden: perhaps", "expected true or false, found the string 'perhaps'"),
        ("noindex: yes", "expected true or false, found the string 'yes'"),
        ("mode: widee", "'center', 'custom', 'frame' or 'wide', found the string 'widee'"),
        ("mode: [wide]", "'frame' or 'wide', found a list"),
        ("iconType: solidd", "'regular' or 'brands', found the string 'solidd'"),
        ("sidebarTitle: [a]", "expected text, found a list"),
        ("icon: [a]", "'icon': expected a name or an object with 'name', found a list"),
        ("icon: {style: solid}", "expected a name or an object with 'name', found an object"),
        ("icon: {name: a, style: [b]}", "expected text as 'style', found a list"),
    ],
)
def test_a_value_that_cannot_be_used_is_reported_at_its_line(line: str, message: str) -> None:
    (found,) = messages(f"---\ntitle: a\n{line}\n---\n")
    assert found.startswith(f"3:1 front matter '{line.partition(':')[0]}': expected ")
    assert found.endswith(f"{message}; it is ignored")


@pytest.mark.parametrize("line", ["hidden: 'True'", "noindex:", "mode: default", "iconType: light"])
def test_a_value_that_can_be_used_has_no_message(line: str) -> None:
    assert messages(f"---\n{line}\n---\n") == []


def test_front_matter_without_an_end_is_reported() -> None:
    assert messages("---\ntitle: a\n--\ntext\n") == [
        "1:1 front matter has no second line '---'; the whole text is the page"
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("title: D\n\n---\n\nText\n", 1),
        ("\r\ntitle: D\r\nicon: star\r\n---\r\nText\r\n", 1),
        ("Note: x\n\n---\n", 0),
    ],
)
def test_front_matter_without_a_beginning_is_reported(text: str, found: int) -> None:
    message = "1:1 front matter has no first line '---'; it is shown as text"
    assert messages(text) == [message] * found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("title: D\n\nText\n\n---\n", 1),
        ("sidebarTitle: D", 1),
        ("description: D\nicon: star\n# A\n", 1),
        ("description: D\n\nText\n", 0),
        ("Title: D\n", 0),
    ],
)
def test_front_matter_without_marks_is_reported(text: str, found: int) -> None:
    message = "1:1 front matter has no lines '---'; it is shown as text"
    assert messages(text) == [message] * found


def test_front_matter_in_toml_is_reported() -> None:
    message = "1:1 front matter is TOML, expected YAML; it is shown as text"
    assert messages("+++\ntitle = 'a'\n+++\n\nText\n") == [message]
    assert messages("+++\nText\n") == []


COLON = " (put a value with ': ' in quotes)"
KEY = " (put the value in quotes, or align the line with others)"
START = (
    " (indent with spaces instead of tabs, and put a value that begins with '@', '`' or '%' in "
    "quotes)"
)


def unusable(place: str, why: str) -> str:
    """Return what is said of bad YAML."""
    return f"{place} front matter is not YAML: {why}; the simple lines are used"


@pytest.mark.parametrize(
    ("text", "data", "lines", "rest"),
    [
        ("text", {}, 0, "text"),
        ("---\ntitle: a\n---\ntext", {"title": "a"}, 3, "text"),
        ("---\ntitle: a\n---", {"title": "a"}, 3, ""),
        ("---  \ntitle: a\n---\t\ntext", {"title": "a"}, 3, "text"),
        ("---\n---\ntext", {}, 2, "text"),
        ("---\n# only a comment\n---\ntext", {}, 3, "text"),
        ("\n---\ntitle: a\n---\n", {}, 0, "\n---\ntitle: a\n---\n"),
        ("---\n\ntext\n", {}, 0, "---\n\ntext\n"),
        ("---\r\ntitle: a\r\n---\r\ntext", {"title": "a"}, 3, "text"),
        ("\ufeff---\ntitle: a\n---\ntext", {"title": "a"}, 3, "text"),
    ],
)
def test_front_matter_stands_between_two_rules_at_the_start(
    text: str, data: dict[str, Any], lines: int, rest: str
) -> None:
    found = read_front_matter(text)
    assert (found.data, found.line_count, text[found.end :]) == (data, lines, rest)
    assert found.faults == ()


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("404", "404"),
        ("1.10", "1.10"),
        ("2024-01-02", "2024-01-02"),
        ("0x10", "0x10"),
        ("12:30", "12:30"),
        ("yes", "yes"),
        ("On", "On"),
        ("true", True),
        ("False", False),
        ("null", None),
        ("~", None),
        ("", None),
        ('"null"', "null"),
        ("'a: b'", "a: b"),
        ("[a, 1]", ["a", "1"]),
        ("{a: {b: true}}", {"a": {"b": True}}),
    ],
)
def test_only_true_false_and_null_are_no_text(written: str, value: object) -> None:
    assert read_front_matter(f"---\nkey: {written}\n---\n").data == {"key": value}


@pytest.mark.parametrize(
    ("body", "data", "expected"),
    [
        (
            "title: a: b\nicon: star",
            {"title": "a: b", "icon": "star"},
            [unusable("2:9", "mapping values are not allowed in this context" + COLON)],
        ),
        (
            'title: "a" b\nhidden: true',
            {"title": '"a" b', "hidden": True},
            [unusable("2:12", "did not find expected key" + KEY)],
        ),
        (
            'title: "a\nhidden: true',
            {"title": '"a', "hidden": True},
            [
                unusable(
                    "2:8", "found unexpected end of stream (the quotation mark here is not closed)"
                )
            ],
        ),
        (
            "icon: [a\ntitle: b",
            {"icon": "[a", "title": "b"},
            [unusable("2:7", "did not find expected ',' or ']' (the bracket here is not closed)")],
        ),
        (
            "tile: a\ndescripton: b\ntags: [c]\nmodel: d\nindex: e\nside_bar_title: f",
            {
                "tile": "a",
                "descripton": "b",
                "tags": ["c"],
                "model": "d",
                "index": "e",
                "side_bar_title": "f",
            },
            [
                "2:1 front matter has unknown key 'tile'; it is ignored",
                "3:1 front matter has unknown key 'descripton'; it is ignored",
                "7:1 front matter has unknown key 'side_bar_title'; it is ignored",
            ],
        ),
        (
            "title: @you",
            {"title": "@you"},
            [unusable("2:8", "found character that cannot start any token" + START)],
        ),
        (
            "- a\n- b",
            {},
            [
                (
                    "2:1 expected 'key: value' lines as front matter, found something else; "
                    "it is ignored"
                )
            ],
        ),
        (
            "title: a\ntitle: b",
            {"title": "b"},
            [
                (
                    "3:1 front matter: field 'title' is already in this object, on line 2; "
                    "the last one is used"
                )
            ],
        ),
        (
            "title: b\na: " + "[" * 300,
            {"title": "b", "a": "[" * 300},
            ["3:1 front matter nests too deeply; the simple lines are used"],
        ),
        (
            "a: " + "b" * 70_000,
            {},
            ["1:1 front matter has 70,004 characters, more than 64,000; it is ignored"],
        ),
    ],
)
def test_bad_front_matter_is_one_message_and_what_can_be_read(
    body: str, data: dict[str, Any], expected: list[str]
) -> None:
    text = f"---\n{body}\n---\n"
    assert messages(text) == expected
    assert read_front_matter(text).data == data


@pytest.mark.parametrize(
    "body",
    [
        "? [a]\n: b",
        "? {a: b}\n: c",
        "a: !!python/object:os.system x",
        "a: !!int x",
        "a: !!bool x",
        "a: !!binary x",
        "a: !!set {b}",
        "a: !!omap [b]",
        "a: !!timestamp x",
        "a: *nowhere",
        "<<: [1]",
        "a: \x00",
        "- " * 150,
        "%YAML 9.9",
        "a: b\n...\nc: d",
        "\ta: b",
        "a: \ud800",
    ],
)
def test_no_front_matter_is_an_exception(body: str) -> None:
    extract_page_facts(read_front_matter(f"---\n{body}\n---\n").data)


def test_page_facts_are_text_and_flags() -> None:
    data = {
        "title": "404",
        "sidebarTitle": "Not\nfound",
        "description": "d",
        "icon": "star",
        "iconType": "solid",
        "tag": "NEW",
        "hidden": "true",
        "deprecated": True,
        "noindex": False,
        "openapi": "GET /x",
        "url": "https://x.org",
        "mode": "wide",
        "keywords": ["a"],
        "boost": "2",
        "rss": True,
        "og:title": "t",
    }
    assert extract_page_facts(data) == PageFacts(
        title="404",
        sidebar_title="Not found",
        description="d",
        icon=Icon("star", "solid"),
        tag="NEW",
        hidden=True,
        deprecated=True,
        openapi="GET /x",
        url="https://x.org",
        mode="wide",
        extra=(("boost", "2"), ("rss", "true"), ("og:title", "t")),
    )


@pytest.mark.parametrize(
    ("data", "icon"),
    [
        ({}, None),
        ({"icon": None}, None),
        ({"icon": ["a"]}, None),
        (
            {"icon": {"name": "a", "style": "thin", "library": "tabler"}},
            Icon("a", "thin", "tabler"),
        ),
        ({"icon": {"name": "a"}, "iconType": "brands"}, Icon("a", "brands")),
        ({"icon": {"style": "thin"}}, None),
        ({"icon": "material/clock"}, Icon("clock")),
        ({"icon": "fontawesome/brands/github"}, Icon("github", "brands")),
        ({"icon": "octicons/mail-16"}, Icon("mail")),
        ({"icon": "material/numeric-10"}, Icon("numeric-10")),
        ({"icon": "fontawesome/solid/arrow-up-19"}, Icon("arrow-up-19", "solid")),
        ({"icon": "material/email-outline"}, Icon("envelope")),
        ({"icon": "material/clock.svg"}, Icon("material/clock.svg")),
    ],
)
def test_an_icon_is_a_name_or_an_object(data: dict[str, Any], icon: Icon | None) -> None:
    assert extract_page_facts(data).icon == icon


def test_odd_values_count_as_absent() -> None:
    odd: dict[str, Any] = {key: {"a": ["b"]} for key in ("title", "icon", "tag", "hidden", "url")}
    assert extract_page_facts(odd) == PageFacts()


@pytest.mark.parametrize("empty", ["---\n---\n", "---\n\n---\n", "---\r\n---\r\n"])
def test_front_matter_behind_an_empty_one_is_the_page_s(tmp_path: Path, empty: str) -> None:
    text = f'{empty}title: العمارة\ndescription: "كيف يعمل"\nicon: sitemap\n---\n\nنص.\n'
    page = render(tmp_path, text)
    assert page.document.astext().split("\n\n")[-3:] == ["العمارة", "كيف يعمل", "نص."]
    assert len(list(page.document.findall(nodes.title))) == 1
    line = len(empty.splitlines()) + 1
    message = "the front matter follows an empty one; the empty one is ignored"
    assert page.messages == [f"page.mdx:{line}: {message} [front_matter]"]
    assert parse_mdx(text).front_matter["icon"] == "sitemap"


@pytest.mark.parametrize(
    "text",
    [
        "---\n---\nSome words: a heading\n---\n\ntext",  # no title
        "---\na: 1\n---\ntitle: x\n---\n\ntext",  # the first one is not empty
        "---\n---\ntitle: x\nwords\n---\n",  # more than keys
    ],
)
def test_other_headings_after_rules_stay_headings(text: str) -> None:
    page = parse_mdx(text)
    assert (page.leading_tokens, page.problems) == (0, ())
    assert "title" not in page.front_matter


def test_front_matter_in_the_middle_of_a_page_is_told() -> None:
    source = parse_mdx("---\ntitle: A\n---\n\ntext\n\n---\ntitle: B\nicon: c\n---\n\nb: c\n---\n")
    assert source.front_matter == {"title": "A"}
    message = "front matter in the middle of a page is text; shown as it is"
    found = [(fault.position, fault.message) for fault in source.problems]
    assert found == [(Position(8, 1), message)]


def test_front_matter_below_an_empty_line_is_told() -> None:
    source = parse_mdx("\n \n---\ntitle: A\n---\n\ntext\n\n---\ntitle: B\n---\n")
    assert source.front_matter == {}
    found = [(fault.position, fault.message, fault.hint) for fault in source.problems]
    below = "front matter below an empty line is text; shown as it is"
    inside = "front matter in the middle of a page is text; shown as it is"
    assert found == [
        (Position(4, 1), below, "remove the empty line above it"),
        (
            Position(10, 1),
            inside,
            "move its fields to the first lines of the page, or remove it",
        ),
    ]


def test_aliases_that_multiply_are_refused_in_one_message() -> None:
    levels = [
        f"{name}: &{name} [{','.join([f'*{below}'] * 9)}]" for below, name in pairwise("abcdefghij")
    ]
    text = "\n".join(["---", "title: T", "a: &a [x, x, x, x, x, x, x, x, x]", *levels, "---", ""])
    found = read_front_matter(text)
    why = "aliases repeat more than 100 values; the simple lines are used"
    assert messages(text) == [f"5:8 front matter cannot be read: {why}"]
    assert found.data["title"] == "T"


def test_an_alias_stands_for_its_value() -> None:
    found = read_front_matter("---\ntitle: &t Text\nsidebarTitle: *t\n---\n")
    assert found.data == {"title": "Text", "sidebarTitle": "Text"}
    assert found.faults == ()


@pytest.mark.parametrize("dashes", ["----", "--", "\u2014"])
def test_front_matter_between_other_dashes_is_told(dashes: str) -> None:
    source = parse_mdx(f"{dashes}\ntitle: A\n---\n\nb\n")
    assert source.front_matter == {}
    assert [(fault.message, fault.hint) for fault in source.problems] == [
        (
            f"front matter begins with '{dashes}', expected '---'; it is shown as text",
            "write '---' above and below it",
        )
    ]


def test_faults_of_front_matter_are_in_order_of_lines() -> None:
    source = parse_mdx("---\nmode: widee\nhidden: perhaps\nicon: a\nicon: b\ntag: [a]\n---\n\nb\n")
    lines = [fault.position.line for fault in source.problems if fault.position]
    assert lines == sorted(lines)
    assert len(lines) == 4
