"""What one evaluation reads and changes: variables, members of values, and shared data.

A page's data is shared by all of its components, so an evaluation changes only
what it made itself. Where a function changes another value, it gets a copy,
which replaces the original until the evaluation ends.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping

from sphinx_docsnav.mdx.expressions.budget import MAX_ITEMS, Budget
from sphinx_docsnav.mdx.expressions.values import (
    UNDEFINED,
    BuiltIn,
    ErrorValue,
    JsxComponent,
    JsxValue,
    MapList,
    MatchList,
    Opaque,
    RefusalError,
    RegexValue,
    SetList,
    Shown,
    Value,
    characters,
    to_text,
    units,
)


class Environment(Mapping[str, Value]):
    """The variables of one function or block, and those around it.

    The outermost scope is a page's or a file's; nothing in there can be assigned to.
    """

    __slots__ = ("constants", "function", "names", "outer")

    def __init__(self, outer: Mapping[str, Value], *, is_function: bool = False) -> None:
        self.outer = outer
        """The variables around these."""
        self.names: dict[str, Value] = {}
        """The variables declared here."""
        self.constants: set[str] = set()
        """Those that cannot be assigned to."""
        self.function = self
        """The variables of the whole function."""
        if not is_function and isinstance(outer, Environment):
            self.function = outer.function

    def declare(self, name: str, value: Value, kind: str = "let") -> None:
        """Bind *name* here; ``var`` binds it for the whole function."""
        frame = self.function if kind == "var" else self
        frame.names[name] = value
        if kind == "const":
            frame.constants.add(name)
        else:
            frame.constants.discard(name)

    def assign(self, name: str, value: Value) -> None:
        """Give the variable *name* another value, wherever it was declared."""
        frame: Mapping[str, Value] = self
        while isinstance(frame, Environment):
            if name in frame.names:
                if name in frame.constants:
                    raise RefusalError(f"'{name}' is a constant and cannot be assigned to")
                frame.names[name] = value
                return
            frame = frame.outer
        message = f"'{name}' is not a variable of this function, so it cannot be assigned to"
        raise RefusalError(message)

    def copy(self) -> Environment:
        """Return the same variables for the next round of a loop."""
        copied = Environment(self.outer)
        copied.function = self.function
        copied.names = dict(self.names)
        copied.constants = set(self.constants)
        return copied

    def __getitem__(self, name: str) -> Value:
        frame: Mapping[str, Value] = self
        while isinstance(frame, Environment):
            if name in frame.names:
                return frame.names[name]
            frame = frame.outer
        return frame[name]

    def __contains__(self, name: object) -> bool:
        frame: Mapping[str, Value] = self
        while isinstance(frame, Environment):
            if name in frame.names:
                return True
            frame = frame.outer
        return name in frame

    def __iter__(self) -> Iterator[str]:
        yield from self.names
        yield from (name for name in self.outer if name not in self.names)

    def __len__(self) -> int:
        return sum(1 for _ in self)


_MAX_DIGITS = 9


def own_member(value: Value, key: Value) -> Value:  # noqa: C901, PLR0911, PLR0912  # one line per kind of value
    """Return an object's own key, an item, or ``length``; never a prototype's member."""
    if isinstance(value, ErrorValue):
        return value.member(to_text(key))
    if isinstance(value, dict):
        return value.get(to_text(key), UNDEFINED)
    if isinstance(value, (SetList, MapList)):
        return len(value) if key == "size" else UNDEFINED
    if isinstance(value, str):
        value = units(value)
    if isinstance(value, (list, str)):
        if key == "length":
            return len(value)
        text = to_text(key)
        if isinstance(value, MatchList) and text in value.members:
            return value.members[text]
        index = array_index(text)
        if index is None or index >= len(value):
            return UNDEFINED
        return characters(value[index]) if isinstance(value, str) else value[index]
    if isinstance(value, (bool, int, float)):
        return UNDEFINED
    if isinstance(value, RegexValue):
        known = {"source": value.pattern, "flags": value.flags, "lastIndex": value.last_index}
        return known.get(to_text(key), UNDEFINED)
    if isinstance(value, Opaque):
        raise RefusalError(f"a name whose members are read {value.reason}")
    if isinstance(value, BuiltIn):
        return value.members.get(to_text(key), UNDEFINED)
    if isinstance(value, JsxValue):
        return _element_member(value, to_text(key))
    if isinstance(value, JsxComponent):
        if key == "length" or (key == "name" and not value.name):
            raise RefusalError(f"the {key} of a function is not known here")
        return value.name if key == "name" else UNDEFINED
    if isinstance(value, Shown):
        return UNDEFINED
    raise RefusalError("only data has members here")


def _element_member(value: JsxValue, key: str) -> Value:
    """Return what React's children helpers read of an element."""
    if key == "props":
        children = {"children": _one_or_all(value.children)} if value.children else {}
        return {**value.props, **children}
    if key == "key":
        return value.props.get("key")
    if key == "type":
        return value.target or value.name
    return UNDEFINED


def _one_or_all(children: tuple[Value, ...]) -> Value:
    return children[0] if len(children) == 1 else list(children)


def array_index(text: str) -> int | None:
    """Return the index that *text* writes, ``None`` if it is another key."""
    is_index = text.isascii() and text.isdigit() and len(text) <= _MAX_DIGITS
    return int(text) if is_index else None


class Changes:
    """What one evaluation has made and copied."""

    __slots__ = ("_budget", "_copies", "_made")

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._made: dict[int, Value] = {}
        self._copies: dict[int, tuple[Value, Value]] = {}

    def made(self, value: Value) -> Value:
        """Return *value*, an array or object that nobody else has."""
        self._made[id(value)] = value
        return value

    def current(self, value: Value) -> Value:
        """Return *value*, or the changed copy that replaces it."""
        found = self._copies.get(id(value)) if self._copies else None
        return value if found is None else found[1]

    def own(self, value: Value) -> Value:
        """Return *value* such that it can be changed."""
        value = self.current(value)
        if id(value) in self._made:
            return value
        self._budget.step(len(value) // 16)
        copied = copy.copy(value)
        self._copies[id(value)] = (value, copied)
        return self.made(copied)

    def set_member(self, value: Value, key: Value, item: Value) -> None:
        """Set one member of an array or object."""
        if not isinstance(value, (list, dict)):
            raise RefusalError("only members of arrays and objects can be assigned to")
        own = self.own(value)
        if isinstance(own, dict):
            own[to_text(key)] = item
            if len(own) > MAX_ITEMS:
                raise RefusalError(f"an object gets more than {MAX_ITEMS:,} members")
            return
        index = array_index(to_text(item if key == "length" else key))
        if index is None or isinstance(own, (SetList, MapList)):
            raise RefusalError(f"an array has no index '{to_text(key)}' to assign to")
        own += [UNDEFINED] * (min(index, MAX_ITEMS + 1) - len(own))
        self._budget.items(own)
        if key == "length":
            del own[index:]
        else:
            own[index : index + 1] = [item]

    def delete(self, value: Value, key: Value) -> bool:
        """Remove one member of an object."""
        if not isinstance(value, dict):
            raise RefusalError("only members of objects can be deleted")
        self.own(value).pop(to_text(key), None)
        return True

    def merge(self, values: list[Value]) -> Value:
        """Return the first of *values* with the members of the others: ``Object.assign()``."""
        if not values or not isinstance(values[0], dict):
            raise RefusalError("Object.assign() of something that is not an object")
        own: dict[str, Value] = self.own(values[0])
        for value in values[1:]:
            if isinstance(value, dict):
                self._budget.step(len(value) // 16)
                own |= value
        if len(own) > MAX_ITEMS:
            raise RefusalError(f"an object gets more than {MAX_ITEMS:,} members")
        return own

    def settled(self, value: Value) -> Value:
        """Return *value* with every changed array or object in its last form."""
        return self._settled(value, {}) if self._copies else value

    def _settled(self, value: Value, done: dict[int, Value]) -> Value:
        value = self.current(value)
        if id(value) in done:
            return done[id(value)]
        if isinstance(value, list):
            items = type(value)()
            done[id(value)] = items
            items += [self._settled(item, done) for item in value]
            return items
        if isinstance(value, dict):
            done[id(value)] = members = type(value)()
            members.update({key: self._settled(item, done) for key, item in value.items()})
            return members
        if isinstance(value, JsxValue):
            props = {name: self._settled(item, done) for name, item in value.props.items()}
            children = tuple(self._settled(item, done) for item in value.children)
            settled = JsxValue(value.name, props, children, value.target, value.whole)
            done[id(value)] = settled
            return settled
        return value
