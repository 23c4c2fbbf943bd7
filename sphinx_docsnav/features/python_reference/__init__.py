"""The pages of a Python package in docs.json: ``"sdk": {"python": "package"}``.

An extension such as autosummary, autodoc2, autoapi or apidoc generates the pages. When all
documents are read, the Python domain contains the objects on each page. The tree follows the names
of modules and classes, so that it does not depend on the extension or the location of files.
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
"""The order of objects: modules, classes, exceptions, then all others."""


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the feature; called by Sphinx."""
    connect(app, RESOLVE, 500, list_packages, "the objects of all documents are known")
    return metadata()


def list_packages(app: Sphinx, resolved: ResolvedSite) -> ResolvedSite | None:
    """Fill the elements of docs.json that name a Python package (``docsnav-resolve``).

    Faults: ``page_missing`` for a package that no page documents.
    """
    packages_by_pointer = dict(_find_packages(resolved.docs.navigation))
    if not packages_by_pointer:
        return None
    root = resolved.navigation.root
    # A page that docs.json lists itself does not occur a second time below its package.
    listed = {page.docname.strip("/ ") for page in root.pages()}
    pages = _map_object_pages(app.env, listed)
    trees_by_pointer: dict[str, list[PackagePage]] = {}
    for pointer, packages in packages_by_pointer.items():
        trees = {name: make_package_tree(name, pages) for name in packages}
        for name in (name for name, tree in trees.items() if tree is None):
            message = f"no page documents the Python package {name!r}; its place is empty"
            hint = "add autosummary, sphinx-autodoc2 or sphinx-autoapi to conf.py"
            source = resolved.navigation.source
            fault = source.warning(FaultKind.PAGE_MISSING, f"{pointer}/sdk", message, hint)
            resolved.report(fault)
        trees_by_pointer[pointer] = [tree for tree in trees.values() if tree is not None]
    return replace(
        resolved,
        navigation=replace(resolved.navigation, root=_fill_element(root, trees_by_pointer)),
    )


def _find_packages(model: ElementModel) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the pointers of the elements that name packages, and the names of these packages."""
    for item in model.walk():
        if not isinstance(item, PageEntry) and item.python_packages:
            yield item.pointer, item.python_packages


@dataclass
class PackagePage:
    """A page about a module or class, and the pages about its members."""

    name: str
    """The full name: ``package.module.Class``."""
    docname: str
    """The document; empty for a package without a page."""
    rank: int
    """The sort key of the kind of the object, see `_RANKS`."""
    children: list[PackagePage] = field(default_factory=list)
    """The pages about its members."""

    def make_entry(self, title: str) -> Element | Page:
        """Return the entry of the sidebar: a group with this page as its root, or the page."""
        page = Page(self.docname, title=title, own_title=title)
        if not self.children:
            return page
        return Element(Kind.GROUP, title, children=tuple(self.make_child_entries()), root=page)

    def make_child_entries(self) -> Iterator[Element | Page]:
        """Yield the entries of the members; their titles are relative to the name of this page."""
        for page in sorted(
            self.children, key=lambda child: (child.rank, child.name.lower(), child.name)
        ):
            yield page.make_entry(page.name.removeprefix(f"{self.name}."))


def _map_object_pages(env: BuildEnvironment, listed: Collection[str]) -> dict[str, tuple[str, int]]:
    """Return the page and the rank of each object that is the main object of a page, by its name.

    The main object of a page is a module or, without one, the first of the shortest names.

    :param listed: the pages that docs.json lists itself, which are left out.
    """
    domain: PythonDomain = env.get_domain("py")  # type: ignore[assignment]  # that of Python
    main_objects: dict[str, tuple[int, int, str]] = {}
    for name, entry in domain.objects.items():
        if entry.aliased or entry.docname in listed or entry.docname not in env.all_docs:
            continue
        rank = _RANKS.get(entry.objtype, len(_RANKS))
        # Modules before all others, then the shortest path, then the alphabet.
        key = (min(rank, 1), name.count("."), name)
        main_objects[entry.docname] = min(key, main_objects.get(entry.docname, key))
    ranks = {name: _RANKS.get(entry.objtype, len(_RANKS)) for name, entry in domain.objects.items()}
    return {name: (docname, ranks[name]) for docname, (_, _, name) in main_objects.items()}


def make_package_tree(name: str, pages: Mapping[str, tuple[str, int]]) -> PackagePage | None:
    """Return the tree of a package; ``None`` if it has no page.

    :param pages: the page and the rank of each main object, by its name.
    """
    names = [
        object_name
        for object_name in pages
        if object_name == name or object_name.startswith(f"{name}.")
    ]
    if not names:
        return None
    pages_by_name = {
        object_name: PackagePage(object_name, *pages[object_name]) for object_name in names
    }
    # A namespace package has no page of its own.
    top = pages_by_name.setdefault(name, PackagePage(name, "", 0))
    for object_name, page in pages_by_name.items():
        # The parent is the closest outer name with a page; some generators skip levels.
        parent_name = object_name
        while page is not top:
            parent_name = parent_name.rpartition(".")[0]
            if parent_name in pages_by_name:
                pages_by_name[parent_name].children.append(page)
                break
    return top


def _fill_element(
    element: Element, trees_by_pointer: Mapping[str, Iterable[PackagePage]]
) -> Element:
    """Return *element* with the pages of the packages that it or an element below it names."""
    children = [
        _fill_element(child, trees_by_pointer) if isinstance(child, Element) else child
        for child in element.children
    ]
    root = element.root
    trees = list(trees_by_pointer.get(element.pointer, ()))
    # The members of a single package are in the element itself; several packages are groups.
    if len(trees) == 1:
        (tree,) = trees
        if tree.docname and root is None and element.kind is Kind.GROUP:
            root = Page(tree.docname, title=tree.name, own_title=tree.name)
        elif tree.docname:
            children.append(Page(tree.docname, title=tree.name, own_title=tree.name))
        children += tree.make_child_entries()
    else:
        for tree in trees:
            group = Element(Kind.GROUP, tree.name, children=tuple(tree.make_child_entries()))
            children.append(tree.make_entry(tree.name) if tree.docname else group)
    global_elements = tuple(
        _fill_element(child, trees_by_pointer) for child in element.global_elements
    )
    return replace(element, children=tuple(children), root=root, global_elements=global_elements)
