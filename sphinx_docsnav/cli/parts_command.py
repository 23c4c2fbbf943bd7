"""``parts``: how the pages of a site are shared among several builds."""

from __future__ import annotations

import argparse

from sphinx_docsnav.cli.console import ExitCode, UserError, print_json, print_line
from sphinx_docsnav.cli.known_site import site_or_stop
from sphinx_docsnav.navigation.shares import divide


def run_parts(arguments: argparse.Namespace) -> ExitCode:
    """Print the parts of the site, faults to standard error."""
    site, code = site_or_stop(arguments)
    parts = divide(site, arguments.jobs)
    names = [f"{number}/{arguments.jobs}" for number in range(1, len(parts) + 1)]
    if arguments.json:
        rows = [
            {"part": name, "pages": part.pages, "only": list(part.names)}
            for name, part in zip(names, parts, strict=True)
        ]
        print_json({"include": rows}, indent=None)
    else:
        for name, part in zip(names, parts, strict=True):
            print_line(f"{name}  {part.pages} pages  {', '.join(part.names) or 'the whole site'}")
    return code


def names_of_part(arguments: argparse.Namespace) -> tuple[str, ...]:
    """Return the names of the divisions in the part that ``--part`` gives.

    :raises UserError: the site has fewer parts.
    """
    number: int = arguments.part[0]
    jobs: int = arguments.part[1]
    site, _ = site_or_stop(arguments)
    parts = divide(site, jobs)
    if number > len(parts):
        msg = f"--part {number}/{jobs}: the site has {len(parts)}; see sphinx-docsnav parts"
        raise UserError(msg)
    return parts[number - 1].names
