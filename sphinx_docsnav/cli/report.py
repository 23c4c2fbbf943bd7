"""``check``, ``tree`` and ``schema``: print the contents of docs.json without a build.

The results of ``check`` for pages that have not changed are cached. A page is unchanged if its
file, the files that it uses, the settings, the names of all files of the site and this program are
unchanged.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib.util
import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

import sphinx_docsnav
from sphinx_docsnav.cli.console import ExitCode, FaultCollector, print_error, print_json, print_line
from sphinx_docsnav.cli.site_argument import (
    find_cache_folder,
    find_site_folder,
    list_page_suffixes,
    load_site_or_stop,
)
from sphinx_docsnav.docs_json import DocsJson
from sphinx_docsnav.docs_json.ledger import find_unused_fields
from sphinx_docsnav.faults import (
    DocsNavError,
    Fault,
    FaultKind,
    Report,
    Severity,
    position_key,
)
from sphinx_docsnav.garbage import collected_rarely
from sphinx_docsnav.mdx import MdxOptions
from sphinx_docsnav.messages import MessageFormat, fault_of_json, json_of_fault
from sphinx_docsnav.navigation import Site, tree_as_json, tree_as_text
from sphinx_docsnav.navigation.checks import CheckedPage, Conversions, LinkCheck
from sphinx_docsnav.navigation.inventory import (
    MADE_BY_SPHINX,
    MDX_SUFFIXES,
    PageInventory,
    make_covered_fault,
    make_double_fault,
)
from sphinx_docsnav.navigation.page_facts import read_page_facts
from sphinx_docsnav.navigation.pipeline import ResolvedSite, load_resolved_site
from sphinx_docsnav.navigation.site_skills import COPIES_EXTENSION, read_skills
from sphinx_docsnav.sitefiles.write import FileDigests, digest_of, replace_if_changed

MANY_PAGES = 100
"""The number of pages from which results are cached for the next run."""
SHOWN_PAGES = 5
"""Number of unlisted pages that one line names; ``--verbose`` names all."""
_LISTING_HINT = "add an entry, set 'hidden: true' in the page, or set 'seo.indexing' to 'all'"
Stored = list[Any]
"""A page in JSON: the digest of its file, the digests of the files that it uses, links, anchors,
faults, faults of accessibility, and external links."""


def run_check(arguments: argparse.Namespace) -> ExitCode:
    """Print the problems of the site to standard output."""
    # A run takes seconds, makes few reference cycles, and needs its objects until the end.
    with collected_rarely():
        return _run_check(arguments)


def _run_check(arguments: argparse.Namespace) -> ExitCode:
    root = find_site_folder(arguments.site)
    collector = FaultCollector(root)
    conf = root / "conf.py"
    settings = _check_conf(conf, collector.report) if conf.is_file() else None
    try:
        resolved, site = load_resolved_site(
            root,
            collector.report,
            suffixes=list_page_suffixes(root),
            remote=arguments.remote,
            keep_going=True,
            portable=arguments.portable,
            icon_paths=_read_icon_paths(root, settings or {}),
            find_excluding_pattern=_find_exclusions(settings or {}),
            made_pages=_list_template_pages(settings or {}),
        )
    except DocsNavError as error:
        collector.add_error(error)
    else:
        _check_loaded_site(arguments, resolved, site, settings, collector)
        if arguments.report:
            from sphinx_docsnav.cli.moving_report import make_report

            for line in make_report(resolved, site, remote=arguments.remote):
                print_line(line)
            return collector.find_exit_code(strict=arguments.strict)
    _print_faults(arguments, collector)
    return collector.find_exit_code(strict=arguments.strict)


def _check_loaded_site(
    arguments: argparse.Namespace,
    resolved: ResolvedSite,
    site: Site,
    settings: Mapping[str, object] | None,
    collector: FaultCollector,
) -> None:
    """Report the problems of a site whose navigation could be loaded.

    :param settings: the values that conf.py assigns; ``None`` without one.
    """
    reported_pointers = {fault.pointer for fault in collector.faults}
    # What is ignored as a whole needs no message about what is in it.
    ignored = tuple(
        f"{fault.pointer}/"
        for fault in collector.faults
        if fault.kind is FaultKind.SETTING_IGNORED and fault.pointer
    )
    for fault in (
        *find_unused_fields(resolved.docs.source, settings),
        *_find_ignored_fields(resolved.docs, settings or {}),
    ):
        # A misspelled field, for example, has been reported already.
        if fault.pointer not in reported_pointers and not fault.pointer.startswith(ignored):
            collector.report(fault)
    # Each check reports on its own, so that one run shows all problems.
    _check_operations(resolved, site)
    conversions = Conversions() if settings is None else Conversions.of_conf(settings)
    checked = _check_pages(
        resolved, site, conversions, collector.report, cached=not arguments.fresh
    )
    _check_skills(resolved.inventory.root, settings, collector.report)
    _check_optional(arguments, resolved, checked, collector.report)


def _print_faults(arguments: argparse.Namespace, collector: FaultCollector) -> None:
    """Print each fault once, and the number of faults."""
    # A fault in a snippet is reported for each page that uses the snippet.
    collector.faults = list(dict.fromkeys(collector.faults))
    if not arguments.verbose:
        collector.faults = list(_merge_faults(collector.faults))
    style = MessageFormat(arguments.format)
    for line in collector.format_lines(style, verbose=arguments.verbose):
        print_line(line)
    grouped = style is MessageFormat.TEXT and not arguments.verbose
    print_error(f"{collector.summarize(verbose=not grouped)} in {arguments.site}")


def _merge_faults(faults: Sequence[Fault]) -> Iterator[Fault]:
    """Yield *faults*; those of unlisted pages, and of unused fields, are merged into one each."""
    unused: dict[str, Fault] = {}
    for fault in faults:
        if fault.kind is FaultKind.PAGE_UNLISTED:
            continue
        if fault.kind is not FaultKind.UNUSED_FIELD:
            yield fault
        # A field without this text is replaced by a setting of Sphinx.
        elif fault.problem:
            unused.setdefault(fault.problem, fault)
    if unused:
        first = next(iter(unused.values()))
        message = f"not used in a static site: {', '.join(unused)}"
        hint = "'check --verbose' shows each place and the reason"
        yield replace(first, message=message, pointer="", hint=hint, problem="")
    pages = [fault.problem for fault in faults if fault.kind is FaultKind.PAGE_UNLISTED]
    # With errors, entries of docs.json may be missing, and the list would be misleading.
    if pages and not any(fault.severity is Severity.ERROR for fault in faults):
        rest = f" and {len(pages) - SHOWN_PAGES} more" if pages[SHOWN_PAGES:] else ""
        shown_pages = ", ".join(pages[:SHOWN_PAGES])
        message = f"pages that docs.json does not list, and no search finds: {shown_pages}{rest}"
        yield Fault(FaultKind.PAGE_UNLISTED, Severity.INFO, message, hint=_LISTING_HINT)


def _check_conf(path: Path, report: Report) -> Mapping[str, object]:
    """Report wrong settings in the text of a conf.py; return the settings with literal values."""
    from sphinx_docsnav.core.setting_checks import make_syntax_fault, read_assignments

    try:
        assignments = read_assignments(path)
    except SyntaxError as error:
        report(make_syntax_fault(error, path))
        return {}
    # Importing the settings of all features is slow; skip it for a conf.py without any.
    if assignments:
        from sphinx_docsnav.core.core_settings import SETTINGS
        from sphinx_docsnav.core.setting_checks import find_wrong_assignments
        from sphinx_docsnav.features import list_feature_settings

        settings = (*SETTINGS, *list_feature_settings())
        for fault in find_wrong_assignments(assignments, settings, path):
            report(fault)
    return {assignment.name: assignment.value for assignment in assignments}


def _find_exclusions(settings: Mapping[str, object]) -> Callable[[str], str]:
    """Return a function that returns the pattern of conf.py which excludes a file."""
    value = settings.get("exclude_patterns")
    patterns = (
        [text for text in value if isinstance(text, str)] if isinstance(value, list | tuple) else []
    )
    if not patterns:
        return lambda _file: ""
    # Sphinx is imported only for a project that excludes something.
    from sphinx_docsnav.core.site.load import make_exclusion_finder

    return make_exclusion_finder(patterns)


def _list_template_pages(settings: Mapping[str, object]) -> frozenset[str]:
    """Return the pages that conf.py makes from templates."""
    value = settings.get("html_additional_pages")
    return frozenset(map(str, value)) if isinstance(value, dict) else frozenset()


def _read_icon_paths(root: Path, settings: Mapping[str, object]) -> dict[str, Path]:
    """Return the icon packs that conf.py names, as paths by their names."""
    value = settings.get("docsnav_icons")
    pairs = value.items() if isinstance(value, dict) else ()
    return {name: root / path for name, path in pairs if isinstance(path, str)}


def _find_ignored_fields(docs: DocsJson, settings: Mapping[str, object]) -> Iterator[Fault]:
    """Yield faults for fields without effect, if the theme is known.

    Faults: ``setting_ignored``.
    """
    theme, options = settings.get("html_theme"), settings.get("html_theme_options")
    if theme:
        from sphinx_docsnav.features import find_ignored_fields
        from sphinx_docsnav.themes.adapter_registry import list_adapters

        for adapter in list_adapters():
            if theme in adapter.themes:
                theme_adapter = adapter(options if isinstance(options, dict) else {})
                yield from find_ignored_fields(docs, theme_adapter, settings)
                return


def _find_unlisted(resolved: ResolvedSite, site: Site) -> Iterator[Fault]:
    """Yield a fault for each page that docs.json does not list.

    Faults: ``page_unlisted``.
    """
    # With `all`, the search also finds pages that docs.json does not list.
    if resolved.docs.seo.indexing == "all":
        return
    for docname in site.unlisted:
        path = resolved.inventory.path(docname)
        facts = read_page_facts(str(path), None) if path else None
        if facts and not facts.hidden and not facts.noindex:
            yield Fault(
                FaultKind.PAGE_UNLISTED,
                Severity.INFO,
                f"docs.json does not list page '{docname}', so no search finds it",
                path=path,
                hint=_LISTING_HINT,
                problem=f"'{docname}'",
            )


def _check_operations(resolved: ResolvedSite, site: Site) -> None:
    """Read the content of operations and APIs, and report problems in the specifications."""
    from sphinx_docsnav.openapi import Located, read_introduction, read_operation

    # `Specifications.report_problem` adds the position in the file.
    def report_problem(message: str, located: Located) -> None:
        resolved.specs.report_problem(located.document, located.keys, message)

    for operation in site.operations.values():
        read_operation(operation, report_problem)
    for specification in dict.fromkeys(o.specification for o in site.operations.values()):
        read_introduction(specification, report_problem)


def _check_optional(
    arguments: argparse.Namespace,
    resolved: ResolvedSite,
    checked: Mapping[str, CheckedPage],
    report: Report,
) -> None:
    """Report the problems for ``--a11y`` and ``--external``."""
    if not arguments.a11y and not arguments.external:
        return
    from sphinx_docsnav.cli.site_checks import find_broken_links, find_contrast_faults

    faults: list[Fault] = []
    if arguments.a11y:
        faults += find_contrast_faults(resolved.docs)
        faults += (fault for page in checked.values() for fault in page.accessibility)
    if arguments.external:
        inventory = resolved.inventory
        files = {name: inventory.root / inventory.pages[name] for name in checked}
        faults += find_broken_links(
            checked, files, resolved.docs.source, cached=not arguments.fresh
        )
    for fault in sorted(faults, key=position_key):
        report(fault)


def _check_skills(root: Path, settings: Mapping[str, object] | None, report: Report) -> None:
    """Report the problems of skills, if a build publishes them.

    :param settings: the values that conf.py assigns; ``None`` without one.
    """
    extensions = (settings or {}).get("extensions", ())
    if (
        settings is None
        or settings.get("docsnav_markdown") is True
        or (isinstance(extensions, (list, tuple)) and COPIES_EXTENSION in extensions)
    ):
        read_skills(root, report)


def _check_pages(
    resolved: ResolvedSite,
    site: Site,
    conversions: Conversions,
    report: Report,
    *,
    cached: bool,
) -> Mapping[str, CheckedPage]:
    """Report the problems of the pages that the MDX parser reads, in order of files and lines.

    :param conversions: the conversions of formulas and diagrams that a build would do.
    :returns: the result of each page, by docname.
    """
    inventory = resolved.inventory
    root = inventory.root
    has_conf = (root / "conf.py").exists()
    # With a conf.py, another parser may read `.md` files.
    suffixes = (".mdx",) if has_conf else MDX_SUFFIXES
    pages = {name: file for name, file in inventory.pages.items() if file.endswith(suffixes)}
    checked = _read_pages(resolved, pages, conversions, cached=cached)
    generated = {page.docname for page in site.endpoints}
    documents = replace(site.documents, docnames={*inventory.docnames, *generated})
    links = LinkCheck(documents, site.operations)
    faults = [fault for name in pages for fault in checked[name].faults]
    if has_conf:
        faults = [_soften_fault(fault) for fault in faults]
    else:
        faults += _find_unlisted(resolved, site)
    faults += (
        *links.find_faults(checked, inventory.path),
        *_find_hidden_pages(inventory, suffixes),
    )
    for fault in sorted(faults, key=position_key):
        report(fault)
    if site.operations:
        from sphinx_docsnav.rendering.page_check import check_descriptions

        compare = partial(links.find_problem, pages=checked)
        check_descriptions(site.operations, root, resolved.icons, resolved.specs, compare)
    return checked


def _read_pages(
    resolved: ResolvedSite, pages: Mapping[str, str], conversions: Conversions, *, cached: bool
) -> Mapping[str, CheckedPage]:
    """Return the results of pages, by docname, from the cache or the MDX parser.

    :param pages: the files of the pages, relative to the site, by docname.
    """
    inventory = resolved.inventory
    options = MdxOptions.of_site(resolved.docs)
    cache = None
    if cached and len(pages) >= MANY_PAGES:
        cache = CheckCache(
            inventory, (inventory.root, resolved.icons.identity, options, conversions)
        )
    cached_pages = {name: cache.find(name, file) for name, file in pages.items()} if cache else {}
    checked = {name: page for name, page in cached_pages.items() if page is not None}
    # Import the parser only if the cache does not have the results of all pages.
    if unchecked_files := {
        name: inventory.root / file for name, file in pages.items() if name not in checked
    }:
        from sphinx_docsnav.rendering.page_check import PageChecker

        checker = PageChecker(inventory.root, resolved.icons, options, conversions)
        checked |= checker.check(unchecked_files, processes=os.cpu_count() or 1)
        if cache is not None:
            cache.store(checked, pages)
    return checked


def _soften_fault(fault: Fault) -> Fault:
    """Return *fault*; an unknown component is no error if a conf.py may define it."""
    if fault.kind is not FaultKind.COMPONENT_UNKNOWN:
        return fault
    hint = "conf.py, which this command does not run, may define it"
    return replace(fault, severity=Severity.INFO, hint=hint)


def _find_hidden_pages(inventory: PageInventory, suffixes: tuple[str, ...]) -> Iterator[Fault]:
    """Yield faults for pages that another page or a page of Sphinx replaces.

    :param suffixes: the suffixes of files that the MDX parser reads.

    Faults: ``page_double``, ``page_covered``.
    """
    root = inventory.root
    for docname, others in inventory.doubles.items():
        for other in others:
            if other.endswith(suffixes):
                yield make_double_fault(docname, root / inventory.pages[docname], root / other)
    for docname in MADE_BY_SPHINX:
        path = inventory.path(docname)
        if path is not None and path.suffix in suffixes:
            yield make_covered_fault(docname, path)


def run_tree(arguments: argparse.Namespace) -> ExitCode:
    """Print the navigation to standard output, faults to standard error."""
    site, code = load_site_or_stop(arguments)
    if arguments.json:
        print_json(tree_as_json(site), indent=1)
    else:
        sys.stdout.write(tree_as_text(site))
    return code


def run_schema(_arguments: argparse.Namespace) -> ExitCode:
    """Print the JSON Schema of docs.json."""
    from sphinx_docsnav.docs_json.json_schema import make_json_schema

    print_json(make_json_schema(), indent=2)
    return ExitCode.DONE


class CheckCache:
    """The cache file of one site, in the cache folder of the user.

    :param inventory: the files of the site; if one is added or removed, all pages are checked
        again, because any page may refer to it.
    :param settings: the settings with which pages are read.
    """

    def __init__(self, inventory: PageInventory, settings: object) -> None:
        root = inventory.root
        self._file = find_cache_folder("check") / f"{digest_of(str(root).encode())}.json"
        parts = (repr(settings), _fingerprint_program(), *sorted(inventory.files))
        # If any of these parts differs, no stored result is valid.
        self._state = digest_of("\0".join(parts).encode("utf-8", "surrogateescape"))
        self._folder = f"{root}{os.sep}"
        known_digests = {self._folder + file: digest for file, digest in inventory.digests.items()}
        self._digests = FileDigests(known_digests)
        self._stored_pages: dict[str, Stored] = {}
        with contextlib.suppress(OSError, ValueError):
            stored = json.loads(self._file.read_bytes())
            if isinstance(stored, dict) and stored.get("state") == self._state:
                self._stored_pages = dict(stored["pages"])

    def find(self, docname: str, file: str) -> CheckedPage | None:
        """Return the result of a page; ``None`` if it must be checked again.

        :param file: the file of the page, relative to the root.
        """
        stored = self._stored_pages.get(docname)
        if stored is None:
            return None
        try:
            digest, files, links, anchors, faults, accessibility, elsewhere = stored
            stored_digests = {self._folder + file: digest, **files}
            if any(
                self._digests.of(name) != stored_digest
                for name, stored_digest in stored_digests.items()
            ):
                return None
            return CheckedPage(
                tuple(map(fault_of_json, faults)),
                links,
                frozenset(anchors),
                files,
                tuple(map(fault_of_json, accessibility)),
                elsewhere,
            )
        # A damaged or foreign cache file is like no cache: the page is checked again.
        except (AttributeError, KeyError, TypeError, ValueError):
            return None

    def store(self, pages: Mapping[str, CheckedPage], files: Mapping[str, str]) -> None:
        """Store the results of *pages*; if the cache is not writable, do nothing.

        :param files: the files of the pages, relative to the root.
        """
        digest_at = self._digests.of
        stored = {
            docname: (
                digest_at(self._folder + files[docname]),
                {name: digest_at(name) for name in page.files},
                page.links,
                sorted(page.anchors),
                [json_of_fault(fault) for fault in page.faults],
                [json_of_fault(fault) for fault in page.accessibility],
                page.elsewhere,
            )
            for docname, page in pages.items()
        }
        text = json.dumps({"state": self._state, "pages": stored})
        with contextlib.suppress(OSError):
            replace_if_changed(self._file, [text], is_shared=True)


def _fingerprint_program() -> str:
    """Return a text that changes with this program, Python, and the packages that convert pages."""
    folder = Path(sphinx_docsnav.__file__).parent
    # During development, files change while the version stays the same.
    times = [
        os.stat(Path(parent) / name).st_mtime_ns  # noqa: PTH116 -- of 600 files, in every run
        for parent, _folders, names in os.walk(folder)
        for name in names
        if name.endswith(".py")
    ]
    converters = ("docutils", "mmdr")
    versions = [version(name) for name in converters if importlib.util.find_spec(name)]
    own = (sphinx_docsnav.__version__, len(times), max(times, default=0))
    return f"{own} {sys.version} {versions}"
