"""The files of the search index: chunks that a browser loads as scripts when a query needs them.

``_static/docsnav-search/`` has, for each language and version, a directory of its pages and chunks,
the chunks, which are parts of the vocabulary with the entries of each word, and a list of words to
correct typing errors with; and for each page a file with its texts, from which results take titles
and excerpts. Scripts load from a disk, too. The format is described in ``docs/inside/search.rst``.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, groupby, pairwise
from operator import sub
from string import ascii_uppercase
from typing import Any

from sphinx_docsnav.features.search.index_words import DIGITS, base36, is_unspaced
from sphinx_docsnav.features.search.page_entries import PageEntries

CALL = "docsnavIndex"
"""The function that each file calls with its name and its data."""
CHUNK = 3_000
"""Characters of a chunk of the vocabulary, or of words that typing errors are corrected to."""
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

_WEAKER = {ord(letter): chr(max(65, 64 + (ord(letter) - 64) // 2)) for letter in ascii_uppercase}
"""What a compound's letter is for the last part of it."""
_POSTING = re.compile("([0-9a-z]*)([A-Z])")
_BLOCK = re.compile("([0-9a-z]*)([.](?:[0-9a-z]*[A-Z])+)")
"""The entries of one page in the line of a word, after the distance from the page before."""


@dataclass(frozen=True, slots=True)
class IndexLanguage:
    """What the index takes from the language of its pages."""

    code: str
    """As Sphinx writes it."""
    stem: Callable[[str], str]
    """Returns the stem of a word."""
    stopwords: frozenset[str]
    """Words that are left out of texts, but not of titles."""


@dataclass(frozen=True, slots=True)
class IndexSource:
    """What an index is made from."""

    name: str
    """What its files begin with."""
    pages: Mapping[str, PageEntries]
    """The pages that it finds, by docname."""
    language: IndexLanguage
    tabs: Mapping[str, str]
    """The tab of each page that is in one."""
    more: Mapping[str, object]
    """What the directory tells beside the index."""


@dataclass(frozen=True, slots=True)
class IndexBefore:
    """An index of an earlier build, with the same pages and language."""

    read: Callable[[str], Any]
    """Returns the data of one of its files; raises `OSError` or `ValueError`."""
    words: Mapping[str, str]
    """The words that pages had which have been read again, by docname."""


def script(name: str, data: object) -> str:
    """Return the file *name* as a script that hands over *data*."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return f"{CALL}({json.dumps(name)},{text})\n"


def unscript(text: str) -> Any:  # noqa: ANN401 -- JSON
    """Return the data of a script; raise `ValueError` if it is none."""
    return json.loads(f"[{text.removeprefix(CALL)[1:].rstrip()[:-1]}]")[1]


def index_files(source: IndexSource, before: IndexBefore | None = None) -> dict[str, object]:
    """Return the data of the files of one index, and what is the same as before as ``None``.

    :param before: what only the words of some pages are put into.
    """
    name, pages, tabs, language = source.name, source.pages, source.tabs, source.language
    names = sorted(pages, key=_order)
    if before is None or _is_compounding(language):
        made = _all_chunks([pages[docname].words for docname in names], language)
    else:
        made = _changed_chunks(source, names, before)
    files: dict[str, object] = {}
    starts: dict[str, list[str]] = {}
    for kind, chunks in zip((name, f"{name}.words"), made, strict=True):
        files |= {f"{kind}.{number}": text for number, (_start, text) in enumerate(chunks)}
        starts[kind] = [start for start, _text in chunks]
    factors = {at: pages[page].factor for at, page in enumerate(names) if pages[page].factor != 1}
    tab_names = sorted({tabs[page] for page in names if page in tabs})
    letters = {tab: chr(ord("a") + at) for at, tab in enumerate(tab_names)}
    files[name] = {
        "pages": front_coded(names),
        "sizes": [len(pages[docname].entries) for docname in names],
        "factors": factors,
        "kinds": run_lengths(_kind(pages[docname]) for docname in names),
        "tabs": run_lengths(letters.get(tabs.get(page, ""), "-") for page in names),
        "language": language.code,
        "chunks": front_coded(starts[name]),
        "spellings": front_coded(starts[f"{name}.words"]),
        "stopwords": sorted(language.stopwords),
        **source.more,
    }
    return files


def _is_compounding(language: IndexLanguage) -> bool:
    """Return whether the parts of compounds are found, which depend on all pages."""
    return language.code.partition("_")[0] in _COMPOUNDING


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


_Starts = list[tuple[str, str | None]]
"""Where each chunk starts, and its text; ``None`` if it is the same as before."""
_Change = Callable[[str, str | None], str | None]
"""Returns what follows a word, from what did; ``None`` if the word is not there."""


def _all_chunks(pages: Iterable[str], language: IndexLanguage) -> tuple[_Starts, _Starts]:
    """Return the vocabulary of pages, and the words that typing errors are corrected to."""
    lines = _merged(pages, language.stopwords)
    if _is_compounding(language):
        _add_parts(lines)
    words = sorted(lines, key=_order)
    vocabulary = ((word, f" {_stem_of(word, language.stem)} {lines[word]}") for word in words)
    known = ((word, "") for word in words if _is_known(word, lines[word]))
    return _started(_chunks(vocabulary)), _started(_chunks(known))


def _changed_chunks(
    source: IndexSource, names: Sequence[str], before: IndexBefore
) -> tuple[_Starts, _Starts]:
    """Return what `_all_chunks` does, from the chunks of before and the pages with other words."""
    name, language = source.name, source.language
    changes: dict[str, dict[int, str]] = defaultdict(dict)
    for docname, words in before.words.items():
        old = _blocks(words, language.stopwords)
        new = _blocks(source.pages[docname].words, language.stopwords)
        number = names.index(docname)
        for word in {word for word, _block in old.items() ^ new.items()}:
            changes[word][number] = new.get(word, "")
    spellings: dict[str, str | None] = {}

    def changed(word: str, rest: str | None) -> str | None:
        _, stem, line = rest.split(" ") if rest else ("", _stem_of(word, language.stem), "")
        blocks = _pages_of(line) | changes[word]
        new = _line({page: block for page, block in blocks.items() if block})
        is_known = _is_known(word, new)
        if is_known != _is_known(word, line):
            spellings[word] = "" if is_known else None
        return f" {stem} {new}" if new else None

    def update(kind: str, starts: str, words: Iterable[str], change: _Change) -> _Starts:
        return _updated(
            list(_lines_of(starts)), lambda at: before.read(f"{kind}.{at}"), words, change
        )

    directory = before.read(name)
    return (
        update(name, directory["chunks"], changes, changed),
        update(f"{name}.words", directory["spellings"], spellings, lambda word, _: spellings[word]),
    )


def _merged(pages: Iterable[str], stopwords: frozenset[str]) -> dict[str, str]:
    """Return the line of each word in the index, with the entries of all pages."""
    found: dict[str, list[Any]] = defaultdict(list)
    for number, page in enumerate(pages):
        for word, block in _blocks(page, stopwords).items():
            found[word] += number, block
    return {word: _spaced(each[::2], each[1::2]) for word, each in found.items()}


def _blocks(words: str, stopwords: frozenset[str]) -> dict[str, str]:
    """Return the words of a page that the index has, each with its entries there."""
    fields = iter(words.split(" ") if words else ())
    blocks = dict(zip(fields, fields, strict=True))
    for word in stopwords.intersection(blocks):
        block = blocks.pop(word)
        if _STRONG.search(block):
            kept = {at: impact for at, impact in _read(block).items() if impact > _STOPPED}
            blocks[word] = f".{_line(kept)}"
    return blocks


def _read(block: str) -> dict[int, str]:
    """Return the entries of a page that have a word, each with the letter of its impact."""
    number, impacts = -1, {}
    for step, impact in _POSTING.findall(block):
        number += int(step, 36) if step else 1
        impacts[number] = impact
    return impacts


def _pages_of(line: str) -> dict[int, str]:
    """Return the entries of each page in the line of a word."""
    number, blocks = -1, {}
    for step, block in _BLOCK.findall(line):
        number += int(step, 36) if step else 1
        blocks[number] = block
    return blocks


def _line(values: Mapping[int, str]) -> str:
    """Return values in the order of their numbers, as `_spaced` does."""
    numbers = sorted(values)
    return _spaced(numbers, map(values.__getitem__, numbers))


def _spaced(numbers: Collection[int], values: Iterable[str]) -> str:
    """Return values, each after the distance of its number from the one before, 1 left out."""
    steps = map(_step, map(sub, numbers, (-1, *numbers)))
    return "".join(chain.from_iterable(zip(steps, values, strict=True)))


@lru_cache(20_000)
def _step(distance: int) -> str:
    return "" if distance == 1 else base36(distance)


def _add_parts(lines: dict[str, str]) -> None:
    """Let the entries of a compound be found by its last part: of Rechteverwaltung, Verwaltung."""
    compounds: dict[str, list[str]] = defaultdict(list)
    for word, line in lines.items():
        for part in _parts(word, lines):
            compounds[part].append(line.translate(_WEAKER))
    for part, others in compounds.items():
        best = {page: _read(block) for page, block in _pages_of(lines[part]).items()}
        for other in others:
            for page, block in _pages_of(other).items():
                own = best.setdefault(page, {})
                for at, impact in _read(block).items():
                    own[at] = max(impact, own.get(at, ""))
        compounds[part] = [_line({page: f".{_line(own)}" for page, own in best.items()})]
    lines.update((part, line) for part, (line,) in compounds.items())


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


@dataclass(frozen=True, slots=True)
class _Chunk:
    """A part of the vocabulary, or of the words that typing errors are corrected to."""

    first: str
    last: str
    text: str
    """Its words in lines, front-coded, each with what follows it."""

    @classmethod
    def of(cls, text: str) -> _Chunk:
        words = list(_lines_of(text))
        return cls(words[0], words[-1], text)

    @property
    def is_full(self) -> bool:
        return len(self.text) + 1 >= CHUNK


def _chunks(lines: Iterable[tuple[str, str]]) -> Iterator[_Chunk]:
    """Yield words in chunks, each word with what follows it."""
    written: list[str] = []
    size, first, before = 0, "", ""
    for word, rest in lines:
        shared = shared_length(before, word) if written else 0
        first = first if written else word
        written.append(f"{DIGITS[shared]}{word[shared:]}{rest}")
        size += len(written[-1]) + 1
        before = word
        if size >= CHUNK:
            yield _Chunk(first, word, "\n".join(written))
            written, size = [], 0
    if written:
        yield _Chunk(first, before, "\n".join(written))


def _lines_of(text: str) -> dict[str, str]:
    """Return the words of a chunk, each with what follows it."""
    lines: dict[str, str] = {}
    word = ""
    for line in text.split("\n") if text else ():
        front, space, rest = line.partition(" ")
        word = word[: int(front[0], 36)] + front[1:]
        lines[word] = space + rest
    return lines


def _started(chunks: Iterable[_Chunk]) -> _Starts:
    """Return where chunks start, and their texts."""
    last = ""
    started: _Starts = []
    for chunk in chunks:
        started.append((_start(last, chunk.first), chunk.text))
        last = chunk.last
    return started


def _updated(
    starts: Sequence[str],
    read: Callable[[int], str],
    words: Iterable[str],
    change: _Change,
) -> _Starts:
    """Return chunks in which *words* have changed; of most, the text is neither read nor made.

    Where a chunk ends depends on those before it, until one ends where one has ended before.
    """
    keys = [_order(start) for start in starts]
    touched: dict[int, list[str]] = defaultdict(list)
    for word in words:
        touched[max(0, bisect_right(keys, _order(word)) - 1)].append(word)
    made: list[_Chunk | int] = []
    lines: dict[str, str] = {}
    for number in range(len(starts) or len(touched)):
        if not lines and number not in touched:
            made.append(number)
            continue
        lines |= _lines_of(read(number)) if starts else {}
        for word in touched[number]:
            rest = change(word, lines.pop(word, None))
            lines |= {word: rest} if rest is not None else {}
        chunks = list(_chunks((word, lines[word]) for word in sorted(lines, key=_order)))
        lines = {} if not chunks or chunks[-1].is_full else _lines_of(chunks.pop().text)
        made += chunks
    made += _chunks(lines.items())

    def at(place: int) -> _Chunk:
        chunk = made[place]
        return _Chunk.of(read(chunk)) if isinstance(chunk, int) else chunk

    started: _Starts = []
    for place, chunk in enumerate(made):
        before = made[place - 1] if place else -1
        if isinstance(chunk, int) and isinstance(before, int) and chunk == before + 1:
            start = starts[chunk]
        else:
            start = _start(at(place - 1).last if place else "", at(place).first)
        started.append((start, None if chunk == place else at(place).text))
    return started


def _start(before: str, word: str) -> str:
    """Return as much of *word* as tells that it comes after *before*."""
    return word[: shared_length(before, word) + 1]


def _stem_of(word: str, stem: Callable[[str], str]) -> str:
    """Return the stem of a word: how many letters it lacks, or the stem; empty if it is equal."""
    found = stem(word)
    if found == word or not found:
        return ""
    return str(len(word) - len(found)) if word.startswith(found) else f"={found}"


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


def _is_known(word: str, line: str) -> bool:
    """Return whether typing errors are corrected to a word: a frequent one or one of a title."""
    if not line or not _SHORTEST <= len(word) <= _LONGEST or "." in word or word[0].isdigit():
        return False
    before, impact = line[:-1], line[-1]
    several = before != before.lower()
    return (impact >= _TITLED or several) and not is_unspaced(word)
