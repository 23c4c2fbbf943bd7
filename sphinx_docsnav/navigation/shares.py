"""Parts of a site: the names of divisions, and how to share pages among several builds.

A part is a list of names, such as ``fr`` or ``fr/v2``. Its pages are those below
the divisions with these names, and those below none, which every part has.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from sphinx_docsnav.docs_json.kinds import Kind
from sphinx_docsnav.messages import did_you_mean
from sphinx_docsnav.navigation.site import Site
from sphinx_docsnav.navigation.tree import Element
from sphinx_docsnav.sitefiles.languages import make_browser_code
from sphinx_docsnav.sitefiles.nearest import Nearest


@dataclass(frozen=True, slots=True)
class Share:
    """What one of several builds of a site writes."""

    names: tuple[str, ...]
    """The names of its divisions; empty for a site without divisions."""
    pages: int
    """How many pages are below them."""


class UnknownPartError(LookupError):
    """No division has the name of a part."""


def list_part_docnames(site: Site, names: Iterable[str], docnames: Iterable[str]) -> frozenset[str]:
    """Return the documents below the divisions that *names* name, and those below none.

    :param names: labels or language codes; ``fr/v2`` is ``v2`` in ``fr``.

    :raises UnknownPartError: no division has that name.
    """
    paths = [[label.strip() for label in name.split("/") if label.strip()] for name in names]
    chains = {docname: _find_divisions(site, docname) for docname in docnames}
    elements = [e for e in site.root.walk() if isinstance(e, Element) and e.kind is not Kind.GROUP]
    division_names = {name for element in elements for name in _list_names(element)}
    # Every name is checked before anything is built: a typing error would build nothing.
    for path in paths:
        for name in path:
            if name not in division_names:
                near = Nearest(division_names).to(name)
                hint = f"; {did_you_mean(near)}" if near else ""
                raise UnknownPartError(f"there is no division '{name}'{hint}")
    return frozenset(
        docname
        for docname, chain in chains.items()
        if not chain or any(_matches_path(path, chain) for path in paths)
    )


def divide(site: Site, jobs: int) -> list[Share]:
    """Return at most *jobs* parts with about as many pages each, the largest first.

    Divisions stay whole where that is possible, the outer ones first: a part that
    has a whole version or language is the only one that writes its search index.
    The same site always gives the same parts.
    """
    # The number of pages below each path of names of divisions, from the outermost.
    page_counts: dict[tuple[str, ...], int] = {}
    for docname in sorted(site.listed):
        chain = _find_divisions(site, docname)
        if chain:
            path = tuple(_get_name(element) for element in chain)
            page_counts[path] = page_counts.get(path, 0) + 1
    if not page_counts:
        return [Share((), len(site.listed))]
    branches = sorted(
        _list_whole_branches(_make_branches(page_counts), sum(page_counts.values()) / jobs),
        key=lambda branch: -branch.pages,
    )
    shares: list[tuple[int, int, tuple[str, ...]]] = [(0, number, ()) for number in range(jobs)]
    for branch in branches:
        # The largest branch goes to the part that has the fewest pages so far.
        pages, number, names = shares[0]  # the part with the fewest pages, the first of several
        share = (pages + branch.pages, number, (*names, "/".join(branch.path)))
        heapq.heapreplace(shares, share)
    parts = [Share(names, pages) for pages, _, names in shares if names]
    return sorted(parts, key=lambda part: (-part.pages, part.names))


@dataclass(slots=True)
class _PartBranch:
    """Divisions with the same names from the root on."""

    path: tuple[str, ...]
    """The names, from the outermost."""
    own_pages: int = 0
    """The number of pages in no inner division."""
    pages: int = 0
    """The number of all pages below it."""
    inner: dict[str, _PartBranch] = field(default_factory=dict)
    """The branches of the inner divisions, by name."""


def _make_branches(page_counts: Mapping[tuple[str, ...], int]) -> _PartBranch:
    """Return the root of the tree of divisions.

    :param page_counts: the number of pages by path of names.
    """
    root = _PartBranch(())
    for path, pages in page_counts.items():
        branch = root
        branch.pages += pages
        for length, name in enumerate(path, 1):
            branch = branch.inner.setdefault(name, _PartBranch(path[:length]))
            branch.pages += pages
        branch.own_pages += pages
    return root


def _list_whole_branches(branch: _PartBranch, max_pages: float) -> Iterator[_PartBranch]:
    """Yield the outermost branches with at most *max_pages* pages, or that cannot be divided."""
    # Pages of its own, beside inner divisions, would be in no part.
    divisible = branch.inner and not branch.own_pages
    if branch.path and (branch.pages <= max_pages or not divisible):
        yield branch
    else:
        for inner in branch.inner.values():
            yield from _list_whole_branches(inner, max_pages)


def _find_divisions(site: Site, docname: str) -> tuple[Element, ...]:
    """Return the divisions that a document is in, from the outermost; empty for none."""
    place = site.place(docname)
    return place.divisions if place else ()


def _get_name(element: Element) -> str:
    """Return the name of a division for a part: the code of a language, else the label."""
    return _replace_slashes(element.code or element.label)


def _list_names(element: Element) -> set[str]:
    """Return what a division may be called."""
    names = {element.label, element.code, make_browser_code(element.code) if element.code else ""}
    return {_replace_slashes(name) for name in names if name}


def _replace_slashes(name: str) -> str:
    """Return *name* without slashes, which would read as steps."""
    return name.replace("/", "-").strip()


def _matches_path(path: Iterable[str], chain: Iterable[Element]) -> bool:
    """Return whether the divisions of *chain* have the names in *path*, in that order."""
    steps = iter(chain)
    return all(any(name in _list_names(element) for element in steps) for name in path)
