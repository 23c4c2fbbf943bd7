"""The texts of docs.json are translated with gettext, as the captions of toctrees are."""

from __future__ import annotations

import json
import re

import pytest
from building import Project

from sphinx_docsnav.cli.init import read_toctrees

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


IN_PAGES = {
    "contents.rst": "Contents\n========\n\n.. toctree::\n   :caption: First steps\n\n"
    "   Begin <a>\n   b\n",
    "a.rst": "A\n=\n",
    "b.rst": "B\n=\n",
    "locales/de/LC_MESSAGES/contents.po": 'msgid ""\n'
    'msgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n'
    'msgid "First steps"\nmsgstr "Erste Schritte"\n\nmsgid "Begin"\nmsgstr "Anfang"\n',
}
NAVIGATION = {"groups": [{"group": "First steps", "pages": [{"page": "a", "title": "Begin"}, "b"]}]}


@pytest.mark.parametrize("config", ["toctree", "docs.json"])
def test_the_catalogue_of_a_page_translates_its_toctree_in_the_sidebar(
    project: Project, config: str
) -> None:
    project.write({**IN_PAGES, "docs.json": json.dumps({"navigation": NAVIGATION})})
    conf = {"root_doc": "contents", "docsnav_config": config, "html_theme": "furo"}
    project.build(conf={**conf, "language": "de", "locale_dirs": ["locales"]})
    page = (project.output() / "b.html").read_text("utf-8")
    assert ("Erste Schritte" in page, ">Anfang<" in page) == (True, True)
    assert not re.search("First steps|Begin", page)


def test_init_writes_what_the_author_has_written(project: Project) -> None:
    # Sphinx keeps catalogues of a process by their names.
    files = {name.replace("contents", "start"): text for name, text in IN_PAGES.items()}
    settings = "language = 'de'\nlocale_dirs = ['locales']\nroot_doc = 'start'\n"
    project.write({**files, "conf.py": settings})
    navigation, _, _ = read_toctrees(project.src)
    assert navigation == NAVIGATION
