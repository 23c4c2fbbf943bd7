"""Which words and pages our search index has, read as its files are."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from building import Project

from sphinx_docsnav.features.search import index_writer, page_entries, search_index
from sphinx_docsnav.features.search.index_words import count_words, format_base36, split_words
from sphinx_docsnav.features.search.index_writer import (
    count_shared,
    encode_runs,
    front_code,
    unwrap_script,
    wrap_script,
)
from sphinx_docsnav.features.search.page_entries import PageEntries, SearchEntry


def test_each_language_and_version_has_its_own_directory(kitchen: Project) -> None:
    result = kitchen.build()

    every = set(result.app.env.all_docs)
    french = {name for name in every if name.startswith("fr/")}
    versions = {name for name in every if "v1/" in name}
    assert kitchen.searched("index-fr-v1") == french & versions
    assert kitchen.searched("index-fr-v2") == french - versions
    assert kitchen.search_data("index-fr-v2")["language"] == "fr"
    others = kitchen.search_data("index-fr-v2")["others"]
    assert isinstance(others, list)
    assert {name for name, _label, language in others if language == "fr"} == {"index-fr-v1"}


def test_pages_that_docs_json_does_not_list_are_found_only_if_it_says_so(project: Project) -> None:
    docs = {"name": "N", "navigation": {"pages": ["a"]}}
    files = {"a.mdx": "---\ntitle: A\n---\nText.\n", "left.mdx": "---\ntitle: Left\n---\nOut.\n"}
    project.write({**files, "docs.json": json.dumps(docs)})
    project.build()
    assert "left" not in project.searched()
    assert (project.output() / "left.html").is_file()

    project.write({"docs.json": json.dumps({**docs, "seo": {"indexing": "all"}})})
    project.build()
    assert {"a", "left"} <= project.searched()


def test_front_coded_words_can_be_read_again() -> None:
    words = ["a", "ab", "abc", "b", "basement", "basic"]
    before = ""
    found: list[str] = []
    for line in front_code(words).split("\n"):
        before = before[: int(line[0], 36)] + line[1:]
        found.append(before)
    assert found == words


@pytest.mark.parametrize(("number", "text"), [(0, "0"), (35, "z"), (36, "10"), (1295, "zz")])
def test_numbers_are_written_in_base_36(number: int, text: str) -> None:
    assert format_base36(number) == text
    assert int(text, 36) == number


def test_a_name_with_a_dot_is_found_without_it() -> None:
    assert split_words("Next.js os.path") == [
        "next",
        "js",
        "nextjs",
        "next.js",
        "os",
        "path",
        "os.path",
    ]


def test_words_are_counted_as_they_are_divided() -> None:
    text = "createTask HTTPServer2 createTask the The Größe 検索"
    assert count_words(text) == Counter(split_words(text))


def test_words_that_errors_are_corrected_to_are_in_several_files(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(index_writer, "CHUNK", 8)
    project.write({"docs.json": '{"navigation": {"pages": ["a"]}}', "a.mdx": "# One two six ten\n"})
    project.build()
    lists = [str(project.search_data(f"index.words.{number}")) for number in range(2)]
    assert lists == ["0one\n0six", "0ten\n1wo"]
    assert project.search_data("index")["spellings"] == "0o\n0t"
    project.write({"a.mdx": "# One\n"})
    project.build()
    folder = project.output() / "_static/docsnav-search"
    assert [path.name for path in folder.glob("index.words.*")] == ["index.words.0.js"]


def test_words_share_at_most_one_digit_of_characters() -> None:
    assert count_shared("a" * 50, "a" * 60) == len("a" * 35)


def test_kinds_of_pages_are_written_with_their_number() -> None:
    assert encode_runs("pppaap") == "3p2a1p"


def test_the_front_matter_of_a_page_counts(project: Project) -> None:
    text = "---\ntitle: {0}\nkeywords: [porcelain]\nboost: 3\n---\n\nText.\n"
    docs = {"name": "N", "navigation": {"pages": ["a", "b", "c"]}}
    project.write(
        {
            "docs.json": json.dumps(docs),
            "a.mdx": text.format("A"),
            "b.mdx": "---\ntitle: B\ndeprecated: true\n---\n\nText.\n",
            "c.mdx": "---\ntitle: C\nboost: many\n---\n\nText.\n",
        }
    )
    project.build()
    directory = project.search_data("index")
    names = sorted(project.searched())
    factors = directory["factors"]
    assert isinstance(factors, dict)
    assert {names[int(at)]: factor for at, factor in factors.items()} == {"a": 3.0}
    assert directory["kinds"] == "1p1P1p"
    assert "porcelain" in str(project.search_data("index.0"))


@pytest.mark.parametrize("parallel", [0, 2])
def test_only_pages_that_were_read_or_moved_are_put_into_the_index_again(
    project: Project, monkeypatch: pytest.MonkeyPatch, parallel: int
) -> None:
    made: list[str] = []

    original = search_index.make_page_scripts

    def make_page_scripts(docname: str, page: PageEntries, label: str) -> dict[str, str]:
        made.append(docname)
        return original(docname, page, label)

    def build() -> list[str]:
        made.clear()
        monkeypatch.setattr(search_index, "make_page_scripts", make_page_scripts)
        project.build(parallel=parallel)
        monkeypatch.undo()
        return sorted(made)

    docs = {"name": "N", "navigation": {"groups": [{"group": "G", "pages": ["a", "b"]}]}}
    project.write({"docs.json": json.dumps(docs), "a.mdx": "# A\n", "b.mdx": "# B\n"})
    assert build() == ["a", "b"]
    assert build() == []
    project.write({"b.mdx": "# B\n\nAnother text.\n"})
    assert build() == ["b"]
    project.write({"docs.json": json.dumps(docs).replace('"G"', '"H"')})
    assert build() == ["a", "b"]
    assert "Another text" in str(project.search_data("pages/b"))


def test_worker_processes_write_the_same_texts(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = [f"folder/page{number}" for number in range(7)]
    project.write({"docs.json": json.dumps({"navigation": {"pages": names}})})
    text = f"## Heading\n\n{'Text. ' * 400}\n\n" * 2
    project.write({f"{name}.mdx": f"# {name}\n\n{text}" for name in names})
    project.build(out="one")
    monkeypatch.setattr(search_index, "MANY_PAGES", 5)
    project.build(out="three", parallel=3)
    assert project.files("three") == project.files("one")
    assert f"_static/docsnav-search/texts/{names[-1]}.1.js" in project.files("one")


def test_files_of_another_format_are_written_again(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    project.write({"docs.json": '{"navigation": {"pages": ["a"]}}', "a.mdx": "# One two\n"})
    project.build()
    files = project.files()
    for name in ("index.0.js", "pages/a.js"):
        (project.output() / "_static/docsnav-search" / name).write_text("old", "utf-8")
    monkeypatch.setattr(search_index, "FORMAT", search_index.FORMAT + 1)
    project.build()
    assert project.files() == files


def test_what_a_stopped_build_has_written_in_part_is_written_again(project: Project) -> None:
    project.write({"docs.json": '{"navigation": {"pages": ["a"]}}', "a.mdx": "# A\n"})
    doctrees = Path(project.build().app.doctreedir)
    (memory,) = doctrees.glob("_docsnav/search-index-*.json")
    memory.write_text(memory.read_text("utf-8")[:20], "utf-8")
    project.build()
    assert json.loads(memory.read_text("utf-8"))["pages"].keys() == {"a"}


def test_what_on_this_page_lists_is_a_section(project: Project) -> None:
    update = '<Update label="Version 2">\n  New kilns.\n\n  ### Bricks\n\n  Of clay.\n</Update>\n'
    project.write({"docs.json": '{"navigation": {"pages": ["a"]}}', "a.mdx": f"# A\n\n{update}"})
    project.build()
    entries = project.search_data("pages/a")["entries"]
    assert [entry[:2] for entry in entries] == [
        ["", "A"],
        ["version-2", "Version 2"],
        ["bricks", "Bricks"],
    ]
    assert "New kilns." in entries[1][3]
    assert entries[2][3] == "Of clay."


def test_the_texts_of_a_long_page_are_in_several_files_and_go_with_it(project: Project) -> None:
    sections = "".join(f"\n## Part {number}\n\n{'word ' * 900}\n" for number in range(4))
    docs = '{"navigation": {"pages": ["a.1", "b"]}}'
    project.write({"docs.json": docs, "a.1.mdx": f"# A\n{sections}", "b.mdx": "# B\n"})
    project.build()
    first = project.search_data("pages/a.1")
    number = len(first["starts"])
    assert len(first["entries"]) == first["starts"][0]
    rows: Any = project.search_data(f"texts/a.1.{number}")
    anchor, heading, _kind, text = rows[-1]
    assert [anchor, heading] == ["part-3", "Part 3"]
    assert text.startswith("word word")
    folder = project.output() / "_static/docsnav-search/texts"
    assert len(list(folder.iterdir())) == number
    project.write({"a.1.mdx": "# A\n\nShort.\n"})
    project.build()
    assert not folder.exists()


def _random_page(chance: random.Random) -> PageEntries:
    words = ["".join(chance.choices("abcé", k=chance.randint(1, 4))) for _ in range(40)]
    impacts = [
        {word: chance.choice("ABCDEFGZ") for word in chance.sample(words, chance.randint(0, 12))}
        for _ in range(chance.randint(1, 4))
    ]
    return PageEntries(
        tuple(SearchEntry("", "") for _ in impacts), page_entries._encode_words(impacts)
    )


@pytest.mark.parametrize("seed", range(3))
def test_an_index_with_the_words_of_some_pages_changed_is_that_of_a_clean_build(
    monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    monkeypatch.setattr(index_writer, "CHUNK", 60)
    chance = random.Random(seed)  # noqa: S311 -- no secret
    language = index_writer.IndexLanguage("en", lambda word: word[:-1], frozenset({"a", "ab"}))
    pages = {f"p{number}": _random_page(chance) for number in range(20)}
    source = index_writer.IndexSource("index", pages, language, {}, {})
    files = index_writer.make_index_files(source)
    same = 0
    for turn in range(150):
        edited = sorted(pages) if turn == 7 else chance.sample(sorted(pages), turn % 3)
        before = {docname: pages[docname].words for docname in edited}
        nothing = PageEntries((SearchEntry("", ""),), "")
        for docname in edited:
            pages[docname] = nothing if turn == 7 else _random_page(chance)
        read = {
            name: unwrap_script(wrap_script(name, data)) for name, data in files.items()
        }.__getitem__
        changed = index_writer.make_index_files(source, index_writer.PreviousIndex(read, before))
        files = index_writer.make_index_files(source)
        assert {
            name: read(name) if data is None else data for name, data in changed.items()
        } == files
        same += sum(data is None for data in changed.values())
    assert same > len(files) * 150 / 4


def test_an_edit_puts_the_words_of_one_page_into_the_index(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(index_writer, "CHUNK", 30)
    anew: list[object] = []
    original = index_writer._build_chunks

    def build_chunks(pages: Iterable[str], language: index_writer.IndexLanguage) -> Any:  # noqa: ANN401
        anew.append(pages)
        return original(pages, language)

    monkeypatch.setattr(index_writer, "_build_chunks", build_chunks)
    texts = {f"{name}.mdx": f"# {name}\n\nWords of {name}ry, a page.\n" for name in "abcdef"}
    project.write({"docs.json": json.dumps({"navigation": {"pages": [*"abcdef"]}}), **texts})
    project.build()
    assert len(anew) == 1
    edits = (
        {"c.mdx": "# c\n\n## Kiln\n\nOf bricks.\n"},
        {"c.mdx": "# c\n", "f.mdx": "# f\n\nOut.\n"},
        {name: texts[name] for name in ("c.mdx", "f.mdx")},
    )
    for number, edit in enumerate(edits):
        project.write(edit)
        project.build()
        assert len(anew) == 1
        project.build(out=f"clean{number}", doctrees=f"clean{number}")
        assert project.files() == project.files(f"clean{number}")
        del anew[1:]


def test_a_damaged_index_is_made_anew(project: Project) -> None:
    docs = '{"navigation": {"pages": ["a", "b"]}}'
    project.write({"docs.json": docs, "a.mdx": "# One\n", "b.mdx": "# Two\n"})
    project.build()
    (project.output() / "_static/docsnav-search/index.0.js").unlink()
    project.write({"b.mdx": "# Two\n\nAnd three.\n"})
    project.build()
    assert "three" in str(project.search_data("index.0"))
    assert "one" in str(project.search_data("index.0"))


def test_the_text_of_a_page_has_a_line_for_each_block_and_line_of_code(project: Project) -> None:
    page = (
        "---\ntitle: A\n---\n\nOne line\nof a **paragraph**, `code`.\n\n"
        "- First\n- Second\n\n```py\na = 1\n\nb = 2\n```\n\n<Note>Wait.</Note>\n"
    )
    project.write({"docs.json": '{"navigation": {"pages": ["a"]}}', "a.mdx": page})
    project.build()
    entries = project.search_data("pages/a")["entries"]
    assert isinstance(entries, list)
    lines = ["One line of a paragraph, code.", "First", "Second", "`a = 1", "`b = 2", "Wait."]
    assert entries[0][3].split("\n") == lines


def test_the_explanation_of_a_word_is_found_and_not_shown_in_results(project: Project) -> None:
    tooltip = '<Tooltip headline="Ferry" tip="A boat">Ferry</Tooltip>'
    page = f"---\ntitle: A\n---\n\nThe {tooltip} leaves.\n\n## B\n\nEach {tooltip} waits.\n"
    project.write({"docs.json": '{"navigation": {"pages": ["a"]}}', "a.mdx": page})
    project.build()
    texts = [entry[3] for entry in project.search_data("pages/a")["entries"]]
    assert texts == ["The Ferry leaves.", "Each Ferry waits."]
    assert "1oat" in str(project.search_data("index.0"))  # after "b"


def test_one_keyword_does_not_lower_the_impact_of_others() -> None:
    both = page_entries._weigh_keywords(["dark mode", "theme"])
    assert both == page_entries._weigh_keywords("dark mode, theme")
    assert both["theme"] == page_entries.KEYWORD
    assert both["dark"] == both["mode"] < page_entries.KEYWORD


def test_every_group_of_synonyms_has_words_that_the_index_can_have() -> None:
    groups = [
        group.split() for text in search_index.read_synonyms().values() for group in text.split("|")
    ]
    assert all(len(group) > 1 for group in groups)
    assert [word for group in groups for word in group if split_words(word) != [word]] == []


def test_the_text_of_raw_html_is_found(project: Project) -> None:
    html = "<b>Kilns</b> &amp; <i title=porcelain>glazes</i><script>alert</script>"
    project.write(
        {
            "conf.py": 'extensions = ["sphinx_docsnav.search"]\n',
            "index.rst": f"A\n=\n\n.. raw:: html\n\n   {html}\n\n.. raw:: latex\n\n   Latex\n",
        }
    )
    project.build()
    assert project.search_data("pages/index")["entries"] == [["", "A", "", "Kilns & glazes"]]
