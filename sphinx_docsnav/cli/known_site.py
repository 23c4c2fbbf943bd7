"""The site of a command, as far as it can be known without running a conf.py."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from sphinx_docsnav.cli.console import ExitCode, Findings, UserError
from sphinx_docsnav.cli.site_argument import CONFIG_NAME, site_folder
from sphinx_docsnav.faults import DocsNavError
from sphinx_docsnav.navigation import Site, load_site
from sphinx_docsnav.navigation.inventory import MDX_SUFFIXES

SUFFIXES = (".mdx", ".md", ".rst", ".ipynb", ".txt")
"""Files that may be pages; conf.py is not read, because it is a program and is not run here."""


def page_suffixes(root: Path) -> tuple[str, ...]:
    """Return the suffixes of pages, those first that win over others of the same name."""
    if not (root / "conf.py").exists():
        return (*MDX_SUFFIXES, ".rst")
    return (*(suffix for suffix in SUFFIXES if suffix not in MDX_SUFFIXES), *MDX_SUFFIXES)


def site_or_stop(arguments: argparse.Namespace) -> tuple[Site, ExitCode]:
    """Return the site and how it is; its faults go to standard error.

    :raises UserError: docs.json has errors that leave no site.
    """
    root = site_folder(arguments.site)
    findings = Findings(root)
    try:
        site = load_site(
            root,
            findings.report,
            suffixes=page_suffixes(root),
            remote=arguments.remote,
            keep_going=arguments.keep_going,
        )
    except DocsNavError as error:
        findings.complete(error)
        sys.stderr.writelines(f"{line}\n" for line in findings.lines())
        msg = f"{findings.summary()} in {CONFIG_NAME}; there is no tree to show"
        raise UserError(msg, ExitCode.FAULTS) from error
    sys.stderr.writelines(f"{line}\n" for line in findings.lines())
    return site, findings.exit_code(strict=False)
