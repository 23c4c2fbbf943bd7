"""Read optional fields: an invalid value gives a warning, and its default is used."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar

from pydantic import ValidationError

from sphinx_docsnav.docs_json.explain import Steps, explain, without, wrong_type
from sphinx_docsnav.docs_json.field_types import SettingsModel
from sphinx_docsnav.docs_json.finding import Finding
from sphinx_docsnav.docs_json.phrases import Json
from sphinx_docsnav.docs_json.site_settings import is_unused
from sphinx_docsnav.faults import FaultKind, Severity

SettingsType = TypeVar("SettingsType", bound=SettingsModel)


_IGNORED = "; it is ignored"


def read_settings(
    model: type[SettingsType], value: Json, pointer: str
) -> tuple[SettingsType, list[Finding]]:
    """Return *value* as a *model*, and a warning for each part that was left out."""
    if not isinstance(value, dict):
        return model(), [_ignored(wrong_type(pointer, "an object", value))]
    names = {field.alias or name for name, field in model.model_fields.items()}
    usable: object = {name: value[name] for name in names if name in value}
    findings: list[Finding] = []
    # Entries of lists that cannot stay; they leave last, so that no index moves before.
    doomed: set[Steps] = set()
    while True:
        try:
            return model.model_validate(usable), findings
        except ValidationError as error:
            explained = explain(error, pointer)
        refused = usable
        fresh = [(steps, finding) for steps, finding in explained if not _is_in(steps, doomed)]
        for steps, finding in fresh:
            wrong = _present(steps, refused)
            if isinstance(wrong[-1], int):
                doomed.add(wrong)
            else:
                usable = without(usable, wrong)
            if finding.kind is not FaultKind.UNKNOWN_FIELD and not _follows(finding, findings):
                findings.append(_ignored(finding))
        if not fresh:
            for entry in sorted(doomed, reverse=True):
                usable = without(usable, entry)
            doomed.clear()


def _present(steps: Steps, value: object) -> Steps:
    """Return the part of *steps* that is in *value*: the way to what must be left out.

    A missing field and a type of a union are no part of it. What is left out shortens *value*, so
    that validation ends.
    """
    for number, step in enumerate(steps):
        if isinstance(value, list):
            is_present = isinstance(step, int) and step < len(value)
        else:
            is_present = isinstance(value, Mapping) and step in value
        if not is_present:
            return steps[:number]
        value = value[step]  # type: ignore[index]
    return steps


def _is_in(steps: Steps, entries: set[Steps]) -> bool:
    return any(steps[: len(entry)] == entry for entry in entries)


def _follows(finding: Finding, findings: list[Finding]) -> bool:
    """Return whether a field is missing only because it was left out before."""
    return finding.kind is FaultKind.MISSING_FIELD and any(
        earlier.pointer.startswith(f"{finding.pointer}/") for earlier in findings
    )


def _ignored(finding: Finding) -> Finding:
    kind, severity, effect = FaultKind.SETTING_IGNORED, Severity.WARNING, _IGNORED
    if is_unused(finding.pointer):
        severity, effect = Severity.INFO, "; this setting has no effect here"
    message = f"{finding.message.removesuffix(_IGNORED)}{effect}"
    return replace(finding, kind=kind, severity=severity, message=message)
