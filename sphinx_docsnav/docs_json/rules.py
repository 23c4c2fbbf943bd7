"""The rules of the specification about what stands where (2.3), one function each.

Each looks at one element as docs.json has it and yields what breaks the rule;
what a single field may hold is the models' affair.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from sphinx_docsnav.docs_json.explain import only, unknown_field
from sphinx_docsnav.docs_json.fields import is_external
from sphinx_docsnav.docs_json.finding import Finding
from sphinx_docsnav.docs_json.languages import KNOWN, is_well_formed, nearest_language
from sphinx_docsnav.docs_json.models import MODELS, ElementModel, Group, Language, Navigation
from sphinx_docsnav.docs_json.positions import escape_key
from sphinx_docsnav.docs_json.words import Json, did_you_mean, listing, quote
from sphinx_docsnav.faults import FaultKind, Severity


@dataclass(frozen=True, slots=True)
class RawElement:
    """An element as docs.json has it."""

    model: type[ElementModel]
    """What it should be."""
    value: Mapping[str, Json]
    """Its fields."""
    pointer: str
    """Where it stands."""
    in_group: bool = False
    """It stands in the ``pages`` of a group."""
    in_global: bool = False
    """It stands in ``global``."""

    def at(self, key: str) -> str:
        """Return the pointer of the field *key*."""
        return f"{self.pointer}/{escape_key(key)}"

    def child_kinds(self) -> list[str]:
        """Return the kinds of child it has, the one that counts first; empty lists are none."""
        values = ((key, self.value.get(key)) for key in self.model.holds)
        return [key for key, value in values if isinstance(value, list) and value]

    def is_in_pages(self) -> bool:
        """Return whether it stands in a list ``pages``."""
        return self.pointer.rpartition("/")[0].endswith("/pages")

    def is_link(self) -> bool:
        """Return whether it links instead of holding pages."""
        return "href" in self.value and "href" in self.model.fields

    def left_out(self) -> str:
        """Say what becomes of it when work goes on after an error."""
        if self.model is Navigation:
            return "the field is ignored"
        return f"the {self.model.noun.partition(' ')[2]} is left out"


Rule = Callable[[RawElement], Iterator[Finding]]
"""Yields what breaks it."""


def rule_1_a_group_has_pages(element: RawElement) -> Iterator[Finding]:
    """Refuse a group without ``pages`` and (rule 16) without a specification of its own."""
    makes_pages = ("pages", "openapi", "asyncapi", "sdk")
    if element.model is not Group or any(key in element.value for key in makes_pages):
        return
    if element.is_in_pages() and "group" not in element.value:
        return  # rather a page written as an object, which its missing label says
    message = "expected 'pages' or 'openapi' in a group, found neither (rules 1 and 16)"
    yield Finding(FaultKind.MISSING_FIELD, element.pointer, message)


def rule_4_expanded_is_for_nested_groups(element: RawElement) -> Iterator[Finding]:
    """Mention ``expanded`` where no group folds."""
    if element.model is Group and "expanded" in element.value and not element.in_group:
        message = "'expanded' has no effect, top-level groups are always open (rule 4)"
        pointer, info = element.at("expanded"), Severity.INFO
        yield Finding(FaultKind.NO_EFFECT, pointer, message, severity=info, at_key=True)


def rule_9_only_global_anchors_link_to_pages(element: RawElement) -> Iterator[Finding]:
    """Warn of a path in an ``href`` that should be a URL."""
    href = element.value.get("href")
    if not element.is_link() or element.in_global or not isinstance(href, str):
        return
    if href.strip() and not is_external(href):
        message = f"expected a URL, found the path {quote(href)} (rule 9), built as a link to it"
        kind, warning = FaultKind.HREF_RELATIVE, Severity.WARNING
        yield Finding(kind, element.at("href"), message, severity=warning)


def rule_14_one_root_pattern(element: RawElement) -> Iterator[Finding]:
    """Refuse a ``navigation`` that has none of the root patterns."""
    if element.model is not Navigation or any(key in element.value for key in element.model.holds):
        return
    patterns = listing(element.model.holds, "or")
    message = f"expected one of {patterns} (rule 14), found {only(list(element.value))}"
    typed = (did_you_mean(key, element.model.holds) for key in element.value)
    hint = next(filter(None, typed), 'the least that works is "pages": ["index"]')
    yield Finding(FaultKind.ROOT_MISSING, element.pointer, message, hint)


_TWO = 2


def rule_14_one_kind_of_child(element: RawElement) -> Iterator[Finding]:
    """Refuse two kinds of child in one element."""
    kinds = element.child_kinds()
    if len(kinds) < _TWO:
        return
    if len(kinds) == _TWO:
        message = f"expected {listing(kinds, 'or')}, found both (rule 14)"
    else:
        message = f"expected one of {listing(kinds, 'or')}, found {len(kinds)} of them (rule 14)"
    hint, built = _way_out(*kinds[:2]), f"only {quote(kinds[0])} is built"
    yield Finding(FaultKind.MIXED_CHILDREN, element.pointer, message, hint, built=built)


def _way_out(first: str, second: str) -> str:
    """Say which of two kinds of child can go into the other."""
    for outer, inner in ((first, second), (second, first)):
        if outer != "pages" and inner in MODELS[outer].holds:
            return f"move {quote(inner)} into {MODELS[outer].noun}"
    return "keep one of them"


def rule_14_children_fit(element: RawElement) -> Iterator[Finding]:
    """Refuse kinds of child that the table of elements (2.1) does not have for the element."""
    model = element.model
    for key in element.value:
        if key not in MODELS or key in model.holds:
            continue
        hint = ""
        if key == "menu":
            message = f"expected 'menu' in a tab or a product, found it in {model.noun} (rule 7)"
        elif model is Group:
            message = f"expected only 'pages' in a group, found {quote(key)} (rule 2)"
            hint = "nested groups stand in 'pages'" if key == "groups" else ""
        else:
            fitting = listing(model.holds, "or")
            message = f"expected {fitting} in {model.noun}, found {quote(key)} (rule 14)"
        kind, built = FaultKind.MISPLACED, f"{quote(key)} is left out"
        yield Finding(kind, element.at(key), message, hint, at_key=True, built=built)


def rule_14_a_link_has_no_children(element: RawElement) -> Iterator[Finding]:
    """Refuse ``href`` beside children: the element links instead of holding pages (2.1)."""
    kinds = element.child_kinds()
    if not element.is_link():
        return
    if kinds:
        message = f"expected 'href' or {quote(kinds[0])}, found both (section 2.1)"
        hint, built = "an element links or holds pages, remove one", "only 'href' is built"
        yield Finding(FaultKind.HREF_CHILDREN, element.pointer, message, hint, built=built)
    elif "openapi" in element.value:
        message = "'openapi' has no effect beside 'href', ignored"
        pointer, warning = element.at("openapi"), Severity.WARNING
        yield Finding(FaultKind.NO_EFFECT, pointer, message, severity=warning, at_key=True)


def rule_16_an_element_holds_something(element: RawElement) -> Iterator[Finding]:
    """Mention an element without pages, a link, or a specification that makes pages."""
    fills = ("href", "openapi", "asyncapi", "graphql", "sdk", "root", "global", *MODELS)
    if any(element.value.get(key, []) != [] for key in fills):
        return
    has_error = element.model.label_field not in element.value or (
        element.model is Group and "pages" not in element.value
    )
    message = f"{element.model.noun} that holds nothing is not shown"
    if element.model is Navigation:
        has_error = not any(key in element.value for key in MODELS)
        message = "the navigation holds nothing"
    if not has_error:
        info = Severity.INFO
        yield Finding(FaultKind.EMPTY, element.pointer, message, severity=info)


def table_2_1_known_fields(element: RawElement) -> Iterator[Finding]:
    """Warn of fields that neither the table of elements nor real sites have."""
    model = element.model
    known = (*model.fields, *model.holds)
    for key in element.value:
        if key in known or key in MODELS:
            continue
        pointer = element.at(key)
        if key in _FIELDS_OF_ANY:
            message = f"{model.noun} has no field {quote(key)}, ignored"
            hint = f"did you mean '{key}s'?" if f"{key}s" in known else ""
            kind, warning = FaultKind.UNKNOWN_FIELD, Severity.WARNING
            yield Finding(kind, pointer, message, hint, warning, at_key=True)
        else:
            yield unknown_field(pointer, key, known, _meant(key, element))


_FIELDS_OF_ANY = frozenset(field for model in MODELS.values() for field in model.fields)

_OTHER_NAMES = {
    **dict.fromkeys(("title", "label", "text", "heading"), "label"),
    **dict.fromkeys(("url", "link", "path"), "href"),
    **dict.fromkeys(("children", "items", "contents"), "pages"),
    **dict.fromkeys(("isDefaultOpen", "defaultOpen", "open"), "expanded"),
}
"""Names that other navigation formats have for fields of this one."""


def _meant(key: str, element: RawElement) -> str:
    """Return a hint for a name that is spelled quite unlike the field it means."""
    if key == "$ref":
        return "'$ref' is the path of a JSON file, as a string"
    if key == "iconType":
        return 'a style stands in the icon: {"name": …, "style": …}'
    if key == "collapsed" and element.model is Group:
        return "groups are collapsed unless 'expanded' is true (rule 5)"
    field = _OTHER_NAMES.get(key, "")
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
            f"unknown language code {quote(code)}, used as it is",
            f"nearest is '{near}'",
        )
        kind, warning = FaultKind.UNKNOWN_LANGUAGE, Severity.WARNING
        yield Finding(kind, pointer, message, hint if near else "", warning)
    else:
        message = (
            f"expected a language code like 'en' or 'pt-BR', found {quote(code)} (section 2.4)"
        )
        hint = f"did you mean '{near}'?" if near else ""
        yield Finding(FaultKind.WRONG_VALUE, pointer, message, hint)


def labels_are_not_blank(element: RawElement) -> Iterator[Finding]:
    """Warn of a label of blanks only."""
    label = element.value.get(element.model.label_field)
    if isinstance(label, str) and label and not label.strip():
        built = "as a group without a heading" if element.model is Group else "without a name"
        kind, warning = FaultKind.BLANK_LABEL, Severity.WARNING
        pointer = element.at(element.model.label_field)
        yield Finding(kind, pointer, f"blank label, built {built}", severity=warning)


def other_specifications(element: RawElement) -> Iterator[Finding]:
    """Mention specifications that are accepted and make nothing here."""
    for key in ("asyncapi", "graphql", "sdk"):
        if key in element.value and key in element.model.fields:
            message = f"no pages are made from {quote(key)}"
            kind, info = FaultKind.UNSUPPORTED, Severity.INFO
            yield Finding(kind, element.at(key), message, severity=info, at_key=True)


RULES: Sequence[Rule] = (
    table_2_1_known_fields,
    labels_are_not_blank,
    section_2_4_language_codes,
    rule_1_a_group_has_pages,
    rule_4_expanded_is_for_nested_groups,
    rule_9_only_global_anchors_link_to_pages,
    rule_14_one_root_pattern,
    rule_14_one_kind_of_child,
    rule_14_children_fit,
    rule_14_a_link_has_no_children,
    rule_16_an_element_holds_something,
    other_specifications,
)
"""What every element is held against."""


def one_default(pointer: str, siblings: Sequence[Json]) -> Iterator[Finding]:
    """Warn of a second ``default`` among versions or languages beside each other."""
    defaults = [
        index
        for index, sibling in enumerate(siblings)
        if isinstance(sibling, dict) and sibling.get("default") is True
    ]
    for index in defaults[1:]:
        message = f"entry {defaults[0]} is the default already, ignored"
        kind, warning = FaultKind.DEFAULT_REPEATED, Severity.WARNING
        place = f"{pointer}/{index}/default"
        yield Finding(kind, place, message, severity=warning, at_key=True)


def label_hint(element: RawElement) -> str:
    """Return the way out for an element without its label."""
    for key, model in MODELS.items():
        if model is not element.model and model.label_field in element.value:
            return f"this looks like {model.noun}, which stands in {quote(key)}"
    if element.is_in_pages():
        return "an object in 'pages' is a group, a page is written as its path"
    return ""
