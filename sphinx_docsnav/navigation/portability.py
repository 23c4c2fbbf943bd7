"""What in docs.json only this extension understands (``check --portable``)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sphinx_docsnav.docs_json.models import ElementModel
from sphinx_docsnav.docs_json.page_entries import PageEntry
from sphinx_docsnav.faults import Fault, FaultKind
from sphinx_docsnav.navigation.builder_pages import is_builder_page
from sphinx_docsnav.navigation.fault_maker import FaultMaker
from sphinx_docsnav.navigation.inventory import MDX_SUFFIXES, PageInventory
from sphinx_docsnav.navigation.page_patterns import is_pattern
from sphinx_docsnav.navigation.site import Site

if TYPE_CHECKING:
    from sphinx_docsnav.docs_json import DocsJson


def portability_faults(docs: DocsJson, site: Site, inventory: PageInventory) -> Iterator[Fault]:
    """Yield ``not_portable`` for each entry that is an addition of this extension."""
    make = FaultMaker(docs.source)
    documents = {page.pointer: page.docname for page in site.root.pages()}
    for item in _items(docs.navigation):
        if isinstance(item, PageEntry):
            what, hint = _entry(item, documents.get(item.pointer, ""), inventory)
            pointer = item.pointer
        else:
            is_index = bool(item.href) and is_builder_page(item.href)
            what = f"the index page {item.href!r}" if is_index else ""
            hint, pointer = "link to a page", f"{item.pointer}/href"
        if what:
            message = f"only sphinx-docsnav understands {what}"
            yield make.error(FaultKind.NOT_PORTABLE, pointer, message, hint)


def _entry(entry: PageEntry, docname: str, inventory: PageInventory) -> tuple[str, str]:
    """Return what is not portable about an entry, and what to do; both empty if nothing is."""
    if entry.href:
        return "a link in 'pages'", "write an anchor with 'href'"
    if entry.title:
        return "an object with 'page' in 'pages'", "write 'sidebarTitle' into the page"
    file = inventory.pages.get(entry.text.strip("/ "), "")
    if file:
        return (
            ("", "") if file.endswith(MDX_SUFFIXES) else (f"the page {file!r}", "convert it to MDX")
        )
    if is_builder_page(entry.text) and not docname:
        return f"the index page {entry.text!r}", "leave it out"
    if is_pattern(entry.text):
        return f"the pattern {entry.text!r}", "list the pages"
    return "", ""


def _items(element: ElementModel) -> Iterator[ElementModel | PageEntry]:
    """Yield what is below *element*, main pages of groups and global elements included."""
    if element.root is not None:
        yield element.root
    for child in (*element.children, *element.global_):
        yield child
        if isinstance(child, ElementModel):
            yield from _items(child)
