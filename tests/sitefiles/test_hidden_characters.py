"""What names and titles keep of characters that nobody sees, or that change the order of text."""

from __future__ import annotations

import pytest

from sphinx_docsnav.faults import printable
from sphinx_docsnav.openapi.endpoint_names import make_docname
from sphinx_docsnav.sitefiles.hidden_characters import (
    describe_hidden_characters,
    make_visible_name,
    make_visible_title,
)
from sphinx_docsnav.sitefiles.page_links import clean_id

NEVER = [
    *range(0x202A, 0x202F),
    *range(0x2066, 0x206A),
    *(0x00, 0x1B, 0x7F, 0x9F),
    *(0x034F, 0x115F, 0x17B4, 0x180E, 0x2028, 0x2061, 0x206A, 0x3164, 0xFEFF, 0xFFA0, 0xFFF9),
    *(0x200C, 0x200D, 0xFE0F, 0xE0100),
    *(0xE0001, 0xE0041, 0xE007F),
]
NOT_IN_NAMES = [0x00AD, 0x200B, 0x2060, 0x061C, 0x200E, 0x200F]
NEEDED = [
    "می‌خواهم",
    "क्‍ष",
    "👩‍💻",
    "❤️",
    "1️⃣",
    "🏴󠁧󠁢󠁥󠁮󠁧󠁿",
    "葛\U000e0100",
    "ünï-çødé",
]


@pytest.mark.parametrize("code", [*NEVER, *NOT_IN_NAMES], ids=hex)
def test_names_lose_hidden_characters(code: int) -> None:
    text = f"a{chr(code)}b"
    assert make_visible_name(text) == "ab"
    assert describe_hidden_characters(text, "ab") == f"the invisible character U+{code:04X}"


@pytest.mark.parametrize("code", [*NEVER[4:], *NOT_IN_NAMES], ids=hex)
def test_addresses_and_ids_lose_them(code: int) -> None:
    text = f"a{chr(code)}b"
    assert make_docname(f"Folder/{text}").replace("-", "") == "folder/ab"
    assert clean_id(text).replace("-", "") == "ab"


@pytest.mark.parametrize("code", NEVER, ids=hex)
def test_titles_lose_hidden_characters(code: int) -> None:
    assert make_visible_title(f"a{chr(code)}b") == "ab"


@pytest.mark.parametrize("text", NEEDED)
def test_what_a_script_or_an_emoji_needs_stays(text: str) -> None:
    assert make_visible_name(text) == make_visible_title(text) == text
    assert describe_hidden_characters(text, text) == ""


def test_titles_keep_hints_for_line_breaks() -> None:
    text = "Donau\u00addampf\u200bschiff"
    assert make_visible_title(text) == text
    assert make_visible_name(text) == "Donaudampfschiff"


def test_titles_keep_marks_of_direction_beside_letters_that_need_them() -> None:
    assert make_visible_title("\u200fC# בעברית") == "\u200fC# בעברית"
    assert make_visible_title("\u200fC# in English") == "C# in English"


def test_messages_show_such_characters_as_escapes() -> None:
    assert printable("a\u202eb\u2066c\U000e0041d") == "a\\u202eb\\u2066c\\U000e0041d"
