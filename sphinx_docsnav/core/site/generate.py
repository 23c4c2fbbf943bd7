"""Documents without a file in the source folder.

Their text is written under ``doctreedir/_docsnav/pages``, only if it differs,
and the path is registered in Sphinx. So sources may be read-only, file watchers are
not triggered, and a document is read again only if its text or a dependency has
changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import CONFIG_OK, BuildEnvironment

from sphinx_docsnav.core.builders import SITE_BUILDERS, builds_site
from sphinx_docsnav.core.private_names import add_document
from sphinx_docsnav.core.site.content_digests import is_newer, is_same
from sphinx_docsnav.core.state import STORAGE, find_state, state_of
from sphinx_docsnav.faults import DocsNavError
from sphinx_docsnav.sitefiles.address_files import make_refresh_tag
from sphinx_docsnav.sitefiles.write import write_if_changed

SUFFIX = ".mdx"
"""Suffix of generated documents; our reader's."""
STANDALONE_SUFFIX = ".docsnav-mdx"
"""Their suffix in a project that has no other documents of ours: no file of it ends so."""


def limit_root_link_to_html(app: Sphinx, doctree: nodes.document) -> None:
    """Show the link of a generated root page in HTML only (``doctree-read``).

    Other formats put all pages behind it, and need nobody led there.
    """
    if app.env.docname != app.config.root_doc or app.env.docname not in state_of(app).generated:
        return
    html = addnodes.only(expr=" or ".join(f"builder_{name}" for name in SITE_BUILDERS))
    section = next(iter(doctree.findall(nodes.section)), doctree)
    content = [child for child in section if not isinstance(child, nodes.title)]
    for child in content:
        section.remove(child)
    html.extend(content)
    section.append(html)


def set_generated_context(
    app: Sphinx,
    pagename: str,
    _templatename: str,
    context: dict[str, Any],
    _doctree: nodes.document | None,
) -> None:
    """Remove the source link of a generated page, and redirect the root page to the first page.

    Sphinx would derive the name of the source from a path outside of the project.
    """
    state = state_of(app)
    if pagename not in state.generated:
        return
    context.update(sourcename="", page_source_suffix=SUFFIX, show_source=False)
    first = state.site.first_page(state.site.root)
    if pagename == app.config.root_doc and first and builds_site(app.builder):
        address = app.builder.get_relative_uri(pagename, first.docname)
        context["metatags"] = f"{context.get('metatags', '')}\n{make_refresh_tag(address)}\n"


def count_pages(app: Sphinx) -> int:
    """Return the number of documents, but for a root page that only leads to the first page."""
    state = find_state(app)
    has_root_link = state is not None and app.config.root_doc in state.generated
    return len(app.env.all_docs) - has_root_link


def find_pages_directory(doctreedir: Path) -> Path:
    """Return the folder of generated documents; everything in it is ours."""
    return doctreedir / STORAGE / "pages"


def write_pages(directory: Path, texts: Mapping[str, str], suffix: str = SUFFIX) -> dict[str, Path]:
    """Write each text as a document into *directory*; return the files by docname.

    A file whose text is the same is left alone; files of other documents are
    removed.

    :raises DocsNavError: a docname leads out of *directory*.
    """
    paths = {docname: _make_path(directory, docname, suffix) for docname in texts}
    # Everything in this folder is ours, so what is not wanted now is left over.
    for path in set(directory.rglob("*")) - set(paths.values()):
        if path.is_file():
            path.unlink()
    for docname, path in paths.items():
        write_if_changed(path, texts[docname])
    return paths


def _make_path(directory: Path, docname: str, suffix: str) -> Path:
    path = directory / f"{docname}{suffix}"
    if not path.resolve().is_relative_to(directory.resolve()):
        raise DocsNavError(f"the address '{docname}' of a generated page leads out of the site")
    return path


def join(env: BuildEnvironment, paths: Mapping[str, Path], removed: set[str]) -> set[str]:
    """Add *paths* as documents of the project; return those that have to be read.

    :param paths: files by docname, absolute or relative to the source folder.
    :param removed: documents that Sphinx regards as removed; those here are deleted from it.
    """
    paths = {name: path for name, path in paths.items() if add_document(env.project, name, path)}
    # Sphinx has looked for the documents in the source folder, and missed these.
    removed.difference_update(paths)
    return {
        docname
        for docname, path in paths.items()
        if _is_outdated(env, docname, Path(env.srcdir, path))
    }


def _is_outdated(env: BuildEnvironment, docname: str, path: Path) -> bool:
    """Return whether a generated document has to be read, by Sphinx's rules for documents."""
    read = env.all_docs.get(docname)
    if read is None or env.config_status != CONFIG_OK or docname in env.reread_always:
        return True
    if not (Path(env.doctreedir) / f"{docname}.doctree").is_file():
        return True
    # As Sphinx does for documents with a file in the source folder.
    depends = (Path(env.srcdir) / file for file in env.dependencies.get(docname, ()))
    if not any(is_newer(file, read) for file in (path, *depends)):
        return False
    return not is_same(env, docname)


def leave_out(
    env: BuildEnvironment,
    docnames: Iterable[str],
    added: set[str],
    changed: set[str],
    removed: set[str],
) -> None:
    """Make *docnames* no documents of the project, though Sphinx found them."""
    for docname in docnames:
        env.project.docnames.discard(docname)
        added.discard(docname)
        changed.discard(docname)
        if docname in env.all_docs:
            removed.add(docname)
