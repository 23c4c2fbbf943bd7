"""Read and check docs.json: from a path to a frozen model."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from pydantic import PrivateAttr

from sphinx_docsnav.data_files.json_mistakes import LEAST_FILE
from sphinx_docsnav.data_files.json_values import Json
from sphinx_docsnav.docs_json.findings import Finding, list_other_fields, make_type_finding
from sphinx_docsnav.docs_json.json_source import (
    JsonFile,
    JsonSource,
    merge_references,
    read_json_source,
)
from sphinx_docsnav.docs_json.kinds import KeepGoing, continues_after
from sphinx_docsnav.docs_json.lenient import read_settings
from sphinx_docsnav.docs_json.model_reader import NavigationReader
from sphinx_docsnav.docs_json.models import Navigation
from sphinx_docsnav.docs_json.site_settings import SiteSettings
from sphinx_docsnav.faults import DocsNavError, Fault, FaultKind, Report, Severity, fault_text
from sphinx_docsnav.sitefiles.nearest import suggest_name


class DocsJson(SiteSettings):
    """A checked docs.json."""

    navigation: Navigation
    """How pages are organised and shown: one kind of element at the root."""

    _source: JsonSource = PrivateAttr()

    @property
    def source(self) -> JsonSource:
        """Where everything was written."""
        return self._source


def read_docs_json(path: Path, report: Report, *, keep_going: KeepGoing = False) -> DocsJson:
    """Return the docs.json at *path*.

    All faults are reported before the end, in the order of the file.

    :param keep_going: skip elements with errors, or with errors of these kinds, and report
        that, instead of stopping.
    :raises DocsNavError: after an error; its text repeats the first one. With
        *keep_going* only if nothing is left: no JSON, no ``navigation``, no root
        pattern, or a ``$ref`` that cannot be resolved.
    """
    faults: list[Fault] = []
    source = read_json_source(path, faults.append)
    if continues_after(keep_going, FaultKind.DUPLICATE_KEY) and source is not None:
        built = "the last one is used"
        faults = [replace(fault, message=f"{fault.message}; {built}") for fault in faults]
    docs = None
    if source is not None:
        docs, findings = _check(source)
        faults += [_make_fault(finding, source, keep_going=keep_going) for finding in findings]
    # Settings, rules and models report separately; authors correct a file from top to bottom.
    faults.sort(key=_make_sort_key(path, source))
    for fault in faults:
        report(fault)
    errors = [fault for fault in faults if fault.severity is Severity.ERROR]
    # The message of the exception must be about an error that *keep_going* does not tolerate.
    stopping = [fault for fault in errors if not continues_after(keep_going, fault.kind)]
    if docs is None or stopping:
        raise DocsNavError(
            _summarize_errors(stopping or errors, path.parent), fault=(stopping or errors)[0]
        )
    return docs


def docs_json_of(value: Json, path: Path) -> DocsJson:
    """Return *value* as a checked docs.json.

    :param path: what messages name as its file.
    :raises DocsNavError: it has errors.
    """
    # Faults need positions, so generated values are written as text, too.
    file = JsonFile(path, json.dumps(value, ensure_ascii=False, indent=1), value)
    source = JsonSource(path, merge_references(file, lambda _: None), is_written=False)
    docs, findings = _check(source)
    faults = [_make_fault(finding, source, keep_going=False) for finding in findings]
    errors = [fault for fault in faults if fault.severity is Severity.ERROR]
    if docs is None or errors:
        raise DocsNavError(_summarize_errors(errors, path.parent), fault=errors[0])
    return docs


def _summarize_errors(errors: list[Fault], folder: Path) -> str:
    """Return the first error, and how many follow."""
    more = len(errors) - 1
    others = f" (and {more} more error{'s' if more > 1 else ''})" if more else ""
    return fault_text(errors[0], folder) + others


def _make_sort_key(
    path: Path, source: JsonSource | None
) -> Callable[[Fault], tuple[int, int, int]]:
    """Return the key that sorts faults by file, line and column; files as they were read."""
    files = source.files if source else (path,)
    order = {file: index for index, file in enumerate(files)}

    def key(fault: Fault) -> tuple[int, int, int]:
        index = order.get(fault.path, len(order)) if fault.path else 0
        position = fault.position
        return (index, position.line, position.column) if position else (index, 0, 0)

    return key


def _check(source: JsonSource) -> tuple[DocsJson | None, list[Finding]]:
    """Return the model of the whole file, ``None`` if nothing can be built, and what is wrong."""
    value = source.value
    if not isinstance(value, dict):
        return None, [make_type_finding("", "an object with 'navigation'", value, LEAST_FILE)]
    settings, findings, left_out = read_settings(SiteSettings, value, "")
    if "navigation" not in value:
        return None, [*findings, _make_navigation_finding(value)]
    reader = NavigationReader()
    navigation = reader.read(value["navigation"], "/navigation")
    findings += reader.findings
    if navigation is None:
        return None, findings
    # Pointers of the model must lead to the right entries of the file from now on.
    source.leave_out([*left_out, *reader.left_out])
    # Both parts are validated; a second validation would refuse the converted values.
    docs = DocsJson.model_construct(**dict(settings), navigation=navigation)
    docs._source = source  # noqa: SLF001 - __init__ takes no private attribute
    return docs, findings


def _make_navigation_finding(value: dict[str, Json]) -> Finding:
    """Return the finding for a file without ``navigation``."""
    message = f"expected the field 'navigation', found {list_other_fields(list(value))}"
    typed = (suggest_name(key, ("navigation",)) for key in value)
    least = 'the minimum is "navigation": {"pages": ["index"]}'
    return Finding(FaultKind.ROOT_MISSING, "", message, next(filter(None, typed), least))


def _make_fault(finding: Finding, source: JsonSource, *, keep_going: KeepGoing) -> Fault:
    """Return *finding* as a fault; with *keep_going*, its message names what is built."""
    message, pointer = finding.message, finding.pointer
    keep_going = continues_after(keep_going, finding.kind)
    # Without a root, nothing is built, whatever *keep_going* says.
    stops = finding.kind is FaultKind.ROOT_MISSING
    if keep_going and finding.severity is Severity.ERROR and finding.built and not stops:
        message = f"{message}; {finding.built}"
    hint = finding.hint if keep_going else finding.hint + finding.stopped_hint
    position = source.key_position(pointer) if finding.at_key else source.position(pointer)
    path = source.file(pointer)
    return Fault(finding.kind, finding.severity, message, path, position, pointer, hint)
