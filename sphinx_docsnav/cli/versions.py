"""``versions``: build the versions of a site from git into one folder."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
import time
from collections.abc import Collection, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from sphinx_docsnav.cli.build_settings import (
    read_command_line_settings,
    read_conf,
    read_docs_or_stop,
)
from sphinx_docsnav.cli.console import ExitCode, UserError, print_error, print_line
from sphinx_docsnav.cli.git_versions.builds import BuildError, VersionBuilder
from sphinx_docsnav.cli.git_versions.join import (
    BuiltVersion,
    VersionJoiner,
    adopt_versions,
    read_other_rows,
)
from sphinx_docsnav.cli.git_versions.repository import Ref, Repository, update_clone
from sphinx_docsnav.cli.git_versions.version_plan import (
    GitPart,
    VersionEntry,
    find_parts,
    find_version_entries,
)
from sphinx_docsnav.cli.site_argument import CONFIG_NAME, find_cache_folder, find_out_folder
from sphinx_docsnav.core.setting_checks import UNKNOWN, read_assignments
from sphinx_docsnav.core.site.output_ledger import OutputLedger
from sphinx_docsnav.docs_json import docs_json_of
from sphinx_docsnav.faults import DocsNavError
from sphinx_docsnav.sitefiles.safe_git import GitError
from sphinx_docsnav.sitefiles.write import digest_of, write_if_changed

_UNUSED_DAYS = 30
_SECONDS_PER_DAY = 24 * 60 * 60
_FAILED_BEFORE_HINT = (
    "\n  It is not built again until the commit or the packages change; --retry-failed does so."
)
_KEPT_HINT = "\n  The last good build stays in its place."
BuildFailure = tuple[str, str]
"""The label of a version that cannot be built, and the reason."""


def run_versions(arguments: argparse.Namespace) -> ExitCode:
    """Build new versions, join all versions, and return the exit status."""
    root = Path(arguments.site or ".").absolute()
    if not root.is_dir():
        raise UserError(f"{arguments.site} is not a folder")
    out = find_out_folder(arguments.out, root)
    settings = _read_settings(root, runs_conf=arguments.conf, isolated=arguments.isolated)
    entries = _read_entries(root, settings)
    builder = _make_builder(arguments, root, settings)
    # In a shallow clone, a pattern would silently match fewer tags.
    if builder.here.is_shallow and any(set(entry.ref) & set("*?[") for entry in entries):
        print_error(
            "WARNING: the clone is shallow, and tags that it lacks are no versions; run "
            "'git fetch --tags' first, or set fetch-depth: 0 in the checkout of the CI service"
        )
    clones = builder.base / "repositories"
    allowed = arguments.allow_repository
    planned = find_parts(
        entries,
        lambda: builder.here,
        lambda url: update_clone(url, clones / digest_of(url.encode()), allowed),
    )
    built, failures = _build_versions(
        builder, planned, arguments.jobs, retries=arguments.retry_failed
    )
    level = "WARNING" if arguments.allow_failed else "ERROR"
    for label, reason in failures:
        print_error(f"{level}: {label} cannot be built: {reason}")
    if not built:
        raise UserError("no version could be built; nothing was written", ExitCode.FAULTS)
    # Keep the rows of earlier versions only if this run has failed to build some.
    _join_versions(builder, built, out, keeps_others=bool(failures))
    _remove_unused(builder.base, {version.files for version in built})
    names = ", ".join(version.part.label for version in built)
    noun = "versions" if len(built) > 1 else "version"
    print_line(f"{len(built)} {noun}: {names}. Open {out / 'index.html'} in a browser.")
    return ExitCode.FAULTS if failures and not arguments.allow_failed else ExitCode.DONE


def _make_builder(
    arguments: argparse.Namespace, root: Path, settings: dict[str, Any]
) -> VersionBuilder:
    """Return the builder of the versions of the site in *root*.

    :raises UserError: the site is in no git repository.
    """
    try:
        here = Repository(Repository(root).top)
        docs = root.resolve().relative_to(here.folder.resolve()).as_posix()
    except GitError as error:
        raise UserError(f"{root} is in no git repository: {error}") from error
    baseurl = (arguments.base_url or str(settings.get("html_baseurl") or "")).rstrip("/")
    overrides = read_command_line_settings(arguments)
    cache = find_cache_folder("versions") / digest_of(str(root.resolve()).encode())
    options = settings.get("docsnav_version_options")
    return VersionBuilder(
        base=Path(arguments.cache).absolute() if arguments.cache else cache,
        here=here,
        docs=docs,
        source=root,
        builder=arguments.builder,
        theme=arguments.theme or "",
        baseurl=f"{baseurl}/" if baseurl else "",
        own_conf=arguments.conf,
        isolated=arguments.isolated,
        requirements=options.get("requirements", ()) if isinstance(options, dict) else (),
        settings={name: str(value) for name, value in overrides.items() if name != "html_theme"},
    )


def _join_versions(
    builder: VersionBuilder, built: Sequence[BuiltVersion], out: Path, *, keeps_others: bool
) -> None:
    """Write the output of all versions into one folder.

    :param keeps_others: whether versions of earlier runs stay in the list of versions.
    """
    # One cache can serve several output folders: each has a ledger of its own.
    record = builder.base / f"outputs-{digest_of(str(out).encode())}.json"
    ledger = OutputLedger(out, record, time.time_ns())
    adopt_versions(ledger, out)
    folders = [version.part.folder for version in built]
    others = tuple(read_other_rows(out, folders)) if keeps_others else ()
    is_dirhtml = builder.builder == "dirhtml"
    VersionJoiner(tuple(built), out, builder.baseurl, is_dirhtml, others).write(ledger)


def _read_settings(root: Path, *, runs_conf: bool, isolated: bool) -> dict[str, Any]:
    """Return the settings of conf.py that the command needs; empty without a conf.py.

    :param isolated: if true, literals in conf.py are enough, because modules that it imports may
        not be installed in this environment.
    """
    if not (root / "conf.py").is_file():
        return {}
    if not runs_conf:
        msg = f"{root.name} has a conf.py, which is a program; use --conf to run it, and those of "
        raise UserError(f"{msg}the versions")
    defaults = {"docsnav_versions": [], "docsnav_version_options": {}, "html_baseurl": ""}
    try:
        config = read_conf(root, **defaults)
    except UserError as error:
        # The modules that conf.py imports may be missing here; `--isolated` installs them later.
        assignments = read_assignments(root / "conf.py") if isolated else ()
        literal_values = {
            assignment.name: assignment.value
            for assignment in assignments
            if assignment.value is not UNKNOWN
        }
        if "docsnav_versions" in literal_values:
            return literal_values
        hint = "" if isolated else "; --isolated installs the requirements of each version"
        raise UserError(f"{error}{hint}", error.code) from error
    return {name: config[name] for name in defaults}


def _read_entries(root: Path, settings: dict[str, Any]) -> list[VersionEntry]:
    """Return the versions that docs.json or conf.py lists.

    :raises UserError: there are none, or several are the work tree.
    """
    versions = settings.get("docsnav_versions")
    path = root / CONFIG_NAME
    try:
        if versions:
            # The list has the form of docs.json, so the parser of docs.json checks it.
            key = "products" if any("product" in entry for entry in versions) else "versions"
            model = docs_json_of({"navigation": {key: versions}}, root / "conf.py").navigation
        elif path.exists():
            model = read_docs_or_stop(root, keep_going=True).navigation
        else:
            raise UserError(_explain_no_versions(root))
    except DocsNavError as error:
        raise UserError(f"docsnav_versions: {error}", ExitCode.FAULTS) from error
    entries = list(find_version_entries(model))
    # Without a ref or a repository, `build` is enough: there is nothing to join.
    if all(entry.is_here for entry in entries):
        raise UserError(_explain_no_versions(root))
    work_tree_labels = [entry.chain[-1][1] for entry in entries if entry.is_here]
    if len(work_tree_labels) > 1:
        msg = (
            f"{work_tree_labels[0]!r} and {work_tree_labels[1]!r} are both the files of {root.name}"
        )
        raise UserError(f"{msg}; add 'ref' to one of them, or put them into one version")
    return entries


def _explain_no_versions(root: Path) -> str:
    return (
        f"{root.name} names no versions; write docsnav_versions into conf.py, or 'versions' with "
        f"'ref' into {CONFIG_NAME}"
    )


@dataclass(frozen=True, slots=True)
class PlannedVersion:
    """A version to build."""

    entry: str
    """The entry that names it: its repository, ref and labels."""
    part: GitPart
    key: str
    """The key of its build; empty for the work tree."""

    def to_row(self) -> dict[str, Any]:
        """Return the version as JSON, for the next run."""
        ref = self.part.ref
        ref_row = [ref.name, ref.commit, ref.is_tag] if ref else None
        part_row = {"chain": self.part.chain, "folder": self.part.folder, "ref": ref_row}
        return {"entry": self.entry, "key": self.key, "default": self.part.is_default, **part_row}

    @classmethod
    def from_row(cls, row: dict[str, Any]) -> PlannedVersion:
        """Return the version of a row of `to_row`."""
        ref = Ref(*row["ref"]) if row["ref"] else None
        chain = tuple((kind, label) for kind, label in row["chain"])
        part = GitPart(chain, row["folder"], ref=ref, is_default=row["default"])
        return cls(row["entry"], part, row["key"])


def _build_versions(
    builder: VersionBuilder,
    entries_with_parts: Iterable[tuple[VersionEntry, list[GitPart] | GitError]],
    jobs: int,
    *,
    retries: bool,
) -> tuple[list[BuiltVersion], list[BuildFailure]]:
    """Build the versions that are not built yet; for one that fails, use its last good build.

    :param retries: whether to build commits again that Sphinx could not build before.
    :returns: the built versions, and the failures.
    """
    memory = builder.base / "last.json"
    last_versions = _read_last_versions(memory)
    failures: list[BuildFailure] = []
    all_planned = list(_plan_versions(builder, entries_with_parts, last_versions, failures))
    errors_by_key = _build_new_versions(builder, all_planned, jobs, retries=retries)
    finished: list[tuple[PlannedVersion, Path]] = []
    for planned in all_planned:
        last_build = next(
            (old for old in last_versions if old.part.folder == planned.part.folder), None
        )
        if not planned.key:
            reason, files = _build_work_tree(builder, planned.part, is_known=last_build is not None)
        else:
            reason, files = errors_by_key.get(planned.key, ""), builder.find_output(planned.key)
        # The folder stays the same, so links to the version still work with its last good build.
        if reason and planned.key and last_build is not None:
            planned, files = last_build, builder.find_output(last_build.key)  # noqa: PLW2901 -- the last good build replaces it
        has_output = files.is_dir()
        if reason:
            failures.append((planned.part.label, f"{reason}{_KEPT_HINT if has_output else ''}"))
        if has_output:
            finished.append((planned, files))
    write_if_changed(memory, json.dumps([planned.to_row() for planned, _ in finished]))
    return [BuiltVersion(planned.part, files) for planned, files in finished], failures


def _read_last_versions(memory: Path) -> list[PlannedVersion]:
    """Return the versions of the last run; empty if its file is missing or damaged."""
    try:
        return [PlannedVersion.from_row(row) for row in json.loads(memory.read_text("utf-8"))]
    except (OSError, ValueError, TypeError, KeyError):
        return []


def _build_new_versions(
    builder: VersionBuilder, all_planned: Sequence[PlannedVersion], jobs: int, *, retries: bool
) -> dict[str, str]:
    """Build the commits without an output; return errors, empty on success, by the keys of builds.

    :param retries: as for `_build_versions`.
    """
    # The work tree has no key: it is built incrementally in each run, after the commits.
    new_versions = [
        planned for planned in all_planned if planned.key and not builder.has_output(planned.key)
    ]
    build = partial(_build_version, builder, retries=retries)
    # Each build is a process of its own, so threads are enough to wait for them.
    with ThreadPoolExecutor(max_workers=jobs) as pool:
        errors = pool.map(build, new_versions)
        return {planned.key: error for planned, error in zip(new_versions, errors, strict=True)}


def _build_version(builder: VersionBuilder, planned: PlannedVersion, *, retries: bool) -> str:
    """Build a commit; return the error, which is empty on success.

    :param retries: as for `_build_versions`.
    """
    if retries:
        builder.forget_failure(planned.key)
    elif failure := builder.find_failure(planned.key):
        return f"{failure}{_FAILED_BEFORE_HINT}"
    try:
        _announce(planned.part)
        builder.build(planned.part, planned.key)
    except BuildError as error:
        return str(error)
    return ""


def _plan_versions(
    builder: VersionBuilder,
    entries_with_parts: Iterable[tuple[VersionEntry, list[GitPart] | GitError]],
    last_versions: Sequence[PlannedVersion],
    failures: list[BuildFailure],
) -> Iterator[PlannedVersion]:
    """Yield the versions to build; for an entry that git cannot resolve, those of the last run.

    :param last_versions: the versions of the last run.
    :param failures: a list to which failures are added.
    """
    for entry, parts in entries_with_parts:
        name = f"{entry.repository} {entry.ref} {entry.chain}"
        if isinstance(parts, GitError):
            # The commits are unknown now, but the builds of the last run are in the cache.
            last_builds = [version for version in last_versions if version.entry == name]
            failures.append((entry.label, f"{parts}{_KEPT_HINT if last_builds else ''}"))
            yield from last_builds
        else:
            for part in parts:
                yield PlannedVersion(name, part, builder.make_key(part) if part.ref else "")


def _build_work_tree(builder: VersionBuilder, part: GitPart, *, is_known: bool) -> tuple[str, Path]:
    """Build the work tree; return the error, which is empty on success, and the output folder.

    :param is_known: whether an earlier run has built it.
    """
    _announce(part)
    try:
        return "", builder.build_work_tree(part)
    except BuildError as error:
        return str(error), builder.base / ("tree/out" if is_known else "none")


def _announce(part: GitPart) -> None:
    description = f"{part.ref.name}, {part.ref.commit[:8]}" if part.ref else "work tree"
    print_line(f"Building {part.label} ({description})")
    sys.stdout.flush()


def _remove_unused(base: Path, used: Collection[Path]) -> None:
    """Remove builds and environments that no run has used for a month, and those of killed runs."""
    now = time.time()
    for folder in used:
        if folder.parent.name == "built":
            # The modification time of a folder is the time of its last use.
            os.utime(folder)
    # Builds may be needed again, for example on another branch, so they are kept for a while.
    days = dict.fromkeys(("built", "environments", "failed"), _UNUSED_DAYS) | {"work": 1}
    for folder in (folder for name in days for folder in (base / name).glob("*")):
        if (
            folder not in used
            and now - folder.stat().st_mtime > days[folder.parent.name] * _SECONDS_PER_DAY
        ):
            shutil.rmtree(folder, ignore_errors=True)
