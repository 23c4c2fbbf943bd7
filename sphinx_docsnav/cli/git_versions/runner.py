"""Build one version; `VersionBuilder` runs this module as a program.

The conf.py of an old version need not contain this extension: it is added, with the navigation of
the toctrees if there is no docs.json.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any


def main(path: str) -> int:
    """Build a version, and return the exit status of Sphinx.

    :param path: a JSON file with the parameters of the build.
    """
    from sphinx.errors import SphinxError
    from sphinx.util.console import color_terminal, nocolor

    from sphinx_docsnav.cli.console import UserError

    if not color_terminal():
        nocolor()
    try:
        return _build_version(json.loads(Path(path).read_text("utf-8")))
    except UserError as error:
        message = str(error)
    except SphinxError as error:
        message = f"{error.category}: {error}"
    sys.stderr.write(f"{message}\n")
    return 1


def _build_version(order: dict[str, Any]) -> int:
    from sphinx.application import Sphinx
    from sphinx.util.docutils import docutils_namespace, patch_docutils

    settings: dict[str, Any] = {**order["settings"], "docsnav_part": order["part"]}
    source = order["source"]
    if order["conf"]:
        settings |= _add_extension(Path(source))
        if order["theme"]:
            settings["html_theme"] = order["theme"]
    else:
        settings |= _make_settings(order)
    with patch_docutils(source), docutils_namespace():
        app = Sphinx(
            source,
            # Without a configuration directory, Sphinx runs no conf.py.
            source if order["conf"] else None,
            order["out"],
            order["doctrees"],
            order["builder"],
            settings,
            status=None,
            warning=sys.stderr,
        )
        app.build()
    return int(app.statuscode)


def _add_extension(source: Path) -> dict[str, Any]:
    """Return the settings that add the extension to those of the conf.py in *source*."""
    from sphinx_docsnav.cli.build_settings import EXTENSION, read_conf

    config = read_conf(source, docsnav_config="docs.json")
    settings: dict[str, Any] = {}
    if EXTENSION not in config.extensions:
        settings["extensions"] = [*config.extensions, EXTENSION]
    if not (source / config.docsnav_config).exists() and config.docsnav_config != "toctree":
        settings["docsnav_config"] = "toctree"
    return settings


def _make_settings(order: dict[str, Any]) -> dict[str, Any]:
    """Return the settings of a site without conf.py."""
    from sphinx_docsnav.cli.build_settings import DEFAULT_THEME, make_site_settings
    from sphinx_docsnav.docs_json import read_docs_json

    source = Path(order["source"])
    # The extension reads the file again and reports its faults.
    docs = read_docs_json(source / "docs.json", lambda _: None, keep_going=True)
    settings = make_site_settings(docs, source, order["theme"] or DEFAULT_THEME)
    return {**settings, "docsnav_keep_going": True}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
