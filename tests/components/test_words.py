"""The words of our own, in the language of each page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from building import Project
from docutils import nodes
from rendering import render

import sphinx_docsnav
from sphinx_docsnav.components import component_nodes as components
from sphinx_docsnav.endpoints import endpoint_texts as endpoint
from sphinx_docsnav.endpoints import operation_page
from sphinx_docsnav.features.missing_pages import NOT_FOUND_TEXTS as NOT_FOUND
from sphinx_docsnav.features.versions import NOTICE_TEXTS
from sphinx_docsnav.sitefiles.languages import KNOWN, TranslationTable
from sphinx_docsnav.themes.part_markup import PART_TEXTS

PAGE = """
<Info>a</Info>

<Check icon="check">b</Check>

<Warning icon="flag">c</Warning>

<Accordion>d</Accordion>

<Expandable>e</Expandable>

<ParamField query="q" type="integer" default="4" placeholder="2" required deprecated>f</ParamField>

<CodeGroup>

```
g
```

</CodeGroup>
"""


def test_components_say_their_words_in_english(tmp_path: Path) -> None:
    page = render(tmp_path, PAGE).document.astext()
    said = (
        *("Info", "Check", "Warning", "Details", "Child attributes", "default: 4"),
        *("example: 2", "required", "deprecated", "Code 1"),
    )
    assert [words for words in said if words not in page] == []


def test_components_speak_the_language_of_each_page(project: Project) -> None:
    languages = [{"language": code, "pages": [f"{code}/index"]} for code in ("en", "de", "cn")]
    project.write(
        {
            "docs.json": str({"navigation": {"languages": languages}}).replace("'", '"'),
            **{f"{code}/index.mdx": f"---\ntitle: T\n---\n{PAGE}" for code in ("en", "de", "cn")},
        }
    )
    warnings = project.build("html").warnings.splitlines()
    assert ["<Accordion> has no 'title'" in line for line in warnings] == [True] * len(languages)
    titles = {
        code: re.findall(
            r'class="(?:admonition-title|docsnav-details-title)">(?:<span class="docsnav-glyph">.*?'
            r"</span> )?([^<]+)<",
            (project.root / "out" / "html" / code / "index.html").read_text("utf-8"),
        )
        for code in ("en", "de", "cn")
    }
    assert titles["en"] == ["Info", "Check", "Warning", "Details", "Child attributes"]
    assert titles["de"] == [
        *("Info", "Geprüft", "Warnung", "Einzelheiten", "Untergeordnete Attribute")
    ]
    assert titles["cn"] == ["信息", "已确认", "警告", "详情", "子属性"]


PLACES = re.compile(r"\{\w+\}")
"""What a text says in between."""


@pytest.mark.parametrize(
    "table",
    [
        *(components.TABLE, endpoint.TABLE, endpoint.SENTENCES, operation_page.TABLE, PART_TEXTS),
        NOTICE_TEXTS,
        NOT_FOUND,
    ],
)
def test_every_language_of_docs_json_has_every_word(table: TranslationTable) -> None:
    assert {code for code in KNOWN if table.of(code) is table.of("en")} == {"en"}
    assert all(all(row.values()) for row in table.rows.values())
    places = [[set(PLACES.findall(text)) for text in row.values()] for row in table.rows.values()]
    assert all(row == places[0] for row in places)


def test_a_language_that_nobody_knows_speaks_english() -> None:
    assert components.TABLE.of("tlh") is components.TABLE.of("en")
    assert components.TABLE.of("de-AT") is components.TABLE.of("de")
    assert components.TABLE.of("zh_TW") is components.TABLE.of("zh-Hant")


def test_a_line_of_a_table_with_a_word_too_few_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "words.txt").write_text("en = a | b\nde = a\n", "utf-8")
    with pytest.raises(ValueError, match="shorter"):
        TranslationTable(tmp_path / "words.txt", ("one", "two")).of("de")


def test_titles_of_an_author_stay(tmp_path: Path) -> None:
    page = render(tmp_path, '<Info title="Mine">a</Info>\n', language="de")
    assert page.first(nodes.title).astext() == "Fallback"
    assert page.first(nodes.admonition).astext().startswith("Mine")


def test_every_word_of_endpoint_pages_is_in_their_table() -> None:
    folder = Path(endpoint.__file__).parent
    code = "\n".join(path.read_text("utf-8") for path in sorted(folder.glob("*.py")))
    said = set(re.findall(r"(?:\btranslate|\bpage\.section)\(\s*[\"']([^\"']+)[\"']", code))
    assert {"Used by", "required"} <= said
    assert said - set(endpoint.NAMES) - set(endpoint.SENTENCES.names) == set()
    assert set(endpoint.SCRIPT_NAMES.values()) <= set(endpoint.NAMES)


def test_the_script_of_endpoint_pages_has_the_english_words_of_their_table() -> None:
    script = (Path(sphinx_docsnav.__file__).parent / "features/endpoints/endpoint.js").read_text(
        "utf-8"
    )
    english = ", ".join(f'{name}: "{said}"' for name, said in endpoint.SCRIPT_NAMES.items())
    assert f"{{ {english}, ...JSON.parse(" in script
    assert endpoint.EndpointTexts("en").script_texts == {}
    assert endpoint.EndpointTexts("fr").script_texts["copy"] == "Copier"


def test_the_script_of_the_form_has_the_english_texts_of_its_table() -> None:
    script = (Path(sphinx_docsnav.__file__).parent / "features/endpoints/try_it.js").read_text(
        "utf-8"
    )
    said = dict(re.findall(r'^    (\w+): "(.+)",$', script.partition("};")[0], re.MULTILINE))
    assert said == operation_page.SCRIPT_TEXTS
    assert all(
        set(re.findall("{[a-z]+}", english)) == set(re.findall("{[a-z]+}", text))
        for row in operation_page.TABLE.rows.values()
        for english, text in row.items()
    )
