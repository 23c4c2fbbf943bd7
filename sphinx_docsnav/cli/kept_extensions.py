"""Extensions that a site without conf.py uses if they are installed (the extra ``site``)."""

from __future__ import annotations

import importlib.util
import shutil

OWN_COPY_BUTTON = frozenset({"shibuya", "sphinx_immaterial", "sphinxawesome_theme"})
"""Themes whose blocks of code have a copy button."""
_COPY_BUTTON = "sphinx_copybutton"
_MERMAID = "sphinxcontrib.mermaid"
_MERMAID_COMMAND = "mmdc"


def kept_extensions(theme: str) -> tuple[list[str], dict[str, object]]:
    """Return the extensions that are installed, and the settings that they need.

    Diagrams are drawn by the command of Mermaid; without it sphinxcontrib-mermaid
    would load a script from another server in every reader's browser.
    """
    extensions: list[str] = []
    settings: dict[str, object] = {}
    if theme not in OWN_COPY_BUTTON and _is_installed(_COPY_BUTTON):
        extensions.append(_COPY_BUTTON)
    if shutil.which(_MERMAID_COMMAND) and _is_installed(_MERMAID):
        extensions.append(_MERMAID)
        settings["mermaid_output_format"] = "svg"
    return extensions, settings


def _is_installed(module: str) -> bool:
    try:
        return importlib.util.find_spec(module) is not None
    except ModuleNotFoundError:  # of the package around it
        return False
