"""Extensions that a site without conf.py uses if they are installed (the extra ``site``)."""

from __future__ import annotations

import importlib.util
import shutil

from sphinx_docsnav.sitefiles.safe_urls import clean_url, scheme_of

OWN_COPY_BUTTON = frozenset({"shibuya", "sphinx_immaterial", "sphinxawesome_theme"})
"""Themes whose blocks of code have a copy button."""
_COPY_BUTTON = "sphinx_copybutton"
_MERMAID = "sphinxcontrib.mermaid"
_MERMAID_COMMAND = "mmdc"


def kept_extensions(theme: str, script: str = "") -> tuple[list[str], dict[str, object]]:
    """Return the extensions that are installed, and the settings that they need.

    Diagrams are drawn by the command of Mermaid, or in the browser by a *script* of the
    output (``mermaid_use_local``); without either, sphinxcontrib-mermaid would load a script
    from another server in every reader's browser.
    """
    extensions: list[str] = []
    settings: dict[str, object] = {}
    if theme not in OWN_COPY_BUTTON and _is_installed(_COPY_BUTTON):
        extensions.append(_COPY_BUTTON)
    if script and not scheme_of(clean_url(script)) and _is_installed(_MERMAID):
        extensions.append(_MERMAID)
    elif shutil.which(_MERMAID_COMMAND) and _is_installed(_MERMAID):
        extensions.append(_MERMAID)
        settings["mermaid_output_format"] = "svg"
    return extensions, settings


def missing_extensions(theme: str) -> str:
    """Return what a site without conf.py lacks, and the remedy; empty if it lacks nothing.

    Diagrams have a message of their own, in builds of sites that have some.
    """
    if theme in OWN_COPY_BUTTON or _is_installed(_COPY_BUTTON):
        return ""
    return (
        "Code blocks have no copy buttons, because sphinx-copybutton is not installed; the extra "
        "'site' installs it."
    )


def _is_installed(module: str) -> bool:
    try:
        return importlib.util.find_spec(module) is not None
    except ModuleNotFoundError:  # of the package around it
        return False
