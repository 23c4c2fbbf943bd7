"""The keywords of a schema: the objects they come from, and values that contradict each other."""

from __future__ import annotations

import re
from collections.abc import Collection, Container, Iterable, Iterator, Mapping

from sphinx_docsnav.docs_json.phrases import did_you_mean, quote
from sphinx_docsnav.openapi.content.value_reader import Reader, component_name, is_number, type_name
from sphinx_docsnav.openapi.spec_document import Located

MAX_PARTS = 200
"""Of how many objects one schema may be made; more are ignored."""


class Layers:
    """The objects that a schema is made of, through ``$ref`` and ``allOf``."""

    def __init__(self, reader: Reader, without: Container[int] = ()) -> None:
        """Nothing is added yet.

        :param without: identities of objects to leave out, with what they are made of.
        """
        self.reader = reader
        self.without = without
        self.outer_first: list[Located] = []
        """A schema before what it is made of: the order in which texts win."""
        self.inner_first: list[Located] = []
        """A schema after what it is made of: the order in which properties are shown."""
        self.seen: set[int] = set()
        """The identities of the objects."""
        self._open: set[int] = set()
        """Those of the objects that are being added: what leads back to one is in a circle."""
        self.name: tuple[str, int] = ("", 0)
        """The component's name and identity, if the whole is one component."""
        self.bases: list[tuple[str, int]] = []
        """Names and identities of the components that it takes its properties from."""
        self.identity: set[int] = set()
        """The identities of the objects that make up the schema."""
        self.replaced: set[int] = set()
        """The identities of the objects whose description stands beside a ``$ref`` to them."""
        self.never = False
        """One of the parts is ``false``."""
        self._inside_base = 0

    def add(self, located: Located, *, naming: bool = True) -> None:
        """Add *located* and what it is made of; nothing is added twice."""
        value = located.value
        if value is False:
            self.never = True
        if not isinstance(value, dict):
            if not isinstance(value, bool):
                self.reader.odd(f"expected a schema, found {type_name(value)}; ignored", located)
            return
        if id(value) in self.seen or id(value) in self.without or len(self.seen) > MAX_PARTS:
            return
        self.seen.add(id(value))
        self._open.add(id(value))
        if naming:
            self.identity.add(id(value))
        self.outer_first.append(located)
        self._add_reference(located, value, naming=naming)
        parts = unfollowed(located, "allOf")
        alone = naming and len(parts) == 1 and not value.get("properties")
        for part in parts:
            self.add(part, naming=alone)
        for option in _only_options(located):
            self.add(option, naming=naming and not value.get("properties"))
        self.inner_first.append(located)
        self._open.discard(id(value))

    def _add_reference(
        self, located: Located, value: Mapping[str, object], *, naming: bool
    ) -> None:
        reference = value.get("$ref", value.get("$dynamicRef"))
        if not isinstance(reference, str):
            return
        target = self.reader.target(reference, located)
        if target is None:
            return
        if id(target.value) in self._open:
            self.reader.odd(f"$ref {reference!r} leads back to where it stands; ignored", located)
        if "description" in value or id(value) in self.replaced:
            self.replaced.add(id(target.value))
        of_component = target.keys[:1] == ("components",)
        name = target.keys[-1] if of_component else component_name(reference)
        if naming and not self.name[0]:
            self.name = (name, id(target.value))
        if not self._inside_base:
            self.bases.append((name, id(target.value)))
        self._inside_base += 1
        self.add(target, naming=naming)
        self._inside_base -= 1


def unfollowed(located: Located, key: str) -> list[Located]:
    """Return the items of the list under *key*, ``$ref`` not followed."""
    below = located.child(key)
    if below is None or not isinstance(below.value, list):
        return []
    found = (below.child(str(number)) for number in range(len(below.value)))
    return [item for item in found if item is not None]


def is_null(option: Located) -> bool:
    """Return whether a schema allows nothing but ``null``."""
    return isinstance(option.value, dict) and option.value.get("type") in ("null", ["null"])


def choices(located: Located, keyword: str) -> list[Located]:
    """Return the options of ``oneOf`` or ``anyOf`` but ``null``."""
    return [option for option in unfollowed(located, keyword) if not is_null(option)]


def _only_options(located: Located) -> list[Located]:
    """Return options that are no choice: ``anyOf`` a schema or ``null`` is that schema."""
    found = (choices(located, keyword) for keyword in ("oneOf", "anyOf"))
    return [options[0] for options in found if len(options) == 1]


_LIMITS = (
    ("minLength", "maxLength"),
    ("minItems", "maxItems"),
    ("minProperties", "maxProperties"),
    ("minContains", "maxContains"),
    ("minimum", "maximum"),
    ("exclusiveMinimum", "maximum"),
    ("minimum", "exclusiveMaximum"),
    ("exclusiveMinimum", "exclusiveMaximum"),
)
"""Keywords of the least and of the greatest value."""
_MOST_CHOICES = 500
"""A schema with more values in its ``enum`` is not checked: many places can refer to it."""
_MOST_COMPARED, _LONGEST_COMPARED = 60, 100
"""How many texts, and of how many characters, are compared to find a like one."""


def check_limits(reader: Reader, located: Located, wrong: Container[str]) -> None:
    """Report an empty ``enum``, and the first least value above the greatest one.

    :param wrong: keywords to ignore.
    """
    value = located.value
    if not isinstance(value, dict):
        return
    if value.get("enum") == []:
        message = "'enum' lists no values; left out; list them, or remove it"
        reader.odd(message, located.child("enum") or located)
    if not any(low in value for low, _ in _LIMITS):
        return
    for low, high in _LIMITS:
        least, greatest = value.get(low), value.get(high)
        if low in wrong or high in wrong or not is_number(least) or not is_number(greatest):
            continue
        # OpenAPI 3.0: ``exclusiveMinimum: true`` beside ``minimum``
        flags = (f"exclusive{word[0].upper()}{word[1:]}" for word in (low, high))
        is_exclusive = "exclusive" in low + high or any(value.get(flag) is True for flag in flags)
        if least > greatest or (is_exclusive and least == greatest):
            relation = "is not below" if is_exclusive else "is above"
            what = f"{low!r} {_text(least)} {relation} {high!r} {_text(greatest)}"
            message = f"{what}, so no value is valid; shown as written; swap or correct them"
            reader.odd(message, located.child(low) or located)
            return


def check_choices(reader: Reader, layers: Iterable[Located], choices: object) -> None:
    """Report the first default or example that is not among *choices*, the values of ``enum``.

    :param layers: the objects that the schema is made of.

    Only plain values are compared, by their text: YAML reads ``5`` and ``no`` as other types
    than an author may mean. ``null`` and an empty text say that there is none.
    """
    if not isinstance(choices, list) or not 0 < len(choices) <= _MOST_CHOICES:
        return
    given = [item for layer in layers for item in _given(layer)]
    if not given or not all(map(_is_plain, choices)):
        return
    known = {_text(choice): None for choice in choices if choice is not None}
    for keyword, located in given:
        text = _text(located.value)
        if text not in known:
            hint = meant(text, known) or "correct it, or add it to 'enum'"
            message = f"{keyword} {quote(text)} is not in 'enum'; shown as written; {hint}"
            reader.odd(message, located)
            return


def meant(text: str, known: Collection[str]) -> str:
    """Return the hint ``did you mean 'asc'?``; ``""`` without a like text, or for many of them."""
    if len(known) > _MOST_COMPARED or len(text) > _LONGEST_COMPARED:
        return ""
    return did_you_mean(text, [name for name in known if len(name) <= _LONGEST_COMPARED])


def _given(located: Located) -> Iterator[tuple[str, Located]]:
    """Yield the default and the examples of a schema, with what they are."""
    named = ((keyword, located.child(keyword)) for keyword in ("default", "example"))
    listed = (("example", child) for child in unfollowed(located, "examples"))
    for what, child in (*named, *listed):
        if child is not None and child.value not in (None, "") and _is_plain(child.value):
            yield what, child


def _is_plain(value: object) -> bool:
    return value is None or isinstance(value, (str, int, float))


def _text(value: object) -> str:
    """Return a plain value as JSON writes it, without quotes."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value).lower() if isinstance(value, bool) else str(value)


_LONGEST_PATTERN = 10_000
_DIALECTS = re.compile(r"\\Q|\(\?#|\(\?[a-zA-Z]*x|\[\^?\]|&&")
"""What gives brackets another meaning in the regular expressions of other languages."""
_NESTED = re.compile(r"^\[(?:\\.|[^\\\[])*\[", re.DOTALL)
"""The start of a class with a bracket in it, which some languages read as another class."""
_TOKEN = re.compile(r"\\[\s\S]|\[(?:[^\]\\]|\\[\s\S])*\]|[\s\S]")
"""An escaped character, a class, or one character."""


def check_pattern(reader: Reader, located: Located) -> None:
    """Report a ``pattern`` that no language reads as a regular expression.

    It is not run. What is valid in some language is not reported.
    """
    pattern = located.value.get("pattern") if isinstance(located.value, dict) else None
    if not isinstance(pattern, str) or len(pattern) > _LONGEST_PATTERN:
        return
    mistake = None if _DIALECTS.search(pattern) else _mistake(pattern)
    if mistake:
        what = f"pattern {quote(pattern)} is no regular expression: {mistake}"
        hint = "shown as written; correct it, or write the character after a backslash"
        reader.odd(f"{what}; {hint}", located.child("pattern") or located)


def _mistake(pattern: str) -> str:
    """Return what is wrong in a regular expression, ``""`` if nothing is."""
    open_groups: list[int] = []
    before = "|"
    for token in _TOKEN.finditer(pattern):
        text, number = token[0], token.start() + 1
        if text == "(":
            open_groups.append(number)
        elif text == ")":
            if not open_groups:
                return f"')' at character {number} closes nothing"
            open_groups.pop()
        elif len(text) > 1 and _NESTED.search(text):
            return ""
        elif text == "[":
            return f"'[' at character {number} is not closed"
        elif text == "\\":
            return f"'\\' at character {number} escapes nothing"
        elif text in ("*", "+") and before == "|":
            return f"{text!r} at character {number} repeats nothing"
        before = text
    return f"'(' at character {open_groups[-1]} is not closed" if open_groups else ""
