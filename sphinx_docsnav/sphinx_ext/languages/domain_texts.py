"""Words of domains that Sphinx translates once, made to be translated for each page.

Sphinx looks up "Parameters", "Returns", "Added in version %s" and the names of
kinds of objects when it loads its modules, in the project's language. Where
modules are loaded earlier it keeps lazy strings instead, which are looked up
when they are used; here the others become such strings.
"""

from __future__ import annotations

from collections.abc import Iterator
from gettext import GNUTranslations
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from sphinx import locale
from sphinx.domains.changeset import versionlabels

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.domains import Domain

GENERAL = ("general", "sphinx")
"""The catalogue of Sphinx's words in pages."""


_english: WeakKeyDictionary[Sphinx, dict[str, str]] = WeakKeyDictionary()


def english_words(app: Sphinx) -> dict[str, str]:
    """Return the English for each of Sphinx's words in the project's language."""
    return _english.get(app, {})


def translate_late(app: Sphinx) -> None:
    """Make the words of all domains lazy strings (``builder-inited``)."""
    messages = _english[app] = _messages()
    known = dict(locale.translators)
    locale.translators.clear()  # without a catalogue Sphinx hands out lazy strings
    try:
        for holder, name in _labels(app):
            _make_late(holder.__dict__, name, messages)
        for kind in versionlabels:
            _make_late(versionlabels, kind, messages)
    finally:
        locale.translators.update(known)


def _make_late(words: dict[str, Any], name: str, messages: dict[str, str]) -> None:
    word = words.get(name)
    if isinstance(word, str) and word:
        words[name] = locale._(messages.get(word, word))


def _messages() -> dict[str, str]:
    """Return the English for each word of the project's language."""
    catalogue = locale.translators.get(GENERAL)
    if not isinstance(catalogue, GNUTranslations):
        return {}
    entries: dict[Any, str] = catalogue._catalog  # type: ignore[attr-defined]  # noqa: SLF001 -- its only table
    return {said: message for message, said in entries.items() if isinstance(message, str) and said}


def _labels(app: Sphinx) -> Iterator[tuple[object, str]]:
    """Yield the objects of domains that have a word, with the attribute that has it."""
    for domain in _domains(app):
        for directive in domain.directives.values():
            for field in getattr(directive, "doc_field_types", ()):
                yield field, "label"
        for kind in domain.object_types.values():
            yield kind, "lname"


def _domains(app: Sphinx) -> list[Domain]:
    return [app.env.get_domain(name) for name in app.registry.domains]


def setup_domain_words(app: Sphinx) -> None:
    """Connect the handler."""
    app.connect("builder-inited", translate_late)
