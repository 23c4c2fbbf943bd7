"""The command line: check a docs.json site, show its tree, build it, serve it.

Importing this package imports nothing of ours, so that Ctrl+C is one line from
the first moment on; Sphinx is imported by ``build`` and ``serve`` alone.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Sequence
from pkgutil import resolve_name

STOPPED = 1
"""The exit code after Ctrl+C, as of a site that could not be built."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command that *argv* names and return its exit code.

    :param argv: the words after the program's name; those of the process if left out.
    """
    try:
        return _run(argv)
    except KeyboardInterrupt:
        sys.stderr.write("sphinx-docsnav: stopped\n")
        return STOPPED


def _run(argv: Sequence[str] | None) -> int:
    from sphinx_docsnav.cli.arguments import build_parser
    from sphinx_docsnav.cli.console import ExitCode, UserError, complain, write_any_character

    write_any_character()
    arguments = build_parser().parse_args(argv)
    try:
        code: ExitCode = resolve_name(arguments.run)(arguments)
        sys.stdout.flush()
    except UserError as error:
        complain(str(error))
        return error.code
    except BrokenPipeError:
        # The reader, such as `head`, has closed the pipe; closing stops Python from trying again.
        sys.stderr.close()
        return ExitCode.DONE
    except OSError as error:
        complain(f"cannot go on: {error}")
        _close_output()
        return ExitCode.USAGE
    return code


def _close_output() -> None:
    """Give up what is not written yet: Python would try once more and end with its own code."""
    stream = sys.stdout
    if stream is sys.__stdout__ and stream is not None:
        with contextlib.suppress(OSError):
            stream.close()
