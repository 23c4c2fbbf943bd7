"""The guard around the transforms of a page that our parser reads, and a page's plain form."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes

from sphinx_docsnav.core.state import find_state
from sphinx_docsnav.sitefiles.characters import drop_forbidden_characters

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

    from sphinx_docsnav.core.guard.page_guard import PageGuard

ID = "page-title"
"""The id of the only section; renderers of pages use it where a title has no letters."""


def clear_document(document: nodes.document) -> None:
    """Take everything out of *document* that was parsed."""
    new = nodes.document(document.settings, document.reporter, source=document.get("source", ""))
    kept = {name: document.__dict__[name] for name in ("transformer",) if name in document.__dict__}
    document.__dict__.update({**new.__dict__, **kept})
    document.note_source(document.get("source", ""), -1)


def fill_plainly(
    document: nodes.document, env: BuildEnvironment, docname: str, title: str, text: str
) -> None:
    """Write *title* and the literal *text* into the empty *document*.

    A generated page has no source text; its operation is named.
    """
    shown = operation_label(env, docname) if _is_generated(env, docname) else text
    shown, _ = drop_forbidden_characters(shown)
    section = nodes.section("", nodes.title(title, title), ids=[ID])
    document.ids[ID] = section
    literal = nodes.literal_block(shown, shown, language="text")
    for node in (section, *section.children, literal):
        node.source, node.line = str(env.doc2path(docname)), 1
    section += literal
    document += section


def plain_doctree(
    env: BuildEnvironment, docname: str, doctree: nodes.document, *, with_toctrees: bool
) -> nodes.document:
    """Return *doctree*, the stored one of a document, as its plain form.

    :param with_toctrees: keep the toctrees, which hold the chapters of a book together.
    """
    toctrees = list(doctree.findall(addnodes.toctree)) if with_toctrees else []
    known = env.titles.get(docname)
    clear_document(doctree)
    fill_plainly(
        doctree,
        env,
        docname,
        known.astext() if known is not None else docname,
        Path(env.doc2path(docname)).read_text("utf-8", errors="replace"),
    )
    for toctree in toctrees:
        wrapper = nodes.compound("", toctree, classes=["toctree-wrapper"])
        doctree.children[0].append(wrapper)  # type: ignore[attr-defined]  # the section
    return doctree


def operation_label(env: BuildEnvironment, docname: str) -> str:
    """Return ``GET /pets`` for the page of an operation; empty for other pages."""
    state = find_state(env)
    operation = state.operation(docname, "") if state is not None else None
    return operation.name if operation is not None else ""


def _is_generated(env: BuildEnvironment, docname: str) -> bool:
    state = find_state(env)
    return state is not None and docname in state.generated


SOURCE_SHOWN = "the page is shown as its source text"
"""What readers see of a page that failed."""


def read_plainly(
    document: nodes.document, env: BuildEnvironment, docname: str, title: str, text: str
) -> None:
    """Make *document* the plain form of a page, and forget what was recorded of the page."""
    metadata = dict(env.metadata[docname])
    env.events.emit("env-purge-doc", env, docname)
    env.clear_doc(docname)
    env.metadata[docname].update(metadata)
    clear_document(document)
    fill_plainly(document, env, docname, title, text)


def guard_transforms(
    document: nodes.document,
    guard: PageGuard,
    docname: str,
    start_again: Callable[[], None],
) -> None:
    """Have a failing transform of *document* reported, and run the transforms on a plain page.

    Sphinx has no event around transforms, so the method of this document's
    transformer is wrapped; handlers of ``doctree-read`` run in it, too.

    :param start_again: makes *document* the plain form of the page.
    """
    transformer: Any = getattr(document, "transformer", None)
    if transformer is None:
        return
    apply_transforms = transformer.apply_transforms

    def apply() -> None:
        todo = [entry for entry in transformer.transforms if entry[2] is None]
        try:
            apply_transforms()
        except Exception as error:  # noqa: BLE001 -- whatever it is, other pages can be built
            guard.report(error, docname, "the page cannot be processed", SOURCE_SHOWN)
            document.reporter.detach_observer(document.note_transform_message)
            start_again()
            transformer.transforms[:] = todo
            transformer.sorted = 0
            apply_transforms()

    transformer.apply_transforms = apply
