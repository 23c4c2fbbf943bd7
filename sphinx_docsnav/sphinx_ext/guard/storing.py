"""The guard around storing the doctree of a page that our parser read.

An extension can put something into a doctree that pickle cannot store. Sphinx names no page
then, and a worker process loses all pages of its chunk.
"""

from __future__ import annotations

from functools import partial, update_wrapper
from typing import TYPE_CHECKING

from sphinx_docsnav.sphinx_ext.build.state import build_state
from sphinx_docsnav.sphinx_ext.compat.entries import STORE_DOCTREE
from sphinx_docsnav.sphinx_ext.compat.replacement import replace_until_end
from sphinx_docsnav.sphinx_ext.guard.page_guard import guard_of
from sphinx_docsnav.sphinx_ext.guard.plain_page import plain_doctree
from sphinx_docsnav.sphinx_ext.guard.reading import SOURCE_SHOWN
from sphinx_docsnav.sphinx_ext.guard.writing import is_page_of_ours, is_read_by_us

if TYPE_CHECKING:
    from collections.abc import Callable

    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment


def guard_storing(app: Sphinx, env: BuildEnvironment, docnames: list[str]) -> None:
    """Wrap the method that stores doctrees (``env-before-read-docs``)."""
    if not any(is_page_of_ours(app, docname) for docname in docnames):
        return

    def store(
        method: Callable[..., None], docname: str, doctree: nodes.document, **options: object
    ) -> None:
        """Store a doctree; if that fails, its plain form."""
        try:
            method(docname, doctree, **options)
        except Exception as error:
            if not is_read_by_us(app, docname):
                raise
            guard_of(app).report(error, docname, "the page cannot be stored", SOURCE_SHOWN)
            method(docname, plain_doctree(env, docname, doctree, with_toctrees=True), **options)

    def wrapped(method: Callable[..., None]) -> Callable[..., None]:
        return update_wrapper(partial(store, method), method)

    replace_until_end(build_state(app).restorations, app.builder, STORE_DOCTREE, wrapped)
