"""The files of the search index: chunks that a browser loads as scripts when a query needs them.

``_static/docsnav-search/`` has, for each language and version, a directory of its pages and chunks,
the chunks, which are parts of the vocabulary with the entries of each word, and a list of words to
correct typing errors with; and for each page a file with its texts, from which results take titles
and excerpts. Scripts load from a disk, too. The format is described in ``docs/inside/search.rst``.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from sphinx_docsnav.features.search.index_words import DIGITS, UNSPACED, base36
from sphinx_docsnav.features.search.page_entries import PageEntries

CALL = "docsnavIndex"
"""The function that each file calls with its name and its data."""
CHUNK = 3_000
"""Characters of a chunk of the vocabulary; packed, it has about half of that in bytes."""
_STOPPED = "D"
"""A word that is frequent in the language and counts no more than this letter is in text only."""
_STRONG = re.compile(f"[{chr(ord(_STOPPED) + 1)}-Z]")
_TITLED = "G"
"""From this letter on, a word is in a title, heading or name."""
_SHORTEST, _LONGEST = 3, 24
"""The lengths of words that typing errors are corrected to."""
_COMPOUNDING = ("de", "nl", "sv", "da", "nb", "nn", "no", "fi", "hu", "is")
"""Languages that write compounds as one word."""
_LINKING = ("", "s", "es", "n", "en", "er")
_PART = 4
"""The shortest part of a compound."""

SPELLINGS = 500
"""Words of a list that typing errors are corrected to."""
_POSTING = re.compile("([0-9a-z]*)([A-Z])")
Postings = list[tuple[int, str]]
"""The entries that have a word, by their numbers, each with the letter of its impact."""


@dataclass(frozen=True, slots=True)
class IndexLanguage:
    """What the index takes from the language of its pages."""

    code: str
    """As Sphinx writes it."""
    stem: Callable[[str], str]
    """Returns the stem of a word."""
    stopwords: frozenset[str]
    """Words that are left out of texts, but not of titles."""


def script(name: str, data: object) -> str:
    """Return the file *name* as a script that hands over *data*."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return f"{CALL}({json.dumps(name)},{text})\n"


def index_files(
    name: str,
    pages: Mapping[str, PageEntries],
    language: IndexLanguage,
    tabs: Mapping[str, str],
    more: Mapping[str, object],
) -> Iterator[tuple[str, str]]:
    """Yield the names and texts of the files of one index.

    :param name: what its files begin with.
    :param pages: the pages that it finds, by docname.
    :param tabs: the tab of each page that is in one.
    :param more: what the directory tells beside the index.
    """
    names = sorted(pages, key=_order)
    lines = _merged([pages[docname] for docname in names], language.stopwords)
    if language.code.partition("_")[0] in _COMPOUNDING:
        _add_parts(lines)
    words = sorted(lines, key=_order)
    starts: list[str] = []
    for number, (start, chunk) in enumerate(_chunks(words, lines, language.stem)):
        starts.append(start)
        part = f"{name}.{number}"
        yield part, script(part, chunk)
    spellings: list[str] = []
    last = ""
    for number, known in enumerate(_spelling(words, lines)):
        spellings.append(_start(last, known[0]))
        last = known[-1]
        yield f"{name}.words.{number}", script(f"{name}.words.{number}", front_coded(known))
    factors = {at: pages[page].factor for at, page in enumerate(names) if pages[page].factor != 1}
    tab_names = sorted({tabs[page] for page in names if page in tabs})
    letters = {tab: chr(ord("a") + at) for at, tab in enumerate(tab_names)}
    directory = {
        "pages": front_coded(names),
        "sizes": [len(pages[docname].entries) for docname in names],
        "factors": factors,
        "kinds": run_lengths(_kind(pages[docname]) for docname in names),
        "tabs": run_lengths(letters.get(tabs.get(page, ""), "-") for page in names),
        "language": language.code,
        "chunks": front_coded(starts),
        "spellings": front_coded(spellings),
        "stopwords": sorted(language.stopwords),
        **more,
    }
    yield name, script(name, directory)


def _kind(page: PageEntries) -> str:
    """Return the kind of a page: ``a`` for that of an endpoint, ``o`` with objects, ``p``.

    It is a capital letter if the page is deprecated.
    """
    plain = ("", "term", "field")
    has_objects = any(entry.kind not in plain for entry in page.entries)
    kind = "a" if page.operation else "o" if has_objects else "p"
    return kind.upper() if page.deprecated else kind


def run_lengths(letters: Iterable[str]) -> str:
    """Return letters with how often each follows itself: ``3p2a``."""
    return "".join(f"{len(list(run))}{letter}" for letter, run in groupby(letters))


def _order(word: str) -> bytes:
    """Return the key that sorts as a browser compares texts."""
    return word.encode("utf-16-be", "surrogatepass")


def _merged(pages: Collection[PageEntries], stopwords: frozenset[str]) -> dict[str, str]:
    """Return the line of each word in the index, with the entries of all pages."""
    lines: dict[str, list[str]] = defaultdict(list)
    last: dict[str, int] = {}
    sizes = [len(page.entries) for page in pages]
    numbers = {str(at): at for at in range(max(sizes, default=0))}
    coded = ["", "", *map(base36, range(2, 1 + sum(sizes)))]
    number = 0
    for page in pages:
        fields = iter(page.words.split(" ") if page.words else ())
        for word, first, line, end in zip(fields, fields, fields, fields, strict=True):
            start, stop = number + numbers[first], number + numbers[end]
            if word in stopwords:
                kept = _read(line) if _STRONG.search(line) else []
                kept = [(start + at, impact) for at, impact in kept if impact > _STOPPED]
                if not kept:
                    continue
                start, stop = kept[0][0], kept[-1][0]
                line = _written(kept, start - 1)  # noqa: PLW2901 -- a hot loop
            lines[word].append(coded[start - last.get(word, -1)] + line)
            last[word] = stop
        number += len(page.entries)
    return {word: "".join(parts) for word, parts in lines.items()}


def _read(line: str) -> Postings:
    number, postings = -1, []
    for step, impact in _POSTING.findall(line):
        number += int(step, 36) if step else 1
        postings.append((number, impact))
    return postings


def _add_parts(lines: dict[str, str]) -> None:
    """Let the entries of a compound be found by its last part: of Rechteverwaltung, Verwaltung."""
    added: dict[str, Postings] = {}
    for word, line in lines.items():
        for part in _parts(word, lines):
            added.setdefault(part, []).extend((at, _weaker(impact)) for at, impact in _read(line))
    for part, entries in added.items():
        best: dict[int, str] = {}
        for at, impact in (*_read(lines[part]), *entries):
            best[at] = max(impact, best.get(at, ""))
        lines[part] = _written(sorted(best.items()))


def _parts(word: str, known: Mapping[str, object]) -> tuple[str, ...]:
    if len(word) < 2 * _PART or not word.isalpha():
        return ()
    for at in range(_PART, len(word) - _PART + 1):
        first, last = word[:at], word[at:]
        if last not in known:
            continue
        stems = (first.removesuffix(link) for link in _LINKING if first.endswith(link))
        found = next((stem for stem in stems if len(stem) >= _PART and stem in known), "")
        if found:
            return found, last
    return ()


def _weaker(impact: str) -> str:
    return chr(max(ord("A"), 64 + (ord(impact) - 64) // 2))


def _chunks(
    words: Iterable[str], entries: Mapping[str, str], stem: Callable[[str], str]
) -> Iterator[tuple[str, str]]:
    """Yield the start of each chunk, and the chunk."""
    lines: list[str] = []
    size, start, before = 0, "", ""
    for word in words:
        start = start if lines else _start(before, word)
        shared = shared_length(before, word) if lines else 0
        lines.append(f"{DIGITS[shared]}{word[shared:]} {_stem_of(word, stem)} {entries[word]}")
        size += len(lines[-1]) + 1
        before = word
        if size >= CHUNK:
            yield start, "\n".join(lines)
            lines, size = [], 0
    if lines:
        yield start, "\n".join(lines)


def _start(before: str, word: str) -> str:
    """Return as much of *word* as tells that it comes after *before*."""
    return word[: shared_length(before, word) + 1]


def _stem_of(word: str, stem: Callable[[str], str]) -> str:
    """Return the stem of a word: how many letters it lacks, or the stem; empty if it is equal."""
    found = stem(word)
    if found == word or not found:
        return ""
    return str(len(word) - len(found)) if word.startswith(found) else f"={found}"


def _written(entries: Postings, before: int = -1) -> str:
    """Return entries as distances in base 36, 1 left out, each followed by its impact."""
    parts = []
    for number, impact in entries:
        distance = number - before
        parts.append(impact if distance == 1 else f"{base36(distance)}{impact}")
        before = number
    return "".join(parts)


def shared_length(one: str, other: str) -> int:
    """Return how many characters two words have in common at their beginnings, at most 35."""
    count = 0
    for mine, yours in zip(one[:35], other, strict=False):
        if mine != yours:
            break
        count += 1
    return count


def front_coded(words: Sequence[str]) -> str:
    """Return words in lines, each as the length of what it shares with the one before, and rest."""
    pairs = pairwise(("", *words))
    shared = ((shared_length(before, word), word) for before, word in pairs)
    return "\n".join(f"{DIGITS[length]}{word[length:]}" for length, word in shared)


def _spelling(words: Iterable[str], lines: Mapping[str, str]) -> Iterator[list[str]]:
    """Yield the words that typing errors are corrected to: frequent ones and those of titles."""
    unspaced = re.compile(f"[{UNSPACED}]")

    def is_known(word: str) -> bool:
        if not _SHORTEST <= len(word) <= _LONGEST or "." in word or word[0].isdigit():
            return False
        if unspaced.match(word):
            return False
        before, impact = lines[word][:-1], lines[word][-1]
        return impact >= _TITLED or before != before.lower()  # one entry, or several

    known = [word for word in words if is_known(word)]
    for at in range(0, len(known), SPELLINGS):
        yield known[at : at + SPELLINGS]
