"""Links between pages, once every document is known.

The reader leaves a pending reference of type ``docsnav`` for each link inside
the site; here it becomes a link to a document, to where docs.json redirects,
or, after a warning, to the address as written.
"""

from __future__ import annotations

import difflib
from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_docsnav.faults import Fault, FaultKind, Position, Severity
from sphinx_docsnav.openapi.mentions import mentions
from sphinx_docsnav.sitefiles.page_links import AddressKind, page_names, read_link, redirect_rules
from sphinx_docsnav.sphinx_ext.build.log import sphinx_report
from sphinx_docsnav.sphinx_ext.build.state import find_state

if TYPE_CHECKING:
    from sphinx import addnodes
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

LINK_TYPE = "docsnav"
"""The ``reftype`` of our pending references."""
_MOST_REDIRECTS = 5


def resolve_link(
    app: Sphinx, env: BuildEnvironment, node: addnodes.pending_xref, words: nodes.Element
) -> nodes.Node | None:
    """Return the link that *node* waits for (``missing-reference``).

    Faults: ``link_missing`` for a page that doesn't exist, ``anchor_missing``
    for a place that its page doesn't have.
    """
    if node.get("reftype") != LINK_TYPE:
        return None
    anchor = node["docsnav_anchor"]
    docname = _find(env, node["docsnav_paths"])
    if docname is None:
        target = _redirected(app, env, node["docsnav_paths"])
        if target is None:
            _warn_missing(env, node)
            return _reference(node, words, node["docsnav_url"])
        if "://" in target:
            return _reference(node, words, target)
        docname, _, moved = target.partition("#")
        anchor = anchor or moved
    return _to_document(app, env, node, words, docname, anchor)


def _to_document(  # noqa: PLR0913, PLR0917 - one place that has them all
    app: Sphinx,
    env: BuildEnvironment,
    node: addnodes.pending_xref,
    words: nodes.Element,
    docname: str,
    anchor: str,
) -> nodes.Node:
    if anchor and not _has_anchor(env, docname, anchor):
        _warn_anchor(env, node, docname, anchor)
    here = docname == node["refdoc"]
    url = app.builder.get_relative_uri(node["refdoc"], docname)
    reference = _reference(node, words, f"{url}#{anchor}" if anchor else url)
    reference["internal"] = True
    if here and anchor and app.builder.name != "singlehtml":
        del reference["refuri"]
        reference["refid"] = anchor
    if not node["refexplicit"] and docname in env.titles:
        reference.children = []
        reference += nodes.Text(env.titles[docname].astext())
    return reference


def _reference(node: addnodes.pending_xref, words: nodes.Element, url: str) -> nodes.reference:
    reference = nodes.reference("", "", refuri=url)
    reference["classes"] += node["classes"]
    for name in ("reftitle", "target", "rel"):
        if node.get(name):
            reference[name] = node[name]
    plain = isinstance(words, nodes.inline) and type(words) is nodes.inline and not words["classes"]
    reference += words.children if plain else words
    return reference


def _find(env: BuildEnvironment, paths: Collection[str]) -> str | None:
    """Return the document that one of *paths* means."""
    for path in paths:
        if not path:
            return str(env.config.root_doc)
        for name in page_names(path):
            if name in env.all_docs:
                return name
    return None


def _redirected(app: Sphinx, env: BuildEnvironment, paths: Collection[str]) -> str | None:
    """Return the document, with its anchor, or the URL that docs.json redirects to."""
    state = find_state(app)
    redirects = getattr(state.docs, "redirects", ()) if state else ()
    rules = redirect_rules(tuple((entry.source, entry.destination) for entry in redirects))
    for path in paths:
        target: str | None = path
        for _ in range(_MOST_REDIRECTS):
            target = rules.find(target or "")
            if target is None:
                break
            address = read_link(target, ("",))
            if address.where is AddressKind.ELSEWHERE:
                return address.url
            docname = _find(env, address.paths)
            if docname is not None:
                return f"{docname}#{address.anchor}" if address.anchor else docname
            target = address.paths[0] if address.paths else None
    return None


def _has_anchor(env: BuildEnvironment, docname: str, anchor: str) -> bool:
    known: dict[str, frozenset[str]] = getattr(env, "docsnav_anchors", {})
    return docname not in known or anchor in known[docname]


def _warn_missing(env: BuildEnvironment, node: addnodes.pending_xref) -> None:
    path = node["docsnav_paths"][0]
    near = difflib.get_close_matches(path, _names_near(env, path), 1, 0.8)
    hint = f"did you mean '/{near[0]}'?" if near else ""
    message = f"link to {node['docsnav_url']!r}: no such page or file, kept as written"
    _warn(env, node, FaultKind.LINK_MISSING, message, hint)


def _names_near(env: BuildEnvironment, path: str) -> list[str]:
    """Return documents of the same folder or last name; all of a site would be too many."""
    folder, _, name = path.rpartition("/")
    return [
        docname
        for docname in env.all_docs
        if docname.rpartition("/")[0] == folder or docname.rpartition("/")[2] == name
    ]


def _warn_anchor(
    env: BuildEnvironment, node: addnodes.pending_xref, docname: str, anchor: str
) -> None:
    known: dict[str, frozenset[str]] = getattr(env, "docsnav_anchors", {})
    near = difflib.get_close_matches(anchor, known.get(docname, ()), 1, 0.7)
    hint = f"did you mean '#{near[0]}'?" if near else ""
    message = f"link to {node['docsnav_url']!r}: page '{docname}' has no place '#{anchor}'"
    _warn(env, node, FaultKind.ANCHOR_MISSING, message, hint)


def _warn(
    env: BuildEnvironment, node: addnodes.pending_xref, kind: FaultKind, message: str, hint: str
) -> None:
    if _warn_of_specification(env, node, kind, message, hint):
        return
    path = Path(node.source or env.doc2path(node["refdoc"]))
    position = Position(node.line or 1, node.get("docsnav_column", 1))
    sphinx_report(Path(env.srcdir))(
        Fault(kind, Severity.WARNING, message, path, position, hint=hint)
    )


def _warn_of_specification(
    env: BuildEnvironment, node: addnodes.pending_xref, kind: FaultKind, message: str, hint: str
) -> bool:
    """Warn where the link stands in a specification; return whether it stands in one."""
    state, docname = find_state(env), node["refdoc"]
    if state is None or not ("docsnav_operation" in node or docname in state.generated):
        return False
    operation = state.operation(docname, str(env.metadata[docname].get("openapi", "")))
    if operation is None:
        return False
    for text in mentions(operation, node["docsnav_url"]):
        state.specs.tell(kind, text.document, text.keys, message, hint)
    return True
