"""Sphinx's own words in the language of each page, from one build."""

from __future__ import annotations

import json
import re
from gettext import translation

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from building import Project
from sphinx.locale import get_translation

from sphinx_docsnav.core.language import CATALOGUES, sphinx_language_of
from sphinx_docsnav.features.languages import SYNONYMS

CONF = {"numfig": True, "html_theme": "alabaster", "today": ""}


def find(project: Project, pattern: str, page: str, out: str = "html") -> list[str]:
    text = (project.output(out) / page).read_text("utf-8")
    return re.findall(pattern, text)


def test_words_dates_and_attributes_are_in_the_language_of_the_page(kitchen: Project) -> None:
    result = kitchen.build(conf=CONF)

    assert result.warnings == ""
    french, english = "fr/guides/figures.html", "guides/figures.html"
    assert find(kitchen, '<html lang="([^"]*)"', french) == ["fr"]
    assert find(kitchen, '<html lang="([^"]*)"', "ar/index.html") == ["ar"]
    assert find(kitchen, '<[^>]*dir="([^"]*)"', "ar/index.html")[0] == "rtl"
    assert find(kitchen, 'headerlink"[^>]*title="([^"]*)"', french)[0] == "Lien vers cette rubrique"
    assert find(kitchen, 'headerlink"[^>]*title="([^"]*)"', english)[0] == "Link to this heading"
    assert find(kitchen, r"Une remarque du \d+ (?:\w+\.?) \d{4}", french) != []
    assert find(kitchen, r"A note of \w{3} \d{2}, \d{4}", english) != []
    language_switch = sphinx_language_of(result.app)
    assert (language_switch.current, result.app.config.language) == (
        language_switch.project_language,
        "en",
    )


def test_admonitions_and_figures_are_named_in_german_and_japanese(project: Project) -> None:
    text = "T\n=\n\n.. warning:: X\n\n.. figure:: /p.svg\n\n   C\n"
    languages = {"de": "Warnung", "ja": "警告", "es": "Advertencia", "zh": "警告"}
    navigation = [{"language": code, "pages": [f"{code}/a"]} for code in languages]
    project.write(
        {
            "docs.json": json.dumps({"name": "N", "navigation": {"languages": navigation}}),
            "p.svg": "<svg/>",
            **{f"{code}/a.rst": text for code in languages},
        }
    )

    project.build(conf=CONF)

    title = 'admonition-title">([^<]*)'
    for code, word in languages.items():
        assert find(project, title, f"{code}/a.html") == [word]
    assert find(project, 'caption-number">([^<]*)', "de/a.html") == ["Abb. 1 "]
    assert find(project, 'caption-number">([^<]*)', "ja/a.html") == ["図 2 "]


@pytest.mark.parametrize("theme", ["alabaster", "furo", "sphinx_rtd_theme", "shibuya", "basic"])
def test_the_words_of_themes_are_in_four_languages_from_two_processes(
    project: Project, theme: str
) -> None:
    if theme != "basic":
        pytest.importorskip(theme)
    codes = ("en", "fr", "de", "ja", "ar")
    text = "T\n=\n\n.. seealso:: X\n\n.. figure:: /p.svg\n\n   C\n\n.. versionadded:: 2\n"
    pages = {code: [f"{code}/{name}" for name in "ab"] for code in codes}
    navigation = [{"language": code, "pages": pages[code]} for code in codes]
    project.write(
        {
            "docs.json": json.dumps({"name": "N", "navigation": {"languages": navigation}}),
            "p.svg": "<svg/>",
            **{f"{name}.rst": text for names in pages.values() for name in names},
        }
    )

    result = project.build(parallel=2, conf={**CONF, "html_theme": theme})

    assert result.warnings == ""
    for code in codes[1:]:
        words = translation("sphinx", CATALOGUES, [code]).gettext
        page = (project.output() / f"{code}/a.html").read_text("utf-8")
        for word in ("See also", "Added in version %s", "Link to this heading", "Fig. %s"):
            assert words(word).replace(" %s", "").replace("%s", "").strip() in page, (code, word)
        themed = {"Search", "Quick search", "Next", "Table of Contents", "Go", "next", "index"}
        english = (project.output() / "en/a.html").read_text("utf-8")
        shown = {word for word in themed if f">{word}<" in english}
        spoken = {word: words(word) for word in shown if words(word) != word}
        assert [word for word, said in spoken.items() if f">{said}<" not in page] == [], code
        left = [
            word
            for word, known in SYNONYMS.items()
            if words(known) != known and re.search(rf">\s*{word}\s*<", page)
        ]
        assert left == [], code
        assert f'lang="{code}"' in page


def test_the_words_of_domains_are_in_the_language_of_the_page(kitchen: Project) -> None:
    more = "\n.. py:function:: wait(x)\n\n   :returns: y\n\n   .. versionadded:: 2.0\n"
    for name in ("fr/guides/figures.rst", "guides/figures.rst"):
        page = kitchen.src / name
        page.write_text(page.read_text("utf-8") + more.replace("wait", name[:2]), "utf-8")

    kitchen.build(parallel=2, conf=CONF)

    french, english = "fr/guides/figures.html", "guides/figures.html"
    field = r'<dt class="field-(?:odd|even)">([^<]*)<'
    assert find(kitchen, field, french) == ["Paramètres", "Renvoie"]
    assert find(kitchen, field, english) == ["Parameters", "Returns"]
    assert find(kitchen, "(Ajouté dans la version 2.0)", french) != []
    assert find(kitchen, "(Added in version 2.0)", english) != []


def test_the_words_of_domains_come_back_from_the_language_of_the_project(
    kitchen: Project,
) -> None:
    kitchen.build(conf={**CONF, "language": "fr"})

    field = r'<dt class="field-odd">([^<]*)<'
    assert find(kitchen, field, "fr/guides/figures.html") == ["Paramètres"]
    assert find(kitchen, field, "guides/figures.html") == ["Parameters"]


def test_two_processes_write_what_one_does(kitchen: Project) -> None:
    kitchen.build(conf=CONF)
    kitchen.build(out="two", parallel=2, conf=CONF)

    assert kitchen.files() == kitchen.files("two")


def test_a_page_moved_to_another_language_is_read_again(kitchen: Project) -> None:
    kitchen.build(conf=CONF)
    path = kitchen.src / "docs.json"
    path.write_text(path.read_text("utf-8").replace('"language": "fr"', '"language": "de"'))

    result = kitchen.build(conf=CONF)

    french = [name for name in result.app.env.all_docs if name.startswith("fr/")]
    assert result.read == (0, len(french), 0)
    assert find(kitchen, 'caption-number">([^<]*)', "fr/guides/figures.html") == ["Abb. 2 "]


@pytest.mark.parametrize("builder", ["text", "gettext", "dirhtml"])
def test_other_builders_leave_the_language_as_they_found_it(kitchen: Project, builder: str) -> None:
    result = kitchen.build(builder, conf=CONF)

    assert result.warnings == ""
    assert result.app.config.language == "en"


def test_catalogues_translate_the_first_language_of_the_site(kitchen: Project) -> None:
    folder = kitchen.src / "locale" / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    header = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
    text = f'{header}msgid "Pictures"\nmsgstr "Bilder"\n'
    (folder / "guides.po").write_text(text, "utf-8")
    conf = {**CONF, "language": "de", "locale_dirs": "locale"}

    kitchen.build(conf=conf)

    page = "guides/figures.html"
    assert find(kitchen, "<h1>([^<]*)", page) == ["Bilder"]
    assert find(kitchen, '<html lang="([^"]*)"', page) == ["de"]
    assert find(kitchen, '<html lang="([^"]*)"', "fr/guides/figures.html") == ["fr"]


def test_a_catalogue_in_the_language_of_a_page_translates_it(kitchen: Project) -> None:
    folder = kitchen.src / "locale" / "fr" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    catalogue = Catalog(locale="fr")
    catalogue.add("Dessins", "Images")
    with (folder / "fr.mo").open("wb") as file:
        write_mo(file, catalogue)
    (folder / "fr.po").write_text('msgid "Dessins"\nmsgstr "Images"\n', "utf-8")

    kitchen.build(parallel=2, conf={**CONF, "locale_dirs": "locale"})

    assert find(kitchen, "<h1>([^<]*)", "fr/guides/figures.html") == ["Images"]
    assert find(kitchen, "<h1>([^<]*)", "guides/figures.html") == ["Pictures"]


def test_words_of_extensions_and_themes_are_in_the_language_of_the_page(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = project.src.parent / "worded_theme"
    locales = package / "theme" / "worded" / "static" / "locales"
    for code, word in {"de": "Inhalt", "ar": "محتويات"}.items():
        catalogue = Catalog(locale=code)
        catalogue.add("Contents", word)
        (locales / code / "LC_MESSAGES").mkdir(parents=True)
        with (locales / code / "LC_MESSAGES" / "worded.mo").open("wb") as file:
            write_mo(file, catalogue)
    (package / "__init__.py").write_text(
        f"def setup(app):\n    app.add_message_catalog('worded', {str(locales)!r})\n", "utf-8"
    )
    monkeypatch.syspath_prepend(package.parent)
    monkeypatch.setattr(project, "extensions", ("sphinx_docsnav", package.name))
    navigation = [{"language": code, "pages": [f"{code}/a"]} for code in ("ar", "de", "en")]
    project.write(
        {
            "docs.json": json.dumps({"name": "N", "navigation": {"languages": navigation}}),
            **{f"{code}/a.rst": "T\n=\n" for code in ("ar", "de", "en")},
        }
    )

    app = project.build(conf={**CONF, "language": "ar"}).app

    found = {}
    for code in ("ar", "de", "en"):
        with sphinx_language_of(app).switched_to(code):
            translate = get_translation("worded")
            found[code] = str(translate(translate("Contents")))  # as themes do with options
    assert found == {"ar": "محتويات", "de": "Inhalt", "en": "Contents"}
