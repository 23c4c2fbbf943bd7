"""The languages of sample requests in docs.json."""

from __future__ import annotations

import difflib
from collections.abc import Iterator

from sphinx_docsnav.docs_json import DocsJson
from sphinx_docsnav.faults import Fault, FaultKind, Severity


def sample_language_faults(docs: DocsJson) -> Iterator[Fault]:
    """Yield ``wrong_value``, one per unknown language in ``api.examples.languages``."""
    if not docs.api.examples.languages:
        return
    from sphinx_docsnav.openapi.content.sample_requests import LANGUAGES, find_language

    for number, name in enumerate(docs.api.examples.languages):
        if find_language(name) is not None:
            continue
        pointer = docs.source.written(f"/api/examples/languages/{number}")
        near = difflib.get_close_matches(name.lower(), LANGUAGES, n=1)
        yield Fault(
            FaultKind.WRONG_VALUE,
            Severity.WARNING,
            f"expected one of {', '.join(LANGUAGES)}, found {name!r}; left out",
            docs.source.file(pointer),
            docs.source.position(pointer),
            pointer,
            f"did you mean '{near[0]}'?" if near else "",
        )
