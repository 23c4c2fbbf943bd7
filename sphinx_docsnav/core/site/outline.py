"""Parents of documents: the tree in the form of Sphinx's toctrees.

A toctree has a containing document, a caption and entries; so groups and divisions
without a page of their own become captions, and a group's root page contains the
group. Every document is in at most one toctree: at its first place in reading order,
else below the first page whose own toctree names it.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field

from sphinx_docsnav.navigation.generated_pages import ReferenceAppendix
from sphinx_docsnav.navigation.tree import Element, Page


@dataclass(frozen=True, slots=True)
class Branch:
    """One toctree to plant."""

    caption: str
    """The labels of the elements that have no page of their own, from the outside in."""
    docnames: tuple[str, ...]
    """Its entries, in reading order."""


@dataclass(frozen=True, slots=True)
class Outline:
    """The toctrees of a site."""

    planted: Mapping[str, tuple[Branch, ...]]
    """The toctrees to plant, by document."""
    kept: Mapping[str, tuple[str, ...]]
    """For each document with toctrees of its own: the entries below it."""
    placed: frozenset[str]
    """Every document in a toctree, including the root document."""


@dataclass(slots=True)
class _Planner:
    """Places documents one by one, each once."""

    root_doc: str
    placed: set[str]
    planted: dict[str, list[Branch]] = field(default_factory=dict)

    def visit(self, element: Element, holder: str, labels: tuple[str, ...]) -> None:
        """Place what *element* holds into toctrees of *holder*, in order."""
        run: list[str] = []
        for child in element.children:
            if child.hidden:
                continue
            if isinstance(child, Page):
                self.place(child.docname, run)
                continue
            # A group with a page of its own holds the group's toctree; others are captions.
            if child.root is not None and not child.root.hidden:
                self.place(child.root.docname, run)
                self.visit(child, child.root.docname, ())
            else:
                self.plant(holder, labels, run)
                label = child.label.strip()
                self.visit(child, holder, (*labels, label) if label else labels)
        self.plant(holder, labels, run)

    def place(self, docname: str, run: list[str]) -> None:
        """Add *docname* to *run*, unless it has a place already."""
        if docname and docname not in self.placed:
            self.placed.add(docname)
            run.append(docname)

    def plant(self, holder: str, labels: tuple[str, ...], run: list[str]) -> None:
        """Make *run* a toctree of *holder* and start a new run."""
        if run:
            self.planted.setdefault(holder, []).append(Branch(" / ".join(labels), tuple(run)))
            run.clear()


def make_outline(
    root: Element,
    root_doc: str,
    own_toctrees: Mapping[str, Iterable[str]],
    appendices: Iterable[ReferenceAppendix] = (),
) -> Outline:
    """Return the toctrees of the navigation *root*.

    :param root_doc: the document for entries without a group's root page.
    :param own_toctrees: for each document with toctrees of its own, their entries.
    :param appendices: pages to place after the pages that use them.
    """
    planner = _Planner(root_doc, {root_doc})
    planner.visit(root, root_doc, ())
    listed = {page.docname for page in root.pages()}
    entries = _keep(planner, own_toctrees, listed)
    for appendix in appendices:
        _append(planner, entries, appendix)
    return Outline(
        {holder: tuple(branches) for holder, branches in planner.planted.items()},
        entries,
        frozenset(planner.placed),
    )


def _keep(
    planner: _Planner, own_toctrees: Mapping[str, Iterable[str]], listed: Container[str]
) -> dict[str, tuple[str, ...]]:
    """Return the entries of own toctrees below their page, each document once.

    Pages in docs.json, including hidden ones, are placed nowhere else. Pages of the
    navigation are processed first, in reading order; then pages that no page lists,
    by name. A processed page is never placed below a later one, so there are no cycles.
    """
    entries: dict[str, tuple[str, ...]] = {}

    def descend(start: str) -> None:
        waiting = [start]
        while waiting:
            docname = waiting.pop()
            if docname in entries or docname not in own_toctrees:
                continue
            children: list[str] = []
            for child in own_toctrees[docname]:
                if child not in listed:
                    planner.place(child, children)
            entries[docname] = tuple(children)
            waiting.extend(reversed(children))

    # Pages of the navigation first, so that a page hangs where readers come by first.
    for docname in _list_in_reading_order(planner):
        descend(docname)
    roots: set[str] = set()
    # Pages that nothing leads to keep their own trees among themselves.
    for docname in sorted(own_toctrees):
        if docname not in planner.placed:
            planner.placed.add(docname)
            roots.add(docname)
            descend(docname)
    planner.placed -= roots
    return entries


def _append(
    planner: _Planner, entries: Mapping[str, tuple[str, ...]], appendix: ReferenceAppendix
) -> None:
    """Place an introduction after the last page that uses it, and its other pages below it."""
    users = appendix.users & planner.placed
    if not users:
        return
    first: list[str] = []
    planner.place(appendix.introduction, first)
    if first:
        paths = _list_paths(users, planner, entries)
        # The nearest document that all users are below.
        shared = [name for name in paths[0] if all(name in path for path in paths)]
        holder = shared[0] if shared else planner.root_doc
        on_the_way = users.union(*paths)
        branches = planner.planted.setdefault(holder, [])
        using = [i for i, branch in enumerate(branches) if on_the_way.intersection(branch.docnames)]
        branches.insert(using[-1] + 1 if using else len(branches), Branch("", tuple(first)))
    below: list[str] = []
    for docname in appendix.below:
        planner.place(docname, below)
    planner.plant(appendix.introduction, (), below)


def _list_paths(
    docnames: Iterable[str], planner: _Planner, entries: Mapping[str, tuple[str, ...]]
) -> list[tuple[str, ...]]:
    """Return the documents above each of *docnames*, the nearest one first, without repeats."""
    # Both kinds of toctrees: those of authors, and those that are planted.
    above = {child: holder for holder, children in entries.items() for child in children}
    for holder, branches in planner.planted.items():
        above.update((child, holder) for branch in branches for child in branch.docnames)
    paths: dict[tuple[str, ...], None] = {}
    for docname in docnames:
        path: list[str] = []
        lower = docname
        while lower in above:
            lower = above[lower]
            path.append(lower)
        paths[tuple(path)] = None
    return list(paths)


def _list_in_reading_order(planner: _Planner) -> list[str]:
    """Return the documents placed so far, parents before children, in reading order."""
    order: list[str] = []
    waiting = [planner.root_doc]
    while waiting:
        docname = waiting.pop()
        order.append(docname)
        below = [child for branch in planner.planted.get(docname, ()) for child in branch.docnames]
        waiting.extend(reversed(below))
    return order
