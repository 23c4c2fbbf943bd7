"""Nesting without end: every format shows the words."""

from __future__ import annotations

import json

import pytest
from building import Project


def _nested(start: str, end: str, depth: int) -> str:
    return f"{start}\n" * depth + "\nWORDS\n\n" + f"{end}\n" * depth


PAGES = {
    "quotes": "> " * 200 + "WORDS\n",
    "lists": "\n".join("  " * level + "- item" for level in range(80)) + " WORDS\n",
    "numbers": "\n".join("   " * level + "1. item" for level in range(60)) + " WORDS\n",
    "both": "- > " * 60 + "WORDS\n",
    "notes": _nested("<Note>", "</Note>", 58),
    "folds": _nested('<Accordion title="t">', "</Accordion>", 58),
    "fields": _nested(
        '<ResponseField name="a" type="b">\n<Expandable>', "</Expandable>\n</ResponseField>", 29
    ),
    "steps": _nested('<Steps>\n<Step title="t">', "</Step>\n</Steps>", 29),
    "tables": _nested("<table><tbody><tr><td>", "</td></tr></tbody></table>", 14),
    "markup": _nested("<ul>\n<li>", "</li>\n</ul>", 29),
    "marks": "*" * 500 + "WORDS" + "*" * 500 + "\n",
    "word": "WORDS " + "x" * 200_000 + "\n",
    "mixed": "> " * 55 + "*a **b " * 80 + "WORDS" + "** c*" * 80 + "\n",
}


@pytest.mark.parametrize(("builder", "suffix"), [("html", "html"), ("text", "txt")])
def test_content_of_any_depth_is_shown(project: Project, builder: str, suffix: str) -> None:
    project.write({"docs.json": json.dumps({"navigation": {"pages": list(PAGES)}})})
    project.write({f"{name}.mdx": text for name, text in PAGES.items()})
    result = project.build(builder)
    marks = "content nests more than 150 levels deep; the rest is shown as text"
    problem = "quotes and lists nest more than 60 deep; kept as text"
    assert [line.partition(" [")[0] for line in result.warnings.splitlines()] == [
        *(f"{page}: WARNING: {problem}" for page in ("both.mdx:1:1", "lists.mdx:30:1")),
        *(f"{page}.mdx:1:1: WARNING: {marks}" for page in ("marks", "mixed")),
        f"numbers.mdx:30:1: WARNING: {problem}",
        f"WARNING: 1 more place with the same problem ({problem})",
    ]
    shown = {name: (project.output(builder) / f"{name}.{suffix}").read_text() for name in PAGES}
    assert {name for name, text in shown.items() if "WORDS" in text} == set(PAGES)
