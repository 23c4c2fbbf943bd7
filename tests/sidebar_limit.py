"""A Sphinx extension for tests that sets from which size on pages share their sidebar."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.application import Sphinx
from sphinx.config import Config

from sphinx_docsnav.core.pages import written_parts
from sphinx_docsnav.core.state import build_state

if TYPE_CHECKING:
    from building import Project

EXTENSION = "sidebar_limit"
"""The name of this extension, and of its setting: the size in KB."""


def setup(app: Sphinx) -> dict[str, bool]:
    """Add the setting; called by Sphinx."""
    app.add_config_value(EXTENSION, 0, "html", (int,))
    app.connect("config-inited", _set_limit)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _set_limit(app: Sphinx, config: Config) -> None:
    limit, folded_limit = config.sidebar_limit * 1024, written_parts.FOLDED_SIDEBAR_LIMIT
    limits = {"SIDEBAR_LIMIT": limit, "FOLDED_SIDEBAR_LIMIT": min(limit, folded_limit)}
    for name, value in limits.items():
        before = getattr(written_parts, name)
        build_state(app).restorations.callback(setattr, written_parts, name, before)
        setattr(written_parts, name, value)


def limit_sidebars(project: Project, kilobytes: int) -> None:
    """Let the pages of *project* share sidebars that are larger."""
    project.extensions = tuple(dict.fromkeys((*project.extensions, EXTENSION)))
    project.conf |= {"extensions": ",".join(project.extensions), EXTENSION: str(kilobytes)}


def limit_in_conf(kilobytes: int) -> str:
    """Return lines for the end of a conf.py that has ``extensions``."""
    return (
        f"import sys\nsys.path.append({str(Path(__file__).parent)!r})\n"
        f"extensions.append({EXTENSION!r})\n{EXTENSION} = {kilobytes}"
    )
