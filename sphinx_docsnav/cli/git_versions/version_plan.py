"""The versions of a site: the refs that docs.json or ``docsnav_versions`` names."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase

from sphinx_docsnav.cli.git_versions.repository import Ref, Repository, parse_version
from sphinx_docsnav.docs_json.kinds import Kind, PageEntry
from sphinx_docsnav.docs_json.models import ElementModel
from sphinx_docsnav.sitefiles.safe_git import GitError

VersionChain = tuple[tuple[str, str], ...]
"""The product and version of a part, each with its kind and label."""
LATEST_FOLDER, STABLE_FOLDER = "latest", "stable"
"""The folders that redirect to a version: the work tree or a branch, and the newest release."""


@dataclass(frozen=True, slots=True)
class GitPart:
    """One version: a commit, or the work tree."""

    chain: VersionChain
    """The product and the version."""
    folder: str
    """The folder in the output: ``2.0`` or ``sdk/2.0``."""
    repository: Repository | None = None
    """The repository of the commit; ``None`` for the work tree."""
    ref: Ref | None = None
    """The tag, branch or commit; ``None`` for the work tree."""
    docs: str = ""
    """The folder of the documentation in the repository; empty for that of the site."""
    is_default: bool = False
    """Whether docs.json has ``default: true``."""

    @property
    def label(self) -> str:
        """The label in messages and search results."""
        return " ".join(label for _, label in self.chain)


@dataclass(frozen=True, slots=True)
class VersionEntry:
    """A version in docs.json, with the values that it inherits from the product around it."""

    chain: VersionChain
    ref: str = ""
    repository: str = ""
    docs: str = ""
    is_default: bool = False
    exclude: tuple[str, ...] = ()
    """Patterns of refs that are no versions."""

    @property
    def is_here(self) -> bool:
        """Whether it is the version of the work tree."""
        return not self.ref and not self.repository

    @property
    def label(self) -> str:
        """The label in messages."""
        return " ".join(label for _, label in self.chain)


def find_version_entries(
    model: ElementModel, parent: VersionEntry = VersionEntry(())
) -> Iterator[VersionEntry]:
    """Yield the versions below an element that are separate builds, in their order.

    The build of a commit has its whole navigation. Versions below tabs or languages are therefore
    moved above these, and each ref is used once.
    """
    children = [child for child in model.children if not isinstance(child, PageEntry)]
    # No versions at this level: search below tabs and languages, or use the parent as a whole.
    if not any(child.kind in (Kind.PRODUCT, Kind.VERSION) for child in children):
        entries_below = list(_find_below(children, parent))
        yield from entries_below or ([parent] if parent.chain else ())
        return
    for child in children:
        child_entry = VersionEntry(
            (*parent.chain, (child.kind.value, child.label)),
            child.ref,
            child.repository or parent.repository,
            child.folder or parent.docs,
            child.default,
            child.exclude or parent.exclude,
        )
        # A product without a ref is only a container; one with a ref is built as a whole.
        if child.kind is Kind.PRODUCT and not child.ref:
            yield from find_version_entries(child, child_entry)
        else:
            yield child_entry


def _find_below(children: Iterable[ElementModel], parent: VersionEntry) -> Iterator[VersionEntry]:
    seen_keys: set[tuple[str, str, str]] = set()
    for child in children:
        # A child without versions yields its parent again, which is not a version of this level.
        entries = [
            entry for entry in find_version_entries(child, parent) if entry.chain != parent.chain
        ]
        keys = [(entry.ref, entry.repository, entry.docs) for entry in entries]
        # A version that an earlier tab or language contains is the same build.
        yield from (entry for entry, key in zip(entries, keys, strict=True) if key not in seen_keys)
        seen_keys |= {*keys}


def find_parts(
    entries: Iterable[VersionEntry],
    here: Callable[[], Repository],
    fetch: Callable[[str], Repository],
) -> Iterator[tuple[VersionEntry, list[GitPart] | GitError]]:
    """Yield each entry with its parts, newest first, or with the error for which it has none.

    :param here: returns the repository of the site.
    :param fetch: returns a clone of the repository with a URL.
    """
    folders: set[str] = set()
    taken_keys: set[tuple[str, VersionChain, str]] = set()
    all_entries = list(entries)
    # A ref that one entry names exactly does not also belong to a pattern such as `v*`.
    exact_keys = {(entry.repository, entry.chain[:-1], entry.ref) for entry in all_entries}
    for entry in all_entries:
        if entry.is_here:
            part = GitPart(
                entry.chain, _make_folder(entry.chain, folders), is_default=entry.is_default
            )
            yield entry, [part]
            continue
        try:
            repository = fetch(entry.repository) if entry.repository else here()
            # An entry with a repository but without a ref is built from the default branch.
            refs = repository.find(entry.ref) if entry.ref else [repository.head]
            parts = []
            for ref in refs:
                if any(fnmatchcase(ref.name, pattern) for pattern in entry.exclude):
                    continue
                key = (entry.repository, entry.chain[:-1], ref.name)
                # If several patterns match a ref, the first one gets it.
                if key in taken_keys or (key in exact_keys and ref.name != entry.ref):
                    continue
                taken_keys.add(key)
                chain = (*entry.chain[:-1], (entry.chain[-1][0], _make_label(entry, ref)))
                folder = _make_folder(chain, folders)
                parts.append(GitPart(chain, folder, repository, ref, entry.docs, entry.is_default))
        except GitError as error:
            yield entry, error
        else:
            yield entry, parts


def _make_label(entry: VersionEntry, ref: Ref) -> str:
    """Return the label of a ref; ``*`` is replaced by its name from the first digit on.

    :raises GitError: several refs would have the same label.
    """
    label, pattern = entry.chain[-1][1], entry.ref
    if not set(pattern) & set("*?["):
        return label
    if "*" not in label:
        message = f"{label!r} would be the name of each version that {pattern!r} matches"
        raise GitError(f"{message}; write '*' for what differs")
    # In `v2.0` and `release-2.0`, the version starts at the first digit.
    number = re.search(r"\d.*", ref.name)
    return label.replace("*", number[0] if number else ref.name)


def _make_folder(chain: VersionChain, taken: set[str]) -> str:
    """Return a folder for a part that is not in *taken*, and add it there."""
    names = [make_folder_name(label) for _, label in chain]
    first_name, number = "/".join(names), 1
    folder = first_name
    # Different labels can give the same folder name, such as `2.0 LTS` and `2.0-lts`.
    while folder in taken:
        number += 1
        folder = f"{first_name}-{number}"
    taken.add(folder)
    return folder


def make_folder_name(label: str) -> str:
    """Return the folder name for a label: ``v2.0 (LTS)`` is ``v2.0-lts``."""
    # Folder names are part of URLs, so only characters that need no escaping remain.
    plain = unicodedata.normalize("NFKD", label).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9._+-]+", "-", plain).strip("-.")[:80] or "version"


@dataclass(frozen=True, slots=True)
class VersionLevel:
    """The versions of a site or of a product."""

    parts: tuple[GitPart, ...]

    @property
    def stable(self) -> GitPart | None:
        """The newest release: the tag with the highest version that is not a pre-release."""
        tag_parts = [part for part in self.parts if part.ref and part.ref.is_tag]
        releases = [
            (version, part)
            for part in tag_parts
            if (version := parse_version(part.ref.name if part.ref else ""))
            and not version.is_prerelease
        ]
        return max(releases, key=lambda pair: pair[0], default=(None, None))[1]

    @property
    def latest(self) -> GitPart | None:
        """The work tree; else the first branch; else the newest release."""
        work_trees = (part for part in self.parts if not part.ref)
        branches = (part for part in self.parts if part.ref and not part.ref.is_tag)
        return next(work_trees, None) or next(branches, None) or self.stable

    def find_previous(self, part: GitPart) -> GitPart | None:
        """Return the release before a version; for the latest version, the stable one."""
        # Branches have no order; only the latest version is compared with the newest release.
        if part.ref is None or not part.ref.is_tag:
            return self.stable if part is self.latest else None
        own_version = parse_version(part.ref.name)
        # A tag without a version counts as equal, so it is never the release before.
        older_parts = [
            candidate
            for candidate in self.parts
            if own_version
            and candidate.ref
            and candidate.ref.is_tag
            and (parse_version(candidate.ref.name) or own_version) < own_version
        ]
        return VersionLevel(tuple(older_parts)).stable

    @property
    def default(self) -> GitPart:
        """The version to which the root of the site redirects."""
        default_parts = (part for part in self.parts if part.is_default)
        return next(default_parts, None) or self.stable or self.parts[0]
