"""The file names that Sphinx makes of the project's name: short enough for file systems."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_docsnav.core.compat.private_names import is_set

if TYPE_CHECKING:
    from sphinx.config import Config

LONGEST = 100
"""Characters of the name. File systems have 255 bytes; a book adds its version and language."""
_SETTINGS = (
    *("applehelp_bundle_name", "devhelp_basename", "epub_basename", "htmlhelp_basename"),
    *("latex_documents", "man_pages", "qthelp_basename", "texinfo_documents"),
)
"""Settings with a default that Sphinx makes of ``project``."""


def limit_file_names(config: Config) -> None:
    """Set the file names of books and help files as for a shorter name, unless conf.py does."""
    name = str(config.project)
    if len(name) <= LONGEST:
        return
    config.project = name[:LONGEST]
    try:
        defaults = {key: config[key] for key in _SETTINGS if key in config}
    finally:
        config.project = name
    for key, value in defaults.items():
        if not is_set(config, key):
            setattr(config, key, value)
