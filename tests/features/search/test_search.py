"""Which pages a search finds, and the search page of each language and version."""

from __future__ import annotations

import gzip
import json
import re
import shutil

import pytest
from building import SITES, Project


def used(project: Project, page: str) -> set[str]:
    """Return the search pages that a page names, and their folder."""
    text = (project.output() / page).read_text("utf-8")
    return set(re.findall(r'"((?:\.\./)*search[-\w]*\.\w+)', text))


@pytest.mark.parametrize(
    "theme", ["alabaster", "furo", "pydata_sphinx_theme", "sphinx_rtd_theme", "shibuya"]
)
def test_each_language_and_version_has_its_own_search_and_not_that_of_sphinx(
    kitchen: Project, theme: str
) -> None:
    pytest.importorskip(theme)
    result = kitchen.build(conf={"html_theme": theme})

    assert result.warnings == ""
    every = set(result.app.env.all_docs)
    versions = {name for name in every if "v1/" in name}
    french = {name for name in every if name.startswith("fr/")}
    arabic = {name for name in every if name.startswith("ar/")}
    assert kitchen.searched() == every - versions - french - arabic
    assert kitchen.searched("index-en-v1") == versions - french
    assert kitchen.searched("index-fr-v2") == french - versions
    assert kitchen.searched("index-fr-v1") == french & versions
    assert kitchen.searched("index-ar-v2") == arabic
    assert "../../../search-fr-v1.html" in used(kitchen, "fr/v1/guides/start.html")
    assert "search.html" in used(kitchen, "index.html")
    text = (kitchen.output() / "search-fr-v1.html").read_text("utf-8")
    assert 'lang="fr"' in text
    titles = re.findall(r'<li><a href="([^"]+)"', text.partition('id="docsnav-titles"')[2])
    assert {title.removesuffix(".html") for title in titles} >= french & versions
    assert not {title for title in titles if title.startswith("ar/")}
    assert not list(kitchen.output().rglob("searchindex*"))
    for page in kitchen.output().rglob("*.html"):
        text = page.read_text("utf-8")
        assert not re.search(r"searchindex|searchtools|language_data", text), page


def test_the_data_of_the_dialog_end_where_their_element_ends(project: Project) -> None:
    """In ``<!--<script>``, the next end tag of a script ends the inner one."""
    prompt = "<!--<script></script"
    docs = {"search": {"prompt": prompt}, "navigation": {"pages": ["index"]}}
    project.write({"docs.json": json.dumps(docs), "index.mdx": "# Home\n"})
    project.build()
    text = (project.output() / "index.html").read_text("utf-8")
    (data,) = re.findall(r'<script id="docsnav-search"[^>]*>(.*?)</script>', text)
    assert "<" not in data
    assert json.loads(data)["prompt"] == prompt


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """Build the site once, for all tests that only read its search."""
    project = Project(tmp_path_factory.mktemp("divisions"))
    shutil.copytree(SITES / "divisions", project.src)
    project.build()
    return project


def test_the_dialog_is_below_13_kilobytes(built: Project) -> None:
    files = [built.output() / "_static" / f"docsnav-search.{suffix}" for suffix in ("js", "css")]
    script, style = (len(gzip.compress(path.read_bytes(), 9, mtime=0)) for path in files)
    assert script < 13 * 1024
    assert style < 1.6 * 1024


def test_words_are_stemmed_by_the_language_of_the_page(built: Project) -> None:
    def stem(index: str, wanted: str) -> str:
        """Return how many letters the stem of a word lacks."""
        found, word = {}, ""
        for number in range(len(built.search_data(index)["chunks"].split("\n"))):
            for line in str(built.search_data(f"{index}.{number}")).split("\n"):
                front, lacks, _entries = line.split(" ")
                word = word[: int(front[0], 36)] + front[1:]
                found[word] = lacks
        return found[wanted]

    assert stem("index-fr-v2", "cuisine") == "1"
    assert stem("index", "kitchens") == "1"


@pytest.mark.parametrize(
    ("code", "word"),
    [("es-419", "Búsqueda"), ("ja-jp", "検索"), ("cn", "搜索"), ("pt-BR", "Buscar")],
)
def test_the_search_page_is_in_every_language(project: Project, code: str, word: str) -> None:
    languages = [{"language": "en", "pages": ["a"]}, {"language": code, "pages": ["b"]}]
    docs = json.dumps({"name": "N", "navigation": {"languages": languages}})
    project.write({"docs.json": docs, "a.rst": "A\n=\n", "b.rst": "B\n=\n"})

    project.build()

    (page,) = project.output().glob("search-*.html")
    assert f"<h1>{word}" in page.read_text("utf-8")


def test_hidden_and_noindex_pages_are_in_no_index(kitchen: Project) -> None:
    page = kitchen.src / "fr/library/soup.mdx"
    page.write_text(page.read_text("utf-8").replace("---\n", "---\nnoindex: true\n", 1), "utf-8")
    page = kitchen.src / "v1/library/soup.mdx"
    page.write_text(page.read_text("utf-8").replace("---\n", "---\nhidden: true\n", 1), "utf-8")

    kitchen.build()

    assert "fr/library/soup" not in kitchen.searched("index-fr-v2")
    assert "v1/library/soup" not in kitchen.searched("index-en-v1")
    assert "fr/library/pots" in kitchen.searched("index-fr-v2")


def test_an_incremental_build_has_the_indexes_of_a_clean_one(kitchen: Project) -> None:
    kitchen.build()
    page = kitchen.src / "fr/library/soup.mdx"
    page.write_text(page.read_text("utf-8") + "\nNavets.\n", "utf-8")
    (kitchen.output() / "_static/docsnav-search/index-ar-v2.js").unlink()

    result = kitchen.build()
    kitchen.build(out="clean")

    assert result.warnings == ""
    assert kitchen.files() == kitchen.files("clean")


def test_a_second_build_reads_and_writes_nothing(kitchen: Project) -> None:
    kitchen.build()
    before = kitchen.times()

    result = kitchen.build()

    assert result.read == (0, 0, 0)
    assert kitchen.written(before) == []


def test_a_version_that_goes_takes_its_search_away(kitchen: Project) -> None:
    kitchen.build()
    path = kitchen.src / "docs.json"
    docs = json.loads(path.read_text("utf-8"))
    docs["navigation"]["languages"] = docs["navigation"]["languages"][:2]
    path.write_text(json.dumps(docs), "utf-8")

    kitchen.build()

    names = {path.name for path in kitchen.output().rglob("*") if "-ar" in path.name}
    assert names == set()
    assert kitchen.searched("index-fr-v1")
