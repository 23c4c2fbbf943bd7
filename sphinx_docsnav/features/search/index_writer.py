"""The files of the search index: chunks that a browser loads as scripts when a query needs them.

``_static/docsnav-search/`` contains, for each language and version, a directory of pages and
chunks; the chunks, which are parts of the vocabulary with the entries of each word; and a list of
words for the correction of typing errors. It also contains a file for each page with its texts,
from which results take titles and excerpts. The files are scripts because a browser can load these
from a disk, too. The format is described in ``docs/inside/search.rst``.
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

from sphinx_docsnav.features.search.index_words import DIGITS, format_base36, is_unspaced
from sphinx_docsnav.features.search.page_entries import PageEntries

CALL = "docsnavIndex"
"""The function that each file calls with its name and its data."""
CHUNK = 3_000
"""Size of a chunk of the vocabulary or of the list of spellings, in characters."""
_STOPWORD_IMPACT = "D"
"""The highest impact of a stopword that only texts contain; such entries are not indexed."""
_ABOVE_STOPWORD = re.compile(f"[{chr(ord(_STOPWORD_IMPACT) + 1)}-Z]")
_TITLE_IMPACT = "G"
"""The lowest impact of a word that is in a title, heading or name."""
_MIN_SPELLING, _MAX_SPELLING = 3, 24
"""The minimum and maximum length of words that can be the correction of a typing error."""
_COMPOUNDING = ("de", "nl", "sv", "da", "nb", "nn", "no", "fi", "hu", "is")
"""Languages that write compounds as one word."""
_COMPOUND_LINKS = ("", "s", "es", "n", "en", "er")
"""The letters that languages write between the parts of a compound."""
_MIN_COMPOUND_PART = 4
"""The shortest part of a compound, in letters."""
_WEAKER_IMPACTS = {
    ord(letter): chr(max(65, 64 + (ord(letter) - 64) // 2)) for letter in ascii_uppercase
}
"""The impact of a part of a compound, by that of the compound."""
_POSTING = re.compile("([0-9a-z]*)([A-Z])")
"""The impact of a word in one entry, after the distance from the entry before."""
_BLOCK = re.compile("([0-9a-z]*)([.](?:[0-9a-z]*[A-Z])+)")
"""The entries of one page in the line of a word, after the distance from the page before."""


@dataclass(frozen=True, slots=True)
class IndexLanguage:
    """The stems and stopwords of the language of an index."""

    code: str
    """The code of the language, in Sphinx's spelling."""
    stem: Callable[[str], str]
    """Returns the stem of a word."""
    stopwords: frozenset[str]
    """Frequent words, which are indexed in titles only."""


@dataclass(frozen=True, slots=True)
class IndexSource:
    """The pages and the language of one index."""

    name: str
    """The prefix of the names of its files."""
    pages: Mapping[str, PageEntries]
    """The pages in the index, by docname."""
    language: IndexLanguage
    tabs: Mapping[str, str]
    """The label of the tab of each page that is in a tab, by docname."""
    more: Mapping[str, object]
    """Further values of the directory, by key."""


@dataclass(frozen=True, slots=True)
class PreviousIndex:
    """The index of an earlier build, with the same pages and language."""

    read: Callable[[str], Any]
    """Returns the data of one of its files; raises `OSError` or `ValueError`."""
    words: Mapping[str, str]
    """The former words of the pages that this build has read again, by docname."""


def wrap_script(name: str, data: object) -> str:
    """Return the text of a script that passes *name* and *data* to `CALL`."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return f"{CALL}({json.dumps(name)},{text})\n"


def unwrap_script(text: str) -> Any:  # noqa: ANN401 -- JSON
    """Return the data of a script of `wrap_script`.

    :raises ValueError: *text* is no such script.
    """
    return json.loads(f"[{text.removeprefix(CALL)[1:].rstrip()[:-1]}]")[1]


def make_index_files(source: IndexSource, before: PreviousIndex | None = None) -> dict[str, object]:
    """Return the data of the files of one index by their names; ``None`` for unchanged files.

    :param before: an index to update; without it, all files are made from the pages.
    """
    name, pages, tabs, language = source.name, source.pages, source.tabs, source.language
    names = sorted(pages, key=_sort_key)
    # The parts of compounds depend on the words of all pages, so these indexes are not updated.
    if before is None or _is_compounding(language):
        chunk_lists = _build_chunks([pages[docname].words for docname in names], language)
    else:
        chunk_lists = _update_chunks(source, names, before)
    files: dict[str, object] = {}
    starts_by_kind: dict[str, list[str]] = {}
    # A chunk that `_update_chunks` has not changed has the text None, and its file stays.
    for kind, chunks in zip((name, f"{name}.words"), chunk_lists, strict=True):
        files |= {f"{kind}.{number}": text for number, (_start, text) in enumerate(chunks)}
        starts_by_kind[kind] = [start for start, _text in chunks]
    # What most pages have in common is left out or written as runs: a browser loads this directory
    # first.
    factors = {
        number: pages[page].factor for number, page in enumerate(names) if pages[page].factor != 1
    }
    tab_names = sorted({tabs[page] for page in names if page in tabs})
    # One letter for each tab, so that pages of a tab next to each other become one run.
    tab_letters = {tab: chr(ord("a") + number) for number, tab in enumerate(tab_names)}
    files[name] = {
        "pages": front_code(names),
        "sizes": [len(pages[docname].entries) for docname in names],
        "factors": factors,
        "kinds": encode_runs(_find_page_kind(pages[docname]) for docname in names),
        "tabs": encode_runs(tab_letters.get(tabs.get(page, ""), "-") for page in names),
        "language": language.code,
        "chunks": front_code(starts_by_kind[name]),
        "spellings": front_code(starts_by_kind[f"{name}.words"]),
        "stopwords": sorted(language.stopwords),
        **source.more,
    }
    return files


def _is_compounding(language: IndexLanguage) -> bool:
    """Return whether the index of a language also contains the parts of compounds."""
    return language.code.partition("_")[0] in _COMPOUNDING


def _find_page_kind(page: PageEntries) -> str:
    """Return the letter of a page in the directory.

    :returns: ``a`` for a page of an API, ``o`` for a page with objects, else ``p``; in upper case
        if the page is deprecated.
    """
    plain = ("", "term", "field")
    has_objects = any(entry.kind not in plain for entry in page.entries)
    kind = "a" if page.is_api else "o" if has_objects else "p"
    return kind.upper() if page.deprecated else kind


def encode_runs(letters: Iterable[str]) -> str:
    """Return *letters* as runs: ``pppaa`` is ``3p2a``."""
    return "".join(f"{len(list(run))}{letter}" for letter, run in groupby(letters))


def _sort_key(word: str) -> bytes:
    """Return a key that sorts words as JavaScript compares strings, by UTF-16 code units."""
    return word.encode("utf-16-be", "surrogatepass")


_StartedChunks = list[tuple[str, str | None]]
"""The start of each chunk (`_find_shortest_start`), and its text; ``None`` if it is unchanged."""
_Change = Callable[[str, str | None], str | None]
"""Returns the new rest of a word's line from the old one; ``None`` for no line."""


def _build_chunks(
    pages: Iterable[str], language: IndexLanguage
) -> tuple[_StartedChunks, _StartedChunks]:
    """Return the chunks of the vocabulary and of the spellings.

    :param pages: the words of each page, see `PageEntries.words`.
    """
    lines = _merge_pages(pages, language.stopwords)
    if _is_compounding(language):
        _index_compound_parts(lines)
    words = sorted(lines, key=_sort_key)
    vocabulary = ((word, f" {_encode_stem(word, language.stem)} {lines[word]}") for word in words)
    # The list of spellings has no entries: a browser compares only the words.
    spellings = ((word, "") for word in words if _is_spelling(word, lines[word]))
    return _add_starts(_divide_lines(vocabulary)), _add_starts(_divide_lines(spellings))


def _update_chunks(
    source: IndexSource, names: Sequence[str], before: PreviousIndex
) -> tuple[_StartedChunks, _StartedChunks]:
    """Return what `_build_chunks` returns, from an earlier index and the pages that changed."""
    name, language = source.name, source.language
    changes: dict[str, dict[int, str]] = defaultdict(dict)
    # By word and page number, the entries of each word that has other entries than before.
    for docname, words in before.words.items():
        old_blocks = _parse_words(words, language.stopwords)
        new_blocks = _parse_words(source.pages[docname].words, language.stopwords)
        number = names.index(docname)
        for word in {word for word, _block in old_blocks.items() ^ new_blocks.items()}:
            changes[word][number] = new_blocks.get(word, "")
    spellings: dict[str, str | None] = {}

    # The vocabulary is updated first: this fills `spellings` for the second update.
    def changed(word: str, rest: str | None) -> str | None:
        # A word that is new in the index has no line, and therefore no stem yet.
        _, stem, line = rest.split(" ") if rest else ("", _encode_stem(word, language.stem), "")
        blocks = _parse_line(line) | changes[word]
        # An empty block means that the page no longer contains the word.
        new_line = _format_line({page: block for page, block in blocks.items() if block})
        is_spelling = _is_spelling(word, new_line)
        if is_spelling != _is_spelling(word, line):
            spellings[word] = "" if is_spelling else None
        return f" {stem} {new_line}" if new_line else None

    def update(kind: str, starts: str, words: Iterable[str], change: _Change) -> _StartedChunks:
        return _rewrite_chunks(
            list(_parse_chunk(starts)), lambda at: before.read(f"{kind}.{at}"), words, change
        )

    directory = before.read(name)
    return (
        update(name, directory["chunks"], changes, changed),
        update(f"{name}.words", directory["spellings"], spellings, lambda word, _: spellings[word]),
    )


def _merge_pages(pages: Iterable[str], stopwords: frozenset[str]) -> dict[str, str]:
    """Return the line of each word: its entries in all pages."""
    numbers_and_blocks: dict[str, list[Any]] = defaultdict(list)
    for number, page in enumerate(pages):
        for word, block in _parse_words(page, stopwords).items():
            # Numbers and blocks alternate in one flat list, which is faster than a list of pairs.
            numbers_and_blocks[word] += number, block
    return {
        word: _encode_steps(pairs[::2], pairs[1::2]) for word, pairs in numbers_and_blocks.items()
    }


def _parse_words(words: str, stopwords: frozenset[str]) -> dict[str, str]:
    """Return the entries of each word of a page; of stopwords, those in titles only."""
    fields = iter(words.split(" ") if words else ())
    blocks = dict(zip(fields, fields, strict=True))
    for word in stopwords.intersection(blocks):
        block = blocks.pop(word)
        # Most stopwords are only in texts; do not parse their entries at all.
        if _ABOVE_STOPWORD.search(block):
            strong_impacts = {
                number: impact
                for number, impact in _parse_block(block).items()
                if impact > _STOPWORD_IMPACT
            }
            blocks[word] = f".{_format_line(strong_impacts)}"
    return blocks


def _parse_block(block: str) -> dict[int, str]:
    """Return the impacts of a word in one page, by the number of the entry."""
    number, impacts = -1, {}
    for step, impact in _POSTING.findall(block):
        number += int(step, 36) if step else 1
        impacts[number] = impact
    return impacts


def _parse_line(line: str) -> dict[int, str]:
    """Return the entries of a word by the number of the page."""
    number, blocks = -1, {}
    for step, block in _BLOCK.findall(line):
        number += int(step, 36) if step else 1
        blocks[number] = block
    return blocks


def _format_line(values: Mapping[int, str]) -> str:
    """Return the line of *values*, which are sorted by their numbers."""
    numbers = sorted(values)
    return _encode_steps(numbers, map(values.__getitem__, numbers))


def _encode_steps(numbers: Collection[int], values: Iterable[str]) -> str:
    """Return *values*, each after the distance of its number from the one before.

    A distance of 1, which is the most frequent, is left out.
    """
    steps = map(_encode_step, map(sub, numbers, (-1, *numbers)))
    return "".join(chain.from_iterable(zip(steps, values, strict=True)))


@lru_cache(20_000)
def _encode_step(distance: int) -> str:
    return "" if distance == 1 else format_base36(distance)


def _index_compound_parts(lines: dict[str, str]) -> None:
    """Add the entries of compounds to the lines of their two parts.

    A search for "Verwaltung" then finds "Rechteverwaltung".
    """
    compounds: dict[str, list[str]] = defaultdict(list)
    for word, line in lines.items():
        for part in _split_compound(word, lines):
            compounds[part].append(line.translate(_WEAKER_IMPACTS))
    # Of several impacts in one entry, the highest counts.
    for part, weaker_lines in compounds.items():
        impacts_by_page = {
            page: _parse_block(block) for page, block in _parse_line(lines[part]).items()
        }
        for weaker_line in weaker_lines:
            for page, block in _parse_line(weaker_line).items():
                impacts = impacts_by_page.setdefault(page, {})
                for number, impact in _parse_block(block).items():
                    impacts[number] = max(impact, impacts.get(number, ""))
        lines[part] = _format_line(
            {page: f".{_format_line(impacts)}" for page, impacts in impacts_by_page.items()}
        )


def _split_compound(word: str, lines: Mapping[str, object]) -> tuple[str, ...]:
    """Return the two parts of a compound if both are words of *lines*; else nothing."""
    if len(word) < 2 * _MIN_COMPOUND_PART or not word.isalpha():
        return ()
    # The split with the shortest first part is used.
    for end in range(_MIN_COMPOUND_PART, len(word) - _MIN_COMPOUND_PART + 1):
        first, last = word[:end], word[end:]
        if last not in lines:
            continue
        stems = (first.removesuffix(link) for link in _COMPOUND_LINKS if first.endswith(link))
        stem = next(
            (stem for stem in stems if len(stem) >= _MIN_COMPOUND_PART and stem in lines), ""
        )
        if stem:
            return stem, last
    return ()


@dataclass(frozen=True, slots=True)
class _Chunk:
    """A part of the vocabulary or of the spellings."""

    first: str
    last: str
    text: str
    """A line for each word: the word, front-coded, and the rest of its line."""

    @classmethod
    def of(cls, text: str) -> _Chunk:
        words = list(_parse_chunk(text))
        return cls(words[0], words[-1], text)

    @property
    def is_full(self) -> bool:
        return len(self.text) + 1 >= CHUNK


def _divide_lines(lines: Iterable[tuple[str, str]]) -> Iterator[_Chunk]:
    """Yield *lines*, pairs of a word and the rest of its line, in chunks."""
    written: list[str] = []
    size, first, before = 0, "", ""
    for word, rest in lines:
        # The first word of a chunk is written in full: a browser reads each chunk alone.
        shared = count_shared(before, word) if written else 0
        first = first if written else word
        written.append(f"{DIGITS[shared]}{word[shared:]}{rest}")
        size += len(written[-1]) + 1
        before = word
        if size >= CHUNK:
            yield _Chunk(first, word, "\n".join(written))
            written, size = [], 0
    if written:
        yield _Chunk(first, before, "\n".join(written))


def _parse_chunk(text: str) -> dict[str, str]:
    """Return the words of a chunk, each with the rest of its line."""
    lines: dict[str, str] = {}
    word = ""
    for line in text.split("\n") if text else ():
        head, space, rest = line.partition(" ")
        word = word[: int(head[0], 36)] + head[1:]
        lines[word] = space + rest
    return lines


def _add_starts(chunks: Iterable[_Chunk]) -> _StartedChunks:
    """Return the start and the text of each chunk."""
    last = ""
    started: _StartedChunks = []
    for chunk in chunks:
        started.append((_find_shortest_start(last, chunk.first), chunk.text))
        last = chunk.last
    return started


def _rewrite_chunks(
    starts: Sequence[str],
    read: Callable[[int], str],
    words: Iterable[str],
    change: _Change,
) -> _StartedChunks:
    """Return chunks after the lines of *words* have changed; read and divide only these chunks.

    A change moves the ends of the following chunks, up to the first chunk that ends where a chunk
    has ended before.

    :param starts: the starts of the earlier chunks.
    :param read: returns the text of the earlier chunk with a number.
    """
    rewritten = _divide_changed_chunks(starts, read, words, change)

    def get_chunk(position: int) -> _Chunk:
        chunk = rewritten[position]
        return _Chunk.of(read(chunk)) if isinstance(chunk, int) else chunk

    # A start depends on the chunk before: it is the same if that is the same, too.
    result: _StartedChunks = []
    for position, chunk in enumerate(rewritten):
        before = rewritten[position - 1] if position else -1
        if isinstance(chunk, int) and isinstance(before, int) and chunk == before + 1:
            start = starts[chunk]
        else:
            start = _find_shortest_start(
                get_chunk(position - 1).last if position else "", get_chunk(position).first
            )
        result.append((start, None if chunk == position else get_chunk(position).text))
    return result


def _divide_changed_chunks(
    starts: Sequence[str],
    read: Callable[[int], str],
    words: Iterable[str],
    change: _Change,
) -> list[_Chunk | int]:
    """Return the new chunks in order; one that does not change is the number of the earlier one.

    The parameters are those of `_rewrite_chunks`.
    """
    # Find the chunk of each word: the last one that does not start after it.
    keys = [_sort_key(start) for start in starts]
    words_by_chunk: dict[int, list[str]] = defaultdict(list)
    for word in words:
        words_by_chunk[max(0, bisect_right(keys, _sort_key(word)) - 1)].append(word)
    rewritten: list[_Chunk | int] = []
    # Divide changed chunks again. Unchanged ones stay numbers, unless lines are left over from the
    # chunk before.
    lines: dict[str, str] = {}
    for number in range(len(starts) or len(words_by_chunk)):
        if not lines and number not in words_by_chunk:
            rewritten.append(number)
            continue
        # `lines` may hold the rest of the chunk before, which is smaller than a chunk.
        lines |= _parse_chunk(read(number)) if starts else {}
        for word in words_by_chunk[number]:
            rest = change(word, lines.pop(word, None))
            lines |= {word: rest} if rest is not None else {}
        chunks = list(_divide_lines((word, lines[word]) for word in sorted(lines, key=_sort_key)))
        # An incomplete last chunk continues with the lines of the next one, as in a full build.
        lines = {} if not chunks or chunks[-1].is_full else _parse_chunk(chunks.pop().text)
        rewritten += chunks
    rewritten += _divide_lines(lines.items())
    return rewritten


def _find_shortest_start(before: str, word: str) -> str:
    """Return the shortest beginning of *word* that sorts after *before*."""
    return word[: count_shared(before, word) + 1]


def _encode_stem(word: str, stem: Callable[[str], str]) -> str:
    """Return how the index writes the stem of a word.

    :returns: the number of letters to remove at the end; ``=`` and the stem; or nothing if the stem
        is the word.
    """
    word_stem = stem(word)
    if word_stem == word or not word_stem:
        return ""
    return str(len(word) - len(word_stem)) if word.startswith(word_stem) else f"={word_stem}"


def count_shared(word: str, other: str) -> int:
    """Return the length of the common beginning of two words; at most 35, a digit of base 36."""
    count = 0
    for character, other_character in zip(word[:35], other, strict=False):
        if character != other_character:
            break
        count += 1
    return count


def front_code(words: Sequence[str]) -> str:
    """Return *words* in lines: the length of the beginning shared with the last word, and the rest.

    Each length is one digit of base 36.
    """
    pairs = pairwise(("", *words))
    shared = ((count_shared(before, word), word) for before, word in pairs)
    return "\n".join(f"{DIGITS[length]}{word[length:]}" for length, word in shared)


def _is_spelling(word: str, line: str) -> bool:
    """Return whether a word can correct a typing error: it is in a title or in several entries."""
    if (
        not line
        or not _MIN_SPELLING <= len(word) <= _MAX_SPELLING
        or "." in word
        or word[0].isdigit()
    ):
        return False
    # The last character is the impact of the last entry; a capital before it, that of another.
    before, impact = line[:-1], line[-1]
    several = before != before.lower()
    return (impact >= _TITLE_IMPACT or several) and not is_unspaced(word)
