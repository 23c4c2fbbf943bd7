"""Sphinx's parser for ``.mdx``, and for ``.md`` in docs.json sites; pages that are not UTF-8."""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Iterator
from encodings import utf_8_sig
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.parsers import Parser

from sphinx_docsnav.core.guard import guard_of, guard_transforms, read_plainly
from sphinx_docsnav.core.settings import reads_ours
from sphinx_docsnav.core.site.document_messages import make_report
from sphinx_docsnav.core.state import app_of, build_state, find_state
from sphinx_docsnav.faults import Fault
from sphinx_docsnav.messages import SOURCE_SHOWN
from sphinx_docsnav.openapi.endpoint_names import make_page_title
from sphinx_docsnav.sitefiles.safe_files import check_encoding

FEW = 20
"""Number of pages in which braces are searched before worker processes start."""
LENIENT = "docsnav_utf_8"
"""The codec's name, as Python asks for it."""


def read_odd_encodings(app: Sphinx, env: BuildEnvironment, docnames: list[str]) -> None:
    """Have pages of the site read that are not UTF-8 (``env-before-read-docs``).

    The inventory reports them. Documents of other parsers in such a build are reported here.
    A project that sets another ``source_encoding`` keeps it.

    Faults: ``page_encoding``.
    """
    state = find_state(app)
    if state is None or not state.inventory.encoding_faults.keys() & set(docnames):
        return
    # A project with another encoding has decided itself.
    if codecs.lookup(env.settings["input_encoding"]).name not in ("utf-8", "utf-8-sig"):
        return
    codecs.register(_find_codec)
    env.settings["input_encoding"] = LENIENT
    for docname, fault in _find_odd_encodings(env, set(docnames).difference(state.inventory.pages)):
        make_report(app, docname)(fault)


def _find_odd_encodings(
    env: BuildEnvironment, docnames: Iterable[str]
) -> Iterator[tuple[str, Fault]]:
    """Yield ``page_encoding`` of documents of other readers, with their names."""
    for docname in sorted(docnames):
        path = Path(env.doc2path(docname))
        fault = check_encoding(path, path.read_bytes())
        if fault is not None:
            yield docname, fault


class _Decoder(utf_8_sig.IncrementalDecoder):
    """Decodes UTF-8 without errors, whichever way to handle them is asked for."""

    def __init__(self, errors: str = "strict") -> None:  # noqa: ARG002 - the interface of codecs
        super().__init__("replace")


def _find_codec(name: str) -> codecs.CodecInfo | None:
    if name != LENIENT:
        return None
    utf_8 = codecs.lookup("utf-8-sig")
    return codecs.CodecInfo(
        encode=utf_8.encode,
        decode=lambda data, _errors="strict": utf_8.decode(data, "replace"),
        incrementaldecoder=_Decoder,
        name=LENIENT,
    )


def prepare_reading(app: Sphinx, env: BuildEnvironment, docnames: list[str]) -> None:
    """Import the reader once, before the worker processes start (``env-before-read-docs``).

    A build that reads no page of ours does without.
    """
    if reads_ours(env, docnames):
        from sphinx_docsnav.core.reading.page_reading import ReadingCache
        from sphinx_docsnav.mdx import evaluate

        # What is imported before the fork is shared by all worker processes.
        build_state(app).slot(ReadingCache)  # it imports all components
        if app.parallel > 1 and _has_braces(env, docnames):
            evaluate("", {})  # it imports the parser and the evaluator


def _has_braces(env: BuildEnvironment, docnames: Iterable[str]) -> bool:
    """Return whether one of a few pages may have expressions; then others have some, too."""
    paths = [Path(env.doc2path(docname)) for docname in sorted(docnames)[:FEW]]
    return any(b"{" in path.read_bytes() for path in paths if path.is_file())


class MdxParser(Parser):
    """Reads a page: front matter, MDX, components, snippets."""

    supported = ("mdx",)

    def parse(self, inputstring: str, document: nodes.document) -> None:
        """Write *inputstring* into *document*; its plain form if it cannot be read."""
        env: BuildEnvironment = document.settings.env
        docname = env.docname
        guard = guard_of(app_of(env))

        def read_as_text() -> None:
            front_matter_title = env.metadata[docname].get("title")
            title = (
                front_matter_title
                if isinstance(front_matter_title, str) and front_matter_title
                else make_page_title(docname)
            )
            read_plainly(document, env, docname, title, inputstring)

        # Sphinx runs the transforms of this document after `parse` has returned.
        guard_transforms(document, guard, docname, read_as_text)
        try:
            from sphinx_docsnav.core.reading.page_reading import read_page

            read_page(inputstring, document, env, docname)
        except Exception as error:  # noqa: BLE001 -- whatever it is, other pages can be read
            guard.report(error, docname, "the page cannot be read", SOURCE_SHOWN)
            read_as_text()
