"""The rules of the specification about what stands where (2.3), one function each.

Each looks at one element as docs.json has it and yields what breaks the rule;
what a single field may hold is the models' affair.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sphinx_docsnav.docs_json import field_rules
from sphinx_docsnav.docs_json.explain import only
from sphinx_docsnav.docs_json.field_types import is_external
from sphinx_docsnav.docs_json.finding import Finding
from sphinx_docsnav.docs_json.models import MODELS, Group, Navigation
from sphinx_docsnav.docs_json.phrases import did_you_mean, listing, quote
from sphinx_docsnav.docs_json.raw import RawElement, Rule
from sphinx_docsnav.faults import FaultKind, Severity


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


RULES: Sequence[Rule] = (
    field_rules.table_2_1_known_fields,
    field_rules.labels_are_not_blank,
    field_rules.section_2_4_language_codes,
    rule_1_a_group_has_pages,
    rule_4_expanded_is_for_nested_groups,
    rule_9_only_global_anchors_link_to_pages,
    rule_14_one_root_pattern,
    rule_14_one_kind_of_child,
    rule_14_children_fit,
    rule_14_a_link_has_no_children,
    rule_16_an_element_holds_something,
    field_rules.other_specifications,
)
"""What every element is held against."""
