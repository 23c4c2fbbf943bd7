"""Rules of a schema as sentences: ``if kind is "card", number is required``.

Only a rule that a sentence expresses completely becomes one; all others are
shown as fields.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from sphinx_docsnav.openapi.content.schema import Flat, FlatOf, Parts

_CONDITION = ("if", "then", "else")
_VALUES = 8
"""Longer lists of values are shown as fields."""
_A_TYPE = {"null": "null", "array": "an array", "object": "an object", "integer": "an integer"}
_COMPARED = {
    "pattern": "matches {}",
    "format": "is a {}",
    "minimum": "is at least {}",
    "maximum": "is at most {}",
    "minLength": "has a length of at least {}",
    "maxLength": "has a length of at most {}",
    "minItems": "has at least {} items",
    "maxItems": "has at most {} items",
}


def sentences(flat_of: FlatOf, flat: Flat) -> Iterator[str]:
    """Yield the rules of *flat* that a sentence can express."""
    condition = _condition(flat_of, flat)
    if condition:
        yield condition
    for keyword in ("not", "contains", "propertyNames"):
        sentence = _single(flat_of, flat, keyword)
        if sentence:
            yield sentence
    for name in flat.dependent_schemas:
        sentence = _dependent(flat_of, flat, name)
        if sentence:
            yield sentence
    for choices in flat.choices:
        sentence = _required_choice(flat_of, flat, choices.keyword)
        if sentence:
            yield sentence


def is_said(flat_of: FlatOf, flat: Flat, keyword: str, name: str = "") -> bool:
    """Return whether a sentence expresses the rule under *keyword* (for *name*)."""
    if keyword in _CONDITION:
        return bool(_condition(flat_of, flat))
    if keyword == "dependentSchemas":
        return bool(_dependent(flat_of, flat, name))
    if keyword in ("oneOf", "anyOf"):
        return bool(_required_choice(flat_of, flat, keyword))
    return bool(_single(flat_of, flat, keyword))


def _condition(flat_of: FlatOf, flat: Flat) -> str:
    """Return the sentence for ``if``, ``then`` and ``else``."""
    if "if" not in flat.schemas or not {"then", "else"} & flat.schemas.keys():
        return ""
    when = _predicate(flat_of, flat.schemas["if"], "given")
    parts = []
    for keyword, word in (("then", f"if {when}, "), ("else", "otherwise ")):
        if keyword in flat.schemas:
            told = _predicate(flat_of, flat.schemas[keyword], "required")
            if not told:
                return ""
            parts.append(word + told)
    if parts and "then" not in flat.schemas:
        parts = [f"unless {when}, {parts[0].removeprefix('otherwise ')}"]
    return "; ".join(parts) if when else ""


def _single(flat_of: FlatOf, flat: Flat, keyword: str) -> str:
    parts = flat.schemas.get(keyword)
    if not parts:
        return ""
    inner = flat_of(parts)
    if keyword == "not":
        names = sorted(inner.required)
        if names and not inner.properties and _is_bare(inner):
            together = " together" if len(names) > 1 else ""
            return f"{_names(names)} must not be given{together}"
        told = _value(inner)
        return f"not a value that {told}" if told else ""
    told = _value(inner)
    subject = {"contains": "at least one item", "propertyNames": "every property name"}.get(keyword)
    return f"{subject} {told}" if told and subject else ""


def _dependent(flat_of: FlatOf, flat: Flat, name: str) -> str:
    told = _predicate(flat_of, flat.dependent_schemas[name], "required")
    return f"if '{name}' is given, {told}" if told else ""


def _required_choice(flat_of: FlatOf, flat: Flat, keyword: str) -> str:
    """Return the sentence for a choice whose options only name required properties."""
    wanted = [choices for choices in flat.choices if choices.keyword == keyword]
    if len(wanted) != 1:
        return ""
    groups = []
    for option in wanted[0].options:
        inner = flat_of(option)
        if not inner.required or inner.properties or inner.name or not _is_bare(inner):
            return ""
        groups.append(_names(inner.required))
    amount = "exactly" if keyword == "oneOf" else "at least"
    return f"{amount} one of these is required: {'; '.join(groups)}"


def _predicate(flat_of: FlatOf, parts: Parts, verb: str) -> str:
    """Return what an object schema demands of its properties; "" if that takes more words."""
    flat = flat_of(parts)
    if not _is_bare(flat) or set(flat.types) - {"object"}:
        return ""
    phrases, named = [], set()
    for name, schema in flat.properties.items():
        inner = flat_of(schema)
        told = _value(inner)
        if told:
            phrases.append(f"'{name}' {told}")
            named.add(name)
        elif inner.types or not _is_bare(inner) or inner.properties or inner.required:
            return ""
    alone = sorted(name for name in flat.required if name not in named or verb == "required")
    if alone:
        phrases.append(f"{_names(alone)} {'is' if len(alone) == 1 else 'are'} {verb}")
    return _listed(phrases)


def _value(flat: Flat) -> str:
    """Return a phrase for a schema of one value; "" if no short phrase exists."""
    words = flat.words
    if flat.properties or flat.required or flat.name or not _is_bare(flat, words=True):
        return ""
    if len(words) == 1 and {"const", "enum"} & words.keys():
        enum = words.get("enum", [words.get("const")])
        values = enum if isinstance(enum, list) and 0 < len(enum) <= _VALUES else []
        listed = ", ".join(_json(value) for value in values)
        return f"is {'one of ' if len(values) > 1 else ''}{listed}" if values else ""
    told = [
        _COMPARED[word].format(value)
        for word, value in words.items()
        if word in _COMPARED and isinstance(value, (str, int, float))
    ]
    if words:
        return " and ".join(told) if len(told) == len(words) else ""
    kind = flat.types[0] if len(flat.types) == 1 else ""
    return f"is {_A_TYPE.get(kind, f'a {kind}')}" if kind else ""


def _is_bare(flat: Flat, *, words: bool = False) -> bool:
    """Return whether a schema has only types, properties and ``required``."""
    more = (flat.patterns, flat.schemas, flat.prefix, flat.dependent, flat.dependent_schemas)
    said = any(more) or flat.choices or flat.nullable or flat.never
    return not said and (words or not flat.words)


def _names(names: Iterable[str]) -> str:
    return _listed([f"'{name}'" for name in sorted(names)])


def _listed(phrases: list[str]) -> str:
    return " and ".join(filter(None, (", ".join(phrases[:-1]), *phrases[-1:])))


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)
