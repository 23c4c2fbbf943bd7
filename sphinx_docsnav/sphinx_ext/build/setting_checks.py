"""Check the values of the extension's settings before anything uses them.

Sphinx warns about a wrong type, but uses the value.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx.errors import ConfigError

from sphinx_docsnav.docs_json.phrases import did_you_mean, listing
from sphinx_docsnav.sphinx_ext.build.choice import SettingChoice
from sphinx_docsnav.sphinx_ext.build.component_setup import registry_of
from sphinx_docsnav.sphinx_ext.build.message_log import stop_build
from sphinx_docsnav.sphinx_ext.build.openapi_sources import wrong_sources

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config


PREFIX = "docsnav_"
"""What the names of our settings begin with."""

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


def check_settings(app: Sphinx, config: Config) -> None:
    """Refuse values that no setting can have (``config-inited``).

    :raises ConfigError: with a line for each such value.
    """
    names = sorted(name for name in config.values if name.startswith(PREFIX))
    wrong = [f"{name}: {what}" for name in names for what in _wrong(config, name)]
    wrong = wrong or [f"docsnav_components: {what}" for what in _unknown_components(app)]
    if wrong:
        stop_build(ConfigError("\n".join(wrong)), Path(app.srcdir))


def _wrong(config: Config, name: str) -> Iterator[str]:
    """Yield what is wrong with a setting: what is expected and found, and a way out."""
    option: Any = config.values[name]
    value: Any = config[name]
    if isinstance(option.valid_types, SettingChoice):
        choices = sorted(option.valid_types.choices)
        if value not in choices:
            hint = did_you_mean(value, choices) if isinstance(value, str) else ""
            yield _sentence(listing(choices, "or"), value, hint)
    elif not isinstance(value, tuple(option.valid_types)):
        named = [_TYPES[kind] for kind in _TYPES if kind in option.valid_types]
        hint = f"write [{value!r}]" if isinstance(value, str) and "a list" in named else ""
        yield _sentence(" or ".join(named), value, hint)
    elif name in _CHECKS:
        yield from _CHECKS[name](config[name])
    elif name in _HOLDS_STRINGS:
        held: Any = config[name]
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


def _unknown_components(app: Sphinx) -> Iterator[str]:
    """Yield each other name of a component that nothing knows."""
    registry = registry_of(app)
    for name, alias in registry.aliases.items():
        if alias.component not in registry.types:
            hint = did_you_mean(alias.component, sorted(registry.types))
            what = f"at {name!r}, there is no component {alias.component!r}"
            yield f"{what}; {hint}" if hint else what


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
