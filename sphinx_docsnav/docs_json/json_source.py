"""JSON files whose ``$ref`` are resolved, with the file, line and column of each value.

``{"$ref": "tabs.json"}`` is replaced by the value of that file, relative to the
file that contains it. Other fields beside ``$ref`` override those of an object;
they have no effect for a list or a scalar. The real path has to be inside the
site's folder.
"""

from __future__ import annotations

import codecs
import os
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NoReturn, cast

from sphinx_docsnav.data_files.data_reader import decode_text, find_nearest_position, read_bytes
from sphinx_docsnav.data_files.json_reader import JsonPositions, measure_depth, read_json
from sphinx_docsnav.data_files.json_values import (
    MAX_DEPTH,
    DataError,
    DataProblem,
    Json,
    ValuePosition,
    escape_key,
    split_pointer,
)
from sphinx_docsnav.faults import Fault, FaultKind, Position, Report, Severity
from sphinx_docsnav.messages import describe, did_you_mean, quote
from sphinx_docsnav.sitefiles.nearest import find_similar_name

MAX_VALUES = 3_000_000
"""The maximum number of values after merging; files that refer to each other twice double it."""


class JsonFile:
    """The text of a JSON file, its value, and the positions of all values in the text."""

    def __init__(self, path: Path, text: str, value: Json = None) -> None:
        self.path = path
        """The file."""
        self.text = text
        """Its text, which is JSON."""
        self.value = value
        """Its value."""

    @cached_property
    def depth(self) -> int:
        """The levels of lists and objects in it."""
        return measure_depth(self.value)

    def position(self, pointer: str, *, of_key: bool = False) -> Position:
        """Return where the value at *pointer* starts, or its field name.

        A pointer to nothing gives the position of its nearest existing parent.
        """
        position = find_nearest_position(self._positions, split_pointer(pointer)) or self._start
        return position.key if of_key else position.value

    @cached_property
    def _positions(self) -> JsonPositions:
        return JsonPositions(self.text)

    @property
    def _start(self) -> ValuePosition:
        """The position of the whole value."""
        return self._positions.find(()) or ValuePosition(Position(1), Position(1))


def read_json_file(path: Path, report: Report) -> JsonFile | None:
    """Return the file at *path*; ``None`` if it is not JSON, after faults with the reason.

    Repeated keys are faults; the value of the last one is used.
    """
    try:
        text = _read_text(path)
        data = read_json(text)
    except DataError as error:
        _report_problems(path, error.problems, report)
        return None
    _report_problems(path, data.problems, report)
    # Comments and trailing commas are recoverable, but the specification requires strict JSON.
    if not all(problem.is_repeated_key for problem in data.problems):
        return None
    return JsonFile(path, text, cast("Json", data.value))


def _read_text(path: Path) -> str:
    content = read_bytes(path, "a JSON file")
    # `decode_text` would remove the mark, but other readers of docs.json reject it (RFC 8259).
    if content.startswith(codecs.BOM_UTF8):
        hint = "save the file as UTF-8 without a byte order mark"
        message = "expected JSON, found a byte order mark"
        raise DataError(DataProblem(message, Position(1, 1), hint))
    return decode_text(content)


def _report_problems(
    path: Path, problems: tuple[DataProblem, ...] | list[DataProblem], report: Report
) -> None:
    for problem in problems:
        kind = FaultKind.DUPLICATE_KEY if problem.is_repeated_key else FaultKind.SYNTAX
        position, hint = problem.position, problem.hint
        report(Fault(kind, Severity.ERROR, problem.message, path, position, hint=hint))


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a part of the merged value was written."""

    file: JsonFile
    """The file."""
    pointer: str
    """The JSON pointer of the part in that file."""


@dataclass(slots=True)
class Merged:
    """The value of a file with every ``$ref`` resolved."""

    value: Json
    """The merged value."""
    origins: dict[str, Origin]
    """Where parts come from, by pointer in the merged value; the deepest one counts."""
    files: dict[Path, JsonFile]
    """Every file read, by real path, in the order of reading."""
    is_broken: bool = False
    """A ``$ref`` could not be resolved; it has been reported."""

    def find_origin(self, pointer: str) -> Origin:
        """Return where *pointer* of the merged value was written."""
        # Only roots of files and overridden fields are recorded; everything else is in one of them.
        above = pointer
        while above not in self.origins:
            above = above.rpartition("/")[0]
        origin = self.origins[above]
        return Origin(origin.file, origin.pointer + pointer[len(above) :])


def merge_references(file: JsonFile, report: Report) -> Merged:
    """Return the value of *file* with every ``$ref`` in it resolved, to any depth.

    Faults: ``reference`` for a file that is missing, outside the site, in a
    circle or no JSON; all of them are reported.
    """
    merged = Merged(file.value, {"": Origin(file, "")}, {file.path.resolve(): file})
    # Most files have no reference. A backslash can spell one in another way, so look at the values.
    if '$ref"' in file.text or "\\u" in file.text:
        merged.value = _ReferenceResolver(merged, file.path.parent.resolve(), report).resolve(file)
    return merged


@dataclass(frozen=True, slots=True)
class _MergePosition:
    """The current position: in the merged value, and in the file that is read."""

    file: JsonFile
    """The file that is read."""
    local: str
    """The pointer in that file."""
    pointer: str
    """The pointer in the merged value."""
    depth: int
    """The number of lists and objects around it in the merged value."""
    chain: tuple[Path, ...]
    """The real paths of the files from the first one to this one."""

    def enter(self, key: str) -> _MergePosition:
        """Return the position one level down."""
        step = f"/{escape_key(key)}"
        local, pointer = self.local + step, self.pointer + step
        return _MergePosition(self.file, local, pointer, self.depth + 1, self.chain)


class _UnresolvedError(Exception):
    """A ``$ref`` cannot be resolved; that has been reported."""


class _ReferenceResolver:
    """One walk through a file and the files to which it refers."""

    def __init__(self, merged: Merged, root: Path, report: Report) -> None:
        self.merged = merged
        self.root = root
        self.report = report
        self.value_count = 0
        """The number of values so far, see `MAX_VALUES`."""
        self.origin_pointers: list[str] = []
        """The keys of ``merged.origins`` in the order in which they were added."""
        self.unreadable: set[Path] = set()
        """The files that cannot be read, which has been reported."""

    def resolve(self, file: JsonFile) -> Json:
        """Return the value of *file* with every ``$ref`` resolved."""
        return self.walk(file.value, _MergePosition(file, "", "", 0, (file.path.resolve(),)))

    def walk(self, value: Json, position: _MergePosition) -> Json:
        """Return *value* with every ``$ref`` resolved."""
        if not isinstance(value, (dict, list)):
            return value
        # Counted everywhere, checked at references: only these can multiply the values of files.
        self.value_count += 1 + len(value)
        if isinstance(value, list):
            return [
                self.walk(item, position.enter(str(index)))
                if isinstance(item, (dict, list))
                else item
                for index, item in enumerate(value)
            ]
        name = value.get("$ref")
        # Other values of `$ref` are no references; the rules report them in elements.
        if isinstance(name, str):
            return self.resolve_reference(name, value, position)
        return {
            key: self.walk(item, position.enter(key)) if isinstance(item, (dict, list)) else item
            for key, item in value.items()
        }

    def resolve_reference(
        self, name: str, value: dict[str, Json], position: _MergePosition
    ) -> Json:
        """Return the resolved value of *value*, an object with ``$ref``."""
        try:
            self.check_size(position)
            path = self.locate(name, position)
            file = self.load(path, name, position)
            self.check_depth(file, position)
        except _UnresolvedError:
            self.merged.is_broken = True
            return None
        # The origins added from here on belong to the file that is merged in.
        before = len(self.origin_pointers)
        self.record_origin(position.pointer, Origin(file, ""))
        inner = _MergePosition(
            file, "", position.pointer, position.depth + 1, (*position.chain, path)
        )
        target = self.walk(file.value, inner)
        # Fields beside ``$ref`` have no effect for a list or a scalar.
        if not isinstance(target, dict):
            return target
        return self.override_fields(target, value, position, before)

    def check_size(self, position: _MergePosition) -> None:
        if self.value_count > MAX_VALUES:
            self.refuse(position, f"expected at most {MAX_VALUES} values in all files, found more")

    def check_depth(self, file: JsonFile, position: _MergePosition) -> None:
        """Refuse values that are nested too deep across files; each file alone has been checked."""
        if position.depth + file.depth > MAX_DEPTH:
            limit = f"{MAX_DEPTH} levels of lists and objects in all files"
            self.refuse(position, f"expected at most {limit}, found more")

    def record_origin(self, pointer: str, origin: Origin) -> None:
        """Record where a part of the merged value was written."""
        self.merged.origins[pointer] = origin
        self.origin_pointers.append(pointer)

    def override_fields(
        self, target: dict[str, Json], value: dict[str, Json], position: _MergePosition, before: int
    ) -> Json:
        """Return *target* with the fields beside ``$ref``.

        :param before: the number of origins that were recorded before *target* was read.
        """
        # Origins inside of *target* that a field replaces must not be found any more.
        new_pointers = self.origin_pointers[before:]
        result = dict(target)
        for key, item in value.items():
            if key == "$ref":
                continue
            below = position.enter(key)
            self.remove_origins(below.pointer, new_pointers)
            self.record_origin(below.pointer, Origin(below.file, below.local))
            result[key] = self.walk(item, below)
        return result

    def remove_origins(self, pointer: str, new_pointers: Iterable[str]) -> None:
        """Remove the origins below the overridden field at *pointer*, all among *new_pointers*."""
        # The slash keeps `/tabs/10` from matching `/tabs/1`.
        for old in new_pointers:
            if f"{old}/".startswith(f"{pointer}/"):
                self.merged.origins.pop(old, None)

    def locate(self, name: str, position: _MergePosition) -> Path:
        """Return the real path of the file that ``$ref`` names."""
        if "#" in name or "://" in name or "\0" in name or not name.strip():
            hint = "'$ref' is replaced by a whole file" if "#" in name else ""
            hint = "the file must be inside the site" if "://" in name else hint
            self.refuse(position, f"expected the path of a JSON file, found {describe(name)}", hint)
        if name.startswith(("/", "\\")) or Path(name).is_absolute():
            hint = "omit the leading slash" if name.startswith("/") else ""
            message = f"expected a path relative to this file, found {quote(name)}"
            self.refuse(position, message, hint)
        try:
            # Follow links first: the real path decides whether the file is inside the site.
            path = (position.file.path.parent / name).resolve()
            is_file, is_folder = path.is_file(), path.is_dir()
        except (OSError, RuntimeError):  # a name too long, a circle of symbolic links
            self.refuse(position, f"expected the path of a JSON file, found {quote(name)}")
        if not path.is_relative_to(self.root):
            self.refuse(position, f"expected a file inside the site, found {quote(name)}")
        # Only a file that leads to itself is a circle; two references to one file are not.
        if path in position.chain:
            self.refuse_circle(path, position)
        if path.suffix.lower() in (".yaml", ".yml"):
            self.refuse(position, f"expected a JSON file, found {quote(name)}", "write it as JSON")
        if not is_file:
            actual = f"the folder {quote(name)}" if is_folder else f"no {quote(name)}"
            self.refuse(
                position, f"expected a JSON file, found {actual}", _suggest_file(path, name)
            )
        return path

    def refuse_circle(self, path: Path, position: _MergePosition) -> NoReturn:
        start = position.chain.index(path)
        files = (*position.chain[start:], path)
        names = " -> ".join(file.relative_to(self.root).as_posix() for file in files)
        self.refuse(position, f"expected files that do not refer back to themselves, found {names}")

    def load(self, path: Path, name: str, position: _MergePosition) -> JsonFile:
        """Return the file at *path*, read once; messages show it where *name* leads."""
        read_before = self.merged.files.get(path)
        if read_before is not None:
            return read_before
        # Its faults have been reported at the first reference.
        if path in self.unreadable:
            raise _UnresolvedError
        # Messages name the file as the author does, unless that leads elsewhere by a link.
        written_path = Path(os.path.normpath(position.file.path.parent / name))
        is_same = written_path.resolve() == path
        file = read_json_file(written_path if is_same else path, self.report)
        if file is None:
            self.unreadable.add(path)
            raise _UnresolvedError
        self.merged.files[path] = file
        return file

    def refuse(self, position: _MergePosition, message: str, hint: str = "") -> NoReturn:
        """Report that the ``$ref`` at *position* cannot be resolved, and stop resolving it."""
        file, pointer = position.file, f"{position.pointer}/$ref"
        start = file.position(f"{position.local}/$ref")
        kind, error = FaultKind.REFERENCE, Severity.ERROR
        self.report(Fault(kind, error, message, file.path, start, pointer, hint))
        raise _UnresolvedError


def _suggest_file(path: Path, name: str) -> str:
    """Return a hint with the JSON file that is named most like *path*, in the same folder."""
    try:
        names = sorted(item.stem for item in path.parent.glob("*.json"))
    except OSError:
        return ""
    close = find_similar_name(path.stem, names)
    folder, slash, _ = name.rpartition("/")
    return did_you_mean(f"{folder}{slash}{close}.json") if close else ""


class JsonSource:
    """A JSON file whose ``$ref`` are resolved.

    JSON pointers address the merged value; positions are those in the files in which
    its parts were written.
    """

    def __init__(self, path: Path, merged: Merged, *, is_written: bool = True) -> None:
        self.path = path
        """The file that contains or refers to everything else."""
        self.is_written = is_written
        """Whether an author wrote it; otherwise, it is generated from toctrees or settings."""
        self._merged = merged
        self._left_out: dict[str, list[int]] = {}

    @property
    def value(self) -> Json:
        """The merged value."""
        return self._merged.value

    @property
    def files(self) -> tuple[Path, ...]:
        """All files that were read; the value depends on each of them."""
        return tuple(file.path for file in self._merged.files.values())

    def leave_out(self, entries: Iterable[str]) -> None:
        """Record the pointers of the list entries that the checked value does not have."""
        for entry in entries:
            parent, _, number = entry.rpartition("/")
            self._left_out.setdefault(parent, []).append(int(number))

    def written(self, pointer: str) -> str:
        """Return the pointer in the file to the value at *pointer* of the checked docs.json.

        They differ in lists of which some entries were left out.
        """
        written_pointer = ""
        for step in pointer.split("/")[1:]:
            written_step = step
            if written_pointer in self._left_out:
                # Each entry left out before this one moved it down by one.
                index = int(step)
                for omitted in sorted(self._left_out[written_pointer]):
                    index += omitted <= index
                written_step = str(index)
            written_pointer = f"{written_pointer}/{written_step}"
        return written_pointer

    def file(self, pointer: str) -> Path:
        """Return the file in which the value at *pointer* was written."""
        return self._merged.find_origin(pointer).file.path

    def position(self, pointer: str) -> Position:
        """Return where the value at *pointer* starts in that file."""
        origin = self._merged.find_origin(pointer)
        return origin.file.position(origin.pointer)

    def key_position(self, pointer: str) -> Position:
        """Return where the field name of the value at *pointer* starts in that file.

        The value of a whole file has no field name there; it gives its own start.
        """
        origin = self._merged.find_origin(pointer)
        return origin.file.position(origin.pointer, of_key=True)

    def error(self, kind: FaultKind, pointer: str, message: str, hint: str = "") -> Fault:
        """Return an error at the value at *pointer*."""
        return self.fault(kind, Severity.ERROR, pointer, message, hint)

    def warning(self, kind: FaultKind, pointer: str, message: str, hint: str = "") -> Fault:
        """Return a warning at the value at *pointer*."""
        return self.fault(kind, Severity.WARNING, pointer, message, hint)

    def fault(
        self, kind: FaultKind, severity: Severity, pointer: str, message: str, hint: str
    ) -> Fault:
        """Return a fault at the value at *pointer*, in the file where that was written."""
        path, position = self.file(pointer), self.position(pointer)
        return Fault(kind, severity, message, path, position, pointer, hint)


def read_json_source(path: Path, report: Report) -> JsonSource | None:
    """Return the JSON file at *path*; ``None`` after faults without a usable value."""
    file = read_json_file(path, report)
    merged = merge_references(file, report) if file else None
    return None if merged is None or merged.is_broken else JsonSource(path, merged)
