"""The position of a page: its divisions and groups, previous and next page."""

from __future__ import annotations

from dataclasses import dataclass

from sphinx_docsnav.docs_json.kinds import Kind
from sphinx_docsnav.navigation.tree import Element, Page

NOT_IN_BREADCRUMBS = frozenset({Kind.VERSION, Kind.LANGUAGE})
"""Divisions that breadcrumbs leave to their switchers, as the hosted service does."""


@dataclass(frozen=True, slots=True, eq=False)
class Trail:
    """A document's own place in the navigation, or the place near which it belongs."""

    docname: str
    """The document."""
    root: Element
    """The navigation."""
    page: Page | None
    """Its entry; ``None`` for a document that docs.json does not list. Of a page about a generated
    group, its title with that docname."""
    chain: tuple[Element, ...] = ()
    """The elements it is in, outermost division first, innermost group last."""
    previous: Page | None = None
    """The page before it in its division, in reading order, hidden ones left out."""
    next: Page | None = None
    """The page after it, likewise."""

    @property
    def divisions(self) -> tuple[Element, ...]:
        """The divisions it is in, outermost first."""
        return tuple(e for e in self.chain if e.kind is not Kind.GROUP)

    @property
    def groups(self) -> tuple[Element, ...]:
        """The groups it is in, outermost first."""
        return tuple(e for e in self.chain if e.kind is Kind.GROUP)

    @property
    def division(self) -> Element:
        """The innermost division, else the root: what it holds is the sidebar."""
        divisions = self.divisions
        return divisions[-1] if divisions else self.root

    @property
    def breadcrumbs(self) -> tuple[Element, ...]:
        """The elements to name above the page, from the outside in.

        Every element it is in that has a label, but versions and languages,
        and the group whose main page it is.
        """
        return tuple(
            e
            for e in self.chain
            if e.label.strip()
            and e.kind not in NOT_IN_BREADCRUMBS
            and (self.page is None or e.root is not self.page)
            and e.about != self.docname
        )
