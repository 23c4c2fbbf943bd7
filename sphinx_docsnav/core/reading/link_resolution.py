"""Links between pages: as read, and once every document is known.

The reader leaves a pending reference of type ``docsnav`` for each link inside
the site; here it becomes a link to a document, to where docs.json redirects,
or, after a warning, to the address as written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import replace
from pathlib import Path

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util import docname_join

from sphinx_docsnav.core.builders import builds_site, is_read_in_browser
from sphinx_docsnav.core.events import ANCHOR_MISSING
from sphinx_docsnav.core.site.document_messages import make_report
from sphinx_docsnav.core.site.env_record import Links, record_of
from sphinx_docsnav.core.site.load import builder_pages, find_site_documents
from sphinx_docsnav.core.state import SiteState, app_of, find_state
from sphinx_docsnav.faults import Fault, FaultKind, Position, Severity
from sphinx_docsnav.navigation.inventory import explain_ungenerated_page
from sphinx_docsnav.openapi.mentions import find_mentions, find_viewed_parts
from sphinx_docsnav.sitefiles.page_links import (
    SERVED_BELOW,
    LinkTarget,
    explain_missing_anchor,
    find_meant_anchor,
    leads_to_top,
    list_page_names,
    normalize_anchor,
)
from sphinx_docsnav.sitefiles.safe_urls import split_url
from sphinx_docsnav.sitefiles.write import digest

LINK_TYPE = "docsnav"
"""The ``reftype`` of our pending references."""
DOCUMENT_REFERENCES = ("doc", "any", "myst")
"""Kinds of reference whose target is, or may be, a document."""
NO_OBJECT_REFERENCES = (LINK_TYPE, "doc")
"""Kinds of reference whose target is always a document."""
_SEPARATORS = re.compile(r"[.:\s]+")
"""The separators of the parts of a name, as in ``module.function`` and ``ns::function``."""


def find_links(
    doctree: nodes.document, docname: str, served_below: str = SERVED_BELOW
) -> Links | None:
    """Return the links of a document that has been read; ``None`` if it has none.

    :param served_below: the path on the server where the site is.
    """
    targets: set[str] = set()
    titled: set[str] = set()
    anchored: set[str] = set()
    objects: set[str] = set()
    anchors: set[str] = set()
    into_viewer = False
    for node in doctree.findall(addnodes.pending_xref):
        # A reference of another domain may mean an object of any document.
        if node.get("reftype") not in NO_OBJECT_REFERENCES:
            objects.add(make_object_key(str(node.get("reftarget", ""))))
        names = _list_meant_documents(node, docname, served_below)
        targets.update(names)
        if not node.get("refexplicit"):
            titled.update(names)
        if node.get("docsnav_anchor"):
            anchored.update(names)
            anchors.add(normalize_anchor(node["docsnav_anchor"]))
            into_viewer = into_viewer or any(find_viewed_parts(node["docsnav_anchor"]))
    if not targets and not objects:
        return None
    return Links(
        frozenset(targets),
        frozenset(titled),
        frozenset(anchored),
        into_viewer,
        frozenset(objects),
        frozenset(anchors),
    )


def _list_meant_documents(
    node: addnodes.pending_xref, docname: str, served_below: str
) -> list[str]:
    """Return the documents that a reference may mean; an MDX link names several, in turn."""
    if "docsnav_paths" in node:
        paths = [path.strip("/") for path in node["docsnav_paths"]]
        below = f"{served_below}/"
        paths += [path.removeprefix(below) for path in paths if path.startswith(below)]
        return [name for path in paths for name in list_page_names(path)]
    if node.get("reftype") in DOCUMENT_REFERENCES:
        return [docname_join(docname, str(node.get("reftarget", "")).partition("#")[0])]
    return []


def resolve_link(
    app: Sphinx, env: BuildEnvironment, node: addnodes.pending_xref, content: nodes.Element
) -> nodes.Node | None:
    """Return the link that *node* waits for (``missing-reference``).

    Faults: ``link_missing`` for a page that doesn't exist, ``anchor_missing``
    for a place that its page doesn't have.
    """
    if node.get("reftype") != LINK_TYPE:
        return None
    anchor = node["docsnav_anchor"]
    documents = find_site_documents(app)
    target = documents.find(node["docsnav_paths"])
    if target is None:
        path = node["docsnav_paths"][0]
        # The specification that could not be read has been reported, and is the cause.
        if not documents.is_unread(path):
            message, hint = documents.missing_page(node["docsnav_url"], path)
            problem = documents.find_common_problem(path)
            kind = FaultKind.LINK_MISSING
            _warn(env, node, kind, message, hint, problem=problem, target=path)
        return _make_reference(node, content, node["docsnav_url"])
    if target.docname is None:
        return _make_reference(node, content, target.url)
    if target.is_builder_page:
        return _to_made_page(app, node, content, target)
    return _link_to_document(app, env, node, content, target.docname, anchor or target.anchor)


def _to_made_page(
    app: Sphinx, node: addnodes.pending_xref, content: nodes.Element, target: LinkTarget
) -> nodes.Node:
    """Return the link to a page without a document; its text if this build does not make it.

    Faults: ``link_missing``, except in formats without such pages.
    """
    name, anchor = str(target.docname), node["docsnav_anchor"] or target.anchor
    if name in builder_pages(app, is_prepared=True):
        parts = split_url(node["docsnav_url"])
        query = f"?{parts.query}" if parts and parts.query else ""
        url = f"{app.builder.get_relative_uri(node['refdoc'], name)}{query}"
        return _make_reference(node, content, f"{url}#{anchor}" if anchor else url)
    if builds_site(app.builder):
        _warn(app.env, node, FaultKind.LINK_MISSING, *explain_ungenerated_page(name))
    return content


def _link_to_document(  # noqa: PLR0913, PLR0917 - one place that has them all
    app: Sphinx,
    env: BuildEnvironment,
    node: addnodes.pending_xref,
    content: nodes.Element,
    docname: str,
    anchor: str,
) -> nodes.Node:
    if anchor and not _has_anchor(env, docname, anchor):
        part = app.emit_firstresult(ANCHOR_MISSING, docname, anchor)
        meant = find_meant_anchor(anchor, record_of(env).anchors.get(docname, ()))
        # A feature knows more anchors than the page has; else, the nearest spelling.
        if part is not None:
            docname, anchor = part
        elif meant:
            anchor = meant
        else:
            if not leads_to_top(anchor):
                _warn_anchor(env, node, docname, anchor)
            if not is_read_in_browser(app.builder):
                anchor = ""  # in a browser, the link leads to the page; in a book, nowhere
    on_same_page = docname == node["refdoc"]
    url = app.builder.get_relative_uri(node["refdoc"], docname)
    parts = split_url(node["docsnav_url"])
    query = parts.query if parts and builds_site(app.builder) else ""
    url = f"{url.rstrip('#')}?{query}" if query else url
    reference = _make_reference(node, content, f"{url}#{anchor}" if anchor else url)
    reference["internal"] = True
    # docutils writes links within a page without its address.
    if on_same_page and anchor and not query and app.builder.name != "singlehtml":
        del reference["refuri"]
        reference["refid"] = anchor
    # A link without text shows the title of its target.
    if not node["refexplicit"] and docname in env.titles:
        reference.children = []
        reference += nodes.Text(env.titles[docname].astext())
    return reference


def _make_reference(
    node: addnodes.pending_xref, content: nodes.Element, url: str
) -> nodes.reference:
    reference = nodes.reference("", "", refuri=url)
    reference["classes"] += node["classes"]
    for name in ("reftitle", "target", "rel"):
        if node.get(name):
            reference[name] = node[name]
    plain = (
        isinstance(content, nodes.inline)
        and type(content) is nodes.inline
        and not content["classes"]
    )
    reference += content.children if plain else content
    return reference


def _has_anchor(env: BuildEnvironment, docname: str, anchor: str) -> bool:
    anchors = record_of(env).anchors
    return docname not in anchors or anchor in anchors[docname]


def _warn_anchor(
    env: BuildEnvironment, node: addnodes.pending_xref, docname: str, anchor: str
) -> None:
    url = node["docsnav_url"]
    message, hint = explain_missing_anchor(
        url, docname, anchor, record_of(env).anchors.get(docname, ())
    )
    if url.startswith("#") and _find_site_of_specification(env, node) is not None:
        # Reported once, however many pages show the text. Generators of specifications write such
        # links in each description: their message is the same, and the hint names the anchor.
        message = "the pages that show this text do not have the anchor that it links to"
        hint = f"write the address of a page before {url!r}"
    _warn(env, node, FaultKind.ANCHOR_MISSING, message, hint)


def _warn(  # noqa: PLR0913 - the parts of a message
    env: BuildEnvironment,
    node: addnodes.pending_xref,
    kind: FaultKind,
    message: str,
    hint: str,
    *,
    problem: str = "",
    target: str = "",
) -> None:
    if _warn_of_specification(env, node, kind, message, hint, problem=problem):
        return
    path = Path(node.source or env.doc2path(node["refdoc"]))
    position = Position(node.line or 1, node.get("docsnav_column", 1))
    fault = Fault(kind, Severity.WARNING, message, path, position, hint=hint)
    make_report(app_of(env))(replace(fault, problem=problem, target=target))


def _find_site_of_specification(
    env: BuildEnvironment, node: addnodes.pending_xref
) -> SiteState | None:
    """Return the site if the link is in one of its specifications."""
    state = find_state(env)
    if state is None or not ("docsnav_operation" in node or node["refdoc"] in state.generated):
        return None
    return state


def _warn_of_specification(  # noqa: PLR0913 - the parts of a message
    env: BuildEnvironment,
    node: addnodes.pending_xref,
    kind: FaultKind,
    message: str,
    hint: str,
    *,
    problem: str,
) -> bool:
    """Warn at the link's position in a specification; return whether it is in one."""
    state, docname = _find_site_of_specification(env, node), node["refdoc"]
    if state is None:
        return False
    operation = state.operation(docname, str(env.metadata[docname].get("openapi", "")))
    if operation is None:
        if "docsnav_operation" not in node or node.source is None:
            return False
        url = node["docsnav_url"]
        state.specs.report_first(
            kind,
            node.source,
            lambda document: document.keys_of_link(url),
            message,
            hint,
            problem=problem,
        )
        return True
    for text in find_mentions(operation, node["docsnav_url"]):
        state.specs.report_value(kind, text.document, text.keys, message, hint, problem=problem)
    return True


def make_object_key(name: str) -> str:
    """Return the last part of the name of an object, in lower case and without parameters.

    Domains complete a target with the module or the class around it, so that the last part is all
    that a reference has in common with its object. Several objects may have the same key.
    """
    return _SEPARATORS.split(name.partition("(")[0].strip().casefold())[-1]


def digest_objects(env: BuildEnvironment, keys: AbstractSet[str]) -> dict[str, str]:
    """Return a digest of the objects that each of *keys* stands for, the number of which may be 0.

    The numbers of sections and figures belong to it, as ``:numref:`` shows them.
    """
    if not keys:
        return {}
    matches: dict[str, list[object]] = {key: [] for key in keys}
    for name, docname, values in _list_objects(env):
        key = make_object_key(name)
        if key in matches:
            # Any number in the document counts: which one a reference shows is not known here.
            numbers = env.toc_secnumbers.get(docname), env.toc_fignumbers.get(docname)
            matches[key].append((name, docname, values, numbers))
    return {key: digest(sorted(map(repr, objects))) for key, objects in matches.items()}


def _list_objects(env: BuildEnvironment) -> Iterator[tuple[str, str, object]]:
    """Yield the name of each object, its document, and what a reference to it shows or leads to."""
    for domain in env.domains.values():
        for name, text, kind, docname, anchor, _priority in domain.get_objects():
            if kind != "doc":  # the titles of documents are compared with those of links
                yield name, docname, (domain.name, kind, text, anchor)
    # Two domains have objects that are not in the inventory of a project.
    for label, (docname, number) in env.domains.math_domain.equations.items():
        yield label, docname, number
    for label, (docname, anchor, _line) in env.domains.citation_domain.citations.items():
        yield label, docname, anchor
