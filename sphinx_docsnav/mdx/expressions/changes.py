"""Changing arrays and objects during one evaluation, without changing what others see.

A page's data is shared by all of its components, so an evaluation changes only
what it made itself. Where a function changes another value, it gets a copy,
which replaces the original until the evaluation ends.
"""

from __future__ import annotations

from sphinx_docsnav.mdx.expressions.budget import MAX_ITEMS, Budget
from sphinx_docsnav.mdx.expressions.member_access import array_index
from sphinx_docsnav.mdx.expressions.values import (
    JsxValue,
    RefusalError,
    Value,
    to_text,
)


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
        copied = list(value) if isinstance(value, list) else dict(value)
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
        index = array_index(to_text(key))
        if index is None or index > len(own):
            raise RefusalError(f"an array has no index '{to_text(key)}' to assign to")
        own[index : index + 1] = [item]
        self._budget.items(own)

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
            done[id(value)] = items = []
            items += [self._settled(item, done) for item in value]
            return items
        if isinstance(value, dict):
            done[id(value)] = members = {}
            members.update({key: self._settled(item, done) for key, item in value.items()})
            return members
        if isinstance(value, JsxValue):
            props = {name: self._settled(item, done) for name, item in value.props.items()}
            children = tuple(self._settled(item, done) for item in value.children)
            done[id(value)] = settled = JsxValue(value.name, props, children, value.target)
            return settled
        return value
