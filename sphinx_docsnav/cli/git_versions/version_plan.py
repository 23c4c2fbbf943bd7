"""Which versions there are: the refs that docs.json or ``docsnav_versions`` names."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from sphinx_docsnav.cli.git_versions.repository import GitError, Ref, Repository, version_of
from sphinx_docsnav.docs_json.kinds import Kind, PageEntry
from sphinx_docsnav.docs_json.models import ElementModel

VersionChain = tuple[tuple[str, str], ...]
"""The product and version of a part, each with its kind and label."""
LATEST, STABLE = "latest", "stable"
"""The folders that lead to a version: to the work tree or a branch, and to the newest release."""


@dataclass(frozen=True, slots=True)
class GitPart:
    """One version: a commit, or the work tree."""

    chain: VersionChain
    """Its product and version."""
    folder: str
    """Its folder in the output: ``2.0`` or ``sdk/2.0``."""
    repository: Repository | None = None
    """Where its commit is; ``None`` for the work tree."""
    ref: Ref | None = None
    """Its commit; ``None`` for the work tree."""
    docs: str = ""
    """The folder of its documentation in the repository; empty for the one of the site."""
    is_default: bool = False
    """Whether docs.json has ``default: true``."""

    @property
    def label(self) -> str:
        """How messages and search results call it."""
        return " ".join(label for _, label in self.chain)


@dataclass(frozen=True, slots=True)
class VersionEntry:
    """A version or product as it is written, with what it takes from the product around it."""

    chain: VersionChain
    ref: str = ""
    repository: str = ""
    docs: str = ""
    is_default: bool = False

    @property
    def is_here(self) -> bool:
        """Whether it is the work tree."""
        return not self.ref and not self.repository

    @property
    def label(self) -> str:
        """How messages call it."""
        return " ".join(label for _, label in self.chain)


def entries_of(
    model: ElementModel, above: VersionEntry = VersionEntry(())
) -> Iterator[VersionEntry]:
    """Yield the versions below an element that are built by themselves, in their order.

    A commit has the whole navigation of its time, so that versions below tabs or languages stand
    above these, each ref once.
    """
    children = [child for child in model.children if not isinstance(child, PageEntry)]
    if not any(child.kind in (Kind.PRODUCT, Kind.VERSION) for child in children):
        below = list(_below(children, above))
        yield from below or ([above] if above.chain else ())
        return
    for child in children:
        own = VersionEntry(
            (*above.chain, (child.kind.value, child.label)),
            child.ref,
            child.repository or above.repository,
            child.folder or above.docs,
            child.default,
        )
        if child.kind is Kind.PRODUCT and not child.ref:
            yield from entries_of(child, own)
        else:
            yield own


def _below(children: Iterable[ElementModel], above: VersionEntry) -> Iterator[VersionEntry]:
    seen: set[tuple[str, str, str]] = set()
    for child in children:
        found = [entry for entry in entries_of(child, above) if entry.chain != above.chain]
        keys = [(entry.ref, entry.repository, entry.docs) for entry in found]
        yield from (entry for entry, key in zip(found, keys, strict=True) if key not in seen)
        seen |= {*keys}


def find_parts(
    entries: Iterable[VersionEntry],
    here: Callable[[], Repository],
    fetch: Callable[[str], Repository],
) -> Iterator[tuple[VersionEntry, list[GitPart] | GitError]]:
    """Yield each entry with its parts, newest first, or with the reason why it has none.

    :param here: returns the repository of the site.
    :param fetch: returns a clone of another one.
    """
    folders: set[str] = set()
    taken: set[tuple[str, VersionChain, str]] = set()
    listed = list(entries)
    exact = {(entry.repository, entry.chain[:-1], entry.ref) for entry in listed}
    for entry in listed:
        if entry.is_here:
            part = GitPart(entry.chain, _folder(entry.chain, folders), is_default=entry.is_default)
            yield entry, [part]
            continue
        try:
            repository = fetch(entry.repository) if entry.repository else here()
            refs = repository.find(entry.ref) if entry.ref else [repository.head]
            parts = []
            for ref in refs:
                key = (entry.repository, entry.chain[:-1], ref.name)
                if key in taken or (key in exact and ref.name != entry.ref):
                    continue
                taken.add(key)
                chain = (*entry.chain[:-1], (entry.chain[-1][0], _label(entry, ref)))
                folder = _folder(chain, folders)
                parts.append(GitPart(chain, folder, repository, ref, entry.docs, entry.is_default))
        except GitError as error:
            yield entry, error
        else:
            yield entry, parts


def _label(entry: VersionEntry, ref: Ref) -> str:
    """Return the label; ``*`` in it is the name of the ref from its first digit on."""
    label, pattern = entry.chain[-1][1], entry.ref
    if not set(pattern) & set("*?["):
        return label
    if "*" not in label:
        message = f"{label!r} would be the name of each version that {pattern!r} matches"
        raise GitError(f"{message}; write '*' for what differs")
    number = re.search(r"\d.*", ref.name)
    return label.replace("*", number[0] if number else ref.name)


def _folder(chain: VersionChain, taken: set[str]) -> str:
    """Return the folder of a part, which no other has."""
    names = [folder_name(label) for _, label in chain]
    plain, number = "/".join(names), 1
    folder = plain
    while folder in taken:
        number += 1
        folder = f"{plain}-{number}"
    taken.add(folder)
    return folder


def folder_name(label: str) -> str:
    """Return *label* as the name of a folder: ``v2.0 (LTS)`` is ``v2.0-lts``."""
    plain = unicodedata.normalize("NFKD", label).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9._+-]+", "-", plain).strip("-.")[:80] or "version"


@dataclass(frozen=True, slots=True)
class VersionLevel:
    """Versions beside each other, and which of them is the default, stable and latest one."""

    parts: tuple[GitPart, ...]

    @property
    def stable(self) -> GitPart | None:
        """The newest release: the tag with the highest version that is no pre-release."""
        tagged = [part for part in self.parts if part.ref and part.ref.is_tag]
        found = [
            (version, part)
            for part in tagged
            if (version := version_of(part.ref.name if part.ref else ""))
            and not version.is_prerelease
        ]
        return max(found, key=lambda pair: pair[0], default=(None, None))[1]

    @property
    def latest(self) -> GitPart | None:
        """The work tree, else the first branch, else the newest release."""
        moving = (part for part in self.parts if not part.ref)
        branches = (part for part in self.parts if part.ref and not part.ref.is_tag)
        return next(moving, None) or next(branches, None) or self.stable

    def before(self, part: GitPart) -> GitPart | None:
        """Return the release before a version: of the latest one, the stable one."""
        if part.ref is None or not part.ref.is_tag:
            return self.stable if part is self.latest else None
        own = version_of(part.ref.name)
        older = [
            each
            for each in self.parts
            if own and each.ref and each.ref.is_tag and (version_of(each.ref.name) or own) < own
        ]
        return VersionLevel(tuple(older)).stable

    @property
    def default(self) -> GitPart:
        """The one that readers come to first."""
        marked = (part for part in self.parts if part.is_default)
        return next(marked, None) or self.stable or self.parts[0]
