"""What one build knows about the site, for every handler, parser and transform of it."""

from __future__ import annotations

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
    from sphinx_docsnav.navigation import Navigation, Site
    from sphinx_docsnav.openapi import Specifications


@dataclass(slots=True)
class State:
    """The site of one build; filled step by step, in the order of the attributes."""

    docs: DocsJson
    """The checked docs.json."""
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

    @property
    def site(self) -> Site:
        """The located site: page titles are there once all documents are read.

        :raises RuntimeError: documents have not been found yet.
        """
        if self.located is None:
            raise RuntimeError("the site is located at env-get-outdated, not before")
        return self.located


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
