"""Print the short names of emoji that MkDocs Material reads, one emoji on a line.

Run with PyMdown Extensions installed, to compare with or renew the table of the package::

    python -m tools.emoji_names > ../sphinx_docsnav/coming/emoji.txt

Variants of the colour of skin are left out.
"""

from __future__ import annotations

import sys

from pymdownx import twemoji_db

HEADER = "# Source: PyMdown Extensions (MIT), pymdownx/twemoji_db.py; tests/tools/emoji_names.py"
SKIN_COLORS = {"1f3fb", "1f3fc", "1f3fd", "1f3fe", "1f3ff"}


def main() -> int:
    """Print the table."""
    names: dict[str, list[str]] = {}
    characters: dict[str, str] = {}
    for name, emoji in twemoji_db.emoji.items():
        codes = emoji.get("unicode_alt", emoji["unicode"]).split("-")
        if not SKIN_COLORS.intersection(codes):
            character = "".join(chr(int(code, 16)) for code in codes)
            # Older characters are shown in black and white without a selector.
            selector = "\ufe0f" if len(character) == 1 and character < "\U0001f000" else ""
            characters[name] = character + selector
            names.setdefault(characters[name], []).append(name.strip(":"))
    for alias, name in twemoji_db.aliases.items():
        if name in characters:
            names[characters[name]].append(alias.strip(":"))
    rows = sorted(" ".join([character, *words]) for character, words in names.items())
    sys.stdout.write("\n".join([HEADER, *rows, ""]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
