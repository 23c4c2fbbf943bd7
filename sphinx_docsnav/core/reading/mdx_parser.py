"""Sphinx's parser for ``.mdx``, and for ``.md`` in docs.json sites."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from sphinx.parsers import Parser

from sphinx_docsnav.core.guard.page_guard import guard_of
from sphinx_docsnav.core.guard.reading import SOURCE_SHOWN, guard_transforms, read_plainly
from sphinx_docsnav.core.settings import our_suffixes
from sphinx_docsnav.core.state import app_of
from sphinx_docsnav.openapi.endpoint_names import title_of

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment


def reads_ours(env: BuildEnvironment, docnames: Iterable[str]) -> bool:
    """Return whether one of *docnames* is a page of our reader."""
    suffixes = our_suffixes(env.config)
    return any(env.doc2path(docname, base=False).suffix in suffixes for docname in docnames)


def prepare_reading(_app: Sphinx, env: BuildEnvironment, docnames: list[str]) -> None:
    """Import the reader once, before the worker processes start (``env-before-read-docs``).

    A build that reads no page of ours does without.
    """
    if reads_ours(env, docnames):
        import sphinx_docsnav.core.reading.page_reading  # noqa: F401 -- for its import alone


class MdxParser(Parser):
    """Reads a page: front matter, MDX, components, snippets."""

    supported = ("mdx",)

    def parse(self, inputstring: str, document: nodes.document) -> None:
        """Write *inputstring* into *document*; its plain form if it cannot be read."""
        env: BuildEnvironment = document.settings.env
        docname = env.docname
        guard = guard_of(app_of(env))

        def read_as_text() -> None:
            given = env.metadata[docname].get("title")
            title = given if isinstance(given, str) and given else title_of(docname)
            read_plainly(document, env, docname, title, inputstring)

        guard_transforms(document, guard, docname, read_as_text)
        try:
            from sphinx_docsnav.core.reading.page_reading import read_page

            read_page(inputstring, document, env, docname)
        except Exception as error:  # noqa: BLE001 -- whatever it is, other pages can be read
            guard.report(error, docname, "the page cannot be read", SOURCE_SHOWN)
            read_as_text()
