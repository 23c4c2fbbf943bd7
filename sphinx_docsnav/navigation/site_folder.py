"""A whole site from its folder, without Sphinx: what the command line shows and checks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from sphinx_docsnav.docs_json import read_docs_json
from sphinx_docsnav.faults import Report
from sphinx_docsnav.mdx.frontmatter import read_front_matter
from sphinx_docsnav.navigation.description import describe
from sphinx_docsnav.navigation.hrefs import href_faults
from sphinx_docsnav.navigation.inventory import MDX_SUFFIXES, find_pages
from sphinx_docsnav.navigation.location import locate
from sphinx_docsnav.navigation.own_title import own_title
from sphinx_docsnav.navigation.page_facts import PageFacts, page_facts
from sphinx_docsnav.navigation.pictures import icon_faults, picture_faults
from sphinx_docsnav.navigation.resolution import resolve
from sphinx_docsnav.navigation.site import Site
from sphinx_docsnav.openapi.files import Fetch
from sphinx_docsnav.openapi.specifications import Specifications

DOCS_JSON = "docs.json"
"""The name of a site's configuration, in its root."""


def load_site(
    root: Path,
    report: Report,
    *,
    suffixes: Iterable[str] = MDX_SUFFIXES,
    remote: bool | Fetch = False,
    keep_going: bool = False,
) -> Site:
    """Return the site in the folder *root*, described by its pages' front matter.

    :param suffixes: of pages; a Sphinx project has more.
    :param remote: whether remote specifications are fetched.
    :param keep_going: leave out what has errors instead of stopping.
    :raises DocsNavError: docs.json cannot be used.
    """
    docs = read_docs_json(root / DOCS_JSON, report, keep_going=keep_going)
    # Where a conf.py says what reads `.md`, that may be a reader with other rules.
    confined = MDX_SUFFIXES if not (root / "conf.py").exists() else (".mdx",)
    inventory = find_pages(root, docs, suffixes, confined=confined)
    for fault in (*picture_faults(docs, root), *inventory.faults()):
        report(fault)
    specs = Specifications(root, report, files=inventory.data, remote=remote)
    site = locate(resolve(docs, specs, report), inventory.docnames, report)
    paths = {docname: inventory.path(docname) for docname in (*site.listed, *site.unlisted)}
    facts = {docname: read_page_facts(path) for docname, path in paths.items() if path}
    described = describe(site, facts, specs, report, inventory.path)
    icons = icon_faults(docs, described, root, inventory.path)
    for fault in (*href_faults(docs, described, root), *icons):
        report(fault)
    return described


def read_page_facts(path: Path) -> PageFacts:
    """Return what the file at *path* says about its page; faults in it are the reader's to tell."""
    try:
        text = path.read_text("utf-8-sig", "replace")
    except OSError:
        return PageFacts()
    front_matter = read_front_matter(text) if path.suffix in MDX_SUFFIXES else None
    facts = page_facts(front_matter.data) if front_matter else PageFacts()
    if facts.title:
        return facts
    body = text[front_matter.end :] if front_matter else text
    return replace(facts, title=own_title(body, path.suffix))
