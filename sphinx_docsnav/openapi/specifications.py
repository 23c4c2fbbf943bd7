"""The specifications of a site: found on disk, by address, or by what pages name."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from sphinx_docsnav.data_files.file_text import MAX_BYTES
from sphinx_docsnav.data_files.json_values import Keys, pointer_text
from sphinx_docsnav.faults import Fault, FaultKind, Position, Report, Severity
from sphinx_docsnav.openapi.endpoint_names import EndpointReference, parse_reference
from sphinx_docsnav.openapi.files import (
    SUFFIXES,
    Documents,
    Fetch,
    SpecificationError,
    normal_name,
)
from sphinx_docsnav.openapi.remote import Fetcher
from sphinx_docsnav.openapi.spec_document import Document, Resolver
from sphinx_docsnav.openapi.specification import NotASpecificationError, Operation, Specification
from sphinx_docsnav.sitefiles.walk import walk_site

MAX_ODD = 1_000
"""Maximum number of reported problems per specification; a person sees the first of them, see
`sphinx_docsnav.messages`."""

_SNIFF = re.compile(
    rb"""(?:^|[{,])[ \t]*["']?(?:openapi["']?[ \t]*:|swagger["']?[ \t]*:[ \t]*["']?2\.)""",
    re.MULTILINE,
)


def _discard(_fault: Fault) -> None:
    """Report nothing."""


class Specifications:
    """Loads each specification once, and finds operations in them."""

    def __init__(  # noqa: PLR0913 -- where files may come from, each passed by name
        self,
        root: Path,
        report: Report,
        *,
        files: Iterable[str] | None = None,
        remote: bool | Fetch = False,
        cache: Path | None = None,
        given: Mapping[str, Path] = MappingProxyType({}),
        history: Mapping[str, Sequence[str]] = MappingProxyType({}),
        report_repeated: Report = _discard,
    ) -> None:
        """Files are read on first use.

        :param root: the site's folder; no file outside it is read.
        :param files: the site's files as POSIX paths; found on disk if absent.
        :param remote: whether remote specifications are fetched, or what fetches them.
        :param cache: folder for parsed and fetched files; ``None`` for no cache.
        :param given: files that may be outside of the folder, by the names used for them;
            a ``$ref`` in one leads to files beside and below it.
        :param history: for the name of a specification, those of its older versions, the oldest
            first; they are no specifications of the site.
        :param report_repeated: receives a problem each time that it is found again, as pages
            share much.
        """
        self.root = root
        """The site's folder."""
        self._report = report
        self._files = files
        self._history = history
        self._data_files: tuple[str, ...] | None = None
        fetch = (Fetcher() if remote else None) if isinstance(remote, bool) else remote
        self._documents = Documents(
            root, report, lambda: self.files, fetch=fetch, cache=cache, given=given
        )
        self._loaded: dict[str, Specification | SpecificationError] = {}
        self._problem_counts: dict[str, int] = {}
        self._report_repeated = report_repeated
        self._reported_faults: dict[tuple[str, Keys, str], Fault] = {}
        self._site_specifications: tuple[Specification, ...] | None = None
        self.named: tuple[Specification, ...] = ()
        """The specifications that ``api.openapi`` of docs.json names, for front matter."""
        self.resolver = Resolver(self._documents.open)
        """Follows ``$ref`` in every file of the site."""

    @property
    def paths(self) -> tuple[Path, ...]:
        """Every file read so far; pages made from them depend on them."""
        return self._documents.paths

    @property
    def failed(self) -> tuple[str, ...]:
        """The requested specifications that cannot be used, in the order of requests."""
        return tuple(
            name
            for name, found in self._loaded.items()
            if isinstance(found, SpecificationError) and not found.foreign
        )

    def set_overlays(self, overlays: Iterable[tuple[str, Sequence[str]]]) -> None:
        """Let files be changed by overlays, before any is read; of equal names the first counts.

        :param overlays: what docs.json calls each file, and its overlays in order.
        """
        named = ((normal_name(name), tuple(map(normal_name, each))) for name, each in overlays)
        self._documents.overlays = dict(reversed([*named]))

    def load(self, source: str) -> Specification:
        """Return the specification that docs.json names *source*.

        :param source: an https address, or a path from the site's root, with
            or without ``/`` or ``./`` before it.
        :raises SpecificationError: there is none, or none that can be read.
        """
        name = normal_name(source)
        if name not in self._loaded:
            try:
                specification = self._loaded[name] = self._read_specification(name)
                specification.compare_with(self._load_older(name))
            except SpecificationError as error:
                self._loaded[name] = error
        found = self._loaded[name]
        if isinstance(found, SpecificationError):
            raise found
        return found

    def _load_older(self, name: str) -> Iterator[Specification]:
        """Yield the older versions of a specification; what is wrong inside is not reported."""
        for older in self._history.get(name, ()):
            try:
                document = self._documents.read(older)
                yield Specification(document, self.resolver, lambda *_: None)
            except (SpecificationError, NotASpecificationError) as error:
                message = error.message if isinstance(error, SpecificationError) else str(error)
                text = f"older version {older!r} of specification {name!r}: {message}"
                hint = error.hint or "correct docsnav_openapi_options['history']"
                kind = FaultKind.OPENAPI_MISSING
                self._report(Fault(kind, Severity.WARNING, f"{text}; not compared", hint=hint))

    def list_in_site(self) -> tuple[Specification, ...]:
        """Return every specification on disk, in order of paths.

        Files that look like one and cannot be read: one ``openapi_invalid`` each.
        """
        if self._site_specifications is None:
            older = {name for names in self._history.values() for name in names}
            self._site_specifications = tuple(
                self._load_recognized(name for name in self.files if name not in older)
            )
        return self._site_specifications

    def find_operation(self, text: str, *, near: Sequence[Specification] = ()) -> Operation | None:
        """Return the operation that front matter ``openapi: text`` names.

        A specification before the method is a path from the root, with or
        without suffix, or a file's bare name, or an address. Without one, those
        in *near* are searched first, in their order, then the site's, the last
        one first, as in the hosted service, then those that ``api.openapi`` names.
        """
        reference = parse_reference(text)
        if reference is None:
            return None
        for specification in self._candidates(reference, near):
            operation = specification.find(reference)
            if operation is not None:
                return operation
        return None

    def has_source(self, text: str) -> bool:
        """Return whether a specification exists that front matter ``openapi: text`` may mean."""
        reference = parse_reference(text)
        return reference is not None and any(True for _ in self._candidates(reference, ()))

    def find_similar(self, text: str, *, near: Sequence[Specification] = ()) -> str:
        """Return the name of an operation that *text* may mean, ``""`` if none is near."""
        reference = parse_reference(text)
        if reference is None:
            return ""
        found = (s.find_similar(reference) for s in self._candidates(reference, near))
        return next(filter(None, found), "")

    @property
    def files(self) -> tuple[str, ...]:
        """The site's JSON and YAML files, as POSIX paths from the root."""
        if self._data_files is None:
            files = walk_site(self.root).files if self._files is None else self._files
            self._data_files = tuple(sorted(f for f in files if f.lower().endswith(SUFFIXES)))
        return self._data_files

    def _candidates(
        self, reference: EndpointReference, near: Sequence[Specification]
    ) -> Iterator[Specification]:
        if not reference.source:
            yield from near
            yield from reversed(self.list_in_site())
            yield from self.named
            return
        name = normal_name(reference.source)
        for source in (name, *(f"{name}{suffix}" for suffix in SUFFIXES)):
            if "://" in source or source in self.files:
                yield from self._load_usable(source)
        if "/" not in name:
            yield from self._load_recognized(
                f for f in reversed(self.files) if name in _list_bare_names(f)
            )

    def _load_usable(self, source: str) -> Iterator[Specification]:
        try:
            yield self.load(source)
        except SpecificationError as error:
            self._report_unusable(error, source)

    def _load_recognized(self, names: Iterable[str]) -> Iterator[Specification]:
        for name in names:
            if _looks_like_specification(self.root / name):
                yield from self._load_usable(name)

    def _report_unusable(self, error: SpecificationError, source: str) -> None:
        """Report a file that no element of docs.json names; once."""
        if not (error.reported or error.foreign):
            error.reported = True
            path = None if "://" in source else self.root / source
            place = error.position or (Position(1) if path else None)
            kind, warning = error.kind, Severity.WARNING
            self._report(Fault(kind, warning, error.message, path, place, hint=error.hint))

    def _read_specification(self, name: str) -> Specification:
        document = self._documents.read(name)
        for problem in document.data.problems:
            self._report(
                Fault(
                    FaultKind.OPENAPI_FIELD,
                    Severity.WARNING,
                    problem.text,
                    document.path,
                    problem.position,
                    hint=problem.hint,
                )
            )
        try:
            return Specification(document, self.resolver, self.report_problem)
        except NotASpecificationError as error:
            message = f"specification {name!r}: {error}"
            kind, place = FaultKind.OPENAPI_INVALID, document.position(error.keys)
            raise SpecificationError(
                kind,
                Severity.ERROR,
                message,
                error.hint,
                foreign=not error.keys,
                position=place,
            ) from None

    def report_problem(self, document: Document, keys: Keys, message: str) -> None:
        """Report something odd in a specification, ``openapi_field``, with its place.

        At most `MAX_ODD` a file, and one message that there are more.
        """
        if (document.name, document.written_keys(keys), message) in self._reported_faults:
            self.report_value(FaultKind.OPENAPI_FIELD, document, keys, message)
            return
        count = self._problem_counts[document.name] = self._problem_counts.get(document.name, 0) + 1
        if count <= MAX_ODD:
            self.report_value(FaultKind.OPENAPI_FIELD, document, keys, message)
        elif count == MAX_ODD + 1:
            last = f"more than {MAX_ODD:,} problems in this file; this one and others are left out"
            hint = "correct the problems above, and check again"
            self.report_value(FaultKind.OPENAPI_FIELD, document, keys, last, hint)

    def report_text(
        self, kind: FaultKind, name: str, text: str, message: str, hint: str = ""
    ) -> None:
        """Report a warning about *text* where it is first written.

        :param name: the specification that shows it; files that it refers to come after it.
        """
        self._report_first(kind, name, lambda document: document.keys_of_text(text), message, hint)

    def report_link(
        self, kind: FaultKind, name: str, address: str, message: str, hint: str = ""
    ) -> None:
        """Report a warning about the first link to *address*; see `report_text`."""
        self._report_first(
            kind, name, lambda document: document.keys_of_link(address), message, hint
        )

    def _report_first(
        self,
        kind: FaultKind,
        name: str,
        find: Callable[[Document], Keys | None],
        message: str,
        hint: str,
    ) -> None:
        documents = sorted(self._documents, key=lambda document: document.name != name)
        for document in documents:
            keys = find(document)
            if keys is not None:
                self.report_value(kind, document, keys, message, hint)
                return
        if documents:
            self.report_value(kind, documents[0], (), message, hint)

    def report_value(
        self, kind: FaultKind, document: Document, keys: Keys, message: str, hint: str = ""
    ) -> None:
        """Report a warning about the value at *keys*, with its place; once, as pages share much."""
        written = document.written_keys(keys)
        known = self._reported_faults.get((document.name, written, message))
        if known is not None:
            self._report_repeated(known)
            return
        where = "" if document.path else f"{document.name}: "
        fault = self._reported_faults[document.name, written, message] = Fault(
            kind,
            Severity.WARNING,
            f"{where}{message}",
            document.path,
            document.position(keys),
            pointer_text(written),
            hint,
        )
        self._report(fault)


def _list_bare_names(file: str) -> tuple[str, str]:
    name = file.rpartition("/")[2]
    return name, name.rpartition(".")[0]


def _looks_like_specification(path: Path) -> bool:
    try:
        return _SNIFF.search(path.read_bytes()[:MAX_BYTES]) is not None
    except OSError:
        return False
