"""The site's name in HTML templates: text of docs.json, not markup.

Sphinx and its themes disagree about what ``project`` and ``html_title`` hold. Some templates
escape them, others write them as they are. A `Markup` of the escaped text comes out right in both:
the filter ``e`` does not escape it again, and ``striptags`` gives back the text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from markupsafe import Markup, escape

from sphinx_docsnav.core.compat.private_names import has_conf
from sphinx_docsnav.core.site.config_pass import reading_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx

NAMES = ("project", "docstitle", "shorttitle")
"""Template variables that hold the name of the site."""
TEXTS = ("version", "release", "copyright")
"""Template variables that hold other text of docs.json where there is no conf.py."""


def escape_names(
    app: Sphinx,
    pagename: str,  # noqa: ARG001 -- what the event passes
    templatename: str,  # noqa: ARG001
    context: dict[str, Any],
    doctree: object,  # noqa: ARG001
) -> None:
    """Mark what comes from docs.json as text (``html-page-context``)."""
    mark_names(app, context)


def mark_names(app: Sphinx, context: dict[str, Any]) -> None:
    """Mark the values of *context* that come from docs.json as text.

    Values of a conf.py are unchanged, as they may be HTML, unless equal to the name in docs.json:
    ``sphinx-docsnav init`` writes that into conf.py.
    """
    docs = reading_of(app).docs
    name = docs.name if docs is not None else ""
    without_conf = not has_conf(app.config)
    is_name = bool(name) and context.get("project") == name
    for key in (*NAMES, *TEXTS) if without_conf else NAMES:
        value = context.get(key)
        if isinstance(value, str) and (without_conf or value == name):
            context[key] = escape(value)
    if is_name or without_conf:
        # Sphinx makes it from the name.
        context["logo_alt"] = escape(context.get("logo_alt", Markup()))
