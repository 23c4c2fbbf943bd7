"""The cost of an evaluation. Every loop of the interpreter is paid for here."""

from __future__ import annotations

from sphinx_docsnav.mdx.expressions.values import JsxValue, RefusalError, Value

MAX_STEPS = 20_000
"""The maximum number of nodes visited in one evaluation."""
MAX_RESERVE = 2_000_000
"""The number of nodes that all evaluations of a page may visit in addition: some seconds."""
_PORTION = 250
"""The minimum number of steps taken from the reserve at a time."""
MAX_TEXT = 100_000
"""The maximum length of a string."""
MAX_ITEMS = 10_000
"""The maximum number of items of an array or object."""
MAX_CALLS = 30
"""The maximum depth of calls, and of components in components."""
MAX_WEIGHT = 500_000
"""The maximum number of characters and nodes of a result; shared parts count repeatedly."""
MAX_NESTING = 60
"""The maximum depth of arrays in arrays and elements in elements."""


class Reserve:
    """Steps that the evaluations of one page share if they need more than their own."""

    __slots__ = ("has_state", "is_dated", "steps")

    def __init__(self, steps: int = MAX_RESERVE) -> None:
        self.steps = steps
        """The number of steps that are left."""
        self.is_dated = False
        """Whether an evaluation used the current date."""
        self.has_state = False
        """Whether a component shows something else when code runs in a browser."""

    def take(self, count: int) -> int:
        """Take up to *count* steps, and return how many there were."""
        taken = min(count, self.steps)
        self.steps -= taken
        return taken

    def make_budget(self) -> Budget:
        """Return a budget for one evaluation."""
        return Budget(reserve=self)


class Budget:
    """The steps and calls that an evaluation may use; several evaluations can share one."""

    __slots__ = ("_reserve", "calls", "steps")

    def __init__(self, steps: int = MAX_STEPS, reserve: Reserve | None = None) -> None:
        self._reserve = reserve
        self.steps = steps
        """The number of steps that are left."""
        self.calls = MAX_CALLS
        """The number of levels that calls may nest deeper."""

    def pay(self, count: int = 1) -> None:
        """Pay for *count* steps.

        :raises RefusalError: if none are left.
        """
        self.steps -= count
        if self.steps < 0 and self._reserve is not None:
            # Taking more than is missing saves calls; what is left at the end is lost.
            self.steps += self._reserve.take(max(_PORTION, -self.steps))
        if self.steps < 0:
            raise RefusalError("it takes too many steps")

    def mark_dated(self) -> None:
        """Record that the result depends on the day of the build."""
        if self._reserve is not None:
            self._reserve.is_dated = True

    def check_text(self, text: str) -> str:
        """Return *text* if it is not too long."""
        self.check_length(len(text))
        return text

    def pay_for_units(self, text: str) -> str:
        """Return *text* and pay for converting it to the units in which JavaScript counts."""
        if not text.isascii():
            self.pay(len(text) // 64)
        return text

    def check_length(self, characters: int) -> None:
        """Refuse a text of this length before it is created.

        :raises RefusalError: if it is too long.
        """
        if characters > MAX_TEXT:
            raise RefusalError(f"a text gets longer than {MAX_TEXT:,} characters")

    def check_items(self, items: list[Value]) -> list[Value]:
        """Return *items* if there are not too many, and pay for their number."""
        # Copying an item is much cheaper than visiting a node.
        self.pay(len(items) // 16)
        if len(items) > MAX_ITEMS:
            raise RefusalError(f"a list gets longer than {MAX_ITEMS:,} items")
        return items


def check_weight(value: Value) -> int:
    """Return the number of characters and nodes in *value*; refuse more than `MAX_WEIGHT`.

    Shared parts count each time they are shown, but are visited once.
    """
    weight = _weigh(value, {}, 0)
    if weight > MAX_WEIGHT:
        raise RefusalError(f"the result is larger than {MAX_WEIGHT:,} characters")
    return weight


def _weigh(value: Value, weights: dict[int, int], depth: int) -> int:
    """Return the weight of *value*; *weights* has those of the parts that were visited."""
    if isinstance(value, str):
        return len(value) + 1
    if not isinstance(value, (list, dict, JsxValue)):
        return 1
    # A shared part was weighed before, and counts again.
    if id(value) in weights:
        return weights[id(value)]
    if depth > MAX_NESTING:
        raise RefusalError(f"the result nests more than {MAX_NESTING} deep")
    if isinstance(value, JsxValue):
        parts: list[Value] = [*value.props.values(), *value.children]
    else:
        parts = list(value.values()) if isinstance(value, dict) else value
    # The weight is stored after the parts, so that a cycle ends at the maximum depth.
    weights[id(value)] = total = 1 + sum(_weigh(part, weights, depth + 1) for part in parts)
    return total
