"""Pages that show the titles of others: those before, after and above them.

Sphinx does not write a page again when the title of its neighbor changes, as for pages of
authors that is rare. An edit of a specification renames pages, so here they are written.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_docsnav.core.site.env_record import record_of
from sphinx_docsnav.core.state import reading_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment


def find_changed_neighbors(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Return the pages whose neighbors have other titles than in the last build (``env-updated``).

    In a project with a navigation of ours, the digests of the navigation have that.
    """
    if reading_of(app).has_navigation:
        return []
    record = record_of(env)
    before, record.neighbors = record.neighbors, _neighbors(env)
    if not before:
        return []
    return sorted(name for name, said in record.neighbors.items() if before.get(name) != said)


def _neighbors(env: BuildEnvironment) -> dict[str, str]:
    """Return names and titles of the documents above, before and after each document."""
    titles = {docname: title.astext() for docname, title in env.titles.items()}
    above = {child: holder for holder, found in env.toctree_includes.items() for child in found}
    described: dict[str, str] = {}
    for docname, around in env.collect_relations().items():
        path = [name for name in around if name]
        holder = above.get(docname)
        while holder is not None and holder not in path:
            path.append(holder)
            holder = above.get(holder)
        described[docname] = "\n".join(f"{name} {titles.get(name, '')}" for name in path)
    return described
