"""A Markdown copy of each page, ``llms.txt`` and skills, for programs that read the site.

A skill with further files is published as an archive. The index lists the skills with their
digests.
Source: Agent Skills Discovery 0.2.0.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import tarfile
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from sphinx_docsnav.core.events import connect_always
from sphinx_docsnav.core.settings import Setting, add_settings, metadata
from sphinx_docsnav.core.site.document_messages import make_report
from sphinx_docsnav.features.markdown_copies.markdown_copies import (
    add_copy_links,
    claim_copies,
    has_copies,
    has_copy,
    remove_old_copies,
    store_other_copies,
    write_copy,
    write_llms_files,
    write_site_file,
)
from sphinx_docsnav.navigation.site_skills import SKILL_FILE, read_skills

SKILLS_FOLDER = ".well-known/agent-skills"
"""The folder where agents look for skills, relative to the output directory."""
SKILLS_SCHEMA = "https://schemas.agentskills.io/discovery/0.2.0/schema.json"
"""The identifier of the format of the index."""


def write_skills(app: Sphinx, exception: Exception | None) -> None:
    """Write the skills of the site and their index (``build-finished``)."""
    if exception is not None or not has_copies(app):
        return
    root, files, skills = Path(app.srcdir), dict[str, bytes](), list[dict[str, str]]()
    for skill in read_skills(root, make_report(app)):
        path, others = skill.path, skill.other_files
        # Agents can read a single file directly; several files need an archive.
        file = f"{skill.name}.tar.gz" if others else f"{skill.name}/{SKILL_FILE}"
        content = _pack_skill(path.parent, [path, *others]) if others else path.read_bytes()
        files[f"{SKILLS_FOLDER}/{file}"] = content
        # A page that is called "skill" has its copy at this path.
        if path.parent == root and not has_copy(app, "skill"):
            files["skill.md"] = content
        skills.append(
            {
                "name": skill.name,
                "type": "archive" if others else "skill-md",
                "description": skill.description,
                "url": file,
                "digest": f"sha256:{hashlib.sha256(content).hexdigest()}",
            }
        )
    if skills:
        index = {"$schema": SKILLS_SCHEMA, "skills": skills}
        files[f"{SKILLS_FOLDER}/index.json"] = (
            f"{json.dumps(index, ensure_ascii=False, indent=2)}\n".encode()
        )
    for written, content in files.items():
        write_site_file(app, written, content)


def _pack_skill(folder: Path, files: list[Path]) -> bytes:
    """Return *files* as a reproducible archive: it depends on their names and contents only."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for path in files:
            content = path.read_bytes()
            # A new entry has neither time nor owner, which would differ between machines.
            entry = tarfile.TarInfo(path.relative_to(folder).as_posix())
            entry.size, entry.mode = len(content), 0o644
            archive.addfile(entry, io.BytesIO(content))
    return gzip.compress(buffer.getvalue(), mtime=0)


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
        ("env-get-updated", 500, claim_copies, "hidden pages are known, and no copy is written"),
        ("html-collect-pages", 500, store_other_copies, "the pages of the part are written"),
        ("build-finished", 500, write_llms_files, "the copies of all pages are written"),
        ("build-finished", 500, write_skills, "no other file is needed"),
        ("build-finished", 600, remove_old_copies, "the handlers at 500 write some"),
        ("html-page-context", 905, add_copy_links, "buttons above a page at 910 lead to it"),
    ):
        connect_always(app, event, priority, function, reason)
    return metadata()
