"""Read what may be wrong without harm: what cannot be used is a warning, its default stands."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from pydantic import ValidationError

from sphinx_docsnav.docs_json.explain import explain, without, wrong_type
from sphinx_docsnav.docs_json.fields import Settings
from sphinx_docsnav.docs_json.finding import Finding
from sphinx_docsnav.docs_json.words import Json
from sphinx_docsnav.faults import FaultKind, Severity

Model = TypeVar("Model", bound=Settings)


def read_settings(model: type[Model], value: Json, pointer: str) -> tuple[Model, list[Finding]]:
    """Return *value* as a *model*, and a warning for each part that was left out."""
    if not isinstance(value, dict):
        return model(), [_ignored(wrong_type(pointer, "an object", value))]
    names = {field.alias or name for name, field in model.model_fields.items()}
    usable: object = {name: value[name] for name in names if name in value}
    findings: list[Finding] = []
    while True:
        try:
            return model.model_validate(usable), findings
        except ValidationError as error:
            explained = explain(error, pointer)
        # Backwards, so that what leaves a list does not move what stands before it.
        for steps, finding in reversed(explained):
            missing = finding.kind is FaultKind.MISSING_FIELD
            usable = without(usable, steps[:-1] if missing else steps)
            if finding.kind is not FaultKind.UNKNOWN_FIELD and not _follows(finding, findings):
                findings.append(_ignored(finding))


def _follows(finding: Finding, findings: list[Finding]) -> bool:
    """Return whether a field is missing only because it was left out before."""
    return finding.kind is FaultKind.MISSING_FIELD and any(
        earlier.pointer.startswith(f"{finding.pointer}/") for earlier in findings
    )


def _ignored(finding: Finding) -> Finding:
    message = finding.message.removesuffix(", ignored") + ", ignored"
    kind, warning = FaultKind.SETTING_IGNORED, Severity.WARNING
    return replace(finding, kind=kind, severity=warning, message=message)
