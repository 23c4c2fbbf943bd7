"""The variables of functions and blocks while they are evaluated."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sphinx_docsnav.mdx.expressions.values import RefusalError, Value


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
