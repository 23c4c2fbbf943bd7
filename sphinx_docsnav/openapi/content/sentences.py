"""Rules of a schema as sentences: ``if kind is "card", number is required``.

Only a rule that a sentence expresses completely becomes one; all others are
shown as fields.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import dataclass

from sphinx_docsnav.openapi.content.schema import Flat, FlatOf, Parts

_CONDITION = ("if", "then", "else")
_SUBJECTS = {"contains": "at least one item", "propertyNames": "every property name"}
_VALUES = 8
"""Longer lists of values are shown as fields."""
_DEPTH = 2
"""Choices and negations deeper inside one another are shown as fields."""
_COMPARED = {
    "pattern": "{0} matches {1}",
    "format": "{0} has the format {1}",
    "minimum": "{0} is at least {1}",
    "maximum": "{0} is at most {1}",
    "minLength": "{0} has a length of at least {1}",
    "maxLength": "{0} has a length of at most {1}",
    "minItems": "{0} has at least {1} items",
    "maxItems": "{0} has at most {1} items",
}


@dataclass(frozen=True, slots=True)
class Sentence:
    """A rule in words that can be translated."""

    template: str
    """The English text, with ``{0}`` for the first part."""
    parts: tuple[Sentence | str, ...] = ()
    """Sentences, and names and values as written."""

    def spell(self, translate: Callable[[str], str] = str) -> str:
        """Return the text; *translate* gets each template."""
        return translate(self.template).format(*(spelt(part, translate) for part in self.parts))


def spelt(text: Sentence | str, translate: Callable[[str], str] = str) -> str:
    """Return a text that can be translated, or a name as it is."""
    return text if isinstance(text, str) else text.spell(translate)


def sentences(flat_of: FlatOf, flat: Flat) -> Iterator[Sentence]:
    """Yield the rules of *flat* that a sentence can express."""
    found = [_condition(flat_of, flat)]
    found += [_single(flat_of, flat, keyword) for keyword in ("not", "contains", "propertyNames")]
    found += [_dependent(flat_of, flat, name) for name in flat.dependent_schemas]
    for name, needed in flat.dependent.items():
        if isinstance(needed, list) and needed:
            demand = _names(map(str, needed), "required")
            found.append(Sentence("if {0}, {1}", (_names([name], "given"), demand)))
    found += [_required_choice(flat_of, flat, choices.keyword) for choices in flat.choices]
    yield from filter(None, found)


def is_said(flat_of: FlatOf, flat: Flat, keyword: str, name: str = "") -> bool:
    """Return whether a sentence expresses the rule under *keyword* (for *name*)."""
    if keyword in _CONDITION:
        return bool(_condition(flat_of, flat))
    if keyword == "dependentSchemas":
        return bool(_dependent(flat_of, flat, name))
    if keyword in ("oneOf", "anyOf"):
        return bool(_required_choice(flat_of, flat, keyword))
    return bool(_single(flat_of, flat, keyword))


def _condition(flat_of: FlatOf, flat: Flat) -> Sentence | None:
    """Return the sentence for ``if``, ``then`` and ``else``."""
    if "if" not in flat.schemas or not {"then", "else"} & flat.schemas.keys():
        return None
    condition, results = flat.schemas["if"], ["then", "else"]
    denied = flat_of(condition)
    if "not" in denied.schemas and _is_bare(denied, said=("not",)) and not denied.properties:
        condition, results = denied.schemas["not"], ["else", "then"]
    when = _predicate(flat_of, condition, "given")
    told = {
        keyword: _predicate(flat_of, flat.schemas[keyword], "required")
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


def _single(flat_of: FlatOf, flat: Flat, keyword: str, depth: int = 0) -> Sentence | None:
    parts = flat.schemas.get(keyword)
    if not parts:
        return None
    if keyword == "not":
        return _denied(flat_of, parts, depth)
    return _value(flat_of(parts), subject(flat, keyword)) if keyword in _SUBJECTS else None


def _denied(flat_of: FlatOf, parts: Parts, depth: int) -> Sentence | None:
    """Return the sentence for the schema under ``not``, or for each option of its ``anyOf``."""
    options = _any_of(flat_of(parts)) or (parts,)
    inner = [flat_of(option) for option in options]
    if depth > _DEPTH or any(each.name for each in inner):
        return None
    if all(each.required and not each.properties and _is_bare(each) for each in inner):
        whole = _joined(_names(each.required, "forbidden") for each in inner)
        return whole if isinstance(whole, Sentence) else None
    told = []
    for option, each in zip(options, inner, strict=True):
        said = _value(each, Sentence("the value"))
        if said is None and each.required >= each.properties.keys() != set():
            said = _predicate(flat_of, option, "given", depth + 1)
        told.append(said)
    alternatives = _either(told)
    return Sentence("not allowed: {0}", (alternatives,)) if alternatives else None


def _any_of(flat: Flat) -> tuple[Parts, ...]:
    """Return the options of a schema that is nothing but an ``anyOf``."""
    is_alone = len(flat.choices) == 1 and flat.choices[0].keyword == "anyOf"
    inside = flat.properties or flat.required or not _is_bare(flat, choices=True)
    return flat.choices[0].options if is_alone and not inside else ()


def subject(flat: Flat, keyword: str) -> Sentence:
    """Return what the schema under *keyword* is about."""
    if keyword == "contains" and flat.keywords.get("minContains", 1) != 1:
        return Sentence("a matching item")  # the limits say how many there are
    return Sentence(_SUBJECTS[keyword])


def _dependent(flat_of: FlatOf, flat: Flat, name: str) -> Sentence | None:
    told = _predicate(flat_of, flat.dependent_schemas[name], "required")
    return Sentence("if {0}, {1}", (_names([name], "given"), told)) if told else None


def _required_choice(flat_of: FlatOf, flat: Flat, keyword: str) -> Sentence | None:
    """Return the sentence for a choice whose options only name required properties."""
    wanted = [choices for choices in flat.choices if choices.keyword == keyword]
    if len(wanted) != 1:
        return None
    groups: list[Sentence | str] = []
    for option in wanted[0].options:
        inner = flat_of(option)
        if not inner.required or inner.properties or inner.name or not _is_bare(inner):
            return None
        groups.append(_joined(map(_quoted, sorted(inner.required))))
    amount = "exactly" if keyword == "oneOf" else "at least"
    template = "; ".join(f"{{{number}}}" for number in range(len(groups)))
    listed = Sentence(template, tuple(groups))
    return Sentence(f"{amount} one of these is required: {{0}}", (listed,))


def _predicate(flat_of: FlatOf, parts: Parts, verb: str, depth: int = 0) -> Sentence | None:
    """Return what an object schema demands of its properties; None if that takes more words.

    :param depth: how many choices and negations are around it.
    """
    flat = flat_of(parts)
    options = _any_of(flat) if depth <= _DEPTH else ()
    if options and not any(flat_of(option).name for option in options):
        return _either([_predicate(flat_of, option, verb, depth + 1) for option in options])
    denied = _single(flat_of, flat, "not", depth + 1)
    if not _is_bare(flat, said=("not",) if denied else ()) or set(flat.types) - {"object"}:
        return None
    phrases: list[Sentence | str] = []
    named = set()
    for name, schema in flat.properties.items():
        inner = flat_of(schema)
        told = _value(inner, _quoted(name))
        if told:
            phrases.append(told)
            named.add(name)
        elif inner.types or not _is_bare(inner) or inner.properties or inner.required:
            return None
    alone = [name for name in flat.required if name not in named or verb == "required"]
    if alone:
        phrases.append(_names(alone, verb))
    phrases += [denied] if denied else []
    whole = _joined(phrases)
    return whole if isinstance(whole, Sentence) else None


def _value(flat: Flat, subject: Sentence | str) -> Sentence | None:
    """Return a sentence about a schema of one value; None if no short one exists."""
    keywords = flat.keywords
    if flat.properties or flat.required or flat.name or not _is_bare(flat, keywords=True):
        return None
    if len(keywords) == 1 and {"const", "enum"} & keywords.keys():
        enum = keywords.get("enum", [keywords.get("const")])
        values = enum if isinstance(enum, list) and 0 < len(enum) <= _VALUES else []
        listed = ", ".join(_json(value) for value in values)
        template = "{0} is one of {1}" if len(values) > 1 else "{0} is {1}"
        return Sentence(template, (subject, listed)) if values else None
    told: list[Sentence | str] = [
        Sentence(_COMPARED[word], (subject, str(value)))
        for word, value in keywords.items()
        if word in _COMPARED and isinstance(value, (str, int, float))
    ]
    if not keywords and len(flat.types) == 1:
        told = [Sentence("{0} has the type {1}", (subject, flat.types[0]))]
    elif len(told) < len(keywords):
        return None
    whole = _joined(told)
    return whole if isinstance(whole, Sentence) else None


def _is_bare(
    flat: Flat, *, keywords: bool = False, choices: bool = False, said: Container[str] = ()
) -> bool:
    """Return whether a schema has only types, properties, ``required`` and the keywords *said*.

    :param keywords: it may have keywords with plain values.
    :param choices: it may have ``oneOf`` and ``anyOf``.
    """
    schemas = [keyword for keyword in flat.schemas if keyword not in said]
    more = (flat.patterns, schemas, flat.prefix, flat.dependent, flat.dependent_schemas)
    has_more = any(more) or (flat.choices and not choices) or flat.nullable or flat.never
    return not has_more and (keywords or not flat.keywords)


_VERBS = {
    "given": ("{0} is given", "{0} are given"),
    "required": ("{0} is required", "{0} are required"),
    "forbidden": ("{0} must not be given", "{0} must not be given together"),
}


def _names(names: Iterable[str], verb: str) -> Sentence:
    """Return what properties are, for one or for several."""
    quoted = list(map(_quoted, sorted(names)))
    return Sentence(_VERBS[verb][len(quoted) > 1], (_joined(quoted),))


def _joined(phrases: Iterable[Sentence | str]) -> Sentence | str:
    """Return phrases as a list in words: ``a, b and c``; empty text for none."""
    *others, last = list(phrases) or [""]
    return Sentence("{0} and {1}", (_listed(others), last)) if others else last


def _either(phrases: Iterable[Sentence | None]) -> Sentence | None:
    """Return phrases as alternatives: ``a, b or c``; None if one of them is missing."""
    known: list[Sentence | str] = []
    for phrase in phrases:
        if phrase is None:
            return None
        known.append(phrase)
    *others, last = known
    if others:
        return Sentence("{0} or {1}", (_listed(others), last))
    return last if isinstance(last, Sentence) else None


def _listed(phrases: list[Sentence | str]) -> Sentence | str:
    """Return phrases with commas; halves of them, so that long lists do not nest deep."""
    if len(phrases) == 1:
        return phrases[0]
    middle = len(phrases) // 2
    return Sentence("{0}, {1}", (_listed(phrases[:middle]), _listed(phrases[middle:])))


def _quoted(name: str) -> str:
    return f"'{name}'"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)
