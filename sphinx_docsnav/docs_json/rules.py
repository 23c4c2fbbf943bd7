"""The rules of the specification about the structure (2.3), one function each.

Each function takes one raw element of docs.json and yields the violations. The
models check single fields. Messages state the rule in words; its number is unknown
to authors of docs.json.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sphinx_docsnav.docs_json import field_rules
from sphinx_docsnav.docs_json.explain import only
from sphinx_docsnav.docs_json.finding import Finding
from sphinx_docsnav.docs_json.models import GLOBAL_HOLDS, MODELS, Group, Navigation
from sphinx_docsnav.docs_json.phrases import did_you_mean, listing, quote
from sphinx_docsnav.docs_json.raw import ElementRule, RawElement
from sphinx_docsnav.faults import FaultKind, Severity


def rule_1_a_group_has_pages(element: RawElement) -> Iterator[Finding]:
    """Warn of a group without ``pages`` and (rule 16) without a specification of its own.

    With a ``root`` it is a group of one page.
    """
    makes_pages = ("pages", "openapi", "asyncapi", "sdk", "root")
    if element.model is not Group or any(key in element.value for key in makes_pages):
        return
    if "group" not in element.value or field_rules.has_misread_children(element):
        return  # the message about its label or its children covers it
    message, hint = "this group has no pages, so it is not shown", "add 'pages' or remove the group"
    kind, warning = FaultKind.EMPTY, Severity.WARNING
    yield Finding(kind, element.pointer, message, hint, warning)


def rule_4_expanded_is_for_nested_groups(element: RawElement) -> Iterator[Finding]:
    """Mention ``expanded`` where no group folds."""
    if element.model is Group and "expanded" in element.value and not element.in_group:
        message = "'expanded' has no effect on a top-level group, which is always open"
        kind, pointer, info = FaultKind.NO_EFFECT, element.at("expanded"), Severity.INFO
        yield Finding(kind, pointer, message, "remove it", severity=info, at_key=True)


def rule_14_one_root_pattern(element: RawElement) -> Iterator[Finding]:
    """Refuse a ``navigation`` that has none of the root patterns."""
    if not element.lacks_pattern():
        return
    patterns = listing(element.model.holds, "or")
    message = f"expected one of {patterns}, found {only(list(element.value))}"
    typed = (did_you_mean(key, element.model.holds) for key in element.value)
    hint = next(filter(None, typed), 'the minimum is "pages": ["index"]')
    yield Finding(FaultKind.ROOT_MISSING, element.pointer, message, hint)


_TWO = 2


def rule_14_one_kind_of_child(element: RawElement) -> Iterator[Finding]:
    """Refuse two kinds of child in one element."""
    kinds = element.child_kinds()
    if len(kinds) < _TWO:
        return
    message = f"{element.this} has {listing(kinds, 'and')}, but can hold only one of them"
    built = f"only {quote(kinds[0])} is built"
    kind, hint = FaultKind.MIXED_CHILDREN, _way_out(element, *kinds[:2])
    stopped = f", or use --keep-going to build {quote(kinds[0])} only"
    yield Finding(kind, element.pointer, message, hint, stopped_hint=stopped, built=built)


def _way_out(element: RawElement, first: str, second: str) -> str:
    """Return a hint on which of two kinds of child can contain the other."""
    if second in GLOBAL_HOLDS and element.has_links_only(second):
        return f"move {quote(second)}, which are links, into 'global' of 'navigation'"
    for outer, inner in ((first, second), (second, first)):
        if outer != "pages" and inner in MODELS[outer].holds:
            return f"move {quote(inner)} into {MODELS[outer].noun}"
    return "remove one of them"


def rule_14_children_fit(element: RawElement) -> Iterator[Finding]:
    """Refuse kinds of child that the table of elements (2.1) does not have for the element."""
    model = element.model
    if element.lacks_pattern():
        return
    for key in element.value:
        if key not in MODELS or key in model.holds:
            continue
        message = f"{model.noun} cannot hold {quote(key)}"
        if key == "menu":
            hint = "move it into a tab or a product"
        elif model is Group:
            nested = key == "groups"
            hint = "put nested groups into 'pages'" if nested else "a group holds 'pages' only"
        else:
            hint = f"it can hold {listing(model.holds, 'or')}"
        kind, built = FaultKind.MISPLACED, f"{quote(key)} is left out"
        yield Finding(kind, element.at(key), message, hint, at_key=True, built=built)


def rule_14_a_link_has_no_children(element: RawElement) -> Iterator[Finding]:
    """Refuse ``href`` beside children: the element links instead of holding pages (2.1)."""
    kinds = element.child_kinds()
    if not element.is_link():
        return
    if kinds:
        message = f"{element.this} has 'href' and {quote(kinds[0])}, but can have only one of them"
        hint, built = "remove the one that is not meant", "only 'href' is built"
        yield Finding(FaultKind.HREF_CHILDREN, element.pointer, message, hint, built=built)
    elif "openapi" in element.value:
        message, hint = "'openapi' has no effect in an element with 'href'", "remove one of them"
        kind, pointer, warning = FaultKind.NO_EFFECT, element.at("openapi"), Severity.WARNING
        yield Finding(kind, pointer, message, hint, warning, at_key=True)


def rule_16_an_element_holds_something(element: RawElement) -> Iterator[Finding]:
    """Mention an element without pages, a link, or a specification that makes pages.

    Refuse a root without any: such a site has no page.
    """
    fills = ("href", "openapi", "asyncapi", "graphql", "sdk", "root", "global", *MODELS)
    if element.model is Navigation:
        yield from _empty_root(element)
        return
    if any(element.value.get(key, []) != [] for key in fills):
        return
    has_other_message = (
        element.model.label_field not in element.value
        or (element.model is Group and "pages" not in element.value)
        or field_rules.has_misread_children(element)
    )
    if not has_other_message:
        message, info = f"{element.this} has no pages, so it is not shown", Severity.INFO
        yield Finding(FaultKind.EMPTY, element.pointer, message, severity=info)


def _empty_root(element: RawElement) -> Iterator[Finding]:
    lists = [key for key in element.model.holds if key in element.value]
    if lists and all(element.value[key] == [] for key in lists):
        empty = listing(lists, "and")
        message = f"{empty} {'is' if len(lists) == 1 else 'are'} empty, so the site has no page"
        hint, built = 'list at least one page, as in "pages": ["index"]', "no page is built"
        pointer = element.at(lists[0]) if len(lists) == 1 else element.pointer
        yield Finding(FaultKind.EMPTY, pointer, message, hint, built=built)


RULES: Sequence[ElementRule] = (
    field_rules.table_2_1_known_fields,
    field_rules.labels_are_not_blank,
    field_rules.section_2_4_language_codes,
    rule_1_a_group_has_pages,
    rule_4_expanded_is_for_nested_groups,
    rule_14_one_root_pattern,
    rule_14_one_kind_of_child,
    rule_14_children_fit,
    rule_14_a_link_has_no_children,
    rule_16_an_element_holds_something,
    field_rules.other_specifications,
)
"""What every element is held against."""
