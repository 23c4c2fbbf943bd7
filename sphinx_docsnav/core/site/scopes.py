"""Search scopes: the pages of one language, version and product.

A scope is a chain of such divisions. It holds the pages whose own chain is a prefix
of it or the reverse: a page above the versions is found in each of them. Each scope
has an index and a search page; those of the scope of the site's first page have
Sphinx's default names.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from sphinx.application import Sphinx

from sphinx_docsnav.core.site.env_record import record_of
from sphinx_docsnav.core.state import Markdown, derive, reading_of, state_of
from sphinx_docsnav.docs_json.kinds import Kind
from sphinx_docsnav.navigation import Site
from sphinx_docsnav.navigation.tree import Element
from sphinx_docsnav.sitefiles.languages import browser_code

SEARCH_PAGE = "search"
"""Sphinx's name of the search page."""
KINDS = frozenset({Kind.LANGUAGE, Kind.VERSION, Kind.PRODUCT})
"""The kinds of division that search keeps apart."""

Chain = tuple[Element, ...]
"""Divisions of `KINDS`, from the outermost."""
Known = dict[tuple[Kind, str], Element]
"""The first division of each kind and label; others with its label count as the same."""


@dataclass(frozen=True, slots=True, eq=False)
class SearchScope:
    """The pages that one search finds."""

    chain: Chain
    """The divisions that it is of; empty in a site without."""
    slug: str
    """What names its files: ``fr-v2``; empty for the scope that has Sphinx's own names."""
    docnames: frozenset[str]
    """The documents that are found."""
    divided: frozenset[str] = frozenset()
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
    _known: Known = field(default_factory=dict)

    def __post_init__(self) -> None:
        for element in (element for scope in self.all for element in scope.chain):
            self._known.setdefault((element.kind, element.code or element.label), element)
        self._by_chain.update((scope.chain, scope) for scope in self.all)

    @property
    def default(self) -> SearchScope:
        """The scope of the site's first page."""
        return self.all[0]

    @property
    def pages(self) -> dict[str, str]:
        """The first document of each scope by the name of the scope's search page."""
        shown = ((scope, filter(self.site.listed.get, scope.docnames)) for scope in self.all[1:])
        return {scope.named(SEARCH_PAGE): min(names, default="") for scope, names in shown}

    def of(self, docname: str) -> SearchScope:
        """Return the scope that a reader of a document searches."""
        place = self.site.place(docname)
        chain = _chain(place.divisions, dict(self._known)) if place else ()
        return self._by_chain.get(chain, self.default)


def make_scopes(
    site: Site, searchable: Collection[str], taken: Collection[str] = ()
) -> tuple[SearchScope, ...]:
    """Return the scopes of *site*.

    :param searchable: the documents that search may find.
    :param taken: docnames, with which no search page may collide.
    """
    known: Known = {}
    chains: dict[Chain, None] = dict.fromkeys([_first_chain(site, known)])
    places: dict[str, list[Chain]] = {}
    for docname in sorted(searchable):
        places[docname] = _chains(site, docname, known)
        chains.update(dict.fromkeys(places[docname]))
    slugs = _slugs(chains, taken)
    found = _found(chains, places)
    divided = frozenset(name for name in places if _below(site, name))
    made = [
        SearchScope(chain, slugs[chain], found[chain], found[chain] & divided) for chain in chains
    ]
    return (made[0], *(scope for scope in made[1:] if scope.docnames))


def _found(
    chains: Iterable[Chain], places: Mapping[str, Iterable[Chain]]
) -> dict[Chain, frozenset[str]]:
    """Return the documents that the scope of each chain finds.

    Each chain is compared with the few combinations of places there are, not with every page.
    """
    together: dict[tuple[Chain, ...], list[str]] = {}
    for docname, chains_of_page in places.items():
        together.setdefault(tuple(chains_of_page), []).append(docname)
    return {chain: frozenset(_of_chain(chain, together)) for chain in chains}


def _of_chain(chain: Chain, together: Mapping[tuple[Chain, ...], Iterable[str]]) -> Iterator[str]:
    for places, docnames in together.items():
        if _finds(chain, places):
            yield from docnames


def _below(site: Site, docname: str) -> bool:
    place = site.place(docname)
    return place is not None and place.division is not None


def _first_chain(site: Site, known: Known) -> Chain:
    first = site.first_page(site.root)
    place = site.place(first.docname) if first else None
    return _chain(place.divisions, known) if place else ()


def _chains(site: Site, docname: str, known: Known) -> list[Chain]:
    """Return the chain of each place of a document."""
    shown = [place.chain for place in site.places(docname) if not place.hidden]
    if shown:
        return [_chain(chain, known) for chain in shown]
    place = site.place(docname)
    return [_chain(place.divisions if place else (), known)]


def _chain(elements: Iterable[Element], known: Known) -> Chain:
    """Return the divisions of `KINDS` among *elements*; the same label is the same division."""
    own = (element for element in elements if element.kind in KINDS)
    return tuple(
        known.setdefault((element.kind, element.code or element.label), element) for element in own
    )


def _finds(scope: Chain, places: Iterable[Chain]) -> bool:
    """Return whether one of *places* is a prefix of *scope* or the reverse."""
    return any(all(a is b for a, b in zip(scope, place, strict=False)) for place in places)


def _slugs(chains: Iterable[Chain], taken: Collection[str]) -> Mapping[Chain, str]:
    """Return a name for each chain; none for the first."""
    slugs: dict[Chain, str] = {}
    used: set[str] = set()
    for chain in chains:
        plain = slug_of(chain) or "all" if slugs else ""
        slug, number = plain, 1
        while slugs and (slug in used or f"search-{slug}" in taken):
            number += 1
            slug = f"{plain}-{number}"
        slugs[chain] = slug
        used.add(slug)
    return slugs


def slug_of(chain: Chain) -> str:
    """Return what names the files of a chain, at most 100 characters: ``fr-v2``."""
    return "-".join(filter(None, map(_slug, chain)))[:100]


def _slug(element: Element) -> str:
    label = browser_code(element.code) if element.code else element.label
    plain = unicodedata.normalize("NFKD", label).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9.]+", "-", plain).strip("-.").replace(".", "_")


def older(site: Site, chain: Iterable[Element]) -> tuple[Element, Element] | None:
    """Return the old version among *chain* and the default one beside it.

    The default version has ``default: true``. Without it, no version is old.
    """
    for element in chain:
        parent = site.parent(element) if element.kind is Kind.VERSION else None
        if parent is not None and not element.default:
            beside = (child for child in parent.children if isinstance(child, Element))
            default = next((child for child in beside if child.default), None)
            if default is not None and default.kind is Kind.VERSION:
                return element, default
    return None


def left_out(app: Sphinx) -> set[str]:
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
