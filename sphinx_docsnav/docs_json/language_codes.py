"""The language codes that docs.json knows."""

from __future__ import annotations

import difflib
import re

SPECIFIED = (
    *("ar", "cs", "cn", "zh-Hant", "nl", "en", "fr", "de", "he", "hi", "id", "it", "jp", "ko"),
    *("lv", "no", "pl", "pt-BR", "ro", "ru", "es", "sv", "tr", "ua", "uz", "vi"),
)
"""The codes of the specification, section 2.4, in its order."""

ADDED = (
    *("zh", "zh-Hans", "zh-CN", "zh-TW", "fr-CA", "fr-ca", "ja", "ja-jp", "ja-JP", "pt", "da"),
    *("uk", "ca", "fi", "hu"),
)
"""Codes that docs.json sites came to use later."""

KNOWN = frozenset(SPECIFIED + ADDED)
"""Every code that needs no message."""

_SINGLETON_PARTS = r"(?:-[0-9A-WY-Za-wy-z](?:-[A-Za-z0-9]{2,8})+)*(?:-x(?:-[A-Za-z0-9]{1,8})+)?"
_WELL_FORMED = re.compile(
    r"(?:[A-Za-z]{2,3}(?:-[A-Za-z]{3}){0,3}|[A-Za-z]{4,8})"  # language, extensions of it
    r"(?:-[A-Za-z]{4})?"  # script
    r"(?:-(?:[A-Za-z]{2}|[0-9]{3}))?"  # region
    r"(?:-(?:[A-Za-z0-9]{5,8}|[0-9][A-Za-z0-9]{3}))*" + _SINGLETON_PARTS
)


def is_well_formed(code: str) -> bool:
    """Return whether *code* has the form of a language tag (BCP 47)."""
    return _WELL_FORMED.fullmatch(code) is not None


def nearest_language(code: str) -> str:
    """Return the known code most like *code*, or ``""``.

    The same letters in another case come first, then the language without its
    region or script, then the most similar spelling.
    """
    by_case = {known.lower(): known for known in (*reversed(ADDED), *reversed(SPECIFIED))}
    wanted = code.replace("_", "-").lower()
    while wanted:
        if wanted in by_case:
            return by_case[wanted]
        if "-" not in wanted:
            break
        wanted = wanted.rpartition("-")[0]
    if len(code) < 2:  # noqa: PLR2004 - one letter is like too many codes
        return ""
    close = difflib.get_close_matches(code.lower(), sorted(by_case), 1)
    return by_case[close[0]] if close else ""
