"""A pointer leads to the line and column where its value stands, whatever the text looks like."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinx_docsnav.data_files.json_reader import read_json
from sphinx_docsnav.data_files.json_scanner import scan_json
from sphinx_docsnav.data_files.json_values import DataError, Json, escape_key
from sphinx_docsnav.docs_json.json_source import JsonFile
from sphinx_docsnav.faults import Position

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=6)
SCALAR = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | TEXT
VALUE = st.recursive(
    SCALAR.filter(lambda value: value not in (float("inf"), float("-inf"))),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=12,
)


def pointers(value: Json, pointer: str = "") -> list[tuple[str, str | None, Json]]:
    """Return pointer, field name and value of everything in *value*."""
    found: list[tuple[str, str | None, Json]] = []
    steps: list[tuple[str | None, str, Json]] = []
    if isinstance(value, list):
        steps = [(None, str(index), item) for index, item in enumerate(value)]
    if isinstance(value, dict):
        steps = [(key, escape_key(key), item) for key, item in value.items()]
    for key, step, item in steps:
        here = f"{pointer}/{step}"
        found += [(here, key, item), *pointers(item, here)]
    return found


def offset(text: str, position: Position) -> int:
    """Return the offset of *position*, found line by line."""
    lines = re.split(r"(?<=\n)|(?<=\r)(?!\n)", text)
    return sum(map(len, lines[: position.line - 1])) + position.column - 1


def value_at(text: str, position: Position) -> Json:
    value: Json
    value, _ = json.JSONDecoder().raw_decode(text, offset(text, position))
    return value


@given(
    VALUE,
    st.sampled_from(["", " ", "  ", "\t"]),
    st.sampled_from(["\n", "\r\n", "\r"]),
    st.booleans(),
)
def test_every_pointer_leads_to_its_value(
    value: Json, indent: str, line_end: str, ascii_only: object
) -> None:
    text = json.dumps(value, indent=indent or None, ensure_ascii=bool(ascii_only))
    file = JsonFile(Path("docs.json"), text.replace("\n", line_end))
    assert not scan_json(file.text).mistakes
    assert value_at(file.text, file.position("")) == value
    for pointer, key, item in pointers(value):
        assert value_at(file.text, file.position(pointer)) == item
        place = value_at(file.text, file.position(pointer, of_key=True))
        assert place == (item if key is None else key)


def test_columns_count_characters() -> None:
    file = JsonFile(Path("docs.json"), '{"é🎉": ["日本", 1]}')
    assert file.position("/é🎉/1") == Position(1, 15)


def test_a_tab_is_one_column() -> None:
    file = JsonFile(Path("docs.json"), '{\n\t\t"a": 1}')
    assert file.position("/a", of_key=True) == Position(2, 3)


def test_a_line_separator_ends_no_line() -> None:
    file = JsonFile(Path("docs.json"), '["\u2028", 1]')
    assert file.position("/1") == Position(1, 7)


def test_keys_with_slash_and_tilde() -> None:
    file = JsonFile(Path("docs.json"), '{"a/b": 1, "~1": {"~": 2}}')
    assert file.position("/a~1b") == Position(1, 9)
    assert file.position("/~01/~0") == Position(1, 24)


def test_a_pointer_to_nothing_gives_the_nearest_place_above() -> None:
    file = JsonFile(Path("docs.json"), '{"a": {"b": 1}}')
    assert file.position("/a/c/d") == Position(1, 7)


@given(st.text('{}[]",:0123456789.-eE+truefalsn \t\n\r\\u/*#ab\x00', max_size=30))
def test_the_scanner_agrees_with_json(text: str) -> None:
    try:
        json.loads(text, parse_constant=lambda _: 1 / 0)
        good = True
    except (ValueError, ZeroDivisionError):
        good = False
    mistakes = [each for each in scan_json(text).mistakes if not each.is_repeated_key]
    lone = [mistake for mistake in mistakes if "half of one" in mistake.message]
    large = [mistake for mistake in mistakes if "finite number" in mistake.message]
    assert good == (not mistakes) or lone or large


@given(st.text('{}[]",:0123456789.-eE+truefalsnN \t\n\r\\u/*#ab\x00', max_size=30))
def test_every_text_has_a_value_or_an_error(text: str) -> None:
    mistakes = scan_json(text).mistakes
    if all(mistake.recovery for mistake in mistakes):
        problems = read_json(text).problems
    else:
        with pytest.raises(DataError) as caught:
            read_json(text)
        problems = [*caught.value.problems]
    assert [p.message for p in problems] == [m.message for m in mistakes]


@given(VALUE, st.data())
def test_one_wrong_character_is_found_where_it_is_or_later(
    value: Json, data: st.DataObject
) -> None:
    text = json.dumps([value])
    at = data.draw(st.integers(0, len(text) - 1))
    broken = text[:at] + data.draw(st.sampled_from('{}[]",:x1 ')) + text[at + 1 :]
    try:
        json.loads(broken)
    except ValueError:
        assert scan_json(broken).mistakes
