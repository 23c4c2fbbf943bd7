"""``init`` in a Sphinx project: write a docs.json with the contents of its toctrees."""

from __future__ import annotations

import io
import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from sphinx_docsnav.cli.console import ExitCode, UserError, complain, print_line
from sphinx_docsnav.cli.site_argument import CONFIG_NAME

if TYPE_CHECKING:
    from collections.abc import Iterable

EXTENSION = "sphinx_docsnav"
"""What conf.py lists in ``extensions``."""


def write_docs_json(root: Path) -> ExitCode:
    """Write docs.json beside the conf.py in *root*, and print what could not be transferred.

    Sphinx reads the project for that, so conf.py and its extensions are run; nothing else
    is written into the project.

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
    for note in dict.fromkeys(notes):
        complain(note)
    return ExitCode.DONE


def read_toctrees(root: Path) -> tuple[dict[str, Any], Iterable[str], bool]:
    """Return the navigation of the project in *root*, notes on it, and if it has our extension.

    :raises UserError: Sphinx cannot read the project.
    """
    from sphinx.application import Sphinx
    from sphinx.errors import SphinxError
    from sphinx.util.docutils import docutils_namespace, patch_docutils

    from sphinx_docsnav.features.toctrees.site_of_toctrees import (
        navigation_of_toctrees,
        toctree_reader,
    )

    with TemporaryDirectory() as folder, patch_docutils(root), docutils_namespace():
        try:
            app = Sphinx(
                root,
                root,
                Path(folder, "out"),
                Path(folder, "doctrees"),
                "dummy",
                {"docsnav_config": "toctree"},
                status=None,
                warning=io.StringIO(),
            )
            app.build()
        except SphinxError as error:
            raise UserError(f"Sphinx cannot read {root}: {error}", ExitCode.FAULTS) from error
        reader = toctree_reader(app, nested=True)
        return navigation_of_toctrees(app, reader), reader.notes, EXTENSION in app.extensions
