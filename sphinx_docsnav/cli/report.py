"""``check``, ``tree`` and ``schema``: what docs.json says, without building anything."""

from __future__ import annotations

import argparse
import os
import sys

from sphinx_docsnav.cli.console import ExitCode, Findings, complain, say, say_json
from sphinx_docsnav.cli.loading import SUFFIXES, site_or_stop
from sphinx_docsnav.cli.site_argument import site_folder
from sphinx_docsnav.docs_json import json_schema
from sphinx_docsnav.faults import DocsNavError, Report
from sphinx_docsnav.messages.formats import MessageFormat
from sphinx_docsnav.navigation import Site, tree_as_json, tree_as_text
from sphinx_docsnav.navigation.inventory import MDX_SUFFIXES
from sphinx_docsnav.navigation.pipeline import ResolvedSite, load_resolved_site


def run_check(arguments: argparse.Namespace) -> ExitCode:
    """Print what is wrong with the site to standard output."""
    root = site_folder(arguments.site)
    findings = Findings(root)
    try:
        resolved, site = load_resolved_site(
            root,
            findings.report,
            suffixes=SUFFIXES,
            remote=arguments.remote,
            keep_going=True,
            portable=arguments.portable,
        )
    except DocsNavError as error:
        findings.complete(error)
    else:
        _check_operations(resolved, site)
        _check_pages(resolved, site, findings.report)
    findings.faults = list(dict.fromkeys(findings.faults))
    style = MessageFormat(arguments.format)
    for line in findings.lines(style, verbose=arguments.verbose):
        say(line)
    grouped = style is MessageFormat.TEXT and not arguments.verbose
    complain(f"{findings.summary(verbose=not grouped)} in {arguments.site}")
    return findings.exit_code(strict=arguments.strict)


def _check_operations(resolved: ResolvedSite, site: Site) -> None:
    """Read the operations that pages show; the specifications report what is wrong."""
    from sphinx_docsnav.openapi.content.operation_content import read_operation

    for operation in site.operations.values():
        read_operation(
            operation,
            lambda message, found: resolved.specs.odd(found.document, found.keys, message),
        )


def _check_pages(resolved: ResolvedSite, site: Site, report: Report) -> None:
    """Report what is wrong with the pages that our parser reads."""
    from sphinx_docsnav.rendering.page_check import PageChecker

    inventory = resolved.inventory
    ours = MDX_SUFFIXES if not (inventory.root / "conf.py").exists() else (".mdx",)
    files = {name: inventory.path(name) for name in inventory.docnames}
    pages = {name: path for name, path in files.items() if path and path.suffix in ours}
    generated = {page.docname for page in site.endpoints}
    checker = PageChecker(inventory.root, resolved.docs)
    for fault in checker.check(pages, {*files, *generated}, processes=os.cpu_count() or 1):
        report(fault)


def run_tree(arguments: argparse.Namespace) -> ExitCode:
    """Print the navigation to standard output, faults to standard error."""
    site, code = site_or_stop(arguments)
    if arguments.json:
        say_json(tree_as_json(site), indent=1)
    else:
        sys.stdout.write(tree_as_text(site))
    return code


def run_schema(_arguments: argparse.Namespace) -> ExitCode:
    """Print the JSON Schema of docs.json."""
    say_json(json_schema(), indent=2)
    return ExitCode.DONE
