"""Faults as messages for people and for programs.

Text for people, annotations of GitHub Actions, and JSON lines. The same mistake can
occur in a thousand places: `Grouping` selects which of many similar messages a person
is shown, and summarizes the others. Other modules take the phrases of their messages from here,
such as ``did you mean 'icon'?``.
"""

from __future__ import annotations

import enum
import json
import traceback
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextvars import ContextVar
from dataclasses import asdict, astuple, dataclass, field
from importlib import metadata
from pathlib import Path
from typing import Any

from sphinx_docsnav.faults import (
    Fault,
    FaultKind,
    Move,
    Position,
    Severity,
    fault_text,
    printable,
    shown_path,
)

PLACES = 3
"""The maximum number of places that are shown of one problem."""
PROBLEMS = 20
"""The maximum number of different problems that are shown of one kind and severity."""

LONGEST_QUOTE = 40
"""The maximum number of characters that a message quotes from a text of the site."""
_LONGEST_REASON = 200
"""The maximum number of characters that a message shows of the text of an exception."""
_DISTRIBUTION = "sphinx-docsnav"
SOURCE_SHOWN = "the page is shown as its source text"
"""The outcome of a failure for a whole page; see `make_defect_fault`."""
BLOCK_SOURCE_SHOWN = "its source text is shown instead"
"""The outcome of a failure for one block of a page."""

_SUFFIXES = ("", ".mdx", ".md", ".rst", "/index.mdx", "/index.md", "/index.rst")
"""What follows the path of a link in the name of a file."""

_KindAndSeverity = tuple[FaultKind, Severity]
_Problem = tuple[FaultKind, Severity, str]


def format_count(number: int, singular: str, plural: str) -> str:
    """Return *number* with the word in the form that it needs, such as ``1,204 pages``."""
    return f"{number:,} {singular if number == 1 else plural}"


def describe_build(built: str, seconds: float, messages: int) -> str:
    """Return the line about a finished build, without a final full stop.

    :param built: what was built: ``12 pages`` or ``guides/setup.mdx``.
    :param messages: the number of messages.
    """
    counted = format_count(messages, "message", "messages") if messages else "no messages"
    return f"Built {built} in {seconds:.1f} s with {counted}"


def shorten(text: str) -> str:
    """Return *text*, cut at `LONGEST_QUOTE` characters."""
    return text if len(text) <= LONGEST_QUOTE else text[: LONGEST_QUOTE - 1] + "…"


def describe(value: object) -> str:
    """Return a JSON value as messages name it: ``the number 5``, ``a list``."""
    if value is None:
        return "null"
    # Before numbers, as booleans are integers in Python.
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return f"the number {shorten(str(value))}"
    if isinstance(value, str):
        return f"the string {quote(value)}" if value else "an empty string"
    return "a list" if isinstance(value, (list, tuple)) else "an object"


def quote(text: str) -> str:
    """Return *text* in single quotes, cut if it is long."""
    return f"'{shorten(text)}'"


def join_names(names: Iterable[str], conjunction: str) -> str:
    """Return quoted *names* as ``'a', 'b' or 'c'``."""
    quoted = [quote(name) for name in names]
    if len(quoted) < 2:  # noqa: PLR2004 - one name has no conjunction
        return "".join(quoted)
    return f"{', '.join(quoted[:-1])} {conjunction} {quoted[-1]}"


def did_you_mean(name: str, instead_of: str = "") -> str:
    """Return the hint ``did you mean 'icon'?``; ``""`` without a *name*.

    :param instead_of: what the author has written, if the message does not quote it.
    """
    written = f" instead of '{shorten(instead_of)}'" if instead_of else ""
    return f"did you mean '{name}'{written}?" if name else ""


def describe_exception(error: BaseException) -> str:
    """Return the type and the message of an exception in one line."""
    return shorten_reason(traceback.format_exception_only(error)[-1])


def shorten_reason(text: str) -> str:
    """Return the text of an exception in one line, cut at `_LONGEST_REASON` characters."""
    reason = " ".join(text.split())
    return reason if len(reason) <= _LONGEST_REASON else f"{reason[:_LONGEST_REASON]}…"


def make_defect_fault(
    failure: str, reason: str, outcome: str, path: Path | None, position: Position | None = None
) -> Fault:
    """Return the message about a failure that only a defect of this package can cause.

    :param failure: what could not be done, as a clause.
    :param reason: the exception; see `describe_exception`.
    :param outcome: what the reader will see instead, as a clause.
    """
    return Fault(
        FaultKind.PAGE_FAILED,
        Severity.ERROR,
        f"{failure}: {reason}; {outcome}",
        path,
        position,
        hint=f"this is a bug; please report it to {report_address()}",
    )


def report_address() -> str:
    """Return to whom a defect is reported: the tracker in the package's metadata, if it has one."""
    try:
        urls = metadata.metadata(_DISTRIBUTION).get_all("Project-URL") or []
    except metadata.PackageNotFoundError:
        urls = []
    for entry in urls:
        label, _, url = str(entry).partition(",")
        if label.strip().lower() in {"issues", "issue tracker", "tracker", "bug tracker"}:
            return url.strip()
    return f"the maintainers of {_DISTRIBUTION}"


@dataclass
class Grouping:
    """Counts faults, and decides which of them are shown."""

    root: Path
    """The folder of the site."""
    shown: int = 0
    """The number of faults that were shown."""
    hidden: int = 0
    """The number of faults that were only counted."""
    _places: Counter[_Problem] = field(default_factory=Counter)
    _first: dict[_Problem, Fault] = field(default_factory=dict)
    _problems: Counter[_KindAndSeverity] = field(default_factory=Counter)
    _others: Counter[_KindAndSeverity] = field(default_factory=Counter)
    _moves: dict[Move, Fault] = field(default_factory=dict)
    """The folders that were moved, each with the message about it."""
    _explained: Counter[Move] = field(default_factory=Counter)
    """The number of links and images that are missing because of each move."""

    def admit(self, fault: Fault) -> bool:
        """Count *fault* and return whether it is shown."""
        if fault.move is not None:
            self._moves.setdefault(fault.move, fault)
        elif fault.target and (move := self._find_move(fault.target)) is not None:
            # The message about the move has the number of pages.
            self._explained[move] += fault.kind is not FaultKind.PAGE_MISSING
            self.hidden += 1
            return False
        kind, problem = (fault.kind, fault.severity), _problem(fault)
        # Two limits: one for many problems of a kind, and one for many places of a single problem.
        if problem not in self._first and self._problems[kind] >= PROBLEMS:
            self._others[kind] += 1
            self.hidden += 1
            return False
        if problem not in self._first:
            self._first[problem] = fault
            self._problems[kind] += 1
        self._places[problem] += 1
        if self._places[problem] > PLACES:
            self.hidden += 1
            return False
        self.shown += 1
        return True

    def rest(self) -> Iterator[Fault]:
        """Yield the summaries of the faults that were only counted."""
        yield from self.consequences().values()
        yield from self.more_places().values()
        yield from self.more_problems()

    def _find_move(self, target: str) -> Move | None:
        """Return the move of the folder that *target* was in, ``None`` if it was in none."""
        for move in self._moves:
            if move.old and not target.startswith(f"{move.old}/"):
                continue
            below = target[len(move.old) :].strip("/")
            if move.new is None or any(
                (self.root / move.new / f"{below}{suffix}").is_file() for suffix in _SUFFIXES
            ):
                return move
        return None

    def consequences(self) -> dict[Move, Fault]:
        """Return the line about what is missing because of each move."""
        return {
            move: _count_consequences(self._moves[move], count)
            for move, count in self._explained.items()
            if count
        }

    def more_places(self) -> dict[_Problem, Fault]:
        """Return the line about each problem that has more places than were shown."""
        return {
            problem: _more_places(self._first[problem], count - PLACES)
            for problem, count in self._places.items()
            if count > PLACES
        }

    def more_problems(self) -> Iterator[Fault]:
        """Yield a line about each kind that has more problems than were shown."""
        for (kind, severity), more in self._others.items():
            messages = format_count(more, "more message", "more messages")
            yield Fault(kind, severity, f"{messages} of this type")


def grouped(faults: Sequence[Fault], root: Path) -> Iterator[Fault]:
    """Yield the faults to show, in order; the number of more places follows the last one shown.

    :param root: the folder of the site.
    """
    grouping = Grouping(root)
    shown = [fault for fault in faults if grouping.admit(fault)]
    places, consequences = grouping.more_places(), grouping.consequences()
    # The summary follows the last shown place, so count down the places that are left.
    still = Counter(map(_problem, shown))
    for fault in shown:
        yield fault
        if fault.move in consequences:
            yield consequences[fault.move]
        problem = _problem(fault)
        still[problem] -= 1
        if not still[problem] and problem in places:
            yield places[problem]
    yield from grouping.more_problems()


def shown_of(faults: Sequence[Fault], root: Path) -> int:
    """Return the number of *faults* that are shown, in the site in the folder *root*."""
    grouping = Grouping(root)
    return sum(grouping.admit(fault) for fault in faults)


def _problem(fault: Fault) -> _Problem:
    return fault.kind, fault.severity, fault.problem or fault.message


def _count_consequences(fault: Fault, count: int) -> Fault:
    subject = format_count(count, "link or image has", "links and images have")
    return Fault(fault.kind, fault.severity, f"{subject} the same cause ({fault.message})")


def _more_places(fault: Fault, more: int) -> Fault:
    places = format_count(more, "more place", "more places")
    message = f"{places} with the same problem ({fault.problem or fault.message})"
    return Fault(fault.kind, fault.severity, message)


class MessageFormat(enum.StrEnum):
    """The format of messages."""

    TEXT = "text"
    """One line for a person, similar ones grouped."""
    GITHUB = "github"
    """A workflow command of GitHub Actions, which shows it beside the line of the file."""
    JSON = "json"
    """One JSON object on a line of its own."""


message_format: ContextVar[MessageFormat] = ContextVar("message_format", default=MessageFormat.TEXT)
"""The format of the warnings and errors of a build; the command that runs it sets this."""


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
    """The problem."""
    hint: str | None
    """The remedy."""


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


def json_of_fault(fault: Fault) -> list[Any]:
    """Return *fault* as JSON can store it; `fault_of_json` reads it."""
    # Only a fault about docs.json has a move, and only those of pages are stored.
    kind, severity, message, path, position, *texts, _move = astuple(fault)
    place = position and [*position]
    return [kind.value, severity.value, message, path and str(path), place, *texts]


def fault_of_json(stored: list[Any]) -> Fault:
    """Return the fault that `json_of_fault` has stored.

    :raises ValueError, TypeError: it is something else.
    """
    # A file of another version can have other fields; unpacking then fails, as documented.
    kind, severity, message, path, place, pointer, hint, problem, target = stored
    where = Path(path) if path else None, Position(*place) if place else None
    texts = (pointer, hint, problem, target)
    return Fault(FaultKind(kind), Severity(severity), message, *where, *texts)


# GitHub calls its lowest level `notice`; the other two have our names.
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
    # A percent sign begins an escape. A line break would end the command: `printable` has none.
    return printable(text).replace("%", "%25")


def _property(text: str) -> str:
    # In properties, a colon ends the list of them, and a comma begins the next one.
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def lines_of(
    faults: Sequence[Fault], root: Path, style: MessageFormat, *, verbose: bool = False
) -> Iterator[str]:
    """Yield the lines of *faults*; only those for a person are grouped.

    :param verbose: show every place, also to a person.
    """
    # Programs group messages themselves, and need each of them with its place.
    if style is not MessageFormat.TEXT:
        yield from (machine_line(machine_message(fault, root), style) for fault in faults)
        return
    for fault in faults if verbose else grouped(faults, root):
        yield fault_text(fault, root)
