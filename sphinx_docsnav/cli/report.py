"""``check``, ``tree`` and ``schema``: what docs.json says, without building anything."""

from __future__ import annotations

import argparse
import sys

from sphinx_docsnav.cli.console import ExitCode, Findings, UserError, complain, say, say_json
from sphinx_docsnav.cli.site_argument import CONFIG_NAME, site_folder
from sphinx_docsnav.docs_json import json_schema
from sphinx_docsnav.faults import DocsNavError
from sphinx_docsnav.navigation import load_site, tree_as_json, tree_as_text

SUFFIXES = (".mdx", ".md", ".rst", ".ipynb", ".txt")
"""Files that may be pages, whatever conf.py says; it is a program and is not run here."""


def run_check(arguments: argparse.Namespace) -> ExitCode:
    """Print every fault of the site to standard output."""
    root = site_folder(arguments.site)
    findings = Findings(root)
    try:
        load_site(
            root,
            findings.report,
            suffixes=SUFFIXES,
            remote=arguments.remote,
            keep_going=True,
            portable=arguments.portable,
        )
    except DocsNavError as error:
        findings.complete(error)
    for line in findings.lines():
        say(line)
    complain(f"{findings.summary()} in {arguments.site}")
    return findings.exit_code(strict=arguments.strict)


def run_tree(arguments: argparse.Namespace) -> ExitCode:
    """Print the navigation to standard output, faults to standard error."""
    root = site_folder(arguments.site)
    findings = Findings(root)
    try:
        site = load_site(
            root,
            findings.report,
            suffixes=SUFFIXES,
            remote=arguments.remote,
            keep_going=arguments.keep_going,
        )
    except DocsNavError as error:
        findings.complete(error)
        sys.stderr.writelines(f"{line}\n" for line in findings.lines())
        msg = f"{findings.summary()} in {CONFIG_NAME}; there is no tree to show"
        raise UserError(msg, ExitCode.FAULTS) from error
    sys.stderr.writelines(f"{line}\n" for line in findings.lines())
    if arguments.json:
        say_json(tree_as_json(site), indent=1)
    else:
        sys.stdout.write(tree_as_text(site))
    return findings.exit_code(strict=False)


def run_schema(_arguments: argparse.Namespace) -> ExitCode:
    """Print the JSON Schema of docs.json."""
    say_json(json_schema(), indent=2)
    return ExitCode.DONE
