"""The variables, members and shared data that an evaluation reads and changes.

The data of a page is shared by all its components, so an evaluation only changes what it created
itself. If a function changes another value, it gets a copy that replaces the original until the
evaluation ends.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping

from sphinx_docsnav.mdx.expressions.budget import MAX_ITEMS, Budget
from sphinx_docsnav.mdx.expressions.values import (
    UNDEFINED,
    BuiltIn,
    DisplayValue,
    ErrorValue,
    JsxComponent,
    JsxValue,
    MatchList,
    Opaque,
    RefusalError,
    RegexValue,
    Value,
    from_units,
    to_text,
    to_units,
)

_MAX_DIGITS = 9
"""The maximum number of digits of an index."""


class Environment(Mapping[str, Value]):
    """The variables of a function or block, and those around it.

    The outermost scope is that of a page or file; names in it cannot be assigned to.
    """

    __slots__ = ("constants", "function", "names", "outer")

    def __init__(self, outer: Mapping[str, Value], *, is_function: bool = False) -> None:
        self.outer = outer
        """The variables around these."""
        self.names: dict[str, Value] = {}
        """The variables declared here."""
        self.constants: set[str] = set()
        """The names that cannot be assigned to."""
        self.function = self
        """The variables of the whole function."""
        if not is_function and isinstance(outer, Environment):
            self.function = outer.function

    def declare(self, name: str, value: Value, kind: str = "let") -> None:
        """Bind *name* in this block, or for ``var`` in the whole function."""
        frame = self.function if kind == "var" else self
        frame.names[name] = value
        if kind == "const":
            frame.constants.add(name)
        else:
            # A name that is declared again may no longer be a constant.
            frame.constants.discard(name)

    def assign(self, name: str, value: Value) -> None:
        """Assign *value* to the variable *name* where it was declared.

        :raises RefusalError: if it is a constant, or not a variable of this function.
        """
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
        """Return a copy with the same variables, for the next round of a loop."""
        copied = Environment(self.outer)
        copied.function = self.function
        copied.names = dict(self.names)
        copied.constants = set(self.constants)
        return copied

    def __getitem__(self, name: str) -> Value:
        frame: Mapping[str, Value] = self
        # The outermost scope is that of a file, which is no environment.
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


def get_own_member(value: Value, key: Value) -> Value:  # noqa: C901, PLR0911, PLR0912  # one line per kind of value
    """Return an object's own member, an item, or ``length``; never a member of a prototype.

    :raises RefusalError: if the value has no members that are known here.
    """
    if isinstance(value, ErrorValue):
        return value.member(to_text(key))
    if isinstance(value, dict):
        return value.get(to_text(key), UNDEFINED)
    # Indexes and lengths of texts count units.
    if isinstance(value, str):
        value = to_units(value)
    if isinstance(value, (list, str)):
        if key == "length":
            return len(value)
        text = to_text(key)
        if isinstance(value, MatchList) and text in value.members:
            return value.members[text]
        index = parse_index(text)
        if index is None or index >= len(value):
            return UNDEFINED
        return from_units(value[index]) if isinstance(value, str) else value[index]
    if isinstance(value, (bool, int, float)):
        return UNDEFINED
    if isinstance(value, RegexValue):
        members = {"source": value.pattern, "flags": value.flags, "lastIndex": value.last_index}
        return members.get(to_text(key), UNDEFINED)
    if isinstance(value, Opaque):
        raise value.refuse("a name whose members are read")
    if isinstance(value, BuiltIn):
        return value.members.get(to_text(key), UNDEFINED)
    if isinstance(value, JsxValue):
        return _get_element_member(value, to_text(key))
    if isinstance(value, JsxComponent):
        if key == "length" or (key == "name" and not value.name):
            raise RefusalError(f"the {key} of a function is not known here")
        return value.name if key == "name" else UNDEFINED
    if isinstance(value, DisplayValue):
        return UNDEFINED
    raise RefusalError("only data has members here")


def _get_element_member(value: JsxValue, key: str) -> Value:
    """Return a member that React's functions for children read from an element."""
    if key == "props":
        children = {"children": _unwrap_single(value.children)} if value.children else {}
        return {**value.props, **children}
    if key == "key":
        return value.props.get("key")
    if key == "type":
        return value.target or value.name
    return UNDEFINED


def _unwrap_single(children: tuple[Value, ...]) -> Value:
    """Return the only child, or a list of all children."""
    return children[0] if len(children) == 1 else list(children)


def parse_index(text: str) -> int | None:
    """Return the array index that *text* is; ``None`` for other keys."""
    is_index = text.isascii() and text.isdigit() and len(text) <= _MAX_DIGITS
    return int(text) if is_index else None


class Changes:
    """The values that an evaluation has created and copied."""

    __slots__ = ("_budget", "_copies", "_created")

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._created: dict[int, Value] = {}
        """Arrays and objects that belong to the evaluation, by their `id`."""
        self._copies: dict[int, tuple[Value, Value]] = {}
        """Shared values and the copies that replace them, by the `id` of the former."""

    def register(self, value: Value) -> Value:
        """Record that *value*, an array or object, was created by the evaluation; return it."""
        self._created[id(value)] = value
        return value

    def get_current(self, value: Value) -> Value:
        """Return *value*, or the changed copy that replaces it."""
        entry = self._copies.get(id(value)) if self._copies else None
        return value if entry is None else entry[1]

    def get_changeable(self, value: Value) -> Value:
        """Return *value* if the evaluation created it, else a copy that replaces it."""
        value = self.get_current(value)
        if id(value) in self._created:
            return value
        self._budget.pay(len(value) // 16)
        # Members are not copied: they get copies of their own when they change.
        copied = copy.copy(value)
        self._copies[id(value)] = (value, copied)
        return self.register(copied)

    def set_member(self, value: Value, key: Value, item: Value) -> None:
        """Set a member of an array or object.

        :raises RefusalError: if *value* has no such member, or gets too large.
        """
        if not isinstance(value, (list, dict)):
            raise RefusalError("only members of arrays and objects can be assigned to")
        changeable = self.get_changeable(value)
        if isinstance(changeable, dict):
            changeable[to_text(key)] = item
            if len(changeable) > MAX_ITEMS:
                raise RefusalError(f"an object gets more than {MAX_ITEMS:,} members")
            return
        index = parse_index(to_text(item if key == "length" else key))
        if index is None:
            raise RefusalError(f"an array has no index '{to_text(key)}' to assign to")
        # Assigning beyond the end, or to ``length``, fills the gap with ``undefined``.
        changeable += [UNDEFINED] * (min(index, MAX_ITEMS + 1) - len(changeable))
        self._budget.check_items(changeable)
        if key == "length":
            del changeable[index:]
        else:
            changeable[index : index + 1] = [item]

    def delete(self, value: Value, key: Value) -> bool:
        """Remove a member of an object."""
        if not isinstance(value, dict):
            raise RefusalError("only members of objects can be deleted")
        self.get_changeable(value).pop(to_text(key), None)
        return True

    def merge(self, values: list[Value]) -> Value:
        """Return the first of *values* with the members of the others: ``Object.assign()``."""
        if not values or not isinstance(values[0], dict):
            raise RefusalError("Object.assign() of something that is not an object")
        changeable: dict[str, Value] = self.get_changeable(values[0])
        for value in values[1:]:
            if isinstance(value, dict):
                self._budget.pay(len(value) // 16)
                changeable |= value
        if len(changeable) > MAX_ITEMS:
            raise RefusalError(f"an object gets more than {MAX_ITEMS:,} members")
        return changeable

    def replace_changed(self, value: Value) -> Value:
        """Return *value* with the current form of every changed array or object in it."""
        return self._replace_changed(value, {}) if self._copies else value

    def _replace_changed(self, value: Value, done: dict[int, Value]) -> Value:
        """Return the current form of *value*; *done* has those of values that were visited."""
        value = self.get_current(value)
        if id(value) in done:
            return done[id(value)]
        if isinstance(value, list):
            items = type(value)()
            # The new array is stored before its items, as they can contain it.
            done[id(value)] = items
            items += [self._replace_changed(item, done) for item in value]
            return items
        if isinstance(value, dict):
            done[id(value)] = members = type(value)()
            members.update({key: self._replace_changed(item, done) for key, item in value.items()})
            return members
        if isinstance(value, JsxValue):
            props = {name: self._replace_changed(item, done) for name, item in value.props.items()}
            children = tuple(self._replace_changed(item, done) for item in value.children)
            settled = JsxValue(value.name, props, children, value.target, value.whole)
            done[id(value)] = settled
            return settled
        return value
