"""Entries of docs.json for pages that the project excludes: named as such, wherever one looks."""

from __future__ import annotations

import json

from building import Project
from support import Command

CONF = """
extensions = ["sphinx_docsnav"]
exclude_patterns = ["_build", "drafts", "**/old-*", "part/[ab].md"]
"""
PAGES = ["index", "drafts/a", "guides/old-one", "part/b", "gone"]
EXPECTED = {
    "drafts/a": "drafts",
    "guides/old-one": "**/old-*",
    "part/b": "part/[ab].md",
}
FILES = {
    "conf.py": CONF,
    "index.rst": "Home\n====\n",
    "drafts/a.rst": "A\n=\n",
    "guides/old-one.rst": "Old\n===\n",
    "part/b.md": "# B\n\n{1 +}\n",
    "docs.json": json.dumps({"name": "Site", "navigation": {"pages": PAGES}}),
}


def messages(text: str) -> list[str]:
    found = (line.partition(": /navigation")[2] for line in text.splitlines())
    return sorted(message for message in found if message)


def test_a_build_and_check_name_the_pattern(project: Project, command: Command) -> None:
    project.write(FILES)
    expected = [
        f"/pages/{PAGES.index(name)}: page '{name}' is excluded by '{pattern}' in "
        "exclude_patterns; its entry is left out; remove the pattern from conf.py, or the entry "
        "[docsnav.page_missing]"
        for name, pattern in EXPECTED.items()
    ]
    missing = "/pages/4: page 'gone' does not exist; its entry is left out [docsnav.page_missing]"
    assert messages(project.build().warnings) == [*expected, missing]
    command("check", project.src)
    assert messages(command.out) == [*expected, missing]
    # Nothing in a page that a build does not read is a problem of the site.
    assert "b.md" not in command.out.replace("[ab].md", "")
