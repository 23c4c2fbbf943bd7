"""Find the name that a missing name probably means."""

from __future__ import annotations

import difflib
import itertools
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from sphinx_docsnav.messages import did_you_mean, shorten

MAX_COMPARED = 4000
"""Maximum number of names that are compared letter by letter with a missing one."""

_MAX_LENGTH = 200
"""Longer names are not compared letter by letter; the time grows with the square of the length."""

_SHORT_WORD = 5
"""In a word with fewer letters, another letter usually makes another word: ``code``, ``node``."""

_SHORT_STEM = 7
"""In a word with fewer letters, a letter added at an end makes another word: ``tablet``."""

_MIN_WORD = 3
"""A word with fewer letters has no misspelling: it resembles too many others."""

_LONG_WORD = 8
"""A word with as many letters may have two wrong ones."""

_LIKENESS = 0.8
"""The minimum similarity of a name to the one of a closed list that it misspells, from 0 to 1."""

_WORD = re.compile(r"[^\W\d_]+|\d+")
_INNER_CAPITAL = re.compile(r"(?<=[a-z]{2})(?=[A-Z])")


class Nearest:
    """An index of names, which finds the one that a missing name means.

    The names are those that authors choose: of pages, icons, anchors, components. Nothing says
    that a missing name is any of them, so that a doubtful one is not suggested.
    """

    def __init__(self, names: Iterable[str]) -> None:
        self._by_folded: dict[str, str] = {}
        # Of names with the same letters, which differ in separators, the first is suggested.
        self._by_letters: dict[str, str] = {}
        # The other dictionaries have the names that have the key in common.
        self._by_words: defaultdict[tuple[str, ...], list[str]] = defaultdict(list)
        self._by_last: defaultdict[str, list[str]] = defaultdict(list)
        self._by_other_parts: defaultdict[tuple[str, ...], list[str]] = defaultdict(list)
        self._folders: set[str] = set()
        # Sorted, so that of several equal candidates the same one is suggested in each run.
        for name in sorted(names):
            self._by_folded.setdefault(name.casefold(), name)
            letters, words = _strip_to_letters(name), _split_words(name)
            if self._by_letters.setdefault(letters, name) != name:
                continue
            self._by_words[tuple(sorted(words))].append(name)
            parts = letters.split("/")
            self._by_last[parts[-1]].append(name)
            self._folders.update("/".join(parts[:end]) for end in range(1, len(parts)))
            for key in _list_other_parts(parts, len(words)):
                self._by_other_parts[key].append(name)

    def in_other_case(self, wanted: str) -> str:
        """Return the name that differs from *wanted* in case only, ``""`` if there is none."""
        return self._by_folded.get(wanted.casefold(), "")

    def to(self, wanted: str) -> str:
        """Return the name that *wanted* almost certainly means, ``""`` if none or several may be.

        It has the same words, in another order or otherwise joined, or is the index of that folder;
        else it is the page with the same last part in another folder; else few letters of one part
        of the path differ, in proportion to the length of their words.
        """
        if exact := self.in_other_case(wanted) or self.in_other_case(f"{wanted}/index"):
            return exact
        letters, words = _strip_to_letters(wanted), tuple(sorted(_split_words(wanted)))
        last = letters.rpartition("/")[2]
        for same_letters in (letters, f"{letters}/{last}"):
            if same_letters in self._by_letters:
                return self._by_letters[same_letters]
        same_words = self._by_words.get(words, []) if words else []
        if len(same_words) == 1:
            return same_words[0]
        return self._find_in_other_folder(letters) or self._find_misspelled(wanted, letters)

    def _find_in_other_folder(self, letters: str) -> str:
        """Return the page with the last part of a path that was moved, ``""`` if unclear."""
        folder, _, last = letters.rpartition("/")
        names = self._by_last.get(last, []) if last not in ("", "index") else []
        # In a folder that exists, a page of that name is simply missing, as one that is not
        # translated; the page in another folder is another one.
        if folder in self._folders:
            return ""
        if len(names) > 1:
            # Of several pages of that name, only one that shares a folder, too, can be meant.
            counts = {name: _count_shared(letters, _strip_to_letters(name)) for name in names}
            highest = max(counts.values())
            names = [name for name in names if counts[name] == highest > 1]
        return names[0] if len(names) == 1 else ""

    def _find_misspelled(self, wanted: str, letters: str) -> str:
        """Return the name that *wanted* misspells in one part, ``""`` if none or several."""
        if len(wanted) > _MAX_LENGTH:
            return ""
        words = _split_words(wanted)
        changes_by_name: dict[str, int] = {}
        for key in _list_other_parts(letters.split("/"), len(words)):
            for name in self._by_other_parts.get(key, [])[:MAX_COMPARED]:
                if abs(len(name) - len(wanted)) <= len(words) + 1:
                    changes = _count_changes(words, _split_words(name))
                    if changes:
                        changes_by_name[name] = changes
        fewest = min(changes_by_name.values(), default=0)
        nearest_names = [name for name, changes in changes_by_name.items() if changes == fewest]
        return nearest_names[0] if len(nearest_names) == 1 else ""


def find_nearest(wanted: str, names: Iterable[str]) -> str:
    """Return the one of *names* that *wanted* almost certainly means, as `Nearest.to` does."""
    return Nearest(names).to(wanted)


def find_similar_names(
    wanted: str, names: Iterable[str], likeness: float = 0.6, *, limit: int
) -> list[str]:
    """Return the names of a closed list that are most like *wanted*, the nearest first.

    The list has all values that are possible, such as the fields of an object, so that a doubtful
    suggestion helps. For names that authors choose, see `Nearest`.

    :param likeness: the minimum similarity: 1 is equal, 0 has no letter in common.
    :param limit: the maximum number of names.
    """
    return difflib.get_close_matches(wanted, list(names), limit, likeness)


def find_similar_name(wanted: str, names: Iterable[str], likeness: float = 0.6) -> str:
    """Return the name of a closed list that is most like *wanted*, ``""`` if none is enough."""
    return next(iter(find_similar_names(wanted, names, likeness, limit=1)), "")


def find_closest_name(name: str, names: Sequence[str]) -> str:
    """Return the one of *names* most like *name*, whatever its case, or ``""``."""
    # Reversed, so that of names that differ in case only the first one is suggested.
    by_case = {other.lower(): other for other in reversed(names)}
    return by_case.get(find_similar_name(name.lower(), by_case), "")


def suggest_name(name: str, names: Sequence[str]) -> str:
    """Return the hint ``did you mean 'icon'?``, or ``""`` if nothing is like *name*."""
    return did_you_mean(shorten(find_closest_name(name, names)))


def find_misspelled(name: str, names: Iterable[str]) -> str:
    """Return the one of *names* that *name* misspells, or ``""``.

    Stricter than `find_closest_name`, where a name that is none of them may be right: it has the
    same letters in another order, but for the ``s`` of a plural, or most of them.
    """
    if len(name) < _MIN_WORD:
        return ""
    by_case = {other.casefold(): other for other in sorted(names)}
    folded = name.casefold()
    letters = _sort_letters(folded)
    # Letters in another order are a typing error, however low their measured similarity is.
    swapped = [other for other in by_case if letters & _sort_letters(other)]
    close = swapped[0] if swapped else find_similar_name(folded, by_case, _LIKENESS)
    return by_case.get(close, "")


def _sort_letters(word: str) -> set[str]:
    """Return the sorted letters of *word*, and those without the ``s`` of a plural."""
    return {"".join(sorted(form)) for form in (word, word.removesuffix("s"))}


def _split_words(name: str) -> list[str]:
    """Return the words and numbers of a name, in lower case: ``cardGroup-2`` has three."""
    if name.isascii():
        return _WORD.findall(_INNER_CAPITAL.sub("-", name).casefold())
    groups = itertools.groupby(name.casefold(), _classify_character)
    return ["".join(characters) for kind, characters in groups if kind]


def _strip_to_letters(name: str) -> str:
    """Return a path with only the letters and digits of its parts, in lower case."""
    parts = name.casefold().split("/")
    return "/".join("".join(filter(_classify_character, part)) or part for part in parts)


def _classify_character(character: str) -> str:
    """Return ``"1"`` for a digit, ``"a"`` for another part of a word, ``""`` for a separator."""
    if character.isdigit():
        return "1"
    # The vowels of several scripts are marks at the letter before them.
    return "a" if character.isalnum() or unicodedata.category(character).startswith("M") else ""


def _list_other_parts(parts: list[str], words: int) -> Iterator[tuple[str, ...]]:
    """Yield, for each part of a path, a key of all its other parts and the number of *words*."""
    for number in range(len(parts)):
        yield (str(words), *parts[:number], "/", *parts[number + 1 :])


def _count_changes(ours: list[str], theirs: list[str]) -> int:
    """Return twice the number of wrong letters, one less per swap; 0 if words are others."""
    if len(ours) != len(theirs):
        return 0
    total = 0
    for our_word, their_word in zip(ours, theirs, strict=True):
        if our_word == their_word:
            continue
        changes = _count_wrong_letters(our_word, their_word)
        if not changes:
            return 0
        # Letters in another order are likelier than a letter more or less: usesr is users.
        is_swap = len(our_word) == len(their_word) and sorted(our_word) == sorted(their_word)
        total += 2 * changes - is_swap
    return total


def _count_wrong_letters(wrong: str, right: str) -> int:
    """Return how many letters of *wrong* differ, 0 if it is another word rather than misspelled."""
    longest = max(len(wrong), len(right))
    # Another number is another thing: step-2 is not step-3.
    if longest < _MIN_WORD or wrong.isdigit() or right.isdigit():
        return 0
    has_other_letters = len(wrong) == len(right) and sorted(wrong) != sorted(right)
    if has_other_letters and (longest < _SHORT_WORD or wrong[0] != right[0]):
        return 0
    shorter, longer = sorted((wrong, right), key=len)
    # A prefix or an ending of several letters makes another word: 'uninstall'.
    if len(longer) > len(shorter) + 1 and shorter in {
        longer[: len(shorter)],
        longer[-len(shorter) :],
    }:
        return 0
    # In short words, one more letter is enough; but a plural is the same word, and a doubled letter
    # is a mistake.
    if longest < _SHORT_STEM and (
        (longer[1:] == shorter and longer[0] != shorter[0])
        or (longer[:-1] == shorter and longer[-1] not in {shorter[-1], "s"})
    ):
        return 0
    changes = _count_edits(wrong, right)
    return changes if changes <= (2 if longest >= _LONG_WORD else 1) else 0


def _count_edits(wrong: str, right: str) -> int:
    """Return how many letters are added, left out, replaced or swapped with the next one."""
    # Rows of a table: each cell is the distance between the beginnings of both words.
    two_above: list[int] = []
    above = list(range(len(right) + 1))
    for i, letter in enumerate(wrong, 1):
        row = [i]
        for j, other in enumerate(right, 1):
            edits = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (letter != other))
            if i > 1 and j > 1 and letter == right[j - 2] and wrong[i - 2] == other:
                edits = min(edits, two_above[j - 2] + 1)
            row.append(edits)
        two_above, above = above, row
    return above[-1]


def _count_shared(ours: str, theirs: str) -> int:
    """Return how many parts two paths share, from the front and from the back."""
    our_parts, their_parts = ours.split("/"), theirs.split("/")
    return _count_equal(our_parts, their_parts) + _count_equal(our_parts[::-1], their_parts[::-1])


def _count_equal(ours: list[str], theirs: list[str]) -> int:
    """Return how many items two lists have in common before the first difference."""
    count = 0
    for one, other in zip(ours, theirs, strict=False):
        if one != other:
            break
        count += 1
    return count
