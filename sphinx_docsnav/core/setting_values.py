"""What is wrong with a value of a setting, of a build or in the text of a conf.py."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from sphinx_docsnav.core.choice import SettingChoice
from sphinx_docsnav.core.conf_file import (
    PREFIX,
    UNKNOWN,
    Assignment,
    unknown_settings,
)
from sphinx_docsnav.core.settings import SETTINGS
from sphinx_docsnav.core.site.openapi_sources import wrong_sources
from sphinx_docsnav.docs_json.phrases import did_you_mean, listing
from sphinx_docsnav.faults import Fault, FaultKind, Severity

_SCHEME = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*")
_RUNNING_SCHEMES = frozenset(
    {"javascript", "vbscript", "data", "blob", "file", "filesystem", "about", "view-source"}
)
"""Schemes that no setting can allow."""
_EDIT_URL = re.compile(r"https?://[^/\s{}]+/[^\s{}]*\{path\}[^\s{}]*", re.IGNORECASE)
_PROXY = re.compile(r"(https?://[^/\s]+)?/(?!/)\S*", re.IGNORECASE)
_TYPES = {bool: "True or False", int: "a number", str: "a string", list: "a list", dict: "a dict"}
_HOLDS_STRINGS = frozenset(
    {"docsnav_iframe_hosts", "docsnav_link_schemes", "docsnav_only", "docsnav_openapi_languages"}
)


def wrong_value(name: str, value: Any, valid_types: Any) -> Iterator[str]:  # noqa: ANN401 -- a value of conf.py, and what Sphinx takes as types
    """Yield what is wrong with the value of a setting: expected, found, and a way out.

    :param valid_types: as Sphinx keeps them for the setting.
    """
    if isinstance(valid_types, SettingChoice):
        choices = sorted(valid_types.choices)
        if value not in choices:
            hint = did_you_mean(value, choices) if isinstance(value, str) else ""
            yield _sentence(listing(choices, "or"), value, hint)
    elif not isinstance(value, tuple(valid_types)):
        named = [_TYPES[kind] for kind in _TYPES if kind in valid_types]
        hint = f"write [{value!r}]" if isinstance(value, str) and "a list" in named else ""
        yield _sentence(" or ".join(named), value, hint)
    elif name in _CHECKS:
        yield from _CHECKS[name](value)
    elif name in _HOLDS_STRINGS:
        held: Any = value
        pairs: Any = held.items() if isinstance(held, dict) else enumerate(held)
        for key, item in pairs:
            if not isinstance(key, str | int) or not isinstance(item, str):
                yield f"at {key!r}, {_sentence('a string', item, '')}"


def _wrong_schemes(schemes: Iterable[object]) -> Iterator[str]:
    """Yield what is wrong with the schemes that links may have."""
    wrong = [item for item in schemes if not _is_link_scheme(item)]
    hint = "name them without '://'"
    yield from (_sentence("schemes of applications", item, hint) for item in wrong)


def _wrong_edit_url(url: str) -> Iterator[str]:
    """Yield what is wrong with the address where pages are edited."""
    if url and not _EDIT_URL.fullmatch(url):
        hint = "write it like 'https://github.com/OWNER/REPO/edit/main/docs/{path}'"
        yield _sentence("a URL with https:// or http:// and {path}", url, hint)


def _wrong_proxy(url: str) -> Iterator[str]:
    """Yield what is wrong with the address that requests are sent to."""
    if url and not _PROXY.fullmatch(url):
        hint = "write it like 'https://proxy.example/' or '/proxy?url='"
        yield _sentence("a URL with https:// or http://, or a path", url, hint)


def _is_link_scheme(value: object) -> bool:
    """Return whether links may get this scheme; some would run code or show other content."""
    return (
        isinstance(value, str)
        and _SCHEME.fullmatch(value) is not None
        and value.lower() not in _RUNNING_SCHEMES
    )


def _wrong_aliases(aliases: Mapping[object, object]) -> Iterator[str]:
    """Yield what is wrong with other names of components."""
    for name, value in aliases.items():
        if isinstance(name, str) and (isinstance(value, str) or _is_alias(value)):
            continue
        expected = "a component's name, or a dict with its 'component' and the 'props' to rename"
        yield f"at {name!r}, {_sentence(expected, value, '')}"


def _is_alias(value: object) -> bool:
    if not isinstance(value, dict) or not isinstance(value.get("component"), str):
        return False
    props = value.get("props", {})
    return (
        value.keys() <= {"component", "props"}
        and isinstance(props, dict)
        and all(isinstance(word, str) for pair in props.items() for word in pair)
    )


def _sentence(expected: str, value: object, hint: str) -> str:
    return f"expected {expected}, found {value!r}" + (f"; {hint}" if hint else "")


_CHECKS: Mapping[str, Callable[[Any], Iterable[str]]] = {
    "docsnav_components": _wrong_aliases,
    "docsnav_edit_url": _wrong_edit_url,
    "docsnav_link_schemes": _wrong_schemes,
    "docsnav_openapi": wrong_sources,
    "docsnav_try_it_proxy": _wrong_proxy,
}
"""What is wrong with the value of a setting beyond its type."""


def wrong_assignments(assignments: Iterable[Assignment], path: Path) -> Iterator[Fault]:
    """Yield ``conf_setting`` for what *assignments* of the conf.py at *path* get wrong.

    A name that is like none of ours may be a setting of another extension: what conf.py
    loads is known only to a build.
    """
    settings = {setting.name: setting for setting in SETTINGS}
    ours = [name.removeprefix(PREFIX) for name in settings]
    near = [
        found
        for found in assignments
        if difflib.get_close_matches(found.name.removeprefix(PREFIX), ours, 1, 0.75)
    ]
    yield from unknown_settings(near, settings, path)
    for found in assignments:
        if found.value is UNKNOWN or found.name not in settings:
            continue
        for what in wrong_value(found.name, found.value, settings[found.name].types):
            message = f"{found.name}: {what}"
            yield Fault(FaultKind.CONF_SETTING, Severity.ERROR, message, path, found.position)
