"""The skills of a site: texts that tell a program how to use the product.

A skill is ``skill.md`` at the root of the site, or ``.mintlify/skills/NAME/SKILL.md``, beside
which there may be other files.
Source: Agent Skills Discovery 0.2.0.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

from sphinx_docsnav.faults import Fault, FaultKind, Report, Severity
from sphinx_docsnav.mdx.frontmatter import find_front_matter_position, read_front_matter
from sphinx_docsnav.sitefiles.safe_files import find_site_file

SKILL_FILE = "SKILL.md"
"""The file that each skill has."""
COPIES_EXTENSION = "sphinx_docsnav.markdown"
"""The extension that publishes skills, and copies of pages, where no setting asks for them."""
MAX_BYTES = 10_000_000
"""The maximum size of all files of a skill; real ones have some thousand bytes."""
_NAME = re.compile(r"(?=.{1,64}\Z)[a-z0-9]+(?:-[a-z0-9]+)*\Z")


@dataclass(frozen=True, slots=True)
class Skill:
    """A skill that can be published."""

    path: Path
    """Its `SKILL_FILE`, or ``skill.md``."""
    name: str
    """Unique in the site."""
    description: str
    """In one line."""
    other_files: tuple[Path, ...]
    """What is beside its file, sorted."""


def read_skills(root: Path, report: Report) -> tuple[Skill, ...]:
    """Return the skills of the site at *root*.

    Faults: ``skill``, for each that cannot be published.
    """
    skills: dict[str, Skill] = {}
    for path in _find_skill_files(root):
        other_files = () if path.parent == root else tuple(_find_other_files(root, path.parent))
        data = read_front_matter(path.read_text("utf-8-sig", "replace")).data
        name, description = (str(data.get(key) or "") for key in ("name", "description"))
        size = sum(file.stat().st_size for file in (path, *other_files))
        key, problem = _find_problem(name, description, size, skills)
        if "groups" in data:
            key = "groups"
            problem = "it is for some readers only, and everyone can read plain files"
        if problem:
            message = f"this skill is not published: {problem}"
            position = find_front_matter_position(path, key)
            report(Fault(FaultKind.SKILL, Severity.WARNING, message, path, position))
        else:
            skills[name] = Skill(path, name, " ".join(description.split()), other_files)
    return tuple(skills.values())


def _find_problem(
    name: str, description: str, size: int, other_names: Collection[str]
) -> tuple[str, str]:
    """Return the key of front matter that is wrong, and why; empty texts for a good skill.

    :param size: bytes of all files.
    :param other_names: names of other skills.
    """
    if not _NAME.match(name):
        return "name", "'name' is not 1 to 64 small letters, digits and single hyphens"
    if name in other_names:
        return "name", f"another one is called {name!r}"
    if not description:
        return "description", "it has no 'description'"
    return "", f"its files have more than {MAX_BYTES:,} bytes" if size > MAX_BYTES else ""


def _find_skill_files(root: Path) -> Iterator[Path]:
    """Yield the file of each skill of the site, none of which is outside of it."""
    below = sorted(path.name for path in root.glob(".mintlify/skills/*") if path.is_dir())
    names = (f".mintlify/skills/{name}/{SKILL_FILE}" for name in below)
    for name in ("skill.md", SKILL_FILE, *names):
        if path := find_site_file(root, name):
            yield path


def _find_other_files(root: Path, folder: Path) -> Iterator[Path]:
    """Yield what a skill has besides its own file; hidden files are not published."""
    for path in sorted(path.relative_to(folder) for path in folder.rglob("*") if path.is_file()):
        is_hidden = any(part.startswith(".") for part in path.parts)
        name = (folder.relative_to(root) / path).as_posix()
        if not is_hidden and path.as_posix() != SKILL_FILE and (file := find_site_file(root, name)):
            yield file
