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
from pathlib import Path
from typing import Any

from sphinx_docsnav.cli.build_settings import own_conf_settings, read_or_stop
from sphinx_docsnav.cli.check_cache import cache_folder
from sphinx_docsnav.cli.console import ExitCode, UserError, complain, print_line
from sphinx_docsnav.cli.git_versions.builds import BuildError, Workshop
from sphinx_docsnav.cli.git_versions.join import Built, Joined, adopt_listed, rows_of_others
from sphinx_docsnav.cli.git_versions.repository import GitError, Ref, Repository, clone
from sphinx_docsnav.cli.git_versions.version_plan import (
    GitPart,
    VersionEntry,
    entries_of,
    find_parts,
)
from sphinx_docsnav.cli.site_argument import CONFIG_NAME, out_folder
from sphinx_docsnav.core.setting_checks import UNKNOWN, read_assignments
from sphinx_docsnav.core.site.output_ledger import OutputLedger
from sphinx_docsnav.docs_json import docs_json_of
from sphinx_docsnav.faults import DocsNavError
from sphinx_docsnav.sitefiles.write import digest_of, write_if_changed

_UNUSED_DAYS = 30
_DAY = 24 * 60 * 60
NotBuilt = tuple[str, str]
"""What cannot be built, and why."""


def run_versions(arguments: argparse.Namespace) -> ExitCode:
    """Build what is new, join all versions, and return the exit code."""
    root = Path(arguments.site or ".").absolute()
    if not root.is_dir():
        raise UserError(f"{arguments.site} is not a folder")
    out = out_folder(arguments.out, root)
    settings = _read_settings(root, runs_conf=arguments.conf, isolated=arguments.isolated)
    entries = _entries(root, settings)
    base = _cache(arguments.cache, root)
    try:
        here = Repository(Repository(root).top)
        docs = root.resolve().relative_to(here.folder.resolve()).as_posix()
    except GitError as error:
        raise UserError(f"{root} is in no git repository: {error}") from error
    if here.is_shallow and any(set(entry.ref) & set("*?[") for entry in entries):
        complain(
            "WARNING: the clone is shallow, and tags that it lacks are no versions; run "
            "'git fetch --tags' first, or set fetch-depth: 0 in the checkout of the CI service"
        )
    baseurl = (arguments.base_url or str(settings.get("html_baseurl") or "")).rstrip("/")
    given = own_conf_settings(arguments)
    workshop = Workshop(
        base=base,
        here=here,
        docs=docs,
        source=root,
        builder=arguments.builder,
        theme=arguments.theme or "",
        baseurl=f"{baseurl}/" if baseurl else "",
        own_conf=arguments.conf,
        isolated=arguments.isolated,
        requirements=_requirements(settings),
        settings={name: str(value) for name, value in given.items() if name != "html_theme"},
    )
    allowed = arguments.allow_repository
    found = find_parts(
        entries,
        lambda: here,
        lambda url: clone(url, base / "repositories" / digest_of(url.encode()), allowed),
    )
    built, missing = _build(workshop, found, arguments.jobs)
    for label, reason in missing:
        complain(f"ERROR: {label} cannot be built: {reason}")
    if not built:
        raise UserError("no version could be built; nothing was written", ExitCode.FAULTS)
    folders = [each.part.folder for each in built]
    record = base / f"outputs-{digest_of(str(out).encode())}.json"
    ledger = OutputLedger(out, record, time.time_ns())
    adopt_listed(ledger, out)
    others = tuple(rows_of_others(out, folders)) if missing else ()
    joined = Joined(tuple(built), out, workshop.baseurl, arguments.builder == "dirhtml", others)
    joined.write(ledger)
    _remove_unused(base, {each.files for each in built})
    names = ", ".join(each.part.label for each in built)
    noun = "versions" if len(built) > 1 else "version"
    print_line(f"{len(built)} {noun}: {names}. Open {out / 'index.html'} in a browser.")
    return ExitCode.FAULTS if missing else ExitCode.DONE


def _read_settings(root: Path, *, runs_conf: bool, isolated: bool) -> dict[str, Any]:
    """Return what the command needs of the settings in conf.py, if that is run.

    With *isolated*, what conf.py imports need not be installed here; its literals are enough.
    """
    if not (root / "conf.py").is_file():
        return {}
    if not runs_conf:
        msg = f"{root.name} has a conf.py, which is a program; use --conf to run it, and those of "
        raise UserError(f"{msg}the versions")
    from sphinx.config import Config
    from sphinx.errors import ConfigError
    from sphinx.util.tags import Tags

    try:
        config = Config.read(root, overrides={}, tags=Tags())
    except ConfigError as error:
        assigned = read_assignments(root / "conf.py") if isolated else ()
        literal = {each.name: each.value for each in assigned if each.value is not UNKNOWN}
        if "docsnav_versions" in literal:
            return literal
        last = str(error).strip().rpartition("\n")[2]
        hint = "" if isolated else "; --isolated installs the requirements of each version"
        raise UserError(
            f"{root / 'conf.py'} cannot be run: {last}{hint}", ExitCode.FAULTS
        ) from error
    known = {"docsnav_versions": [], "docsnav_version_options": {}, "html_baseurl": ""}
    for name, default in known.items():
        if name not in config:
            config.add(name, default, "", ())
    return {name: config[name] for name in known}


def _requirements(settings: dict[str, Any]) -> Sequence[str]:
    """Return the arguments of ``pip install`` that conf.py names for the environments."""
    options = settings.get("docsnav_version_options")
    return options.get("requirements", ()) if isinstance(options, dict) else ()


def _entries(root: Path, settings: dict[str, Any]) -> list[VersionEntry]:
    """Return the versions that docs.json or conf.py lists.

    :raises UserError: there are none, or more than one is the work tree.
    """
    listed = settings.get("docsnav_versions")
    path = root / CONFIG_NAME
    try:
        if listed:
            key = "products" if any("product" in entry for entry in listed) else "versions"
            model = docs_json_of({"navigation": {key: listed}}, root / "conf.py").navigation
        elif path.exists():
            model = read_or_stop(root, keep_going=True).navigation
        else:
            raise UserError(_nothing(root))
    except DocsNavError as error:
        raise UserError(f"docsnav_versions: {error}", ExitCode.FAULTS) from error
    entries = list(entries_of(model))
    if all(entry.is_here for entry in entries):
        raise UserError(_nothing(root))
    trees = [entry.chain[-1][1] for entry in entries if entry.is_here]
    if len(trees) > 1:
        msg = f"{trees[0]!r} and {trees[1]!r} are both the files of {root.name}"
        raise UserError(f"{msg}; add 'ref' to one of them, or put them into one version")
    return entries


def _nothing(root: Path) -> str:
    return (
        f"{root.name} names no versions; write docsnav_versions into conf.py, or 'versions' with "
        f"'ref' into {CONFIG_NAME}"
    )


def _cache(given: str | None, root: Path) -> Path:
    """Return where built versions are kept."""
    if given:
        return Path(given).absolute()
    return cache_folder("versions") / digest_of(str(root.resolve()).encode())


@dataclass(frozen=True, slots=True)
class Wanted:
    """A version that the output has, if it can be built."""

    entry: str
    """What names it: the entry's label and ref."""
    part: GitPart
    key: str
    """The name of its build; empty for the work tree."""

    def row(self) -> dict[str, Any]:
        """Return what the next run has to know if it cannot build the version."""
        ref = self.part.ref
        named = [ref.name, ref.commit, ref.is_tag] if ref else None
        own = {"chain": self.part.chain, "folder": self.part.folder, "ref": named}
        return {"entry": self.entry, "key": self.key, "default": self.part.is_default, **own}

    @classmethod
    def of_row(cls, row: dict[str, Any]) -> Wanted:
        """Return what `row` has written."""
        ref = Ref(*row["ref"]) if row["ref"] else None
        chain = tuple((kind, label) for kind, label in row["chain"])
        part = GitPart(chain, row["folder"], ref=ref, is_default=row["default"])
        return cls(row["entry"], part, row["key"])


def _build(
    workshop: Workshop, found: Iterable[tuple[VersionEntry, list[GitPart] | GitError]], jobs: int
) -> tuple[list[Built], list[NotBuilt]]:
    """Build what is not built yet; of a version that fails, take the last good build."""
    memory = workshop.base / "last.json"
    try:
        last = [Wanted.of_row(row) for row in json.loads(memory.read_text("utf-8"))]
    except (OSError, ValueError, TypeError, KeyError):
        last = []
    missing: list[NotBuilt] = []
    wanted = list(_wanted(workshop, found, last, missing))

    def make(each: Wanted) -> str:
        try:
            _announce(each.part)
            workshop.build(each.part, each.key)
        except BuildError as error:
            return str(error)
        return ""

    new = [each for each in wanted if each.key and not workshop.has(each.key)]
    with ThreadPoolExecutor(max_workers=jobs) as pool:
        failed = dict(zip((each.key for each in new), pool.map(make, new), strict=True))
    done: list[tuple[Wanted, Path]] = []
    for each in wanted:
        before = next((old for old in last if old.part.folder == each.part.folder), None)
        if not each.key:
            reason, files = _build_work_tree(workshop, each.part, is_known=before is not None)
        else:
            reason, files = failed.get(each.key, ""), workshop.built(each.key)
        if reason and each.key and before is not None:
            each, files = before, workshop.built(before.key)  # noqa: PLW2901 -- takes its place
        is_there = files.is_dir()
        if reason:
            missing.append((each.part.label, f"{reason}{_KEPT if is_there else ''}"))
        if is_there:
            done.append((each, files))
    write_if_changed(memory, json.dumps([each.row() for each, _ in done]))
    return [Built(each.part, files) for each, files in done], missing


def _wanted(
    workshop: Workshop,
    found: Iterable[tuple[VersionEntry, list[GitPart] | GitError]],
    last: Sequence[Wanted],
    missing: list[NotBuilt],
) -> Iterator[Wanted]:
    """Yield the versions; of an entry whose ref is not found, those of the last run."""
    for entry, parts in found:
        name = f"{entry.repository} {entry.ref} {entry.chain}"
        if isinstance(parts, GitError):
            kept = [each for each in last if each.entry == name]
            missing.append((entry.label, f"{parts}{_KEPT if kept else ''}"))
            yield from kept
        else:
            for part in parts:
                yield Wanted(name, part, workshop.key(part) if part.ref else "")


_KEPT = "\n  The last good build stays in its place."


def _build_work_tree(workshop: Workshop, part: GitPart, *, is_known: bool) -> tuple[str, Path]:
    """Return why the work tree cannot be built, empty if it can, and its output."""
    _announce(part)
    try:
        return "", workshop.build_work_tree(part)
    except BuildError as error:
        return str(error), workshop.base / ("tree/out" if is_known else "none")


def _announce(part: GitPart) -> None:
    what = f"{part.ref.name}, {part.ref.commit[:8]}" if part.ref else "the files as they are"
    print_line(f"Building {part.label} ({what})")
    sys.stdout.flush()


def _remove_unused(base: Path, used: Collection[Path]) -> None:
    """Remove builds and environments that no run has used for a month, and what was killed."""
    now = time.time()
    for folder in used:
        if folder.parent.name == "built":
            os.utime(folder)
    days = {"built": _UNUSED_DAYS, "environments": _UNUSED_DAYS, "work": 1}
    for folder in (folder for name in days for folder in (base / name).glob("*")):
        if folder not in used and now - folder.stat().st_mtime > days[folder.parent.name] * _DAY:
            shutil.rmtree(folder, ignore_errors=True)
