"""Pages that are not UTF-8, at which Sphinx 9 stops the build.

Sphinx reads every document with the encoding in ``env.settings``, strictly and before any
event. In a build that reads such a page, that encoding is a codec of ours: UTF-8, in which
bytes that cannot be are replacement characters.
"""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Iterator
from encodings import utf_8_sig
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_docsnav.core.log import sphinx_report
from sphinx_docsnav.core.state import find_state
from sphinx_docsnav.sitefiles.characters import encoding_fault

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from sphinx_docsnav.faults import Fault

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
    if codecs.lookup(env.settings["input_encoding"]).name not in ("utf-8", "utf-8-sig"):
        return
    codecs.register(_find_codec)
    env.settings["input_encoding"] = LENIENT
    report = sphinx_report(Path(env.srcdir))
    for fault in _others(env, set(docnames).difference(state.inventory.pages)):
        report(fault)


def _others(env: BuildEnvironment, docnames: Iterable[str]) -> Iterator[Fault]:
    for docname in sorted(docnames):
        path = Path(env.doc2path(docname))
        fault = encoding_fault(path, path.read_bytes())
        if fault is not None:
            yield fault


class _Decoder(utf_8_sig.IncrementalDecoder):
    """Decodes UTF-8 without errors, whichever way to handle them is asked for."""

    def __init__(self, errors: str = "strict") -> None:  # noqa: ARG002 - the interface of codecs
        super().__init__("replace")


def _find_codec(name: str) -> codecs.CodecInfo | None:
    if name != LENIENT:
        return None
    known = codecs.lookup("utf-8-sig")
    return codecs.CodecInfo(
        encode=known.encode,
        decode=lambda data, _errors="strict": known.decode(data, "replace"),
        incrementaldecoder=_Decoder,
        name=LENIENT,
    )
