"""The steps from the folder of a site to its navigation, for the command line and for Sphinx.

parse and validate
    `read_docs_json`: docs.json to a checked model.
discover and resolve
    `resolve_site`: the model, the files of the folder and the specifications to a `ResolvedSite`.
locate
    `ResolvedSite.locate`: the pages of the navigation among the documents that exist.
generate
    `make_page_texts`: the text of each page without a file.
describe
    `ResolvedSite.describe`: titles, icons and operations from front matter.

Each step reports its faults, so that ``check`` finds what a build finds before it
renders pages. Sphinx has its own list of documents and its own parsers for the facts
of pages; it passes both to these steps. `load_site` finds them without Sphinx.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from sphinx_docsnav import docs_json
from sphinx_docsnav.docs_json import KeepGoing
from sphinx_docsnav.faults import Report
from sphinx_docsnav.icons import SiteIcons, read_packs
from sphinx_docsnav.navigation.checks import (
    check_code_themes,
    check_hrefs,
    check_icons,
    check_pictures,
    check_portability,
    check_sample_languages,
)
from sphinx_docsnav.navigation.description import describe
from sphinx_docsnav.navigation.inventory import (
    MDX_SUFFIXES,
    OPTIONAL_SUFFIXES,
    PageInventory,
    find_pages,
)
from sphinx_docsnav.navigation.location import locate
from sphinx_docsnav.navigation.page_facts import PageFacts, read_page_facts
from sphinx_docsnav.navigation.resolution import ResolvedNavigation, resolve
from sphinx_docsnav.navigation.site import Site
from sphinx_docsnav.openapi import Specifications
from sphinx_docsnav.openapi.files import Fetch
from sphinx_docsnav.sitefiles.page_links import SERVED_BELOW
from sphinx_docsnav.sitefiles.walk import is_output

if TYPE_CHECKING:
    from sphinx_docsnav.docs_json import DocsJson

DOCS_JSON = "docs.json"
"""The name of a site's configuration, in its root."""


@dataclass(frozen=True, slots=True, repr=False)  # Sphinx prints the arguments of each event
class ResolvedSite:
    """docs.json with its specifications, before its pages are compared with the files."""

    docs: DocsJson
    """The checked docs.json."""
    inventory: PageInventory
    """The files of the site that have a suffix of pages."""
    specs: Specifications
    """The site's OpenAPI specifications, loaded on first use."""
    navigation: ResolvedNavigation
    icons: SiteIcons
    """The icons that the site can use."""
    report: Report
    """Receives faults."""
    root_doc: str = "index"
    """The document at the address of the site."""
    served_below: str = SERVED_BELOW
    """The path on the server where the site is."""
    find_exclusion: Callable[[str], str] = lambda _docname: ""
    """Returns the pattern of the project that excludes a page; empty if none does."""
    made_pages: Collection[str] = ()
    """The pages that the builder makes without a document, such as those of templates."""

    def locate(self, docnames: Collection[str]) -> Site:
        """Return the site of the documents *docnames*; see `locate` for the faults."""
        return replace(
            locate(
                self.navigation,
                docnames,
                self.report,
                self.inventory.left_out,
                self.find_exclusion,
            ),
            redirects=tuple((rule.source, rule.destination) for rule in self.docs.redirects),
            root_doc=self.root_doc,
            served_below=self.served_below,
            made_pages=self.made_pages,
        )

    def describe(
        self,
        site: Site,
        facts: Mapping[str, PageFacts],
        file_of: Callable[[str], Path | None],
    ) -> Site:
        """Return *site* with the titles, icons, tags and operations of its pages.

        :param facts: facts of the pages, by docname.
        :param file_of: returns the file of a document, ``None`` for one without.

        Faults: those of `describe`, `check_hrefs` and `check_icons`.
        """
        described = describe(site, facts, self.specs, self.report, file_of)
        root = self.inventory.root
        for fault in check_hrefs(self.docs, described, root):
            self.report(fault)
        for fault in check_icons(self.docs, self.icons, described, root, file_of):
            self.report(fault)
        return described


def resolve_site(  # noqa: PLR0913 -- all but four have a default and are passed by name
    docs: DocsJson,
    inventory: PageInventory,
    specs: Specifications,
    report: Report,
    *,
    in_order_of_tags: bool = False,
    standalone: Mapping[str, str] = MappingProxyType({}),
    icon_paths: Mapping[str, Path] = MappingProxyType({}),
) -> ResolvedSite:
    """Return the site of *docs* in the folder of *inventory*.

    :param in_order_of_tags: see `resolve`; likewise *standalone*.
    :param icon_paths: see `read_packs`.

    Faults: those of the inventory and of everything that docs.json refers to,
    except for the pages; `ResolvedSite.locate` compares them.
    """
    # In the order in which an author looks for the causes: files, specifications, then settings.
    for fault in (*check_pictures(docs, inventory.root), *inventory.find_faults()):
        report(fault)
    navigation = resolve(
        docs,
        specs,
        report,
        inventory.openapi,
        in_order_of_tags=in_order_of_tags,
        standalone=standalone,
    )
    for fault in (*check_sample_languages(docs), *check_code_themes(docs)):
        report(fault)
    icons = SiteIcons(docs.icons.library, read_packs(icon_paths, report))
    return ResolvedSite(docs, inventory, specs, navigation, icons, report)


def load_site(  # noqa: PLR0913 -- each has a default and is passed by name
    root: Path,
    report: Report,
    *,
    suffixes: Iterable[str] = MDX_SUFFIXES,
    remote: bool | Fetch = False,
    keep_going: KeepGoing = False,
    portable: bool = False,
) -> Site:
    """Return the site in the folder *root*, described by its pages, without Sphinx.

    Parameters and faults are those of `load_resolved_site`.
    """
    _, site = load_resolved_site(
        root,
        report,
        suffixes=suffixes,
        remote=remote,
        keep_going=keep_going,
        portable=portable,
    )
    return site


def load_resolved_site(  # noqa: PLR0913 -- as above
    root: Path,
    report: Report,
    *,
    suffixes: Iterable[str] = MDX_SUFFIXES,
    remote: bool | Fetch = False,
    keep_going: KeepGoing = False,
    portable: bool = False,
    icon_paths: Mapping[str, Path] = MappingProxyType({}),
    find_excluding_pattern: Callable[[str], str] = lambda _file: "",
    made_pages: Collection[str] = (),
) -> tuple[ResolvedSite, Site]:
    """Return the site in the folder *root*, resolved and described, without Sphinx.

    :param suffixes: suffixes of pages; a Sphinx project has more.
    :param remote: whether remote specifications are fetched.
    :param keep_going: whether to leave out what has errors, or errors of these kinds, instead of
        stopping.
    :param portable: whether to report what only this extension understands.
    :param icon_paths: see `read_packs`.
    :param find_excluding_pattern: returns the pattern of the project that excludes a file, given
        its path from *root*; empty if none does.
    :param made_pages: the pages that the builder makes without a document.
    :raises DocsNavError: docs.json cannot be used.
    """
    docs = docs_json.read_docs_json(root / DOCS_JSON, report, keep_going=keep_going)
    has_conf = (root / "conf.py").exists()
    # A conf.py chooses the parser of `.md` files, which may have other rules.
    confined = (".mdx",) if has_conf else MDX_SUFFIXES
    inventory = find_pages(
        root,
        docs,
        suffixes,
        skip=lambda folder: not has_conf and is_output(root / folder),
        confined=confined,
        optional_suffixes=() if has_conf else OPTIONAL_SUFFIXES,
    )
    exclusions = {
        docname: pattern
        for docname, file in inventory.pages.items()
        if (pattern := find_excluding_pattern(file))
    }
    inventory = _exclude_pages(inventory, exclusions)
    resolved = resolve_site(
        docs,
        inventory,
        # A specification is read when it is needed first.
        Specifications(root, report, files=inventory.data, remote=remote),
        report,
        icon_paths=icon_paths,
    )
    resolved = replace(
        resolved,
        find_exclusion=lambda docname: exclusions.get(docname, ""),
        made_pages=made_pages,
    )
    # Without Sphinx, the documents are the pages of the inventory.
    site = resolved.locate(inventory.docnames)
    facts = _read_facts(inventory, (*site.listed, *site.unlisted), confined, report)
    if portable:
        for fault in check_portability(docs, site, inventory):
            report(fault)
    return resolved, resolved.describe(site, facts, inventory.path)


def _exclude_pages(inventory: PageInventory, docnames: Collection[str]) -> PageInventory:
    """Return *inventory* without some pages, which a build does not read."""
    if not docnames:
        return inventory
    pages = {name: file for name, file in inventory.pages.items() if name not in docnames}
    doubles = {name: files for name, files in inventory.doubles.items() if name in pages}
    return replace(inventory, pages=pages, doubles=doubles)


def _read_facts(
    inventory: PageInventory, docnames: Iterable[str], suffixes: tuple[str, ...], report: Report
) -> dict[str, PageFacts]:
    """Return the facts of the pages that have a file.

    :param suffixes: suffixes of pages whose faults are reported.
    """
    facts: dict[str, PageFacts] = {}
    for docname in docnames:
        file = inventory.pages.get(docname)
        if file is not None:
            # Making a path object for each of many thousand files would take as long as reading.
            name = f"{inventory.root}{os.sep}{file}"
            facts[docname] = read_page_facts(name, report if file.endswith(suffixes) else None)
    return facts
