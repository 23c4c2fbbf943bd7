"""Footnotes that refer to footnotes, and those of tables, where no format can nest them."""

from __future__ import annotations

import re

import pytest
from building import Project

CHAIN = (
    "# T\n\nA[^a] b.\n\n[^a]: first [^b]\n[^b]: second [^c] [^d]\n[^c]: third [^a]\n[^d]: fourth\n"
)
HEADING = "# T\n\n## Part[^a]\n\nText[^b].\n\n[^a]: first [^c]\n[^b]: second [^c]\n[^c]: third\n"
HEAD = "# T\n\n| one[^a] | two |\n|---|---|\n\n[^a]: first [^b]\n[^b]: second\n"
TAGS = "# T\n\n<table><tr><th>one[^a]</th></tr></table>\n\n[^a]: first\n"
TITLES = "Part [1]_\n=========\n\nText [#b]_.\n\n.. [1] first [1]_ [#b]_\n.. [#b] second [1]_\n"


@pytest.mark.parametrize("builder", ["latex", "texinfo"])
@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        pytest.param("p.mdx", "# T\n\nA[^a] b.\n\n[^a]: first [^a]\n", ["first"], id="itself"),
        pytest.param("p.mdx", CHAIN, ["first", "second", "third", "fourth"], id="chain"),
        pytest.param("p.mdx", HEADING, ["first", "third", "second"], id="heading"),
        pytest.param("p.mdx", HEAD, ["first", "second"], id="table"),
        pytest.param("p.mdx", TAGS, ["first"], id="table-of-tags"),
        pytest.param("p.rst", TITLES, ["first", "second"], id="reStructuredText"),
    ],
)
def test_each_footnote_is_printed_at_the_first_that_leads_to_it(
    project: Project, builder: str, name: str, text: str, words: list[str]
) -> None:
    project.write({"docs.json": '{"navigation": {"pages": ["p"]}}', name: text})
    assert project.build(builder).warnings == ""
    (book,) = (path for path in project.output(builder).iterdir() if path.suffix in _BOOKS)
    text = book.read_text("utf-8")
    found = re.findall(r"(?m)(?:^|@footnote\{\s*)(first|second|third|fourth)\b", text)
    assert list(dict.fromkeys(found)) == words
    if builder == "latex":
        assert len(found) == len(words)
        assert r"\end{footnote} %" not in text  # their numbers would run together
        for note in re.findall(r"(?s)\\begin\{footnote.*?\\end\{footnote", text):
            assert note.count(r"\begin{footnote") == 1


_BOOKS = (".tex", ".texi")


def test_a_footnote_of_another_format_leaves_its_number(project: Project) -> None:
    page = "T\n=\n\nText [9]_.\n\n.. only:: html\n\n   .. [9] note\n"
    project.write({"docs.json": '{"navigation": {"pages": ["p"]}}', "p.rst": page})
    assert project.build("latex").warnings == ""
    (book,) = project.output("latex").glob("*.tex")
    assert re.search(r"Text .*9", book.read_text("utf-8"))


def test_a_table_without_rows_is_in_every_format(project: Project) -> None:
    page = "# T\n\n| one |\n|---|\n\n<table><thead><tr><th>two</th></tr></thead></table>\n"
    project.write({"docs.json": '{"navigation": {"pages": ["p"]}}', "p.mdx": page})
    for builder in ("html", "epub", "latex", "texinfo", "text", "man"):
        conf = {"version": "1", "copyright": "x"}
        assert project.build(builder, conf=conf).warnings == "", builder
    (book,) = project.output("latex").glob("*.tex")
    assert r"\sphinxtableatstartofbodyhook\sphinxbottomrule" not in book.read_text("utf-8")
