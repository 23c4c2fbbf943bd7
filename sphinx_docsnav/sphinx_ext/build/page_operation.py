"""The operation that a page shows: found by front matter, written below the page's own text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes
from sphinx import addnodes

from sphinx_docsnav.endpoints import OperationContext
from sphinx_docsnav.mdx.source import MdxSource
from sphinx_docsnav.openapi.content.sample_requests import DEFAULT_LANGUAGES
from sphinx_docsnav.sphinx_ext.build.state import app_of, find_state
from sphinx_docsnav.sphinx_ext.endpoints.renderers import renderer_of
from sphinx_docsnav.sphinx_ext.guard.page_guard import guard_of

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

    from sphinx_docsnav.openapi import Operation
    from sphinx_docsnav.rendering.renderer import Renderer


def operation_of_page(env: BuildEnvironment, docname: str, source: MdxSource) -> Operation | None:
    """Return the operation that front matter ``openapi`` names, if there is one.

    The specifications of the page's place in docs.json come first. One that is
    missing is told by who resolves the navigation.
    """
    reference = source.front_matter.get("openapi")
    state = find_state(env)
    if not isinstance(reference, str) or state is None:
        return None
    return state.operation(docname, reference)


def append_operation(
    env: BuildEnvironment, operation: Operation | None, out: Renderer, *, described: bool
) -> None:
    """Write the content of *operation*, if there is one; its name alone if that fails."""
    if operation is None:
        return
    try:
        _write_operation(env, operation, out, described=described)
    except Exception as error:  # noqa: BLE001 -- whatever it is, the page has its own text
        guard_of(app_of(env)).report(
            error,
            out.writing.host.docname,
            f"operation '{operation.name}' cannot be shown",
            "the page shows its name alone",
        )
        page = out.writing.sections[min(1, len(out.writing.sections) - 1)][1]
        page += nodes.paragraph("", "", nodes.literal(operation.name, operation.name))


def _write_operation(
    env: BuildEnvironment, operation: Operation, out: Renderer, *, described: bool
) -> None:
    """Write the content of *operation*; its description too, if the page has none of its own."""
    state = find_state(env)
    if state is None:
        return
    if operation.document.path is not None and out.path.is_relative_to(out.writing.host.root):
        out.writing.host.depend(operation.document.path)
    api = state.docs.api
    context = OperationContext(
        out.writing.document,
        out.writing.serial,
        lambda message, found: state.specs.odd(found.document, found.keys, message),
        languages=tuple(api.examples.languages or ()) or DEFAULT_LANGUAGES,
        expanded=api.params.expanded == "all",
        language=out.writing.host.language,
        described=described,
    )
    page = out.writing.sections[min(1, len(out.writing.sections) - 1)][1]
    page += renderer_of(app_of(env))(operation, context)
    for link in list(page.findall(nodes.reference)):
        if _leads_into_site(str(link.get("refuri", ""))):
            made = out.link(link["refuri"], link.children, line=1)
            for reference in made:
                if isinstance(reference, addnodes.pending_xref):
                    reference["docsnav_operation"] = True  # a message names the specification
            words_alone = not made or isinstance(made[0], nodes.Text)
            link.replace_self([nodes.inline("", "", *made)] if words_alone else made)


def begins_with(text: str, start: str) -> bool:
    """Tell whether *text* has the words of *start* first, whatever the lines."""
    return f"{' '.join(text.split())} ".startswith(f"{' '.join(start.split())} ")


def _leads_into_site(url: str) -> bool:
    return url.startswith("/") and not url.startswith(("//", "/\\"))
