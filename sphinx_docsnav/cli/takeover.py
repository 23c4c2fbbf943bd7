"""``init``: write the file that a folder lacks, conf.py or docs.json."""

from __future__ import annotations

import argparse
import pprint
from pathlib import Path

from sphinx_docsnav.cli.build_settings import SphinxSettings, default_theme, site_settings
from sphinx_docsnav.cli.console import ExitCode, UserError, print_line
from sphinx_docsnav.cli.from_toctrees import write_docs_json
from sphinx_docsnav.cli.options import read_or_stop
from sphinx_docsnav.cli.site_argument import CONFIG_NAME, site_folder

HEAD = '''\
"""Settings of this site for Sphinx: https://www.sphinx-doc.org/en/master/usage/configuration.html

Written by `sphinx-docsnav init` from docs.json; change it as you like. Each build still reads
the navigation from docs.json.
"""
'''

COMMENTS = {
    "html_title": "# The name in the browser's title bar and, in most themes, at the top.\n",
    "extensions": "# Other Sphinx extensions go here.\n",
    "html_theme": "# Any Sphinx theme that is installed.\n",
    "language": "# The language of text that Sphinx and the theme add.\n",
    "docsnav_colors": "# Give the theme the colours of docs.json.\n",
    "docsnav_sitemap": "# Write sitemap.xml; set html_baseurl to the address of the site for it.\n",
    "exclude_patterns": "# Folders and files that are not pages.\n",
}
"""The comment that conf.py has before a setting."""


def run_init(arguments: argparse.Namespace) -> ExitCode:
    """Write the one of conf.py and docs.json that is missing; neither is overwritten."""
    folder = Path(arguments.site or ".").absolute()
    if (folder / "conf.py").is_file() and not (folder / CONFIG_NAME).exists():
        return write_docs_json(folder)
    root = site_folder(arguments.site)
    target = root / "conf.py"
    docs = read_or_stop(root, keep_going=True)
    settings = site_settings(docs, root, arguments.theme or default_theme())
    settings["exclude_patterns"] = ["_build", ".venv"]
    try:
        with target.open("x", encoding="utf-8") as file:
            file.write(conf_text(settings))
    except FileExistsError as error:
        msg = f"{target} and {CONFIG_NAME} exist already; nothing was changed"
        raise UserError(msg) from error
    except OSError as error:
        raise UserError(f"cannot write {target}: {error.strerror}") from error
    print_line(f"Wrote {target}. Build the site with: sphinx-build {arguments.site} OUT")
    return ExitCode.DONE


def conf_text(settings: SphinxSettings) -> str:
    """Return the text of a conf.py that holds *settings*."""
    lines = [
        f"{COMMENTS.get(name, '')}{name} = {pprint.pformat(value, width=88, sort_dicts=False)}"
        for name, value in settings.items()
    ]
    return "\n".join([HEAD, *lines, ""])
