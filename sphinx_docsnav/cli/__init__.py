"""The command line: check a docs.json site, show its tree, build it, serve it.

Importing this package does not import Sphinx; only ``build`` and ``serve`` do.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from sphinx_docsnav.cli.arguments import build_parser
from sphinx_docsnav.cli.console import ExitCode, UserError, complain, write_any_character


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command that *argv* names and return its exit code.

    :param argv: the words after the program's name; those of the process if left out.
    """
    write_any_character()
    arguments = build_parser().parse_args(argv)
    try:
        code: ExitCode = arguments.run(arguments)
        sys.stdout.flush()
    except UserError as error:
        complain(str(error))
        return error.code
    except BrokenPipeError:
        # The reader, `head` say, has seen enough; closing keeps Python from trying once more.
        sys.stderr.close()
        return ExitCode.DONE
    except OSError as error:
        complain(f"cannot go on: {error}")
        return ExitCode.USAGE
    except KeyboardInterrupt:
        complain("stopped")
        return ExitCode.FAULTS
    return code
