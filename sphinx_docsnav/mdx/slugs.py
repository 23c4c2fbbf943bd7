"""Ids of headings and of components with a title, as the service and as GitHub make them.

Source: facts about 100,554 links of real sites. The service applies smart
quotes, lowers, and turns white space and ``. _ ( ) [ ]`` into ``-``; other marks
stay. Older links use GitHub's rule, and newer ones the rules that the package
``@mintlify/common`` has since (`shown_slug` and `title_slug`), so those come
along as aliases.
"""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Sequence

_DASHED = re.compile(r"[\s._()\[\]-]+")
_DASHED_BUT_UNDERLINE = re.compile(r"[\s.()\[\]-]+")
_DASHED_OR_TILDE = re.compile(r"[\s._()\[\]~-]+")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-rt-z])")
_NO_WORD = re.compile(r"[\W_]+")
_GITHUB = re.compile(r"[^\w\- ]")
_UNENCODED = re.compile(r"[().!~*'-]+")
_VALUE = re.compile(r"<[^<>]*>")
_CLEANED = str.maketrans("", "", "?,;:!'\"()[]{}\u200d\ufe0e\ufe0f")
_CONTRACTION = re.compile(r"(?<=\w)-(?=[ts](?:-|$))")
_NO_ASCII_WORD = re.compile(r"[^a-z0-9]+")
_PLAIN = re.compile(r"[A-Za-z0-9]+(?: (?![tsTS](?: |\Z))[A-Za-z0-9]+)*")
"""Words of which all rules make the same id; a single t or s could be a contraction."""
_OPENING_DOUBLE = re.compile(r"(^|[\s(\[{\u2014\u2013/-])\"")
_OPENING_SINGLE = re.compile(r"(^|[\s(\[{\u2014\u2013/\"\u201c-])'")


def smart_quotes(text: str) -> str:
    """Return *text* with curly quotes, long dashes and an ellipsis, as the service shows it."""
    text = text.replace("---", "\u2014").replace("--", "\u2013").replace("...", "\u2026")
    if '"' in text:
        text = _OPENING_DOUBLE.sub("\\1\u201c", text).replace('"', "\u201d")
    if "'" in text:
        text = _OPENING_SINGLE.sub("\\1\u2018", text).replace("'", "\u2019")
    return text


def service_slug(words: str) -> str:
    """Return the id that the service gives to *words*."""
    return _DASHED.sub("-", smart_quotes(words.strip()).lower()).strip("-")


def underline_slug(words: str) -> str:
    """Return the id that links to functions use: `service_slug` that keeps ``_``."""
    return _DASHED_BUT_UNDERLINE.sub("-", smart_quotes(words.strip()).lower()).strip("-")


def slash_slug(words: str) -> str:
    """Return the id that links to alternatives use: `service_slug` without a slash."""
    return service_slug(words.replace("/", " "))


def shown_slug(words: str) -> str:
    """Return the id that today's pages of the service show for a heading.

    It has neither smart quotes nor ``? , ; : ! ' " ( ) [ ] { }`` nor emoji, and
    joins contractions.
    """
    dashed = re.sub(r"\s+", "-", words.strip().lower())
    slug = _CONTRACTION.sub("", _UNENCODED.sub("-", dashed)).strip("-").translate(_CLEANED)
    if slug.isascii():
        return slug
    return "".join(letter for letter in slug if unicodedata.category(letter) != "So")


def checked_slug(words: str) -> str:
    """Return the id that the link checker of the service accepts: `service_slug` without ``" ~``.

    Apostrophes stay as they are written.
    """
    return _DASHED_OR_TILDE.sub("-", words.strip().replace('"', "").lower()).strip("-")


def written_slug(words: str) -> str:
    """Return the id of links that keep every mark: ``#agents.defaults-(optional)``."""
    return re.sub(r"\s+", "-", words.strip().lower())


def title_slug(words: str) -> str:
    """Return the id that the service gives to the title of an accordion.

    :returns: ASCII letters and digits, between them ``-``; ``""`` for words with other
        letters, which the service spells out by a table of its own.
    """
    if any(letter.isalnum() and not letter.isascii() for letter in words):
        return ""
    spelled = words.lower().replace("&", " and ")
    return _CONTRACTION.sub("", _NO_ASCII_WORD.sub("-", spelled)).strip("-")


def field_slug(words: str) -> str:
    """Return the id that the service gives to a field: ``onError`` and ``on_error`` alike."""
    return _NO_WORD.sub("-", _HUMP.sub("-", words.strip())).strip("-").lower()


def github_slug(words: str) -> str:
    """Return the id that GitHub gives to *words*."""
    return _GITHUB.sub("", words.strip().lower()).replace(" ", "-")


@functools.lru_cache(maxsize=10_000)
def _slugs(words: str) -> tuple[str, str, str, str, str]:
    """Return the ids that the rules make of *words*; pages of an API repeat most headings."""
    if _PLAIN.fullmatch(words):
        slug = words.lower().replace(" ", "-")
        return slug, slug, slug, slug, slug
    rules = (service_slug, github_slug, shown_slug, underline_slug, slash_slug)
    service, github, shown, underline, slash = (rule(words) for rule in rules)
    return service, github, shown, underline, slash


class Slugger:
    """Ids of one page: the second of the same words gets ``-2``, GitHub's and titles ``-1``."""

    def __init__(self) -> None:
        self._service: dict[str, int] = {}
        self._shown: dict[str, int] = {}
        self._github: dict[str, int] = {}
        self._titles: dict[str, int] = {}
        self._taken: set[str] = set()

    def claim(self, words: str) -> tuple[str, ...]:
        """Return the ids of *words*, the service's first; ``()`` if nothing is left of them.

        No id is given out twice.
        """
        service, github, shown, underline, slash = _slugs(words)
        service = self._count(self._service, service, 1)
        github = self._count(self._github, github, 0)
        shown = self._count(self._shown, shown, 1)
        return self._take(service, github, underline, slash, shown)

    def claim_title(self, words: str) -> tuple[str, ...]:
        """Return the ids of the title of a component: those of `claim`, then its `title_slug`."""
        title = self._count(self._titles, title_slug(words), 0)
        return self.claim(words) + self._take(title)

    def claim_field(self, prefixes: Sequence[str], words: str) -> tuple[str, ...]:
        """Return the ids of a field called *words*: each of *prefixes* with its `field_slug`.

        They are followed by those that `claim` gives, which older links use, and by those
        without what stands for a value: ``--timeout`` of ``--timeout <ms>``.
        """
        found: list[str] = []
        for shown in dict.fromkeys((words, _VALUE.sub("", words))):
            for prefix in prefixes:
                name = f"{prefix}{field_slug(shown)}"
                if name != service_slug(prefix + shown):
                    found += self.claim(name)
                found += self.claim(prefix + shown)
        return tuple(found)

    def keep(self, own: str) -> tuple[str, ...]:
        """Return ``(own,)`` for an id that an author wrote, ``()`` if it is taken."""
        if not own or own in self._taken:
            return ()
        self._taken.add(own)
        return (own,)

    def _take(self, *names: str) -> tuple[str, ...]:
        found = tuple(name for name in dict.fromkeys(names) if name and name not in self._taken)
        self._taken.update(found)
        return found

    @staticmethod
    def _count(seen: dict[str, int], base: str, shift: int) -> str:
        count = seen[base] = seen.get(base, 0) + 1
        return base if count == 1 or not base else f"{base}-{count - 1 + shift}"
