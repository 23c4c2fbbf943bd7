"""Connects handlers to events: Sphinx's, and those of the core that let features take part.

The core and each feature connect their handlers in their ``setup``, with the priority and the
reason for it. Sphinx calls the handlers of one event in the order of their priorities, and those
of equal priority in the order of connecting: the core first, then the features in the order of
`sphinx_docsnav.features.FEATURES`. Sphinx's own handlers, themes and most extensions have
priority 500.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import wraps
from typing import Any

from sphinx.application import Sphinx
from sphinx.errors import NoUri

from sphinx_docsnav.core.guard import guard_of
from sphinx_docsnav.core.state import build_state

RESOLVE = "docsnav-resolve"
ROOT = "docsnav-root"
SHOWN = "docsnav-shown"
PAGE_PARTS = "docsnav-page-parts"
ANCHOR_MISSING = "docsnav-anchor-missing"
FILES = "docsnav-files"
INDEXED = "docsnav-indexed"
EVENTS = {
    RESOLVE: "``(app, resolved)``: all documents are read. Return another `ResolvedSite` to show "
    "other navigation; ``None`` keeps it.",
    ROOT: "``(app, root)``: the navigation of the build is known. Return another root element to "
    "show it inside of other elements; the first answer counts.",
    SHOWN: "``(app)``: the navigation is complete. Return a function that takes a docname and "
    "returns what else its HTML page shows of the navigation, printable; a page for which that "
    "has changed since it was written is written again.",
    PAGE_PARTS: "``(app, docname, source)``: a page of this extension has been parsed. Return a "
    "`PageParts` to add content to it; the first answer counts.",
    ANCHOR_MISSING: "``(app, docname, anchor)``: a link leads to an anchor that its page does not "
    "have. Return the docname and the anchor that are meant; the first answer counts.",
    FILES: "``(app, texts)``: style sheets and scripts are about to be written. *texts* is a dict "
    "from names below ``_static`` to texts, to be changed in place.",
    INDEXED: "``(app, docname)``: whether search engines index a page. Return ``False`` if not.",
}
"""The events of the core, with their arguments and results."""
LISTING_EVENTS = frozenset(
    {"env-get-outdated", "env-get-updated", "env-updated", "html-collect-pages"}
)
"""The events whose handlers return lists."""
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


@dataclass(frozen=True, slots=True)
class Handler:
    """A connected handler."""

    event: str
    """The name of the event."""
    priority: int
    """Sphinx's default is 500; lower numbers are called first."""
    function: Callable[..., object]
    """The function, without the guard around it."""
    reason: str
    """Why it is connected to this event, with this priority."""


def connect(
    app: Sphinx, event: str, priority: int, function: Callable[..., object], reason: str
) -> None:
    """Connect *function* to *event* in projects that have a navigation of ours.

    :param priority: Sphinx's default is 500; lower numbers are called first.
    :param reason: why it is connected to this event, with this priority; for the reader, and for
        the list of handlers in the documentation.
    """
    _connect(app, Handler(event, priority, function, reason), with_navigation(app, event, function))


def connect_always(
    app: Sphinx, event: str, priority: int, function: Callable[..., object], reason: str
) -> None:
    """Do the same as `connect`, also in projects that have no navigation of ours."""
    _connect(app, Handler(event, priority, function, reason), function)


def _connect(app: Sphinx, handler: Handler, called: Callable[..., object]) -> None:
    build_state(app).slot(_make_handler_list).append(handler)
    app.connect(handler.event, guard_handler(app, handler.event, called), priority=handler.priority)


def _make_handler_list(_app: Sphinx) -> list[Handler]:
    """Return the empty list to which `_connect` adds the handlers of one application."""
    return []


def handlers_of(app: Sphinx) -> dict[str, list[Handler]]:
    """Return the handlers of *app* by event, each list in the order of calls."""
    by_event: dict[str, list[Handler]] = {}
    for handler in build_state(app).slot(_make_handler_list):
        by_event.setdefault(handler.event, []).append(handler)
    return {
        event: sorted(handlers, key=lambda handler: handler.priority)
        for event, handlers in by_event.items()
    }


def add_events(app: Sphinx) -> None:
    """Register the events of the core."""
    for name in EVENTS:
        app.add_event(name)


def with_navigation(
    app: Sphinx, event: str, handler: Callable[..., object]
) -> Callable[..., object]:
    """Return *handler* of *event*, which does nothing in a project without a navigation of ours."""

    @wraps(handler)
    def called(*arguments: object) -> object:
        reading = build_state(app).reading
        if reading is None or reading.has_navigation:
            return handler(*arguments)
        return () if event in LISTING_EVENTS else None

    return called


def guard_handler(app: Sphinx, event: str, handler: Callable[..., object]) -> Callable[..., object]:
    """Return *handler* for *event* with its exceptions reported; what it does is then left out."""
    docname_of = DOCNAMES.get(event)
    if docname_of is None:
        return handler

    @wraps(handler)
    def guarded(*arguments: Any) -> object:  # noqa: ANN401 -- the arguments of the event
        try:
            # A generator fails while it is read, which has to happen inside of this block.
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
