"""Characters that XML forbids in the texts and keys of a specification, written as escapes."""

from __future__ import annotations

import re

from sphinx_docsnav.faults import Position
from sphinx_docsnav.openapi.raw_data import Data, DataProblem
from sphinx_docsnav.sitefiles.characters import drop_forbidden_characters

_SUSPECT = re.compile(
    r"\\(?:u00[01]|u[dD][89a-fA-F]|u[fF]{3}[eEfF]|U|x[01]|[abefv0])"
    r"|[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]"
)
"""How a file writes such characters; it matches harmless escapes, too."""
_SENT = frozenset({"const", "default", "enum", "example", "examples"})
"""Keys with data that requests send; where a page shows it, it is escaped."""


def drop_forbidden_text(data: Data, source: str) -> None:
    """Remove these characters from the strings in *data*, in place; add one problem for all."""
    suspect = _SUSPECT.search(source)
    if suspect is None:
        return
    root = [data.value]
    seen: set[int] = set()
    found: set[str] = set()
    waiting: list[object] = [root]
    while waiting:
        holder = waiting.pop()
        if id(holder) in seen:  # an alias of YAML
            continue
        seen.add(id(holder))
        if isinstance(holder, dict):
            pairs = [(_clean(key, found), item) for key, item in holder.items()]
            holder.clear()
            for key, item in pairs:
                is_sent = key in _SENT or str(key).startswith("x-")
                holder[key] = item if is_sent else _clean(item, found)
                if not is_sent:
                    waiting.append(holder[key])
        elif isinstance(holder, list):
            holder[:] = [_clean(item, found) for item in holder]
            waiting += holder
    data.value = root[0]
    if found:
        names = ", ".join(f"U+{ord(character):04X}" for character in sorted(found)[:3])
        message = f"texts contain characters that XML forbids ({names}); they are left out"
        line = source.count("\n", 0, suspect.start()) + 1
        data.problems.append(DataProblem(message, Position(line)))


def _clean(value: object, found: set[str]) -> object:
    if not isinstance(value, str):
        return value
    text, places = drop_forbidden_characters(value)
    found.update(value[place] for place in places)
    return text
