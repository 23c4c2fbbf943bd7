"""Text of a specification, friendly or hostile, becomes plain data."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

import pytest

from sphinx_docsnav.data_files.data_reader import (
    DataPositions,
    decode_text,
    find_nearest_position,
    read_data,
)
from sphinx_docsnav.data_files.json_reader import JsonPositions
from sphinx_docsnav.data_files.json_values import MAX_DEPTH, Data, DataError
from sphinx_docsnav.data_files.yaml_reader import YamlPositions, read_yaml
from sphinx_docsnav.faults import Position
from sphinx_docsnav.openapi.spec_document import Document

TOO_DEEP = "expected at most 200 levels of lists and objects, found more"
BOMB = "\n".join(
    ["k0: &k0 [x, x, x, x, x, x, x, x, x, x]"]
    + [f"k{i}: &k{i} [{', '.join([f'*k{i - 1}'] * 10)}]" for i in range(1, 30)]
)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"a": [1, 2.5, true, null, "x"]}', {"a": [1, 2.5, True, None, "x"]}),
        ('\ufeff{"a": 1}', {"a": 1}),
        ('{"a": [1,], // no JSON\n}'.replace(" // no JSON", ""), {"a": [1]}),
        ("a: 1\nb: [x, 'y', \"z\"]\n", {"a": 1, "b": ["x", "y", "z"]}),
        ("on: yes\n200: off\n", {"on": "yes", "200": "off"}),
        ("a: 2024-01-01\nb: 1_000\nc: 012\n", {"a": "2024-01-01", "b": "1_000", "c": "012"}),
        ("a: 0x1F\nb: 0o17\nc: -1e3\nd: ~\n", {"a": 31, "b": 15, "c": -1000.0, "d": None}),
        (
            "a: 0321\nb: +49\nc: -07\nd: 00.5\ne: 0\nf: -0.5\n",
            {"a": "0321", "b": "+49", "c": "-07", "d": "00.5", "e": 0, "f": -0.5},
        ),
        ('{"a": "//", /* , ] */ "b": [1, ], // x\n}', {"a": "//", "b": [1]}),
        ("a: !!python/object:os.system x\n", {"a": "x"}),
        ("a: &x {b: 1}\nc: *x\n", {"a": {"b": 1}, "c": {"b": 1}}),
        ("a: &x {b: 1, c: 2}\nd: {<<: *x, b: 3}\n", {"a": {"b": 1, "c": 2}, "d": {"b": 3, "c": 2}}),
        ("a: 1\n---\nb: 2\n", {"a": 1}),
        ("", None),
    ],
)
def test_json_and_yaml_become_plain_data(text: str, value: object) -> None:
    assert read_data(text).value == value


@pytest.mark.parametrize("text", ['{"a": 1,\n "a": 2}', "a: 1\na: 2\n"])
def test_of_equal_keys_the_last_one_counts_and_is_told(text: str) -> None:
    data = read_data(text)

    assert data.value == {"a": 2}
    assert [p.text for p in data.problems] == [
        "field 'a' is already in this object, on line 1; the last one is used"
    ]
    position = data.problems[0].position
    assert position is not None
    assert position.line == 2


@pytest.mark.parametrize(
    ("text", "message", "position"),
    [
        ("[" * 100_000, TOO_DEEP, (1, 201)),
        ('{"a":' * 100_000, TOO_DEEP, (1, 1001)),
        # Newer versions of libyaml have a limit of their own, and name another column.
        ("a: " + "[" * 100_000, TOO_DEEP, None),
        ("- " * 100_000, TOO_DEEP, None),
        (BOMB, "aliases repeat more than 500000 values", (6, 25)),
        (
            "a: &a [*a]",
            "alias *a refers to nothing before it, or to a value that contains it",
            (1, 8),
        ),
        ("a: *b", "alias *b refers to nothing before it, or to a value that contains it", (1, 4)),
        (
            '{"a": 1\n "b": 2, "a": 3}',
            "expected ',' or '}', found the string \"b\"",
            (2, 2),
        ),
        (
            '{\n<<<<<<< HEAD\n"a": 1\n=======\n"a": 2\n>>>>>>> main\n}',
            "found the merge conflict marker '<<<<<<<' of git",
            (2, 1),
        ),
        (
            "a: [1",
            (
                "expected JSON or YAML: did not find expected ',' or ']' (the bracket here is not "
                "closed)"
            ),
            (1, 4),
        ),
        (
            "a: b: c",
            (
                "expected JSON or YAML: mapping values are not allowed in this context (put a "
                "value with ': ' in quotes)"
            ),
            (1, 5),
        ),
    ],
    ids=[
        "flow",
        "json",
        "yaml-flow",
        "yaml-block",
        "bomb",
        "self",
        "alias",
        "comma",
        "conflict",
        "end",
        "colon",
    ],
)
def test_hostile_text_is_one_message_in_no_time(
    text: str, message: str, position: tuple[int, int] | None
) -> None:
    with pytest.raises(DataError) as caught:
        read_data(text)

    assert str(caught.value) == message
    if position is not None:
        assert caught.value.position == Position(*position)


def test_data_of_the_greatest_depth_is_read() -> None:
    text = "[" * MAX_DEPTH + "]" * MAX_DEPTH

    assert read_data(text).value is not None
    assert read_yaml(text).value is not None


def make_deep_list(levels: int, content: str = "1") -> str:
    return "[" * levels + content + "]" * levels


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ('{"a": 1,\n "deep": DEEP,\n "b": [2]}'.replace("DEEP", make_deep_list(300)), 10 + 199),
        # Much deeper than Python's own reader can go.
        (f'{{"a": 1,\n "deep": {make_deep_list(20_000)},\n "b": [2]}}', 10 + 199),
        # Brackets in strings and comments are not counted.
        (
            '{"a": 1,\n "deep": DEEP,\n "b": [2]}'.replace(
                "DEEP", make_deep_list(300, r'{"]": "\"]"}, /* ] */ 1')
            ),
            10 + 199,
        ),
        (f"a: 1\ndeep: {make_deep_list(900)}\nb: [2]\n", 7 + 199),
        (f"{{a: 1,\n deep: {make_deep_list(300)},\n b: [2]}}", 8 + 199),
    ],
    ids=["json", "very deep json", "json with strings", "yaml", "yaml in brackets"],
)
def test_only_the_content_of_a_list_that_is_too_deep_is_ignored(text: str, column: int) -> None:
    data = read_data(text)

    assert isinstance(data.value, dict)
    assert (data.value["a"], data.value["b"]) == (1, [2])
    # The object around it is the first level.
    assert json.dumps(data.value["deep"]) == make_deep_list(MAX_DEPTH, "")
    assert [(problem.text, problem.position) for problem in data.problems] == [
        (f"{TOO_DEEP}; the content of this one is ignored", Position(2, column))
    ]
    position = DataPositions(text).find(("b", "0"))
    assert position is not None
    assert position.value.line == 3


@pytest.mark.parametrize(
    ("text", "value", "column"),
    [
        ('{"a": 1e400, "b": -1e999}', {"a": "1e400", "b": "-1e999"}, 7),
        ('{"a": [NaN, 1.5]}', {"a": ["NaN", 1.5]}, 8),
        ('{"a": -Infinity, }', {"a": "-Infinity"}, 7),
        ("a: .inf", {"a": ".inf"}, 4),
        ("a: .nan", {"a": ".nan"}, 4),
        ("a: 1e400", {"a": "1e400"}, 4),
    ],
)
def test_numbers_that_json_cannot_have_are_text(text: str, value: object, column: int) -> None:
    data = read_data(text)
    assert data.value == value
    written = text[column - 1 :].partition(",")[0].partition("]")[0].partition("}")[0].strip()
    assert data.problems[0].position == Position(1, column)
    assert data.problems[0].text == (
        f"expected a finite number, found '{written}'; it is read as text"
    )
    assert data.problems[0].hint == "JSON has no such number"


@pytest.mark.parametrize("before", ["", "a: ", '{"a": '])
def test_numbers_of_too_many_digits_are_text(before: str) -> None:
    digits = "9" * 5000
    data = read_data(before + digits + ("}" if before[:1] == "{" else ""))
    assert data.value == ({"a": digits} if before else digits)
    assert [(p.text, p.position) for p in data.problems] == [
        (
            "expected a number of at most 400 digits, found 5000; it is read as text",
            Position(1, len(before) + 1),
        )
    ]


def test_a_character_that_json_escapes_as_two_surrogates_is_read() -> None:
    text = r"""a: "x \ud83d\uDE00 y"
b: "\\ud83d \\\ud83d\ude00"
c: '\ud83d\ude00'
"""
    values = {"a": "x \U0001f600 y", "b": "\\ud83d \\\U0001f600", "c": r"\ud83d\ude00"}
    assert read_yaml(text).value == values


def test_only_text_in_double_quotes_has_escapes() -> None:
    text = r"""a: |
  {"x": "\ud83d\ude00"}
b: 'say "\ud83d\ude00"'
c: say "\ud83d\ude00" # 5" wide
d: {e: 5" wide, f: "\ud83d\ude00\ud83d\ude01"}
g: "one
  \ud83d\ude00"
"\ud83d\ude00": ""
"""
    pair = r"\ud83d\ude00"
    values = {
        "a": f'{{"x": "{pair}"}}\n',
        "b": f'say "{pair}"',
        "c": f'say "{pair}"',
        "d": {"e": '5" wide', "f": "\U0001f600\U0001f601"},
        "g": "one \U0001f600",
        "\U0001f600": "\ue000",
    }
    assert read_yaml(text).value == values


def test_escapes_of_two_surrogates_move_no_position() -> None:
    text = r'{"a": "\ud83d\ude00", "b": 1, "b": 2}'
    value_position = YamlPositions(text).find(("b",))
    assert value_position is not None
    assert value_position.value.column == text.index("2") + 1
    (problem,) = read_yaml(text).problems
    assert problem.position == Position(1, text.rindex('"b"') + 1)


def test_half_of_a_character_is_told() -> None:
    data = read_data('{"a": "\\ud83d\\ude00", "b": "\\\\ud83d",\n"c": "x\\ud83d"}')
    assert data.value == {"a": "😀", "b": "\\ud83d", "c": "x\ud83d"}
    assert [(p.position, p.text) for p in data.problems] == [
        (
            Position(2, 8),
            "expected a character, found half of one, '\\ud83d'; it is left out of texts",
        )
    ]


def test_what_json_must_not_have_is_told() -> None:
    data = read_data('{"a": "/* , ] */",\n "b": [1, /* x\n */ ],\n // y\n}')

    assert data.value == {"a": "/* , ] */", "b": [1]}
    comment = "expected JSON, found a comment; it is ignored"
    assert [(p.position, p.text) for p in data.problems] == [
        (Position(2, 11), comment),
        (Position(2, 9), "expected another entry after ',', found ']'; the comma is ignored"),
        (Position(4, 2), comment),
        (
            Position(3, 6),
            "expected another field after ',', found '}'; the comma is ignored",
        ),
    ]


def test_words_of_yaml_are_no_numbers() -> None:
    assert read_data("title: Infinity\nname: NaN\n") == Data({"title": "Infinity", "name": "NaN"})


def test_of_many_equal_keys_a_thousand_are_problems() -> None:
    problems = read_data("a: 1\n" * 1005).problems
    assert len(problems) == 1001
    assert problems[-1].message == (
        "more than 1,000 problems in this file; the rest is not reported"
    )


def test_long_text_is_read_as_it_stands() -> None:
    long = "x" * 1_000_000

    assert read_data(f"a: {long}").value == {"a": long}


@pytest.mark.parametrize("indent", [None, 2])
def test_positions_in_json_are_those_that_the_yaml_reader_finds(indent: int | None) -> None:
    value = {"a": {"b~/": [{"c": '"}]{[\\'}, [], [[1.5e3, None]]], "d": {}}, "e\n": True, "é": -1}
    text = json.dumps(value, indent=indent)
    yaml, json_ = YamlPositions(text), JsonPositions(text)
    keys = [*keys_of(value)]

    assert len(keys) == 12
    assert [json_.find(each) for each in keys] == [yaml.find(each) for each in keys]
    assert find_nearest_position(json_, ("a", "none", "x")) == yaml.find(("a",))
    assert find_nearest_position(json_, ("none",)) is None


def keys_of(value: object, above: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Yield the keys of everything in *value*."""
    pairs: Iterable[tuple[object, object]] = ()
    if isinstance(value, dict):
        pairs = value.items()
    elif isinstance(value, list):
        pairs = enumerate(value)
    for key, item in pairs:
        yield (*above, str(key))
        yield from keys_of(item, (*above, str(key)))


@pytest.mark.parametrize(
    ("text", "key", "value"),
    [
        ('{"a": 1,\n "b": // x\n  2,}', (2, 2), (3, 3)),
        ("{a: 1,\n b:\n  2}", (2, 2), (3, 3)),
        ('{"a": NaN, "a": 1e400,\n"b": %s, // x\n}' % ("9" * 5000), (2, 1), (2, 6)),
        ("b:\n  - x\na: 1 : 2\n", (1, 1), (2, 3)),
    ],
    ids=["additions", "yaml in braces", "numbers", "broken"],
)
def test_keys_and_values_have_positions_in_text_that_is_not_strict(
    text: str, key: tuple[int, int], value: tuple[int, int]
) -> None:
    position = DataPositions(text).find(("b",))
    assert position == (Position(*key), Position(*value))


def test_positions_count_from_the_line_of_the_file() -> None:
    positions = YamlPositions("a: 1\nb:\n  - 2\n", first_line=3)
    assert positions.find(("b", "0")) == (Position(5, 5), Position(5, 5))
    assert positions.find(("b",)) == (Position(4, 1), Position(5, 3))


@pytest.mark.parametrize(
    ("content", "message", "position"),
    [
        (b"a: \xff", "expected a file in UTF-8, found the byte 0xff", Position(1, 4)),
        ("a: é\nb: é".encode("latin-1"), "expected a file in UTF-8, found the byte 0xe9", (1, 4)),
        ("{}".encode("utf-16"), "expected a file in UTF-8, found UTF-16 or UTF-32", (1, 1)),
    ],
)
def test_bytes_that_are_no_utf_8(
    content: bytes, message: str, position: tuple[int, int] | Position
) -> None:
    with pytest.raises(DataError) as caught:
        decode_text(content)
    assert str(caught.value) == message
    if isinstance(position, tuple):
        position = Position(*position)
    assert caught.value.position == position


def test_a_byte_order_mark_is_no_text() -> None:
    assert decode_text(b"\xef\xbb\xbf{}") == "{}"


@pytest.mark.parametrize(
    ("text", "keys", "position"),
    [
        ("a:\n  b: [1, {c: 2}]\n", ("a", "b", "1", "c"), (2, 11)),
        ("a:\n  b: [1, {c: 2}]\n", ("a", "b", "7"), (2, 3)),
        (json.dumps({"x": {"y": [True]}}, indent=1), ("x", "y", "0"), (4, 4)),
        ("a: 1\n", (), None),
    ],
)
def test_a_document_knows_where_its_values_stand(
    text: str, keys: tuple[str, ...], position: tuple[int, int] | None
) -> None:
    document = Document("a.yaml", text.encode(), read_data(text))

    assert document.position(keys) == (Position(*position) if position else None)
