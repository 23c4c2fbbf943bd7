"""Put the JSON files that ``$ref`` names in place of it.

``{"$ref": "tabs.json"}`` stands for the value of that file, found relative to
the file it is written in. Other fields beside ``$ref`` override those of an
object; beside a list or a scalar they say nothing. Only files inside the
site's folder count (real paths).
"""

from __future__ import annotations

import difflib
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sphinx_docsnav.docs_json.jsonfile import JsonFile, read_json_file
from sphinx_docsnav.docs_json.positions import escape_key
from sphinx_docsnav.docs_json.scanner import MAX_DEPTH
from sphinx_docsnav.faults import Fault, FaultKind, Report, Severity

MAX_VALUES = 3_000_000
"""Values of the merged file; files that name each other twice grow without end."""


@dataclass(frozen=True, slots=True)
class Origin:
    """The file that a part of the merged value was written in."""

    file: JsonFile
    """The file."""
    pointer: str
    """The JSON pointer of the part in that file."""


@dataclass(slots=True)
class Merged:
    """The value of a file with every ``$ref`` resolved."""

    value: Any
    """The merged value."""
    origins: dict[str, Origin]
    """Where parts come from, by pointer in the merged value; deeper ones count first."""
    files: dict[Path, JsonFile]
    """Every file read, by real path, the first first."""
    broken: bool = False
    """A ``$ref`` could not be resolved; faults say which."""

    def origin(self, pointer: str) -> Origin:
        """Return the file and pointer that *pointer* of the merged value stands for."""
        above = pointer
        while above not in self.origins:
            above = above.rpartition("/")[0]
        origin = self.origins[above]
        return Origin(origin.file, origin.pointer + pointer[len(above) :])


def merge_references(file: JsonFile, report: Report) -> Merged:
    """Return the value of *file* with every ``$ref`` in it resolved, to any depth."""
    resolver = _Resolver(file, report)
    if '$ref"' not in file.text and "\\u" not in file.text:
        resolver.merged.value = file.value
        return resolver.merged
    value = resolver.walk(file.value, resolver.here(file))
    resolver.merged.value = value
    return resolver.merged


@dataclass(frozen=True, slots=True)
class _Spot:
    """Where the walk is: in the merged value and in the file it reads."""

    file: JsonFile
    local: str
    pointer: str
    depth: int
    chain: tuple[Path, ...] = field(default=())

    def step(self, key: str) -> _Spot:
        """Return the spot one level down."""
        step = "/" + escape_key(key)
        return _Spot(
            self.file, self.local + step, self.pointer + step, self.depth + 1, self.chain
        )


class _UnresolvedError(Exception):
    """A ``$ref`` that has been reported."""


class _Resolver:
    def __init__(self, file: JsonFile, report: Report) -> None:
        self.root = file.path.parent.resolve()
        self.report = report
        self.values = 0
        self.merged = Merged(None, {"": Origin(file, "")}, {file.path.resolve(): file})

    def here(self, file: JsonFile) -> _Spot:
        return _Spot(file, "", "", 0, (file.path.resolve(),))

    def walk(self, value: Any, spot: _Spot) -> Any:
        """Return *value* with what ``$ref`` stands for."""
        if spot.depth > MAX_DEPTH:
            self.fail(spot, f"expected at most {MAX_DEPTH} levels of lists and objects, found more")
            return None
        self.values += 1
        if isinstance(value, list):
            return self.walk_list(value, spot)
        if not isinstance(value, dict):
            return value
        if isinstance(value.get("$ref"), str):
            return self.reference(value, spot)
        return {
            key: self.walk(item, spot.step(key)) if isinstance(item, (dict, list)) else item
            for key, item in value.items()
        }

    def walk_list(self, value: list[Any], spot: _Spot) -> list[Any]:
        self.values += len(value)
        return [
            self.walk(item, spot.step(str(index))) if isinstance(item, (dict, list)) else item
            for index, item in enumerate(value)
        ]

    def reference(self, value: dict[str, Any], spot: _Spot) -> Any:
        """Return what *value*, an object with ``$ref``, stands for."""
        try:
            path = self.locate(value["$ref"], spot)
            file = self.load(path, value["$ref"], spot)
        except _UnresolvedError:
            self.merged.broken = True
            return None
        self.merged.origins[spot.pointer] = Origin(file, "")
        inner = _Spot(file, "", spot.pointer, spot.depth, (*spot.chain, path))
        target = self.walk(file.value, inner)
        if self.values > MAX_VALUES:
            self.fail(spot, f"expected at most {MAX_VALUES} values in all, found more")
            return None
        return self.override(target, value, spot) if isinstance(target, dict) else target

    def override(self, target: dict[str, Any], value: dict[str, Any], spot: _Spot) -> Any:
        """Return *target* with the fields that stand beside ``$ref``."""
        result = dict(target)
        for key, item in value.items():
            if key == "$ref":
                continue
            below = spot.step(key)
            self.forget(below.pointer)
            self.merged.origins[below.pointer] = Origin(below.file, below.local)
            result[key] = self.walk(item, below)
        return result

    def forget(self, pointer: str) -> None:
        """Drop the origins of a field that is overridden."""
        origins = self.merged.origins
        for old in [old for old in origins if old == pointer or old.startswith(pointer + "/")]:
            del origins[old]

    def locate(self, name: str, spot: _Spot) -> Path:
        """Return the real path of the file that ``$ref`` names."""
        if "#" in name or "://" in name:
            self.refuse(spot, f"expected a path of a JSON file, found '{name}'")
        if not name.strip() or name.startswith(("/", "\\")) or Path(name).is_absolute():
            self.refuse(
                spot,
                f"expected a path relative to this file, found '{name}'",
                "leave out the slash in front" if name.startswith("/") else "",
            )
        try:
            path = (spot.file.path.parent / name).resolve()
            inside = path.is_relative_to(self.root)
            exists = path.is_file()
        except (OSError, ValueError):
            self.refuse(spot, f"expected a path of a JSON file, found '{name}'")
        if not inside:
            self.refuse(spot, f"expected a file inside the site, found '{name}'")
        if path in spot.chain:
            self.cycle(path, spot)
        if not exists:
            found = "a directory" if path.is_dir() else "no such file"
            message = f"expected a JSON file '{name}', found {found}"
            self.refuse(spot, message, self.nearest(path, name))
        return path

    def cycle(self, path: Path, spot: _Spot) -> None:
        start = spot.chain.index(path)
        names = [item.relative_to(self.root).as_posix() for item in (*spot.chain[start:], path)]
        message = f"expected files that end, found a circle: {' -> '.join(names)}"
        self.refuse(spot, message)

    def nearest(self, path: Path, name: str) -> str:
        """Return a hint with the JSON file beside *path* that is named most like it."""
        try:
            names = [item.name for item in path.parent.glob("*.json")]
        except OSError:
            return ""
        close = difflib.get_close_matches(path.name, sorted(names), 1)
        return f"did you mean '{name[: len(name) - len(path.name)]}{close[0]}'?" if close else ""

    def load(self, path: Path, name: str, spot: _Spot) -> JsonFile:
        """Return the file at *path*, read once; messages show it as *name* leads there."""
        known = self.merged.files.get(path)
        if known is not None:
            return known
        shown = Path(os.path.normpath(spot.file.path.parent / name))
        shown = shown if shown.resolve() == path else path
        file = read_json_file(shown, self.report)
        if file is None:
            raise _UnresolvedError
        self.merged.files[path] = file
        return file

    def refuse(self, spot: _Spot, message: str, hint: str = "") -> None:
        """Report that the ``$ref`` at *spot* cannot be resolved, and leave it."""
        self.fail(spot, message, hint)
        raise _UnresolvedError

    def fail(self, spot: _Spot, message: str, hint: str = "") -> None:
        self.merged.broken = True
        position = spot.file.position(f"{spot.local}/$ref")
        pointer = f"{spot.pointer}/$ref"
        kind, error = FaultKind.REFERENCE, Severity.ERROR
        self.report(Fault(kind, error, message, spot.file.path, position, pointer, hint))
