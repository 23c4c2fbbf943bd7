"""The types and limits of a schema in words."""

from __future__ import annotations

import json
from collections.abc import Container, Iterable, Iterator

from sphinx_docsnav.openapi.content.page_values import Fact, Sentence
from sphinx_docsnav.openapi.content.schema import Flat, Flatten, Parts
from sphinx_docsnav.openapi.content.value_reader import is_number

MAX_TEXT = 2_000
"""Longest value that is shown, in characters."""

MAX_VALUES = 60
"""A component with more values in its ``enum`` has a page of its own."""

_BRIEF_VALUES = 12

_MAX_NESTED_ITEMS = 5

_MAX_NAMED = 4

SHORT_VALUE = 80
"""Longer lists and objects are no facts; samples show them."""

_FACT_LABELS = {
    "multipleOf": "multiple of",
    "pattern": "pattern",
    "contentEncoding": "encoding",
    "contentMediaType": "content",
    "$comment": "comment",
}

_RANGES = (
    ("value", "minimum", "maximum"),
    ("length", "minLength", "maxLength"),
    ("items", "minItems", "maxItems"),
    ("properties", "minProperties", "maxProperties"),
    ("matching items", "minContains", "maxContains"),
)

_CONDITION_KEYWORDS = ("if", "then", "else")

_SUBJECTS = {"contains": "at least one item", "propertyNames": "every property name"}

_MAX_VALUES_IN_SENTENCE = 8
"""Longer lists of values are shown as fields."""

_MAX_NESTED_RULES = 2
"""Choices and negations deeper inside one another are shown as fields."""

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

_VERBS = {
    "given": ("{0} is given", "{0} are given"),
    "required": ("{0} is required", "{0} are required"),
    "forbidden": ("{0} must not be given", "{0} must not be given together"),
}


def write_type_label(flat_of: Flatten, flat: Flat, depth: int = 0) -> str:
    """Return the type in a few words: ``array of (string<uuid> or integer) or null``.

    :param depth: how many arrays and maps are around it already.
    """
    return " or ".join(_list_type_names(flat_of, flat, depth)) or "any"


def _write_inner_type(flat_of: Flatten, flat: Flat, depth: int) -> str:
    """Return the type of what is in an array or a map; several are set apart from those of it."""
    labels = _list_type_names(flat_of, flat, depth)
    return f"({' or '.join(labels)})" if len(labels) > 1 else "".join(labels) or "any"


def _list_type_names(flat_of: Flatten, flat: Flat, depth: int) -> list[str]:
    labels = dict.fromkeys(_collect_types(flat_of, flat, depth, frozenset()))
    is_nullable = labels.pop("null", "") is None
    if len(labels) > 1 or is_nullable:
        labels.pop("never", None)
    if len(labels) > _MAX_NAMED and not flat.types:
        labels = {f"one of {len(labels)} types": None}
    return [*labels, *(["null"] if is_nullable else [])]


def _collect_types(
    flat_of: Flatten, flat: Flat, depth: int, around: frozenset[int]
) -> Iterator[str]:
    """Yield the types of a schema, those of a choice without itself.

    :param depth: how many arrays, maps and choices are around it already.
    :param around: the identities of the choices around it.
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
    own = around | flat.identity
    for option in flat.choices[0].options:
        inner = flat_of(option)
        if not inner.identity & own or not inner.choices:
            yield from _collect_types(flat_of, inner, depth + 1, own)


def _write_type(flat_of: Flatten, flat: Flat, name: str, depth: int) -> str:
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
    form = flat.keywords.get("format")
    if isinstance(form, str) and form and name not in ("object", "array"):
        return f"{name}<{shorten(form, 60)}>"
    return name


def list_facts(flat: Flat, flat_of: Flatten, *, brief: bool = False) -> tuple[Fact, ...]:
    """Return the limits, choices, defaults and examples of a value, in reading order.

    :param brief: another page has all values of a long ``enum``.
    """
    return tuple(_collect_facts(flat, flat_of, brief=brief))


def _collect_facts(flat: Flat, flat_of: Flatten, *, brief: bool) -> Iterator[Fact]:
    keywords = flat.keywords
    if "const" in keywords:
        yield _make_constant_fact(keywords["const"])
    enum = keywords.get("enum")
    if isinstance(enum, list) and len(enum) == 1:
        yield _make_constant_fact(enum[0])
    elif isinstance(enum, list) and enum:
        cut = brief and len(enum) > MAX_VALUES
        shown = tuple(write_value(value) for value in (enum[:_BRIEF_VALUES] if cut else enum))
        yield make_choice_fact(shown, len(enum) - len(shown))
    if "default" in keywords:
        yield make_default_fact(write_value(keywords["default"]))
    yield from _list_range_facts(keywords)
    for word, label in _FACT_LABELS.items():
        values = [v for v in (keywords.get(word), *flat.other_values.get(word, ())) if _is_plain(v)]
        if values:
            yield Fact(Sentence(label), tuple(dict.fromkeys(map(write_value, values))))
    if keywords.get("uniqueItems") is True:
        yield Fact(Sentence("no value twice"))
    yield from _list_membership_facts(flat)
    yield from map(Fact, write_sentences(flat_of, flat))
    if "const" not in keywords and not (isinstance(enum, list) and len(enum) == 1):
        yield from _list_example_facts(keywords)  # an example of a constant would repeat it


def make_choice_fact(values: tuple[str, ...], more: int = 0) -> Fact:
    """Return the values to choose from; *more* is how many are left out."""
    return Fact(Sentence("one of"), values, "enum", hidden_count=more)


def make_default_fact(value: str) -> Fact:
    """Return the default."""
    return Fact(Sentence("default"), (value,))


def make_example_fact(values: Iterable[object]) -> Fact:
    """Return example values, none of them twice."""
    return Fact(Sentence("example"), tuple(dict.fromkeys(map(write_value, values))), "example")


def _make_constant_fact(value: object) -> Fact:
    return Fact(Sentence("always"), (write_value(value),), "const")


def _is_plain(value: object) -> bool:
    return isinstance(value, (str, int, float)) and not isinstance(value, bool)


def _list_membership_facts(flat: Flat) -> Iterator[Fact]:
    """Yield which properties may not be there, and which must."""
    if _is_closed(flat, "additionalProperties", "unevaluatedProperties"):
        yield Fact(Sentence("no other properties"))
    if _is_closed(flat, "items", "unevaluatedItems"):
        yield Fact(Sentence("no other items"))
    unknown = sorted(flat.required - flat.properties.keys())
    if unknown:
        yield Fact(Sentence("must have"), tuple(shorten(name, 120) for name in unknown))


def _is_closed(flat: Flat, others: str, unevaluated: str) -> bool:
    """Return whether nothing may be there that is not described.

    A schema for all *others* evaluates them, so that *unevaluated* says nothing beside it.
    """
    rest = flat.schemas.get(others) or flat.schemas.get(unevaluated, ())
    return any(part.value is False for part in rest)


def _list_range_facts(keywords: dict[str, object]) -> Iterator[Fact]:
    """Yield ranges: ``length`` ``1`` to ``63``; exclusive limits of both dialects.

    In words, because not every font of every format has the signs.
    """
    for label, low_word, high_word in _RANGES:
        low, high = keywords.get(low_word), keywords.get(high_word)
        above, below = "at least", "at most"
        if label == "value":
            low, above = _choose_limit(low, keywords.get("exclusiveMinimum"), above, "more than", 1)
            high, below = _choose_limit(
                high, keywords.get("exclusiveMaximum"), below, "less than", -1
            )
        if low is not None and high is not None and (above, below) == ("at least", "at most"):
            both = (write_value(low),) if low == high else (write_value(low), write_value(high))
            yield Fact(Sentence(label), both, is_range=len(both) > 1)
            continue
        for words_of, value in ((above, low), (below, high)):
            if value is not None:
                said = Sentence("{0} {1}", (Sentence(label), Sentence(words_of)))
                yield Fact(said, (write_value(value),))


def _choose_limit(
    limit: object, exclusive: object, phrase: str, strict: str, sign: int
) -> tuple[object, str]:
    """Return the limit and its phrase: 3.0 marks a limit as exclusive, 3.1 has a second limit.

    :param sign: 1 for a lower limit, -1 for an upper one: the narrower of two counts.
    """
    if exclusive is True and limit is not None:
        return limit, strict
    if not is_number(exclusive) or (is_number(limit) and sign * limit > sign * exclusive):
        return limit, phrase
    return exclusive, strict


def _list_example_facts(keywords: dict[str, object]) -> Iterator[Fact]:
    """Yield the schema's own examples."""
    given = keywords.get("examples")
    values = list(given) if isinstance(given, list) else []
    if isinstance(given, dict):
        values = list(given.values())
    if "example" in keywords:
        values.insert(0, keywords["example"])
    if values:
        yield make_example_fact(values)


def write_value(value: object) -> str:
    """Return a value as JSON writes it; text without quotes unless quotes matter."""
    if isinstance(value, str) and value.strip() == value and value:
        return shorten(value, MAX_TEXT)
    return shorten(json.dumps(value, ensure_ascii=False, default=str), MAX_TEXT)


def shorten(text: str, limit: int) -> str:
    """Return *text* in one line of at most *limit* characters."""
    line = " ".join(text.split())
    return line if len(line) <= limit else line[: limit - 1] + "…"


def write_sentences(flat_of: Flatten, flat: Flat) -> Iterator[Sentence]:
    """Yield the rules of *flat* that a sentence can express."""
    found = [_write_condition(flat_of, flat)]
    found += [
        _write_rule(flat_of, flat, keyword) for keyword in ("not", "contains", "propertyNames")
    ]
    found += [_write_dependency(flat_of, flat, name) for name in flat.dependent_schemas]
    for name, needed in flat.dependent.items():
        if isinstance(needed, list) and needed:
            demand = _write_names(map(str, needed), "required")
            found.append(Sentence("if {0}, {1}", (_write_names([name], "given"), demand)))
    found += [_write_required_choice(flat_of, flat, choices.keyword) for choices in flat.choices]
    yield from filter(None, found)


def has_sentence(flat_of: Flatten, flat: Flat, keyword: str, name: str = "") -> bool:
    """Return whether a sentence expresses the rule under *keyword* (for *name*)."""
    if keyword in _CONDITION_KEYWORDS:
        return bool(_write_condition(flat_of, flat))
    if keyword == "dependentSchemas":
        return bool(_write_dependency(flat_of, flat, name))
    if keyword in ("oneOf", "anyOf"):
        return bool(_write_required_choice(flat_of, flat, keyword))
    return bool(_write_rule(flat_of, flat, keyword))


def _write_condition(flat_of: Flatten, flat: Flat) -> Sentence | None:
    """Return the sentence for ``if``, ``then`` and ``else``."""
    if "if" not in flat.schemas or not {"then", "else"} & flat.schemas.keys():
        return None
    condition, results = flat.schemas["if"], ["then", "else"]
    denied = flat_of(condition)
    if (
        "not" in denied.schemas
        and _has_nothing_else(denied, said=("not",))
        and not denied.properties
    ):
        condition, results = denied.schemas["not"], ["else", "then"]
    when = _write_predicate(flat_of, condition, "given")
    told = {
        keyword: _write_predicate(flat_of, flat.schemas[keyword], "required")
        for keyword in results
        if keyword in flat.schemas
    }
    then, other = map(told.get, results)
    if when is None or None in told.values():
        return None
    if then is None:
        return Sentence("unless {0}, {1}", (when, other)) if other else None
    sentence = Sentence("if {0}, {1}", (when, then))
    return (
        Sentence("{0}; {1}", (sentence, Sentence("otherwise {0}", (other,)))) if other else sentence
    )


def _write_rule(flat_of: Flatten, flat: Flat, keyword: str, depth: int = 0) -> Sentence | None:
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
    """Return the sentence for the schema under ``not``, or for each option of its ``anyOf``."""
    options = _list_plain_options(flat_of(parts)) or (parts,)
    inner = [flat_of(option) for option in options]
    if depth > _MAX_NESTED_RULES or any(each.name for each in inner):
        return None
    if all(each.required and not each.properties and _has_nothing_else(each) for each in inner):
        whole = _join_with_and(_write_names(each.required, "forbidden") for each in inner)
        return whole if isinstance(whole, Sentence) else None
    told = []
    for option, each in zip(options, inner, strict=True):
        said = _write_value_rule(each, Sentence("the value"))
        if said is None and each.required >= each.properties.keys() != set():
            said = _write_predicate(flat_of, option, "given", depth + 1)
        told.append(said)
    alternatives = _join_with_or(told)
    return Sentence("not allowed: {0}", (alternatives,)) if alternatives else None


def _list_plain_options(flat: Flat) -> tuple[Parts, ...]:
    """Return the options of a schema that is nothing but an ``anyOf``."""
    is_alone = len(flat.choices) == 1 and flat.choices[0].keyword == "anyOf"
    inside = flat.properties or flat.required or not _has_nothing_else(flat, choices=True)
    return flat.choices[0].options if is_alone and not inside else ()


def choose_subject(flat: Flat, keyword: str) -> Sentence:
    """Return what the schema under *keyword* is about."""
    if keyword == "contains" and flat.keywords.get("minContains", 1) != 1:
        return Sentence("a matching item")  # the limits say how many there are
    return Sentence(_SUBJECTS[keyword])


def _write_dependency(flat_of: Flatten, flat: Flat, name: str) -> Sentence | None:
    told = _write_predicate(flat_of, flat.dependent_schemas[name], "required")
    return Sentence("if {0}, {1}", (_write_names([name], "given"), told)) if told else None


def _write_required_choice(flat_of: Flatten, flat: Flat, keyword: str) -> Sentence | None:
    """Return the sentence for a choice whose options only name required properties."""
    wanted = [choices for choices in flat.choices if choices.keyword == keyword]
    if len(wanted) != 1:
        return None
    groups: list[Sentence | str] = []
    for option in wanted[0].options:
        inner = flat_of(option)
        if not inner.required or inner.properties or inner.name or not _has_nothing_else(inner):
            return None
        groups.append(_join_with_and(map(_quote, sorted(inner.required))))
    amount = "exactly" if keyword == "oneOf" else "at least"
    template = "; ".join(f"{{{number}}}" for number in range(len(groups)))
    listed = Sentence(template, tuple(groups))
    return Sentence(f"{amount} one of these is required: {{0}}", (listed,))


def _write_predicate(flat_of: Flatten, parts: Parts, verb: str, depth: int = 0) -> Sentence | None:
    """Return what an object schema demands of its properties; None if that takes more words.

    :param depth: how many choices and negations are around it.
    """
    flat = flat_of(parts)
    options = _list_plain_options(flat) if depth <= _MAX_NESTED_RULES else ()
    if options and not any(flat_of(option).name for option in options):
        return _join_with_or(
            [_write_predicate(flat_of, option, verb, depth + 1) for option in options]
        )
    denied = _write_rule(flat_of, flat, "not", depth + 1)
    if not _has_nothing_else(flat, said=("not",) if denied else ()) or set(flat.types) - {"object"}:
        return None
    phrases: list[Sentence | str] = []
    named = set()
    for name, schema in flat.properties.items():
        inner = flat_of(schema)
        told = _write_value_rule(inner, _quote(name))
        if told:
            phrases.append(told)
            named.add(name)
        elif inner.types or not _has_nothing_else(inner) or inner.properties or inner.required:
            return None
    alone = [name for name in flat.required if name not in named or verb == "required"]
    if alone:
        phrases.append(_write_names(alone, verb))
    phrases += [denied] if denied else []
    whole = _join_with_and(phrases)
    return whole if isinstance(whole, Sentence) else None


def _write_value_rule(flat: Flat, subject: Sentence | str) -> Sentence | None:
    """Return a sentence about a schema of one value; None if no short one exists."""
    keywords = flat.keywords
    if flat.properties or flat.required or flat.name or not _has_nothing_else(flat, keywords=True):
        return None
    if len(keywords) == 1 and {"const", "enum"} & keywords.keys():
        enum = keywords.get("enum", [keywords.get("const")])
        values = enum if isinstance(enum, list) and 0 < len(enum) <= _MAX_VALUES_IN_SENTENCE else []
        listed = ", ".join(_write_json(value) for value in values)
        template = "{0} is one of {1}" if len(values) > 1 else "{0} is {1}"
        return Sentence(template, (subject, listed)) if values else None
    told: list[Sentence | str] = [
        Sentence(_TEMPLATES[word], (subject, str(value)))
        for word, value in keywords.items()
        if word in _TEMPLATES and isinstance(value, (str, int, float))
    ]
    if not keywords and len(flat.types) == 1:
        told = [Sentence("{0} has the type {1}", (subject, flat.types[0]))]
    elif len(told) < len(keywords):
        return None
    whole = _join_with_and(told)
    return whole if isinstance(whole, Sentence) else None


def _has_nothing_else(
    flat: Flat, *, keywords: bool = False, choices: bool = False, said: Container[str] = ()
) -> bool:
    """Return whether a schema has only types, properties, ``required`` and the keywords *said*.

    :param keywords: it may have keywords with plain values.
    :param choices: it may have ``oneOf`` and ``anyOf``.
    """
    schemas = [keyword for keyword in flat.schemas if keyword not in said]
    more = (flat.patterns, schemas, flat.prefix, flat.dependent, flat.dependent_schemas)
    has_more = any(more) or (flat.choices and not choices) or flat.nullable or flat.is_impossible
    return not has_more and (keywords or not flat.keywords)


def _write_names(names: Iterable[str], verb: str) -> Sentence:
    """Return what properties are, for one or for several."""
    quoted = list(map(_quote, sorted(names)))
    return Sentence(_VERBS[verb][len(quoted) > 1], (_join_with_and(quoted),))


def _join_with_and(phrases: Iterable[Sentence | str]) -> Sentence | str:
    """Return phrases as a list in words: ``a, b and c``; empty text for none."""
    *others, last = list(phrases) or [""]
    return Sentence("{0} and {1}", (_join_with_commas(others), last)) if others else last


def _join_with_or(phrases: Iterable[Sentence | None]) -> Sentence | None:
    """Return phrases as alternatives: ``a, b or c``; None if one of them is missing."""
    known: list[Sentence | str] = []
    for phrase in phrases:
        if phrase is None:
            return None
        known.append(phrase)
    *others, last = known
    if others:
        return Sentence("{0} or {1}", (_join_with_commas(others), last))
    return last if isinstance(last, Sentence) else None


def _join_with_commas(phrases: list[Sentence | str]) -> Sentence | str:
    """Return phrases with commas; halves of them, so that long lists do not nest deep."""
    if len(phrases) == 1:
        return phrases[0]
    middle = len(phrases) // 2
    return Sentence(
        "{0}, {1}", (_join_with_commas(phrases[:middle]), _join_with_commas(phrases[middle:]))
    )


def _quote(name: str) -> str:
    return f"'{name}'"


def _write_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)
