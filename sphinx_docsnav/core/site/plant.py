"""Plant the outline into what Sphinx has read: doctrees and the index of toctrees.

The toctrees in a page are its author's (decision 23): their entries stay, and nothing is
planted into ``env.tocs``, from which Sphinx makes lists and numbers. Formats that put all
documents together replace toctrees in the order of the text; documents in the toctrees of
authors stand where their authors have them, and planted toctrees add the others.

Done once all documents are read, in the main process, whether they were read in
this build, by a worker, or long ago. So a changed docs.json reads no page again,
and serial, parallel and incremental builds pass through the same lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from docutils import nodes
from sphinx import addnodes
from sphinx.builders import Builder
from sphinx.environment import BuildEnvironment

from sphinx_docsnav.core.private_names import forget_cached_doctree
from sphinx_docsnav.core.site.discover import begin_storing
from sphinx_docsnav.core.site.env_record import Done
from sphinx_docsnav.core.site.outline import Branch, Outline
from sphinx_docsnav.core.state import app_of

PLANTED = "docsnav_planted"
"""Attribute of the toctree nodes that are ours."""


def find_own_toctrees(env: BuildEnvironment) -> dict[str, list[str]]:
    """Return the documents with toctrees of their own, and the documents in these."""
    children: dict[str, list[str]] = {}
    for docname in sorted(env.toctree_includes):
        written = list(_find_toctrees(env.tocs.get(docname)))
        if written:
            files = (child for node in written for child in node["includefiles"])
            children[docname] = [child for child in files if child in env.all_docs]
    return children


def list_toctree_ancestors(env: BuildEnvironment) -> Callable[[str], list[str]]:
    """Return a function that lists the documents above one in the toctrees, the nearest first."""
    parents = {child: name for name, children in env.toctree_includes.items() for child in children}

    def list_ancestors(docname: str) -> list[str]:
        lineage = [docname]
        # Toctrees may form a ring.
        while (parent := parents.get(lineage[-1])) is not None and parent not in lineage:
            lineage.append(parent)
        return lineage[1:]

    return list_ancestors


def shows_titles_only(env: BuildEnvironment, docname: str) -> bool:
    """Return whether the author's toctrees of a document list titles without headings."""
    written = list(_find_toctrees(env.tocs.get(docname)))
    return bool(written) and all(node.get("titlesonly") for node in written)


def plant(
    env: BuildEnvironment,
    builder: Builder,
    plan: Outline,
    own_entries: Mapping[str, Iterable[str]],
    done: dict[str, Done],
) -> list[str]:
    """Change Sphinx's toctrees to match *plan*; return the changed documents.

    :param own_entries: for each document with toctrees of its own, the documents in these.
    :param done: what is planted, without the documents read in this build; updated.
    """
    changed: list[str] = []
    # Documents that authors' toctrees add are not planted a second time.
    added = _select_additions(env.config.root_doc, plan, own_entries)
    # Captions are for readers of HTML: LaTeX would take the first one for the name of its
    # contents, gettext would have them translated.
    captions = builder.format == "html"
    for docname in sorted({*added, *done}):
        branches = added.get(docname, ())
        if not captions:
            branches = tuple(Branch("", branch.docnames) for branch in branches)
        before = done.get(docname, ())
        # Only what differs is planted anew: each doctree has to be loaded and stored.
        if docname not in env.all_docs:
            done.pop(docname, None)
        elif not _is_done(env, builder, docname, before, branches):
            _replant(env, builder, docname, branches)
            changed.append(docname)
            done[docname] = branches
    _fill_index(env, plan)
    return changed


def _select_additions(
    root_doc: str, plan: Outline, own_entries: Mapping[str, Iterable[str]]
) -> dict[str, tuple[Branch, ...]]:
    """Return what to plant: the plan without the documents that toctrees of authors add.

    A document that such a toctree adds is one that leads, toctree by toctree, from the root
    document or from a planted one. Parents are processed before children, so each document
    of the plan is added by one or the other.
    """
    reached: set[str] = set()
    follow_toctrees(root_doc, own_entries, reached)
    added: dict[str, tuple[Branch, ...]] = {}
    holders = [root_doc]
    # Breadth first, so that parents come before their children.
    for holder in holders:  # grows
        branches: list[Branch] = []
        for branch in plan.planted.get(holder, ()):
            fresh: list[str] = []
            for docname in branch.docnames:
                if docname not in reached:
                    fresh.append(docname)
                    follow_toctrees(docname, own_entries, reached)
            if fresh:
                branches.append(Branch(branch.caption, tuple(fresh)))
            holders.extend(branch.docnames)
        if branches:
            added[holder] = tuple(branches)
        holders.extend(plan.kept.get(holder, ()))
    return added


def follow_toctrees(
    start: str, own_entries: Mapping[str, Iterable[str]], reached: set[str]
) -> None:
    """Add *start*, and the documents to which toctrees of authors lead from it, to *reached*.

    :param own_entries: as for `plant`.
    """
    pending = [start]
    while pending:
        docname = pending.pop()
        if docname not in reached:
            reached.add(docname)
            pending.extend(own_entries.get(docname, ()))


def _is_done(
    env: BuildEnvironment, builder: Builder, docname: str, before: Done, branches: Done
) -> bool:
    """Return whether a document has its toctrees; update their captions in the root document.

    No page shows the captions, which have the labels of all tabs. If they counted as a change,
    Sphinx would store the whole environment. Each build updates them in what it has loaded.
    """
    entries = [branch.docnames for branch in branches]
    labelled = any(branch.caption for branch in before) and builder.format == "html"
    if not labelled or docname != env.config.root_doc:
        return before == branches
    if [branch.docnames for branch in before] != entries:
        return False
    doctree = env.get_doctree(docname)
    forget_cached_doctree(env, docname)
    planted = [node for node in _find_toctrees(doctree) if PLANTED in node]
    if [tuple(node["includefiles"]) for node in planted] != entries:
        return False  # of a build that was interrupted
    captions = [branch.caption for branch in branches]
    changed = [_set_caption(*pair) for pair in zip(planted, captions, strict=True)]
    if any(changed):
        begin_storing(app_of(env))
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


def _fill_index(env: BuildEnvironment, plan: Outline) -> None:
    """Fill Sphinx's index of toctrees, from which it takes relations and orphans.

    ``files_to_rebuild`` names a document itself: it is in a toctree, yet no other
    page has to be written when it changes, for planted toctrees are not shown.
    Documents without any toctree get the same, so that they are no orphans.
    """
    includes = {docname: list(children) for docname, children in plan.kept.items()}
    for docname, branches in plan.planted.items():
        below = includes.setdefault(docname, [])
        below.extend(child for branch in branches for child in branch.docnames)
    # Replaced in place: other objects refer to this dict.
    env.toctree_includes.clear()
    env.toctree_includes.update(sorted(includes.items()))
    for docname in env.all_docs:
        if docname != env.config.root_doc:
            env.files_to_rebuild.setdefault(docname, set()).add(docname)


def _replant(env: BuildEnvironment, builder: Builder, docname: str, branches: Done) -> None:
    """Replace the planted toctrees of one document."""
    doctree = env.get_doctree(docname)
    for node in list(_find_toctrees(doctree)):
        if PLANTED in node:
            node.parent.remove(node)
    section = next((child for child in doctree if isinstance(child, nodes.section)), doctree)
    section.extend(_make_nodes(branches, docname, str(env.doc2path(docname))))
    begin_storing(app_of(env))
    builder.write_doctree(docname, doctree)
    forget_cached_doctree(env, docname)


def _find_toctrees(tree: nodes.Element | None) -> Iterator[addnodes.toctree]:
    """Yield the toctree nodes in *tree*."""
    if tree is not None:
        yield from tree.findall(addnodes.toctree)


def _make_nodes(
    branches: Iterable[Branch], docname: str, source: str
) -> Iterator[addnodes.toctree]:
    """Yield new toctree nodes for *branches*."""
    for branch in branches:
        node = make_hidden_toctree(docname, branch.docnames, source, branch.caption)
        node["titlesonly"] = False
        node[PLANTED] = True
        yield node


def make_hidden_toctree(
    docname: str, below: Iterable[str], source: str, caption: str
) -> addnodes.toctree:
    """Return a toctree node of *below*, as the ``toctree`` directive makes it."""
    files = list(below)
    node = addnodes.toctree()
    node.source, node.line = source, 1
    node["parent"] = docname
    node["entries"] = [(None, child) for child in files]
    node["includefiles"] = files
    node["maxdepth"] = -1
    node["glob"] = False
    node["hidden"] = True
    node["includehidden"] = False
    node["numbered"] = 0
    node["titlesonly"] = True
    _set_caption(node, caption)
    return node
