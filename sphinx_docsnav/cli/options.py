"""The options that ``build`` and ``serve`` share, as Sphinx settings."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from sphinx_docsnav.cli.build_settings import (
    DEFAULT_THEME,
    SphinxSettings,
    epub_settings,
    missing_extensions,
    site_settings,
)
from sphinx_docsnav.cli.console import ExitCode, Findings, UserError, print_line
from sphinx_docsnav.cli.site_argument import CONFIG_NAME, exclude_patterns
from sphinx_docsnav.docs_json import TWO_KINDS, DocsJson, KeepGoing, read_docs_json
from sphinx_docsnav.faults import DocsNavError

PAGE_BUILDERS = frozenset({"html", "dirhtml", "singlehtml"})
"""Builders whose pages have copy buttons."""


def runs_own_conf(root: Path, *, choice: bool | None) -> bool:
    """Return whether to run the site's own conf.py.

    :param choice: ``--conf`` or ``--no-conf``, ``None`` if neither was given.
    :raises UserError: there is one and nothing was chosen, or it was chosen and is missing. A
        conf.py is a program; one that came with a site does not run without consent.
    """
    has_one = (root / "conf.py").is_file()
    if has_one and choice is None:
        msg = (
            f"{root.name} has a conf.py, which is a program; use --conf to run it and use its "
            "settings, or --no-conf to use those of docs.json"
        )
        raise UserError(msg)
    if choice and not has_one:
        msg = f"there is no conf.py in {root.name}; omit --conf"
        raise UserError(msg)
    return bool(choice)


def own_conf_settings(arguments: argparse.Namespace) -> SphinxSettings:
    """Return the settings that the command line gives, which win over all others.

    :raises UserError: a ``-D`` has no ``=``.
    """
    settings: SphinxSettings = {}
    if arguments.theme:
        settings["html_theme"] = arguments.theme
    if arguments.keep_going:
        settings["docsnav_keep_going"] = True
    if not arguments.remote:
        settings["docsnav_openapi_remote"] = False
    if arguments.traceback:
        settings["docsnav_traceback"] = True
    if arguments.only:
        settings["docsnav_only"] = list(arguments.only)
    for word in arguments.settings:
        name, equals, value = word.partition("=")
        if not equals or not name:
            msg = f"-D takes NAME=VALUE, not {word!r}"
            raise UserError(msg)
        settings[name] = value
    return settings


def generated_settings(arguments: argparse.Namespace, root: Path, out: Path) -> SphinxSettings:
    """Return all settings of a site without conf.py; the command line wins over docs.json.

    :raises UserError: docs.json has errors that stop a build; they have been printed.
    """
    kinds = () if arguments.strict else TWO_KINDS
    docs = read_or_stop(root, keep_going=arguments.keep_going or kinds)
    theme = arguments.theme or DEFAULT_THEME
    given = own_conf_settings(arguments)
    settings = site_settings(docs, root, theme)
    missing = missing_extensions(theme)
    builder = getattr(arguments, "builder", "")  # "serve" has none
    if missing and builder in PAGE_BUILDERS and not arguments.quiet:
        print_line(missing)
    if builder == "epub":
        settings |= epub_settings(docs, root)
    if excluded := exclude_patterns(out, root):
        settings["exclude_patterns"] = excluded
    merged = merge_settings(settings, given)
    if builder == "latex" and not str(merged.get("language", "")).startswith("ja"):
        # Pages have emoji, which Sphinx's engine for most languages rejects; Japanese has its own.
        merged.setdefault("latex_engine", "xelatex")
    return merged


def merge_settings(settings: SphinxSettings, winning: SphinxSettings) -> SphinxSettings:
    """Return both; ``a.b`` in *winning* sets the entry ``b`` of the dict ``a``."""
    merged = dict(settings)
    for name, value in winning.items():
        table, dot, key = name.partition(".")
        entries = merged.get(table, {})
        if dot and isinstance(entries, dict):
            merged[table] = {**entries, key: value}
        else:
            merged[name] = value
    return merged


def read_or_stop(root: Path, *, keep_going: KeepGoing) -> DocsJson:
    """Return docs.json; its faults are printed here only if they end the build.

    Otherwise the extension, which reads it too, reports them in Sphinx's log.
    """
    findings = Findings(root)
    try:
        return read_docs_json(root / CONFIG_NAME, findings.report, keep_going=keep_going)
    except DocsNavError as error:
        findings.complete(error)
        sys.stderr.writelines(f"{line}\n" for line in findings.lines())
        msg = f"{findings.summary()} in {CONFIG_NAME}; nothing was built"
        raise UserError(msg, ExitCode.FAULTS) from error
