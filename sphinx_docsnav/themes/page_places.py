"""Positions of output pages: in the tree, below one of its pages, near it, or outside it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sphinx_docsnav.navigation.tree import Element, Page
from sphinx_docsnav.themes.page_view import Standing

if TYPE_CHECKING:
    from sphinx_docsnav.navigation import Site, Trail

PagePlace = tuple[tuple[Element, ...], bool, Standing]
"""Divisions from the outermost; whether the page is in the tree; where in the sidebar."""


@dataclass
class Places:
    """Finds the place of each page; looks things up, never walks the site."""

    site: Site
    """The described site."""
    near: Mapping[str, str] = field(default_factory=dict)
    """For pages in no sidebar: the document whose divisions they belong to."""
    _brought_by: dict[str, str] = field(default_factory=dict)
    _brought: dict[str, Page] = field(default_factory=dict)
    _known_ancestors: dict[Element, tuple[tuple[Element, ...], tuple[Element, ...]]] = field(
        default_factory=dict
    )

    def __post_init__(self) -> None:
        for parent, children in self.site.hanging.items():
            for child in children:
                self._brought_by.setdefault(child.docname, parent)
                self._brought.setdefault(child.docname, child)

    def hanging(self, docname: str) -> tuple[Page, ...]:
        """Return the pages in toctrees of *docname* that docs.json does not list."""
        return self.site.hanging.get(docname, ())

    def of(self, pagename: str, *, document: bool) -> PagePlace:
        """Return the place of a page of the output.

        :param document: it is made from a document; else it is search, an index …
        """
        trail = self.site.trail(pagename) if document else None
        if trail is not None and trail.page is not None:
            divisions, groups = self._ancestors(trail)
            standing = Standing(groups, trail.page, trail.breadcrumbs, trail.previous, trail.next)
            return divisions, True, standing
        owner, between = self._owner(pagename)
        above = self.site.trail(owner) if owner else None
        if above is not None and above.page is not None:
            path = (above.page, *between)
            standing = Standing(
                (*above.groups, *path),
                self._brought[pagename],
                (*above.breadcrumbs, *path),
                *self.site.neighbours(pagename),
            )
            return above.divisions, True, standing
        return self._beside(trail, pagename)

    def _ancestors(self, trail: Trail) -> tuple[tuple[Element, ...], tuple[Element, ...]]:
        """Return the divisions and the groups of a trail, the same for all pages of a group."""
        if not trail.chain:
            return (), ()
        innermost = trail.chain[-1]
        if innermost not in self._known_ancestors:
            self._known_ancestors[innermost] = (trail.divisions, trail.groups)
        return self._known_ancestors[innermost]

    def _beside(self, trail: Trail | None, pagename: str) -> PagePlace:
        """Return the place near a trail, else of the page it is near, else of the first.

        Toctrees of a project have no place for it, as in themes.
        """
        around = self.site.neighbours(pagename)
        if self.site.is_in_one_row:
            return (), trail is not None, Standing((), None, (), *around)
        if trail is not None:
            return trail.divisions, True, Standing((), None, (), *around)
        first = self.site.first_page(self.site.root)
        name = self.near.get(pagename, first.docname if first else "")
        near = self.site.trail(name)
        return (near.divisions if near else ()), False, Standing((), None)

    def _owner(self, docname: str) -> tuple[str, list[Page]]:
        """Return the listed page above a brought one, and the brought pages between them."""
        between: list[Page] = []
        seen = {docname}
        parent = self._brought_by.get(docname, "")
        while parent in self._brought and parent not in self.site.listed and parent not in seen:
            seen.add(parent)
            between.insert(0, self._brought[parent])
            parent = self._brought_by.get(parent, "")
        return (parent if parent in self.site.listed else ""), between
