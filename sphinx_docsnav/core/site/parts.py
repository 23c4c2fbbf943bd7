"""The part of the site that one build writes: the divisions that ``docsnav_only`` names."""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import Any

from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.environment import BuildEnvironment

from sphinx_docsnav.core.log import SiteError
from sphinx_docsnav.core.site.scopes import SearchScope
from sphinx_docsnav.core.state import build_state
from sphinx_docsnav.navigation import Site
from sphinx_docsnav.navigation.shares import UnknownPartError, list_part_docnames


@dataclass(slots=True)
class SitePart:
    """What one build writes."""

    docnames: frozenset[str]
    """The documents of the part."""
    left: set[str] = field(default_factory=set)
    """The documents that this build would have written, were they in the part."""


class CurrentPart:
    """The part that one build writes, if it writes a part."""

    def __init__(self, _app: Sphinx) -> None:
        self.part: SitePart | None = None
        """The part; ``None`` for the whole site."""


class OutlinedPages:
    """The documents of which a build reads only what other pages show: title and front matter."""

    def __init__(self, _app: Sphinx) -> None:
        self.docnames: AbstractSet[str] = frozenset()


def find_part(app: Sphinx) -> SitePart | None:
    """Return the part that the build of *app* writes; ``None`` for the whole site."""
    return build_state(app).slot(CurrentPart).part


def find_part_docnames(site: Site, names: Iterable[str], docnames: Iterable[str]) -> frozenset[str]:
    """Return the documents of a part; see `sphinx_docsnav.navigation.shares`.

    :raises SiteError: no division has one of *names*.
    """
    try:
        return list_part_docnames(site, names, docnames)
    except UnknownPartError as error:
        raise SiteError(f"docsnav_only: {error}") from error


def touches(scope: SearchScope, part: SitePart) -> bool:
    """Return whether a scope contains pages of the part."""
    return not scope.divided or not scope.divided.isdisjoint(part.docnames)


def resolve_doctree(env: BuildEnvironment, docname: str, builder: Builder) -> Any:  # noqa: ANN401 -- a doctree
    """Return a document's doctree for writing; Sphinx 8.1 has no parameter ``tags``."""
    # Sphinx 8.2 has made `tags` an argument; 8.1 takes them from the builder.
    takes = inspect.signature(type(env).get_and_resolve_doctree).parameters
    options: dict[str, Any] = {"tags": builder.tags} if "tags" in takes else {}
    return env.get_and_resolve_doctree(docname, builder, **options)
