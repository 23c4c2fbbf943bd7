"""The paths of the site that elements link to (``href``): which of them lead somewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_docsnav.docs_json.field_types import is_external
from sphinx_docsnav.docs_json.kinds import Banner
from sphinx_docsnav.docs_json.models import MODELS
from sphinx_docsnav.docs_json.phrases import quote
from sphinx_docsnav.faults import Fault, FaultKind
from sphinx_docsnav.navigation.bars import bar_links
from sphinx_docsnav.navigation.builder_pages import is_builder_page
from sphinx_docsnav.navigation.fault_maker import FaultMaker
from sphinx_docsnav.navigation.pictures import walk_all
from sphinx_docsnav.navigation.tree import Page
from sphinx_docsnav.sitefiles.confinement import site_file
from sphinx_docsnav.sitefiles.nearest import Nearest
from sphinx_docsnav.sitefiles.page_links import (
    circular_redirects,
    is_pattern,
    page_names,
    redirect_rules,
)
from sphinx_docsnav.sitefiles.safe_urls import with_scheme

if TYPE_CHECKING:
    from sphinx_docsnav.docs_json import DocsJson
    from sphinx_docsnav.navigation.site import Site


def href_faults(docs: DocsJson, site: Site, root: Path) -> Iterator[Fault]:
    """Yield ``link_missing`` for each link of docs.json to a path of the site where nothing is.

    Links are those of elements, of banners, and of ``navbar`` and ``footer``, and the
    destinations of redirects. For an element that is not global, ``href_relative`` says that a
    path that leads somewhere should be a URL (rule 9); a path that is redirected twice gives
    ``no_effect``, redirects in a circle ``redirect_file``.
    """
    documents = {*site.listed, *site.outside}
    make = FaultMaker(docs.source)
    yield from _redirect_faults(docs, documents)
    rules = redirect_rules(tuple((rule.source, rule.destination) for rule in docs.redirects))
    for href, pointer in site_links(docs, site):
        if is_external(href):
            continue
        path = re.split(r"[?#]", href, maxsplit=1)[0].strip("/ ")
        if (
            not path
            or is_builder_page(path)
            or rules.find(path) is not None
            or not documents.isdisjoint(page_names(path))
            or site_file(root, path) is not None
        ):
            if docs.source.is_written and _NOT_GLOBAL.search(pointer):
                what = f"'href' has the path {quote(href)}, which only global anchors may have"
                message = f"{what}; it is used as a link to that page"
                hint = "write a full URL, or list the page in 'pages'"
                yield make.warning(FaultKind.HREF_RELATIVE, pointer, message, hint)
            continue
        near = with_scheme(href)
        if not near and (name := Nearest(documents).to(path)):
            near = f"/{name}"
        hint = f"did you mean '{near}'?" if near else ""
        message = f"{href!r} does not lead to a page or file of the site"
        yield make.warning(FaultKind.LINK_MISSING, pointer, message, hint)


_NOT_GLOBAL = re.compile(rf"(?<!/global)/(?:{'|'.join(MODELS)})/\d+/href$")
"""The pointer to the ``href`` of an element that is not global."""


def _redirect_faults(docs: DocsJson, documents: set[str]) -> Iterator[Fault]:
    """Yield ``no_effect`` and ``redirect_file`` for redirects that bring readers nowhere."""
    make = FaultMaker(docs.source)
    first: dict[str, int] = {}
    following: dict[str, str] = {}
    for number, redirect in enumerate(docs.redirects):
        earlier = first.setdefault(redirect.source.strip("/"), number)
        if earlier != number:
            target = docs.redirects[earlier].destination
            if target.strip("/") == redirect.destination.strip("/"):
                continue  # the same address once more, with a slash at its end
            what = f"{quote(redirect.source)} is already redirected to {quote(target)}"
            message, hint = f"{what}; this redirect is ignored", "remove one of them"
            pointer = docs.source.written(f"/redirects/{number}/source")
            yield make.warning(FaultKind.NO_EFFECT, pointer, message, hint)
        elif not is_external(redirect.destination) and documents.isdisjoint(
            page_names(redirect.source)  # else, readers see that page
        ):
            target = re.split(r"[?#]", redirect.destination)[0]
            following[redirect.source.strip("/")] = target.strip("/")
    for path in sorted(circular_redirects(following), key=first.__getitem__):
        message = f"{quote(docs.redirects[first[path]].source)} is redirected in a circle; left out"
        pointer = docs.source.written(f"/redirects/{first[path]}/destination")
        hint = "name a page of the site as one of the destinations"
        yield make.warning(FaultKind.REDIRECT_FILE, pointer, message, hint)


def site_links(docs: DocsJson, site: Site) -> Iterator[tuple[str, str]]:
    """Yield each link in docs.json with its JSON pointer."""
    if docs.banner is not None:
        yield from _banner_links(docs.banner, "")
    yield from bar_links(docs, site.root)
    for number, redirect in enumerate(docs.redirects):
        if not is_pattern(redirect.destination):
            pointer = docs.source.written(f"/redirects/{number}/destination")
            yield redirect.destination, pointer
    for item in walk_all(site.root):
        if isinstance(item, Page):
            if item.url and not item.docname:
                yield item.url, item.pointer
            continue
        if item.href:
            yield item.href, f"{item.pointer}/href"
        if item.banner is not None:
            yield from _banner_links(item.banner, item.pointer)


def _banner_links(banner: Banner, pointer: str) -> Iterator[tuple[str, str]]:
    from sphinx_docsnav.mdx.markdown_profiles import MarkdownProfile, markdown_parser

    parser = markdown_parser(MarkdownProfile.BANNER)
    for token in parser.parseInline(" ".join(banner.content.split())):
        for child in token.children or ():
            if child.type == "link_open":
                yield str(child.attrs.get("href", "")), f"{pointer}/banner/content"
