"""Language codes of docs.json for browsers, readers, Sphinx and LaTeX, and translated labels.

Labels such as "Note" and "Next" are in Sphinx's own catalogues. A package with other labels has a
table, such as ``words.txt``, with one line for each language::

    en = Info | Details
    de = Info | Einzelheiten

The package reads it once::

    TABLE = TranslationTable(Path(__file__).with_name("words.txt"), ("info", "details"))

``TABLE.of(code)["details"]`` is the label in the language *code*, as docs.json or Sphinx writes it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path

from babel import Locale, UnknownLocaleError
from babel.core import get_global

from sphinx_docsnav.sitefiles.nearest import find_similar_name

# Source: the service's codes (https://www.mintlify.com/docs/organize/navigation); the values are of
# the IANA Language Subtag Registry (PyPI: babel).
BROWSER_CODES = {
    "cn": "zh-Hans",
    "jp": "ja",
    "no": "nb",
    "ua": "uk",
    "zh": "zh-Hans",
}
"""The BCP 47 codes for codes of docs.json that are invalid, or valid with another meaning."""

# Source: Unicode CLDR, common/main/*.xml, characterOrder (PyPI: babel).
LEFT_TO_RIGHT = frozenset(
    {
        "cs",
        "da",
        "de",
        "el",
        "en",
        "es",
        "fi",
        "fr",
        "hu",
        "id",
        "it",
        "ja",
        "ko",
        "nb",
        "nl",
        "pl",
        "pt",
        "ro",
        "ru",
        "sv",
        "th",
        "tr",
        "uk",
        "vi",
        "zh",
    }
)
"""Languages that are always written from left to right, so that no data of Babel is loaded."""

SCRIPT_LETTERS = 4
"""The length of the subtag of a script, by which it is recognized."""
_SCRIPT_CODES = {"zh-TW": "zh-Hant", "zh-HK": "zh-Hant"}
"""Regions that imply a script."""
SPECIFIED = (
    "ar",
    "cs",
    "cn",
    "zh-Hant",
    "nl",
    "en",
    "fr",
    "de",
    "he",
    "hi",
    "id",
    "it",
    "jp",
    "ko",
    "lv",
    "no",
    "pl",
    "pt-BR",
    "ro",
    "ru",
    "es",
    "sv",
    "tr",
    "ua",
    "uz",
    "vi",
)
"""The codes of the specification, section 2.4, in its order."""
ADDED = (
    "zh",
    "zh-Hans",
    "zh-CN",
    "zh-TW",
    "fr-CA",
    "fr-ca",
    "ja",
    "ja-jp",
    "ja-JP",
    "pt",
    "da",
    "uk",
    "ca",
    "fi",
    "hu",
)
"""Codes that the service added later: those of the npm package ``@mintlify/models``."""
KNOWN = frozenset(SPECIFIED + ADDED)
"""All codes that the format lists."""
_SINGLETON_PARTS = r"(?:-[0-9A-WY-Za-wy-z](?:-[A-Za-z0-9]{2,8})+)*(?:-x(?:-[A-Za-z0-9]{1,8})+)?"
_WELL_FORMED = re.compile(
    r"(?:[A-Za-z]{2,3}(?:-[A-Za-z]{3}){0,3}|[A-Za-z]{4,8})"  # language, extensions of it
    r"(?:-[A-Za-z]{4})?"  # script
    r"(?:-(?:[A-Za-z]{2}|[0-9]{3}))?"  # region
    r"(?:-(?:[A-Za-z0-9]{5,8}|[0-9][A-Za-z0-9]{3}))*" + _SINGLETON_PARTS
)


def make_browser_code(code: str) -> str:
    """Return the BCP 47 tag for a language of docs.json, case as the standard recommends."""
    language, *subtags = code.replace("_", "-").split("-")
    # With a subtag, as in `zh-Hant`, the code is a BCP 47 tag already.
    if not subtags and language.lower() in BROWSER_CODES:
        return BROWSER_CODES[language.lower()]
    # A script is written as `Hant`, a region as `BR`.
    written = (tag.title() if len(tag) == SCRIPT_LETTERS else tag.upper() for tag in subtags)
    return "-".join([language.lower(), *written])


@cache
def _find_locale(code: str) -> Locale | None:
    try:
        return Locale.parse(make_browser_code(code), sep="-")
    except (ValueError, UnknownLocaleError):
        return None


def find_autonym(code: str) -> str:
    """Return the name of a language in that language; *code* itself if the name is not known."""
    locale = _find_locale(code)
    name = locale.get_display_name() if locale else None
    return name[:1].upper() + name[1:] if name else code


def direction(code: str) -> str:
    """Return the direction of a language: ``rtl`` or ``ltr``."""
    if make_browser_code(code).partition("-")[0] in LEFT_TO_RIGHT:
        return "ltr"
    locale = _find_locale(code)
    return locale.text_direction if locale else "ltr"


def choose_latex_engine(codes: Iterable[str]) -> str:
    """Return the LaTeX engine that can write all of these languages."""
    languages = set(codes)
    scripts = {_find_script(code) for code in languages} - {"", "Latn", "Cyrl"}
    if not scripts:
        return "pdflatex"
    is_rtl = any(direction(code) == "rtl" for code in languages)
    east_asian = {"Hans", "Hant", "Jpan", "Kore"}
    return "lualatex" if is_rtl and not scripts & east_asian else "xelatex"


def _find_script(code: str) -> str:
    """Return the script of a language, such as ``Latn``; empty if it is not known."""
    tag = make_browser_code(code)
    likely_subtags = get_global("likely_subtags")
    # CLDR names the usual script of a language; a script in the code itself comes before it.
    likely = (
        likely_subtags.get(tag.replace("-", "_")) or likely_subtags.get(tag.partition("-")[0]) or ""
    )
    scripts = (
        part for part in (*tag.split("-"), *likely.split("_")) if len(part) == SCRIPT_LETTERS
    )
    return next(scripts, "")


def find_catalog_code(code: str) -> str:
    """Return the name of Sphinx's message catalogue for a language, such as ``pt_BR``."""
    tag = make_browser_code(code)
    catalogs = {"zh-Hans": "zh_CN", "zh-Hant": "zh_TW", "nb": "nb_NO", "pt": "pt_PT", "uk": "uk_UA"}
    return catalogs.get(tag, tag.replace("-", "_"))


class TranslationTable:
    """The translated texts of one package, in all supported languages."""

    def __init__(self, file: Path, names: Sequence[str]) -> None:
        self.file = file
        """The table."""
        self.names = tuple(names)
        """The names of the texts, in the order of the columns of the table."""

    def of(self, code: str) -> Mapping[str, str]:
        """Return the texts in a language by name; in English if the table lacks the language."""
        tag = make_browser_code(code or "en")
        tag = _SCRIPT_CODES.get(tag, tag)
        rows = self.rows
        # From the exact tag to its language, and then to English, which every table has.
        return rows.get(tag) or rows.get(tag.partition("-")[0]) or rows["en"]

    @cached_property
    def rows(self) -> Mapping[str, Mapping[str, str]]:
        """The texts by language.

        :raises ValueError: a line does not have one text for each name.
        """
        rows: dict[str, Mapping[str, str]] = {}
        for line in self.file.read_text(encoding="utf-8").splitlines():
            code, separator, texts = line.partition(" = ")
            if separator and not line.startswith("#"):
                rows[code] = dict(zip(self.names, texts.split(" | "), strict=True))
        return rows


def is_well_formed(code: str) -> bool:
    """Return whether *code* has the form of a language tag (BCP 47)."""
    return _WELL_FORMED.fullmatch(code) is not None


def find_nearest_language(code: str) -> str:
    """Return the known code most like *code*, or ``""``.

    The same letters in another case come first, then the language without its
    region or script, then the most similar spelling.
    """
    by_case = {name.lower(): name for name in (*reversed(ADDED), *reversed(SPECIFIED))}
    # Remove subtags from the end until a code is known.
    wanted = code.replace("_", "-").lower()
    while wanted:
        if wanted in by_case:
            return by_case[wanted]
        if "-" not in wanted:
            break
        wanted = wanted.rpartition("-")[0]
    if len(code) < 2:  # noqa: PLR2004 - one letter is like too many codes
        return ""
    return by_case.get(find_similar_name(code.lower(), sorted(by_case)), "")
