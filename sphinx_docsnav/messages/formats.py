"""Faults as text for people, as annotations of GitHub Actions, and as JSON lines."""

from __future__ import annotations

import enum
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from sphinx_docsnav.faults import Fault, Severity, fault_text, printable, shown_path
from sphinx_docsnav.messages.grouping import grouped


class MessageFormat(enum.StrEnum):
    """How messages are written."""

    TEXT = "text"
    """One line for a person, similar ones grouped."""
    GITHUB = "github"
    """A workflow command of GitHub Actions, which shows it beside the line of the file."""
    JSON = "json"
    """One JSON object on a line of its own."""


@dataclass(frozen=True, slots=True)
class MachineMessage:
    """A message for programs; the fields of a line of JSON."""

    level: str
    """``error``, ``warning`` or ``info``."""
    type: str | None
    """The type that ``suppress_warnings`` takes: ``docsnav.page_missing``."""
    file: str | None
    """The file, relative to the folder of the site; ``null`` if it is in no file."""
    line: int | None
    """The line, counted from 1."""
    column: int | None
    """The column in characters, counted from 1."""
    pointer: str | None
    """The JSON pointer of the value in docs.json or in the specification."""
    message: str
    """What is wrong."""
    hint: str | None
    """What to do about it."""


def machine_message(fault: Fault, root: Path | None = None) -> MachineMessage:
    """Return *fault* for programs, its file relative to *root*."""
    position = fault.position
    return MachineMessage(
        level=fault.severity.value.lower(),
        type=f"docsnav.{fault.kind}",
        file=shown_path(fault.path, root) if fault.path else None,
        line=position.line if position else None,
        column=position.column if position else None,
        pointer=fault.pointer or None,
        message=fault.message,
        hint=fault.hint or None,
    )


def machine_line(message: MachineMessage, style: MessageFormat) -> str:
    """Return *message* as one line in the format *style*, which is not for people."""
    return github_line(message) if style is MessageFormat.GITHUB else json.dumps(asdict(message))


_COMMANDS = {Severity.INFO.value.lower(): "notice"}


def github_line(message: MachineMessage) -> str:
    """Return *message* as a workflow command: ``::warning file=docs.json,line=3,col=5::text``."""
    properties = {
        "file": message.file,
        "line": message.line,
        "col": message.column,
        "title": message.type,
    }
    written = ",".join(
        f"{name}={_property(str(value))}" for name, value in properties.items() if value is not None
    )
    pointer = f"{message.pointer}: " if message.pointer else ""
    hint = f"; {message.hint}" if message.hint else ""
    command = _COMMANDS.get(message.level, message.level)
    return f"::{command} {written}::{_data(f'{pointer}{message.message}{hint}')}"


def _data(text: str) -> str:
    # A percent sign begins an escape; a line break would end the command.
    return printable(text).replace("%", "%25")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def lines_of(
    faults: Sequence[Fault], root: Path, style: MessageFormat, *, verbose: bool = False
) -> Iterator[str]:
    """Yield the lines of *faults*; only those for a person are grouped.

    :param verbose: show every place, also to a person.
    """
    if style is not MessageFormat.TEXT:
        yield from (machine_line(machine_message(fault, root), style) for fault in faults)
        return
    for fault in faults if verbose else grouped(faults):
        yield fault_text(fault, root)
