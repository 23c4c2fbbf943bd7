"""Read docs.json: the whole road from a path to a checked, frozen value."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pydantic import PrivateAttr, ValidationError

from sphinx_docsnav.docs_json.explain import explain, location, only, without, wrong_type
from sphinx_docsnav.docs_json.finding import Finding
from sphinx_docsnav.docs_json.models import Navigation
from sphinx_docsnav.docs_json.reader import NavigationReader
from sphinx_docsnav.docs_json.settings import SiteSettings
from sphinx_docsnav.docs_json.source import JsonSource, read_json
from sphinx_docsnav.docs_json.words import did_you_mean
from sphinx_docsnav.faults import DocsNavError, Fault, FaultKind, Report, Severity, fault_text


class DocsJson(SiteSettings):
    """A checked docs.json."""

    navigation: Navigation
    """How pages are organised and shown: one kind of element at the root."""

    _source: JsonSource = PrivateAttr()

    @property
    def source(self) -> JsonSource:
        """Where everything was written."""
        return self._source


def read_docs_json(path: Path, report: Report, *, keep_going: bool = False) -> DocsJson:
    """Return the docs.json at *path*.

    All faults are reported before the end, in the order of the file.

    :param keep_going: leave out what errors forbid and say so, instead of ending.
    :raises DocsNavError: after an error; its text repeats the first one. With
        *keep_going* only if nothing is left: no JSON, no ``navigation``, no root
        pattern, or a ``$ref`` that cannot be resolved.
    """
    faults: list[Fault] = []
    source = read_json(path, faults.append)
    docs = None if source is None else _check(source, faults, keep_going=keep_going)
    faults.sort(key=_reading_order(path, source))
    for fault in faults:
        report(fault)
    errors = [fault for fault in faults if fault.severity is Severity.ERROR]
    if docs is None or (errors and not keep_going):
        raise DocsNavError(_summary(errors, path.parent), fault=errors[0])
    return docs


def _summary(errors: list[Fault], folder: Path) -> str:
    """Return the first error, and how many follow."""
    more = len(errors) - 1
    others = f" (and {more} more error{'s' if more > 1 else ''})" if more else ""
    return fault_text(errors[0], folder) + others


def _reading_order(path: Path, source: JsonSource | None) -> Any:
    """Return the key that sorts faults by file, line and column; files as they were read."""
    order = {file: index for index, file in enumerate(source.files if source else (path,))}

    def key(fault: Fault) -> tuple[int, int, int]:
        file = order.get(fault.path, len(order)) if fault.path else 0
        position = fault.position
        return (file, position.line, position.column) if position else (file, 0, 0)

    return key


def _check(source: JsonSource, faults: list[Fault], *, keep_going: bool) -> DocsJson | None:
    """Return the model of the whole file; ``None`` if nothing of it can be built."""
    value = source.value
    reader = NavigationReader()
    if not isinstance(value, dict):
        reader.findings.append(wrong_type("", "an object with 'navigation'", value))
        docs = None
    elif "navigation" not in value:
        reader.findings.append(_no_navigation(value))
        docs = None
    else:
        navigation = reader.read(value["navigation"], "/navigation")
        docs = _build(value, navigation, reader.findings)
    for finding in reader.findings:
        faults.append(_fault(finding, source, keep_going=keep_going))
    if any(fault.kind is FaultKind.ROOT_MISSING for fault in faults) or docs is None:
        return None
    docs._source = source  # noqa: SLF001 - pydantic takes no private attribute in __init__
    return docs


def _no_navigation(value: dict[str, Any]) -> Finding:
    message = f"expected the field 'navigation', found {only(list(value))}"
    near = next(filter(None, (did_you_mean(key, ("navigation",)) for key in value)), "")
    hint = near or 'a first page is enough: "navigation": {"pages": ["index"]}'
    return Finding(FaultKind.ROOT_MISSING, "", message, hint)


def _build(
    value: dict[str, Any], navigation: Navigation | None, findings: list[Finding]
) -> DocsJson | None:
    """Return the model; settings that cannot be used become warnings and are left out."""
    names = {field.alias or name for name, field in SiteSettings.model_fields.items()}
    settings = {name: value[name] for name in names if name in value}
    said: set[str] = set()
    checked = SiteSettings()
    while settings:
        try:
            checked = SiteSettings.model_validate(settings)
            break
        except ValidationError as error:
            explained = list(explain(error, ""))
        for details, finding in reversed(explained):
            steps = location(details)
            missing = finding.kind is FaultKind.MISSING_FIELD
            settings = without(settings, steps[:-1] if missing else steps)
            if details["type"] != "extra_forbidden" and not _is_known(finding, said):
                said.add(finding.pointer)
                findings.append(finding)
    if navigation is None:
        return None
    return DocsJson.model_construct(**dict(checked), navigation=navigation)


def _is_known(finding: Finding, said: set[str]) -> bool:
    """Return whether a missing field is one that was left out for what was said before."""
    return finding.kind is FaultKind.MISSING_FIELD and any(
        pointer.startswith(f"{finding.pointer}/") for pointer in said
    )


def _fault(finding: Finding, source: JsonSource, *, keep_going: bool) -> Fault:
    """Return *finding* with its place."""
    message, severity, kind = finding.message, finding.severity, finding.kind
    if not finding.pointer.startswith("/navigation") and finding.pointer:
        kind, severity = FaultKind.SETTING_IGNORED, Severity.WARNING
        message = f"{message.removesuffix(', ignored')}, ignored"
    if keep_going and severity is Severity.ERROR and finding.built:
        message = f"{message}, {finding.built}"
    return source.fault(
        kind,
        severity,
        message,
        pointer=finding.pointer,
        hint=finding.hint,
        at_key=finding.at_key,
    )
