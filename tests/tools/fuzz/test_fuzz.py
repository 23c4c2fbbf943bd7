"""A fixed number of cases of every fuzzer, and every input that once failed."""

from __future__ import annotations

import itertools
from pathlib import Path
from random import Random

import pytest
from tools.fuzz.corpus import Corpus, read_corpus
from tools.fuzz.fuzzers import make_fuzzers
from tools.fuzz.running import MEMORY_LIMIT, Case, Fuzzer, attempt, read_case, search

from sphinx_docsnav.mdx.source import parse_mdx

FINDINGS = sorted(path for path in (Path(__file__).parent / "findings").iterdir() if path.is_dir())
CASES = {"page": 30, "front-matter": 50, "docs-json": 30, "specification": 3, "build": 1}
"""Cases of each fuzzer: enough to see that it works; `tox -e fuzz` searches with more of them."""


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    """Return the corpus that is the same everywhere."""
    return read_corpus(real_sites=False)


@pytest.mark.parametrize("name", CASES)
def test_no_input_crashes_or_hangs(corpus: Corpus, name: str) -> None:
    findings, _ = search(make_fuzzers(corpus)[name], "ci", cases=CASES[name])
    assert [f"{found.trace}\n{found.case}" for found in findings] == []


def test_every_fuzzer_is_run(corpus: Corpus) -> None:
    assert set(make_fuzzers(corpus)) == set(CASES)


@pytest.mark.parametrize("folder", FINDINGS, ids=lambda folder: folder.name)
def test_what_once_failed_works(corpus: Corpus, folder: Path) -> None:
    """A folder is named after its fuzzer: ``page--what-was-wrong``."""
    fuzzer = make_fuzzers(corpus)[folder.name.partition("--")[0]]
    found = attempt(fuzzer, read_case(folder))
    assert found is None, found.trace


MARKS = {
    "blocks": (">-\n 1.", 6),
    "items": ("\t->\n+", 7),
    "text": ("*_`~[]\n", 6),
    "tags": ("<>{}/a\n", 6),
    "tables": ("|-\n :a", 6),
    "headings": ("#=-\n> ", 6),
    "words": ("&;$!@:\n", 6),
}
"""Characters with a meaning, and how many of them a text has at most."""


@pytest.mark.on_demand
@pytest.mark.parametrize("kind", MARKS)
def test_every_short_text_is_read(kind: str) -> None:
    marks, longest = MARKS[kind]
    for length in range(1, longest + 1):
        for letters in itertools.product(marks, repeat=length):
            parse_mdx("".join(letters))


def _fails_on_a_b(root: Path) -> None:
    text = (root / "page.mdx").read_text("utf-8")
    if "a" in text and "b" in text:
        raise ValueError(text)


def _fills(_folder: Path) -> None:
    bytearray(MEMORY_LIMIT)


def _spins(root: Path) -> None:
    while root.is_dir():
        pass


def _case(dice: Random) -> Case:
    letters = "".join(dice.choices("abc", k=40))
    return {"page.mdx": f"{letters}\n{letters}\n", "other.mdx": letters}


def test_a_finding_is_made_small() -> None:
    fuzzer = Fuzzer("x", _case, _fails_on_a_b)
    findings, cases = search(fuzzer, "1", cases=2, print_message=len)
    assert cases == 2
    (finding,) = findings
    assert finding.signature == "ValueError in test_fuzz.py:_fails_on_a_b"
    assert sorted(finding.case["page.mdx"]) == ["a", "b"]
    assert list(finding.case) == ["page.mdx"]


def test_a_case_that_hangs_is_a_finding() -> None:
    found = attempt(Fuzzer("x", _case, _spins, seconds=1), {"page.mdx": ""})
    assert found is not None
    assert found.signature == "TooSlowError"


def test_a_case_that_takes_all_memory_is_a_finding() -> None:
    found = attempt(Fuzzer("x", _case, _fills), {"page.mdx": ""})
    assert found is not None
    assert found.signature == "MemoryError"


def test_a_case_depends_on_its_seed_and_number_alone(corpus: Corpus) -> None:
    fuzzer = make_fuzzers(corpus)["docs-json"]
    assert fuzzer.make(Random("a 7")) == make_fuzzers(corpus)["docs-json"].make(Random("a 7"))  # noqa: S311 -- no secret
