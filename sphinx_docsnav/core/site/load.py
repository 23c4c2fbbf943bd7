"""Resolve docs.json, read at ``config-inited``, and ``docsnav_openapi`` (``builder-inited``)."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.util.build_phase import BuildPhase
from sphinx.util.matching import Matcher, compile_matchers

from sphinx_docsnav import docs_json
from sphinx_docsnav.core.builders import is_read_in_browser
from sphinx_docsnav.core.log import make_site_error, stop_build
from sphinx_docsnav.core.private_names import has_conf
from sphinx_docsnav.core.settings import list_our_suffixes
from sphinx_docsnav.core.site.document_messages import make_report
from sphinx_docsnav.core.state import (
    STORAGE,
    DocsJsonReading,
    Markdown,
    SiteState,
    Slots,
    build_state,
    derive,
    reading_of,
    state_of,
)
from sphinx_docsnav.docs_json import continues_after
from sphinx_docsnav.faults import DocsNavError, Fault, Report, Severity
from sphinx_docsnav.navigation.inventory import (
    OPTIONAL_SUFFIXES,
    PageInventory,
    find_pages,
)
from sphinx_docsnav.navigation.pipeline import ResolvedSite, resolve_site
from sphinx_docsnav.openapi import Specifications
from sphinx_docsnav.openapi.files import normalize_name
from sphinx_docsnav.openapi.spec_document import SUFFIXES
from sphinx_docsnav.sitefiles.page_links import SERVED_BELOW, SiteDocuments
from sphinx_docsnav.sitefiles.safe_urls import split_url
from sphinx_docsnav.sitefiles.write import write_if_changed

if TYPE_CHECKING:
    from sphinx_docsnav.docs_json import DocsJson

FOLDER = "specifications"
"""The folder beside the doctrees for specifications that conf.py has as values."""
_DOCNAME = re.compile(r"(?!\.)[^/\\\s?#%:*\"<>|]+(/(?!\.)[^/\\\s?#%:*\"<>|]+)*(?<!\.rst)(?<!\.md)")


@dataclass(frozen=True, slots=True)
class OpenApiSources:
    """The specifications of ``docsnav_openapi``."""

    names: Mapping[str, str]
    """The name of each, by the document that introduces it."""
    files: Mapping[str, Path]
    """The files of those that are not addresses, by that name."""
    history: Mapping[str, tuple[str, ...]]
    """By that name, the names of older versions, the oldest first; their files are in `files`."""


def find_openapi_sources(app: Sphinx) -> OpenApiSources:
    """Return the specifications of ``docsnav_openapi``; write those that are values to files.

    A path is relative to the folder of conf.py. It may lead out of the source folder,
    as conf.py is no part of what strangers write.
    """
    names: dict[str, str] = {}
    files: dict[str, Path] = {}
    sources = app.config.docsnav_openapi
    for docname, source in sources.items():
        # Documents with equal values show one specification.
        first = next(name for name, value in sources.items() if value == source)
        if first in names:
            names[docname] = names[first]
            continue
        if not isinstance(source, dict):
            names[docname] = _note_file(app, source, docname, files)
            continue
        # A value of conf.py becomes a file, so that it is read like all others.
        name = names[docname] = f"{docname}.json"
        files[name] = Path(app.doctreedir) / STORAGE / FOLDER / name
        write_if_changed(files[name], json.dumps(source, ensure_ascii=False, default=str))
    history = {}
    for name, value in app.config.docsnav_openapi_options["history"].items():
        older = [value] if isinstance(value, str | os.PathLike) else value
        file_names = (_note_file(app, version, f"older/{len(files)}", files) for version in older)
        history[names.get(name, normalize_name(name))] = tuple(file_names)
    return OpenApiSources(names, files, history)


def _note_file(
    app: Sphinx, source: str | os.PathLike[str], called: str, files: dict[str, Path]
) -> str:
    """Return the name of *source*, an address or a path from conf.py, and note its file.

    :param called: its name, if it is outside of the source folder.
    """
    if isinstance(source, str) and "://" in source:
        return source
    path = Path(os.path.normpath(Path(app.confdir or app.srcdir, source)))
    name = _make_file_name(Path(app.srcdir), path, called)
    files[name] = path
    return name


def _make_file_name(srcdir: Path, path: Path, docname: str) -> str:
    """Return the path of a file from the source folder; for one outside of it, a name.

    The name has no blanks: front matter separates it by one from the operation.
    """
    relative = Path(os.path.relpath(path, srcdir)).as_posix()
    if not relative.startswith("../") and re.search(r"\s", relative) is None:
        return relative
    suffix = path.suffix.lower() if path.suffix.lower() in SUFFIXES else ".json"
    return f"{docname}{suffix}"


def check_sources(value: Mapping[object, object]) -> Iterator[str]:
    """Yield what is wrong with the value of ``docsnav_openapi``."""
    for docname, source in value.items():
        if not isinstance(docname, str) or _DOCNAME.fullmatch(docname) is None:
            yield f"expected the name of a document, such as 'api/index', found {docname!r}"
        elif not isinstance(source, str | dict | os.PathLike):
            type_name = type(source).__name__
            yield f"at {docname!r}, expected a path, an address or a dict, found {type_name}"


def check_history(value: Mapping[object, object]) -> Iterator[str]:
    """Yield what is wrong with the value of the option ``history``."""
    for name, older in value.items():
        listed = older if isinstance(older, list | tuple) else [older]
        if not isinstance(name, str) or not all(isinstance(e, str | os.PathLike) for e in listed):
            yield f"at {name!r}, expected a path or a list of paths, found {older!r}"


def load_docs_json(app: Sphinx) -> None:
    """Report the faults of docs.json and resolve the site (``builder-inited``).

    :raises SiteError: docs.json has errors that stop the build, or nothing
        is left.
    """
    srcdir = Path(app.srcdir)
    errors: list[Fault] = []
    report = _count_errors(make_report(app), errors)
    reading = reading_of(app)
    for fault in reading.faults:
        report(fault)
    try:
        resolved = _resolve(app, reading, report)
    except DocsNavError as error:
        stop_build(make_site_error(error, errors, srcdir), srcdir)
    # All faults are reported before the first one that stops the build does so.
    stopping = [error for error in errors if not continues_after(reading.keep_going, error.kind)]
    if stopping:
        first = DocsNavError(stopping[0].message, fault=stopping[0])
        stop_build(make_site_error(first, errors, srcdir), srcdir)
    build_state(app).site_state = SiteState(resolved, derived=Slots(app))


def resolve_again(app: Sphinx, *, with_specifications: bool) -> ResolvedSite:
    """Return the site of docs.json as the file is now, with the pages known.

    Faults of docs.json are reported, those of specifications are not.

    :param with_specifications: whether specifications are read again, too.
    :raises DocsNavError: docs.json is not usable.
    """
    reading, before = reading_of(app), state_of(app).resolved
    report = make_report(app)
    docs = docs_json.read_docs_json(reading.path, report, keep_going=reading.keep_going)
    specs = (
        _make_specifications(app, before.inventory, _ignore_fault)
        if with_specifications
        else before.specs
    )
    return _resolve_navigation(app, docs, before.inventory, specs, report)


def _ignore_fault(_fault: Fault) -> None:
    """Report nothing."""


def _resolve(app: Sphinx, reading: DocsJsonReading, report: Report) -> ResolvedSite:
    """Return the site of *reading*.

    :raises DocsNavError: docs.json is not usable.
    """
    docs = reading.docs
    if docs is None:
        raise reading.error or DocsNavError(f"{reading.path} could not be read")
    srcdir = Path(app.srcdir)
    optional_suffixes = () if has_conf(app.config) else OPTIONAL_SUFFIXES
    inventory = find_pages(
        srcdir,
        docs,
        (*list_our_suffixes(app.config), *optional_suffixes),
        skip=Matcher(_list_output_patterns(app)),
        confined=list_our_suffixes(app.config),
        only_listed=(".md",) if reading.markdown is Markdown.LISTED else (),
        optional_suffixes=optional_suffixes,
    )
    return _resolve_navigation(
        app, docs, inventory, _make_specifications(app, inventory, report), report
    )


def _make_specifications(app: Sphinx, inventory: PageInventory, report: Report) -> Specifications:
    sources = find_openapi_sources(app)
    return Specifications(
        Path(app.srcdir),
        report,
        files=inventory.data,
        remote=app.config.docsnav_openapi_options["remote"],
        cache=Path(app.doctreedir) / STORAGE / "openapi",
        outside_files=sources.files,
        history=sources.history,
        report_repeated=report if report is _ignore_fault else make_report(app, is_repeated=True),
    )


def _resolve_navigation(
    app: Sphinx, docs: DocsJson, inventory: PageInventory, specs: Specifications, report: Report
) -> ResolvedSite:
    resolved = resolve_site(
        docs,
        inventory,
        specs,
        report,
        in_order_of_tags=app.config.docsnav_openapi_options["groups"] == "tags",
        standalone=find_openapi_sources(app).names,
        icon_paths=find_icon_paths(app),
    )
    return replace(
        resolved,
        root_doc=str(app.config.root_doc),
        served_below=_find_base_path(app),
        find_exclusion=_find_exclusion(app),
        made_pages=frozenset((*app.config.html_additional_pages, *list_indices(app))),
    )


def _find_exclusion(app: Sphinx) -> Callable[[str], str]:
    """Return a function that returns the pattern of the project which excludes a page's file."""
    find_pattern = make_exclusion_finder(reading_of(app).excluded)

    def find_pattern_of_page(docname: str) -> str:
        files = (docname + suffix for suffix in app.config.source_suffix)
        patterns = (find_pattern(file) for file in files if Path(app.srcdir, file).is_file())
        return next(filter(None, patterns), "")

    return find_pattern_of_page


def find_icon_paths(app: Sphinx) -> dict[str, Path]:
    """Return the folders and archives of ``docsnav_icons``, by the names of their sets."""
    folder = Path(app.confdir or app.srcdir)
    return {name: folder / path for name, path in app.config.docsnav_icons.items()}


def check_icon_paths(value: Mapping[object, object]) -> Iterator[str]:
    """Yield what is wrong with the value of ``docsnav_icons``."""
    for name, path in value.items():
        if not isinstance(name, str) or not isinstance(path, str | os.PathLike):
            yield f"at {name!r}, expected the path of a folder or an archive, found {path!r}"


def _find_base_path(app: Sphinx) -> str:
    """Return the path on the server where the site is, as ``html_baseurl`` has it."""
    parts = split_url(str(app.config.html_baseurl or ""))
    return (parts.path.strip("/") if parts else "") or SERVED_BELOW


def list_indices(app: Sphinx) -> Iterator[str]:
    """Yield the names of the pages of all indices of domains, also of those without entries."""
    for domain in app.env.domains.sorted():
        yield from (f"{domain.name}-{index.name}" for index in domain.indices)


def builder_pages(app: Sphinx, *, is_prepared: bool = False) -> frozenset[str]:
    """Return the names of the pages that this build writes without a document.

    Which indices of domains have entries is known once writing begins; before that, all count.

    :param is_prepared: whether Sphinx has prepared writing, although it resolves pages just now.
    """
    builder = app.builder
    if not isinstance(builder, StandaloneHTMLBuilder):
        return frozenset()
    if not is_prepared and app.phase < BuildPhase.WRITING:
        names = {*list_indices(app)}
    else:
        names = {str(index[0]) for index in getattr(builder, "domain_indices", ())}
    names |= {"search"} if builder.search else set()
    names |= {"genindex"} if builder.use_index else set()
    # A book has no pages from templates.
    names |= {*app.config.html_additional_pages} if is_read_in_browser(builder) else set()
    return frozenset(names)


def find_site_documents(app: Sphinx) -> SiteDocuments:
    """Return what an address of the site leads to, among all documents of the build."""
    return derive(app, _make_site_documents)


def _make_site_documents(app: Sphinx) -> SiteDocuments:
    return replace(state_of(app).site.documents, docnames=app.env.all_docs)


def _list_output_patterns(app: Sphinx) -> list[str]:
    """Return patterns of folders that hold no sources: excluded ones, and our own output."""
    outputs = [Path(folder) for folder in (app.outdir, app.doctreedir)]
    nested = [folder for folder in outputs if folder.is_relative_to(app.srcdir)]
    return [
        *app.config.exclude_patterns,
        *(folder.relative_to(app.srcdir).as_posix() for folder in nested),
    ]


def _count_errors(report: Report, errors: list[Fault]) -> Report:
    """Return *report*, with the errors that pass through it added to *errors*."""

    def counting(fault: Fault) -> None:
        if fault.severity is Severity.ERROR:
            errors.append(fault)
        report(fault)

    return counting


def make_exclusion_finder(patterns: Sequence[str]) -> Callable[[str], str]:
    """Return a function that returns the pattern which excludes a file or a folder around it.

    It takes a path from the source directory, and returns an empty text for a file of the sources.

    :param patterns: ``exclude_patterns`` of the project.
    """
    matchers = list(zip(patterns, compile_matchers(patterns), strict=True))

    def find_pattern(file: str) -> str:
        parts = file.split("/")
        paths = ["/".join(parts[:end]) for end in range(1, len(parts) + 1)]
        return next((pattern for pattern, match in matchers if any(map(match, paths))), "")

    return find_pattern
