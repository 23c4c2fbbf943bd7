"""Quotation marks beside scripts without spaces between words."""

from __future__ import annotations

import re
from html import unescape

import pytest
from building import Project

from sphinx_docsnav.core.reading.quotation_marks import find_straight_marks

BUILDERS = {
    "html": "index.html",
    "dirhtml": "index.html",
    "singlehtml": "index.html",
    "epub": "index.xhtml",
    "latex": "zoo.tex",
    "xml": "index.xml",
    "text": "index.txt",
}
"""Builders with the file that has the page; Sphinx itself leaves marks of text as they are."""


@pytest.mark.parametrize(
    "text",
    [
        'See «"setup"» and "more".',
        "It's the users' guide, '80s and \"more\".",
        "Это \"начало\" и 'конец'.",
        'אומר "שלום" לכולם',
        'قال "مرحبا" ثم (`x`) "API".',
        "入门 and \"setup\" and 'more' it's",
    ],
)
def test_sphinx_decides_where_words_have_spaces(text: str) -> None:
    assert find_straight_marks(text) == frozenset()


@pytest.mark.parametrize(
    "text",
    [
        '从"入门"开始、和"架构"。',
        "从'入门'开始",
        '「"と"」',
        '使用"API keys"来',
        '称为"API" 的',
        'the "入门" page',
        'เริ่มจาก"คู่มือ"แล้ว',
        'ເລີ່ມ"ຄູ່ມື"',
        'ចាប់ផ្តើម"ការណែនាំ"',
        'စတင်"လမ်းညွှန်"',
        '먼저 "입문"을 읽고',
        '、"API"。',
        "\"'入门'\"",
        '𠀋"x"y',
        'نص و"اقتباس".',
        'استخدم و"API" هنا',
    ],
)
def test_both_marks_of_a_quotation_stay_where_one_has_no_clear_direction(text: str) -> None:
    assert find_straight_marks(text) == {at for at, sign in enumerate(text) if sign in "\"'"}


def test_only_the_quotation_that_is_beside_such_a_script_stays() -> None:
    text = """It's "one" and 从"two"开始 'three' isn't"""
    kept = sorted(find_straight_marks(text))
    assert [text[place - 1 : place + 1] for place in kept] == ['从"', 'o"']


@pytest.mark.parametrize("builder", BUILDERS)
def test_every_builder_writes_them_as_the_author_did(project: Project, builder: str) -> None:
    project.write(
        {
            "docs.json": '{"name": "Zoo", "navigation": {"pages": ["index"]}}',
            "index.mdx": '# Zoo\n\n从"入门"开始、和"**架构**"与\'`a"b`\'。\n\n'
            "<Note>从'提示'开始</Note>\n\nA \"quotation\" isn't straight.\n",
        }
    )
    epub = {"version": "1", "epub_copyright": "Zoo"} if builder == "epub" else {}
    assert project.build(builder, conf=epub).warnings == ""
    output = (project.output(builder) / BUILDERS[builder]).read_text("utf-8")
    text = re.sub(r"<[^>]+>|\\sphinx\w+|[*`{}]", "", unescape(output))
    assert '从"入门"开始、和"架构"与' in text
    assert "从'提示'开始" in text.replace("\\textquotesingle", "'")


def test_a_page_of_another_reader_is_as_without_the_extension(project: Project) -> None:
    project.write(
        {
            "docs.json": '{"name": "Zoo", "navigation": {"pages": ["index"]}}',
            "index.rst": 'Zoo\n===\n\n从"入门"开始\n',
        }
    )
    project.build()
    assert '从"入门"开始' not in unescape((project.output() / "index.html").read_text("utf-8"))
