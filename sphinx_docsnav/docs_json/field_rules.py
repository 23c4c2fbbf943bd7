"""The rules of the specification about single fields (2.1, 2.4), one function each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sphinx_docsnav.docs_json.explain import OTHER_NAMES, unknown_field
from sphinx_docsnav.docs_json.finding import Finding
from sphinx_docsnav.docs_json.language_codes import KNOWN, is_well_formed, nearest_language
from sphinx_docsnav.docs_json.models import MODELS, ElementModel, Group, Language
from sphinx_docsnav.docs_json.phrases import Json, nearest, quote
from sphinx_docsnav.docs_json.raw import RawElement
from sphinx_docsnav.faults import FaultKind, Severity


def table_2_1_known_fields(element: RawElement) -> Iterator[Finding]:
    """Warn of fields that neither the table of elements nor real sites have."""
    model = element.model
    known = (*model.fields, *model.holds)
    if element.lacks_pattern() or (model.label_field and model.label_field not in element.value):
        return  # the element is skipped; the message about its label is enough
    for key in element.value:
        if key in known or key in MODELS:
            continue
        pointer = element.at(key)
        if key in _FIELDS_OF_ANY:
            message = f"{model.noun} has no field {quote(key)}; it is ignored"
            hint = f"did you mean '{key}s'?" if f"{key}s" in known else ""
            kind, warning = FaultKind.UNKNOWN_FIELD, Severity.WARNING
            yield Finding(kind, pointer, message, hint, warning, at_key=True)
        else:
            yield unknown_field(pointer, key, known, _meant(key, element))


def has_misread_children(element: RawElement) -> bool:
    """Return whether another message is about a field that was to hold its pages or its link."""
    model = element.model
    fills = [f"did you mean {quote(key)}?" for key in (*model.holds, "href", "openapi")]
    return any(finding.hint in fills for finding in table_2_1_known_fields(element)) or any(
        key in MODELS and key not in model.holds for key in element.value
    )


_FIELDS_OF_ANY = frozenset(field for model in MODELS.values() for field in model.fields)


def _meant(key: str, element: RawElement) -> str:
    """Return a hint for a name that is spelled quite unlike the field it means."""
    if key == "$ref":
        return "'$ref' is the path of a JSON file, as a string"
    if key == "iconType":
        return 'put the style into the icon: {"name": …, "style": …}'
    if key == "collapsed" and element.model is Group:
        return "groups are collapsed unless 'expanded' is true"
    field = OTHER_NAMES.get(key, "")
    field = element.model.label_field if field == "label" else field
    fits = field in element.model.fields or field in element.model.holds
    return f"did you mean {quote(field)}?" if fits and field not in element.value else ""


def section_2_4_language_codes(element: RawElement) -> Iterator[Finding]:
    """Refuse what is no language code, and warn of those the format does not list."""
    code = element.value.get("language")
    if element.model is not Language or not isinstance(code, str) or not code.strip():
        return
    if code in KNOWN:
        return
    near, pointer = nearest_language(code), element.at("language")
    if is_well_formed(code):
        message, hint = (
            f"unknown language code {quote(code)}; it is used unchanged",
            f"did you mean '{near}'?",
        )
        kind, warning = FaultKind.UNKNOWN_LANGUAGE, Severity.WARNING
        yield Finding(kind, pointer, message, hint if near else "", warning)
    else:
        message = f"expected a language code like 'en' or 'pt-BR', found {quote(code)}"
        hint = f"did you mean '{near}'?" if near else ""
        yield Finding(FaultKind.WRONG_VALUE, pointer, message, hint)


def labels_are_not_blank(element: RawElement) -> Iterator[Finding]:
    """Warn of a label of blanks only."""
    label = element.value.get(element.model.label_field)
    if isinstance(label, str) and label and not label.strip():
        built = "as a group without a heading" if element.model is Group else "without a name"
        kind, warning = FaultKind.BLANK_LABEL, Severity.WARNING
        pointer = element.at(element.model.label_field)
        message, hint = f"the label is blank; built {built}", "write a label"
        yield Finding(kind, pointer, message, hint, warning)


def other_specifications(element: RawElement) -> Iterator[Finding]:
    """Warn of specifications that are accepted and make nothing here."""
    kind, warning = FaultKind.UNSUPPORTED, Severity.WARNING
    for key in ("asyncapi", "graphql", "sdk"):
        if key in element.value and key in element.model.fields:
            message = f"{quote(key)} is not supported; no pages are made from it"
            yield Finding(kind, element.at(key), message, severity=warning, at_key=True)
    for place, entry in _openapi_objects(element):
        if entry.get("overlays"):
            message = "'overlays' are not supported; the specification is read without them"
            hint = "apply them to the specification before the build"
            yield Finding(kind, f"{place}/overlays", message, hint, severity=warning, at_key=True)


def _openapi_objects(element: RawElement) -> Iterator[tuple[str, Mapping[str, Json]]]:
    """Yield the objects that ``openapi`` is or lists, with their pointers."""
    value = element.value.get("openapi")
    if isinstance(value, dict):
        yield element.at("openapi"), value
    elif isinstance(value, list):
        for number, entry in enumerate(value):
            if isinstance(entry, dict):
                yield f"{element.at('openapi')}/{number}", entry


def one_default(pointer: str, siblings: Sequence[Json]) -> Iterator[Finding]:
    """Warn of a second ``default`` among versions or languages beside each other."""
    defaults = [
        index
        for index, sibling in enumerate(siblings)
        if isinstance(sibling, dict) and sibling.get("default") is True
    ]
    for index in defaults[1:]:
        message = f"entry {defaults[0] + 1} of the list is the default already; ignored here"
        kind, warning = FaultKind.DEFAULT_REPEATED, Severity.WARNING
        place = f"{pointer}/{index}/default"
        yield Finding(kind, place, message, severity=warning, at_key=True)


def one_of_each_name(
    model: type[ElementModel], pointer: str, siblings: Sequence[Json]
) -> Iterator[Finding]:
    """Warn of a division with the name of an earlier one, unless one of them is hidden."""
    if model is Group:
        return  # its pages tell it apart
    first: dict[str, int] = {}
    for index, sibling in enumerate(siblings):
        if not isinstance(sibling, dict) or sibling.get("hidden") is True:
            continue
        shown = [key for key in ("name", model.label_field) if key in model.fields]
        names = {key: name for key in shown if isinstance(name := sibling.get(key), str)}
        key, name = next(((k, n.strip()) for k, n in names.items() if n.strip()), ("", ""))
        if name and first.setdefault(name, index) != index:
            noun = model.noun.partition(" ")[2]
            message = f"this {noun} has the same name as entry {first[name] + 1} of the list"
            message = (
                f"{message}, {quote(name)}; both are shown, and readers cannot tell them apart"
            )
            kind, warning = FaultKind.LABEL_REPEATED, Severity.WARNING
            place = f"{pointer}/{index}/{key}"
            yield Finding(kind, place, message, "rename one of them", warning)


def label_hint(element: RawElement) -> str:
    """Return the way out for an element without its label."""
    label = element.model.label_field
    for key, model in MODELS.items():
        if model is not element.model and model.label_field in element.value:
            return f"this looks like {model.noun}; move it into {quote(key)}"
    known = (*element.model.fields, *element.model.holds)
    unknown = [key for key in element.value if key not in known or key == "name"]
    meant = [key for key in unknown if _meant(key, element) == f"did you mean {quote(label)}?"]
    typed = nearest(label, unknown)
    for key in filter(None, (*meant, typed)):
        return f"did you mean {quote(label)} instead of {quote(key)}?"
    if element.is_in_pages():
        return "an object in 'pages' is a group; write a page as its path"
    return ""
