"""Files that docs.json puts into the output: those that it links to, and redirects."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from sphinx.application import Sphinx

from sphinx_docsnav.core.site.fingerprints import digest, read_digests
from sphinx_docsnav.core.site.generate import LEADING_BUILDERS
from sphinx_docsnav.core.state import find_state
from sphinx_docsnav.faults import Fault, FaultKind, Severity
from sphinx_docsnav.navigation.docs_checks import linked_files
from sphinx_docsnav.sitefiles.write import digest_of


def copy_linked_files(app: Sphinx, exception: Exception | None) -> None:
    """Copy the files that docs.json links to, as its links name them (``build-finished``)."""
    state = find_state(app)
    if exception is not None or state is None or app.builder.name not in LEADING_BUILDERS:
        return
    for name in replace_files(app, "files", linked_files(state.docs, state.site, Path(app.srcdir))):
        message = f"the file {name!r}, which docs.json links to, cannot be written; left out"
        state.report(Fault(FaultKind.LINK_MISSING, Severity.WARNING, message))


def replace_files(app: Sphinx, kind: str, contents: Mapping[str, bytes | Path]) -> list[str]:
    """Write files into the output where nothing else is; remove obsolete ones of earlier builds.

    :param kind: a name for these files; what is known of those that are written is kept under it.
    :param contents: what each file has, or the file to copy, by the path in the output.
    :returns: the files that cannot be written: names too long, or below a file.
    """
    ours = Path(app.doctreedir) / "_docsnav" / f"{kind}-{digest(str(app.outdir))}.json"
    before = read_digests(ours)
    now: dict[str, str] = {}
    refused: list[str] = []
    for name, content in sorted(contents.items()):
        try:
            data = content.read_bytes() if isinstance(content, Path) else content
            if written := _put(Path(app.outdir, name), data, before.get(name, "")):
                now[name] = written
        except OSError:
            refused.append(name)
    for name in before.keys() - now.keys():
        if _is_ours(Path(app.outdir, name), before[name]):
            Path(app.outdir, name).unlink()
    if before != now:
        ours.parent.mkdir(parents=True, exist_ok=True)
        ours.write_text(json.dumps(now), encoding="utf-8")
    return refused


def _put(path: Path, data: bytes, written: str) -> str:
    """Write a file; return its digest and stamp, empty if another one has its path."""
    exists, made = path.exists(), digest_of(data)
    if exists and not _is_ours(path, written):
        return ""
    if not exists or written.partition(" ")[0] != made:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return f"{made} {_stamp(path)}"


def _is_ours(path: Path, written: str) -> bool:
    """Return whether the file is unchanged since an earlier build; read it if its stamp is new."""
    if not written or not path.is_file():
        return False
    made, _, stamp = written.partition(" ")
    return stamp == _stamp(path) or made == digest_of(path.read_bytes())


def _stamp(path: Path) -> str:
    """Return the size and times of a file; whoever sets the time back changes the last of them."""
    stat = path.stat()
    return f"{stat.st_size} {stat.st_mtime_ns} {stat.st_ctime_ns}"
