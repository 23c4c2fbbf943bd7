"""The data of a build: one `BuildState` per application, for every handler and transform.

The application owns its state, and nothing else refers to it. A module-level
table of applications would keep each of them in memory, because its values
refer to their keys.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from contextlib import ExitStack
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from sphinx_docsnav.faults import DocsNavError, Fault, Report
from sphinx_docsnav.icons import SiteIcons
from sphinx_docsnav.navigation import Site
from sphinx_docsnav.navigation.inventory import PageInventory
from sphinx_docsnav.navigation.page_facts import PageFacts
from sphinx_docsnav.navigation.pipeline import ResolvedSite
from sphinx_docsnav.navigation.resolution import ResolvedNavigation
from sphinx_docsnav.openapi import Operation, Specifications

if TYPE_CHECKING:
    from sphinx_docsnav.docs_json import DocsJson, KeepGoing

T = TypeVar("T")

STORAGE = "_docsnav"
"""The folder beside the doctrees in which builds store what later builds need."""
ATTRIBUTE = "docsnav_state"
"""The attribute of the application that holds its `BuildState`."""


class Markdown(Enum):
    """Which ``.md`` files become pages of our reader."""

    THEIRS = "theirs"
    """None: the project has another reader for them."""
    LISTED = "listed"
    """Those that docs.json lists; the project has other sources, and no reader for ``.md``."""
    UNLISTED = "unlisted"
    """As `LISTED`, and all others, because conf.py sets ``docsnav_unlisted``."""
    ALL = "all"
    """All: the site has no conf.py."""


@dataclass(slots=True)
class DocsJsonReading:
    """The parsed docs.json."""

    path: Path
    """The path of the file, also if it does not exist."""
    docs: DocsJson | None = None
    """The checked file; ``None`` if it cannot be used at all."""
    error: DocsNavError | None = None
    """Why it cannot be used, or why the build stops."""
    faults: list[Fault] = field(default_factory=list)
    """The faults in order, not reported yet."""
    keep_going: KeepGoing = False
    """Whether to build the rest after an error, or after which kinds."""
    markdown: Markdown = Markdown.THEIRS
    """Which ``.md`` files our reader makes pages of."""
    included: tuple[str, ...] = ()
    """The project's own ``include_patterns``."""
    excluded: tuple[str, ...] = ()
    """The project's own ``exclude_patterns``."""
    may_have_pages: bool = True
    """The site has files that our reader reads, or specifications, of which it makes pages."""
    from_toctrees: bool = False
    """Whether there is no docs.json, and the navigation comes from the project's toctrees."""
    has_navigation: bool = True
    """The extension shows a navigation; without one, it only adds the pages of
    ``docsnav_openapi``."""


class Slots:
    """Values of concerns that the core does not know, by the function or class that makes them."""

    def __init__(self, app: Sphinx) -> None:
        self._app = app
        self._values: dict[Callable[[Sphinx], Any], Any] = {}

    def slot(self, make: Callable[[Sphinx], T]) -> T:
        """Return the value of *make*; call it with the application the first time."""
        if make not in self._values:
            self._values[make] = make(self._app)
        value: T = self._values[make]
        return value

    def clear(self) -> None:
        """Discard all values; each is created again on next use."""
        self._values.clear()


class BuildState(Slots):
    """All data of the build of one application; see `build_state`."""

    def __init__(self, app: Sphinx) -> None:
        super().__init__(app)
        self.started = time.time_ns()
        """When the build began, in nanoseconds since 1970."""
        self.reading: DocsJsonReading | None = None
        """The docs.json that was read at ``config-inited``."""
        self.site_state: SiteState | None = None
        """The resolved site; ``None`` before ``builder-inited``."""
        self.page_keys: dict[str, str] = {}
        """What each page shows of others, as a digest, once all documents are read."""
        self.part: frozenset[str] | None = None
        """The documents that it writes, those of ``docsnav_only``; ``None`` for the whole site."""
        self.outlined: AbstractSet[str] = frozenset()
        """The documents of which it reads only what other pages show: title and front matter."""
        self.resolved: set[str] = set()
        """The documents that it has resolved, to write their pages."""
        self.is_drafting = False
        """Whether drafts of pages are written, beside a build that writes the output."""
        self.restorations = ExitStack()
        """Callbacks that restore changed globals of Sphinx and docutils; they run when the build
        finishes, also after an exception, the last one first."""

    def forget_pages(self, docnames: Iterable[str]) -> None:
        """Record that this build has not written *docnames*, so that the next one does."""
        for docname in docnames:
            self.page_keys.pop(docname, None)


@dataclass(slots=True)
class SiteState:
    """The site of one build; filled step by step, in the order of the attributes."""

    resolved: ResolvedSite
    """docs.json with its specifications and files; its faults go to Sphinx's log."""
    derived: Slots
    """Values computed from the located site; dropped when another site is located."""
    generated: Mapping[str, Path] = field(default_factory=dict)
    """The generated documents and their files outside the source folder, by docname."""
    located: Site | None = None
    """The navigation over the existing documents; ``None`` before ``env-get-outdated``."""
    facts: Mapping[str, PageFacts] = field(default_factory=dict)
    """The facts of each page, once all documents are read."""

    @property
    def docs(self) -> DocsJson:
        """The checked docs.json."""
        return self.resolved.docs

    @property
    def inventory(self) -> PageInventory:
        """The files of the site with a suffix of our parser: pages and parts of pages."""
        return self.resolved.inventory

    @property
    def specs(self) -> Specifications:
        """The site's OpenAPI specifications, loaded on first use."""
        return self.resolved.specs

    @property
    def navigation(self) -> ResolvedNavigation:
        """The resolved navigation; page entries not yet compared with the documents."""
        return self.resolved.navigation

    @property
    def report(self) -> Report:
        """Receives faults; writes them to Sphinx's log."""
        return self.resolved.report

    @property
    def icons(self) -> SiteIcons:
        """The icons that the site can use."""
        return self.resolved.icons

    @property
    def site(self) -> Site:
        """The located site: page titles are there once all documents are read.

        :raises RuntimeError: documents have not been found yet.
        """
        if self.located is None:
            raise RuntimeError("the site is located at env-get-outdated, not before")
        return self.located

    def locate(self, site: Site) -> None:
        """Make *site* the located one, and drop what was derived from the one before."""
        self.located = site
        self.derived.clear()

    @property
    def settings(self) -> Mapping[str, object]:
        """The fields of docs.json as they are written."""
        value = self.docs.source.value
        return value if isinstance(value, dict) else {}

    def operation(self, docname: str, reference: str) -> Operation | None:
        """Return the operation that a page shows, ``None`` for none.

        :param reference: front matter ``openapi`` of the page. The specifications
            of its entry in docs.json are searched first.
        """
        operation = self.site.operations.get(docname)
        if operation is not None or not reference:
            return operation
        # A page of the author's own: its front matter names the operation.
        listed = self.site.listed.get(docname)
        near = self.navigation.scopes.get(listed.page.pointer, ()) if listed else ()
        return self.specs.find_operation(reference, near=near)


def build_state(owner: Sphinx | BuildEnvironment) -> BuildState:
    """Return the state of the build that *owner* belongs to; a new one the first time."""
    app = app_of(owner) if isinstance(owner, BuildEnvironment) else owner
    attributes: dict[str, Any] = app.__dict__
    if ATTRIBUTE not in attributes:
        attributes[ATTRIBUTE] = BuildState(app)
    state: BuildState = attributes[ATTRIBUTE]
    return state


def reading_of(app: Sphinx) -> DocsJsonReading:
    """Return the docs.json that was read at ``config-inited``.

    :raises RuntimeError: it has not been read yet.
    """
    reading = build_state(app).reading
    if reading is None:
        raise RuntimeError("docs.json is read at config-inited, not before")
    return reading


def state_of(owner: Sphinx | BuildEnvironment) -> SiteState:
    """Return the site of the build that *owner* belongs to.

    :raises RuntimeError: docs.json has not been resolved yet (before ``builder-inited``).
    """
    state = find_state(owner)
    if state is None:
        raise RuntimeError("docs.json is resolved at builder-inited, not before")
    return state


def find_state(owner: Sphinx | BuildEnvironment) -> SiteState | None:
    """Return the site of *owner*'s build, ``None`` before ``builder-inited``."""
    return build_state(owner).site_state


def derive(app: Sphinx, make: Callable[[Sphinx], T]) -> T:
    """Return ``make(app)`` for the located site; made once per site."""
    return state_of(app).derived.slot(make)


def restore_globals(app: Sphinx, _exception: Exception | None) -> None:
    """Restore the changed globals of Sphinx and docutils (``build-finished``, last)."""
    build_state(app).restorations.close()


def app_of(env: BuildEnvironment) -> Sphinx:
    """Return the application that *env* belongs to.

    Sphinx 9 deprecates the attribute's old name; Sphinx 8 lacks the new one.
    """
    app: Sphinx = env.__dict__.get("_app") or env.__dict__["app"]
    return app
