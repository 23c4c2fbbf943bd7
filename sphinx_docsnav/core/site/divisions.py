"""Divisions in a build: the scopes of search, the part that it writes, and where switches lead.

A *scope* is a chain of languages, versions and products. It holds the pages whose own chain is a
prefix of it or the reverse: a page above the versions is found in each of them. Each scope has an
index and a search page; those of the scope of the site's first page have Sphinx's default names.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import combinations

from sphinx.application import Sphinx

from sphinx_docsnav.core.log import SiteError
from sphinx_docsnav.core.site.env_record import record_of
from sphinx_docsnav.core.state import Markdown, derive, reading_of, state_of
from sphinx_docsnav.docs_json.kinds import Kind
from sphinx_docsnav.faults import Fault, FaultKind, Severity
from sphinx_docsnav.messages import did_you_mean
from sphinx_docsnav.navigation import Site
from sphinx_docsnav.navigation.shares import UnknownPartError, list_part_docnames
from sphinx_docsnav.navigation.switch import Switches
from sphinx_docsnav.navigation.tree import Element
from sphinx_docsnav.sitefiles.languages import make_browser_code
from sphinx_docsnav.sitefiles.nearest import find_nearest

SEARCH_PAGE = "search"
"""Sphinx's name of the search page."""
KINDS = frozenset({Kind.LANGUAGE, Kind.VERSION, Kind.PRODUCT})
"""The kinds of division that search keeps apart."""

Chain = tuple[Element, ...]
"""Divisions of `KINDS`, from the outermost."""
Divisions = dict[tuple[Kind, str], Element]
"""The first division of each kind and label; others with its label count as the same."""


@dataclass(frozen=True, slots=True, eq=False)
class SearchScope:
    """The pages that one search finds."""

    chain: Chain
    """Its divisions; empty in a site without divisions."""
    slug: str
    """The part of its file names: ``fr-v2``; empty for the scope with Sphinx's own names."""
    docnames: frozenset[str]
    """The documents that are found."""
    divided: frozenset[str]
    """Those of them that are below a division."""

    def named(self, name: str) -> str:
        """Return the name of a file that each scope has: ``search`` -> ``search-fr-v2``."""
        stem, dot, suffix = name.partition(".")
        return f"{stem}-{self.slug}{dot}{suffix}" if self.slug else name

    @property
    def language(self) -> str:
        """Its language as docs.json writes it, or empty."""
        codes = (element.code for element in reversed(self.chain))
        return next((code for code in codes if code), "")


@dataclass(slots=True)
class Scopes:
    """The scopes of a site."""

    site: Site
    """The described site."""
    all: tuple[SearchScope, ...]
    """Every scope that finds something, that of the site's first page first."""
    _by_chain: dict[Chain, SearchScope] = field(default_factory=dict)
    _divisions: Divisions = field(default_factory=dict)

    def __post_init__(self) -> None:
        for element in (element for scope in self.all for element in scope.chain):
            self._divisions.setdefault((element.kind, element.code or element.label), element)
        self._by_chain.update((scope.chain, scope) for scope in self.all)

    @property
    def default(self) -> SearchScope:
        """The scope of the site's first page."""
        return self.all[0]

    @property
    def pages(self) -> dict[str, str]:
        """The first document of each scope by the name of the scope's search page."""
        listed = ((scope, filter(self.site.listed.get, scope.docnames)) for scope in self.all[1:])
        return {scope.named(SEARCH_PAGE): min(names, default="") for scope, names in listed}

    def of(self, docname: str) -> SearchScope:
        """Return the scope that a reader of a document searches."""
        place = self.site.place(docname)
        chain = _make_chain(place.divisions, dict(self._divisions)) if place else ()
        return self._by_chain.get(chain, self.default)


def make_scopes(
    site: Site, searchable: Collection[str], used_docnames: Collection[str] = ()
) -> tuple[SearchScope, ...]:
    """Return the scopes of *site*.

    :param searchable: the documents that search may find.
    :param used_docnames: docnames, with which no search page may collide.
    """
    divisions: Divisions = {}
    # The scope of the first page has Sphinx's own file names.
    chains: dict[Chain, None] = dict.fromkeys([_find_first_chain(site, divisions)])
    chains_by_docname: dict[str, list[Chain]] = {}
    for docname in sorted(searchable):
        chains_by_docname[docname] = _list_chains(site, docname, divisions)
        chains.update(dict.fromkeys(chains_by_docname[docname]))
    slugs = _make_slugs(chains, used_docnames)
    docnames = _find_documents(chains, chains_by_docname)
    divided = frozenset(name for name in chains_by_docname if _is_below(site, name))
    scopes = [
        SearchScope(chain, slugs[chain], docnames[chain], docnames[chain] & divided)
        for chain in chains
    ]
    return (scopes[0], *(scope for scope in scopes[1:] if scope.docnames))


def _find_documents(
    chains: Iterable[Chain], chains_by_docname: Mapping[str, Iterable[Chain]]
) -> dict[Chain, frozenset[str]]:
    """Return the documents that the scope of each chain finds.

    Each chain is compared with the few combinations of places there are, not with every page.
    """
    # Pages with the same places are looked at together.
    docnames_by_chains: dict[tuple[Chain, ...], list[str]] = {}
    for docname, chains_of_page in chains_by_docname.items():
        docnames_by_chains.setdefault(tuple(chains_of_page), []).append(docname)
    return {
        chain: frozenset(
            docname
            for page_chains, docnames in docnames_by_chains.items()
            if _finds(chain, page_chains)
            for docname in docnames
        )
        for chain in chains
    }


def _is_below(site: Site, docname: str) -> bool:
    place = site.place(docname)
    return place is not None and place.division is not None


def _find_first_chain(site: Site, divisions: Divisions) -> Chain:
    first = site.first_page(site.root)
    place = site.place(first.docname) if first else None
    return _make_chain(place.divisions, divisions) if place else ()


def _list_chains(site: Site, docname: str, divisions: Divisions) -> list[Chain]:
    """Return the chain of each place of a document."""
    listed_chains = [place.chain for place in site.places(docname) if not place.hidden]
    if listed_chains:
        return [_make_chain(chain, divisions) for chain in listed_chains]
    place = site.place(docname)
    return [_make_chain(place.divisions if place else (), divisions)]


def _make_chain(elements: Iterable[Element], divisions: Divisions) -> Chain:
    """Return the divisions of `KINDS` among *elements*; the same label is the same division."""
    scope_divisions = (element for element in elements if element.kind in KINDS)
    return tuple(
        divisions.setdefault((element.kind, element.code or element.label), element)
        for element in scope_divisions
    )


def _finds(scope: Chain, page_chains: Iterable[Chain]) -> bool:
    """Return whether one of *page_chains* is a prefix of *scope* or the reverse."""
    return any(
        all(a is b for a, b in zip(scope, page_chain, strict=False)) for page_chain in page_chains
    )


def _make_slugs(chains: Iterable[Chain], used_docnames: Collection[str]) -> Mapping[Chain, str]:
    """Return a name for each chain; none for the first."""
    slugs: dict[Chain, str] = {}
    used_slugs: set[str] = set()
    for chain in chains:
        plain = make_chain_slug(chain) or "all" if slugs else ""
        slug, number = plain, 1
        # Two labels may give the same name, and a document may have it.
        while slugs and (slug in used_slugs or f"search-{slug}" in used_docnames):
            number += 1
            slug = f"{plain}-{number}"
        slugs[chain] = slug
        used_slugs.add(slug)
    return slugs


def make_chain_slug(chain: Chain) -> str:
    """Return what names the files of a chain, at most 100 characters: ``fr-v2``."""
    return "-".join(filter(None, map(_make_element_slug, chain)))[:100]


def _make_element_slug(element: Element) -> str:
    label = make_browser_code(element.code) if element.code else element.label
    plain = unicodedata.normalize("NFKD", label).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9.]+", "-", plain).strip("-.").replace(".", "_")


def find_old_version(site: Site, chain: Iterable[Element]) -> tuple[Element, Element] | None:
    """Return the old version among *chain* and the default one beside it.

    The default version has ``default: true``. Without it, no version is old.
    """
    for element in chain:
        parent = site.parent(element) if element.kind is Kind.VERSION else None
        if parent is not None and not element.default:
            siblings = (child for child in parent.children if isinstance(child, Element))
            default = next((child for child in siblings if child.default), None)
            if default is not None and default.kind is Kind.VERSION:
                return element, default
    return None


def find_unlisted_pages(app: Sphinx) -> set[str]:
    """Return the pages that docs.json does not list, in a site without conf.py.

    They have an address, but no search finds them unless ``seo.indexing`` is ``all``.
    """
    state = state_of(app)
    if reading_of(app).markdown is not Markdown.ALL or state.docs.seo.indexing == "all":
        return set()
    return set(state.site.unlisted)


def scopes_of(app: Sphinx) -> Scopes:
    """Return the scopes of the described site."""
    return derive(app, _find_scopes)


def _find_scopes(app: Sphinx) -> Scopes:
    site, documents = state_of(app).site, app.env.all_docs.keys()
    return Scopes(site, make_scopes(site, documents - record_of(app.env).unsearchable, documents))


def find_part_docnames(site: Site, names: Iterable[str], docnames: Iterable[str]) -> frozenset[str]:
    """Return the documents of a part; see `sphinx_docsnav.navigation.shares`.

    :raises SiteError: no division has one of *names*.
    """
    try:
        return list_part_docnames(site, names, docnames)
    except UnknownPartError as error:
        raise SiteError(f"docsnav_only: {error}") from error


def touches(scope: SearchScope, part: frozenset[str]) -> bool:
    """Return whether a scope contains documents of *part*."""
    return not scope.divided or not scope.divided.isdisjoint(part)


def switches_of(app: Sphinx) -> Switches:
    """Return where switches of the site lead; made once for a site.

    Faults: ``same_pages``, one per entry of the setting that names no two pages.
    """
    return derive(app, _make_switches)


def _make_switches(app: Sphinx) -> Switches:
    state, documents = state_of(app), app.env.all_docs
    pairs: list[tuple[str, str]] = []

    def complain(index: int, problem: str, hint: str = "") -> None:
        message = f"docsnav_same_pages[{index}]{problem}; it is ignored"
        state.report(Fault(FaultKind.SAME_PAGES, Severity.WARNING, message, hint=hint))

    for index, names in enumerate(app.config.docsnav_same_pages):
        if not isinstance(names, list | tuple) or not all(isinstance(n, str) for n in names):
            complain(index, " is not a list of docnames")
            continue
        for name in names:
            if name not in documents:
                near = find_nearest(name, documents)
                complain(index, f": page '{name}' does not exist", did_you_mean(near))
        # The others of its row still belong together.
        pairs += combinations((name for name in names if name in documents), 2)
    return Switches(state.site, pairs)
