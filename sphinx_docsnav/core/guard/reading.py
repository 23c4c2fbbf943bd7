"""The guard around the transforms of a page that our parser reads."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from sphinx_docsnav.core.guard.plain_page import clear_document, fill_plainly

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.environment import BuildEnvironment

    from sphinx_docsnav.core.guard.page_guard import PageGuard

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
