"""Plant the outline into what Sphinx has read: doctrees, tables of contents, indexes.

Done once all documents are read, in the main process, whether they were read in
this build, by a worker, or long ago. So a changed docs.json reads no page again,
and serial, parallel and incremental builds pass through the same lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx import addnodes

from sphinx_docsnav.core.compat.private_names import forget_cached_doctree
from sphinx_docsnav.core.site.outline import Branch, Outline

if TYPE_CHECKING:
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment

PLANTED = "docsnav_planted"
"""Attribute of the toctree nodes that are ours."""
WRITTEN = "docsnav_written"
"""Attribute of other toctree nodes: ``entries`` and ``includefiles`` as their author wrote them."""

Done = tuple[tuple[Branch, ...], tuple[str, ...] | None]
"""What was done to a document: the toctrees planted, and the own entries kept."""


def own_toctrees(env: BuildEnvironment) -> dict[str, list[str]]:
    """Return the documents with toctrees of their own, and the documents in these."""
    own: dict[str, list[str]] = {}
    for docname in sorted(env.toctree_includes):
        written = [node for node in _toctrees(env.tocs.get(docname)) if PLANTED not in node]
        if written:
            files = (child for node in written for child in _written(node)[1])
            own[docname] = [child for child in files if child in env.all_docs]
    return own


def shows_titles_only(env: BuildEnvironment, docname: str) -> bool:
    """Return whether the author's toctrees of a document list titles without headings."""
    written = [node for node in _toctrees(env.tocs.get(docname)) if PLANTED not in node]
    return bool(written) and all(node.get("titlesonly") for node in written)


def written_entries_of(node: addnodes.toctree) -> list[tuple[str | None, str]]:
    """Return the entries of a toctree as its author wrote them."""
    return _written(node)[0]


def plant(
    env: BuildEnvironment, builder: Builder, plan: Outline, done: dict[str, Done]
) -> list[str]:
    """Change Sphinx's toctrees to match *plan*; return the changed documents.

    :param done: the current entries, without the documents read in this build;
        updated.
    """
    changed: list[str] = []
    # Captions are for readers of HTML: LaTeX would take the first one for the name of its
    # contents, gettext would have them translated.
    captions = builder.format == "html"
    for docname in sorted({*plan.planted, *plan.kept, *done}):
        branches = plan.planted.get(docname, ())
        if not captions:
            branches = tuple(Branch("", branch.docnames) for branch in branches)
        state = (branches, plan.kept.get(docname))
        before = done.get(docname, ((), None))
        if docname not in env.all_docs:
            done.pop(docname, None)
        elif not _is_done(env, builder, docname, before, state):
            if _replant(env, builder, docname, state):
                changed.append(docname)
            done[docname] = state
    _index(env, plan)
    return changed


def _is_done(
    env: BuildEnvironment, builder: Builder, docname: str, before: Done, state: Done
) -> bool:
    """Return whether a document has its toctrees; update their captions in the root document.

    No page shows the captions, which have the labels of all tabs. If they counted as a change,
    Sphinx would store the whole environment. Each build updates them in what it has loaded.
    """
    (old, old_kept), (new, kept) = before, state
    entries = [branch.docnames for branch in new]
    labelled = any(branch.caption for branch in old) and builder.format == "html"
    if not labelled or docname != env.config.root_doc:
        return before == state
    if [branch.docnames for branch in old] != entries or old_kept != kept:
        return False
    doctree = env.get_doctree(docname)
    forget_cached_doctree(env, docname)
    for tree in (env.tocs[docname], doctree):
        planted = [node for node in _toctrees(tree) if PLANTED in node]
        if [tuple(node["includefiles"]) for node in planted] != entries:
            return False  # of a build that was interrupted
        captions = [branch.caption for branch in new]
        changed = [_set_caption(*pair) for pair in zip(planted, captions, strict=True)]
    if any(changed):
        builder.write_doctree(docname, doctree)
    return True


def _set_caption(node: addnodes.toctree, caption: str) -> bool:
    """Give a toctree a caption; return whether it had another one."""
    before = node.get("caption", "")
    for name in ("caption", "rawcaption"):
        node.attributes.pop(name, None)
        if caption:
            node[name] = caption
    return bool(before != caption)


def _index(env: BuildEnvironment, plan: Outline) -> None:
    """Fill Sphinx's index of toctrees, from which it takes relations and orphans.

    ``files_to_rebuild`` names a document itself: it is in a toctree, yet no other
    page has to be written when it changes, for planted toctrees are not shown.
    Documents without any toctree get the same, so that they are no orphans.
    """
    includes = {docname: list(children) for docname, children in plan.kept.items()}
    for docname, branches in plan.planted.items():
        below = includes.setdefault(docname, [])
        below.extend(child for branch in branches for child in branch.docnames)
    env.toctree_includes.clear()
    env.toctree_includes.update(sorted(includes.items()))
    for docname in env.all_docs:
        if docname != env.config.root_doc:
            env.files_to_rebuild.setdefault(docname, set()).add(docname)


def _replant(env: BuildEnvironment, builder: Builder, docname: str, state: Done) -> bool:
    """Update the toctrees of one document; return whether that changed it."""
    branches, kept = state
    toc = env.tocs[docname]
    had = any(PLANTED in node or WRITTEN in node for node in _toctrees(toc))
    for node in list(_toctrees(toc)):
        _clean(node)
    limits = [_limit(node, kept, both=True) for node in _toctrees(toc)] if kept is not None else []
    if not (had or branches or any(limits)):
        return False
    place = _place_in_toc(toc) if branches else toc
    source = str(env.doc2path(docname))
    place.extend(_nodes_of(branches, docname, source))
    doctree = env.get_doctree(docname)
    for node in list(_toctrees(doctree)):
        _clean(node)
    if kept is not None:
        for node in _toctrees(doctree):
            _limit(node, kept, both=False)
    section = next((child for child in doctree if isinstance(child, nodes.section)), doctree)
    section.extend(_nodes_of(branches, docname, source))
    builder.write_doctree(docname, doctree)
    forget_cached_doctree(env, docname)
    return True


def _place_in_toc(toc: nodes.bullet_list) -> nodes.Element:
    """Return the list below the document's title, where Sphinx puts its toctrees."""
    if not toc.children or not isinstance(toc[0], nodes.list_item):
        return toc
    item = toc[0]
    if not isinstance(item[-1], nodes.bullet_list):
        item += nodes.bullet_list()
    below = item[-1]
    if not isinstance(below, nodes.Element):
        raise TypeError(f"a table of contents ends in {type(below).__name__}")
    return below


def _clean(node: addnodes.toctree) -> None:
    """Take away what was planted, and give the author's own toctree its entries back."""
    if PLANTED in node:
        parent = node.parent
        parent.remove(node)
        if isinstance(parent, nodes.bullet_list) and not parent.children and parent.parent:
            parent.parent.remove(parent)
    elif WRITTEN in node:
        node["entries"], node["includefiles"] = node[WRITTEN]
        del node[WRITTEN]


def _limit(node: addnodes.toctree, kept: Iterable[str], *, both: bool) -> bool:
    """Keep only the entries below their page; return whether any was removed.

    Other formats replace the toctree by ``includefiles``; ``entries`` is the visible
    list, limited only if *both*.
    """
    allowed = set(kept)
    entries, files = node["entries"], node["includefiles"]
    stay = [name for name in files if name in allowed]
    if len(stay) == len(files):
        return False
    gone = set(files) - allowed
    node[WRITTEN] = (entries, files)
    node["includefiles"] = stay
    if both:
        node["entries"] = [entry for entry in entries if entry[1] not in gone]
    return True


def _written(node: addnodes.toctree) -> tuple[list[tuple[str | None, str]], list[str]]:
    """Return entries and files of a toctree as its author wrote them."""
    entries, files = node.get(WRITTEN, (node["entries"], node["includefiles"]))
    return entries, files


def _toctrees(tree: nodes.Element | None) -> Iterator[addnodes.toctree]:
    """Yield the toctree nodes in *tree*."""
    if tree is not None:
        yield from tree.findall(addnodes.toctree)


def _nodes_of(branches: Iterable[Branch], docname: str, source: str) -> Iterator[addnodes.toctree]:
    """Yield new toctree nodes for *branches*, as the ``toctree`` directive makes them."""
    for branch in branches:
        node = addnodes.toctree()
        node.source, node.line = source, 1
        node["parent"] = docname
        node["entries"] = [(None, child) for child in branch.docnames]
        node["includefiles"] = list(branch.docnames)
        node["maxdepth"] = -1
        node["glob"] = False
        node["hidden"] = True
        node["includehidden"] = False
        node["numbered"] = 0
        node["titlesonly"] = False
        _set_caption(node, branch.caption)
        node[PLANTED] = True
        yield node
