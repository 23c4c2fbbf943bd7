"""What one build knows about the site, for every handler, parser and transform of it."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from sphinx_docsnav.faults import Report

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from sphinx_docsnav.docs_json import DocsJson
    from sphinx_docsnav.navigation import Navigation, PageInventory, Site
    from sphinx_docsnav.openapi import Operation, Specifications


@dataclass(slots=True)
class State:
    """The site of one build; filled step by step, in the order of the attributes."""

    docs: DocsJson
    """The checked docs.json."""
    inventory: PageInventory
    """The files of the site that our reader's suffixes name, pages and parts of pages."""
    specs: Specifications
    """The site's OpenAPI specifications, loaded when first asked for."""
    navigation: Navigation
    """The resolved navigation; page entries not yet compared with the disk."""
    report: Report
    """Where faults go: Sphinx's log."""
    icon_library: str = "fontawesome"
    """The library of icons that name none (``icons.library`` of docs.json)."""
    generated: Mapping[str, Path] = field(default_factory=dict)
    """The documents made for this build and their files outside the source folder."""
    located: Site | None = None
    """The navigation over the documents there are; ``None`` until documents are found."""
    started: int = field(default_factory=time.time_ns)
    """When the build began, in nanoseconds since 1970."""
    shown: dict[str, str] | None = None
    """Digest of the navigation each page shows, once all documents are read."""

    @property
    def site(self) -> Site:
        """The located site: page titles are there once all documents are read.

        :raises RuntimeError: documents have not been found yet.
        """
        if self.located is None:
            raise RuntimeError("the site is located at env-get-outdated, not before")
        return self.located

    @property
    def settings(self) -> Mapping[str, object]:
        """The fields of docs.json as they are written."""
        value = self.docs.source.value
        return value if isinstance(value, dict) else {}

    def operation(self, docname: str, reference: str) -> Operation | None:
        """Return the operation that a page shows, ``None`` for none.

        :param reference: front matter ``openapi`` of the page. The specifications
            of its place in docs.json are searched first.
        """
        known = self.site.operations.get(docname)
        if known is not None or not reference:
            return known
        place = self.site.listed.get(docname)
        near = self.navigation.scopes.get(place.page.pointer, ()) if place else ()
        return self.specs.operation(reference, near=near)


_states: WeakKeyDictionary[Sphinx | BuildEnvironment, State] = WeakKeyDictionary()


def keep_state(app: Sphinx, state: State) -> None:
    """Make *state* the one of this build."""
    _states[app] = state
    _states[app.env] = state


def state_of(owner: Sphinx | BuildEnvironment) -> State:
    """Return the state of the build that *owner* belongs to.

    :raises KeyError: docs.json has not been read yet (before ``builder-inited``).
    """
    return _states[owner]


def find_state(owner: Sphinx | BuildEnvironment) -> State | None:
    """Return the state of *owner*'s build, ``None`` before ``builder-inited``."""
    return _states.get(owner)


def app_of(env: BuildEnvironment) -> Sphinx:
    """Return the application that *env* belongs to.

    Sphinx 9 warns of the attribute's old name, 8 does not have the new one.
    """
    app: Sphinx = env.__dict__.get("_app") or env.__dict__["app"]
    return app
