"""The guard around the handlers of this extension that one page, or one output, needs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import wraps
from typing import TYPE_CHECKING, Any

from sphinx.errors import NoUri

from sphinx_docsnav.core.guard.page_guard import guard_of
from sphinx_docsnav.core.site.config_pass import LISTING_EVENTS

if TYPE_CHECKING:
    from sphinx.application import Sphinx

DOCNAMES: dict[str, Callable[..., str]] = {
    "doctree-read": lambda app, _doctree: app.env.docname,
    "doctree-resolved": lambda _app, _doctree, docname: docname,
    "missing-reference": lambda _app, _env, node, _words: node.get("refdoc", ""),
    "html-page-context": lambda _app, pagename, *_rest: pagename,
    "html-collect-pages": lambda _app: "",
    "build-finished": lambda _app, _exception: "",
}
"""The events with guarded handlers, and how their arguments name the page.

A handler of an earlier event prepares all pages; if it fails, there is nothing to build.
"""

ANSWERS: dict[str, type[Exception]] = {"missing-reference": NoUri}
"""The exceptions that answer an event: the output lacks the page, so Sphinx writes plain text."""


def guard_handler(app: Sphinx, event: str, handler: Callable[..., object]) -> Callable[..., object]:
    """Return *handler* for *event* with its exceptions reported; what it does is then left out."""
    docname_of = DOCNAMES.get(event)
    if docname_of is None:
        return handler

    @wraps(handler)
    def guarded(*arguments: Any) -> object:  # noqa: ANN401 -- the arguments of the event
        try:
            result = handler(*arguments)
            return list(result) if isinstance(result, Iterator) else result
        except ANSWERS.get(event, ()):
            raise
        except Exception as error:  # noqa: BLE001 -- whatever it is, the rest can be built
            failure = f"step '{handler.__name__}' of the build failed"
            outcome = "its part of the output is missing"
            guard_of(app).report(error, docname_of(*arguments), failure, outcome)
            return () if event in LISTING_EVENTS else None

    return guarded
