"""Pages without a file: their texts, and where those about specifications come in books.

Pages of endpoints and schemas, pages about an API, and a missing root page are generated. Pages
about whole specifications are in no sidebar, but LaTeX, EPUB and the single HTML page contain only
the documents that a toctree leads to. Each specification therefore has an appendix there: its
introduction, with its tags and schemas below, after the last page that uses it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from urllib.parse import quote

from sphinx_docsnav.navigation.endpoint_pages import EndpointPage
from sphinx_docsnav.navigation.reference_pages import (
    AllEndpointsPage,
    ApiReference,
    ChangesPage,
    ReferencePage,
    SchemaListPage,
)
from sphinx_docsnav.navigation.site import Site
from sphinx_docsnav.openapi import Operation
from sphinx_docsnav.sitefiles.hidden_characters import make_visible_title

_PUNCTUATION = re.compile(r"[!-/:-@\[-`{-~]")
"""What a backslash makes plain text in Markdown."""


def make_page_texts(site: Site, translate: Callable[[str], str] = str) -> dict[str, str]:
    """Return the text of each generated page, by docname.

    :param translate: translates the titles that no specification gives.
    """
    texts = {page.docname: make_endpoint_text(page, site) for page in site.endpoints}
    return texts | {
        name: make_reference_text(page, translate) for name, page in site.reference_pages.items()
    }


def make_endpoint_text(page: EndpointPage, site: Site) -> str:
    """Return an endpoint page as MDX; the parser adds the operation that its front matter names.

    The front matter holds a digest, so that the text changes with the operation,
    and with the addresses of the pages that it links to.
    """
    digest = digest_page(site, page.docname, page.operation)
    data = {**page.front_matter, "docsnav-digest": digest}
    if page.operation.hidden and page.docname not in site.listed:
        data["hidden"] = True
        # Sphinx shall not warn that no toctree has it.
        data["orphan"] = True
    text = _write_front_matter(data)
    content = page.operation.content
    return f"{text}\n{content}\n" if content else text


def make_reference_text(page: ReferencePage, translate: Callable[[str], str]) -> str:
    """Return a page about a specification as MDX; the parser adds its content."""
    matter: dict[str, object] = {"title": make_visible_title(page.title)}
    if isinstance(page, SchemaListPage | ChangesPage | AllEndpointsPage):
        matter["title"] = translate(page.title)
    # Search finds the endpoints on their own pages; the contents end with the endpoints.
    if isinstance(page, AllEndpointsPage):
        matter |= {"noindex": True, "tocdepth": 3}
    if isinstance(page, ChangesPage):
        matter["title"] = translate(page.title).replace("{0}", page.release)
        matter |= {"rss": True} if page.number < 0 else {}
    return _write_front_matter(matter | {"docsnav-digest": page.digest})


def digest_page(site: Site, docname: str, operation: Operation) -> str:
    """Return a digest of everything that the page *docname* shows of *operation*."""
    reference = _find_reference(site, docname, operation)
    if reference is None or site.navigation is None:
        return operation.digest
    # The only API of a site is not named on its pages.
    is_only_api = " only" if site.navigation.references.has_one else ""
    return f"{operation.digest}{reference.moved}{is_only_api}"


def find_introduction(site: Site, docname: str, operation: Operation) -> str:
    """Return the docname of the introduction that a page links to, ``""`` if there is none."""
    reference = _find_reference(site, docname, operation)
    return reference.introduction.docname if reference else ""


def _find_reference(site: Site, docname: str, operation: Operation) -> ApiReference | None:
    navigation = site.navigation
    return navigation.references.of(docname, operation.specification) if navigation else None


def make_index_text(title: str, first: str) -> str:
    """Return a root page with a link to page *first*, for sites without an index."""
    text = _write_front_matter({"title": title, "noindex": True})
    # The name of a site is text, and the path of a page can have spaces and brackets.
    label = _PUNCTUATION.sub(r"\\\g<0>", " ".join(title.split()))
    return f"{text}\n[{label}](/{quote(first)})\n" if first else text


def _write_front_matter(data: Mapping[str, object]) -> str:
    import yaml

    lines = yaml.safe_dump(dict(data), allow_unicode=True, sort_keys=False, width=10_000)
    return f"---\n{lines}---\n"


@dataclass(frozen=True, slots=True)
class ReferenceAppendix:
    """The pages about one specification."""

    introduction: str
    """The document that the others come below."""
    below: tuple[str, ...]
    """The documents of its tags and of its schemas, in order."""
    users: frozenset[str]
    """The documents that show operations of the specification."""

    def used_in(self, docnames: Iterable[str]) -> bool:
        """Return whether one of the documents shows an operation of the specification."""
        return not self.users.isdisjoint(docnames)


def list_reference_appendices(site: Site) -> tuple[ReferenceAppendix, ...]:
    """Return the appendix of each specification, in the order of docs.json."""
    if site.navigation is None:
        return ()
    references = site.navigation.references
    users: dict[str, set[str]] = {}
    # The appendix comes after the last page that shows an operation of the specification.
    for docname, operation in site.operations.items():
        reference = references.of(docname, operation.specification)
        if reference is not None:
            users.setdefault(reference.introduction.docname, set()).add(docname)
    return tuple(
        ReferenceAppendix(
            introduction := reference.introduction.docname,
            (
                *(page.docname for page in reference.tags),
                *(page.docname for page in reference.schemas),
                *(page.docname for page in reference.changes),
            ),
            frozenset(users.get(introduction, ())),
        )
        for reference in references.all
        if not reference.is_standalone
    )
