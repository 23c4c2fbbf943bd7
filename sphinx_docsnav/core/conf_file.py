"""The settings of this extension in the text of a conf.py, which is not run.

Only what the text says is known: values that are literals, at the top level or in the
branches of ``if``, ``try`` and ``with``.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from sphinx_docsnav.docs_json.phrases import did_you_mean
from sphinx_docsnav.faults import Fault, FaultKind, Position, Severity

PREFIX = "docsnav_"
"""What the names of our settings begin with."""
UNKNOWN = object()
"""The value of an assignment that is no literal."""


@dataclass(frozen=True, slots=True)
class Assignment:
    """A statement ``docsnav_… = …``."""

    name: str
    """The setting."""
    value: object
    """Its value, or `UNKNOWN`."""
    position: Position
    """Where the name is."""


def read_assignments(path: Path) -> tuple[Assignment, ...]:
    """Return the assignments to our settings in the conf.py at *path*, in order of lines.

    :raises SyntaxError: it is not Python; with line and column.
    """
    try:
        text = path.read_bytes()
    except OSError:
        return ()
    try:
        return tuple(_assignments(ast.parse(text, str(path)).body))
    except (ValueError, RecursionError, MemoryError):  # a zero byte, or nesting without end
        return ()


def not_python(error: SyntaxError, path: Path) -> Fault:
    """Return the fault of a conf.py that is not Python."""
    position = Position(error.lineno or 1, error.offset or 1)
    message = f"not valid Python: {error.msg}"
    return Fault(FaultKind.CONF_SETTING, Severity.ERROR, message, path, position)


def unknown_settings(
    assignments: Iterable[Assignment], known: Iterable[str], path: Path
) -> Iterator[Fault]:
    """Yield ``conf_setting`` for each of *assignments* to a name that is not among *known*."""
    names = [name for name in known if name.startswith(PREFIX)]
    for found in assignments:
        if found.name not in names:
            yield Fault(
                FaultKind.CONF_SETTING,
                Severity.WARNING,
                f"unknown setting {found.name!r}; it is ignored",
                path,
                found.position,
                hint=did_you_mean(found.name, names),
            )


def _assignments(statements: Iterable[ast.stmt]) -> Iterator[Assignment]:
    for statement in statements:
        match statement:
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    yield from _assignment(target, value)
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                yield from _assignment(target, value)
            case ast.AugAssign(target=target):
                yield from _assignment(target, None)
            case ast.If() | ast.Try() | ast.With():
                parts = ("body", "orelse", "finalbody")
                yield from _assignments(s for part in parts for s in getattr(statement, part, ()))
                for handler in getattr(statement, "handlers", ()):
                    yield from _assignments(handler.body)
            case _:
                pass


def _assignment(target: ast.expr, value: ast.expr | None) -> Iterator[Assignment]:
    if not isinstance(target, ast.Name) or not target.id.startswith(PREFIX):
        return
    try:
        known = UNKNOWN if value is None else ast.literal_eval(value)
    except (ValueError, TypeError, RecursionError, MemoryError):
        known = UNKNOWN
    yield Assignment(target.id, known, Position(target.lineno, target.col_offset + 1))
