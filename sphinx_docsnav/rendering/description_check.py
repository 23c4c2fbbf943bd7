"""What a build would report about the descriptions of operations, found without Sphinx."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path

from docutils import nodes
from docutils.frontend import get_default_settings
from docutils.utils import new_document

from sphinx_docsnav.faults import FaultKind
from sphinx_docsnav.mdx.source import MdxOptions, SourceCache
from sphinx_docsnav.openapi import Located, Operation, Specifications
from sphinx_docsnav.openapi.mentions import descriptions
from sphinx_docsnav.rendering.descriptions import DescriptionRenderer
from sphinx_docsnav.rendering.page_check import CheckHost
from sphinx_docsnav.rendering.page_state import Writing
from sphinx_docsnav.sitefiles.page_links import Address

LinkFinding = tuple[FaultKind, str, str]
"""Kind, message and hint."""
LinkProblem = Callable[[str, Address], LinkFinding | None]
"""Returns what is wrong with a link on a page that leads nowhere."""

_ADDRESS = re.compile(r"\]\s*[(\[:]|(?:href|src)\s*=", re.IGNORECASE)


def check_descriptions(
    operations: Mapping[str, Operation], root: Path, specs: Specifications, problem: LinkProblem
) -> None:
    """Report what is wrong with links and pictures, at its place in the specification.

    :param operations: the operations that pages show, by docname.
    :param root: the site's folder.
    :param problem: compares a link with the pages of the site.
    """
    pages = {id(operation): docname for docname, operation in operations.items()}
    settings, sources = get_default_settings(), SourceCache()
    for operation, text in descriptions(operations.values()):
        if not _ADDRESS.search(str(text.value)):
            continue
        docname = pages[id(operation)]
        host = CheckHost(root, docname, "", MdxOptions(), sources)
        writing = Writing(host, new_document(docname, settings))
        try:
            found = _problems(text, writing, problem)
        except Exception as error:  # noqa: BLE001 -- whatever it is, the others can be checked
            message = f"this description cannot be rendered: {error!r}"
            found = [(FaultKind.PAGE_FAILED, message, "report it, with the description")]
        for kind, message, hint in found:
            specs.report_value(kind, text.document, text.keys, message, hint)


def _problems(text: Located, writing: Writing, problem: LinkProblem) -> list[LinkFinding]:
    """Return what is wrong in one description."""
    found: list[LinkFinding] = []

    def complain(kind: FaultKind, message: str, hint: str, _text: str) -> None:
        found.append((kind, message, hint))

    docname = writing.host.docname
    folders = (docname.rpartition("/")[0],)
    renderer = DescriptionRenderer(writing, text.document.name, folders, complain)
    for part in renderer.describe(str(text.value)):
        for link in part.findall(nodes.reference):
            address = link.get("docsnav_address")
            wrong = problem(docname, address) if isinstance(address, Address) else None
            found += [wrong] if wrong is not None else []
    return found
