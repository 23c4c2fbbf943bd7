"""Ids of headings and of components with a title, by the rules of the service and of GitHub.

The service applies smart quotes, lowers the text, and turns white space and ``. _ ( ) [ ]`` into
``-``; other punctuation stays. Links on older pages use GitHub's rule, and links on newer pages
those of the package ``@mintlify/common`` (`make_shown_slug` and `make_title_slug`), so a heading
gets the ids of these rules as aliases.

Source: 100,554 links of real sites.
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


def curl_quotes(text: str) -> str:
    """Return *text* with curly quotes, long dashes and an ellipsis, as the service displays it."""
    text = text.replace("---", "\u2014").replace("--", "\u2013").replace("...", "\u2026")
    if '"' in text:
        text = _OPENING_DOUBLE.sub("\\1\u201c", text).replace('"', "\u201d")
    if "'" in text:
        text = _OPENING_SINGLE.sub("\\1\u2018", text).replace("'", "\u2019")
    return text


def make_service_slug(text: str) -> str:
    """Return the id that the service gives to a heading with this *text*."""
    return _DASHED.sub("-", curl_quotes(text.strip()).lower()).strip("-")


def make_underlined_slug(text: str) -> str:
    """Return the id that links to functions use: `make_service_slug`, but with ``_`` kept."""
    return _DASHED_BUT_UNDERLINE.sub("-", curl_quotes(text.strip()).lower()).strip("-")


def make_slash_slug(text: str) -> str:
    """Return the id that links to alternatives such as ``GET/POST`` use: a slash becomes ``-``."""
    return make_service_slug(text.replace("/", " "))


def make_shown_slug(text: str) -> str:
    """Return the id that the service's current pages have for a heading.

    Quotes stay straight, ``? , ; : ! ' " ( ) [ ] { }`` and emoji are removed, and contractions
    are joined.
    """
    dashed = re.sub(r"\s+", "-", text.strip().lower())
    slug = _CONTRACTION.sub("", _UNENCODED.sub("-", dashed)).strip("-").translate(_CLEANED)
    # Emoji are the only other characters that are removed.
    if slug.isascii():
        return slug
    return "".join(letter for letter in slug if unicodedata.category(letter) != "So")


def make_checked_slug(text: str) -> str:
    """Return the id that the service's link checker accepts: `make_service_slug` without ``" ~``.

    Apostrophes stay straight.
    """
    return _DASHED_OR_TILDE.sub("-", text.strip().replace('"', "").lower()).strip("-")


def make_written_slug(text: str) -> str:
    """Return the id of links that keep all punctuation: ``#agents.defaults-(optional)``."""
    return re.sub(r"\s+", "-", text.strip().lower())


def make_title_slug(text: str) -> str:
    """Return the id that the service gives to the title of an accordion.

    :returns: ASCII letters and digits separated by ``-``; ``""`` for text with other letters,
        which the service transliterates by a table of its own.
    """
    if any(letter.isalnum() and not letter.isascii() for letter in text):
        return ""
    lowered = text.lower().replace("&", " and ")
    return _CONTRACTION.sub("", _NO_ASCII_WORD.sub("-", lowered)).strip("-")


def make_field_slug(text: str) -> str:
    """Return the id that the service gives to a field: ``on-error`` for ``onError``."""
    return _NO_WORD.sub("-", _HUMP.sub("-", text.strip())).strip("-").lower()


def make_github_slug(text: str) -> str:
    """Return the id that GitHub gives to a heading with this *text*."""
    return _GITHUB.sub("", text.strip().lower()).replace(" ", "-")


class Slugger:
    """The ids of one page, each of which is given out once.

    A repeated text gets ``-2``, ``-3`` … by the service's rule, and ``-1``, ``-2`` … by GitHub's
    and by that of titles.
    """

    def __init__(self) -> None:
        self._service: dict[str, int] = {}
        self._shown: dict[str, int] = {}
        self._github: dict[str, int] = {}
        self._titles: dict[str, int] = {}
        self._taken: set[str] = set()

    def claim(self, text: str) -> tuple[str, ...]:
        """Return the ids of a heading with this *text*, the service's first.

        :returns: only ids that the page does not have yet; ``()`` if the text has no letters.
        """
        service, github, displayed, underline, slash = _make_slugs(text)
        # Each rule counts repeated headings by itself.
        service = self._count(self._service, service, 1)
        github = self._count(self._github, github, 0)
        displayed = self._count(self._shown, displayed, 1)
        return self._take(service, github, underline, slash, displayed)

    def claim_title(self, text: str) -> tuple[str, ...]:
        """Return the ids of a component's title: those of `claim`, then its `make_title_slug`."""
        title = self._count(self._titles, make_title_slug(text), 0)
        return self.claim(text) + self._take(title)

    def claim_field(self, prefixes: Sequence[str], text: str) -> tuple[str, ...]:
        """Return the ids of a field called *text*: each of *prefixes* with its `make_field_slug`.

        They are followed by the ids that `claim` gives, which older links use, and by those of the
        name without its placeholder: ``--timeout`` of ``--timeout <ms>``.
        """
        ids: list[str] = []
        for name in dict.fromkeys((text, _VALUE.sub("", text))):
            for prefix in prefixes:
                slug = f"{prefix}{make_field_slug(name)}"
                # The service's own rule may give the same id, which the next line claims.
                if slug != make_service_slug(prefix + name):
                    ids += self.claim(slug)
                ids += self.claim(prefix + name)
        return tuple(ids)

    def keep(self, author_id: str) -> tuple[str, ...]:
        """Reserve an id that an author wrote; return it in a tuple, or ``()`` if it is taken."""
        if not author_id or author_id in self._taken:
            return ()
        self._taken.add(author_id)
        return (author_id,)

    def _take(self, *ids: str) -> tuple[str, ...]:
        """Return those of *ids* that the page does not have yet, and reserve them."""
        free = tuple(slug for slug in dict.fromkeys(ids) if slug and slug not in self._taken)
        self._taken.update(free)
        return free

    @staticmethod
    def _count(counts: dict[str, int], slug: str, offset: int) -> str:
        """Return *slug* with a number if it was counted before: *offset* plus how often it was."""
        count = counts[slug] = counts.get(slug, 0) + 1
        return slug if count == 1 or not slug else f"{slug}-{count - 1 + offset}"


@functools.lru_cache(maxsize=10_000)
def _make_slugs(text: str) -> tuple[str, str, str, str, str]:
    """Return the ids of *text* by the rules of headings, cached as pages of an API repeat headings.

    :returns: the ids of the service, of GitHub, as shown today, with ``_``, and without a slash.
    """
    # Plain words, the most frequent case, get the same id from every rule.
    if _PLAIN.fullmatch(text):
        slug = text.lower().replace(" ", "-")
        return slug, slug, slug, slug, slug
    rules = (
        make_service_slug,
        make_github_slug,
        make_shown_slug,
        make_underlined_slug,
        make_slash_slug,
    )
    service, github, displayed, underline, slash = (rule(text) for rule in rules)
    return service, github, displayed, underline, slash
