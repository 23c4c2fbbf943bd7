"""The configuration file of another tool: its value, and messages with the lines in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.resources import files
from pathlib import Path
from typing import Any

from sphinx_docsnav.data_files.data_reader import (
    DataPositions,
    decode_text,
    find_nearest,
    read_bytes,
    read_data,
)
from sphinx_docsnav.data_files.json_values import (
    MISSING,
    DataError,
    Keys,
    as_list,
    as_object,
    as_text,
    find_value,
)
from sphinx_docsnav.data_files.yaml_reader import read_yaml, resolve_core_scalar
from sphinx_docsnav.faults import DocsNavError, Fault, FaultKind, Position, Report, Severity
from sphinx_docsnav.messages import describe

EMPTY: tuple[object, ...] = (MISSING, None, "", [], {})
"""Values that stand for nothing."""


@dataclass(frozen=True, slots=True)
class ConvertedSite:
    """A site of another tool, as a docs.json."""

    folder: Path
    """The folder of the pages, in which docs.json belongs."""
    docs: dict[str, Any]
    """The fields of docs.json."""
    settings: dict[str, Any] = field(default_factory=dict)
    """Settings of conf.py that docs.json has no fields for."""
    builder: str = "dirhtml"
    """The builder that keeps the addresses of pages."""


@dataclass(frozen=True, slots=True)
class ProjectReader:
    """Reads what a converter needs of a project besides its configuration."""

    read_title: Callable[[Path], str]
    """Returns the title in the file of a page, or ""."""
    read_branch: Callable[[Path, str, str], str]
    """Returns the text of a file in a branch of the repository of a folder, or ""."""


class ConfigFile:
    """A file in JSON or YAML, and the report for what cannot be converted."""

    def __init__(self, path: Path, value: dict[str, Any], text: str, report: Report) -> None:
        self.path = path
        self.value = value
        """Its content; empty if that is no object."""
        self.text = text
        self.report = report

    def warn(self, keys: Keys, message: str, hint: str = "") -> None:
        """Report what is not converted, at the line of *keys*."""
        self.report(self._make_fault(FaultKind.UNSUPPORTED, Severity.WARNING, keys, message, hint))

    def stop(self, keys: Keys, message: str, hint: str = "") -> DocsNavError:
        """Return the error for a value without which nothing can be converted."""
        fault = self._make_fault(FaultKind.WRONG_VALUE, Severity.ERROR, keys, message, hint)
        return DocsNavError(message, fault=fault)

    def get_text(self, *keys: str) -> str:
        """Return the text at *keys*; "" if there is none.

        ``!ENV [NAME, default]`` of MkDocs is a list for the reader, which ignores tags: its last
        item, the default, is returned.
        """
        value = find_value(self.value, keys)
        if isinstance(value, list) and len(value) > 1:
            value = value[-1]
        if isinstance(value, str):
            return value
        if value not in EMPTY:
            self.warn(keys, f"'{keys[-1]}': expected text, found {describe(value)}; it is omitted")
        return ""

    def _make_fault(
        self, kind: FaultKind, severity: Severity, keys: Keys, message: str, hint: str
    ) -> Fault:
        position = find_nearest(self._positions, keys)
        line = position.key if position else Position(1)
        return Fault(kind, severity, message, self.path, line, hint=hint)

    @cached_property
    def _positions(self) -> DataPositions:
        return DataPositions(self.text)


def read_config(path: Path, report: Report) -> ConfigFile:
    """Return the file at *path*; YAML scalars stay text, so that the version ``1.10`` is not 1.1.

    :raises DocsNavError: it is no file, or neither YAML nor JSON; with the position.
    """
    kind = FaultKind.SYNTAX
    try:
        text = decode_text(read_bytes(path, "a configuration file"))
        is_json = path.suffix == ".json"
        data = read_data(text) if is_json else read_yaml(text, scalar=_keep_numbers)
    except DataError as error:
        fault = Fault(kind, Severity.ERROR, str(error), path, error.position, hint=error.hint)
        raise DocsNavError(str(error), fault=fault) from None
    for problem in data.problems:
        report(Fault(kind, Severity.WARNING, problem.text, path, problem.position))
    return ConfigFile(path, dict(as_object(data.value)), text, report)


@cache
def read_table(name: str) -> Mapping[str, Any]:
    """Return the section *name* of ``tables.yaml``."""
    tables = read_yaml(files(__package__).joinpath("tables.yaml").read_text("utf-8")).value
    table: Mapping[str, Any] = as_object(as_object(tables)[name])
    return table


def move_values(value: Mapping[str, Any], paths: Mapping[str, str]) -> dict[str, Any]:
    """Return the values of *value* at other keys, without empty ones.

    :param paths: for the new keys of a value, joined by dots, its old keys.
    """
    moved: dict[str, Any] = {}
    for new_path, old_path in paths.items():
        found = find_value(value, tuple(old_path.split(".")))
        if found not in EMPTY:
            *parents, name = new_path.split(".")
            holder = moved
            for parent in parents:
                # A copy, because the object can be one of *value*.
                holder[parent] = dict(as_object(holder.get(parent)))
                holder = holder[parent]
            holder[name] = found
    return moved


def list_others(value: Mapping[str, Any], paths: Sequence[str], keys: Keys = ()) -> Iterator[Keys]:
    """Yield the keys of each value in *value* that is at none of *paths*.

    :param paths: the keys of values in the file, joined by dots.
    :param keys: where *value* is in the file.
    """
    for name, inner in value.items():
        path = ".".join((*keys, name))
        if any(other.startswith(f"{path}.") for other in paths) and isinstance(inner, dict):
            yield from list_others(inner, paths, (*keys, name))
        elif path not in paths:
            yield (*keys, name)


def list_plugins(
    plugins: object, keys: Keys
) -> Iterator[tuple[str, tuple[Mapping[str, Any], Keys]]]:
    """Yield the name of each plugin with its options and keys; those of a group one by one.

    :param plugins: ``plugins`` or ``markdown_extensions`` of a mkdocs.yml, which are at *keys*.
    """
    rows: list[tuple[Keys, object]] = [(keys, plugins)] if isinstance(plugins, dict) else []
    rows += [((*keys, str(number)), item) for number, item in enumerate(as_list(plugins))]
    for item_keys, item in rows:
        for name, options in as_object(item).items() or [(as_text(item), None)]:
            name_keys = (*item_keys, name) if isinstance(item, dict) else item_keys
            if name.removeprefix("material/") == "group":
                inner = as_object(options).get("plugins")
                yield from list_plugins(inner, (*name_keys, "plugins"))
            else:
                yield name.removeprefix("material/"), (as_object(options), name_keys)


def is_on(value: object) -> bool:
    """Return whether a flag of YAML 1.1, which these tools use, is set."""
    return value is True or (isinstance(value, str) and value.lower() in {"yes", "on", "true"})


def _keep_numbers(text: str) -> object:
    value = resolve_core_scalar(text)
    return text if isinstance(value, (int, float)) and not isinstance(value, bool) else value
