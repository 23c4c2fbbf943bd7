"""Text of a specification, friendly or hostile, becomes plain data."""

from __future__ import annotations

import json

import pytest

from sphinx_docsnav.faults import Position
from sphinx_docsnav.openapi.files import read_data
from sphinx_docsnav.openapi.json_values import MAX_DEPTH, Data, DataError
from sphinx_docsnav.openapi.spec_document import Document, JsonPlaces
from sphinx_docsnav.openapi.yaml_data import read_yaml

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
    assert [p.message for p in data.problems] == [
        "key 'a' occurs twice in one object; the last one is used"
    ]
    assert data.problems[0].position.line == 2


@pytest.mark.parametrize(
    ("text", "message", "position"),
    [
        ("[" * 100_000, "expected at most 200 levels of nesting, found more", None),
        ('{"a":' * 100_000, "expected at most 200 levels of nesting, found more", None),
        # Newer versions of libyaml have a limit of their own, and name another column.
        ("a: " + "[" * 100_000, "expected at most 200 levels of nesting, found more", None),
        ("a: " + "[" * 500, "expected at most 200 levels of nesting, found more", (1, 203)),
        ("- " * 100_000, "expected at most 200 levels of nesting, found more", (1, 401)),
        (BOMB, "aliases repeat more than 500000 values", (6, 25)),
        (
            "a: &a [*a]",
            "alias *a refers to nothing before it, or to a value that contains it",
            (1, 8),
        ),
        ("a: *b", "alias *b refers to nothing before it, or to a value that contains it", (1, 4)),
        ("9" * 5000, "a number has more than 4000 digits", None),
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
        "yaml-flow-of-500",
        "yaml-block",
        "bomb",
        "self",
        "alias",
        "digits",
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
    assert data.problems[0].message == (
        f"JSON has no number such as {written}; it is read as text; write a finite number"
    )


def test_what_json_must_not_have_is_told() -> None:
    data = read_data('{"a": "/* , ] */",\n "b": [1, /* x\n */ ],\n // y\n}')

    assert data.value == {"a": "/* , ] */", "b": [1]}
    assert [(p.position, p.message.partition(";")[0]) for p in data.problems] == [
        (Position(2, 11), "JSON has no comment"),
        (Position(2, 9), "JSON has no comma before a closing bracket"),
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
def test_places_in_json_are_those_that_a_yaml_reader_finds(indent: int | None) -> None:
    value = {"a": {"b~/": [{"c": '"}]{[\\'}, [], [[1.5e3, None]]], "d": {}}, "e\n": True, "é": -1}
    text = json.dumps(value, indent=indent)
    places: dict[tuple[str, ...], Position] = {}
    read_yaml(text, place=places.__setitem__)
    found = JsonPlaces(text)

    assert len(places) == 12
    assert {keys: found.position(keys) for keys in places} == places
    assert found.position(("a", "none", "x")) == places["a",]
    assert found.position(("none",)) is None


def test_places_in_what_only_looks_like_json() -> None:
    with pytest.raises(ValueError, match="expected ','"):
        JsonPlaces('{"a": 1 "b": 2}').position(("b",))
    text = '{"a": 1, # a comment\n"b": 2,}'
    position = Document("a.json", text.encode(), read_data(text)).position(("b",))
    assert position == Position(2, 1)


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
