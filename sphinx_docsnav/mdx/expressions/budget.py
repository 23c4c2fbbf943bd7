"""What one evaluation may cost. Every loop of the evaluator pays here."""

from __future__ import annotations

from sphinx_docsnav.mdx.expressions.values import JsxValue, RefusalError, Value

MAX_STEPS = 20_000
"""Nodes visited in one evaluation."""
MAX_RESERVE = 2_000_000
"""Nodes that all evaluations of a page may visit beyond that: some seconds."""
_PORTION = 250
MAX_TEXT = 100_000
"""Characters of one string."""
MAX_ITEMS = 10_000
"""Items of one array or object."""
MAX_CALLS = 30
"""Functions that call functions, and components that hold components."""
MAX_WEIGHT = 500_000
"""Characters and nodes of a result, counted as often as they show."""
MAX_NESTING = 60
"""Arrays in arrays, elements in elements."""


class Reserve:
    """Steps that the evaluations of one page share, for those that need more than most."""

    __slots__ = ("is_dated", "steps")

    def __init__(self, steps: int = MAX_RESERVE) -> None:
        self.steps = steps
        """Steps left."""
        self.is_dated = False
        """One of them asked for the date of today."""

    def take(self, count: int) -> int:
        """Return how many of *count* steps there are, and take them."""
        taken = min(count, self.steps)
        self.steps -= taken
        return taken

    def budget(self) -> Budget:
        """Return the budget of one evaluation."""
        return Budget(reserve=self)


class Budget:
    """Steps and calls that are left. Hand one on to let several evaluations share it."""

    __slots__ = ("_reserve", "calls", "steps")

    def __init__(
        self, steps: int = MAX_STEPS, calls: int = MAX_CALLS, reserve: Reserve | None = None
    ) -> None:
        self._reserve = reserve
        self.steps = steps
        """Steps left."""
        self.calls = calls
        """How much deeper calls may nest."""

    def step(self, count: int = 1) -> None:
        """Pay for *count* steps."""
        self.steps -= count
        if self.steps < 0 and self._reserve is not None:
            self.steps += self._reserve.take(max(_PORTION, -self.steps))
        if self.steps < 0:
            raise RefusalError("it takes too many steps")

    @property
    def is_dated(self) -> bool:
        """Whether what the page shows depends on the day of the build."""
        return self._reserve is not None and self._reserve.is_dated

    @is_dated.setter
    def is_dated(self, dated: bool) -> None:
        if self._reserve is not None:
            self._reserve.is_dated = dated

    def text(self, text: str) -> str:
        """Return *text* if it is not too long."""
        self.room(len(text))
        return text

    def counted(self, text: str) -> str:
        """Return *text*, whose characters are read as JavaScript counts them, and pay for it."""
        if not text.isascii():
            self.step(len(text) // 64)
        return text

    def room(self, characters: int) -> None:
        """Refuse a text of so many *characters*, before it is made."""
        if characters > MAX_TEXT:
            raise RefusalError(f"a text gets longer than {MAX_TEXT:,} characters")

    def items(self, items: list[Value]) -> list[Value]:
        """Return *items* if there are not too many."""
        self.step(len(items) // 16)
        if len(items) > MAX_ITEMS:
            raise RefusalError(f"a list gets longer than {MAX_ITEMS:,} items")
        return items


def check_weight(value: Value) -> int:
    """Return how many characters and nodes *value* shows; refuse more than `MAX_WEIGHT`.

    Shared parts count each time they show, but are visited once.
    """
    weight = _weigh(value, {}, 0)
    if weight > MAX_WEIGHT:
        raise RefusalError(f"the result is larger than {MAX_WEIGHT:,} characters")
    return weight


def _weigh(value: Value, known: dict[int, int], depth: int) -> int:
    if isinstance(value, str):
        return len(value) + 1
    if not isinstance(value, (list, dict, JsxValue)):
        return 1
    if id(value) in known:
        return known[id(value)]
    if depth > MAX_NESTING:
        raise RefusalError(f"the result nests more than {MAX_NESTING} deep")
    if isinstance(value, JsxValue):
        parts: list[Value] = [*value.props.values(), *value.children]
    else:
        parts = list(value.values()) if isinstance(value, dict) else value
    known[id(value)] = total = 1 + sum(_weigh(part, known, depth + 1) for part in parts)
    return total
