"""Entries of ``pages`` that are objects but no groups: a page with a title, or a link.

An addition of this extension; the specification knows paths and groups only.
"""

from __future__ import annotations

from dataclasses import replace

from pydantic import ValidationError

from sphinx_docsnav.docs_json.findings import Finding, explain, unknown_field
from sphinx_docsnav.docs_json.models import MODELS
from sphinx_docsnav.docs_json.page_entries import PageEntry, PageObject
from sphinx_docsnav.docs_json.phrases import Json
from sphinx_docsnav.docs_json.positions import escape_key
from sphinx_docsnav.faults import FaultKind, Severity

URL_SCHEMES = ("https://", "http://")
"""What a string in ``pages`` begins with if it is a link."""

_FIELDS = tuple(PageObject.model_fields)
_LABELS = frozenset(model.label_field for model in MODELS.values())
_LEFT_OUT = "the entry is left out"


def is_page_object(value: Json) -> bool:
    """Return whether *value*, an entry of ``pages``, is a page or a link and no element."""
    return (
        isinstance(value, dict)
        and ("page" in value or "href" in value)
        and _LABELS.isdisjoint(value)
    )


def read_page_object(value: Json, pointer: str) -> tuple[PageEntry | None, list[Finding]]:
    """Return the entry of an object with ``page`` or ``href``, and what is wrong with it.

    The entry is ``None`` after an error.
    """
    fields = value if isinstance(value, dict) else {}
    findings = [
        unknown_field(f"{pointer}/{escape_key(key)}", key, _FIELDS)
        for key in fields
        if key not in _FIELDS
    ]
    if "page" in fields and "href" in fields:
        message = "expected 'page' or 'href', found both"
        hint = "an entry is a page or a link, remove one"
        findings.append(Finding(FaultKind.HREF_CHILDREN, pointer, message, hint, built=_LEFT_OUT))
        return None, findings
    try:
        read = PageObject.model_validate({key: fields[key] for key in fields if key in _FIELDS})
    except ValidationError as error:
        wrong = (finding for _, finding in explain(error, pointer))
        findings.extend(
            replace(finding, built=_LEFT_OUT) if finding.severity is Severity.ERROR else finding
            for finding in wrong
        )
        return None, findings
    text = read.href if read.page is None else read.page
    return PageEntry(text, pointer, read.title.strip(), read.href), findings
