"""Exit codes and messages of the commands."""

from __future__ import annotations

import codecs
import enum
import io
import json
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from sphinx_docsnav.faults import DocsNavError, Fault, FaultKind, Severity
from sphinx_docsnav.messages import MessageFormat, lines_of, shown_of


class ExitCode(enum.IntEnum):
    """The exit status of a command."""

    DONE = 0
    """The command succeeded."""
    FAULTS = 1
    """The site has errors, or could not be built."""
    WARNINGS = 2
    """The site has warnings, and ``-W`` treats them as errors."""
    USAGE = 3
    """The command line is wrong, or a file or folder that it names cannot be used."""


class UserError(Exception):
    """An error in the use of a command; the message contains the reason and the remedy."""

    def __init__(self, message: str, code: ExitCode = ExitCode.USAGE) -> None:
        super().__init__(message)
        self.code = code
        """The exit status of the program."""


def print_error(message: str) -> None:
    """Write one line to standard error."""
    sys.stderr.write(f"sphinx-docsnav: {message}\n")


def print_line(line: str) -> None:
    """Write one line of the command's result to standard output."""
    sys.stdout.write(f"{line}\n")


def print_json(value: object, indent: int | None) -> None:
    """Write *value* as JSON to standard output; escape characters that its encoding lacks.

    :param indent: the indentation; ``None`` for one line.
    """
    # `escape_unencodable` would write escapes that are not valid in JSON.
    is_utf8 = codecs.lookup(sys.stdout.encoding or "ascii").name == "utf-8"
    print_line(json.dumps(value, ensure_ascii=not is_utf8, indent=indent))


def escape_unencodable() -> None:
    """Make the standard streams escape characters that their encoding lacks."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


@dataclass
class FaultCollector:
    """Collects faults; `report` is passed to core functions."""

    root: Path
    """The folder of the site; messages show paths relative to it."""
    faults: list[Fault] = field(default_factory=list)
    """The faults in the order in which they were reported."""

    def report(self, fault: Fault) -> None:
        """Add one fault."""
        self.faults.append(fault)

    def add_error(self, error: DocsNavError) -> None:
        """Add the fault of *error*, unless an error was reported before."""
        # The exception repeats an error that was already reported, or follows from it.
        if not self.count(Severity.ERROR):
            self.report(error.fault or Fault(FaultKind.SYNTAX, Severity.ERROR, str(error)))

    def count(self, severity: Severity) -> int:
        """Return the number of faults of a *severity*."""
        return sum(fault.severity is severity for fault in self.faults)

    def format_lines(
        self, style: MessageFormat = MessageFormat.TEXT, *, verbose: bool = False
    ) -> Iterable[str]:
        """Yield the messages; in text format, equal ones are grouped unless *verbose*."""
        return lines_of(self.faults, self.root, style, verbose=verbose)

    def find_exit_code(self, *, strict: bool) -> ExitCode:
        """Return the exit status of a command that found these faults."""
        if self.count(Severity.ERROR):
            return ExitCode.FAULTS
        if strict and self.count(Severity.WARNING):
            return ExitCode.WARNINGS
        return ExitCode.DONE

    def summarize(self, *, verbose: bool = True) -> str:
        """Return ``2 errors, 1 warning``, or ``no problems``.

        :param verbose: whether all messages were shown; if not, the text contains their number.
        """
        counts = [(self.count(kind), kind.value.lower()) for kind in Severity]
        parts = [
            f"{count:,} {word}{'s' if count != 1 and word != 'info' else ''}"
            for count, word in counts
            if count
        ]
        total = ", ".join(parts) or "no problems"
        shown_count = len(self.faults) if verbose else shown_of(self.faults, self.root)
        if shown_count == len(self.faults):
            return total
        return f"{total} ({shown_count:,} shown, the others counted; --verbose shows all)"
