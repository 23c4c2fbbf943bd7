"""The objects that a schema is made of, through ``$ref`` and ``allOf``."""

from __future__ import annotations

from collections.abc import Container, Mapping

from sphinx_docsnav.openapi.content.value_reader import Reader, component_name, type_name
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

    def _add_reference(
        self, located: Located, value: Mapping[str, object], *, naming: bool
    ) -> None:
        reference = value.get("$ref", value.get("$dynamicRef"))
        if not isinstance(reference, str):
            return
        target = self.reader.target(reference, located)
        if target is None:
            return
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
