"""Where pages about whole specifications come in output that is read from start to end.

They are in no sidebar, but LaTeX, EPUB and the single HTML page have only the
documents that a toctree leads to. So each specification has an appendix there:
its introduction with its tags and schemas below, after the last page that uses it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sphinx_docsnav.navigation.site import Site


@dataclass(frozen=True, slots=True)
class ReferenceAppendix:
    """The pages about one specification."""

    introduction: str
    """The document that the others come below."""
    below: tuple[str, ...]
    """The documents of its tags and of its schemas, in order."""
    users: frozenset[str]
    """The documents that show operations of the specification."""

    def used_in(self, docnames: Iterable[str]) -> bool:
        """Return whether one of the documents shows an operation of the specification."""
        return not self.users.isdisjoint(docnames)


def reference_appendices(site: Site) -> tuple[ReferenceAppendix, ...]:
    """Return the appendix of each specification, in the order of docs.json."""
    if site.navigation is None:
        return ()
    references = site.navigation.references
    users: dict[str, set[str]] = {}
    for docname, operation in site.operations.items():
        reference = references.of(docname, operation.specification)
        if reference is not None:
            users.setdefault(reference.introduction.docname, set()).add(docname)
    return tuple(
        ReferenceAppendix(
            introduction := reference.introduction.docname,
            (
                *(page.docname for page in reference.tags),
                *(page.docname for page in reference.schemas),
            ),
            frozenset(users.get(introduction, ())),
        )
        for reference in references.all
        if not reference.is_standalone
    )
