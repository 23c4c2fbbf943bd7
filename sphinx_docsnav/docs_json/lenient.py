"""Read optional fields: an invalid value gives a warning, and its default is used."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar, get_args

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo

from sphinx_docsnav.data_files.json_values import Json, escape_key, format_pointer
from sphinx_docsnav.docs_json.field_types import As, SettingsModel
from sphinx_docsnav.docs_json.findings import (
    OTHER_NAMES,
    Finding,
    Steps,
    explain,
    make_type_finding,
    make_unknown_finding,
    remove_value,
)
from sphinx_docsnav.docs_json.site_settings import FURTHER_FIELDS, MOVED_FIELDS, is_unused
from sphinx_docsnav.faults import FaultKind, Severity
from sphinx_docsnav.messages import did_you_mean
from sphinx_docsnav.sitefiles.nearest import find_misspelled

SettingsType = TypeVar("SettingsType", bound=SettingsModel)

_IGNORED = "; it is ignored"


def read_settings(
    model: type[SettingsType], value: Json, pointer: str
) -> tuple[SettingsType, list[Finding], list[str]]:
    """Return *value* as a *model*, a warning for each invalid part, and omitted list entries.

    An omitted entry is given by its pointer; the entries after it have lower indexes in the
    model than in the file. Unknown names are ignored without a warning, unless they misspell
    the name of a field.
    """
    settings, refused, omitted = _read(model, value, pointer)
    # What is ignored as a whole needs no message about the names in it.
    refused_pointers = tuple(f"{finding.pointer}/" for finding in refused)
    unknown = (
        _make_warning(finding, meant)
        for finding, meant in _find_misspelled_fields([model], value, pointer)
        if not finding.pointer.startswith(refused_pointers)
    )
    return settings, [*refused, *unknown], omitted


def _find_misspelled_fields(
    models: Sequence[type[BaseModel]], value: Json, pointer: str
) -> Iterator[tuple[Finding, str]]:
    """Yield each name that misspells the name of a field, with the pointer of that field.

    :param models: the models that *value*, or each entry of it, can be.
    """
    if isinstance(value, list):
        for number, entry in enumerate(value):
            yield from _find_misspelled_fields(models, entry, f"{pointer}/{number}")
    if not isinstance(value, dict):
        return
    # A union can have several models; a name that any of them has is valid.
    fields = {
        field.alias or name: field for model in models for name, field in model.model_fields.items()
    }
    for name, inside in value.items():
        here = f"{pointer}/{escape_key(name)}"
        if name in fields:
            yield from _find_misspelled_fields(_find_models(fields[name]), inside, here)
            continue
        if not pointer and name in MOVED_FIELDS:
            hint = did_you_mean(MOVED_FIELDS[name])
            yield make_unknown_finding(here, name, (), hint), here
            continue
        # `$schema` and names such as `//` for comments are no misspelled fields.
        if name in FURTHER_FIELDS or not name[:1].isalpha():
            continue
        # A field that is present under its own name is not the one that is meant.
        near = find_misspelled(name, fields.keys() - value.keys()) or _find_other_name(name, fields)
        # The absence of a required field has a message of its own.
        if near in fields and near not in value and not fields[near].is_required():
            yield make_unknown_finding(here, name, (), did_you_mean(near)), f"{pointer}/{near}"


def _find_other_name(name: str, fields: Collection[str]) -> str:
    """Return the field that *name* means in other formats; empty if there is none."""
    meant = OTHER_NAMES.get(name, "")
    return "header" if meant == "label" and meant not in fields else meant


def _find_models(annotation: object) -> list[type[BaseModel]]:
    """Return the models of the objects that a field of this type can have in docs.json."""
    if isinstance(annotation, FieldInfo):
        parts: Sequence[object] = (annotation.annotation, *annotation.metadata)
    elif isinstance(annotation, As):
        parts = (annotation.written,)
    elif isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    else:
        parts = get_args(annotation)
    return [model for part in parts for model in _find_models(part)]


def _read(
    model: type[SettingsType], value: Json, pointer: str
) -> tuple[SettingsType, list[Finding], list[str]]:
    if not isinstance(value, dict):
        return model(), [_make_warning(make_type_finding(pointer, "an object", value))], []
    names = {field.alias or name for name, field in model.model_fields.items()}
    usable: object = {name: value[name] for name in names if name in value}
    findings: list[Finding] = []
    # Invalid entries of lists are removed last, so that the indexes of the others stay right.
    refused_entries: set[Steps] = set()
    omitted: list[str] = []
    # Validate again without what was refused, until nothing is.
    while True:
        try:
            return model.model_validate(usable), findings, omitted
        except ValidationError as error:
            explained = explain(error, pointer)
        refused = usable
        fresh = [
            (steps, finding) for steps, finding in explained if not _is_in(steps, refused_entries)
        ]
        for steps, finding in fresh:
            refused_steps = _find_present_steps(steps, refused)
            # Removing an entry now would change the index of the others in this round of errors.
            if isinstance(refused_steps[-1], int):
                refused_entries.add(refused_steps)
            else:
                usable = remove_value(usable, refused_steps)
            if finding.kind is not FaultKind.UNKNOWN_FIELD and not _is_consequence(
                finding, findings
            ):
                findings.append(_make_warning(finding))
        # Only entries of lists are left: remove them from the last one to the first.
        if not fresh:
            for entry in sorted(refused_entries, reverse=True):
                usable = remove_value(usable, entry)
            omitted += (pointer + format_pointer(entry) for entry in refused_entries)
            refused_entries.clear()


def _find_present_steps(steps: Steps, value: object) -> Steps:
    """Return the first of *steps* that are in *value*; they lead to what must be left out.

    A missing field and a type of a union are not in it. Leaving out an existing part shortens
    *value*, so that validation ends.
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


def _is_consequence(finding: Finding, findings: list[Finding]) -> bool:
    """Return whether a field is missing only because it was left out before."""
    return finding.kind is FaultKind.MISSING_FIELD and any(
        earlier.pointer.startswith(f"{finding.pointer}/") for earlier in findings
    )


def _make_warning(finding: Finding, meant: str = "") -> Finding:
    """Return *finding* as a warning that something is left out.

    :param meant: pointer of the field that a misspelled name means.
    """
    kind = FaultKind.UNKNOWN_FIELD if meant else FaultKind.SETTING_IGNORED
    severity, effect = Severity.WARNING, _IGNORED
    if is_unused(meant or finding.pointer):
        severity, effect = Severity.INFO, "; this setting has no effect here"
    message = f"{finding.message.removesuffix(_IGNORED)}{effect}"
    return replace(finding, kind=kind, severity=severity, message=message)
