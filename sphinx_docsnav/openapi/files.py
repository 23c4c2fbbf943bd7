"""Finds, reads and keeps the files of specifications: JSON, or else YAML.

Parsed YAML and fetched specifications are kept beside the doctrees. Characters that XML
forbids are written as escapes.
"""

from __future__ import annotations

import contextlib
import copy
import dataclasses
import hashlib
import json
import os
import re
import tempfile
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from sphinx_docsnav.data_files.data_reader import read_data
from sphinx_docsnav.data_files.file_text import decode_text, read_bytes
from sphinx_docsnav.data_files.json_values import (
    Data,
    DataError,
    DataProblem,
    Keys,
    as_list,
    as_object,
    parse_fragment,
    value_at,
)
from sphinx_docsnav.faults import Fault, FaultKind, Position, Report, Severity
from sphinx_docsnav.openapi.remote import FetchError
from sphinx_docsnav.openapi.spec_document import BadReferenceError, Document
from sphinx_docsnav.openapi.swagger import convert_swagger, is_swagger
from sphinx_docsnav.openapi.swagger_values import MediaTypes
from sphinx_docsnav.sitefiles.nearest import nearest
from sphinx_docsnav.sitefiles.safe_files import drop_forbidden_characters, site_file

_FORMAT = 4
"""Raised when what is stored changes, so that old files count as absent."""

MIN_BYTES = 20_000
"""Smaller files are parsed faster than looked up."""

FRESH_SECONDS = 600.0
"""A fetched copy younger than this is used without asking again."""

_KEPT = 40


@dataclass(frozen=True, slots=True)
class Cache:
    """A folder with files that may disappear at any time."""

    folder: Path
    """The folder, created before the first file is written."""

    def parsed(self, content: bytes) -> Data | None:
        """Return the parsed content of a file, ``None`` if it is not stored."""
        try:
            stored = json.loads(self._parsed(content).read_bytes())
            problems = [
                DataProblem(
                    message, Position(*line_and_column) if line_and_column else None, hint, recovery
                )
                for message, line_and_column, hint, recovery in stored["problems"]
            ]
            return Data(stored["value"], problems)
        except (OSError, ValueError, TypeError, KeyError, RecursionError):
            return None

    def keep_parsed(self, content: bytes, data: Data) -> None:
        """Store the parsed content of a file."""
        problems = [
            (
                problem.message,
                problem.position and (problem.position.line, problem.position.column),
                problem.hint,
                problem.recovery,
            )
            for problem in data.problems
        ]
        text = json.dumps({"value": data.value, "problems": problems})
        self._write(self._parsed(content), text.encode())

    def fetched(self, url: str, *, fresh: bool) -> bytes | None:
        """Return the stored copy of *url*; only a recent one if *fresh*."""
        file = self._fetched(url)
        try:
            # Old copies are used only if the download fails.
            if fresh and time.time() - file.stat().st_mtime > FRESH_SECONDS:
                return None
            return file.read_bytes()
        except OSError:
            return None

    def keep_fetched(self, url: str, content: bytes) -> None:
        """Store the content of *url*."""
        self._write(self._fetched(url), content)

    def _parsed(self, content: bytes) -> Path:
        digest = hashlib.sha256(content).hexdigest()[:40]
        return self.folder / f"parsed-{_FORMAT}-{digest}.json"

    def _fetched(self, url: str) -> Path:
        return self.folder / f"fetched-{hashlib.sha256(url.encode()).hexdigest()[:40]}"

    def _write(self, file: Path, content: bytes) -> None:
        """Write a file in one step, so that other builds never read half of it."""
        with contextlib.suppress(OSError):  # a cache that cannot be written costs time only
            self.folder.mkdir(parents=True, exist_ok=True)
            # Another build may read the folder at the same time.
            handle, name = tempfile.mkstemp(dir=self.folder)
            with os.fdopen(handle, "wb") as stream:
                stream.write(content)
            Path(name).replace(file)
            self._forget("parsed-*")

    def _forget(self, pattern: str) -> None:
        """Delete all but the newest files of one kind."""
        files = sorted(self.folder.glob(pattern), key=lambda f: f.stat().st_mtime, reverse=True)
        for file in files[_KEPT:]:
            file.unlink(missing_ok=True)


_SUSPECT = re.compile(
    r"\\(?:u00[01]|u[dD][89a-fA-F]|u[fF]{3}[eEfF]|U|x[01]|[abefv0])"
    r"|[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]"
)
"""How a file writes such characters; it matches harmless escapes, too."""
_SENT = frozenset({"const", "default", "enum", "example", "examples"})
"""Keys with data that requests send; where a page shows it, it is escaped."""


def drop_forbidden_text(data: Data, source: str) -> None:
    """Remove these characters from the strings in *data*, in place; add one problem for all."""
    suspect = _SUSPECT.search(source)
    # Most files contain none, and are not searched value by value.
    if suspect is None:
        return
    root = [data.value]
    seen: set[int] = set()
    forbidden_characters: set[str] = set()
    waiting: list[object] = [root]
    while waiting:
        holder = waiting.pop()
        if id(holder) in seen:  # an alias of YAML
            continue
        seen.add(id(holder))
        if isinstance(holder, dict):
            pairs = [(_clean(key, forbidden_characters), item) for key, item in holder.items()]
            holder.clear()
            for key, item in pairs:
                # Data that requests send stay as they are; pages escape them.
                is_sent = key in _SENT or str(key).startswith("x-")
                holder[key] = item if is_sent else _clean(item, forbidden_characters)
                if not is_sent:
                    waiting.append(holder[key])
        elif isinstance(holder, list):
            holder[:] = [_clean(item, forbidden_characters) for item in holder]
            waiting += holder
    data.value = root[0]
    if forbidden_characters:
        names = ", ".join(
            f"U+{ord(character):04X}" for character in sorted(forbidden_characters)[:3]
        )
        message = f"texts contain characters that XML forbids ({names}); they are left out"
        line = source.count("\n", 0, suspect.start()) + 1
        data.problems.append(DataProblem(message, Position(line)))


def _clean(value: object, forbidden_characters: set[str]) -> object:
    if not isinstance(value, str):
        return value
    text, indexes = drop_forbidden_characters(value)
    # The reader of JSON reports halves of characters itself.
    forbidden_characters.update(
        value[index] for index in indexes if not "\ud800" <= value[index] <= "\udfff"
    )
    return text


SUFFIXES = (".json", ".yaml", ".yml")
"""The suffixes of files with specifications."""

Fetch = Callable[[str], bytes]
"""Returns what is at an https address; raises `FetchError`."""


@dataclass(eq=False)
class SpecificationError(Exception):
    """A specification cannot be used."""

    kind: FaultKind
    """What is wrong with it."""
    severity: Severity
    """How much it matters where docs.json names the specification."""
    message: str
    """Expected and found, in one line."""
    hint: str = ""
    """The way out, as a clause."""
    reported: bool = False
    """It has been reported."""
    foreign: bool = False
    """The file is of another sort, as ``package.json``: worth a message only if docs.json
    names it."""
    position: Position | None = None
    """Where in the file."""


class Documents:
    """Reads documents by name: a path from the site's root, or an https address."""

    def __init__(  # noqa: PLR0913 -- where files may come from, each passed by name
        self,
        root: Path,
        report: Report,
        names: Callable[[], Sequence[str]],
        *,
        fetch: Fetch | None,
        cache: Path | None,
        given: Mapping[str, Path] = MappingProxyType({}),
    ) -> None:
        """Files are read on first use.

        :param names: returns the site's JSON and YAML files, for hints.
        :param given: files that may be outside of the site, by the names of their documents.
        """
        self._root = root
        self._given = dict(given)
        self._report = report
        self._names = names
        self._fetch = fetch
        self._cache = Cache(cache) if cache else None
        self._files: dict[str, Document] = {}
        self._documents: dict[tuple[str, MediaTypes | None], Document] = {}
        self.overlays: Mapping[str, Sequence[str]] = {}
        """By the name of a document, those of the overlays that change it, in this order."""

    @property
    def paths(self) -> tuple[Path, ...]:
        """Every file read so far."""
        return tuple(d.path for d in self._files.values() if d.path is not None)

    def __iter__(self) -> Iterator[Document]:
        """Yield every document read so far."""
        return iter(tuple(self._documents.values()))

    def read(self, name: str, swagger: MediaTypes | None = None) -> Document:
        """Return the document *name*; one of Swagger 2.0 is converted to OpenAPI 3.0.

        :param swagger: for a file that a Swagger document refers to, the media types that
            apply in it.
        :raises SpecificationError: it is missing, outside the site, or unreadable.
        """
        if (name, swagger) not in self._documents:
            document = self._read(name)
            has_version = as_object(document.value).keys() & {"openapi", "swagger"}
            if is_swagger(document.value):
                document = self._converted(document, None)
            elif swagger is not None and not has_version:
                document = self._converted(document, swagger)
            self._documents[name, swagger] = document
        return self._documents[name, swagger]

    def _read(self, name: str) -> Document:
        """Return the document *name* as written, its overlays applied."""
        if name not in self._files:
            path = None if "://" in name else self._path(name)
            try:
                content = self._remote(name) if path is None else read_bytes(path, _DATA_FILE)
                data = self._parse(content)
            except DataError as error:
                raise _unreadable(name, error) from None
            overlays = tuple(self._applied(data, name)) if name in self.overlays else ()
            self._files[name] = Document(name, content, data, path, overlays)
        return self._files[name]

    def _converted(self, document: Document, inherited: MediaTypes | None) -> Document:
        """Return a document of Swagger 2.0, or a part of one, as OpenAPI 3.0."""

        def read_reference(reference: str) -> object:
            file, _, fragment = reference.partition("#")
            try:
                target = self._read(self._name_in(file, document))
            except (BadReferenceError, SpecificationError):
                return None  # reported by what follows the reference
            return value_at(target.value, parse_fragment(fragment) or ())

        conversion = convert_swagger(document.value, inherited, read_reference)
        positions = (
            (document.position(keys), message)
            for keys, message in dict.fromkeys(conversion.problems)
        )
        problems = [
            DataProblem(message, position or Position(1)) for position, message in positions
        ]
        data = Data(conversion.value, [*document.data.problems, *problems])
        return dataclasses.replace(
            document, data=data, origins=conversion.origins, swagger=conversion.media_types
        )

    def _applied(self, data: Data, name: str) -> Iterator[Document]:
        """Yield the overlays of *name* after changing *data* by them; report what is wrong."""
        data.value = json.loads(json.dumps(data.value, default=str))  # no aliases of YAML
        for overlay in self.overlays[name]:
            kind, overlay_name = FaultKind.OPENAPI_FIELD, f"overlay {overlay!r} of {name!r}"
            try:
                document = self.read(overlay)
            except SpecificationError as error:
                message = f"{overlay_name} is not applied: {error.message}"
                self._report(Fault(error.kind, Severity.WARNING, message, hint=error.hint))
                continue
            for keys, message in apply_overlay(data.value, as_object(document.value)):
                position, text = document.position(keys), f"{overlay_name}: {message}"
                self._report(Fault(kind, Severity.WARNING, text, document.path, position))
            yield document

    def _path(self, name: str) -> Path:
        given_path = self._given.get(name)
        if given_path is not None and given_path.is_file():
            return given_path
        path = site_file(self._root, name)
        if path is not None and path.suffix.lower() in SUFFIXES:
            return path
        similar_name = nearest(name, self._names())
        raise SpecificationError(
            FaultKind.OPENAPI_MISSING,
            Severity.ERROR,
            f"the site has no specification {name!r}",
            f"did you mean {similar_name!r}?"
            if similar_name
            else "write the path of a JSON or YAML file from the root of the site",
        )

    def _parse(self, content: bytes) -> Data:
        cached_data = (
            self._cache.parsed(content) if self._cache and len(content) > MIN_BYTES else None
        )
        if cached_data is not None:
            return cached_data
        text = decode_text(content)
        data = read_data(text)
        drop_forbidden_text(data, text)
        if self._cache and len(content) > MIN_BYTES and not content.lstrip().startswith(b"{"):
            self._cache.keep_parsed(content, data)
        return data

    def _remote(self, url: str) -> bytes:
        """Return what is at *url*, else the copy of it, saying so."""
        if self._cache and (young := self._cache.fetched(url, fresh=True)) is not None:
            return young
        try:
            content = (self._fetch or _turned_off)(url)
        except FetchError as error:
            copy = self._cache.fetched(url, fresh=False) if self._cache else None
            message = f"specification {url!r} was not fetched: {error}"
            kind = FaultKind.OPENAPI_REMOTE
            if copy is None:
                consequence = "no pages are made from it, and links to them are not reported"
                message, hint = f"{message}; {consequence}", _FETCH_HINT
                raise SpecificationError(kind, Severity.WARNING, message, hint) from None
            message = f"{message}; an older copy is used"
            self._report(Fault(kind, Severity.WARNING, message, hint=_FETCH_HINT))
            return copy
        if self._cache:
            self._cache.keep_fetched(url, content)
        return content

    def open(self, file: str, document: Document) -> Document:
        """Return the file that a ``$ref`` in *document* names, inside the site only."""
        try:
            return self.read(self._name_in(file, document), document.swagger)
        except SpecificationError as error:
            if error.kind is FaultKind.OPENAPI_MISSING:
                text = f"$ref {file!r} names no JSON or YAML file of the site"
                raise BadReferenceError(text) from None
            raise BadReferenceError(error.message) from None

    def _name_in(self, file: str, document: Document) -> str:
        """Return the name of the document that *file* means in a ``$ref`` of *document*.

        :raises BadReferenceError: it is outside the site.
        """
        if "://" in file or document.path is None:
            raise BadReferenceError(f"$ref {file!r} leads out of the site and is not followed")
        folder = document.name.rpartition("/")[0]
        name = normal_name(file if file.startswith("/") else f"{folder}/{file}")
        if document.name in self._given:
            beside = site_file(document.path.parent, file)
            if beside is not None and beside.suffix.lower() in SUFFIXES:
                self._given[name] = beside
        return name


def apply_overlay(value: object, overlay: Mapping[str, Any]) -> Iterator[tuple[Keys, str]]:
    """Change *value* by the actions of an OpenAPI Overlay (1.0 and 1.1), in place.

    Yields the keys and the words of what cannot be applied.
    """
    try:
        from jsonpath_rfc9535 import JSONPathError, find
    except ImportError:
        yield (), "not applied, as a package is missing; install sphinx-docsnav[overlays]"
        return
    # The file may be any other YAML.
    if "overlay" not in overlay:
        yield (), "expected an Overlay, found no 'overlay' field; not applied"
        return
    root: Any = value
    for number, action in enumerate(map(as_object, as_list(overlay.get("actions")))):
        nodes_by_key = {}
        for key in {"target", "copy"} & action.keys():
            keys = ("actions", str(number), key)
            try:
                nodes_by_key[key] = find(str(action[key]), root)
            except (JSONPathError, RecursionError) as error:
                yield keys, f"{key!r} is no JSONPath: {error.args[0]}; the action is left out"
                break
            if not nodes_by_key[key]:
                yield keys, f"{key!r} selects nothing; the action is left out"
                break
        else:
            copied = [node.value for node in nodes_by_key.get("copy", ())[:1]]
            update = [action["update"]] if "update" in action else copied
            _act(value, {node.location for node in nodes_by_key.get("target", ())}, update, action)


def _act(
    value: Any,  # noqa: ANN401 -- any JSON
    locations: Collection[tuple[int | str, ...]],
    update: list[object],
    action: Mapping[str, object],
) -> None:
    """Remove what is at *locations*, the last items of a list first, or merge *update* into it."""
    order = sorted(locations, key=lambda at: [(isinstance(k, str), k) for k in at], reverse=True)
    # Items at the end of a list first, so that indexes stay valid.
    for *above, last in filter(None, order):
        holder = value
        for key in above:
            holder = holder[key]
        if action.get("remove") is True:
            del holder[last]
            continue
        for added in update:
            holder[last] = _merged(holder[last], added)
    if () in locations and action.get("remove") is not True:
        for added in update:
            value |= _merged(value, as_object(added))


def _merged(value: object, update: object) -> object:
    if isinstance(value, dict) and isinstance(update, dict):
        both = {key: _merged(value[key], update[key]) for key in value.keys() & update.keys()}
        return {**value, **copy.deepcopy(update), **both}
    if isinstance(value, list):
        return [*value, *copy.deepcopy(update if isinstance(update, list) else [update])]
    return copy.deepcopy(update)


def _unreadable(name: str, error: DataError) -> SpecificationError:
    """Return the error for the specification *name*, which cannot be read."""
    position = error.position
    place = f"{name}:{position.line}:{position.column}: " if position else ""
    return SpecificationError(
        FaultKind.OPENAPI_INVALID,
        Severity.ERROR,
        f"specification {name!r} cannot be read: {place}{error}",
        error.hint,
        position=position,
    )


_DATA_FILE = "a JSON or YAML file"
_FETCH_HINT = "to build without network, save the file in the site and name its path"


def _turned_off(_: str) -> bytes:
    raise FetchError("remote specifications are turned off")


def normal_name(source: str) -> str:
    """Return *source* as a path from the root; a URL is returned unchanged."""
    text = source.strip()
    if "://" in text:
        return text
    parts: list[str] = []
    for part in text.split("/"):
        if part == ".." and parts:
            parts.pop()
        elif part not in ("", ".", ".."):
            parts.append(part)
    return "/".join(parts)
