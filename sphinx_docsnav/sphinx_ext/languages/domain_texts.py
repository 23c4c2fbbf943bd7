"""Texts of domains that Sphinx translates once, translated for each page of a multilingual site.

Sphinx looks up "Parameters", "Returns", "Added in version %s" and the names of
kinds of objects when it loads its modules, in the project's language. Where
modules are loaded earlier it keeps lazy strings instead, which are looked up
when they are used; here the others become such strings.
"""

from __future__ import annotations

import gettext
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from babel.messages.mofile import read_mo
from sphinx import locale
from sphinx.domains.changeset import versionlabels

from sphinx_docsnav.sphinx_ext.languages.page_language import CATALOGUES, LAST, has_other_languages

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.domains import Domain


@dataclass(slots=True)
class DomainTexts:
    """The texts of domains that one build has replaced by lazy strings."""

    english: dict[str, str]
    """The English for each of Sphinx's texts in the project's language."""
    replaced: list[tuple[dict[str, Any], str, str]] = field(default_factory=list)
    """Where each text was: a dictionary, a key in it, and the text."""

    def make_lazy(self, texts: dict[str, Any], key: str) -> None:
        """Replace a text; Sphinx hands out lazy strings while it has no catalogue."""
        text = texts.get(key)
        if isinstance(text, str) and text:
            self.replaced.append((texts, key, text))
            texts[key] = locale._(self.english.get(text, text))

    def restore(self) -> None:
        """Put the texts back that Sphinx had."""
        while self.replaced:
            texts, key, text = self.replaced.pop()
            texts[key] = text


_texts: WeakKeyDictionary[Sphinx, DomainTexts] = WeakKeyDictionary()


def english_words(app: Sphinx) -> dict[str, str]:
    """Return the English for each of Sphinx's texts in the project's language."""
    known = _texts.get(app)
    return known.english if known else {}


def translate_late(app: Sphinx, *_event: object) -> None:
    """Make the texts of all domains lazy, if pages have other languages (``env-before-read-docs``).

    Not earlier: an error from here on ends in ``build-finished``, which restores them.
    """
    if not has_other_languages(app):
        return
    texts = _texts[app] = DomainTexts(_messages(app.config.language))
    known = dict(locale.translators)
    locale.translators.clear()
    try:
        for holder, name in _labels(app):
            texts.make_lazy(vars(holder), name)
        for kind in versionlabels:
            texts.make_lazy(versionlabels, kind)
    finally:
        locale.translators.update(known)


def restore_texts(app: Sphinx, exception: Exception | None) -> None:  # noqa: ARG001 -- an event
    """Restore the texts of domains (``build-finished``)."""
    texts = _texts.get(app)
    if texts:
        texts.restore()


def _messages(language: str) -> dict[str, str]:
    """Return the English for each of Sphinx's texts in *language*."""
    file = gettext.find("sphinx", CATALOGUES, [language])
    if file is None:
        return {}
    with Path(file).open("rb") as stream:
        catalogue = read_mo(stream)
    return {
        entry.string: entry.id
        for entry in catalogue
        if isinstance(entry.id, str) and entry.id and isinstance(entry.string, str)
    }


def _labels(app: Sphinx) -> Iterator[tuple[object, str]]:
    """Yield the objects of domains that have a word, with the attribute that has it."""
    for domain in _domains(app):
        for directive in domain.directives.values():
            for described in getattr(directive, "doc_field_types", ()):
                yield described, "label"
        for kind in domain.object_types.values():
            yield kind, "lname"


def _domains(app: Sphinx) -> list[Domain]:
    return [app.env.get_domain(name) for name in app.registry.domains]


def setup_domain_words(app: Sphinx) -> None:
    """Connect the handler."""
    app.connect("env-before-read-docs", translate_late)
    app.connect("build-finished", restore_texts, priority=LAST)
