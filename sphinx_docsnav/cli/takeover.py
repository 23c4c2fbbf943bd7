"""``init``: write the conf.py that a site goes on with, once it is to have its own settings."""

from __future__ import annotations

import argparse
import pprint

from sphinx_docsnav.cli.build_settings import Settings, default_theme, site_settings
from sphinx_docsnav.cli.console import ExitCode, UserError, say
from sphinx_docsnav.cli.options import read_or_stop
from sphinx_docsnav.cli.site_argument import site_folder

HEAD = '''\
"""Settings of this site for Sphinx: https://www.sphinx-doc.org/en/master/usage/configuration.html

Made from docs.json by `sphinx-docsnav init`, and yours to change from now on. The navigation
is still read from docs.json at each build.
"""
'''


def run_init(arguments: argparse.Namespace) -> ExitCode:
    """Write conf.py; one that exists is left alone."""
    root = site_folder(arguments.site)
    target = root / "conf.py"
    docs = read_or_stop(root, keep_going=True)
    settings = site_settings(docs, root, arguments.theme or default_theme())
    settings["exclude_patterns"] = ["_build", ".venv"]
    try:
        with target.open("x", encoding="utf-8") as file:
            file.write(conf_text(settings))
    except FileExistsError as error:
        raise UserError(f"{target} exists already; it stays as it is") from error
    except OSError as error:
        raise UserError(f"cannot write {target}: {error.strerror}") from error
    say(f"Wrote {target}. Build the site with: sphinx-build {arguments.site} OUT")
    return ExitCode.DONE


def conf_text(settings: Settings) -> str:
    """Return the text of a conf.py that holds *settings*."""
    lines = [
        f"{name} = {pprint.pformat(value, width=88, sort_dicts=False)}"
        for name, value in settings.items()
    ]
    return "\n".join([HEAD, *lines, ""])
