"""``init``: write a conf.py or a docs.json, whichever is missing.

The conf.py has the settings that follow from docs.json; the docs.json of a Sphinx project has the
contents of its toctrees.
"""

from __future__ import annotations

import argparse
import io
import json
import pprint
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from sphinx_docsnav.cli.build_settings import (
    DEFAULT_THEME,
    SphinxSettings,
    make_site_settings,
    read_docs_or_stop,
)
from sphinx_docsnav.cli.console import ExitCode, UserError, print_error, print_line
from sphinx_docsnav.cli.site_argument import CONFIG_NAME, find_site_folder

if TYPE_CHECKING:
    from collections.abc import Iterable


CONF_HEADER = '''\
"""Settings of this site for Sphinx: https://www.sphinx-doc.org/en/master/usage/configuration.html

Written by `sphinx-docsnav init` from docs.json; change it as you like. Each build still reads
the navigation from docs.json.
"""
'''

SETTING_COMMENTS = {
    "html_title": "# The name in the browser's title bar and, in most themes, at the top.\n",
    "extensions": "# Other Sphinx extensions go here.\n",
    "html_theme": "# Any Sphinx theme that is installed.\n",
    "language": "# The language of text that Sphinx and the theme add.\n",
    "docsnav_colors": "# Give the theme the colours of docs.json.\n",
    "docsnav_sitemap": "# Write sitemap.xml; set html_baseurl to the address of the site for it.\n",
    "exclude_patterns": "# Folders and files that are not pages.\n",
}
"""The comments before settings in conf.py."""
EXTENSION = "sphinx_docsnav"
"""The entry of this extension in ``extensions``."""


def run_init(arguments: argparse.Namespace) -> ExitCode:
    """Write conf.py or docs.json, whichever is missing; do not overwrite a file.

    :raises UserError: both exist, a file cannot be read or written, or ``--theme`` is used for a
        project with a conf.py.
    """
    folder = Path(arguments.site or ".").absolute()
    # A project with only a conf.py gets a docs.json; in any other case, conf.py is missing.
    if (folder / "conf.py").is_file() and not (folder / CONFIG_NAME).exists():
        if arguments.theme:
            raise UserError(f"--theme: {folder / 'conf.py'} sets the theme; leave the option out")
        return write_docs_json(folder)
    root = find_site_folder(arguments.site)
    target = root / "conf.py"
    docs = read_docs_or_stop(root, keep_going=True)
    settings = make_site_settings(docs, root, arguments.theme or DEFAULT_THEME)
    settings["exclude_patterns"] = ["_build", ".venv"]
    try:
        # Mode "x" fails if the file exists, also if another program creates it at the same moment.
        with target.open("x", encoding="utf-8") as file:
            file.write(make_conf(settings))
    except FileExistsError as error:
        msg = f"{target} and {CONFIG_NAME} exist already; nothing was changed"
        raise UserError(msg) from error
    except OSError as error:
        raise UserError(f"cannot write {target}: {error.strerror}") from error
    print_line(f"Wrote {target}. Build the site with: sphinx-build {arguments.site} OUT")
    return ExitCode.DONE


def make_conf(settings: SphinxSettings) -> str:
    """Return the text of a conf.py with *settings*."""
    lines = []
    for name, value in settings.items():
        value_text = pprint.pformat(value, width=88, sort_dicts=False)
        lines.append(f"{SETTING_COMMENTS.get(name, '')}{name} = {value_text}")
    return "\n".join([CONF_HEADER, *lines, ""])


def write_docs_json(root: Path) -> ExitCode:
    """Write docs.json beside the conf.py in *root*, and print what cannot be converted.

    Sphinx reads the project, so conf.py and its extensions are run. Nothing else is written into
    the project.

    :raises UserError: the project cannot be read, or docs.json cannot be written.
    """
    navigation, notes, is_enabled = read_toctrees(root)
    target = root / CONFIG_NAME
    text = json.dumps({"navigation": navigation}, ensure_ascii=False, indent=2)
    try:
        with target.open("x", encoding="utf-8") as file:
            file.write(f"{text}\n")
    except OSError as error:
        raise UserError(f"cannot write {target}: {error.strerror}") from error
    print_line(f"Wrote {target}.")
    if not is_enabled:
        print_line(f'Add "{EXTENSION}" to extensions in {root / "conf.py"}, and build as usual.')
    # The same difference can occur in several toctrees.
    for note in dict.fromkeys(notes):
        print_error(note)
    return ExitCode.DONE


def read_toctrees(root: Path) -> tuple[dict[str, Any], Iterable[str], bool]:
    """Return the navigation of the toctrees in the project *root*.

    :returns: the value of ``navigation``, notes about differences, and whether the project uses
        this extension.
    :raises UserError: Sphinx cannot read the project.
    """
    from sphinx.application import Sphinx
    from sphinx.errors import SphinxError
    from sphinx.util.docutils import docutils_namespace, patch_docutils

    from sphinx_docsnav.features.toctrees import (
        make_navigation,
        make_toctree_reader,
    )

    # Docutils registers roles and directives globally; restore them for the caller.
    with TemporaryDirectory() as folder, patch_docutils(root), docutils_namespace():
        try:
            app = Sphinx(
                root,
                root,
                Path(folder, "out"),
                Path(folder, "doctrees"),
                # This builder reads all pages, but writes no output.
                "dummy",
                # Without translations, titles are those that the authors wrote.
                {"docsnav_config": "toctree", "locale_dirs": []},
                status=None,
                warning=io.StringIO(),
            )
            app.build()
        except SphinxError as error:
            raise UserError(f"Sphinx cannot read {root}: {error}", ExitCode.FAULTS) from error
        reader = make_toctree_reader(app, nested=True)
        return make_navigation(app, reader), reader.notes, EXTENSION in app.extensions
