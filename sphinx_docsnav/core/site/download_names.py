"""The names of files for download in the output, whichever reader of pages has found them.

Sphinx names the folder of a download after its path, and the file as it is. The path of a file that
the build has made must not depend on where doctrees lie, and no name has characters that nobody
sees, or that change the order of text.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from sphinx_docsnav.components.document_structure import make_node_warning
from sphinx_docsnav.core.site.document_messages import make_report
from sphinx_docsnav.faults import FaultKind
from sphinx_docsnav.sitefiles.hidden_characters import describe_hidden_characters, make_visible_name
from sphinx_docsnav.sitefiles.write import digest_of

NAMED = "docsnav_named"
"""The attribute of nodes for download that this package has made."""


def add_download(env: BuildEnvironment, docname: str, name: str) -> str:
    """Add a file to the downloads of a document; return its path among those of the output.

    :param name: the file, relative to the source folder.
    """
    sphinx_name = str(env.dlfiles.add_file(docname, name))
    files: dict[Any, Any] = env.dlfiles
    key = name if name in files else Path(name)  # before Sphinx 8.2, text
    docnames, place = files[key]
    path = Path(os.path.normpath(Path(env.srcdir, name)))
    folder = sphinx_name.rpartition("/")[0]
    if path.is_relative_to(env.doctreedir):
        folder = digest_of(path.relative_to(env.doctreedir).as_posix().encode())
    files[key] = docnames, type(place)(f"{folder}/{make_visible_name(path.name)}")
    return str(files[key][1])


def name_downloads(app: Sphinx, doctree: nodes.document) -> None:
    """Give the downloads of a document that another reader has read their names (``doctree-read``).

    Faults: ``page_name``.
    """
    env, docname = app.env, app.env.docname
    names = [str(name) for name, (docnames, _) in env.dlfiles.items() if docname in docnames]
    if not any(map(_describe_hidden_characters, names)):
        return  # without a walk through the document
    report = make_report(app)
    for node in doctree.findall(addnodes.download_reference):
        name, _ = env.relfn2path(node["reftarget"], docname)
        hidden = _describe_hidden_characters(name)
        if "filename" not in node or NAMED in node or not hidden:
            continue
        node["filename"] = add_download(env, docname, name)
        message = f"the file name {Path(name).name!r} has {hidden}, which the output leaves out"
        report(make_node_warning(node, FaultKind.PAGE_NAME, message, hint="rename the file"))


def _describe_hidden_characters(name: str) -> str:
    """Return what to call the characters of a file's name that its copy in the output lacks."""
    file = Path(name).name
    return describe_hidden_characters(file, make_visible_name(file))


def merge_downloads(
    _app: Sphinx, env: BuildEnvironment, docnames: list[str], other: BuildEnvironment
) -> None:
    """Name the downloads that a reading worker has found (``env-merge-info``)."""
    read = set(docnames)
    for name, (names, _) in other.dlfiles.items():
        for docname in names & read:
            add_download(env, docname, str(name))
