"""The specifications of a site: those on disk, those at a URL, and those that pages name."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from sphinx_docsnav.data_files.data_reader import MAX_BYTES
from sphinx_docsnav.data_files.json_values import Keys, format_pointer
from sphinx_docsnav.faults import Fault, FaultKind, Position, Report, Severity
from sphinx_docsnav.openapi.endpoint_names import EndpointReference, parse_reference
from sphinx_docsnav.openapi.files import Documents, Fetch, SpecificationError, normalize_name
from sphinx_docsnav.openapi.remote import fetch as fetch_public
from sphinx_docsnav.openapi.spec_document import SUFFIXES, Document, Resolver
from sphinx_docsnav.openapi.specification import NotASpecificationError, Operation, Specification
from sphinx_docsnav.sitefiles.walk import walk_site

MAX_PROBLEMS = 1_000
"""Maximum number of reported problems per specification; readers see the first of them, see
`sphinx_docsnav.messages`."""

_SNIFF = re.compile(
    rb"""(?:^|[{,])[ \t]*["']?(?:openapi["']?[ \t]*:|swagger["']?[ \t]*:[ \t]*["']?2\.)""",
    re.MULTILINE,
)
"""What a file that may be a specification contains."""


class Specifications:
    """Loads each specification once, and finds operations in all of them."""

    def __init__(  # noqa: PLR0913 -- where files may come from, each passed by name
        self,
        root: Path,
        report: Report,
        *,
        files: Iterable[str] | None = None,
        remote: bool | Fetch = False,
        cache: Path | None = None,
        outside_files: Mapping[str, Path] = MappingProxyType({}),
        history: Mapping[str, Sequence[str]] = MappingProxyType({}),
        report_repeated: Report = lambda _fault: None,
    ) -> None:
        """Read nothing yet.

        :param root: the site's folder; no file outside of it is read.
        :param report: receives each fault.
        :param files: the site's files as POSIX paths; ``None`` to search for them.
        :param remote: whether remote specifications are fetched, or the function that fetches them.
        :param cache: folder for parsed and fetched files; ``None`` for no cache.
        :param outside_files: files that may be outside of the folder, by document name; a
            ``$ref`` in one of them may lead to files in its folder and below.
        :param history: names of the older versions of a specification, the oldest first, by its
            name; these files are not listed in the site.
        :param report_repeated: receives faults that were reported before.
        """
        self.root = root
        """The site's folder."""
        self._report = report
        self._files = files
        self._history = history
        self._data_files: tuple[str, ...] | None = None
        fetch = (fetch_public if remote else None) if isinstance(remote, bool) else remote
        self._documents = Documents(
            root, report, lambda: self.files, fetch=fetch, cache=cache, outside_files=outside_files
        )
        self._loaded: dict[str, Specification | SpecificationError] = {}
        self._problem_counts: dict[str, int] = {}
        self._report_repeated = report_repeated
        self._reported_faults: dict[tuple[str, Keys, str], Fault] = {}
        self._site_specifications: tuple[Specification, ...] | None = None
        self.named: tuple[Specification, ...] = ()
        """The specifications in ``api.openapi`` of docs.json, for references in front matter."""
        self.resolver = Resolver(self._documents.open)
        """Resolves references in all files of the site."""

    @property
    def paths(self) -> tuple[Path, ...]:
        """Every file that was read; pages depend on these."""
        return self._documents.paths

    @property
    def failed(self) -> tuple[str, ...]:
        """Requested specifications that cannot be used, in the order of the requests."""
        return tuple(
            name
            for name, result in self._loaded.items()
            if isinstance(result, SpecificationError) and not result.foreign
        )

    def set_overlays(self, overlays: Iterable[tuple[str, Sequence[str]]]) -> None:
        """Set the overlays of files; call it before any of them is read.

        :param overlays: names of files, each with its overlays in their order; the first of equal
            names counts.
        """
        normalized = (
            (normalize_name(name), tuple(map(normalize_name, names))) for name, names in overlays
        )
        self._documents.overlays = dict(reversed([*normalized]))

    def load(self, source: str) -> Specification:
        """Return the specification that docs.json calls *source*.

        :param source: an https URL, or a path from the site's root, with or without ``/`` or
            ``./``.
        :raises SpecificationError: it does not exist or cannot be read.
        """
        name = normalize_name(source)
        # A failure is remembered as well, so that it is reported once.
        if name not in self._loaded:
            try:
                specification = self._loaded[name] = self._read_specification(name)
                specification.compare_with(self._load_older(name))
            except SpecificationError as error:
                self._loaded[name] = error
        result = self._loaded[name]
        if isinstance(result, SpecificationError):
            raise result
        return result

    def _load_older(self, name: str) -> Iterator[Specification]:
        """Yield the older versions of a specification; problems inside them are not reported."""
        for older_name in self._history.get(name, ()):
            try:
                document = self._documents.read(older_name)
                yield Specification(document, self.resolver, lambda *_: None)
            except (SpecificationError, NotASpecificationError) as error:
                message = error.message if isinstance(error, SpecificationError) else str(error)
                text = f"older version {older_name!r} of specification {name!r}: {message}"
                hint = error.hint or "correct docsnav_openapi_options['history']"
                kind = FaultKind.OPENAPI_MISSING
                self._report(Fault(kind, Severity.WARNING, f"{text}; not compared", hint=hint))

    def list_in_site(self) -> tuple[Specification, ...]:
        """Return all specifications on disk in the order of their paths.

        A file that looks like one and cannot be read is reported once.
        """
        # Searched once: all data files of the site are opened.
        if self._site_specifications is None:
            older_names = {name for names in self._history.values() for name in names}
            self._site_specifications = tuple(
                self._load_recognized(name for name in self.files if name not in older_names)
            )
        return self._site_specifications

    def find_operation(self, text: str, *, near: Sequence[Specification] = ()) -> Operation | None:
        """Return the operation that ``openapi: text`` in front matter names.

        A specification before the method is a URL, a path from the root, or the name of a file;
        the suffix may be missing. Without one, *near* is searched in its order, then the site,
        the last file first as in the hosted service, then the specifications of ``api.openapi``.

        :returns: ``None`` if there is none.
        """
        reference = parse_reference(text)
        if reference is None:
            return None
        for specification in self._list_candidates(reference, near):
            operation = specification.find(reference)
            if operation is not None:
                return operation
        return None

    def has_source(self, text: str) -> bool:
        """Return whether a specification exists that ``openapi: text`` may mean."""
        reference = parse_reference(text)
        return reference is not None and any(True for _ in self._list_candidates(reference, ()))

    def find_similar(self, text: str, *, near: Sequence[Specification] = ()) -> str:
        """Return the name of an operation that *text* may misspell, ``""`` if there is none."""
        reference = parse_reference(text)
        if reference is None:
            return ""
        names = (s.find_similar(reference) for s in self._list_candidates(reference, near))
        return next(filter(None, names), "")

    @property
    def files(self) -> tuple[str, ...]:
        """The site's JSON and YAML files as POSIX paths from the root."""
        if self._data_files is None:
            files = walk_site(self.root).files if self._files is None else self._files
            self._data_files = tuple(sorted(f for f in files if f.lower().endswith(SUFFIXES)))
        return self._data_files

    def _list_candidates(
        self, reference: EndpointReference, near: Sequence[Specification]
    ) -> Iterator[Specification]:
        """Yield the specifications in which a reference is searched."""
        # Without a specification, the division of the page is searched first.
        if not reference.source:
            yield from near
            yield from reversed(self.list_in_site())
            yield from self.named
            return
        name = normalize_name(reference.source)
        for source in (name, *(f"{name}{suffix}" for suffix in SUFFIXES)):
            if "://" in source or source in self.files:
                yield from self._load_usable(source)
        # A bare name may be in any folder; the last one counts.
        if "/" not in name:
            yield from self._load_recognized(
                f for f in reversed(self.files) if name in _list_bare_names(f)
            )

    def _load_usable(self, source: str) -> Iterator[Specification]:
        """Yield a specification; report one that cannot be used."""
        try:
            yield self.load(source)
        except SpecificationError as error:
            self._report_unusable(error, source)

    def _load_recognized(self, names: Iterable[str]) -> Iterator[Specification]:
        """Yield the specifications among files."""
        for name in names:
            if _looks_like_specification(self.root / name):
                yield from self._load_usable(name)

    def _report_unusable(self, error: SpecificationError, source: str) -> None:
        """Report a file that docs.json does not name, once."""
        # Files of another format in the site are no mistake.
        if not (error.reported or error.foreign):
            error.reported = True
            path = None if "://" in source else self.root / source
            position = error.position or (Position(1) if path else None)
            kind, warning = error.kind, Severity.WARNING
            self._report(Fault(kind, warning, error.message, path, position, hint=error.hint))

    def _read_specification(self, name: str) -> Specification:
        """Return a specification and report problems of its file."""
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
            kind, position = FaultKind.OPENAPI_INVALID, document.position(error.keys)
            raise SpecificationError(
                kind,
                Severity.ERROR,
                message,
                error.hint,
                foreign=not error.keys,
                position=position,
            ) from None

    def report_problem(self, document: Document, keys: Keys, message: str) -> None:
        """Report a problem inside a specification with its position, as ``openapi_field``.

        There are at most `MAX_PROBLEMS` for each file, and one message that says so.
        """
        if (document.name, document.written_keys(keys), message) in self._reported_faults:
            self.report_value(FaultKind.OPENAPI_FIELD, document, keys, message)
            return
        count = self._problem_counts[document.name] = self._problem_counts.get(document.name, 0) + 1
        if count <= MAX_PROBLEMS:
            self.report_value(FaultKind.OPENAPI_FIELD, document, keys, message)
        elif count == MAX_PROBLEMS + 1:
            limit = f"more than {MAX_PROBLEMS:,} problems in this file"
            limit_message = f"{limit}; this one and others are left out"
            hint = "correct the problems above, and check again"
            self.report_value(FaultKind.OPENAPI_FIELD, document, keys, limit_message, hint)

    def report_first(  # noqa: PLR0913 -- the parts of a message
        self,
        kind: FaultKind,
        name: str,
        find: Callable[[Document], Keys | None],
        message: str,
        hint: str = "",
        *,
        problem: str = "",
    ) -> None:
        """Report a warning in the first file where *find* returns keys, else at the file's start.

        :param name: the specification that shows the value, which is searched before files that it
            refers to.
        :param problem: what it has in common with others, by which they are counted.
        """
        documents = sorted(self._documents, key=lambda document: document.name != name)
        places = ((document, find(document)) for document in documents)
        document, keys = next(
            ((document, keys) for document, keys in places if keys is not None),
            (documents[0], ()) if documents else (None, ()),
        )
        if document is not None:
            self.report_value(kind, document, keys, message, hint, problem=problem)

    def report_value(  # noqa: PLR0913 -- the parts of a message
        self,
        kind: FaultKind,
        document: Document,
        keys: Keys,
        message: str,
        hint: str = "",
        *,
        problem: str = "",
    ) -> None:
        """Report a warning about the value at *keys* with its position.

        It is reported once, because many pages show the same value.

        :param problem: what it has in common with others, by which they are counted.
        """
        written = document.written_keys(keys)
        earlier_fault = self._reported_faults.get((document.name, written, message))
        # Many pages show the same part.
        if earlier_fault is not None:
            self._report_repeated(earlier_fault)
            return
        file_prefix = "" if document.path else f"{document.name}: "
        fault = self._reported_faults[document.name, written, message] = Fault(
            kind,
            Severity.WARNING,
            f"{file_prefix}{message}",
            document.path,
            document.position(keys),
            format_pointer(written),
            hint,
            problem=problem,
        )
        self._report(fault)


def _list_bare_names(file: str) -> tuple[str, str]:
    """Return the name of a file with and without its suffix."""
    name = file.rpartition("/")[2]
    return name, name.rpartition(".")[0]


def _looks_like_specification(path: Path) -> bool:
    """Return whether a file has the field ``openapi``."""
    try:
        return _SNIFF.search(path.read_bytes()[:MAX_BYTES]) is not None
    except OSError:
        return False
