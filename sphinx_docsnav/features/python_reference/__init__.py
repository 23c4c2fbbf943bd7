"""The pages of a Python package in docs.json: ``"sdk": {"python": "package"}``.

The project's own autosummary, autodoc2, autoapi or apidoc makes the pages. Once all documents are
read, the domain of Python knows what is on each; the tree follows the names of modules and
classes, whichever extension it was and wherever it puts its files.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from sphinx.application import Sphinx
from sphinx.domains.python import PythonDomain
from sphinx.environment import BuildEnvironment
from sphinx.util.typing import ExtensionMetadata

from sphinx_docsnav.core.events import RESOLVE, connect
from sphinx_docsnav.core.settings import metadata
from sphinx_docsnav.docs_json.kinds import Kind, PageEntry
from sphinx_docsnav.faults import FaultKind
from sphinx_docsnav.navigation.pipeline import ResolvedSite
from sphinx_docsnav.navigation.tree import Element, Page

if TYPE_CHECKING:
    from sphinx_docsnav.docs_json.models import ElementModel

_RANKS = {"module": 0, "class": 1, "exception": 2}
"""Modules come first, then classes; functions and the rest follow."""


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the feature; called by Sphinx."""
    connect(app, RESOLVE, 500, list_packages, "the objects of all documents are known")
    return metadata()


def list_packages(app: Sphinx, resolved: ResolvedSite) -> ResolvedSite | None:
    """Fill the elements of docs.json that name a Python package (``docsnav-resolve``).

    Faults: ``page_missing`` for a package that no page documents.
    """
    wanted = dict(_wanted(resolved.docs.navigation))
    if not wanted:
        return None
    root = resolved.navigation.root
    listed = {page.docname.strip("/ ") for page in root.pages()}
    pages = _pages_of_objects(app.env, listed)
    found: dict[str, list[PackagePage]] = {}
    for pointer, packages in wanted.items():
        trees = {name: package_tree(name, pages) for name in packages}
        for name in (name for name, tree in trees.items() if tree is None):
            message = f"no page documents the Python package {name!r}; its place is empty"
            hint = "add autosummary, sphinx-autodoc2 or sphinx-autoapi to conf.py"
            source = resolved.navigation.source
            fault = source.warning(FaultKind.PAGE_MISSING, f"{pointer}/sdk", message, hint)
            resolved.report(fault)
        found[pointer] = [tree for tree in trees.values() if tree is not None]
    return replace(resolved, navigation=replace(resolved.navigation, root=_filled(root, found)))


def _wanted(model: ElementModel) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the pointers of the elements that name packages, with the packages."""
    if model.python_packages:
        yield model.pointer, model.python_packages
    for child in (*model.children, *model.global_):
        if not isinstance(child, PageEntry):
            yield from _wanted(child)


@dataclass
class PackagePage:
    """A page about a module or class, and those about what is in it."""

    name: str
    """The whole name: ``package.module.Class``."""
    docname: str
    rank: int
    """Where it comes among its neighbours."""
    below: list[PackagePage] = field(default_factory=list)
    """The pages about what is in it."""

    def item(self, title: str) -> Element | Page:
        """Return what the sidebar shows: a group with this page as its root, or the page."""
        page = Page(self.docname, title=title, own_title=title)
        if not self.below:
            return page
        return Element(Kind.GROUP, title, children=tuple(self.items()), root=page)

    def items(self) -> Iterator[Element | Page]:
        """Yield what is in it, by the part of each name that the name of this page lacks."""
        for page in sorted(self.below, key=lambda one: (one.rank, one.name.lower(), one.name)):
            yield page.item(page.name.removeprefix(f"{self.name}."))


def _pages_of_objects(env: BuildEnvironment, listed: Collection[str]) -> dict[str, tuple[str, int]]:
    """Return for each object that a page is about, its page and its rank.

    A page is about the first of the shortest names on it, a module before all others.

    :param listed: the pages that docs.json lists, which stay where they are.
    """
    domain: PythonDomain = env.get_domain("py")  # type: ignore[assignment]  # that of Python
    about: dict[str, tuple[int, int, str]] = {}
    for name, entry in domain.objects.items():
        if entry.aliased or entry.docname in listed or entry.docname not in env.all_docs:
            continue
        rank = _RANKS.get(entry.objtype, len(_RANKS))
        key = (min(rank, 1), name.count("."), name)
        about[entry.docname] = min(key, about.get(entry.docname, key))
    ranks = {name: _RANKS.get(entry.objtype, len(_RANKS)) for name, entry in domain.objects.items()}
    return {name: (docname, ranks[name]) for docname, (_, _, name) in about.items()}


def package_tree(name: str, pages: Mapping[str, tuple[str, int]]) -> PackagePage | None:
    """Return the tree of a package; ``None`` if no page is about it or something in it.

    :param pages: the page and the rank of each object that has one.
    """
    inside = [one for one in pages if one == name or one.startswith(f"{name}.")]
    if not inside:
        return None
    made = {one: PackagePage(one, *pages[one]) for one in inside}
    top = made.setdefault(name, PackagePage(name, "", 0))
    for one, page in made.items():
        above = one
        while page is not top:
            above = above.rpartition(".")[0]
            if above in made:
                made[above].below.append(page)
                break
    return top


def _filled(element: Element, found: Mapping[str, Iterable[PackagePage]]) -> Element:
    """Return *element* with the pages of the packages that it or an element in it names."""
    children = [
        _filled(child, found) if isinstance(child, Element) else child for child in element.children
    ]
    root = element.root
    trees = list(found.get(element.pointer, ()))
    if len(trees) == 1:
        (tree,) = trees
        if tree.docname and root is None and element.kind is Kind.GROUP:
            root = Page(tree.docname, title=tree.name, own_title=tree.name)
        elif tree.docname:
            children.append(Page(tree.docname, title=tree.name, own_title=tree.name))
        children += tree.items()
    else:
        for tree in trees:
            group = Element(Kind.GROUP, tree.name, children=tuple(tree.items()))
            children.append(tree.item(tree.name) if tree.docname else group)
    others = tuple(_filled(child, found) for child in element.global_elements)
    return replace(element, children=tuple(children), root=root, global_elements=others)
