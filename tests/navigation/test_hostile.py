"""Files of strangers cost little, whatever is in them.

Calls are counted, not seconds. What one regular expression does is not counted; with an effort
that grows with the square of a file, these tests would not end. ``python -m
tools.benchmark.hostile_files`` prints how it grows.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from counting import counted
from navigation.drawn import load, make

from sphinx_docsnav.mdx.source import MdxOptions, read_source
from sphinx_docsnav.navigation.page_facts import read_page_facts

BAD = {
    "blank lines": "\n" * 2_000_000,
    "imports": "import x\n" * 200_000,
    "fences": "```\nimport\n````\n" * 50_000,
    "tildes": "import x from 'y'\n" + "~" * 200_000 + "\n",
    "heading": "# " + " #" * 200_000,
    "punctuation": "=" * 500_000 + "\n" + "=" * 500_000,
}

MOST_CALLS = 3_000_000
"""Of functions, for a site of two files; the worst of these needs 810,000."""


@pytest.mark.parametrize("name", BAD)
@pytest.mark.parametrize("suffix", [".mdx", ".yaml"])
def test_no_file_takes_long(tmp_path: Path, name: str, suffix: str) -> None:
    files: dict[str, object] = {"a.mdx": "---\nopenapi: GET /x\n---\n", f"b{suffix}": BAD[name]}
    root = make(tmp_path, {"pages": ["a", "b"]}, files)

    calls, (site, _) = counted(lambda: load(root))

    assert "a" in site.listed
    assert calls < MOST_CALLS


@pytest.mark.parametrize(
    "summary", ["{" * 300_000, "-" * 300_000, "{a" * 100_000 + "}", "/" * 300_000, "\U0010ffff" * 9]
)
def test_no_summary_takes_long_or_makes_a_long_address(tmp_path: Path, summary: str) -> None:
    value = {"openapi": "3.1.0", "paths": {"/a": {"get": {"summary": summary}}}}
    root = make(tmp_path, {"groups": [{"group": "A", "openapi": "o.json"}]}, {"o.json": value})

    calls, (site, _) = counted(lambda: load(root))

    assert all(len(page.docname.encode()) < 255 for page in site.endpoints)
    assert calls < MOST_CALLS


def test_no_comparison_of_long_names_takes_long(tmp_path: Path) -> None:
    paths: dict[str, object] = {f"/{'a' * 100_000}{i}": {"get": {}} for i in range(10)}
    group = {"group": "A", "openapi": "o.json", "pages": ["GET /" + "a" * 100_000, "b" * 100_000]}
    value = {"openapi": "3.1.0", "paths": paths}
    root = make(tmp_path, {"groups": [group]}, {"o.json": value, "a": "A"})

    calls, (_, told) = counted(lambda: load(root))

    assert len(told) == 2
    assert calls < MOST_CALLS


def test_a_site_of_deep_groups_is_walked(tmp_path: Path) -> None:
    group: dict[str, object] = {"group": "G", "pages": ["a"]}
    for _ in range(30):
        group = {"group": "G", "pages": [group]}

    site, told = load(make(tmp_path, {"groups": [group]}, {"a": "A"}))

    place = site.place("a")
    assert place is not None
    assert len(place.groups) == 31
    assert told == []


@pytest.mark.parametrize("title", [b"A\0B", b"A\x07B", b"A\xffB"])
def test_the_tree_and_the_page_read_the_same_title(tmp_path: Path, title: bytes) -> None:
    path = tmp_path / "page.mdx"
    path.write_bytes(b"\xef\xbb\xbf---\r\ntitle: %b\r---\r\n" % title)

    assert read_page_facts(path).title == read_source(path, MdxOptions()).front_matter["title"]
