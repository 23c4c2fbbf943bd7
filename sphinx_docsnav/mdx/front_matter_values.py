"""The values that known keys of front matter can have."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from typing import Any

from sphinx_docsnav.docs_json.phrases import describe, did_you_mean, listing
from sphinx_docsnav.icons.libraries import STYLE_EXPECTED, STYLES
from sphinx_docsnav.sitefiles.safe_urls import runs_script

FLAGS = ("hidden", "deprecated", "noindex")
"""Keys that are true or false."""
MODES = frozenset({"wide", "center", "custom", "frame"})
"""The modes that change the layout around a page; ``default`` changes nothing."""
_TEXTS = ("title", "sidebarTitle", "description", "tag", "url", "openapi")
_KEYS = (*FLAGS, *_TEXTS, "icon", "iconType", "keywords", "mode")
"""Keys that messages suggest in place of others."""
_NO_ADDRESSES = frozenset(
    {"title", "sidebarTitle", "description", "keywords", "tag", "alt", "site_name"}
)
"""The last words of keys whose values are never addresses: ``title``, ``og:title`` …"""
_LONG = 5
"""Names of so many letters are suggested for others that are not spelled alike."""
_WORDS = {
    **dict.fromkeys(("yes", "on", "1", "y"), "true"),
    **dict.fromkeys(("no", "off", "0", "n"), "false"),
}


def flag_of(value: object) -> bool | None:
    """Return whether *value* is true or false, as a boolean or as a word; ``None`` for neither."""
    if isinstance(value, bool) or value is None:
        return bool(value)
    word = value.strip().lower() if isinstance(value, str) else ""
    return {"true": True, "false": False}.get(word)


def runs_as_address(key: str, value: object) -> bool:
    """Return whether *value* is an address that runs a script where a theme links to it.

    ``title: "JavaScript: an overview"`` is not, as the values of that key are no addresses.
    """
    text_only = key.rpartition(":")[2] in _NO_ADDRESSES
    return isinstance(value, str) and not text_only and runs_script(value)


def wrong_values(data: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Yield each key of front matter with a value that cannot be used, a message and a hint."""
    for key in FLAGS:
        if flag_of(data.get(key)) is None:
            word = _WORDS.get(str(data[key]).lower())
            hint = f"write '{key}: {word}'" if word else f"write '{key}: true', or remove the line"
            yield key, _message(key, "true or false", data[key]), hint
    for key in _TEXTS:
        if isinstance(data.get(key), (list, dict)):
            yield key, _message(key, "text", data[key]), "write the value in quotes"
    for key, choices, expected in _CHOICES:
        value = data.get(key)
        if value is not None and (
            not isinstance(value, str) or value.strip().lower() not in choices
        ):
            hint = did_you_mean(value, choices) if isinstance(value, str) else ""
            yield key, _message(key, expected, value), hint

    yield from _misspelled(data)


def _misspelled(data: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Yield each key that is spelled almost as one that the page lacks.

    Short names resemble too many others, as ``mode`` resembles ``model``.
    """
    wanted = {name.lower(): name for name in _KEYS if name not in data}
    long = [name for name in wanted if len(name) >= _LONG]
    for key in data:
        if key in _KEYS:
            continue
        plain = key.lower().replace("_", "").replace("-", "")
        near = [plain] if plain in wanted else difflib.get_close_matches(plain, long, 1, 0.85)
        for name in map(wanted.get, near):
            hint = f"did you mean {name!r}?"
            yield key, f"front matter has unknown key {key!r}; it is ignored", hint


def _message(key: str, expected: str, value: Any) -> str:  # noqa: ANN401 -- as YAML has it
    return f"front matter {key!r}: expected {expected}, found {describe(value)}; it is ignored"


_MODES = ("default", *sorted(MODES))
_CHOICES = (
    ("mode", _MODES, listing(_MODES, "or")),
    ("iconType", STYLES, STYLE_EXPECTED),
)
