"""Check the extension's settings before anything uses them, also in the text of a conf.py.

Sphinx warns about a wrong type, but uses the value; it says nothing of unknown names.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.errors import ConfigError

from sphinx_docsnav.core.log import log_fault, stop_build
from sphinx_docsnav.core.private_names import has_conf
from sphinx_docsnav.core.reading.component_setup import registry_of
from sphinx_docsnav.core.settings import (
    Setting,
    check_values,
    complete_options,
    settings_of,
)
from sphinx_docsnav.faults import Fault, FaultKind, Position, Severity, shown_path
from sphinx_docsnav.sitefiles.nearest import find_similar_name, suggest_name

PREFIX = "docsnav_"
"""The prefix of the names of our settings."""
UNKNOWN = object()
"""The value of an assignment that is no literal."""


@dataclass(frozen=True, slots=True)
class Assignment:
    """A statement ``name = …``."""

    name: str
    """The name: in most cases, of a setting."""
    value: object
    """Its value, or `UNKNOWN`."""
    position: Position
    """The position of the name."""


def read_assignments(path: Path) -> tuple[Assignment, ...]:
    """Return the assignments in the conf.py at *path*, by lines.

    :raises SyntaxError: it is not Python; with line and column.
    """
    try:
        text = path.read_bytes()
    except OSError:
        return ()
    try:
        return tuple(_find_assignments(ast.parse(text, str(path)).body))
    # Sphinx has read the file already, so it is none of these for a build.
    except (ValueError, RecursionError, MemoryError):  # a zero byte, or endless nesting
        return ()


def make_syntax_fault(error: SyntaxError, path: Path) -> Fault:
    """Return the fault of a conf.py that is not Python."""
    position = Position(error.lineno or 1, error.offset or 1)
    message = f"not valid Python: {error.msg}"
    return Fault(FaultKind.CONF_SETTING, Severity.ERROR, message, path, position)


def find_unknown_settings(
    assignments: Iterable[Assignment], setting_names: Iterable[str], path: Path
) -> Iterator[Fault]:
    """Yield ``conf_setting`` for each assignment to a setting of ours that does not exist."""
    names = [name for name in setting_names if name.startswith(PREFIX)]
    for assignment in assignments:
        if assignment.name.startswith(PREFIX) and assignment.name not in names:
            yield Fault(
                FaultKind.CONF_SETTING,
                Severity.WARNING,
                f"unknown setting {assignment.name!r}; it is ignored",
                path,
                assignment.position,
                hint=suggest_name(assignment.name, names),
            )


def _find_assignments(statements: Iterable[ast.stmt]) -> Iterator[Assignment]:
    for statement in statements:
        match statement:
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    yield from _read_assignment(target, value)
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                yield from _read_assignment(target, value)
            case ast.AugAssign(target=target):
                yield from _read_assignment(target, None)
            case ast.If() | ast.Try() | ast.With():
                parts = ("body", "orelse", "finalbody")
                yield from _find_assignments(
                    s for part in parts for s in getattr(statement, part, ())
                )
                for handler in getattr(statement, "handlers", ()):
                    yield from _find_assignments(handler.body)
            case _:
                pass


def _read_assignment(target: ast.expr, value: ast.expr | None) -> Iterator[Assignment]:
    if not isinstance(target, ast.Name):
        return
    try:
        literal = UNKNOWN if value is None else ast.literal_eval(value)
    except (ValueError, TypeError, RecursionError, MemoryError):
        literal = UNKNOWN
    yield Assignment(target.id, literal, Position(target.lineno, target.col_offset + 1))


def check_settings(app: Sphinx, config: Config) -> None:
    """Refuse values that no setting can have, and report unknown names (``config-inited``).

    Also completes the settings that are dicts of options.

    :raises ConfigError: with a line for each such value.

    Faults: ``conf_setting``.
    """
    # Options are checked with their defaults in place, as every later reader sees them.
    complete_options(app, config)
    names = sorted(name for name in config.values if name.startswith(PREFIX))
    srcdir, conf = Path(app.srcdir), Path(app.confdir) / "conf.py"
    assignments = read_assignments(conf) if has_conf(config) else ()
    for fault in find_unknown_settings(assignments, names, conf):
        log_fault(fault, srcdir, {})
    path = shown_path(conf, srcdir)
    locations = {
        assignment.name: f"{path}:{assignment.position.line}:{assignment.position.column}: "
        for assignment in assignments
        if assignment.name not in config.overrides
    }
    wrong = [
        f"{locations.get(name, '')}{name}: {problem}"
        for name in names
        for problem in _check_setting(app, name)
    ]
    # Aliases are looked up in the registry, which needs valid settings.
    wrong = wrong or [
        f"{locations.get('docsnav_components', '')}docsnav_components: {problem}"
        for problem in _find_unknown_components(app)
    ]
    if wrong:
        stop_build(ConfigError("\n".join(wrong)), srcdir)


def _check_setting(app: Sphinx, name: str) -> Iterator[str]:
    """Yield what is wrong with the value of a setting in this build."""
    settings = settings_of(app)
    if name in settings:  # another extension may use the prefix
        yield from check_values(settings, name, app.config[name])


def _find_unknown_components(app: Sphinx) -> Iterator[str]:
    """Yield each other name of a component that nothing knows."""
    if not app.config.docsnav_components:
        return
    registry = registry_of(app)
    for name, alias in registry.aliases.items():
        if alias.component not in registry.types:
            hint = suggest_name(alias.component, sorted(registry.types))
            problem = f"at {name!r}, there is no component {alias.component!r}"
            yield f"{problem}; {hint}" if hint else problem


def find_wrong_assignments(
    assignments: Iterable[Assignment], all_settings: Iterable[Setting], path: Path
) -> Iterator[Fault]:
    """Yield ``conf_setting`` for what *assignments* of the conf.py at *path* get wrong.

    A name that is like none of ours may be a setting of another extension: what conf.py
    loads is known only to a build.
    """
    settings = {setting.name: setting for setting in all_settings}
    ours = [name.removeprefix(PREFIX) for name in settings if "." not in name]
    # Only names that resemble ours: other extensions may use the prefix.
    likely = [
        assignment
        for assignment in assignments
        if assignment.name.startswith(PREFIX)
        and find_similar_name(assignment.name.removeprefix(PREFIX), ours, 0.75)
    ]
    yield from find_unknown_settings(likely, settings, path)
    for assignment in assignments:
        if assignment.value is UNKNOWN or assignment.name not in settings:
            continue
        for problem in check_values(settings, assignment.name, assignment.value):
            message = f"{assignment.name}: {problem}"
            yield Fault(FaultKind.CONF_SETTING, Severity.ERROR, message, path, assignment.position)
