"""A Sphinx extension that records which pages a build writes, in ``app.pages``."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx


def _record(
    app: Any,  # noqa: ANN401 -- an application with an attribute of this extension
    pagename: str,
    _template: str,
    _context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    if doctree:
        app.pages.append(pagename)


def setup(app: Sphinx) -> dict[str, bool]:
    app.pages = []  # type: ignore[attr-defined]  # read by tests
    app.connect("html-page-context", _record)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
