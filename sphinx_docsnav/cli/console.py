"""Shared by the commands: exit codes and printed messages."""

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
    """The site has warnings, and ``--strict`` or ``-W`` treats them as errors."""
    USAGE = 3
    """The command line is wrong, or a file or folder that it names cannot be used."""


class UserError(Exception):
    """An error of the user; the message contains the reason and the remedy."""

    def __init__(self, message: str, code: ExitCode = ExitCode.USAGE) -> None:
        super().__init__(message)
        self.code = code
        """The exit status of the program."""


def complain(message: str) -> None:
    """Write one line for a person to standard error."""
    sys.stderr.write(f"sphinx-docsnav: {message}\n")


def print_line(line: str) -> None:
    """Write one line of the command's result to standard output."""
    sys.stdout.write(f"{line}\n")


def print_json(value: object, indent: int | None) -> None:
    """Write *value* as JSON to standard output, with escapes where its encoding needs them.

    :param indent: ``None`` for one line.
    """
    takes_all = codecs.lookup(sys.stdout.encoding or "ascii").name == "utf-8"
    print_line(json.dumps(value, ensure_ascii=not takes_all, indent=indent))


def write_any_character() -> None:
    """Let the standard streams escape what a terminal or a pipe in another encoding lacks."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


@dataclass
class Findings:
    """Collects faults; hand `report` to the core."""

    root: Path
    """The site's folder; places are shown relative to it."""
    faults: list[Fault] = field(default_factory=list)
    """All of them, in the order found."""

    def report(self, fault: Fault) -> None:
        """Take one fault."""
        self.faults.append(fault)

    def complete(self, error: DocsNavError) -> None:
        """Add what stopped the work, if nothing that was reported is an error."""
        if not self.count(Severity.ERROR):
            self.report(error.fault or Fault(FaultKind.SYNTAX, Severity.ERROR, str(error)))

    def count(self, severity: Severity) -> int:
        """Return how many faults are of *severity*."""
        return sum(fault.severity is severity for fault in self.faults)

    def lines(
        self, style: MessageFormat = MessageFormat.TEXT, *, verbose: bool = False
    ) -> Iterable[str]:
        """Yield the messages; those for a person are grouped unless *verbose*."""
        return lines_of(self.faults, self.root, style, verbose=verbose)

    def exit_code(self, *, strict: bool) -> ExitCode:
        """Return how a command ends that found these."""
        if self.count(Severity.ERROR):
            return ExitCode.FAULTS
        if strict and self.count(Severity.WARNING):
            return ExitCode.WARNINGS
        return ExitCode.DONE

    def summary(self, *, verbose: bool = True) -> str:
        """Return ``2 errors, 1 warning``, or ``no problems``.

        :param verbose: all messages were shown; otherwise the text has the number of those shown.
        """
        counts = [(self.count(kind), kind.value.lower()) for kind in Severity]
        words = [
            f"{count:,} {word}{'s' if count != 1 and word != 'info' else ''}"
            for count, word in counts
            if count
        ]
        total = ", ".join(words) or "no problems"
        shown = len(self.faults) if verbose else shown_of(self.faults)
        if shown == len(self.faults):
            return total
        return f"{total} ({shown:,} shown, the others counted; --verbose shows all)"
