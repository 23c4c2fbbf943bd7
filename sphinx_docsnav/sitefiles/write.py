"""Write files so that programs which watch their times see changes only."""

from __future__ import annotations

from pathlib import Path


def write_if_changed(path: Path, content: str | bytes) -> bool:
    """Write *content*, text as UTF-8, unless the file has it already; make missing folders.

    :returns: whether the file was written.
    :raises OSError: the file system refuses.
    """
    data = content.encode("utf-8") if isinstance(content, str) else content
    if path.is_file() and path.read_bytes() == data:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return True
