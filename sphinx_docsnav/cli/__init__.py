"""The command line: check a docs.json site, show its tree, build it, serve it.

Importing this package imports no other module of this project, so that Ctrl+C prints one line from
the start; only ``build`` and ``serve`` import Sphinx.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Sequence
from pkgutil import resolve_name

INTERRUPTED = 1
"""The exit status after Ctrl+C, equal to that of a site that could not be built."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command that *argv* names and return its exit status.

    :param argv: the arguments after the name of the program; by default, those of the process.
    """
    try:
        return _run_command(argv)
    except KeyboardInterrupt:
        sys.stderr.write("sphinx-docsnav: stopped\n")
        return INTERRUPTED


def _run_command(argv: Sequence[str] | None) -> int:
    from sphinx_docsnav.cli.arguments import build_parser
    from sphinx_docsnav.cli.console import ExitCode, UserError, escape_unencodable, print_error

    escape_unencodable()
    arguments = build_parser().parse_args(argv)
    try:
        code: ExitCode = resolve_name(arguments.run)(arguments)
        sys.stdout.flush()
    except UserError as error:
        print_error(str(error))
        return error.code
    except BrokenPipeError:
        # The reader, such as `head`, has closed the pipe; closing stops Python from trying again.
        sys.stderr.close()
        return ExitCode.DONE
    except OSError as error:
        print_error(f"operating system error: {error}")
        _close_output()
        return ExitCode.USAGE
    return code


def _close_output() -> None:
    """Discard unwritten output; Python would try to write it and exit with another status."""
    stream = sys.stdout
    if stream is sys.__stdout__ and stream is not None:
        with contextlib.suppress(OSError):
            stream.close()
