"""``{{name}}`` in a page's text, from ``variables`` in docs.json.

It happens before anything else is read, also inside code, so that a variable
works in a title, a URL or a fence. Values are put in as text: one line, so that
every line keeps its number.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

_USE = re.compile(r"\{\{[ \t]*([A-Za-z_][\w.-]*)[ \t]*\}\}")


def substitute_variables(text: str, variables: Mapping[str, str]) -> str:
    """Return *text* with each ``{{name}}`` that *variables* knows replaced.

    Unknown names stay as written: ``style={{color: x}}`` is no variable.
    """
    if not variables or "{{" not in text:
        return text

    def replacement(match: re.Match[str]) -> str:
        value = variables.get(match[1])
        return match[0] if value is None else " ".join(str(value).splitlines())

    return _USE.sub(replacement, text)
