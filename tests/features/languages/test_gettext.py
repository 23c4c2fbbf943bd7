"""The texts of docs.json are translated with gettext, as the captions of toctrees are."""

from __future__ import annotations

import json
import re

import pytest
from building import Project

DOCS = {
    "banner": {"content": "Out **now**"},
    "navigation": {
        "versions": [
            {
                "version": "Newest",
                "tag": "fresh",
                "groups": [{"group": "First steps", "pages": ["index"]}],
            },
            {"version": "Old", "groups": [{"group": "First steps", "pages": ["old"]}]},
        ],
        "global": {"anchors": [{"anchor": "Blog", "href": "https://example.com"}]},
    },
}
GERMAN = {
    "Out **now**": "Jetzt **da**",
    "Newest": "Neueste",
    "fresh": "frisch",
    "First steps": "Erste Schritte",
    "Blog": "Tagebuch",
}


@pytest.fixture
def texts(project: Project) -> Project:
    """A project with labels to translate."""
    project.conf = {"html_theme": "furo"}
    project.write(
        {
            "conf.py": "extensions = ['sphinx_docsnav']\n",
            "docs.json": json.dumps(DOCS, indent=1),
            "index.rst": "Home\n====\n",
            "old.rst": "Old home\n========\n",
        }
    )
    return project


def test_the_texts_are_extracted_with_their_lines(texts: Project) -> None:
    assert texts.build("gettext").warnings == ""
    catalog = (texts.output("gettext") / "docsnav.pot").read_text("utf-8")
    found = set(re.findall(r'msgid "(.+)"', catalog))
    assert found == {*GERMAN, "Old"}
    lines = (texts.src / "docs.json").read_text("utf-8").splitlines()
    line = next(number for number, text in enumerate(lines, 1) if '"Blog"' in text)
    assert re.search(rf'docs\.json:{line}\n(?:#.*\n)*msgid "Blog"', catalog)


def test_translations_are_shown_in_sidebar_switcher_and_banner(texts: Project) -> None:
    entries = "".join(f'msgid "{key}"\nmsgstr "{value}"\n\n' for key, value in GERMAN.items())
    head = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n'
    texts.write({"locales/de/LC_MESSAGES/docsnav.po": head + entries})
    conf = {"language": "de", "locale_dirs": ["locales"]}
    assert texts.build(conf=conf).warnings == ""
    page = (texts.output() / "index.html").read_text("utf-8")
    for text in ("Neueste", "frisch", "Erste Schritte", "Tagebuch", "Jetzt <strong>da</strong>"):
        assert text in page
    assert "First steps" not in page
