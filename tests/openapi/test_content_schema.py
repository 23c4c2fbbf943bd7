"""Schemas in words: types, limits, merging, choices, recursion, examples."""

from __future__ import annotations

from typing import Any

import pytest

from sphinx_docsnav.data_files.json_values import Data
from sphinx_docsnav.endpoints.endpoint_texts import EndpointTexts
from sphinx_docsnav.openapi import Located
from sphinx_docsnav.openapi.content.example import make_example
from sphinx_docsnav.openapi.content.layout import Layout
from sphinx_docsnav.openapi.content.page_values import Field, FieldView, Mode, translate_text
from sphinx_docsnav.openapi.content.value_reader import Reader
from sphinx_docsnav.openapi.spec_document import Document, Resolver


def _layout(schema: object, components: dict[str, Any]) -> tuple[Layout, Located, list[str]]:
    value = {"schema": schema, "components": {"schemas": components}}
    document = Document("spec.json", b"", Data(value))
    told: list[str] = []
    reader = Reader(Resolver(_no_other_file), lambda message, _place: told.append(message))
    return Layout(reader), Located(schema, document, ("schema",)), told


def _no_other_file(name: str, _document: Document) -> Document:
    raise AssertionError(name)


def _view(schema: object, mode: Mode = Mode.RESPONSE, **components: Any) -> FieldView:  # noqa: ANN401  any JSON
    layout, located, _ = _layout(schema, components)
    return layout.make_view((located,), mode)


def _example(schema: object, mode: Mode = Mode.RESPONSE, **components: Any) -> object:  # noqa: ANN401  any JSON
    layout, located, _ = _layout(schema, components)
    return make_example(layout.flat, (located,), mode)


def _names(fields: tuple[Field, ...]) -> str:
    return " ".join(f"{f.name}{'*' if f.required else ''}" for f in fields)


PET = {"type": "object", "properties": {"name": {"type": "string"}}}


@pytest.mark.parametrize(
    ("schema", "label"),
    [
        ({"type": "string"}, "string"),
        ({"type": "string", "format": "uuid"}, "string<uuid>"),
        ({"type": "integer", "nullable": True}, "integer or null"),
        ({"type": ["integer", "null"]}, "integer or null"),
        ({"type": ["string", "integer"]}, "string or integer"),
        ({"type": "null"}, "null"),
        ({}, "any"),
        (True, "any"),
        (False, "never"),
        ({"type": "array", "items": {"type": "array", "items": PET}}, "array of array of object"),
        ({"type": "array"}, "array"),
        ({"type": "object", "items": {"type": "integer"}}, "array of integer"),
        ({"type": "array", "items": {"type": ["integer", "null"]}}, "array of (integer or null)"),
        ({"type": ["array", "null"], "items": {"type": "integer"}}, "array of integer or null"),
        ({"type": "object", "additionalProperties": {"type": "integer"}}, "map of integer"),
        ({"additionalProperties": True}, "object"),
        ({"properties": {}}, "any"),
        ({"enum": ["a", 1]}, "integer or string"),
        ({"const": 1.5}, "number"),
        ({"oneOf": [{"type": "string"}, {"type": "integer"}]}, "string or integer"),
        ({"anyOf": [{"type": "string"}, {"type": "null"}]}, "string or null"),
        ({"allOf": [{"type": "number"}, {"type": "integer"}]}, "integer"),
    ],
)
def test_the_type_in_a_few_words(schema: object, label: str) -> None:
    assert _view(schema).type == label


@pytest.mark.parametrize(
    ("schema", "facts"),
    [
        ({"minimum": 1, "maximum": 9}, "value 1 to 9"),
        ({"minimum": 1, "exclusiveMinimum": True}, "value more than 1"),
        ({"exclusiveMinimum": 1, "exclusiveMaximum": 2}, "value more than 1; value less than 2"),
        ({"minimum": 5, "exclusiveMinimum": 1, "maximum": 9}, "value 5 to 9"),
        ({"default": "1 to 2"}, "default 1 to 2"),
        ({"minLength": 3, "maxLength": 3}, "length 3"),
        ({"minItems": 1, "uniqueItems": True}, "items at least 1; no value twice"),
        ({"enum": ["a", "", None]}, 'one of a "" null'),
        ({"enum": ["a"], "example": "a"}, "always a"),
        ({"const": "a", "examples": ["a"]}, "always a"),
        ({"default": False}, "default false"),
        ({"pattern": "^a b$", "multipleOf": 0.5}, "multiple of 0.5; pattern ^a b$"),
        ({"type": "string", "format": "f" * 60}, ""),
        ({"format": "uuid"}, "the value has the format uuid"),
        ({"type": "array", "format": "csv"}, "the value has the format csv"),
        ({"type": "string", "format": "f" * 61}, f"the value has the format {'f' * 61}"),
        ({"example": {"a": 1}, "type": "object"}, 'example {"a": 1}'),
        ({"additionalProperties": False}, "no other properties"),
        ({"propertyNames": {"type": "string"}}, ""),
        ({"dependentRequired": {"a": ["b"]}}, "if 'a' is given, 'b' is required"),
        ({"type": "array", "items": {"enum": [1, 2]}}, "each item: one of 1 2"),
        (
            {"additionalProperties": {"items": {"additionalProperties": False}, "minItems": 1}},
            "each value: items at least 1; each value: each item: no other properties",
        ),
    ],
)
def test_limits_choices_and_defaults(schema: object, facts: str) -> None:
    words = EndpointTexts()
    shown = (
        " ".join((words.translate_fact(fact), *words.translate_values(fact)))
        for fact in _view(schema).facts
    )
    assert "; ".join(shown) == facts


def test_all_of_is_merged_the_base_first_and_the_narrowest_limit_wins() -> None:
    base = {"properties": {"id": {"type": "integer", "minimum": 1}}, "required": ["id"]}
    more = {"properties": {"id": {"minimum": 5}, "name": {}}, "description": "More."}
    view = _view({"allOf": [{"$ref": "#/components/schemas/Base"}, more]}, Base=base)
    assert _names(view.fields) == "id* name"
    assert view.fields[0].view.facts[0].values == ("5",)
    assert view.description == "More."


def test_descriptions_and_patterns_of_all_parts_are_said_once() -> None:
    base = {"description": "The base.", "pattern": "^a"}
    used = {"$ref": "#/components/schemas/Base"}
    more = {"description": "More.", "pattern": "b$"}
    view = _view({"allOf": [used, more, used], "description": "Mine."}, Base=base)
    assert view.description == "Mine.\n\nThe base.\n\nMore."
    assert [fact.values for fact in view.facts] == [("^a", "b$")]
    layout, located, _ = _layout({"allOf": [used], "description": "Mine."}, {"Base": base})
    layout.pages = {layout.flat((located,)).key: "schemas/base"}
    assert layout.make_view((located,), Mode.RESPONSE).description == "Mine."


def test_words_beside_a_reference_win_over_the_components() -> None:
    view = _view(
        {"$ref": "#/components/schemas/Pet", "description": "Mine."},
        Pet={**PET, "description": "Its."},
    )
    assert (view.name, view.description, _names(view.fields)) == ("Pet", "Mine.", "name")


def test_read_only_is_left_out_of_requests_and_write_only_of_responses() -> None:
    schema = {"properties": {"id": {"readOnly": True}, "key": {"writeOnly": True}, "a": {}}}
    assert _names(_view(schema, Mode.REQUEST).fields) == "key a"
    assert _names(_view(schema, Mode.RESPONSE).fields) == "id a"
    assert _example(schema, Mode.REQUEST) == {"key": None, "a": None}


def test_a_choice_names_its_options_by_component_title_constant_or_number() -> None:
    options = [
        {"$ref": "#/components/schemas/Pet"},
        {"title": "A toy", "type": "object"},
        {"properties": {"kind": {"const": "food"}}},
        {"type": "string", "maxLength": 3},
    ]
    choice = _view({"oneOf": options}, Pet=PET).choices[0]
    assert choice.label.translated() == "One of"
    assert [o.name for o in choice.options] == ["Pet", "A toy", "kind: food", "Option 4"]
    assert {o.view.title for o in choice.options} == {""}


def test_a_discriminator_says_which_value_means_which_option() -> None:
    schema = {
        "oneOf": [{"$ref": "#/components/schemas/Cat"}, {"$ref": "#/components/schemas/Dog"}],
        "discriminator": {
            "propertyName": "kind",
            "mapping": {"miau": "#/components/schemas/Cat", "wuff": "Dog"},
        },
    }
    kind = {"type": "object", "required": ["kind"], "properties": {"kind": {"type": "string"}}}
    choice = _view(schema, Cat=kind, Dog=kind).choices[0]
    assert choice.label.translated() == "One of, by kind"
    assert [o.name for o in choice.options] == ["Cat (kind: miau)", "Dog (kind: wuff)"]
    assert _example(schema, Cat=kind, Dog=kind) == {"kind": "miau"}


def test_schemas_that_extend_one_with_a_discriminator_are_its_options() -> None:
    kind = {"propertyName": "kind", "mapping": {"wuff": "Dog"}}
    pet = {
        "type": "object",
        "required": ["kind"],
        "properties": {"kind": {"type": "string"}, "friend": {"$ref": "#/components/schemas/Pet"}},
        "discriminator": kind,
    }

    def extending(name: str) -> dict[str, Any]:
        base = {"$ref": "#/components/schemas/Pet"}
        return {"allOf": [base, {"properties": {name: {"type": "string"}}}]}

    components = {"Pet": pet, "Cat": extending("meow"), "Dog": extending("bark")}
    view = _view({"$ref": "#/components/schemas/Pet"}, Mode.RESPONSE, **components)
    assert _names(view.fields) == "kind* friend"
    assert view.choices[0].label.translated() == "One of, by kind"
    options = view.choices[0].options
    assert [option.name for option in options] == ["Dog (kind: wuff)", "Cat"]
    assert [_names(option.view.fields) for option in options] == [
        "kind* friend bark",
        "kind* friend meow",
    ]
    made = _example({"$ref": "#/components/schemas/Pet"}, Mode.RESPONSE, **components)
    assert made == {"kind": "wuff", "bark": "string"}
    cat = _view({"$ref": "#/components/schemas/Cat"}, Mode.RESPONSE, **components)
    assert cat.choices == ()


def test_recursion_is_a_link_to_the_place_that_shows_the_fields() -> None:
    node = {"properties": {"next": {"$ref": "#/components/schemas/Node"}, "value": {}}}
    view = _view({"$ref": "#/components/schemas/Node"}, Node=node)
    inner = view.fields[0].view
    assert inner.recursive
    assert [link.anchor_key for link in inner.links] == [view.anchor_key]
    assert _example({"$ref": "#/components/schemas/Node"}, Node=node) == {"value": None}


def test_a_large_component_is_shown_once_and_linked_afterwards() -> None:
    large = {"type": "object", "properties": {f"p{n}": {} for n in range(9)}}
    ref = {"$ref": "#/components/schemas/Large"}
    view = _view({"properties": {"a": ref, "b": ref}}, Large=large)
    first, second = (field.view for field in view.fields)
    assert (len(first.fields), second.fields) == (9, ())
    assert [link.anchor_key for link in second.links] == [first.anchor_key]


def test_what_has_no_page_is_shown_in_place_however_deep_it_is() -> None:
    deep: dict[str, Any] = {"type": "string"}
    for _ in range(30):
        deep = {"properties": {"a": deep, "b": {}}}
    view, depth = _view(deep), 0
    while view.fields:
        view, depth = view.fields[0].view, depth + 1
    assert depth == 30


def _linked(
    schema: object,
    *,
    budget: int = 10,
    mode: Mode = Mode.RESPONSE,
    **components: Any,  # noqa: ANN401  any JSON
) -> FieldView:
    """Return the view on a page that may link to a page of every component."""
    layout, located, _ = _layout(schema, components)
    layout.budget = budget
    layout.pages = {id(value): f"schemas/{name}" for name, value in components.items()}
    return layout.make_view((located,), mode)


LARGE = {"type": "object", "properties": {f"p{n}": {} for n in range(9)}}
TO_LARGE = {"$ref": "#/components/schemas/Large"}


def test_a_component_that_does_not_fit_is_a_link_and_smaller_ones_are_shown() -> None:
    medium: dict[str, Any] = {"properties": {f"p{n}": {} for n in range(7)}}
    schema = {"properties": {"a": TO_LARGE, "b": {"$ref": "#/components/schemas/Medium"}}}
    large, medium_view = (f.view for f in _linked(schema, Large=LARGE, Medium=medium).fields)
    assert (large.fields, large.count, large.docname) == ((), 9, "schemas/Large")
    assert [(link.name, link.docname) for link in large.links] == [("Large", "schemas/Large")]
    assert (len(medium_view.fields), medium_view.links) == (7, ())


def test_what_must_be_sent_is_shown_whatever_it_costs() -> None:
    inner = {"properties": {"large": TO_LARGE}, "required": ["large"]}
    schema = {"properties": {"a": inner, "b": TO_LARGE}, "required": ["a"]}
    must, may = _linked(schema, budget=0, mode=Mode.REQUEST, Large=LARGE).fields
    assert len(must.view.fields[0].view.fields) == 9
    assert may.view.fields == ()
    answer = _linked(schema, budget=0, Large=LARGE).fields[0].view
    assert answer.fields[0].view.fields == ()


def test_a_component_with_additions_links_to_its_share_and_shows_the_rest() -> None:
    more = {"allOf": [TO_LARGE, {"properties": {"extra": {"type": "string"}}}]}
    view = _linked({"properties": {"a": more}}, budget=0, Large=LARGE).fields[0].view
    assert [link.name for link in view.links] == ["Large"]
    assert _names(view.fields) == "extra"


def test_a_small_component_is_shown_wherever_it_is_used() -> None:
    ref = {"$ref": "#/components/schemas/Pet"}
    view = _linked({"properties": {"a": ref, "b": ref}}, budget=0, Pet=PET)
    assert [_names(field.view.fields) for field in view.fields] == ["name", "name"]


def test_a_linked_component_says_the_first_paragraph_of_its_description() -> None:
    large = {**LARGE, "description": "A thing.\n\nMore of it."}
    own = {**TO_LARGE, "description": "Mine.\n\nAll of it."}
    view = _linked({"properties": {"a": TO_LARGE, "b": own}}, budget=0, Large=large)
    told = [field.view.description for field in view.fields]
    assert told == ["A thing.", "Mine.\n\nAll of it."]


def test_options_that_contain_their_base_end() -> None:
    base = {
        "oneOf": [{"$ref": "#/components/schemas/Cat"}, {"$ref": "#/components/schemas/Dog"}],
        "properties": {"kind": {}},
    }
    cat = {"allOf": [{"$ref": "#/components/schemas/Base"}, {"properties": {"claws": {}}}]}
    dog = {"allOf": [{"$ref": "#/components/schemas/Base"}, {"properties": {"tail": {}}}]}
    view = _view({"$ref": "#/components/schemas/Base"}, Base=base, Cat=cat, Dog=dog)
    options = view.choices[0].options
    assert [_names(option.view.fields) for option in options] == ["kind claws", "kind tail"]
    assert [option.view.choices for option in options] == [(), ()]


@pytest.mark.parametrize(
    ("schema", "sentence"),
    [
        (
            {
                "if": {"properties": {"kind": {"const": "card"}}, "required": ["kind"]},
                "then": {"required": ["number", "cvc"]},
                "else": {"required": ["iban"]},
            },
            "if 'kind' is \"card\", 'cvc' and 'number' are required; otherwise 'iban' is required",
        ),
        (
            {"if": {"required": ["a"]}, "then": {"not": {"required": ["b"]}}},
            "if 'a' is given, 'b' must not be given",
        ),
        ({"prefixItems": [], "unevaluatedItems": False}, "no other items"),
        (
            {"if": {"required": ["a"]}, "else": {"required": ["b"]}},
            "unless 'a' is given, 'b' is required",
        ),
        (
            {"anyOf": [{"required": ["a"]}, {"required": ["b", "c"]}]},
            "at least one of these is required: 'a'; 'b' and 'c'",
        ),
        (
            {"oneOf": [{"required": ["a"]}, {"required": ["b"]}]},
            "exactly one of these is required: 'a'; 'b'",
        ),
        ({"not": {"required": ["a", "b"]}}, "'a' and 'b' must not be given together"),
        ({"not": {"enum": [1, 2]}}, "not allowed: the value is one of 1, 2"),
        (
            {"not": {"anyOf": [{"required": ["a"]}, {"required": ["b"]}]}},
            "'a' must not be given and 'b' must not be given",
        ),
        (
            {"not": {"anyOf": [{"pattern": "^a"}, {"const": 1}, {"const": 2}]}},
            "not allowed: the value matches ^a, the value is 1 or the value is 2",
        ),
        (
            {"not": {"properties": {"kind": {"const": "x"}}, "required": ["kind"]}},
            "not allowed: 'kind' is \"x\"",
        ),
        (
            {
                "if": {"anyOf": [{"required": ["a"]}, {"required": ["b"]}]},
                "then": {"required": ["c"]},
            },
            "if 'a' is given or 'b' is given, 'c' is required",
        ),
        (
            {"if": {"not": {"required": ["a"]}}, "then": {"required": ["b"]}},
            "unless 'a' is given, 'b' is required",
        ),
        (
            {
                "if": {"not": {"required": ["a"]}},
                "then": {"required": ["b"]},
                "else": {"required": ["c"]},
            },
            "if 'a' is given, 'c' is required; otherwise 'b' is required",
        ),
        ({"contains": {"const": 1}}, "at least one item is 1"),
        ({"contains": {"const": 1}, "minContains": 0}, "a matching item is 1"),
        ({"propertyNames": {"pattern": "^x"}}, "every property name matches ^x"),
        (
            {"dependentSchemas": {"card": {"required": ["cvc"]}}},
            "if 'card' is given, 'cvc' is required",
        ),
    ],
)
def test_rules_are_sentences(schema: object, sentence: str) -> None:
    view = _view(schema)
    assert [translate_text(fact.label) for fact in view.facts if not fact.values] == [sentence]
    assert (view.fields, view.choices) == ((), ())


def test_a_rule_about_itself_is_shown_as_fields() -> None:
    rule = {"allOf": [{"$ref": "#/components/schemas/A"}, {"required": ["a"]}]}
    view = _linked(rule, A={"not": {"anyOf": [rule, {"required": ["b"]}]}})
    assert _names(view.fields) == "it is not"


def test_a_rule_that_takes_more_words_is_shown_as_fields() -> None:
    then = {"properties": {"a": {"description": "Why."}}, "required": ["a"]}
    view = _view({"if": {"required": ["b"]}, "then": then})
    assert _names(view.fields) == "if it is then it is"
    assert view.fields[0].view.facts[0].values == ("b",)


def test_an_array_with_rules_shows_its_items_too() -> None:
    schema: dict[str, object] = {"type": "array", "items": PET}
    schema["contains"] = {"properties": {"a": PET}}
    assert _names(_view(schema).fields) == "each item at least one item"
    schema["minContains"] = 2
    assert _names(_view(schema).fields) == "each item a matching item"


def test_the_description_of_items_is_said_after_the_arrays() -> None:
    items = {"type": "string", "description": "A word."}
    assert _view({"type": "array", "items": items, "description": "Words."}).description == (
        "Words.\n\nA word."
    )


def test_a_title_that_spells_the_name_of_its_field_is_left_out() -> None:
    view = _view({"properties": {"created_at": {"title": "Created At"}, "b": {"title": "Bee"}}})
    assert [field.view.title for field in view.fields] == ["", "Bee"]


def test_every_value_of_an_enum_is_said() -> None:
    view = _view({"type": "integer", "enum": list(range(237))})
    assert len(view.facts[0].values) == 237


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ({"type": "string", "format": "date"}, "2024-05-17"),
        ({"type": "string", "minLength": 8}, "stringst"),
        ({"type": "string", "maxLength": 3}, "str"),
        ({"type": "integer", "minimum": 10}, 10),
        ({"type": "integer", "exclusiveMinimum": 10}, 11),
        ({"type": "number", "maximum": 0.5}, 0.5),
        ({"type": "integer", "minimum": 7, "multipleOf": 5}, 10),
        ({"type": "integer", "minimum": 10**400, "multipleOf": 3}, 10**400),
        ({"type": "number", "minimum": 1.7e308, "multipleOf": 1e308}, 1.7e308),
        ({"type": "number", "multipleOf": 5e-324}, 1),
        ({"type": "boolean"}, True),
        ({"type": "null"}, None),
        ({"enum": ["b", "a"]}, "b"),
        ({"const": {"a": 1}}, {"a": 1}),
        ({"type": "string", "default": "d"}, "d"),
        ({"type": "string", "default": "d", "examples": ["e"]}, "e"),
        ({"type": "array", "items": {"type": "string"}, "minItems": 2}, ["string", "string"]),
        (
            {"type": "array", "prefixItems": [{"type": "integer"}, {"type": "string"}]},
            [1, "string"],
        ),
        ({"type": "object", "additionalProperties": {"type": "integer"}}, {"key": 1}),
        (
            {"properties": {"a": {"type": "string", "deprecated": True}, "b": {"const": 1}}},
            {"b": 1},
        ),
    ],
)
def test_an_example_fits_its_schema(schema: object, value: object) -> None:
    assert _example(schema) == value


def test_what_is_no_schema_is_told_and_ignored() -> None:
    layout, located, told = _layout({"allOf": ["x", {"type": "strng"}]}, {})
    assert layout.make_view((located,), Mode.RESPONSE).type == "any"
    assert told == [
        "expected a schema, found the string 'x'; ignored",
        "unknown type 'strng'; it is ignored; did you mean 'string'?",
    ]


def test_choices_in_choices_name_each_type_once() -> None:
    ring: dict[str, Any] = {
        "A": {"oneOf": [{"$ref": "#/components/schemas/B"}, {"type": ["string", "null"]}]},
        "B": {"anyOf": [{"$ref": "#/components/schemas/A"}, {"type": "integer"}]},
    }
    schema = {"properties": {"a": {"$ref": "#/components/schemas/A"}}}
    assert _linked(schema, **ring).fields[0].view.type == "integer or string or null"


@pytest.mark.parametrize("said", [{"a": "The *first*.", "b": ""}, ["The *first*.", None]])
def test_descriptions_of_values_are_a_list(said: object) -> None:
    name = "x-enumDescriptions" if isinstance(said, dict) else "x-enum-descriptions"
    view = _view({"enum": ["a", "b"], "description": "Either.", name: said})
    assert view.description == "Either.\n\n* ``a``: The *first*."


def test_a_thousand_choices_in_one_another_and_names_in_a_rule_are_read() -> None:
    chain: dict[str, Any] = {
        f"C{n}": {"oneOf": [{"$ref": f"#/components/schemas/C{n + 1}"}, {"type": "string"}]}
        for n in range(1000)
    }
    schema = {
        "properties": {"a": {"$ref": "#/components/schemas/C0"}},
        "not": {"required": [f"n{n}" for n in range(3000)]},
    }
    view = _view(schema, C1000={"type": "integer"}, **chain)
    assert view.fields[0].view.type == "any or string"
    assert len(translate_text(view.facts[0].label)) > 3000 * len("'n'")
    assert _example(schema, C1000={"type": "integer"}, **chain) == {"a": None}


def test_an_option_that_is_an_array_is_called_an_array_of_its_items() -> None:
    ref = {"$ref": "#/components/schemas/Cat"}
    rule = {"propertyName": "k", "mapping": {"c": ref["$ref"]}}
    schema = {"oneOf": [ref, {"type": "array", "items": ref}], "discriminator": rule}
    (choice,) = _view(schema, Cat=PET).choices
    assert [option.name for option in choice.options] == ["Cat (k: c)", "array of Cat"]


def test_types_that_no_value_has_at_once_are_all_shown_with_a_message() -> None:
    items = {"type": "array", "items": {"properties": {"inner": {"type": "string"}}}}
    parts = [{"type": "object", "properties": {"a": {"type": "string"}}}, items]
    layout, located, told = _layout({"allOf": parts}, {})
    view = layout.make_view((located,), Mode.RESPONSE)
    assert [field.name for field in view.fields] == ["a", "each item"]
    assert [field.name for field in view.fields[1].view.fields] == ["inner"]
    (message,) = told
    assert message.startswith("no value has the types 'object' and 'array' at once; all of them")


@pytest.mark.parametrize(
    ("limits", "value"),
    [
        ({"minimum": 5, "exclusiveMinimum": True}, 6),
        ({"exclusiveMinimum": 5}, 6),
        ({"exclusiveMaximum": 1}, 0),
        ({"maximum": 1, "exclusiveMaximum": True}, 0),
        ({"exclusiveMinimum": 0, "exclusiveMaximum": 1}, 0.5),
        ({"minimum": 8, "exclusiveMinimum": 5}, 8),
    ],
)
def test_a_number_is_within_exclusive_limits(limits: dict[str, Any], value: float) -> None:
    assert _example({"type": "number", **limits}) == value


def test_a_circle_of_references_is_told_and_two_ways_to_one_schema_are_not() -> None:
    circle = {"A": {"$ref": "#/components/schemas/B"}, "B": {"$ref": "#/components/schemas/A"}}
    layout, located, told = _layout({"$ref": "#/components/schemas/A"}, circle)
    layout.make_view((located,), Mode.RESPONSE)
    assert told == ["$ref '#/components/schemas/A' leads back to where it stands; ignored"]
    base = {"$ref": "#/components/schemas/Base"}
    twice = {"Base": {"type": "object"}, "A": {"allOf": [base]}, "B": {"allOf": [base]}}
    both = {"allOf": [{"$ref": f"#/components/schemas/{name}"} for name in "AB"]}
    node = {"properties": {"child": {"$ref": "#/components/schemas/Node"}}}
    for schema in (both, {"$ref": "#/components/schemas/Node"}):
        layout, located, told = _layout(schema, {**twice, "Node": node})
        layout.make_view((located,), Mode.RESPONSE)
        assert told == []


def test_a_schema_shows_thousands_of_its_own_fields() -> None:
    fields = {f"f{number}": {"type": "string"} for number in range(2_000)}
    view = _view({"type": "object", "properties": fields})
    assert (len(view.fields), view.hidden_count) == (2_000, 0)


def test_what_a_body_requires_is_shown_although_a_base_has_it_read_only() -> None:
    base = {"properties": {"type": {"type": "string", "readOnly": True}, "id": {"readOnly": True}}}
    own = {"required": ["type", "id"], "properties": {"type": {"type": "string", "enum": ["x"]}}}
    schema = {"allOf": [{"$ref": "#/components/schemas/Base"}, own]}
    (field,) = _view(schema, Mode.REQUEST, Base=base).fields
    assert (field.name, field.view.access) == ("type", "")
    assert _example(schema, Mode.REQUEST, Base=base) == {"type": "x"}
    assert _names(_view(schema, Mode.RESPONSE, Base=base).fields) == "type* id*"


def test_what_null_means_is_told() -> None:
    options = [{"type": "string"}, {"type": "null", "description": "Not known yet."}]
    view = _view({"description": "A name.", "anyOf": options})
    assert view.description == "A name.\n\n`null`: Not known yet."


def test_an_example_has_the_value_by_which_it_is_told_apart() -> None:
    rule = {"propertyName": "kind", "mapping": {"cat": "#/components/schemas/Cat"}}
    base = {"properties": {"kind": {"type": "string"}}, "discriminator": rule}
    cat = {"allOf": [{"$ref": "#/components/schemas/Base"}, {"properties": {"a": {"const": 1}}}]}
    reference = {"$ref": "#/components/schemas/Cat"}
    assert _example(reference, Base=base, Cat=cat) == {"kind": "cat", "a": 1}


def test_a_page_lists_five_thousand_values_and_counts_the_others() -> None:
    (fact,) = _view({"enum": [f"v{number}" for number in range(6_000)]}).facts
    assert (len(fact.values), fact.hidden_count) == (5_000, 1_000)
