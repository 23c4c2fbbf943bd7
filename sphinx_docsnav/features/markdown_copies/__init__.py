"""A Markdown copy of each page, ``llms.txt`` and skills, for programs that read the site.

A skill is ``skill.md`` at the root of the site, or ``.mintlify/skills/NAME/SKILL.md``. One with
further files is an archive. The index has the digest of each.
Source: Agent Skills Discovery 0.2.0.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import re
import tarfile
from collections.abc import Collection, Iterator
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from sphinx_docsnav.core.events import connect_always
from sphinx_docsnav.core.settings import Setting, add_settings, metadata
from sphinx_docsnav.core.site.document_messages import sphinx_report
from sphinx_docsnav.faults import Fault, FaultKind, Severity
from sphinx_docsnav.features.markdown_copies.markdown_copies import (
    has_copies,
    has_copy,
    keep_other_copies,
    name_copies,
    name_copy,
    remove_old_copies,
    write_copy,
    write_llms_files,
    write_own,
)
from sphinx_docsnav.mdx.frontmatter import front_matter_position, read_front_matter
from sphinx_docsnav.sitefiles.safe_files import site_file

FOLDER = ".well-known/agent-skills"
"""Where agents look, from the root of the output."""
SCHEMA = "https://schemas.agentskills.io/discovery/0.2.0/schema.json"
"""The address that names the format of the index."""
SKILL = "SKILL.md"
"""The file that each skill has."""
LARGEST = 10_000_000
"""Bytes of the files of a skill; real ones have some thousand."""
_NAME = re.compile(r"(?=.{1,64}\Z)[a-z0-9]+(?:-[a-z0-9]+)*\Z")


def write_skills(app: Sphinx, exception: Exception | None) -> None:
    """Write the skills of the site and their index (``build-finished``)."""
    if exception is not None or not has_copies(app):
        return
    root, files, skills = Path(app.srcdir), dict[str, bytes](), dict[str, dict[str, str]]()
    for path in _skill_files(root):
        others = [] if path.parent == root else _other_files(root, path.parent)
        about = _about(app, path, others, skills)
        if not about:
            continue
        name = about["name"]
        file = f"{name}.tar.gz" if others else f"{name}/{SKILL}"
        content = _archive(path.parent, [path, *others]) if others else path.read_bytes()
        files[f"{FOLDER}/{file}"] = content
        if path.parent == root and not has_copy(app, "skill"):
            files["skill.md"] = content
        digest = f"sha256:{hashlib.sha256(content).hexdigest()}"
        kind = "archive" if others else "skill-md"
        skills[name] = {"name": name, "type": kind, **about, "url": file, "digest": digest}
    if skills:
        index = {"$schema": SCHEMA, "skills": [*skills.values()]}
        files[f"{FOLDER}/index.json"] = (
            f"{json.dumps(index, ensure_ascii=False, indent=2)}\n".encode()
        )
    for written, content in files.items():
        write_own(app, written, content)


def _skill_files(root: Path) -> Iterator[Path]:
    """Yield the file of each skill of the site, none of which is outside of it."""
    below = sorted(path.name for path in root.glob(".mintlify/skills/*") if path.is_dir())
    names = (f".mintlify/skills/{name}/{SKILL}" for name in below)
    for name in ("skill.md", SKILL, *names):
        if path := site_file(root, name):
            yield path


def _other_files(root: Path, folder: Path) -> list[Path]:
    """Return what a skill has besides its own file; hidden files are not published."""
    below = sorted(path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    shown = (path for path in below if not any(part.startswith(".") for part in path.parts))
    named = (folder.relative_to(root) / path for path in shown if path.as_posix() != SKILL)
    return [path for name in named if (path := site_file(root, name.as_posix()))]


def _archive(folder: Path, files: list[Path]) -> bytes:
    """Return *files* as an archive whose bytes depend on their names and contents alone."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for path in files:
            content = path.read_bytes()
            entry = tarfile.TarInfo(path.relative_to(folder).as_posix())
            entry.size, entry.mode = len(content), 0o644
            archive.addfile(entry, io.BytesIO(content))
    return gzip.compress(packed.getvalue(), mtime=0)


def _about(app: Sphinx, path: Path, others: list[Path], taken: Collection[str]) -> dict[str, str]:
    """Return name and description of a skill; empty if it is not published, after a message."""
    data = read_front_matter(path.read_text("utf-8-sig", "replace")).data
    name, description = (str(data.get(key) or "") for key in ("name", "description"))
    key, wrong = "", ""
    if "groups" in data:
        key, wrong = "groups", "it is for some readers only, and everyone can read plain files"
    elif not _NAME.match(name):
        key, wrong = "name", "'name' is not 1 to 64 small letters, digits and single hyphens"
    elif name in taken:
        key, wrong = "name", f"another one is called {name!r}"
    elif not description:
        key, wrong = "description", "it has no 'description'"
    elif sum(file.stat().st_size for file in (path, *others)) > LARGEST:
        wrong = f"its files have more than {LARGEST:,} bytes"
    if not wrong:
        return {"name": name, "description": " ".join(description.split())}
    fault = Fault(
        FaultKind.SKILL,
        Severity.WARNING,
        f"this skill is not published: {wrong}",
        path,
        front_matter_position(path, key),
    )
    sphinx_report(app)(fault)
    return {}


SETTINGS = (
    Setting(
        "docsnav_markdown",
        False,  # noqa: FBT003 -- the default of a switch
        "Write a Markdown copy beside each page (``guides/setup.md``), ``llms.txt`` and "
        "``llms-full.txt``, one of each per language, version and product (builders ``html`` and "
        "``dirhtml``). ``sphinx-docsnav build`` and ``serve`` switch it on for a site without "
        "``conf.py``. The skills of the site are published, too.",
        rebuild="html",
    ),
)
"""The settings of the feature."""


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the feature; called by Sphinx."""
    add_settings(app, SETTINGS)
    for event, priority, function, reason in (
        (
            "html-page-context",
            999,
            write_copy,
            "takes nodes out of the document, which no other handler reads after it",
        ),
        ("env-get-updated", 500, name_copies, "hidden pages are known, and no copy is written"),
        ("html-collect-pages", 500, keep_other_copies, "the pages of the part are written"),
        ("build-finished", 500, write_llms_files, "the copies of all pages are written"),
        ("build-finished", 500, write_skills, "no other file is needed"),
        ("build-finished", 600, remove_old_copies, "the handlers at 500 write some"),
        ("html-page-context", 905, name_copy, "buttons above a page at 910 lead to it"),
    ):
        connect_always(app, event, priority, function, reason)
    return metadata()
