"""A schema in words: its type, its limits as facts, and its rules as sentences.

A rule becomes a sentence such as ``if kind is "card", number is required`` only if the sentence
expresses all of it; otherwise it is shown as fields.
"""

from __future__ import annotations

import json
from collections.abc import Container, Iterable, Iterator

from sphinx_docsnav.openapi.content.page_values import Fact, Sentence
from sphinx_docsnav.openapi.content.schema import Flat, Flatten, Parts
from sphinx_docsnav.openapi.content.value_reader import is_number

MAX_TEXT = 2_000
"""Length of the longest value on a page, in characters."""

MAX_VALUES = 60
"""Number of values of ``enum`` above which a component has a page of its own."""

_MAX_LISTED_VALUES = 5_000
"""Number of values of ``enum`` that a page lists; nobody reads more, and a browser is slow."""

_BRIEF_VALUES = 12
"""Number of values that are listed if another page has all of them."""

_MAX_NESTED_ITEMS = 5
"""Number of arrays, maps and choices inside each other that a type label names."""

_MAX_NAMED = 4
"""Number of types that a label of a choice names."""

SHORT_VALUE = 80
"""Length up to which a list or an object is a fact; longer ones are only in samples."""

_FACT_LABELS = {
    "multipleOf": "multiple of",
    "pattern": "pattern",
    "contentEncoding": "encoding",
    "contentMediaType": "content",
    "$comment": "comment",
}
"""The labels of keywords whose values are shown unchanged."""

_RANGES = (
    ("value", "minimum", "maximum"),
    ("length", "minLength", "maxLength"),
    ("items", "minItems", "maxItems"),
    ("properties", "minProperties", "maxProperties"),
    ("matching items", "minContains", "maxContains"),
)
"""Labels of ranges, with the keywords of the lower and of the upper limit."""

_CONDITION_KEYWORDS = ("if", "then", "else")
"""Keywords that one sentence expresses together."""

_SUBJECTS = {"contains": "at least one item", "propertyNames": "every property name"}
"""Keywords about parts of a value, with a name for these parts."""

_LONGEST_FORMAT = 60
"""Length up to which a format is shown whole beside the type."""

_TYPES_WITHOUT_FORMAT = ("object", "array")
"""Types that have no format beside them, as the types of items and values are there."""

_MAX_VALUES_IN_SENTENCE = 8
"""Number of values up to which they are listed in a sentence."""

_MAX_NESTED_RULES = 2
"""Number of choices and negations inside each other up to which there is a sentence."""

_TEMPLATES = {
    "pattern": "{0} matches {1}",
    "format": "{0} has the format {1}",
    "minimum": "{0} is at least {1}",
    "maximum": "{0} is at most {1}",
    "minLength": "{0} has a length of at least {1}",
    "maxLength": "{0} has a length of at most {1}",
    "minItems": "{0} has at least {1} items",
    "maxItems": "{0} has at most {1} items",
}
"""Sentences for limits; ``{0}`` is the value, ``{1}`` the limit."""

_VERBS = {
    "given": ("{0} is given", "{0} are given"),
    "required": ("{0} is required", "{0} are required"),
    "forbidden": ("{0} must not be given", "{0} must not be given together"),
}
"""What a sentence says of one property, and of several."""


def write_type_label(flat_of: Flatten, flat: Flat) -> str:
    """Return the type of a schema: ``array of (string<uuid> or integer) or null``."""
    return " or ".join(_list_type_names(flat_of, flat, depth=0)) or "any"


def _write_inner_type(flat_of: Flatten, flat: Flat, depth: int) -> str:
    """Return the type of items or values; in parentheses if there are several."""
    labels = _list_type_names(flat_of, flat, depth)
    return f"({' or '.join(labels)})" if len(labels) > 1 else "".join(labels) or "any"


def _list_type_names(flat_of: Flatten, flat: Flat, depth: int) -> list[str]:
    """Return the types of a schema without duplicates, ``null`` last.

    :param depth: the number of arrays and maps around it.
    """
    labels = dict.fromkeys(_collect_types(flat_of, flat, depth, frozenset()))
    is_nullable = labels.pop("null", "") is None
    # "never" adds nothing to other types.
    if len(labels) > 1 or is_nullable:
        labels.pop("never", None)
    if len(labels) > _MAX_NAMED and not flat.types:
        labels = {f"one of {len(labels)} types": None}
    return [*labels, *(["null"] if is_nullable else [])]


def _collect_types(
    flat_of: Flatten, flat: Flat, depth: int, outer_ids: frozenset[int]
) -> Iterator[str]:
    """Yield the types of a schema, and those of its options.

    :param depth: the number of arrays, maps and choices around it.
    :param outer_ids: identities of the choices around it, which are not entered again.
    """
    if flat.is_impossible:
        yield "never"
        return
    yield from (_write_type(flat_of, flat, name, depth) for name in flat.types)
    if flat.nullable:
        yield "null"
    if flat.types or not flat.choices:
        if not flat.types and not flat.nullable:
            yield "any"
        return
    if depth >= _MAX_NESTED_ITEMS:
        yield "any"
        return
    inner_ids = outer_ids | flat.identity
    for option in flat.choices[0].options:
        inner = flat_of(option)
        if not inner.identity & inner_ids or not inner.choices:
            yield from _collect_types(flat_of, inner, depth + 1, inner_ids)


def _write_type(flat_of: Flatten, flat: Flat, name: str, depth: int) -> str:
    """Return one type with its format, or with the type of its items or values."""
    if (
        name == "array"
        and "items" in flat.schemas
        and not flat.prefix
        and depth < _MAX_NESTED_ITEMS
    ):
        return f"array of {_write_inner_type(flat_of, flat_of(flat.schemas['items']), depth + 1)}"
    if name == "object" and not flat.properties and depth < _MAX_NESTED_ITEMS:
        values = flat.schemas.get("additionalProperties")
        if values and values[0].value not in (True, False, {}):
            return f"map of {_write_inner_type(flat_of, flat_of(values), depth + 1)}"
    format_ = flat.keywords.get("format")
    if isinstance(format_, str) and format_ and name not in _TYPES_WITHOUT_FORMAT:
        return f"{name}<{shorten(format_, _LONGEST_FORMAT)}>"
    return name


def _shows_format(flat: Flat, format_: str) -> bool:
    """Return whether the type that `_write_type` returns contains the whole format."""
    return len(format_) <= _LONGEST_FORMAT and any(
        name not in _TYPES_WITHOUT_FORMAT for name in flat.types
    )


def list_facts(flat: Flat, flat_of: Flatten, *, brief: bool = False) -> Iterator[Fact]:
    """Yield limits, valid values, rules, defaults and examples in reading order.

    :param brief: whether another page lists all values of a long ``enum``.
    """
    keywords = flat.keywords
    if "const" in keywords:
        yield _make_constant_fact(keywords["const"])
    enum = keywords.get("enum")
    if isinstance(enum, list) and len(enum) == 1:
        yield _make_constant_fact(enum[0])
    elif isinstance(enum, list) and enum:
        is_shortened = brief and len(enum) > MAX_VALUES
        shown = enum[: _BRIEF_VALUES if is_shortened else _MAX_LISTED_VALUES]
        listed = tuple(map(write_value, shown))
        yield make_choice_fact(listed, len(enum) - len(listed))
    if "default" in keywords:
        yield make_default_fact(write_value(keywords["default"]))
    yield from _list_range_facts(keywords)
    format_ = keywords.get("format")
    if isinstance(format_, str) and format_ and not _shows_format(flat, format_):
        yield Fact(Sentence(_TEMPLATES["format"], (Sentence("the value"), write_value(format_))))
    for keyword, label in _FACT_LABELS.items():
        candidates = (keywords.get(keyword), *flat.other_values.get(keyword, ()))
        values = [value for value in candidates if _is_plain(value)]
        if values:
            yield Fact(Sentence(label), tuple(dict.fromkeys(map(write_value, values))))
    if keywords.get("uniqueItems") is True:
        yield Fact(Sentence("no value twice"))
    yield from _list_membership_facts(flat)
    yield from map(Fact, write_sentences(flat_of, flat))
    if "const" not in keywords and not (isinstance(enum, list) and len(enum) == 1):
        yield from _list_example_facts(keywords)  # an example of a constant would repeat it


def make_choice_fact(values: tuple[str, ...], hidden_count: int = 0) -> Fact:
    """Return a fact with the values to choose from.

    :param hidden_count: the number of further values.
    """
    return Fact(Sentence("one of"), values, "enum", hidden_count=hidden_count)


def make_default_fact(value: str) -> Fact:
    """Return a fact with the default."""
    return Fact(Sentence("default"), (value,))


def make_example_fact(values: Iterable[object]) -> Fact:
    """Return a fact with examples, without duplicates."""
    return Fact(Sentence("example"), tuple(dict.fromkeys(map(write_value, values))), "example")


def _make_constant_fact(value: object) -> Fact:
    """Return a fact with the only valid value."""
    return Fact(Sentence("always"), (write_value(value),), "const")


def _is_plain(value: object) -> bool:
    """Return whether a value is a text or a number."""
    return isinstance(value, (str, int, float)) and not isinstance(value, bool)


def _list_membership_facts(flat: Flat) -> Iterator[Fact]:
    """Yield facts about properties and items that are not described."""
    if _is_closed(flat, "additionalProperties", "unevaluatedProperties"):
        yield Fact(Sentence("no other properties"))
    if _is_closed(flat, "items", "unevaluatedItems"):
        yield Fact(Sentence("no other items"))
    unknown = sorted(flat.required - flat.properties.keys())
    if unknown:
        yield Fact(Sentence("must have"), tuple(shorten(name, 120) for name in unknown))


def _is_closed(flat: Flat, others: str, unevaluated: str) -> bool:
    """Return whether only described properties or items are valid.

    :param others: the keyword for all that are not described, which takes precedence.
    :param unevaluated: the keyword for all that no part of ``allOf`` describes.
    """
    rest = flat.schemas.get(others) or flat.schemas.get(unevaluated, ())
    return any(part.value is False for part in rest)


def _list_range_facts(keywords: dict[str, object]) -> Iterator[Fact]:
    """Yield facts about limits: ``length`` ``1 to 63``; exclusive limits in both notations.

    They are words, because the fonts of some formats lack the signs.
    """
    for label, low_keyword, high_keyword in _RANGES:
        low, high = keywords.get(low_keyword), keywords.get(high_keyword)
        above, below = "at least", "at most"
        if label == "value":
            low, above = _choose_limit(low, keywords.get("exclusiveMinimum"), above, "more than", 1)
            high, below = _choose_limit(
                high, keywords.get("exclusiveMaximum"), below, "less than", -1
            )
        # Both limits are inclusive: a range, or one value if they are equal.
        if low is not None and high is not None and (above, below) == ("at least", "at most"):
            limits = (write_value(low),) if low == high else (write_value(low), write_value(high))
            yield Fact(Sentence(label), limits, is_range=len(limits) > 1)
            continue
        for limit_phrase, value in ((above, low), (below, high)):
            if value is not None:
                label_with_phrase = Sentence("{0} {1}", (Sentence(label), Sentence(limit_phrase)))
                yield Fact(label_with_phrase, (write_value(value),))


def _choose_limit(
    limit: object, exclusive: object, phrase: str, strict: str, sign: int
) -> tuple[object, str]:
    """Return the limit that applies, and its phrase.

    OpenAPI 3.0 marks a limit as exclusive with ``true``; 3.1 has a second limit, and the narrower
    one counts.

    :param sign: 1 for a lower limit, -1 for an upper one.
    """
    if exclusive is True and limit is not None:
        return limit, strict
    if not is_number(exclusive) or (is_number(limit) and sign * limit > sign * exclusive):
        return limit, phrase
    return exclusive, strict


def _list_example_facts(keywords: dict[str, object]) -> Iterator[Fact]:
    """Yield a fact with the examples in the schema, if there are any."""
    examples = keywords.get("examples")
    values = list(examples) if isinstance(examples, list) else []
    # OpenAPI's "examples" of other objects are named; some authors write them like this here.
    if isinstance(examples, dict):
        values = list(examples.values())
    if "example" in keywords:
        values.insert(0, keywords["example"])
    if values:
        yield make_example_fact(values)


def write_value(value: object) -> str:
    """Return a value as JSON.

    A text without quotes unless it is empty or has blanks at its ends.
    """
    if isinstance(value, str) and value.strip() == value and value:
        return shorten(value, MAX_TEXT)
    return shorten(write_json_line(value), MAX_TEXT)


def write_json_line(value: object) -> str:
    """Return *value* as JSON in one line."""
    return json.dumps(value, ensure_ascii=False, default=str)


def shorten(text: str, limit: int) -> str:
    """Return *text* in one line of at most *limit* characters."""
    line = " ".join(text.split())
    return line if len(line) <= limit else line[: limit - 1] + "…"


def write_sentences(flat_of: Flatten, flat: Flat) -> Iterator[Sentence]:
    """Yield the rules of *flat* that a sentence expresses completely."""
    sentences_or_none = [_write_condition(flat_of, flat)]
    sentences_or_none += [
        _write_rule(flat_of, flat, keyword) for keyword in ("not", "contains", "propertyNames")
    ]
    sentences_or_none += [_write_dependency(flat_of, flat, name) for name in flat.dependent_schemas]
    for name, required_names in flat.dependent.items():
        if isinstance(required_names, list) and required_names:
            requirement = _write_names(map(str, required_names), "required")
            sentences_or_none.append(
                Sentence("if {0}, {1}", (_write_names([name], "given"), requirement))
            )
    sentences_or_none += [
        _write_required_choice(flat_of, flat, choices.keyword) for choices in flat.choices
    ]
    yield from filter(None, sentences_or_none)


def has_sentence(flat_of: Flatten, flat: Flat, keyword: str, name: str = "") -> bool:
    """Return whether a sentence expresses the rule under *keyword*, or its entry *name*."""
    if keyword in _CONDITION_KEYWORDS:
        return bool(_write_condition(flat_of, flat))
    if keyword == "dependentSchemas":
        return bool(_write_dependency(flat_of, flat, name))
    if keyword in ("oneOf", "anyOf"):
        return bool(_write_required_choice(flat_of, flat, keyword))
    return bool(_write_rule(flat_of, flat, keyword))


def _write_condition(flat_of: Flatten, flat: Flat) -> Sentence | None:
    """Return the sentence for ``if``, ``then`` and ``else``, ``None`` if there is none."""
    if "if" not in flat.schemas or not {"then", "else"} & flat.schemas.keys():
        return None
    condition, results = flat.schemas["if"], ["then", "else"]
    condition_schema = flat_of(condition)
    # A condition that is only a negation: exchange "then" and "else".
    if (
        "not" in condition_schema.schemas
        and _has_nothing_else(condition_schema, allowed=("not",))
        and not condition_schema.properties
    ):
        condition, results = condition_schema.schemas["not"], ["else", "then"]
    condition_phrase = _write_predicate(flat_of, condition, "given")
    predicates = {
        keyword: _write_predicate(flat_of, flat.schemas[keyword], "required")
        for keyword in results
        if keyword in flat.schemas
    }
    then_phrase, else_phrase = map(predicates.get, results)
    # A sentence has to express all of the rule.
    if condition_phrase is None or None in predicates.values():
        return None
    # Only "else" is left, or "then" of a negated condition.
    if then_phrase is None:
        return Sentence("unless {0}, {1}", (condition_phrase, else_phrase)) if else_phrase else None
    sentence = Sentence("if {0}, {1}", (condition_phrase, then_phrase))
    return (
        Sentence("{0}; {1}", (sentence, Sentence("otherwise {0}", (else_phrase,))))
        if else_phrase
        else sentence
    )


def _write_rule(flat_of: Flatten, flat: Flat, keyword: str, depth: int = 0) -> Sentence | None:
    """Return the sentence for ``not``, ``contains`` or ``propertyNames``."""
    parts = flat.schemas.get(keyword)
    if not parts:
        return None
    if keyword == "not":
        return _write_negation(flat_of, parts, depth)
    return (
        _write_value_rule(flat_of(parts), choose_subject(flat, keyword))
        if keyword in _SUBJECTS
        else None
    )


def _write_negation(flat_of: Flatten, parts: Parts, depth: int) -> Sentence | None:
    """Return the sentence for ``not``; an ``anyOf`` inside excludes each of its options."""
    options = _list_plain_options(flat_of(parts)) or (parts,)
    option_schemas = [flat_of(option) for option in options]
    if depth > _MAX_NESTED_RULES or any(option_schema.name for option_schema in option_schemas):
        return None
    # Options that only name required properties: "'a' and 'b' must not be given together".
    if all(
        option_schema.required and not option_schema.properties and _has_nothing_else(option_schema)
        for option_schema in option_schemas
    ):
        sentence = _join_with_and(
            _write_names(option_schema.required, "forbidden") for option_schema in option_schemas
        )
        return sentence if isinstance(sentence, Sentence) else None
    phrases = []
    for option, option_schema in zip(options, option_schemas, strict=True):
        phrase = _write_value_rule(option_schema, Sentence("the value"))
        if phrase is None and option_schema.required >= option_schema.properties.keys() != set():
            phrase = _write_predicate(flat_of, option, "given", depth + 1)
        phrases.append(phrase)
    alternatives = _join_with_or(phrases)
    return Sentence("not allowed: {0}", (alternatives,)) if alternatives else None


def _list_plain_options(flat: Flat) -> tuple[Parts, ...]:
    """Return the options of a schema that consists of one ``anyOf``, else nothing."""
    is_alone = len(flat.choices) == 1 and flat.choices[0].keyword == "anyOf"
    has_more = flat.properties or flat.required or not _has_nothing_else(flat, choices=True)
    return flat.choices[0].options if is_alone and not has_more else ()


def choose_subject(flat: Flat, keyword: str) -> Sentence:
    """Return the parts of a value that the schema under *keyword* is about."""
    if keyword == "contains" and flat.keywords.get("minContains", 1) != 1:
        # A fact says how many have to match.
        return Sentence("a matching item")
    return Sentence(_SUBJECTS[keyword])


def _write_dependency(flat_of: Flatten, flat: Flat, name: str) -> Sentence | None:
    """Return the sentence for an entry of ``dependentSchemas``."""
    requirement = _write_predicate(flat_of, flat.dependent_schemas[name], "required")
    return (
        Sentence("if {0}, {1}", (_write_names([name], "given"), requirement))
        if requirement
        else None
    )


def _write_required_choice(flat_of: Flatten, flat: Flat, keyword: str) -> Sentence | None:
    """Return the sentence for a choice whose options only name required properties."""
    choice_sets = [choices for choices in flat.choices if choices.keyword == keyword]
    if len(choice_sets) != 1:
        return None
    groups: list[Sentence | str] = []
    for option in choice_sets[0].options:
        inner = flat_of(option)
        if not inner.required or inner.properties or inner.name or not _has_nothing_else(inner):
            return None
        groups.append(_join_with_and(map(_quote, sorted(inner.required))))
    quantity = "exactly" if keyword == "oneOf" else "at least"
    template = "; ".join(f"{{{number}}}" for number in range(len(groups)))
    alternatives = Sentence(template, tuple(groups))
    return Sentence(f"{quantity} one of these is required: {{0}}", (alternatives,))


def _write_predicate(flat_of: Flatten, parts: Parts, verb: str, depth: int = 0) -> Sentence | None:
    """Return what an object schema requires of its properties.

    :param depth: the number of choices and negations around it.
    :returns: ``None`` if no sentence says all of it.
    """
    flat = flat_of(parts)
    options = _list_plain_options(flat) if depth <= _MAX_NESTED_RULES else ()
    # Options with a name are shown as fields, with a link.
    if options and not any(flat_of(option).name for option in options):
        return _join_with_or(
            [_write_predicate(flat_of, option, verb, depth + 1) for option in options]
        )
    negation = _write_rule(flat_of, flat, "not", depth + 1)
    if not _has_nothing_else(flat, allowed=("not",) if negation else ()) or set(flat.types) - {
        "object"
    }:
        return None
    phrases: list[Sentence | str] = []
    described_names = set()
    for name, schema in flat.properties.items():
        inner = flat_of(schema)
        phrase = _write_value_rule(inner, _quote(name))
        if phrase:
            phrases.append(phrase)
            described_names.add(name)
        elif inner.types or not _has_nothing_else(inner) or inner.properties or inner.required:
            return None
    # A described property is given; that it is required has to be said.
    bare_names = [
        name for name in flat.required if name not in described_names or verb == "required"
    ]
    if bare_names:
        phrases.append(_write_names(bare_names, verb))
    phrases += [negation] if negation else []
    sentence = _join_with_and(phrases)
    return sentence if isinstance(sentence, Sentence) else None


def _write_value_rule(flat: Flat, subject: Sentence | str) -> Sentence | None:
    """Return a sentence about a single value, ``None`` if no short one says all of it."""
    keywords = flat.keywords
    if flat.properties or flat.required or flat.name or not _has_nothing_else(flat, keywords=True):
        return None
    # One or several valid values.
    if len(keywords) == 1 and {"const", "enum"} & keywords.keys():
        enum = keywords.get("enum", [keywords.get("const")])
        values = enum if isinstance(enum, list) and 0 < len(enum) <= _MAX_VALUES_IN_SENTENCE else []
        value_list = ", ".join(map(write_json_line, values))
        template = "{0} is one of {1}" if len(values) > 1 else "{0} is {1}"
        return Sentence(template, (subject, value_list)) if values else None
    phrases: list[Sentence | str] = [
        Sentence(_TEMPLATES[keyword], (subject, str(value)))
        for keyword, value in keywords.items()
        if keyword in _TEMPLATES and isinstance(value, (str, int, float))
    ]
    if not keywords and len(flat.types) == 1:
        phrases = [Sentence("{0} has the type {1}", (subject, flat.types[0]))]
    # Some keyword has no template.
    elif len(phrases) < len(keywords):
        return None
    sentence = _join_with_and(phrases)
    return sentence if isinstance(sentence, Sentence) else None


def _has_nothing_else(
    flat: Flat, *, keywords: bool = False, choices: bool = False, allowed: Container[str] = ()
) -> bool:
    """Return whether a schema has only types, properties, ``required`` and some other keywords.

    :param keywords: whether keywords with plain values may be present.
    :param choices: whether ``oneOf`` and ``anyOf`` may be present.
    :param allowed: keywords of subschemas that may be present.
    """
    schemas = [keyword for keyword in flat.schemas if keyword not in allowed]
    other_rules = (flat.patterns, schemas, flat.prefix, flat.dependent, flat.dependent_schemas)
    has_more = (
        any(other_rules) or (flat.choices and not choices) or flat.nullable or flat.is_impossible
    )
    return not has_more and (keywords or not flat.keywords)


def _write_names(names: Iterable[str], verb: str) -> Sentence:
    """Return what *verb* says of one property, or of several."""
    quoted = list(map(_quote, sorted(names)))
    return Sentence(_VERBS[verb][len(quoted) > 1], (_join_with_and(quoted),))


def _join_with_and(phrases: Iterable[Sentence | str]) -> Sentence | str:
    """Return phrases as a list: ``a, b and c``; an empty text if there are none."""
    *others, last = list(phrases) or [""]
    return Sentence("{0} and {1}", (_join_with_commas(others), last)) if others else last


def _join_with_or(phrases: Iterable[Sentence | None]) -> Sentence | None:
    """Return phrases as alternatives: ``a, b or c``; ``None`` if one of them is missing."""
    complete_phrases: list[Sentence | str] = []
    for phrase in phrases:
        if phrase is None:
            return None
        complete_phrases.append(phrase)
    *others, last = complete_phrases
    if others:
        return Sentence("{0} or {1}", (_join_with_commas(others), last))
    return last if isinstance(last, Sentence) else None


def _join_with_commas(phrases: list[Sentence | str]) -> Sentence | str:
    """Return phrases with commas between them.

    The sentence is a balanced tree, so that a long list is not nested deeply.
    """
    if len(phrases) == 1:
        return phrases[0]
    middle = len(phrases) // 2
    return Sentence(
        "{0}, {1}", (_join_with_commas(phrases[:middle]), _join_with_commas(phrases[middle:]))
    )


def _quote(name: str) -> str:
    """Return a name in quotes."""
    return f"'{name}'"
