"""Words of domains that Sphinx translates once, made to be translated for each page.

Sphinx looks up "Parameters", "Returns", "Added in version %s" and the names of
kinds of objects when it loads its modules, in the project's language. Where
modules are loaded earlier it keeps lazy strings instead, which are looked up
when they are used; here the others become such strings.
"""

from __future__ import annotations

import gettext
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import TYPE_CHECKING, Any

from babel.messages.mofile import read_mo
from sphinx import locale
from sphinx.domains.changeset import versionlabels

from sphinx_docsnav.core.language import CATALOGUES
from sphinx_docsnav.core.state import build_state
from sphinx_docsnav.features.languages.page_language import has_other_languages

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.domains import Domain
    from sphinx.environment import BuildEnvironment


def english_texts(app: Sphinx) -> dict[str, str]:
    """Return the English for each of Sphinx's texts in the project's language."""
    return build_state(app).slot(_english_texts)


def translate_late(
    app: Sphinx,
    env: BuildEnvironment,  # noqa: ARG001 -- an event
    added: AbstractSet[str],  # noqa: ARG001 -- an event
    changed: AbstractSet[str],  # noqa: ARG001 -- an event
    removed: AbstractSet[str],  # noqa: ARG001 -- an event
) -> tuple[()]:
    """Replace the texts of all domains by lazy strings, if pages have other languages.

    The texts are globals of Sphinx. The event ``env-get-outdated`` is the first
    one after which Sphinx emits ``build-finished`` whatever happens.
    """
    if not has_other_languages(app):
        return ()
    english = english_texts(app)
    known = dict(locale.translators)
    locale.translators.clear()  # Sphinx returns lazy strings while it has no catalogue
    try:
        for holder, name in _labels(app):
            _make_late(app, holder.__dict__, name, english)
        for kind in versionlabels:
            _make_late(app, versionlabels, kind, english)
    finally:
        locale.translators.update(known)
    return ()


def _make_late(app: Sphinx, holder: dict[str, Any], name: str, english: dict[str, str]) -> None:
    text = holder.get(name)
    if isinstance(text, str) and text:
        build_state(app).restorations.callback(holder.__setitem__, name, text)
        holder[name] = locale._(english.get(text, text))


def _english_texts(app: Sphinx) -> dict[str, str]:
    file = gettext.find("sphinx", CATALOGUES, [app.config.language])
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
            for field in getattr(directive, "doc_field_types", ()):
                yield field, "label"
        for kind in domain.object_types.values():
            yield kind, "lname"


def _domains(app: Sphinx) -> list[Domain]:
    return [app.env.get_domain(name) for name in app.registry.domains]
