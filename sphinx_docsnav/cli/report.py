"""``check``, ``tree`` and ``schema``: print the contents of docs.json without a build."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from sphinx_docsnav.cli.check_cache import CheckCache
from sphinx_docsnav.cli.console import ExitCode, Findings, complain, print_json, print_line
from sphinx_docsnav.cli.site_argument import page_suffixes, site_folder, site_or_stop
from sphinx_docsnav.docs_json import DocsJson
from sphinx_docsnav.docs_json.ledger import unused_fields
from sphinx_docsnav.faults import DocsNavError, Fault, FaultKind, Position, Report, Severity
from sphinx_docsnav.garbage import collected_rarely
from sphinx_docsnav.messages import MessageFormat
from sphinx_docsnav.navigation import Site, tree_as_json, tree_as_text
from sphinx_docsnav.navigation.checked_pages import CheckedPage, Conversions, LinkCheck
from sphinx_docsnav.navigation.inventory import MDX_SUFFIXES, PageInventory, page_double
from sphinx_docsnav.navigation.page_facts import read_page_facts
from sphinx_docsnav.navigation.pipeline import ResolvedSite, load_resolved_site
from sphinx_docsnav.navigation.site_skills import COPIES_EXTENSION, read_skills
from sphinx_docsnav.navigation.special_entries import MADE_BY_SPHINX, page_covered

MANY_PAGES = 100
"""From so many pages on, what was found in them is kept for the next run."""
SHOWN = 5
"""Unlisted pages that one line names; ``--verbose`` names all."""
_LIST_IT = "add an entry, set 'hidden: true' in the page, or set 'seo.indexing' to 'all'"


def run_check(arguments: argparse.Namespace) -> ExitCode:
    """Print what is wrong with the site to standard output."""
    with collected_rarely():  # a run of seconds makes few cycles, and keeps what it reads
        return _run_check(arguments)


def _run_check(arguments: argparse.Namespace) -> ExitCode:
    root = site_folder(arguments.site)
    findings = Findings(root)
    conf = root / "conf.py"
    settings = _check_conf(conf, findings.report) if conf.is_file() else None
    try:
        resolved, site = load_resolved_site(
            root,
            findings.report,
            suffixes=page_suffixes(root),
            remote=arguments.remote,
            keep_going=True,
            portable=arguments.portable,
            icon_paths=_icon_paths(root, settings or {}),
        )
    except DocsNavError as error:
        findings.complete(error)
    else:
        known = {fault.pointer for fault in findings.faults}
        for fault in (
            *unused_fields(resolved.docs.source, settings),
            *_ignored(resolved.docs, settings or {}),
        ):
            if fault.pointer not in known:  # such as the misspelled name of a field
                findings.report(fault)
        _check_operations(resolved, site)
        conversions = Conversions() if settings is None else Conversions.of_conf(settings)
        checked = _check_pages(
            resolved, site, conversions, findings.report, cached=arguments.cached
        )
        _check_skills(root, settings, findings.report)
        _check_more(arguments, resolved, checked, findings.report)
        if arguments.report:
            from sphinx_docsnav.cli.moving_report import report_lines

            for line in report_lines(resolved, site, remote=arguments.remote):
                print_line(line)
            return findings.exit_code(strict=arguments.strict)
    findings.faults = list(dict.fromkeys(findings.faults))
    if not arguments.verbose:
        findings.faults = list(_in_one_line(findings.faults))
    style = MessageFormat(arguments.format)
    for line in findings.lines(style, verbose=arguments.verbose):
        print_line(line)
    grouped = style is MessageFormat.TEXT and not arguments.verbose
    complain(f"{findings.summary(verbose=not grouped)} in {arguments.site}")
    return findings.exit_code(strict=arguments.strict)


def _in_one_line(faults: Sequence[Fault]) -> Iterator[Fault]:
    """Yield *faults* with one for all unlisted pages, and one for all fields without an effect."""
    unused: dict[str, Fault] = {}
    for fault in faults:
        if fault.kind is FaultKind.PAGE_UNLISTED:
            continue
        if fault.kind is not FaultKind.UNUSED_FIELD:
            yield fault
        elif fault.problem:  # else, a setting of Sphinx replaces it
            unused.setdefault(fault.problem, fault)
    if unused:
        first = next(iter(unused.values()))
        message = f"not used in a static site: {', '.join(unused)}"
        hint = "'check --verbose' shows each place and the reason"
        yield replace(first, message=message, pointer="", hint=hint, problem="")
    pages = [fault.problem for fault in faults if fault.kind is FaultKind.PAGE_UNLISTED]
    if pages and not any(fault.severity is Severity.ERROR for fault in faults):
        more = f" and {len(pages) - SHOWN} more" if pages[SHOWN:] else ""
        message = (
            f"pages that docs.json does not list, and no search finds: {', '.join(pages[:SHOWN])}"
        )
        yield Fault(FaultKind.PAGE_UNLISTED, Severity.INFO, message + more, hint=_LIST_IT)


def _check_conf(path: Path, report: Report) -> Mapping[str, object]:
    """Report what the text of a conf.py gets wrong; return the settings that it sets."""
    from sphinx_docsnav.core.setting_checks import not_python, read_assignments

    try:
        assignments = read_assignments(path)
    except SyntaxError as error:
        report(not_python(error, path))
        return {}
    if assignments:
        from sphinx_docsnav.core.core_settings import SETTINGS
        from sphinx_docsnav.core.setting_checks import wrong_assignments
        from sphinx_docsnav.features import feature_settings

        known = (*SETTINGS, *feature_settings())
        for fault in wrong_assignments(assignments, known, path):
            report(fault)
    return {found.name: found.value for found in assignments}


def _icon_paths(root: Path, settings: Mapping[str, object]) -> dict[str, Path]:
    """Return the packs of icons that the text of conf.py names."""
    value = settings.get("docsnav_icons")
    pairs = value.items() if isinstance(value, dict) else ()
    return {name: root / path for name, path in pairs if isinstance(path, str)}


def _ignored(docs: DocsJson, settings: Mapping[str, object]) -> Iterator[Fault]:
    """Yield ``setting_ignored`` for what the theme, if it is known, and conf.py decide."""
    theme, options = settings.get("html_theme"), settings.get("html_theme_options")
    if theme:
        from sphinx_docsnav.features import ignored_fields
        from sphinx_docsnav.themes.adapter_registry import adapters

        for adapter in adapters():
            if theme in adapter.themes:
                made = adapter(options if isinstance(options, dict) else {})
                yield from ignored_fields(docs, made, settings)
                return


def _unsearched(resolved: ResolvedSite, site: Site) -> Iterator[Fault]:
    """Yield a remark for each page that readers can open, and search does not find."""
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
                hint=_LIST_IT,
                problem=f"'{docname}'",
            )


def _check_operations(resolved: ResolvedSite, site: Site) -> None:
    """Read what pages show of operations and APIs; the specifications report what is wrong."""
    from sphinx_docsnav.openapi import Located, read_introduction, read_operation

    def tell(message: str, found: Located) -> None:
        resolved.specs.report_problem(found.document, found.keys, message)

    for operation in site.operations.values():
        read_operation(operation, tell)
    for specification in dict.fromkeys(o.specification for o in site.operations.values()):
        read_introduction(specification, tell)


def _check_more(
    arguments: argparse.Namespace,
    resolved: ResolvedSite,
    checked: Mapping[str, CheckedPage],
    report: Report,
) -> None:
    """Report what ``--a11y`` and ``--external`` look for."""
    if not arguments.a11y and not arguments.external:
        return
    from sphinx_docsnav.cli.site_checks import contrast_faults, external_faults

    found: list[Fault] = []
    if arguments.a11y:
        found += contrast_faults(resolved.docs)
        found += (fault for page in checked.values() for fault in page.accessibility)
    if arguments.external:
        inventory = resolved.inventory
        files = {name: inventory.root / inventory.pages[name] for name in checked}
        found += external_faults(checked, files, resolved.docs.source, cached=arguments.cached)
    for fault in sorted(found, key=_place):
        report(fault)


def _check_skills(root: Path, settings: Mapping[str, object] | None, report: Report) -> None:
    """Report what is wrong with skills, if a build publishes them.

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
    """Report what is wrong with the pages that our parser reads, in order of files and lines.

    :param conversions: what a build converts while it writes pages.
    :returns: what was found in each page.
    """
    inventory, docs = resolved.inventory, resolved.docs
    root = inventory.root
    ours = MDX_SUFFIXES if not (root / "conf.py").exists() else (".mdx",)
    pages = {name: file for name, file in inventory.pages.items() if file.endswith(ours)}
    generated = {page.docname for page in site.endpoints}
    reading = (docs.styling.latex, tuple(dict(docs.variables).items()))
    settings = (root, resolved.icons, reading, conversions)
    cache = None
    if cached and len(pages) >= MANY_PAGES:
        cache = CheckCache(inventory, (root, resolved.icons.identity, reading, conversions))
    found = {name: cache.find(name, file) for name, file in pages.items()} if cache else {}
    checked = {name: page for name, page in found.items() if page is not None}
    if unknown := {name: root / file for name, file in pages.items() if name not in checked}:
        from sphinx_docsnav.rendering.page_check import PageChecker

        checked |= PageChecker(*settings).check(unknown, processes=os.cpu_count() or 1)
        if cache is not None:
            cache.keep(checked, pages)
    documents = replace(site.documents, docnames={*inventory.docnames, *generated})
    links = LinkCheck(documents, site.operations)
    faults = [fault for name in pages for fault in checked[name].faults]
    if (root / "conf.py").exists():
        faults = [_perhaps_defined(fault) for fault in faults]
    else:
        faults += _unsearched(resolved, site)
    faults += (*links.faults(checked, inventory.path), *_overwritten(inventory, ours))
    for fault in sorted(faults, key=_place):
        report(fault)
    if site.operations:
        from sphinx_docsnav.rendering.page_check import check_descriptions

        compare = partial(links.problem, pages=checked)
        check_descriptions(site.operations, root, resolved.icons, resolved.specs, compare)
    return checked


def _perhaps_defined(fault: Fault) -> Fault:
    """Return the fault of a page as it is known without running conf.py."""
    if fault.kind is not FaultKind.COMPONENT_UNKNOWN:
        return fault
    hint = "conf.py, which this command does not run, may define it"
    return replace(fault, severity=Severity.INFO, hint=hint)


def _overwritten(inventory: PageInventory, ours: tuple[str, ...]) -> Iterator[Fault]:
    """Yield ``page_double`` and ``page_covered`` for pages that are not seen in HTML.

    :param ours: the suffixes that our parser reads.
    """
    root = inventory.root
    for docname, others in inventory.doubles.items():
        for other in others:
            if other.endswith(ours):
                yield page_double(docname, root / inventory.pages[docname], root / other)
    for docname in MADE_BY_SPHINX:
        used = inventory.path(docname)
        if used is not None and used.suffix in ours:
            yield page_covered(docname, used)


def _place(fault: Fault) -> tuple[str, int, int]:
    position = fault.position or Position(0)
    return str(fault.path or ""), position.line, position.column


def run_tree(arguments: argparse.Namespace) -> ExitCode:
    """Print the navigation to standard output, faults to standard error."""
    site, code = site_or_stop(arguments)
    if arguments.json:
        print_json(tree_as_json(site), indent=1)
    else:
        sys.stdout.write(tree_as_text(site))
    return code


def run_schema(_arguments: argparse.Namespace) -> ExitCode:
    """Print the JSON Schema of docs.json."""
    from sphinx_docsnav.docs_json.json_schema import json_schema

    print_json(json_schema(), indent=2)
    return ExitCode.DONE
