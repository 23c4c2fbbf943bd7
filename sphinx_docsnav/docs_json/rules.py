"""The nesting rules of the specification (2.3), one function each.

Each looks at one element as docs.json has it and yields what breaks the rule;
what a field may hold is the models' affair.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sphinx_docsnav.docs_json.explain import only, unknown_field
from sphinx_docsnav.docs_json.fields import is_external
from sphinx_docsnav.docs_json.finding import Finding
from sphinx_docsnav.docs_json.languages import KNOWN, is_well_formed, nearest_language
from sphinx_docsnav.docs_json.models import (
    GLOBAL_HOLDS,
    MODELS,
    Anchor,
    ElementModel,
    Group,
    Language,
    Navigation,
)
from sphinx_docsnav.docs_json.positions import escape_key
from sphinx_docsnav.docs_json.words import did_you_mean, listing, quote
from sphinx_docsnav.faults import FaultKind, Severity


@dataclass(frozen=True, slots=True)
class RawElement:
    """An element as docs.json has it."""

    model: type[ElementModel]
    """What it should be."""
    value: Mapping[str, Any]
    """Its fields."""
    pointer: str
    """Where it stands."""
    nested: bool = False
    """It stands in the ``pages`` of a group."""
    in_global: bool = False
    """It stands in ``global``."""

    def has(self, key: str) -> bool:
        """Return whether *key* is a list that is not empty."""
        value = self.value.get(key)
        return isinstance(value, list) and bool(value)

    def at(self, key: str) -> str:
        """Return the pointer of the field *key*."""
        return f"{self.pointer}/{escape_key(key)}"

    def child_kinds(self) -> list[str]:
        """Return the kinds of child it has, the one that counts first."""
        return [key for key in self.model.holds if self.has(key)]

    def left_out(self) -> str:
        """Say what becomes of it when work goes on after an error."""
        if self.model is Navigation:
            return "the field is ignored"
        return f"{self.model.noun.replace('a ', 'the ', 1).replace('an ', 'the ', 1)} is left out"


Rule = Callable[[RawElement], Iterator[Finding]]
"""Yields what breaks it."""


def rule_1_a_group_has_pages(element: RawElement) -> Iterator[Finding]:
    """A group has ``pages``, or (rule 16) a specification of its own that makes them."""
    makes_pages = ("pages", "openapi", "asyncapi", "sdk")
    if element.model is not Group or any(key in element.value for key in makes_pages):
        return
    message = "expected 'pages' or 'openapi' in a group, found neither (rules 1 and 16)"
    others = [key for key in element.value if key in MODELS]
    hint = f"groups hold their pages, also nested groups, in 'pages', not in {quote(others[0])}"
    built, kind = element.left_out(), FaultKind.MISSING_FIELD
    yield Finding(kind, element.pointer, message, hint if others else "", built=built)


def rule_4_expanded_is_for_nested_groups(element: RawElement) -> Iterator[Finding]:
    """``expanded`` says something about groups inside groups only."""
    if "expanded" in element.value and element.model is Group and not element.nested:
        message = "'expanded' has no effect, top-level groups are always open (rule 4)"
        pointer, info = element.at("expanded"), Severity.INFO
        yield Finding(FaultKind.NO_EFFECT, pointer, message, severity=info, at_key=True)


def rule_9_only_global_anchors_link_to_pages(element: RawElement) -> Iterator[Finding]:
    """``href`` is a URL; global anchors may have the path of a page."""
    href = element.value.get("href")
    if not isinstance(href, str) or not href.strip() or is_external(href):
        return
    if "href" not in element.model.fields or (element.in_global and element.model is Anchor):
        return
    message = f"expected a URL, found the path {quote(href)} (rule 9), built as a link to that page"
    kind, warning = FaultKind.HREF_RELATIVE, Severity.WARNING
    yield Finding(kind, element.at("href"), message, severity=warning)


def rule_14_one_root_pattern(element: RawElement) -> Iterator[Finding]:
    """``navigation`` has one of the root patterns."""
    if element.model is not Navigation or any(key in element.value for key in element.model.holds):
        return
    patterns = listing(element.model.holds, "or")
    message = f"expected one of {patterns} (rule 14), found {only(list(element.value))}"
    near = [did_you_mean(key, element.model.holds) for key in element.value if key != "global"]
    hint = next(filter(None, near), 'a first page is enough: "pages": ["index"]')
    yield Finding(FaultKind.ROOT_MISSING, element.pointer, message, hint)


def rule_14_one_kind_of_child(element: RawElement) -> Iterator[Finding]:
    """An element holds one kind of child; an empty list is none."""
    kinds = element.child_kinds()
    if len(kinds) < 2:  # noqa: PLR2004 - two kinds are one too many
        return
    both = "both" if len(kinds) == 2 else f"all {len(kinds)}"  # noqa: PLR2004
    expected = listing(kinds, "or") if len(kinds) == 2 else f"only one of {listing(kinds, 'and')}"  # noqa: PLR2004
    message = f"expected {expected}, found {both} (rule 14)"
    built = f"only {quote(kinds[0])} is built"
    hint = _way_out(kinds[0], kinds[1])
    yield Finding(FaultKind.MIXED_CHILDREN, element.pointer, message, hint, built=built)


def _way_out(first: str, second: str) -> str:
    """Say which of two kinds of child can go into the other."""
    for outer, inner in ((first, second), (second, first)):
        if outer != "pages" and inner in MODELS[outer].holds:
            return f"move {quote(inner)} into {MODELS[outer].noun}"
    return "keep one of them"


def rule_14_children_fit(element: RawElement) -> Iterator[Finding]:
    """An element holds the kinds of child that the table of elements (2.1) has for it."""
    for key in element.value:
        if key not in MODELS or key in element.model.holds:
            continue
        noun, message, hint = element.model.noun, "", ""
        if key == "menu":
            message = f"expected 'menu' in a tab or a product, found it in {noun} (rule 7)"
        elif element.model is Group:
            message = f"expected only 'pages' in a group, found {quote(key)} (rule 2)"
            hint = "nested groups stand in 'pages'" if key == "groups" else ""
        else:
            message = f"expected {listing(element.model.holds, 'or')} in {noun}, found {quote(key)}"
            message += " (rule 14)"
        kind, built = FaultKind.MISPLACED, f"{quote(key)} is left out"
        yield Finding(kind, element.at(key), message, hint, built=built, at_key=True)


def table_href_or_children(element: RawElement) -> Iterator[Finding]:
    """An element with ``href`` links instead of holding pages (2.1)."""
    if "href" not in element.model.fields or "href" not in element.value:
        return
    kinds = element.child_kinds()
    if kinds:
        message = f"expected 'href' or {quote(kinds[0])}, found both (rule 14)"
        hint, built = "an element links or holds pages; remove one", "only 'href' is built"
        yield Finding(FaultKind.HREF_CHILDREN, element.pointer, message, hint, built=built)
    elif "openapi" in element.value:
        message = "'openapi' makes no pages beside 'href', ignored"
        pointer, warning = element.at("openapi"), Severity.WARNING
        yield Finding(FaultKind.NO_EFFECT, pointer, message, severity=warning, at_key=True)


def table_known_fields(element: RawElement) -> Iterator[Finding]:
    """An element has the fields of the table (2.1), and those that sites use beyond it."""
    model = element.model
    known = (*model.fields, *model.holds)
    for key in element.value:
        if key in known or key in MODELS:
            continue
        if key == "$ref":
            hint = "'$ref' is the path of a JSON file, as a string"
            yield unknown_field(element.at(key), key, known, hint)
        elif key in _ALL_FIELDS:
            message = f"{model.noun} has no field {quote(key)}, ignored"
            kind, warning = FaultKind.UNKNOWN_FIELD, Severity.WARNING
            hint = "the page that its title opens is its 'root'" if key == "href" else ""
            yield Finding(kind, element.at(key), message, hint, warning, at_key=True)
        else:
            yield unknown_field(element.at(key), key, known, _meant(key, element))


_ALL_FIELDS = frozenset(field for model in MODELS.values() for field in model.fields)

_OTHER_NAMES = {
    "title": "label",
    "label": "label",
    "name": "label",
    "text": "label",
    "url": "href",
    "link": "href",
    "children": "pages",
    "items": "pages",
    "isDefaultOpen": "expanded",
}
"""Names that other navigation formats have for fields of this one."""


def _meant(key: str, element: RawElement) -> str:
    """Return a hint for a name that is spelled quite unlike the field it means."""
    if key == "collapsed" and element.model is Group:
        return "groups are collapsed unless 'expanded' is true (rule 5)"
    if key == "iconType":
        return "a style is written 'icon': {'name': …, 'style': …}"
    field = _OTHER_NAMES.get(key, "")
    field = element.model.label_field if field == "label" else field
    fits = field in element.model.fields or field in element.model.holds
    return f"did you mean {quote(field)}?" if fits and field not in element.value else ""


def rule_16_an_element_holds_something(element: RawElement) -> Iterator[Finding]:
    """An element has pages, a link, or a specification that makes pages."""
    makes_pages = ("href", "openapi", "asyncapi", "graphql", "sdk", "root", "global")
    if any(element.value.get(key) for key in (*makes_pages, *element.model.holds)):
        return
    if element.model is Group and "pages" not in element.value:
        return  # rule 1
    if element.model is Navigation and not any(key in element.value for key in MODELS):
        return  # rule 14
    message = f"{element.model.noun} that holds nothing is not shown"
    yield Finding(FaultKind.EMPTY, element.pointer, message, severity=Severity.INFO)


def section_2_4_language_code(element: RawElement) -> Iterator[Finding]:
    """A language has one of the known codes."""
    code = element.value.get("language")
    if element.model is not Language or not isinstance(code, str) or code in KNOWN:
        return
    if not code.strip():
        return
    near = nearest_language(code)
    hint = f"did you mean '{near}'?" if near else ""
    if not is_well_formed(code):
        message = f"expected a language code like 'en' or 'pt-BR', found {quote(code)}"
        kind, built = FaultKind.WRONG_VALUE, element.left_out()
        yield Finding(kind, element.at("language"), message, hint, built=built)
        return
    message = f"unknown language code {quote(code)}, used as it is"
    hint = f"nearest is '{near}'" if near else ""
    kind, warning = FaultKind.UNKNOWN_LANGUAGE, Severity.WARNING
    yield Finding(kind, element.at("language"), message, hint, warning)


def labels_are_not_blank(element: RawElement) -> Iterator[Finding]:
    """A label has something to read."""
    label = element.value.get(element.model.label_field)
    if not isinstance(label, str) or not label or label.strip():
        return
    built = "a group without a heading" if element.model is Group else "without a name"
    message = f"blank label, built {built if element.model is not Group else 'as ' + built}"
    kind, warning = FaultKind.BLANK_LABEL, Severity.WARNING
    yield Finding(kind, element.at(element.model.label_field), message, severity=warning)


def unsupported_specifications(element: RawElement) -> Iterator[Finding]:
    """AsyncAPI, GraphQL and library references are accepted, and make nothing here."""
    for key in ("asyncapi", "graphql", "sdk"):
        if key in element.value and key in element.model.fields:
            message = f"no pages are made from {quote(key)}"
            kind, info = FaultKind.UNSUPPORTED, Severity.INFO
            yield Finding(kind, element.at(key), message, severity=info, at_key=True)


RULES: Sequence[Rule] = (
    table_known_fields,
    labels_are_not_blank,
    section_2_4_language_code,
    rule_1_a_group_has_pages,
    rule_4_expanded_is_for_nested_groups,
    rule_9_only_global_anchors_link_to_pages,
    rule_14_one_root_pattern,
    rule_14_children_fit,
    rule_14_one_kind_of_child,
    table_href_or_children,
    rule_16_an_element_holds_something,
    unsupported_specifications,
)
"""What every element is held against."""


def one_default(pointer: str, siblings: Sequence[Any]) -> Iterator[Finding]:
    """Of versions or languages beside each other, one is the default."""
    defaults = [
        index
        for index, sibling in enumerate(siblings)
        if isinstance(sibling, Mapping) and sibling.get("default") is True
    ]
    for index in defaults[1:]:
        message = f"'default' stands in entry {defaults[0]} already, which counts"
        kind, warning = FaultKind.DEFAULT_REPEATED, Severity.WARNING
        place = f"{pointer}/{index}/default"
        yield Finding(kind, place, message, severity=warning, at_key=True)


def global_holds(pointer: str, value: Mapping[str, Any]) -> Iterator[Finding]:
    """``global`` has anchors, and what sites use beyond them."""
    for key in value:
        if key not in GLOBAL_HOLDS:
            yield unknown_field(f"{pointer}/{escape_key(key)}", key, GLOBAL_HOLDS)
