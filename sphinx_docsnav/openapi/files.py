"""Finds and reads the files of specifications, JSON or else YAML, and applies overlays.

Parsed YAML and fetched specifications are stored in a cache folder. Characters that XML forbids are
removed from texts that pages show.
"""

from __future__ import annotations

import contextlib
import copy
import dataclasses
import hashlib
import json
import re
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from sphinx_docsnav.data_files.data_reader import decode_text, read_bytes, read_data
from sphinx_docsnav.data_files.json_values import (
    Data,
    DataError,
    DataProblem,
    Keys,
    as_list,
    as_object,
    find_value,
    parse_fragment,
)
from sphinx_docsnav.faults import Fault, FaultKind, Position, Report, Severity
from sphinx_docsnav.messages import did_you_mean
from sphinx_docsnav.openapi.remote import FetchError
from sphinx_docsnav.openapi.spec_document import SUFFIXES, BadReferenceError, Document
from sphinx_docsnav.openapi.swagger import MediaTypes, convert_swagger, is_swagger
from sphinx_docsnav.sitefiles.nearest import find_nearest
from sphinx_docsnav.sitefiles.safe_files import drop_forbidden_characters, find_site_file
from sphinx_docsnav.sitefiles.write import replace_if_changed

Fetch = Callable[[str], bytes]
"""Returns the content of an https URL; raises `FetchError`."""

_CACHE_VERSION = 4
"""The version of the format of cached files; raise it when the format changes."""

MIN_BYTES = 20_000
"""Smaller files are parsed faster than looked up in the cache."""

FRESH_SECONDS = 600.0
"""Age up to which a fetched copy is used without a request."""

_MAX_STORED = 40
"""Number of parsed files in the cache; older ones are deleted."""

_MAY_BE_FORBIDDEN = re.compile(
    r"\\(?:u00[01]|u[dD][89a-fA-F]|u[fF]{3}[eEfF]|U|x[01]|[abefv0])"
    r"|[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]"
)
"""Characters that XML forbids, as a file writes them; harmless escapes match as well."""

_DATA_KEYS = frozenset({"const", "default", "enum", "example", "examples"})
"""Keys with data of requests and responses, which must not change; pages escape them."""

_FILE_DESCRIPTION = "a JSON or YAML file"

_FETCH_HINT = "to build without network, save the file in the site and name its path"


@dataclass(frozen=True, slots=True)
class Cache:
    """A cache folder, whose files may disappear at any time."""

    folder: Path
    """The folder, created before the first file is written."""

    def read_parsed(self, content: bytes) -> Data | None:
        """Return the data of a file with this content, ``None`` if they are not stored."""
        try:
            stored = json.loads(self._find_parsed_file(content).read_bytes())
            problems = [
                DataProblem(
                    message, Position(*line_and_column) if line_and_column else None, hint, recovery
                )
                for message, line_and_column, hint, recovery in stored["problems"]
            ]
            return Data(stored["value"], problems)
        except (OSError, ValueError, TypeError, KeyError, RecursionError):
            return None

    def store_parsed(self, content: bytes, data: Data) -> None:
        """Store the data of a file with this content."""
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
        self._write(self._find_parsed_file(content), text.encode())

    def read_fetched(self, url: str, *, fresh: bool) -> bytes | None:
        """Return the stored copy of *url*, ``None`` if there is none.

        :param fresh: whether the copy must be younger than `FRESH_SECONDS`.
        """
        file = self._find_fetched_file(url)
        try:
            if fresh and time.time() - file.stat().st_mtime > FRESH_SECONDS:
                return None
            return file.read_bytes()
        except OSError:
            return None

    def store_fetched(self, url: str, content: bytes) -> None:
        """Store the content of *url*."""
        self._write(self._find_fetched_file(url), content)

    def _find_parsed_file(self, content: bytes) -> Path:
        digest = hashlib.sha256(content).hexdigest()[:40]
        return self.folder / f"parsed-{_CACHE_VERSION}-{digest}.json"

    def _find_fetched_file(self, url: str) -> Path:
        return self.folder / f"fetched-{hashlib.sha256(url.encode()).hexdigest()[:40]}"

    def _write(self, file: Path, content: bytes) -> None:
        """Write a file; other builds may use the folder at the same time."""
        with contextlib.suppress(OSError):  # a cache that cannot be written costs time only
            if not replace_if_changed(file, [content], is_shared=True):
                file.touch()  # the time tells how old a fetched copy is
            self._remove_old_files()

    def _remove_old_files(self) -> None:
        """Delete all but the newest parsed files."""
        files = sorted(self.folder.glob("parsed-*"), key=lambda f: f.stat().st_mtime, reverse=True)
        for file in files[_MAX_STORED:]:
            file.unlink(missing_ok=True)


@dataclass(eq=False)
class SpecificationError(Exception):
    """A specification cannot be used."""

    kind: FaultKind
    """The kind of the fault."""
    severity: Severity
    """The severity of the fault if docs.json names the specification."""
    message: str
    """The problem in one line."""
    hint: str = ""
    """The remedy, as a clause."""
    reported: bool = False
    """Whether it was reported already."""
    foreign: bool = False
    """Whether the file has another format, such as ``package.json``; reported only if docs.json
    names the file."""
    position: Position | None = None
    """The position in the file; ``None`` if it is unknown."""


class Documents:
    """Reads documents by name, which is a path from the site's root or an https URL."""

    def __init__(  # noqa: PLR0913 -- where files may come from, each passed by name
        self,
        root: Path,
        report: Report,
        list_files: Callable[[], Sequence[str]],
        *,
        fetch: Fetch | None,
        cache: Path | None,
        outside_files: Mapping[str, Path] = MappingProxyType({}),
    ) -> None:
        """Read nothing yet.

        :param list_files: returns the names of the site's JSON and YAML files, for hints.
        :param outside_files: files that may be outside of the site, by document name.
        """
        self._root = root
        self._outside_files = dict(outside_files)
        self._report = report
        self._list_files = list_files
        self._fetch = fetch
        self._cache = Cache(cache) if cache else None
        self._files: dict[str, Document] = {}
        self._documents: dict[tuple[str, MediaTypes | None], Document] = {}
        self.overlays: Mapping[str, Sequence[str]] = {}
        """The names of the overlays of each document, in the order in which they are applied."""

    @property
    def paths(self) -> tuple[Path, ...]:
        """Every file read so far."""
        return tuple(d.path for d in self._files.values() if d.path is not None)

    def __iter__(self) -> Iterator[Document]:
        """Yield every document read so far."""
        return iter(tuple(self._documents.values()))

    def read(self, name: str, swagger: MediaTypes | None = None) -> Document:
        """Return the document *name*; Swagger 2.0 is converted to OpenAPI 3.0.

        :param swagger: for a file that a Swagger document refers to, the media types that
            apply in it.
        :raises SpecificationError: the file is missing, outside the site, or unreadable.
        """
        if (name, swagger) not in self._documents:
            document = self._read(name)
            has_version = as_object(document.value).keys() & {"openapi", "swagger"}
            if is_swagger(document.value):
                document = self._convert(document, None)
            elif swagger is not None and not has_version:
                document = self._convert(document, swagger)
            self._documents[name, swagger] = document
        return self._documents[name, swagger]

    def _read(self, name: str) -> Document:
        """Return the document *name* as written, its overlays applied."""
        if name not in self._files:
            path = None if "://" in name else self._find_path(name)
            try:
                content = (
                    self._fetch_or_reuse(name)
                    if path is None
                    else read_bytes(path, _FILE_DESCRIPTION)
                )
                data = self._parse(content)
            except DataError as error:
                raise _make_read_error(name, error) from None
            overlays = tuple(self._apply_overlays(data, name)) if name in self.overlays else ()
            self._files[name] = Document(name, content, data, path, overlays)
        return self._files[name]

    def _convert(self, document: Document, inherited: MediaTypes | None) -> Document:
        """Return a document of Swagger 2.0, or a part of one, as OpenAPI 3.0.

        :param inherited: as for `convert_swagger`.
        """

        def read_reference(reference: str) -> object:
            file, _, fragment = reference.partition("#")
            try:
                target = self._read(self._resolve_name(file, document))
            except (BadReferenceError, SpecificationError):
                return None  # reported by the reader of the reference
            return find_value(target.value, parse_fragment(fragment) or ())

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

    def _apply_overlays(self, data: Data, name: str) -> Iterator[Document]:
        """Apply the overlays of the document *name* to *data*, and yield each; report problems."""
        # An action must not change all aliases of a YAML value, so each becomes a copy.
        data.value = json.loads(json.dumps(data.value, default=str))
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

    def _find_path(self, name: str) -> Path:
        """Return the file of a document.

        :raises SpecificationError: there is none; the hint names a similar one.
        """
        outside_path = self._outside_files.get(name)
        if outside_path is not None and outside_path.is_file():
            return outside_path
        path = find_site_file(self._root, name)
        if path is not None and path.suffix.lower() in SUFFIXES:
            return path
        similar_name = find_nearest(name, self._list_files())
        raise SpecificationError(
            FaultKind.OPENAPI_MISSING,
            Severity.ERROR,
            f"the site has no specification {name!r}",
            did_you_mean(similar_name)
            or "write the path of a JSON or YAML file from the root of the site",
        )

    def _parse(self, content: bytes) -> Data:
        """Return the data of a file; large YAML files, which are slow to parse, are cached."""
        cache = self._cache if len(content) > MIN_BYTES else None
        cached_data = cache.read_parsed(content) if cache else None
        if cached_data is not None:
            return cached_data
        text = decode_text(content)
        data = read_data(text)
        _drop_forbidden_strings(data, text)
        if cache and not content.lstrip().startswith(b"{"):
            cache.store_parsed(content, data)
        return data

    def _fetch_or_reuse(self, url: str) -> bytes:
        """Return the content of *url*; if the download fails, an older copy and a warning."""
        fresh_copy = self._cache.read_fetched(url, fresh=True) if self._cache else None
        if fresh_copy is not None:
            return fresh_copy
        try:
            content = (self._fetch or _refuse_to_fetch)(url)
        except FetchError as error:
            old_copy = self._cache.read_fetched(url, fresh=False) if self._cache else None
            message = f"specification {url!r} was not fetched: {error}"
            kind = FaultKind.OPENAPI_REMOTE
            if old_copy is None:
                consequence = "no pages are made from it, and links to them are not reported"
                message, hint = f"{message}; {consequence}", _FETCH_HINT
                raise SpecificationError(kind, Severity.WARNING, message, hint) from None
            message = f"{message}; an older copy is used"
            self._report(Fault(kind, Severity.WARNING, message, hint=_FETCH_HINT))
            return old_copy
        if self._cache:
            self._cache.store_fetched(url, content)
        return content

    def open(self, file: str, document: Document) -> Document:
        """Return the document that *file* names in a ``$ref`` of *document*.

        :raises BadReferenceError: it is missing, outside the site, or unreadable.
        """
        try:
            return self.read(self._resolve_name(file, document), document.swagger)
        except SpecificationError as error:
            if error.kind is FaultKind.OPENAPI_MISSING:
                text = f"$ref {file!r} names no JSON or YAML file of the site"
                raise BadReferenceError(text) from None
            raise BadReferenceError(error.message) from None

    def _resolve_name(self, file: str, document: Document) -> str:
        """Return the name of the document that *file* names in a ``$ref`` of *document*.

        :raises BadReferenceError: it is outside the site.
        """
        if "://" in file or document.path is None:
            raise BadReferenceError(f"$ref {file!r} leads out of the site and is not followed")
        folder = document.name.rpartition("/")[0]
        name = normalize_name(file if file.startswith("/") else f"{folder}/{file}")
        # A file outside the site may refer to others in its folder and below.
        if document.name in self._outside_files:
            path = find_site_file(document.path.parent, file)
            if path is not None and path.suffix.lower() in SUFFIXES:
                self._outside_files[name] = path
        return name


def apply_overlay(value: object, overlay: Mapping[str, Any]) -> Iterator[tuple[Keys, str]]:
    """Apply the actions of an OpenAPI Overlay (1.0 or 1.1) to *value*, in place.

    Yield each problem: keys in the overlay, and a message.
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
            updates = [node.value for node in nodes_by_key.get("copy", ())[:1]]
            if "update" in action:
                updates = [action["update"]]
            locations = {node.location for node in nodes_by_key.get("target", ())}
            _apply_action(value, locations, updates, removes=action.get("remove") is True)


def _apply_action(
    value: Any,  # noqa: ANN401 -- any JSON
    locations: Collection[tuple[int | str, ...]],
    updates: list[object],
    *,
    removes: bool,
) -> None:
    """Remove the values at *locations* of *value*, or merge *updates* into each of them."""
    # Items at the end of a list first, so that the indexes of others stay valid.
    order = sorted(
        locations, key=lambda keys: [(isinstance(k, str), k) for k in keys], reverse=True
    )
    for *above, last in filter(None, order):
        holder = value
        for key in above:
            holder = holder[key]
        if removes:
            del holder[last]
            continue
        for update in updates:
            holder[last] = _merge(holder[last], update)
    # The root cannot be removed.
    if () in locations and not removes:
        for update in updates:
            value |= _merge(value, as_object(update))


def _merge(value: object, update: object) -> object:
    """Return *value* with *update*: objects are merged, lists get its items, others become it."""
    if isinstance(value, dict) and isinstance(update, dict):
        both = {key: _merge(value[key], update[key]) for key in value.keys() & update.keys()}
        return {**value, **copy.deepcopy(update), **both}
    if isinstance(value, list):
        return [*value, *copy.deepcopy(update if isinstance(update, list) else [update])]
    return copy.deepcopy(update)


def _make_read_error(name: str, error: DataError) -> SpecificationError:
    """Return the error for the specification *name*, which cannot be read."""
    position = error.position
    prefix = f"{name}:{position.line}:{position.column}: " if position else ""
    return SpecificationError(
        FaultKind.OPENAPI_INVALID,
        Severity.ERROR,
        f"specification {name!r} cannot be read: {prefix}{error}",
        error.hint,
        position=position,
    )


def _drop_forbidden_strings(data: Data, source: str) -> None:
    """Remove characters that XML forbids from the strings in *data*, in place.

    All of them are one problem in `Data.problems`.

    :param source: the text of the file.
    """
    first_match = _MAY_BE_FORBIDDEN.search(source)
    # Most files contain none, and are not searched value by value.
    if first_match is None:
        return
    root = [data.value]
    seen: set[int] = set()
    forbidden_characters: set[str] = set()
    stack: list[object] = [root]
    while stack:
        holder = stack.pop()
        if id(holder) in seen:  # an alias of YAML
            continue
        seen.add(id(holder))
        if isinstance(holder, dict):
            pairs = [
                (_drop_forbidden(key, forbidden_characters), item) for key, item in holder.items()
            ]
            holder.clear()
            for key, item in pairs:
                is_data = key in _DATA_KEYS or str(key).startswith("x-")
                holder[key] = item if is_data else _drop_forbidden(item, forbidden_characters)
                if not is_data:
                    stack.append(holder[key])
        elif isinstance(holder, list):
            holder[:] = [_drop_forbidden(item, forbidden_characters) for item in holder]
            stack += holder
    data.value = root[0]
    if forbidden_characters:
        names = ", ".join(
            f"U+{ord(character):04X}" for character in sorted(forbidden_characters)[:3]
        )
        message = f"texts contain characters that XML forbids ({names}); they are left out"
        line = source.count("\n", 0, first_match.start()) + 1
        data.problems.append(DataProblem(message, Position(line)))


def _drop_forbidden(value: object, forbidden_characters: set[str]) -> object:
    """Return *value*, a string without forbidden characters, which are added to the set."""
    if not isinstance(value, str):
        return value
    text, indexes = drop_forbidden_characters(value)
    # The JSON reader reports surrogates itself.
    forbidden_characters.update(
        value[index] for index in indexes if not "\ud800" <= value[index] <= "\udfff"
    )
    return text


def _refuse_to_fetch(_url: str) -> bytes:
    """Raise `FetchError`: the settings do not allow downloads."""
    raise FetchError("remote specifications are turned off")


def normalize_name(source: str) -> str:
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
