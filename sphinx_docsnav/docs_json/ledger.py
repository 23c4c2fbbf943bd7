"""The effect of each field of docs.json, key of front matter and component in this extension.

The reference prints these tables, and ``check`` reads them: a field has an effect, is replaced by a
setting of Sphinx, needs more than plain files, or is not implemented. Names are
paths with dots; ``navigation.*`` stands for an element of any kind, and ``.*`` at the end for
names that a site chooses itself. An entry without entries below it covers what is below.
Source: the JSON Schema and the types of page metadata that the service publishes.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sphinx_docsnav.data_files.json_values import escape_key
from sphinx_docsnav.docs_json.json_source import JsonSource
from sphinx_docsnav.docs_json.kinds import RESERVED_METATAGS, SYSTEM_FONTS
from sphinx_docsnav.docs_json.site_settings import (
    SERVICE_OPTIONS,
    STATIC_OPTIONS,
    is_static_option,
)
from sphinx_docsnav.faults import Fault, FaultKind, Position, Severity
from sphinx_docsnav.messages import did_you_mean, quote
from sphinx_docsnav.sitefiles.nearest import find_misspelled, suggest_name
from sphinx_docsnav.sitefiles.safe_urls import find_scheme
from sphinx_docsnav.vocabulary.html_names import COMPONENT_NAMES, REPLACED_TAGS

_AUTH = "pages in plain files can be read by everyone"
_SERVICE = "the hosted service answers it"
_ELEMENT = "navigation.*"
_FONT = ("family", "weight", "source", "format")
_UNKNOWN = "not a field of the format"
"""Why a name that is in no table has no effect; see `make_unused_fault`."""
_SET_BY_THEME = "the theme, or html_baseurl, sets it on each page"
_FONTS = frozenset({"fonts", "fonts.heading", "fonts.body"})
_HOSTS = "docsnav_allowed.file_hosts"
_FORMAT_OF_FILE = "what the file of the site shows"
_NO_FONT = f"a font of a service needs its file in 'source', or {_HOSTS} in conf.py"
_ENABLED_BY_CONF = {
    "contextual": ("docsnav_page_actions", "names the buttons"),
    "colors": ("docsnav_colors", "gives them to the theme"),
}
"""The settings that enable a field in a project; without ``conf.py``, they are enabled."""


class Effect(enum.StrEnum):
    """The effect of a field in a build."""

    USED = "used"
    """It changes the output; the entry names the feature or the part of the code."""
    REPLACED = "replaced"
    """A setting of Sphinx decides; the entry names it."""
    ASKED = "needs conf.py"
    """It has an effect if ``conf.py`` enables it; the entry names the setting."""
    STATIC = "needs a server"
    """It cannot have an effect in plain files; the entry has the reason."""
    MISSING = "not implemented"
    """It could have an effect in plain files; the entry describes what happens instead."""


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """One field of the format."""

    effect: Effect
    """The effect of the field."""
    note: str
    """The feature, the setting that replaces it, or the reason."""
    setting: str = ""
    """The setting of ``conf.py`` that enables it."""


def _used(by: str, *names: str) -> dict[str, LedgerEntry]:
    return dict.fromkeys(names, LedgerEntry(Effect.USED, by))


def _replaced(by: str, *names: str) -> dict[str, LedgerEntry]:
    return dict.fromkeys(names, LedgerEntry(Effect.REPLACED, by))


def _asked(setting: str, why: str, *names: str) -> dict[str, LedgerEntry]:
    return dict.fromkeys(names, LedgerEntry(Effect.ASKED, f"{setting} {why}", setting))


def _static(why: str, *names: str) -> dict[str, LedgerEntry]:
    return dict.fromkeys(names, LedgerEntry(Effect.STATIC, why))


def _missing(what: str, *names: str) -> dict[str, LedgerEntry]:
    return dict.fromkeys(names, LedgerEntry(Effect.MISSING, what))


def _element(*names: str) -> tuple[str, ...]:
    return tuple(f"{_ELEMENT}.{name}" for name in names)


FIELDS: Mapping[str, LedgerEntry] = {
    **_used("editors", "$schema"),
    **_used("themes", "name", "logo", "logo.light", "logo.dark", "logo.href"),
    **_used("look", "favicon", "favicon.light", "favicon.dark"),
    **_used("themes", "colors", "colors.primary", "colors.light", "banner", "navbar", "footer"),
    **_used("markdown_copies", "description", "markdown"),
    **_used("rendering", "variables", "icons", "icons.library"),
    **_used("rendering", "styling.latex", "styling.markdown"),
    **_used("missing_pages", "redirects", "redirects.source", "redirects.destination"),
    **_used("themes", "styling", "styling.eyebrows", "interaction", "interaction.drilldown"),
    **_used("endpoints", "api", "api.openapi", "api.examples", "api.examples.languages"),
    **_used("endpoints", "api.examples.defaults", "api.examples.prefill"),
    **_used("endpoints", "api.examples.autogenerate", "api.params", "api.params.expanded"),
    **_used("page_actions", "contextual", "contextual.options"),
    **_replaced("html_theme, or --theme", "theme"),
    **_replaced("shades of colors.primary with enough contrast", "colors.dark"),
    **_used("endpoints", "api.playground", "api.playground.display", "api.playground.proxy"),
    **_missing("requests never carry cookies", "api.playground.credentials"),
    **_static("a server sends the status code", "redirects.permanent"),
    **_static(_AUTH, "public"),
    **_static(_SERVICE, "markdown.instructions"),
    **_asked("docsnav_script", "names a script that reads them", "integrations"),
    **_used("look", "appearance", "appearance.default", "appearance.strict"),
    **_used("look", "fonts", "fonts.heading", "fonts.body", "background", "styling.codeblocks"),
    **_used(
        "look", *(f"fonts.{part}{name}" for part in ("", "heading.", "body.") for name in _FONT)
    ),
    **_used("missing_pages", "errors", "errors.404"),
    **_used(
        "search_engines", "seo", "seo.metatags", "seo.indexing", "seo.paths", "seo.organization"
    ),
    **_replaced("the builder, html or dirhtml", "seo.trailingSlash"),
    **_used("page_end", "metadata", "metadata.timestamp", "feedback"),
    **_used("search", "search", "search.prompt"),
    **_used("thumbnails", "thumbnails", "thumbnails.appearance", "thumbnails.background"),
    **_asked("docsnav_thumbnail_font", "names the file of a font", "thumbnails.fonts"),
    **_replaced("docsnav_edit_url", "feedback.suggestEdit"),
    **_asked("docsnav_edit_url", "has the address of reports", "feedback.raiseIssue"),
    **_asked("docsnav_script", "names a script that gets the answers", "feedback.thumbsRating"),
    **_used("look", "styling.codeblocks.theme"),
    **_missing(
        "code is coloured by Pygments, which has no use for grammars of editors",
        "styling.codeblocks.languages",
    ),
    **_missing("all variations are shown", "variations"),
    **_missing("specifications of other kinds make no pages", "api.asyncapi"),
    **_used("endpoints", "api.mdx", "api.mdx.server", "api.mdx.auth"),
    **_used("endpoints", "api.mdx.auth.method", "api.mdx.auth.name"),
    **_missing("the form is that of the specification", "api.url", "api.params.post"),
    **_missing("the buttons are above the page", "contextual.display"),
    **_missing("specifications are not part of Markdown copies", "markdown.schema"),
    # navigation
    **_used("navigation", "navigation", "navigation.*"),
    **_used("navigation", *_element("anchor", "dropdown", "group", "item", "language", "product")),
    **_used("navigation", *_element("tab", "version", "anchors", "dropdowns", "groups", "menu")),
    **_used("navigation", *_element("languages", "products", "tabs", "versions", "pages")),
    **_used("navigation", *_element("global", "root", "expanded", "href", "hidden", "default")),
    **_used("navigation", *_element("page", "title")),
    **_used("versions", *_element("ref", "repository", "folder", "exclude")),
    **_used("themes", *_element("icon", "tag", "description", "color", "name", "banner")),
    **_used("themes", *_element("navbar", "footer", "align")),
    **_used("listings", *_element("directory")),
    **_used(
        "endpoints",
        *_element("openapi", "openapi.source", "openapi.directory", "openapi.overlays"),
    ),
    **_used("search", *_element("boost", "searchable")),
    **_missing("no pages are made from it", *_element("asyncapi", "graphql")),
    **_used("python_reference", *_element("sdk", "sdk.python")),
    **_missing("what another repository has is not fetched", *_element("sourceRef")),
    **_static(_AUTH, *_element("public")),
}
"""Every field of docs.json by its path."""

FRONT_MATTER: Mapping[str, LedgerEntry] = {
    **_used("navigation", "title", "sidebarTitle", "icon", "iconType", "tag", "url", "hidden"),
    **_used("navigation", "deprecated"),
    **_used("rendering", "description", "keywords", "robots", "author", "og:*", "twitter:*"),
    **_used("search", "noindex", "boost", "searchable"),
    **_used("page_modes", "mode"),
    **_used("endpoints", "openapi", "playground"),
    **_static(_AUTH, "groups", "public", "isPublic"),
    **_replaced("html_baseurl", "canonical", "href"),
    **_used("endpoints", "api", "auth", "authMethod", "contentType"),
    **_missing("no page is made from it", "asyncapi", "graphql", "sdk", "openapi-schema"),
    **_used("feeds", "rss"),
    **_used("page_end", "related", "timestamp", "lastUpdatedDate"),
    **_used("rendering", "createdDate", "authors"),
    **_used("navigation", "hideFooterPagination", "hideApiMarker"),
    **_used("page_actions", "contextual"),
    **_missing("the page is in the division that lists it", "version"),
}
"""Every key of front matter that the service reads; other keys are passed to templates."""


COMPONENTS: Mapping[str, LedgerEntry] = {
    **_used("rendering", *sorted(COMPONENT_NAMES | REPLACED_TAGS)),
    **_missing("only the banner of docs.json can be closed", "Banner.dismissible"),
    **_missing("the card is always of one kind", "GitHub.Repo.variant"),
    **_missing(
        "the samples are tabs",
        *(f"{name}.dropdown" for name in ("CodeGroup", "RequestExample", "ResponseExample")),
    ),
    **_missing("a field without 'required' is optional", "ParamField.optional"),
    **_missing("a field without 'required' is optional", "ResponseField.optional"),
    **_missing("the prompt can be copied", "Prompt.actions"),
    **_missing("the icon has its usual style", "Prompt.iconType"),
    **_missing("each step has an anchor", "Step.noAnchor"),
}
"""Every component of pages, and attributes of components without an effect."""


@dataclass(frozen=True, slots=True)
class WithoutEffect:
    """A field without an effect, at its position."""

    name: str
    """The path of the field, ``integrations.ga4``."""
    pointer: str
    """Its JSON pointer; empty in pages."""
    why: str
    """The reason, or what happens instead."""
    replaced: bool = False
    """Whether a setting of Sphinx replaces it."""
    setting: str = ""
    """The setting of ``conf.py`` with which it has an effect."""

    @property
    def label(self) -> str:
        """The name of the field in messages."""
        if self.pointer:
            return self.name
        component, _, attribute = self.name.rpartition(".")
        if component[:1].isupper():
            return f"{attribute!r} of <{component}>"
        return f"front matter {self.name!r}"


def find_fields_without_effect(value: Mapping[str, Any]) -> Iterator[WithoutEffect]:
    """Yield each outermost field of the docs.json *value* that changes nothing in the output."""
    yield from _find_below(value, "", "")


def _find_below(value: object, name: str, pointer: str) -> Iterator[WithoutEffect]:
    """Yield what has no effect in *value*, the object *name* or a list of such objects."""
    if isinstance(value, list):
        for number, item in enumerate(value):
            yield from _find_below(item, name, f"{pointer}/{number}")
    if not isinstance(value, Mapping):
        return
    for key, inside in value.items():
        if not key.startswith(("$", "//")):  # references and comments
            path, field_pointer = f"{name}.{key}" if name else key, f"{pointer}/{escape_key(key)}"
            yield from _find_in_field(inside, name, path, field_pointer)


def _find_in_field(inside: object, name: str, path: str, pointer: str) -> Iterator[WithoutEffect]:
    """Yield what has no effect in the field *path* of the object *name*, or the field itself."""
    entry = FIELDS.get(path) or FIELDS.get(f"{name}.*")
    if entry is None and not _has_entries_below(path):
        is_covered = name and not _has_entries_below(name)
        # Unknown fields of elements have a warning of the rules already.
        if not is_covered and not name.startswith(_ELEMENT):
            yield WithoutEffect(path, pointer, _UNKNOWN)
    # One message for the outermost field: what is below it has no effect either.
    elif entry is not None and entry.effect is not Effect.USED:
        yield from _find_in_entry(entry, path, inside, pointer)
    elif path == "contextual.options" and isinstance(inside, list):
        yield from _find_in_buttons(inside, path, pointer)
    # The names in these objects are the site's own, so no table has them.
    elif path.endswith("metatags") and isinstance(inside, Mapping):
        for key in RESERVED_METATAGS.intersection(inside):
            yield WithoutEffect(f"{path}.{key}", f"{pointer}/{key}", _SET_BY_THEME)
    else:
        if path in _FONTS and isinstance(inside, Mapping):
            if _is_service_font(inside):
                yield WithoutEffect(f"{path}.family", f"{pointer}/family", _NO_FONT, setting=_HOSTS)
            elif "format" in inside and _has_file(inside):
                yield WithoutEffect(
                    f"{path}.format", f"{pointer}/format", _FORMAT_OF_FILE, replaced=True
                )
        # Elements of all kinds share one set of entries, so nested ones start with the same name
        # again.
        is_element = path == "navigation" or path in _LISTS_OF_ELEMENTS
        yield from _find_below(inside, _ELEMENT if is_element else path, pointer)


def _find_in_buttons(options: list[object], path: str, pointer: str) -> Iterator[WithoutEffect]:
    """Yield the buttons of ``contextual.options`` that are omitted, and icons of buttons."""
    for number, option in enumerate(options):
        if reason := _explain_option(option):
            label = option if isinstance(option, str) else _find_title(option)
            yield WithoutEffect(f"{path} {label}", f"{pointer}/{number}", reason)
        elif isinstance(option, Mapping) and "icon" in option:
            icon_pointer = f"{pointer}/{number}/icon"
            yield WithoutEffect(f"{path}.icon", icon_pointer, "these buttons have no icons")


def _find_title(option: object) -> str:
    return str(option.get("title") or "") if isinstance(option, Mapping) else ""


def _explain_option(option: object) -> str:
    """Return why a button of ``contextual.options`` is omitted; empty if it is shown."""
    if isinstance(option, str):
        if is_static_option(option):
            return ""
        return _SERVICE if option in SERVICE_OPTIONS else _describe_missing_option(option)
    href = option.get("href") if isinstance(option, Mapping) else None
    base = href.get("base") if isinstance(href, Mapping) else href
    # A button can open any site, but those for a server of the service lead nowhere.
    if not is_static_option(option):
        return _SERVICE
    if _find_title(option).strip() and find_scheme(str(base or "")) in {"http", "https"}:
        return ""
    return "a button needs 'title', and 'href' with http or https"


def _describe_missing_option(option: str) -> str:
    hint = suggest_name(option, (*STATIC_OPTIONS, *SERVICE_OPTIONS))
    return f"no option of the format; {hint}" if hint else "no option of the format"


def _is_service_font(font: Mapping[str, Any]) -> bool:
    """Return whether pages would load a font from a service, as the site has no file of it."""
    family = font.get("family")
    return bool(family) and family not in SYSTEM_FONTS and not _has_file(font)


def _has_file(font: Mapping[str, Any]) -> bool:
    """Return whether ``source`` of a font is a path in the site."""
    source = font.get("source")
    return isinstance(source, str) and not source.startswith(("http:", "https:", "//"))


_LISTS_OF_ELEMENTS = frozenset(
    _element("anchors", "dropdowns", "groups", "languages", "menu", "products", "tabs", "versions")
    + _element("pages", "global")
)
"""The fields of an element that hold elements."""


def _find_in_entry(
    entry: LedgerEntry, path: str, inside: object, pointer: str
) -> Iterator[WithoutEffect]:
    """Yield the field, or each of its parts if they are separate services."""
    replaced = entry.effect is Effect.REPLACED
    if path == "integrations" and isinstance(inside, Mapping):
        for key in inside:
            below = f"{pointer}/{escape_key(key)}"
            yield WithoutEffect(f"{path}.{key}", below, entry.note, replaced, entry.setting)
        return
    yield WithoutEffect(path, pointer, entry.note, replaced, entry.setting)


def _has_entries_below(name: str) -> bool:
    """Return whether the ledger has entries for fields in the object *name*."""
    return any(field.startswith(f"{name}.") for field in FIELDS)


def find_keys_without_effect(data: Mapping[str, Any]) -> Iterator[WithoutEffect]:
    """Yield each key of front matter *data* that the service reads and that has no effect.

    Other keys belong to the site; they are passed to templates.
    """
    for key in data:
        # `og:title` and similar keys share one entry for their namespace.
        entry = FRONT_MATTER.get(key) or FRONT_MATTER.get(f"{key.partition(':')[0]}:*")
        if entry is not None and entry.effect is not Effect.USED:
            yield WithoutEffect(key, "", entry.note, entry.effect is Effect.REPLACED)


def make_unused_fault(unused: WithoutEffect, path: Path, position: Position) -> Fault:
    """Return ``unused_field`` for the field *unused* at *position* of the file *path*.

    Its ``problem`` is the name of the field in a summary. It is empty for a field that is replaced,
    because a site that was written for the service must name one of its themes.
    """
    # A field that plain files have no use for is something else than a name that nobody knows.
    if unused.why == _UNKNOWN:
        name, kind = unused.name.rpartition(".")[2], FaultKind.UNKNOWN_FIELD
        near = find_misspelled(name, _list_fields_beside(unused.name))
        hint = did_you_mean(near)
        message = f"unknown field {quote(name)}; it is ignored"
        return Fault(kind, Severity.INFO, message, path, position, unused.pointer, hint)
    what = "replaced by" if unused.replaced else "not used:"
    named = unused.label if not unused.pointer and "." in unused.name else repr(unused.name)
    message = f"{named} is {what} {unused.why}"
    kind, problem = FaultKind.UNUSED_FIELD, "" if unused.replaced else unused.label
    return Fault(kind, Severity.INFO, message, path, position, unused.pointer, problem=problem)


def _list_fields_beside(name: str) -> set[str]:
    """Return the names of the fields that an object with the field *name* can have."""
    parent = name.rpartition(".")[0]
    prefix = f"{parent}." if parent else ""
    return {
        field.removeprefix(prefix).partition(".")[0] for field in FIELDS if field.startswith(prefix)
    }


def _find_disabled_fields(fields: Mapping[str, Any], theme: object) -> Iterator[WithoutEffect]:
    """Yield the fields that have an effect only if the ``conf.py`` of a project enables them."""
    for name, (setting, why) in _ENABLED_BY_CONF.items():
        if name in fields and (name != "colors" or theme != "docsnav"):  # that theme has them
            yield WithoutEffect(name, f"/{name}", f"{setting} in conf.py {why}", setting=setting)


def find_unused_fields(
    source: JsonSource, settings: Mapping[str, object] | None = None
) -> Iterator[Fault]:
    """Yield ``unused_field``, one per outermost field of docs.json that changes nothing.

    :param settings: those that ``conf.py`` sets; ``None`` without such a file.
    """
    fields = source.value if isinstance(source.value, dict) else {}
    asked = () if settings is None else _find_disabled_fields(fields, settings.get("html_theme"))
    for unused in (*find_fields_without_effect(fields), *asked):
        # A project that has set the option gets the effect, and needs no message.
        if not sets_option(settings or {}, unused.setting):
            position = source.key_position(unused.pointer)
            yield make_unused_fault(unused, source.file(unused.pointer), position)


def sets_option(settings: Mapping[str, object], name: str) -> bool:
    """Return whether conf.py sets *name*, where ``a.b`` is the option ``b`` of the dict ``a``.

    :param settings: the values that conf.py sets; one that is no literal counts as set.
    """
    dictionary, dot, option = name.partition(".")
    value = settings.get(dictionary)
    return dictionary in settings and (not dot or not isinstance(value, Mapping) or option in value)
