"""Which files of a site are pages."""

from __future__ import annotations

from pathlib import Path

import pytest
from navigation.drawn import make
from sphinx.util.matching import Matcher

from sphinx_docsnav.docs_json import read_docs_json
from sphinx_docsnav.faults import Fault, fault_text
from sphinx_docsnav.navigation.inventory import PageInventory, find_pages
from sphinx_docsnav.navigation.page_facts import find_own_title
from sphinx_docsnav.sitefiles.walk import IgnoreRules

FILES = [
    *("index.mdx", "guides/a.md", "guides/b.mdx", "README.mdx", "o.json", "api/o.yaml"),
    *("README.md", "guides/readme.md", "LICENSE.md", "CHANGELOG.md", "CONTRIBUTING.md"),
    *("AGENTS.md", "sub/CLAUDE.md", "gemini.md", "README.de.md", "i18n/README_zh-CN.md"),
    *("snippets/a.mdx", "guides/_snippets/b.mdx", "shared/part.mdx", "drafts/x.mdx"),
    *("node_modules/m/a.mdx", ".git/a.md", ".hidden.mdx", "guides/page.draft.mdx"),
]


def inventory(tmp_path: Path, pages: list[str], **contents: str) -> PageInventory:
    files: dict[str, object] = dict.fromkeys(FILES, "text")
    files["index.mdx"] = "import Part from '/shared/part.mdx'\n\n<Part />\n"
    root = make(tmp_path, {"pages": pages}, {**files, **contents})
    (root / ".mintignore").write_text("# no pages\ndrafts/\n*.draft.mdx\n")
    faults: list[Fault] = []
    return find_pages(root, read_docs_json(root / "docs.json", faults.append))


def test_snippets_imported_ignored_foreign_and_project_files_are_no_pages(tmp_path: Path) -> None:
    found = inventory(tmp_path, ["index"])

    assert sorted(found.docnames) == ["README", "guides/a", "guides/b", "index"]
    assert found.data == ("docs.json", "o.json", "api/o.yaml")
    assert found.path("guides/a") == tmp_path / "guides/a.md"
    assert found.path("none") is None


def test_what_docs_json_lists_is_a_page_wherever_it_is(tmp_path: Path) -> None:
    listed = ["snippets/a", "shared/part", "guides/readme", "drafts/x"]

    found = inventory(tmp_path, listed)

    assert set(listed) - {"drafts/x"} <= set(found.docnames)
    assert "drafts/x" not in found.docnames


@pytest.mark.parametrize(
    ("listed", "pages"),
    [
        (["index"], ["index"]),
        (["index", "[z-a]"], ["index"]),
        (["index", "api/a"], ["api/a", "api/b", "index"]),
        (["index", "api/*"], ["api/a", "api/b", "index"]),
    ],
)
def test_files_of_a_foreign_suffix_are_pages_if_docs_json_lists_one(
    tmp_path: Path, listed: list[str], pages: list[str]
) -> None:
    files: dict[str, object] = {"index.mdx": "x", "api/a.rst": "x", "api/b.rst": "x"}
    root = make(tmp_path, {"pages": listed}, files)
    docs = read_docs_json(root / "docs.json", lambda _: None)

    found = find_pages(root, docs, (".mdx", ".rst"), optional_suffixes=(".rst",))

    assert sorted(found.docnames) == pages


def test_the_index_of_a_folder_that_docs_json_lists_is_a_page(tmp_path: Path) -> None:
    files: dict[str, object] = {"snippets/index.mdx": "x", "a/index.md": "x", "b/index.md": "x"}
    root = make(
        tmp_path, {"pages": ["snippets", "a", "c"]}, {**files, "c.md": "x", "c/index.md": "x"}
    )
    docs = read_docs_json(root / "docs.json", lambda _: None)

    found = find_pages(root, docs, only_listed=(".md",))

    assert sorted(found.docnames) == ["a/index", "c", "snippets/index"]


def test_of_two_files_of_one_name_the_first_suffix_wins(tmp_path: Path) -> None:
    root = make(tmp_path, {"pages": ["a"]}, {"a.md": "x", "a.mdx": "y", "b.rst": "z", "b.md": "z"})

    assert find_pages(root, None).pages == {"a": "a.mdx", "b": "b.md"}
    assert find_pages(root, None, (".rst", ".md")).pages == {"a": "a.md", "b": "b.rst"}


@pytest.mark.parametrize("listed", [["index"], ["snippets/a", "guides/readme"]])
def test_patterns_for_sphinx_leave_out_the_same_files(tmp_path: Path, listed: list[str]) -> None:
    found = inventory(tmp_path, listed)
    matches = Matcher(found.exclude_patterns())
    present = [file for file in FILES if file.endswith((".md", ".mdx"))]

    def excluded(file: str) -> bool:
        folders = file.split("/")
        return any(matches("/".join(folders[: i + 1])) for i in range(len(folders)))

    assert {f for f in present if not excluded(f)} == set(found.pages.values())


def test_patterns_stay_the_same_when_snippets_come_and_go(tmp_path: Path) -> None:
    before = inventory(tmp_path, ["index"]).exclude_patterns()
    (tmp_path / "snippets/new.mdx").write_text("text")

    assert find_pages(tmp_path, None).exclude_patterns() == before


def test_an_import_in_a_code_block_is_an_example(tmp_path: Path) -> None:
    text = "```mdx\nimport A from './b.mdx'\n```\n\nimport {\n  B\n} from \"./c.mdx\";\n"
    root = make(tmp_path, {"pages": ["a"]}, {"a.mdx": text, "b.mdx": "b", "c.mdx": "c"})

    assert sorted(find_pages(root, None).docnames) == ["a", "b"]


def test_folders_that_are_links_are_not_followed(tmp_path: Path) -> None:
    root = make(tmp_path / "site", {"pages": ["a"]}, {"a": "A"})
    (root / "loop").symlink_to(root)

    assert list(find_pages(root, None).docnames) == ["a"]


def test_a_link_to_a_file_outside_is_no_page_and_one_inside_is(tmp_path: Path) -> None:
    (tmp_path / "secret.mdx").write_text("secret")
    root = make(tmp_path / "site", {"pages": ["a"]}, {"a": "A"})
    (root / "b.mdx").symlink_to("a.mdx")
    for name in ("c.mdx", "c.json", "d.rst"):
        (root / name).symlink_to(tmp_path / "secret.mdx")
    (root / "loop.mdx").symlink_to("loop.mdx")
    (root / "nowhere.mdx").symlink_to("none.mdx")

    found = find_pages(root, None, (".mdx", ".rst"), confined=(".mdx",))

    assert list(found.docnames) == ["a", "b", "d"]
    assert found.data == ("docs.json",)
    outside = "a link to a file outside of the site, left out; put a copy there"
    nothing = "a link to a file that does not exist, left out; correct or remove it"
    assert [fault_text(fault, root) for fault in found.find_faults()] == [
        f"c.mdx: WARNING: {outside} [docsnav.page_outside]",
        f"loop.mdx: WARNING: {nothing} [docsnav.page_outside]",
        f"nowhere.mdx: WARNING: {nothing} [docsnav.page_outside]",
    ]


def test_a_file_that_is_not_utf_8_is_a_page(tmp_path: Path) -> None:
    root = make(tmp_path, {"pages": ["a", "b"]}, {"a": "A"})
    (root / "b.mdx").write_bytes("# Größe\nÄußerst".encode("latin-1"))
    (root / "c.mdx").write_bytes("\ufeff# Größe".encode())
    (root / "part.mdx").write_bytes("Größe".encode("latin-1"))
    (root / "d.mdx").write_bytes(b'import Part from "./part.mdx"')

    faults: list[Fault] = []
    found = find_pages(root, read_docs_json(root / "docs.json", faults.append))

    assert list(found.docnames) == ["a", "b", "c", "d"]
    message = (
        "expected UTF-8, found byte 0xf6; shown as a replacement character; "
        "save the file as UTF-8 [docsnav.page_encoding]"
    )
    assert [fault_text(fault, root) for fault in found.find_faults()] == [
        f"b.mdx:1:5: WARNING: {message}"
    ]
    # Other readers may have another encoding.
    found = find_pages(root, None, (".mdx", ".rst"), confined=(".rst",))
    assert list(found.find_faults()) == []


@pytest.mark.parametrize(
    ("line", "path", "folder", "ignored"),
    [
        ("drafts/", "drafts", True, True),
        ("drafts/", "drafts", False, False),
        ("drafts/", "a/drafts", True, True),
        ("/drafts", "a/drafts", True, False),
        ("*.md", "a/b.md", False, True),
        ("a/*.md", "a/b/c.md", False, False),
        ("a/**/c.md", "a/c.md", False, True),
        ("a/**/c.md", "a/b/d/c.md", False, True),
        ("a/**", "a", True, False),
        ("a/**", "a/b/c", False, True),
        ("**/c", "c", False, True),
        ("[a-c].md", "b.md", False, True),
        ("[!a]b", "ab", False, False),
        ("[z-a]", "m", False, False),
        ("a[", "a[", False, True),
        ("\\!a", "!a", False, True),
        ("# a", "# a", False, False),
        ("a  ", "a", False, True),
        ("/", "a", False, False),
    ],
)
def test_ignore_lines_mean_what_they_mean_to_git(
    line: str,
    path: str,
    folder: bool,  # noqa: FBT001 - a column of the table
    ignored: bool,  # noqa: FBT001 - likewise
) -> None:
    assert IgnoreRules([line]).ignores(path, folder=folder) is ignored


def test_later_lines_win() -> None:
    rules = IgnoreRules(["*.md", "!keep.md"])

    assert not rules.ignores("a/keep.md", folder=False)
    assert rules.ignores("a/other.md", folder=False)


def test_a_hostile_pattern_takes_no_time() -> None:
    rules = IgnoreRules(["*a" * 100 + "b", "/".join(["**", "a"] * 100) + "/b"])

    assert not rules.ignores("/".join(["a" * 30] * 100), folder=False)
    assert not rules.ignores("/".join(["a"] * 300), folder=False)


@pytest.mark.parametrize(
    ("text", "suffix", "title"),
    [
        ("\n# Hello *you* #\n\ntext", ".md", "Hello *you*"),
        ("# Hello {#id}\n", ".mdx", "Hello"),
        ("# :material-clock:{ .lg } Hello {b} { #id }\n", ".md", "Hello {b}"),
        ("## Hello\n", ".mdx", ""),
        ("text\n# Late\n", ".md", ""),
        ("\n # Indented\n", ".md", ""),
        (" \n# After space\x0btext\n", ".md", "After space"),
        ("Title\n=====\n\ntext", ".rst", "Title"),
        ("=====\nTitle\n=====\n", ".rst", "Title"),
        (".. _label:\n\nTitle\n-----\n", ".rst", "Title"),
        ("text\ntext\n====\n", ".rst", ""),
        ("", ".rst", ""),
        ('{"cells": [{"source": ["# Note", "book"]}]}', ".ipynb", "Notebook"),
        ("{", ".ipynb", ""),
    ],
)
def test_a_documents_own_title_is_what_it_begins_with(text: str, suffix: str, title: str) -> None:
    assert find_own_title(text, suffix) == title
